//! Removes moves that need not be searched: vulnerable, captured-reversible, dominated. Why they may be combined is
//! argued in [`crate::engine`].

use board::{Cell, CellSet, Color};

use crate::{
    InferiorEngine,
    analysis::{Domination, InferiorAnalysis, InferiorFinding},
    graph::Verdict,
};

impl<const W: usize> InferiorEngine<W> {
    /// After [`InferiorEngine::fill_in`]: takes away what the side to move need not search.
    pub fn prune(&mut self, to_move: Color) -> &InferiorAnalysis<W> {
        self.prune_vulnerable(to_move);
        let before = self.analysis.survivors;
        if self.classes.captured_reversible {
            self.prune_reversible(to_move);
        }
        if self.analysis.survivors.is_empty() {
            self.analysis.survivors = before;
            for cell in before {
                self.analysis.findings[cell.index()] = InferiorFinding::Nothing;
            }
        }
        self.prune_dominated(to_move);
        self.take_back(to_move);
        &self.analysis
    }

    /// Takes a vulnerable or reversible cell back where it dominates several of those that are left: the fewer reversals
    /// the argument uses the better for it, and one move instead of several is a gain.
    fn take_back(&mut self, to_move: Color) {
        let reversed = self.lookup.empty().iter().filter(|cell| {
            let finding = &self.analysis.findings[cell.index()];
            matches!(finding, InferiorFinding::Vulnerable { .. } | InferiorFinding::CapturedReversible { .. })
        });
        for cell in reversed.collect::<CellSet<W>>() {
            let survivors = self.analysis.survivors;
            let worse: CellSet<W> =
                survivors.iter().filter(|other| self.dominators[other.index()].contains(cell)).collect();
            if worse.len() < 2 {
                continue;
            }
            self.dominator[cell.index()] = None;
            self.analysis.findings[cell.index()] = InferiorFinding::Nothing;
            self.analysis.survivors = survivors.minus(worse).with(cell);
            for other in worse {
                self.dominator[other.index()] = Some(cell);
                self.analysis.findings[other.index()] = self.dominated(other, cell, to_move);
            }
            let better = self.dominators[cell.index()] & self.analysis.survivors;
            if let Some(by) = better.first() {
                self.dominator[cell.index()] = Some(by);
                self.analysis.findings[cell.index()] = self.dominated(cell, by, to_move);
                self.analysis.survivors.remove(cell);
            }
        }
    }

    /// Takes away vulnerable cells.
    fn prune_vulnerable(&mut self, to_move: Color) {
        for cell in self.analysis.survivors {
            if let Some(finding) = self.vulnerable(cell, to_move, CellSet::EMPTY) {
                self.analysis.findings[cell.index()] = finding;
                self.analysis.survivors.remove(cell);
            }
        }
    }

    /// A way to kill a cell that needs no cell of a given set.
    fn vulnerable(&self, cell: Cell, to_move: Color, avoid: CellSet<W>) -> Option<InferiorFinding<W>> {
        let near = self.killers[to_move.index()][cell.index()].minus(avoid).first();
        if let Some(killer) = near {
            return Some(InferiorFinding::Vulnerable { killer, carrier: CellSet::EMPTY });
        }
        let captures = |killer: Cell| self.effects[to_move.opponent().index()][killer.index()].captured;
        let mut far = self.distant_killers[to_move.index()][cell.index()].minus(avoid).iter();
        far.find(|&killer| !captures(killer).intersects(&avoid))
            .map(|killer| (killer, captures(killer)))
            .or(self.carried[cell.index()]
                .filter(|(killer, carrier)| !carrier.with(*killer).intersects(&avoid)))
            .map(|(killer, carrier)| InferiorFinding::Vulnerable { killer, carrier })
    }

