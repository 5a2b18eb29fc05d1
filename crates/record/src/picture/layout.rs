//! Where everything lies on a drawn board.
//!
//! Cells are regular hexagons with a radius of [`RADIUS`] units. A cell's middle is `col * COLUMN + row * ROW`, turned as
//! the orientation wants; letters stay upright.

use std::f64::consts::{FRAC_PI_3, FRAC_PI_6};

use board::{BoardSize, Cell, Edge};

use super::BoardOrientation;

/// From the middle of a cell to a corner.
pub(super) const RADIUS: f64 = 24.0;
/// From the middle of a cell to the middle of a side: `RADIUS * sqrt(3) / 2`.
pub(super) const INRADIUS: f64 = RADIUS * 0.866_025_403_784_438_6;
/// The width of the coloured bands around the board.
pub(super) const BAND: f64 = RADIUS * 0.34;

pub(super) type Point = (f64, f64);

/// The places of one board.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layout {
    size: BoardSize,
    /// By how much the board is turned, clockwise.
    turn: f64,
}

impl Layout {
    pub(super) const fn new(size: BoardSize, orientation: BoardOrientation) -> Self {
        let turn = match orientation {
            BoardOrientation::Flat => 0.0,
            // The long diagonal falls by 30 degrees on a square board; turned back it is horizontal.
            BoardOrientation::Diamond => -FRAC_PI_6,
        };
        Self { size, turn }
    }

    /// The middle of a cell.
    pub(super) fn middle(&self, cell: Cell) -> Point {
        self.at(cell.col(self.size) as f64, cell.row(self.size) as f64)
    }

    /// The place of a column and a row, which need not be whole or on the board.
    pub(super) fn at(&self, col: f64, row: f64) -> Point {
        self.turned((col * 2.0 * INRADIUS + row * INRADIUS, row * 1.5 * RADIUS))
    }

    fn turned(&self, (x, y): Point) -> Point {
        let (sin, cos) = self.turn.sin_cos();
        (x * cos - y * sin, x * sin + y * cos)
    }

    /// A corner of the hexagon around a point, `share` as large as a cell. Corners count clockwise from the upper left
    /// one of the flat board: upper left, top, upper right, lower right, bottom, lower left.
    pub(super) fn corner(&self, middle: Point, index: usize, share: f64) -> Point {
        let angle = (index as f64 - 2.5) * FRAC_PI_3 + self.turn;
        let (sin, cos) = angle.sin_cos();
        (middle.0 + share * RADIUS * cos, middle.1 + share * RADIUS * sin)
    }

    /// The six corners.
    pub(super) fn corners(&self, middle: Point, share: f64) -> [Point; 6] {
        std::array::from_fn(|index| self.corner(middle, index, share))
    }

    /// The coloured band along an edge: the line of the cells' outer sides and, backwards, that line moved outwards.
    pub(super) fn band(&self, edge: Edge) -> Vec<Point> {
        let line = self.edge_line(edge);
        let (before, after) = self.beyond(edge);
        let mut band = line.clone();
        for index in (0..line.len()).rev() {
            let previous = if index == 0 { before } else { line[index - 1] };
            let next = line.get(index + 1).copied().unwrap_or(after);
            band.push(moved_outwards(previous, line[index], next, BAND));
        }
        band
    }

    /// The outer corners of the cells at an edge, clockwise around the board. At the acute corners of the board two edges
    /// meet in a corner of a cell, at the obtuse ones in the middle of a side.
    fn edge_line(&self, edge: Edge) -> Vec<Point> {
        let (cols, rows) = (self.size.cols(), self.size.rows());
        let cells = |count: usize| 0..count;
        let corner = |(col, row): (usize, usize), index: usize| {
            self.corner(self.at(col as f64, row as f64), index, 1.0)
        };
        let mut line: Vec<Point> = match edge {
            Edge::Top => cells(cols).flat_map(|col| [corner((col, 0), 0), corner((col, 0), 1)]).collect(),
            Edge::Right => {
                cells(rows).flat_map(|row| [corner((cols - 1, row), 2), corner((cols - 1, row), 3)]).collect()
            }
            Edge::Bottom => cells(cols)
                .rev()
                .flat_map(|col| [corner((col, rows - 1), 3), corner((col, rows - 1), 4)])
                .collect(),
            Edge::Left => {
                cells(rows).rev().flat_map(|row| [corner((0, row), 5), corner((0, row), 0)]).collect()
            }
        };
        let obtuse = |(col, row), first| middle(corner((col, row), first), corner((col, row), first + 1));
        match edge {
            Edge::Top => line.push(obtuse((cols - 1, 0), 1)),
            Edge::Right => line.insert(0, obtuse((cols - 1, 0), 1)),
            Edge::Bottom => line.push(obtuse((0, rows - 1), 4)),
            Edge::Left => line.insert(0, obtuse((0, rows - 1), 4)),
        }
        line
    }

    /// The corners of the board's outline before the first and after the last point of an edge's line.
    fn beyond(&self, edge: Edge) -> (Point, Point) {
        let line = |edge| self.edge_line(edge);
        let (previous, next) = match edge {
            Edge::Top => (line(Edge::Left), line(Edge::Right)),
            Edge::Right => (line(Edge::Top), line(Edge::Bottom)),
            Edge::Bottom => (line(Edge::Right), line(Edge::Left)),
            Edge::Left => (line(Edge::Bottom), line(Edge::Top)),
        };
        (previous[previous.len() - 2], next[1])
    }
}

const fn middle(a: Point, b: Point) -> Point {
    (f64::midpoint(a.0, b.0), f64::midpoint(a.1, b.1))
}

/// The corner `at` of an outline that runs clockwise, moved outwards so that both its sides move by `by`.
fn moved_outwards(before: Point, at: Point, after: Point, by: f64) -> Point {
    let normal = |from: Point, to: Point| {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy);
        (dy / length, -dx / length)
    };
    let (a, b) = (normal(before, at), normal(at, after));
    let scale = by / (1.0 + a.0 * b.0 + a.1 * b.1);
    (at.0 + (a.0 + b.0) * scale, at.1 + (a.1 + b.1) * scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_equally_far() {
        for orientation in [BoardOrientation::Flat, BoardOrientation::Diamond] {
            let layout = Layout::new(BoardSize::square(5).expect("a board"), orientation);
            let (x, y) = layout.at(2.0, 2.0);
            for (col, row) in [(2, 1), (3, 1), (3, 2), (2, 3), (1, 3), (1, 2)] {
                let (a, b) = layout.at(f64::from(col), f64::from(row));
                assert!(((a - x).hypot(b - y) - 2.0 * INRADIUS).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn edge_lines_close_around_every_board() {
        for (cols, rows) in [(1, 1), (1, 4), (3, 1), (5, 3)] {
            let layout = Layout::new(BoardSize::new(cols, rows).expect("a board"), BoardOrientation::Flat);
            let lines = [Edge::Top, Edge::Right, Edge::Bottom, Edge::Left].map(|edge| layout.edge_line(edge));
            for index in 0..4 {
                let (end, start) = (lines[index].last().copied(), lines[(index + 1) % 4].first().copied());
                let (Some(end), Some(start)) = (end, start) else { panic!("{cols}x{rows}") };
                assert!((end.0 - start.0).hypot(end.1 - start.1) < 1e-9, "{cols}x{rows}, edge {index}");
            }
        }
    }
}
