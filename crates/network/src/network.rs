//! Weights in the order in which the inner loops read them.

use std::sync::{Arc, OnceLock};

use board::BoardSize;

use crate::{
    Instructions, NetworkWeights, Shape,
    aligned::Aligned,
    kernels::{self, Grid, Multiply, POINTS},
    simd::{Kind, Simd},
    weights::Layer,
};

/// A network that is ready to be computed. Threads share one; each has its own [`Evaluator`](crate::Evaluator).
#[derive(Debug, Clone)]
pub struct Network {
    shape: Shape,
    note: String,
    instructions: Instructions,
    /// Channels of the trunk, padded.
    pub(crate) channels: usize,
    pub(crate) stem: Stem,
    pub(crate) blocks: Vec<Block>,
    pub(crate) policy: Matrix,
    pub(crate) policy_pool: Matrix,
    pub(crate) policy_out: Row,
    pub(crate) value: Matrix,
    pub(crate) value_hidden: Matrix,
    pub(crate) value_out: Row,
}

/// One residual block.
#[derive(Debug, Clone)]
pub(crate) struct Block {
    pub(crate) first: Convolution,
    pub(crate) pool: Option<Matrix>,
    pub(crate) second: Convolution,
}

impl Network {
    /// The program's own network for boards of a size, with the fastest instructions of the machine. The weights are
    /// unpacked once.
    #[must_use]
    pub fn embedded(size: BoardSize) -> Arc<Self> {
        static SMALL: OnceLock<Arc<Network>> = OnceLock::new();
        static WIDE: OnceLock<Arc<Network>> = OnceLock::new();
        let network = if NetworkWeights::is_wide(size) { &WIDE } else { &SMALL };
        let unpack = || Arc::new(Self::new(&NetworkWeights::embedded(size), Instructions::best()));
        Arc::clone(network.get_or_init(unpack))
    }

    /// Prepares weights for some vector instructions.
    #[must_use]
    pub fn new(weights: &NetworkWeights, instructions: Instructions) -> Self {
        match instructions.0 {
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(simd) => Self::packed(simd, weights, instructions),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(simd) => Self::packed(simd, weights, instructions),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kind::Wasm(simd) => Self::packed(simd, weights, instructions),
            Kind::Portable(simd) => Self::packed(simd, weights, instructions),
        }
    }

    fn packed<S: Simd>(_: S, weights: &NetworkWeights, instructions: Instructions) -> Self {
        let pack = Packer { block: kernels::block::<S>() };
        let shape = weights.shape();
        let blocks = weights.blocks.iter().map(|block| Block {
            first: pack.convolution(&block.first),
            pool: block.pool.as_ref().map(|pool| pack.pooling(pool)),
            second: pack.convolution(&block.second),
        });
        Self {
            shape,
            note: weights.note().to_string(),
            instructions,
            channels: pack.padded(shape.channels),
            stem: pack.stem(&weights.stem),
            blocks: blocks.collect(),
            policy: pack.matrix(&weights.policy),
            policy_pool: pack.pooling(&weights.policy_pool),
            policy_out: pack.row(&weights.policy_out),
            value: pack.matrix(&weights.value),
            value_hidden: pack.pooling(&weights.value_hidden),
            value_out: pack.row(&weights.value_out),
        }
    }

    /// The form of the network.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Who trained it and for how long, in words.
    #[must_use]
    pub fn note(&self) -> &str {
        &self.note
    }

    /// The vector instructions it was prepared for.
    #[must_use]
    pub const fn instructions(&self) -> Instructions {
        self.instructions
    }
}

/// The first convolution. Its inputs are stones, so that it is a sum of weights rather than of products.
#[derive(Debug, Clone)]
pub(crate) struct Stem {
    channels: usize,
    /// `[plane][tap][channel]`.
    weights: Aligned,
    bias: Aligned,
}

impl Stem {
    /// The contribution of a stone of a plane to the cell that sees it at this tap.
    #[inline(always)]
    pub(crate) fn weights(&self, plane: usize, tap: usize) -> &[f32] {
        &self.weights[(plane * 9 + tap) * self.channels..][..self.channels]
    }

    /// The sums on an empty board: bias, edges and the plane of the board. `planes` are those of an empty board.
    pub(crate) fn empty_board(&self, grid: Grid, planes: &[f32]) -> Aligned {
        let mut sums = Aligned::zeros(grid.area() * self.channels);
        let (height, width) = (grid.rows.cells + 2, grid.cols.cells + 2);
        for row in 0..grid.rows.cells {
            for col in 0..grid.cols.cells {
                let sum = &mut sums[grid.at(row, col) * self.channels..][..self.channels];
                sum.copy_from_slice(&self.bias);
                for (plane, tap) in (0..Shape::PLANES).flat_map(|plane| (0..9).map(move |tap| (plane, tap))) {
                    if planes[(plane * height + row + tap / 3) * width + col + tap % 3] != 0.0 {
                        sum.iter_mut().zip(self.weights(plane, tap)).for_each(|(sum, weight)| *sum += weight);
                    }
                }
            }
        }
        sums
    }
}

