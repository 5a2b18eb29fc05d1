//! A checker of strategies and books that contains nothing but the judge: `cargo run --release -p hexwright-verify --example
//! check -- FILE…`. Exit code 0 if all hold, 1 if one is refused, 2 if one cannot be read.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program that prints verdicts")]

use std::{env, fs, process::ExitCode};

use verify::{Budget, check_book, check_strategy};

fn main() -> ExitCode {
    let mut refused = false;
    for path in env::args().skip(1) {
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("{path}: {error}");
                return ExitCode::from(2);
            }
        };
        let verdict = if text.starts_with(b"hexwright book ") {
            check_book(&text, Budget::UNLIMITED).map(|book| format!("{} patterns", book.patterns.len()))
        } else {
            check_strategy(&text, Budget::UNLIMITED, &mut |_| ()).map(|strategy| {
                format!("{} nodes, {} steps", strategy.report.nodes(), strategy.report.steps())
            })
        };
        refused |= verdict.is_err();
        match verdict {
            Ok(size) => println!("{path}: holds: {size}"),
            Err(refusal) => println!("{path}: refused: {refusal}"),
        }
    }
    ExitCode::from(u8::from(refused))
}
