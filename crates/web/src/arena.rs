//! The arena over HTTP: players over WebSocket, and the public data of a server.
//!
//! | address | what it is |
//! | --- | --- |
//! | `/arena/ws` | the signals of the arena, one text message a line; as over TCP otherwise |
//! | `/arena/status` | players, tournaments and running games as JSON |
//! | `/arena/tournaments/{name}` | a tournament with its standings and games |
//! | `/arena/tournaments/{name}/document` | the same with the records of all finished games |
//! | `/arena/games/{number}` | a game, being played or finished |
//! | `/arena/games/{number}/record` | a finished game as SGF |
//! | `/arena/events` | everything that happens, as server-sent events |
//!
//! Nothing here needs or shows a token; orders go over the organiser's connection only.

use std::{
    convert::Infallible,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    time::Duration,
};

use ::arena::{ArenaConnection, GameDocument, Handle, game_record};
use axum::{
    Json, Router,
    extract::{
        ConnectInfo, FromRequestParts,
        ws::{Message, WebSocket, WebSocketUpgrade, rejection::WebSocketUpgradeRejection},
    },
    http::{StatusCode, header, request::Parts},
    response::{
        IntoResponse, Response,
        sse::{Event, KeepAlive, Sse},
    },
    routing::get,
};
use futures_util::stream::{self, Stream, StreamExt};
use record::sgf;
use serde::Serialize;
use tokio::sync::broadcast::error::RecvError;
use utoipa::ToSchema;

use serving::{ApiError, PathParameter, Problem};

/// The longest message: what an organiser may send.
const MOST_BYTES: usize = 1 << 16;
/// The bytes read at once from a client, which may send thousands of empty frames in it; also what a connection has as a buffer.
const READ_BYTES: usize = 4 << 10;
/// The limit of unsent bytes. Pongs are part of it, and who sends pings need not read them.
const MOST_UNREAD: usize = 256 << 10;
/// How long a player may refuse to take a line before its connection is closed.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often a WebSocket is pinged: a client that is gone without a word is then found by its own system's refusal. The answer is
/// not waited for, as a player may think for long without reading.
const PING: Duration = Duration::from_secs(20);

/// The addresses of the arena, to be served beside others. Without an arena they say so.
pub(crate) fn router(arena: Option<Handle>) -> Router {
    Router::new()
        .route("/ws", get(upgrade))
        .route("/status", get(status))
        .route("/tournaments/{name}", get(tournament))
        .route("/tournaments/{name}/document", get(document))
        .route("/games/{number}", get(game))
        .route("/games/{number}/record", get(record))
        .route("/events", get(events))
        .fallback(|| async {
            ApiError::NotFound("there is no such address: /openapi.json lists them".to_string())
        })
        .with_state(arena)
}

/// The arena of this server, if it has one.
pub(crate) struct Arena(Handle);

impl FromRequestParts<Option<Handle>> for Arena {
    type Rejection = ApiError;

    async fn from_request_parts(_: &mut Parts, arena: &Option<Handle>) -> Result<Self, ApiError> {
        let none = "this server has no arena: start one with 'hexwright arena show' or 'hexwright arena serve --web-port'";
        arena.clone().map(Self).ok_or_else(|| ApiError::NotFound(none.to_string()))
    }
}

/// Where a request comes from. Without a socket, as in tests, it comes from this machine.
struct Caller(IpAddr);

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let info = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        Ok(Self(info.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |info| info.0.ip())))
    }
}

async fn upgrade(
    Arena(handle): Arena,
    Caller(address): Caller,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|rejection| ApiError::bad(rejection.body_text()))?;
    match handle.connect(address) {
        Some(connection) => Ok(upgrade
            .max_message_size(MOST_BYTES)
            .max_frame_size(MOST_BYTES)
            .read_buffer_size(READ_BYTES)
            .max_write_buffer_size(MOST_UNREAD)
            // A connection that is lost is told to the hall when it is dropped.
            .on_upgrade(|socket| async move { drop(converse(socket, connection).await) })),
        None => {
            Ok((StatusCode::TOO_MANY_REQUESTS, "found too many connections: expected fewer").into_response())
        }
    }
}

