//! Connections: those of a group, the winner's own with its replies, and where the side to move must play.

mod between;

use std::collections::BTreeMap;

use board::{Cell, Color, Position, with_words};
use connection::{
    Connection, ConnectionKind, ConnectionSettings, Connections, End, derivation_in_words, end_in_words,
    reason_in_words, reply_in_words,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    Error, GameInput, Question, Service, Task,
    names::{CellName, ColorName, end_name, name, names, parse_end},
};

pub use between::{Between, BetweenAnswer, BetweenConnection, BetweenEnds, BetweenQuestion, ConnectionProof};

/// The most connections that an answer has for each pair of ends, smallest carriers first.
const MOST_EACH: usize = 6;

/// Which connections.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ConnectionsQuestion {
    /// The game.
    pub game: GameInput,
    /// A stone for its group, an empty cell, or `top`, `bottom`, `left`, `right`.
    #[schema(example = "top", pattern = "^(top|bottom|left|right|[a-s](1[0-9]|[1-9]))$")]
    pub end: String,
    /// The colour, if the end is an empty cell; by default the side to move.
    #[serde(default)]
    #[schema(value_type = Option<ColorName>)]
    pub colour: Option<String>,
}

/// A connection of an end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct EndConnection {
    /// The other end.
    pub to: String,
    /// `full`: holds even if the opponent moves first; `semi`: holds if its owner moves first.
    pub kind: String,
    /// The move of a semi connection.
    #[schema(value_type = Option<CellName>)]
    pub key: Option<String>,
    /// The empty cells that it needs.
    #[schema(value_type = Vec<CellName>)]
    pub carrier: Vec<String>,
    /// The reason in a sentence.
    pub why: Option<String>,
}

/// The connections of an end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ConnectionsAnswer {
    /// The colour of the connections.
    #[schema(value_type = ColorName)]
    pub colour: String,
    /// The end.
    pub end: String,
    /// The stones of its group.
    #[schema(value_type = Vec<CellName>)]
    pub group: Vec<String>,
    /// The connections, those with groups and edges first.
    pub connections: Vec<EndConnection>,
    /// Whether there may be more, because the prover keeps a limited number.
    pub limited: bool,
}

impl Question for ConnectionsQuestion {
    type Answer = ConnectionsAnswer;

    fn prepare(self, _: &Service) -> Result<Task<ConnectionsAnswer>, Error> {
        let position = *self.game.game()?.position();
        let end = parse_end(position.size(), &self.end)?;
        let asked: Option<Color> = self.colour.as_deref().map(str::parse).transpose().map_err(Error::bad)?;
        let color = match end {
            End::Edge(edge) => edge.color(),
            End::Cell(cell) => position.at(cell).or(asked).unwrap_or_else(|| position.to_move()),
        };
        if asked.is_some_and(|asked| asked != color) {
            return Err(Error::bad(format!(
                "found an end of {color}: expected one that {} can have",
                color.opponent()
            )));
        }
        Ok(Task::quick(move |_| {
            Ok(with_words!(position.size(), W => of_end::<W>(&position.resize(), color, end)))
        }))
    }
}

/// The winner's connection of its edges. It holds even if the opponent moves first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct WinningConnection {
    /// The move that the winner needs first; null if it is connected already.
    #[schema(value_type = Option<CellName>)]
    pub after: Option<String>,
    /// Both edges.
    pub ends: [String; 2],
    /// The empty cells that it needs.
    #[schema(value_type = Vec<CellName>)]
    pub carrier: Vec<String>,
    /// The winner's reply to each intrusion.
    pub replies: BTreeMap<String, LinkReply>,
    /// Steps of the longest argument.
    pub depth: usize,
    /// The proof, step by step, in words.
    pub derivation: Vec<String>,
}

/// A reply to an intrusion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct LinkReply {
    /// The cell to play.
    #[schema(value_type = CellName)]
    pub reply: String,
    /// The reason why it holds.
    pub why: String,
}

fn of_end<const W: usize>(position: &Position<W>, color: Color, end: End) -> ConnectionsAnswer {
    let size = position.size();
    let connections = Connections::new(position, ConnectionSettings::default());
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
                .filter(|found| (found.kind != ConnectionKind::Full) == by_semi)
                .collect();
            between.sort_by_key(|found| found.carrier.len());
            between.truncate(MOST_EACH);
            found.extend(between.into_iter().map(|connection| (other, connection)));
        }
    }
    let is_empty = |end: End| matches!(end, End::Cell(cell) if position.at(cell).is_none());
    found.sort_by_key(|(to, connection)| {
        (is_empty(*to), connection.kind != ConnectionKind::Full, connection.carrier.len())
    });
    let link = |(to, connection): &(End, Connection<W>)| EndConnection {
        to: end_name(size, *to),
        kind: kind(connection).to_string(),
        key: key(connection).map(|cell| name(size, cell)),
        carrier: names(size, connection.carrier),
        why: why(&connections, connection),
    };
    ConnectionsAnswer {
        colour: color.to_string(),
        end: end_name(size, end),
        group: names(size, group),
        connections: found.iter().map(link).collect(),
        limited: connections.is_limited(color),
    }
}

/// How strong a connection is, on the wire.
const fn kind<const W: usize>(connection: &Connection<W>) -> &'static str {
    match connection.kind {
        ConnectionKind::Full => "full",
        ConnectionKind::Semi(_) => "semi",
    }
}

pub(crate) const fn key<const W: usize>(connection: &Connection<W>) -> Option<Cell> {
    match connection.kind {
        ConnectionKind::Full => None,
        ConnectionKind::Semi(key) => Some(key),
    }
}

/// The reason in a sentence.
fn why<const W: usize>(connections: &Connections<W>, connection: &Connection<W>) -> Option<String> {
    let certificate = connections.certificate(connection)?;
    reason_in_words(&certificate, connections.position().size())
}

/// The winner's connection from edge to edge, after its winning move where it needs one first: carrier, replies, derivation.
/// `None` if the win is not a connection yet.
pub(crate) fn winning_connection(
    position: &Position,
    winner: Color,
    winning_move: Option<Cell>,
) -> Option<WinningConnection> {
    with_words!(position.size(), W => winning_connection_in::<W>(&position.resize(), winner, winning_move))
}

fn winning_connection_in<const W: usize>(
    position: &Position<W>,
    winner: Color,
    winning_move: Option<Cell>,
) -> Option<WinningConnection> {
    let full = |position: &Position<W>| {
        let connections = Connections::new(position, ConnectionSettings::default());
        let best = connections
            .between(winner, winner.edges().map(End::Edge))
            .filter(|found| found.kind == ConnectionKind::Full)
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
    let replies = carrier.iter().filter_map(|cell| {
        let reply = reply_in_words(&certificate, size, cell)?;
        Some((name(size, cell), LinkReply { reply: name(size, reply.cell), why: reply.why }))
    });
    Some(WinningConnection {
        after: after.map(|cell| name(size, cell)),
        ends: winner.edges().map(|edge| end_in_words(size, End::Edge(edge))),
        carrier: names(size, carrier),
        replies: replies.collect(),
        depth: certificate.depth(),
        derivation: derivation_in_words(&certificate, size),
    })
}
