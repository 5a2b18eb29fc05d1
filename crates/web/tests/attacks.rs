//! Attacks over real sockets: clients that are slow, silent, greedy or from elsewhere. Each is held off, and others are served.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

mod sockets;

use std::{
    net::SocketAddr,
    time::{Duration, Instant},
};

use arena::ServerSettings;
use sockets::{Running, ask, connect_from, json_of, read_all};
use store::Ledger;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use web::{Hosts, JobsSettings, ServerLimits, State};

const UPGRADE: &str = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==";

/// Limits that a test can wait for.
fn quick() -> ServerLimits {
    ServerLimits {
        connections: 64,
        per_address: 32,
        head: Duration::from_secs(1),
        body: Duration::from_secs(1),
        stall: Duration::from_secs(1),
        ..ServerLimits::default()
    }
}

fn state() -> State {
    State::new(JobsSettings { threads: 1, ..JobsSettings::default() })
}

/// Waits for the server to close a connection, and says how long that took.
async fn time_until_closed(mut socket: tokio::net::TcpStream, most: Duration) -> Duration {
    let start = Instant::now();
    let end = tokio::time::timeout(most, async {
        let mut bytes = [0; 4096];
        while socket.read(&mut bytes).await.is_ok_and(|count| count > 0) {}
    });
    end.await.expect("the server closes the connection");
    start.elapsed()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn heads_and_bodies_have_a_time() {
    let server = Running::start(state().with_limits(quick())).await;
    for beginning in [
        "",
        "GET / HT",
        "GET / HTTP/1.1\r\nhost: localhost\r\n",
        // Kept alive after an answer.
        "GET / HTTP/1.1\r\nhost: localhost\r\n\r\n",
    ] {
        let mut socket = connect_from(1, server.address).await;
        socket.write_all(beginning.as_bytes()).await.unwrap();
        let time = time_until_closed(socket, Duration::from_secs(20)).await;
        assert!(time >= Duration::from_millis(900), "{beginning}: {time:?}");
    }
    // A body that trickles gets an answer.
    let mut socket = connect_from(1, server.address).await;
    let head = "POST /api/records/read HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{";
    socket.write_all(head.as_bytes()).await.unwrap();
    let answer = tokio::time::timeout(Duration::from_secs(20), read_all(&mut socket)).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 408") && answer.contains("within 1 seconds"), "{answer}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_does_not_read_is_cut_off() {
    let server = Running::start(state().with_limits(quick())).await;
    let mut socket = connect_from(1, server.address).await;
    let request = "GET /openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(2000);
    // The answers fill all buffers; then the server stops reading requests, and in the end everything.
    let write = tokio::time::timeout(Duration::from_secs(30), socket.write_all(request.as_bytes())).await;
    let is_cut = matches!(write, Ok(Err(_)));
    tokio::time::sleep(Duration::from_secs(3)).await;
    let mut rest = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(30), socket.read_to_end(&mut rest)).await;
    assert!(is_cut || read.is_ok(), "the connection still stands");
    assert!(rest.len() < 2000 * 10_000, "all answers were given");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn half_sent_requests_give_their_places_to_others() {
    // One address has more half-sent requests than it has places, and many addresses have as many as there are.
    let limits = ServerLimits { head: Duration::from_secs(60), ..quick() };
    let server = Running::start(state().with_limits(limits)).await;
    let mut silent = Vec::new();
    for number in 0..300_u16 {
        let from = if number < 100 { 1 } else { 2 + number };
        let mut socket = connect_from(from, server.address).await;
        // One whose place is given away may be closed already.
        let _ = socket.write_all(b"GET / HTTP/1.1\r\nhost: localhost\r\nx: ").await;
        silent.push(socket);
    }
    for from in [1, 1000] {
        let (_, answer) = ask(from, server.address, "GET", "/api/players", "").await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn streams_leave_places_for_questions() {
    let arena = arena::Server::start(Ledger::in_memory().unwrap(), &ServerSettings::default()).unwrap();
    let server = Running::start(state().with_limits(quick()).with_arena(arena.handle())).await;
    let (mut streams, mut refused) = (Vec::new(), 0);
    for _ in 0..40 {
        let (socket, answer) = ask(1, server.address, "GET", "/arena/events", "").await;
        refused += usize::from(answer.starts_with("HTTP/1.1 429") && answer.contains("too many streams"));
        streams.push(socket);
    }
    // Half of 32 places.
    assert_eq!(refused, 24);
    let (_, answer) = ask(1, server.address, "GET", "/", "").await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    // Other addresses take streams from the greediest, and keep theirs.
    for from in 2..40 {
        let (socket, answer) = ask(from, server.address, "GET", "/arena/events", "").await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{from}: {answer}");
        streams.push(socket);
        if from == 20 {
            break;
        }
    }
    server.stop().await;
    arena.stop().unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bodies_in_flight_are_counted() {
    let limits =
        ServerLimits { bytes: 3 << 20, bytes_per_address: 2 << 20, body: Duration::from_secs(30), ..quick() };
    let server = Running::start(state().with_limits(limits)).await;
    let head = "POST /api/records/read HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 3000000\r\n\r\n";
    let mut slow = connect_from(1, server.address).await;
    slow.write_all(head.as_bytes()).await.unwrap();
    slow.write_all(&vec![b' '; 1_500_000]).await.unwrap();
    // The server takes what it was sent in its own time.
    tokio::time::sleep(Duration::from_millis(500)).await;
    let mut second = connect_from(1, server.address).await;
    second.write_all(head.as_bytes()).await.unwrap();
    // The server may answer before it has read everything.
    let _ = second.write_all(&vec![b' '; 1_500_000]).await;
    let answer = tokio::time::timeout(Duration::from_secs(20), read_all(&mut second)).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 429"), "{answer}");
    let question = r#"{"text":"(;FF[4]GM[11]SZ[5];B[a3];W[b2])"}"#;
    for from in [1, 2] {
        let (_, answer) = ask(from, server.address, "POST", "/api/records/read", question).await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
    server.stop().await;
}

/// Sends a request with these headers, and returns its answer.
async fn raw(address: SocketAddr, head: &str) -> String {
    let mut socket = connect_from(1, address).await;
    socket.write_all(format!("{head}\r\nconnection: close\r\n\r\n").as_bytes()).await.unwrap();
    tokio::time::timeout(Duration::from_secs(20), read_all(&mut socket)).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_for_other_hosts_and_from_other_pages_are_refused() {
    let arena = arena::Server::start(Ledger::in_memory().unwrap(), &ServerSettings::default()).unwrap();
    let hosts = Hosts::new(["hex.example.org"]).unwrap();
    let server = Running::start(state().with_hosts(hosts).with_arena(arena.handle())).await;
    let own = server.address.to_string();
    for (head, expected) in [
        (format!("GET / HTTP/1.1\r\nhost: {own}"), "200"),
        ("GET / HTTP/1.1\r\nhost: hex.example.org".to_string(), "200"),
        ("GET / HTTP/1.1\r\nhost: evil.example".to_string(), "403"),
        ("GET http://evil.example/ HTTP/1.1\r\nhost: localhost".to_string(), "403"),
        ("GET / HTTP/1.1\r\nx: y".to_string(), "400"),
        ("GET /arena/status HTTP/1.1\r\nhost: evil.example".to_string(), "403"),
        (format!("DELETE /api/jobs/0 HTTP/1.1\r\nhost: {own}\r\norigin: http://evil.example"), "403"),
        (format!("DELETE /api/jobs/0 HTTP/1.1\r\nhost: {own}\r\norigin: http://{own}"), "400"),
        (format!("GET /arena/ws HTTP/1.1\r\nhost: {own}\r\norigin: http://evil.example\r\n{UPGRADE}"), "403"),
        (format!("GET /arena/ws HTTP/1.1\r\nhost: {own}\r\norigin: null\r\n{UPGRADE}"), "403"),
    ] {
        let answer = raw(server.address, &head).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {expected}")), "{head}: {answer}");
        if expected == "403" {
            assert!(answer.contains("--public"), "{answer}");
        }
    }
    // With its own origin the socket stays open.
    let mut socket = connect_from(1, server.address).await;
    let head = format!("GET /arena/ws HTTP/1.1\r\nhost: {own}\r\norigin: http://{own}\r\n{UPGRADE}\r\n\r\n");
    socket.write_all(head.as_bytes()).await.unwrap();
    let mut answer = [0; 12];
    socket.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"HTTP/1.1 101");
    drop(socket);
    server.stop().await;
    arena.stop().unwrap();
}

/// Frames that need no answer of the arena: a client that sends them without end is cut off, whether it reads the pongs or not.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_of_pings_or_pongs_is_cut_off() {
    const MOST: usize = 32 << 20;
    let arena = arena::Server::start(Ledger::in_memory().unwrap(), &ServerSettings::default()).unwrap();
    let server = Running::start(state().with_arena(arena.handle())).await;
    let frame =
        |kind: u8, payload: &[u8]| [&[kind, 0x80 | payload.len() as u8, 0, 0, 0, 0], payload].concat();
    for (flood, reads) in
        [(frame(0x89, &[b'x'; 125]), false), (frame(0x89, b""), true), (frame(0x8a, b""), false)]
    {
        let mut socket = connect_from(1, server.address).await;
        let head = format!("GET /arena/ws HTTP/1.1\r\nhost: {}\r\n{UPGRADE}\r\n\r\n", server.address);
        socket.write_all(head.as_bytes()).await.unwrap();
        let (mut reader, mut writer) = socket.into_split();
        let reading = tokio::spawn(async move {
            let mut bytes = [0; 4096];
            while reads && reader.read(&mut bytes).await.is_ok_and(|count| count > 0) {}
            // Its half stays open.
            reader
        });
        let (chunk, mut written) = (flood.repeat(1000), 0);
        let flooding = async {
            while written < MOST && writer.write_all(&chunk).await.is_ok() {
                written += chunk.len();
            }
        };
        tokio::time::timeout(Duration::from_secs(60), flooding).await.expect("the server reads or closes");
        assert!(written < MOST, "{written} bytes of {:?} were taken", &flood[..2]);
        reading.abort();
    }
    server.stop().await;
    arena.stop().unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn jobs_of_others_cannot_be_found() {
    let server = Running::start(state()).await;
    let question = r#"{"game":{"size":[5,5]},"player":"bridges"}"#;
    let (_, first) = ask(1, server.address, "POST", "/api/jobs/move", question).await;
    let (_, second) = ask(1, server.address, "POST", "/api/jobs/move", question).await;
    let name = |answer: &str| json_of(answer)["job"].as_str().unwrap().to_string();
    let (first, second) = (name(&first), name(&second));
    assert_eq!((first.len(), second.len()), (32, 32));
    assert_ne!(first[..16], second[..16], "no part of a name is a counter");
    assert_ne!(first[16..], second[16..]);
    for guess in ["1", "2", "3", "0", &"0".repeat(32), &format!("{first}0")] {
        for method in ["GET", "DELETE"] {
            let (_, answer) = ask(2, server.address, method, &format!("/api/jobs/{guess}"), "").await;
            assert!(answer.starts_with("HTTP/1.1 40"), "{method} {guess}: {answer}");
        }
    }
    let (_, answer) = ask(2, server.address, "GET", "/api/jobs", "").await;
    assert!(answer.starts_with("HTTP/1.1 404"), "nothing lists them: {answer}");
    server.stop().await;
}

/// A connection of a few kilobytes with more than 2^100 paths through its steps: each round proves two bridges again from those of
/// the round before, each of them twice.
fn many_paths() -> String {
    let mut line =
        "c c1 b3 a5 : <-b2 b2-b3 0&1 <-c2 c2-b3 3&4 |2|5 b3-a4 a4-> 7&8 b3-b4 b4-> 10&11 |9|12".to_string();
    let (mut upper, mut lower, mut next) = (6, 13, 14);
    let mut and = |a: usize, b: usize| {
        line.push_str(&format!(" {a}&{b}!b3:b2:c2!b3:a4:b4"));
        next += 1;
        next - 1
    };
    for _ in 0..60 {
        let all = and(upper, lower);
        upper = and(all, lower);
        let all = and(upper, lower);
        lower = and(upper, all);
    }
    and(upper, lower);
    line
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn questions_that_unfold_are_answered_or_refused_at_once() {
    let server = Running::start(state()).await;
    let start = Instant::now();
    let connection = serde_json::json!({
        "size": [5, 5], "winner": "black", "line": many_paths(), "intrusions": ["b2"],
    });
    let path = "/api/strategies/connection";
    let (_, answer) = ask(1, server.address, "POST", path, &connection.to_string()).await;
    assert!(answer.starts_with("HTTP/1.1 200") && json_of(&answer)["answers"][0]["cell"] == "c2", "{answer}");
    let players = [
        "perfect:fallback=".repeat(3000),
        "perfect:fallback=neural:threads=64".into(),
        "perfect:memory=1000000".into(),
    ];
    for player in players {
        let question = serde_json::json!({ "game": { "size": [5, 5] }, "player": player }).to_string();
        let (_, answer) = ask(1, server.address, "POST", "/api/jobs/move", &question).await;
        assert!(answer.starts_with("HTTP/1.1 400") && answer.contains("expected at most"), "{answer}");
    }
    // Deep nesting of every kind that a reader knows.
    for text in ["(".repeat(1 << 20), "(;".repeat(1 << 20), "[".repeat(1 << 20), ";B[a1](".repeat(1 << 18)] {
        let question = serde_json::json!({ "text": text }).to_string();
        for path in ["/api/records/read", "/api/chance/read"] {
            let (_, answer) = ask(1, server.address, "POST", path, &question).await;
            assert!(answer.starts_with("HTTP/1.1 400"), "{path}: {answer}");
        }
    }
    let nested = format!("{{\"text\":{}1{}}}", "[".repeat(100_000), "]".repeat(100_000));
    let (_, answer) = ask(1, server.address, "POST", "/api/records/read", &nested).await;
    assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
    assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
    server.stop().await;
}
