//! The inner loops of a network: products of matrices, and the transforms of Winograd convolutions.
//!
//! A convolution F(4x4, 3x3) turns each tile of 6x6 inputs into 36 numbers by a linear map, multiplies these with 36
//! transformed weights in place of 4x4x9 = 144, and maps the 36 sums to 4x4 outputs (Lavin and Gray, "Fast Algorithms for
//! Convolutional Neural Networks", 2016). Over channels each of the 36 is a product of matrices, tiles by input channels
//! by output channels.
//!
//! Boards are seldom multiples of 4: eleven rows would be computed as twelve, thirteen as sixteen. So tiles have 4 or 3 rows
//! and columns, as few products as possible in all ([`Axis`]). The transform evaluates polynomials at the points 0, 1, -1,
//! 2, -2 and infinity; a tile of 3 does without -2 and shares the transformed weights of the other points. Thirteen rows
//! as 4 + 3 + 3 + 3 take 21 points in place of 24, and the square of that fewer products.
//!
//! Activations lie as `[row][col][channel]` on a [`Grid`]: the board with a ring of zeros, and zeros to the right and
//! below up to whole tiles. Channels are padded to whole blocks of outputs ([`block`]), which the padding's zero weights
//! leave at zero. Kernels check the bounds of their slices once at the beginning; the loops then use pointers.

#![expect(
    unsafe_code,
    reason = "innermost loops over vectors: the slices are checked once for each kernel, not once for each load"
)]

use crate::simd::{Kernel, Simd};

/// Rows and columns of a large tile of outputs; a small one has one less.
const TILE: usize = 4;
/// Rows and columns of the inputs of a large tile, and points of its transform.
const PATCH: usize = TILE + 2;
/// Products for each large tile and pair of channels.
pub(crate) const POINTS: usize = PATCH * PATCH;
/// The point -2, which small tiles do without.
const LARGE_ONLY: usize = 4;
/// Vectors side by side in a block of outputs.
const VECTORS: usize = 2;

/// Outputs that are computed together: channels are padded to multiples of it.
pub(crate) const fn block<S: Simd>() -> usize {
    VECTORS * S::LANES
}

/// How the rows or the columns of a board are divided into tiles: large ones first, then small ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Axis {
    pub(crate) cells: usize,
    large: usize,
    small: usize,
}

impl Axis {
    /// The division with the fewest points.
    pub(crate) fn new(cells: usize) -> Self {
        let division = |large: usize| Self {
            cells,
            large,
            small: cells.saturating_sub(TILE * large).div_ceil(TILE - 1),
        };
        let points = |axis: &Self| PATCH * axis.large + (PATCH - 1) * axis.small;
        (0..=cells.div_ceil(TILE))
            .rev()
            .map(division)
            .min_by_key(points)
            .expect("there is a division into small tiles")
    }

    const fn tiles(&self) -> usize {
        self.large + self.small
    }

    /// Rows or columns of all tiles together.
    const fn span(&self) -> usize {
        TILE * self.large + (TILE - 1) * self.small
    }

    const fn is_large(&self, tile: usize) -> bool {
        tile < self.large
    }

    /// Where a tile begins.
    const fn start(&self, tile: usize) -> usize {
        if self.is_large(tile) { TILE * tile } else { (TILE - 1) * tile + self.large }
    }

    /// The number of tiles that have a point; they come first.
    const fn tiles_with(&self, point: usize) -> usize {
        if point == LARGE_ONLY { self.large } else { self.tiles() }
    }
}

/// Where cells lie in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Grid {
    pub(crate) rows: Axis,
    pub(crate) cols: Axis,
}

impl Grid {
    pub(crate) fn new(rows: usize, cols: usize) -> Self {
        Self { rows: Axis::new(rows), cols: Axis::new(cols) }
    }

    /// Tiles that cover the board.
    pub(crate) const fn tiles(&self) -> usize {
        self.rows.tiles() * self.cols.tiles()
    }

    /// How many tiles have each point.
    pub(crate) fn tiles_with(&self) -> [usize; POINTS] {
        std::array::from_fn(|point| self.rows.tiles_with(point / PATCH) * self.cols.tiles_with(point % PATCH))
    }

    /// The place of a tile among those that have a point of this column.
    const fn place(&self, row: usize, col: usize, point: usize) -> usize {
        row * self.cols.tiles_with(point) + col
    }

