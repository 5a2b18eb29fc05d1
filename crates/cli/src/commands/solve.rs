//! `hexwright solve`: who wins a position, which moves win, which openings win.

pub(crate) mod decomposition;
mod memory;
mod progress;
mod report;
mod strategy;

use std::{path::PathBuf, time::Duration};

use anyhow::{Result, bail};
use board::{Position, Symmetry, with_words};
use solver::{Limits, Method, Pool, ProverSettings, Question, Settings, Solver, embedded_order};

use crate::{interrupt, output::Answer, position_args::PositionArgs};

use self::{
    decomposition::DecompositionArgs,
    memory::StoreMemory,
    progress::Progress,
    report::{Finding, Report},
};

/// The question, and what the search may spend on it.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Find every winning move of the side to move, not only one
    #[arg(long, conflicts_with = "all_openings")]
    all_winning_moves: bool,
    /// Say of every first move on the empty board whether it wins
    #[arg(long)]
    all_openings: bool,
    #[command(flatten)]
    effort: Effort,
    #[command(flatten)]
    decomposition: DecompositionArgs,
    /// Keep solved positions in this file, and begin with what it holds
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// Write a complete winning strategy to this file, for `hexwright verify` and the player `perfect`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["all_openings", "all_winning_moves"])]
    strategy: Option<PathBuf>,
    /// Draw the moves and their verdicts to this file (.svg or .png)
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// Limits and switches of the search.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Search")]
pub(crate) struct Effort {
    /// Stop after this time with what is known: 30s, 5m
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time_limit: Option<Duration>,
    /// Leave an opening or a move open after this time and go on with the next; with --store a later run goes on with it
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time_each: Option<Duration>,
    /// Stop after examining this many positions
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Threads that share one table
    #[arg(long, default_value_t = 1, value_name = "N")]
    threads: usize,
    /// Memory of the table: 512M, 4G [default: a quarter of the machine's]
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes)]
    memory: Option<usize>,
    /// The search: proof numbers, plain depth-first for comparison, or Yang's decomposition with the reason for each move
    #[arg(long, value_enum, default_value_t = MethodName::ProofNumber)]
    method: MethodName,
    /// What orders the moves of a position: the network in the program, or circuits in which connections conduct
    #[arg(long, value_enum, default_value_t = Order::Network)]
    order: Order,
    /// Keep an entry of the table for every image of a position, not one for all
    #[arg(long)]
    no_symmetry: bool,
    /// Do not use that a position whose colours mirror each other is won by the side to move
    #[arg(long)]
    no_strategy_stealing: bool,
    /// Do not cut moves that lie outside of the carrier of a refutation
    #[arg(long)]
    no_region_cuts: bool,
    /// Do not use what solved positions say about others
    #[arg(long)]
    no_lemmas: bool,
    /// Look at all moves of a node at once
    #[arg(long)]
    no_widening: bool,
    /// Search without virtual connections
    #[arg(long)]
    no_connections: bool,
    /// Do not let the opponent's threats say where to play
    #[arg(long)]
    no_must_play: bool,
    /// Search without inferior cells
    #[arg(long)]
    no_inferior: bool,
    /// Fill in, but search every move that is left
    #[arg(long)]
    no_pruning: bool,
    /// Do not let connections settle parts of the board
    #[arg(long)]
    no_decompositions: bool,
    /// Keep the table from one opening or move to the next; faster in all, but the figures of one depend on the others
    #[arg(long)]
    keep_table: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum MethodName {
    ProofNumber,
    DepthFirst,
    Decomposition,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Order {
    Network,
    Circuits,
}

impl Effort {
    fn settings(&self) -> Result<Settings> {
        let defaults = Settings::default();
        if self.threads == 0 || self.threads > 256 {
            bail!("--threads: found {}: expected 1 to 256", self.threads);
        }
        Ok(Settings {
            method: match self.method {
                MethodName::ProofNumber => Method::ProofNumber,
                // The decomposition has settings of its own: see `run`.
                MethodName::DepthFirst | MethodName::Decomposition => Method::DepthFirst,
            },
            threads: self.threads,
            table_bytes: self.memory.unwrap_or_else(quarter_of_memory),
            symmetry: !self.no_symmetry,
            strategy_stealing: !self.no_strategy_stealing,
            region_cuts: !self.no_region_cuts,
            lemmas: !self.no_lemmas,
            widening_share: if self.no_widening { 1.0 } else { defaults.widening_share },
            ..defaults
        })
    }
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    if args.effort.method == MethodName::Decomposition {
        return run_decomposition(args);
    }
    if let Some(option) = args.decomposition.given() {
        bail!("{option}: found another method: expected --method decomposition");
    }
    let position = args.position.position()?;
    if args.all_openings && !position.occupied().is_empty() {
        bail!("--all-openings: found stones on the board: expected only --size");
    }
    let settings = args.effort.settings()?;
    interrupt::watch();
    let memory = args.store.as_deref().map(StoreMemory::open).transpose()?;
    let report = with_words!(position.size(), W => solve::<W>(args, settings, &position, memory.as_ref()))?;
    if let Some(memory) = memory {
        memory.finish()?;
    }
    if let Some(path) = &args.picture {
        report.draw(path)?;
    }
    if args.json {
        report.print_json();
    } else {
        report.print_text();
    }
    Ok(if report.is_complete() { Answer::Done } else { Answer::No })
}

/// The question for the decomposition solver, which knows fewer options.
fn run_decomposition(args: &Args) -> Result<Answer> {
    let unknown = [
        (args.all_winning_moves, "--all-winning-moves"),
        (args.all_openings, "--all-openings"),
        (args.store.is_some(), "--store"),
        (args.picture.is_some(), "--picture"),
    ];
    if let Some((_, option)) = unknown.iter().find(|(given, _)| *given) {
        bail!("{option}: found --method decomposition: expected --method proof-number");
    }
    decomposition::run(&decomposition::Question {
        position: &args.position,
        effort: &args.effort,
        args: &args.decomposition,
        strategy: args.strategy.as_deref(),
        json: args.json,
    })
}

/// Answers the question with sets of `W` words.
fn solve<const W: usize>(
    args: &Args,
    settings: Settings,
    position: &Position,
    memory: Option<&StoreMemory>,
) -> Result<Report> {
    let mut solver = Solver::<W>::new(settings);
    let progress = Progress::start(args.effort.time_limit, args.effort.time_each, position.size());
    let question = Question {
        limits: Limits { nodes: args.effort.nodes },
        observer: &progress,
        memory: memory.map_or(&solver::Forgetful as _, |memory| memory as _),
    };
    let provers = ProverSettings {
        connections: !args.effort.no_connections,
        must_play: !args.effort.no_must_play,
        inferior: !args.effort.no_inferior,
        pruning: !args.effort.no_pruning,
        decompositions: !args.effort.no_decompositions,
        ..ProverSettings::default()
    };
    let network = (args.effort.order == Order::Network).then(|| embedded_order(position.size()));
    let pool = Pool::new(position.size(), provers, network.clone());
    let mut findings = Vec::new();
    let mut ask = |position: &Position, after| {
        if !args.effort.keep_table {
            solver.clear();
        }
        progress.begin(position, after);
        let answer = solver.solve(&position.resize::<W>(), || pool.lend(), &question);
        Finding::new(after, &answer, progress.lap())
    };
    if args.all_openings || args.all_winning_moves {
        for cell in position.empty_cells() {
            // A cell and its image under a rotation that keeps the position have the same verdict.
            let turned = Symmetry::Rotation.cell(cell, position.size());
            let image = position.image(Symmetry::Rotation) == *position && turned < cell;
            let known: Option<&Finding> =
                findings.iter().find(|finding: &&Finding| image && finding.after == Some(turned));
            let finding = match known {
                Some(finding) => finding.turned(cell),
                None => ask(&position.child(cell), Some(cell)),
            };
            findings.push(finding);
        }
    } else {
        findings.push(ask(position, None));
    }
    let table = solver.table().usage();
    let written = match &args.strategy {
        Some(path) if findings.iter().all(Finding::is_solved) => {
            Some(strategy::write(path, &mut solver, position, network.as_ref(), &question, &progress)?)
        }
        Some(_) => Some(None),
        None => None,
    };
    progress.finish();
    Ok(Report { position: *position, findings, table, strategy: written })
}

pub(crate) fn parse_time(text: &str) -> Result<Duration, String> {
    match text.parse() {
        Ok(player::TimeControl::PerMove(time)) => Ok(time),
        _ => Err("expected a time such as 30s or 5m".to_string()),
    }
}

fn parse_bytes(text: &str) -> Result<usize, String> {
    let expected = || "expected a number of bytes such as 512M or 4G".to_string();
    let text = text.trim_end_matches(['B', 'b', 'i']);
    let (number, unit) = text.split_at(text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len()));
    let shift = match unit.to_ascii_uppercase().as_str() {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        _ => return Err(expected()),
    };
    let number: usize = number.trim().parse().map_err(|_| expected())?;
    number.checked_mul(1 << shift).ok_or_else(expected)
}

/// A quarter of the machine's memory, or a gigabyte where that cannot be found out.
fn quarter_of_memory() -> usize {
    let total = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("MemTotal:"))?;
        line.split_whitespace().nth(1)?.parse::<usize>().ok()
    });
    total.map_or(1 << 30, |kilobytes| kilobytes * 256)
}
