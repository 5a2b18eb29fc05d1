//! The tag `<hexboard …/>`: attributes, and the words of `contents`.
//!
//! A word is `R`, `B`, `E` or `S`, which says what the following cells are (red, blue, empty, shaded), or cells with an
//! optional label and a colon before them. Cells are one name, `all`, a range `a1--a5`, a list in parentheses, or
//! `area(a1,c1,c3)`, the polygon with these corners. A range is the straight line between its ends, or where there is none
//! the parallelogram that they span.

use board::{BoardSize, Cell, Color};

use super::WikiBoard;
use crate::{
    RecordError,
    error::{RecordError as Error, excerpt},
};

/// The longest label: every cell of a range gets a copy.
const LONGEST_LABEL: usize = 1000;

/// How often a page may say what a cell is, on average over the board.
const MOST_MARKS: usize = 1000;

/// The content of the cells of a word.
#[derive(Clone, Copy)]
enum Mode {
    Stone(Color),
    Empty,
    Shaded,
}

/// Reads the tag that begins at `at`; returns the board and where the tag ends.
pub(super) fn read(text: &str, at: usize) -> Result<(WikiBoard, usize), RecordError> {
    let mut cursor = at + "<hexboard".len();
    let mut size: Option<BoardSize> = None;
    let mut contents: Option<(usize, &str)> = None;
    loop {
        let rest = &text[cursor..];
        let space = rest.len() - rest.trim_start().len();
        cursor += space;
        let rest = &text[cursor..];
        if rest.starts_with("/>") || rest.starts_with('>') {
            cursor += if rest.starts_with('>') { 1 } else { 2 };
            break;
        }
        let expected = "expected attributes such as size=\"5x5\" and \"/>\"";
        let length = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let name = &rest[..length];
        let quoted = rest[length..].trim_start().strip_prefix('=').map(str::trim_start);
        let value = quoted.and_then(|quoted| {
            let quote = quoted.chars().next().filter(|c| matches!(c, '"' | '\''))?;
            let start = text.len() - quoted.len() + 1;
            let end = start + text[start..].find(quote)?;
            Some((start, end))
        });
        let (false, Some((start, end))) = (name.is_empty(), value) else {
            let word = rest.split_whitespace().next().unwrap_or("the end");
            return Err(Error::at(text, cursor, format!("found '{}': {expected}", excerpt(word))));
        };
        match name {
            "size" => size = Some(rows_by_columns(text, start, &text[start..end])?),
            "contents" => contents = Some((start, &text[start..end])),
            // How the board is shown: coords, edges, visible, float.
            _ => {}
        }
        cursor = end + 1;
    }
    let size = size.ok_or_else(|| {
        Error::at(text, at, "found <hexboard> without a size: expected size=\"rows x columns\"")
    })?;
    let mut board = WikiBoard::new(size);
    if let Some((start, words)) = contents {
        fill(&mut board, text, start, words)?;
    }
    Ok((board, cursor))
}

/// HexWiki's order is rows x columns.
fn rows_by_columns(text: &str, at: usize, size: &str) -> Result<BoardSize, RecordError> {
    let error = |problem: String| Error::at(text, at, problem);
    let bad = || error(format!("found size '{}': expected rows x columns such as 5x7", excerpt(size)));
    let (rows, cols) = size.split_once(['x', 'X']).ok_or_else(bad)?;
    let side = |text: &str| text.trim().parse::<usize>().map_err(|_| bad());
    BoardSize::new(side(cols)?, side(rows)?).map_err(|e| error(e.to_string()))
}

fn fill(board: &mut WikiBoard, text: &str, start: usize, words: &str) -> Result<(), RecordError> {
    let (mut mode, mut marks) = (None, 0);
    for (offset, word) in split_outside(words, char::is_whitespace) {
        let error = |problem: String| Error::at(text, start + offset, problem);
        mode = match (word, mode) {
            ("R", _) => Some(Mode::Stone(Color::Black)),
            ("B", _) => Some(Mode::Stone(Color::White)),
            ("E", _) => Some(Mode::Empty),
            ("S", _) => Some(Mode::Shaded),
            (word, Some(mode)) => {
                let mut parts = split_outside(word, |c| c == ':');
                let (label, cells) = match (parts.pop(), parts.pop()) {
                    (Some((_, cells)), Some((_, label))) => (Some(label), cells),
                    _ => (None, word),
                };
                let length = label.map_or(0, str::len);
                if length > LONGEST_LABEL {
                    return Err(error(format!(
                        "found a label of {length} bytes: expected at most {LONGEST_LABEL}"
                    )));
                }
                let cells = cells_of(board.size, cells).map_err(error)?;
                marks += cells.len();
                if marks > MOST_MARKS * board.size.cells() {
                    let problem = format!(
                        "found more than {MOST_MARKS} marks for each cell: expected a board to look at"
                    );
                    return Err(error(problem));
                }
                for cell in cells {
                    put(board, mode, cell, label);
                }
                Some(mode)
            }
            (word, None) => {
                return Err(error(format!("found '{}': expected R, B, E or S first", excerpt(word))));
            }
        };
    }
    Ok(())
}

