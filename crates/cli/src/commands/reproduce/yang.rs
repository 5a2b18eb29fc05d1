//! `hexwright reproduce yang-openings`: which openings the decomposition solver proves, by its rules alone and with a book.

use std::{path::PathBuf, time::Duration};

use anyhow::{Context, Result};
use board::{BoardSize, Cell, Color, Position, Symmetry};
use decomposition::{Book, Layer, Limits, Outcome, Settings, Solver, standard_book};
use serde_json::{Value, json};
use solver::{AnySolver, Method, ProverSettings};
use verify::strategy::read_strategy;

use crate::{
    commands::solve::decomposition::{Deadline, Progress, read_books},
    interrupt,
    output::Answer,
    stopwatch::Stopwatch,
};

/// Which openings, and what each may cost.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Board size: columns and rows
    #[arg(long, default_value = "7")]
    size: BoardSize,
    /// Only these openings [default: all, one of each pair of turned ones]
    #[arg(long, value_name = "CELLS")]
    openings: Option<String>,
    /// Positions that the rules alone may examine
    #[arg(long, default_value_t = 100_000, value_name = "N")]
    nodes: u64,
    /// See wins and threats by drawn patterns alone, as the paper does
    #[arg(long)]
    patterns: bool,
    /// Without the columns of the proof-number and the depth-first solver
    #[arg(long)]
    alone: bool,
    /// The most time for each column of an opening
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = super::parse_time)]
    time_limit: Duration,
    /// A book instead of the one in the program; several may be given
    #[arg(long, value_name = "FILE")]
    book: Vec<PathBuf>,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

/// What one solver found.
struct Found {
    winner: Option<Color>,
    nodes: u64,
    seconds: f64,
    /// The nodes of the strategy, which was checked.
    strategy: Option<usize>,
}

impl Found {
    /// Nobody was asked.
    const NOTHING: Self = Self { winner: None, nodes: 0, seconds: 0.0, strategy: None };

    fn json(&self) -> Value {
        json!({
            "winner": self.winner.map(|winner| winner.to_string()),
            "nodes": self.nodes,
            "seconds": self.seconds,
            "strategy_nodes": self.strategy,
        })
    }

    fn text(&self) -> String {
        let winner = self.winner.map_or_else(|| "-".to_string(), |winner| winner.to_string());
        let strategy = self.strategy.map_or_else(String::new, |nodes| nodes.to_string());
        format!("{winner:<6}{:>9}{:>9.2}{strategy:>8}", self.nodes, self.seconds)
    }
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    interrupt::watch();
    let size = args.size;
    let book = if args.book.is_empty() {
        standard_book(size).filter(|book| !book.entries().is_empty()).cloned()
    } else {
        Some(read_books(&args.book, size)?)
    };
    let openings = match &args.openings {
        Some(names) => size.cells_named(names).context("--openings")?,
        None => size.iter().filter(|&cell| Symmetry::Rotation.cell(cell, size) >= cell).collect(),
    };
    if !args.json {
        let column = format!("{:<6}{:>9}{:>9}{:>8}", "wins", "nodes", "seconds", "games");
        let [rules, book, proof_number] = ["rules alone", "with the book", "proof-number solver"];
        println!("{:<16}{rules:<34}{book:<34}{proof_number:<34}depth-first solver", "");
        println!("{:<8}{:<8}{column}  {column}  {column}  {column}", "opening", "solved");
    }
    let (mut by_rules, mut by_book, mut wins) = (0, 0, 0);
    let count = openings.len();
    for cell in openings {
        if interrupt::asked() {
            break;
        }
        let [rules, with_book, other, depth_first] = columns(args, book.as_ref(), cell)?;
        let (solved, winner) = match (rules.winner, with_book.winner) {
            (Some(winner), _) => ("rules", Some(winner)),
            (None, Some(winner)) => ("book", Some(winner)),
            (None, None) => ("no", None),
        };
        by_rules += usize::from(solved == "rules");
        by_book += usize::from(solved == "book");
        wins += usize::from(winner == Some(Color::Black));
        if let (Some(ours), Some(theirs)) = (winner, other.winner)
            && ours != theirs
        {
            anyhow::bail!("{}: found {ours} as winner: expected {theirs}: a bug", size.name(cell));
        }
        let name = size.name(cell).to_string();
        if args.json {
            let line = json!({ "opening": name, "solved": solved, "rules": rules.json(),
                "book": with_book.json(), "proof_number": other.json(), "depth_first": depth_first.json() });
            println!("{line}");
        } else {
            let columns = [rules, with_book, other, depth_first].map(|found| found.text()).join("  ");
            println!("{name:<8}{solved:<8}{}", columns.trim_end());
        }
    }
    if !args.json {
        println!(
            "{by_rules} of {count} by rules alone, {by_book} more with the book; {wins} are wins for Black. Every strategy was checked."
        );
    }
    Ok(if by_rules + by_book == count { Answer::Done } else { Answer::No })
}

/// The rules alone, the rules with the book, the proof-number solver, the depth-first solver.
fn columns(args: &Args, book: Option<&Book>, cell: Cell) -> Result<[Found; 4]> {
    let position = Position::after(args.size, &[cell])?;
    let layer = if args.patterns { Layer::Patterns } else { Layer::Prover };
    let solver = Solver::new(Settings { layer, ..Settings::default() });
    let rules = {
        let (clock, progress) = (Stopwatch::start(), Progress::start(Some(args.time_limit)));
        let outcome = solver.solve(&position, Limits { nodes: Some(args.nodes) }, &progress)?;
        progress.finish();
        found(&outcome, clock.seconds())?
    };
    let with_book = match book {
        Some(book) => {
            let (clock, progress) = (Stopwatch::start(), Progress::start(Some(args.time_limit)));
            let outcome = solver.solve_with_book(&position, book, Limits::default(), &progress)?;
            progress.finish();
            found(&outcome, clock.seconds())?
        }
        None => Found::NOTHING,
    };
    let other = |method: Method| {
        if args.alone {
            return Found::NOTHING;
        }
        let clock = Stopwatch::start();
        let deadline = Deadline { end: std::time::Instant::now().checked_add(args.time_limit), bar: None };
        let settings = solver::Settings { method, ..solver::Settings::default() };
        let mut solver = AnySolver::new(settings, ProverSettings::default());
        let answer = solver.solve(&position, solver::Limits::default(), &deadline);
        let nodes = answer.statistics.expanded;
        Found { winner: answer.winner, nodes, seconds: clock.seconds(), strategy: None }
    };
    Ok([rules, with_book, other(Method::ProofNumber), other(Method::DepthFirst)])
}

fn found(outcome: &Outcome, seconds: f64) -> Result<Found> {
    let strategy = match &outcome.won {
        Some(proof) => {
            let text = proof.strategy();
            let strategy =
                read_strategy(&text, |_| {}).context("the strategy does not pass the check: a bug")?;
            Some(strategy.size().nodes)
        }
        None => None,
    };
    let winner = outcome.won.as_ref().map(|proof| proof.winner);
    Ok(Found { winner, nodes: outcome.statistics.examined, seconds, strategy })
}
