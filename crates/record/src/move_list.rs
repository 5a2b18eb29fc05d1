//! Plain lists of moves: `a5 swap-pieces d4`, Black first, alternating; one game a paragraph.
//!
//! The list does not say how large the board is. Numbers before the moves, as in `1. a3 2. swap`, are skipped. Moves with a colour, `B[b3] W[j4]`, as self-play programs log them, are
//! read too; what such a program appends to a move in brackets is kept as a comment.

use board::{BoardSize, Color};

use crate::{
    Action, NodeId, Ply, Record, RecordError, Written,
    error::{RecordError as Error, excerpt},
    main_line::{Line, main_line_only, next_color},
};

/// The words of a line with their offsets: divided by white space, and by commas and semicolons except in brackets.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut in_brackets = false;
    let mut offset = 0;
    let separates = move |c: char| {
        in_brackets = match c {
            '[' => true,
            ']' => false,
            c => in_brackets && !c.is_whitespace(),
        };
        c.is_whitespace() || (matches!(c, ',' | ';') && !in_brackets)
    };
    line.split_inclusive(separates)
        .map(move |word| {
            let start = offset;
            offset += word.len();
            let word = word.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';'));
            let bare = without_number(word);
            (start + word.len() - bare.len(), bare)
        })
        .filter(|(_, word)| !word.is_empty())
}

/// A move without its number: `1. a3`, `1.a3` and `2... b4` are numbered.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let bare = rest.trim_start_matches('.');
    let is_number = rest.len() < word.len() && bare.len() < rest.len();
    if is_number && !bare.starts_with(|c: char| c.is_ascii_digit()) { bare } else { word }
}

/// Whether a text looks like a list of moves: its first word is one.
pub(crate) fn recognise(text: &str) -> bool {
    let Some((_, word)) = words(text).next() else { return false };
    let word = word
        .strip_prefix("B[")
        .or(word.strip_prefix("W["))
        .map_or(word, |rest| rest.split(']').next().unwrap_or(rest));
    let largest = BoardSize::square(board::MAX_SIDE).expect("the largest board is a board");
    Action::parse(word, largest).is_ok()
}

/// Reads lists of moves on a board of this size, one for each paragraph.
///
/// # Errors
/// [`RecordError::Syntax`] with line and column, or [`RecordError::TooLarge`].
pub fn read(text: &str, size: BoardSize) -> Result<Vec<Record>, RecordError> {
    let mut records = Vec::new();
    let mut current: Option<Line> = None;
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        if line.trim().is_empty() {
            records.extend(current.take().map(|line| line.record));
        }
        for (at, word) in words(line) {
            let game = current.get_or_insert_with(|| Line::new(size));
            match understand(game, word).map_err(|problem| Error::at(text, offset + at, problem))? {
                Word::Move { color: Some(color), action } => game.push_ply(Ply { color, action })?,
                Word::Move { color: None, action } => game.push(action)?,
                Word::Value => {}
            }
            if let Some(note) = note(word) {
                game.record.node_mut(game.last).set_comment(note);
            }
        }
        offset += line.len();
    }
    records.extend(current.map(|line| line.record));
    if records.is_empty() {
        return Err(Error::at(text, 0, "found no move: expected a list such as \"a5 swap-pieces d4\""));
    }
    Ok(records)
}

/// The meaning of a word of a list.
enum Word {
    /// A move, with its colour where the list says it.
    Move { color: Option<Color>, action: Action },
    /// The value of the last position, which ends a line of self-play.
    Value,
}

fn understand(line: &Line, word: &str) -> Result<Word, String> {
    let (color, action) = match word.as_bytes() {
        [letter @ (b'B' | b'W'), b'[', ..] => {
            let (action, _) = word[2..]
                .split_once(']')
                .ok_or_else(|| format!("found '{}': expected a move such as B[c3]", excerpt(word)))?;
            (Some(if *letter == b'B' { Color::Black } else { Color::White }), action)
        }
        _ if line.last != NodeId::ROOT && is_value(word) => return Ok(Word::Value),
        _ => (None, word),
    };
    let action = Action::parse(action, line.size()).map_err(|error| error.to_string())?;
    Ok(Word::Move { color, action })
}

fn is_value(word: &str) -> bool {
    word.contains('.') && word.parse::<f64>().is_ok_and(f64::is_finite)
}

/// The text that a self-play program adds to a move: `[j4:0.37;…]` after `W[j4]`, or the value at the end.
fn note(word: &str) -> Option<&str> {
    if is_value(word) {
        return Some(word);
    }
    let (_, rest) = word.split_once("][")?;
    Some(rest.trim_end_matches(']'))
}

/// Writes the main line of each record.
///
/// # Errors
/// [`RecordError::Unwritable`] where the order of colours or set-up stones would be lost.
pub fn write(records: &[Record]) -> Result<Written, RecordError> {
    let mut written = Written::default();
    for (index, record) in records.iter().enumerate() {
        let size = record.size();
        let mut plies = main_line_only(record, "a list of moves", &mut written)?;
        if let [before @ .., last] = plies.as_slice()
            && matches!(last.action, Action::Resign | Action::Forfeit)
            && last.color != before.last().map_or(Color::Black, |before| next_color(*before))
        {
            plies.pop();
            written.leave_out("a resignation out of turn");
        }
        if index > 0 {
            written.text.push('\n');
        }
        let names: Vec<String> = plies.iter().map(|ply| ply.action.name(size).to_string()).collect();
        written.text.push_str(&names.join(" "));
        written.text.push('\n');
        if BoardSize::square(11) != Ok(size) {
            written.leave_out(&format!("the board size {size}"));
        }
    }
    Ok(written)
}
