//! The arena over HTTP: players over WebSocket, and what anyone may read of a server.
//!
//! | address | what it is |
//! | --- | --- |
//! | `/arena/ws` | the signals of the arena, one text message a line; as over TCP otherwise |
//! | `/arena/status` | players, tournaments and running games as JSON |
//! | `/arena/tournaments/{name}` | a tournament with its standings and games |
//! | `/arena/tournaments/{name}/document` | the same with the records of all finished games |
//! | `/arena/games/{number}` | a game, being played or finished |
//! | `/arena/events` | everything that happens, as server-sent events |
//!
//! Nothing here needs or shows a token; orders go over the organiser's connection only.

use std::{convert::Infallible, time::Duration};

use ::arena::{Connection, Handle};
use axum::{
    Router,
    extract::{
        Path, State,
        ws::{Message, WebSocket, WebSocketUpgrade},
    },
    http::{StatusCode, header},
    response::{
        IntoResponse, Response,
        sse::{Event, KeepAlive, Sse},
    },
    routing::get,
};
use futures_util::stream::{self, Stream};
use tokio::{net::TcpListener, sync::broadcast::error::RecvError};

/// The longest message: what an organiser may send.
const MOST_BYTES: usize = 1 << 16;
/// How long a player may refuse to take a line before its connection is closed.
const PATIENCE: Duration = Duration::from_secs(10);

/// The addresses of the arena, to be served alone or beside others.
pub fn router(handle: Handle) -> Router {
    Router::new()
        .route("/arena/ws", get(upgrade))
        .route("/arena/status", get(status))
        .route("/arena/tournaments/{name}", get(tournament))
        .route("/arena/tournaments/{name}/document", get(document))
        .route("/arena/games/{number}", get(game))
        .route("/arena/events", get(events))
        .with_state(handle)
}

/// Serves the arena's addresses alone, until the socket fails.
///
/// # Errors
/// When the socket fails.
pub async fn serve(listener: TcpListener, handle: Handle) -> std::io::Result<()> {
    axum::serve(listener, router(handle)).await
}

async fn upgrade(State(handle): State<Handle>, upgrade: WebSocketUpgrade) -> Response {
    match handle.connect() {
        Some(connection) => upgrade
            .max_message_size(MOST_BYTES)
            .max_frame_size(MOST_BYTES)
            // A connection that is lost is told to the hall when it is dropped.
            .on_upgrade(|socket| async move { drop(converse(socket, connection).await) }),
        None => {
            (StatusCode::SERVICE_UNAVAILABLE, "found too many connections: expected fewer").into_response()
        }
    }
}

async fn converse(mut socket: WebSocket, mut connection: Connection) -> Result<(), axum::Error> {
    loop {
        tokio::select! {
            line = connection.next() => {
                let Some(line) = line else { return send(&mut socket, Message::Close(None)).await };
                send(&mut socket, Message::Text(line.into())).await?;
            }
            message = socket.recv() => {
                let text = match message {
                    Some(Ok(Message::Text(text))) => text,
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                    Some(Ok(Message::Binary(_))) => "(binary)".into(),
                    Some(Ok(Message::Close(_))) | None => return Ok(()),
                    Some(Err(error)) => return Err(error),
                };
                // A message may hold several lines, as a stream would.
                for line in text.as_str().trim_end_matches(['\r', '\n']).split('\n') {
                    if let Err(error) = connection.line(line.as_bytes()) {
                        return send(&mut socket, Message::Text(error.to_string().into())).await;
                    }
                }
            }
        }
    }
}

async fn send(socket: &mut WebSocket, message: Message) -> Result<(), axum::Error> {
    let sent = tokio::time::timeout(PATIENCE, socket.send(message)).await;
    sent.map_err(axum::Error::new)?
}

async fn status(State(handle): State<Handle>) -> Response {
    json(handle.status().await)
}

async fn tournament(State(handle): State<Handle>, Path(name): Path<String>) -> Response {
    json(handle.tournament(&name).await)
}

async fn document(State(handle): State<Handle>, Path(name): Path<String>) -> Response {
    json(handle.document(&name).await)
}

async fn game(State(handle): State<Handle>, Path(number): Path<u64>) -> Response {
    json(handle.game(number).await)
}

fn json(text: Option<String>) -> Response {
    match text {
        Some(text) => ([(header::CONTENT_TYPE, "application/json")], text).into_response(),
        None => (StatusCode::NOT_FOUND, "found nothing of this name: expected one that /arena/status lists")
            .into_response(),
    }
}

async fn events(State(handle): State<Handle>) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let updates = stream::unfold(handle.updates(), |mut updates| async move {
        let event = match updates.recv().await {
            Ok(update) => Event::default().data(&*update),
            // Who falls behind is told, and asks for the status again.
            Err(RecvError::Lagged(missed)) => Event::default().event("missed").data(missed.to_string()),
            Err(RecvError::Closed) => return None,
        };
        Some((Ok(event), updates))
    });
    Sse::new(updates).keep_alive(KeepAlive::default())
}
