//! Random bits by the vector, and the choice of instructions.

use rand_xoshiro::{
    SplitMix64,
    rand_core::{Rng, SeedableRng},
};

use super::flood::Bits;

/// Eight xoshiro256++ generators (Blackman and Vigna) side by side.
#[derive(Debug, Clone)]
pub(super) struct Lanes {
    state: [Bits; 4],
}

impl Lanes {
    pub(super) fn new(seed: u64) -> Self {
        let mut seeds = SplitMix64::seed_from_u64(seed);
        Self { state: std::array::from_fn(|_| std::array::from_fn(|_| seeds.next_u64())) }
    }

    /// 512 fair bits.
    #[inline(always)]
    fn fair(&mut self) -> Bits {
        let [mut s0, mut s1, mut s2, mut s3] = self.state;
        let mut bits = [0; 8];
        for lane in 0..8 {
            bits[lane] = s0[lane].wrapping_add(s3[lane]).rotate_left(23).wrapping_add(s0[lane]);
            let shifted = s1[lane] << 17;
            s2[lane] ^= s0[lane];
            s3[lane] ^= s1[lane];
            s1[lane] ^= s2[lane];
            s0[lane] ^= s3[lane];
            s2[lane] ^= shifted;
            s3[lane] = s3[lane].rotate_left(45);
        }
        self.state = [s0, s1, s2, s3];
        bits
    }

    /// 512 bits, each of them one with a probability given in units of 2^-32.
    ///
    /// Half of what was so far, or half of it and one half more: reading the probability's digits from the last to the
    /// first, an AND or an OR with fair bits each makes it exact.
    #[inline(always)]
    pub(super) fn bits(&mut self, probability: u64) -> Bits {
        const HALF: u64 = 1 << 31;
        const ONE: u64 = 1 << 32;
        match probability {
            HALF => self.fair(),
            0 => [0; 8],
            ONE.. => [!0; 8],
            _ => {
                let mut bits = [0; 8];
                for digit in probability.trailing_zeros()..32 {
                    let fair = self.fair();
                    let one = probability >> digit & 1 != 0;
                    for lane in 0..8 {
                        bits[lane] = if one { bits[lane] | fair[lane] } else { bits[lane] & fair[lane] };
                    }
                }
                bits
            }
        }
    }
}

/// Whether this machine has the 512-bit instructions that the flood and the counts are compiled for a second time. They are
/// worth a factor of 1.6 over AVX2 (`hexwright bench chance`).
#[cfg(target_arch = "x86_64")]
pub(super) fn has_avx512() -> bool {
    std::arch::is_x86_feature_detected!("avx512f")
        && std::arch::is_x86_feature_detected!("avx512vl")
        && std::arch::is_x86_feature_detected!("avx512bw")
        && std::arch::is_x86_feature_detected!("avx512dq")
        && std::arch::is_x86_feature_detected!("avx512vpopcntdq")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each lane is the generator of `rand_xoshiro` with the lane's state.
    #[test]
    fn lanes_are_xoshiro() {
        use rand_xoshiro::Xoshiro256PlusPlus;
        let mut lanes = Lanes::new(42);
        let mut twins: Vec<Xoshiro256PlusPlus> = (0..8)
            .map(|lane| {
                let words = lanes.state.map(|word| word[lane].to_le_bytes());
                Xoshiro256PlusPlus::from_seed(words.concat().try_into().unwrap())
            })
            .collect();
        for _ in 0..100 {
            let bits = lanes.fair();
            assert_eq!(bits.to_vec(), twins.iter_mut().map(Rng::next_u64).collect::<Vec<_>>());
        }
    }

    #[test]
    fn biased_bits_are_as_likely_as_asked() {
        let mut lanes = Lanes::new(3);
        for probability in [0.25f64, 0.7, 0.99] {
            let digits = (probability * (1u64 << 32) as f64) as u64;
            let ones: u64 = (0..4000)
                .map(|_| lanes.bits(digits).iter().map(|word| u64::from(word.count_ones())).sum::<u64>())
                .sum();
            let share = ones as f64 / (4000.0 * 512.0);
            // Five standard deviations.
            let margin = 5.0 * (probability * (1.0 - probability) / (4000.0 * 512.0)).sqrt();
            assert!((share - probability).abs() < margin, "{share} for {probability}");
        }
    }
}
