//! A symmetric positive definite system whose matrix is a narrow band with a border, solved directly by LDLᵀ.
//!
//! ```text
//!   [ band   border ] [ x ]   [ f ]      band:   the empty cells in the order of the board, each touching
//!   [ borderᵀ  core ] [ g ] = [ h ]              at most one row of cells after itself
//!                                        border: links of cells to groups, which reach far
//!                                        core:   the groups among each other
//! ```
//!
//! Row `j` is stored as its diagonal, its `width` entries to the right, its border entries and its right-hand side, all
//! in one run of memory. Eliminating it touches only the next `width` rows and the core, so that a board of 11x11 takes
//! some ten thousand multiplications where a dense solve takes half a million. Buffers are kept from call to call.

/// The system, and the memory to solve it in.
#[derive(Debug, Clone, Default)]
pub(crate) struct BorderedBand {
    rows: usize,
    width: usize,
    border: usize,
    /// `rows` runs of `stride()` numbers: diagonal, right-hand neighbours, border, right-hand side.
    band: Vec<f64>,
    /// `border` runs of `border + 1` numbers: the core and its right-hand side.
    core: Vec<f64>,
    /// The unknowns of the band, then those of the core.
    solution: Vec<f64>,
}

impl BorderedBand {
    /// Empties the system: `rows` unknowns in a band that reaches `width` to the right, and `border` unknowns beside it.
    pub(crate) fn reset(&mut self, rows: usize, width: usize, border: usize) {
        (self.rows, self.width, self.border) = (rows, width, border);
        self.band.clear();
        self.band.resize(rows * self.stride(), 0.0);
        self.core.clear();
        self.core.resize(border * (border + 1), 0.0);
        self.solution.clear();
        self.solution.resize(rows + border, 0.0);
    }

    const fn stride(&self) -> usize {
        self.width + self.border + 2
    }

    /// The row of an unknown of the band.
    #[inline]
    pub(crate) fn row(&mut self, row: usize) -> Row<'_> {
        let (stride, width, border) = (self.stride(), self.width, self.border);
        let (band, ends) = self.band[row * stride..(row + 1) * stride].split_at_mut(width + 1);
        let (border, right) = ends.split_at_mut(border);
        Row { band, border, right: &mut right[0] }
    }

    /// Adds to an entry of the core, `column` not below `row`; column `border` is the right-hand side.
    #[inline]
    pub(crate) fn add_to_core(&mut self, row: usize, column: usize, amount: f64) {
        debug_assert!(row <= column && column <= self.border);
        self.core[row * (self.border + 1) + column] += amount;
    }

    /// Solves the system: the unknowns of the band, then those of the core.
    pub(crate) fn solve(&mut self) -> &[f64] {
        for row in 0..self.rows {
            self.eliminate(row);
        }
        self.solve_core();
        self.substitute();
        &self.solution
    }

    /// Subtracts multiples of a finished row from the rows below it, so that its column is zero there.
    fn eliminate(&mut self, row: usize) {
        let (stride, width, border) = (self.stride(), self.width, self.border);
        let (done, below) = self.band.split_at_mut((row + 1) * stride);
        let pivot_row = &done[row * stride..];
        let inverse = 1.0 / pivot_row[0];
        let ends = &pivot_row[width + 1..];
        for (index, target) in below.chunks_exact_mut(stride).take(width).enumerate() {
            let step = index + 1;
            let factor = pivot_row[step] * inverse;
            if factor == 0.0 {
                continue;
            }
            let (target_band, target_ends) = target.split_at_mut(width + 1);
            subtract(&mut target_band[..=width - step], factor, &pivot_row[step..=width]);
            subtract(target_ends, factor, ends);
        }
        for (index, target) in self.core.chunks_exact_mut(border + 1).enumerate() {
            let factor = ends[index] * inverse;
            if factor != 0.0 {
                subtract(&mut target[index..], factor, &ends[index..]);
            }
        }
    }

    fn solve_core(&mut self) {
        let (count, stride) = (self.border, self.border + 1);
        for row in 0..count {
            let (done, below) = self.core.split_at_mut((row + 1) * stride);
            let pivot_row = &done[row * stride..];
            for (index, target) in below.chunks_exact_mut(stride).enumerate() {
                let column = row + 1 + index;
                let factor = pivot_row[column] / pivot_row[row];
                subtract(&mut target[column..], factor, &pivot_row[column..]);
            }
        }
        for row in (0..count).rev() {
            let entries = &self.core[row * stride..(row + 1) * stride];
            let known = &self.solution[self.rows + row + 1..];
            let sum = dot(&entries[row + 1..count], known);
            self.solution[self.rows + row] = (entries[count] - sum) / entries[row];
        }
    }

    fn substitute(&mut self) {
        let (stride, width, border) = (self.stride(), self.width, self.border);
        for row in (0..self.rows).rev() {
            let entries = &self.band[row * stride..(row + 1) * stride];
            let reach = width.min(self.rows - 1 - row);
            let sum = dot(&entries[1..=reach], &self.solution[row + 1..=row + reach])
                + dot(&entries[width + 1..=width + border], &self.solution[self.rows..]);
            self.solution[row] = (entries[width + border + 1] - sum) / entries[0];
        }
    }
}

/// One row of the band.
pub(crate) struct Row<'a> {
    /// The diagonal and the entries to the right of it.
    pub(crate) band: &'a mut [f64],
    /// The entries of the border.
    pub(crate) border: &'a mut [f64],
    /// The right-hand side.
    pub(crate) right: &'a mut f64,
}

#[inline]
fn subtract(target: &mut [f64], factor: f64, from: &[f64]) {
    for (target, from) in target.iter_mut().zip(from) {
        *target -= factor * from;
    }
}

#[inline]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
