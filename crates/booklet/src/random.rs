//! Random choices, from a generator with the caller's seed.

use board::random_below;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::Rng as _};

/// In random order.
pub(crate) fn shuffled<T>(mut items: Vec<T>, random: &mut Xoshiro256PlusPlus) -> Vec<T> {
    for last in (1..items.len()).rev() {
        items.swap(last, random_below(random, last + 1));
    }
    items
}

/// A number from 0 to 1.
pub(crate) fn fraction(random: &mut Xoshiro256PlusPlus) -> f64 {
    (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}