    /// Cells of the board.
    pub(crate) const fn cells(&self) -> usize {
        self.rows.cells * self.cols.cells
    }

    /// Cells in a row of memory.
    pub(crate) const fn stride(&self) -> usize {
        self.cols.span() + 2
    }

    /// Cells in memory.
    pub(crate) const fn area(&self) -> usize {
        (self.rows.span() + 2) * self.stride()
    }

    /// The place of a cell.
    pub(crate) const fn at(&self, row: usize, col: usize) -> usize {
        (row + 1) * self.stride() + col + 1
    }
}

/// `output = input * matrix + bias` for one or more independent matrices, with or without taking positive parts.
pub(crate) struct Multiply<'a> {
    /// Rows of input and output for each product: input, matrix and output of the next follow at `input_step`, at once,
    /// and at `output_step`. The bias is the same for all.
    pub(crate) rows: &'a [usize],
    /// Columns of the input, rows of the matrix. Rows of the input follow each other at once.
    pub(crate) depth: usize,
    /// Columns of the output, a multiple of [`block`]. Rows of the output follow each other at once.
    pub(crate) width: usize,
    pub(crate) input: &'a [f32],
    pub(crate) input_step: usize,
    /// `[block][depth][column in the block]`.
    pub(crate) matrix: &'a [f32],
    pub(crate) bias: Option<&'a [f32]>,
    pub(crate) output: &'a mut [f32],
    pub(crate) output_step: usize,
    pub(crate) relu: bool,
}

impl Kernel for Multiply<'_> {
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Self { rows, depth, width, .. } = self;
        let most = rows.iter().copied().max().unwrap_or(0);
        let last = rows.len().saturating_sub(1);
        assert!(width > 0 && width.is_multiple_of(block::<S>()));
        assert!(self.input.len() >= last * self.input_step + most * depth);
        assert!(self.matrix.len() >= rows.len() * depth * width);
        assert!(self.output.len() >= last * self.output_step + most * width);
        assert!(self.bias.is_none_or(|bias| bias.len() >= width));
        for (product, &rows) in rows.iter().enumerate() {
            // Rows are divided into equal tiles: 11 as 6 and 5 rather than as 9 and 2, which would wait for the additions.
            let tiles = rows.div_ceil(S::ROWS);
            for start in (0..width).step_by(block::<S>()) {
                for tile in 0..tiles {
                    let (row, end) = (tile * rows / tiles, (tile + 1) * rows / tiles);
                    // SAFETY: the product is one of those counted, its rows from `row` to `end` are below the most rows,
                    // and the columns from `start` to the end of the block are below `width`, so all of the tile lies in
                    // what the assertions above have checked.
                    unsafe {
                        let tile = Tile {
                            depth,
                            width,
                            input: self.input.as_ptr().add(product * self.input_step + row * depth),
                            matrix: self.matrix.as_ptr().add(product * depth * width + start * depth),
                            bias: self.bias.map(|bias| bias.as_ptr().add(start)),
                            output: self
                                .output
                                .as_mut_ptr()
                                .add(product * self.output_step + row * width + start),
                            relu: self.relu,
                        };
                        tile.multiply_rows(simd, end - row);
                    }
                }
            }
        }
    }
}

/// One tile of a product: a few rows of one block of columns. The fields are as in [`Multiply`], at the tile's corner.
struct Tile {
    depth: usize,
    width: usize,
    input: *const f32,
    matrix: *const f32,
    bias: Option<*const f32>,
    output: *mut f32,
    relu: bool,
}

impl Tile {
    /// # Safety
    /// `rows` rows of input and output, the block of the matrix and of the bias lie in memory.
    #[inline(always)]
    unsafe fn multiply_rows<S: Simd>(&self, simd: S, rows: usize) {
        debug_assert!((1..=S::ROWS).contains(&rows) && S::ROWS <= 9);
        // SAFETY: handed on. Arms above `S::ROWS` are never taken and cost nothing.
        unsafe {
            match rows {
                1 => self.multiply::<S, 1>(simd),
                2 => self.multiply::<S, 2>(simd),
                3 => self.multiply::<S, 3>(simd),
                4 => self.multiply::<S, 4>(simd),
                5 => self.multiply::<S, 5>(simd),
                6 if S::ROWS >= 6 => self.multiply::<S, 6>(simd),
                7 if S::ROWS >= 7 => self.multiply::<S, 7>(simd),
                8 if S::ROWS >= 8 => self.multiply::<S, 8>(simd),
                9 if S::ROWS >= 9 => self.multiply::<S, 9>(simd),
                _ => unreachable!("tiles have at most {} rows", S::ROWS),
            }
        }
    }

