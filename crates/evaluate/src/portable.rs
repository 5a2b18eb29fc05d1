//! Elementary functions made of additions, multiplications and divisions alone.
//!
//! The functions of the standard library come from the platform and may differ in the last digit from machine to
//! machine. What is learnt from a seed must not, so learning and the value of a weighted sum use these.

/// The hyperbolic tangent.
///
/// ```
/// assert_eq!(evaluate::tanh(0.0), 0.0);
/// assert!((evaluate::tanh(0.5) - 0.5f64.tanh()).abs() < 1e-15);
/// ```
#[must_use]
pub fn tanh(x: f64) -> f64 {
    // Beyond this the nearest number is 1.
    if x.abs() > 20.0 {
        return x.signum();
    }
    let excess = exp_minus_one(2.0 * x.abs());
    (excess / (excess + 2.0)).copysign(x)
}

/// The natural logarithm of a positive, normal number.
#[must_use]
pub fn ln(x: f64) -> f64 {
    debug_assert!(x.is_normal() && x > 0.0, "{x}");
    let bits = x.to_bits();
    let mut exponent = ((bits >> 52) & 0x7FF) as i64 - 1023;
    let mut mantissa = f64::from_bits((bits & ((1 << 52) - 1)) | (1023 << 52));
    if mantissa > std::f64::consts::SQRT_2 {
        mantissa /= 2.0;
        exponent += 1;
    }
    // ln m = 2 artanh s; s is at most 0.172, so that thirteen terms reach the last digit.
    let s = (mantissa - 1.0) / (mantissa + 1.0);
    let square = s * s;
    let series = (0..13).rev().fold(0.0, |sum, term| sum * square + 1.0 / f64::from(2 * term + 1));
    exponent as f64 * std::f64::consts::LN_2 + 2.0 * s * series
}

/// e to the power of `x`, less one, for `x` from 0 to 40.
fn exp_minus_one(x: f64) -> f64 {
    // The first digits of ln 2 end in zeros, so that their multiples are exact.
    const HIGH: f64 = 6.931_471_803_691_238e-1;
    const LOW: f64 = 1.908_214_929_270_587_7e-10;
    let doublings = (x / std::f64::consts::LN_2).round();
    let rest = x - doublings * HIGH - doublings * LOW;
    let series = (1..=14).rev().fold(0.0, |sum, term| (1.0 + sum) * rest / f64::from(term));
    let power = f64::from_bits((1023 + doublings as u64) << 52);
    power * series + (power - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_agree_with_the_standard_library() {
        for step in -4000..=4000 {
            let x = f64::from(step) / 173.0;
            assert!((tanh(x) - x.tanh()).abs() < 4e-16, "tanh {x}: {} {}", tanh(x), x.tanh());
            let y = (f64::from(step) / 90.0).exp();
            assert!((ln(y) - y.ln()).abs() < 1e-14, "ln {y}");
        }
        assert_eq!([tanh(50.0), tanh(-50.0), ln(1.0)], [1.0, -1.0, 0.0]);
    }
}
