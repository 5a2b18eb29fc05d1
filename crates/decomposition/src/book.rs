//! A book: the moves of an expert in positions where the rules are too weak. One line a position.
//!
//! ```text
//! hexwright opening book 1
//! board 8x8
//! # stones of Black | stones of White | the move of the side to move
//! f3 | d5 | B e5
//! ```

use std::sync::OnceLock;

use board::{BoardSize, Cell, CellSet, Color, Position, Symmetry};
use rustc_hash::FxHashMap;

use crate::{DecompositionError, guided::Used};

/// The books in the program, by the side of their boards. Who wrote them: docs/explanation/decomposition.md.
const STANDARD: [(usize, &str); 2] =
    [(7, include_str!("../data/7x7.book")), (8, include_str!("../data/8x8.book"))];

const MAGIC: &str = "hexwright opening book 1";

/// The book in the program for a board, if there is one.
#[must_use]
pub fn standard_opening_book(size: BoardSize) -> Option<&'static OpeningBook> {
    static BOOKS: [OnceLock<OpeningBook>; STANDARD.len()] = [const { OnceLock::new() }; STANDARD.len()];
    let number = STANDARD.iter().position(|(side, _)| BoardSize::square(*side) == Ok(size))?;
    Some(BOOKS[number].get_or_init(|| OpeningBook::read(STANDARD[number].1).expect("the books are tested")))
}

/// Moves by position. A position stands for all its images under the board's symmetries.
#[derive(Debug, Clone)]
pub struct OpeningBook {
    size: BoardSize,
    moves: FxHashMap<u128, Cell>,
    /// The same in the order in which they came.
    entries: Vec<(Position, Cell)>,
}

impl OpeningBook {
    /// A book without moves.
    #[must_use]
    pub fn new(size: BoardSize) -> Self {
        Self { size, moves: FxHashMap::default(), entries: Vec::new() }
    }

    /// The moves that led to a win.
    pub(crate) fn of(size: BoardSize, used: &[Used]) -> Self {
        let mut book = Self::new(size);
        for used in used {
            book.add(&used.position, used.cell);
        }
        book
    }

    /// Without the positions of another one.
    pub(crate) fn without(&self, other: &Self) -> Self {
        let mut book = Self::new(self.size);
        for (position, cell) in self.entries.iter().filter(|(position, _)| other.get(position).is_none()) {
            book.add(position, *cell);
        }
        book
    }

    /// Whether another one has all its positions.
    pub(crate) fn is_part_of(&self, other: &Self) -> bool {
        self.entries.iter().all(|(position, _)| other.get(position).is_some())
    }

    /// With the moves of another one for the same board, where this one has none.
    #[must_use]
    pub fn with(mut self, other: &Self) -> Self {
        for (position, cell) in &other.entries {
            self.add(position, *cell);
        }
        self
    }

    /// The board that it is for.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// The positions and moves, in the order in which they came.
    #[must_use]
    pub fn entries(&self) -> &[(Position, Cell)] {
        &self.entries
    }

    /// Adds a move, unless the position or an image of it has one.
    pub fn add(&mut self, position: &Position, cell: Cell) {
        if self.get(position).is_none() {
            self.moves.insert(position.hash(), cell);
            self.entries.push((*position, cell));
        }
    }

    /// The move in a position, or in an image of it, turned back.
    #[must_use]
    pub fn get(&self, position: &Position) -> Option<Cell> {
        if position.size() != self.size || self.moves.is_empty() {
            return None;
        }
        Symmetry::of(self.size).iter().find_map(|&symmetry| {
            let cell = *self.moves.get(&position.image(symmetry).hash())?;
            // Each of the four is its own inverse.
            let cell = symmetry.cell(cell, self.size);
            position.empty_cells().contains(cell).then_some(cell)
        })
    }

    /// For whom the book has a move in a position, or after the next move.
    pub(crate) fn speaks_for(&self, position: &Position) -> Option<Color> {
        if self.get(position).is_some() {
            return Some(position.to_move());
        }
        let mut replies = position.empty_cells().iter();
        replies.any(|cell| self.get(&position.child(cell)).is_some()).then(|| position.to_move().opponent())
    }