    /// # Safety
    /// As [`Tile::multiply_rows`] with `ROWS` rows.
    #[inline(always)]
    unsafe fn multiply<S: Simd, const ROWS: usize>(&self, simd: S) {
        // SAFETY: rows are below ROWS, vectors below VECTORS, and steps below `depth`: all inside of what the caller
        // says lies in memory.
        unsafe {
            let mut sums = [[simd.splat(0.0); VECTORS]; ROWS];
            if let Some(bias) = self.bias {
                for row in &mut sums {
                    for (v, sum) in row.iter_mut().enumerate() {
                        *sum = simd.load(bias.add(v * S::LANES));
                    }
                }
            }
            for step in 0..self.depth {
                let mut columns = [simd.splat(0.0); VECTORS];
                for (v, column) in columns.iter_mut().enumerate() {
                    *column = simd.load(self.matrix.add(step * block::<S>() + v * S::LANES));
                }
                for (r, row) in sums.iter_mut().enumerate() {
                    let factor = simd.splat(*self.input.add(r * self.depth + step));
                    for (sum, column) in row.iter_mut().zip(columns) {
                        *sum = simd.mul_add(factor, column, *sum);
                    }
                }
            }
            for (r, row) in sums.into_iter().enumerate() {
                for (v, sum) in row.into_iter().enumerate() {
                    let sum = if self.relu { simd.max(sum, simd.splat(0.0)) } else { sum };
                    simd.store(self.output.add(r * self.width + v * S::LANES), sum);
                }
            }
        }
    }
}

/// The work on each tile, with the tile's size known to the compiler.
trait Tiled {
    /// # Safety
    /// The grid has a tile of `ROWS` by `COLS` in this row and column of tiles; the rest is the implementation's to say.
    unsafe fn tile<S: Simd, const ROWS: usize, const COLS: usize>(&mut self, simd: S, row: usize, col: usize);
}

/// Does every tile of a grid.
///
/// # Safety
/// The requirements of [`Tiled::tile`] beyond the tile itself.
#[inline(always)]
unsafe fn every_tile<S: Simd>(grid: Grid, simd: S, work: &mut impl Tiled) {
    for row in 0..grid.rows.tiles() {
        for col in 0..grid.cols.tiles() {
            // SAFETY: the tile is one of the grid's and of this size; the rest is handed on.
            unsafe {
                match (grid.rows.is_large(row), grid.cols.is_large(col)) {
                    (true, true) => work.tile::<S, 4, 4>(simd, row, col),
                    (true, false) => work.tile::<S, 4, 3>(simd, row, col),
                    (false, true) => work.tile::<S, 3, 4>(simd, row, col),
                    (false, false) => work.tile::<S, 3, 3>(simd, row, col),
                }
            }
        }
    }
}

/// Takes a grid of cells to the points of its tiles, `[point][tile][channel]`, points at `step`.
pub(crate) struct InputTransform<'a> {
    pub(crate) grid: Grid,
    pub(crate) channels: usize,
    pub(crate) input: &'a [f32],
    pub(crate) points: &'a mut [f32],
    pub(crate) step: usize,
}

impl Kernel for InputTransform<'_> {
    #[inline(always)]
    fn run<S: Simd>(mut self, simd: S) {
        let Self { grid, channels, step, .. } = self;
        assert!(channels.is_multiple_of(S::LANES));
        assert!(self.input.len() >= grid.area() * channels);
        assert!(self.points.len() >= (POINTS - 1) * step + grid.tiles() * channels);
        // SAFETY: the assertions are those that a tile asks for.
        unsafe { every_tile(grid, simd, &mut self) }
    }
}

