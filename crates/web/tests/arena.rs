//! The arena over HTTP: players over WebSocket meet, and anyone may watch.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::{net::SocketAddr, time::Duration};

use arena::{Organiser, Server, ServerSettings};
use futures_util::{SinkExt, StreamExt};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use store::Ledger;
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::{WebSocketStream, client_async, tungstenite::Message};
use tower::ServiceExt;
use web::{JobsSettings, State};

type Socket = WebSocketStream<TcpStream>;

async fn connect(address: SocketAddr) -> Socket {
    let stream = TcpStream::connect(address).await.unwrap();
    client_async(format!("ws://{address}/arena/ws"), stream).await.unwrap().0
}

async fn line(socket: &mut Socket) -> Option<String> {
    loop {
        match tokio::time::timeout(Duration::from_secs(10), socket.next()).await.unwrap()?.ok()? {
            Message::Text(text) => return Some(text.to_string()),
            Message::Close(_) => return None,
            _ => {}
        }
    }
}

async fn send(socket: &mut Socket, line: &str) {
    socket.send(Message::text(line)).await.unwrap();
}

/// Plays stones of its own column, or row, until the tournament is over; the last line says how it went.
async fn play(mut socket: Socket, stones: [&'static str; 3]) -> Vec<String> {
    let mut heard = Vec::new();
    let mut next = stones.into_iter();
    loop {
        let Some(text) = line(&mut socket).await else { return heard };
        heard.push(text.clone());
        match text.split(' ').collect::<Vec<_>>().as_slice() {
            ["reset", game, ..] => send(&mut socket, &format!("ready {game}")).await,
            ["opening" | "move", ..] => send(&mut socket, next.next().unwrap()).await,
            ["finish", ..] => return heard,
            _ => {}
        }
    }
}

async fn get(app: &axum::Router, address: &str) -> (u16, Value) {
    let request = axum::http::Request::get(address)
        .header("host", "localhost")
        .body(axum::body::Body::empty())
        .unwrap();
    let response = app.clone().oneshot(request).await.unwrap();
    let status = response.status().as_u16();
    let body = response.into_body().collect().await.unwrap().to_bytes();
    (status, serde_json::from_slice(&body).unwrap_or(Value::Null))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_over_websocket_meet_and_are_watched() {
    let settings = ServerSettings { open: true, ..ServerSettings::default() };
    let server = Server::start(Ledger::in_memory().unwrap(), &settings).unwrap();
    let handle = server.handle();
    let state = State::new(JobsSettings { threads: 1, ..JobsSettings::default() }).with_arena(handle.clone());
    let app = web::router(state.clone());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let serving = tokio::spawn(web::serve(listener, state, std::future::pending()));
    let tcp = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let tcp_address = tcp.local_addr().unwrap();
    let accepting = tokio::spawn(arena::accept(tcp, handle.clone(), std::future::pending()));
    let mut updates = handle.updates();

    let mut alice = connect(address).await;
    send(&mut alice, "register 1 alice").await;
    assert!(line(&mut alice).await.unwrap().starts_with("token alice "));
    assert_eq!(line(&mut alice).await.unwrap(), "welcome 1 alice");
    let mut bob = connect(address).await;
    send(&mut bob, "register 1 bob").await;
    assert!(line(&mut bob).await.unwrap().starts_with("token bob "));
    assert_eq!(line(&mut bob).await.unwrap(), "welcome 1 bob");

    let token = server.organiser().to_string();
    tokio::task::spawn_blocking(move || {
        let mut organiser = Organiser::connect(tcp_address, &token).unwrap();
        let settings = json!({
            "name": "web",
            "format": { "kind": "round-robin" },
            "games": { "size": "3", "swap": false },
            "players": ["alice", "bob"],
        });
        organiser.ask(&format!("create {settings}")).unwrap();
        organiser.ask("start web").unwrap();
    })
    .await
    .unwrap();
    let bob = tokio::spawn(play(bob, ["a1", "a2", "a3"]));
    let alice = play(alice, ["b1", "b2", "b3"]).await;
    assert!(alice.iter().any(|line| line == "win connection"), "{alice:?}");
    assert!(bob.await.unwrap().iter().any(|line| line == "loss connection"));

    let (status, body) = get(&app, "/arena/status").await;
    assert_eq!((status, &body["tournaments"][0]["phase"]), (200, &json!("over")));
    assert!(!body.to_string().contains("token"), "no secrets are shown");
    let (_, tournament) = get(&app, "/arena/tournaments/web").await;
    assert_eq!(tournament["ranks"][0]["player"], "alice");
    let (_, game) = get(&app, "/arena/games/1").await;
    assert_eq!((&game["winner"], game["acts"].as_array().unwrap().len()), (&json!("black"), 5));
    let (_, document) = get(&app, "/arena/tournaments/web/document").await;
    assert_eq!(document["games"][0], game);
    let (_, record) = get(&app, "/arena/games/1/record").await;
    let text = record["text"].as_str().unwrap();
    assert!(text.contains("SZ[3]RE[B+]PB[alice]PW[bob]") && text.contains(";B[b1]"), "{record}");
    assert_eq!(get(&app, "/arena/tournaments/none").await.0, 404);
    assert_eq!(get(&app, "/arena/games/99").await.0, 404);

    let mut kinds = Vec::new();
    while let Ok(update) = updates.try_recv() {
        let update: Value = serde_json::from_str(&update).unwrap();
        kinds.push(update["update"].as_str().unwrap().to_string());
    }
    for kind in ["came", "began", "act", "finished", "over"] {
        assert!(kinds.iter().any(|found| found == kind), "{kind} in {kinds:?}");
    }
    serving.abort();
    accepting.abort();
    server.stop().unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_line_that_is_too_long_closes_a_websocket() {
    let server = Server::start(Ledger::in_memory().unwrap(), &ServerSettings::default()).unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let state =
        State::new(JobsSettings { threads: 1, ..JobsSettings::default() }).with_arena(server.handle());
    let serving = tokio::spawn(web::serve(listener, state, std::future::pending()));
    let mut socket = connect(address).await;
    send(&mut socket, &"x".repeat(2000)).await;
    assert!(line(&mut socket).await.unwrap().starts_with("error line "));
    assert_eq!(line(&mut socket).await, None);
    serving.abort();
    server.stop().unwrap();
}
