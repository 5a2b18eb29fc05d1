//! `hexwright verify`: verifies winning strategies and books of patterns by the rules of their formats alone.

use std::{fs, path::PathBuf};

use anyhow::{Context, Result, bail};
use arena::Stopwatch;
use board::{Color, Position};
use indicatif::{ProgressBar, ProgressStyle};
use proof::{
    Budget, Refusal, Report,
    book::{PatternBook, read_book_within},
    strategy::{Strategy, read_within},
};
use serde_json::{Value, json};

use crate::output::Answer;

/// Options of the command.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  hexwright solve --size 6 --moves d3 --strategy d3.strategy
  hexwright verify d3.strategy
  hexwright solve --size 6 --all-openings --strategies six
  hexwright verify six

\"holds\" means: the rules of docs/reference/strategy-format.md (of docs/explanation/booklet.md for books) derive the claim, so the winner wins against every
play of the loser. The checksum in a file detects accidents only; anyone can compute it. It does not say who wrote the file.

--json reports how often each rule was used; a refusal names the line, the step and the rule.

The exit code is 0 if every file holds, 1 if one does not, and 2 if one cannot be read.")]
pub(crate) struct Args {
    /// Strategies as `hexwright solve --strategy` writes them, books of patterns as `hexwright booklet --save` does; of a folder,
    /// all files that end with `.strategy`
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Refuse a file that needs more work than this, in visits of cells; use it for files from strangers. The strategy of
    /// 8x8 d5 takes 22 million
    #[arg(long, value_name = "UNITS")]
    budget: Option<u64>,
    /// Print the result as JSON, a line for each file
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let mut all_hold = true;
    let budget = args.budget.map_or(Budget::UNLIMITED, Budget);
    let files = with_folders(&args.files)?;
    let clock = Stopwatch::start();
    let mut total = Total::default();
    for path in &files {
        let name = path.display().to_string();
        let bytes = fs::read(path).with_context(|| name.clone())?;
        total.bytes += bytes.len();
        // A file that is not text is refused as such: the formats are ASCII.
        let text = String::from_utf8_lossy(&bytes);
        if text.starts_with("hexwright book ") {
            let clock = Stopwatch::start();
            let result = read_book_within(&text, budget);
            all_hold &= result.is_ok();
            print_book(args, &name, text.len(), &result, clock.seconds());
            continue;
        }
        if text.starts_with("hexwright opening book ") {
            bail!(
                "{name}: found an opening book, which claims nothing: expected a strategy or a book of patterns; \
                 'solve --method decomposition --book {name} --strategy FILE' writes what it proves"
            );
        }
        if !text.starts_with("hexwright strategy ") {
            bail!(
                "{name}: found another kind of file: expected a strategy or a book, beginning 'hexwright strategy' or \
                 'hexwright book'"
            );
        }
        let bar = ProgressBar::new(text.len() as u64)
            .with_style(ProgressStyle::with_template("{wide_bar} {bytes}/{total_bytes}, {eta} left")?);
        let clock = Stopwatch::start();
        let result = read_within(&text, budget, &mut |done| bar.set_position(done as u64));
        bar.finish_and_clear();
        all_hold &= result.is_ok();
        total.strategies += usize::from(result.is_ok());
        total.nodes += result.as_ref().map_or(0, |strategy| strategy.size().nodes);
        if args.json {
            println!("{}", json_line(&name, text.len(), &result, clock.seconds()));
        } else {
            print(&name, text.len(), &result, clock.seconds());
        }
    }
    if files.len() > 1 && !args.json {
        let Total { strategies, nodes, bytes } = total;
        println!(
            "{strategies} of {} files are strategies that hold: {nodes} positions, {bytes} bytes, {:.3} s",
            files.len(),
            clock.seconds()
        );
    }
    Ok(if all_hold { Answer::Done } else { Answer::No })
}

/// What all files have together.
#[derive(Default)]
struct Total {
    strategies: usize,
    nodes: usize,
    bytes: usize,
}

/// The files that are named, and those of named folders in the order of their names.
fn with_folders(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let name = || path.display().to_string();
        let entries = fs::read_dir(path).with_context(name)?;
        let entries = entries.collect::<std::io::Result<Vec<_>>>().with_context(name)?;
        let mut inside: Vec<PathBuf> = entries.iter().map(fs::DirEntry::path).collect();
        inside.retain(|file| file.extension().is_some_and(|extension| extension == "strategy"));
        if inside.is_empty() {
            bail!("{}: found a folder without strategies: expected files that end with .strategy", name());
        }
        inside.sort();
        files.extend(inside);
    }
    Ok(files)
}