fn put(board: &mut WikiBoard, mode: Mode, cell: Cell, label: Option<&str>) {
    match mode {
        Mode::Stone(color) => {
            board.stones.insert(cell, color);
        }
        Mode::Empty => {
            board.stones.remove(&cell);
        }
        Mode::Shaded => {
            board.shades.insert(cell, label.unwrap_or("grey").to_string());
            return;
        }
    }
    match label {
        Some(label) => board.labels.insert(cell, label.to_string()),
        None => board.labels.remove(&cell),
    };
}

/// Splits at characters that are not in parentheses; empty parts are left out. Each part comes with its offset.
fn split_outside(text: &str, separates: impl Fn(char) -> bool) -> Vec<(usize, &str)> {
    let mut parts = Vec::new();
    let mut depth = 0usize;
    let mut start = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            c if depth == 0 && separates(c) => {
                parts.push((start, &text[start..at]));
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    parts.push((start, &text[start..]));
    parts.retain(|(_, part)| !part.is_empty());
    parts
}

/// The cells that a word stands for. The error says what was found and expected.
fn cells_of(size: BoardSize, word: &str) -> Result<Vec<Cell>, String> {
    let items = match word.strip_prefix('(') {
        None => vec![(0, word)],
        Some(inner) => {
            let inner = inner.strip_suffix(')').ok_or_else(|| {
                format!("found '{}': expected a list of cells in parentheses", excerpt(word))
            })?;
            split_outside(inner, |c| c.is_whitespace() || c == ',')
        }
    };
    let cell = |name: &str| size.cell(name.trim()).map_err(|error| error.to_string());
    let mut cells = Vec::new();
    for (_, item) in items {
        if item == "all" {
            cells.extend(size.iter());
        } else if let Some(corners) = item.strip_prefix("area(").and_then(|rest| rest.strip_suffix(')')) {
            let corners: Vec<Cell> =
                corners.split(',').take(size.cells() + 1).map(cell).collect::<Result<_, _>>()?;
            if corners.len() > size.cells() {
                return Err(format!(
                    "found an area with more corners than the {size} board has cells: expected fewer"
                ));
            }
            cells.extend(size.iter().filter(|inner| in_polygon(size, &corners, *inner)));
        } else if let Some((from, to)) = item.split_once("--") {
            range(size, cell(from)?, cell(to)?, &mut cells);
        } else {
            cells.push(cell(item)?);
        }
        // A page may name cells many times, but not so often that it fills the memory.
        if cells.len() > 4 * size.cells() {
            return Err(format!("found more cells than the {size} board has: expected each once"));
        }
    }
    Ok(cells)
}

fn range(size: BoardSize, from: Cell, to: Cell, cells: &mut Vec<Cell>) {
    let (from_col, from_row) = (from.col(size), from.row(size));
    let (to_col, to_row) = (to.col(size), to.row(size));
    let span = |a: usize, b: usize| a.min(b)..=a.max(b);
    if from_col + from_row == to_col + to_row {
        // The third direction in which cells touch: up to the right.
        cells.extend(span(from_col, to_col).filter_map(|col| size.at(col, from_col + from_row - col)));
        return;
    }
    for row in span(from_row, to_row) {
        cells.extend(span(from_col, to_col).filter_map(|col| size.at(col, row)));
    }
}

/// Whether a cell lies in the polygon with these corners, or on its boundary. Columns and rows are affine coordinates, in
/// which this question has the same answer as on the drawn board.
fn in_polygon(size: BoardSize, corners: &[Cell], cell: Cell) -> bool {
    let point = |cell: Cell| (cell.col(size) as i64, cell.row(size) as i64);
    let (x, y) = point(cell);
    let mut inside = false;
    for (index, &corner) in corners.iter().enumerate() {
        let (ax, ay) = point(corner);
        let (bx, by) = point(corners[(index + 1) % corners.len()]);
        let cross = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
        let within = x >= ax.min(bx) && x <= ax.max(bx) && y >= ay.min(by) && y <= ay.max(by);
        if cross == 0 && within {
            return true;
        }
        // The ray to the right crosses this side.
        if (ay > y) != (by > y) && ((cross > 0) == (by > ay)) {
            inside = !inside;
        }
    }
    inside
}
