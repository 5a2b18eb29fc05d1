//! Playing by claims some of whose stones are captured pairs: cells that count as stones while they are empty or have a dead
//! stone of the loser.

use board::{BoardSize, Cell, CellSet, Color};
use verify::Judge;

use super::Claim;
use crate::kernel::{Court, cells, vertex};

/// The captured pairs of a strategy in a position with the winner to move.
pub(super) struct Pairs<'a> {
    pairs: &'a [[Cell; 2]],
    /// The cells of all pairs.
    paired: CellSet,
    court: Court,
    own: CellSet,
    empty: CellSet,
}

impl<'a> Pairs<'a> {
    pub(super) fn new(
        pairs: &'a [[Cell; 2]],
        size: BoardSize,
        winner: Color,
        own: CellSet,
        empty: CellSet,
    ) -> Self {
        let paired = pairs.iter().flatten().copied().collect();
        Self { pairs, paired, court: Court::new(size, winner), own, empty }
    }

    /// A move after which a claim holds, the loser to move, if captured pairs count as stones; and how many cells are
    /// needed then.
    pub(super) fn answer(&self, claim: &Claim) -> Option<(usize, Cell)> {
        let missing = claim.stones.minus(self.own);
        if missing.minus(self.paired).len() > 1 {
            return None;
        }
        if let Some(needed) = self.needed(claim, self.own, self.empty) {
            // It holds already.
            return self.empty.minus(needed).first().map(|cell| (needed.len(), cell));
        }
        // One of its stones, or the partner of one.
        let near = self.pairs.iter().filter(|[a, b]| missing.contains(*a) || missing.contains(*b));
        let moves = (missing | near.flatten().copied().collect()) & self.empty.minus(claim.cells);
        moves.iter().find_map(|cell| {
            let needed = self.needed(claim, self.own.with(cell), self.empty.without(cell))?;
            Some((needed.len(), cell))
        })
    }

    /// The empty cells that a claim needs, if its stones are there or captured.
    fn needed(&self, claim: &Claim, own: CellSet, empty: CellSet) -> Option<CellSet> {
        let (mut held, mut waiting) = (own, CellSet::EMPTY);
        let missing = claim.stones.minus(own);
        let pairs = || self.pairs.iter().filter(|[a, b]| missing.contains(*a) || missing.contains(*b));
        // Cells that may become the winner's: those of the claim, and those of the pairs.
        let region = claim.cells | (empty & pairs().flatten().copied().collect());
        loop {
            let before = held;
            for &[a, b] in pairs() {
                let pair = CellSet::of(a).with(b);
                let is_dead =
                    |gone: Cell, kept: Cell| !self.misses(gone, held.with(kept), region.minus(pair));
                match [held.contains(a), held.contains(b)] {
                    [true, false] if is_dead(b, a) => held = held.with(b),
                    [false, true] if is_dead(a, b) => held = held.with(a),
                    [false, false] if pair.is_subset(&empty) && is_dead(a, b) && is_dead(b, a) => {
                        held |= pair;
                        waiting |= pair;
                    }
                    _ => {}
                }
            }
            if claim.stones.is_subset(&held) {
                return Some(claim.cells | waiting);
            }
            if held == before {
                return None;
            }
        }
    }

    /// Whether a stone of the loser on a cell is felt, if the winner has some stones and the cells of a region are empty.
    fn misses(&self, cell: Cell, stones: CellSet, region: CellSet) -> bool {
        let judge = Judge::new(&self.court.graph, cells(stones), cells(region.minus(stones)));
        judge.is_ok_and(|judge| judge.misses(vertex(cell)))
    }
}