    /// Takes away captured-reversible cells, set by set: no killer, carrier or reverser that is relied on may lie in a
    /// set.
    fn prune_reversible(&mut self, to_move: Color) {
        let vulnerable = self.lookup.empty().minus(self.analysis.survivors);
        let mut relied_on = CellSet::EMPTY;
        let mut sets = CellSet::EMPTY;
        for reverser in self.lookup.empty() {
            let effect = self.effects[to_move.opponent().index()][reverser.index()];
            let (carrier, support) = (effect.conceded, effect.captured);
            let gain = carrier & self.analysis.survivors;
            if gain.is_empty()
                || carrier.intersects(&relied_on)
                || (sets | carrier).intersects(&support.with(reverser))
            {
                continue;
            }
            if !self.rely_elsewhere(vulnerable, to_move, sets | carrier) {
                continue;
            }
            relied_on |= support.with(reverser);
            sets |= carrier;
            for cell in gain {
                self.analysis.findings[cell.index()] =
                    InferiorFinding::CapturedReversible { reverser, carrier, support };
            }
            self.analysis.survivors = self.analysis.survivors.minus(carrier);
        }
    }

    /// Sees to it that every vulnerable cell can be killed without the given cells, changing killers where need be. Says
    /// whether it could; killers that were changed before it failed are as good as the old ones.
    fn rely_elsewhere(&mut self, vulnerable: CellSet<W>, to_move: Color, avoid: CellSet<W>) -> bool {
        for cell in vulnerable {
            let InferiorFinding::Vulnerable { killer, carrier } = self.analysis.findings[cell.index()] else {
                continue;
            };
            if carrier.with(killer).intersects(&avoid) {
                let Some(other) = self.vulnerable(cell, to_move, avoid) else { return false };
                self.analysis.findings[cell.index()] = other;
            }
        }
        true
    }

    /// Takes away dominated cells, one at a time, as long as following dominators leads to a cell that is left.
    fn prune_dominated(&mut self, to_move: Color) {
        let candidates = self.analysis.survivors;
        for cell in candidates {
            self.dominator[cell.index()] = None;
        }
        for cell in candidates {
            let better = self.dominators[cell.index()] & candidates;
            let by = better.iter().find(|&other| self.best(other) != cell);
            if let Some(by) = by {
                self.dominator[cell.index()] = Some(by);
                self.analysis.findings[cell.index()] = self.dominated(cell, by, to_move);
                self.analysis.survivors.remove(cell);
            }
        }
    }

    /// Why a move is at least as good as another: the first reason that is found, simple ones first.
    fn dominated(&self, cell: Cell, by: Cell, to_move: Color) -> InferiorFinding<W> {
        let opponent = to_move.opponent();
        let finding = |how, carrier| InferiorFinding::Dominated { by, how, carrier };
        for color in Color::BOTH {
            if let Verdict::Alive { killers, stand_ins } = self.graphs[color.index()].verdict(cell)
                && (stand_ins.contains(by) || color == opponent && killers.contains(by))
            {
                return finding(Domination::Graph, CellSet::EMPTY);
            }
        }
        let effect = &self.effects[to_move.index()][by.index()];
        if (effect.captured | effect.dead).contains(cell) {
            return finding(Domination::Gain, effect.captured);
        }
        let mut star = None;
        for first in self.lookup.within_two_steps(cell) {
            for (window, facts) in self.lookup.moves_at(first) {
                let place = |wanted: Cell| window.region().iter().position(|&other| other == wanted);
                let (Some(i), Some(j)) = (place(cell), place(by)) else { continue };
                let has = |set: u8| set >> j & 1 != 0;
                if has(facts.killers[opponent.index()][i]) {
                    return finding(Domination::Pattern, CellSet::EMPTY);
                }
                let region = window.region().iter().copied().collect();
                if has(facts.dominators[to_move.index()][i]) {
                    return finding(Domination::Pattern, region);
                }
                if self.classes.star_domination && has(facts.stars[to_move.index()][i]) {
                    star = Some(finding(Domination::Star, region));
                }
            }
        }
        if let Some(star) = star {
            return star;
        }
        let joined = self.joined[cell.index()].filter(|(key, _)| *key == by);
        debug_assert!(joined.is_some(), "every dominator has one of the reasons");
        finding(Domination::Connection, joined.map_or(CellSet::EMPTY, |(_, carrier)| carrier))
    }

    /// The surviving move that following dominators leads to.
    fn best(&self, mut cell: Cell) -> Cell {
        while let Some(by) = self.dominator[cell.index()] {
            cell = by;
        }
        cell
    }
}
