//! Boards drawn as text: the form of doc comments, tests and facts. Pictures for people are made by the crate `record`.

use std::fmt::{self, Write};

use crate::{BoardError, BoardSize, Color, MAX_SIDE, Position};

/// Reads a drawn board: one line a row, `B` and `W` for stones, `.` for an empty cell; spaces are ignored, and so are empty lines. Black is to move if both have as many stones,
/// otherwise the side with fewer.
///
/// ```
/// let position = board::parse_diagram("
///     . B .
///      . W .
///       . . .
/// ").unwrap();
/// assert_eq!(position.stones(board::Color::White).len(), 1);
/// ```
///
/// # Errors
/// [`BoardError::Diagram`] with the line, or [`BoardError::Size`].
pub fn parse_diagram(text: &str) -> Result<Position, BoardError> {
    let mut rows: Vec<Vec<Option<Color>>> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let problem = |problem: String| BoardError::Diagram { line: number + 1, problem };
        let mut row = Vec::new();
        for c in line.chars().filter(|c| !c.is_whitespace()) {
            row.push(match c {
                'B' => Some(Color::Black),
                'W' => Some(Color::White),
                '.' => None,
                _ => return Err(problem(format!("found '{}', expected B, W or .", c.escape_default()))),
            });
        }
        if row.is_empty() {
            continue;
        }
        if let Some(first) = rows.first()
            && first.len() != row.len()
        {
            return Err(problem(format!("found {} cells, expected {}", row.len(), first.len())));
        }
        if rows.len() == MAX_SIDE {
            return Err(problem(format!("found another row, expected at most {MAX_SIDE}")));
        }
        rows.push(row);
    }
    let size = BoardSize::new(rows.first().map_or(0, Vec::len), rows.len())?;
    let mut position = Position::empty(size);
    for (cell, stone) in size.iter().zip(rows.into_iter().flatten()) {
        if let Some(color) = stone {
            position.place(color, cell)?;
        }
    }
    if position.stones(Color::Black).len() > position.stones(Color::White).len() {
        position.set_to_move(Color::White);
    }
    Ok(position)
}

/// Draws a board as [`parse_diagram`] reads it.
pub(crate) fn draw<const W: usize>(position: &Position<W>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let size = position.size();
    for row in 0..size.rows() {
        if row > 0 {
            f.write_char('\n')?;
        }
        for _ in 0..row {
            f.write_char(' ')?;
        }
        for col in 0..size.cols() {
            if col > 0 {
                f.write_char(' ')?;
            }
            let stone = size.at(col, row).and_then(|cell| position.at(cell));
            f.write_char(stone.map_or('.', Color::letter))?;
        }
    }
    Ok(())
}
