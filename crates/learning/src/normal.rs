//! Normally distributed numbers, the same on every machine, and the interval of a mean.

use evaluate::ln;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::Rng};

/// A number from the standard normal distribution, by Marsaglia's polar method.
pub(crate) fn normal(random: &mut Xoshiro256PlusPlus) -> f64 {
    let mut side = || (random.next_u64() >> 11) as f64 / (1u64 << 52) as f64 - 1.0;
    loop {
        let (x, y) = (side(), side());
        let square = x * x + y * y;
        if square > 1e-300 && square < 1.0 {
            return x * (-2.0 * ln(square) / square).sqrt();
        }
    }
}

/// A mean with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// How far the interval reaches on each side; infinite for fewer than two numbers.
    pub reach: f64,
}

/// The mean of numbers that are independent of each other and about normal, with Student's interval.
#[must_use]
pub fn mean(numbers: &[f64]) -> Mean {
    /// Quantiles of Student's distribution for 95 %, by degrees of freedom from 1.
    const STUDENT: [f64; 30] = [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145,
        2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048,
        2.045, 2.042,
    ];
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    let Some(freedom) = numbers.len().checked_sub(2) else { return Mean { mean, reach: f64::INFINITY } };
    // Beyond the table, the first term of the expansion about the normal distribution.
    let quantile = STUDENT.get(freedom).copied().unwrap_or(1.96 + 2.4 / (count - 1.0));
    let variance = numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / (count - 1.0);
    Mean { mean, reach: quantile * (variance / count).sqrt() }
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::rand_core::SeedableRng;

    use super::*;

    #[test]
    fn the_numbers_are_normal() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let numbers: Vec<f64> = (0..200_000).map(|_| normal(&mut random)).collect();
        let moment = |power: i32| numbers.iter().map(|x| x.powi(power)).sum::<f64>() / numbers.len() as f64;
        for (power, expected) in [(1, 0.0), (2, 1.0), (3, 0.0), (4, 3.0)] {
            assert!((moment(power) - expected).abs() < 0.05, "moment {power}: {}", moment(power));
        }
        let within = numbers.iter().filter(|x| x.abs() < 1.959_964).count();
        assert!((within as f64 / numbers.len() as f64 - 0.95).abs() < 0.002);
    }

    #[test]
    fn intervals_hold_the_truth_as_often_as_they_say() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
        for count in [2, 5, 10, 40] {
            let holds = (0..4000).filter(|_| {
                let numbers: Vec<f64> = (0..count).map(|_| 3.0 + normal(&mut random)).collect();
                let Mean { mean, reach } = mean(&numbers);
                (mean - 3.0).abs() <= reach
            });
            let share = holds.count() as f64 / 4000.0;
            assert!((share - 0.95).abs() < 0.015, "{count} numbers: {share}");
        }
        assert!(mean(&[1.0]).reach.is_infinite());
    }
}
