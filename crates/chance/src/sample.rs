//! Random fillings by the million, as in the paper: for boards that are too large for the exact method, as its check, and
//! for the paper's player.
//!
//! A batch is 512 boards at once, one bit each: a cell is a vector of 512 bits, the same operation works on all boards,
//! and a row is joined to the row above by three or four operations a cell. Black's stones are flooded from the top, down
//! and up in turn, and within a row from side to side, until no board changes whose winner is open.
//!
//! Numbers come from eight xoshiro256++ generators side by side, seeded by one SplitMix64: the same on every machine,
//! with every instruction set.

mod flood;
mod lanes;

use board::{Cell, Color, Position};

use crate::{ChanceError, Coin};
use flood::{Bits, Flood};
use lanes::Lanes;

/// How many boards are filled at once.
const BATCH: u64 = 512;

/// Fills the empty cells of one position at random, again and again, and counts.
#[derive(Debug, Clone)]
pub struct Sampler {
    coin: Coin,
    /// The probability of a black cell in 2^32nds.
    black: u64,
    lanes: Lanes,
    flood: Flood,
    /// The empty cells and their places on the padded board.
    empty: Vec<(Cell, usize)>,
    /// For each empty cell and each word of the batch, how often it was of the losing colour.
    losing: Vec<Bits>,
    fillings: u64,
    black_wins: u64,
}

impl Sampler {
    /// A sampler of a position. The coin's probability is rounded to a multiple of 2^-32.
    #[must_use]
    pub fn new(position: &Position, coin: Coin, seed: u64) -> Self {
        let flood = Flood::new(position);
        let empty: Vec<(Cell, usize)> =
            position.empty_cells().iter().map(|cell| (cell, flood.place(cell))).collect();
        Self {
            coin,
            black: (coin.share(Color::Black) * (1u64 << 32) as f64).round() as u64,
            lanes: Lanes::new(seed),
            flood,
            losing: vec![[0; 8]; empty.len()],
            empty,
            fillings: 0,
            black_wins: 0,
        }
    }

    /// Fills the board this many more times.
    pub fn run(&mut self, fillings: u64) {
        #[cfg(target_arch = "x86_64")]
        if lanes::has_avx512() {
            #[expect(unsafe_code, reason = "a function for instructions that are detected at run time")]
            // SAFETY: the only precondition of `batches_avx512`, an otherwise safe function, is that the processor has
            // the instructions it is compiled for, and all of them were just detected.
            unsafe {
                self.batches_avx512(fillings);
            }
            return;
        }
        self.batches(fillings);
    }

    /// The counts so far.
    #[must_use]
    pub fn sample(&self) -> Sample {
        let losing = self.empty.iter().zip(&self.losing);
        Sample {
            coin: self.coin,
            fillings: self.fillings,
            black_wins: self.black_wins,
            losing: losing.map(|(&(cell, _), words)| (cell, words.iter().sum())).collect(),
        }
    }

    /// Inlined into a function for each set of instructions.
    #[inline(always)]
    fn batches(&mut self, fillings: u64) {
        // Copies stay in registers; fields would be stored and loaded around every number.
        let mut lanes = self.lanes.clone();
        let mut left = fillings;
        while left > 0 {
            let counted = left.min(BATCH);
            for &(_, place) in &self.empty {
                self.flood.fill[place] = lanes.bits(self.black);
            }
            let won = self.flood.black_wins();
            let mask = first_boards(counted);
            for word in 0..8 {
                self.black_wins += u64::from((won[word] & mask[word]).count_ones());
            }
            for (&(_, place), losing) in self.empty.iter().zip(&mut self.losing) {
                let fill = &self.flood.fill[place];
                for word in 0..8 {
                    losing[word] += u64::from(((fill[word] ^ won[word]) & mask[word]).count_ones());
                }
            }
            self.fillings += counted;
            left -= counted;
        }
        self.lanes = lanes;
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx512vpopcntdq")]
    fn batches_avx512(&mut self, fillings: u64) {
        self.batches(fillings);
    }
}

/// The bits of the first boards of a batch.
#[inline(always)]
fn first_boards(count: u64) -> Bits {
    std::array::from_fn(|word| match count.saturating_sub(64 * word as u64) {
        0 => 0,
        bits @ 1..64 => (1 << bits) - 1,
        _ => !0,
    })
}

/// A number that was measured by sampling.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The best guess.
    pub value: f64,
    /// Half the width of the interval that holds the truth 95 times in a hundred.
    pub margin: f64,
}

impl Estimate {
    /// The estimate of a probability from the number of `hits` and of trials (Agresti and Coull: two hits and two misses
    /// are added before the normal approximation, so that the interval holds near 0 and 1 too).
    #[must_use]
    pub fn of(hits: u64, trials: u64) -> Self {
        let (n, hits) = (trials as f64, hits as f64);
        let centre = (hits + 2.0) / (n + 4.0);
        let around = 1.96 * (centre * (1.0 - centre) / (n + 4.0)).sqrt();
        let value = if trials == 0 { 0.5 } else { hits / n };
        Self { value, margin: around + (value - centre).abs() }
    }
}

/// Counts over random fillings of a position.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// Who gets the cells.
    pub coin: Coin,
    /// How many fillings.
    pub fillings: u64,
    /// How many of them Black won.
    pub black_wins: u64,
    /// For each empty cell, in how many of them it was of the losing colour: `L_H` of the paper, times the fillings.
    pub losing: Vec<(Cell, u64)>,
}

impl Sample {
    /// Samples a position.
    #[must_use]
    pub fn of(position: &Position, coin: Coin, fillings: u64, seed: u64) -> Self {
        let mut sampler = Sampler::new(position, coin, seed);
        sampler.run(fillings);
        sampler.sample()
    }

