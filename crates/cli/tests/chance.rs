//! `hexwright chance`, `bid` and `chance-match`: what comes out, and how bad input is refused or a fallback announced.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use assert_cmd::Command;
use serde_json::Value;

fn hexwright(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("hexwright").unwrap();
    command.args(args);
    command
}

/// Runs the program and returns what it prints on standard output and standard error.
fn output(args: &[&str]) -> (String, String) {
    let output = hexwright(args).assert().success().get_output().clone();
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&output(args).0).unwrap()
}

/// Runs the program, expects it to refuse with exit code 2, and returns the message.
fn refusal(args: &[&str]) -> String {
    let output = hexwright(args).assert().code(2).get_output().clone();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "");
    String::from_utf8(output.stderr).unwrap()
}

/// On 2x2 Black wins 8 of 16 fillings. A short diagonal cell (b1, a2) is critical in 6 of them, a corner cell in 2: the
/// other diagonal cell must be White's, and then the other corner too, or the like; counted by hand.
#[test]
fn json_has_the_value_the_best_cells_and_the_critical_ones() {
    let answer = json(&["chance", "--size", "2", "--json"]);
    assert_eq!(answer["black_wins"], 0.5);
    assert_eq!(answer["black_wins_exact"], "1/2");
    assert_eq!(answer["best"], serde_json::json!(["b1", "a2"]));
    assert_eq!(answer["critical"], serde_json::json!({ "a1": 0.25, "b1": 0.5, "a2": 0.5, "b2": 0.25 }));
    assert_eq!(answer["bid"], 0.25);
    assert_eq!(answer["richman"]["black"], 0.5);
}

#[test]
fn every_method_answers_alike() {
    let exact = json(&["chance", "--size", "5", "--moves", "c3 b4", "--json"]);
    let truth = exact["black_wins"].as_f64().unwrap();
    let float = json(&["chance", "--size", "5", "--moves", "c3 b4", "--json", "--method", "float"]);
    assert!((float["black_wins"].as_f64().unwrap() - truth).abs() <= float["error"].as_f64().unwrap());
    let sample = json(&["chance", "--size", "5", "--moves", "c3 b4", "--json", "--method", "sample"]);
    let margin = sample["margin"].as_f64().unwrap();
    assert!((sample["black_wins"].as_f64().unwrap() - truth).abs() <= 2.0 * margin);
    assert_eq!(sample["best"], exact["best"]);
    let cohen = json(&[
        "chance",
        "--size",
        "5",
        "--moves",
        "c3 b4",
        "--json",
        "--method",
        "cohen",
        "--fillings",
        "20000",
    ]);
    assert_eq!(cohen["to_move"], "black");
}

#[test]
fn pictures_and_finished_games() {
    let (text, _) = output(&["chance", "--size", "3", "--picture"]);
    assert!(text.contains("exactly 1/2") && text.contains("2 4 * 4  2"), "{text}");
    let (text, _) = output(&["chance", "--size", "2", "--moves", "a1 b1 a2"]);
    assert!(text.contains("black has won"), "{text}");
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("map.svg");
    output(&["chance", "--size", "3", "--picture", path.to_str().unwrap()]);
    assert!(std::fs::read_to_string(path).unwrap().starts_with("<svg"));
}

#[test]
fn boards_too_large_for_the_exact_method_are_sampled_and_that_is_said() {
    let (text, note) = output(&["chance", "--size", "17", "--fillings", "100000"]);
    assert!(note.contains("17x17 is too large for the exact method"), "{note}");
    assert!(text.contains("from 100000 random fillings"), "{text}");
    let message = refusal(&["chance", "--size", "17", "--method", "float"]);
    assert!(
        message.contains("cannot do a board of 17x17: expected a shorter side of at most 16"),
        "{message}"
    );
}

#[test]
fn bad_input_is_refused() {
    for (args, expected) in [
        (
            &["chance", "--coin", "1.5"][..],
            "found 1.5 as the probability that Black moves: expected a number from 0 to 1",
        ),
        (&["chance", "--coin", "0.3", "--method", "fractions"], "expected a fair one"),
        (&["chance", "--method", "sample", "--fillings", "0"], "--fillings: found 0: expected at least 1"),
        (&["chance", "--picture", "map.bmp", "--size", "2"], "expected a file that ends in .svg"),
        (&["bid", "--chips", "-5:100"], "--chips: found '-5' for black: expected a whole number from 0"),
        (&["bid", "--chips", "5000000000:1"], "found '5000000000' for black: expected a whole number from 0"),
        (&["bid", "--chips", "1000000000:1"], "found 1000000001 chips in all: expected at most 1000000000"),
        (&["bid", "--chips", "100"], "expected Black's and White's chips, such as 100:100"),
        (&["bid", "--ties", "never"], "'never' is not a tie rule: expected advantage, coin, black or white"),
        (&["bid", "--size", "1", "--moves", "a1"], "the game is over, black has won"),
        (&["bid", "--player", "clever"], "'clever' is not a player of chance"),
        (&["chance-match", "exact", "random", "-n", "3"], "--games: found 3: expected an even number"),
    ] {
        let output = hexwright(args).assert().code(2).get_output().clone();
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.contains(expected), "{args:?}: {message}");
    }
}

