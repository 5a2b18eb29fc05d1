//! `hexwright solve --method decomposition` and `hexwright reproduce yang-openings` as a user runs them.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use assert_cmd::Command;
use serde_json::Value;

fn hexwright(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("hexwright").unwrap().args(arguments).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

fn solve(arguments: &[&str]) -> (i32, String, String) {
    let mut all = vec!["solve", "--method", "decomposition"];
    all.extend(arguments);
    hexwright(&all)
}

#[test]
fn a_win_comes_with_reasons_a_tree_and_a_strategy_that_holds() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("b2.strategy");
    let file = file.to_str().unwrap();
    let (code, out, error) = solve(&["--size", "5", "--moves", "b2", "--strategy", file, "--tree", "1"]);
    assert_eq!(code, 0, "{error}");
    assert!(out.starts_with("black wins\n"), "{out}");
    assert!(out.contains("rule ") && out.contains("\nB2 - ["), "{out}");
    let (code, out, _) = hexwright(&["verify", file]);
    assert_eq!(code, 0, "{out}");
}

#[test]
fn json_names_the_rule_and_the_group() {
    let (code, out, _) = solve(&["--size", "5", "--moves", "d2", "--json"]);
    assert_eq!(code, 0);
    let json: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&json["winner"], &json["verdict"]), (&"black".into(), &"won".into()));
    let answer = &json["answers"][0];
    assert!(answer["reason"]["text"].as_str().unwrap().contains("rule"), "{answer}");
    assert!(!answer["replies"].as_array().unwrap().is_empty());
}

#[test]
fn the_symmetry_game_says_that_no_win_exists() {
    let (code, out, _) = solve(&["--size", "5", "--moves", "a1"]);
    assert_eq!(code, 0);
    assert!(out.contains("no win exists for black"), "{out}");
}

#[test]
fn a_book_is_written_and_used() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("5x5.book");
    let file = file.to_str().unwrap();
    let opening = ["--size", "5", "--moves", "a2"];
    let with = |more: &[&str]| solve(&[&opening[..], more].concat());
    let (code, out, error) = with(&["--write-book", file, "--patience", "300", "--memory", "16M"]);
    assert_eq!(code, 0, "{error}");
    assert!(out.starts_with("white wins\n") && out.contains("book: "), "{out}");
    let (code, out, _) = with(&["--book", file, "--patience", "300"]);
    assert_eq!(code, 0, "{out}");
    let (code, _, error) = solve(&["--size", "4", "--moves", "a2", "--book", file]);
    assert_eq!(code, 2);
    assert!(error.contains("expected one for 4x4"), "{error}");
}

#[test]
fn limits_and_bad_input() {
    let (code, out, _) = solve(&["--size", "8", "--moves", "a1", "--nodes", "10", "--no-book"]);
    assert_eq!((code, out.lines().next()), (1, Some("unknown: a limit was reached")));
    let (code, _, error) = hexwright(&["solve", "--size", "4", "--tree", "2"]);
    assert_eq!(code, 2);
    assert!(error.contains("expected --method decomposition"), "{error}");
    let (code, _, error) = solve(&["--size", "4", "--all-openings"]);
    assert_eq!(code, 2);
    assert!(error.contains("expected --method proof-number"), "{error}");
}

#[test]
fn the_table_of_openings() {
    let (code, out, _) = hexwright(&["reproduce", "yang-openings", "--size", "4", "--json"]);
    // The paper's board is another one, so its claim is not confirmed.
    assert_eq!(code, 1, "{out}");
    let result: Value = serde_json::from_str(&out).unwrap();
    let rows = result["finding"]["data"].as_array().unwrap();
    assert_eq!(rows.len(), 8);
    assert!(
        rows.iter()
            .all(|row| row["solved"] != "no" && row["rules"]["winner"] == row["proof_number"]["winner"])
    );
}

#[test]
fn groups_and_their_moves_are_listed() {
    let (code, out, _) = hexwright(&["groups", "--size", "4", "--black", "b4", "--white", "d1"]);
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("string b4: Bottom") && out.contains("OneToConnect"), "{out}");
    let (_, out, _) =
        hexwright(&["groups", "--size", "4", "--black", "c1 d2", "--to-move", "black", "--json"]);
    let found: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(found["candidates"][0]["rule"], "rule 1", "{found}");
}
