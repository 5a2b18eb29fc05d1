//! What the solver calls won is won, and the strategy it writes holds.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

mod judge;

use std::collections::HashMap;

use board::{BoardSize, Color, Position, Symmetry};
use decomposition::{Limits, Settings, Silent, Solver, Verdict};
use judge::{agreement, brute_force_4x4, check};

#[test]
fn random_positions_agree_with_the_proof_number_solver() {
    for (side, stones, count, least) in
        [(4, 3, 200, 180), (5, 8, 200, 180), (6, 14, 150, 120), (7, 22, 100, 80)]
    {
        let solved = agreement(BoardSize::square(side).unwrap(), stones, count, 2_000);
        assert!(solved >= least, "{side}x{side}: {solved} of {count}");
    }
    let wide = BoardSize::new(6, 4).unwrap();
    assert!(agreement(wide, 5, 100, 2_000) >= 80);
}

#[test]
fn samples_of_4x4_agree_with_brute_force() {
    assert!(brute_force_4x4(0, 60_013) > 1_000);
}

#[test]
fn the_symmetry_game_is_the_game_of_the_reflected_board() {
    let size = BoardSize::square(5).unwrap();
    let solver = Solver::new(Settings::default());
    for opening in ["a1", "d2", "c1", "b3"] {
        let position = Position::after(size, &[size.cell(opening).unwrap()]).unwrap();
        let image = position.image(Symmetry::Reflection);
        let solve = |position: &Position| solver.solve(position, Limits::default(), &Silent).unwrap().verdict;
        let Verdict::Won(winner) = solve(&position) else { panic!("{opening} is not solved") };
        assert_eq!(solve(&image), Verdict::Won(winner.opponent()), "{opening}");
    }
}

#[test]
fn every_3x3_position_agrees_with_brute_force() {
    let size = BoardSize::square(3).unwrap();
    let solver = Solver::new(Settings::default());
    let mut known = HashMap::new();
    let (mut solved, mut all) = (0, 0);
    for code in 0..3usize.pow(9) {
        for to_move in Color::BOTH {
            let position = verify::position_with_code(size, code, to_move);
            all += 1;
            solved += usize::from(check(
                &solver,
                Limits { nodes: Some(2_000) },
                &position,
                verify::solve(&position, &mut known),
            ));
        }
    }
    assert!(solved * 100 >= all * 99, "{solved} of {all} solved");
}
