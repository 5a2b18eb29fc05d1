//! Everything that follows in every position of the boards up to 3x4 is true: `cargo xtask check-exhaustive`.
//! `HEXWRIGHT_SHARE=3/16` closes every sixteenth position from the third on, so that the work can be shared out.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]
#![allow(clippy::print_stdout, reason = "the figures are for the documentation")]

#[path = "support/claims.rs"]
mod claims;
#[path = "support/closure.rs"]
mod closure;
mod support;

use claims::{Claims, Judged};
use closure::Count;
use support::Random;
use verify::{Color, Graph};

/// The number of the first position and the distance to the next one.
fn share() -> (usize, usize) {
    let number = |text: &str| text.parse().expect("HEXWRIGHT_SHARE is two numbers such as 3/16");
    std::env::var("HEXWRIGHT_SHARE").map_or((0, 1), |share| {
        let (which, of) = share.split_once('/').expect("HEXWRIGHT_SHARE is two numbers such as 3/16");
        (number(which), number(of))
    })
}

/// Every position of boards, each cell the winner's, empty or the loser's.
fn close_all(boards: &[(usize, usize)]) -> Count {
    let mut count = Count::default();
    let (first, every) = share();
    for &(columns, rows) in boards {
        let graph = Graph::new(columns, rows, Color::Black).unwrap();
        for number in (first..3_usize.pow((columns * rows) as u32)).step_by(every) {
            closure::close_number(&graph, columns * rows, number, &mut count);
        }
        println!("connections up to {columns}x{rows}: {count:?}");
    }
    count
}

#[test]
fn nothing_false_follows_on_boards_up_to_3x4() {
    let count = close_all(&[(1, 4), (2, 4), (4, 2), (3, 3), (3, 4)]);
    assert!(count.positions * share().1 > 500_000 && count.connections * share().1 > 10_000_000, "{count:?}");
}

#[test]
fn nothing_false_follows_on_4x3() {
    let count = close_all(&[(4, 3)]);
    assert!(count.positions * share().1 > 500_000 && count.connections * share().1 > 10_000_000, "{count:?}");
}

#[test]
fn nothing_false_follows_on_4x4_and_5x5_with_few_empty_cells() {
    let (mut random, mut count) = (Random::new(3), Count::default());
    for side in [4, 5] {
        let graph = Graph::new(side, side, Color::Black).unwrap();
        for number in 0..5000 {
            let [own, empty] = random.position(&graph, 4 + number % 4);
            closure::close(&graph, own, empty, &mut count);
        }
        println!("connections on samples up to {side}x{side}: {count:?}");
    }
    assert!(count.complete > 4000 && count.connections > 1_000_000, "{count:?}");
}

#[test]
fn answers_derive_exactly_the_true_claims_up_to_3x4() {
    let mut judged = Judged::default();
    for (columns, rows) in [(1, 12), (2, 5), (5, 2), (2, 6), (6, 2), (3, 4), (4, 3)] {
        for winner in [Color::Black, Color::White] {
            Claims::new(columns, rows, winner).derive_all(&mut judged);
        }
        println!("claims up to {columns}x{rows}: {judged:?}");
    }
    assert!(judged.claims > 4_000_000 && judged.derived > 1_000_000, "{judged:?}");
}

#[test]
fn no_pair_of_answers_and_no_root_is_false() {
    let mut judged = Judged::default();
    for (columns, rows) in [(1, 5), (2, 3), (3, 2)] {
        Claims::new(columns, rows, Color::Black).try_all_pairs(&mut judged);
        Claims::new(columns, rows, Color::White).try_roots(1, &mut judged);
    }
    Claims::new(3, 3, Color::Black).try_roots(100, &mut judged);
    println!("pairs and roots: {judged:?}");
    assert!(judged.pairs > 1_000_000 && judged.roots > 10_000_000, "{judged:?}");
}
