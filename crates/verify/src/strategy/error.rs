//! Why a strategy was refused.

use crate::FileError;

/// What is wrong with a strategy.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StrategyError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
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
