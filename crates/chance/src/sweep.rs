//! The transfer matrix: one sweep over the board forwards, one backwards.
//!
//! Forwards, a vector holds for each state of the frontier the weight of the fillings so far that lead to it: their
//! number, or their probability. Backwards, another holds for each state the weight of the fillings of the rest that let
//! Black win from it. Both are linear in each cell, so the weight of the wins with a black cell `c` is the product of the
//! forward vector before `c` with the backward vector after it along the black steps, and the same for white. The
//! difference is the derivative of the whole by that cell: how often it is critical.
//!
//! Forward vectors are kept for the first cell of each row and made again within a row when the backward sweep gets
//! there: a third more time, and memory for `height + width` vectors instead of `height * width`.
//!
//! **Error.** With floating-point weights every number here is a sum of products of numbers that are not negative, so each
//! rounding changes it by a factor within `1 ± 2^-53` and nothing cancels. A result that depends on at most `k` roundings
//! in sequence is off by a factor within `1 ± γ`, `γ = k u / (1 - k u)`, `u = 2^-53` (Higham, Accuracy and Stability of
//! Numerical Algorithms, section 3.1). [`Sweep::roundings`] counts them.

use crate::frontier::{CUT_OFF, Frontier, START};

/// The numbers that a sweep adds up: whole numbers for counts, floating-point numbers for probabilities.
pub(crate) trait Weight: Copy {
    const ZERO: Self;
    const ONE: Self;
    fn is_zero(self) -> bool;
    fn plus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
    /// The weight of a step to a cell's colour that a coin gives with this probability; counting ignores it.
    fn share(self, probability: f64) -> Self;
}

impl Weight for f64 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;
    #[inline]
    fn is_zero(self) -> bool {
        self == 0.0
    }
    #[inline]
    fn plus(self, other: Self) -> Self {
        self + other
    }
    #[inline]
    fn times(self, other: Self) -> Self {
        self * other
    }
    #[inline]
    fn share(self, probability: f64) -> Self {
        self * probability
    }
}

macro_rules! count_with {
    ($($type:ty),*) => {$(
        impl Weight for $type {
            const ZERO: Self = 0;
            const ONE: Self = 1;
            #[inline]
            fn is_zero(self) -> bool {
                self == 0
            }
            #[inline]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline]
            fn times(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }
            #[inline]
            fn share(self, _: f64) -> Self {
                self
            }
        }
    )*};
}
count_with!(u64, u128);

impl Weight for crate::Wide {
    const ZERO: Self = Self::ZERO;
    const ONE: Self = Self::ONE;
    #[inline]
    fn is_zero(self) -> bool {
        self.is_zero()
    }
    #[inline]
    fn plus(self, other: Self) -> Self {
        self.plus(other)
    }
    #[inline]
    fn times(self, other: Self) -> Self {
        self.times(other)
    }
    #[inline]
    fn share(self, _: f64) -> Self {
        self
    }
}

/// A cell as the sweep meets it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Square {
    Empty,
    Black,
    White,
}

/// A board laid out for the sweep: rows from Black's one edge to the other.
#[derive(Debug, Clone)]
pub(crate) struct Sweep {
    pub(crate) width: usize,
    /// Row by row.
    pub(crate) squares: Vec<Square>,
    /// The probability that an empty cell becomes black.
    pub(crate) black_share: f64,
}

/// The result of a sweep.
#[derive(Debug, Clone)]
pub(crate) struct Swept<T> {
    /// The weight of all fillings that Black wins.
    pub(crate) wins: T,
    /// For each empty cell, the weight of the fillings of the others that Black wins if it is black, and if it is white.
    pub(crate) wins_if: Vec<Option<[T; 2]>>,
}

impl Sweep {
    /// Runs the sweeps and tells `observe` from time to time which part of the work is done.
    pub(crate) fn run<T: Weight>(&self, observe: &mut dyn FnMut(f64)) -> Swept<T> {
        let frontier = Frontier::of(self.width);
        let rows = self.squares.len() / self.width;
        let steps_in_all = 3 * rows as u64;
        let mut rows_done = 0;
        let mut row_done = || {
            rows_done += 1;
            observe(rows_done as f64 / steps_in_all as f64);
        };

        // 1. Forwards, keeping the vector before the first cell of each row.
        let mut before_row = Vec::with_capacity(rows);
        let mut vector = vec![T::ZERO; frontier.states()];
        vector[START as usize] = T::ONE;
        let mut next = vector.clone();
        for row in 0..rows {
            before_row.push(vector.clone());
            // The vector after the last row is not needed: the backward sweep sums it up.
            if row + 1 < rows {
                for column in 0..self.width {
                    self.forward(frontier, row * self.width + column, &vector, &mut next);
                    std::mem::swap(&mut vector, &mut next);
                }
            }
            row_done();
        }
        drop(next);

        // 2. Backwards, row by row. After the last cell Black has won wherever it is joined to the top.
        let mut wins = vector;
        wins.fill(T::ONE);
        wins[CUT_OFF as usize] = T::ZERO;
        let mut wins_before = wins.clone();
        let mut wins_if = vec![None; self.squares.len()];
        let mut before_cell: Vec<Vec<T>> = vec![vec![T::ZERO; frontier.states()]; self.width];
        for row in (0..rows).rev() {
            before_cell[0] = before_row.pop().expect("a vector was kept for each row");
            for column in 1..self.width {
                let (done, open) = before_cell.split_at_mut(column);
                self.forward(frontier, row * self.width + column - 1, &done[column - 1], &mut open[0]);
            }
            row_done();
            for column in (0..self.width).rev() {
                let at = row * self.width + column;
                wins_if[at] = self.backward(frontier, at, &before_cell[column], &wins, &mut wins_before);
                std::mem::swap(&mut wins, &mut wins_before);
            }
            row_done();
        }
        Swept { wins: wins[START as usize], wins_if }
    }

