//! A server that is stopped and resumed charges no player for the time in between.
//!
//! The server is this test program in another process: it is really stopped, with the system's signals.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

mod support;

use std::{
    io::{BufRead, BufReader},
    net::SocketAddr,
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

use arena::{Organiser, ServerSettings};
use store::Ledger;
use support::{Client, Player, TestServer, add, wait_until_over};

const CHILD: &str = "ARENA_PAUSE_TEST";
const TOKEN: &str = "organiser-of-the-pause-test";
const PAUSES: usize = 10;
const PAUSE: Duration = Duration::from_secs(2);
/// Far less than a pause, and far more than a busy machine takes for an answer.
const PER_MOVE: u64 = 1_500;
/// How long a player thinks.
const THINKING: Duration = Duration::from_millis(200);

/// Not a test of its own: what the other process does.
#[test]
fn server_process() {
    if std::env::var_os(CHILD).is_none() {
        return;
    }
    let settings = ServerSettings { organiser: Some(TOKEN.to_string()), ..ServerSettings::default() };
    let server = TestServer::start(Ledger::in_memory().unwrap(), &settings);
    println!("listening {}", server.address.port());
    // Ends at the latest when its parent is gone without killing it.
    thread::sleep(Duration::from_secs(120));
}

/// A server process; killed when dropped.
struct Process(Child);

impl Process {
    fn signal(&self, name: &str) {
        let command = format!("kill -{name} {}", self.0.id());
        assert!(Command::new("sh").args(["-c", &command]).status().unwrap().success());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

/// Plays one tournament, thinking before every answer.
fn play_slowly(address: SocketAddr, name: &str) {
    let mut client = Client::hello(address, name);
    let mut player = Player::default();
    while let Some(line) = client.line() {
        if line.starts_with("finish") {
            return;
        }
        if let Some(answer) = player.answer(&line) {
            thread::sleep(THINKING);
            client.send(&answer);
        }
    }
}

#[test]
fn ten_pauses_of_two_seconds_cost_nobody_a_game() {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "server_process", "--nocapture"])
        .env(CHILD, "1")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let process = Process(child);
    let port: u16 = lines
        .find_map(|line| line.unwrap().split_once("listening ").map(|(_, port)| port.trim().parse().unwrap()))
        .unwrap();
    let address = SocketAddr::from(([127, 0, 0, 1], port));
    let mut organiser = Organiser::connect(address, TOKEN).unwrap();
    let names = ["first", "second"];
    for name in names {
        add(&mut organiser, address, name);
    }
    let players = names.map(|name| thread::spawn(move || play_slowly(address, name)));
    let settings = serde_json::json!({
        "name": "paused",
        "format": { "kind": "round-robin", "double": true },
        "games": {
            "size": "7",
            "clock": { "per_move": PER_MOVE, "per_game": 0, "increment": 0, "lag": 0 },
            "grace": 1_000,
            "join": 1_500,
        },
        "players": names,
    });
    organiser.ask(&format!("create {settings}")).unwrap();
    organiser.ask("start paused").unwrap();
    for _ in 0..PAUSES {
        thread::sleep(Duration::from_millis(300));
        process.signal("STOP");
        thread::sleep(PAUSE);
        process.signal("CONT");
    }
    assert_eq!(organiser.ask("status paused").unwrap()["phase"], "running", "all pauses were in games");
    let view = wait_until_over(&mut organiser, "paused", Duration::from_secs(90));
    assert!(view["fixtures"].as_array().unwrap().iter().all(|game| game["reason"] == "connection"), "{view}");
    for player in players {
        player.join().unwrap();
    }
}
