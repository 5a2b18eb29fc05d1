//! What can be wrong with a question about chance. Each message says what was found and what was expected.

use board::{BoardError, BoardSize};

use crate::MAX_WIDTH;

/// An error of this crate.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ChanceError {
    /// A board that the exact method cannot do.
    #[error(
        "the exact method cannot do a board of {0}: expected a shorter side of at most {MAX_WIDTH}; sampling does any board"
    )]
    TooWide(BoardSize),
    /// More empty cells than exact fractions can count.
    #[error(
        "found {empty} empty cells: expected at most 255 for exact fractions; floating-point numbers do any"
    )]
    TooManyEmpty {
        /// How many are empty.
        empty: usize,
    },
    /// A probability out of range.
    #[error("found {0} as the probability that Black moves: expected a number from 0 to 1")]
    Coin(f64),
    /// Exact fractions for a coin that is not fair.
    #[error("found a coin of {0}: expected a fair one (0.5) for exact fractions")]
    UnfairFractions(f64),
    /// An error of the rules.
    #[error(transparent)]
    Board(#[from] BoardError),
}