/// On an empty 3x3 board with equal purses the holder of the advantage chip wins, and the table knows.
#[test]
fn bids_come_with_a_move_and_a_reason() {
    let answer = json(&["bid", "--size", "3", "--chips", "10:10", "--advantage", "black", "--json"]);
    assert_eq!(answer["black"]["cell"], "b2");
    assert_eq!(answer["black"]["chance"], 1.0);
    assert_eq!(answer["white"]["richman"], 0.5);
    let (text, _) = output(&["bid", "--size", "7", "--for", "white", "--chips", "100:100"]);
    assert!(text.starts_with("white  bid ") && text.contains("half the criticality"), "{text}");
    let (_, note) = output(&["bid", "--size", "5", "--payment", "bank"]);
    assert!(note.contains("otherwise a rule of thumb"), "{note}");
}

#[test]
fn matches_have_rates_with_error_bars() {
    let answer =
        json(&["chance-match", "exact", "random", "--size", "3", "-n", "10", "--json", "--chips", "9:9"]);
    assert_eq!(
        (answer["games"].as_u64(), answer["wins"].as_u64().map(|wins| wins >= 8)),
        (Some(10), Some(true))
    );
    assert!(answer["margin"].as_f64().unwrap() > 0.0);
    let (text, _) =
        output(&["chance-match", "exact", "random", "--game", "random-turn", "--size", "3", "-n", "10"]);
    assert!(text.contains("of 10 games against random on 3x3"), "{text}");
}

/// A game of Bidding Hex in the terminal: wrong input is refused with a reason, the record keeps bids and chips, and the
/// replay tells the same story.
#[test]
fn bidding_in_the_terminal_with_record_and_replay() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("game.sgf");
    let file = path.to_str().unwrap();
    let typed = "hint\n101\nfoo\n9\nz9\nb2\nhelp\n3\n2\nresign\n";
    let played = hexwright(&["play", "--game", "bidding", "--size", "3", "--chips", "20:20", "--save", file])
        .write_stdin(typed)
        .assert()
        .success()
        .get_output()
        .clone();
    let text = String::from_utf8(played.stdout).unwrap();
    for part in [
        "Black has 20 chips, White 20; black holds the advantage chip.",
        "bid 6 and move at b2: the game with whole chips is solved",
        "found a bid of 101 by black: expected 0 to 20, the chips it has",
        "found 'foo': expected a whole number",
        "cell z9 is not on the 3x3 board",
        "Black bids 9, White bids 6.",
        "white has won.",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    let record = std::fs::read_to_string(&path).unwrap();
    for part in
        ["VARIANT[bidding]", ";B[b2]BIDS[9:6]CHIPS[11:29]ADVANTAGE[black]", "PB[human]", "RE[W+Resign]"]
    {
        assert!(record.contains(part), "{part} is not in {record}");
    }
    let (replayed, _) = output(&["play", "--replay", file]);
    for part in
        ["worth 6.41 chips", "Black bids 9, White bids 6; black moves at b2", "white has won by resignation"]
    {
        assert!(replayed.contains(part), "{part} is not in\n{replayed}");
    }
    std::fs::write(&path, record.replace("BIDS[9:6]", "BIDS[400:6]")).unwrap();
    let output = hexwright(&["play", "--replay", file]).assert().code(2).get_output().clone();
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(
        message.contains("node 1 of the record: found a bid of 400 by black: expected 0 to 20"),
        "{message}"
    );
}

/// Random-Turn Hex between two players: the same seed gives the same game, and flips are recorded.
#[test]
fn random_turn_in_the_terminal() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("game.sgf");
    let file = path.to_str().unwrap();
    let arguments = [
        "play",
        "--game",
        "random-turn",
        "--size",
        "4",
        "--you",
        "exact",
        "--player",
        "random",
        "--seed",
        "7",
        "--save",
        file,
    ];
    let first = output(&arguments).0;
    assert_eq!(first, output(&arguments).0);
    assert!(first.contains("The coin chooses black.") && first.contains("has won."), "{first}");
    assert!(std::fs::read_to_string(&path).unwrap().contains("COIN[black]"));
    assert!(output(&["play", "--replay", file]).0.contains("the coin chooses white"));
}
