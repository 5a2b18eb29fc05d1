//! `hexwright review`: a game judged on the command line.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use assert_cmd::Command;
use serde_json::Value;

fn review(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("hexwright").unwrap();
    command.args(["review", "--nodes", "3000", "--visits", "8"]).args(arguments);
    command
}

#[test]
fn a_game_is_judged_as_json() {
    // White does not swap the strongest opening of 5x5, and Black resigns a won game.
    let output = review(&["--size", "5", "--moves", "c3 a1 resign", "--json"]).assert().success();
    let found: Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    let quality = |at: usize| found["moves"][at]["quality"].as_str().unwrap().to_string();
    assert_eq!([quality(0), quality(1), quality(2)], ["good", "blunder", "blunder"].map(String::from));
    assert_eq!(found["moves"][1]["better"], "swap-pieces");
    assert!(found["moves"].as_array().unwrap().iter().all(|judged| judged["proved"] == true));
    assert_eq!(found["positions"].as_array().unwrap().len(), 4);
}

#[test]
fn the_text_marks_blunders_and_the_sgf_has_comments_and_variations() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("judged.sgf");
    let path = file.to_str().unwrap();
    let output = review(&["--size", "5", "--moves", "a1 b2 a5 c3", "--sgf", path]).assert().success();
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    assert!(text.contains("positions proved") && text.contains("blunders"), "{text}");
    let sgf = std::fs::read_to_string(&file).unwrap();
    let again = review(&["--file", path, "--json"]).assert().success();
    let found: Value = serde_json::from_slice(&again.get_output().stdout).unwrap();
    assert_eq!(found["moves"].as_array().unwrap().len(), 4, "{sgf}");
    assert!(sgf.contains("C["), "{sgf}");
}

#[test]
fn a_game_without_moves_is_refused() {
    let output = review(&["--size", "5"]).assert().code(2);
    let text = String::from_utf8(output.get_output().stderr.clone()).unwrap();
    assert!(text.contains("found no moves to review"), "{text}");
}

#[test]
fn a_store_is_filled_and_used_again() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("solved.hex");
    let arguments = ["--size", "6", "--moves", "c3 d3", "--json", "--store", store.to_str().unwrap()];
    let read = |output: &[u8]| serde_json::from_slice::<Value>(output).unwrap()["moves"].clone();
    let first = review(&arguments).assert().success();
    let second = review(&arguments).assert().success();
    assert_eq!(read(&first.get_output().stdout), read(&second.get_output().stdout));
    assert!(store.exists());
    review(&["--size", "5", "--moves", "c3", "--store", folder.path().to_str().unwrap()]).assert().code(2);
}
