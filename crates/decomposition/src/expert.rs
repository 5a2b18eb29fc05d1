//! The proof-number solver as the expert for the beginning moves.

use board::{Color, Position};
use solver::{AnySolver, Observer, ProverSettings};

use crate::{Advice, Expert};

/// An expert that asks the proof-number solver.
pub struct SolverExpert<'a> {
    solver: AnySolver,
    observer: &'a dyn Observer,
    /// How often it had to solve a position.
    pub asked: u64,
}

impl<'a> SolverExpert<'a> {
    /// An expert with a table of so many bytes; its searches end when the observer says so.
    #[must_use]
    pub fn new(table_bytes: usize, observer: &'a dyn Observer) -> Self {
        let settings = solver::Settings { table_bytes, ..solver::Settings::default() };
        // What is won by filled-in cells would have to be won again on the real stones, in many more positions.
        let provers = ProverSettings { inferior: false, ..ProverSettings::default() };
        Self { solver: AnySolver::new(settings, provers), observer, asked: 0 }
    }
}

impl Expert for SolverExpert<'_> {
    fn winner(&mut self, position: &Position) -> Option<Color> {
        self.solver.solve(position, solver::Limits::default(), self.observer).winner
    }

    fn advice(&mut self, position: &Position) -> Advice {
        self.asked += 1;
        let limits = solver::Limits::default();
        let answer = self.solver.solve(position, limits, self.observer);
        if answer.winner == Some(position.to_move().opponent()) {
            return Advice::Loses;
        }
        let cell = self.solver.winning_move(position, &answer, limits, self.observer);
        cell.map_or(Advice::Unknown, Advice::Wins)
    }
}

impl std::fmt::Debug for SolverExpert<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SolverExpert").field("asked", &self.asked).finish_non_exhaustive()
    }
}
