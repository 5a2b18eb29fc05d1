//! The network computed exactly as the crate documentation defines it: plain convolutions, one number after the other.
//!
//! The twin of the fast [`Evaluator`](crate::Evaluator): tests compare the two, and so does `hexwright bench network`.

use board::Position;

use crate::{NetworkEvaluation, NetworkView, NetworkWeights, weights::Layer};

/// A network for reading and comparing. Playing uses [`Evaluator`](crate::Evaluator).
#[derive(Debug, Clone)]
pub struct PlainNetwork {
    weights: NetworkWeights,
}

impl PlainNetwork {
    /// The network with these weights.
    #[must_use]
    pub const fn new(weights: NetworkWeights) -> Self {
        Self { weights }
    }

    /// Policy and value of a position, seen turned by 180 degrees if `rotated`.
    #[must_use]
    pub fn evaluate<const W: usize>(&self, position: &Position<W>, rotated: bool) -> NetworkEvaluation {
        let view = NetworkView::of(position, rotated);
        let (seen, value) = self.forward(&view.planes(position), view.size().rows(), view.size().cols());
        let policy = position.size().iter().map(|cell| seen[view.cell(cell).index()]).collect();
        NetworkEvaluation { policy, value }
    }

    /// Policy logits of the board that is seen, and the value.
    fn forward(&self, planes: &[f32], rows: usize, cols: usize) -> (Vec<f32>, f32) {
        let net = &self.weights;
        let cells = rows * cols;
        let mut x = convolve(&net.stem, planes, rows + 2, cols + 2);
        x = cropped(&x, net.shape().channels, rows, cols);
        relu(&mut x);
        for block in &net.blocks {
            let mut h = convolve(&block.first, &x, rows, cols);
            if let Some(pool) = &block.pool {
                let addends = linear(pool, &pooled(&h, cells));
                add_to_all(&mut h, &addends, cells);
            }
            relu(&mut h);
            for (x, y) in x.iter_mut().zip(convolve(&block.second, &h, rows, cols)) {
                *x += y;
            }
            relu(&mut x);
        }
        let mut policy = convolve(&net.policy, &x, rows, cols);
        add_to_all(&mut policy, &linear(&net.policy_pool, &pooled(&x, cells)), cells);
        relu(&mut policy);
        let value = convolve(&net.value, &x, rows, cols);
        let mut hidden = linear(&net.value_hidden, &pooled(&value, cells));
        relu(&mut hidden);
        (convolve(&net.policy_out, &policy, rows, cols), linear(&net.value_out, &hidden)[0])
    }
}

/// A convolution of `[channel][row][col]` with zeros around.
fn convolve(layer: &Layer, input: &[f32], rows: usize, cols: usize) -> Vec<f32> {
    let form = &layer.form;
    let side = form.taps.isqrt();
    let reach = side / 2;
    let mut output = Vec::with_capacity(form.outputs * rows * cols);
    for out in 0..form.outputs {
        for row in 0..rows {
            for col in 0..cols {
                let mut sum = layer.bias[out];
                for channel in 0..form.inputs {
                    for tap in 0..form.taps {
                        let (y, x) = (row + tap / side, col + tap % side);
                        if (reach..rows + reach).contains(&y) && (reach..cols + reach).contains(&x) {
                            let weight = layer.weights[(out * form.inputs + channel) * form.taps + tap];
                            sum += weight * input[(channel * rows + y - reach) * cols + x - reach];
                        }
                    }
                }
                output.push(sum);
            }
        }
    }
    output
}

/// The inner cells of a padded board: a "valid" convolution is a "same" one without its outermost ring.
fn cropped(padded: &[f32], channels: usize, rows: usize, cols: usize) -> Vec<f32> {
    let inner = |channel: usize| {
        (1..=rows).flat_map(move |row| {
            let start = (channel * (rows + 2) + row) * (cols + 2) + 1;
            start..start + cols
        })
    };
    (0..channels).flat_map(inner).map(|index| padded[index]).collect()
}

/// A linear layer, with or without bias.
fn linear(layer: &Layer, input: &[f32]) -> Vec<f32> {
    let row = |out: usize| layer.weights[out * input.len()..][..input.len()].iter();
    (0..layer.form.outputs)
        .map(|out| {
            let product: f32 = row(out).zip(input).map(|(weight, x)| weight * x).sum();
            product + layer.bias.get(out).unwrap_or(&0.0)
        })
        .collect()
}

/// The means over the board of the positive parts of each channel, then the maxima.
fn pooled(input: &[f32], cells: usize) -> Vec<f32> {
    let channels = || input.chunks(cells).map(|channel| channel.iter().map(|x| x.max(0.0)));
    let means = channels().map(|channel| channel.sum::<f32>() / cells as f32);
    means.chain(channels().map(|channel| channel.fold(0.0, f32::max))).collect()
}

/// Adds one number to all cells of each channel.
fn add_to_all(input: &mut [f32], addends: &[f32], cells: usize) {
    for (channel, addend) in input.chunks_mut(cells).zip(addends) {
        channel.iter_mut().for_each(|x| *x += addend);
    }
}

fn relu(input: &mut [f32]) {
    input.iter_mut().for_each(|x| *x = x.max(0.0));
}
