//! `hexwright solve --method decomposition`: Yang's solver, with the reason for each move.

use std::{
    cell::Cell as Shared,
    fs,
    ops::ControlFlow,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use analysis::{DecompositionAnswer, decomposition_answers};
use anyhow::{Context, Result, bail};
use board::{BoardSize, Position};
use decomposition::{
    DecompositionLimits, DecompositionObserver, DecompositionOutcome, DecompositionProof,
    DecompositionSettings, DecompositionSolver, DecompositionStatus, DecompositionVerdict, Layer,
    OpeningBook, Order, SolverExpert, boxed, standard_opening_book,
};
use indicatif::{ProgressBar, ProgressStyle};
use proof::strategy::{Size, read_strategy};
use serde::Serialize;

use super::{Effort, quarter_of_memory};
use crate::{interrupt, output::Answer, position_args::PositionArgs};

/// Switches of the decomposition solver.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Method decomposition")]
pub(crate) struct DecompositionArgs {
    /// Take the first moves from this book; may be repeated [default: the built-in book, for 7x7 and 8x8]
    #[arg(long, value_name = "FILE", conflicts_with = "no_book")]
    book: Vec<PathBuf>,
    /// Use the rules alone; with --write-book, start from an empty book
    #[arg(long)]
    no_book: bool,
    /// Ask the proof-number solver where the rules are too weak, and write its moves to this file, beside the book's moves for
    /// other openings. A limit leaves an unfinished book; the same command with --book continues it
    #[arg(long, value_name = "FILE")]
    write_book: Option<PathBuf>,
    /// Positions that the rules may examine for one move before --write-book asks the proof-number solver
    #[arg(long, value_name = "N")]
    patience: Option<u64>,
    /// Recognise wins and threats by drawn patterns alone, as in the paper, without the connection prover
    #[arg(long)]
    patterns: bool,
    /// Try the rules' moves in the paper's order, regardless of the opponent's forced replies
    #[arg(long)]
    paper_order: bool,
    /// Order the rules' moves by the built-in network, not by circuits
    #[arg(long, conflicts_with = "paper_order")]
    network_order: bool,
    /// Print the solution tree in the paper's form, with this many replies of the opponent on each path
    #[arg(long, value_name = "N")]
    tree: Option<usize>,
    /// The most paths of the tree to print
    #[arg(long, value_name = "N", default_value_t = 200)]
    paths: usize,
}

impl DecompositionArgs {
    /// The first option that only this method has, if one is given.
    pub(super) fn given(&self) -> Option<&'static str> {
        let Self { book, no_book, write_book, patience, patterns, paper_order, network_order, tree, .. } =
            self;
        [
            (!book.is_empty(), "--book"),
            (*no_book, "--no-book"),
            (write_book.is_some(), "--write-book"),
            (patience.is_some(), "--patience"),
            (*patterns, "--patterns"),
            (*paper_order, "--paper-order"),
            (*network_order, "--network-order"),
            (tree.is_some(), "--tree"),
        ]
        .into_iter()
        .find_map(|(given, name)| given.then_some(name))
    }

    fn settings(&self) -> DecompositionSettings {
        let defaults = DecompositionSettings::default();
        DecompositionSettings {
            patience: self.patience.unwrap_or(defaults.patience),
            layer: if self.patterns { Layer::Patterns } else { Layer::Prover },
            order: match (self.paper_order, self.network_order) {
                (true, _) => Order::Paper,
                (false, true) => Order::Network,
                (false, false) => Order::Replies,
            },
            ..defaults
        }
    }
}

/// The question.
pub(super) struct Question<'a> {
    pub(super) position: &'a PositionArgs,
    pub(super) effort: &'a Effort,
    pub(super) args: &'a DecompositionArgs,
    pub(super) strategy: Option<&'a Path>,
    pub(super) json: bool,
}

