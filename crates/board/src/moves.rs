//! Moves and how they are written.

use std::fmt;

use crate::{BoardError, BoardSize, Cell, SwapRule, size::excerpt};

/// The actions of a player in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Move {
    /// Puts a stone on a cell.
    Place(Cell),
    /// Takes over the opponent's first stone.
    Swap(SwapRule),
    /// Gives up.
    Resign,
}

impl Move {
    /// Reads a move on a board of this size: `c7`, `swap-pieces` (or `swap`), `swap-sides`, `resign`, in any case.
    ///
    /// # Errors
    /// [`BoardError::OffBoard`] for a cell that the board does not have, [`BoardError::MoveText`] for anything else.
    pub fn parse(text: &str, size: BoardSize) -> Result<Self, BoardError> {
        match text.to_ascii_lowercase().as_str() {
            "swap" | "swap-pieces" => Ok(Self::Swap(SwapRule::Pieces)),
            "swap-sides" => Ok(Self::Swap(SwapRule::Sides)),
            "resign" => Ok(Self::Resign),
            _ => match size.cell(text) {
                Ok(cell) => Ok(Self::Place(cell)),
                Err(BoardError::CellText(_)) => Err(BoardError::MoveText(excerpt(text))),
                Err(error) => Err(error),
            },
        }
    }

    /// The cell that is played on, if this is a stone.
    #[must_use]
    pub const fn cell(self) -> Option<Cell> {
        match self {
            Self::Place(cell) => Some(cell),
            Self::Swap(_) | Self::Resign => None,
        }
    }

    /// Prints the move as [`Move::parse`] reads it.
    #[must_use]
    pub fn name(self, size: BoardSize) -> MoveName {
        MoveName { mv: self, size }
    }
}

/// Prints as a move; made by [`Move::name`].
#[derive(Debug, Clone, Copy)]
pub struct MoveName {
    mv: Move,
    size: BoardSize,
}

impl fmt::Display for MoveName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mv {
            Move::Place(cell) => self.size.name(cell).fmt(f),
            Move::Swap(SwapRule::Pieces) => f.pad("swap-pieces"),
            Move::Swap(SwapRule::Sides) => f.pad("swap-sides"),
            Move::Resign => f.pad("resign"),
        }
    }
}
