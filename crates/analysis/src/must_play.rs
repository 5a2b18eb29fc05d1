//! The must-play region: the cells that all threats of the opponent have in common.

use board::{CellSet, Position, with_words};
use connection::{Connection, ConnectionSettings, Connections, End};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    Error, GameInput, Question, Service, Task,
    connections::key,
    names::{CellName, ColorName, name, names},
};

/// The most threats that an answer names.
const MOST_THREATS: usize = 24;

/// Where the side to move must play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MustPlayQuestion {
    /// The game.
    pub game: GameInput,
}

/// A connection of the opponent's edges.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Threat {
    /// The move that completes it; null where none is needed.
    #[schema(value_type = Option<CellName>)]
    pub key: Option<String>,
    /// The empty cells that it needs.
    #[schema(value_type = Vec<CellName>)]
    pub carrier: Vec<String>,
}

/// Where the side to move must play with a stone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MustPlayAnswer {
    /// The winner, if connections decide the game and neither side swaps.
    #[schema(value_type = Option<ColorName>)]
    pub winner: Option<String>,
    /// The winner's move, if it needs one.
    #[schema(value_type = Option<CellName>)]
    pub winning_move: Option<String>,
    /// The empty cells that the winner needs.
    #[schema(value_type = Vec<CellName>)]
    pub carrier: Vec<String>,
    /// Every other cell loses.
    #[schema(value_type = Vec<CellName>)]
    pub must_play: Vec<String>,
    /// The opponent's threats, first those that restrict the region.
    pub threats: Vec<Threat>,
    /// Whether the side to move may swap instead.
    pub may_swap: bool,
}

impl Question for MustPlayQuestion {
    type Answer = MustPlayAnswer;

    fn prepare(self, _: &Service) -> Result<Task<MustPlayAnswer>, Error> {
        let game = self.game.game()?;
        let (position, may_swap) = (*game.position(), game.can_swap());
        Ok(Task::quick(move |_| {
            let answer = with_words!(position.size(), W => region::<W>(&position.resize()));
            Ok(MustPlayAnswer { may_swap, ..answer })
        }))
    }
}

fn region<const W: usize>(position: &Position<W>) -> MustPlayAnswer {
    let size = position.size();
    let mut answer = MustPlayAnswer {
        winner: position.winner().map(|winner| winner.to_string()),
        winning_move: None,
        carrier: Vec::new(),
        must_play: Vec::new(),
        threats: Vec::new(),
        may_swap: false,
    };
    if answer.winner.is_some() {
        return answer;
    }
    let connections = Connections::new(position, ConnectionSettings::default());
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
    let shown = telling.into_iter().chain(others).take(MOST_THREATS);
    answer.threats = shown
        .map(|threat| Threat {
            key: key(threat).map(|cell| name(size, cell)),
            carrier: names(size, threat.carrier),
        })
        .collect();
    let verdict = connections.verdict();
    answer.winner = verdict.map(|verdict| verdict.winner.to_string());
    answer.winning_move = verdict.and_then(|verdict| verdict.winning_move).map(|cell| name(size, cell));
    answer.carrier = names(size, verdict.map_or(CellSet::EMPTY, |verdict| verdict.carrier));
    answer.must_play = names(size, connections.must_play());
    answer
}
