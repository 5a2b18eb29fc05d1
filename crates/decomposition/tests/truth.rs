//! What the solver calls won is won, and the strategy it writes holds.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::collections::HashMap;

use board::{BoardSize, Cell, CellSet, Color, Position, Symmetry};
use decomposition::{Limits, Settings, Silent, Solver, Verdict};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

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
fn check(solver: &Solver, limits: Limits, position: &Position, winner: Color) -> bool {
    let outcome = solver.solve(position, limits, &Silent).unwrap();
    let Some(proof) = outcome.won else { return false };
    assert_eq!(outcome.verdict, Verdict::Won(winner), "{position:?}");
    assert_eq!(proof.winner, winner);
    let strategy = verify::strategy::read_strategy(&proof.strategy(), |_| ());
    let strategy = strategy.unwrap_or_else(|error| panic!("{error}\n{position:?}"));
    assert_eq!((strategy.position(), strategy.winner()), (position, winner));
    true
}

/// A position after so many random stones.
fn random_position(size: BoardSize, stones: usize, random: &mut Xoshiro256PlusPlus) -> Position {
    let mut position = Position::empty(size);
    for _ in 0..stones {
        let empty: Vec<Cell> = position.empty_cells().iter().collect();
        position.play_unchecked(empty[board::below(random, empty.len())]);
    }
    position
}

/// Compares with the proof-number solver on random positions; gives how many were solved.
fn agreement(size: BoardSize, stones: usize, count: usize, nodes: u64) -> usize {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(size.cells() as u64 * 1000 + stones as u64);
    let settings = solver::Settings { table_bytes: 1 << 22, ..solver::Settings::default() };
    let mut other = solver::AnySolver::new(settings, solver::ProverSettings::default());
    let mut solved = 0;
    for _ in 0..count {
        let position = random_position(size, stones, &mut random);
        let answer = other.solve(&position, solver::Limits::default(), &solver::Silent);
        let limits = Limits { nodes: Some(nodes) };
        solved +=
            usize::from(check(&Solver::new(Settings::default()), limits, &position, answer.winner.unwrap()));
    }
    solved
}

#[test]
fn random_positions_agree_with_the_proof_number_solver() {
    let share = if cfg!(feature = "exhaustive") { 20 } else { 1 };
    for (side, stones, count, least) in
        [(4, 3, 200, 180), (5, 8, 200, 180), (6, 14, 150, 120), (7, 22, 100, 80)]
    {
        let solved = agreement(BoardSize::square(side).unwrap(), stones, count * share, 2_000);
        println!("{side}x{side}: {solved} of {}", count * share);
        assert!(solved >= least * share, "{side}x{side}: {solved} of {}", count * share);
    }
    let size = BoardSize::new(6, 4).unwrap();
    assert!(agreement(size, 5, 100 * share, 2_000) >= 80 * share);
}

#[test]
fn samples_of_4x4_agree_with_brute_force() {
    let size = BoardSize::square(4).unwrap();
    let step = if cfg!(feature = "exhaustive") { 997 } else { 60_013 };
    let solver = Solver::new(Settings::default());
    let mut known = HashMap::new();
    for code in (0..3usize.pow(16)).step_by(step) {
        for to_move in Color::BOTH {
            let position = position(size, code, to_move);
            let limits = Limits { nodes: Some(2_000) };
            check(&solver, limits, &position, verify::solve(&position, &mut known));
        }
    }
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
            let position = position(size, code, to_move);
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
