//! The code that must be believed stays small enough to be read, and depends on nothing.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::{fs, path::Path};

/// The files that judge, see the documentation of the crate.
const JUDGES: [&str; 4] = ["graph.rs", "connection.rs", "strategy.rs", "book.rs"];

/// The most lines that they may have together, comments and blank lines included.
const MOST_LINES: usize = 600;

fn read(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

#[test]
fn the_judges_have_at_most_600_lines() {
    let lines: usize = JUDGES.iter().map(|name| read(&format!("src/{name}")).lines().count()).sum();
    assert!(lines > 300, "{lines}: are these still the judges?");
    assert!(lines <= MOST_LINES, "found {lines} lines: expected at most {MOST_LINES}");
}

#[test]
fn the_crate_depends_on_nothing() {
    let manifest = read("Cargo.toml");
    let (_, dependencies) = manifest.split_once("[dependencies]\n").unwrap();
    let (dependencies, _) = dependencies.split_once("[lints]").unwrap();
    assert_eq!(dependencies.trim(), "");
    assert!(!manifest.contains("build ="), "a build script could write code that judges");
}
