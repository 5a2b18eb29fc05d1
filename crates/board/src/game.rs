//! A game: a starting position, the moves made, and how it ended.

use crate::{BoardError, BoardSize, Cell, Color, Move, Position, Symmetry};

/// The kinds of swap. The two are equivalent in play and differ in what the record shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SwapRule {
    /// The first stone changes colour and is mirrored in the long diagonal; the players keep their colours, and the
    /// first player moves next. As the sites do it.
    Pieces,
    /// The players exchange colours and the stone stays; the first player, now White, moves next.
    Sides,
}

/// Why a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EndReason {
    /// The winner's edges are joined.
    Connection,
    /// The loser resigned.
    Resignation,
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The colour that won.
    pub winner: Color,
    /// Why.
    pub reason: EndReason,
}

/// One move of a game, with the position before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    /// The colour that moved, as it was before a swap of sides.
    pub color: Color,
    /// The move.
    pub mv: Move,
    before: Position,
}

/// A game in progress or at its end. Every move goes through [`Game::play`], which knows the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    start: Position,
    turns: Vec<Turn>,
    position: Position,
    outcome: Option<Outcome>,
    swap_allowed: bool,
}

impl Game {
    /// A new game on the empty board. The second player may swap if `swap_allowed`.
    #[must_use]
    pub fn new(size: BoardSize, swap_allowed: bool) -> Self {
        Self { swap_allowed, ..Self::from_position(Position::empty(size)) }
    }

    /// A game that goes on from a position. There is no swap.
    #[must_use]
    pub fn from_position(start: Position) -> Self {
        let outcome = connection(&start);
        Self { start, turns: Vec::new(), position: start, outcome, swap_allowed: false }
    }

    /// The position before the first move.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
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

    /// The moves so far.
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The side to move; of no meaning once the game is over.
    #[must_use]
    pub const fn to_move(&self) -> Color {
        self.position.to_move()
    }

    /// How the game ended, if it has.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Whether the players have exchanged colours: the player who began now has White.
    #[must_use]
    pub fn sides_exchanged(&self) -> bool {
        self.turns.iter().any(|turn| turn.mv == Move::Swap(SwapRule::Sides))
    }

    /// Says whether the second player may swap.
    pub const fn set_swap_allowed(&mut self, allowed: bool) {
        self.swap_allowed = allowed;
    }

    /// Whether the side to move may swap now: the only move so far is a stone, and the rules of this game allow it.
    #[must_use]
    pub fn can_swap(&self) -> bool {
        self.swap_allowed && self.swappable().is_some()
    }

    /// Makes a move of the side to move.
    ///
    /// # Errors
    /// [`BoardError::GameOver`], [`BoardError::Occupied`] or [`BoardError::Swap`]; the game is then as it was.
    pub fn play(&mut self, mv: Move) -> Result<(), BoardError> {
        if let Some(Outcome { winner, .. }) = self.outcome {
            return Err(BoardError::GameOver { winner });
        }
        let turn = Turn { color: self.to_move(), mv, before: self.position };
        match mv {
            Move::Place(cell) => {
                self.position.play(cell)?;
                self.outcome = connection(&self.position);
            }
            Move::Swap(rule) => self.swap(rule)?,
            Move::Resign => {
                let winner = self.to_move().opponent();
                self.outcome = Some(Outcome { winner, reason: EndReason::Resignation });
            }
        }
        self.turns.push(turn);
        Ok(())
    }

    /// Makes a move of a named colour, which must be the one to move.
    ///
    /// # Errors
    /// As [`Game::play`], and [`BoardError::NotToMove`].
    pub fn play_as(&mut self, color: Color, mv: Move) -> Result<(), BoardError> {
        match self.outcome {
            None if color != self.to_move() => Err(BoardError::NotToMove { color }),
            _ => self.play(mv),
        }
    }

    /// Takes the last move back and returns it.
    ///
    /// # Errors
    /// [`BoardError::NothingToUndo`] at the start.
    pub fn undo(&mut self) -> Result<Turn, BoardError> {
        let turn = self.turns.pop().ok_or(BoardError::NothingToUndo)?;
        self.position = turn.before;
        self.outcome = None;
        Ok(turn)
    }

    /// The stone that a swap would take over.
    fn swappable(&self) -> Option<Cell> {
        match self.turns.as_slice() {
            [first] if self.outcome.is_none() && self.start.occupied().is_empty() => first.mv.cell(),
            _ => None,
        }
    }

    fn swap(&mut self, rule: SwapRule) -> Result<(), BoardError> {
        if !self.swap_allowed {
            return Err(BoardError::Swap { hint: ", in a game with swap" });
        }
        let cell = self.swappable().ok_or(BoardError::Swap { hint: "" })?;
        match rule {
            // The players change colours: the colour to move stays White, but the player who began now has it.
            SwapRule::Sides => Ok(()),
            SwapRule::Pieces if !self.size().is_square() => {
                Err(BoardError::Swap { hint: ", on a square board; rectangles use swap-sides" })
            }
            SwapRule::Pieces => {
                self.position.clear(cell);
                let mirrored = Symmetry::Reflection.cell(cell, self.size());
                let swapper = self.to_move();
                self.position.place(swapper, mirrored)?;
                self.position.set_to_move(swapper.opponent());
                Ok(())
            }
        }
    }
}

fn connection(position: &Position) -> Option<Outcome> {
    position.winner().map(|winner| Outcome { winner, reason: EndReason::Connection })
}
