//! Networks on the command line: weights that training wrote, and files that are none.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use assert_cmd::Command;

const WEIGHTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../training/fixtures/tiny.hexnet");
const NO_WEIGHTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");

/// Runs the program; exit code, standard output and standard error.
fn hexwright(args: &[&str], input: &str) -> (Option<i32>, String, String) {
    let output = Command::cargo_bin("hexwright").unwrap().args(args).write_stdin(input).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn evaluates_with_a_network() {
    let args =
        ["evaluate", "--with", "network", "--weights", WEIGHTS, "--size", "4x3", "--moves", "b2", "--json"];
    let (code, output, error) = hexwright(&args, "");
    assert_eq!(code, Some(0), "{error}");
    let answer: serde_json::Value = serde_json::from_str(&output).unwrap();
    let cells = answer["map"]["cells"].as_object().unwrap();
    let sum: f64 = cells.values().map(|value| value.as_f64().unwrap()).sum();
    assert_eq!(cells.len(), 11);
    assert!((sum - 100.0).abs() < 0.01, "{sum}");
    assert!((-1.0..=1.0).contains(&answer["value"].as_f64().unwrap()));
}

#[test]
fn plays_with_a_network_over_htp() {
    let player = format!("neural:weights={WEIGHTS},visits=40");
    let input = "boardsize 5\nplay black c3\ngenmove white\nshowboard\nquit\n";
    let (code, output, error) = hexwright(&["htp", "--player", &player], input);
    assert_eq!(code, Some(0), "{error}");
    assert_eq!(output, hexwright(&["htp", "--player", &player], input).1, "one seed gives one game");
    assert!(output.contains('W'), "{output}");
}

#[test]
fn refuses_what_is_no_network() {
    let foreign = format!("neural:weights={NO_WEIGHTS}");
    for (args, message) in [
        (vec!["htp", "--player", &foreign], "found a file that does not begin with HEXWNET"),
        (vec!["htp", "--player", "neural:weights=/none/such"], "expected a weights file"),
        (vec!["evaluate", "--with", "network", "--weights", NO_WEIGHTS], "does not begin with HEXWNET"),
    ] {
        let (code, _, error) = hexwright(&args, "");
        assert_eq!(code, Some(2), "{error}");
        assert!(error.contains(message), "{error}");
    }
}
