//! The memory of a search: positions by their hash, and proved regions that apply to many positions.
//!
//! A proved win of one side is a *claim*: if it has these stones and these cells are empty, the other side to move loses. One stone short
//! of it, the winner to move wins, and the loser to move must play inside of it. Claims of both sides are kept, whichever side's win is
//! searched for: a refuted plan is a win of the opponent.

use board::{Cell, CellSet, Color, Position};
use rustc_hash::FxHashMap;

use crate::{
    MoveReason,
    proof::{Draft, ProofNodeId, RegionAnswer},
    rules::{Candidate, YangRule},
    strings::BorderType,
};

/// The knowledge about a position, seen from the side to move.
#[derive(Debug, Clone)]
pub(crate) enum Fact<const W: usize> {
    /// It loses, by this node of the other side.
    Loses(ProofNodeId),
    /// It wins, by this move.
    Wins(RegionAnswer),
    /// Unknown. Every move that is not open loses, to one of these answers of the other side.
    Open(Open<W>),
}

/// Moves that are not refuted, and what refutes the others.
#[derive(Debug, Clone)]
pub(crate) struct Open<const W: usize> {
    pub(crate) cells: CellSet<W>,
    pub(crate) answers: Vec<RegionAnswer>,
}

/// An entry of the table.
#[derive(Debug, Clone)]
pub(crate) struct Entry<const W: usize> {
    pub(crate) fact: Fact<W>,
    /// The most doubt with which each colour's win was looked for in vain, and one more; 0 where it was not.
    pub(crate) failed: [u32; 2],
    /// The reply that could not be answered last time.
    pub(crate) killer: Option<Cell>,
    /// The moves of the rules, best first, once they were asked for.
    pub(crate) candidates: Vec<Candidate<W>>,
    /// The number of claims of each colour at the last visit of the entry.
    seen: [usize; 2],
}

/// The needs of a node.
#[derive(Debug, Clone, Copy)]
struct Claim<const W: usize> {
    stones: CellSet<W>,
    cells: CellSet<W>,
    node: ProofNodeId,
}

/// The memory of a search.
#[derive(Debug, Default)]
pub(crate) struct Memory<const W: usize> {
    entries: FxHashMap<u128, Entry<W>>,
    nodes: [Vec<Draft<W>>; 2],
    claims: [Vec<Claim<W>>; 2],
}

impl<const W: usize> Memory<W> {
    pub(crate) fn nodes(&self, color: Color) -> &[Draft<W>] {
        &self.nodes[color.index()]
    }

    /// Adds a node of a colour's win.
    pub(crate) fn add(&mut self, color: Color, node: Draft<W>) -> ProofNodeId {
        let nodes = &mut self.nodes[color.index()];
        nodes.push(node);
        nodes.len() - 1
    }

    /// The regions of the answers, united, are the region of the position.
    pub(crate) fn unite(&mut self, color: Color, mut answers: Vec<RegionAnswer>) -> ProofNodeId {
        self.drop_idle(color, &mut answers);
        let node = Draft::answers(answers, self.nodes(color));
        let (stones, cells) = (node.stones, node.cells);
        let node = self.add(color, node);
        self.claims[color.index()].push(Claim { stones, cells, node });
        node
    }

    /// Keeps an answer of a colour if it answers a move that is still open.
    pub(crate) fn narrow(&self, color: Color, open: &mut Open<W>, answer: RegionAnswer) {
        let needed = self.needed(color, &answer);
        if !open.cells.is_subset(&needed) {
            open.cells &= needed;
            open.answers.push(answer);
        }
    }

    pub(crate) fn entry(&mut self, position: &Position<W>) -> Option<&mut Entry<W>> {
        self.entries.get_mut(&position.hash())
    }

