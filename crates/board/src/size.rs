//! The size of a board, a run-time value.

use std::{fmt, str::FromStr};

use crate::{BoardError, Cell};

/// The longest side of a board.
pub const MAX_SIDE: usize = 19;
/// The most cells a board can have.
pub const MAX_CELLS: usize = MAX_SIDE * MAX_SIDE;
/// Words in a set of cells that fits every board.
pub const MAX_WORDS: usize = MAX_CELLS.div_ceil(64);

/// Columns and rows of a board, each from 1 to 19.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BoardSize {
    cols: u8,
    rows: u8,
}

impl BoardSize {
    /// A board of `cols` columns and `rows` rows.
    ///
    /// # Errors
    /// [`BoardError::Size`] unless both are from 1 to 19.
    pub const fn new(cols: usize, rows: usize) -> Result<Self, BoardError> {
        if cols < 1 || cols > MAX_SIDE || rows < 1 || rows > MAX_SIDE {
            return Err(BoardError::Size { cols, rows });
        }
        Ok(Self { cols: cols as u8, rows: rows as u8 })
    }

    /// A board of `side` columns and rows.
    ///
    /// # Errors
    /// [`BoardError::Size`] unless `side` is from 1 to 19.
    pub const fn square(side: usize) -> Result<Self, BoardError> {
        Self::new(side, side)
    }

    /// Number of columns.
    #[must_use]
    pub const fn cols(self) -> usize {
        self.cols as usize
    }

    /// Number of rows.
    #[must_use]
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// Number of cells.
    #[must_use]
    pub const fn cells(self) -> usize {
        self.cols() * self.rows()
    }

    /// Whether there are as many columns as rows.
    #[must_use]
    pub const fn is_square(self) -> bool {
        self.cols == self.rows
    }

    /// How many words a set of this board's cells takes: one of 1 (up to 8x8), 2 (up to 11x11), 3 (up to 13x13) and 6,
    /// the widths that [`with_words!`](crate::with_words) chooses from.
    #[must_use]
    pub const fn words(self) -> usize {
        match self.cells() {
            0..=64 => 1,
            65..=128 => 2,
            129..=192 => 3,
            _ => MAX_WORDS,
        }
    }

    /// The cell in column `col` and row `row`, both counted from 0, if the board has it.
    #[must_use]
    pub const fn at(self, col: usize, row: usize) -> Option<Cell> {
        if col < self.cols() && row < self.rows() {
            Some(Cell::from_index_unchecked(row * self.cols() + col))
        } else {
            None
        }
    }

    /// The cell with number `index`, row by row from `a1`, if the board has it.
    #[must_use]
    pub const fn cell_at(self, index: usize) -> Option<Cell> {
        if index < self.cells() { Some(Cell::from_index_unchecked(index)) } else { None }
    }

    /// Every cell, row by row from `a1`.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator {
        (0..self.cells() as u16).map(|index| Cell::from_index_unchecked(usize::from(index)))
    }

    /// Reads the name of a cell of this board, such as `c7`, in any case.
    ///
    /// # Errors
    /// [`BoardError::CellText`] where the text is not a cell's name, [`BoardError::OffBoard`] where this board has no
    /// such cell.
    pub fn cell(self, name: &str) -> Result<Cell, BoardError> {
        let bad = || BoardError::CellText(excerpt(name));
        let digits = name.find(|c: char| !c.is_ascii_alphabetic()).ok_or_else(bad)?;
        let (letters, number) = name.split_at(digits);
        if letters.is_empty()
            || letters.len() > 3
            || number.len() > 4
            || !number.bytes().all(|b| b.is_ascii_digit())
        {
            return Err(bad());
        }
        let row: usize = number.parse().map_err(|_| bad())?;
        // Columns after z are aa, ab, ... as in SGF; no board of ours has them, but the message should say so.
        let col =
            letters.bytes().fold(0, |col, b| col * 26 + usize::from(b.to_ascii_lowercase() - b'a') + 1) - 1;
        row.checked_sub(1).and_then(|row| self.at(col, row)).ok_or_else(|| BoardError::OffBoard {
            name: name.to_ascii_lowercase(),
            size: self.to_string(),
            last: self.name(Cell::from_index_unchecked(self.cells() - 1)).to_string(),
        })
    }

    /// Reads names of cells separated by white space or commas.
    ///
    /// # Errors
    /// As [`BoardSize::cell`], for the first that cannot be read.
    pub fn cells_named(self, names: &str) -> Result<Vec<Cell>, BoardError> {
        names
            .split(|c: char| c.is_whitespace() || c == ',')
            .filter(|name| !name.is_empty())
            .map(|name| self.cell(name))
            .collect()
    }

    /// The name of a cell of this board, for printing: `c7`.
    #[must_use]
    pub fn name(self, cell: Cell) -> CellName {
        CellName { col: cell.col(self), row: cell.row(self) }
    }
}

/// The first characters of a text that could not be read, so that a message stays a line.
pub(crate) fn excerpt(text: &str) -> String {
    const MOST: usize = 24;
    let mut short: String = text.chars().take(MOST).map(|c| if c.is_control() { '?' } else { c }).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

/// Prints as the name of a cell; made by [`BoardSize::name`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CellName {
    col: usize,
    row: usize,
}

impl fmt::Display for CellName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = char::from(b'a' + self.col as u8);
        if f.width().is_some() {
            return f.pad(&format!("{column}{}", self.row + 1));
        }
        write!(f, "{column}{}", self.row + 1)
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.cols, self.rows)
    }
}

impl FromStr for BoardSize {
    type Err = BoardError;

    /// Reads `11`, `11x9`, `11:9` or `11 9`: columns first.
    fn from_str(text: &str) -> Result<Self, BoardError> {
        let bad = || BoardError::SizeText(excerpt(text));
        let side = |text: &str| text.trim().parse::<usize>().map_err(|_| bad());
        match text.trim().split_once(['x', 'X', ':', ' ']) {
            None => Self::square(side(text)?),
            Some((cols, rows)) => Self::new(side(cols)?, side(rows)?),
        }
    }
}

/// Runs an expression with the constant `$words` set to the number of words that a board needs: the one place where a
/// value becomes a const generic.
///
/// ```
/// use board::{BoardSize, Geometry, with_words};
///
/// fn cells<const W: usize>(size: BoardSize) -> usize {
///     Geometry::<W>::of(size).all().len()
/// }
///
/// let size = BoardSize::square(9).unwrap();
/// assert_eq!(with_words!(size, W => cells::<W>(size)), 81);
/// ```
#[macro_export]
macro_rules! with_words {
    ($size:expr, $words:ident => $body:expr) => {
        match $crate::BoardSize::words($size) {
            #[cfg(not(target_arch = "wasm32"))]
            1 => {
                const $words: usize = 1;
                $body
            }
            // The browser's engine is fetched over a network: boards up to 11x11 share their code there, and all others.
            #[cfg(target_arch = "wasm32")]
            1 | 2 => {
                const $words: usize = 2;
                $body
            }
            #[cfg(not(target_arch = "wasm32"))]
            2 => {
                const $words: usize = 2;
                $body
            }
            #[cfg(not(target_arch = "wasm32"))]
            3 => {
                const $words: usize = 3;
                $body
            }
            _ => {
                const $words: usize = $crate::MAX_WORDS;
                $body
            }
        }
    };
}
