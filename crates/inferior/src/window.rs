//! Windows: a small region of empty cells and the ring of cells around it, cut out of the hexagonal lattice.
//!
//! Everything outside the ring is unknown to a local argument. All cells that touch the region are in the ring, so what
//! happens in the region acts on the rest of the board only through which cells of the ring it joins.

/// A cell of the lattice, relative to some origin: columns to the right, rows down.
pub(crate) type Point = (i32, i32);

/// Steps to the six neighbours, clockwise from the upper left: those of `board::Geometry::ring`.
pub(crate) const STEPS: [Point; 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];

/// The shapes of regions that are matched on the board, each in one of its placements: one cell, two neighbours, the
/// three ways in which three cells hang together, and the rhombus of four.
pub(crate) const SHAPES: [&[Point]; 6] = [
    &[(0, 0)],
    &[(0, 0), (1, 0)],
    &[(0, 0), (1, 0), (0, 1)],
    &[(0, 0), (1, 0), (1, 1)],
    &[(0, 0), (1, 0), (2, 0)],
    &[(0, 0), (1, 0), (0, 1), (1, 1)],
];

/// Most cells of a region.
pub(crate) const MAX_REGION: usize = 4;

/// A region and its ring.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Window {
    /// The cells of the region.
    pub(crate) region: Vec<Point>,
    /// Their neighbours outside the region, in the order in which the region's cells meet them.
    pub(crate) ring: Vec<Point>,
}

impl Window {
    /// The window around these cells.
    pub(crate) fn around(region: &[Point]) -> Self {
        let mut ring = Vec::new();
        for &(col, row) in region {
            for (cols, rows) in STEPS {
                let point = (col + cols, row + rows);
                if !region.contains(&point) && !ring.contains(&point) {
                    ring.push(point);
                }
            }
        }
        Self { region: region.to_vec(), ring }
    }

    /// Region, then ring.
    pub(crate) fn points(&self) -> impl Iterator<Item = Point> + '_ {
        self.region.iter().chain(&self.ring).copied()
    }

    /// For each point, in the order of [`Window::points`], which points it touches, as bits.
    pub(crate) fn touching(&self) -> Vec<u32> {
        let points: Vec<Point> = self.points().collect();
        let touch = |a: Point, b: Point| STEPS.contains(&(b.0 - a.0, b.1 - a.1));
        points
            .iter()
            .map(|&a| (0..points.len()).filter(|&i| touch(a, points[i])).fold(0, |bits, i| bits | 1 << i))
            .collect()
    }
}

/// One of the twelve symmetries of the lattice: six turns, then the same after a reflection.
pub(crate) fn transform(symmetry: usize, point: Point) -> Point {
    let (mut col, mut row) = point;
    if symmetry >= 6 {
        (col, row) = (row, col);
    }
    for _ in 0..symmetry % 6 {
        // A turn by 60 degrees takes each step of `STEPS` to the next: (1, 0) to (0, 1) and (0, 1) to (-1, 1).
        (col, row) = (-row, col + row);
    }
    (col, row)
}

/// How many symmetries the lattice has.
pub(crate) const SYMMETRIES: usize = 12;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_takes_each_step_to_the_next_and_a_reflection_keeps_neighbours() {
        for i in 0..6 {
            assert_eq!(transform(1, STEPS[i]), STEPS[(i + 1) % 6]);
            for symmetry in 0..SYMMETRIES {
                assert!(STEPS.contains(&transform(symmetry, STEPS[i])));
            }
        }
    }

    #[test]
    fn rings_have_the_expected_sizes() {
        let sizes = SHAPES.map(|shape| Window::around(shape).ring.len());
        assert_eq!(sizes, [6, 8, 9, 10, 10, 10]);
    }
}
