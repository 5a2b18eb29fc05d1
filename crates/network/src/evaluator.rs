//! Evaluates positions with a network: positions in, policy and value out, without allocation.

use std::sync::Arc;

use board::{BoardSize, Cell, CellSet, Position};

use crate::{
    Network, NetworkView,
    aligned::Aligned,
    kernels::{AddRelu, Finish, Grid, InputTransform, Multiply, OutputTransform, POINTS, Pool},
    network::{Convolution, Stem},
    simd::{Kernel, Kind, Simd},
};

/// The network's output for a position.
#[derive(Debug, Clone, PartialEq)]
pub struct NetworkEvaluation {
    /// The logit of each cell of the board, by [`Cell::index`](board::Cell::index). Occupied cells have one too, which means
    /// nothing: a softmax is taken over empty cells.
    pub policy: Vec<f32>,
    /// The logit of the probability that the side to move wins.
    pub value: f32,
}

impl NetworkEvaluation {
    /// The probability that the side to move wins.
    #[must_use]
    pub fn win_probability(&self) -> f32 {
        1.0 / (1.0 + (-self.value).exp())
    }

    /// The probabilities of moves among these cells, in the order of the board: the softmax of their logits.
    #[must_use]
    pub fn move_probabilities<const W: usize>(&self, cells: CellSet<W>) -> Vec<(Cell, f32)> {
        let logit = |cell: Cell| self.policy[cell.index()];
        let most = cells.iter().map(logit).fold(f32::NEG_INFINITY, f32::max);
        let mut moves: Vec<(Cell, f32)> =
            cells.iter().map(|cell| (cell, (logit(cell) - most).exp())).collect();
        let sum: f32 = moves.iter().map(|(_, chance)| chance).sum();
        moves.iter_mut().for_each(|(_, chance)| *chance /= sum);
        moves
    }
}

/// A network with the memory to evaluate positions of one board size; one for each thread.
///
/// ```
/// use std::sync::Arc;
/// use board::{BoardSize, Position};
/// use network::{Evaluator, Instructions, Network, Shape, NetworkWeights};
///
/// let weights = NetworkWeights::random(Shape::default(), 1);
/// let network = Arc::new(Network::new(&weights, Instructions::best()));
/// let size = BoardSize::square(11).unwrap();
/// let mut evaluator = Evaluator::new(network, size);
/// let evaluation = evaluator.evaluate(&Position::<2>::empty(size), false);
/// assert_eq!(evaluation.policy.len(), 121);
/// assert!((0.0..=1.0).contains(&evaluation.win_probability()));
/// ```
#[derive(Debug, Clone)]
pub struct Evaluator {
    network: Arc<Network>,
    size: BoardSize,
    /// As Black sees the board, and as White sees it if that has another size.
    boards: Vec<Board>,
    result: NetworkEvaluation,
    evaluations: u64,
}

impl Evaluator {
    /// An evaluator for boards of this size.
    #[must_use]
    pub fn new(network: Arc<Network>, size: BoardSize) -> Self {
        let mut boards = vec![Board::new(&network, Grid::new(size.rows(), size.cols()))];
        if !size.is_square() {
            boards.push(Board::new(&network, Grid::new(size.cols(), size.rows())));
        }
        let result = NetworkEvaluation { policy: vec![0.0; size.cells()], value: 0.0 };
        Self { network, size, boards, result, evaluations: 0 }
    }

