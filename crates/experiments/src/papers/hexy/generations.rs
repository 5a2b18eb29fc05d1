//! Figure 9: the time T(n) of an evaluation with n iterations of the theorem prover, as a multiple of one without.
//!
//! T(n) is what the paper times: building the connections of n iterations from nothing by the paper's rules, and
//! solving both circuits with the links that these connections add. Each position is timed several times and the
//! fastest counts.

use std::time::Duration;

use arena::Stopwatch;
use board::{BoardSize, with_words};
use connection::Connections;
use evaluate::Circuits;
use serde::Serialize;

use super::{
    super::{
        ClaimOutcome, Experiment, PaperFinding,
        chart::{Chart, Draw, Series},
        finding::{median, short},
        sources::PaperClaim,
    },
    faithful_rules, typical_positions,
};
use crate::{ExperimentError, Lab};

/// Which positions.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct GenerationSettings {
    /// Board size; the paper's is 10
    #[arg(long, short = 's', default_value = "10")]
    pub(crate) size: BoardSize,
    /// Games whose positions are evaluated
    #[arg(long, short = 'g', default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub(crate) games: u64,
    /// Times that each position is timed; the fastest counts
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub(crate) passes: u64,
    /// Random seed of the games
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

/// The most iterations that are counted one by one.
const MOST: usize = 10;

/// Evaluations without connections that are timed together.
const REPEATED: u32 = 8;

#[derive(Debug, Serialize)]
struct GenerationCost {
    /// How many iterations, or `inf`.
    iterations: String,
    /// The ratio T(n)/T(0): the median of the positions, and its quarters.
    median: f64,
    quarter: f64,
    three_quarters: f64,
    /// The median of T(n).
    microseconds: f64,
}

impl Experiment for GenerationSettings {
    const NAME: &'static str = "hexy-generations";

    fn within(time: Duration) -> String {
        match time.as_secs() {
            0..3 => "--size 5 --games 1 --passes 1".to_string(),
            3..20 => "--games 1 --passes 2".to_string(),
            seconds => format!("--games {} --passes 3", (seconds / 8).clamp(2, 20)),
        }
    }

    fn run(&self, claim: &PaperClaim, lab: &Lab<'_>) -> Result<PaperFinding, ExperimentError> {
        let [low, high] = [claim.number("ratio_from")?, claim.number("ratio_to")?];
        let most = claim.number("n")? as usize;
        let costs = with_words!(self.size, W => costs::<W>(self, most, lab));
        let Some((all, counted)) = costs.split_last() else {
            return Ok(PaperFinding::new(ClaimOutcome::Undecided, "–", "No position was timed."));
        };
        let ours = format!(
            "median {}, half of the positions {} to {}",
            short(all.median),
            short(all.quarter),
            short(all.three_quarters)
        );
        let ours = format!("T(∞)/T(0): {ours}");
        let plain = all.microseconds / all.median.max(1e-9);
        let (outcome, because) = if (low..=high).contains(&all.median) {
            (ClaimOutcome::Holds, "The median lies in the paper's range.".to_string())
        } else {
            let because = format!(
                "The ratio depends on how fast the plain circuits are solved, by which it is divided. Here they take {} µs and \
                 all connections {} µs, both circuits included. As in the paper the curve is flat after a few iterations.",
                short(plain),
                short(all.microseconds)
            );
            (ClaimOutcome::Differs, because)
        };
        let span = [0.0, counted.len() as f64];
        let points = |value: &dyn Fn(&GenerationCost) -> f64| {
            let first = std::iter::once((0.0, 1.0));
            first
                .chain(counted.iter().enumerate().map(|(n, cost)| (n as f64 + 1.0, value(cost))))
                .collect::<Vec<_>>()
        };
        let chart =
            Chart { x: "iterations of the prover, n", y: "T(n)/T(0)", from_zero: true, ..Chart::default() };
        let svg = chart.draw(&[
            Series::new("ours, median", Draw::Joined, points(&|cost| cost.median)),
            Series::new("ours, a quarter below", Draw::Line, points(&|cost| cost.quarter)),
            Series::new("ours, a quarter above", Draw::Line, points(&|cost| cost.three_quarters)),
            Series::level("paper, least typical T(∞)/T(0)", span, low),
            Series::level("paper, most", span, high),
        ])?;
        let rows = costs.iter().map(|cost| {
            [
                cost.iterations.clone(),
                short(cost.quarter),
                short(cost.median),
                short(cost.three_quarters),
                short(cost.microseconds),
            ]
        });
        let caption =
            format!("T(n)/T(0) on {} with N = {most}; the paper: {low} to {high} for n = ∞", self.size);
        let heads = ["n", "a quarter below", "median", "a quarter above", "T(n) in µs, median"];
        PaperFinding::new(outcome, ours, because)
            .with_table(caption, heads, rows)
            .with_figure(
                "ratios",
                "Figure 9: the time of an evaluation with n iterations, over that of one without.",
                svg,
            )
            .with_data(&costs)
    }
}

fn costs<const W: usize>(settings: &GenerationSettings, most: usize, lab: &Lab<'_>) -> Vec<GenerationCost> {
    let positions = typical_positions::<W>(settings.size, settings.games, settings.seed);
    lab.watcher.begin(positions.len() as u64, "positions");
    let mut circuits = Circuits::<W>::new(settings.size);
    let rounds: Vec<usize> = (1..=MOST).chain([usize::MAX]).collect();
    let mut ratios = vec![Vec::new(); rounds.len()];
    let mut times = vec![Vec::new(); rounds.len()];
    for position in &positions {
        if lab.watcher.is_over() {
            break;
        }
        let mut fastest = |work: &mut dyn FnMut(&mut Circuits<W>)| {
            let time = |_| {
                let start = Stopwatch::start();
                work(&mut circuits);
                start.seconds()
            };
            (0..settings.passes).map(time).fold(f64::INFINITY, f64::min)
        };
        // One evaluation without connections is too short to be timed alone.
        let plain = |circuits: &mut Circuits<W>| {
            for _ in 0..REPEATED {
                std::hint::black_box(circuits.evaluate(position));
            }
        };
        let plain = fastest(&mut { plain }) / f64::from(REPEATED);
        for (index, &rounds) in rounds.iter().enumerate() {
            let time = fastest(&mut |circuits| {
                let connections = Connections::new(position, faithful_rules(most, rounds));
                std::hint::black_box(circuits.evaluate_connected(&connections));
            });
            ratios[index].push(time / plain);
            times[index].push(1e6 * time);
        }
        lab.watcher.advance(1);
    }
    if ratios[0].is_empty() {
        return Vec::new();
    }
    let cost = |(index, rounds): (usize, &usize)| {
        let mut sorted = ratios[index].clone();
        sorted.sort_by(f64::total_cmp);
        GenerationCost {
            iterations: if *rounds == usize::MAX { "∞".to_string() } else { rounds.to_string() },
            median: median(&sorted),
            quarter: sorted[sorted.len() / 4],
            three_quarters: sorted[3 * sorted.len() / 4],
            microseconds: median(&times[index]),
        }
    };
    rounds.iter().enumerate().map(cost).collect()
}
