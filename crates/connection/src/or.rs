//! The OR rule: semi connections between the same ends that have no cell in common make a full connection.
//!
//! Wherever the opponent intrudes, one of them is untouched and its key can be played. The search goes by the cell that
//! still has to be avoided: it takes the first cell of the running intersection and tries every semi connection without
//! it, so each step removes a cell, and the size of the best union so far cuts the rest.

use board::{Cell, CellSet};

use crate::{
    Limits, Settings,
    ends::{Node, Sites},
    facts::{Entry, Facts, Reason, full, semi},
};

/// The semi connections that take part, and the buffers of the search.
#[derive(Debug, Clone)]
pub(crate) struct OrSearch<const W: usize> {
    /// Semi connections of the pair that were seen before, with their entries.
    seen: Vec<(CellSet<W>, u32)>,
    /// Those of them that avoid a cell.
    usable: Vec<(CellSet<W>, u32)>,
    chosen: Vec<u32>,
    best_chosen: Vec<u32>,
}

/// The new semi connection and what a search looks for.
struct Goal<'a, const W: usize> {
    sites: &'a Sites<W>,
    ends: [Node; 2],
    /// Cells that need not be avoided.
    captured: CellSet<W>,
    semi: CellSet<W>,
    entry: u32,
    best: Option<CellSet<W>>,
    best_size: usize,
    budget: usize,
}

impl<const W: usize> Goal<'_, W> {
    /// The union with the captured pairs that the rest of the intersection lies in.
    fn filled(&self, union: CellSet<W>, common: CellSet<W>) -> CellSet<W> {
        if common.is_empty() {
            return union;
        }
        // An end may be half of a captured pair: it counts as own, so the other half is dead.
        let marks = self.sites[self.ends[0]].mark | self.sites[self.ends[1]].mark;
        (union | self.sites.captured_pairs(self.ends, &common)).minus(marks)
    }
}

impl<const W: usize> OrSearch<W> {
    pub(crate) const fn new() -> Self {
        Self { seen: Vec::new(), usable: Vec::new(), chosen: Vec::new(), best_chosen: Vec::new() }
    }

    /// Lets the semi connections of a pair up to a size that were not seen yet meet the others.
    pub(crate) fn apply(
        &mut self,
        settings: &Settings,
        sites: &Sites<W>,
        facts: &mut Facts<W>,
        ends: [Node; 2],
        size: usize,
    ) {
        let list = semi(ends);
        let captured = sites[ends[0]].captured | sites[ends[1]].captured;
        if !facts.lists.common(list).is_subset(&captured) {
            return;
        }
        self.seen.clear();
        let limits = sites.limits(settings, ends);
        let mut common = CellSet::from_words([!0; W]);
        for (carrier, tag) in facts.lists.carriers(list).iter().zip(facts.lists.tags(list)) {
            if tag.seen {
                self.seen.push((*carrier, tag.entry));
                common &= *carrier;
            }
        }
        for index in 0..facts.lists.len(list) {
            let tag = facts.lists.tags(list)[index];
            if tag.seen || usize::from(tag.size) > size {
                continue;
            }
            facts.lists.tags_mut(list)[index].seen = true;
            let carrier = facts.lists.carriers(list)[index];
            common &= carrier;
            if common.is_subset(&captured) {
                let mut goal = Goal {
                    sites,
                    ends,
                    captured,
                    semi: carrier,
                    entry: tag.entry,
                    best: None,
                    best_size: usize::MAX,
                    budget: limits.or_budget,
                };
                if limits.or_results == usize::MAX {
                    self.chosen.clear();
                    self.chosen.push(tag.entry);
                    self.all_unions(limits, facts, &goal, carrier, carrier);
                } else {
                    self.some_unions(limits, facts, &mut goal);
                }
            }
            self.seen.push((carrier, tag.entry));
        }
    }

    /// Finds small unions with the new semi connection, each of which avoids a cell that the pair's full connections and
    /// the unions before it share.
    fn some_unions(&mut self, limits: &Limits, facts: &mut Facts<W>, goal: &mut Goal<'_, W>) {
        let list = full(goal.ends);
        // While the pair may keep whatever comes, the smallest union is wanted first, whatever it avoids.
        let mut avoid = None;
        let mut shared = facts.lists.common(list);
        if facts.lists.len(list) >= limits.free_fulls.max(1) {
            avoid = shared.minus(goal.semi).first();
        }
        for _ in 0..limits.or_results {
            goal.best = None;
            goal.best_size = usize::MAX;
            self.smallest_union(goal, avoid);
            if let Some(carrier) = goal.best {
                self.offer(limits, facts, goal.ends, carrier);
                shared &= carrier;
            } else if avoid.is_none() {
                return;
            }
            if let Some(cell) = avoid {
                shared.remove(cell);
            }
            avoid = shared.minus(goal.semi).first();
            if avoid.is_none() {
                return;
            }
        }
    }

