//! Stores that are damaged, forged or old, as a user meets them.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::{fs, path::Path, process::Command};

use assert_cmd::prelude::*;
use board::{BoardSize, Position};
use store::{Solved, Store};

fn run(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("hexwright").unwrap().args(arguments).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

/// A store as the solver writes it.
fn solved(path: &Path) {
    let store = path.to_str().unwrap();
    let (code, out, error) =
        run(&["solve", "--size", "6", "--moves", "a4", "--memory", "16M", "--store", store]);
    assert_eq!(code, 0, "{out}{error}");
}

fn records(path: &Path) -> Vec<(Position, Solved)> {
    let mut records = Vec::new();
    Store::view(path).unwrap().for_each(|position, solved| records.push((*position, *solved))).unwrap();
    records
}

/// A forger computes checksums too. Only a proof shows that a record is false.
#[test]
fn a_forged_record_passes_every_check_but_the_proof() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("forged.store");
    let name = path.to_str().unwrap();
    solved(&path);
    let all = records(&path);
    assert!(all.len() > 1, "{}", all.len());
    let sample = (2 * all.len()).to_string();
    let (code, out, error) = run(&["store", "check", name, "--prove", &sample, "--seed", "3"]);
    assert_eq!(code, 0, "{out}{error}");
    assert!(
        out.contains(&format!("{0} of {0} positions proved again: {0} agreed, 0 disagreed", all.len())),
        "{out}"
    );

    let (position, fact) = all[0];
    let forgeries = [
        (
            Solved {
                winner: fact.winner.opponent(),
                winning_move: None,
                carrier: position.empty_cells(),
                ..fact
            },
            "the winner is false",
        ),
        (Solved { carrier: board::CellSet::EMPTY, ..fact }, "the carrier or the winning move is false"),
    ];
    for (number, (forged, what)) in (1..).zip(forgeries) {
        let store = Store::open(&path).unwrap();
        assert_eq!(store.put_all(&[(position, Solved { work: fact.work + number, ..forged })]).unwrap(), 1);
        drop(store);
        let (code, out, _) = run(&["store", "check", name]);
        assert_eq!(code, 0, "the checksum is right: {out}");
        let (code, out, _) = run(&["store", "check", name, "--prove", &sample]);
        assert_eq!(code, 1, "{out}");
        assert!(out.contains("1 disagreed") && out.contains(what), "{out}");
    }
    // A record that takes longer than allowed is not decided, which is no disagreement.
    let (_, out, _) = run(&["store", "check", name, "--prove", &sample, "--nodes", "1"]);
    assert!(out.contains("0 agreed") || out.contains("not decided"), "{out}");
}

#[test]
fn a_damaged_store_is_reported_and_repaired() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("damaged.store");
    let (name, saved) = (path.to_str().unwrap(), folder.path().join("saved.store"));
    solved(&path);
    let sound = records(&path);
    let mut bytes = fs::read(&path).unwrap();
    // Both copies of the root in the header.
    bytes[64..320].fill(0xA5);
    fs::write(&path, &bytes).unwrap();
    let (code, out, _) = run(&["store", "check", name]);
    assert_eq!(code, 1, "{out}");
    assert!(out.contains("the file is damaged") && out.contains("store repair"), "{out}");
    let (code, _, error) = run(&["solve", "--size", "6", "--moves", "a4", "--store", name]);
    assert_eq!(code, 2, "{error}");
    assert!(error.contains("the file is damaged") && !error.contains("panicked"), "{error}");
    let out_name = saved.to_str().unwrap();
    let (code, out, error) = run(&["store", "repair", name, "--out", out_name]);
    assert_eq!(code, 0, "{out}{error}");
    assert!(out.contains(&format!("{} positions saved", sound.len())), "{out}");
    assert_eq!(records(&saved), sound);
    assert!(fs::read(&path).unwrap() == bytes, "the damaged file was changed");
    let (code, _, error) = run(&["store", "repair", name, "--out", out_name]);
    assert_eq!(code, 2);
    assert!(error.contains("found a file: expected a new name"), "{error}");
}

/// Nothing of the program's own is believed: other files are refused with a word.
#[test]
fn other_files_are_refused_with_a_word() {
    let folder = tempfile::tempdir().unwrap();
    let foreign = folder.path().join("foreign");
    fs::write(&foreign, "not a store").unwrap();
    let current = folder.path().join("current.store");
    let store = Store::open(&current).unwrap();
    let position = Position::empty(BoardSize::square(3).unwrap());
    let carrier = position.empty_cells();
    let fact = Solved { winner: position.to_move(), winning_move: None, carrier, work: 200 };
    store.put_all(&[(position, fact)]).unwrap();
    drop(store);
    for (arguments, expected) in [
        (["store", "stats", foreign.to_str().unwrap()], "does not begin as a database does"),
        (["store", "migrate", foreign.to_str().unwrap()], "does not begin as a database does"),
        (["store", "migrate", current.to_str().unwrap()], "found 'hexwright solved positions 2'"),
        (["store", "migrate", "nowhere"], "found no such file"),
    ] {
        let (code, _, error) = run(&arguments);
        assert_eq!(code, 2, "{arguments:?}: {error}");
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
}
