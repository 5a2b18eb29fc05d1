//! HexWorld links: `https://hexworld.org/board/#15c1,e6:sf7i8`.
//!
//! After the size come flags, in any order: `r1` to `r12` is the rotation (10 unless given), `m` mirrored, `n` numbered
//! stones, `c1` red and blue instead of black and white. They are kept on a round trip; unknown ones are too. Moves are run
//! together: cells, `:s` swap-pieces, `:S` swap-sides, `:p` pass, `:rb` and `:rw` resignation and `:fb` and `:fw` forfeit by
//! the colour named. Moves after a second comma lie beyond the cursor.

use crate::{
    Action, Ending, Ply, Record, RecordError, Written,
    link::{self, CURSOR, FLAGS},
    main_line::main_line_only,
};
use board::{Color, SwapRule};

/// Whether a text looks like a HexWorld link, or the part of one after `#`.
pub(crate) fn recognise(text: &str) -> bool {
    let text = text.trim();
    let is_link = text.contains("://") || text.contains("hexworld.org");
    !text.contains(char::is_whitespace)
        && (is_link && text.contains('#') || link::is_fragment(text))
        && link::is_fragment(&text[link::fragment_start(text)..])
}

/// Reads a link, or the part of one after `#`.
///
/// # Errors
/// [`RecordError::Syntax`] with the column.
pub fn read(text: &str) -> Result<Record, RecordError> {
    link::read(text.trim_end())
}

/// Writes a link for each record, one a line.
///
/// # Errors
/// [`RecordError::Unwritable`] for set-up stones and for moves that do not alternate.
pub fn write(records: &[Record]) -> Result<Written, RecordError> {
    let mut written = Written::default();
    for record in records {
        let plies = main_line_only(record, "a HexWorld link", &mut written)?;
        let size = record.size();
        let side = if size.is_square() { size.cols().to_string() } else { size.to_string() };
        let flags = record.info(FLAGS).filter(|flags| flags.chars().all(|c| c.is_ascii_alphanumeric()));
        let mut text = format!("https://hexworld.org/board/#{side}{},", flags.as_deref().unwrap_or("c1"));
        let at_root = record.root().values(CURSOR).is_some();
        if at_root {
            text.push(',');
        }
        let cursors = record.main_line().filter(|id| record.node(*id).ply().is_some());
        for (ply, id) in plies.iter().zip(cursors) {
            text.push_str(&code(*ply, record));
            if record.node(id).values(CURSOR).is_some() && id != record.last() {
                text.push(',');
            }
        }
        let ended = plies.last().is_some_and(|ply| matches!(ply.action, Action::Resign | Action::Forfeit));
        if let Some(result) = record.result().filter(|result| !ended && result.ending != Ending::Plain) {
            let kind = if result.ending == Ending::Resignation { 'r' } else { 'f' };
            text.push_str(&format!(":{kind}{}", letter(result.winner.opponent())));
        }
        written.text.push_str(&text);
        written.text.push('\n');
    }
    Ok(written)
}

const fn letter(color: Color) -> char {
    match color {
        Color::Black => 'b',
        Color::White => 'w',
    }
}

fn code(ply: Ply, record: &Record) -> String {
    match ply.action {
        Action::Place(cell) => record.size().name(cell).to_string(),
        Action::Swap(SwapRule::Pieces) => ":s".to_string(),
        Action::Swap(SwapRule::Sides) => ":S".to_string(),
        Action::Pass => ":p".to_string(),
        Action::Resign => format!(":r{}", letter(ply.color)),
        Action::Forfeit => format!(":f{}", letter(ply.color)),
    }
}
