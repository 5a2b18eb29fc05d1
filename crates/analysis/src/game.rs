//! Games and positions as parts of questions.

use board::{BoardSize, Color, Game, Move, Position};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    Error,
    names::{BoardSide, CellName, ColorName, MoveName, names},
};

/// A game: the board, stones that were set up, and the moves since.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GameInput {
    /// Columns and rows.
    #[schema(value_type = Vec<BoardSide>, min_items = 2, max_items = 2, example = json!([11, 11]))]
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
    /// A game as a question carries it.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        let (size, start) = (game.size(), game.start());
        let is_set_up = !start.occupied().is_empty() || start.to_move() != Color::Black;
        Self {
            to_move: is_set_up.then(|| start.to_move().to_string()),
            moves: game.turns().iter().map(|turn| turn.mv.name(size).to_string()).collect(),
            swap: may_ever_swap(game),
            ..Self::of_position(start)
        }
    }

    /// A position as part of a question, without the swap rule.
    #[must_use]
    pub fn of_position(position: &Position) -> Self {
        let size = position.size();
        let [black, white] = Color::BOTH.map(|color| names(size, position.stones(color)));
        Self {
            size: [size.cols(), size.rows()],
            black,
            white,
            to_move: Some(position.to_move().to_string()),
            moves: Vec::new(),
            swap: false,
        }
    }

    /// The game.
    ///
    /// # Errors
    /// [`Error::Question`] with what is wrong with it.
    pub fn game(&self) -> Result<Game, Error> {
        let size = BoardSize::new(self.size[0], self.size[1]).map_err(Error::bad)?;
        let is_set_up = !self.black.is_empty() || !self.white.is_empty() || self.to_move.is_some();
        let mut game =
            if is_set_up { Game::from_position(self.start(size)?) } else { Game::new(size, self.swap) };
        if self.moves.len() > size.cells() + 2 {
            return Err(Error::bad(format!(
                "found {} moves: expected at most {}",
                self.moves.len(),
                size.cells() + 2
            )));
        }
        for (number, name) in self.moves.iter().enumerate() {
            Move::parse(name, size)
                .and_then(|mv| game.play(mv))
                .map_err(|error| Error::bad(format!("move {}: {error}", number + 1)))?;
        }
        Ok(game)
    }

    /// The game, which is still going on.
    ///
    /// # Errors
    /// [`Error::Question`] with what is wrong with it.
    pub fn game_in_progress(&self) -> Result<Game, Error> {
        let game = self.game()?;
        match game.outcome() {
            Some(outcome) => Err(Error::bad(format!(
                "the game is over, {} has won: expected a game in progress",
                outcome.winner
            ))),
            None => Ok(game),
        }
    }

    fn start(&self, size: BoardSize) -> Result<Position, Error> {
        let mut position = Position::empty(size);
        for (color, names) in [(Color::Black, &self.black), (Color::White, &self.white)] {
            for name in names {
                let cell = size.cell(name).map_err(Error::bad)?;
                position.place(color, cell).map_err(Error::bad)?;
            }
        }
        let fewer_white = position.stones(Color::Black).len() > position.stones(Color::White).len();
        let by_count = if fewer_white { Color::White } else { Color::Black };
        let to_move = self.to_move.as_deref().map(str::parse).transpose().map_err(Error::bad)?;
        position.set_to_move(to_move.unwrap_or(by_count));
        Ok(position)
    }
}

/// A game as programs read it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct GameAnswer {
    /// Columns of the board.
    pub columns: usize,
    /// Rows of the board.
    pub rows: usize,
    /// Black's stones.
    #[schema(value_type = Vec<CellName>)]
    pub black: Vec<String>,
    /// White's stones.
    #[schema(value_type = Vec<CellName>)]
    pub white: Vec<String>,
    /// The moves so far.
    #[schema(value_type = Vec<MoveName>)]
    pub moves: Vec<String>,
    /// The side to move.
    #[schema(value_type = ColorName)]
    pub to_move: String,
    /// The winner, if the game is over.
    #[schema(value_type = Option<ColorName>)]
    pub winner: Option<String>,
}

impl GameAnswer {
    /// A game, with the side that is to move.
    #[must_use]
    pub fn of(game: &Game, to_move: Color) -> Self {
        let (size, position) = (game.size(), game.position());
        let [black, white] = Color::BOTH.map(|color| names(size, position.stones(color)));
        Self {
            columns: size.cols(),
            rows: size.rows(),
            black,
            white,
            moves: game.turns().iter().map(|turn| turn.mv.name(size).to_string()).collect(),
            to_move: to_move.to_string(),
            winner: game.outcome().map(|outcome| outcome.winner.to_string()),
        }
    }
}

/// Whether the rules of a game let the second player swap.
fn may_ever_swap(game: &Game) -> bool {
    let mut first = game.clone();
    while first.turns().len() > 1 && first.undo().is_ok() {}
    first.can_swap() || opponent_may_swap(&first)
}

/// Whether the side to move leaves a swap to its opponent.
pub(crate) fn opponent_may_swap(game: &Game) -> bool {
    let Some(cell) = game.position().empty_cells().first() else { return false };
    let mut next = game.clone();
    game.turns().is_empty() && next.play(Move::Place(cell)).is_ok() && next.can_swap()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_goes_onto_the_wire_and_back() {
        let size = BoardSize::square(5).unwrap();
        for (swap, moves) in
            [(true, &["a3", "swap-pieces", "b2"][..]), (true, &["c3"]), (false, &["c3", "d2"]), (true, &[])]
        {
            let mut game = Game::new(size, swap);
            for mv in moves {
                game.play(Move::parse(mv, size).unwrap()).unwrap();
            }
            let wire = GameInput::of(&game);
            assert_eq!(wire.swap, swap, "{moves:?}");
            let again = wire.game().unwrap();
            assert_eq!((again.position(), again.can_swap()), (game.position(), game.can_swap()), "{moves:?}");
        }
        let mut position = Position::empty(size);
        position.place(Color::White, size.cell("b2").unwrap()).unwrap();
        position.set_to_move(Color::White);
        assert_eq!(GameInput::of_position(&position).game().unwrap().position(), &position);
        let game = Game::from_position(position);
        assert_eq!(GameInput::of(&game).game().unwrap().position(), &position);
    }
}