    /// Writes down what a position is.
    pub(crate) fn set(&mut self, position: &Position<W>, fact: Fact<W>) {
        let seen = [0, 1].map(|color| self.claims[color].len());
        let entry = self.entries.entry(position.hash()).or_insert_with(|| Entry {
            fact: Fact::Loses(0),
            failed: [0; 2],
            killer: None,
            candidates: Vec::new(),
            seen: [0; 2],
        });
        entry.fact = fact;
        entry.seen = seen;
    }

    /// The table's entry for a position, updated with newer claims.
    pub(crate) fn recall(&mut self, position: &Position<W>) -> Option<Fact<W>> {
        let entry = self.entries.get(&position.hash())?;
        let Fact::Open(open) = &entry.fact else { return Some(entry.fact.clone()) };
        let (open, seen) = (open.clone(), entry.seen);
        let fact = self.with_claims(position, open, seen);
        self.set(position, fact.clone());
        Some(fact)
    }

    /// The moves in a position that nothing refutes so far.
    pub(crate) fn open(&mut self, position: &Position<W>) -> CellSet {
        match self.recall(position).unwrap_or_else(|| self.by_claims(position)) {
            Fact::Open(open) => open.cells.resize(),
            Fact::Loses(_) | Fact::Wins(_) => CellSet::EMPTY,
        }
    }

    /// The claims' verdict on a position that is not in the table.
    pub(crate) fn by_claims(&self, position: &Position<W>) -> Fact<W> {
        let open = Open { cells: position.empty_cells(), answers: Vec::new() };
        self.with_claims(position, open, [0; 2])
    }

    fn with_claims(&self, position: &Position<W>, mut open: Open<W>, seen: [usize; 2]) -> Fact<W> {
        let empty = position.empty_cells();
        let mover = position.to_move();
        for (claim, missing) in self.fitting(position, mover, seen) {
            // A claim that holds already is kept by a move anywhere else.
            let cell = missing.or_else(|| empty.minus(claim.cells).first());
            if let Some(cell) = cell {
                return Fact::Wins(answer(claim, cell, mover));
            }
        }
        let other = mover.opponent();
        for (claim, missing) in self.fitting(position, other, seen) {
            match missing {
                None => return Fact::Loses(claim.node),
                Some(cell) => self.narrow(other, &mut open, answer(claim, cell, other)),
            }
        }
        Fact::Open(open)
    }

    /// The claims of a colour since some were seen that hold in a position, or lack one stone, whose cell is empty.
    fn fitting<'a>(
        &'a self,
        position: &Position<W>,
        color: Color,
        seen: [usize; 2],
    ) -> impl Iterator<Item = (&'a Claim<W>, Option<Cell>)> + use<'a, W> {
        let (own, empty) = (position.stones(color), position.empty_cells());
        self.claims[color.index()][seen[color.index()]..].iter().filter_map(move |claim| {
            let missing = claim.stones.minus(own);
            let fits = claim.cells.is_subset(&empty) && missing.len() <= 1 && missing.is_subset(&empty);
            fits.then(|| (claim, missing.first()))
        })
    }

    fn needed(&self, color: Color, answer: &RegionAnswer) -> CellSet<W> {
        self.nodes(color)[answer.node].cells.with(answer.cell)
    }

    /// Drops answers that the others make unnecessary, the largest first.
    fn drop_idle(&self, color: Color, answers: &mut Vec<RegionAnswer>) {
        let mut order = answers.clone();
        order.sort_by_key(|answer| std::cmp::Reverse(self.needed(color, answer).len()));
        for idle in order {
            let others = answers.iter().filter(|answer| **answer != idle);
            let common = others.map(|answer| self.needed(color, answer)).reduce(|a, b| a & b);
            if common.is_some_and(|common| common.is_empty()) {
                answers.retain(|answer| *answer != idle);
            }
        }
    }
}

/// A move after which a claim holds.
fn answer<const W: usize>(claim: &Claim<W>, cell: Cell, color: Color) -> RegionAnswer {
    let group = claim.stones.without(cell).resize();
    let reason = MoveReason { rule: YangRule::Proved, group, border: BorderType::None, color };
    RegionAnswer { cell, node: claim.node, reason }
}
