//! The proof-number solver as the expert for the beginning moves.

use board::{Color, Position};
use solver::{AnySolver, ProverSettings, SolverObserver};

use crate::{Expert, ExpertAdvice};

/// An expert that asks the proof-number solver.
pub struct SolverExpert<'a> {
    solver: AnySolver,
    observer: &'a dyn SolverObserver,
    /// How often it had to solve a position.
    pub asked: u64,
}

impl<'a> SolverExpert<'a> {
    /// An expert with a table of this many bytes. Its searches end when the observer says so.
    #[must_use]
    pub fn new(table_bytes: usize, observer: &'a dyn SolverObserver) -> Self {
        let settings = solver::SolverSettings { table_bytes, ..solver::SolverSettings::default() };
        // Wins by filled-in cells would have to be proved again on the real stones, in many more positions.
        let provers = ProverSettings { inferior: false, ..ProverSettings::default() };
        Self { solver: AnySolver::new(settings, provers), observer, asked: 0 }
    }
}

impl Expert for SolverExpert<'_> {
    fn winner(&mut self, position: &Position) -> Option<Color> {
        self.solver.solve(position, solver::SolverLimits::default(), self.observer).winner
    }

    fn advice(&mut self, position: &Position) -> ExpertAdvice {
        self.asked += 1;
        let limits = solver::SolverLimits::default();
        let answer = self.solver.solve(position, limits, self.observer);
        if answer.winner == Some(position.to_move().opponent()) {
            return ExpertAdvice::Loses;
        }
        let cell = self.solver.winning_move(position, &answer, limits, self.observer);
        cell.map_or(ExpertAdvice::Unknown, ExpertAdvice::Wins)
    }
}

impl std::fmt::Debug for SolverExpert<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SolverExpert").field("asked", &self.asked).finish_non_exhaustive()
    }
}
