//! Keys for hashing positions: one random 128-bit number for each cell and colour, one for the side to move.
//!
//! A position keeps four running sums, one for itself and one for each of its images under the board's symmetries, so
//! that "the smallest of the images" costs nothing more than three further exclusive-ors per stone. The numbers come from
//! a fixed generator: hashes are the same on every machine and may be written to disk. The board's size goes into the sum
//! of the empty board, so that positions of different boards do not meet.

use crate::{BoardSize, Cell, Color, Symmetry};

/// The sums of a position and of its images, by [`Symmetry`].
pub(crate) type Sums = [u128; 4];

/// The keys of one board.
#[derive(Debug)]
pub(crate) struct Keys {
    stones: Box<[[Sums; 2]]>,
    to_move: [Sums; 2],
    change_of_side: u128,
    empty: Sums,
}

impl Keys {
    pub(crate) fn new(size: BoardSize) -> Self {
        let images = |cell: Cell, color: Color| {
            let mut sums = [0; 4];
            for &symmetry in Symmetry::of(size) {
                sums[symmetry as usize] = stone_key(symmetry.cell(cell, size), symmetry.color(color));
            }
            sums
        };
        let to_move = Color::BOTH.map(|color| Symmetry::ALL.map(|symmetry| side_key(symmetry.color(color))));
        Self {
            stones: size.iter().map(|cell| Color::BOTH.map(|color| images(cell, color))).collect(),
            to_move,
            // The same for every image: both keys come in, so a symmetry that exchanges colours changes nothing.
            change_of_side: side_key(Color::Black) ^ side_key(Color::White),
            empty: [size_key(size); 4],
        }
    }

    /// The sums of the empty board with this side to move.
    pub(crate) fn start(&self, to_move: Color) -> Sums {
        let mut sums = self.empty;
        add(&mut sums, &self.to_move[to_move.index()]);
        sums
    }

    /// Adds a stone, or takes it out again.
    #[inline]
    pub(crate) fn toggle_stone(&self, sums: &mut Sums, cell: Cell, color: Color) {
        add(sums, &self.stones[cell.index()][color.index()]);
    }

    /// The other side is to move.
    #[inline]
    pub(crate) fn toggle_side(&self, sums: &mut Sums) {
        add(sums, &[self.change_of_side; 4]);
    }
}

#[inline]
fn add(sums: &mut Sums, key: &Sums) {
    for (sum, key) in sums.iter_mut().zip(key) {
        *sum ^= key;
    }
}

fn stone_key(cell: Cell, color: Color) -> u128 {
    random(1 + 2 * cell.index() as u64 + color.index() as u64)
}

fn side_key(color: Color) -> u128 {
    random(0x10_000 + color.index() as u64)
}

fn size_key(size: BoardSize) -> u128 {
    random(0x20_000 + 32 * size.cols() as u64 + size.rows() as u64)
}

/// The `n`-th number of the fixed generator (SplitMix64, two outputs to a key).
fn random(n: u64) -> u128 {
    let word = |index: u64| {
        let mut z = index.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(0x4865_7877_7269_6768);
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    };
    u128::from(word(2 * n)) << 64 | u128::from(word(2 * n + 1))
}
