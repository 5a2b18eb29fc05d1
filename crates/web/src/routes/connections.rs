//! Connections: those of a group, the winner's own with its replies, and where the side to move must play.

use axum::{Json, extract::State as Shared, http::StatusCode};
use board::{Cell, CellSet, Color, Position, with_words};
use connection::{
    Connection, Connections, End, Kind, Settings, derivation_in_words, end_in_words, reason_in_words,
    reply_in_words,
};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use super::{
    jobs::{Accepted, Asker, accept},
    names::{end_name, name, names, parse_end},
};
use crate::{
    ApiError, State, body::Body, error::Problem, jobs::Context, position::GameInput, schema::ColorName,
};

/// The most connections that an answer has for each pair of ends, smallest carriers first.
const MOST_EACH: usize = 6;
/// The most threats that an answer names.
const MOST_THREATS: usize = 24;

/// Which connections.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ConnectionsQuestion {
    game: GameInput,
    /// A stone for its group, an empty cell, or `top`, `bottom`, `left`, `right`.
    #[schema(example = "top", pattern = "^(top|bottom|left|right|[a-s](1[0-9]|[1-9]))$")]
    end: String,
    /// Whose connections, where the end is an empty cell; by default the side to move's.
    #[serde(default)]
    #[schema(value_type = Option<ColorName>)]
    colour: Option<String>,
}

/// A position.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PositionQuestion {
    game: GameInput,
}

/// All connections of a group, an edge or an empty cell: `colour`, `end`, `group` (its stones), `connections` (each with `to`,
/// `kind` full or semi, `key`, `carrier` and `why`), groups and edges first, and `limited`: whether there may be more.
#[utoipa::path(post, path = "/api/jobs/connections", request_body = ConnectionsQuestion,
    responses((status = 202, body = Accepted), (status = 400, body = Problem), (status = 429, body = Problem)))]
pub(crate) async fn ask(
    Shared(state): Shared<State>,
    asker: Asker,
    Body(question): Body<ConnectionsQuestion>,
) -> Result<(StatusCode, Json<Accepted>), ApiError> {
    let position = *question.game.game()?.position();
    let end = parse_end(position.size(), &question.end)?;
    let asked: Option<Color> =
        question.colour.as_deref().map(str::parse).transpose().map_err(ApiError::bad)?;
    let color = match end {
        End::Edge(edge) => edge.color(),
        End::Cell(cell) => position.at(cell).or(asked).unwrap_or_else(|| position.to_move()),
    };
    if asked.is_some_and(|asked| asked != color) {
        return Err(ApiError::bad(format!(
            "found an end of {color}: expected one that {} can have",
            color.opponent()
        )));
    }
    let work =
        move |_: &Context| Ok(with_words!(position.size(), W => of_end::<W>(&position.resize(), color, end)));
    accept(&state, asker, Box::new(work))
}

/// Where the side to move must play, or lose: `must_play`, the opponent's `threats` (`key` and `carrier` each) and, where
/// connections decide the game already, the `winner` and its `winning_move`.
#[utoipa::path(post, path = "/api/jobs/must-play", request_body = PositionQuestion,
    responses((status = 202, body = Accepted), (status = 400, body = Problem), (status = 429, body = Problem)))]
pub(crate) async fn must_play(
    Shared(state): Shared<State>,
    asker: Asker,
    Body(question): Body<PositionQuestion>,
) -> Result<(StatusCode, Json<Accepted>), ApiError> {
    let position = *question.game.game()?.position();
    let work = move |_: &Context| Ok(with_words!(position.size(), W => region::<W>(&position.resize())));
    accept(&state, asker, Box::new(work))
}

fn of_end<const W: usize>(position: &Position<W>, color: Color, end: End) -> Value {
    let size = position.size();
    let connections = Connections::new(position, Settings::default());
    let group = match end {
        End::Cell(cell) => position.group_at(cell),
        // The groups at an edge are one with it.
        End::Edge(edge) => {
            let stones = position.stones(color);
            let geometry = position.geometry();
            geometry.flood(geometry.edge(edge) & stones, stones)
        }
    };
    let mut found = Vec::new();
    for other in connections.ends(color) {
        for by_semi in [false, true] {
            let mut between: Vec<_> = connections
                .between(color, [end, other])
                .filter(|found| (found.kind != Kind::Full) == by_semi)
                .collect();
            between.sort_by_key(|found| found.carrier.len());
            between.truncate(MOST_EACH);
            found.extend(between.into_iter().map(|connection| (other, connection)));
        }
    }
    let is_empty = |end: End| matches!(end, End::Cell(cell) if position.at(cell).is_none());
    found.sort_by_key(|(to, connection)| {
        (is_empty(*to), connection.kind != Kind::Full, connection.carrier.len())
    });
    let list: Vec<Value> = found
        .iter()
        .map(|(to, connection)| {
            json!({
                "to": end_name(size, *to),
                "kind": if connection.kind == Kind::Full { "full" } else { "semi" },
                "key": key(connection).map(|cell| name(size, cell)),
                "carrier": names(size, connection.carrier),
                "why": why(&connections, connection),
            })
        })
        .collect();
    json!({
        "colour": color.to_string(),
        "end": end_name(size, end),
        "group": names(size, group),
        "connections": list,
        "limited": connections.is_limited(color),
    })
}

