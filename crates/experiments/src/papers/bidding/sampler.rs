//! Section 5: how fast the paper's sampler is, and how many fillings it needs.

use std::time::Duration;

use arena::Stopwatch;
use board::{BoardSize, Position};
use chance::{Arithmetic, Coin, Sample, Sampler, analyze};
use serde::Serialize;

use super::super::{
    ClaimOutcome, Experiment, PaperFinding,
    chart::{Chart, Draw, Series},
    finding::{grouped, short},
    games::bridge_game,
    sources::PaperClaim,
};
use crate::{ExperimentError, Lab};

/// How long to sample.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct SpeedSettings {
    /// Milliseconds
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    pub(crate) milliseconds: u64,
}

impl Experiment for SpeedSettings {
    const NAME: &'static str = "filling-speed";

    fn within(time: Duration) -> String {
        format!("--milliseconds {}", (time.as_millis() / 2).clamp(50, 2000))
    }

    fn run(&self, claim: &PaperClaim, _: &Lab<'_>) -> Result<PaperFinding, ExperimentError> {
        let size = BoardSize::square(claim.read("size")?)?;
        let paper = claim.number("per_second")?;
        let mut sampler = Sampler::new(&Position::empty(size), Coin::FAIR, 1);
        let clock = Stopwatch::start();
        while clock.seconds() * 1000.0 < self.milliseconds as f64 {
            sampler.run(1 << 14);
        }
        let rate = sampler.sample().fillings as f64 / clock.seconds();
        let because = format!(
            "On one core, {} times the paper's rate. 512 boards are filled and judged at the same time, one bit for each.",
            short(rate / paper)
        );
        PaperFinding::new(ClaimOutcome::of(rate >= paper), format!("{} million", short(rate / 1e6)), because)
            .with_data(&rate)
    }
}

/// Which positions, and how many fillings.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct SamplerSettings {
    /// Board size; the paper's is 11
    #[arg(long, short = 's', default_value = "11")]
    pub(crate) size: BoardSize,
    /// Positions, taken from games between simple players
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub(crate) positions: u64,
    /// Samples of each position with each number of fillings
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub(crate) samples: u64,
    /// Numbers of fillings
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "100,300,1000,3000,10000,30000,100000,300000,1000000"
    )]
    pub(crate) fillings: Vec<u64>,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

#[derive(Debug, Serialize)]
struct Convergence {
    fillings: u64,
    /// The share of samples whose move is an optimal one.
    optimal: f64,
    /// How much chance to win the sampled move gives away, in the mean.
    loss: f64,
    /// The greatest loss.
    worst: f64,
    /// The error of the bid, in chips of 200, in the mean.
    bid_error: f64,
}

/// Chips in the game of the table.
const CHIPS: f64 = 200.0;
/// A move that gives away less than this is as good as the best.
const SMALL: f64 = 0.001;

impl Experiment for SamplerSettings {
    const NAME: &'static str = "sampler";

    fn within(time: Duration) -> String {
        match time.as_secs() {
            0..3 => "--size 5 --positions 3 --samples 2".to_string(),
            3..15 => "--positions 6 --samples 4".to_string(),
            _ => String::new(),
        }
    }

