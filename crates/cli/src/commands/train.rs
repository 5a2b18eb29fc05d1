//! `hexwright train mops`: trains the weights of a player's features, and measures the result.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use board::BoardSize;
use clap::ValueEnum;
use experiments::training::{self, TrainingPlan, TrainingRun};
use learning::{At, Climb, Event, Opponent, Temporal, TrainingSettings, Update, mean};
use players::{FeatureSet, LinearSettings, Mops, MopsFeatures};

use crate::{bar::Bar, output::Answer};

/// How to learn.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  hexwright train mops --method tdleaf+ehc --size 12 --games 200 --seed 1 --out weights.toml --plot curve.svg
  hexwright play --player mops --weights weights.toml
  hexwright match mops:weights=weights.toml mops:weights=equal --size 12
  hexwright train mops --seeds 10 --threads 2 --judge 400      what does learning do, over many seeds?
  hexwright train mops --opponent older --opponent bridges --stones 2 --games 2000 --td-step 0.001

The defaults are the settings of the MIHex paper. Run the same command again to resume a training.
docs/explanation/learning.md has the methods, the format of weights files, and what was measured.")]
pub(crate) struct Args {
    /// Who learns
    #[arg(value_enum)]
    player: Trainee,
    /// How it learns: temporal differences between evaluations of positions (td) or of best lines' ends (tdleaf), evolutionary hill
    /// climbing (ehc), or both in turn
    #[arg(long, short = 'm', value_enum, default_value_t = Method::TdleafEhc)]
    method: Method,
    /// When temporal differences change the weights: after each game or after each move
    #[arg(long, short = 'u', value_enum, default_value_t = When::Offline)]
    update: When,
    /// Board size: a number for a square board, or columns x rows such as 11x9
    #[arg(long, short = 's', default_value = "12", allow_negative_numbers = true)]
    size: BoardSize,
    /// Number of games in total; a larger number than before continues an earlier training
    #[arg(long, short = 'g', default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// The learner's opponent: untrained (its state before the first game), self (its current state, both sides learn), older (an
    /// earlier state), or any player. If given several times, each game has one of them at random [default: untrained]
    #[arg(long = "opponent", short = 'o', value_name = "OPPONENT")]
    opponents: Vec<Opponent>,
    /// Random stones with which games begin; each opening is then played twice, with colours exchanged
    #[arg(long, default_value_t = 0)]
    stones: usize,
    /// First weights: a weights file, or equal [default: random ones]
    #[arg(long, value_name = "FILE|equal")]
    from: Option<String>,
    /// Standard deviation of random first weights
    #[arg(long, default_value_t = 0.05, allow_negative_numbers = true)]
    spread: f64,
    /// Step size of temporal differences, alpha
    #[arg(long, value_name = "ALPHA", default_value_t = 0.0001, allow_negative_numbers = true)]
    td_step: f64,
    /// Discount factor of temporal differences
    #[arg(long, default_value_t = 0.5, allow_negative_numbers = true)]
    gamma: f64,
    /// Trace decay of temporal differences
    #[arg(long, default_value_t = 0.5, allow_negative_numbers = true)]
    lambda: f64,
    /// Step size of hill climbing
    #[arg(long, value_name = "ALPHA", default_value_t = 0.005, allow_negative_numbers = true)]
    ehc_step: f64,
    /// Games in the lifetime of a champion or mutant of hill climbing
    #[arg(long, value_name = "GAMES", default_value_t = 10)]
    lifetime: u32,
    /// Search depth of the player, in moves
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: u32,
    /// Moves that the player tries in each position
    #[arg(long, default_value_t = 24, value_parser = clap::value_parser!(u16).range(1..=361))]
    degree: u16,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of trainings; their seeds count up from --seed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1000))]
    seeds: u16,
    /// Trainings at the same time
    #[arg(long, short = 't', default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// The weights file, from which training can resume; with several seeds, one file for each, with the seed in its name
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Draw the path of every weight and the wins as SVG, as in Figure 8 of the paper; several seeds are averaged
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Paired games that the trained player then plays against its untrained self
    #[arg(long, value_name = "GAMES", default_value_t = 0)]
    judge: usize,
    /// Paired games that it then plays against each player of a fixed panel
    #[arg(long, value_name = "GAMES", default_value_t = 0)]
    panel: usize,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// Players that learn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Trainee {
    /// Mops of the MIHex paper, with its eight features
    Mops,
}

/// The learning methods.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Method {
    Td,
    Tdleaf,
    Ehc,
    #[value(name = "td+ehc")]
    TdEhc,
    #[value(name = "tdleaf+ehc")]
    TdleafEhc,
}

