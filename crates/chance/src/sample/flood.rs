//! The flood: which of 512 full boards has Black won?
//!
//! The board is stored row by row with one cell of padding after each row, which no stone ever reaches: it stands for
//! what lies right of a row's last cell and left of the next row's first. A row of the edge above the first row is
//! always reached.

use board::{Cell, Color, Position};

/// One bit for each board of a batch.
pub(super) type Bits = [u64; 8];

/// A batch of boards.
#[derive(Debug, Clone)]
pub(super) struct Flood {
    cols: usize,
    rows: usize,
    /// Black cells.
    pub(super) fill: Vec<Bits>,
    /// Black cells known to be joined to the top.
    reached: Vec<Bits>,
}

impl Flood {
    /// A batch of boards with the stones of a position; the empty cells are yet to be filled.
    pub(super) fn new(position: &Position) -> Self {
        let size = position.size();
        let (cols, rows) = (size.cols(), size.rows());
        // The edge above, the rows, and one cell more, so that every row has a row below to look at.
        let cells = (rows + 2) * (cols + 1);
        let mut flood = Self { cols, rows, fill: vec![[0; 8]; cells], reached: vec![[0; 8]; cells] };
        flood.reached[..cols].fill([!0; 8]);
        for cell in position.stones(Color::Black) {
            let place = flood.place(cell);
            flood.fill[place] = [!0; 8];
        }
        flood
    }

    /// Where a cell of the board is stored.
    pub(super) fn place(&self, cell: Cell) -> usize {
        let (row, col) = (cell.index() / self.cols, cell.index() % self.cols);
        (row + 1) * (self.cols + 1) + col
    }

    /// The boards that Black has won. Every cell must have been filled.
    ///
    /// 1. Down through all rows, closing each row to both sides.
    /// 2. Up through all rows. Nearly every batch of 512 boards needs both, so nothing is compared yet.
    /// 3. Down and up in turn through the rows next to those that have changed, until none changes any more in a board
    ///    whose winner is open.
    #[inline(always)]
    pub(super) fn black_wins(&mut self) -> Bits {
        for row in 1..=self.rows {
            self.enter_from_above(row);
        }
        let mut won = self.bottom();
        for row in (1..self.rows).rev() {
            self.enter_from_below(row, &won);
        }
        // The rows to sweep in any case; beyond them the sweep continues as long as rows change.
        let mut open = (2, self.rows);
        loop {
            let Some((first, last)) = self.sweep_down(open, &mut won) else { return won };
            open = (first.saturating_sub(1).max(1), last - 1);
            let Some((first, last)) = self.sweep_up(open, &won) else { return won };
            open = (first + 1, last + 1);
        }
    }

    /// Looks at the rows from `first` to `last` and on downwards as long as they change. Returns the first and the last
    /// row that has changed in an open board, if any.
    #[inline(always)]
    fn sweep_down(&mut self, (first, last): (usize, usize), won: &mut Bits) -> Option<(usize, usize)> {
        let mut changed = None;
        for row in first..=self.rows {
            if self.look_up(row, won) {
                changed = Some((changed.map_or(row, |(first, _)| first), row));
                if row == self.rows {
                    *won = self.bottom();
                }
            } else if row >= last {
                break;
            }
        }
        changed
    }

    /// The same upwards, from `last` to `first`.
    #[inline(always)]
    fn sweep_up(&mut self, (first, last): (usize, usize), won: &Bits) -> Option<(usize, usize)> {
        let mut changed = None;
        for row in (1..=last).rev() {
            if self.enter_from_below(row, won) {
                changed = Some((row, changed.map_or(row, |(_, last)| last)));
            } else if row <= first {
                break;
            }
        }
        changed
    }

    /// The boards in which the last row is reached.
    #[inline(always)]
    fn bottom(&self) -> Bits {
        let start = self.rows * (self.cols + 1);
        self.reached[start..start + self.cols].iter().fold([0; 8], |all, cell| or(&all, cell))
    }

