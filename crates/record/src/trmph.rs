//! trmph: `https://trmph.com/hex/board#13,a1b2c3`, the form of an old site that training corpora still use.
//!
//! A swap is the first move written again; it mirrors the stone. Corpora have one game a line, without the address, and may
//! append a blank and the winner: 1 for the first player, 2 for the second.

use board::{Color, SwapRule};

use crate::{
    Action, Ending, GameResult, Record, RecordError, Written, error::RecordError as Error, link,
    main_line::main_line_only,
};

/// Whether a text looks like trmph: every line is a fragment, or a link of the site.
pub(crate) fn recognise(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty()).peekable();
    lines.peek().is_some()
        && lines.all(|line| {
            let (link, winner) = split_winner(line);
            let plain = !link.contains(':') || link.contains("://");
            let ours = link.contains("trmph") || !link.contains("://");
            let fragment = &link[link::fragment_start(link)..];
            let flagless =
                fragment.split(',').next().is_some_and(|size| size.bytes().all(|b| b.is_ascii_digit()));
            ours && plain && (flagless || winner.is_some()) && link::is_fragment(fragment)
        })
}

/// The line without the winner of a training corpus, and that winner.
fn split_winner(line: &str) -> (&str, Option<Color>) {
    match line.trim_end().rsplit_once(char::is_whitespace) {
        Some((link, "1")) => (link.trim_end(), Some(Color::Black)),
        Some((link, "2")) => (link.trim_end(), Some(Color::White)),
        _ => (line.trim_end(), None),
    }
}

/// Reads one game for each line that is not empty.
///
/// # Errors
/// [`RecordError::Syntax`] with line and column.
pub fn read(text: &str) -> Result<Vec<Record>, RecordError> {
    let mut records = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let (link, winner) = split_winner(line);
        let indent = link.len() - link.trim_start().len();
        let mut record = link::read(link.trim_start()).map_err(|error| match error {
            RecordError::Syntax { column, problem, .. } => {
                RecordError::Syntax { line: number + 1, column: column + indent, problem }
            }
            other => other,
        })?;
        if let Some(winner) = winner {
            record.set_result(GameResult { winner, ending: Ending::Plain });
        }
        records.push(record);
    }
    if records.is_empty() {
        return Err(Error::at(text, 0, "found no game: expected a line such as 13,a1b2c3"));
    }
    Ok(records)
}

/// Writes a link for each record, one a line.
///
/// # Errors
/// [`RecordError::Unwritable`] for set-up stones, moves that do not alternate, passes and rectangles.
pub fn write(records: &[Record]) -> Result<Written, RecordError> {
    const FORMAT: &str = "a trmph link";
    let cannot = |what: &str| RecordError::Unwritable { format: FORMAT, what: what.to_string() };
    let mut written = Written::default();
    for record in records {
        let size = record.size();
        if !size.is_square() {
            return Err(cannot("a rectangular board: expected a square; use sgf or hexworld"));
        }
        let record = record.clone().with_swaps_as(SwapRule::Pieces);
        let plies = main_line_only(&record, FORMAT, &mut written)?;
        let mut text = format!("https://trmph.com/hex/board#{},", size.cols());
        for (index, ply) in plies.iter().enumerate() {
            let cell = match ply.action {
                Action::Place(cell) => cell,
                Action::Swap(_) => {
                    plies[..index].iter().rev().find_map(|ply| ply.action.cell()).ok_or_else(|| {
                        cannot("a swap that answers no stone: expected it as the second move")
                    })?
                }
                Action::Pass => return Err(cannot("a pass: expected stones only; use sgf or hexworld")),
                Action::Resign | Action::Forfeit => {
                    written.leave_out("how the game ended");
                    break;
                }
            };
            text.push_str(&size.name(cell).to_string());
        }
        written.text.push_str(&text);
        written.text.push('\n');
    }
    Ok(written)
}
