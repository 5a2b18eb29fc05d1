//! Positions per second of each evaluation.
//!
//! One evaluation is what a search asks for: both colours, with the map of cells. For resistance that is two circuits solved
//! from scratch and the power of every cell.

use std::time::Instant;

use board::{BoardSize, Move, Position, random_below, with_words};
use evaluate::{Circuits, Connectibility, TwoDistance, Weights};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

use super::{BenchFigure, BenchReport, Signature};
use crate::ExperimentError;

/// Times each evaluation.
///
/// # Errors
/// None: the boards are known ones.
pub fn evaluate() -> Result<BenchReport, ExperimentError> {
    let mut signature = Signature::new();
    let mut figures = Vec::new();
    for (side, rounds) in [(11, 20), (13, 10), (19, 4)] {
        let size = BoardSize::square(side)?;
        with_words!(size, W => figures.extend(measure::<W>(size, rounds, &mut signature)));
    }
    Ok(BenchReport { signature, figures })
}

/// Every position of some random games that are not over: from the empty board to the last moves.
fn positions<const W: usize>(size: BoardSize) -> Vec<Position<W>> {
    const GAMES: u64 = 20;
    let mut positions = Vec::new();
    for seed in 0..GAMES {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut game = board::Game::new(size, false);
        while game.outcome().is_none() {
            positions.push(game.position().resize());
            let empty: Vec<_> = game.position().empty_cells().iter().collect();
            let cell = empty[random_below(&mut random, empty.len())];
            if game.play(Move::Place(cell)).is_err() {
                break;
            }
        }
    }
    positions
}

fn measure<const W: usize>(size: BoardSize, rounds: usize, signature: &mut Signature) -> Vec<BenchFigure> {
    let positions = positions::<W>(size);
    let mut circuits = Circuits::<W>::new(size);
    let mut distance = TwoDistance::<W>::new(size);
    let mut connectibility = Connectibility::<W>::new(size);
    let mut time = |name: &str, rounds: usize, evaluate: &mut dyn FnMut(&Position<W>) -> f64| {
        let start = Instant::now();
        let mut sum = 0.0;
        for _ in 0..rounds {
            sum = positions.iter().map(&mut *evaluate).sum();
        }
        let seconds = start.elapsed().as_secs_f64();
        // A rounded sum: the last digits of a floating-point number may differ between processors.
        signature.add((sum * 1e6).round() as i128 as u128);
        BenchFigure::rate(format!("{name}, {size}"), (rounds * positions.len()) as f64 / seconds)
    };
    vec![
        time("resistance", rounds, &mut |position| circuits.evaluate(position).log_ratio()),
        time("two-distance", rounds, &mut |position| {
            distance.evaluate(position).iter().map(|potential| f64::from(potential.lowest)).sum()
        }),
        time("connectibility", rounds, &mut |position| {
            Weights::EQUAL.value(&connectibility.features(position))
        }),
    ]
}