    /// The file: positions with few stones first.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!("{MAGIC}\nboard {}\n", self.size);
        text.push_str("# stones of Black | stones of White | the move of the side to move\n");
        let mut entries: Vec<_> = self.entries.iter().collect();
        entries.sort_by_key(|(position, _)| position.occupied().len());
        for (position, cell) in entries {
            let names = |color: Color| {
                let names = position.stones(color).iter().map(|cell| self.size.name(cell).to_string());
                names.collect::<Vec<_>>().join(" ")
            };
            let (black, white) = (names(Color::Black), names(Color::White));
            let side = position.to_move().letter();
            text.push_str(&format!("{black} | {white} | {side} {}\n", self.size.name(*cell)));
        }
        text
    }

    /// Reads a file.
    ///
    /// # Errors
    /// [`DecompositionError::Book`] with the first line that is not as it should be.
    pub fn read(text: &str) -> Result<Self, DecompositionError> {
        let bad = |line: usize, found: &str, expected: &str| DecompositionError::Book {
            line,
            found: format!("'{}'", found.chars().take(40).collect::<String>()),
            expected: expected.to_string(),
        };
        let mut lines = text.lines().enumerate().map(|(number, line)| (number + 1, line.trim()));
        let (_, magic) = lines.next().unwrap_or((1, ""));
        if magic != MAGIC {
            return Err(bad(1, magic, &format!("'{MAGIC}'")));
        }
        let (_, board) = lines.next().unwrap_or((2, ""));
        let size = board.strip_prefix("board ").and_then(|size| size.parse().ok());
        let size = size.ok_or_else(|| bad(2, board, "'board' and a size such as 8x8"))?;
        let mut book = Self::new(size);
        for (number, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
            let entry = read_entry(size, line);
            let (position, cell) =
                entry.ok_or_else(|| bad(number, line, "stones | stones | B or W and an empty cell"))?;
            book.add(&position, cell);
        }
        Ok(book)
    }
}

fn read_entry(size: BoardSize, line: &str) -> Option<(Position, Cell)> {
    let parts: Vec<&str> = line.split('|').collect();
    let [black, white, to_play] = parts[..] else { return None };
    let cells = |names: &str| -> Option<CellSet> {
        size.cells_named(names).ok().map(|cells| cells.into_iter().collect())
    };
    let (side, cell) = to_play.trim().split_once(' ')?;
    let position = Position::with_stones(size, cells(black)?, cells(white)?, side.parse().ok()?).ok()?;
    let cell = size.cell(cell.trim()).ok()?;
    position.empty_cells().contains(cell).then_some((position, cell))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_book_reads_back_and_knows_images() {
        let text = "hexwright opening book 1\nboard 5x5\n# a comment\n\n | c2 | B c3\nc3 | b2 | B d2\n";
        let book = OpeningBook::read(text).unwrap();
        assert_eq!(book.entries().len(), 2);
        let again = OpeningBook::read(&book.text()).unwrap();
        assert_eq!(again.entries(), book.entries());
        for (position, cell) in book.entries() {
            for &symmetry in Symmetry::of(book.size()) {
                let image = position.image(symmetry);
                assert_eq!(book.get(&image), Some(symmetry.cell(*cell, book.size())));
            }
            assert_eq!(book.get(&position.child(*cell)), None);
        }
    }

    #[test]
    fn the_books_in_the_program_can_be_read() {
        for (side, text) in STANDARD {
            let size = BoardSize::square(side).unwrap();
            assert_eq!(OpeningBook::read(text).unwrap().size(), size);
            assert_eq!(standard_opening_book(size).unwrap().text(), text);
        }
    }

    #[test]
    fn what_is_no_book_is_refused_with_its_line() {
        for (text, line) in [
            ("", "line 1"),
            ("hexwright opening book 1\nsize 5\n", "line 2"),
            ("hexwright opening book 1\nboard 5x5\nc3 | b2\n", "line 3"),
            ("hexwright opening book 1\nboard 5x5\n\nc3 | b2 | B c3\n", "line 4"),
            ("hexwright opening book 1\nboard 5x5\nc3 | c3 | B c4\n", "line 3"),
            ("hexwright opening book 1\nboard 5x5\nc3 | b2 | X c4\n", "line 3"),
            ("hexwright opening book 1\nboard 5x5\nc9 | b2 | B c4\n", "line 3"),
        ] {
            let error = OpeningBook::read(text).unwrap_err().to_string();
            assert!(error.contains(line) && error.contains("expected"), "{text:?}: {error}");
        }
    }
}