pub(super) fn run(question: &Question<'_>) -> Result<Answer> {
    let Question { args, effort, .. } = question;
    let position = question.position.position()?;
    interrupt::watch();
    let progress = Progress::start(effort.time_limit);
    let solver = DecompositionSolver::new(args.settings());
    let limits = DecompositionLimits { nodes: effort.nodes };
    let book = read_book(args, position.size())?;
    let (outcome, written) = match (&args.write_book, &book) {
        (Some(path), _) => {
            let start = book.unwrap_or_else(|| OpeningBook::new(position.size()));
            let mut expert =
                SolverExpert::new(effort.memory.unwrap_or_else(quarter_of_memory), &progress.expert);
            let (book, outcome) = solver.write_book(&position, &start, &mut expert, limits, &progress)?;
            // The moves found before a limit are kept: with --book the next run continues from them.
            fs::write(path, book.text()).with_context(|| format!("--write-book {}", path.display()))?;
            (outcome, Some((book.entries().len(), expert.asked)))
        }
        (None, Some(book)) => (solver.solve_with_book(&position, book, limits, &progress)?, None),
        (None, None) => (solver.solve(&position, limits, &progress)?, None),
    };
    let seconds = progress.start.elapsed().as_secs_f64();
    progress.bar.finish_and_clear();
    let size = match (question.strategy, &outcome.won) {
        (Some(path), Some(proof)) => Some(write_strategy(path, proof)?),
        _ => None,
    };
    let report = Report { position, outcome, seconds, size, written };
    if question.json {
        report.print_json()?;
    } else {
        report.print();
        if let (Some(replies), Some(proof)) = (args.tree, &report.outcome.won) {
            println!("\n{}", proof.tree(replies, args.paths).trim_end());
        }
    }
    Ok(if report.outcome.won.is_some() { Answer::Done } else { Answer::No })
}

fn read_book(args: &DecompositionArgs, size: BoardSize) -> Result<Option<OpeningBook>> {
    if args.no_book {
        return Ok(None);
    }
    if args.book.is_empty() {
        return Ok(standard_opening_book(size).filter(|book| !book.entries().is_empty()).cloned());
    }
    read_books(&args.book, size).map(Some)
}

/// The books of files, joined.
pub(crate) fn read_books(paths: &[PathBuf], size: BoardSize) -> Result<OpeningBook> {
    let mut all = OpeningBook::new(size);
    for path in paths {
        let name = || format!("--book {}", path.display());
        let book = OpeningBook::read(&fs::read_to_string(path).with_context(name)?).with_context(name)?;
        if book.size() != size {
            bail!("--book {}: found a book for {}: expected one for {size}", path.display(), book.size());
        }
        all = all.with(&book);
    }
    Ok(all)
}

/// Checks a strategy and writes it.
fn write_strategy(path: &Path, proof: &DecompositionProof) -> Result<Size> {
    let text = proof.strategy();
    let strategy = read_strategy(&text, |_| {}).context("the strategy does not pass the check: a bug")?;
    let name = || format!("--strategy {}", path.display());
    let part = path.with_extension("part");
    fs::write(&part, &text).with_context(name)?;
    fs::rename(&part, path).with_context(name)?;
    Ok(strategy.size())
}

struct Report {
    position: Position,
    outcome: DecompositionOutcome,
    seconds: f64,
    /// The size of the strategy, where one was written.
    size: Option<Size>,
    /// The moves of the book that was written, and how often the expert was asked.
    written: Option<(usize, u64)>,
}

