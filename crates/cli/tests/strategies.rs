//! Strategies, stores and interrupts, as a user runs them.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::{
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::Value;

fn program() -> Command {
    Command::new(assert_cmd::cargo::cargo_bin("hexwright"))
}

fn run(arguments: &[&str]) -> (i32, String, String) {
    let output = program().args(arguments).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

fn start(arguments: &[&str]) -> Child {
    program().args(arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap()
}

#[test]
fn a_strategy_is_written_verified_and_played() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("e1.strategy");
    let name = file.to_str().unwrap();
    let (code, out, error) =
        run(&["solve", "--size", "5", "--moves", "e1", "--memory", "16M", "--strategy", name]);
    assert_eq!(code, 0, "{error}");
    assert!(out.contains("strategy: ") && out.trim_end().ends_with("checked"), "{out}");
    let (code, out, _) = run(&["verify", name]);
    assert_eq!(code, 0);
    assert!(out.contains("holds: black wins 5x5 after the opening e1, white to move"), "{out}");
    let (_, out, _) = run(&["verify", name, "--json"]);
    let json: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&json["holds"], &json["winner"]), (&true.into(), &"black".into()));
    let uses = |rule: &str| json["rules"][rule].as_u64().unwrap();
    assert_eq!(uses("neighbours") + uses("and") + uses("or"), json["steps"].as_u64().unwrap());
    assert!(uses("neighbours") > uses("or") && uses("or") > 0 && uses("moves") == json["answers"], "{json}");
    let (code, out, _) = run(&["verify", name, "--budget", "1000"]);
    assert_eq!(code, 1);
    assert!(out.contains("budget: found more work"), "{out}");
    // White resists with another player, and loses.
    let (code, out, error) = run(&[
        "play",
        "--size",
        "5",
        "--moves",
        "e1",
        "--no-swap",
        "--color",
        "white",
        "--you",
        "bridges",
        "--player",
        "perfect:nodes=50,memory=1,fallback=random",
        "--strategy",
        name,
    ]);
    assert_eq!(code, 0, "{error}");
    assert!(out.contains("Black (red) (perfect:fallback=random) has joined the edges and wins"), "{out}");
    // A changed file is refused, with the answer no; another file is bad input.
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replacen("winner black", "winner white", 1)).unwrap();
    let (code, out, _) = run(&["verify", name]);
    assert_eq!(code, 1);
    assert!(out.contains("does not hold: check: found the sum"), "{out}");
    // Bytes that are no text are refused like any other damage; JSON says where and by which rule.
    std::fs::write(&file, [text.as_bytes(), &[0xff]].concat()).unwrap();
    let (code, out, _) = run(&["verify", name, "--json"]);
    assert_eq!(code, 1);
    let json: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&json["holds"], &json["rule"]), (&false.into(), &"check".into()));
    std::fs::write(&file, "not a strategy").unwrap();
    let (code, _, error) = run(&["verify", name]);
    assert_eq!(code, 2);
    assert!(error.contains("expected a strategy"), "{error}");
    let (code, _, error) = run(&["play", "--player", "bridges", "--strategy", name]);
    assert_eq!(code, 2);
    assert!(error.contains("expected --player perfect"), "{error}");
}

