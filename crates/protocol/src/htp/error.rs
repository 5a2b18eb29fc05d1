//! Why a command failed: the text after `?`.

use board::{BoardError, Color};
use player::PlayerError;

/// A failed command. Nothing has changed unless the message says so.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// A command that the registry does not have.
    #[error("unknown command: {0}")]
    UnknownCommand(String),
    /// Too few or too many arguments.
    #[error("found {found}: expected {usage}")]
    ArgumentCount {
        /// How many there were, in words.
        found: String,
        /// The command with its arguments.
        usage: String,
    },
    /// An argument that cannot be read.
    #[error("argument {number}, found '{found}': expected {expected}")]
    Argument {
        /// Its number, from 1.
        number: usize,
        /// Its text, shortened.
        found: String,
        /// What the command takes there.
        expected: String,
    },
    /// A move that the rules forbid.
    #[error("illegal move: {color} {mv} ({reason})")]
    IllegalMove {
        /// Who was to make it.
        color: Color,
        /// The move as written.
        mv: String,
        /// Why not.
        reason: BoardError,
    },
    /// A parameter that a group does not have.
    #[error("unknown parameter: {found}: expected one of {expected}")]
    UnknownParameter {
        /// The name as written.
        found: String,
        /// The names there are.
        expected: String,
    },
    /// An error of the rules or the notation.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A player that cannot move.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// A file that cannot be read or written, or whose content is not what was expected.
    #[error("file {name}: {problem}")]
    File {
        /// The file as named in the command.
        name: String,
        /// What is wrong.
        problem: String,
    },
    /// Anything else; the message says what was found and expected.
    #[error("{0}")]
    Other(String),
}
