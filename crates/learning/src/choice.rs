//! Weights that explain choices: the conditional logit (McFadden 1974), fitted by Newton's method.
//!
//! Somebody chooses among alternatives, each of which has features. The chance of an alternative is taken to be the softmax of its weighted features;
//! the weights are those that make the choices seen most likely. That has one maximum, and a few steps find it.

/// One choice: the features of every alternative, and which was chosen.
#[derive(Debug, Clone, PartialEq)]
pub struct ChoiceMade<const N: usize> {
    /// The features of each alternative.
    pub alternatives: Vec<[f64; N]>,
    /// The number of the one that was chosen.
    pub chosen: usize,
}

/// The result of a fit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChoiceFit<const N: usize> {
    /// The weights.
    pub weights: [f64; N],
    /// The mean logarithm of the chance that they give to what was chosen.
    pub log_likelihood: f64,
    /// How often the likeliest alternative was the one chosen.
    pub first: f64,
}

/// Steps of Newton's method, which are far more than it needs.
const STEPS: usize = 50;
/// A small pull towards zero, which keeps weights finite that the choices do not determine.
const PULL: f64 = 1e-6;

/// The weights that make the choices most likely.
#[must_use]
pub fn fit_choices<const N: usize>(choices: &[ChoiceMade<N>]) -> ChoiceFit<N> {
    let mut weights = [0.0; N];
    for _ in 0..STEPS {
        let (gradient, curvature) = derivatives(choices, &weights);
        let step = solve(curvature, gradient);
        // A full step may overshoot where chances are extreme: it is halved until it is no loss.
        let before = log_likelihood(choices, &weights);
        let mut share = 1.0;
        let next = loop {
            let next: [f64; N] = std::array::from_fn(|i| weights[i] + share * step[i]);
            if log_likelihood(choices, &next) >= before || share < 1e-6 {
                break next;
            }
            share /= 2.0;
        };
        weights = next;
        if step.iter().all(|step| step.abs() < 1e-9) {
            break;
        }
    }
    let first = choices.iter().filter(|choice| {
        let chances = chances(&choice.alternatives, &weights);
        chances.iter().all(|&chance| chance <= chances[choice.chosen])
    });
    let count = choices.len().max(1) as f64;
    ChoiceFit {
        weights,
        log_likelihood: log_likelihood(choices, &weights),
        first: first.count() as f64 / count,
    }
}

/// The softmax of the weighted features.
fn chances<const N: usize>(alternatives: &[[f64; N]], weights: &[f64; N]) -> Vec<f64> {
    let logit = |features: &[f64; N]| -> f64 { features.iter().zip(weights).map(|(a, b)| a * b).sum() };
    let most = alternatives.iter().map(logit).fold(f64::NEG_INFINITY, f64::max);
    let mut chances: Vec<f64> = alternatives.iter().map(|features| (logit(features) - most).exp()).collect();
    let sum: f64 = chances.iter().sum();
    chances.iter_mut().for_each(|chance| *chance /= sum);
    chances
}

fn log_likelihood<const N: usize>(choices: &[ChoiceMade<N>], weights: &[f64; N]) -> f64 {
    let sum: f64 = choices
        .iter()
        .map(|choice| chances(&choice.alternatives, weights)[choice.chosen].max(1e-300).ln())
        .sum();
    let pull: f64 = weights.iter().map(|weight| weight * weight).sum();
    sum / choices.len().max(1) as f64 - PULL / 2.0 * pull
}

/// The gradient of the mean log-likelihood and its curvature, which is positive definite.
fn derivatives<const N: usize>(choices: &[ChoiceMade<N>], weights: &[f64; N]) -> ([f64; N], [[f64; N]; N]) {
    let scale = 1.0 / choices.len().max(1) as f64;
    let mut gradient = weights.map(|weight| -PULL * weight);
    let mut curvature = [[0.0; N]; N];
    for (i, row) in curvature.iter_mut().enumerate() {
        row[i] = PULL;
    }
    for ChoiceMade { alternatives, chosen } in choices {
        let chances = chances(alternatives, weights);
        let mut mean = [0.0; N];
        for (features, chance) in alternatives.iter().zip(&chances) {
            for i in 0..N {
                mean[i] += chance * features[i];
            }
        }
        for i in 0..N {
            gradient[i] += scale * (alternatives[*chosen][i] - mean[i]);
        }
        for (features, chance) in alternatives.iter().zip(&chances) {
            for i in 0..N {
                for j in 0..N {
                    curvature[i][j] += scale * chance * (features[i] - mean[i]) * (features[j] - mean[j]);
                }
            }
        }
    }
    (gradient, curvature)
}

/// Solves a small positive definite system.
fn solve<const N: usize>(mut matrix: [[f64; N]; N], mut right: [f64; N]) -> [f64; N] {
    for pivot in 0..N {
        let pivot_row = matrix[pivot];
        for row in pivot + 1..N {
            let factor = matrix[row][pivot] / pivot_row[pivot];
            for (entry, above) in matrix[row].iter_mut().zip(pivot_row).skip(pivot) {
                *entry -= factor * above;
            }
            right[row] -= factor * right[pivot];
        }
    }
    for row in (0..N).rev() {
        let known: f64 = (row + 1..N).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::{
        Xoshiro256PlusPlus,
        rand_core::{Rng as _, SeedableRng},
    };

    use super::*;

    /// Choices drawn with known weights.
    fn drawn(weights: [f64; 3], count: usize) -> Vec<ChoiceMade<3>> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
        let mut unit = move || (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        (0..count)
            .map(|_| {
                let alternatives: Vec<[f64; 3]> =
                    (0..6).map(|_| [unit(), 2.0 * unit(), unit().round()]).collect();
                let mut left = unit();
                let chances = chances(&alternatives, &weights);
                let chosen = chances.iter().position(|chance| {
                    left -= chance;
                    left < 0.0
                });
                ChoiceMade { alternatives, chosen: chosen.unwrap_or(5) }
            })
            .collect()
    }

    #[test]
    fn the_weights_behind_choices_are_found_again() {
        let weights = [1.5, -0.7, 0.4];
        let fit = fit_choices(&drawn(weights, 20_000));
        for (found, expected) in fit.weights.iter().zip(weights) {
            assert!((found - expected).abs() < 0.1, "{fit:?}");
        }
    }

    #[test]
    fn no_other_weights_are_likelier() {
        let choices = drawn([0.5, 1.0, -1.0], 300);
        let fit = fit_choices(&choices);
        for feature in 0..3 {
            for change in [-0.01, 0.01] {
                let mut weights = fit.weights;
                weights[feature] += change;
                assert!(log_likelihood(&choices, &weights) < fit.log_likelihood);
            }
        }
    }
}
