//! Training samples from searched positions.
//!
//! A record, little-endian, of a board with `c` cells in `w` words ([`board::BoardSize::words`]):
//!
//! ```text
//! u64 x w   stones of the side to move, in its view (cell i is bit i % 64 of word i / 64)
//! u64 x w   stones of the opponent
//! u64 x w   the group of stones that joined the winner's edges at the end of the game, in the same view
//! u16 x c   improved policy, probability times 65,535
//! u16       the opponent's reply in the same view, 65,535 if the game ended first
//! u8        1 if the side to move won
//! u8        stones on the board
//! f32       value of the search for the side to move
//! ```
//!
//! All records of a size are equally long, so that files of them can be cut anywhere a multiple of [`record_len`] from
//! their beginning.

use board::{BoardSize, Cell, CellSet, Color, Position};

use super::view::Viewer;

/// The reply that says that there was none.
pub const NO_REPLY: u16 = u16::MAX;

/// Bytes of a record.
#[must_use]
pub const fn record_len(size: BoardSize) -> usize {
    3 * 8 * size.words() + 2 * size.cells() + 2 + 1 + 1 + 4
}

/// A searched position of a game that goes on.
#[derive(Debug, Clone)]
pub(crate) struct Pending<const W: usize> {
    pub(crate) position: Position<W>,
    pub(crate) policy: Vec<u16>,
    pub(crate) reply: Option<Cell>,
    pub(crate) value: f32,
}

impl<const W: usize> Pending<W> {
    /// Appends the record, now that the game is over and `chain` joins `winner`'s edges.
    pub(crate) fn write(&self, viewer: &Viewer, winner: Color, chain: CellSet<W>, into: &mut Vec<u8>) {
        let color = self.position.to_move();
        let view = viewer.view(&self.position);
        for cells in [view.own, view.opponent, viewer.cells(chain, color)] {
            cells.words().iter().for_each(|word| into.extend(word.to_le_bytes()));
        }
        self.policy.iter().for_each(|share| into.extend(share.to_le_bytes()));
        let reply = self.reply.map_or(NO_REPLY, |cell| viewer.cell(cell, color).index() as u16);
        into.extend(reply.to_le_bytes());
        into.push(u8::from(winner == color));
        into.push(self.position.occupied().len().min(255) as u8);
        into.extend(self.value.to_le_bytes());
    }
}
