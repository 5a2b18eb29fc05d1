//! `hexwright bench [TOPIC]`: rates of the inner loops, and a signature that changes when behaviour does.
//!
//! The signature is a hash over the results of fixed work with fixed seeds on one thread: the same on every machine.
//! Commits that touch what it covers say whether it changed. Rates are printed beside it and never asserted.
//!
//! Each topic is a file of its own in `bench/` whose `run` returns a [`Report`]; this file prints it.

mod accuracy;
mod arena;
mod board;
mod chance;
mod connections;
mod evaluate;
mod inferior;
mod network;
mod neural;
mod solver;

use anyhow::Result;
use clap::Subcommand;

use crate::output::Answer;

/// What to measure.
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
    /// Boards: random games, play and undo (measured when no topic is given)
    Board,
    /// The arena's server: moves a second with many players on this machine, memory, games lost
    Arena(arena::Args),
    /// Random-Turn and Bidding Hex: exact analyses and random fillings on one core
    Chance(chance::Args),
    /// Connections: builds a second, positions decided, carriers kept, updates, rounds
    Connections(connections::Args),
    /// Inferior cells: analyses a second, what each class removes, and connection builds beside them
    Inferior(inferior::Args),
    /// Networks: evaluations a second on one core, beside the plain convolution
    Network(network::Args),
    /// The search of the player `neural`: visits a second on one and more threads, and what they cost beside the network
    Neural(neural::Args),
    /// How often a network's value and first move are right, by the solver's word
    Accuracy(accuracy::Args),
    /// The solver: openings of 7x7 solved on one thread, nodes and builds a second
    Solver(solver::Args),
    /// Evaluations: resistance, two-distance, connectibility on positions of random games
    Evaluate,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let report = match &args.topic {
        None | Some(Topic::Board) => board::run()?,
        Some(Topic::Arena(args)) => arena::run(args)?,
        Some(Topic::Chance(args)) => chance::run(args)?,
        Some(Topic::Connections(args)) => connections::run(args)?,
        Some(Topic::Inferior(args)) => inferior::run(args)?,
        Some(Topic::Network(args)) => network::run(args)?,
        Some(Topic::Neural(args)) => neural::run(args)?,
        Some(Topic::Accuracy(args)) => accuracy::run(args)?,
        Some(Topic::Solver(args)) => solver::run(args)?,
        Some(Topic::Evaluate) => evaluate::run()?,
    };
    if args.signature {
        println!("Bench: {}", report.signature);
    } else {
        report.print(args.json);
    }
    Ok(Answer::Done)
}

/// What a topic measured.
struct Report {
    signature: Signature,
    figures: Vec<Figure>,
}

/// One measured figure: a rate, a time, a size.
struct Figure {
    name: String,
    value: f64,
    unit: &'static str,
}

impl Figure {
    /// So many a second.
    fn rate(name: impl Into<String>, per_second: f64) -> Self {
        Self { name: name.into(), value: per_second, unit: "a second" }
    }
}

impl Report {
    fn print(&self, json: bool) {
        if json {
            let figures: serde_json::Map<_, _> = self
                .figures
                .iter()
                .map(|figure| {
                    (figure.name.clone(), serde_json::json!({ "value": figure.value, "unit": figure.unit }))
                })
                .collect();
            println!(
                "{}",
                serde_json::json!({ "signature": self.signature.to_string(), "figures": figures })
            );
            return;
        }
        println!("Bench: {}", self.signature);
        for Figure { name, value, unit } in &self.figures {
            let digits = if *value < 1000.0 { 3 } else { 0 };
            println!("{name:<44} {value:>14.digits$} {unit}");
        }
    }
}

/// A running hash of results (FNV-1a over 128-bit values).
struct Signature(u64);

impl Signature {
    const fn new() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }

    fn add(&mut self, value: u128) {
        for byte in value.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }
}

impl std::fmt::Display for Signature {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// Reads the seconds that a measurement may take.
fn seconds(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|seconds| (0.0..=600.0).contains(seconds))
        .ok_or_else(|| format!("found '{text}': expected seconds from 0 to 600"))
}