/// A 3x3 convolution: 36 matrices of transformed weights.
#[derive(Debug, Clone)]
pub(crate) struct Convolution {
    pub(crate) points: Aligned,
    pub(crate) bias: Aligned,
}

/// A linear map as [`Multiply`] reads it.
#[derive(Debug, Clone)]
pub(crate) struct Matrix {
    pub(crate) depth: usize,
    pub(crate) width: usize,
    weights: Aligned,
    pub(crate) bias: Aligned,
}

impl Matrix {
    /// The map of some rows, with a bias of its own or of the caller's.
    pub(crate) fn of<'a>(
        &'a self,
        rows: &'a [usize],
        input: &'a [f32],
        bias: &'a [f32],
        output: &'a mut [f32],
    ) -> Multiply<'a> {
        Multiply {
            rows,
            depth: self.depth,
            width: self.width,
            input,
            input_step: 0,
            matrix: &self.weights,
            bias: Some(bias),
            output,
            output_step: 0,
            relu: false,
        }
    }
}

/// A linear map to one number.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    weights: Aligned,
    bias: f32,
}

impl Row {
    /// Partial sums, so that the compiler may add vectors: the same number for all instructions.
    const SUMS: usize = 8;

    #[inline(always)]
    pub(crate) fn of(&self, input: &[f32]) -> f32 {
        let mut sums = [0.0; Self::SUMS];
        let inputs = input.as_chunks::<{ Self::SUMS }>().0;
        for (weights, inputs) in self.weights.as_chunks::<{ Self::SUMS }>().0.iter().zip(inputs) {
            for ((sum, weight), x) in sums.iter_mut().zip(weights).zip(inputs) {
                *sum += weight * x;
            }
        }
        sums.iter().sum::<f32>() + self.bias
    }
}

/// Sorts layers into blocks of this many outputs.
struct Packer {
    block: usize,
}

impl Packer {
    fn padded(&self, channels: usize) -> usize {
        channels.next_multiple_of(self.block)
    }

    /// Where a weight goes in `[block][depth][column in the block]`.
    fn place(&self, depth: usize, output: usize, input: usize) -> usize {
        (output / self.block * depth + input) * self.block + output % self.block
    }

    fn bias(&self, layer: &Layer) -> Aligned {
        let mut bias = Aligned::zeros(self.padded(layer.form.outputs));
        bias[..layer.bias.len()].copy_from_slice(&layer.bias);
        bias
    }

    fn stem(&self, layer: &Layer) -> Stem {
        let channels = self.padded(layer.form.outputs);
        let mut weights = Aligned::zeros(Shape::PLANES * 9 * channels);
        for (index, &weight) in layer.weights.iter().enumerate() {
            let (output, plane_and_tap) = (index / (Shape::PLANES * 9), index % (Shape::PLANES * 9));
            weights[plane_and_tap * channels + output] = weight;
        }
        Stem { channels, weights, bias: self.bias(layer) }
    }

    fn convolution(&self, layer: &Layer) -> Convolution {
        let (inputs, outputs) = (self.padded(layer.form.inputs), self.padded(layer.form.outputs));
        let mut points = Aligned::zeros(POINTS * inputs * outputs);
        for (index, taps) in layer.weights.as_chunks::<9>().0.iter().enumerate() {
            let place = self.place(inputs, index / layer.form.inputs, index % layer.form.inputs);
            for (point, weight) in kernels::kernel_transform(taps).into_iter().enumerate() {
                points[point * inputs * outputs + place] = weight;
            }
        }
        Convolution { points, bias: self.bias(layer) }
    }

    fn matrix(&self, layer: &Layer) -> Matrix {
        self.linear(layer, self.padded(layer.form.inputs), |input| input)
    }

    /// A map of pooled channels: the maxima come after the padding of the means.
    fn pooling(&self, layer: &Layer) -> Matrix {
        let channels = layer.form.inputs / 2;
        let padded = self.padded(channels);
        self.linear(
            layer,
            2 * padded,
            |input| if input < channels { input } else { input - channels + padded },
        )
    }

    fn linear(&self, layer: &Layer, depth: usize, place: impl Fn(usize) -> usize) -> Matrix {
        let width = self.padded(layer.form.outputs);
        let mut weights = Aligned::zeros(depth * width);
        for (index, &weight) in layer.weights.iter().enumerate() {
            let (output, input) = (index / layer.form.inputs, index % layer.form.inputs);
            weights[self.place(depth, output, place(input))] = weight;
        }
        Matrix { depth, width, weights, bias: self.bias(layer) }
    }

    fn row(&self, layer: &Layer) -> Row {
        let mut weights = Aligned::zeros(self.padded(layer.form.inputs));
        weights[..layer.weights.len()].copy_from_slice(&layer.weights);
        Row { weights, bias: layer.bias[0] }
    }
}
