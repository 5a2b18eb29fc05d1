//! All checkers accept the strategies that the solver writes now.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

#[path = "../../verify/tests/support/mod.rs"]
mod support;

use board::{BoardSize, Position, random_below};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use solver::{Solver, SolverContext, SolverSettings, write_strategy};
use support::assert_agreement;

#[test]
fn all_checkers_accept_new_strategies() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let mut positions: Vec<Position<1>> = Vec::new();
    for (columns, rows) in [(1, 1), (1, 6), (5, 2), (4, 4), (5, 4), (3, 6), (5, 5)] {
        let empty = Position::<1>::empty(BoardSize::new(columns, rows).unwrap());
        positions.push(empty);
        // A few moves at random, so that either side may be to move and either may win.
        for moves in 1..8 {
            let mut position = empty;
            for _ in 0..moves.min(columns * rows) {
                let cells: Vec<_> = position.empty_cells().iter().collect();
                position = position.child(cells[random_below(&mut rng, cells.len())]);
            }
            positions.push(position);
        }
    }
    let mut solver = Solver::<1>::new(SolverSettings { table_bytes: 4 << 20, ..SolverSettings::default() });
    let write = |position: &Position<1>| {
        write_strategy(&mut solver, position, None, &SolverContext::default(), &|_| {}).unwrap().into_bytes()
    };
    let texts: Vec<Vec<u8>> = positions.iter().map(write).collect();
    assert_eq!(assert_agreement(&texts, "fresh"), texts.len());
}
