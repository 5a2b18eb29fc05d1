//! Evaluations per second on one core.

use std::{sync::Arc, time::Instant};

use board::{BoardSize, Position};
use network::{Evaluator, Instructions, Network, NetworkWeights, PlainNetwork, Shape};

use super::{BenchFigure, BenchReport, Signature};
use crate::ExperimentError;

/// The network and the board.
#[derive(Debug, Clone, clap::Args)]
pub struct NetworkSettings {
    /// Board size: a number for a square board, or columns x rows
    #[arg(long, short = 's', default_value = "11")]
    pub size: BoardSize,
    /// Channels of the trunk
    #[arg(long, default_value_t = Shape::default().channels, value_parser = between(1, 512))]
    pub channels: usize,
    /// Residual blocks; every second one pools over the whole board
    #[arg(long, default_value_t = Shape::default().blocks, value_parser = between(0, 32))]
    pub blocks: usize,
    /// Seconds for each figure
    #[arg(long, default_value_t = 2.0, value_parser = super::seconds)]
    pub seconds: f64,
}

/// Measures a network with random weights: speed does not depend on what it has learnt.
///
/// # Errors
/// None at present.
pub fn network(settings: &NetworkSettings) -> Result<BenchReport, ExperimentError> {
    let mask = (0xAAAA_AAAA_u64 & ((1 << settings.blocks) - 1)) as u32;
    let shape =
        Shape { channels: settings.channels, blocks: settings.blocks, pool_mask: mask, ..Shape::default() };
    let weights = NetworkWeights::random(shape, 1);
    let positions = line(settings.size);
    let name = format!("{}x{}, {}", settings.blocks, settings.channels, settings.size);
    let mut signature = Signature::new();
    let mut figures = Vec::new();
    for instructions in Instructions::detect() {
        let mut evaluator = Evaluator::new(Arc::new(Network::new(&weights, instructions)), settings.size);
        let rate = rate(settings.seconds, &positions, |position| {
            evaluator.evaluate(position, false);
        });
        figures.push(BenchFigure::rate(format!("{instructions}, {name}"), rate));
        // Only portable code rounds the same way on every machine.
        if instructions.to_string() == "portable" {
            for position in &positions {
                let evaluation = evaluator.evaluate(position, false);
                for logit in evaluation.policy.iter().chain([&evaluation.value]) {
                    signature.add(u128::from(logit.to_bits()));
                }
            }
        }
    }
    let plain = PlainNetwork::new(weights);
    let rate = rate(settings.seconds, &positions, |position| {
        std::hint::black_box(plain.evaluate(position, false));
    });
    figures.push(BenchFigure::rate(format!("plain convolution, {name}"), rate));
    Ok(BenchReport { signature, figures })
}

/// The positions of a game that fills the board in steps of a fixed stride.
fn line(size: BoardSize) -> Vec<Position> {
    let cells = size.cells();
    let stride =
        (1..=cells).rev().find(|&stride| gcd(stride, cells) == 1 && stride * 5 < cells * 2).unwrap_or(1);
    let mut position = Position::empty(size);
    let mut positions = vec![position];
    for number in 1..cells.min(32) {
        position.play_unchecked(size.cell_at(number * stride % cells).expect("a remainder is a cell"));
        positions.push(position);
    }
    positions
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// How many positions a second the work gets through.
fn rate(seconds: f64, positions: &[Position], mut work: impl FnMut(&Position)) -> f64 {
    work(&positions[0]);
    let start = Instant::now();
    let mut count = 0;
    loop {
        for position in positions {
            work(position);
            count += 1;
            let elapsed = start.elapsed().as_secs_f64();
            if elapsed >= seconds {
                return f64::from(count) / elapsed;
            }
        }
    }
}

/// Reads a number in a range.
fn between(least: usize, most: usize) -> impl Fn(&str) -> Result<usize, String> + Clone {
    move |text| {
        text.parse()
            .ok()
            .filter(|number| (least..=most).contains(number))
            .ok_or_else(|| format!("found '{text}': expected a number from {least} to {most}"))
    }
}
