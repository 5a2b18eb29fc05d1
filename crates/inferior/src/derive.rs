//! Derives the patterns: every smallest arrangement of a ring for which exhaustive local play proves a claim.
//!
//! A pattern is listed if no stone of its ring can be taken away, if no smaller window proves the same, and if no cell of
//! its region is dead or filled in that arrangement anyway (the fixed point would meet the pattern with a stone there).
//! Turns and reflections of a pattern, and the pattern with colours exchanged, are not listed.

use std::collections::BTreeMap;

use crate::{
    claim::Claim,
    local_play::{EMPTY, LocalPlay, OPPONENT, OWNER, digit, pow3},
    pattern::InferiorPattern,
    window::{Point, SHAPES, Window},
};

/// Derives all patterns, calling `progress` with the number of finished shapes and their total.
pub fn derive(mut progress: impl FnMut(usize, usize)) -> Vec<InferiorPattern> {
    let mut patterns = BTreeMap::new();
    for (done, shape) in SHAPES.iter().enumerate() {
        progress(done, SHAPES.len());
        for pattern in derive_shape(shape) {
            patterns.insert(pattern.sort_key(), pattern);
        }
    }
    progress(SHAPES.len(), SHAPES.len());
    patterns.into_values().collect()
}

/// The patterns of one shape of region, each in its canonical image.
fn derive_shape(shape: &[Point]) -> Vec<InferiorPattern> {
    let window = Window::around(shape);
    let play = LocalPlay::new(&window);
    let claims = Claim::all(shape.len());
    let facts: Vec<u128> = (0..play.ring_codes())
        .map(|ring| {
            let relation = play.relation(ring);
            let proven = claims.iter().enumerate().filter(|(_, claim)| claim.holds(&relation, shape.len()));
            proven.fold(0, |bits, (bit, _)| bits | 1 << bit)
        })
        .collect();
    let smaller = SmallerWindows::of(shape);
    let fills: u128 = claims
        .iter()
        .enumerate()
        .filter(|(_, claim)| matches!(claim, Claim::Dead(_) | Claim::Fill(_)))
        .fold(0, |bits, (bit, _)| bits | 1 << bit);
    let mut patterns = Vec::new();
    for (ring, &proven) in facts.iter().enumerate() {
        let stones = (0..window.ring.len()).filter(|&cell| digit(ring, cell) != EMPTY);
        let with_fewer =
            stones.map(|cell| facts[ring - digit(ring, cell) * pow3(cell)]).fold(0, |a, b| a | b);
        let opponents_fills = facts[exchanged(ring, window.ring.len())] & fills;
        for (bit, &claim) in claims.iter().enumerate() {
            if (proven & !with_fewer) >> bit & 1 == 0 || matches!(claim, Claim::Star(..)) {
                continue;
            }
            let other_fills = (proven & fills & !(1 << bit)) | opponents_fills;
            let already_filled = match claim {
                // Two cells may die together; what a smaller window fills is filled before.
                Claim::Dead(_) => claims.iter().enumerate().any(|(other, &claim)| {
                    (proven & fills & !(1 << bit)) >> other & 1 != 0 && smaller.prove(&window, ring, claim)
                }),
                // Filling a larger set says more than this claim; a smaller one leaves a smaller window.
                Claim::Fill(set) => claims.iter().enumerate().any(|(other, &claim)| match claim {
                    Claim::Dead(_) => other_fills >> other & 1 != 0,
                    Claim::Fill(subset) => proven >> other & 1 != 0 && subset != set && subset & !set == 0,
                    _ => false,
                }),
                _ => other_fills != 0,
            };
            if !already_filled && !smaller.prove(&window, ring, claim) {
                let claim = claim.labelled(&play.relation(ring), shape.len());
                patterns.push(InferiorPattern::from_window(&window, ring, claim).canonical());
            }
        }
    }
    patterns
}

/// The ring with the colours exchanged.
fn exchanged(ring: usize, cells: usize) -> usize {
    (0..cells)
        .map(|cell| {
            let other = match digit(ring, cell) {
                OWNER => OPPONENT,
                OPPONENT => OWNER,
                _ => EMPTY,
            };
            other * pow3(cell)
        })
        .sum()
}

/// Local play in the windows around the connected proper parts of a region.
struct SmallerWindows(Vec<(u8, Window, LocalPlay)>);

impl SmallerWindows {
    fn of(shape: &[Point]) -> Self {
        let parts = (1..(1u8 << shape.len()) - 1).filter_map(|part| {
            let region: Vec<Point> =
                (0..shape.len()).filter(|cell| part >> cell & 1 != 0).map(|cell| shape[cell]).collect();
            let window = Window::around(&region);
            is_connected(&window).then(|| {
                let play = LocalPlay::new(&window);
                (part, window, play)
            })
        });
        Self(parts.collect())
    }

    /// Whether one of them proves the claim when the rest of the region counts as unknown.
    fn prove(&self, window: &Window, ring: usize, claim: Claim) -> bool {
        self.0.iter().filter(|(part, ..)| claim.cells() & !part == 0).any(|(part, small, play)| {
            let small_ring = small.ring.iter().enumerate().map(|(cell, point)| {
                let outer = window.ring.iter().position(|other| other == point);
                outer.map_or(EMPTY, |outer| digit(ring, outer)) * pow3(cell)
            });
            let number = |cell: u8| (part & ((1 << cell) - 1)).count_ones() as u8;
            claim.renumbered(number).holds(&play.relation(small_ring.sum()), small.region.len())
        })
    }
}

fn is_connected(window: &Window) -> bool {
    let touching = window.touching();
    let region = (1u32 << window.region.len()) - 1;
    let grow = |reached: u32| {
        (0..window.region.len())
            .filter(|&cell| reached >> cell & 1 != 0)
            .fold(reached, |bits, cell| bits | touching[cell] & region)
    };
    (0..window.region.len()).fold(1, |reached, _| grow(reached)) == region
}
