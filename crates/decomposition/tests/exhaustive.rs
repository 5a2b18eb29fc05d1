//! The long checks (`cargo xtask check-exhaustive`): thousands of positions against the proof-number solver and brute force.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

mod judge;

use board::BoardSize;
use decomposition::{Layer, Settings};
use judge::{agreement, brute_force_4x4};

#[test]
fn thousands_of_positions_agree_with_the_proof_number_solver() {
    for (side, stones, count) in [(4, 4, 4_000), (5, 7, 4_000), (6, 13, 3_000), (7, 20, 2_000)] {
        for layer in [Layer::Prover, Layer::Patterns] {
            let settings = Settings { layer, ..Settings::default() };
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
        let compared = brute_force_4x4(Settings { layer, ..Settings::default() }, 1, 499);
        println!("{layer:?}, 4x4: {compared} positions, none wrong");
    }
}
