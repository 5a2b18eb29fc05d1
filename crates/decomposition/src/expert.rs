//! The proof-number solver as the expert for the beginning moves.

use board::{Cell, Color, Position};
use solver::{AnySolver, Observer, ProverSettings};

use crate::Expert;

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
