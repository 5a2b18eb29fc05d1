//! One turn of a record. Records have more than the rules allow: passes and forfeits, and any order of colours.

use std::fmt;

use board::{BoardError, BoardSize, Cell, Color, Move, SwapRule};

/// The action of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// A stone was put on a cell.
    Place(Cell),
    /// The opponent's first stone was taken over.
    Swap(SwapRule),
    /// Nothing; Hex has no pass, but sites and programs write it.
    Pass,
    /// The player gave up.
    Resign,
    /// The player lost on time or by decision.
    Forfeit,
}

impl Action {
    /// Reads an action on a board of this size: what [`Move::parse`] reads, and `pass` and `forfeit`. A bare `swap` is
    /// `swap-pieces`; formats that mean something else by it translate it first.
    ///
    /// # Errors
    /// As [`Move::parse`].
    pub fn parse(text: &str, size: BoardSize) -> Result<Self, BoardError> {
        match text.to_ascii_lowercase().as_str() {
            "pass" => Ok(Self::Pass),
            "forfeit" => Ok(Self::Forfeit),
            _ => Move::parse(text, size).map(Self::from),
        }
    }

    /// The cell that is played on, if this is a stone.
    #[must_use]
    pub const fn cell(self) -> Option<Cell> {
        match self {
            Self::Place(cell) => Some(cell),
            Self::Swap(_) | Self::Pass | Self::Resign | Self::Forfeit => None,
        }
    }

    /// Prints the action as [`Action::parse`] reads it.
    #[must_use]
    pub const fn name(self, size: BoardSize) -> ActionName {
        ActionName { action: self, size }
    }
}

impl From<Move> for Action {
    fn from(mv: Move) -> Self {
        match mv {
            Move::Place(cell) => Self::Place(cell),
            Move::Swap(rule) => Self::Swap(rule),
            Move::Resign => Self::Resign,
        }
    }
}

/// Prints as an action; made by [`Action::name`].
#[derive(Debug, Clone, Copy)]
pub struct ActionName {
    action: Action,
    size: BoardSize,
}

impl fmt::Display for ActionName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.action {
            Action::Place(cell) => self.size.name(cell).fmt(f),
            Action::Swap(SwapRule::Pieces) => f.pad("swap-pieces"),
            Action::Swap(SwapRule::Sides) => f.pad("swap-sides"),
            Action::Pass => f.pad("pass"),
            Action::Resign => f.pad("resign"),
            Action::Forfeit => f.pad("forfeit"),
        }
    }
}

/// One turn: who did what. The colour is the one that acted, also for a swap (the second player's) and a resignation
/// (the loser's).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ply {
    /// Who.
    pub color: Color,
    /// The act.
    pub action: Action,
}
