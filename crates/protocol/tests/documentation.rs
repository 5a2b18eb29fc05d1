//! `docs/reference/htp.md` lists exactly the commands that are registered.
//!
//! After a change of the tables: `UPDATE_DOCS=1 cargo test -p protocol --test documentation`.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::{env, fmt::Write, fs, path::Path};

use protocol::htp::PARTS;

const BEGIN: &str =
    "<!-- The tables below follow from the registry: UPDATE_DOCS=1 cargo test -p protocol -->\n";

fn tables() -> String {
    let mut text = String::new();
    for part in PARTS {
        writeln!(text, "\n### {}\n\n| Command | What it does, and its reply |\n| --- | --- |", part.title)
            .unwrap();
        for command in part.commands {
            let about = command.about.replace('|', "\\|");
            writeln!(text, "| `{}` | {about} |", command.usage()).unwrap();
        }
    }
    text
}

#[test]
fn the_page_lists_the_registered_commands() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/htp.md");
    let page = fs::read_to_string(&path).unwrap();
    let (text, listed) = page.split_once(BEGIN).expect("the marker of the tables is in the page");
    if env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, format!("{text}{BEGIN}{}", tables())).unwrap();
    } else {
        assert!(
            listed == tables(),
            "docs/reference/htp.md is out of date: UPDATE_DOCS=1 cargo test -p protocol --test documentation"
        );
    }
}
