//! Errors in a record. Each message names the place, what was found and what was expected.

use board::BoardError;

/// An error while reading, following or writing a record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// Text that does not follow its format.
    #[error("line {line}, column {column}: {problem}")]
    Syntax {
        /// Line, counted from 1.
        line: usize,
        /// Column in characters, counted from 1.
        column: usize,
        /// The input found and the input expected.
        problem: String,
    },
    /// A record larger than the reader accepts.
    #[error("found {found} {what}: expected at most {limit}")]
    TooLarge {
        /// The thing that exceeds a limit.
        what: &'static str,
        /// How much was found before the reader gave up.
        found: usize,
        /// The limit.
        limit: usize,
    },
    /// A line of moves that breaks the rules.
    #[error("{place}: {problem}")]
    Rules {
        /// Which move.
        place: String,
        /// Which rule.
        problem: BoardError,
    },
    /// A format that cannot say what the record says.
    #[error("{format} cannot hold {what}")]
    Unwritable {
        /// The format.
        format: &'static str,
        /// The data that does not fit, and the alternative.
        what: String,
    },
    /// A name that no format has.
    #[error("'{found}' is not a format: expected one of {expected}")]
    FormatName {
        /// The name, shortened.
        found: String,
        /// The names there are.
        expected: String,
    },
    /// Text in none of the formats.
    #[error(
        "found text in no known format: expected SGF, a HexWorld or trmph link, a HexWiki board, a list of moves or a drawn board"
    )]
    UnknownFormat,
    /// A picture that cannot be made.
    #[error("{0}")]
    Picture(String),
}

impl RecordError {
    /// A syntax error at a byte of the text.
    pub(crate) fn at(text: &str, offset: usize, problem: impl Into<String>) -> Self {
        let (line, column) = place(text, offset);
        Self::Syntax { line, column, problem: problem.into() }
    }
}

/// Line and column of a byte, both counted from 1; the column in characters.
fn place(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (before.bytes().filter(|&b| b == b'\n').count() + 1, before[start..].chars().count() + 1)
}

/// The first characters of a text that could not be read, so that a message stays a line.
pub(crate) fn excerpt(text: &str) -> String {
    const MOST: usize = 24;
    let mut short: String = text.chars().take(MOST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
