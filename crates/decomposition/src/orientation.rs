//! The twelve ways to lay a pattern on the board: six rotations, each also reflected.

use board::{BoardSize, Cell, Edge};

/// A step on the lattice, in columns and rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Offset {
    /// Columns to the right.
    pub col: i8,
    /// Rows down.
    pub row: i8,
}

impl Offset {
    /// The offset from one cell to another.
    #[must_use]
    pub fn between(size: BoardSize, from: Cell, to: Cell) -> Self {
        let part = |a: usize, b: usize| b as i8 - a as i8;
        Self { col: part(from.col(size), to.col(size)), row: part(from.row(size), to.row(size)) }
    }

    /// The cell at this offset from another, if the board has it.
    #[must_use]
    pub fn from(self, size: BoardSize, cell: Cell) -> Option<Cell> {
        let col = cell.col(size).checked_add_signed(isize::from(self.col))?;
        let row = cell.row(size).checked_add_signed(isize::from(self.row))?;
        size.at(col, row)
    }

    /// The offset seen from another place.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self { col: self.col - other.col, row: self.row - other.row }
    }
}

/// One of the twelve maps of the lattice of cells that keep a cell in its place: a rotation by a multiple of 60 degrees,
/// after a reflection in the long diagonal for the numbers from 6 on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LatticeSymmetry(u8);

impl LatticeSymmetry {
    /// The map that changes nothing.
    pub const IDENTITY: Self = Self(0);

    /// All twelve.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..12).map(Self)
    }

    /// The two maps that take a pattern drawn above the bottom edge to an edge.
    #[must_use]
    pub const fn towards(edge: Edge) -> [Self; 2] {
        match edge {
            Edge::Bottom => [Self(0), Self(8)],
            Edge::Top => [Self(3), Self(11)],
            Edge::Right => [Self(6), Self(4)],
            Edge::Left => [Self(9), Self(1)],
        }
    }

    /// Where an offset goes.
    #[must_use]
    pub const fn apply(self, offset: Offset) -> Offset {
        let Offset { col, row } = offset;
        let mut image = if self.0 < 6 { Offset { col, row } } else { Offset { col: row, row: col } };
        let mut turns = self.0 % 6;
        while turns > 0 {
            image = Offset { col: -image.row, row: image.col + image.row };
            turns -= 1;
        }
        image
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEPS: [(i8, i8); 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];

    #[test]
    fn every_orientation_keeps_neighbours_and_all_differ() {
        let skew = Offset { col: 2, row: 1 };
        let mut images: Vec<Offset> = LatticeSymmetry::all().map(|map| map.apply(skew)).collect();
        images.sort_unstable();
        images.dedup();
        assert_eq!(images.len(), 12);
        for map in LatticeSymmetry::all() {
            for (col, row) in STEPS {
                let Offset { col, row } = map.apply(Offset { col, row });
                assert!(STEPS.contains(&(col, row)), "{map:?}");
            }
        }
    }

    #[test]
    fn patterns_are_turned_towards_their_edge() {
        for (edge, expected) in [
            (Edge::Bottom, (None, Some(2))),
            (Edge::Top, (None, Some(-2))),
            (Edge::Right, (Some(2), None)),
            (Edge::Left, (Some(-2), None)),
        ] {
            for map in LatticeSymmetry::towards(edge) {
                for col in -3..=3 {
                    let image = map.apply(Offset { col, row: 2 });
                    assert!(expected.0.is_none_or(|col| image.col == col), "{edge} {map:?}");
                    assert!(expected.1.is_none_or(|row| image.row == row), "{edge} {map:?}");
                }
            }
        }
    }
}
