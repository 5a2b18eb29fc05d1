//! From a record to a game that follows the rules, and back.
//!
//! A [`Game`] alternates from its start. Records need not: stones may be set up in the middle, a colour may move twice,
//! or pass. Moves that a game cannot express become part of its starting position, and the game continues from there; the position
//! at the end is always that of the record.

use board::{Color, Game, Move, Position};

use crate::{Action, GameResult, NodeId, Ply, Property, Record, RecordError};

impl Record {
    /// The record of a game: its start as set-up stones, its moves, its result.
    #[must_use]
    pub fn from_game(game: &Game) -> Self {
        let mut record = Self::new(game.size());
        record.set_start(game.start());
        let mut id = NodeId::ROOT;
        for turn in game.turns() {
            id = record.add_ply(id, Ply { color: turn.color, action: turn.mv.into() });
        }
        if let Some(outcome) = game.outcome() {
            record.set_result(outcome.into());
        }
        record
    }

    /// The record of a position: set-up stones and the side to move, no moves.
    #[must_use]
    pub fn from_position(position: &Position) -> Self {
        let mut record = Self::new(position.size());
        record.set_start(position);
        record
    }

    fn set_start(&mut self, start: &Position) {
        for color in Color::BOTH {
            let cells: Vec<_> = start.stones(color).iter().collect();
            if !cells.is_empty() {
                self.root_mut().push(Property::Stones { color: Some(color), cells });
            }
        }
        if start.to_move() == Color::White || !start.occupied().is_empty() {
            self.root_mut().push(Property::ToMove(start.to_move()));
        }
    }

    /// The game of the main line.
    ///
    /// # Errors
    /// [`RecordError::Rules`] for the first move that the rules do not allow.
    pub fn game(&self) -> Result<Game, RecordError> {
        self.game_along(self.main_line())
    }

    /// The game of the main line up to its first `moves` turns.
    ///
    /// # Errors
    /// As [`Record::game`].
    pub fn game_after(&self, moves: usize) -> Result<Game, RecordError> {
        self.game_at(self.after_moves(moves))
    }

    /// The game from the root to a node.
    ///
    /// # Errors
    /// As [`Record::game`].
    pub fn game_at(&self, id: NodeId) -> Result<Game, RecordError> {
        self.game_along(self.path_to(id).into_iter())
    }

    fn game_along(&self, nodes: impl Iterator<Item = NodeId>) -> Result<Game, RecordError> {
        let mut line = Line { game: Game::new(self.size(), true), moves: 0 };
        for id in nodes {
            for property in self.node(id).properties() {
                match property {
                    Property::Stones { color, cells } => {
                        let mut position = *line.game.position();
                        for &cell in cells {
                            position.clear(cell);
                            if let Some(color) = color {
                                position.place(*color, cell).map_err(|problem| RecordError::Rules {
                                    place: "set-up stones".to_string(),
                                    problem,
                                })?;
                            }
                        }
                        line.restart(position);
                    }
                    Property::ToMove(color) => line.set_to_move(*color),
                    Property::Move(ply) => line.play(*ply)?,
                    _ => {}
                }
            }
        }
        Ok(line.game)
    }
}

/// A game on its way along a line of a record.
struct Line {
    game: Game,
    /// Turns so far, those included that are folded into the start.
    moves: usize,
}

impl Line {
    fn play(&mut self, ply: Ply) -> Result<(), RecordError> {
        self.moves += 1;
        let decided = self.game.outcome().is_some();
        let mv = match ply.action {
            Action::Place(cell) => Move::Place(cell),
            Action::Swap(rule) => Move::Swap(rule),
            // Some sites write these after the winning stone; they change nothing.
            Action::Pass | Action::Resign | Action::Forfeit if decided => return Ok(()),
            Action::Pass => {
                self.set_to_move(ply.color.opponent());
                return Ok(());
            }
            // The rules know one way of giving up; `RE` says which it was.
            Action::Resign | Action::Forfeit => Move::Resign,
        };
        if !decided {
            self.set_to_move(ply.color);
        }
        self.game.play(mv).map_err(|problem| RecordError::Rules {
            place: format!(
                "move {} ({} {})",
                self.moves,
                ply.color.letter(),
                ply.action.name(self.game.size())
            ),
            problem,
        })
    }

    fn set_to_move(&mut self, color: Color) {
        if self.game.to_move() != color {
            let mut position = *self.game.position();
            position.set_to_move(color);
            self.restart(position);
        }
    }

    fn restart(&mut self, position: Position) {
        self.game = Game::from_position(position);
        self.game.set_swap_allowed(true);
    }
}

impl From<&Game> for Record {
    fn from(game: &Game) -> Self {
        Self::from_game(game)
    }
}

/// The result that the moves of a game imply, if they do.
pub(crate) fn implied_result(record: &Record) -> Option<GameResult> {
    let last = record.plies().last()?;
    let ending = match last.action {
        Action::Resign => crate::Ending::Resignation,
        Action::Forfeit => crate::Ending::Forfeit,
        _ => return record.game().ok()?.outcome().map(GameResult::from),
    };
    Some(GameResult { winner: last.color.opponent(), ending })
}
