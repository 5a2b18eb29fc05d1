//! Errors of commands: the text after `?`.

use board::{BoardError, Color};
use player::PlayerError;

/// A failed command. Nothing has changed unless the message says so.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
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
        /// The value that the command takes there.
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
    /// A question that does not make sense, or has no answer.
    #[error(transparent)]
    Question(#[from] analysis::Error),
    /// A file that cannot be read or written, or whose content is not what was expected.
    #[error("file {name}: {problem}")]
    File {
        /// The file as named in the command.
        name: String,
        /// The problem.
        problem: String,
    },
    /// Nothing that can be taken back.
    #[error("cannot undo: {0}")]
    Undo(#[source] BoardError),
    /// No stones that were put into the built connections.
    #[error("found no stones to take back: expected vc-build-incremental before")]
    NothingAdded,
    /// A setting for the whole game, after its first move.
    #[error("the game has begun: expected game_time before the first move")]
    GameBegun,
}
