//! The examples in `docs/` do what the pages say: commands are run, and what they print and draw is compared.
//!
//! A block marked `console` holds commands after `$ ` and below each what it prints. Lines that begin with `left out: ` stand for
//! the warnings on standard error, and `refused: ` for a message with exit code 2. SVG pictures that a command makes must be those
//! in the repository.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use tempfile::TempDir;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The commands of a page, each with what it should print.
fn examples(page: &str) -> Vec<(String, String)> {
    let mut examples: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        match line {
            "```console" => inside = true,
            "```" => inside = false,
            _ if !inside => {}
            _ => match (line.strip_prefix("$ "), examples.last_mut()) {
                (Some(command), _) => examples.push((command.to_string(), String::new())),
                (None, Some((_, expected))) => {
                    expected.push_str(line);
                    expected.push('\n');
                }
                (None, None) => panic!("a block begins without a command: {line}"),
            },
        }
    }
    examples
}

/// Runs a command in a copy of what the pages use, and returns what the page should show.
fn run(command: &str, folder: &Path) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_hexwright")).parent().unwrap();
    let path = env::join_paths(
        [program.to_path_buf()].into_iter().chain(env::split_paths(&env::var_os("PATH").unwrap())),
    );
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", path.unwrap())
        .output()
        .unwrap();
    let mut shown = String::from_utf8(output.stdout).unwrap();
    for line in String::from_utf8(output.stderr).unwrap().lines() {
        let line = line.strip_prefix("hexwright: ").unwrap_or(line);
        match (line.split_once(" has no place for it: "), output.status.code()) {
            (Some((_, what)), Some(0)) => shown.push_str(&format!("left out: {what}\n")),
            (_, code) => {
                assert_eq!(code, Some(2), "{command}: {line}");
                let message = line.strip_prefix("the text given: ").unwrap_or(line);
                shown.push_str(&format!("refused: {message}\n"));
            }
        }
    }
    shown
}

fn check(page: &str) {
    let docs = repository().join("docs");
    let folder = TempDir::new().unwrap();
    let pictures = folder.path().join("docs/pictures");
    fs::create_dir_all(&pictures).unwrap();
    fs::copy(docs.join("pictures/game.sgf"), pictures.join("game.sgf")).unwrap();
    let text = fs::read_to_string(docs.join(page)).unwrap();
    let examples = examples(&text);
    assert!(!examples.is_empty(), "{page} has no examples");
    for (command, expected) in examples {
        assert_eq!(run(&command, folder.path()), expected, "{page}: {command}");
    }
    for entry in fs::read_dir(pictures).unwrap() {
        let made = entry.unwrap().path();
        let kept = docs.join("pictures").join(made.file_name().unwrap());
        if env::var_os("UPDATE_PICTURES").is_some() {
            fs::copy(&made, &kept).unwrap();
        }
        let (made, shown) = (fs::read_to_string(made).unwrap(), kept.display().to_string());
        let kept = fs::read_to_string(kept).unwrap_or_default();
        assert!(made == kept, "{shown} is not what the command on {page} draws; UPDATE_PICTURES=1 renews it");
    }
}

#[test]
fn the_page_on_records_is_true() {
    check("records.md");
}

#[test]
fn the_page_on_pictures_is_true() {
    check("pictures.md");
}
