//! The endless board that patterns live on: points, their neighbours, and the twelve ways to turn and mirror it.

use board::{BoardSize, Cell};

/// A point of the endless board: column and row as on a board, but any numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// Counted to the right.
    pub col: i16,
    /// Counted downwards.
    pub row: i16,
}

impl Point {
    /// The six neighbours, clockwise from the right.
    pub const STEPS: [Self; 6] = [
        Self { col: 1, row: 0 },
        Self { col: 0, row: 1 },
        Self { col: -1, row: 1 },
        Self { col: -1, row: 0 },
        Self { col: 0, row: -1 },
        Self { col: 1, row: -1 },
    ];

    /// The point of a cell.
    #[must_use]
    pub const fn of(cell: Cell, size: BoardSize) -> Self {
        Self { col: cell.col(size) as i16, row: cell.row(size) as i16 }
    }

    /// The cell at this point, if the board has one.
    #[must_use]
    pub fn cell(self, size: BoardSize) -> Option<Cell> {
        size.at(usize::try_from(self.col).ok()?, usize::try_from(self.row).ok()?)
    }

    /// The point that lies at `other` when seen from here.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self { col: self.col + other.col, row: self.row + other.row }
    }

    /// The way from `other` to here.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self { col: self.col - other.col, row: self.row - other.row }
    }

    /// Its neighbours.
    #[must_use]
    pub fn neighbours(self) -> [Self; 6] {
        Self::STEPS.map(|step| self.plus(step))
    }

    /// Whether two points are neighbours.
    #[must_use]
    pub fn touches(self, other: Self) -> bool {
        Self::STEPS.contains(&other.minus(self))
    }
}

/// How a pattern lies on the board or in another pattern: turned, perhaps mirrored, and moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Placement {
    /// 0 to 5: turned clockwise by so many sixths about the origin; 6 to 11: mirrored first (column and row exchanged).
    pub turn: u8,
    /// Then moved by this.
    pub shift: Point,
}

impl Placement {
    /// How many turns there are.
    pub const TURNS: u8 = 12;

    /// Where nothing changes.
    pub const IDENTITY: Self = Self { turn: 0, shift: Point { col: 0, row: 0 } };

    /// Where a point goes.
    #[must_use]
    pub fn apply(self, point: Point) -> Point {
        let mut turned = point;
        if self.turn >= 6 {
            turned = Point { col: turned.row, row: turned.col };
        }
        for _ in 0..self.turn % 6 {
            turned = Point { col: -turned.row, row: turned.col + turned.row };
        }
        turned.plus(self.shift)
    }

    /// The placement that does `first` and then this one.
    #[must_use]
    pub fn after(self, first: Self) -> Self {
        let shift = self.apply(first.apply(Point { col: 0, row: 0 }));
        // A placement follows from where it takes the origin and two neighbours.
        let image = |point: Point| self.apply(first.apply(point)).minus(shift);
        let [right, down] = [Point::STEPS[0], Point::STEPS[1]].map(image);
        let fits = |turn: &u8| {
            let plain = Self { turn: *turn, shift: Point { col: 0, row: 0 } };
            plain.apply(Point::STEPS[0]) == right && plain.apply(Point::STEPS[1]) == down
        };
        let turn = (0..Self::TURNS).find(fits).unwrap_or_default();
        Self { turn, shift }
    }

    /// The placement that undoes this one.
    #[must_use]
    pub fn inverse(self) -> Self {
        let origin = Point { col: 0, row: 0 };
        let undone = (0..Self::TURNS).map(|turn| Self { turn, shift: origin }.after(self));
        let turn = undone.zip(0..).find(|(both, _)| both.turn == 0).map_or(0, |(_, turn)| turn);
        let shift = Self { turn, shift: origin }.apply(self.shift);
        Self { turn, shift: Point { col: -shift.col, row: -shift.row } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> impl Iterator<Item = Placement> {
        (0..Placement::TURNS).map(|turn| Placement { turn, shift: Point { col: 3, row: -5 } })
    }

    #[test]
    fn the_twelve_placements_differ_and_keep_neighbours() {
        let probe = Point { col: 1, row: 3 };
        let mut images: Vec<Point> = all().map(|placement| placement.apply(probe)).collect();
        images.sort();
        images.dedup();
        assert_eq!(images.len(), 12);
        for placement in all() {
            for step in Point::STEPS {
                assert!(placement.apply(probe).touches(placement.apply(probe.plus(step))));
            }
        }
    }

    #[test]
    fn placements_compose_and_undo_themselves() {
        let points = [(0, 0), (1, 0), (0, 1), (-2, 7)].map(|(col, row)| Point { col, row });
        for first in all() {
            assert_eq!(first.inverse().after(first), Placement::IDENTITY);
            for second in all() {
                let both = second.after(first);
                for point in points {
                    assert_eq!(both.apply(point), second.apply(first.apply(point)));
                }
            }
        }
    }
}