    /// The network.
    #[must_use]
    pub const fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// The size of the boards.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// How many positions have been evaluated.
    #[must_use]
    pub const fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// Policy and value of a position, seen turned by 180 degrees if `rotated`.
    ///
    /// # Panics
    /// If the position's board has another size.
    pub fn evaluate<const W: usize>(&mut self, position: &Position<W>, rotated: bool) -> &NetworkEvaluation {
        assert_eq!(position.size(), self.size, "an evaluator is made for one size of boards");
        self.evaluations += 1;
        let view = NetworkView::of(position, rotated);
        let seen = view.size();
        let board = if seen == self.size { &mut self.boards[0] } else { &mut self.boards[1] };
        board.stones.clear();
        for (plane, color) in [position.to_move(), position.to_move().opponent()].into_iter().enumerate() {
            let cells = position.stones(color).into_iter().map(|cell| view.cell(cell));
            board.stones.extend(cells.map(|cell| Stone { plane, row: cell.row(seen), col: cell.col(seen) }));
        }
        self.result.value = match self.network.instructions().0 {
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(simd) => board.forward(simd, &self.network),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(simd) => board.forward(simd, &self.network),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kind::Wasm(simd) => board.forward(simd, &self.network),
            Kind::Portable(simd) => board.forward(simd, &self.network),
        };
        for (cell, logit) in self.size.iter().zip(&mut self.result.policy) {
            *logit = board.logits[view.cell(cell).index()];
        }
        &self.result
    }
}

/// A stone as the network sees it.
#[derive(Debug, Clone, Copy)]
struct Stone {
    plane: usize,
    row: usize,
    col: usize,
}

/// The memory for one size of board as it is seen.
#[derive(Debug, Clone)]
struct Board {
    grid: Grid,
    stones: Vec<Stone>,
    /// The output of the stem for the empty board.
    empty: Aligned,
    /// The trunk, and what is inside of a block.
    x: Aligned,
    h: Aligned,
    points: Points,
    pooled: Aligned,
    addends: Aligned,
    policy: Aligned,
    policy_bias: Aligned,
    logits: Vec<f32>,
    value: Aligned,
    value_pooled: Aligned,
    value_hidden: Aligned,
}

/// Tiles of one convolution before and after the products.
#[derive(Debug, Clone)]
struct Points {
    /// Tiles that have each point.
    rows: [usize; POINTS],
    step: usize,
    input: Aligned,
    output: Aligned,
}

impl Board {
    fn new(network: &Network, grid: Grid) -> Self {
        let channels = network.channels;
        let seen = BoardSize::new(grid.cols.cells, grid.rows.cells).expect("the sides are those of a board");
        let empty = Position::<{ board::MAX_WORDS }>::empty(seen);
        let planes = NetworkView::of(&empty, false).planes(&empty);
        // A cache line more than needed: points at a power of two would all compete for the same lines of the cache.
        let step = grid.tiles() * channels + 16;
        let zeros = Aligned::zeros;
        Self {
            grid,
            stones: Vec::with_capacity(grid.cells()),
            empty: network.stem.empty_board(grid, &planes),
            x: zeros(grid.area() * channels),
            h: zeros(grid.area() * channels),
            points: Points {
                rows: grid.tiles_with(),
                step,
                input: zeros(POINTS * step),
                output: zeros(POINTS * step),
            },
            pooled: zeros(2 * channels),
            addends: zeros(channels),
            policy: zeros(grid.area() * network.policy.width),
            policy_bias: zeros(network.policy.width),
            logits: vec![0.0; grid.cells()],
            value: zeros(grid.area() * network.value.width),
            value_pooled: zeros(2 * network.value.width),
            value_hidden: zeros(network.value_hidden.width),
        }
    }

    /// Computes the network: `logits` are filled, the value is returned.
    fn forward<S: Simd>(&mut self, simd: S, network: &Network) -> f32 {
        let (grid, channels) = (self.grid, network.channels);
        simd.run(PlaceStones {
            grid,
            stem: &network.stem,
            stones: &self.stones,
            empty: &self.empty,
            output: &mut self.x,
        });
        for block in &network.blocks {
            let Some(pool) = &block.pool else {
                self.points.convolve(simd, grid, &block.first, &self.x, &mut self.h, Finish::Relu);
                self.points.convolve(simd, grid, &block.second, &self.h, &mut self.x, Finish::AddRelu);
                continue;
            };
            self.points.convolve(simd, grid, &block.first, &self.x, &mut self.h, Finish::Nothing);
            simd.run(Pool { grid, channels, input: &self.h, pooled: &mut self.pooled });
            simd.run(pool.of(&[1], &self.pooled, &pool.bias, &mut self.addends));
            simd.run(AddRelu { grid, addends: &self.addends, cells: &mut self.h });
            self.points.convolve(simd, grid, &block.second, &self.h, &mut self.x, Finish::AddRelu);
        }
        self.policy(simd, network);
        self.value(simd, network)
    }

