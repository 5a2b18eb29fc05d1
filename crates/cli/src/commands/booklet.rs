//! `hexwright booklet`: a winning strategy as local patterns that a person can play from.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};
use arena::Stopwatch;
use board::{Color, Position};
use booklet::{BookletError, BookletSettings, Effort, ExpertVerdict, Stage, Start, improve_book, make_book};
use clap::builder::ArgPredicate;
use indicatif::{ProgressBar, ProgressStyle};
use proof::{
    book::{PatternBook, book_text, read_book},
    strategy::read_strategy,
};
use serde_json::json;
use solver::{AnySolver, ProverSettings, SilentSolverObserver, SolverLimits};

use crate::{interrupt, output::Answer, position_args::PositionArgs};

/// Positions that the solver examines to say whether a move wins that patterns nearly answer.
const LOOK: u64 = 2000;

/// Options of the command.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  hexwright booklet --size 5 --moves c3 --out book.html --save c3.book
  hexwright booklet --size 8 --moves d5 --known d4.book --save d5.book
  hexwright booklet --size 8 --moves d5 --positions 400 --save d5.library
  hexwright booklet --strategy d4.strategy --save d4.book
  hexwright booklet --book d4.book --out d4.html
  hexwright booklet --book d4.book --rounds 5000 --seed 7 --save d4.book
  hexwright verify d4.book
  hexwright play --size 7 --moves d4 --color white --player yang:book=d4.book")]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// A strategy that `hexwright solve --strategy` wrote, instead of a position
    #[arg(long, value_name = "FILE", conflicts_with = "book")]
    strategy: Option<PathBuf>,
    /// Draw this book, or make it smaller with --rounds
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Start with the patterns of this book of another position; may be repeated
    #[arg(long, value_name = "FILE", conflicts_with = "book")]
    known: Vec<PathBuf>,
    /// Write the booklet to this file: one self-contained HTML page
    #[arg(long, short = 'o', value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write the patterns to this file, for `verify` and the player `yang`
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Replies to an intrusion that the search tries: more give fewer patterns, and take longer
    #[arg(long, default_value_t = BookletSettings::default().effort.width)]
    width: usize,
    /// Continuations to try until one succeeds
    #[arg(long, default_value_t = BookletSettings::default().effort.tries)]
    tries: usize,
    /// Stop the search after this many positions; --save keeps the patterns found, and --known continues from them
    #[arg(long, value_name = "N", conflicts_with = "book")]
    positions: Option<usize>,
    /// Attempts to make the book smaller, 0 by default with --book; Ctrl-C ends them and keeps the smallest book
    #[arg(
        long,
        default_value_t = BookletSettings::default().rounds,
        default_value_if("book", ArgPredicate::IsPresent, "0")
    )]
    rounds: usize,
    /// Random seed
    #[arg(long, default_value_t = BookletSettings::default().seed)]
    seed: u64,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let clock = Stopwatch::start();
    let mut solver = AnySolver::new(
        solver::SolverSettings { table_bytes: 64 << 20, ..solver::SolverSettings::default() },
        ProverSettings::default(),
    );
    let book = match &args.book {
        Some(path) => {
            let book = read(path)?;
            if args.rounds == 0 { book } else { make(args, &Source::Book(book), &mut solver)? }
        }
        None => {
            let known = args.known.iter().map(|path| read(path)).collect::<Result<Vec<PatternBook>>>()?;
            let start = start(args, &known, &mut solver)?;
            let made = make(args, &Source::Start(start), &mut solver);
            if let (Err(BookletError::Ended(found)), Some(path)) = (&made, &args.save) {
                fs::write(path, book_text(found)).with_context(|| path.display().to_string())?;
                let patterns = found.patterns.len();
                println!(
                    "not finished: {patterns} patterns are in {0}; --known {0} goes on from them",
                    path.display()
                );
                return Ok(Answer::No);
            }
            made?
        }
    };
    if let Some(path) = &args.save {
        fs::write(path, book_text(&book)).with_context(|| path.display().to_string())?;
    }
    if let Some(path) = &args.out {
        fs::write(path, booklet::page(&book)).with_context(|| path.display().to_string())?;
    }
    print(args, &book, clock.seconds());
    Ok(Answer::Done)
}

/// The book of a file, checked.
fn read(path: &Path) -> Result<PatternBook> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    read_book(&text).with_context(|| path.display().to_string())
}

