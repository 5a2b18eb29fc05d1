//! Statistics of a match: Elo with error bars, the likelihood of superiority, a sequential test.
//!
//! The unit is the pair of games from one opening with colours exchanged, because its two games are not independent: an
//! opening that favours one colour gives each contestant a win. Hex has no draws, so of the five classes of the pentanomial
//! model that chess programs use (0, ½, 1, 1½, 2 points a pair) three are left: pairs lost, split and won. The sequential test
//! is the generalised SPRT of Van den Bergh ("Computing the log-likelihood ratio", 2017) over these classes.

/// How many pairs were lost, split and won, and the games of pairs that are not complete.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PairCounts {
    /// Both games lost.
    pub lost: u64,
    /// One game each.
    pub split: u64,
    /// Both games won.
    pub won: u64,
}

/// A difference in strength with its 95 % interval, in Elo points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Elo {
    /// The estimate; infinite when all games went one way.
    pub difference: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The probability that the first contestant is the stronger one, given that nothing was known before.
    pub superiority: f64,
}

/// Standard deviations on each side of a 95 % interval.
const Z95: f64 = 1.959_964;

impl PairCounts {
    /// The points that a class of pairs gives, as a share of the pair: lost, split, won.
    const SCORES: [f64; 3] = [0.0, 0.5, 1.0];

    /// Adds a pair in which this many games were won.
    pub fn add(&mut self, won: u64) {
        match won {
            0 => self.lost += 1,
            1 => self.split += 1,
            _ => self.won += 1,
        }
    }

    /// Number of pairs.
    #[must_use]
    pub const fn pairs(&self) -> u64 {
        self.lost + self.split + self.won
    }

    /// The share of the points, from 0 to 1; one half when there are no pairs.
    #[must_use]
    pub fn score(&self) -> f64 {
        if self.pairs() == 0 {
            return 0.5;
        }
        (self.won as f64 + self.split as f64 / 2.0) / self.pairs() as f64
    }

    /// The strength that the pairs show, if there are any.
    ///
    /// The interval is Wilson's for the share of the points, with as many independent games as have the pairs' variance. Half
    /// a pair of each class is added for the variance, so that a few equal results do not look like certainty.
    #[must_use]
    pub fn elo(&self) -> Option<Elo> {
        let pairs = self.pairs() as f64;
        if pairs == 0.0 {
            return None;
        }
        let (mean, variance) = moments(self.shares(0.5));
        let games = mean * (1.0 - mean) * pairs / variance;
        let score = self.score();
        let z = Z95 * Z95 / games;
        let middle = (score + z / 2.0) / (1.0 + z);
        let reach = Z95 / (1.0 + z) * (score * (1.0 - score) / games + z / (4.0 * games)).sqrt();
        Some(Elo {
            difference: elo_of_score(score),
            // Where all games went one way, the interval reaches to the end; rounding must not move it.
            low: if score == 0.0 { f64::NEG_INFINITY } else { elo_of_score((middle - reach).max(0.0)) },
            high: if score == 1.0 { f64::INFINITY } else { elo_of_score((middle + reach).min(1.0)) },
            superiority: normal((mean - 0.5) / (variance / pairs).sqrt()),
        })
    }

    /// The classes' shares, after `extra` pairs were added to each.
    fn shares(&self, extra: f64) -> [f64; 3] {
        let counts = [self.lost, self.split, self.won].map(|count| count as f64 + extra);
        let total: f64 = counts.iter().sum();
        counts.map(|count| count / total)
    }
}

/// A sequential probability ratio test between two differences in Elo.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprt {
    /// The hypothesis that there is no progress: the difference is at most this.
    pub elo0: f64,
    /// The hypothesis that there is: the difference is at least this.
    pub elo1: f64,
    /// The probability of accepting `elo1` when `elo0` is true.
    pub alpha: f64,
    /// The probability of accepting `elo0` when `elo1` is true.
    pub beta: f64,
}

/// Where a sequential test stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SprtState {
    /// The log-likelihood ratio of the hypotheses.
    pub llr: f64,
    /// Below this, `elo0` is accepted.
    pub lower: f64,
    /// Above this, `elo1` is accepted.
    pub upper: f64,
}

impl SprtState {
    /// `Some(true)` when `elo1` is accepted, `Some(false)` when `elo0` is.
    #[must_use]
    pub fn accepted(&self) -> Option<bool> {
        match self.llr {
            llr if llr >= self.upper => Some(true),
            llr if llr <= self.lower => Some(false),
            _ => None,
        }
    }
}

