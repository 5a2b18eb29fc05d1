//! A server in use: tournaments of programs, games of people, analyses and attackers at once, for half a minute or as long as
//! `SOAK_MINUTES` says (`cargo xtask soak --minutes 60`). Memory has to stay flat, descriptors have to come back, and no game may be
//! lost.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

mod sockets;

use std::{
    fs,
    net::SocketAddr,
    sync::{Arc, atomic::AtomicUsize},
    thread,
    time::{Duration, Instant},
};

use arena::{HousePlayer, Joining, Organiser, Server, ServerSettings};
use futures_util::{SinkExt, StreamExt};
use player::Limits;
use serde_json::{Value, json};
use sockets::{Running, ask, attack, json_of, raise_descriptors};
use store::Ledger;
use tokio::{
    net::{TcpListener, TcpStream},
    task::JoinSet,
};
use tokio_tungstenite::{client_async, tungstenite::Message};
use web::{JobsSettings, State};

const PROGRAMS: [&str; 4] = ["random", "bridges", "random--2", "bridges--2"];
const PEOPLE: [&str; 2] = ["alice", "bob"];
const ATTACKERS: u16 = 120;
const SIDE: usize = 4;

/// How long to go on.
fn duration() -> Duration {
    let minutes = std::env::var("SOAK_MINUTES").ok().map(|text| text.parse::<f64>().unwrap());
    Duration::from_secs_f64(60.0 * minutes.unwrap_or(0.5))
}

/// Megabytes of memory, and open descriptors.
fn in_use() -> (usize, usize) {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    let memory = line.trim().trim_end_matches(" kB").parse::<usize>().unwrap() / 1024;
    (memory, fs::read_dir("/proc/self/fd").unwrap().count())
}

/// A person at a WebSocket, who plays the first empty cell.
async fn person(name: &'static str, token: String, server: SocketAddr) {
    let stream = TcpStream::connect(server).await.unwrap();
    let (mut socket, _) = client_async(format!("ws://{server}/arena/ws"), stream).await.unwrap();
    socket.send(Message::text(format!("hello 1 {name} {token}"))).await.unwrap();
    let mut taken: Vec<String> = Vec::new();
    while let Some(Ok(message)) = socket.next().await {
        let Message::Text(text) = message else { continue };
        let reply = match text.split(' ').collect::<Vec<_>>().as_slice() {
            ["reset", game, ..] => {
                taken.clear();
                format!("ready {game}")
            }
            ["opening" | "move", rest @ ..] => {
                taken.extend(rest.iter().map(|word| (*word).to_string()));
                let cells =
                    (1..=SIDE).flat_map(|row| ["a", "b", "c", "d"].map(|column| format!("{column}{row}")));
                let cell = cells.into_iter().find(|cell| !taken.contains(cell)).unwrap();
                taken.push(cell.clone());
                cell
            }
            _ => continue,
        };
        if socket.send(Message::text(reply)).await.is_err() {
            return;
        }
    }
}

/// Lets all players in; a program plays on a thread of its own.
fn admit(seats: SocketAddr, organiser: &str) -> Vec<(&'static str, String)> {
    let mut organiser = Organiser::connect(seats, organiser).unwrap();
    let mut token =
        |name: &str| organiser.ask(&format!("add {name}")).unwrap()["token"].as_str().unwrap().to_string();
    for name in PROGRAMS {
        let player = players::create(name.split("--").next().unwrap()).unwrap();
        let joining = Joining {
            address: seats,
            name: name.to_string(),
            token: token(name),
            once: false,
            retry: Duration::from_secs(1),
        };
        // It ends with the server.
        thread::spawn(move || {
            drop(joining.play(&mut HousePlayer::new(player, Limits::default()), &mut |_| {}));
        });
    }
    PEOPLE.iter().map(|&name| (name, token(name))).collect()
}