impl Tiled for InputTransform<'_> {
    /// # Safety
    /// The grid has a tile of `ROWS` by `COLS` in this row and column of tiles, `input` holds all channels of the grid, and
    /// `points` holds the channels of all tiles at the last point.
    #[inline(always)]
    unsafe fn tile<S: Simd, const ROWS: usize, const COLS: usize>(
        &mut self,
        simd: S,
        row: usize,
        col: usize,
    ) {
        let Self { grid, channels, step, .. } = *self;
        let zero = simd.splat(0.0);
        let corner = grid.rows.start(row) * grid.stride() + grid.cols.start(col);
        for channel in (0..channels).step_by(S::LANES) {
            // SAFETY: a tile's inputs lie in the grid, which is two cells wider and higher than its tiles together; a
            // tile's place at a point is below the number of tiles.
            unsafe {
                let from = self.input.as_ptr().add(corner * channels + channel);
                // By columns, each of them written at once: nothing is cleared or moved as a whole.
                let mut half = [[zero; PATCH]; PATCH];
                for (x, half) in half.iter_mut().enumerate().take(COLS + 2) {
                    let mut column = [zero; PATCH];
                    for (y, input) in column.iter_mut().enumerate().take(ROWS + 2) {
                        *input = simd.load(from.add((y * grid.stride() + x) * channels));
                    }
                    *half = input_transform::<S, ROWS>(simd, column);
                }
                for y in 0..PATCH {
                    let mut row_of_points = [zero; PATCH];
                    for (point, half) in row_of_points.iter_mut().zip(&half) {
                        *point = half[y];
                    }
                    let points = input_transform::<S, COLS>(simd, row_of_points);
                    for (x, &point) in points.iter().enumerate() {
                        if has_point::<ROWS>(y) && has_point::<COLS>(x) {
                            let place = (y * PATCH + x) * step + grid.place(row, col, x) * channels + channel;
                            simd.store(self.points.as_mut_ptr().add(place), point);
                        }
                    }
                }
            }
        }
    }
}

/// Whether a tile of this many rows or columns has a point.
#[inline(always)]
const fn has_point<const SIDE: usize>(point: usize) -> bool {
    SIDE == TILE || point != LARGE_ONLY
}

/// Takes the points of the tiles back to a grid of cells.
pub(crate) struct OutputTransform<'a> {
    pub(crate) grid: Grid,
    pub(crate) channels: usize,
    pub(crate) points: &'a [f32],
    pub(crate) step: usize,
    pub(crate) bias: &'a [f32],
    pub(crate) output: &'a mut [f32],
    pub(crate) finish: Finish,
}

/// The operation on the sums of a convolution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Finish {
    /// They are stored as they are.
    Nothing,
    /// Their positive parts are stored.
    Relu,
    /// They are added to what is there, and the positive parts of that are stored.
    AddRelu,
}

impl Kernel for OutputTransform<'_> {
    #[inline(always)]
    fn run<S: Simd>(mut self, simd: S) {
        let Self { grid, channels, step, .. } = self;
        assert!(channels.is_multiple_of(S::LANES));
        assert!(self.bias.len() >= channels);
        assert!(self.points.len() >= (POINTS - 1) * step + grid.tiles() * channels);
        assert!(self.output.len() >= grid.area() * channels);
        // SAFETY: the assertions are those that a tile asks for.
        unsafe { every_tile(grid, simd, &mut self) }
    }
}

