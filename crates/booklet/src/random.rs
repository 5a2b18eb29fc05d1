//! Choices by chance, from a generator whose seed the caller gave.

use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::Rng as _};

/// In random order.
pub(crate) fn shuffled<T>(mut items: Vec<T>, random: &mut Xoshiro256PlusPlus) -> Vec<T> {
    for last in (1..items.len()).rev() {
        items.swap(last, below(last + 1, random));
    }
    items
}

/// A number below a limit.
pub(crate) fn below(limit: usize, random: &mut Xoshiro256PlusPlus) -> usize {
    (random.next_u64() % limit as u64) as usize
}

/// A number from 0 to 1.
pub(crate) fn fraction(random: &mut Xoshiro256PlusPlus) -> f64 {
    (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}