impl Report {
    fn print(&self) {
        let Self { position, outcome, seconds, .. } = self;
        let size = position.size();
        let statistics = &outcome.statistics;
        match outcome.verdict {
            DecompositionVerdict::Won(winner) => println!("{winner} wins"),
            DecompositionVerdict::RulesTooWeak => {
                println!("unknown: the rules are too weak, in the game and in the symmetry game");
            }
            DecompositionVerdict::Stopped if interrupt::asked() => println!("unknown: interrupted"),
            DecompositionVerdict::Stopped => println!("unknown: a limit was reached"),
        }
        if outcome.won.is_none() {
            let (all, left) = (position.empty_cells().len(), outcome.open.len());
            let refuted = all - left;
            println!(
                "{refuted} of {all} moves of {} are answered; open: {}",
                position.to_move(),
                boxed(size, outcome.open)
            );
        }
        if outcome.by_symmetry_game {
            println!("no win exists for {}: the symmetry game is solved", position.to_move().opponent());
        }
        if let Some(proof) = &outcome.won {
            if let Some((cell, reason)) = &proof.first {
                println!("move {}  {}", size.name(*cell), reason.line(size));
            }
            let region = proof.region();
            println!("region of {} cells: {}", region.len(), boxed(size, region));
            for (replies, cell, reason) in decomposition_answers(proof) {
                println!("[{}] - {}  {}", boxed(size, replies), size.name(cell), reason.line(size));
            }
            println!("{} local games, {} examined", proof.nodes.len(), statistics.examined);
        }
        println!(
            "{} positions examined, {} of them in the symmetry game, {seconds:.2} s",
            statistics.examined, statistics.in_symmetry_game
        );
        if let Some(size) = &self.size {
            println!(
                "strategy: {} nodes, {} connections, {} answers; checked",
                size.nodes, size.connections, size.answers
            );
        }
        if let Some((moves, asked)) = self.written {
            println!("book: {moves} moves, the proof-number solver was asked {asked} times");
        }
    }

    fn print_json(&self) -> Result<()> {
        let time = Duration::from_secs_f64(self.seconds);
        let report = JsonReport {
            answer: DecompositionAnswer::of(&self.position, &self.outcome, time),
            strategy_nodes: self.size.map(|size| size.nodes),
            book_moves: self.written.map(|(moves, _)| moves),
            expert_asked: self.written.map(|(_, asked)| asked),
        };
        println!("{}", serde_json::to_value(report)?);
        Ok(())
    }
}

/// The answer as every front end gives it, and what was written to files.
#[derive(Serialize)]
struct JsonReport {
    #[serde(flatten)]
    answer: DecompositionAnswer,
    strategy_nodes: Option<usize>,
    book_moves: Option<usize>,
    expert_asked: Option<u64>,
}

/// How often the line is drawn.
const INTERVAL: Duration = Duration::from_millis(200);

/// The progress line and the time limit.
struct Progress {
    bar: ProgressBar,
    start: Instant,
    limit: Option<Duration>,
    drawn: Shared<u128>,
    expert: Deadline,
}

impl Progress {
    fn start(limit: Option<Duration>) -> Self {
        let style = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}")
            .unwrap_or_else(|_| ProgressStyle::default_spinner());
        let start = Instant::now();
        let bar = ProgressBar::new_spinner().with_style(style);
        let expert = Deadline { end: limit.map(|limit| start + limit), bar: Some(bar.clone()) };
        Self { bar, start, limit, drawn: Shared::new(0), expert }
    }
}

impl DecompositionObserver for Progress {
    fn status(&self, status: &DecompositionStatus) -> ControlFlow<()> {
        // The clock is asked now and then only: a position takes some ten microseconds.
        if !status.examined.is_multiple_of(64) {
            return ControlFlow::Continue(());
        }
        let elapsed = self.start.elapsed();
        let tick = elapsed.as_millis() / INTERVAL.as_millis();
        if self.drawn.replace(tick) != tick {
            let DecompositionStatus { examined, stones, hero } = status;
            self.bar.set_message(format!("for {hero}: {examined} positions, now with {stones} stones"));
            self.bar.tick();
        }
        let late = self.limit.is_some_and(|limit| elapsed >= limit);
        if late || interrupt::asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Ends the expert's search in time, and shows how far it is.
struct Deadline {
    end: Option<Instant>,
    bar: Option<ProgressBar>,
}

impl solver::SolverObserver for Deadline {
    fn status(&self, status: &solver::SolverStatus<'_>) -> ControlFlow<()> {
        if let Some(bar) = self.bar.as_ref().filter(|_| status.expanded.is_multiple_of(512)) {
            bar.set_message(format!("the proof-number solver: {} positions", status.expanded));
            bar.tick();
        }
        let late = self.end.is_some_and(|end| Instant::now() >= end);
        if late || interrupt::asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