    fn offer(&self, limits: &Limits, facts: &mut Facts<W>, ends: [Node; 2], carrier: CellSet<W>) {
        let start = facts.parts.len() as u32;
        let mut round = 0;
        for &part in &self.best_chosen {
            facts.parts.push(part);
            round = round.max(facts.log[part as usize].round);
        }
        let reason = Reason::Or(start, facts.parts.len() as u32);
        facts.offer_full(limits, Entry { carrier, ends, round: round + 1, reason }, None);
    }

    /// Looks for the smallest union that avoids a cell, and leaves it in the goal.
    fn smallest_union(&mut self, goal: &mut Goal<'_, W>, avoid: Option<Cell>) {
        let avoids = |carrier: &CellSet<W>| avoid.is_none_or(|cell| !carrier.contains(cell));
        // Without branches, since it is as good as random which ones avoid the cell.
        self.usable.resize(self.seen.len(), (CellSet::EMPTY, 0));
        let mut count = 0;
        let mut common = goal.semi;
        for semi in &self.seen {
            self.usable[count] = *semi;
            count += usize::from(avoids(&semi.0));
        }
        self.usable.truncate(count);
        for (carrier, _) in &self.usable {
            common &= *carrier;
        }
        if !common.is_subset(&goal.captured) {
            return;
        }
        self.chosen.clear();
        self.chosen.push(goal.entry);
        if goal.semi.is_subset(&goal.captured) {
            let union = goal.filled(goal.semi, goal.semi);
            if avoids(&union) {
                goal.best = Some(union);
                goal.best_size = union.len();
                self.best_chosen.clone_from(&self.chosen);
            }
        }
        self.search(goal, goal.semi, goal.semi);
    }

    fn search(&mut self, goal: &mut Goal<'_, W>, common: CellSet<W>, union: CellSet<W>) {
        // The last step first: one more semi connection that leaves nothing in common. It bounds what follows.
        let hard = common.minus(goal.captured);
        for &(carrier, entry) in &self.usable {
            if hard.intersects(&carrier) | ((union | carrier).len() >= goal.best_size) {
                continue;
            }
            let union = goal.filled(union | carrier, common & carrier);
            let size = union.len();
            if size < goal.best_size {
                goal.best = Some(union);
                goal.best_size = size;
                self.best_chosen.clone_from(&self.chosen);
                self.best_chosen.push(entry);
            }
        }
        if goal.budget == 0 {
            return;
        }
        let Some(cell) = hard.first() else { return };
        for index in 0..self.usable.len() {
            let (carrier, entry) = self.usable[index];
            let left = common & carrier;
            let union = union | carrier;
            // One more must come, with at least one cell of its own.
            let too_large = union.len() + 1 >= goal.best_size;
            if carrier.contains(cell) | !hard.intersects(&carrier) | too_large {
                continue;
            }
            if goal.budget == 0 {
                return;
            }
            goal.budget -= 1;
            self.chosen.push(entry);
            self.search(goal, left, union);
            self.chosen.pop();
        }
    }

    /// Offers every minimal union with the new semi connection.
    fn all_unions(
        &mut self,
        limits: &Limits,
        facts: &mut Facts<W>,
        goal: &Goal<'_, W>,
        common: CellSet<W>,
        union: CellSet<W>,
    ) {
        if common.is_subset(&goal.captured) {
            self.best_chosen.clone_from(&self.chosen);
            self.offer(limits, facts, goal.ends, goal.filled(union, common));
        }
        // A cell that must be avoided; or, where only captured cells remain, each of them, since a union that avoids it
        // does without the rest of its pair.
        let must = common.minus(goal.captured).first().map(CellSet::of);
        for cell in must.unwrap_or(common) {
            for index in 0..self.seen.len() {
                let (carrier, entry) = self.seen[index];
                if !carrier.contains(cell) && !facts.lists.any_inside(full(goal.ends), &(union | carrier)) {
                    self.chosen.push(entry);
                    self.all_unions(limits, facts, goal, common & carrier, union | carrier);
                    self.chosen.pop();
                }
            }
        }
    }
}
