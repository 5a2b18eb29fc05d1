//! Errors of the input.

/// Why a pattern file could not be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InferiorError {
    /// A line of a pattern file cannot be read.
    #[error("line {line} of the patterns: {problem}")]
    Pattern {
        /// The line, counted from 1.
        line: usize,
        /// The input found and the input expected.
        problem: String,
    },
}
