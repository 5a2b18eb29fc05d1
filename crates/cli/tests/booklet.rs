//! `hexwright booklet`: a position taken apart, written down, checked and drawn again.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::{fs, path::Path, process::Command};

fn hexwright(folder: &Path, arguments: &str) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_hexwright"))
        .args(arguments.split(' '))
        .current_dir(folder)
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(text).unwrap())
}

#[test]
fn a_booklet_is_made_checked_and_drawn_again() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &str| {
        let (success, text) = hexwright(folder.path(), arguments);
        assert!(success, "{arguments}: {text}");
        text
    };
    run("booklet --size 4 --moves c2 --save c2.book --out c2.html");
    run("verify c2.book");
    run("booklet --book c2.book --out again.html");
    let page = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(page("c2.html"), page("again.html"));
    // A known book leaves nothing to be found.
    run("booklet --size 4 --moves c2 --known c2.book --save known.book");
    run("verify known.book");
    // A damaged book is refused.
    fs::write(folder.path().join("bad.book"), page("c2.book").replacen("c2", "a1", 1)).unwrap();
    assert!(!hexwright(folder.path(), "verify bad.book").0);
}

#[test]
fn a_limited_search_keeps_what_it_found() {
    let folder = tempfile::tempdir().unwrap();
    let limited = "booklet --size 5 --moves b4 --positions 3 --save part.library";
    let (success, text) = hexwright(folder.path(), limited);
    assert!(!success && text.starts_with("not finished"), "{text}");
    let found = fs::read_to_string(folder.path().join("part.library")).unwrap();
    // The limit ends the work in the same place again.
    hexwright(folder.path(), limited);
    assert_eq!(fs::read_to_string(folder.path().join("part.library")).unwrap(), found);
    let (success, text) =
        hexwright(folder.path(), "booklet --size 5 --moves b4 --rounds 10 --known part.library");
    assert!(success, "{text}");
}