impl Tiled for OutputTransform<'_> {
    /// # Safety
    /// The grid has a tile of `ROWS` by `COLS` in this row and column of tiles, `points` holds the channels of all tiles at
    /// the last point, `bias` holds all channels, and `output` all channels of the grid.
    #[inline(always)]
    unsafe fn tile<S: Simd, const ROWS: usize, const COLS: usize>(
        &mut self,
        simd: S,
        row: usize,
        col: usize,
    ) {
        let Self { grid, channels, step, finish, .. } = *self;
        let zero = simd.splat(0.0);
        let (top, left) = (grid.rows.start(row), grid.cols.start(col));
        // The last tiles may reach beyond the board, where zeros have to stay.
        let (height, width) = ((grid.rows.cells - top).min(ROWS), (grid.cols.cells - left).min(COLS));
        for channel in (0..channels).step_by(S::LANES) {
            // SAFETY: a tile's place at a point is below the number of tiles; the cells that are written are on the
            // board, which lies in the grid.
            unsafe {
                let to = self.output.as_mut_ptr().add(grid.at(top, left) * channels + channel);
                let bias = simd.load(self.bias.as_ptr().add(channel));
                let mut half = [[zero; TILE]; PATCH];
                for (x, half) in half.iter_mut().enumerate().filter(|&(x, _)| has_point::<COLS>(x)) {
                    let mut column = [zero; PATCH];
                    for (y, point) in column.iter_mut().enumerate().filter(|&(y, _)| has_point::<ROWS>(y)) {
                        let place = (y * PATCH + x) * step + grid.place(row, col, x) * channels + channel;
                        *point = simd.load(self.points.as_ptr().add(place));
                    }
                    *half = output_transform::<S, ROWS>(simd, column);
                }
                // A number of rounds that the compiler knows keeps the sums in registers.
                for y in 0..ROWS {
                    if y >= height {
                        break;
                    }
                    let mut row_of_sums = [zero; PATCH];
                    for (sum, half) in row_of_sums.iter_mut().zip(&half) {
                        *sum = half[y];
                    }
                    let sums = output_transform::<S, COLS>(simd, row_of_sums);
                    for (x, &sum) in sums.iter().enumerate().take(width) {
                        let cell = to.add((y * grid.stride() + x) * channels);
                        let sum = simd.add(sum, bias);
                        let result = match finish {
                            Finish::Nothing => sum,
                            Finish::Relu => simd.max(sum, zero),
                            Finish::AddRelu => simd.max(simd.add(sum, simd.load(cell)), zero),
                        };
                        simd.store(cell, result);
                    }
                }
            }
        }
    }
}

/// One dimension of the transform of inputs, for tiles of 4 and of 3, whose fifth number is of no meaning:
///
/// ```text
/// 4  0 -5  0 1 0      4 -2 -4  2 0
/// 0 -4 -4  1 1 0      0 -6 -3  3 0
/// 0  4 -4 -1 1 0      0  2 -3  1 0
/// 0 -2 -1  2 1 0      0 -4  0  4 0
/// 0  2 -1 -2 1 0
/// 0  4  0 -5 0 1      0  2 -1 -2 1
/// ```
///
/// A row has the coefficients of the product of x - p over all other points p; for tiles of 3 it is multiplied by the point
/// plus 2, which makes the transform of weights the same as for tiles of 4.
#[inline(always)]
fn input_transform<S: Simd, const SIDE: usize>(simd: S, x: [S::Vector; PATCH]) -> [S::Vector; PATCH] {
    let times = |factor: f32, y, z| simd.mul_add(simd.splat(factor), y, z);
    let zero = simd.splat(0.0);
    if SIDE == TILE {
        let (a, b) = (times(-4.0, x[2], x[4]), times(-4.0, x[1], x[3]));
        let (c, d) = (simd.sub(x[4], x[2]), simd.sub(x[3], x[1]));
        return [
            times(4.0, x[0], times(-5.0, x[2], x[4])),
            simd.add(a, b),
            simd.sub(a, b),
            times(2.0, d, c),
            times(-2.0, d, c),
            times(4.0, x[1], times(-5.0, x[3], x[5])),
        ];
    }
    let difference = simd.sub(x[3], x[1]);
    [
        times(2.0, difference, times(-4.0, x[2], times(4.0, x[0], zero))),
        times(3.0, simd.sub(x[3], x[2]), times(-6.0, x[1], zero)),
        times(2.0, x[1], times(-3.0, x[2], x[3])),
        times(4.0, difference, zero),
        zero,
        times(-2.0, difference, simd.sub(x[4], x[2])),
    ]
}

/// One dimension of the transform of sums, for tiles of 4 and of 3, whose fifth input is of no meaning:
///
/// ```text
/// 1 1  1 1  1 0      1 1  1 1   0
/// 0 1 -1 2 -2 0      0 1 -1 2   0
/// 0 1  1 4  4 0      0 1  1 4   1
/// 0 1 -1 8 -8 1
/// ```
#[inline(always)]
fn output_transform<S: Simd, const SIDE: usize>(simd: S, x: [S::Vector; PATCH]) -> [S::Vector; TILE] {
    let times = |factor: f32, y, z| simd.mul_add(simd.splat(factor), y, z);
    let (a, b) = (simd.add(x[1], x[2]), simd.sub(x[1], x[2]));
    if SIDE == TILE {
        let (c, d) = (simd.add(x[3], x[4]), simd.sub(x[3], x[4]));
        let last = simd.add(times(8.0, d, b), x[5]);
        return [simd.add(simd.add(x[0], a), c), times(2.0, d, b), times(4.0, c, a), last];
    }
    let last = simd.add(times(4.0, x[3], a), x[5]);
    [simd.add(simd.add(x[0], a), x[3]), times(2.0, x[3], b), last, simd.splat(0.0)]
}