    /// One cell forwards: from the vector before it to the vector after it.
    fn forward<T: Weight>(&self, frontier: &Frontier, at: usize, from: &[T], to: &mut [T]) {
        to.fill(T::ZERO);
        let steps = frontier.steps(at % self.width);
        let white_share = 1.0 - self.black_share;
        let states = from.iter().zip(steps).filter(|(weight, _)| !weight.is_zero());
        match self.squares[at] {
            Square::Empty => {
                for (weight, &[black, white]) in states {
                    let (black, white) = (black as usize, white as usize);
                    to[black] = to[black].plus(weight.share(self.black_share));
                    to[white] = to[white].plus(weight.share(white_share));
                }
            }
            stone => {
                let color = usize::from(stone == Square::White);
                for (&weight, targets) in states {
                    let target = targets[color] as usize;
                    to[target] = to[target].plus(weight);
                }
            }
        }
        to[CUT_OFF as usize] = T::ZERO;
    }

    /// One cell backwards: from the wins after it to the wins before it. Returns the weight of Black's wins with a black
    /// and with a white cell here, if the cell is empty.
    fn backward<T: Weight>(
        &self,
        frontier: &Frontier,
        at: usize,
        before: &[T],
        wins_after: &[T],
        wins_before: &mut [T],
    ) -> Option<[T; 2]> {
        let steps = frontier.steps(at % self.width);
        let white_share = 1.0 - self.black_share;
        // States that cannot be reached are left as they are: only states that cannot be reached lead to them. With a
        // coin that falls to one side (nearly) always, a weight of zero does not prove that.
        let skips = self.black_share == 0.5;
        if self.squares[at] != Square::Empty {
            let color = usize::from(self.squares[at] == Square::White);
            for (state, targets) in steps.iter().enumerate() {
                if !(skips && before[state].is_zero()) {
                    wins_before[state] = wins_after[targets[color] as usize];
                }
            }
            return None;
        }
        let mut sums = PairwiseSums::new();
        for (block, steps) in steps.chunks(BLOCK).enumerate() {
            let states = block * BLOCK..block * BLOCK + steps.len();
            let (before, wins_before) = (&before[states.clone()], &mut wins_before[states]);
            let mut sum = [T::ZERO; 2];
            for ((&[black, white], &weight), wins) in steps.iter().zip(before).zip(wins_before) {
                if skips && weight.is_zero() {
                    continue;
                }
                let [black, white] = [wins_after[black as usize], wins_after[white as usize]];
                *wins = black.share(self.black_share).plus(white.share(white_share));
                sum = [sum[0].plus(weight.times(black)), sum[1].plus(weight.times(white))];
            }
            sums.add(sum);
        }
        Some(sums.total())
    }

    /// The most roundings in sequence that any result of a sweep in floating-point numbers depends on.
    ///
    /// A cell that is met forwards costs a multiplication, the rounding of `1 - p`, and as many additions as steps lead to
    /// one state, less one (the first is added to zero); met backwards, the same with two numbers to add. The product of
    /// the vectors costs a multiplication, the additions of a block and those of the pairwise sum of all blocks. The
    /// difference of two results is one more.
    pub(crate) fn roundings(&self) -> u32 {
        let frontier = Frontier::of(self.width);
        let cells: usize =
            (0..self.squares.len()).map(|at| frontier.fan_in(at % self.width).max(2) + 1).sum();
        let blocks = frontier.states().div_ceil(BLOCK);
        (cells + 1 + BLOCK + blocks.next_power_of_two().ilog2() as usize + 1) as u32
    }
}

/// How many products are added one after the other before pairwise summation takes over.
const BLOCK: usize = 64;

/// Adds numbers up like the teams of a knock-out tournament, so that each passes through few additions: at any time, the
/// pending sums are those of as many blocks as the bits of the number of blocks say.
struct PairwiseSums<T> {
    pending: Vec<[T; 2]>,
    blocks: usize,
}

impl<T: Weight> PairwiseSums<T> {
    fn new() -> Self {
        Self { pending: Vec::with_capacity(32), blocks: 0 }
    }

    fn add(&mut self, mut sum: [T; 2]) {
        self.blocks += 1;
        for _ in 0..self.blocks.trailing_zeros() {
            let other = self.pending.pop().expect("a pending sum for each bit of the count");
            sum = [other[0].plus(sum[0]), other[1].plus(sum[1])];
        }
        self.pending.push(sum);
    }

    fn total(self) -> [T; 2] {
        let sums = self.pending.into_iter().rev();
        sums.fold([T::ZERO; 2], |total, sum| [total[0].plus(sum[0]), total[1].plus(sum[1])])
    }
}
