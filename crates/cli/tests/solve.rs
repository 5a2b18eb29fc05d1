//! `hexwright solve` as a user runs it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use assert_cmd::Command;

fn solve(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("hexwright")
        .unwrap()
        .arg("solve")
        .args(if arguments.contains(&"--memory") { &[][..] } else { &["--memory", "16M"] })
        .args(arguments)
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn the_openings_of_3x3() {
    let (code, out, _) = solve(&["--size", "3", "--all-openings"]);
    assert_eq!(code, 0);
    assert!(out.starts_with("W W B\n B B B\n  B W W\n"), "{out}");
}

#[test]
fn every_switch_leaves_the_winners_as_they_are() {
    let switches = [
        &["--method", "depth-first"][..],
        &["--order", "circuits"],
        &["--threads", "2"],
        &["--memory", "0"],
        &["--no-symmetry"],
        &["--no-strategy-stealing"],
        &["--no-region-cuts"],
        &["--no-lemmas"],
        &["--no-widening"],
        &["--no-connections"],
        &["--no-must-play"],
        &["--no-inferior"],
        &["--no-pruning"],
        &["--no-decompositions"],
    ];
    for switch in switches {
        let (code, out, error) = solve(&[&["--size", "4", "--all-openings"], switch].concat());
        assert_eq!(code, 0, "{switch:?} {error}");
        assert!(out.starts_with("W W W B\n W W B W\n  W B W W\n   B W W W\n"), "{switch:?} {out}");
    }
}

#[test]
fn one_winner_as_json_and_a_winning_move_that_wins() {
    let (code, out, _) = solve(&["--size", "4", "--moves", "a1", "--json"]);
    assert_eq!(code, 0);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&json["winner"], &json["to_move"]), (&"white".into(), &"white".into()));
    let (_, out, _) = solve(&["--size", "4", "--moves", "d1", "--all-winning-moves", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(json["winner"], "black", "d1 is the winning opening of 4x4");
}

#[test]
fn a_limit_is_answered_with_unknown_and_exit_code_1() {
    let (code, out, _) = solve(&["--size", "8", "--nodes", "5"]);
    assert_eq!(code, 1);
    assert!(out.starts_with("unknown: proof number"), "{out}");
}

#[test]
fn a_store_is_used_again() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("solved.hex");
    let arguments = ["--size", "5", "--moves", "a1", "--json", "--store", store.to_str().unwrap()];
    let nodes =
        |out: &str| serde_json::from_str::<serde_json::Value>(out).unwrap()["nodes"].as_u64().unwrap();
    let (code, first, error) = solve(&arguments);
    assert_eq!(code, 0, "{error}");
    let (_, second, _) = solve(&arguments);
    assert!(nodes(&second) <= nodes(&first), "{first} {second}");
}

/// A stored verdict is a claim: an answer that rests on one says so, and an answer of the search alone says that.
#[test]
fn an_answer_says_what_it_rests_on() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("solved.hex");
    let store = store.to_str().unwrap();
    let finding = |out: &str| serde_json::from_str::<serde_json::Value>(out).unwrap()["findings"][0].clone();
    let question = ["--size", "6", "--moves", "a4", "--memory", "16M", "--store", store];
    let as_json = [&question[..], &["--json"]].concat();
    let (code, first, error) = solve(&as_json);
    assert_eq!(code, 0, "{error}");
    assert_eq!(finding(&first)["rests_on"], "search", "{first}");
    assert_eq!(finding(&first)["stored_verdicts"], 0, "{first}");
    let (_, second, _) = solve(&as_json);
    assert_eq!(finding(&second)["rests_on"], "store", "{second}");
    assert!(finding(&second)["stored_verdicts"].as_u64().unwrap() > 0, "{second}");
    let (_, text, _) = solve(&question);
    assert!(text.contains("the answer rests on 1 stored verdicts; 'hexwright store check"), "{text}");
    let (_, unknown, _) = solve(&["--size", "8", "--nodes", "5", "--json"]);
    assert!(finding(&unknown)["rests_on"].is_null(), "{unknown}");
    // On the map a star marks what rests on the store.
    let openings = ["--size", "6", "--all-openings", "--memory", "16M", "--store", store];
    let (_, map, _) = solve(&openings);
    assert!(map.contains("answers (marked * on the map) rest on"), "{map}");
    assert!(map.lines().take(6).any(|row| row.contains("W*") || row.contains("B*")), "{map}");
    let (_, map, _) = solve(&["--size", "3", "--all-openings", "--memory", "16M"]);
    assert!(!map.contains('*') && !map.contains("store"), "{map}");
}

#[test]
fn bad_input_is_named() {
    for (arguments, expected) in [
        (&["--size", "4", "--all-openings", "--moves", "a1"][..], "expected only --size"),
        (&["--threads", "0"], "--threads: found 0: expected 1 to 256"),
        (&["--memory", "many"], "expected a number of bytes such as 512M or 4G"),
        (&["--time-limit", "soon"], "expected a time such as 30s or 5m"),
    ] {
        let output = Command::cargo_bin("hexwright").unwrap().arg("solve").args(arguments).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn the_swap_is_told_apart_from_playing_on() {
    let (_, out, _) = solve(&["--size", "5", "--moves", "c3"]);
    assert!(
        out.starts_with("black wins") && out.contains("white may swap: swap-pieces wins, playing on loses"),
        "{out}"
    );
    let (_, out, _) = solve(&["--size", "5", "--moves", "a1", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(json["swap"]["swapping"]["chance"], 0.0, "{out}");
    let (_, out, _) = solve(&["--size", "5", "--black", "c3"]);
    assert!(!out.contains("swap"), "{out}");
}