/// Plays tournaments until the time is over; returns how many games there were.
async fn tournaments(web: SocketAddr, seats: SocketAddr, token: String, until: Instant) -> usize {
    let mut games = 0;
    for number in 0.. {
        let name = format!("soak-{number}");
        let settings = json!({
            "name": name,
            "format": { "kind": "round-robin", "double": true },
            "games": { "size": SIDE.to_string(), "swap": false },
            "players": PROGRAMS.iter().chain(&PEOPLE).collect::<Vec<_>>(),
        });
        let (token, tournament) = (token.clone(), name.clone());
        let organise = move || {
            let mut organiser = Organiser::connect(seats, &token).unwrap();
            organiser.ask(&format!("create {settings}")).unwrap();
            organiser.ask(&format!("start {tournament}")).unwrap();
        };
        tokio::task::spawn_blocking(organise).await.unwrap();
        let begun = Instant::now();
        let found = loop {
            let (_, answer) = ask(1, web, "GET", &format!("/arena/tournaments/{name}"), "").await;
            let found = json_of(&answer);
            if found["phase"] == "over" {
                break found;
            }
            assert!(begun.elapsed() < Duration::from_secs(120), "the tournament does not end: {found}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        };
        let fixtures = found["fixtures"].as_array().unwrap();
        assert_eq!(fixtures.len(), 30, "everyone meets everyone twice");
        for fixture in fixtures {
            let reason = fixture["reason"].as_str().unwrap_or("none");
            assert!(["connection", "proof", "resignation"].contains(&reason), "a lost game: {fixture}");
        }
        games += fixtures.len();
        if Instant::now() >= until {
            break;
        }
    }
    games
}

/// Asks for analyses, one after the other, and holds every answer against what it should be.
async fn analyst(number: u16, web: SocketAddr, done: Arc<AtomicUsize>) {
    let strategy = fs::read_to_string("data/strategies/5x5-e1.strategy").unwrap();
    let game = json!({ "size": [5, 5], "moves": ["c3", "b2"] });
    let questions = [
        ("/api/jobs/solve", json!({ "game": game })),
        ("/api/jobs/move", json!({ "game": game, "player": "bridges" })),
        ("/api/jobs/evaluate", json!({ "game": game, "with": "resistance" })),
        ("/api/jobs/strategy", json!({ "text": strategy })),
    ];
    loop {
        for (path, question) in &questions {
            let (_, accepted) = ask(number, web, "POST", path, &question.to_string()).await;
            let job = json_of(&accepted)["job"].as_str().unwrap_or_else(|| panic!("{accepted}")).to_string();
            let report = loop {
                let (_, answer) = ask(number, web, "GET", &format!("/api/jobs/{job}"), "").await;
                let report: Value = json_of(&answer);
                if !["waiting", "running"].contains(&report["state"].as_str().unwrap()) {
                    break report;
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            };
            assert_eq!(report["state"], "done", "{path}: {report}");
            done.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn memory_stays_flat_and_no_game_is_lost() {
    raise_descriptors();
    let folder = tempfile::tempdir().unwrap();
    let ledger = Ledger::open(&folder.path().join("arena.redb")).unwrap();
    let server = Server::start(ledger, &ServerSettings::default()).unwrap();
    let tcp = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let seats = tcp.local_addr().unwrap();
    let accepting = tokio::spawn(arena::accept(tcp, server.handle(), std::future::pending()));
    let jobs = JobsSettings { threads: 1, keep: Duration::from_secs(5), ..JobsSettings::default() };
    let web = Running::start(State::new(jobs).with_arena(server.handle())).await;
    let (address, token) = (web.address, server.organiser().to_string());
    let organiser = token.clone();
    let people = tokio::task::spawn_blocking(move || admit(seats, &organiser)).await.unwrap();
    let (mut others, mut hostile) = (JoinSet::new(), JoinSet::new());
    for (name, token) in people {
        others.spawn(person(name, token, address));
    }
    let (answers, attacks) = (Arc::<AtomicUsize>::default(), Arc::<AtomicUsize>::default());
    for number in 0..2 {
        others.spawn(analyst(number, address, Arc::clone(&answers)));
    }
    let (start, length) = (Instant::now(), duration());
    let playing = tokio::spawn(tournaments(address, seats, token, start + length));
    tokio::time::sleep(length / 10).await;
    let (_, quiet) = in_use();
    for number in 0..ATTACKERS {
        hostile.spawn(attack(number, address, Arc::clone(&attacks)));
    }
    // The first fifth fills caches and queues; from then on nothing may grow.
    let (mut early, mut late) = (0, 0);
    while !playing.is_finished() {
        tokio::time::sleep(Duration::from_millis(500)).await;
        let (memory, _) = in_use();
        match start.elapsed().as_secs_f64() / length.as_secs_f64() {
            0.0..0.2 => {}
            0.2..0.5 => early = early.max(memory),
            _ => late = late.max(memory),
        }
    }
    let games = playing.await.unwrap();
    assert!(others.try_join_next().is_none(), "a person or an analyst has ended");
    hostile.abort_all();
    while hostile.join_next().await.is_some() {}
    // The limits end the attackers' leftovers.
    let mut after = in_use().1;
    for _ in 0..400 {
        if after <= quiet + 8 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
        after = in_use().1;
    }
    eprintln!(
        "{:.0} s: {games} games, none lost; {answers:?} analyses; {attacks:?} hostile connections; memory {early} MB, then {late} MB; \
         descriptors {quiet} before the attack, {after} after",
        start.elapsed().as_secs_f64()
    );
    assert!(late <= early + early / 4 + 16, "memory grew from {early} to {late} MB");
    assert!(after <= quiet + 8, "{after} descriptors are open, {quiet} before the attack");
    others.abort_all();
    web.stop().await;
    accepting.abort();
    server.stop().unwrap();
}