/// A folder with the strategy of each opening, by one command, checked by one command, and not made twice.
#[test]
fn the_strategies_of_all_openings_fill_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().join("four").to_str().unwrap().to_string();
    let make = ["solve", "--size", "4", "--all-openings", "--memory", "16M", "--strategies", &name];
    let (code, out, error) = run(&make);
    assert_eq!(code, 0, "{error}");
    assert!(out.starts_with("W W W B\n W W B W\n  W B W W\n   B W W W\n"), "{out}");
    assert_eq!(out.matches("checked").count(), 8, "{out}");
    assert!(error.starts_with("order: "), "{error}");
    let (code, out, error) = run(&["verify", &name]);
    assert_eq!(code, 0, "{error}");
    assert!(out.contains("4x4-a1.strategy: holds: white wins 4x4 after the opening a1"), "{out}");
    assert!(out.contains("8 of 8 files are strategies that hold"), "{out}");
    // One is missing: only that one is made.
    std::fs::remove_file(folder.path().join("four/4x4-d1.strategy")).unwrap();
    let (code, out, _) = run(&[&make[..], &["--json"]].concat());
    assert_eq!(code, 0);
    let json: Value = serde_json::from_str(&out).unwrap();
    let written = json["strategies"].as_array().unwrap();
    assert_eq!((written.len(), &written[0]["after"]), (1, &"d1".into()), "{out}");
    let rests = |what: &str| {
        let findings = json["findings"].as_array().unwrap().iter();
        findings.filter(|finding| finding["rests_on"] == what).count()
    };
    assert_eq!((rests("strategy"), rests("search")), (14, 2));
    // A strategy of another opening is not taken for this one's.
    std::fs::copy(folder.path().join("four/4x4-a1.strategy"), folder.path().join("four/4x4-d1.strategy"))
        .unwrap();
    let (code, _, error) = run(&make);
    assert_eq!(code, 2);
    assert!(error.contains("expected that of the opening"), "{error}");
    let (code, _, error) = run(&["verify", folder.path().to_str().unwrap()]);
    assert_eq!(code, 2);
    assert!(error.contains("found a folder without strategies"), "{error}");
    let (code, _, error) = run(&["solve", "--size", "4", "--strategies", &name]);
    assert_eq!(code, 2);
    assert!(error.contains("--all-openings"), "{error}");
}

#[test]
fn stores_are_looked_into_and_joined() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let [left, right, both] = ["left", "right", "both"].map(path);
    for (store, opening) in [(&left, "a4"), (&right, "f1")] {
        let (code, _, error) =
            run(&["solve", "--size", "6", "--moves", opening, "--memory", "16M", "--store", store]);
        assert_eq!(code, 0, "{error}");
    }
    let positions = |store: &str| {
        let (code, out, error) = run(&["store", "stats", store, "--json"]);
        assert_eq!(code, 0, "{error}");
        serde_json::from_str::<Value>(&out).unwrap()["positions"].as_u64().unwrap()
    };
    let (code, out, error) = run(&["store", "merge", &both, &left, &right]);
    assert_eq!(code, 0, "{error}");
    assert!(out.contains("positions new or better"), "{out}");
    assert!(positions(&both) >= positions(&left).max(positions(&right)));
    assert!(positions(&both) <= positions(&left) + positions(&right));
    let (_, out, _) = run(&["store", "export", &both]);
    assert_eq!(out.lines().count() as u64, positions(&both));
    for line in out.lines() {
        let json: Value = serde_json::from_str(line).unwrap();
        assert_eq!(json["size"], "6x6");
    }
    let (code, out, _) = run(&["store", "check", &left, &right, &both]);
    assert_eq!((code, out.matches("nothing wrong").count()), (0, 3));
    for (arguments, expected) in [
        (&["store", "stats", "nowhere"][..], "found no such file"),
        (&["store", "merge", &left, &left][..], "found the store itself"),
    ] {
        let (code, _, error) = run(arguments);
        assert_eq!(code, 2);
        assert!(error.contains(expected), "{error}");
    }
}

