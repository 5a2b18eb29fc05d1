//! `hexwright inferior` and `hexwright patterns` from outside.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::fs;

use assert_cmd::Command;
use tempfile::TempDir;

fn run(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("hexwright").unwrap().args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_position_is_explained() {
    let (code, text, _) = run(&["inferior", "--size", "4", "--moves", "b2 c2", "--explain"]);
    assert_eq!(code, 0);
    assert!(text.contains("  b1: captured for black, who answers any intrusion among b1 c1"), "{text}");
    assert!(text.contains("moves that survive (*): "), "{text}");
}

#[test]
fn a_picture_is_written_beside_the_answer() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("board.svg");
    let path = file.to_str().unwrap();
    let (code, text, _) =
        run(&["inferior", "--size", "6", "--moves", "c3 d4 c5", "--picture", path, "--json"]);
    assert_eq!(code, 0);
    assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok(), "{text}");
    let picture = fs::read_to_string(&file).unwrap();
    assert!(picture.starts_with("<svg") && picture.contains("filled in for black"), "{picture}");

    let other = folder.path().join("board.gif");
    let (code, _, errors) = run(&["inferior", "--size", "4", "--picture", other.to_str().unwrap()]);
    assert_eq!(code, 2);
    assert!(errors.contains("expected a name that ends in .svg or .png"), "{errors}");
}

#[test]
fn connections_leave_no_more_moves() {
    let survivors = |more: &[&str]| {
        let mut arguments = vec!["inferior", "--size", "7", "--moves", "d4 c6 e5 b4 c3 f2", "--json"];
        arguments.extend(more);
        let (code, text, _) = run(&arguments);
        assert_eq!(code, 0);
        let answer: serde_json::Value = serde_json::from_str(&text).unwrap();
        answer["survivors"].as_array().unwrap().len()
    };
    assert!(survivors(&["--connections"]) <= survivors(&[]));
}

#[test]
fn json_names_every_cell_that_does_not_survive() {
    let (code, text, _) = run(&["inferior", "--size", "4", "--moves", "b2 c2", "--json"]);
    assert_eq!(code, 0);
    let answer: serde_json::Value = serde_json::from_str(&text).unwrap();
    let count = |value: &serde_json::Value| value.as_array().unwrap().len();
    assert_eq!(answer["cells"].as_object().unwrap().len() + count(&answer["survivors"]), 14);
    assert_eq!(answer["cells"]["b1"]["class"], "captured");
}

#[test]
fn patterns_are_verified_and_a_wrong_one_is_refuted() {
    let (code, text, _) = run(&["patterns", "verify"]);
    assert_eq!(code, 0);
    assert!(text.ends_with(" patterns, 0 refuted\n"), "{text}");

    let folder = TempDir::new().unwrap();
    let file = folder.path().join("wrong.txt");
    fs::write(&file, "dead: three stones are not enough\n? W\n W x\n  W ?\n").unwrap();
    let (code, text, _) = run(&["patterns", "verify", "--file", file.to_str().unwrap()]);
    assert_eq!(code, 1);
    assert!(text.contains("line 1: White can refute the pattern 'dead'"), "{text}");

    fs::write(&file, "dead: no such letter\n? W\n W y\n").unwrap();
    let (code, _, errors) = run(&["patterns", "verify", "--file", file.to_str().unwrap()]);
    assert_eq!(code, 2);
    assert!(errors.contains("line 3 of the patterns: found 'y', expected ? B W x c p e d k r"), "{errors}");
}
