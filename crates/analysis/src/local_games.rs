//! The local games of a position, as the books of the program divide it.

use board::{BoardSize, Position};
use player::Region;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    Error, GameInput, Question, Service, Task,
    names::{CellName, names},
};

/// Which parts of a position can be played apart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LocalGamesQuestion {
    /// The game.
    pub game: GameInput,
}

/// A local game of the player `yang`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct LocalGameCells {
    /// The number of its pattern in its book.
    pub pattern: usize,
    /// Its cells.
    #[schema(value_type = Vec<CellName>)]
    pub cells: Vec<String>,
}

/// The local games of a position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct LocalGamesAnswer {
    /// The games; none if no book has the position.
    pub games: Vec<LocalGameCells>,
}

impl Question for LocalGamesQuestion {
    type Answer = LocalGamesAnswer;

    fn prepare(self, _: &Service) -> Result<Task<LocalGamesAnswer>, Error> {
        let position: Position = *self.game.game()?.position();
        Ok(Task::quick(move |_| {
            let games = players::local_games(&[], &position);
            Ok(LocalGamesAnswer { games: on_the_wire(position.size(), &games) })
        }))
    }
}

/// Local games on the wire.
pub(crate) fn on_the_wire(size: BoardSize, games: &[Region]) -> Vec<LocalGameCells> {
    games
        .iter()
        .map(|game| LocalGameCells { pattern: game.pattern, cells: names(size, game.cells) })
        .collect()
}
