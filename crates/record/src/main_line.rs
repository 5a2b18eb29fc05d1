//! The common part of formats that have only a sequence of moves: building a line, and taking one out of a tree.

use board::{BoardSize, Color, SwapRule};

use crate::{Action, NodeId, Ply, Record, RecordError, Written, sgf::MAX_NODES};

/// A record under construction, one move after the other, Black first.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) record: Record,
    pub(crate) last: NodeId,
    to_move: Color,
}

impl Line {
    pub(crate) fn new(size: BoardSize) -> Self {
        Self { record: Record::new(size), last: NodeId::ROOT, to_move: Color::Black }
    }

    pub(crate) const fn size(&self) -> BoardSize {
        self.record.size()
    }

    /// Adds a move of the side whose turn it is.
    pub(crate) fn push(&mut self, action: Action) -> Result<(), RecordError> {
        self.push_ply(Ply { color: self.to_move, action })
    }

    /// Adds a move of a named colour.
    pub(crate) fn push_ply(&mut self, ply: Ply) -> Result<(), RecordError> {
        if self.record.len() > MAX_NODES {
            return Err(RecordError::TooLarge { what: "moves", found: MAX_NODES + 1, limit: MAX_NODES });
        }
        self.last = self.record.add_ply(self.last, ply);
        self.to_move = next_color(ply);
        Ok(())
    }
}

/// Whose turn it is after a move.
pub(crate) const fn next_color(ply: Ply) -> Color {
    match ply.action {
        // After an exchange of sides the same colour moves again: its player is now the other one.
        Action::Swap(SwapRule::Sides) => ply.color,
        _ => ply.color.opponent(),
    }
}

/// The moves of a record's main line, for a format that knows nothing else. What such a format leaves out without changing
/// the game is noted in `written`.
///
/// # Errors
/// [`RecordError::Unwritable`] for set-up stones and for moves that do not alternate, Black first: without them the rest
/// would be another game. [`RecordError::Rules`] for a game against the rules.
pub(crate) fn main_line_only(
    record: &Record,
    format: &'static str,
    written: &mut Written,
) -> Result<Vec<Ply>, RecordError> {
    let cannot = |what: &str| RecordError::Unwritable { format, what: what.to_string() };
    if record.main_line().any(|id| record.node(id).has_setup()) {
        return Err(cannot("set-up stones: expected moves only; use sgf, hexwiki or diagram"));
    }
    record.game()?;
    let plies: Vec<Ply> = record.plies().collect();
    let mut to_move = Color::Black;
    for (index, ply) in plies.iter().enumerate() {
        let ends = matches!(ply.action, Action::Resign | Action::Forfeit);
        if ply.color != to_move && !ends {
            let number = index + 1;
            return Err(cannot(&format!(
                "move {number} by {}: expected moves that alternate, black first; use sgf",
                ply.color
            )));
        }
        to_move = next_color(*ply);
    }
    written.leave_out_if(record.has_variations(), "variations");
    written.leave_out_texts(record);
    Ok(plies)
}
