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
