//! Why a strategy was refused.

/// What is wrong with a strategy.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StrategyError {
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
    /// A node whose claim does not hold.
    #[error("node {node} (line {line}): {problem}")]
    Node {
        /// Counted from 0.
        node: usize,
        /// Counted from 1.
        line: usize,
        /// What was found and expected.
        problem: String,
    },
    /// The nodes hold, but do not win the position.
    #[error("the position: {0}")]
    Root(String),
}
