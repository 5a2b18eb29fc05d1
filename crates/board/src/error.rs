//! Errors of boards, cells and moves. Each message says what was found and what was expected.

use crate::{Color, MAX_SIDE};

/// An error of the rules or of the notation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// A board side outside `1..=19`.
    #[error(
        "board size {cols}x{rows} is not supported: expected 1 to {MAX_SIDE} columns and 1 to {MAX_SIDE} rows"
    )]
    Size {
        /// Columns asked for.
        cols: usize,
        /// Rows asked for.
        rows: usize,
    },
    /// Text that is not a board size.
    #[error("'{0}' is not a board size: expected a number such as 11, or columns x rows such as 11x9")]
    SizeText(String),
    /// Text that is not the name of a cell.
    #[error("'{0}' is not a cell: expected a column letter and a row number, such as a1")]
    CellText(String),
    /// A cell that the board does not have.
    #[error("cell {name} is not on the {size} board: expected a1 to {last}")]
    OffBoard {
        /// The cell as written.
        name: String,
        /// The board.
        size: String,
        /// Its last cell.
        last: String,
    },
    /// Text that is not a move.
    #[error("'{0}' is not a move: expected a cell such as a1, swap-pieces, swap-sides or resign")]
    MoveText(String),
    /// Text that is not a colour.
    #[error("'{0}' is not a colour: expected black or white")]
    ColorText(String),
    /// A stone on an occupied cell.
    #[error("cell {name} is occupied by {holder}: expected an empty cell")]
    Occupied {
        /// The cell.
        name: String,
        /// Who holds it.
        holder: Color,
    },
    /// A cell that the board does not have: it was made for a larger one.
    #[error(
        "found cell number {number}, which a board of {size} does not have: expected a cell of this board"
    )]
    ForeignCell {
        /// The number of the cell.
        number: usize,
        /// The board.
        size: String,
    },
    /// A move after the end.
    #[error("the game is over, {winner} has won: expected no further move")]
    GameOver {
        /// Who won.
        winner: Color,
    },
    /// A move of the side that is not to move.
    #[error("it is not {color}'s turn: expected a move of {}", color.opponent())]
    NotToMove {
        /// Who tried to move.
        color: Color,
    },
    /// A swap that the rules do not allow.
    #[error("swap is not allowed here: expected it only as the second move, as the answer to a stone{hint}")]
    Swap {
        /// Further obstacles; empty or starting with a comma.
        hint: &'static str,
    },
    /// Nothing to take back.
    #[error("there is no move to take back")]
    NothingToUndo,
    /// A drawn board that cannot be read.
    #[error("line {line} of the board: {problem}")]
    Diagram {
        /// Line, counted from 1.
        line: usize,
        /// The input found and the input expected.
        problem: String,
    },
}