const fn key<const W: usize>(connection: &Connection<W>) -> Option<Cell> {
    match connection.kind {
        Kind::Full => None,
        Kind::Semi(key) => Some(key),
    }
}

/// The reason in a sentence.
fn why<const W: usize>(connections: &Connections<W>, connection: &Connection<W>) -> Option<String> {
    let certificate = connections.certificate(connection)?;
    reason_in_words(&certificate, connections.position().size())
}

fn region<const W: usize>(position: &Position<W>) -> Value {
    let size = position.size();
    if let Some(winner) = position.winner() {
        return json!({ "winner": winner.to_string(), "winning_move": null, "must_play": [], "threats": [], "carrier": [] });
    }
    let connections = Connections::new(position, Settings::default());
    let opponent = position.to_move().opponent();
    let mut threats: Vec<Connection<W>> =
        connections.between(opponent, opponent.edges().map(End::Edge)).collect();
    threats.sort_by_key(|threat| threat.carrier.len());
    // Those first that cut the region down: the others say nothing new.
    let mut region = position.empty_cells();
    let (telling, others): (Vec<_>, Vec<_>) = threats.iter().partition(|threat| {
        let tells = !region.is_subset(&threat.carrier);
        region &= threat.carrier;
        tells
    });
    let shown: Vec<Value> = telling
        .into_iter()
        .chain(others)
        .take(MOST_THREATS)
        .map(|threat| json!({ "key": key(threat).map(|cell| name(size, cell)), "carrier": names(size, threat.carrier) }))
        .collect();
    let verdict = connections.verdict();
    json!({
        "winner": verdict.map(|verdict| verdict.winner.to_string()),
        "winning_move": verdict.and_then(|verdict| verdict.winning_move).map(|cell| name(size, cell)),
        "carrier": names(size, verdict.map_or(CellSet::EMPTY, |verdict| verdict.carrier)),
        "must_play": names(size, connections.must_play()),
        "threats": shown,
    })
}

/// The winner's connection from edge to edge, after its winning move where it needs one first: carrier, replies, derivation.
/// `None` where the win is not a connection yet.
pub(super) fn winning_connection(
    position: &Position,
    winner: Color,
    winning_move: Option<Cell>,
) -> Option<Value> {
    with_words!(position.size(), W => winning_connection_in::<W>(&position.resize(), winner, winning_move))
}

fn winning_connection_in<const W: usize>(
    position: &Position<W>,
    winner: Color,
    winning_move: Option<Cell>,
) -> Option<Value> {
    let full = |position: &Position<W>| {
        let connections = Connections::new(position, Settings::default());
        let best = connections
            .between(winner, winner.edges().map(End::Edge))
            .filter(|found| found.kind == Kind::Full)
            .min_by_key(|found| found.carrier.len())?;
        let certificate = connections.certificate(&best)?;
        Some((best.carrier, certificate))
    };
    let first = winning_move.filter(|_| position.to_move() == winner);
    let (after, (carrier, certificate)) = match (full(position), first) {
        (Some(found), _) => (None, found),
        (None, Some(cell)) => (Some(cell), full(&position.child(cell))?),
        (None, None) => return None,
    };
    let size = position.size();
    let replies: Map<String, Value> = carrier
        .iter()
        .filter_map(|cell| {
            let reply = reply_in_words(&certificate, size, cell)?;
            let answer = json!({ "reply": name(size, reply.cell), "why": reply.why });
            Some((name(size, cell), answer))
        })
        .collect();
    Some(json!({
        "after": after.map(|cell| name(size, cell)),
        "ends": winner.edges().map(|edge| end_in_words(size, End::Edge(edge))),
        "carrier": names(size, carrier),
        "replies": replies,
        "depth": certificate.depth(),
        "derivation": derivation_in_words(&certificate, size),
    }))
}
