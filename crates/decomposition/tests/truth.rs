//! Positions that the solver calls won are won, and the strategies that it writes hold.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

mod judge;

use std::collections::HashMap;

use board::{BoardSize, Color, Position, Symmetry};
use decomposition::{
    DecompositionLimits, DecompositionSettings, DecompositionSolver, DecompositionVerdict, Layer, Order,
    SilentDecompositionObserver,
};
use judge::{agreement, brute_force_4x4, check};

#[test]
fn random_positions_agree_with_the_proof_number_solver() {
    let settings = DecompositionSettings::default();
    for (side, stones, count, least) in
        [(4, 3, 200, 200), (5, 8, 200, 200), (6, 14, 150, 150), (7, 22, 100, 98)]
    {
        let solved = agreement(settings, BoardSize::square(side).unwrap(), stones, count, 2_000);
        assert!(solved >= least, "{side}x{side}: {solved} of {count}");
    }
    let wide = BoardSize::new(6, 4).unwrap();
    assert!(agreement(settings, wide, 5, 100, 2_000) >= 95);
}

#[test]
fn random_positions_agree_in_every_order_and_by_patterns_alone() {
    for (layer, order) in [
        (Layer::Patterns, Order::Replies),
        (Layer::Patterns, Order::Paper),
        (Layer::Prover, Order::Paper),
        (Layer::Prover, Order::Network),
    ] {
        let settings = DecompositionSettings { layer, order, ..DecompositionSettings::default() };
        for (side, stones, count, least) in [(4, 4, 40, 36), (5, 9, 40, 36), (6, 16, 30, 24)] {
            let solved = agreement(settings, BoardSize::square(side).unwrap(), stones, count, 2_000);
            assert!(solved >= least, "{layer:?}, {order:?}, {side}x{side}: {solved} of {count}");
        }
    }
}

#[test]
fn samples_of_4x4_agree_with_brute_force() {
    assert!(brute_force_4x4(DecompositionSettings::default(), 0, 60_013) > 1_000);
    let patterns = DecompositionSettings { layer: Layer::Patterns, ..DecompositionSettings::default() };
    assert!(brute_force_4x4(patterns, 7, 60_013) > 1_000);
}

#[test]
fn the_openings_of_6x6_are_solved_by_rules_alone() {
    let size = BoardSize::square(6).unwrap();
    for (opening, winner) in [("d3", Color::Black), ("e2", Color::Black), ("a1", Color::White)] {
        let position = Position::after(size, &[size.cell(opening).unwrap()]).unwrap();
        let limits = DecompositionLimits { nodes: Some(2_000) };
        assert!(
            check(&DecompositionSolver::new(DecompositionSettings::default()), limits, &position, winner),
            "{opening}"
        );
    }
}

#[test]
fn the_symmetry_game_is_the_game_of_the_reflected_board() {
    let size = BoardSize::square(5).unwrap();
    let solver = DecompositionSolver::new(DecompositionSettings::default());
    for opening in ["a1", "d2", "c1", "b3"] {
        let position = Position::after(size, &[size.cell(opening).unwrap()]).unwrap();
        let image = position.image(Symmetry::Reflection);
        let solve = |position: &Position| {
            solver
                .solve(position, DecompositionLimits::default(), &SilentDecompositionObserver)
                .unwrap()
                .verdict
        };
        let DecompositionVerdict::Won(winner) = solve(&position) else { panic!("{opening} is not solved") };
        assert_eq!(solve(&image), DecompositionVerdict::Won(winner.opponent()), "{opening}");
    }
}

#[test]
fn every_3x3_position_agrees_with_brute_force() {
    let size = BoardSize::square(3).unwrap();
    let solver = DecompositionSolver::new(DecompositionSettings::default());
    let mut known = HashMap::new();
    let (mut solved, mut all) = (0, 0);
    for code in 0..3usize.pow(9) {
        for to_move in Color::BOTH {
            let position = proof::position_with_code(size, code, to_move);
            all += 1;
            solved += usize::from(check(
                &solver,
                DecompositionLimits { nodes: Some(2_000) },
                &position,
                proof::solve(&position, &mut known),
            ));
        }
    }
    assert!(solved * 100 >= all * 99, "{solved} of {all} solved");
}
