//! Players that hang, flood, send nonsense or vanish lose their own games and do not disturb others.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

mod support;

use std::{net::SocketAddr, thread, time::Duration};

use arena::{ArenaLimits, ServerSettings};
use serde_json::{Value, json};
use store::Ledger;
use support::{Client, Player, TestServer, add, play, wait_until_over};

/// A tournament of two players with short times.
fn duel(name: &str, players: [&str; 2]) -> Value {
    let clock = json!({ "per_move": 400, "per_game": 0, "increment": 0, "lag": 0 });
    json!({
        "name": name,
        "format": { "kind": "round-robin", "double": true },
        "games": { "size": "4", "clock": clock, "grace": 300, "join": 600 },
        "players": players,
    })
}

/// The misbehaviour of a player when it is asked for its first move, or earlier.
type Fault = fn(SocketAddr, &str);

/// Waits until the player is asked, as a good one would.
fn asked(address: SocketAddr, name: &str) -> (Client, Player) {
    let mut client = Client::hello(address, name);
    let mut player = Player::default();
    loop {
        let line = client.line().unwrap();
        if line.starts_with("opening") || line.starts_with("move") {
            return (client, player);
        }
        if let Some(answer) = player.answer(&line) {
            client.send(&answer);
        }
    }
}

/// Reads until the game is lost, then the next game in the same way; ends with the connection.
fn watch(mut client: Client) {
    while let Some(line) = client.line() {
        if let Some(game) = line.strip_prefix("reset ").and_then(|rest| rest.split(' ').next()) {
            client.send(&format!("ready {game}"));
        }
        if line.starts_with("finish") {
            return;
        }
    }
}

fn hang(address: SocketAddr, name: &str) {
    let (client, _) = asked(address, name);
    watch(client);
}

fn flood(address: SocketAddr, name: &str) {
    let (mut client, _) = asked(address, name);
    client.send_bytes("a1 b2 c3\n".repeat(200_000).as_bytes());
    let last = client.until("error").unwrap();
    assert!(last.starts_with("error "), "{last}");
}

fn garbage(address: SocketAddr, name: &str) {
    let (mut client, _) = asked(address, name);
    client.send_bytes(b"\xff\xfe\x00\x01\n\n\r\n  \nmove a1\nGET / HTTP/1.1\n{}\n");
    assert!(client.until("error").unwrap().starts_with("error syntax "));
    watch(client);
}

fn megabyte(address: SocketAddr, name: &str) {
    let (mut client, _) = asked(address, name);
    client.send_bytes(&vec![b'x'; 1 << 20]);
    // The answer may be lost with the connection, which is closed while we still write.
    while client.line().is_some() {}
}

fn half_line(address: SocketAddr, name: &str) {
    let (mut client, _) = asked(address, name);
    client.send_bytes(b"a");
    watch(client);
}

fn vanish(address: SocketAddr, name: &str) {
    drop(asked(address, name));
}

fn read_nothing(address: SocketAddr, name: &str) {
    let (mut client, _) = asked(address, name);
    for number in 0..900 {
        client.send(&format!("ping {number}"));
    }
    thread::sleep(Duration::from_millis(2500));
}

fn illegal(address: SocketAddr, name: &str) {
    let mut client = Client::hello(address, name);
    let mut player = Player::default();
    while let Some(line) = client.line() {
        if line.starts_with("finish") {
            return;
        }
        if line.starts_with("opening") || line.starts_with("move") {
            for word in ["z9", "swap", "bid 3", "a9"] {
                client.send(word);
            }
        } else if let Some(answer) = player.answer(&line) {
            client.send(&answer);
        }
    }
}

fn never_ready(address: SocketAddr, name: &str) {
    let mut client = Client::hello(address, name);
    client.until("finish");
}

/// Sends a move whenever it is not asked, and plays properly besides.
fn out_of_turn(address: SocketAddr, name: &str) {
    let mut client = Client::hello(address, name);
    let mut player = Player::default();
    client.send("a1");
    while let Some(line) = client.line() {
        if line.starts_with("finish") {
            return;
        }
        if let Some(answer) = player.answer(&line) {
            client.send(&answer);
            client.send("b1");
        }
    }
}

/// Connects a second time in the middle of a game: the new connection goes on.
fn twice(address: SocketAddr, name: &str) {
    let (mut first, _) = asked(address, name);
    let second = Client::hello(address, name);
    assert!(first.until("error").unwrap().starts_with("error replaced "));
    assert_eq!(first.line(), None, "the first connection is closed");
    play(second);
}

/// Comes with the name of someone else, and with no greeting at all; the right player is not disturbed.
fn impostor(address: SocketAddr, name: &str) {
    for line in ["hello 1 quiet-1 guessed", "hello 9 quiet-1 guessed", "organise 1 guessed", "a1", "\u{1}"] {
        let mut client = Client::connect(address).unwrap();
        client.send(line);
        assert!(client.line().unwrap().starts_with("error "), "{line}");
        assert_eq!(client.line(), None, "closed after {line}");
    }
    play(Client::hello(address, name));
}

