//! Cohen's variant for ordinary Hex: fillings with equally many stones of each colour, as alternating play leaves them
//! (B. Cohen, "Board evaluation in Hex", 2004). There is no theorem behind it; it is the ancestor of playouts.

use board::{Cell, Color, Position, RandomFilling};

use crate::Estimate;

/// Counts over random fillings in which the players took turns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BalancedSample {
    /// Who was to move: it gets the odd cell.
    pub to_move: Color,
    /// How many fillings.
    pub fillings: u64,
    /// How many of them Black won.
    pub black_wins: u64,
    /// For each empty cell, in how many fillings the side to move had it, and how many of those it won.
    pub cells: Vec<BalancedCell>,
}

/// Counts for one empty cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BalancedCell {
    /// The cell.
    pub cell: Cell,
    /// In how many fillings the side to move had it.
    pub taken: u64,
    /// How many of those the side to move won.
    pub won: u64,
    /// In how many fillings it was of the losing colour.
    pub losing: u64,
}

impl BalancedSample {
    /// Samples a position.
    #[must_use]
    pub fn of(position: &Position, fillings: u64, seed: u64) -> Self {
        board::with_words!(position.size(), W => sample::<W>(&position.resize(), fillings, seed))
    }

    /// How often Black wins.
    #[must_use]
    pub fn black_wins(&self) -> Estimate {
        Estimate::of(self.black_wins, self.fillings)
    }

    /// The cell with which the side to move wins most often, the first of equals; none on a full board.
    #[must_use]
    pub fn best(&self) -> Option<Cell> {
        let rate = |cell: &BalancedCell| cell.won as f64 / cell.taken.max(1) as f64;
        let better = |best: &BalancedCell, cell: &BalancedCell| rate(cell) > rate(best);
        self.cells
            .iter()
            .reduce(|best, cell| if better(best, cell) { cell } else { best })
            .map(|cell| cell.cell)
    }
}

fn sample<const W: usize>(position: &Position<W>, fillings: u64, seed: u64) -> BalancedSample {
    let to_move = position.to_move();
    let mut random = RandomFilling::new(seed);
    let mut cells: Vec<BalancedCell> = position
        .empty_cells()
        .iter()
        .map(|cell| BalancedCell { cell, taken: 0, won: 0, losing: 0 })
        .collect();
    let mut black_wins = 0;
    for _ in 0..fillings {
        let black = random.fill(position);
        let winner = if position.geometry().joins(black, Color::Black) { Color::Black } else { Color::White };
        black_wins += u64::from(winner == Color::Black);
        for counts in &mut cells {
            let holder = if black.contains(counts.cell) { Color::Black } else { Color::White };
            counts.taken += u64::from(holder == to_move);
            counts.won += u64::from(holder == to_move && winner == to_move);
            counts.losing += u64::from(holder != winner);
        }
    }
    BalancedSample { to_move, fillings, black_wins, cells }
}
