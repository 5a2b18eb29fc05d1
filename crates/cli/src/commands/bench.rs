//! `hexwright bench [TOPIC]`: a signature of all engines, or the speed of one topic.

use anyhow::Result;
use clap::Subcommand;
use experiments::bench::{self, BenchFigure};
use serde_json::to_value;

use crate::{bar::Bar, connection_settings::SettingsArgs, output::Answer};

/// The topics to measure. Without a topic, the command prints the signature of all engines and of each.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    topic: Option<Topic>,
    /// Print the result as JSON
    #[arg(long, global = true)]
    json: bool,
    /// Print only the signature, as commit messages state it
    #[arg(long, global = true, conflicts_with = "json")]
    signature: bool,
}

/// The part of the program that is measured.
#[derive(Debug, Subcommand)]
enum Topic {
    /// Boards: random games, play and undo
    Board,
    /// The arena's server: moves per second with many players, memory, lost games
    Arena(bench::ArenaSettings),
    /// Random-Turn and Bidding Hex: exact analyses and random fillings on one core
    Chance(bench::ChanceSettings),
    /// Connections: builds per second, positions decided, carriers kept, updates, rounds
    Connections(Box<ConnectionsArgs>),
    /// Inferior cells: analyses per second, the cells that each class removes, and connection builds per second
    Inferior(bench::InferiorSettings),
    /// Networks: evaluations per second on one core, compared with the plain convolution
    Network(bench::NetworkSettings),
    /// The search of the player `neural`: visits per second by number of threads, and the overhead over the network
    Neural(bench::NeuralBenchSettings),
    /// How often a network's value and first move are right, judged by the solver
    Accuracy(bench::AccuracySettings),
    /// The solver: openings of 7x7 solved on one thread, nodes and builds per second
    Solver(bench::SolverBenchSettings),
    /// Evaluations: resistance, two-distance, connectibility on positions of random games
    Evaluate,
}

/// Options of the benchmark of connections.
#[derive(Debug, clap::Args)]
struct ConnectionsArgs {
    #[command(flatten)]
    bench: bench::ConnectionBenchSettings,
    #[command(flatten)]
    prover: SettingsArgs,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let bar = Bar::new();
    let lab = bar.lab();
    let report = match &args.topic {
        None => return guard(args),
        Some(Topic::Board) => bench::board()?,
        Some(Topic::Arena(settings)) => bench::arena(settings)?,
        Some(Topic::Chance(settings)) => bench::chance(settings)?,
        Some(Topic::Connections(args)) => {
            let ConnectionsArgs { bench, prover } = &**args;
            bench::connections(&bench::ConnectionBenchSettings {
                prover: prover.settings(),
                ..bench.clone()
            })?
        }
        Some(Topic::Inferior(settings)) => bench::inferior(settings)?,
        Some(Topic::Network(settings)) => bench::network(settings)?,
        Some(Topic::Neural(settings)) => bench::neural(settings, &lab)?,
        Some(Topic::Accuracy(settings)) => bench::accuracy(settings, &lab)?,
        Some(Topic::Solver(settings)) => bench::solver(settings)?,
        Some(Topic::Evaluate) => bench::evaluate()?,
    };
    drop(bar);
    if args.json {
        println!("{}", to_value(&report)?);
        return Ok(Answer::Done);
    }
    println!("Bench: {}", report.signature);
    for BenchFigure { name, value, unit } in report.figures.iter().filter(|_| !args.signature) {
        let digits = if *value < 1000.0 { 3 } else { 0 };
        println!("{name:<44} {value:>14.digits$} {unit}");
    }
    Ok(Answer::Done)
}

/// The signature of every engine.
fn guard(args: &Args) -> Result<Answer> {
    let report = bench::guard()?;
    if args.json {
        println!("{}", to_value(&report)?);
        return Ok(Answer::Done);
    }
    println!("Bench: {}", report.signature);
    for (name, part) in report.parts.iter().filter(|_| !args.signature) {
        println!("{name:<12} {part}");
    }
    Ok(Answer::Done)
}
