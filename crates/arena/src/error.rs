//! Why a match cannot be played or recorded.

use std::io;

use board::BoardError;

/// An error that ends a match. What a contestant does wrong in a game is no error but a lost game.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ArenaError {
    /// A contestant that does not get as far as playing.
    #[error("{name} cannot play: {problem}")]
    Contestant {
        /// Which.
        name: String,
        /// What happened, with what it wrote to standard error.
        problem: String,
    },
    /// A line of a file of openings that cannot be read.
    #[error("line {line} of the openings: {problem}")]
    Opening {
        /// Line, counted from 1.
        line: usize,
        /// What was found and expected.
        problem: BoardError,
    },
    /// No openings at all.
    #[error("found no opening: expected at least one")]
    NoOpening,
    /// No built-in list for this size.
    #[error("there is no list of balanced openings for {size}: expected one of {known}, or a file, or 'all'")]
    NotBalanced {
        /// The size asked for.
        size: String,
        /// The sizes there are.
        known: String,
    },
    /// A log of another match.
    #[error("the log is of another match, {what}: found {found}, expected {expected}")]
    OtherMatch {
        /// Which setting differs.
        what: &'static str,
        /// In the log.
        found: String,
        /// Now.
        expected: String,
    },
    /// A log that cannot be read.
    #[error("line {line} of the log: {problem}")]
    Log {
        /// Line, counted from 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
    /// A setting of a tournament that cannot be used.
    #[error("setting {what}: found {found}, expected {expected}")]
    Setting {
        /// Which setting.
        what: &'static str,
        /// What it is.
        found: String,
        /// What it may be.
        expected: String,
    },
    /// An act of a game that cannot be read or breaks the rules.
    #[error("found an impossible act '{0}': expected acts by the rules of the game")]
    Act(String),
    /// The organiser asked for something that cannot be done.
    #[error("{0}")]
    Request(String),
    /// The ledger says something that cannot be.
    #[error("the ledger is damaged: found {found}, expected {expected}")]
    Ledger {
        /// What it says.
        found: String,
        /// What it should say.
        expected: &'static str,
    },
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] store::StoreError),
    /// A file that cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
}
