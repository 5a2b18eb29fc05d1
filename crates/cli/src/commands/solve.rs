//! `hexwright solve`: who wins a position, which moves win, which openings win.

mod archive;
pub(crate) mod decomposition;
mod progress;
mod report;
mod strategy;

use std::{path::PathBuf, time::Duration};

use analysis::{Moves, Plan};
use anyhow::{Result, bail};
use connection::ConnectionSettings;
use inferior::InferiorClasses;
use solver::{AnySolver, Method, MoveOrder, ProverSettings, SolverSettings};

use crate::{
    interrupt,
    output::Answer,
    position_args::PositionArgs,
    solved::{self, StoreArgs},
};

use self::{archive::Archive, decomposition::DecompositionArgs, progress::Progress, report::Report};

/// The question, and what the search may spend on it.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Find all winning moves, not only one
    #[arg(long, conflicts_with = "all_openings")]
    all_winning_moves: bool,
    /// Solve every opening of the empty board
    #[arg(long)]
    all_openings: bool,
    #[command(flatten)]
    effort: Effort,
    #[command(flatten)]
    decomposition: DecompositionArgs,
    #[command(flatten)]
    store: StoreArgs,
    /// Write the winning strategy to this file, for `hexwright verify` and the player `perfect`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["all_openings", "all_winning_moves"])]
    strategy: Option<PathBuf>,
    /// With --all-openings, write the strategy of each opening to a file in this folder, and keep the table; openings that have
    /// a file are not solved again
    #[arg(long, value_name = "FOLDER", requires = "all_openings")]
    strategies: Option<PathBuf>,
    /// Draw the moves with their results to this file (.svg or .png)
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
    /// Stop after this time: 30s, 5m
    #[arg(long, value_name = "TIME", value_parser = player::parse_duration)]
    time_limit: Option<Duration>,
    /// Skip an opening or a move after this time; with --store a later run continues it
    #[arg(long, value_name = "TIME", value_parser = player::parse_duration)]
    time_each: Option<Duration>,
    /// Stop after this many nodes
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Search threads, which share one transposition table
    #[arg(long, default_value_t = 1, value_name = "N")]
    threads: usize,
    /// Memory of the transposition table: 512M, 4G [default: a quarter of the machine's]
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes)]
    memory: Option<usize>,
    /// The search: proof-number, depth-first for comparison, or Yang's decomposition with a reason for each move
    #[arg(long, value_enum, default_value_t = MethodName::ProofNumber)]
    method: MethodName,
    /// The move order: by the built-in network, or by circuits in which connections conduct
    #[arg(long, value_enum, default_value_t = Order::Network)]
    order: Order,
    /// Store symmetric positions separately
    #[arg(long)]
    no_symmetry: bool,
    /// Do not use strategy stealing
    #[arg(long)]
    no_strategy_stealing: bool,
    /// Do not prune moves outside the carrier of a refutation
    #[arg(long)]
    no_region_cuts: bool,
    /// Do not use solved positions as lemmas
    #[arg(long)]
    no_lemmas: bool,
    /// Consider all moves of a node at once
    #[arg(long)]
    no_widening: bool,
    /// Search without virtual connections
    #[arg(long)]
    no_connections: bool,
    /// Do not restrict moves to the must-play region
    #[arg(long)]
    no_must_play: bool,
    /// Search without inferior cells
    #[arg(long)]
    no_inferior: bool,
    /// Fill in, but do not prune moves
    #[arg(long)]
    no_pruning: bool,
    /// Do not fill in permanently inferior cells
    #[arg(long)]
    no_permanently_inferior: bool,
    /// Do not prune captured-reversible moves
    #[arg(long)]
    no_captured_reversible: bool,
    /// Do not prune moves that star decomposition dominates
    #[arg(long)]
    no_star_domination: bool,
    /// Do not let connections overlap in captured cells
    #[arg(long)]
    no_captured: bool,
    /// Do not use decompositions
    #[arg(long)]
    no_decompositions: bool,
    /// Keep the table from one opening or move to the next: faster, but the node counts depend on the order
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
    fn settings(&self) -> Result<SolverSettings> {
        let defaults = SolverSettings::default();
        if self.threads == 0 || self.threads > 256 {
            bail!("--threads: found {}: expected 1 to 256", self.threads);
        }
        Ok(SolverSettings {
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

    fn provers(&self) -> ProverSettings {
        let defaults = ProverSettings::default();
        ProverSettings {
            connections: !self.no_connections,
            must_play: !self.no_must_play,
            inferior: !self.no_inferior,
            classes: InferiorClasses {
                permanently_inferior: !self.no_permanently_inferior,
                captured_reversible: !self.no_captured_reversible,
                star_domination: !self.no_star_domination,
            },
            limits: ConnectionSettings { captured: !self.no_captured, ..defaults.limits },
            pruning: !self.no_pruning,
            decompositions: !self.no_decompositions,
        }
    }
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    if args.effort.method == MethodName::Decomposition {
        return run_decomposition(args);
    }
    if let Some(option) = args.decomposition.given() {
        bail!("{option}: found another method: expected --method decomposition");
    }
    if args.all_openings && !args.position.position()?.occupied().is_empty() {
        bail!("--all-openings: found stones on the board: expected only --size");
    }
    let (settings, provers) = (args.effort.settings()?, args.effort.provers());
    interrupt::watch();
    let store = args.store.open()?;
    let order = match args.effort.order {
        Order::Network => MoveOrder::Network,
        Order::Circuits => MoveOrder::Circuits,
    };
    let mut solver =
        AnySolver::new(settings, provers).with_order(order).with_archive(solved::archive(store.as_ref()));
    let report = report(args, &mut solver)?;
    solved::finish(store.as_ref())?;
    if let Some(path) = &args.picture {
        report.draw(path)?;
    }
    if args.json {
        report.print_json()?;
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
        (args.store.is_given(), "--store"),
        (args.strategies.is_some(), "--strategies"),
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

/// Asks the solver, and writes the winner's strategy where one is asked for.
fn report(args: &Args, solver: &mut AnySolver) -> Result<Report> {
    let game = args.position.game_to_move()?;
    let position = *game.position();
    let archive = args.strategies.as_deref().map(Archive::open).transpose()?;
    let progress = Progress::start(args.effort.time_limit, args.effort.time_each, position, archive);
    let all_moves = args.all_openings || args.all_winning_moves;
    let plan = Plan {
        moves: if all_moves { Moves::EachToItsEnd } else { Moves::None },
        nodes: args.effort.nodes,
        // Strategies share what was proved for the openings before.
        fresh_table: !args.effort.keep_table && args.strategies.is_none(),
        name_a_move: true,
    };
    let solution = analysis::solve(solver, &position, &plan, &progress);
    let (table, line) = (solver.table_usage(), solver.line(&position));
    let strategy = match &args.strategy {
        Some(path) if solution.is_complete() => Some(strategy::write(path, solver, &position, &progress)?),
        Some(_) => Some(None),
        None => None,
    };
    let strategies = progress.finish()?;
    Ok(Report { game, solution, line, table, strategy, strategies })
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
