//! The game inside a pattern of a book, by brute force.

use std::collections::HashMap;

use verify::pattern::Pattern;

/// The local game of a pattern as the rules have it: cells, neighbours, ends, and nothing else.
pub(crate) struct LocalGame {
    around: Vec<u64>,
    cells: usize,
    known: HashMap<(u64, u64), bool>,
}

impl LocalGame {
    pub(crate) fn new(pattern: &Pattern) -> Self {
        let region = &pattern.region;
        let cells = region.len();
        let mut around = vec![0; cells + 8];
        for (index, site) in region.iter().enumerate() {
            for (other, neighbour) in region.iter().enumerate() {
                if site.point.touches(neighbour.point) {
                    around[index] |= 1 << other;
                }
            }
            for end in site.ends.iter() {
                around[index] |= 1 << (cells + end);
                around[cells + end] |= 1 << index;
            }
        }
        Self { around, cells, known: HashMap::new() }
    }

    fn is_joined(&self, own: u64) -> bool {
        let own = own | 0xff << self.cells;
        let mut reached = 1u64 << self.cells;
        loop {
            let grown = (0..self.around.len())
                .filter(|vertex| reached >> vertex & 1 != 0)
                .fold(reached, |all, vertex| all | self.around[vertex] & own);
            if grown == reached {
                return reached >> (self.cells + 1) & 1 != 0;
            }
            reached = grown;
        }
    }

    /// Whether the owner joins A and B with the opponent to move, by trying every move of both.
    pub(crate) fn holds(&mut self, empty: u64, own: u64) -> bool {
        if self.is_joined(own) {
            return true;
        }
        if let Some(&known) = self.known.get(&(empty, own)) {
            return known;
        }
        let count = self.cells;
        let cells = |set: u64| (0..count).filter(move |cell| set >> cell & 1 != 0).collect::<Vec<_>>();
        // A pass is never better than a move, so that an empty region is the only end without moves.
        let holds = empty != 0
            && cells(empty).into_iter().all(|intrusion| {
                let rest = empty & !(1 << intrusion);
                cells(rest).into_iter().any(|key| self.holds(rest & !(1 << key), own | 1 << key))
            });
        self.known.insert((empty, own), holds);
        holds
    }
}
