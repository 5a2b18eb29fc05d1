//! Whole chips: the example of a round, and how close few chips come to Richman's value.

use std::time::Duration;

use board::{BoardSize, Color};
use chance::{BiddingGame, BiddingRules, Payment, Purses, TieRule};
use serde::Serialize;

use super::super::{
    ClaimOutcome, Experiment, PaperFinding,
    chart::{Chart, Draw, Series},
    sources::PaperClaim,
};
use crate::{ExperimentError, Lab, chips::chip_curves};

/// The example of section 1.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct RoundSettings {}

impl Experiment for RoundSettings {
    const NAME: &'static str = "bidding-round";

    fn within(_: Duration) -> String {
        String::new()
    }

    fn run(&self, claim: &PaperClaim, _: &Lab<'_>) -> Result<PaperFinding, ExperimentError> {
        let chips: [u32; 2] = claim.read("chips")?;
        let bids: [u32; 2] = claim.read("bids")?;
        let expected: [u32; 2] = claim.read("after")?;
        let size = BoardSize::square(11)?;
        let rules = BiddingRules { ties: TieRule::Advantage, payment: Payment::Opponent };
        // Alice is Black.
        let mut game = BiddingGame::new(size, rules, Purses::new(chips[0], chips[1], Color::Black));
        game.bid(bids)?;
        game.play(size.cell("f6")?)?;
        let after = Color::BOTH.map(|color| game.purses().of(color));
        let outcome = ClaimOutcome::of(after == expected);
        let because =
            format!("Bob's stone is on the board, and the chips are {} and {}.", after[0], after[1]);
        PaperFinding::new(outcome, format!("Alice has {} chips, Bob {}", after[0], after[1]), because)
            .with_data(&after)
    }
}

/// How many chips.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct ChipEntrySettings {
    /// The most chips in all
    #[arg(long, default_value_t = 120, value_parser = clap::value_parser!(u32).range(2..=1000))]
    pub(crate) chips: u32,
}

#[derive(Debug, Serialize)]
struct ChipResult {
    position: &'static str,
    richman: f64,
    chips: u32,
    share: f64,
    chips_off: f64,
    /// The most by which any number of chips is off.
    most_off: f64,
}

impl Experiment for ChipEntrySettings {
    const NAME: &'static str = "chips";

    fn within(time: Duration) -> String {
        let chips = match time.as_secs() {
            0..5 => 16,
            5..40 => 60,
            _ => 120,
        };
        format!("--chips {chips}")
    }

    fn run(&self, claim: &PaperClaim, lab: &Lab<'_>) -> Result<PaperFinding, ExperimentError> {
        let limit = claim.number("most_chips_off")?;
        let curves = chip_curves(self.chips, lab)?;
        let off = |total: u32, share: f64, richman: f64| (share - richman).abs() * f64::from(total);
        let results: Vec<ChipResult> = curves
            .iter()
            .filter_map(|curve| {
                let &(chips, share) = curve.shares.last()?;
                let most_off = curve
                    .shares
                    .iter()
                    .map(|&(total, share)| off(total, share, curve.richman))
                    .fold(0.0, f64::max);
                let chips_off = off(chips, share, curve.richman);
                Some(ChipResult {
                    position: curve.name,
                    richman: curve.richman,
                    chips,
                    share,
                    chips_off,
                    most_off,
                })
            })
            .collect();
        let most = results.iter().map(|result| result.most_off).fold(0.0, f64::max);
        let outcome =
            if results.is_empty() { ClaimOutcome::Undecided } else { ClaimOutcome::of(most <= limit) };
        let because = format!(
            "With any number of chips up to {}, the fewest that win are at most {most:.1} chips away from Richman's share of them. So the share tends to his value as chips get many.",
            self.chips
        );
        let mut series = Vec::new();
        for curve in &curves {
            let points = curve.shares.iter().map(|&(total, share)| (f64::from(total), share));
            series.push(Series::new(
                curve.name,
                Draw::Dots,
                points.filter(|point| (0.2..=0.9).contains(&point.1)),
            ));
            let level = Series::level(
                format!("Richman's value {:.4}", curve.richman),
                [0.0, f64::from(self.chips)],
                curve.richman,
            );
            series.push(level.drawn(Draw::Twin));
        }
        let chart = Chart { x: "chips in all", y: "Black's share that is just enough", ..Chart::default() };
        let rows = results.iter().map(|result| {
            [
                result.position.to_string(),
                format!("{:.4}", result.richman),
                result.chips.to_string(),
                format!("{:.4}", result.share),
                format!("{:.2}", result.chips_off),
                format!("{:.2}", result.most_off),
            ]
        });
        let heads = [
            "position",
            "Richman's value",
            "chips in all",
            "share that just wins",
            "chips away",
            "most, with fewer chips",
        ];
        PaperFinding::new(outcome, format!("at most {most:.1} chips away"), because)
            .with_table("The fewest chips with which Black wins, solved by brute force; ties go to White's advantage chip", heads, rows)
            .with_figure("shares", "The share of all chips with which Black just wins, and Richman's value, by the number of chips.", chart.draw(&series)?)
            .with_data(&results)
    }
}
