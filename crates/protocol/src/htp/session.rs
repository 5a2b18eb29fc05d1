//! The controller's game: any stones in any order.
//!
//! HTP lets a controller play several stones of one colour in a row (HexGUI rebuilds a position so after a swap or in its
//! set-up mode) and go on after the end. [`board::Game`] holds the rules of a real game; [`Session::game`] makes one of the
//! moves whose order is that of a game, for players who want to know what was played last.

use board::{BoardError, BoardSize, Color, Game, Move, Position, SwapRule, Symmetry};

/// Moves in any order of colours, and the position they lead to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    entries: Vec<Entry>,
    position: Position,
    /// Whether the second player may choose to swap. A swap that is reported is played either way: the referee allowed it.
    pub allow_swap: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Entry {
    color: Color,
    mv: Move,
    before: Position,
}

impl Session {
    /// An empty board.
    #[must_use]
    pub fn new(size: BoardSize, allow_swap: bool) -> Self {
        Self::from_position(Position::empty(size), allow_swap)
    }

    /// A position that was set up.
    #[must_use]
    pub const fn from_position(position: Position, allow_swap: bool) -> Self {
        Self { entries: Vec::new(), position, allow_swap }
    }

    /// The position now.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The size of the board.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.position.size()
    }

    /// The moves so far, with who made them.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = (Color, Move)> {
        self.entries.iter().map(|entry| (entry.color, entry.mv))
    }

    /// Makes a move of a colour, whosever turn it is. Resigning changes nothing.
    ///
    /// # Errors
    /// [`BoardError::Occupied`] or [`BoardError::Swap`]; nothing has then changed.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), BoardError> {
        let before = self.position;
        match mv {
            Move::Place(cell) => {
                self.position.place(color, cell)?;
                self.position.set_to_move(color.opponent());
            }
            Move::Swap(rule) => self.position = self.swapped(color, rule)?,
            Move::Resign => return Ok(()),
        }
        self.entries.push(Entry { color, mv, before });
        Ok(())
    }

    /// Lets the side to move pass: the board stays. Hex has no pass, but a referee may allow one.
    pub fn pass(&mut self) {
        self.position.set_to_move(self.position.to_move().opponent());
    }

    /// Takes the last move back.
    ///
    /// # Errors
    /// [`BoardError::NothingToUndo`].
    pub fn undo(&mut self) -> Result<(), BoardError> {
        let entry = self.entries.pop().ok_or(BoardError::NothingToUndo)?;
        self.position = entry.before;
        Ok(())
    }

    /// The game as a player sees it who is asked to move with this colour: all of it if its order is that of a game,
    /// otherwise its last moves in turn, after a position.
    #[must_use]
    pub fn game(&self, color: Color) -> Game {
        self.whole_game(color).unwrap_or_else(|| self.game_of_the_last_moves(color))
    }

    fn whole_game(&self, color: Color) -> Option<Game> {
        let mut game = match self.entries.first() {
            Some(entry) if !entry.before.occupied().is_empty() => return None,
            None if !self.position.occupied().is_empty() => return None,
            _ => Game::new(self.size(), self.allow_swap || self.moves().any(|(_, mv)| is_swap(mv))),
        };
        for (color, mv) in self.moves() {
            game.play_as(color, mv).ok()?;
        }
        (game.to_move() == color || game.outcome().is_some()).then_some(game)
    }

    fn game_of_the_last_moves(&self, color: Color) -> Game {
        let mut start = self.position;
        let mut expected = color.opponent();
        let mut moves = Vec::new();
        for entry in self.entries.iter().rev() {
            if entry.color != expected || entry.mv.cell().is_none() {
                break;
            }
            moves.push(entry.mv);
            start = entry.before;
            expected = expected.opponent();
        }
        start.set_to_move(expected.opponent());
        let mut game = Game::from_position(start);
        for mv in moves.into_iter().rev() {
            // Only stones after a connection are refused; the position is then decided without them.
            if game.play(mv).is_err() {
                break;
            }
        }
        game
    }

    fn swapped(&self, color: Color, rule: SwapRule) -> Result<Position, BoardError> {
        let first = match self.entries.as_slice() {
            [first] if first.before.occupied().is_empty() && first.color != color => first,
            _ => return Err(BoardError::Swap { hint: "" }),
        };
        let cell = first.mv.cell().ok_or(BoardError::Swap { hint: "" })?;
        let mut position = self.position;
        match rule {
            // The stone stays, and the colour to move stays: the players have exchanged it.
            SwapRule::Sides => {}
            SwapRule::Pieces if !self.size().is_square() => {
                return Err(BoardError::Swap { hint: ", on a square board; rectangles use swap-sides" });
            }
            SwapRule::Pieces => {
                position.clear(cell);
                position.place(color, Symmetry::Reflection.cell(cell, self.size()))?;
                position.set_to_move(color.opponent());
            }
        }
        Ok(position)
    }
}

const fn is_swap(mv: Move) -> bool {
    matches!(mv, Move::Swap(_))
}
