//! `hexwright verify`: checks winning strategies and books of patterns, knowing only the rules of Hex and of connections.

use std::{fs, path::PathBuf};

use anyhow::{Context, Result, bail};
use board::{Color, Position};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use verify::{
    book::{Book, BookError, read_book},
    strategy::{Size, Strategy, StrategyError, read_strategy},
};

use crate::{output::Answer, stopwatch::Stopwatch};

/// What to check.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  hexwright solve --size 6 --moves d3 --strategy d3.strategy
  hexwright verify d3.strategy

The exit code is 0 where every strategy holds, 1 where one does not.")]
pub(crate) struct Args {
    /// Strategies as `hexwright solve --strategy` writes them, books of patterns as `hexwright booklet --save` does
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print the result as JSON, a line for each file
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let mut all_hold = true;
    for path in &args.files {
        let name = path.display().to_string();
        let text = fs::read_to_string(path).with_context(|| name.clone())?;
        if text.starts_with("hexwright book ") {
            let clock = Stopwatch::start();
            let result = read_book(&text);
            all_hold &= result.is_ok();
            print_book(args, &name, &result, clock.seconds());
            continue;
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
        let result = read_strategy(&text, |done| bar.set_position(done as u64));
        bar.finish_and_clear();
        all_hold &= result.is_ok();
        if args.json {
            println!("{}", json_line(&name, text.len(), &result, clock.seconds()));
        } else {
            print(&name, text.len(), &result, clock.seconds());
        }
    }
    Ok(if all_hold { Answer::Done } else { Answer::No })
}

fn print(name: &str, bytes: usize, result: &Result<Strategy, StrategyError>, seconds: f64) {
    match result {
        Ok(strategy) => {
            let Size { nodes, connections, steps, answers, replies } = strategy.size();
            println!("{name}: holds: {} wins {}", strategy.winner(), about(strategy.position()));
            if let Some(cell) = strategy.first_move() {
                println!("first move: {}", strategy.position().size().name(cell));
            }
            println!(
                "{nodes} positions checked: {connections} connections of {steps} steps, {answers} answers"
            );
            println!("{replies} replies inside the answers' cells, all others covered by them");
            println!("{bytes} bytes, {seconds:.3} s");
        }
        Err(error) => println!("{name}: does not hold: {error}"),
    }
}

fn print_book(args: &Args, name: &str, result: &Result<Book, BookError>, seconds: f64) {
    let book = match result {
        Ok(book) => book,
        Err(error) if args.json => {
            println!("{}", json!({ "file": name, "holds": false, "error": error.to_string() }));
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

fn json_line(name: &str, bytes: usize, result: &Result<Strategy, StrategyError>, seconds: f64) -> Value {
    match result {
        Ok(strategy) => {
            let position = strategy.position();
            let size = strategy.size();
            let stones = |color: Color| -> Vec<String> {
                position.stones(color).iter().map(|cell| position.size().name(cell).to_string()).collect()
            };
            json!({
                "file": name,
                "holds": true,
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
                "bytes": bytes,
                "seconds": seconds,
            })
        }
        Err(error) => json!({ "file": name, "holds": false, "error": error.to_string(), "bytes": bytes }),
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