/// The 36 transformed weights of a 3x3 kernel, in double precision because it is done once.
pub(crate) fn kernel_transform(taps: &[f32; 9]) -> [f32; POINTS] {
    const G: [[f64; 3]; PATCH] = [
        [1.0 / 4.0, 0.0, 0.0],
        [-1.0 / 6.0, -1.0 / 6.0, -1.0 / 6.0],
        [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
        [1.0 / 24.0, 1.0 / 12.0, 1.0 / 6.0],
        [1.0 / 24.0, -1.0 / 12.0, 1.0 / 6.0],
        [0.0, 0.0, 1.0],
    ];
    std::array::from_fn(|point| {
        let (rows, cols) = (G[point / PATCH], G[point % PATCH]);
        let products = taps.iter().enumerate().map(|(tap, &w)| rows[tap / 3] * cols[tap % 3] * f64::from(w));
        products.sum::<f64>() as f32
    })
}

/// Means of the positive parts of all channels over the board, then their maxima: `pooled` has both, one after the other.
pub(crate) struct Pool<'a> {
    pub(crate) grid: Grid,
    pub(crate) channels: usize,
    pub(crate) input: &'a [f32],
    pub(crate) pooled: &'a mut [f32],
}

impl Kernel for Pool<'_> {
    #[inline(always)]
    fn run<S: Simd>(self, _: S) {
        let (sums, maxima) = self.pooled.split_at_mut(self.channels);
        sums.fill(0.0);
        maxima.fill(0.0);
        for row in 0..self.grid.rows.cells {
            let cells =
                &self.input[self.grid.at(row, 0) * self.channels..][..self.grid.cols.cells * self.channels];
            for cell in cells.chunks_exact(self.channels) {
                for ((sum, most), &x) in sums.iter_mut().zip(maxima.iter_mut()).zip(cell) {
                    let x = if x > 0.0 { x } else { 0.0 };
                    *sum += x;
                    *most = if x > *most { x } else { *most };
                }
            }
        }
        let cells = self.grid.cells() as f32;
        sums.iter_mut().for_each(|sum| *sum /= cells);
    }
}

/// Adds a number to each channel, the same for every cell of the board, and takes the positive part.
pub(crate) struct AddRelu<'a> {
    pub(crate) grid: Grid,
    pub(crate) addends: &'a [f32],
    pub(crate) cells: &'a mut [f32],
}

impl Kernel for AddRelu<'_> {
    #[inline(always)]
    fn run<S: Simd>(self, _: S) {
        let channels = self.addends.len();
        for row in 0..self.grid.rows.cells {
            let cells = &mut self.cells[self.grid.at(row, 0) * channels..][..self.grid.cols.cells * channels];
            for cell in cells.chunks_exact_mut(channels) {
                for (x, addend) in cell.iter_mut().zip(self.addends) {
                    let sum = *x + addend;
                    *x = if sum > 0.0 { sum } else { 0.0 };
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_divided_with_the_fewest_points() {
        for cells in 1..=19 {
            let axis = Axis::new(cells);
            let points = 6 * axis.large + 5 * axis.small;
            for large in 0..=5 {
                for small in (0..=7).filter(|small| 4 * large + 3 * small >= cells) {
                    assert!(points <= 6 * large + 5 * small, "{cells} as {axis:?}");
                }
            }
            assert!(axis.span() >= cells);
            let ends: Vec<usize> = (0..axis.tiles()).map(|tile| axis.start(tile)).collect();
            assert_eq!(ends[0], 0);
            assert!(
                ends.windows(2)
                    .enumerate()
                    .all(|(i, pair)| pair[1] - pair[0] == 3 + usize::from(axis.is_large(i)))
            );
            assert!(ends[ends.len() - 1] < cells, "no tile lies beyond the board");
        }
        assert_eq!(
            [9, 11, 13].map(|cells| {
                let axis = Axis::new(cells);
                (axis.large, axis.small)
            }),
            [(0, 3), (2, 1), (1, 3)]
        );
    }
}
