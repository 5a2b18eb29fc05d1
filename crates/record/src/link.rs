//! The common part of HexWorld and trmph: a board size and moves run together, in the part of a link after `#`.
//!
//! ```text
//! https://hexworld.org/board/#15c1,e6:sf7i8,g10
//!                             |  |  |       |
//!                          size  |  moves   moves beyond the cursor
//!                             flags
//! ```

use board::{BoardSize, Color, SwapRule};

use crate::{
    Action, Ending, GameResult, Ply, Record, RecordError,
    error::{RecordError as Error, excerpt},
    main_line::Line,
};

/// The name of our property for the flags of a HexWorld link.
pub(crate) const FLAGS: &str = "HEXWORLD";
/// The name of our property on the node that a link's cursor is on.
pub(crate) const CURSOR: &str = "CURSOR";

/// Whether a text begins like the part of a link after `#`: a size, perhaps flags, and a comma or the end.
pub(crate) fn is_fragment(text: &str) -> bool {
    let text = text.strip_prefix('#').unwrap_or(text);
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() == text.len() {
        return false;
    }
    let rest = match rest.strip_prefix(['x', 'X']) {
        Some(rows) => rows.trim_start_matches(|c: char| c.is_ascii_digit()),
        None => rest,
    };
    let flags = rest.find(',').map(|comma| &rest[..comma]);
    flags.is_some_and(|flags| flags.chars().all(|c| c.is_ascii_alphanumeric()))
}

/// Where the part after `#` begins.
pub(crate) fn fragment_start(text: &str) -> usize {
    text.find('#').map_or(0, |hash| hash + 1)
}

/// Reads a link, or the part of one after `#`.
pub(crate) fn read(text: &str) -> Result<Record, RecordError> {
    let mut reader = Reader { text, at: fragment_start(text) };
    let size = reader.size()?;
    let flags = reader.flags();
    let mut line = Line::new(size);
    if !flags.is_empty() {
        line.record.set_info(FLAGS, flags);
    }
    let mut cursor = None;
    if reader.skip_comma() {
        while reader.one_move(&mut line)? {}
        cursor = Some(line.last);
        if reader.skip_comma() {
            while reader.one_move(&mut line)? {}
        }
    }
    if let Some(word) = reader.rest() {
        let problem = format!(
            "found '{}': expected a move such as a1, :s, :p, :rb, :rw, :fb or :fw, or the end",
            excerpt(word)
        );
        return Err(Error::at(text, reader.at, problem));
    }
    if let Some(cursor) = cursor.filter(|cursor| *cursor != line.last) {
        line.record.node_mut(cursor).set_text(CURSOR, "");
    }
    Ok(line.record)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn next_is(&self, c: char) -> bool {
        self.text[self.at..].starts_with(c)
    }

    fn skip_comma(&mut self) -> bool {
        let is_comma = self.next_is(',');
        self.at += usize::from(is_comma);
        is_comma
    }

    /// The remaining text, if it is more than white space.
    fn rest(&self) -> Option<&'a str> {
        self.text[self.at..].split_whitespace().next()
    }

    fn take_while(&mut self, accept: impl Fn(char) -> bool) -> &'a str {
        let rest = &self.text[self.at..];
        let length = rest.find(|c| !accept(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn size(&mut self) -> Result<BoardSize, RecordError> {
        let start = self.at;
        let error = |problem: String| Error::at(self.text, start, problem);
        let digits = |c: char| c.is_ascii_digit();
        let rest = &self.text[start..];
        let cols = rest.len() - rest.trim_start_matches(digits).len();
        let mut length = cols;
        if let Some(rows) = rest[cols..].strip_prefix(['x', 'X']) {
            length += 1 + rows.len() - rows.trim_start_matches(digits).len();
        }
        // HexWorld takes a link without a size for 11x11.
        let text = if cols == 0 && length == 0 { "11" } else { &rest[..length.min(12)] };
        let size = text.parse().map_err(|e: board::BoardError| error(e.to_string()))?;
        self.at += length;
        Ok(size)
    }

    fn flags(&mut self) -> &'a str {
        self.take_while(|c| c.is_ascii_alphanumeric())
    }

    /// Reads one move, if one is next.
    fn one_move(&mut self, line: &mut Line) -> Result<bool, RecordError> {
        let start = self.at;
        if self.next_is(':') {
            let code = self.text[start..].get(..3).or(self.text[start..].get(..2)).unwrap_or(":");
            let loser = |letter| if letter == b'b' { Color::Black } else { Color::White };
            let mut end = |color: Color, action, ending| {
                line.record.set_result(GameResult { winner: color.opponent(), ending });
                line.push_ply(Ply { color, action })
            };
            self.at += match code.as_bytes() {
                [_, b'r', c @ (b'b' | b'w')] => {
                    end(loser(*c), Action::Resign, Ending::Resignation)?;
                    3
                }
                [_, b'f', c @ (b'b' | b'w')] => {
                    end(loser(*c), Action::Forfeit, Ending::Forfeit)?;
                    3
                }
                [_, b's', ..] => {
                    line.push(Action::Swap(SwapRule::Pieces))?;
                    2
                }
                [_, b'S', ..] => {
                    line.push(Action::Swap(SwapRule::Sides))?;
                    2
                }
                [_, b'p', ..] => {
                    line.push(Action::Pass)?;
                    2
                }
                _ => return Ok(false),
            };
            return Ok(true);
        }
        if !self.text[start..].starts_with(|c: char| c.is_ascii_alphabetic()) {
            return Ok(false);
        }
        self.take_while(|c| c.is_ascii_alphabetic());
        self.take_while(|c| c.is_ascii_digit());
        let name = &self.text[start..self.at];
        let cell = line.size().cell(name).map_err(|e| Error::at(self.text, start, e.to_string()))?;
        // The first move written again is trmph's swap; on HexWorld it would be an occupied cell.
        let repeats = line.record.len() == 2
            && line.record.node(line.last).ply().and_then(|p| p.action.cell()) == Some(cell);
        line.push(if repeats { Action::Swap(SwapRule::Pieces) } else { Action::Place(cell) })?;
        Ok(true)
    }
}
