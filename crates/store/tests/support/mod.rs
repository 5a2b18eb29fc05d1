//! Helpers of the tests of faults.

pub(crate) mod disk;
pub(crate) mod sweep;

use board::{BoardSize, CellSet, Color, Position};
use store::Solved;

/// Position number `number` of 6x6, after three moves, with a fact about it. Different numbers below a thousand are
/// different positions, and none is the image of another.
pub(crate) fn numbered(number: usize) -> (Position, Solved) {
    let size = BoardSize::square(6).expect("6x6 is a board");
    let corner = size.cell_at(0).expect("a1 is a cell");
    let others: Vec<_> = size.iter().filter(|&cell| cell != corner).collect();
    let second = others[number % others.len()];
    let rest: Vec<_> = others.iter().copied().filter(|&cell| cell != second).collect();
    let third = rest[number / others.len() % rest.len()];
    let position = Position::after(size, &[corner, second, third]).expect("three different cells");
    let carrier: CellSet = position.empty_cells().iter().skip(number % 5).collect();
    let winner = if number.is_multiple_of(3) { Color::White } else { Color::Black };
    (position, Solved { winner, winning_move: carrier.first(), carrier, work: 100 + number as u64 })
}
