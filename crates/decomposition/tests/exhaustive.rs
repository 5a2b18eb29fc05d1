//! The long checks (`cargo xtask check-exhaustive`): thousands of positions against the proof-number solver and brute force.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

mod judge;

use board::{BoardSize, Color, Position};
use decomposition::{
    DecompositionLimits, DecompositionSettings, DecompositionSolver, DecompositionVerdict, Layer,
    SilentDecompositionObserver, standard_opening_book,
};
use judge::{agreement, brute_force_4x4};

#[test]
fn thousands_of_positions_agree_with_the_proof_number_solver() {
    for (side, stones, count) in [(4, 4, 4_000), (5, 7, 4_000), (6, 13, 3_000), (7, 20, 2_000)] {
        for layer in [Layer::Prover, Layer::Patterns] {
            let settings = DecompositionSettings { layer, ..DecompositionSettings::default() };
            let solved = agreement(settings, BoardSize::square(side).unwrap(), stones, count, 5_000);
            println!(
                "{layer:?}, {side}x{side} after {stones} stones: {solved} of {count} solved, none wrong"
            );
            assert!(solved * 10 >= count * 8);
        }
    }
}

#[test]
fn positions_of_4x4_agree_with_brute_force() {
    for layer in [Layer::Prover, Layer::Patterns] {
        let compared =
            brute_force_4x4(DecompositionSettings { layer, ..DecompositionSettings::default() }, 1, 499);
        println!("{layer:?}, 4x4: {compared} positions, none wrong");
    }
}

#[test]
fn the_openings_that_the_books_are_for() {
    let (black, white) = (["b4", "c2", "e2", "f3", "g1", "g2"], ["a1", "b1", "c1", "a2", "b2", "a3", "g3"]);
    let seven = black.map(|opening| (7, opening, Color::Black));
    let lost = white.map(|opening| (7, opening, Color::White));
    let eight = ["f3", "d5"].map(|opening| (8, opening, Color::Black));
    for (side, opening, winner) in seven.into_iter().chain(lost).chain(eight) {
        let size = BoardSize::square(side).unwrap();
        let position = Position::after(size, &[size.cell(opening).unwrap()]).unwrap();
        let book = standard_opening_book(size).unwrap();
        let outcome = DecompositionSolver::default()
            .solve_with_book(&position, book, DecompositionLimits::default(), &SilentDecompositionObserver)
            .unwrap();
        assert_eq!(outcome.verdict, DecompositionVerdict::Won(winner), "{size} {opening}");
        let strategy = outcome.won.unwrap().strategy();
        let nodes = proof::strategy::read_strategy(&strategy, |_| {}).unwrap().size().nodes;
        let examined = outcome.statistics.examined;
        println!("{size} {opening}: {examined} positions examined, a strategy of {nodes} nodes");
    }
}
