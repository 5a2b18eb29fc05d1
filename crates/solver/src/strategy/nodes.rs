//! The nodes that are written, and an index of what they ask of a position.
//!
//! A strategy of a large board has hundreds of thousands of nodes, and each of them is asked for whenever a position needs an
//! answer. The index is a tree: each branch asks of one cell whether a claim needs the winner's stone there, needs it
//! empty, or does not care. So a position is compared only with claims that agree with it on the cells of the branches.

use board::{Cell, CellSet};
use proof::strategy::Link;

/// A node with what it claims.
pub(super) struct Draft<const W: usize> {
    pub(super) stones: CellSet<W>,
    pub(super) cells: CellSet<W>,
    pub(super) kind: DraftKind<W>,
}

pub(super) enum DraftKind<const W: usize> {
    /// The finished line of a connection.
    Connection(String),
    Answers(Vec<Link>),
    /// An earlier node, stones that are asked for besides, and captured pairs that are taken back.
    Fill {
        node: usize,
        more: CellSet<W>,
        pairs: Vec<[Cell; 2]>,
    },
}

/// All nodes of one winner, in the order in which they were written.
#[derive(Default)]
pub(super) struct Nodes<const W: usize> {
    drafts: Vec<Draft<W>>,
    index: Branch<W>,
}

impl<const W: usize> Nodes<W> {
    pub(super) const fn len(&self) -> usize {
        self.drafts.len()
    }

    /// Adds a node and returns its number.
    pub(super) fn push(&mut self, draft: Draft<W>) -> usize {
        let node = self.drafts.len();
        self.index.add(Asked { node, stones: draft.stones, cells: draft.cells });
        self.drafts.push(draft);
        node
    }

    /// Returns the node that fits a position and needs the fewest cells.
    pub(super) fn fitting(&self, own: CellSet<W>, empty: CellSet<W>) -> Option<usize> {
        let mut best: Option<(usize, usize)> = None;
        self.index.visit(Asking::new(own, empty, false), &mut |asked, _| {
            let score = (asked.cells.len(), asked.node);
            if best.is_none_or(|least| score < least) {
                best = Some(score);
            }
        });
        best.map(|(_, node)| node)
    }

    /// Returns an answer after which a node fits: the one that leaves the fewest replies open.
    pub(super) fn fitting_answer(
        &self,
        own: CellSet<W>,
        empty: CellSet<W>,
        open: CellSet<W>,
    ) -> Option<(Cell, usize)> {
        let mut best: Option<((usize, usize, usize), Cell)> = None;
        self.index.visit(Asking::new(own, empty, true), &mut |asked, missing| {
            let cell = match missing {
                Some(cell) => cell,
                // What holds already is kept by a move anywhere else, best where no reply is open.
                None => {
                    let free = empty.minus(asked.cells);
                    let Some(cell) = free.minus(open).first().or_else(|| free.first()) else { return };
                    cell
                }
            };
            let needed = asked.cells.with(cell);
            let score = ((needed & open).len(), needed.len(), asked.node);
            if best.is_none_or(|(least, _)| score < least) {
                best = Some((score, cell));
            }
        });
        best.map(|((.., node), cell)| (cell, node))
    }
}

impl<const W: usize> std::ops::Index<usize> for Nodes<W> {
    type Output = Draft<W>;

    fn index(&self, node: usize) -> &Draft<W> {
        &self.drafts[node]
    }
}

/// What a node asks of a position.
#[derive(Clone, Copy)]
struct Asked<const W: usize> {
    node: usize,
    stones: CellSet<W>,
    cells: CellSet<W>,
}

impl<const W: usize> Asked<W> {
    /// Which part of a branch over this cell the node belongs to.
    const fn part(&self, cell: Cell) -> usize {
        if self.stones.contains(cell) {
            STONE
        } else if self.cells.contains(cell) {
            EMPTY
        } else {
            NEITHER
        }
    }
}

/// The parts of a branch.
const STONE: usize = 0;
const EMPTY: usize = 1;
const NEITHER: usize = 2;

/// A leaf with more nodes than this is divided.
const FULL_LEAF: usize = 32;

/// The position that nodes are wanted for.
#[derive(Clone, Copy)]
struct Asking<const W: usize> {
    /// The winner's stones, with the missing one.
    own: CellSet<W>,
    empty: CellSet<W>,
    missing: Option<Cell>,
    /// Whether one stone may still be missing on an empty cell.
    may_miss: bool,
}

impl<const W: usize> Asking<W> {
    const fn new(own: CellSet<W>, empty: CellSet<W>, may_miss: bool) -> Self {
        Self { own, empty, missing: None, may_miss }
    }
}

enum Branch<const W: usize> {
    /// Nodes, and the number from which on they are divided.
    Leaf {
        nodes: Vec<Asked<W>>,
        full: usize,
    },
    Split {
        cell: Cell,
        parts: Box<[Branch<W>; 3]>,
    },
}

impl<const W: usize> Default for Branch<W> {
    fn default() -> Self {
        Self::Leaf { nodes: Vec::new(), full: FULL_LEAF }
    }
}

