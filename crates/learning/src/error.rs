//! Errors in the settings of a training, and in the bytes that an evaluator sends.

/// An error of a training, or of the exchange between the games and their evaluator.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LearningError {
    /// A setting with which nothing can be learnt.
    #[error("{name}: found {found}: expected {expected}")]
    Setting {
        /// Which one.
        name: &'static str,
        /// Its value.
        found: String,
        /// The meaningful values.
        expected: &'static str,
    },
    /// A file that is not a state of this training.
    #[error("{0}")]
    Checkpoint(String),
    /// A player that cannot be made or cannot move.
    #[error(transparent)]
    Player(#[from] player::PlayerError),
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
    /// Answers that no game waits for.
    #[error("found answers for slot {slot}, which has no games: expected a command to play first")]
    NoGames {
        /// The slot.
        slot: u16,
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
        /// The event that came.
        value: f32,
        /// Which game of the batch.
        game: usize,
    },
}
