//! The value table: best first moves and bids on empty boards, by counting all fillings.

use std::{collections::BTreeMap, time::Duration};

use arena::Stopwatch;
use board::{BoardSize, Position};
use chance::{Arithmetic, Coin, analyze};
use record::{HeatMap, Picture};
use serde::Serialize;

use super::super::{ClaimOutcome, Experiment, PaperFinding, finding::short, sources::PaperClaim};
use crate::{ExperimentError, Lab};

/// Which boards.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct ValueSettings {
    /// The largest side of the boards
    #[arg(long, short = 's', default_value_t = 11, value_parser = clap::value_parser!(u64).range(1..=14))]
    pub(crate) size: u64,
}

/// Chips of each player in the example of a bid.
const CHIPS: f64 = 100.0;

#[derive(Debug, Serialize)]
struct BestMove {
    side: usize,
    moves: String,
    criticality: f64,
    bid: f64,
    seconds: f64,
}

impl Experiment for ValueSettings {
    const NAME: &'static str = "random-turn-values";

    fn within(time: Duration) -> String {
        format!("--size {}", if time.as_secs() < 2 { 7 } else { 11 })
    }

    fn run(&self, claim: &PaperClaim, lab: &Lab<'_>) -> Result<PaperFinding, ExperimentError> {
        let largest = self.size as usize;
        lab.watcher.begin(self.size, "boards");
        let mut rows = Vec::new();
        let mut heat = String::new();
        for side in 1..=largest {
            let size = BoardSize::square(side)?;
            let position = Position::empty(size);
            let clock = Stopwatch::start();
            let analysis = analyze(&position, Coin::FAIR, Arithmetic::Fractions)?;
            let seconds = clock.seconds();
            let names: Vec<String> = analysis.best.iter().map(|&cell| size.name(cell).to_string()).collect();
            let (criticality, bid) = (analysis.most_critical(), 2.0 * CHIPS * analysis.bid());
            rows.push(BestMove { side, moves: names.join(" "), criticality, bid, seconds });
            if side == largest {
                let values: BTreeMap<_, _> =
                    analysis.critical.iter().map(|critical| (critical.cell, critical.probability)).collect();
                let heat_map = HeatMap { values, name: Some("critical".to_string()), written: true };
                heat = Picture { heat: Some(heat_map), ..Picture::new(position) }.svg();
            }
            lab.watcher.advance(1);
        }
        let last = &rows[rows.len() - 1];
        let is_papers = last.side >= claim.read::<usize>("size")?;
        // The paper calls impossible what is done here.
        let outcome = if is_papers { ClaimOutcome::DoesNotHold } else { ClaimOutcome::Undecided };
        let because = format!(
            "Going through the board row by row, fillings that look alike from the last row are counted together. All 2^{} \
             fillings of {1}x{1} take {2} ms, in exact fractions.",
            last.side * last.side,
            last.side,
            short(1000.0 * last.seconds)
        );
        let ours =
            format!("{0}x{0}: exactly {1}, in {2} ms", last.side, last.moves, short(1000.0 * last.seconds));
        let table = rows.iter().map(|row| {
            [
                format!("{0}x{0}", row.side),
                row.moves.clone(),
                format!("{:.4}", row.criticality),
                format!("{:.2}", row.bid),
                short(1000.0 * row.seconds),
            ]
        });
        let heads = ["board", "best first moves", "how often critical", "best bid with 100 chips each", "ms"];
        PaperFinding::new(outcome, ours, because)
            .with_table(
                "The empty board: both players have half of the wins, and the same best moves",
                heads,
                table,
            )
            .with_figure(
                "heat",
                format!("How often each cell of the empty {0}x{0} board is critical.", last.side),
                heat,
            )
            .with_data(&rows)
    }
}