impl<const W: usize> Branch<W> {
    fn add(&mut self, asked: Asked<W>) {
        match self {
            Self::Split { cell, parts } => parts[asked.part(*cell)].add(asked),
            Self::Leaf { nodes, full } => {
                nodes.push(asked);
                if nodes.len() < *full {
                    return;
                }
                *full *= 2;
                let Some(cell) = best_split(nodes) else { return };
                let mut parts = Box::new([Self::default(), Self::default(), Self::default()]);
                nodes.iter().for_each(|asked| parts[asked.part(cell)].add(*asked));
                *self = Self::Split { cell, parts };
            }
        }
    }

    /// Hands over the nodes that fit a position, each with the stone that is missing.
    fn visit(&self, position: Asking<W>, see: &mut impl FnMut(&Asked<W>, Option<Cell>)) {
        let Asking { own, empty, missing, may_miss } = position;
        match self {
            Self::Split { cell, parts } => {
                parts[NEITHER].visit(position, see);
                if own.contains(*cell) {
                    parts[STONE].visit(position, see);
                } else if empty.contains(*cell) {
                    parts[EMPTY].visit(position, see);
                    if may_miss {
                        let (own, empty) = (own.with(*cell), empty.without(*cell));
                        let position = Asking { own, empty, missing: Some(*cell), may_miss: false };
                        parts[STONE].visit(position, see);
                    }
                }
            }
            Self::Leaf { nodes, .. } => {
                for asked in nodes.iter().filter(|asked| asked.cells.is_subset(&empty)) {
                    let lacking = asked.stones.minus(own);
                    if lacking.is_empty() {
                        see(asked, missing);
                    } else if may_miss && lacking.single().is_some() && lacking.is_subset(&empty) {
                        see(asked, lacking.first());
                    }
                }
            }
        }
    }
}

/// The cell that leaves the fewest nodes to compare with the state of a position there. None where all nodes ask the same.
fn best_split<const W: usize>(nodes: &[Asked<W>]) -> Option<Cell> {
    let cells = nodes.iter().fold(CellSet::EMPTY, |all, asked| all | asked.stones | asked.cells);
    let left = |cell: Cell| {
        let mut counts = [0; 3];
        nodes.iter().for_each(|asked| counts[asked.part(cell)] += 1);
        counts[NEITHER] + counts[STONE].max(counts[EMPTY])
    };
    let best = cells.iter().map(|cell| (left(cell), cell)).min()?;
    (best.0 < nodes.len()).then_some(best.1)
}

#[cfg(test)]
mod tests {
    use board::random_below;
    use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

    use super::*;

    const CELLS: usize = 12;

    /// A random set of cells, each with a chance of one in `one_in`.
    fn some(random: &mut Xoshiro256PlusPlus, one_in: usize) -> CellSet<1> {
        (0..CELLS).map(Cell::from_index_unchecked).filter(|_| random_below(random, one_in) == 0).collect()
    }

    /// What the index finds, by going through all nodes.
    fn fitting(drafts: &[Draft<1>], own: CellSet<1>, empty: CellSet<1>) -> Option<usize> {
        let fits = |draft: &Draft<1>| draft.stones.is_subset(&own) && draft.cells.is_subset(&empty);
        let fitting = drafts.iter().enumerate().filter(|(_, draft)| fits(draft));
        fitting.min_by_key(|(_, draft)| draft.cells.len()).map(|(node, _)| node)
    }

    /// The number of replies that the best answer leaves open, with the cells that it needs, and its node.
    fn best_answer(
        drafts: &[Draft<1>],
        own: CellSet<1>,
        empty: CellSet<1>,
        open: CellSet<1>,
    ) -> Option<usize> {
        let scores = drafts.iter().enumerate().flat_map(|(node, draft)| {
            empty.iter().filter_map(move |cell| {
                let fits =
                    draft.stones.is_subset(&own.with(cell)) && draft.cells.is_subset(&empty.without(cell));
                let needed = draft.cells.with(cell);
                fits.then(|| ((needed & open).len(), needed.len(), node))
            })
        });
        scores.min().map(|(.., node)| node)
    }

    #[test]
    fn the_index_finds_what_a_look_at_all_nodes_finds() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut nodes = Nodes::<1>::default();
        let (mut found, mut splits) = (0, 0);
        for round in 0..3000 {
            let stones = some(&mut random, 4);
            let cells = some(&mut random, 3).minus(stones);
            nodes.push(Draft { stones, cells, kind: DraftKind::Answers(Vec::new()) });
            let own = some(&mut random, 2);
            let empty = some(&mut random, 2).minus(own);
            let open = some(&mut random, 2) & empty;
            let fit = nodes.fitting(own, empty);
            assert_eq!(fit, fitting(&nodes.drafts, own, empty), "{round}");
            let answer = nodes.fitting_answer(own, empty, open);
            assert_eq!(answer.map(|(_, node)| node), best_answer(&nodes.drafts, own, empty, open), "{round}");
            if let Some((cell, node)) = answer {
                let draft = &nodes[node];
                assert!(empty.contains(cell) && draft.stones.is_subset(&own.with(cell)));
                assert!(draft.cells.is_subset(&empty.without(cell)));
            }
            found += usize::from(fit.is_some()) + usize::from(answer.is_some());
            splits = usize::from(matches!(nodes.index, Branch::Split { .. }));
        }
        assert!(found > 1000 && splits == 1, "{found}");
    }
}