    fn policy<S: Simd>(&mut self, simd: S, network: &Network) {
        let (grid, channels, width) = (self.grid, network.channels, network.policy.width);
        simd.run(Pool { grid, channels, input: &self.x, pooled: &mut self.pooled });
        let columns = [grid.cols.cells];
        simd.run(network.policy_pool.of(&[1], &self.pooled, &network.policy.bias, &mut self.policy_bias));
        for row in 0..grid.rows.cells {
            let cells = grid.at(row, 0);
            let output = &mut self.policy[cells * width..];
            let product = network.policy.of(&columns, &self.x[cells * channels..], &self.policy_bias, output);
            simd.run(Multiply { relu: true, ..product });
            let logits = &mut self.logits[row * grid.cols.cells..][..grid.cols.cells];
            for (logit, cell) in logits.iter_mut().zip(self.policy[cells * width..].chunks_exact(width)) {
                *logit = network.policy_out.of(cell);
            }
        }
    }

    fn value<S: Simd>(&mut self, simd: S, network: &Network) -> f32 {
        let (grid, channels, width) = (self.grid, network.channels, network.value.width);
        for row in 0..grid.rows.cells {
            let cells = grid.at(row, 0);
            let input = &self.x[cells * channels..];
            simd.run(network.value.of(
                &[grid.cols.cells],
                input,
                &network.value.bias,
                &mut self.value[cells * width..],
            ));
        }
        simd.run(Pool { grid, channels: width, input: &self.value, pooled: &mut self.value_pooled });
        let hidden = &network.value_hidden;
        let product = hidden.of(&[1], &self.value_pooled, &hidden.bias, &mut self.value_hidden);
        simd.run(Multiply { relu: true, ..product });
        network.value_out.of(&self.value_hidden)
    }
}

impl Points {
    /// A 3x3 convolution by its three steps.
    fn convolve<S: Simd>(
        &mut self,
        simd: S,
        grid: Grid,
        layer: &Convolution,
        input: &[f32],
        output: &mut [f32],
        finish: Finish,
    ) {
        let channels = layer.bias.len();
        let step = self.step;
        simd.run(InputTransform { grid, channels, input, points: &mut self.input, step });
        simd.run(Multiply {
            rows: &self.rows,
            depth: channels,
            width: channels,
            input: &self.input,
            input_step: step,
            matrix: &layer.points,
            bias: None,
            output: &mut self.output,
            output_step: step,
            relu: false,
        });
        simd.run(OutputTransform {
            grid,
            channels,
            points: &self.output,
            step,
            bias: &layer.bias,
            output,
            finish,
        });
    }
}

/// The stem: starts from the empty board and adds the weights of each stone to the cells that see it.
struct PlaceStones<'a> {
    grid: Grid,
    stem: &'a Stem,
    stones: &'a [Stone],
    empty: &'a [f32],
    output: &'a mut [f32],
}

impl Kernel for PlaceStones<'_> {
    #[inline(always)]
    fn run<S: Simd>(self, _: S) {
        let grid = self.grid;
        let channels = self.output.len() / grid.area();
        self.output.copy_from_slice(self.empty);
        for stone in self.stones {
            for tap in 0..9 {
                // The cell whose neighbourhood has the stone at this tap.
                let (row, col) = (stone.row + 1, stone.col + 1);
                let (Some(row), Some(col)) = (row.checked_sub(tap / 3), col.checked_sub(tap % 3)) else {
                    continue;
                };
                if row < grid.rows.cells && col < grid.cols.cells {
                    let sums = &mut self.output[grid.at(row, col) * channels..][..channels];
                    let weights = self.stem.weights(stone.plane, tap);
                    sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
                }
            }
        }
        self.output.iter_mut().for_each(|x| *x = if *x > 0.0 { *x } else { 0.0 });
    }
}
