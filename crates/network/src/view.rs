//! The input planes of a network: the side to move joins top and bottom.

use board::{BoardSize, Cell, Color, Position};

use crate::Shape;

/// How a position is turned before a network sees it.
///
/// The board seen is the position itself for Black, and its reflection in the long diagonal for White. Turning what is
/// seen by 180 degrees changes nothing in the game: a search may look at either image, or at both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NetworkView {
    size: BoardSize,
    reflected: bool,
    rotated: bool,
}

impl NetworkView {
    /// The view of the side to move, turned by 180 degrees if `rotated`.
    #[must_use]
    pub fn of<const W: usize>(position: &Position<W>, rotated: bool) -> Self {
        Self { size: position.size(), reflected: position.to_move() == Color::White, rotated }
    }

    /// The size of the board that is seen: a rectangle's sides change places for White.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        if self.reflected {
            BoardSize::new(self.size.rows(), self.size.cols()).expect("both sides are sides of a board")
        } else {
            self.size
        }
    }

    /// Where a cell of the position is seen.
    #[inline]
    #[must_use]
    pub const fn cell(&self, cell: Cell) -> Cell {
        let index = if self.reflected {
            cell.col(self.size) * self.size.rows() + cell.row(self.size)
        } else {
            cell.index()
        };
        Cell::from_index_unchecked(if self.rotated { self.size.cells() - 1 - index } else { index })
    }

    /// The input planes, `[plane][row][col]` with the ring, as the crate's page defines them.
    #[must_use]
    pub fn planes<const W: usize>(&self, position: &Position<W>) -> Vec<f32> {
        let size = self.size();
        let (rows, cols) = (size.rows() + 2, size.cols() + 2);
        let mut planes = vec![0.0; Shape::PLANES * rows * cols];
        let mut set = |plane: usize, row: usize, col: usize| planes[(plane * rows + row) * cols + col] = 1.0;
        for col in 0..cols {
            set(0, 0, col);
            set(0, rows - 1, col);
        }
        for row in 0..rows {
            set(1, row, 0);
            set(1, row, cols - 1);
        }
        for cell in position.size().iter() {
            let seen = self.cell(cell);
            let (row, col) = (seen.row(size) + 1, seen.col(size) + 1);
            set(2, row, col);
            if let Some(color) = position.at(cell) {
                set(usize::from(color != position.to_move()), row, col);
            }
        }
        planes
    }
}

#[cfg(test)]
mod tests {
    use board::{Symmetry, parse_diagram};

    use super::*;

    #[test]
    fn the_side_to_move_joins_top_and_bottom() {
        let mut position = parse_diagram("B . W\n . . B").unwrap();
        position.set_to_move(Color::White);
        let view = NetworkView::of(&position, false);
        assert_eq!((view.size().cols(), view.size().rows()), (2, 3));
        let planes = view.planes(&position);
        let rows = |plane: usize| -> Vec<String> {
            (0..5)
                .map(|row| {
                    (0..4)
                        .map(|col| if planes[(plane * 5 + row) * 4 + col] == 1.0 { '1' } else { '.' })
                        .collect()
                })
                .collect()
        };
        assert_eq!(rows(0), ["1111", "....", "....", ".1..", "1111"]);
        assert_eq!(rows(1), ["1..1", "11.1", "1..1", "1.11", "1..1"]);
        assert_eq!(rows(2), ["....", ".11.", ".11.", ".11.", "...."]);
    }

    #[test]
    fn images_of_a_position_are_seen_alike() {
        let position = parse_diagram("B . W\n . B .\n W . .").unwrap();
        for symmetry in Symmetry::ALL {
            let image = position.image(symmetry);
            let rotated = matches!(symmetry, Symmetry::Rotation | Symmetry::RotatedReflection);
            assert_eq!(
                NetworkView::of(&image, rotated).planes(&image),
                NetworkView::of(&position, false).planes(&position)
            );
        }
    }
}
