//! Random full boards: the fastest way to play a random game to its end, since the order of moves does not matter once
//! the board is full.

use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};

use crate::{Cell, CellSet, Color, Position};

/// Fills boards at random with a fixed seed.
#[derive(Debug, Clone)]
pub struct RandomFilling {
    random: Xoshiro256PlusPlus,
    cells: Vec<Cell>,
}

impl RandomFilling {
    /// A generator with this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { random: Xoshiro256PlusPlus::seed_from_u64(seed), cells: Vec::new() }
    }

    /// Fills the empty cells as random alternating play would, the side to move first, and returns Black's stones on the
    /// full board.
    pub fn fill<const W: usize>(&mut self, position: &Position<W>) -> CellSet<W> {
        self.cells.clear();
        self.cells.extend(position.empty_cells());
        // The side to move gets half of the cells, and the odd one.
        let share = self.cells.len().div_ceil(2);
        let mut chosen = CellSet::EMPTY;
        for index in 0..share {
            let other = index + random_below(&mut self.random, self.cells.len() - index);
            self.cells.swap(index, other);
            chosen.insert(self.cells[index]);
        }
        match position.to_move() {
            Color::Black => position.stones(Color::Black) | chosen,
            Color::White => position.geometry().all().minus(position.stones(Color::White) | chosen),
        }
    }

    /// Plays a random game from the position to a full board and returns its winner.
    pub fn winner<const W: usize>(&mut self, position: &Position<W>) -> Color {
        let black = self.fill(position);
        if position.geometry().joins(black, Color::Black) { Color::Black } else { Color::White }
    }
}

/// A random number below `bound`, by the high half of a product (Lemire); the bias, under 2^-32 for our bounds, does not
/// matter.
#[inline]
pub fn random_below(random: &mut impl Rng, bound: usize) -> usize {
    ((u64::from(random.next_u32()) * bound as u64) >> 32) as usize
}
