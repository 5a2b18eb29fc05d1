//! What the solver calls won is won, and the strategy it writes holds.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::collections::HashMap;

use board::{BoardSize, CellSet, Color, Position};
use decomposition::{Limits, Settings, Silent, Solver, Verdict};

/// A position as a number in base three: 0 empty, 1 Black, 2 White.
fn position(size: BoardSize, mut code: usize, to_move: Color) -> Position {
    let mut stones = [CellSet::EMPTY; 2];
    for cell in size.iter() {
        match code % 3 {
            0 => {}
            digit => stones[digit - 1].insert(cell),
        }
        code /= 3;
    }
    Position::with_stones(size, stones[0], stones[1], to_move).unwrap()
}

/// Solves a position, checks the strategy, and says whether there is one.
fn check(solver: &Solver, position: &Position, winner: Color) -> bool {
    let outcome = solver.solve(position, Limits { nodes: Some(20_000) }, &Silent).unwrap();
    let Some(proof) = outcome.won else { return false };
    assert_eq!(outcome.verdict, Verdict::Won(winner), "{position:?}");
    assert_eq!(proof.winner, winner);
    let strategy = verify::strategy::read_strategy(&proof.strategy(), |_| ());
    let strategy = strategy.unwrap_or_else(|error| panic!("{error}\n{position:?}"));
    assert_eq!((strategy.position(), strategy.winner()), (position, winner));
    true
}

#[test]
fn every_3x3_position_agrees_with_brute_force() {
    let size = BoardSize::square(3).unwrap();
    let solver = Solver::new(Settings::default());
    let mut known = HashMap::new();
    let (mut solved, mut all) = (0, 0);
    for code in 0..3usize.pow(9) {
        for to_move in Color::BOTH {
            let position = position(size, code, to_move);
            all += 1;
            solved += usize::from(check(&solver, &position, verify::solve(&position, &mut known)));
        }
    }
    assert!(solved * 100 >= all * 99, "{solved} of {all} solved");
}
