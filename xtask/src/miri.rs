//! `cargo xtask miri`: the crates with unsafe code under Miri, which interprets them and detects undefined behaviour. It needs a
//! nightly compiler, so this is no part of the checks.

use std::process::Command;

use crate::steps::{Outcome, command, step};

const INSTALL: &str = "rustup toolchain install nightly --component miri --component rust-src";
/// The instructions that the project asks for; variables of the environment replace those of `.cargo/config.toml`.
const PROCESSOR: &str = "-Ctarget-cpu=x86-64-v3";
/// The tests that Miri runs. Miri is a thousand times slower than the processor, so each test is small.
const TESTS: [(&str, &[&str]); 3] = [
    ("chance", &["--lib", "--", "a_tiny_board"]),
    ("hexwright-network", &["--lib", "--", "aligned", "kernels"]),
    ("hexwright-network", &["--test", "agreement", "--", "tiny_boards_agree"]),
];

/// Runs all of it, or names what is missing.
pub(crate) fn run() -> Outcome {
    let version = nightly(&["miri", "--version"]).output();
    if !version.is_ok_and(|output| output.status.success()) {
        return Err(format!("a nightly compiler with Miri is missing: '{INSTALL}' installs it"));
    }
    for (package, arguments) in TESTS {
        let mut command = nightly(&[&["miri", "test", "-p", package], arguments].concat());
        step(&format!("{package} under Miri"), command.env("RUSTFLAGS", PROCESSOR))?;
    }
    Ok(())
}

fn nightly(arguments: &[&str]) -> Command {
    command("rustup", &[&["run", "nightly", "cargo"], arguments].concat())
}
