//! The statistics against simulated matches whose truth is known.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use arena::{PairCounts, Sprt, score_of_elo};
use proptest::prelude::*;
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};

/// A pair of games: the opening shifts the first game one way and the second the other.
fn pair(random: &mut Xoshiro256PlusPlus, elo: f64, opening: f64) -> u64 {
    let unit = |random: &mut Xoshiro256PlusPlus| (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    let shift = (2.0 * unit(random) - 1.0) * opening;
    [elo + shift, elo - shift].into_iter().map(|elo| u64::from(unit(random) < score_of_elo(elo))).sum()
}

/// The Elo at which the mean score of pairs under shifted openings is reached: what a match measures.
fn measured_elo(elo: f64, opening: f64) -> f64 {
    let steps = 2000;
    let at = |step: i32| (2.0 * (f64::from(step) + 0.5) / f64::from(steps) - 1.0) * opening;
    let mean: f64 = (0..steps)
        .map(|step| (score_of_elo(elo + at(step)) + score_of_elo(elo - at(step))) / 2.0)
        .sum::<f64>()
        / f64::from(steps);
    arena::elo_of_score(mean)
}

#[test]
fn the_interval_holds_the_truth_nineteen_times_in_twenty() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    for (elo, opening, pairs) in
        [(0.0, 0.0, 100), (0.0, 400.0, 50), (80.0, 200.0, 100), (-250.0, 300.0, 100), (20.0, 800.0, 200)]
    {
        let truth = measured_elo(elo, opening);
        let matches = 2000;
        let mut held = 0;
        for _ in 0..matches {
            let mut counts = PairCounts::default();
            (0..pairs).for_each(|_| counts.add(pair(&mut random, elo, opening)));
            let found = counts.elo().unwrap();
            assert!(found.low <= found.difference && found.difference <= found.high);
            held += u32::from(found.low <= truth && truth <= found.high);
        }
        let share = f64::from(held) / f64::from(matches);
        assert!((0.93..=0.98).contains(&share), "elo {elo}, openings {opening}: {share}");
    }
}

#[test]
fn pairing_makes_the_interval_narrower_where_openings_decide() {
    let width = |counts: PairCounts| counts.elo().map(|elo| elo.high - elo.low).unwrap();
    // 100 games, 50 won, once independent and once with every opening deciding its pair.
    let independent = width(PairCounts { lost: 13, split: 24, won: 13 });
    let decided = width(PairCounts { lost: 1, split: 48, won: 1 });
    assert!(decided < independent / 2.0, "{decided} {independent}");
}

#[test]
fn the_sequential_test_errs_as_rarely_as_it_says() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    let sprt = Sprt { elo0: 0.0, elo1: 40.0, alpha: 0.05, beta: 0.05 };
    for (truth, opening, expected) in [
        (0.0, 200.0, false),
        (40.0, 200.0, true),
        (0.0, 0.0, false),
        (120.0, 200.0, true),
        (-40.0, 0.0, false),
    ] {
        let (tests, mut wrong, mut total) = (400u32, 0u32, 0u64);
        for _ in 0..tests {
            let mut counts = PairCounts::default();
            let verdict = loop {
                counts.add(pair(&mut random, truth, opening));
                if let Some(verdict) = sprt.state(&counts).accepted() {
                    break verdict;
                }
                assert!(counts.pairs() < 20_000, "the test does not end");
            };
            wrong += u32::from(verdict != expected);
            total += counts.pairs();
        }
        let share = f64::from(wrong) / f64::from(tests);
        // Openings shrink the true difference a little, hence the room above 0.05.
        assert!(
            share <= 0.095,
            "truth {truth}: wrong {share}, {} pairs on average",
            total / u64::from(tests)
        );
        assert!(total / u64::from(tests) < 600);
    }
}

proptest! {
    /// More wins never lower the estimate or the ratio, and exchanging the contestants turns the estimate round.
    #[test]
    fn the_estimate_is_monotone_and_symmetric(lost in 0..200u64, split in 0..200u64, won in 0..200u64) {
        prop_assume!(lost + split + won > 0);
        let counts = PairCounts { lost, split, won };
        let found = counts.elo().unwrap();
        let turned = PairCounts { lost: won, split, won: lost }.elo().unwrap();
        let close = |a: f64, b: f64| (a.is_infinite() && a == b) || (a - b).abs() < 1e-6;
        prop_assert!(close(found.difference, -turned.difference));
        prop_assert!(close(found.low, -turned.high), "{found:?} {turned:?}");
        prop_assert!((found.superiority + turned.superiority - 1.0).abs() < 1e-6);
        let better = PairCounts { lost, split, won: won + 1 }.elo().unwrap();
        prop_assert!(better.difference >= found.difference && better.superiority >= found.superiority - 1e-9);
        let sprt = Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05 };
        let state = sprt.state(&counts);
        prop_assert!(state.llr.is_finite());
    }
}
