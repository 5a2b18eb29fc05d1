//! Errors of experiments.

use std::{error::Error, fmt::Display};

/// An error in the settings or inputs of an experiment.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExperimentError {
    /// Something else was found than was expected; the text says both.
    #[error("{0}")]
    Unexpected(String),
    /// A part of the work failed.
    #[error("{what}")]
    Within {
        /// The setting, the file or the part.
        what: String,
        /// Why.
        source: Box<dyn Error + Send + Sync>,
    },
    /// A board, a cell or a move.
    #[error(transparent)]
    Board(#[from] board::BoardError),
    /// A player that cannot be made or cannot move.
    #[error(transparent)]
    Player(#[from] player::PlayerError),
    /// A training.
    #[error(transparent)]
    Learning(#[from] learning::LearningError),
    /// The exact method or the discrete game.
    #[error(transparent)]
    Chance(#[from] chance::ChanceError),
    /// Yang's solver.
    #[error(transparent)]
    Decomposition(#[from] decomposition::DecompositionError),
    /// The server of the arena.
    #[error(transparent)]
    Arena(#[from] arena::ArenaError),
    /// The file of the arena.
    #[error(transparent)]
    Store(#[from] store::StoreError),
    /// A file or a socket.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// An error reported by the arena's server.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

impl ExperimentError {
    pub(crate) fn unexpected(text: impl Into<String>) -> Self {
        Self::Unexpected(text.into())
    }
}

/// Says in which part of the work an error happened.
pub(crate) trait Within<T> {
    fn within(self, what: impl Display) -> Result<T, ExperimentError>;
}

impl<T, E: Into<Box<dyn Error + Send + Sync>>> Within<T> for Result<T, E> {
    fn within(self, what: impl Display) -> Result<T, ExperimentError> {
        self.map_err(|error| ExperimentError::Within { what: what.to_string(), source: error.into() })
    }
}

/// An error unless the condition holds.
macro_rules! require {
    ($condition:expr, $($text:tt)+) => {
        if !$condition {
            return Err($crate::ExperimentError::unexpected(format!($($text)+)));
        }
    };
}

pub(crate) use require;
