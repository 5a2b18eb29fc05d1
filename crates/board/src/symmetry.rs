//! The symmetries of Hex.
//!
//! Turning the board by 180 degrees keeps every result. Reflecting a square board in its long diagonal (`a1` to the
//! opposite acute corner) exchanges the directions, so the colours are exchanged with it and the result changes colour.

use crate::{BoardSize, Cell, CellSet, Color};

/// A map of the board onto itself under which the rules stay the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Symmetry {
    /// Nothing changes.
    Identity = 0,
    /// Turned by 180 degrees.
    Rotation = 1,
    /// Reflected in the long diagonal, colours exchanged: `b1` becomes `a2`. Square boards only.
    Reflection = 2,
    /// Both.
    RotatedReflection = 3,
}

impl Symmetry {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Identity, Self::Rotation, Self::Reflection, Self::RotatedReflection];

    /// The symmetries of a board: all four for a square, two otherwise.
    #[must_use]
    pub const fn of(size: BoardSize) -> &'static [Self] {
        if size.is_square() { &Self::ALL } else { &[Self::Identity, Self::Rotation] }
    }

    /// Whether the colours change places.
    #[must_use]
    pub const fn exchanges_colors(self) -> bool {
        matches!(self, Self::Reflection | Self::RotatedReflection)
    }

    /// Where a cell goes. A reflection needs a square board.
    #[must_use]
    pub const fn cell(self, cell: Cell, size: BoardSize) -> Cell {
        debug_assert!(!self.exchanges_colors() || size.is_square());
        let last = size.cells() - 1;
        let reflected = cell.col(size) * size.cols() + cell.row(size);
        Cell::from_index_unchecked(match self {
            Self::Identity => cell.index(),
            Self::Rotation => last - cell.index(),
            Self::Reflection => reflected,
            Self::RotatedReflection => last - reflected,
        })
    }

    /// Which colour a stone gets.
    #[must_use]
    pub const fn color(self, color: Color) -> Color {
        if self.exchanges_colors() { color.opponent() } else { color }
    }

    /// Where a set of cells goes.
    #[must_use]
    pub fn cells<const W: usize>(self, cells: CellSet<W>, size: BoardSize) -> CellSet<W> {
        cells.iter().map(|cell| self.cell(cell, size)).collect()
    }
}
