//! Why there is no booklet.

use board::BoardSize;
use verify::book::BookError;

/// Why a strategy could not be taken apart.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BookletError {
    /// More cells than a local game has room for.
    #[error("found a board of {0}: expected at most 11x11")]
    TooLarge(BoardSize),
    /// Some position of the strategy was not taken apart.
    #[error(
        "the strategy was not taken apart: patterns lie deeper in each other than was allowed, or the work was ended"
    )]
    NotFound,
    /// The checker refuses the book: a bug.
    #[error("the book does not hold: {0}")]
    Refused(BookError),
}
