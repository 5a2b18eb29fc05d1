//! Bytes on a connection of the web server: requests, and frames of WebSockets. The whole server stands behind it, with an
//! arena, over a pipe in memory.

use std::{
    cell::Cell,
    panic,
    sync::{LazyLock, Once},
    time::Duration,
};

use arena::{Server, ServerSettings};
use hyper::server::conn::http1;
use hyper_util::{rt::TokioIo, service::TowerToHyperService};
use store::Ledger;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    runtime::{Builder, Runtime},
};
use web::{JobsSettings, State};

use super::{Target, texts};

/// A connection whose client says nothing more ends by itself; this is only for a busy machine.
const PATIENCE: Duration = Duration::from_secs(8);

/// How long a client of the arena listens after each frame: lines are answered by another thread.
const LISTENS: Duration = Duration::from_millis(2);
/// Frames of an input that are sent.
const MOST_FRAMES: usize = 40;

const UPGRADE: &str = "GET /arena/ws HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
                       sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

/// What the arena says to strangers and newcomers.
const WORDS: [&str; 14] = [
    "token ",
    "welcome ",
    "pong ",
    "error syntax",
    "error turn",
    "error line",
    "error rate",
    "error name",
    "error version",
    "error token",
    "error wait",
    "error closed",
    "error full",
    "expected",
];

