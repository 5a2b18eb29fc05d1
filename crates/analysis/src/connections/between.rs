//! Connections between two ends, and the proof of the first.

use std::collections::BTreeMap;

use board::{Color, Position, with_words};
use connection::{Certificate, Connection, ConnectionKind, ConnectionSettings, Connections, End};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{key, kind};
use crate::{
    Error, GameInput, Question, Service, Task,
    names::{CellName, ColorName, end_name, name, names, parse_end},
};

/// Which connections.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BetweenQuestion {
    /// The game.
    pub game: GameInput,
    /// The two ends: cells, or `top`, `bottom`, `left`, `right`. By default the edges of each colour.
    #[serde(default)]
    pub ends: Option<[String; 2]>,
    /// Whose connections; by default those of both colours.
    #[serde(default)]
    #[schema(value_type = Option<ColorName>)]
    pub colour: Option<String>,
    /// Whether a stone is tried on every key too: slower, but proves braids.
    #[serde(default)]
    pub try_keys: bool,
}

/// Two ends, and whose connections.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BetweenEnds {
    ends: Option<[End; 2]>,
    /// The colour whose edge or stone each end is, if it is one.
    owners: [Option<Color>; 2],
    color: Option<Color>,
    try_keys: bool,
}

/// A connection of two ends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct BetweenConnection {
    /// Whose.
    #[schema(value_type = ColorName)]
    pub colour: String,
    /// Both ends.
    pub ends: [String; 2],
    /// `full`: holds even if the opponent moves first; `semi`: holds if its owner moves first.
    pub kind: String,
    /// The move of a semi connection.
    #[schema(value_type = Option<CellName>)]
    pub key: Option<String>,
    /// The empty cells that it needs.
    #[schema(value_type = Vec<CellName>)]
    pub carrier: Vec<String>,
}

/// How a connection is proved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ConnectionProof {
    /// Steps of the longest argument.
    pub depth: usize,
    /// Steps of the proof.
    pub steps: usize,
    /// The reply to each intrusion.
    pub replies: BTreeMap<String, String>,
}

/// The connections of two ends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct BetweenAnswer {
    /// The connections: Black's before White's, full ones first, small ones first.
    pub connections: Vec<BetweenConnection>,
    /// The winner, if connections decide the game and neither side swaps.
    #[schema(value_type = Option<ColorName>)]
    pub winner: Option<String>,
    /// The winner's move, if it needs one.
    #[schema(value_type = Option<CellName>)]
    pub winning_move: Option<String>,
    /// Where the side to move must play; null if the game is decided.
    #[schema(value_type = Option<Vec<CellName>>)]
    pub must_play: Option<Vec<String>>,
    /// The proof of the first connection.
    pub first: Option<ConnectionProof>,
}

impl Question for BetweenQuestion {
    type Answer = BetweenAnswer;

    fn prepare(self, _: &Service) -> Result<Task<BetweenAnswer>, Error> {
        let position = *self.game.game()?.position();
        let color = self.colour.as_deref().map(str::parse).transpose().map_err(Error::bad)?;
        let ends = BetweenEnds::read(&position, self.ends.as_ref(), color)?.trying_keys(self.try_keys);
        Ok(Task::quick(move |_| {
            Ok(with_words!(position.size(), W => {
                Between::<W>::find(&position.resize(), ConnectionSettings::default(), ends).answer()
            }))
        }))
    }
}

impl BetweenEnds {
    /// Two ends by their names, the edges of each colour where there are none, and whose connections are wanted.
    ///
    /// # Errors
    /// [`Error::Question`] where a name is none of an end, or no colour can have both ends.
    pub fn read<const W: usize>(
        position: &Position<W>,
        ends: Option<&[String; 2]>,
        color: Option<Color>,
    ) -> Result<Self, Error> {
        let size = position.size();
        let ends = match ends {
            Some([from, to]) => Some([parse_end(size, from)?, parse_end(size, to)?]),
            None => None,
        };
        let owner = |end| match end {
            End::Edge(edge) => Some(edge.color()),
            End::Cell(cell) => position.at(cell),
        };
        let owners = ends.map_or([None; 2], |ends| ends.map(owner));
        let found = Self { ends, owners, color, try_keys: false };
        if Color::BOTH.iter().all(|&color| found.of(color).is_none()) {
            return Err(match color {
                None => Error::bad("found ends of two colours: expected two ends that one colour can have"),
                Some(color) => Error::bad(format!(
                    "found an end of {}: expected ends that {color} can have",
                    color.opponent()
                )),
            });
        }
        Ok(found)
    }

    /// The same, with a stone tried on every key.
    #[must_use]
    pub const fn trying_keys(self, try_keys: bool) -> Self {
        Self { try_keys, ..self }
    }

    /// The ends, if the colour is asked about and can have them.
    fn of(&self, color: Color) -> Option<[End; 2]> {
        let ends = self.ends.unwrap_or_else(|| color.edges().map(End::Edge));
        let is_other = |owner: &Option<Color>| owner.is_some_and(|owner| owner != color);
        let is_asked = self.color.is_none_or(|asked| asked == color);
        (is_asked && !self.owners.iter().any(is_other)).then_some(ends)
    }
}

/// The connections of two ends, with the prover that found them.
#[derive(Debug)]
pub struct Between<const W: usize> {
    /// All connections of the position.
    pub all: Connections<W>,
    /// Those of the ends.
    pub found: Vec<Connection<W>>,
    /// The proof of the first.
    pub certificate: Option<Certificate>,
}

impl<const W: usize> Between<W> {
    /// Finds the connections of two ends.
    #[must_use]
    pub fn find(position: &Position<W>, settings: ConnectionSettings, wanted: BetweenEnds) -> Self {
        let mut all = Connections::new(position, settings);
        let mut found = Vec::new();
        for color in Color::BOTH {
            let Some(ends) = wanted.of(color) else { continue };
            if wanted.try_keys {
                all.try_keys(color, ends);
            }
            let mut between: Vec<_> = all.between(color, ends).collect();
            between.sort_by_key(|connection| {
                (connection.kind != ConnectionKind::Full, connection.carrier.len())
            });
            found.extend(between);
        }
        let certificate = found.first().and_then(|connection| all.certificate(connection));
        Self { all, found, certificate }
    }

    /// The findings, as every front end shows them.
    #[must_use]
    pub fn answer(&self) -> BetweenAnswer {
        let size = self.all.position().size();
        let one = |connection: &Connection<W>| BetweenConnection {
            colour: connection.color.to_string(),
            ends: connection.ends.map(|end| end_name(size, end)),
            kind: kind(connection).to_string(),
            key: key(connection).map(|cell| name(size, cell)),
            carrier: names(size, connection.carrier),
        };
        let verdict = self.all.verdict();
        let first = self.found.first().zip(self.certificate.as_ref());
        BetweenAnswer {
            connections: self.found.iter().map(one).collect(),
            winner: verdict.map(|verdict| verdict.winner.to_string()),
            winning_move: verdict.and_then(|verdict| verdict.winning_move).map(|cell| name(size, cell)),
            must_play: verdict.is_none().then(|| names(size, self.all.must_play())),
            first: first.map(|(connection, certificate)| ConnectionProof {
                depth: certificate.depth(),
                steps: certificate.steps.len(),
                replies: connection
                    .carrier
                    .iter()
                    .filter_map(|cell| Some((name(size, cell), name(size, certificate.reply(cell)?))))
                    .collect(),
            }),
        }
    }
}
