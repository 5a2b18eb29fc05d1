//! What can be wrong with the bytes that an evaluator sends.

/// An error of the exchange between the games and their evaluator.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LearningError {
    /// A command of an unknown kind.
    #[error("found a command of kind {0}: expected 1 (answers), 2 (games), 3 (match) or 4 (quit)")]
    CommandKind(u8),
    /// A board that self-play does not know.
    #[error("found board side {0}: expected 3 to 19")]
    Side(u8),
    /// A search without visits.
    #[error("found a search of {full} and {fast} visits: expected at least 1 each")]
    Visits {
        /// Visits of a full search.
        full: u16,
        /// Visits of a fast search.
        fast: u16,
    },
    /// Answers of the wrong length.
    #[error("found {found} bytes of answers: expected {expected}")]
    AnswerLength {
        /// Bytes that came.
        found: usize,
        /// Bytes that the batch's size asks for.
        expected: usize,
    },
    /// A value or prior that is no probability.
    #[error("found {what} {value} for game {game}: expected a number from 0 to 1")]
    NotAProbability {
        /// `value` or `prior`.
        what: &'static str,
        /// What came.
        value: f32,
        /// Which game of the batch.
        game: usize,
    },
}
