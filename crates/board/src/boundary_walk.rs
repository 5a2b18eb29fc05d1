//! Gale's boundary walk: who has won a full board, by following the line between the colours.
//!
//! After D. Gale, "The Game of Hex and the Brouwer Fixed-Point Theorem" (1979). The board's surroundings count as stones of the
//! colour that owns the edge. The line between black and white that begins between the top and the left edge has Black's top on
//! one side and White's left on the other, always. It ends at the bottom edge, which Black has then joined to the top, or at the
//! right edge, which White has then joined to the left. So one of the two has won, and never both.
//!
//! It is slower than [`Position::winner`] and shares nothing with it: tests compare the two.

use crate::{Color, Position};

/// A place on the board or beside it, as column and row.
type Place = (isize, isize);

/// The walk over a full board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoundaryWalk {
    /// Who has won.
    pub winner: Color,
    /// The black and the white place on either side of each step.
    pub steps: Vec<[(isize, isize); 2]>,
}

impl BoundaryWalk {
    /// Walks over a board whose empty cells count as stones of this colour.
    #[must_use]
    pub fn over<const W: usize>(position: &Position<W>, empty: Color) -> Self {
        let (cols, rows) = (position.size().cols() as isize, position.size().rows() as isize);
        let color = |(col, row): Place| {
            if row < 0 || row >= rows {
                return Color::Black;
            }
            if col < 0 || col >= cols {
                return Color::White;
            }
            let cell = position.size().at(col as usize, row as usize).expect("the place is on the board");
            position.at(cell).unwrap_or(empty)
        };
        // The top edge and the left edge touch above a1, which lies ahead.
        let (mut black, mut white, mut ahead) = ((0, -1), (-1, 0), (0, 0));
        let mut steps = vec![[black, white]];
        loop {
            // Ahead lies the place that touches both sides; the next one mirrors the place that it replaces.
            let left = match color(ahead) {
                Color::Black => std::mem::replace(&mut black, ahead),
                Color::White => std::mem::replace(&mut white, ahead),
            };
            steps.push([black, white]);
            if black.1 >= rows {
                return Self { winner: Color::Black, steps };
            }
            if white.0 >= cols {
                return Self { winner: Color::White, steps };
            }
            ahead = (black.0 + white.0 - left.0, black.1 + white.1 - left.1);
        }
    }

    /// Who has won a board that need not be full: a colour that wins although all empty cells are the other's.
    #[must_use]
    pub fn winner_of<const W: usize>(position: &Position<W>) -> Option<Color> {
        Color::BOTH.into_iter().find(|&color| Self::over(position, color.opponent()).winner == color)
    }
}
