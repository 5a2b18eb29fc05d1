//! No false connection follows from the rules: everything that the judge lets pass in small positions is compared with
//! brute force. `cargo xtask check-exhaustive` goes through all positions up to 3x4.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

#[path = "support/closure.rs"]
mod closure;
mod support;

use closure::Count;
use support::Random;
use verify::{Color, Graph};

/// Every n-th position of a board: each cell the winner's, empty or the loser's.
fn all(columns: usize, rows: usize, every: usize, count: &mut Count) {
    let graph = Graph::new(columns, rows, Color::Black).unwrap();
    for number in (0..3_usize.pow((columns * rows) as u32)).step_by(every) {
        closure::close_number(&graph, columns * rows, number, count);
    }
}

/// Boards, and the distance between two positions that are tried.
const SIZES: [(usize, usize, usize); 9] =
    [(1, 1, 1), (1, 2, 1), (2, 1, 1), (2, 2, 1), (1, 3, 1), (3, 1, 1), (2, 3, 1), (3, 2, 1), (3, 3, 5)];

#[test]
fn nothing_false_follows_on_boards_up_to_3x3() {
    let mut count = Count::default();
    for (columns, rows, every) in SIZES {
        all(columns, rows, every, &mut count);
    }
    println!("{count:?}");
    assert!(count.connections > 100_000 && count.wins > 500, "{count:?}");
}

#[test]
fn nothing_false_follows_in_samples_of_larger_boards() {
    let (mut random, mut count) = (Random::new(2), Count::default());
    for (columns, rows) in [(3, 4), (4, 3), (4, 4), (5, 4), (5, 5)] {
        let graph = Graph::new(columns, rows, Color::Black).unwrap();
        for number in 0..100 {
            let [own, empty] = random.position(&graph, 3 + number % 8);
            closure::close(&graph, own, empty, &mut count);
        }
    }
    println!("{count:?}");
    assert!(count.connections > 10_000 && count.wins > 20, "{count:?}");
}
