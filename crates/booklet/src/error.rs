//! Errors of booklets.

use board::BoardSize;
use proof::{Refusal, book::PatternBook};

/// Why a win could not be taken apart.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BookletError {
    /// More cells than a local game has room for.
    #[error("found a board of {0}: expected at most 11x11")]
    TooLarge(BoardSize),
    /// Some position was not taken apart.
    #[error("the win was not taken apart: no pattern was found for some intrusion")]
    NotFound,
    /// The work was ended before. The patterns found are the book of a finished game; another run may begin with them.
    #[error("the win was not taken apart: the work was ended, with {} patterns found", .0.patterns.len())]
    Ended(Box<PatternBook>),
    /// The checker refuses the book: a bug.
    #[error("the book does not hold: {0}")]
    Refused(Refusal),
}
