//! Errors of questions.

use std::sync::Arc;

use chance::ChanceError;
use player::PlayerError;

/// Why a question has no answer.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The question does not make sense: an error of the crate that refuses it, or a message. Both say what was found and what was
    /// expected.
    #[error(transparent)]
    Question(Arc<dyn std::error::Error + Send + Sync>),
    /// A player cannot be made, or cannot move.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// A game of chance cannot be counted.
    #[error(transparent)]
    Chance(#[from] ChanceError),
}

impl Error {
    /// A question that does not make sense.
    pub(crate) fn bad(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Question(Arc::from(error.into()))
    }
}

/// Errors are equal that say the same.
impl PartialEq for Error {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

#[cfg(test)]
mod tests {
    use board::{BoardError, BoardSize};

    use super::Error;

    #[test]
    fn an_error_keeps_what_caused_it() {
        let size = BoardSize::square(3).unwrap();
        let cause = size.cell("d4").unwrap_err();
        let Error::Question(kept) = Error::bad(cause.clone()) else { panic!("another error") };
        assert_eq!(kept.downcast_ref::<BoardError>(), Some(&cause));
    }
}