    fn run(&self, claim: &PaperClaim, lab: &Lab<'_>) -> Result<PaperFinding, ExperimentError> {
        let positions = positions(self.size, self.positions as usize, self.seed);
        lab.watcher.begin((positions.len() * self.fillings.len()) as u64, "positions");
        let mut analyses = Vec::new();
        for position in &positions {
            analyses.push(analyze(position, Coin::FAIR, Arithmetic::Float)?);
        }
        let mut rows = Vec::new();
        for &fillings in &self.fillings {
            let mut row = Convergence { fillings, optimal: 0.0, loss: 0.0, worst: 0.0, bid_error: 0.0 };
            for (number, (position, exact)) in positions.iter().zip(&analyses).enumerate() {
                for sample in 0..self.samples {
                    let seed = self.seed.wrapping_add(1_000_003 * number as u64 + sample);
                    let sampled = Sample::of(position, Coin::FAIR, fillings, seed);
                    let Some(cell) = sampled.best() else { continue };
                    let critical = exact.critical.iter().find(|critical| critical.cell == cell);
                    // A stone on a cell is worth half of its criticality.
                    let loss =
                        (exact.most_critical() - critical.map_or(0.0, |critical| critical.probability)) / 2.0;
                    row.optimal += f64::from(u8::from(exact.best.contains(&cell)));
                    row.loss += loss;
                    row.worst = row.worst.max(loss);
                    row.bid_error += (sampled.bid().value - exact.bid()).abs() * CHIPS;
                }
                lab.watcher.advance(1);
            }
            let count = (positions.len() as u64 * self.samples) as f64;
            for sum in [&mut row.optimal, &mut row.loss, &mut row.bid_error] {
                *sum /= count;
            }
            rows.push(row);
            if lab.watcher.is_over() {
                break;
            }
        }
        let enough = claim.number("fillings")?;
        let at = rows.iter().find(|row| row.fillings as f64 >= enough);
        let (outcome, because) = match at {
            _ if self.size.cells() < 121 => {
                (ClaimOutcome::Undecided, "The board is smaller than the paper's, 11x11.".to_string())
            }
            Some(row) if row.loss <= SMALL => (
                ClaimOutcome::Holds,
                format!(
                    "With {} fillings the move gives away {:.3} % of the chance to win in the mean, at most {:.2} %, and the bid is off by {:.2} of 200 chips. \
                     It is exactly the best move in {:.0} % of the samples: the rest are nearly as good.",
                    grouped(row.fillings),
                    100.0 * row.loss,
                    100.0 * row.worst,
                    row.bid_error,
                    100.0 * row.optimal
                ),
            ),
            Some(row) => (
                ClaimOutcome::Differs,
                format!(
                    "With {} fillings the move still gives away {:.2} % of the chance to win.",
                    grouped(row.fillings),
                    100.0 * row.loss
                ),
            ),
            None => (ClaimOutcome::Undecided, format!("No sample had {} fillings.", grouped(enough as u64))),
        };
        let ours = at.map_or_else(
            || "–".to_string(),
            |row| format!("{}: {:.3} % of the chance given away", grouped(row.fillings), 100.0 * row.loss),
        );
        let chart = Chart {
            x: "random fillings for a move",
            y: "% of the chance to win given away",
            log_x: true,
            from_zero: true,
            ..Chart::default()
        };
        let points = |value: &dyn Fn(&Convergence) -> f64| {
            rows.iter().map(|row| (row.fillings as f64, value(row))).collect::<Vec<_>>()
        };
        let svg = chart.draw(&[Series::new("mean", Draw::Joined, points(&|row| 100.0 * row.loss))])?;
        let bids = Chart {
            x: "random fillings for a move",
            y: "error of the bid in chips of 200",
            log_x: true,
            from_zero: true,
            ..Chart::default()
        };
        let bids = bids.draw(&[Series::new("mean", Draw::Joined, points(&|row| row.bid_error))])?;
        let table = rows.iter().map(|row| {
            [
                grouped(row.fillings),
                format!("{:.0} %", 100.0 * row.optimal),
                format!("{:.3} %", 100.0 * row.loss),
                format!("{:.2} %", 100.0 * row.worst),
                format!("{:.2}", row.bid_error),
            ]
        });
        let heads = [
            "fillings",
            "best move found",
            "chance given away, mean",
            "worst",
            "error of the bid in chips of 200",
        ];
        let caption = format!(
            "{} positions of games on {}, {} samples each, against the exact count",
            positions.len(),
            self.size,
            self.samples
        );
        PaperFinding::new(outcome, ours, because)
            .with_table(caption, heads, table)
            .with_figure(
                "loss",
                "How much chance to win a sampled move gives away, by the number of fillings.",
                svg,
            )
            .with_figure("bids", "How far the sampled bid is from the best one.", bids)
            .with_data(&rows)
    }
}

/// Positions of games between bridge players, evenly spread over each game.
fn positions(size: BoardSize, count: usize, seed: u64) -> Vec<Position> {
    let mut positions = Vec::new();
    let mut number = 0;
    while positions.len() < count {
        let all = bridge_game(size, seed.wrapping_add(number));
        // Three of each game: its beginning, a third of it, two thirds.
        positions.extend((0..3).filter_map(|part| all.get(part * all.len() / 3).copied()));
        number += 1;
    }
    positions.truncate(count);
    positions
}
