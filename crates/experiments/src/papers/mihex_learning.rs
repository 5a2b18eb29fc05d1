//! Figure 8 of the MIHex paper (2002), for one seed and averaged over many.
//!
//! Mops learns by TDLeaf(lambda) and evolutionary hill climbing with the settings of section 5.3. The claim: "The average
//! performance during the second hundred games is better than during the first hundred games."

use std::path::PathBuf;

use board::BoardSize;
use learning::{CurvePoint, Mean, TrainingSettings, mean};
use players::{FeatureSet, LinearSettings, Mops, MopsFeatures};
use serde::{Serialize, Serializer};

use crate::{
    ExperimentError, Lab,
    error::{Within as _, require},
    training::{self, TrainingPlan, TrainingRun, draw},
};

/// How much to train.
#[derive(Debug, Clone, clap::Args)]
pub struct MihexSettings {
    /// The folder for the pictures, mihex-learning-seed.svg and mihex-learning-mean.svg
    #[arg(default_value = "docs/pictures")]
    pub folder: PathBuf,
    /// Board size; the paper's is 12
    #[arg(long, short = 's', default_value = "12", allow_negative_numbers = true)]
    pub size: BoardSize,
    /// Games of each training
    #[arg(long, short = 'g', default_value_t = 200, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub games: u32,
    /// The first seed: that of the picture of one seed
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Seeds to average
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u16).range(2..=1000))]
    pub seeds: u16,
    /// Trainings at the same time
    #[arg(long, short = 't', default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
}

/// Shares of games won by learners, means over seeds with 95 % intervals.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MihexResult {
    /// In the first half of the games.
    #[serde(serialize_with = "write_mean")]
    pub first_half: Mean,
    /// In the second half.
    #[serde(serialize_with = "write_mean")]
    pub second_half: Mean,
    /// The difference.
    #[serde(serialize_with = "write_mean")]
    pub gain: Mean,
    /// How many trainings there were.
    pub seeds: usize,
    /// In how many of them the second half is better.
    pub better: usize,
    /// Whether the second half is better in the mean.
    pub holds: bool,
    /// One seed, and all.
    pub pictures: [PathBuf; 2],
}

fn write_mean<S: Serializer>(mean: &Mean, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Written {
        mean: f64,
        reach: f64,
    }
    Written { mean: mean.mean, reach: mean.reach }.serialize(serializer)
}

/// Trains with every seed and draws both pictures.
///
/// # Errors
/// [`ExperimentError`] where the board is too small or a picture cannot be written.
pub fn mihex_learning(settings: &MihexSettings, lab: &Lab<'_>) -> Result<MihexResult, ExperimentError> {
    let cells = settings.size.cells();
    require!(cells >= 4, "--size: found a board of {cells} cells: expected at least 4");
    std::fs::create_dir_all(&settings.folder).within(format!("cannot make {}", settings.folder.display()))?;
    let features = MopsFeatures::NAMES;
    let runs = training::train(
        &TrainingPlan {
            settings: TrainingSettings { seed: settings.seed, ..TrainingSettings::new(settings.size) },
            player: Mops::new(LinearSettings::with_weights(vec![0.0; features.len()])),
            first: None,
            games: settings.games as usize,
            seeds: settings.seeds.into(),
            threads: settings.threads.into(),
            out: None,
            judge: 0,
            panel: 0,
        },
        lab,
    )?;
    let title = format!("mops learns by tdleaf+ehc off-line on {}", settings.size);
    let pictures = ["seed", "mean"].map(|name| settings.folder.join(format!("mihex-learning-{name}.svg")));
    draw(&pictures[0], &title, features, &runs[..1])?;
    draw(&pictures[1], &title, features, &runs)?;

    let half = settings.games as usize / 2;
    let share =
        |points: &[CurvePoint]| points.iter().filter(|point| point.won).count() as f64 / points.len() as f64;
    let halves = |run: &TrainingRun| [share(&run.curve[..half]), share(&run.curve[half..])];
    let of =
        |pick: &dyn Fn([f64; 2]) -> f64| mean(&runs.iter().map(|run| pick(halves(run))).collect::<Vec<_>>());
    let [before, after, gain] = [of(&|[a, _]| a), of(&|[_, b]| b), of(&|[a, b]| b - a)];
    let better = runs.iter().filter(|run| matches!(halves(run), [a, b] if b > a)).count();
    let holds = gain.mean > 0.0;
    let (seeds, [first_half, second_half, gain]) = (runs.len(), [before, after, gain]);
    Ok(MihexResult { first_half, second_half, gain, seeds, better, holds, pictures })
}
