//! Whole numbers of 256 bits, as many as counting the fillings of 15x15 boards takes. Only what counting needs: there is
//! no division but that by a power of ten for printing, so a library of big numbers would be the larger evil.

use std::fmt;

/// A whole number below 2^256. Arithmetic wraps around; who counts fewer than 2^255 things never sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Wide {
    /// The least significant 64 bits come first.
    limbs: [u64; 4],
}

impl Wide {
    /// Nothing.
    pub const ZERO: Self = Self { limbs: [0; 4] };
    /// One.
    pub const ONE: Self = Self { limbs: [1, 0, 0, 0] };

    /// 2 to this power, which must be below 256.
    #[must_use]
    pub const fn power_of_two(exponent: u32) -> Self {
        let mut limbs = [0; 4];
        limbs[(exponent / 64) as usize] = 1 << (exponent % 64);
        Self { limbs }
    }

    /// Whether this is nothing.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.limbs[0] | self.limbs[1] | self.limbs[2] | self.limbs[3] == 0
    }

    /// The sum.
    #[inline]
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        let mut limbs = [0; 4];
        let mut carry = false;
        let mut at = 0;
        while at < 4 {
            let (sum, first) = self.limbs[at].overflowing_add(other.limbs[at]);
            let (sum, second) = sum.overflowing_add(carry as u64);
            limbs[at] = sum;
            carry = first | second;
            at += 1;
        }
        Self { limbs }
    }

    /// The difference; `other` is not the greater.
    #[inline]
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        let mut limbs = [0; 4];
        let mut borrow = false;
        let mut at = 0;
        while at < 4 {
            let (difference, first) = self.limbs[at].overflowing_sub(other.limbs[at]);
            let (difference, second) = difference.overflowing_sub(borrow as u64);
            limbs[at] = difference;
            borrow = first | second;
            at += 1;
        }
        Self { limbs }
    }

    /// The product.
    #[inline]
    #[must_use]
    pub const fn times(self, other: Self) -> Self {
        let mut limbs = [0; 4];
        let mut low = 0;
        while low < 4 {
            let mut carry = 0;
            let mut high = 0;
            while low + high < 4 {
                let product = self.limbs[low] as u128 * other.limbs[high] as u128;
                let sum = product + limbs[low + high] as u128 + carry as u128;
                limbs[low + high] = sum as u64;
                carry = (sum >> 64) as u64;
                high += 1;
            }
            low += 1;
        }
        Self { limbs }
    }

    /// How many times 2 divides the number; 256 for nothing.
    #[must_use]
    pub fn trailing_zeros(self) -> u32 {
        let limb = self.limbs.iter().position(|&limb| limb != 0);
        limb.map_or(256, |limb| limb as u32 * 64 + self.limbs[limb].trailing_zeros())
    }

    /// The number divided by a power of two below 2^256, rounded down.
    #[must_use]
    pub fn shifted_down(self, bits: u32) -> Self {
        let (limb, bits) = ((bits / 64) as usize, bits % 64);
        let at = |index: usize| self.limbs.get(index).copied().unwrap_or(0);
        let limbs = std::array::from_fn(|index| {
            let above = if bits == 0 { 0 } else { at(index + limb + 1) << (64 - bits) };
            at(index + limb) >> bits | above
        });
        Self { limbs }
    }

    /// The number divided by 2 to the power of `exponent`, rounded to the nearest `f64`.
    #[must_use]
    pub fn ratio(self, exponent: u32) -> f64 {
        let bits = 256 - self.limbs.iter().rev().fold((0, false), leading_zeros).0;
        if bits <= 64 {
            return self.limbs[0] as f64 * power_of_two(-(exponent as i32));
        }
        // The first 64 bits hold more than a mantissa; a one for all that is cut off makes the rounding right.
        let cut = bits - 64;
        let rest = self.trailing_zeros() < cut;
        (self.shifted_down(cut).limbs[0] | u64::from(rest)) as f64
            * power_of_two(cut as i32 - exponent as i32)
    }

    /// The number divided by `divisor`, and the rest.
    fn divided(self, divisor: u64) -> (Self, u64) {
        let mut limbs = self.limbs;
        let mut rest = 0;
        for limb in limbs.iter_mut().rev() {
            let value = u128::from(rest) << 64 | u128::from(*limb);
            *limb = (value / u128::from(divisor)) as u64;
            rest = (value % u128::from(divisor)) as u64;
        }
        (Self { limbs }, rest)
    }
}

/// Counts zero bits from the top, limb by limb, until a one was seen.
fn leading_zeros((zeros, seen): (u32, bool), limb: &u64) -> (u32, bool) {
    if seen { (zeros, true) } else { (zeros + limb.leading_zeros(), *limb != 0) }
}

