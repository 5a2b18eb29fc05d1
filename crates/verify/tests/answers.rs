//! No false claim follows from answers, and no root fits a lost position: all claims of small boards, compared with
//! brute force. `cargo xtask check-exhaustive` goes on up to 3x4.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

#[path = "support/claims.rs"]
mod claims;
mod support;

use claims::{Claims, Judged};
use verify::Color;

#[test]
fn answers_derive_exactly_the_true_claims() {
    let mut judged = Judged::default();
    for (columns, rows) in [(1, 1), (1, 5), (5, 1), (2, 2), (2, 3), (3, 2), (2, 4), (3, 3)] {
        for winner in [Color::Black, Color::White] {
            Claims::new(columns, rows, winner).derive_all(&mut judged);
        }
    }
    println!("{judged:?}");
    assert!(judged.claims > 50_000 && judged.derived > 10_000, "{judged:?}");
}

#[test]
fn no_pair_of_answers_derives_a_false_claim() {
    let mut judged = Judged::default();
    for (columns, rows) in [(1, 1), (1, 3), (3, 1), (2, 2)] {
        Claims::new(columns, rows, Color::White).try_all_pairs(&mut judged);
    }
    println!("{judged:?}");
    assert!(judged.pairs > 10_000 && judged.derived > 50, "{judged:?}");
}

#[test]
fn roots_are_accepted_exactly_where_the_winner_wins() {
    let mut judged = Judged::default();
    for (columns, rows, every) in [(1, 1, 1), (1, 4, 1), (4, 1, 1), (2, 2, 1), (3, 2, 7), (2, 3, 7)] {
        for winner in [Color::Black, Color::White] {
            Claims::new(columns, rows, winner).try_roots(every, &mut judged);
        }
    }
    println!("{judged:?}");
    assert!(judged.roots > 100_000 && judged.accepted > 1_000, "{judged:?}");
}
