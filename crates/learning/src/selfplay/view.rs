//! The board as the side to move sees it: always joining top and bottom.
//!
//! For White the board is reflected in its long diagonal and the colours are exchanged, so that a network learns one
//! game and not two. Evaluators see views only; priors come back in the numbering of the view.

use board::{BoardSize, Cell, CellSet, Color, Position, Symmetry};

/// Stones of the side to move and of its opponent, in the numbering of the view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct View<const W: usize> {
    pub(crate) own: CellSet<W>,
    pub(crate) opponent: CellSet<W>,
}

/// Views of one board size. Reflecting a cell is a look-up: it happens some hundred times an evaluation.
#[derive(Debug, Clone)]
pub(crate) struct Viewer {
    reflected: Box<[Cell]>,
}

impl Viewer {
    pub(crate) fn new(size: BoardSize) -> Self {
        Self { reflected: size.iter().map(|cell| Symmetry::Reflection.cell(cell, size)).collect() }
    }

    /// The view of the side to move.
    pub(crate) fn view<const W: usize>(&self, position: &Position<W>) -> View<W> {
        let color = position.to_move();
        View {
            own: self.cells(position.stones(color), color),
            opponent: self.cells(position.stones(color.opponent()), color),
        }
    }

    /// A set of cells as `color` sees it.
    pub(crate) fn cells<const W: usize>(&self, cells: CellSet<W>, color: Color) -> CellSet<W> {
        match color {
            Color::Black => cells,
            Color::White => cells.iter().map(|cell| self.reflected[cell.index()]).collect(),
        }
    }

    /// A cell as `color` sees it, and back: the reflection is its own inverse.
    pub(crate) fn cell(&self, cell: Cell, color: Color) -> Cell {
        match color {
            Color::Black => cell,
            Color::White => self.reflected[cell.index()],
        }
    }
}

#[cfg(test)]
mod tests {
    use board::parse_diagram;

    use super::*;

    /// White's view of a board is Black's view of the drawn one.
    fn check(position: &str, seen: &str) {
        let mut position: Position<1> = parse_diagram(position).unwrap().resize();
        position.set_to_move(Color::White);
        let seen: Position<1> = parse_diagram(seen).unwrap().resize();
        let view = Viewer::new(position.size()).view(&position);
        assert_eq!(view, View { own: seen.stones(Color::Black), opponent: seen.stones(Color::White) });
    }

    #[test]
    fn white_sees_itself_joining_top_and_bottom() {
        check("B . .\n W W B\n  . . .", "W B .\n . B .\n  . W .");
    }
}
