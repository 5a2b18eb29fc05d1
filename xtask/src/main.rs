//! The project's chores, so that there is one place and one language for them: `cargo xtask help` lists them.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command-line program prints")]

mod front_end;
mod packages;
mod steps;
mod tidy;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask test              everything that must pass before a change lands: the checks below, then all tests
cargo xtask check             format, clippy, documentation, tidiness: no test is run
cargo xtask front-end         the pages alone: types, unit tests, tests in a browser
cargo xtask tidy              only the rules about files: length, stubs, crate READMEs
cargo xtask check-exhaustive  the long proofs: every 4x4 position against brute force (hours, by hand)
cargo xtask help              this text";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["test"] => steps::test(),
        ["check"] => steps::check(),
        ["front-end"] => front_end::run(),
        ["tidy"] => tidy::run(),
        ["check-exhaustive"] => steps::check_exhaustive(),
        [] | ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            Ok(())
        }
        _ => Err(format!("unknown arguments {arguments:?}: expected one of\n{HELP}")),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::from(2)
        }
    }
}