/// Requests.
pub(super) const HTTP: Target = Target {
    name: "http",
    about: "requests as bytes on a connection of the web server; none is answered with a failure of the server",
    seeds: || {
        let post = |path: &str, body: &str| {
            format!(
                "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
                body.len()
            )
        };
        let mut seeds = texts(&[
            "GET / HTTP/1.1\r\nhost: localhost\r\n\r\nGET /api/players HTTP/1.1\r\nhost: localhost\r\norigin: http://localhost\r\n\r\n",
            "GET /arena/status HTTP/1.1\r\nhost: 127.0.0.1:80\r\nif-none-match: \"x\"\r\naccept-encoding: gzip\r\nx-page: a\r\n\r\n",
            "POST /api/records/read HTTP/1.1\r\nhost: [::1]\r\ntransfer-encoding: chunked\r\ncontent-type: application/json\r\n\r\n5\r\n{\"tex\r\n3\r\nt\":\r\n4\r\n\"a1\"\r\n1\r\n}\r\n0\r\n\r\n",
            "HEAD /%2e%2e/%2e%2e/etc/passwd HTTP/1.0\r\nhost: localhost\r\n\r\n",
            UPGRADE,
        ]);
        seeds.extend(
            [
                post("/api/records/read", r#"{"text":"(;FF[4]GM[11]SZ[3];B[a3];W[b2])"}"#),
                post(
                    "/api/records/write",
                    r#"{"tree":{"size":[3,3],"nodes":[{"parent":null}]},"format":"sgf"}"#,
                ),
                post(
                    "/api/strategies/connection",
                    r#"{"size":[3,3],"winner":"black","line":"c b1 b2 b3 :","intrusions":["a1"]}"#,
                ),
                post("/api/jobs/move", r#"{"game":{"size":[3,3],"moves":["a1"]},"player":"random"}"#),
            ]
            .map(String::into_bytes),
        );
        seeds
    },
    words: &[
        "GET ",
        "POST ",
        "DELETE ",
        " HTTP/1.1\r\n",
        "host: localhost\r\n",
        "\r\n\r\n",
        "content-length: ",
        "transfer-encoding: chunked\r\n",
        "origin: ",
        "expect: 100-continue\r\n",
        "/api/",
        "/arena/",
        "/openapi.json",
        "%2e",
        "%00",
        "[",
        "{",
        "\"size\":[3,3]",
        "\"moves\":[",
        "\"text\":\"",
    ],
    most_bytes: 3_000,
    seal: None,
    run: |input| {
        let answer = LINES.with(|line| line.talk(&[input.to_vec()], Duration::ZERO));
        let answers: Vec<&str> = answer.split("HTTP/1.1 ").skip(1).collect();
        assert!(!answers.iter().any(|answer| answer.starts_with('5')), "the server failed: {answer}");
        let in_words = |answer: &&str| {
            let error = answer.split_once("{\"error\":\"").map_or("", |(_, error)| error);
            answer.lines().next().unwrap_or_default().to_string() + error
        };
        answers.iter().map(in_words).collect::<Vec<_>>().join(" ")
    },
    in_tests: 100,
};

/// Frames.
pub(super) const FRAMES: Target = Target {
    name: "frames",
    about: "frames on a WebSocket of the arena: whole, in parts, without a mask, with wrong lengths; neither the connection nor the arena panics",
    seeds: || {
        texts(&[
            "Tregister 1 alice\nPhere\nTping 3\nTready 1\u{1e}a1\u{1e}quit\nC\u{3}\u{e8}over",
            "tregis\ncter 1 \nP\nKbob\nO\nBa binary one\nC",
            "Thello 1 alice token\nUunmasked\n",
            "Lregister 1 carol\nTx\n",
            "R\u{1}\u{2}\nXx\nVx\n",
        ])
    },
    words: &[
        "\nT",
        "\nt",
        "\nc",
        "\nK",
        "\nP",
        "\nO",
        "\nC",
        "\nB",
        "\nR",
        "\nL",
        "\nU",
        "register 1 ",
        "hello 1 ",
        "ping 1",
        "\u{1e}",
        "organise 1 ",
    ],
    most_bytes: 70_000,
    seal: None,
    run: |input| {
        let frames =
            input.split(|&byte| byte == b'\n').filter_map(|line| line.split_first()).take(MOST_FRAMES);
        let frames = frames.map(|(&kind, payload)| frame(kind, payload));
        let parts: Vec<Vec<u8>> = std::iter::once(UPGRADE.as_bytes().to_vec()).chain(frames).collect();
        let answer = LINES.with(|line| line.talk(&parts, LISTENS));
        let (head, rest) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        assert!(head.starts_with("HTTP/1.1 101"), "no WebSocket: {head}");
        // Tokens differ from run to run, so only words of the protocol count.
        WORDS.into_iter().filter(|word| rest.contains(word)).collect::<Vec<_>>().join(" ")
    },
    in_tests: 100,
};

/// A frame. `T`, `B`, `P`, `O` and `C` are a text, bytes, a ping, a pong and an end; `t`, `c` and `K` the first, a middle and
/// the last part of a text; `U` has no mask, `L` a length that is too large, `X` an unknown kind, `V` a reserved bit, and `R` is
/// no frame. The byte 0x1e stands for the end of a line.
fn frame(kind: u8, payload: &[u8]) -> Vec<u8> {
    const MASK: [u8; 4] = [0x37, 0xfa, 0x21, 0x3d];
    let payload: Vec<u8> = payload.iter().map(|&byte| if byte == 0x1e { b'\n' } else { byte }).collect();
    let first = match kind {
        b't' => 0x01,
        b'c' => 0x00,
        b'K' => 0x80,
        b'B' => 0x82,
        b'C' => 0x88,
        b'P' => 0x89,
        b'O' => 0x8a,
        b'X' => 0x83,
        b'V' => 0xc1,
        b'R' => return payload,
        _ => 0x81,
    };
    let length = payload.len() + if kind == b'L' { 5 } else { 0 };
    let mask = if kind == b'U' { 0 } else { 0x80 };
    let mut bytes = vec![first];
    match length {
        0..126 => bytes.push(mask | length as u8),
        126..0x1_0000 => {
            bytes.push(mask | 126);
            bytes.extend((length as u16).to_be_bytes());
        }
        _ => {
            bytes.push(mask | 127);
            bytes.extend((length as u64).to_be_bytes());
        }
    }
    if mask == 0 {
        bytes.extend(payload);
        return bytes;
    }
    bytes.extend(MASK);
    bytes.extend(payload.iter().zip(MASK.iter().cycle()).map(|(byte, mask)| byte ^ mask));
    bytes
}

static STATE: LazyLock<State> = LazyLock::new(|| {
    State::new(JobsSettings {
        threads: 1,
        quick_threads: 1,
        longest: Duration::from_millis(20),
        ..JobsSettings::default()
    })
});

thread_local! {
    static LINES: Line = Line(Builder::new_current_thread().enable_all().build().expect("there is a runtime"));
    static HAS_PANICKED: Cell<bool> = const { Cell::new(false) };
}

/// What connections run on: everything but the arena and long work is on this thread.
struct Line(Runtime);

impl Line {
    /// Sends bytes on a new connection of a server with a new arena, with a pause after each part, and returns what comes back
    /// until the end.
    fn talk(&self, parts: &[Vec<u8>], pause: Duration) -> String {
        // A task that panics takes nothing with it, so the panic has to be seen.
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let before = panic::take_hook();
            panic::set_hook(Box::new(move |info| {
                HAS_PANICKED.set(true);
                before(info);
            }));
        });
        HAS_PANICKED.set(false);
        let settings = ServerSettings { open: true, ..ServerSettings::default() };
        let arena =
            Server::start(Ledger::in_memory().expect("there is memory"), &settings).expect("an arena starts");
        let app = web::router(STATE.clone().with_arena(arena.handle()));
        let answer = self.0.block_on(async {
            let (client, server) = tokio::io::duplex(64 << 10);
            let service = TowerToHyperService::new(app);
            let connection = http1::Builder::new()
                .half_close(true)
                .serve_connection(TokioIo::new(server), service)
                .with_upgrades();
            // How it ends is the client's affair.
            let serving = tokio::spawn(async { drop(connection.await) });
            let (mut from, mut to) = tokio::io::split(client);
            let mut answer = Vec::new();
            let say = async {
                for part in parts {
                    // The server may have ended before it has read everything.
                    if to.write_all(part).await.is_err() {
                        break;
                    }
                    if !pause.is_zero() {
                        tokio::time::sleep(pause).await;
                    }
                }
                let _ = to.shutdown().await;
            };
            let hear = async {
                let mut chunk = [0; 4096];
                while let Ok(length @ 1..) = from.read(&mut chunk).await {
                    answer.extend_from_slice(&chunk[..length]);
                    // Events go on for ever.
                    if String::from_utf8_lossy(&answer).contains("text/event-stream") {
                        return;
                    }
                }
            };
            let end = tokio::time::timeout(PATIENCE, async { tokio::join!(say, hear) }).await;
            assert!(end.is_ok(), "the connection does not end");
            serving.abort();
            answer
        });
        assert!(!HAS_PANICKED.get(), "a task of the connection panicked");
        arena.stop().expect("the arena works to the end");
        String::from_utf8_lossy(&answer).into_owned()
    }
}
