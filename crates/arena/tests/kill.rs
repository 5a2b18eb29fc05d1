//! A server that is killed again and again loses nothing and counts nothing twice.
//!
//! The server is this test program in another process: it is really killed, at any instant.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

mod support;

use std::{
    collections::BTreeSet,
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::Path,
    process::{Child, Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU16, Ordering},
    },
    thread,
    time::Duration,
};

use arena::{Organiser, ServerSettings, TournamentDocument};
use store::Ledger;
use support::{Client, Player, TestServer};

const DATA: &str = "ARENA_KILL_TEST_DATA";
const TOKEN: &str = "organiser-of-the-kill-test";
const PLAYERS: usize = 15;
const KILLS: usize = 20;
/// Games that end from one kill to the next: the last kill comes well before the last of 210 games.
const GAMES_PER_KILL: usize = 8;
/// How long a player thinks.
const THINKING: Duration = Duration::from_millis(3);

/// Not a test of its own: what the other process does.
#[test]
fn server_process() {
    let Some(path) = std::env::var_os(DATA) else { return };
    let settings = ServerSettings { organiser: Some(TOKEN.to_string()), ..ServerSettings::default() };
    let server = TestServer::start(Ledger::open(Path::new(&path)).unwrap(), &settings);
    println!("listening {}", server.address.port());
    // Ends at the latest when its parent is gone without killing it.
    thread::sleep(Duration::from_secs(60));
}

/// A server process; killed when dropped.
struct Process(Child);

impl Process {
    fn start(data: &Path) -> (Self, u16) {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "server_process", "--nocapture"])
            .env(DATA, data)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        // The test harness writes the name of the test before our own line.
        let port = lines.find_map(|line| {
            let line = line.unwrap();
            line.split_once("listening ").map(|(_, port)| port.trim().parse().unwrap())
        });
        (Self(child), port.expect("the server says where it listens"))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

fn address(port: u16) -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], port))
}

/// Plays until it is told to end, and connects again whenever the connection is lost.
fn stubborn_player(name: &str, token: &str, port: &AtomicU16, over: &AtomicBool) {
    let mut player = Player::default();
    while !over.load(Ordering::Relaxed) {
        let Ok(mut client) = Client::connect(address(port.load(Ordering::Relaxed))) else {
            thread::sleep(Duration::from_millis(5));
            continue;
        };
        client.send(&format!("hello 1 {name} {token}"));
        while let Some(line) = client.line() {
            if let Some(answer) = player.answer(&line) {
                thread::sleep(THINKING);
                client.send(&answer);
            }
        }
        thread::sleep(Duration::from_millis(5));
    }
}

/// How many games of the tournament, which must not be over, are finished.
fn finished_games(organiser: &mut Organiser) -> usize {
    let view = organiser.ask("status killed").unwrap();
    assert_eq!(view["phase"], "running", "the tournament ended before all kills");
    view["fixtures"].as_array().unwrap().iter().filter(|fixture| !fixture["reason"].is_null()).count()
}

#[test]
fn killed_twenty_times_during_a_tournament() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("arena.redb");
    let (mut process, first_port) = Process::start(&data);
    let (port, over) = (Arc::new(AtomicU16::new(first_port)), Arc::new(AtomicBool::new(false)));
    let names: Vec<String> = (0..PLAYERS).map(|number| format!("p{number:02}")).collect();
    let mut organiser = Organiser::connect(address(first_port), TOKEN).unwrap();
    let players: Vec<_> = names
        .iter()
        .cloned()
        .map(|name| {
            let token = support::add(&mut organiser, address(first_port), &name);
            let (port, over) = (Arc::clone(&port), Arc::clone(&over));
            thread::spawn(move || stubborn_player(&name, &token, &port, &over))
        })
        .collect();
    let settings = serde_json::json!({
        "name": "killed",
        "format": { "kind": "round-robin", "double": true },
        "games": { "size": "5", "clock": { "per_move": 0, "per_game": 60_000, "increment": 0, "lag": 0 } },
        "players": names,
    });
    organiser.ask(&format!("create {settings}")).unwrap();
    organiser.ask("start killed").unwrap();
    let mut finished = 0;
    for kill in 1..=KILLS {
        // Different instants: while everyone connects, in the middle of games, between games.
        while kill > 1 && finished_games(&mut organiser) < kill * GAMES_PER_KILL {
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(Duration::from_millis(kill as u64 * 37 % 40));
        drop(process);
        let started = Process::start(&data);
        process = started.0;
        port.store(started.1, Ordering::Relaxed);
        organiser = Organiser::connect(address(started.1), TOKEN).unwrap();
        let done = finished_games(&mut organiser);
        assert!(done >= finished, "{done} games are finished, {finished} were before the kill");
        finished = done;
    }
    support::wait_until_over(&mut organiser, "killed", Duration::from_secs(90));
    let document: TournamentDocument =
        serde_json::from_value(organiser.ask("export killed").unwrap()).unwrap();
    over.store(true, Ordering::Relaxed);
    drop(process);
    for player in players {
        player.join().unwrap();
    }

    // Exactly the games of a double round robin, each once, each won on the board.
    assert_eq!(document.games.len(), PLAYERS * (PLAYERS - 1));
    let met: BTreeSet<(&str, &str)> =
        document.games.iter().map(|game| (game.black.as_str(), game.white.as_str())).collect();
    assert_eq!(met.len(), PLAYERS * (PLAYERS - 1));
    let mut wins = 0;
    for game in &document.games {
        let table = game.table().unwrap();
        assert_eq!(table.position().winner(), game.winner(), "game {} is what its moves say", game.game);
        assert_eq!(game.reason, "connection");
        wins += 1;
    }
    let counted: u32 = document.tournament.ranks.iter().map(|rank| rank.wins).sum();
    let lost: u32 = document.tournament.ranks.iter().map(|rank| rank.losses).sum();
    assert_eq!((counted, lost), (wins, wins));
    // The file alone says the same.
    let ledger = Ledger::open(&data).unwrap();
    assert_eq!(TournamentDocument::read(&ledger, "killed").unwrap(), document);
}