/// 2 to this power, which is within the range of normal numbers.
fn power_of_two(exponent: i32) -> f64 {
    debug_assert!((-1022..1024).contains(&exponent));
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

impl From<u128> for Wide {
    fn from(value: u128) -> Self {
        Self { limbs: [value as u64, (value >> 64) as u64, 0, 0] }
    }
}

impl PartialOrd for Wide {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Wide {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.limbs.iter().rev().cmp(other.limbs.iter().rev())
    }
}

impl fmt::Display for Wide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const CHUNK: u64 = 10_000_000_000_000_000_000;
        let (rest, last) = self.divided(CHUNK);
        if rest.is_zero() {
            return write!(f, "{last}");
        }
        write!(f, "{rest}{last:019}")
    }
}

/// A dyadic rational from 0 to 1: a whole number over a power of two, in lowest terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Dyadic {
    numerator: Wide,
    exponent: u32,
}

impl Dyadic {
    /// Nothing.
    pub const ZERO: Self = Self { numerator: Wide::ZERO, exponent: 0 };
    /// One half.
    pub const HALF: Self = Self { numerator: Wide::ONE, exponent: 1 };
    /// One.
    pub const ONE: Self = Self { numerator: Wide::ONE, exponent: 0 };

    /// `count` divided by 2 to the power of `exponent`.
    #[must_use]
    pub fn new(count: Wide, exponent: u32) -> Self {
        let common = count.trailing_zeros().min(exponent);
        Self { numerator: count.shifted_down(common), exponent: exponent - common }
    }

    /// The number over the line.
    #[must_use]
    pub const fn numerator(self) -> Wide {
        self.numerator
    }

    /// The power of two under the line.
    #[must_use]
    pub const fn exponent(self) -> u32 {
        self.exponent
    }

    /// The nearest `f64`.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        self.numerator.ratio(self.exponent)
    }
}

impl fmt::Display for Dyadic {
    /// Prints `0`, `1`, `1/2`, or `numerator/2^exponent`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exponent {
            0 => write!(f, "{}", self.numerator),
            1 => write!(f, "{}/2", self.numerator),
            exponent => write!(f, "{}/2^{exponent}", self.numerator),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn wide(high: u128, low: u128) -> Wide {
        Wide::from(high).times(Wide::power_of_two(128)).plus(Wide::from(low))
    }

    proptest! {
        /// The obvious twin is `u128`, wherever it does not overflow.
        #[test]
        fn agrees_with_u128(a in 0..1u128 << 120, b in any::<u64>(), bits in 0..120u32) {
            let b = u128::from(b);
            prop_assert_eq!(Wide::from(a).plus(Wide::from(b)), Wide::from(a + b));
            prop_assert_eq!(Wide::from(a + b).minus(Wide::from(b)), Wide::from(a));
            prop_assert_eq!(Wide::from(a >> 60).times(Wide::from(b)), Wide::from((a >> 60) * b));
            prop_assert_eq!(Wide::from(a).shifted_down(bits), Wide::from(a >> bits));
            prop_assert_eq!(Wide::from(a).to_string(), a.to_string());
            prop_assert_eq!(Wide::from(a).cmp(&Wide::from(b)), a.cmp(&b));
            prop_assert_eq!(Wide::from(a).ratio(0), a as f64);
        }

        /// Above 128 bits: the laws of arithmetic.
        #[test]
        fn obeys_the_laws(
            (a, b) in (any::<u128>(), any::<u128>()),
            (c, d) in (any::<u128>(), any::<u128>()),
            bits in 0..128u32,
        ) {
            let (x, y) = (wide(a, b), wide(c, d));
            prop_assert_eq!(x.plus(y).minus(y), x);
            prop_assert_eq!(x.times(y), y.times(x));
            prop_assert_eq!(x.times(y.plus(Wide::ONE)), x.times(y).plus(x));
            prop_assert_eq!(Wide::from(a).times(Wide::power_of_two(bits)).shifted_down(bits), Wide::from(a));
            prop_assert_eq!(x.cmp(&y), (a, b).cmp(&(c, d)));
        }
    }

    #[test]
    fn prints_and_reduces() {
        assert_eq!(
            Wide::power_of_two(255).to_string(),
            "57896044618658097711785492504343953926634992332820282019728792003956564819968"
        );
        assert_eq!(Dyadic::new(Wide::power_of_two(120), 121), Dyadic::HALF);
        assert_eq!(Dyadic::new(Wide::ZERO, 121), Dyadic::ZERO);
        assert_eq!(Dyadic::new(Wide::from(6), 4).to_string(), "3/2^3");
        assert_eq!(Dyadic::new(Wide::power_of_two(200).plus(Wide::ONE), 201).to_f64(), 0.5);
        assert_eq!(Dyadic::ONE.to_string(), "1");
    }
}
