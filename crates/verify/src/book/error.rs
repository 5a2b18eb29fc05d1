//! Why a book was refused.

/// What is wrong with a book.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// A line that cannot be read.
    #[error("line {line}: found {found}: expected {expected}")]
    Line {
        /// Counted from 1.
        line: usize,
        /// The beginning of what is there.
        found: String,
        /// What should be there.
        expected: String,
    },
    /// The bytes are not those that were written.
    #[error("found check sum {found:016x}: expected {expected:016x}; the file was changed or cut")]
    CheckSum {
        /// Of the text.
        found: u64,
        /// As written in the file.
        expected: u64,
    },
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
