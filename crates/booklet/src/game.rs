//! The local game: cells, ends, and whether their owner can join two things when the opponent moves first.
//!
//! A depth-first search in which both sides' answers carry the cells that they need, so that each refutation narrows the moves
//! that are left (Yang's region cut-off, for both sides). A table keeps what was found; a budget of nodes makes it give up
//! instead of running for ever. It knows no patterns: what it says is exact or nothing.

use rustc_hash::FxHashMap;

/// A set of the cells and ends of a local game.
pub(crate) type Mask = u128;

/// The most cells and ends of a local game together.
pub(crate) const MOST: usize = 128;

/// The graph of a local game and what is known about it.
#[derive(Debug)]
pub(crate) struct Game {
    /// For each vertex, its neighbours. Cells come first, then ends.
    pub(crate) around: Vec<Mask>,
    pub(crate) cells: usize,
    known: FxHashMap<Key, Found>,
    /// Nodes that one question may still look at.
    left: u64,
}

/// A position of the game: empty cells, own stones (ends among them), what is to be joined, who moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    empty: Mask,
    own: Mask,
    goal: (u8, u8),
    owner_moves: bool,
}

#[derive(Debug, Clone, Copy)]
struct Found {
    owner_wins: bool,
    /// The empty cells that the winner needs.
    needs: Mask,
}

/// What a question came to.
pub(crate) type Outcome = Option<Option<Mask>>;

/// The bits of a mask.
pub(crate) fn bits(mut mask: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(bit)
    })
}

impl Game {
    pub(crate) fn new(around: Vec<Mask>, cells: usize) -> Self {
        debug_assert!(around.len() <= MOST);
        Self { around, cells, known: FxHashMap::default(), left: 0 }
    }

    /// All cells.
    pub(crate) fn all(&self) -> Mask {
        (1 << self.cells) - 1
    }

    /// The ends, as stones.
    pub(crate) fn ends(&self) -> Mask {
        (0..self.around.len()).skip(self.cells).fold(0, |mask, end| mask | 1 << end)
    }

    /// Everything that touches a mask.
    pub(crate) fn grow(&self, mask: Mask) -> Mask {
        bits(mask).fold(0, |grown, vertex| grown | self.around[vertex])
    }

    /// The chain of own stones that a vertex belongs to.
    pub(crate) fn chain(&self, from: usize, own: Mask) -> Mask {
        let mut chain = 1 << from;
        let mut rim = chain;
        loop {
            rim = self.grow(rim) & own & !chain;
            if rim == 0 {
                return chain;
            }
            chain |= rim;
        }
    }

    /// The opponent moves. The cells that the owner needs to join the goal, `Some(None)` where that cannot be done,
    /// `None` where the budget of nodes was used up.
    pub(crate) fn second(&mut self, empty: Mask, own: Mask, goal: (usize, usize), budget: u64) -> Outcome {
        self.left = budget;
        let goal = (goal.0.min(goal.1) as u8, goal.0.max(goal.1) as u8);
        let found = self.search(Key { empty, own, goal, owner_moves: false });
        found.map(|found| found.owner_wins.then_some(found.needs))
    }

    fn search(&mut self, key: Key) -> Option<Found> {
        let Key { empty, own, goal: (from, to), owner_moves } = key;
        let start = self.chain(usize::from(from), own);
        if start >> to & 1 != 0 {
            return Some(Found { owner_wins: true, needs: 0 });
        }
        let goal = self.chain(usize::from(to), own);
        // Only cells on some way from one to the other matter.
        let (first, second) = (self.layers(start, empty, own), self.layers(goal, empty, own));
        let reached = |layers: &[Mask]| layers.iter().fold(0, |all, layer| all | layer) & empty;
        let empty = reached(&first) & reached(&second);
        if self.grow(start) & (empty | goal) == 0 || empty == 0 {
            return Some(Found { owner_wins: false, needs: 0 });
        }
        let at_once = self.grow(start) & self.grow(goal) & empty;
        if at_once != 0 {
            let one = at_once & at_once.wrapping_neg();
            if owner_moves {
                return Some(Found { owner_wins: true, needs: one });
            }
            let rest = at_once & !one;
            if rest != 0 {
                return Some(Found { owner_wins: true, needs: one | rest & rest.wrapping_neg() });
            }
        }
        if !owner_moves && let Some(needs) = self.bridged(start, goal, empty, own) {
            return Some(Found { owner_wins: true, needs });
        }
        let key = Key { empty, ..key };
        if let Some(&found) = self.known.get(&key) {
            return Some(found);
        }
        self.left = self.left.checked_sub(1)?;
        let order = self.order(&first, &second, empty);
        let found = if owner_moves { self.owner(key, &order) } else { self.opponent(key, &order, at_once) }?;
        self.known.insert(key, found);
        Some(found)
    }

    /// The owner moves: some move must win. Each refutation leaves only the moves that disturb it.
    fn owner(&mut self, key: Key, order: &[usize]) -> Option<Found> {
        let (mut open, mut needs) = (key.empty, 0);
        for &cell in order {
            if open >> cell & 1 == 0 {
                continue;
            }
            let bit = 1 << cell;
            let after = Key { empty: key.empty & !bit, own: key.own | bit, owner_moves: false, ..key };
            let found = self.search(after)?;
            if found.owner_wins {
                return Some(Found { owner_wins: true, needs: found.needs | bit });
            }
            open &= found.needs;
            needs |= found.needs;
        }
        Some(Found { owner_wins: false, needs })
    }

