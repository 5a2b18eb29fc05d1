//! `hexwright bench`: one signature over all engines, and one for each.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use assert_cmd::Command;

fn bench(arguments: &[&str]) -> String {
    let output = Command::cargo_bin("hexwright").unwrap().arg("bench").args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn is_signature(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[test]
fn the_signature_is_of_every_engine_and_repeats_itself() {
    let text = bench(&[]);
    let mut lines = text.lines();
    let whole = lines.next().unwrap().strip_prefix("Bench: ").unwrap();
    assert!(is_signature(whole), "{text}");
    let parts: Vec<(&str, &str)> = lines.map(|line| line.split_once(' ').unwrap()).collect();
    let names: Vec<&str> = parts.iter().map(|part| part.0).collect();
    for name in ["board", "inferior", "connection", "evaluate", "solver", "neural"] {
        assert!(names.contains(&name), "{name} is missing in\n{text}");
    }
    let mut found: Vec<&str> = parts.iter().map(|part| part.1.trim()).collect();
    assert!(found.iter().all(|part| is_signature(part)), "{text}");
    found.sort_unstable();
    found.dedup();
    assert_eq!(found.len(), parts.len(), "two engines with one signature:\n{text}");
    let json: serde_json::Value = serde_json::from_str(&bench(&["--json"])).unwrap();
    assert_eq!(json["signature"], whole);
    for (name, part) in parts {
        assert_eq!(json["parts"][name], part.trim());
    }
}
