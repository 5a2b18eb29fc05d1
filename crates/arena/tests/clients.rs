//! The players in `clients/` play all three games against each other on a real server, and pass the check.
//!
//! Needs python3, a Java compiler and g++; `cargo xtask test` installs them where it can.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

mod support;

use std::{
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

use arena::{CHECK_NAME, CHECK_TOKEN, Check, Export, TournamentDocument};
use serde_json::json;
use support::{TestServer, wait_until_over};

/// A player that was started; killed when dropped.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn clients() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../clients").canonicalize().unwrap()
}

/// Runs a compiler, or says what is missing.
fn build(program: &str, package: &str, arguments: &[&str]) {
    let output = Command::new(program).args(arguments).output().unwrap_or_else(|error| {
        panic!("cannot run {program} ({error}): expected it from the package {package}, see cargo xtask test")
    });
    assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
}

/// The four players of a kind, built into a folder: name, program, and arguments before host, port, name and token. `files` are
/// the names of their files: as most languages write them, and as Java does.
fn players(folder: &Path, files: [&str; 2]) -> Vec<(&'static str, String, Vec<String>)> {
    let (clients, text) = (clients(), |path: &Path| path.to_str().unwrap().to_string());
    let [file, class] = files;
    let (cpp, rust, java) =
        (folder.join(format!("cpp-{file}")), folder.join(format!("rust-{file}")), folder.join("java"));
    let source = |name: &str| text(&clients.join(name));
    build(
        "g++",
        "g++",
        &[
            "-std=c++17",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-O1",
            "-o",
            &text(&cpp),
            &source(&format!("cpp/{file}.cpp")),
        ],
    );
    build(
        "rustc",
        "rustc",
        &["--edition", "2024", "-D", "warnings", "-o", &text(&rust), &source(&format!("rust/{file}.rs"))],
    );
    build(
        "javac",
        "default-jdk-headless",
        &["-Werror", "-d", &text(&java), &source(&format!("java/{class}.java"))],
    );
    vec![
        ("python", "python3".to_string(), vec![source(&format!("python/{file}.py"))]),
        ("java", "java".to_string(), vec!["-cp".to_string(), text(&java), class.to_string()]),
        ("cpp", text(&cpp), Vec::new()),
        ("rust", text(&rust), Vec::new()),
    ]
}

fn start(player: &(&str, String, Vec<String>), port: u16, name: &str, token: &str) -> Process {
    let (_, program, arguments) = player;
    let child = Command::new(program)
        .args(arguments)
        .args(["127.0.0.1", &port.to_string(), name, token])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap_or_else(|error| panic!("cannot run {program}: {error}"));
    Process(child)
}

#[test]
fn players_in_four_languages_meet() {
    let folder = tempfile::tempdir().unwrap();
    let random = players(folder.path(), ["random_bot", "RandomBot"]);
    let players = players(folder.path(), ["bot", "Bot"]);
    // Each passes the check that authors run.
    for player in players.iter().chain(&random) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let _process = start(player, listener.local_addr().unwrap().port(), CHECK_NAME, CHECK_TOKEN);
        let check = Check { size: 7, ..Check::default() };
        for finding in check.run(&listener).unwrap() {
            assert!(finding.passed, "{}: {}: {}", player.0, finding.trial, finding.detail);
        }
    }
    // And they play tournaments.
    let server = TestServer::open();
    let mut organiser = server.organiser();
    let mut join = |player: &(&str, String, Vec<String>)| {
        let token = support::add(&mut organiser, server.address, player.0);
        start(player, server.address.port(), player.0, &token)
    };
    let _processes: Vec<Process> = players.iter().map(&mut join).collect();
    for (name, variant, format) in [
        ("robin", "hex", json!({ "kind": "round-robin", "double": true })),
        ("coins", "random-turn", json!({ "kind": "knockout", "best_of": 3 })),
        ("chips", "bidding", json!({ "kind": "swiss", "rounds": 3 })),
    ] {
        let settings = json!({
            "name": name,
            "format": format,
            "games": { "variant": variant, "size": "6", "adjudicate": name == "robin" },
            "players": ["python", "java", "cpp", "rust"],
        });
        organiser.ask(&format!("create {settings}")).unwrap();
        organiser.ask(&format!("start {name}")).unwrap();
    }
    for name in ["robin", "coins", "chips"] {
        wait_until_over(&mut organiser, name, Duration::from_secs(90));
        let document: TournamentDocument =
            serde_json::from_value(organiser.ask(&format!("export {name}")).unwrap()).unwrap();
        assert!(!document.games.is_empty());
        for game in &document.games {
            assert!(matches!(game.reason.as_str(), "connection" | "proof"), "{name}: {game:?}");
        }
        let out = folder.path().join(name);
        Export { png: name == "chips" }.write(&document, &out, || {}).unwrap();
        let page = std::fs::read_to_string(out.join("index.html")).unwrap();
        assert!(page.contains("python") && page.contains("Cross-table"));
        for game in &document.games {
            let text = std::fs::read_to_string(out.join(format!("games/{}.sgf", game.game))).unwrap();
            let records = record::sgf::read(&text).unwrap();
            assert_eq!(records[0].result().unwrap().winner, game.winner().unwrap());
            if name != "robin" {
                let replayed = chance::replay(&records[0]).unwrap();
                assert_eq!(replayed.winner(), game.winner(), "the record follows the rules of its game");
            }
            assert!(out.join(format!("games/{}.svg", game.game)).exists());
            assert_eq!(out.join(format!("games/{}.png", game.game)).exists(), name == "chips");
        }
    }
}
