//! `hexwright convert`, `hexwright show` and `--file`: what comes out, and how bad input is refused.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::{fs, path::PathBuf};

use assert_cmd::Command;
use tempfile::TempDir;

fn hexwright(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("hexwright").unwrap();
    command.args(args);
    command
}

/// Runs the program and returns what it prints.
fn output(args: &[&str]) -> String {
    let output = hexwright(args).assert().success().get_output().clone();
    String::from_utf8(output.stdout).unwrap()
}

/// Runs the program, expects it to refuse with exit code 2 and nothing on standard output, and returns the message.
fn refusal(args: &[&str]) -> String {
    let output = hexwright(args).assert().code(2).get_output().clone();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "");
    String::from_utf8(output.stderr).unwrap()
}

struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file and returns its name.
    fn file(&self, name: &str, contents: impl AsRef<[u8]>) -> String {
        fs::write(self.path(name), contents).unwrap();
        self.path(name).to_str().unwrap().to_string()
    }
}

const GAME: &str = "(;FF[4]GM[11]SZ[5]PB[Bjørn];B[a3];W[swap-pieces];B[c3];W[d2])";

#[test]
fn convert_takes_a_file_a_link_standard_input_and_text() {
    let folder = Folder::new();
    let file = folder.file("game.sgf", GAME);
    let link = "https://hexworld.org/board/#5c1,a3:sc3d2\n";
    assert_eq!(output(&["convert", &file, "--to", "hexworld"]), link);
    assert_eq!(output(&["convert", GAME, "--to", "hexworld"]), link);
    assert_eq!(output(&["convert", link.trim(), "--to", "moves"]), "a3 swap-pieces c3 d2\n");
    hexwright(&["convert", "-", "--to", "hexworld"]).write_stdin(GAME).assert().success().stdout(link);
    let trmph = output(&["convert", "a3 swap c3 d2", "--size", "5", "--to", "trmph"]);
    assert_eq!(trmph, "https://trmph.com/hex/board#5,a3a3c3d2\n");
}

#[test]
fn convert_reads_latin_1_and_writes_utf_8() {
    let folder = Folder::new();
    let file = folder.file("game.sgf", b"(;GM[11]PB[Bj\xF8rn];B[a1])");
    let out = folder.path("out.sgf");
    hexwright(&["convert", &file, "--to", "sgf", "--out", out.to_str().unwrap()])
        .assert()
        .success()
        .stdout("");
    let text = fs::read_to_string(out).unwrap();
    assert!(text.contains("PB[Bjørn]") && text.contains("CA[UTF-8]"), "{text}");
}

#[test]
fn convert_warns_of_what_it_leaves_out_and_refuses_what_would_change_the_game() {
    let warned = hexwright(&["convert", GAME, "--to", "moves"]).assert().success().get_output().clone();
    assert_eq!(
        String::from_utf8(warned.stderr).unwrap(),
        "hexwright: left out, because moves has no place for it: the board size 5x5\n\
         hexwright: left out, because moves has no place for it: what the root says about the game\n"
    );
    let message = refusal(&["convert", "(;GM[11];AB[a1])", "--to", "trmph"]);
    assert_eq!(
        message,
        "hexwright: the text given: a trmph link cannot hold set-up stones: expected moves only; use sgf, hexwiki or \
         diagram\n"
    );
}

#[test]
fn convert_refuses_bad_input_with_its_place() {
    let folder = Folder::new();
    let file = folder.file("bad.sgf", "(;GM[11]SZ[5]\n;B[a9])");
    let message = refusal(&["convert", &file, "--to", "sgf"]);
    let expected = format!(
        "hexwright: {file}: line 2, column 2: property B: cell a9 is not on the 5x5 board: expected a1 to e5\n"
    );
    assert_eq!(message, expected);
    assert!(
        refusal(&["convert", "nowhere.sgf", "--to", "sgf"])
            .contains("cannot read nowhere.sgf: expected a file")
    );
    assert!(
        refusal(&["convert", GAME, "--to", "pdf"]).contains("'pdf' is not a format: expected one of sgf")
    );
    let empty = folder.file("empty.txt", "");
    assert!(refusal(&["convert", &empty, "--to", "sgf"]).contains("found text in no known format"));
}

#[test]
fn a_hundred_megabytes_and_deep_nesting_are_refused_soon() {
    let folder = Folder::new();
    let mut text = b"(;GM[11]".to_vec();
    text.resize(100 << 20, b';');
    let file = folder.file("large.sgf", &text);
    let message = refusal(&["convert", &file, "--to", "sgf"]);
    assert!(message.ends_with("found 67108865 bytes of text: expected at most 67108864\n"), "{message}");
    let deep = folder.file("deep.sgf", "(;".repeat(1_000_000));
    let message = refusal(&["show", "--file", &deep]);
    assert!(
        message.ends_with("found 10001 variations within variations: expected at most 10000\n"),
        "{message}"
    );
}

