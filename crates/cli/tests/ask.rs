//! `hexwright ask` from outside, and `--json` that prints the same answers.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use assert_cmd::Command;
use serde_json::Value;

fn run(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("hexwright").unwrap().args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn json(arguments: &[&str]) -> Value {
    let (_, text, errors) = run(arguments);
    serde_json::from_str(&text).unwrap_or_else(|_| panic!("{arguments:?}: {errors}"))
}

const GAME: [&str; 4] = ["--size", "5", "--moves", "c3"];

#[test]
fn every_question_is_listed() {
    let (code, text, _) = run(&["ask"]);
    assert_eq!((code, text.lines().count()), (0, analysis::QUESTIONS.len()));
    assert!(text.contains("must-play "), "{text}");
}

#[test]
fn questions_are_answered_and_refused() {
    let ask = |arguments: &[&str]| run(&[&["ask"], arguments, &GAME].concat());
    let (code, text, errors) = ask(&["reply", r#"{"cell": "b3"}"#]);
    assert_eq!(code, 0, "{errors}");
    assert!(serde_json::from_str::<Value>(&text).unwrap()["reply"].is_string(), "{text}");
    for (arguments, expected) in [
        (&["who"][..], "expected one of solve"),
        (&["reply"], "missing field `cell`"),
        (&["solve", "[]"], "expected an object"),
        (&["solve", "{"], "JSON"),
        (&["solve", r#"{"milliseconds": 100000000}"#], "expected at most 900000"),
    ] {
        let (code, _, errors) = ask(arguments);
        assert_eq!(code, 2, "{arguments:?}");
        assert!(errors.contains(expected), "{arguments:?}: {errors}");
    }
}

#[test]
fn json_of_a_command_is_the_answer_to_its_question() {
    let one = json(&[&["connections", "--json", "--between", "c3", "bottom"], &GAME[..]].concat());
    let other = json(&[&["ask", "connections/between", r#"{"ends": ["c3", "bottom"]}"#], &GAME[..]].concat());
    assert_eq!(one, other);
    let one = json(&[&["inferior", "--json"], &GAME[..]].concat());
    assert_eq!(one, json(&[&["ask", "inferior"], &GAME[..]].concat()));
    // The answer without its times.
    let mut one = json(&["solve", "--method", "decomposition", "--json", "--size", "5", "--moves", "d2"]);
    let other = json(&["ask", "decomposition", "--size", "5", "--moves", "d2"]);
    one["seconds"] = other["seconds"].clone();
    let fields = one.as_object_mut().unwrap();
    fields.retain(|name, _| !["strategy_nodes", "book_moves", "expert_asked"].contains(&name.as_str()));
    assert_eq!(one, other);
}

#[test]
fn ends_that_no_colour_can_have_are_refused() {
    let (code, _, errors) = run(&["connections", "--size", "5", "--black", "c3", "--between", "c3", "left"]);
    assert_eq!(code, 2);
    assert!(errors.contains("two ends that one colour can have"), "{errors}");
}