impl Sprt {
    /// Where the test stands after these pairs.
    #[must_use]
    pub fn state(&self, counts: &PairCounts) -> SprtState {
        // A thousandth of a pair in each class keeps the likelihoods of classes not yet seen finite.
        let shares = counts.shares(1e-3);
        let [zero, one] = [self.elo0, self.elo1].map(|elo| most_likely(shares, score_of_elo(elo)));
        let ratio: f64 = (0..3).map(|class| shares[class] * (one[class] / zero[class]).ln()).sum();
        SprtState {
            llr: counts.pairs() as f64 * ratio,
            lower: (self.beta / (1.0 - self.alpha)).ln(),
            upper: ((1.0 - self.beta) / self.alpha).ln(),
        }
    }
}

/// The distribution with this mean score under which the observed shares are most likely: each share divided by
/// `1 + t (score - mean)`, with the multiplier `t` that gives the mean.
fn most_likely(shares: [f64; 3], mean: f64) -> [f64; 3] {
    let offsets = PairCounts::SCORES.map(|score| score - mean);
    let excess = |t: f64| -> f64 { (0..3).map(|i| shares[i] * offsets[i] / (1.0 + t * offsets[i])).sum() };
    // All denominators are positive between these ends, and the excess falls from one to the other.
    let (mut low, mut high) = (-1.0 / offsets[2], -1.0 / offsets[0]);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    let t = (low + high) / 2.0;
    [0, 1, 2].map(|i| shares[i] / (1.0 + t * offsets[i]))
}

/// Mean and variance of a pair's score.
fn moments(shares: [f64; 3]) -> (f64, f64) {
    let mean: f64 = (0..3).map(|i| shares[i] * PairCounts::SCORES[i]).sum();
    let variance = (0..3).map(|i| shares[i] * (PairCounts::SCORES[i] - mean).powi(2)).sum();
    (mean, variance)
}

/// The difference in Elo at which a score is expected: infinite for 0 and 1.
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The score that a difference in Elo leads to.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The standard normal distribution function, by Abramowitz and Stegun 7.1.26 (error below 2e-7).
fn normal(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.327_591_1 * (x.abs() / std::f64::consts::SQRT_2));
    let series = t
        * (0.254_829_592
            + t * (-0.284_496_736 + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
    let tail = series * (-x * x / 2.0).exp() / 2.0;
    if x < 0.0 { tail } else { 1.0 - tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_and_score_are_inverse() {
        for elo in [-800.0, -35.0, 0.0, 10.0, 400.0] {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
        }
        assert!((score_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-12);
        assert_eq!(elo_of_score(1.0), f64::INFINITY);
    }

    #[test]
    fn the_normal_distribution_is_the_textbook_one() {
        for (x, p) in [(0.0, 0.5), (1.0, 0.841_344_746), (-1.959_964, 0.025), (3.0, 0.998_650_102)] {
            assert!((normal(x) - p).abs() < 1e-6, "{x}");
        }
    }

    #[test]
    fn the_constrained_likelihood_has_its_mean_and_is_the_best() {
        let shares = [0.2, 0.5, 0.3];
        for mean in [0.3, 0.5, 0.55, 0.8] {
            let best = most_likely(shares, mean);
            assert!((best.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            assert!((moments(best).0 - mean).abs() < 1e-9);
            // Another distribution with the same mean is less likely.
            for step in [-0.01, 0.01] {
                let other = [best[0] + step, best[1] - 2.0 * step, best[2] + step];
                let likelihood = |p: [f64; 3]| -> f64 { (0..3).map(|i| shares[i] * p[i].ln()).sum() };
                assert!(other.iter().any(|&p| p <= 0.0) || likelihood(other) < likelihood(best));
            }
        }
    }

    #[test]
    fn a_clean_sweep_is_not_certainty() {
        let elo = PairCounts { won: 10, ..PairCounts::default() }.elo().unwrap();
        assert!(elo.difference.is_infinite() && elo.high.is_infinite());
        assert!(elo.low > 100.0 && elo.low < 400.0, "{elo:?}");
        let even = PairCounts { split: 10, ..PairCounts::default() }.elo().unwrap();
        assert!(
            even.difference == 0.0 && even.high > 20.0 && (even.low + even.high).abs() < 1e-6,
            "{even:?}"
        );
        assert!((even.superiority - 0.5).abs() < 1e-6);
        assert_eq!(PairCounts::default().elo(), None);
    }
}