#[test]
fn show_prints_a_board_and_whose_turn_it_is() {
    assert_eq!(
        output(&["show", "--size", "3", "--moves", "b2 a3"]),
        "  a b c\n 1 . . .  1\n  2 . B .  2\n   3(W). .  3\n      a b c\nBlack (red, top to bottom) to move\n"
    );
    let won = output(&["show", "--size", "2", "--moves", "b1 a1 a2", "--coordinates", "off"]);
    assert_eq!(won, " W B\n (B).\nBlack (red, top to bottom) has won\n");
    assert!(output(&["show", "--size", "2", "--color", "always"]).contains("\x1b[38;5;"));
}

#[test]
fn show_prints_json_for_programs() {
    assert_eq!(
        output(&["show", "--size", "3x4", "--moves", "b2 a3", "--to-move", "white", "--json"]),
        "{\"black\":[\"b2\"],\"columns\":3,\"moves\":[\"b2\",\"a3\"],\"rows\":4,\"to_move\":\"white\",\
         \"white\":[\"a3\"],\"winner\":null}\n"
    );
}

#[test]
fn show_takes_positions_from_records() {
    let folder = Folder::new();
    let file = folder.file("two.sgf", format!("{GAME}(;GM[11]SZ[3];B[b2])"));
    let board = |args: &[&str]| {
        let all = [&["show", "--coordinates", "off", "--no-last-move"], args].concat();
        let text = output(&all);
        text.lines()
            .map(|line| line.replace(' ', ""))
            .take_while(|l| !l.contains("to"))
            .collect::<Vec<_>>()
            .join("/")
    };
    assert_eq!(board(&["--file", &file]), "..W../...W./..B../...../.....");
    assert_eq!(board(&["--file", &file, "--move-number", "1"]), "...../...../B..../...../.....");
    assert_eq!(board(&["--file", &file, "--game-number", "2"]), ".../.B./...");
    assert_eq!(board(&["--file", "https://hexworld.org/board/#3c1,b2,a1"]), ".../.B./...");
    assert_eq!(
        board(&["--file", "https://hexworld.org/board/#3c1,b2,a1", "--move-number", "2"]),
        "W../.B./..."
    );
    let from_stdin = hexwright(&["show", "--file", "-", "--json"]).write_stdin(GAME).assert().success();
    let from_stdin = String::from_utf8(from_stdin.get_output().stdout.clone()).unwrap();
    assert!(from_stdin.contains("\"moves\":[\"a3\",\"swap-pieces\",\"c3\",\"d2\"]"), "{from_stdin}");
    hexwright(&["show", "--file", "-"]).write_stdin(GAME).assert().success();
    let message = refusal(&["show", "--file", &file, "--game-number", "3"]);
    assert!(message.contains("found --game-number 3: expected 1 to 2"), "{message}");
    let message = refusal(&["show", "--file", "(;GM[11]SZ[3];B[a1];W[a1])"]);
    assert!(
        message.contains("move 2 (W a1): cell a1 is occupied by black: expected an empty cell"),
        "{message}"
    );
}

#[test]
fn show_writes_svg_and_png_with_everything_on_them() {
    let folder = Folder::new();
    let heat = folder.file("heat.txt", "a1 0.5\nb1=0.25\n");
    for name in ["board.svg", "board.png", "BOARD.PNG"] {
        let path = folder.path(name);
        let args =
            ["show", "--size", "5x4", "--moves", "c3 b2", "--numbers", "--picture", path.to_str().unwrap()];
        let extras = [
            "--label",
            "a3=A",
            "--shade",
            "c4 b4:yellow=bridge",
            "--shade",
            "d1,e1:green/hatch",
            "--arrow",
            "c3:c1:red",
            "--heat",
            &heat,
            "--heat-name",
            "rate",
            "--orientation",
            "diamond",
            "--caption",
            "a < b",
        ];
        hexwright(&[&args[..], &extras[..]].concat()).assert().success().stdout("");
        let bytes = fs::read(path).unwrap();
        if name.ends_with("svg") {
            let text = String::from_utf8(bytes).unwrap();
            assert!(text.contains("<title>a &lt; b</title>") && text.contains("bridge: "), "{text}");
        } else {
            assert!(bytes.starts_with(b"\x89PNG"));
        }
    }
}

#[test]
fn show_refuses_bad_extras_by_name() {
    let cases: [(&[&str], &str); 9] = [
        (&["--label", "c3"], "--label c3: found no text: expected a cell and a text, such as c3=A"),
        (&["--label", "z9=A"], "cell z9 is not on the 5x5 board"),
        (&["--shade", "a1:pink"], "--shade a1:pink: found colour 'pink': expected one of yellow, green"),
        (&["--shade", "a1:red/wave"], "found pattern 'wave': expected one of solid, hatch"),
        (&["--arrow", "a1"], "--arrow a1: found one cell: expected two, such as a1:b3"),
        (&["--heat", "a1=x"], "--heat: found 'x' for a1: expected a number"),
        (&["--heat", "a1"], "--heat: found a1 without a number: expected a1=0.5"),
        (&["--picture", "board.gif"], "found board.gif: expected a name that ends in .svg or .png"),
        (&["--coordinates", "maybe"], "expected on or off"),
    ];
    for (extras, expected) in cases {
        let message = refusal(&[&["show", "--size", "5"], extras].concat());
        assert!(message.contains(expected), "{extras:?}: {message}");
    }
}
