//! Ratings of many players from their games: Bradley-Terry in Elo points, with error bars.
//!
//! The model: a player of rating `a` wins against one of rating `b` with probability `1 / (1 + 10^((b - a) / 400))`. The
//! ratings are those of greatest likelihood under a weak prior (normal, 800 points wide), which keeps the rating of someone
//! who won or lost every game finite. Newton's method; the error bars are those of the normal approximation at the maximum, for
//! ratings whose mean is 0. Matches between two contestants have their own, sharper statistics in `statistics.rs`.

use serde::Serialize;

/// A rating in Elo points with half the width of its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Rating {
    /// The estimate; the mean over all players is 0.
    pub elo: f64,
    /// The 95 % interval reaches so far to each side.
    pub error: f64,
}

/// The prior's standard deviation in Elo points.
const PRIOR: f64 = 800.0;
/// Elo points of one unit of the logistic scale.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;
/// Standard deviations on each side of a 95 % interval.
const Z95: f64 = 1.959_964;

/// Rates a number of players; each game is its winner and its loser. Without players there are no ratings, and without games
/// all are 0.
#[must_use]
pub fn rate(players: usize, games: &[(usize, usize)]) -> Vec<Rating> {
    if players == 0 {
        return Vec::new();
    }
    let mut score = vec![0.0; players];
    let mut met = vec![0.0; players * players];
    for &(winner, loser) in games {
        score[winner] += 1.0;
        met[winner * players + loser] += 1.0;
        met[loser * players + winner] += 1.0;
    }
    let precision = (SCALE / PRIOR).powi(2);
    let mut strength = vec![0.0; players];
    let mut curvature;
    for _ in 0..50 {
        let mut gradient: Vec<f64> = (0..players).map(|a| score[a] - precision * strength[a]).collect();
        curvature = vec![0.0; players * players];
        for a in 0..players {
            curvature[a * players + a] += precision;
            for b in 0..players {
                let count = met[a * players + b];
                if count > 0.0 {
                    let expected = 1.0 / (1.0 + f64::exp(strength[b] - strength[a]));
                    gradient[a] -= count * expected;
                    curvature[a * players + a] += count * expected * (1.0 - expected);
                    curvature[a * players + b] -= count * expected * (1.0 - expected);
                }
            }
        }
        let factor = cholesky(curvature, players);
        let step = solve(&factor, players, &gradient);
        let longest = step.iter().fold(0.0, |longest: f64, step| longest.max(step.abs()));
        // A step of more than two units can overshoot where the likelihood is far from a parabola.
        let shorten = if longest > 2.0 { 2.0 / longest } else { 1.0 };
        for (strength, step) in strength.iter_mut().zip(&step) {
            *strength += shorten * step;
        }
        if longest < 1e-9 {
            return with_errors(&strength, &factor);
        }
    }
    // The objective is strictly concave: fifty steps are far more than it takes.
    with_errors(&strength, &cholesky(identity(players), players))
}

fn with_errors(strength: &[f64], factor: &[f64]) -> Vec<Rating> {
    let n = strength.len();
    let mean = strength.iter().sum::<f64>() / n as f64;
    (0..n)
        .map(|player| {
            // The variance of one rating minus the mean of all.
            let mut direction = vec![-1.0 / n as f64; n];
            direction[player] += 1.0;
            let half = forward(factor, n, &direction);
            let variance: f64 = half.iter().map(|x| x * x).sum();
            Rating { elo: (strength[player] - mean) * SCALE, error: Z95 * variance.sqrt() * SCALE }
        })
        .collect()
}

fn identity(n: usize) -> Vec<f64> {
    (0..n * n).map(|index| if index % (n + 1) == 0 { 1.0 } else { 0.0 }).collect()
}

/// The lower triangular factor of a positive definite matrix.
fn cholesky(mut matrix: Vec<f64>, n: usize) -> Vec<f64> {
    for row in 0..n {
        for column in 0..=row {
            let mut sum = matrix[row * n + column];
            for k in 0..column {
                sum -= matrix[row * n + k] * matrix[column * n + k];
            }
            matrix[row * n + column] =
                if row == column { sum.sqrt() } else { sum / matrix[column * n + column] };
        }
    }
    matrix
}

fn forward(factor: &[f64], n: usize, right: &[f64]) -> Vec<f64> {
    let mut x = right.to_vec();
    for row in 0..n {
        for k in 0..row {
            x[row] -= factor[row * n + k] * x[k];
        }
        x[row] /= factor[row * n + row];
    }
    x
}

fn solve(factor: &[f64], n: usize, right: &[f64]) -> Vec<f64> {
    let mut x = forward(factor, n, right);
    for row in (0..n).rev() {
        for k in row + 1..n {
            x[row] -= factor[k * n + row] * x[k];
        }
        x[row] /= factor[row * n + row];
    }
    x
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::{
        Xoshiro256PlusPlus,
        rand_core::{Rng, SeedableRng},
    };

    use super::*;
    use crate::score_of_elo;

    #[test]
    fn two_players_have_the_difference_of_their_score() {
        let games: Vec<(usize, usize)> =
            (0..1000).map(|game| if game < 760 { (0, 1) } else { (1, 0) }).collect();
        let ratings = rate(2, &games);
        let difference = ratings[0].elo - ratings[1].elo;
        assert!((difference - 200.3).abs() < 2.0, "{difference}");
        assert!((ratings[0].elo + ratings[1].elo).abs() < 1e-6);
    }

    #[test]
    fn nobody_is_infinite_and_nothing_is_known_without_games() {
        let sweep = rate(2, &[(0, 1); 10]);
        assert!(sweep[0].elo > 150.0 && sweep[0].elo < 600.0 && sweep[0].error > 150.0, "{sweep:?}");
        let none = rate(3, &[]);
        assert!(none.iter().all(|rating| rating.elo == 0.0 && rating.error > 1000.0), "{none:?}");
        assert_eq!(rate(0, &[]), []);
    }

    #[test]
    fn known_strengths_are_recovered_and_the_error_bars_are_honest() {
        let truth: Vec<f64> = (0..12).map(|player| f64::from(player) * 60.0 - 330.0).collect();
        let (mut inside, mut total, mut squares) = (0, 0, 0.0);
        for seed in 0..40 {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut games = Vec::new();
            for a in 0..truth.len() {
                for b in 0..a {
                    for _ in 0..20 {
                        let uniform = (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
                        games.push(if uniform < score_of_elo(truth[a] - truth[b]) { (a, b) } else { (b, a) });
                    }
                }
            }
            for (rating, truth) in rate(truth.len(), &games).iter().zip(&truth) {
                let off = rating.elo - truth;
                inside += usize::from(off.abs() <= rating.error);
                squares += off * off;
                total += 1;
            }
        }
        let (share, typical) = (inside as f64 / total as f64, (squares / total as f64).sqrt());
        assert!((0.92..=0.98).contains(&share), "{share} of the intervals hold the truth, expected 95 %");
        assert!(typical < 35.0, "typical error {typical}");
    }
}
