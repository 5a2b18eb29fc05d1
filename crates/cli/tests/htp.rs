//! HTP through the program itself: standard input and output, strange bytes, files.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::{fs, time::Duration};

use assert_cmd::Command;

fn htp(arguments: &[&str], typed: impl Into<Vec<u8>>) -> String {
    let mut command = Command::cargo_bin("hexwright").unwrap();
    let output = command.arg("htp").args(arguments).write_stdin(typed).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_controller_is_answered() {
    let typed = "1 name\r\n\r\n# interrupt\n2 boardsize 3\n3 genmove b\n4 quit\n5 name\n";
    let text = htp(&["--player", "bridges", "--size", "5"], typed);
    assert!(text.starts_with("=1 Hexwright\n\n=2 \n\n=3 ") && text.ends_with("\n\n=4 \n\n"), "{text}");
}

#[test]
fn an_interrupt_ends_a_search() {
    // Without the interrupt the player would think for ten minutes.
    let typed = "boardsize 9\ngenmove b\n# interrupt\nname\n";
    let mut command = Command::cargo_bin("hexwright").unwrap();
    command.args(["htp", "--player", "fillings", "--time", "10m"]).timeout(Duration::from_secs(120));
    let output = command.write_stdin(typed).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.ends_with("\n\n= Hexwright\n\n"), "{text}");
}

#[test]
fn every_command_of_the_core_table_is_there() {
    let text = htp(&[], "list_commands\n");
    let core = "protocol_version name version list_commands quit known_command boardsize clear_board play play-game \
                genmove reg_genmove undo showboard all_legal_moves final_score time_left loadsgf param_game exec \
                gogui-interrupt hexgui-analyze_commands";
    for name in core.split_whitespace() {
        assert!(text.lines().any(|line| line.trim_start_matches("= ") == name), "{name}");
    }
}

#[test]
fn strange_bytes_are_no_end() {
    let mut typed = b"\xFF\xFE\x00 name\n".to_vec();
    typed.extend(vec![b'x'; 1 << 20]);
    typed.extend(b"\nname\n");
    let text = htp(&[], typed);
    assert_eq!(text.matches("? unknown command: ").count(), 2, "{text}");
    assert!(text.ends_with("= Hexwright\n\n") && text.len() < 1000);
}

#[test]
fn records_and_scripts_are_read_from_files() {
    let folder = tempfile::tempdir().unwrap();
    let (game, script) = (folder.path().join("a game.sgf"), folder.path().join("start.htp"));
    fs::write(&game, "(;FF[4]GM[11]SZ[4];B[b2];W[c3];B[d1])").unwrap();
    fs::write(&script, "boardsize 3\nplay b a1\n").unwrap();
    let (game, script) = (game.display(), script.display());
    let list = "all_legal_moves\n";
    let text = htp(&[], format!("loadsgf \"{game}\" 2\n{list}exec \"{script}\"\n{list}loadsgf nothing\n"));
    let replies: Vec<_> = text.split("\n\n").collect();
    assert_eq!(replies[0], "= ");
    assert_eq!(replies[1], "= a1 b1 c1 d1 a2 c2 d2 a3 b3 d3 a4 b4 c4 d4");
    assert_eq!(replies[3], "= b1 c1 a2 b2 c2 a3 b3 c3");
    assert!(replies[4].starts_with("? file nothing: "), "{text}");
}
