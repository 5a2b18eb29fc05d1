//! Counts the bytes that clients make the server hold, in total and for each address.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard},
};

/// How many bytes may be held.
#[derive(Debug)]
pub(crate) struct Budget {
    most: usize,
    most_each: usize,
    held: Mutex<HashMap<IpAddr, usize>>,
}

/// Bytes that are held for an address until this is dropped.
#[derive(Debug)]
pub(crate) struct Held {
    budget: Arc<Budget>,
    network: IpAddr,
    bytes: usize,
}

impl Budget {
    pub(crate) fn new(most: usize, most_each: usize) -> Arc<Self> {
        Arc::new(Self { most, most_each, held: Mutex::default() })
    }

    /// Nothing as yet.
    pub(crate) fn hold(self: &Arc<Self>, network: IpAddr) -> Held {
        Held { budget: Arc::clone(self), network, bytes: 0 }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        // Nothing panics while the lock is held.
        self.held.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl Held {
    /// Holds so much more; false, and nothing changed, when that is too much.
    pub(crate) fn grow(&mut self, bytes: usize) -> bool {
        let mut held = self.budget.lock();
        let all: usize = held.values().sum();
        let mine = held.entry(self.network).or_default();
        let fits = all + bytes <= self.budget.most && *mine + bytes <= self.budget.most_each;
        if fits {
            *mine += bytes;
            self.bytes += bytes;
        }
        if *mine == 0 {
            held.remove(&self.network);
        }
        fits
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut held = self.budget.lock();
        if let Some(mine) = held.get_mut(&self.network) {
            *mine -= self.bytes;
            if *mine == 0 {
                held.remove(&self.network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Budget;

    #[test]
    fn an_address_has_its_part_and_gives_it_back() {
        let budget = Budget::new(100, 60);
        let (one, two) = ([127, 0, 0, 1].into(), [127, 0, 0, 2].into());
        let mut first = budget.hold(one);
        assert!(first.grow(50) && !first.grow(20) && first.grow(10));
        let mut second = budget.hold(two);
        assert!(!second.grow(50) && second.grow(40));
        drop(first);
        assert!(second.grow(20) && !second.grow(1));
        drop(second);
        assert!(budget.lock().is_empty());
    }
}