async fn converse(mut socket: WebSocket, mut connection: ArenaConnection) -> Result<(), axum::Error> {
    let mut ping = tokio::time::interval(PING);
    ping.reset();
    loop {
        tokio::select! {
            _ = ping.tick() => send(&mut socket, Message::Ping(Vec::new().into())).await?,
            line = connection.next() => {
                let Some(line) = line else { return send(&mut socket, Message::Close(None)).await };
                send(&mut socket, Message::Text(line.into())).await?;
            }
            message = socket.recv() => {
                let text = match message {
                    Some(Ok(Message::Text(text))) => text,
                    // Each costs as much as a line.
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => match connection.signal() {
                        Ok(()) => continue,
                        Err(error) => return send(&mut socket, Message::Text(error.to_string().into())).await,
                    },
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

/// Players, tournaments, and the games that are being played: `players` (name, connected, game), `tournaments` (name, format, phase, players, games,
/// finished) and `games` (game, tournament, black, white, size, variant, acts).
#[utoipa::path(get, path = "/arena/status", responses((status = 200, body = Object), (status = 404, body = Problem)))]
pub(crate) async fn status(Arena(handle): Arena) -> Result<Response, ApiError> {
    json(handle.status().await)
}

/// A tournament: `settings`, `phase`, `players`, `ranks` (the standings) and `fixtures` (all games so far).
#[utoipa::path(get, path = "/arena/tournaments/{name}", params(("name" = String, Path,)),
    responses((status = 200, body = Object), (status = 400, body = Problem), (status = 404, body = Problem)))]
pub(crate) async fn tournament(
    Arena(handle): Arena,
    PathParameter(name): PathParameter<String>,
) -> Result<Response, ApiError> {
    json(handle.tournament(&name).await)
}

/// A tournament with the records of all its finished games: the source of an export.
#[utoipa::path(get, path = "/arena/tournaments/{name}/document", params(("name" = String, Path,)),
    responses((status = 200, body = Object), (status = 400, body = Problem), (status = 404, body = Problem)))]
pub(crate) async fn document(
    Arena(handle): Arena,
    PathParameter(name): PathParameter<String>,
) -> Result<Response, ApiError> {
    json(handle.document(&name).await)
}

/// A running or finished game: the players, the rules, and `acts`, each as `b c3 900 0 299100 300000` (who, what, the milliseconds that
/// both used, and what both have left).
#[utoipa::path(get, path = "/arena/games/{number}", params(("number" = u64, Path,)),
    responses((status = 200, body = Object), (status = 400, body = Problem), (status = 404, body = Problem)))]
pub(crate) async fn game(
    Arena(handle): Arena,
    PathParameter(number): PathParameter<u64>,
) -> Result<Response, ApiError> {
    json(handle.game(number).await)
}

/// A game as text.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GameRecord {
    /// SGF.
    text: String,
}

/// A finished game as SGF, with its clocks, bids and coins.
#[utoipa::path(get, path = "/arena/games/{number}/record", params(("number" = u64, Path,)),
    responses((status = 200, body = GameRecord), (status = 400, body = Problem), (status = 404, body = Problem)))]
pub(crate) async fn record(
    Arena(handle): Arena,
    PathParameter(number): PathParameter<u64>,
) -> Result<Json<GameRecord>, ApiError> {
    let unfinished =
        || ApiError::NotFound(format!("there is no record of game {number}: expected a finished game"));
    let text = handle.game(number).await.ok_or_else(nothing)?;
    let game: GameDocument = serde_json::from_str(&text).map_err(|_| unfinished())?;
    let record = game_record(&game).map_err(ApiError::bad)?;
    Ok(Json(GameRecord { text: sgf::write(&[record]) }))
}

fn json(text: Option<String>) -> Result<Response, ApiError> {
    let text = text.ok_or_else(nothing)?;
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}

fn nothing() -> ApiError {
    ApiError::NotFound("found nothing of this name: expected one that /arena/status lists".to_string())
}

/// All new events, as server-sent events: `update` is `came`, `left`, `began`, `act`, `finished` or `over`. A client that falls behind gets
/// an event `missed`, and asks for the status again.
#[utoipa::path(get, path = "/arena/events",
    responses((status = 200, content_type = "text/event-stream", body = Object), (status = 404, body = Problem)))]
pub(crate) async fn events(Arena(handle): Arena) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    // The first event says that the stream stands: what happens from here on is not missed.
    let hello = stream::once(async { Ok(Event::default().event("open").data("{}")) });
    let updates = stream::unfold(handle.updates(), |mut updates| async move {
        let event = match updates.recv().await {
            Ok(update) => Event::default().data(&*update),
            // A client that falls behind is told, and requests the status again.
            Err(RecvError::Lagged(missed)) => Event::default().event("missed").data(missed.to_string()),
            Err(RecvError::Closed) => return None,
        };
        Some((Ok(event), updates))
    });
    Sse::new(hello.chain(updates)).keep_alive(KeepAlive::default())
}
