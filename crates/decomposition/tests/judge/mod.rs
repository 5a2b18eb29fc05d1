//! Judges of what the solver says: brute force, the proof-number solver, and `verify`.

use std::collections::HashMap;

use board::{BoardSize, Cell, Color, Position};
use decomposition::{
    DecompositionLimits, DecompositionSettings, DecompositionSolver, DecompositionVerdict,
    SilentDecompositionObserver,
};
use proof::position_with_code;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

/// Solves a position, checks the strategy, and says whether there is one.
pub(crate) fn check(
    solver: &DecompositionSolver,
    limits: DecompositionLimits,
    position: &Position,
    winner: Color,
) -> bool {
    let outcome = solver.solve(position, limits, &SilentDecompositionObserver).unwrap();
    let Some(proof) = outcome.won else { return false };
    assert_eq!(outcome.verdict, DecompositionVerdict::Won(winner), "{position:?}");
    assert_eq!(proof.winner, winner);
    let strategy = proof::strategy::read_strategy(&proof.strategy(), |_| ());
    let strategy = strategy.unwrap_or_else(|error| panic!("{error}\n{position:?}"));
    assert_eq!((strategy.position(), strategy.winner()), (position, winner));
    true
}

/// A position after this many random stones.
fn random_position(size: BoardSize, stones: usize, random: &mut Xoshiro256PlusPlus) -> Position {
    let mut position = Position::empty(size);
    for _ in 0..stones {
        let empty: Vec<Cell> = position.empty_cells().iter().collect();
        position.play_unchecked(empty[board::random_below(random, empty.len())]);
    }
    position
}

/// Compares with the proof-number solver on random positions; gives how many were solved.
pub(crate) fn agreement(
    settings: DecompositionSettings,
    size: BoardSize,
    stones: usize,
    count: usize,
    nodes: u64,
) -> usize {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(size.cells() as u64 * 1000 + stones as u64);
    let table = solver::SolverSettings { table_bytes: 1 << 22, ..solver::SolverSettings::default() };
    let mut other = solver::AnySolver::new(table, solver::ProverSettings::default());
    let solver = DecompositionSolver::new(settings);
    let mut solved = 0;
    for _ in 0..count {
        let position = random_position(size, stones, &mut random);
        let answer = other.solve(&position, solver::SolverLimits::default(), &solver::SilentSolverObserver);
        let limits = DecompositionLimits { nodes: Some(nodes) };
        solved += usize::from(check(&solver, limits, &position, answer.winner.unwrap()));
    }
    solved
}

/// Compares with brute force on every so manieth arrangement of 4x4, from the first on; gives how many positions were compared.
pub(crate) fn brute_force_4x4(settings: DecompositionSettings, first: usize, step: usize) -> usize {
    let size = BoardSize::square(4).unwrap();
    let solver = DecompositionSolver::new(settings);
    let mut known = HashMap::new();
    let mut compared = 0;
    for code in (first..3usize.pow(16)).step_by(step) {
        for to_move in Color::BOTH {
            let position = position_with_code(size, code, to_move);
            let limits = DecompositionLimits { nodes: Some(2_000) };
            check(&solver, limits, &position, proof::solve(&position, &mut known));
            compared += 1;
        }
    }
    compared
}
