//! Why a book was refused.

use crate::FileError;

/// What is wrong with a book.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// A pattern that does not hold.
    #[error("pattern {pattern}: {problem}")]
    Pattern {
        /// Counted from 1, as printed.
        pattern: usize,
        /// What was found and expected.
        problem: String,
    },
    /// The patterns hold, but do not win the position.
    #[error("the position: {0}")]
    Root(String),
}
