//! The exact method and random fillings, on one core.

use std::time::Instant;

use board::{BoardSize, Position};
use chance::{Analysis, Arithmetic, Coin, Sampler, analyze};

use super::{BenchFigure, BenchReport, Signature, most_memory};
use crate::ExperimentError;

/// Settings of the benchmark of Random-Turn and Bidding Hex.
#[derive(Debug, Clone, clap::Args)]
pub struct ChanceSettings {
    /// Board sizes for the exact method, small to large: peak memory is that of the largest so far
    #[arg(long, value_delimiter = ',', default_value = "11,13,14")]
    pub sizes: Vec<BoardSize>,
    /// Random fillings to time
    #[arg(long, default_value_t = 200_000_000)]
    pub fillings: u64,
}

/// A game on 11x11 up to its middle.
const MIDDLE: &str = "f6 d8 e5 g4 c7 d6 h5 g6 f8 e9 h7 g8 c5 d4 i4 b8 f3 h3 g2 d10 e3 j5 i7 c9 b6 k2";

/// Times exact analyses and random fillings.
///
/// # Errors
/// [`ExperimentError`] where a board is too large for the exact method.
pub fn chance(settings: &ChanceSettings) -> Result<BenchReport, ExperimentError> {
    let mut report = BenchReport { signature: Signature::new(), figures: Vec::new() };
    for &size in &settings.sizes {
        let empty = Position::empty(size);
        time(&mut report, format!("exact, {size}, tables and first analysis"), &empty, Arithmetic::Float)?;
        time(&mut report, format!("exact, {size}, next analyses"), &empty, Arithmetic::Float)?;
        if let Some(bytes) = most_memory() {
            report.figures.push(BenchFigure {
                name: format!("exact, {size}, peak memory"),
                value: bytes / 1e6,
                unit: "MB",
            });
        }
        if size.cells() < 256 {
            time(&mut report, format!("exact, {size}, in fractions"), &empty, Arithmetic::Fractions)?;
        }
    }
    let eleven = BoardSize::square(11)?;
    let moves = eleven.cells_named(MIDDLE)?;
    let middle = Position::after(eleven, &moves)?;
    time(&mut report, format!("exact, 11x11, {} stones", moves.len()), &middle, Arithmetic::Float)?;

    let mut sampler = Sampler::new(&Position::empty(eleven), Coin::FAIR, 1);
    let start = Instant::now();
    sampler.run(settings.fillings);
    let seconds = start.elapsed().as_secs_f64();
    let sample = sampler.sample();
    report.signature.add(u128::from(sample.black_wins));
    for &(_, losing) in &sample.losing {
        report.signature.add(u128::from(losing));
    }
    report.figures.push(BenchFigure::rate("random fillings, 11x11", settings.fillings as f64 / seconds));
    Ok(report)
}

/// Analyses a position and adds the time to the report, and the answer to the signature.
fn time(
    report: &mut BenchReport,
    name: String,
    position: &Position,
    arithmetic: Arithmetic,
) -> Result<(), ExperimentError> {
    let start = Instant::now();
    let analysis: Analysis = analyze(position, Coin::FAIR, arithmetic)?;
    report.figures.push(BenchFigure { name, value: start.elapsed().as_secs_f64(), unit: "seconds" });
    report.signature.add(u128::from(analysis.black_wins.to_bits()));
    for critical in &analysis.critical {
        report.signature.add(u128::from(critical.probability.to_bits()));
    }
    Ok(())
}