    /// The opponent moves: every intrusion must be answered. Each answer leaves only the intrusions that disturb it.
    fn opponent(&mut self, key: Key, order: &[usize], must: Mask) -> Option<Found> {
        let (mut open, mut needs) = (key.empty, 0);
        if must != 0 {
            (open, needs) = (must, must);
        } else {
            // What the owner would do if the opponent passed.
            let found = self.search(Key { owner_moves: true, ..key })?;
            if !found.owner_wins {
                return Some(found);
            }
            (open, needs) = (open & found.needs, needs | found.needs);
        }
        for &cell in order {
            if open >> cell & 1 == 0 {
                continue;
            }
            let bit = 1 << cell;
            let found = self.search(Key { empty: key.empty & !bit, owner_moves: true, ..key })?;
            if !found.owner_wins {
                return Some(Found { owner_wins: false, needs: found.needs | bit });
            }
            open &= found.needs;
            needs |= found.needs;
        }
        Some(Found { owner_wins: true, needs })
    }

    /// The cells of bridges that join two chains, perhaps over others, if there are such: pairs of cells, no cell in two of them.
    fn bridged(&self, start: Mask, goal: Mask, empty: Mask, own: Mask) -> Option<Mask> {
        let mut chain = start;
        let mut used = 0;
        let mut others = own & !start;
        loop {
            let mut joined = false;
            let mut left = others;
            while left != 0 {
                let next = self.chain(left.trailing_zeros() as usize, own);
                left &= !next;
                let between = self.grow(chain) & self.grow(next) & empty & !used;
                let one = between & between.wrapping_neg();
                let rest = between & !one;
                if rest != 0 {
                    used |= one | rest & rest.wrapping_neg();
                    if next & goal != 0 {
                        return Some(used);
                    }
                    chain |= next;
                    others &= !next;
                    joined = true;
                }
            }
            if !joined {
                return None;
            }
        }
    }

    /// Cells by the number of stones that join them to a chain, where bridges count as joined: layer 0 is one stone away.
    fn layers(&self, chain: Mask, empty: Mask, own: Mask) -> Vec<Mask> {
        let mut layers = Vec::with_capacity(8);
        let mut reached = chain;
        loop {
            let rim = self.grow(reached) & empty;
            let near = bits(self.grow(rim) & empty & !reached);
            let jumps = near.filter(|&cell| (rim & self.around[cell]).count_ones() >= 2);
            let mut layer = (rim & !reached) | jumps.fold(0, |mask, cell| mask | 1 << cell);
            // Own stones cost nothing.
            loop {
                let more = self.grow(layer) & own & !reached & !layer;
                if more == 0 {
                    break;
                }
                layer |= bits(more).fold(0, |mask, stone| mask | self.chain(stone, own));
            }
            if layer == 0 {
                return layers;
            }
            reached |= layer;
            layers.push(layer & empty);
        }
    }

    /// Cells, those on short ways first, and of these the ones in the middle.
    fn order(&self, first: &[Mask], second: &[Mask], empty: Mask) -> Vec<usize> {
        let depth = |layers: &[Mask], cell: usize| layers.iter().position(|layer| layer >> cell & 1 != 0);
        let mut order: Vec<(usize, usize, usize)> = bits(empty)
            .filter_map(|cell| {
                let (a, b) = (depth(first, cell)?, depth(second, cell)?);
                Some((a + b, a.max(b), cell))
            })
            .collect();
        order.sort_unstable();
        order.into_iter().map(|(.., cell)| cell).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The owner joins the goal with the opponent to move: every move of both is tried.
    fn plain(game: &Game, empty: Mask, own: Mask, goal: (usize, usize)) -> bool {
        if game.chain(goal.0, own) >> goal.1 & 1 != 0 {
            return true;
        }
        empty != 0
            && bits(empty).all(|intrusion| {
                let rest = empty & !(1 << intrusion);
                bits(rest).any(|key| plain(game, rest & !(1 << key), own | 1 << key, goal))
            })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        /// Search and brute force agree on random graphs, and what the owner needs is enough.
        #[test]
        fn the_search_agrees_with_brute_force(links in prop::collection::vec((0..9usize, 0..9usize), 4..22)) {
            let (cells, ends) = (7, 2);
            let mut around = vec![0; cells + ends];
            for (a, b) in links {
                // Ends do not touch each other.
                if a != b && (a < cells || b < cells) {
                    around[a] |= 1 << b;
                    around[b] |= 1 << a;
                }
            }
            let mut game = Game::new(around, cells);
            let (all, own, goal) = (game.all(), game.ends(), (cells, cells + 1));
            let found = game.second(all, own, goal, u64::MAX).unwrap();
            prop_assert_eq!(found.is_some(), plain(&game, all, own, goal));
            if let Some(needs) = found {
                prop_assert!(plain(&game, needs, own, goal));
            }
        }
    }
}
