//! Errors of matches and their records.

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
        /// The event, with the program's standard error.
        problem: String,
    },
    /// A line of a file of openings that cannot be read.
    #[error("line {line} of the openings: {problem}")]
    Opening {
        /// Line, counted from 1.
        line: usize,
        /// The input found and the input expected.
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
        /// The problem.
        problem: String,
    },
    /// A match in a folder that cannot be begun or gone on with.
    #[error("{what}")]
    Saved {
        /// Which folder, and what was expected of it.
        what: String,
        /// Why.
        source: Box<ArenaError>,
    },
    /// A setting of a tournament that cannot be used.
    #[error("setting {what}: found {found}, expected {expected}")]
    Setting {
        /// Which setting.
        what: &'static str,
        /// Its kind.
        found: String,
        /// The possible values.
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
        /// Its text.
        found: String,
        /// The expected value.
        expected: &'static str,
    },
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] store::StoreError),
    /// A file that cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
}