/// A solver that is killed again and again, at moments from the start to well into its search: its store is sound every time,
/// nothing that was there is lost, and in the end a run begins with what the others have left.
#[test]
fn a_killed_solver_leaves_a_sound_store() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("killed.store");
    let name = store.to_str().unwrap();
    let solve =
        ["solve", "--size", "7", "--moves", "a1", "--memory", "32M", "--time-limit", "60s", "--store", name];
    let mut kept = 0;
    for round in 0u64.. {
        // A loaded machine may write nothing in the first rounds.
        if round >= 20 && (kept > 0 || round > 30) {
            break;
        }
        let mut child = start(&solve);
        // Some run longer than it takes to solve a part and the second after which it is written.
        let wait = if round % 5 == 4 { 150 * round } else { 30 + 41 * round };
        std::thread::sleep(Duration::from_millis(wait));
        // Child::kill is SIGKILL.
        child.kill().unwrap();
        child.wait().unwrap();
        if !store.exists() {
            continue;
        }
        let (code, out, error) = run(&["store", "check", name]);
        assert_eq!(code, 0, "after kill {round}: {out}{error}");
        let (_, out, _) = run(&["store", "stats", name, "--json"]);
        let positions = serde_json::from_str::<Value>(&out).unwrap()["positions"].as_u64().unwrap();
        assert!(positions >= kept, "after kill {round}: {positions} positions, {kept} before");
        kept = positions;
    }
    assert!(kept > 0, "nothing was ever written");
    let (_, out, _) = run(&[
        "solve", "--size", "7", "--moves", "a1", "--memory", "32M", "--nodes", "3000", "--store", name,
        "--json",
    ]);
    let json: Value = serde_json::from_str(&out).unwrap();
    assert!(json["findings"][0]["recalled"].as_u64().unwrap() > 0, "{out}");
}

#[cfg(unix)]
fn interrupt(child: &Child) {
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

/// Ctrl-C ends a search with the bounds it has reached, and what it found is in the store.
#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_is_known() {
    let folder = tempfile::tempdir().unwrap();
    for (round, wait) in [150, 400, 1500].into_iter().enumerate() {
        let store = folder.path().join(format!("{round}.store"));
        let name = store.to_str().unwrap();
        let child =
            start(&["solve", "--size", "9", "--moves", "a2", "--memory", "32M", "--json", "--store", name]);
        std::thread::sleep(Duration::from_millis(wait));
        interrupt(&child);
        let asked = Instant::now();
        let output = child.wait_with_output().unwrap();
        assert!(asked.elapsed() < Duration::from_secs(20), "an interrupt ends the search soon");
        // A signal before the handler is there ends the program, as it ends any.
        let Some(code) = output.status.code() else { continue };
        assert_eq!(code, 1, "interrupted means unknown");
        let json: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((&json["interrupted"], &json["winner"]), (&true.into(), &Value::Null));
        assert!(json["findings"][0]["proof"].as_u64().unwrap() > 0);
        let (code, ..) = run(&["store", "check", name]);
        assert_eq!(code, 0);
    }
}

#[test]
fn the_experiments_of_the_paper_run_on_small_boards() {
    let json = |arguments: &[&str]| {
        let (code, out, error) = run(arguments);
        let result = serde_json::from_str::<Value>(&out).expect(&error);
        assert_eq!(code, i32::from(result["finding"]["outcome"] != "holds"), "{result}");
        result
    };
    let features = json(&["reproduce", "solver-features", "--size", "3", "--json"]);
    let rows = features["finding"]["data"].as_array().unwrap();
    assert!(rows.iter().all(|row| row["openings"] == 5 && row["nodes"].as_u64() > Some(0)));
    assert_eq!(rows[1]["paper_slower_percent"], 75.0);
    let scaling = json(&["reproduce", "solver-scaling", "--size", "4", "--json"]);
    let rows = scaling["finding"]["data"].as_array().unwrap();
    assert_eq!((rows.len(), &rows[1]["of"]), (2, &8.into()));
    let depth = json(&[
        "reproduce",
        "solved-by-depth",
        "--size",
        "4",
        "--games",
        "3",
        "--keep",
        "2",
        "--player",
        "bridges",
        "--times",
        "5s,10s",
        "--json",
    ]);
    let last = depth["finding"]["data"][0]["rows"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(last["percent_solved"], serde_json::json!([100.0, 100.0]), "{depth}");
}