#[test]
fn bad_players_lose_their_own_games_and_disturb_nobody() {
    // The behaviour of a player, and how its two games must end: lost for one of these reasons, or played on the board.
    let faults: [(&str, Fault, &[&str]); 12] = [
        ("hang", hang, &["time"]),
        ("flood", flood, &["disconnect", "absent"]),
        ("garbage", garbage, &["time"]),
        ("megabyte", megabyte, &["disconnect", "absent"]),
        ("half-line", half_line, &["time", "absent"]),
        ("vanish", vanish, &["disconnect", "absent"]),
        ("read-nothing", read_nothing, &["time", "disconnect", "absent"]),
        ("illegal", illegal, &["illegal"]),
        ("never-ready", never_ready, &["absent"]),
        // Its second move is refused; where the other one was quicker it counts, and the player no longer knows the board.
        ("out-of-turn", out_of_turn, &["connection", "time", "illegal"]),
        ("twice", twice, &["connection"]),
        ("impostor", impostor, &["connection"]),
    ];
    let server = TestServer::open();
    let address = server.address;
    let mut organiser = server.organiser();
    let mut threads = Vec::new();
    let mut add = |name: String| {
        add(&mut organiser, address, &name);
        name
    };
    // Names that the impostor will try must be taken by then.
    for name in ["quiet-1", "quiet-2"] {
        add(name.to_string());
    }
    for (name, fault, _) in faults {
        let (bad, good) = (add(format!("bad-{name}")), add(format!("good-{name}")));
        threads.push(thread::spawn(move || fault(address, &bad)));
        threads.push(thread::spawn(move || {
            play(Client::hello(address, &good));
        }));
    }
    let quiet = thread::spawn(move || play(Client::hello(address, "quiet-1")));
    threads.push(thread::spawn(move || {
        play(Client::hello(address, "quiet-2"));
    }));
    // All at once, beside a tournament of two good players that goes on all the time.
    let many = json!({
        "name": "quiet",
        "format": { "kind": "random", "games": 150 },
        "games": { "size": "4" },
        "players": ["quiet-1", "quiet-2"],
    });
    organiser.ask(&format!("create {many}")).unwrap();
    organiser.ask("start quiet").unwrap();
    for (name, _, _) in faults {
        organiser
            .ask(&format!("create {}", duel(name, [&format!("bad-{name}"), &format!("good-{name}")])))
            .unwrap();
        organiser.ask(&format!("start {name}")).unwrap();
    }
    for (name, _, reasons) in faults {
        let view = wait_until_over(&mut organiser, name, Duration::from_secs(90));
        for game in view["fixtures"].as_array().unwrap() {
            let reason = game["reason"].as_str().unwrap();
            assert!(reasons.contains(&reason), "{name}: {game}");
            if reason != "connection" {
                let winner = if game["black"] == format!("good-{name}") { "black" } else { "white" };
                assert_eq!(game["winner"], winner, "{name}: {game}");
            }
        }
        assert_eq!(view["fixtures"].as_array().unwrap().len(), 2);
    }
    let view = wait_until_over(&mut organiser, "quiet", Duration::from_secs(90));
    assert!(view["fixtures"].as_array().unwrap().iter().all(|game| game["reason"] == "connection"), "{view}");
    assert_eq!(quiet.join().unwrap().iter().sum::<u32>(), 150);
    for thread in threads {
        thread.join().unwrap();
    }
}

#[test]
fn players_are_limited_and_places_become_free_again() {
    let limits = ArenaLimits { links: 3, ..ArenaLimits::default() };
    let settings = ServerSettings { limits, ..ServerSettings::default() };
    let server = TestServer::start(Ledger::in_memory().unwrap(), &settings);
    let mut organiser = server.organiser();
    for name in ["a", "b", "c", "d"] {
        add(&mut organiser, server.address, name);
    }
    let clients: Vec<Client> =
        ["a", "b", "c"].iter().map(|name| Client::hello(server.address, name)).collect();
    let greeting = format!("hello 1 d {}", support::token(server.address, "d").unwrap());
    let mut refused = Client::connect(server.address).unwrap();
    refused.send(&greeting);
    assert!(refused.line().unwrap().starts_with("error full "));
    assert_eq!(refused.line(), None);
    assert!(organiser.ask("status").is_ok(), "the organiser's place is its own");
    server.organiser().ask("status").unwrap();
    drop(clients);
    let again = (0..100).any(|_| {
        thread::sleep(Duration::from_millis(20));
        let mut client = Client::connect(server.address).unwrap();
        client.send(&greeting);
        client.line().is_some_and(|line| line == "welcome 1 d")
    });
    assert!(again, "places become free");
}

#[test]
fn a_closed_server_takes_only_whom_the_organiser_added() {
    let server = TestServer::start(Ledger::in_memory().unwrap(), &ServerSettings::default());
    let mut stranger = Client::connect(server.address).unwrap();
    stranger.send("hello 1 someone token");
    assert!(stranger.line().unwrap().starts_with("error token "));
    let added = server.organiser().ask("add <script>alert(1)</script>").unwrap();
    let token = added["token"].as_str().unwrap();
    assert!(token.len() >= 16);
    let mut known = Client::connect(server.address).unwrap();
    known.send(&format!("hello 1 <script>alert(1)</script> {token}"));
    assert_eq!(known.line().unwrap(), "welcome 1 <script>alert(1)</script>");
    assert!(arena::Organiser::connect(server.address, "wrong").is_err());
}

#[test]
fn whoever_only_answers_is_never_too_quick() {
    let limits = ArenaLimits { rate: 1, burst: 10, ..ArenaLimits::default() };
    let settings = ServerSettings { open: true, limits, ..ServerSettings::default() };
    let server = TestServer::start(Ledger::in_memory().unwrap(), &settings);
    let address = server.address;
    let mut organiser = server.organiser();
    let players = ["first", "second"]
        .map(|name| Client::hello(address, name))
        .map(|client| thread::spawn(|| play(client)));
    let many = json!({
        "name": "quick",
        "format": { "kind": "random", "games": 40 },
        "games": { "size": "4" },
        "players": ["first", "second"],
    });
    organiser.ask(&format!("create {many}")).unwrap();
    organiser.ask("start quick").unwrap();
    for player in players {
        assert_eq!(player.join().unwrap().iter().sum::<u32>(), 40);
    }
}
