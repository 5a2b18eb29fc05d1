//! The development tasks of the project; `cargo xtask help` lists them.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command-line program prints")]

mod book;
mod bundle;
mod dist;
mod front_end;
mod licences;
mod miri;
#[path = "../../crates/web/src/modules.rs"]
mod modules;
mod order;
mod packages;
mod portable;
mod proof;
mod prose;
mod site;
mod steps;
mod tidy;
mod vocabulary;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask test              everything that must pass before a change lands: the checks below, then all tests
cargo xtask check             format, clippy, documentation, tidiness: no test is run
cargo xtask front-end         the pages alone: types, unit tests, tests in a browser
cargo xtask proof             the proof in coq/ that the checker is right, and the checker extracted from it
cargo xtask tidy              only the rules about files: length, stubs, crate READMEs, order of the crates, words
cargo xtask soak --minutes N  a server with tournaments, people, analyses and attackers at once: memory, descriptors, lost games
cargo xtask dist              a tarball and a Debian package in target/dist, each tried in an empty folder
cargo xtask site              the page with the engine in it, for any static host, in target/site
cargo xtask npm               the engine as a package for Node.js and web pages, in target/npm
cargo xtask book              the pages of docs/ as a site in target/book; needs mdbook
cargo xtask check-exhaustive  the long proofs: every 4x4 position against brute force (hours, by hand)
cargo xtask fuzz              every parser and protocol with changed inputs, a minute each; --help names the options
cargo xtask miri              unsafe code under Miri, which needs a nightly compiler
cargo xtask help              this text";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["test"] => steps::test(),
        ["check"] => steps::check(),
        ["front-end"] => front_end::run(),
        ["proof"] => proof::run(),
        ["book"] => book::run(),
        ["site"] => site::build(site::Engines::Both),
        ["npm"] => site::package(),
        ["dist"] => dist::run(),
        ["tidy"] => tidy::run(),
        ["soak", "--minutes", minutes] => steps::soak(minutes),
        ["check-exhaustive"] => steps::check_exhaustive(),
        ["fuzz", ref options @ ..] => steps::fuzz(options),
        ["miri"] => miri::run(),
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
