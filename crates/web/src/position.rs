//! Positions as pages send them.

use board::{BoardSize, Color, Game, Move, Position};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::{
    ApiError,
    schema::{CellName, ColorName, MoveName, Side},
};

/// A game: the board, stones that were set up, and the moves since.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameInput {
    /// Columns and rows.
    #[schema(value_type = Vec<Side>, min_items = 2, max_items = 2, example = json!([11, 11]))]
    size: [usize; 2],
    /// Black's stones before the first move.
    #[serde(default)]
    #[schema(value_type = Vec<CellName>)]
    black: Vec<String>,
    /// White's stones before the first move.
    #[serde(default)]
    #[schema(value_type = Vec<CellName>)]
    white: Vec<String>,
    /// The side to move before the first move; by default the one with fewer stones, Black if equal.
    #[serde(default)]
    #[schema(value_type = Option<ColorName>)]
    to_move: Option<String>,
    /// The moves, alternating: cells such as `c7`, `swap-pieces`, `swap-sides`, `resign`.
    #[serde(default)]
    #[schema(value_type = Vec<MoveName>)]
    moves: Vec<String>,
    /// Whether the second player may swap.
    #[serde(default)]
    swap: bool,
}

impl GameInput {
    /// The game, or what is wrong with it.
    pub(crate) fn game(&self) -> Result<Game, ApiError> {
        let size = BoardSize::new(self.size[0], self.size[1]).map_err(ApiError::bad)?;
        let is_set_up = !self.black.is_empty() || !self.white.is_empty() || self.to_move.is_some();
        let mut game =
            if is_set_up { Game::from_position(self.start(size)?) } else { Game::new(size, self.swap) };
        if self.moves.len() > size.cells() + 2 {
            return Err(ApiError::bad(format!(
                "found {} moves: expected at most {}",
                self.moves.len(),
                size.cells() + 2
            )));
        }
        for (number, name) in self.moves.iter().enumerate() {
            Move::parse(name, size)
                .and_then(|mv| game.play(mv))
                .map_err(|error| ApiError::bad(format!("move {}: {error}", number + 1)))?;
        }
        Ok(game)
    }

    /// The game, which is still going on.
    pub(crate) fn game_in_progress(&self) -> Result<Game, ApiError> {
        let game = self.game()?;
        match game.outcome() {
            Some(outcome) => Err(ApiError::bad(format!(
                "the game is over, {} has won: expected a game in progress",
                outcome.winner
            ))),
            None => Ok(game),
        }
    }

    fn start(&self, size: BoardSize) -> Result<Position, ApiError> {
        let mut position = Position::empty(size);
        for (color, names) in [(Color::Black, &self.black), (Color::White, &self.white)] {
            for name in names {
                let cell = size.cell(name).map_err(ApiError::bad)?;
                position.place(color, cell).map_err(ApiError::bad)?;
            }
        }
        let fewer_white = position.stones(Color::Black).len() > position.stones(Color::White).len();
        let by_count = if fewer_white { Color::White } else { Color::Black };
        let to_move = self.to_move.as_deref().map(str::parse).transpose().map_err(ApiError::bad)?;
        position.set_to_move(to_move.unwrap_or(by_count));
        Ok(position)
    }
}
