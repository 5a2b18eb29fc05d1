//! `hexwright reproduce mihex-learning`: Figure 8 of the MIHex paper (2002), for one seed and averaged over many.
//!
//! Mops learns by TDLeaf(lambda) and evolutionary hill climbing with the settings of section 5.3. The claim: "The average
//! performance during the second hundred games is better than during the first hundred games."

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use board::BoardSize;
use learning::{Point, TrainingSettings, mean};
use player::{FeatureSet, LinearSettings, Mops, MopsFeatures};
use serde_json::json;

use crate::{
    commands::train::{
        plot,
        runs::{self, Plan, Run},
    },
    output::Answer,
};

/// How much to train.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The folder for the pictures, mihex-learning-seed.svg and mihex-learning-mean.svg
    #[arg(default_value = "docs/pictures")]
    folder: PathBuf,
    /// Board size; the paper's is 12
    #[arg(long, short = 's', default_value = "12", allow_negative_numbers = true)]
    size: BoardSize,
    /// Games of each training
    #[arg(long, short = 'g', default_value_t = 200, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    games: u32,
    /// The first seed: that of the picture of one seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Seeds to average
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u16).range(2..=1000))]
    seeds: u16,
    /// Trainings at the same time
    #[arg(long, short = 't', default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    ensure!(
        args.size.cells() >= 4,
        "--size: found a board of {} cells: expected at least 4",
        args.size.cells()
    );
    std::fs::create_dir_all(&args.folder)
        .with_context(|| format!("cannot make {}", args.folder.display()))?;
    let features = MopsFeatures::NAMES;
    let runs = runs::train(&Plan {
        settings: TrainingSettings { seed: args.seed, ..TrainingSettings::new(args.size) },
        player: Mops::new(LinearSettings::with_weights(vec![0.0; features.len()])),
        first: None,
        games: args.games as usize,
        seeds: args.seeds.into(),
        threads: args.threads.into(),
        out: None,
        judge: 0,
        panel: 0,
    })?;
    let title = format!("mops learns by tdleaf+ehc off-line on {}", args.size);
    let pictures = ["seed", "mean"].map(|name| args.folder.join(format!("mihex-learning-{name}.svg")));
    plot::draw(&pictures[0], &title, features, &runs[..1])?;
    plot::draw(&pictures[1], &title, features, &runs)?;

    let half = args.games as usize / 2;
    let share =
        |points: &[Point]| points.iter().filter(|point| point.won).count() as f64 / points.len() as f64;
    let halves = |run: &Run| [share(&run.curve[..half]), share(&run.curve[half..])];
    let of =
        |pick: &dyn Fn([f64; 2]) -> f64| mean(&runs.iter().map(|run| pick(halves(run))).collect::<Vec<_>>());
    let [before, after, gain] = [of(&|[a, _]| a), of(&|[_, b]| b), of(&|[a, b]| b - a)];
    let better = runs.iter().filter(|run| matches!(halves(run), [a, b] if b > a)).count();
    let holds = gain.mean > 0.0;
    if args.json {
        let as_json = |mean: learning::Mean| json!({ "mean": mean.mean, "reach": mean.reach });
        let pictures = pictures.map(|path| path.display().to_string());
        println!(
            "{}",
            json!({
                "first_half": as_json(before), "second_half": as_json(after), "gain": as_json(gain), "seeds": runs.len(),
                "better": better, "holds": holds, "pictures": pictures,
            })
        );
    } else {
        for (name, mean) in [("first", before), ("second", after)] {
            println!("won in the {name} half: {:.1} % (± {:.1})", 100.0 * mean.mean, 100.0 * mean.reach);
        }
        println!(
            "gain: {:.1} (± {:.1}) points, mean of {} seeds with its 95 % interval; better in {better} of them",
            100.0 * gain.mean,
            100.0 * gain.reach,
            runs.len()
        );
        for picture in pictures {
            println!("{}", picture.display());
        }
    }
    Ok(if holds { Answer::Done } else { Answer::No })
}