    /// Reaches a row for the first time: from the row above, then to the right, then to the left.
    #[inline(always)]
    fn enter_from_above(&mut self, row: usize) {
        let cols = self.cols;
        let start = row * (cols + 1);
        let (above, here) = self.reached.split_at_mut(start);
        let above = &above[start - cols - 1..][..cols + 1];
        let here = &mut here[..cols];
        let fill = &self.fill[start..][..cols];
        let mut reached = [0; 8];
        for col in 0..cols {
            // The row's own chain is the longest path through these operations: one operation a cell.
            let entered = or_and(&above[col], &above[col + 1], &fill[col]);
            reached = or_if(&entered, &reached, &fill[col]);
            here[col] = reached;
        }
        close_left(fill, here);
    }

    /// Reaches more of a row from the row above. Returns whether it has changed in an open board.
    #[inline(always)]
    fn look_up(&mut self, row: usize, won: &Bits) -> bool {
        let cols = self.cols;
        let start = row * (cols + 1);
        let (above, here) = self.reached.split_at_mut(start);
        let above = &above[start - cols - 1..][..cols + 1];
        let here = &mut here[..cols];
        let fill = &self.fill[start..][..cols];
        let changed = enter_again(0..cols, fill, above, here, won);
        if changed {
            close_left(fill, here);
        }
        changed
    }

    /// Reaches more of a row from the row below. Returns whether it has changed in an open board.
    #[inline(always)]
    fn enter_from_below(&mut self, row: usize, won: &Bits) -> bool {
        let cols = self.cols;
        let start = row * (cols + 1);
        // The padding after this row is what lies left of the first cell of the row below.
        let (here, below) = self.reached.split_at_mut(start + cols);
        let here = &mut here[start..][..cols];
        let below = &below[..cols + 1];
        let fill = &self.fill[start..][..cols];
        let changed = enter_again((0..cols).rev(), fill, below, here, won);
        if changed {
            close_right(fill, here);
        }
        changed
    }
}

/// Reaches more of a row from the row beside it, in the order of the columns. Returns whether it has changed in an open board.
#[inline(always)]
fn enter_again(
    columns: impl Iterator<Item = usize>,
    fill: &[Bits],
    beside: &[Bits],
    here: &mut [Bits],
    won: &Bits,
) -> bool {
    let mut reached = [0; 8];
    let mut changes = [0; 8];
    for col in columns {
        let entered = or(&here[col], &or_and(&beside[col], &beside[col + 1], &fill[col]));
        reached = or_if(&entered, &reached, &fill[col]);
        changes = or_changed(&changes, &here[col], &reached);
        here[col] = reached;
    }
    any_outside(&changes, won)
}

/// Reaches what lies left of reached cells through black ones.
#[inline(always)]
fn close_left(fill: &[Bits], here: &mut [Bits]) {
    let mut reached = [0; 8];
    for (fill, here) in fill.iter().zip(here).rev() {
        reached = or_if(here, &reached, fill);
        *here = reached;
    }
}

/// Reaches what lies right of reached cells through black ones.
#[inline(always)]
fn close_right(fill: &[Bits], here: &mut [Bits]) {
    let mut reached = [0; 8];
    for (fill, here) in fill.iter().zip(here) {
        reached = or_if(here, &reached, fill);
        *here = reached;
    }
}

#[inline(always)]
fn or(a: &Bits, b: &Bits) -> Bits {
    std::array::from_fn(|word| a[word] | b[word])
}

/// `(a | b) & c`
#[inline(always)]
fn or_and(a: &Bits, b: &Bits, c: &Bits) -> Bits {
    std::array::from_fn(|word| (a[word] | b[word]) & c[word])
}

/// `a | (b & c)`
#[inline(always)]
fn or_if(a: &Bits, b: &Bits, c: &Bits) -> Bits {
    std::array::from_fn(|word| a[word] | (b[word] & c[word]))
}

/// `a | (b ^ c)`
#[inline(always)]
fn or_changed(a: &Bits, b: &Bits, c: &Bits) -> Bits {
    std::array::from_fn(|word| a[word] | (b[word] ^ c[word]))
}

/// Whether `a` has a bit that `b` has not.
#[inline(always)]
fn any_outside(a: &Bits, b: &Bits) -> bool {
    (0..8).fold(0, |any, word| any | (a[word] & !b[word])) != 0
}