/// The source of a book.
enum Source<'a> {
    Start(Start<'a>),
    Book(PatternBook),
}

fn make(args: &Args, source: &Source<'_>, solver: &mut AnySolver) -> Result<PatternBook, BookletError> {
    let settings = BookletSettings {
        effort: Effort { width: args.width, tries: args.tries },
        rounds: args.rounds,
        seed: args.seed,
    };
    let style = ProgressStyle::with_template("{msg} {wide_bar} {elapsed}");
    let bar = ProgressBar::new(settings.rounds as u64)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    interrupt::watch();
    let winner = match source {
        Source::Start(start) => start.winner,
        Source::Book(book) => book.winner,
    };
    let mut expert = |position: &Position| verdict(solver, position, winner);
    let most = args.positions.unwrap_or(usize::MAX);
    let mut progress = |stage| {
        let is_enough = matches!(stage, Stage::Finding { tasks, .. } if tasks > most);
        match stage {
            Stage::Finding { tasks, patterns, open } => {
                bar.set_message(format!(
                    "finding patterns: {patterns} in {tasks} positions, {open} moves without an answer"
                ));
            }
            Stage::Choosing { round, fewest } => {
                bar.set_message(format!("making it smaller: {fewest} patterns"));
                bar.set_position(round as u64);
            }
        }
        !is_enough && !interrupt::asked()
    };
    let book = match source {
        Source::Start(start) => make_book(*start, settings, &mut expert, &mut progress),
        Source::Book(book) => improve_book(book, settings, &mut expert, &mut progress),
    };
    bar.finish_and_clear();
    book
}

/// The position of the strategy or of the arguments, and who wins it.
fn start<'a>(args: &Args, known: &'a [PatternBook], solver: &mut AnySolver) -> Result<Start<'a>> {
    if let Some(path) = &args.strategy {
        let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let strategy = read_strategy(&text, |_| {}).with_context(|| path.display().to_string())?;
        let (position, winner, first) = (*strategy.position(), strategy.winner(), strategy.first_move());
        return Ok(Start { position, winner, first, known });
    }
    let position = args.position.position()?;
    // Before the solver spends hours on it.
    booklet::check_size(position.size())?;
    let verdict = verdict(solver, &position, position.to_move());
    let ExpertVerdict { winner, key: first } = verdict.context("who wins the position was not found out")?;
    Ok(Start { position, winner, first, known })
}

/// Who wins a position, with a winning move if `us` is to move. Otherwise the solver examines at most `LOOK` positions.
fn verdict(solver: &mut AnySolver, position: &Position, us: Color) -> Option<ExpertVerdict> {
    let is_ours = position.to_move() == us;
    let limits = if is_ours { SolverLimits::default() } else { SolverLimits { nodes: Some(LOOK) } };
    let answer = solver.solve(position, limits, &SilentSolverObserver);
    let key = if is_ours {
        solver.winning_move(position, &answer, SolverLimits::default(), &SilentSolverObserver)
    } else {
        None
    };
    answer.winner.map(|winner| ExpertVerdict { winner, key })
}

fn print(args: &Args, book: &PatternBook, seconds: f64) {
    let answers: usize = book.patterns.iter().map(|pattern| pattern.answers.len()).sum();
    let cells: usize = book.patterns.iter().map(|pattern| pattern.region.len()).sum();
    let size = book.position.size();
    if args.json {
        let names = |color: Color| -> Vec<String> {
            book.position.stones(color).iter().map(|cell| size.name(cell).to_string()).collect()
        };
        println!(
            "{}",
            json!({
                "size": size.to_string(), "black": names(Color::Black), "white": names(Color::White),
                "winner": book.winner.to_string(), "patterns": book.patterns.len(), "answers": answers,
                "cells": cells, "seconds": seconds,
            })
        );
        return;
    }
    println!(
        "{} wins by {} patterns with {answers} answers, checked; {seconds:.1} s",
        book.winner,
        book.patterns.len()
    );
    for (number, pattern) in book.patterns.iter().enumerate() {
        let name = booklet::name(pattern).unwrap_or("");
        let (cells, ends, answers) = (pattern.region.len(), pattern.ends(), pattern.answers.len());
        println!("{:>4}  {cells:>2} cells  {ends} ends  {answers:>2} answers  {name}", number + 1);
    }
}
