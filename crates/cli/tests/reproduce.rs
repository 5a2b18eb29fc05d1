//! `hexwright reproduce` as a user runs it: every experiment with small settings, and the page of all.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::{collections::BTreeMap, fs};

use assert_cmd::Command;
use experiments::papers::{PAPER_ENTRIES, Reproduced};
use tempfile::tempdir;

fn hexwright(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_hexwright")).args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Claims that are certain on every machine: a computation that ends either confirms them or shows a bug.
const CERTAIN: [&str; 15] = [
    "hexy-depths",
    "hexy-theorem",
    "hexy-braid",
    "yang-losing",
    "yang-rules",
    "pairing",
    "losing-corners",
    "gale-walk",
    "bidding-round",
    "random-turn-theorem",
    "criticality",
    "chips",
    "mihex-search",
    "mihex-winner",
    "mihex-connectibility",
];

#[test]
fn everything_runs_with_small_settings_and_is_on_one_page() {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (out, docs) = (path("out"), path("docs"));
    let (out, docs) = (out.to_str().unwrap(), docs.to_str().unwrap());
    let (code, text, error) =
        hexwright(&["reproduce", "all", "--minutes", "0", "--out", out, "--docs", docs]);
    // A tiny run cannot confirm everything, and says so.
    assert_eq!(code, 1, "{text}{error}");
    let results: BTreeMap<String, Reproduced> = PAPER_ENTRIES
        .iter()
        .map(|entry| {
            let text = fs::read_to_string(path("out/results").join(format!("{}.json", entry.name))).unwrap();
            (entry.name.to_string(), serde_json::from_str(&text).unwrap())
        })
        .collect();
    for name in CERTAIN {
        let finding = &results[name].finding;
        assert!(finding.outcome.is_confirmed(), "{name}: {}", finding.because);
    }
    let [html, markdown] =
        ["out/index.html", "docs/explanation/papers.md"].map(|name| fs::read_to_string(path(name)).unwrap());
    for (name, result) in &results {
        let entry = PAPER_ENTRIES.iter().find(|entry| entry.name == name).unwrap();
        let (_, claim) = entry.source();
        assert!(html.contains(&format!("id=\"{name}\"")) && markdown.contains(&claim.title), "{name}");
        assert!(markdown.contains(&result.command), "{name}");
        for figure in &result.finding.figures {
            let file = format!("{name}-{}.svg", figure.name);
            assert!(
                path("out/figures").join(&file).exists() && path("docs/pictures/papers").join(&file).exists()
            );
            assert!(markdown.contains(&file), "{file}");
        }
    }
}

#[test]
fn one_result_is_added_to_the_page() {
    let folder = tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let (code, text, _) = hexwright(&["reproduce", "hexy-braid", "--out", out]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("the paper:  holds") && text.contains("holds: "), "{text}");
    let (code, _, _) = hexwright(&["reproduce", "bidding-round", "--json", "--out", out]);
    assert_eq!(code, 0);
    let page = fs::read_to_string(folder.path().join("index.html")).unwrap();
    assert!(page.contains("hexwright reproduce hexy-braid") && page.contains("Alice has 119 chips, Bob 81"));
    // What was not run is on the page, without an outcome; the page alone does not confirm it.
    assert!(page.contains("Not run yet."));
    let (code, _, _) = hexwright(&["reproduce", "all", "--page", "--out", out]);
    assert_eq!(code, 1);
    let (code, _, _) =
        hexwright(&["reproduce", "all", "--page", "--only", "hexy-braid,bidding-round", "--out", out]);
    assert_eq!(code, 0);
}

#[test]
fn wrong_options_are_refused() {
    for (arguments, expected) in [
        (&["reproduce", "all"][..], "--out"),
        (&["reproduce", "all", "--out", "x", "--only", "hexy-brade"], "hexy-braid"),
        (&["reproduce", "pairing", "--sizes", "4x4"], "sides that differ"),
        (&["reproduce", "random-turn-theorem", "--size", "9"], "at most 12"),
        (&["reproduce", "nothing"], "unrecognized subcommand"),
    ] {
        let (code, _, error) = hexwright(arguments);
        assert_eq!(code, 2, "{arguments:?}");
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
}