    /// How often Black wins.
    #[must_use]
    pub fn black_wins(&self) -> Estimate {
        Estimate::of(self.black_wins, self.fillings)
    }

    /// How often each empty cell is critical. With a fair coin a cell is critical whenever changing its colour changes
    /// the winner, and the fillings in which it is not pair up: `critical = 1 - 2 L_H` (Proposition 5.1). With a coin of
    /// `p` and a value of `v` the same argument gives `(p (1 - v) + (1 - p) v - L_H) / (2 p (1 - p))`.
    ///
    /// # Errors
    /// [`ChanceError::Coin`] for a coin that always falls to one side: no cell then tells anything by its losing colour.
    pub fn critical(&self) -> Result<Vec<(Cell, Estimate)>, ChanceError> {
        let [p, q] = Color::BOTH.map(|color| self.coin.share(color));
        if p * q == 0.0 {
            return Err(ChanceError::Coin(p));
        }
        let wins = self.black_wins();
        let estimate = |&(cell, losing): &(Cell, u64)| {
            let losing = Estimate::of(losing, self.fillings);
            let value = (p * (1.0 - wins.value) + q * wins.value - losing.value) / (2.0 * p * q);
            let margin = (wins.margin * (q - p).abs() + losing.margin) / (2.0 * p * q);
            (cell, Estimate { value, margin })
        };
        Ok(self.losing.iter().map(estimate).collect())
    }

    /// The cell that is of the losing colour least often, the first of equals; none on a full board. With a fair coin it
    /// is the one that was critical most often.
    #[must_use]
    pub fn best(&self) -> Option<Cell> {
        self.losing.iter().min_by_key(|&&(_, losing)| losing).map(|&(cell, _)| cell)
    }

    /// The bid as a share of all chips, for the fair coin: half the criticality of the best cell (Proposition 5.2).
    #[must_use]
    pub fn bid(&self) -> Estimate {
        let least = self.losing.iter().map(|&(_, losing)| losing).min().unwrap_or(self.fillings / 2);
        let losing = Estimate::of(least, self.fillings);
        Estimate { value: 0.5 - losing.value, margin: losing.margin }
    }
}

#[cfg(test)]
mod tests {
    use board::{BoardSize, CellSet, Position};

    use super::*;

    /// Fills a batch and asks the rules for the winner of each of its boards, and for the losing cells.
    fn check(position: &Position, black: f64, seed: u64) {
        let mut sampler = Sampler::new(position, Coin::new(black).unwrap(), seed);
        sampler.batches(BATCH);
        let geometry = position.geometry();
        let mut wins = 0;
        let mut losing = vec![0; sampler.empty.len()];
        for board in 0..BATCH as usize {
            let is_black =
                |cell| sampler.flood.fill[sampler.flood.place(cell)][board / 64] >> (board % 64) & 1 != 0;
            let black: CellSet = position.size().iter().filter(|&cell| is_black(cell)).collect();
            assert!(position.stones(Color::Black).is_subset(&black));
            assert!(!position.stones(Color::White).intersects(&black));
            let won = geometry.joins(black, Color::Black);
            wins += u64::from(won);
            for (&(cell, _), losing) in sampler.empty.iter().zip(&mut losing) {
                *losing += u64::from(is_black(cell) != won);
            }
        }
        let sample = sampler.sample();
        assert_eq!(sample.black_wins, wins, "{position:?}");
        assert_eq!(sample.losing.iter().map(|&(_, count)| count).collect::<Vec<_>>(), losing);
    }

    #[test]
    fn every_board_of_a_batch_has_the_winner_of_the_rules() {
        for (cols, rows) in
            [(1, 1), (1, 6), (6, 1), (2, 2), (3, 7), (7, 3), (8, 8), (11, 11), (19, 19), (19, 5)]
        {
            let size = BoardSize::new(cols, rows).unwrap();
            let mut position = Position::empty(size);
            for seed in 0..4 {
                check(&position, 0.5, seed);
                check(&position, [0.4, 0.55, 0.0, 1.0][seed as usize], seed);
                let cell = size.cell_at((seed as usize * 37 + 5) % size.cells()).unwrap();
                if position.at(cell).is_none() {
                    position.play(cell).unwrap();
                }
            }
        }
    }

    /// All instruction sets give the same numbers. A run may be divided into runs of whole batches.
    #[test]
    fn all_instructions_count_alike() {
        let position = Position::empty(BoardSize::square(11).unwrap());
        let mut plain = Sampler::new(&position, Coin::FAIR, 7);
        plain.batches(10_000);
        assert_eq!(Sample::of(&position, Coin::FAIR, 10_000, 7), plain.sample());
        let mut cut = Sampler::new(&position, Coin::FAIR, 7);
        cut.run(512);
        cut.run(10_000 - 512);
        assert_eq!(cut.sample(), plain.sample());
        assert_eq!(plain.sample().fillings, 10_000);
    }

    /// The same on a board that Miri fills in seconds.
    #[test]
    fn a_tiny_board_counts_alike() {
        let position = Position::empty(BoardSize::square(2).unwrap());
        let mut plain = Sampler::new(&position, Coin::FAIR, 7);
        plain.batches(600);
        assert_eq!(Sample::of(&position, Coin::FAIR, 600, 7), plain.sample());
    }

    #[test]
    fn masks() {
        assert_eq!(first_boards(512), [!0; 8]);
        assert_eq!(first_boards(65), [!0, 1, 0, 0, 0, 0, 0, 0]);
        assert_eq!(first_boards(0), [0; 8]);
    }
}
