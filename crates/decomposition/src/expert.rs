//! The proof-number solver as the expert for the beginning moves.
//!
//! It first writes its own winning strategy for the position that is asked about, where it can, and recites it: a strategy
//! answers many replies alike, so that a book made from it is short. Where the strategy has no move, inside a connection
//! that it takes for granted, it solves the position anew.

use board::{Cell, Position, with_words};
use solver::{AnySolver, Observer, ProverSettings, Question, Solver};
use verify::strategy::{Strategy, read_strategy};

use crate::Expert;

/// An expert that asks the proof-number solver.
pub struct SolverExpert<'a> {
    solver: AnySolver,
    observer: &'a dyn Observer,
    table_bytes: usize,
    strategy: Option<Strategy>,
    /// How often it had to solve a position.
    pub asked: u64,
}

impl<'a> SolverExpert<'a> {
    /// An expert with a table of so many bytes; its searches end when the observer says so.
    #[must_use]
    pub fn new(table_bytes: usize, observer: &'a dyn Observer) -> Self {
        let settings = solver::Settings { table_bytes, ..solver::Settings::default() };
        // Without inferior cells: what is proved by filling in cells would take the rules much longer on the real stones.
        let provers = ProverSettings { inferior: false, ..ProverSettings::default() };
        Self { solver: AnySolver::new(settings, provers), observer, table_bytes, strategy: None, asked: 0 }
    }

    /// Prepares a strategy for a position and all that follow from it. Says whether it could.
    pub fn prepare(&mut self, position: &Position) -> bool {
        let settings = solver::Settings { table_bytes: self.table_bytes, ..solver::Settings::default() };
        let text = with_words!(position.size(), W => {
            let question = Question { observer: self.observer, ..Question::default() };
            let mut solver = Solver::<W>::new(settings);
            solver::write_strategy(&mut solver, &position.resize(), None, &question, &|_| {})
        });
        self.strategy = text.ok().and_then(|text| read_strategy(&text, |_| {}).ok());
        self.strategy.is_some()
    }
}

impl Expert for SolverExpert<'_> {
    fn recite(&self, position: &Position) -> Option<Cell> {
        let strategy = self.strategy.as_ref()?;
        let winner = strategy.winner();
        if position.to_move() != winner || position.size() != strategy.position().size() {
            return None;
        }
        let (own, empty) = (position.stones(winner), position.empty_cells());
        let fitting = strategy.claims().iter().filter_map(|claim| {
            let missing = claim.stones.minus(own);
            let fits = claim.cells.is_subset(&empty) && missing.is_subset(&empty);
            missing.single().filter(|_| fits).map(|cell| (claim.cells.len(), cell))
        });
        fitting.min().map(|(_, cell)| cell)
    }

    fn winning_move(&mut self, position: &Position) -> Option<Cell> {
        self.asked += 1;
        let limits = solver::Limits::default();
        let answer = self.solver.solve(position, limits, self.observer);
        self.solver.winning_move(position, &answer, limits, self.observer)
    }
}

impl std::fmt::Debug for SolverExpert<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SolverExpert").field("asked", &self.asked).finish_non_exhaustive()
    }
}
