//! One cell of a board.

use crate::BoardSize;

/// A cell, numbered row by row from `a1`. A cell belongs to a board size: [`BoardSize::at`] and [`BoardSize::cell`] make
/// cells, and only of boards that have them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(u16);

impl Cell {
    /// The cell with this number. The caller knows that its board has it; [`BoardSize::cell_at`] checks.
    #[must_use]
    pub const fn from_index_unchecked(index: usize) -> Self {
        debug_assert!(index < crate::MAX_CELLS);
        Self(index as u16)
    }

    /// The number of the cell: `row * columns + column`.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its column on a board of this size, counted from 0.
    #[must_use]
    pub const fn col(self, size: BoardSize) -> usize {
        self.index() % size.cols()
    }

    /// Its row on a board of this size, counted from 0.
    #[must_use]
    pub const fn row(self, size: BoardSize) -> usize {
        self.index() / size.cols()
    }
}