fn print(name: &str, bytes: usize, result: &Result<Strategy, Refusal>, seconds: f64) {
    match result {
        Ok(strategy) => {
            println!("{name}: holds: {} wins {}", strategy.winner(), about(strategy.position()));
            if let Some(cell) = strategy.first_move() {
                println!("first move: {}", strategy.position().size().name(cell));
            }
            let size = strategy.size();
            println!(
                "{} positions checked: {} connections of {} steps, {} answers, {} captured pairs filled in",
                size.nodes, size.connections, size.steps, size.answers, size.pairs
            );
            println!("{} replies inside the answers' cells, all others covered by them", size.replies);
            println!("{}", rules_in_words(strategy.report()));
            println!("{bytes} bytes, {seconds:.3} s");
        }
        Err(refusal) => println!("{name}: does not hold: {refusal}"),
    }
}

/// How often each rule was used, in a line.
fn rules_in_words(report: &Report) -> String {
    format!(
        "rules: {} neighbours, {} AND, {} OR; {} dead cells and {} captured pairs shared; {} connections by stones alone",
        report.neighbours,
        report.and,
        report.or,
        report.captured_dead,
        report.captured_pairs,
        report.joined_by_stones
    )
}

/// A refusal as JSON.
fn refused(name: &str, bytes: usize, refusal: &Refusal) -> Value {
    json!({
        "file": name, "holds": false, "error": refusal.to_string(), "line": refusal.line, "step": refusal.step,
        "pattern": refusal.pattern, "rule": refusal.rule, "bytes": bytes,
    })
}

fn print_book(args: &Args, name: &str, bytes: usize, result: &Result<PatternBook, Refusal>, seconds: f64) {
    let book = match result {
        Ok(book) => book,
        Err(error) if args.json => {
            println!("{}", refused(name, bytes, error));
            return;
        }
        Err(error) => {
            println!("{name}: does not hold: {error}");
            return;
        }
    };
    let answers: usize = book.patterns.iter().map(|pattern| pattern.answers.len()).sum();
    let intrusions: usize = book.patterns.iter().map(|pattern| pattern.region.len()).sum();
    let patterns = book.patterns.len();
    if args.json {
        println!(
            "{}",
            json!({
                "file": name, "holds": true, "size": book.position.size().to_string(), "winner": book.winner.to_string(),
                "patterns": patterns, "answers": answers, "intrusions": intrusions, "seconds": seconds,
            })
        );
    } else {
        println!("{name}: holds: {} wins {}", book.winner, about(&book.position));
        println!("{patterns} patterns with {answers} answers to {intrusions} intrusions, {seconds:.3} s");
    }
}

fn json_line(name: &str, bytes: usize, result: &Result<Strategy, Refusal>, seconds: f64) -> Value {
    match result {
        Ok(strategy) => {
            let position = strategy.position();
            let size = strategy.size();
            let stones = |color: Color| -> Vec<String> {
                position.stones(color).iter().map(|cell| position.size().name(cell).to_string()).collect()
            };
            let rules: serde_json::Map<_, _> = strategy
                .report()
                .counts()
                .into_iter()
                .map(|(rule, count)| (rule.to_string(), json!(count)))
                .collect();
            json!({
                "file": name,
                "holds": true,
                "rules": rules,
                "size": position.size().to_string(),
                "black": stones(Color::Black),
                "white": stones(Color::White),
                "to_move": position.to_move().to_string(),
                "winner": strategy.winner().to_string(),
                "first_move": strategy.first_move().map(|cell| position.size().name(cell).to_string()),
                "nodes": size.nodes,
                "connections": size.connections,
                "steps": size.steps,
                "answers": size.answers,
                "replies": size.replies,
                "pairs": size.pairs,
                "bytes": bytes,
                "seconds": seconds,
            })
        }
        Err(refusal) => refused(name, bytes, refusal),
    }
}

/// The position in words: an opening, or its stones.
fn about(position: &Position) -> String {
    let size = position.size();
    let [black, white] = Color::BOTH.map(|color| position.stones(color));
    let to_move = position.to_move();
    match black.single() {
        _ if position.occupied().is_empty() => format!("the empty {size} board with {to_move} to move"),
        Some(cell) if white.is_empty() => {
            format!("{size} after the opening {}, {to_move} to move", size.name(cell))
        }
        _ => format!("{size} with {} black and {} white stones, {to_move} to move", black.len(), white.len()),
    }
}
