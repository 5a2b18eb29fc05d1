//! Matches through the program: results, resumption, our own HTP engine as a contestant, bad arguments.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::{fs, path::Path, process::Output};

use assert_cmd::{Command, cargo::cargo_bin};

fn hexwright(folder: &Path, arguments: &[&str]) -> Output {
    Command::cargo_bin("hexwright").unwrap().current_dir(folder).args(arguments).output().unwrap()
}

#[test]
fn a_match_is_played_saved_and_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let mut arguments =
        vec!["match", "bridges", "random", "--size", "4", "--openings", "all", "--games", "8", "--json"];
    let output = hexwright(folder.path(), &arguments);
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(result["won"].as_u64().unwrap() + result["lost"].as_u64().unwrap(), 8, "{result}");
    let log = folder.path().join("matches/bridges-random-4x4/games.jsonl");
    assert_eq!(fs::read_to_string(&log).unwrap().lines().count(), 9);
    assert!(folder.path().join("matches/bridges-random-4x4/games/00004-2.sgf").exists());
    // Four more games of the same match.
    arguments[8] = "12";
    let output = hexwright(folder.path(), &arguments[..9]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("bridges against random on 4x4: ") && text.contains("95 % interval"), "{text}");
    assert_eq!(fs::read_to_string(&log).unwrap().lines().count(), 13);
    // Another match in the same folder.
    let output = hexwright(folder.path(), &["match", "bridges", "random", "--size", "4", "--seed", "9"]);
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("the log is of another match"), "{message}");
}

#[test]
fn our_own_engine_is_a_contestant_like_any_other() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("openings.txt"), "a1 b2\nc3\n").unwrap();
    let engine = format!("htp:'{}' htp --player bridges", cargo_bin("hexwright").display());
    let output = hexwright(
        folder.path(),
        &[
            "match",
            &engine,
            "random",
            "--init-a",
            "param_player time {seconds}s",
            "--size",
            "5",
            "--games",
            "4",
            "--openings",
            "openings.txt",
            "--name-a",
            "engine",
            "--save",
            "here",
            "--json",
            "--sprt",
            "--time",
            "60+1",
        ],
    );
    let result: serde_json::Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
    assert_eq!((result["won"].as_u64(), result["faults"][0].as_u64()), (Some(4), Some(0)), "{result}");
    assert!(result["sprt"]["llr"].as_f64().unwrap() > 0.0);
    let log = fs::read_to_string(folder.path().join("here/games.jsonl")).unwrap();
    assert!(log.contains(r#""opening":"a1 b2""#) && log.contains(r#""black":"engine""#), "{log}");
}

#[test]
fn openings_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let output = hexwright(folder.path(), &["openings", "--size", "4", "--count", "5", "--effort", "200"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().filter(|line| !line.starts_with('#')).count(), 5, "{text}");
    fs::write(folder.path().join("list"), &text).unwrap();
    let output = hexwright(
        folder.path(),
        &["match", "random", "random", "--size", "4", "--games", "2", "--openings", "list"],
    );
    assert!(output.status.success());
}

#[test]
fn bad_arguments_end_with_code_2() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, message) in [
        (vec!["bridges", "nobody"], "'nobody' is not a player"),
        (
            vec!["bridges", "random", "--init-a", "name"],
            "'bridges' is one of our players: expected start-up commands only for",
        ),
        (vec!["bridges", "random", "--openings", "nowhere.txt"], "expected balanced, all, none, or a file"),
        (
            vec!["bridges", "random", "--openings", "balanced", "--size", "5"],
            "no list of balanced openings for 5x5",
        ),
        (vec!["bridges", "random", "--size", "1"], "over with its first stone"),
        (vec!["bridges", "random", "--sprt", "--elo1", "-5"], "expected elo0 below elo1"),
        (vec!["bridges", "htp:/nowhere/engine"], "'/nowhere/engine' does not start"),
        (vec!["bridges", "random", "--time", "soon"], "'soon' is not a time"),
    ] {
        let arguments: Vec<_> = std::iter::once("match").chain(arguments).collect();
        let output = hexwright(folder.path(), &arguments);
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {text}");
        assert!(text.contains(message), "{arguments:?}: {text}");
    }
}

#[test]
fn a_round_robin_has_a_cross_table_and_is_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = [
        "round-robin",
        "random",
        "bridges",
        "second=bridges",
        "--size",
        "4",
        "--openings",
        "all",
        "--games",
        "4",
        "--concurrency",
        "2",
        "--json",
    ];
    let first = hexwright(folder.path(), &arguments);
    assert!(first.status.success(), "{first:?}");
    let result: serde_json::Value = serde_json::from_slice(&first.stdout).unwrap();
    let table = result["table"].as_array().unwrap();
    assert_eq!(table.len(), 3);
    let points: u64 = table.iter().map(|row| row["points"].as_u64().unwrap()).sum();
    assert_eq!(points, 12, "{result}");
    assert_eq!(table[2]["name"], "random", "{result}");
    assert_eq!(table[0]["against"]["random"]["games"], 4);
    // All games are in their logs: the second time nothing is played.
    let log = folder.path().join("matches/round-robin-4x4/random-bridges-4x4/games.jsonl");
    assert_eq!(fs::read_to_string(&log).unwrap().lines().count(), 5);
    let second = hexwright(folder.path(), &arguments);
    assert_eq!(first.stdout, second.stdout);
    let text = hexwright(folder.path(), &arguments[..12]);
    assert!(String::from_utf8(text.stdout).unwrap().contains("points"));
    let twice = hexwright(folder.path(), &["round-robin", "random", "random", "--size", "4"]);
    assert_eq!(twice.status.code(), Some(2));
    assert!(String::from_utf8(twice.stderr).unwrap().contains("random twice"));
}
