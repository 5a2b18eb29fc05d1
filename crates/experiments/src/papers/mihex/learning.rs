//! Figure 8 of the MIHex paper (2002), for one seed and averaged over many.
//!
//! Mops learns by TDLeaf(lambda) and evolutionary hill climbing with the settings of section 5.3. The claim: "The
//! average performance during the second hundred games is better than during the first hundred games."

use std::time::Duration;

use board::BoardSize;
use learning::{CurvePoint, Mean, TrainingSettings, mean};
use players::{FeatureSet, LinearSettings, Mops, MopsFeatures};
use serde::{Serialize, Serializer};

use super::super::{ClaimOutcome, Experiment, PaperFinding, sources::PaperClaim};
use crate::{
    ExperimentError, Lab,
    error::require,
    training::{self, TrainingPlan, TrainingRun, draw},
};

/// How much to train.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct LearningSettings {
    /// Board size; the paper's is 12
    #[arg(long, short = 's', default_value = "12", allow_negative_numbers = true)]
    pub(crate) size: BoardSize,
    /// Games of each training
    #[arg(long, short = 'g', default_value_t = 200, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub(crate) games: u32,
    /// The first seed: that of the picture of one seed
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Seeds to average
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u16).range(2..=1000))]
    pub(crate) seeds: u16,
    /// Trainings at the same time
    #[arg(long, short = 't', default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: u16,
}

/// Shares of games won by learners, means over seeds with 95 % intervals.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct LearningResult {
    /// In the first half of the games.
    #[serde(serialize_with = "write_mean")]
    first_half: Mean,
    /// In the second half.
    #[serde(serialize_with = "write_mean")]
    second_half: Mean,
    /// The difference.
    #[serde(serialize_with = "write_mean")]
    gain: Mean,
    /// How many trainings there were.
    seeds: usize,
    /// In how many of them the second half is better.
    better: usize,
}

fn write_mean<S: Serializer>(mean: &Mean, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Written {
        mean: f64,
        reach: f64,
    }
    Written { mean: mean.mean, reach: mean.reach }.serialize(serializer)
}

impl Experiment for LearningSettings {
    const NAME: &'static str = "mihex-learning";

    fn within(time: Duration) -> String {
        // A training on 12x12 takes about five seconds.
        match time.as_secs() {
            0..20 => "--size 5 --games 40 --seeds 3".to_string(),
            20..100 => format!("--seeds {}", (time.as_secs() / 6).max(3)),
            seconds => format!("--seeds {}", (seconds / 6).min(400)),
        }
    }

    fn run(&self, _: &PaperClaim, lab: &Lab<'_>) -> Result<PaperFinding, ExperimentError> {
        let cells = self.size.cells();
        require!(cells >= 4, "--size: found a board of {cells} cells: expected at least 4");
        let features = MopsFeatures::NAMES;
        let runs = training::train(
            &TrainingPlan {
                settings: TrainingSettings { seed: self.seed, ..TrainingSettings::new(self.size) },
                player: Mops::new(LinearSettings::with_weights(vec![0.0; features.len()])),
                first: None,
                games: self.games as usize,
                seeds: self.seeds.into(),
                threads: self.threads.into(),
                out: None,
                judge: 0,
                panel: 0,
            },
            lab,
        )?;
        let result = result_of(&runs, self.games as usize / 2);
        let LearningResult { first_half, second_half, gain, seeds, better } = &result;
        let percent = |mean: &Mean| format!("{:.1} % ± {:.1}", 100.0 * mean.mean, 100.0 * mean.reach);
        let points = format!("{:.1} points ± {:.1}", 100.0 * gain.mean, 100.0 * gain.reach);
        let (outcome, because) = match () {
            () if gain.mean > gain.reach => (
                ClaimOutcome::Holds,
                format!(
                    "The mean gain over {seeds} seeds, {points}, is more than its 95 % interval. One seed alone shows little: {better} of {seeds} are better in the second half."
                ),
            ),
            () if gain.mean < -gain.reach => (
                ClaimOutcome::DoesNotHold,
                format!("The mean over {seeds} seeds is a loss of {points}, beyond its 95 % interval."),
            ),
            () => (
                ClaimOutcome::Undecided,
                format!(
                    "The mean gain over {seeds} seeds, {points}, is within its 95 % interval; {better} of {seeds} are better in the second half."
                ),
            ),
        };
        let rows = [("first half", first_half), ("second half", second_half), ("gain", gain)];
        let rows = rows.map(|(name, mean)| [name.to_string(), percent(mean)]);
        let title = format!("mops learns by tdleaf+ehc off-line on {}", self.size);
        let ours = format!("gain {points} over {seeds} seeds");
        PaperFinding::new(outcome, ours, because)
            .with_table(format!("Games won by the learner, of {} in each training, with 95 % intervals", self.games), ["games", "won"], rows)
            .with_figure(
                "seed",
                "Figure 8 for one seed: above the weights, Black's thick and White's thin; below the share of games won.",
                draw(&title, features, &runs[..1])?,
            )
            .with_figure("mean", format!("The mean of {seeds} seeds, with 95 % intervals."), draw(&title, features, &runs)?)
            .with_data(&result)
    }
}

/// The shares of games won in the halves of the trainings.
fn result_of(runs: &[TrainingRun], half: usize) -> LearningResult {
    let share =
        |points: &[CurvePoint]| points.iter().filter(|point| point.won).count() as f64 / points.len() as f64;
    let halves = |run: &TrainingRun| [share(&run.curve[..half]), share(&run.curve[half..])];
    let of =
        |pick: &dyn Fn([f64; 2]) -> f64| mean(&runs.iter().map(|run| pick(halves(run))).collect::<Vec<_>>());
    LearningResult {
        first_half: of(&|[a, _]| a),
        second_half: of(&|[_, b]| b),
        gain: of(&|[a, b]| b - a),
        seeds: runs.len(),
        better: runs.iter().filter(|run| matches!(halves(run), [a, b] if b > a)).count(),
    }
}
