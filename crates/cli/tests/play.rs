//! The terminal game with a pipe for a keyboard.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::fs;

use assert_cmd::Command;

fn play(arguments: &[&str], typed: &str) -> String {
    let mut command = Command::cargo_bin("hexwright").unwrap();
    let output = command.args(arguments).write_stdin(typed).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn two_people_play_to_the_end() {
    let text = play(&["play", "--player", "human", "--size", "2"], "a1\nb1\na2\nquit\n");
    assert!(text.contains("Black (red) (You) has joined the edges and wins after 3 moves."), "{text}");
    assert!(text.ends_with("Bye.\n"));
}

#[test]
fn the_end_of_the_input_ends_the_game() {
    let text = play(&["play"], "");
    assert!(text.contains("Hex on 11x11") && text.ends_with("Bye.\n"), "{text}");
}

#[test]
fn swap_undo_and_what_cannot_be_done() {
    let typed = "swap\nb3\nswap\nmoves\nundo\nundo\nundo\nhello\nd4\nhelp\n";
    let text = play(&["play", "--player", "human", "--size", "3"], typed);
    for expected in [
        "swap is not allowed here: expected it only as the second move",
        "The stone changes colour and is mirrored in the long diagonal.",
        "1.b3 2.swap-pieces",
        "there is no move to take back",
        "'hello' is neither a cell nor a word of the game",
        "cell d4 is not on the 3x3 board: expected a1 to c3",
        "  save FILE     save the game as SGF",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    let text = play(&["play", "--player", "human", "--size", "3x2"], "b1\nswap\na1\nmoves\n");
    assert!(text.contains("The players exchange colours.") && text.contains("2.swap-sides 3.a1"), "{text}");
}

#[test]
fn a_player_answers_hints_and_takes_moves_back() {
    let text = play(
        &["play", "--player", "bridges", "--size", "5", "--color", "white"],
        "hint\na1\nundo\nmoves\nresign\n",
    );
    assert!(text.contains("bridges would play"), "{text}");
    // After the undo only the player's first move is left.
    assert!(text.contains("\n1.") && !text.contains(" 2."), "{text}");
    assert!(text.contains("Black (red) (bridges) wins by resignation after 1 moves."), "{text}");
}

#[test]
fn players_play_each_other_and_one_seed_is_one_game() {
    let arguments = ["play", "--you", "random", "--player", "bridges", "--size", "5", "--seed", "3"];
    let text = play(&arguments, "");
    assert!(text.contains("has joined the edges and wins"), "{text}");
    assert_eq!(text, play(&arguments, ""));
}

#[test]
fn a_game_is_saved_and_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.sgf");
    let name = file.to_str().unwrap();
    let text = play(&["play", "--player", "human", "--size", "4"], &format!("c3\nsave {name}\nb2\n"));
    assert!(text.contains("and again after every move"), "{text}");
    let saved = fs::read_to_string(&file).unwrap();
    assert!(saved.contains("SZ[4]") && saved.contains(";B[c3];W[b2]"), "{saved}");
    let text = play(&["play", "--player", "human", "--file", name], "moves\n");
    assert!(text.contains("1.c3 2.b2"), "{text}");
    // Another game does not overwrite it.
    let typed = format!("save {name}\nload {name}\nmoves\nload nothing.sgf\n");
    let text = play(&["play", "--player", "human"], &typed);
    assert!(text.contains("exists: expected the name of a new file"), "{text}");
    assert!(text.contains("1.c3 2.b2") && text.contains("cannot read nothing.sgf"), "{text}");
    assert_eq!(fs::read_to_string(&file).unwrap(), saved);
}

#[test]
fn bad_arguments_end_with_code_2() {
    for (arguments, message) in [
        (["play", "--player", "nobody"], "--player: 'nobody' is not a player"),
        (["play", "--size", "20"], "board size 20x20 is not supported"),
        (["play", "--color", "green"], "'green' is not a colour"),
    ] {
        let output = Command::cargo_bin("hexwright").unwrap().args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8(output.stderr).unwrap().contains(message), "{arguments:?}");
    }
}
