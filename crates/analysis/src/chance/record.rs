//! Records of games of Random-Turn and Bidding Hex, read and written.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::ChanceGame;
use crate::{Error, Question, Service, Task};

/// A game to write down.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChanceWriteQuestion {
    /// The game.
    pub game: ChanceGame,
    /// The names of Black and White, for the record.
    #[serde(default)]
    #[schema(value_type = Option<Vec<String>>, min_items = 2, max_items = 2)]
    pub names: Option<[String; 2]>,
}

/// A game of chance as text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ChanceText {
    /// SGF, as `hexwright play --game bidding --save` writes it.
    pub text: String,
}

impl Question for ChanceWriteQuestion {
    type Answer = ChanceText;

    fn prepare(self, _: &Service) -> Result<Task<ChanceText>, Error> {
        Ok(Task::quick(move |_| self.game.sgf(self.names.as_ref()).map(|text| ChanceText { text })))
    }
}

/// A record of a game of chance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChanceReadQuestion {
    /// SGF.
    pub text: String,
}

impl Question for ChanceReadQuestion {
    type Answer = ChanceGame;

    fn prepare(self, _: &Service) -> Result<Task<ChanceGame>, Error> {
        Ok(Task::quick(move |_| ChanceGame::read(&self.text)))
    }
}
