//! Drawn boards: the text form of positions in tests, facts and on the terminal.
//!
//! The reader accepts rows of `B`, `W` and `.` as [`board::parse_diagram`] does, with or without the letters and numbers that
//! [`Picture::text`](crate::Picture::text) puts around the board. What is written has neither, so everything reads it.

use board::{BoardError, parse_diagram};

use crate::{Record, RecordError, Written};

/// Whether a text looks like a drawn board: at least one row, and nothing but rows and coordinates.
pub(crate) fn recognise(text: &str) -> bool {
    let bare = without_coordinates(text);
    let mut rows = bare.lines().filter(|line| !line.trim().is_empty()).peekable();
    rows.peek().is_some()
        && rows
            .all(|line| line.chars().all(|c| c.is_whitespace() || matches!(c, 'B' | 'W' | '.' | '(' | ')')))
}

/// Reads a drawn board.
///
/// # Errors
/// [`RecordError::Syntax`] with the line.
pub fn read(text: &str) -> Result<Record, RecordError> {
    let position = parse_diagram(&without_coordinates(text)).map_err(|error| match error {
        BoardError::Diagram { line, problem } => RecordError::Syntax { line, column: 1, problem },
        other => RecordError::at(text, 0, other.to_string()),
    })?;
    Ok(Record::from_position(&position))
}

/// Draws the position at the end of each main line.
///
/// # Errors
/// [`RecordError::Rules`] where the moves break the rules.
pub fn write(records: &[Record]) -> Result<Written, RecordError> {
    let mut written = Written::default();
    for (index, record) in records.iter().enumerate() {
        if index > 0 {
            written.text.push('\n');
        }
        let game = record.game()?;
        written.text.push_str(&format!("{}\n", game.position()));
        written.leave_out_if(record.plies().next().is_some(), "the order of the moves");
        written.leave_out_if(record.has_variations(), "variations");
        written.leave_out_texts(record);
        // A reader counts stones to know whose turn it is.
        let counted = parse_diagram(&game.position().to_string()).is_ok_and(|read| read == *game.position());
        written.leave_out_if(!counted, "the side to move");
    }
    Ok(written)
}

/// The text with the lines of column letters emptied and the numbers and brackets of rows replaced by spaces.
fn without_coordinates(text: &str) -> String {
    let mut bare = String::with_capacity(text.len());
    for line in text.lines() {
        let letters: Vec<&str> = line.split_whitespace().collect();
        let is_letters = letters.len() <= board::MAX_SIDE
            && letters
                .iter()
                .enumerate()
                .all(|(col, word)| *word == char::from(b'a' + col as u8).to_string());
        if !is_letters {
            let blank = |c: char| if c.is_ascii_digit() || matches!(c, '(' | ')') { ' ' } else { c };
            bare.extend(line.chars().map(blank));
        }
        bare.push('\n');
    }
    bare
}