/// When weights change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum When {
    /// After each game
    Offline,
    /// After each move
    Online,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let plan = args.plan()?;
    let bar = Bar::new();
    let runs = training::train(&plan, &bar.lab())?;
    drop(bar);
    if let Some(path) = &args.plot {
        let picture = training::draw(&args.title(), MopsFeatures::NAMES, &runs)?;
        std::fs::write(path, picture).with_context(|| format!("cannot write {}", path.display()))?;
    }
    if args.json {
        println!("{}", serde_json::to_value(&runs)?);
    } else {
        print!("{}", args.as_text(&runs));
    }
    Ok(Answer::Done)
}

impl Args {
    fn settings(&self) -> TrainingSettings {
        let at = match self.method {
            Method::Td | Method::TdEhc => Some(At::Root),
            Method::Tdleaf | Method::TdleafEhc => Some(At::Leaf),
            Method::Ehc => None,
        };
        let update = if self.update == When::Online { Update::Online } else { Update::Offline };
        let climbs = matches!(self.method, Method::Ehc | Method::TdEhc | Method::TdleafEhc);
        TrainingSettings {
            size: self.size,
            temporal: at.map(|at| Temporal {
                at,
                update,
                step: self.td_step,
                discount: self.gamma,
                decay: self.lambda,
            }),
            climb: climbs.then_some(Climb { step: self.ehc_step, lifetime: self.lifetime }),
            spread: self.spread,
            opponents: match self.opponents.as_slice() {
                [] => vec![Opponent::Untrained],
                opponents => opponents.to_vec(),
            },
            stones: self.stones,
            seed: self.seed,
        }
    }

    /// The plan, checked before the first game.
    fn plan(&self) -> Result<TrainingPlan> {
        let settings = self.settings();
        settings.check()?;
        for (option, games) in [("--judge", self.judge), ("--panel", self.panel)] {
            ensure!(
                games.is_multiple_of(2),
                "{option}: found {games} games: expected an even number, for pairs"
            );
        }
        let first = self.from.as_deref().map(training::first_weights).transpose().context("--from")?;
        let mut player = LinearSettings::with_weights(vec![0.0; MopsFeatures::NAMES.len()]);
        (player.depth, player.degree) = (self.depth, usize::from(self.degree));
        Ok(TrainingPlan {
            settings,
            player: Mops::new(player),
            first,
            games: self.games as usize,
            seeds: u64::from(self.seeds),
            threads: usize::from(self.threads),
            out: self.out.clone(),
            judge: self.judge,
            panel: self.panel,
        })
    }

    fn title(&self) -> String {
        let settings = self.settings();
        let update = match (self.update, settings.temporal) {
            (_, None) => "",
            (When::Offline, _) => " off-line",
            (When::Online, _) => " on-line",
        };
        format!("mops learns by {}{update} on {}", settings.method(), self.size)
    }

    fn as_text(&self, runs: &[TrainingRun]) -> String {
        let mut text = format!("{}, {} games\n", self.title(), self.games);
        if let [run] = runs {
            for (name, (before, after)) in MopsFeatures::NAMES.iter().zip(run.first.iter().zip(&run.weights))
            {
                text.push_str(&format!("  {name:<22} {before:>9.5} -> {after:>9.5}\n"));
            }
        }
        for run in runs {
            let half = run.curve.len().div_ceil(2);
            let wins = |range: &[learning::CurvePoint]| range.iter().filter(|point| point.won).count();
            let (one, two) = run.curve.split_at(half);
            text.push_str(&format!(
                "seed {}: won {} of the first {}, {} of the last {}",
                run.seed,
                wins(one),
                one.len(),
                wins(two),
                two.len()
            ));
            if self.settings().climb.is_some() {
                let (kept, dropped) = (run.count(Event::Kept), run.count(Event::Dropped));
                text.push_str(&format!("; {kept} of {} mutants kept", kept + dropped));
            }
            for duel in &run.duels {
                text.push_str(&format!("; {} {:.1} %", duel.against, 100.0 * duel.share()));
            }
            if let Some(path) = &run.path {
                text.push_str(&format!("; weights in {}", path.display()));
            }
            text.push('\n');
        }
        for (index, duel) in runs[0].duels.iter().enumerate() {
            let shares: Vec<f64> = runs.iter().map(|run| run.duels[index].share()).collect();
            let mean = mean(&shares);
            if runs.len() > 1 {
                text.push_str(&format!(
                    "{:.1} % [{:.1}, {:.1}] of {} paired games against {}, mean over {} seeds\n",
                    100.0 * mean.mean,
                    100.0 * (mean.mean - mean.reach).max(0.0),
                    100.0 * (mean.mean + mean.reach).min(1.0),
                    duel.games,
                    duel.against,
                    runs.len()
                ));
            }
        }
        text
    }
}
