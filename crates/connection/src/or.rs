//! The OR rule: semi connections between the same ends that have no cell in common make a full connection.
//!
//! Wherever the opponent intrudes, one of them is untouched and its key can be played. The search goes by the cell that
//! still has to be avoided: it takes the first cell of the running intersection and tries every semi connection without
//! it, so each step removes a cell, and the size of the best union so far cuts the rest.

use board::{Cell, CellSet};

use crate::{
    ConnectionLimits, ConnectionSettings,
    ends::{Node, Sites},
    facts::{Entry, Facts, Reason, full, semi},
    help::Helped,
};

/// How many partial unions may be extended where an edge helps.
const HELP_BUDGET: usize = 64;

/// Marks the entry of a semi connection with an edge that takes part by way of the edge.
const BY_EDGE: u32 = 1 << 31;

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
        let own_cells = self.sites[self.ends[0]].own_cell | self.sites[self.ends[1]].own_cell;
        (union | self.sites.captured_pairs(self.ends, &common)).minus(own_cells)
    }
}

/// Which unions with a new semi connection a pair still wants.
struct Wanted<const W: usize> {
    /// Cells that the pair's full connections and the unions so far share: a further union is to avoid one of them.
    shared: CellSet<W>,
    /// While the pair has room, the first union is kept even if it avoids no cell.
    any: bool,
    /// How many more.
    results: usize,
}

impl<const W: usize> Wanted<W> {
    fn wants(&self, union: &CellSet<W>) -> bool {
        self.any || !self.shared.is_subset(union)
    }

    fn take(&mut self, union: CellSet<W>) {
        self.any = false;
        self.shared &= union;
        self.results -= 1;
    }
}

impl<const W: usize> OrSearch<W> {
    pub(crate) const fn new() -> Self {
        Self { seen: Vec::new(), usable: Vec::new(), chosen: Vec::new(), best_chosen: Vec::new() }
    }

    /// Lets the semi connections of a pair up to a size that were not seen yet meet the others.
    pub(crate) fn apply(
        &mut self,
        settings: &ConnectionSettings,
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
        let mut common = CellSet::UNIVERSE;
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
    fn some_unions(&mut self, limits: &ConnectionLimits, facts: &mut Facts<W>, goal: &mut Goal<'_, W>) {
        let list = full(goal.ends);
        let mut wanted = Wanted {
            shared: facts.lists.common(list),
            any: facts.lists.len(list) < limits.free_fulls.max(1),
            results: limits.or_results,
        };
        // 1. Alone, where it lies in captured cells.
        let exclusive = goal.semi.minus(goal.captured);
        if limits.alone && exclusive.is_empty() && wanted.results > 0 {
            let union = goal.filled(goal.semi, goal.semi);
            self.best_chosen.clear();
            self.best_chosen.push(goal.entry);
            self.offer(limits, facts, goal.ends, union);
            wanted.take(union);
        }
        // 2. With one other. Smaller ones were seen first, so the first unions are among the smallest.
        for index in 0..self.seen.len() {
            let (carrier, entry) = self.seen[index];
            if exclusive.intersects(&carrier) {
                continue;
            }
            if wanted.results == 0 {
                return;
            }
            let union = goal.filled(goal.semi | carrier, goal.semi & carrier);
            if !wanted.wants(&union) {
                continue;
            }
            self.best_chosen.clear();
            self.best_chosen.extend_from_slice(&[goal.entry, entry]);
            self.offer(limits, facts, goal.ends, union);
            wanted.take(union);
        }
        // 3. With several others.
        if self.seen.len() >= 2 && goal.budget > 0 {
            self.unions_of_several(limits, facts, goal, wanted);
        }
    }

    /// The smallest union for each cell that is still shared.
    fn unions_of_several(
        &mut self,
        limits: &ConnectionLimits,
        facts: &mut Facts<W>,
        goal: &mut Goal<'_, W>,
        mut wanted: Wanted<W>,
    ) {
        let mut avoid = None;
        if !wanted.any {
            avoid = wanted.shared.minus(goal.semi).first();
            if avoid.is_none() {
                return;
            }
        }
        while wanted.results > 0 {
            wanted.results -= 1;
            goal.best = None;
            goal.best_size = usize::MAX;
            self.smallest_union(goal, avoid);
            if let Some(carrier) = goal.best {
                self.offer(limits, facts, goal.ends, carrier);
                wanted.shared &= carrier;
            } else if avoid.is_none() {
                return;
            }
            if let Some(cell) = avoid {
                wanted.shared.remove(cell);
            }
            avoid = wanted.shared.minus(goal.semi).first();
            if avoid.is_none() {
                return;
            }
        }
    }

    /// Looks for a full connection between an end near an edge and a far end that have none: the union of some of their
    /// semi connections with others that go by way of the edge.
    pub(crate) fn apply_with_help(
        &mut self,
        limits: &ConnectionLimits,
        sites: &Sites<W>,
        facts: &mut Facts<W>,
        near: &Helped<W>,
        far: Node,
    ) {
        let ends = [near.end, far];
        let own_cells = sites[near.end].own_cell | sites[far].own_cell;
        let captured = sites[near.end].captured | sites[far].captured;
        let spare = (captured | sites[near.edge].captured).minus(own_cells);
        let exclusive = near.carrier.minus(spare) | sites[near.end].own_cell;
        let listed = |list| facts.lists.carriers(list).iter().zip(facts.lists.tags(list));
        self.seen.clear();
        self.seen.extend(listed(semi(ends)).map(|(&carrier, tag)| (carrier, tag.entry)));
        let direct = self.seen.len();
        for (&on, tag) in listed(semi([near.edge, far])) {
            if exclusive.intersects(&on) {
                continue;
            }
            let overlap = on & near.carrier;
            let mut carrier = on | near.carrier;
            if !overlap.is_empty() {
                let (Reason::Key(key, _) | Reason::Trial(key)) = facts.log[tag.entry as usize].reason else {
                    continue;
                };
                if sites[key].cells.intersects(&overlap) {
                    continue;
                }
                carrier |= sites.captured_pairs([near.end, near.edge, far], &overlap);
            }
            self.seen.push((carrier.minus(own_cells), tag.entry | BY_EDGE));
        }
        let all = CellSet::UNIVERSE;
        let common = self.seen.iter().fold(all, |common, (carrier, _)| common & *carrier);
        if self.seen.len() == direct || !common.is_subset(&captured) {
            return;
        }
        let semi = CellSet::EMPTY;
        let (best, best_size, budget) = (None, usize::MAX, HELP_BUDGET);
        let mut goal = Goal { sites, ends, captured, semi, entry: 0, best, best_size, budget };
        self.usable.clone_from(&self.seen);
        for index in 0..direct {
            let (carrier, entry) = self.seen[index];
            self.chosen.clear();
            self.chosen.push(entry);
            self.search(&mut goal, carrier, carrier);
        }
        let Some(carrier) = goal.best else { return };
        // A connection by way of the edge is in no list and is logged now.
        for index in 0..self.best_chosen.len() {
            let part = self.best_chosen[index];
            if part & BY_EDGE == 0 {
                continue;
            }
            let Some(&(carrier, _)) = self.seen.iter().find(|(_, entry)| *entry == part) else { return };
            let parts = [near.entry, part ^ BY_EDGE];
            let round = parts.map(|part| facts.log[part as usize].round).into_iter().max().unwrap_or(0);
            self.best_chosen[index] = facts.log.len() as u32;
            facts.log.push(Entry { carrier, ends, round, reason: Reason::OverEdge(parts) });
        }
        self.offer(limits, facts, ends, carrier);
    }

    /// Offers the union of the chosen semi connections.
    fn offer(&self, limits: &ConnectionLimits, facts: &mut Facts<W>, ends: [Node; 2], carrier: CellSet<W>) {
        if facts.is_idle(limits, ends, &carrier) {
            return;
        }
        let rounds = self.best_chosen.iter().map(|&part| facts.log[part as usize].round);
        let round = rounds.max().unwrap_or(0) + 1;
        if facts.is_in_time(round) {
            let start = facts.parts.len() as u32;
            facts.parts.extend_from_slice(&self.best_chosen);
            let reason = Reason::Or(start, facts.parts.len() as u32);
            facts.push_full(Entry { carrier, ends, round, reason }, None);
        }
    }

    /// Looks for the smallest union of at least three that avoids a cell, and leaves it in the goal.
    fn smallest_union(&mut self, goal: &mut Goal<'_, W>, avoid: Option<Cell>) {
        let avoided = avoid.map_or(CellSet::EMPTY, CellSet::of);
        // Without branches, since it is as good as random which ones avoid the cell.
        self.usable.resize(self.seen.len(), (CellSet::EMPTY, 0));
        let mut count = 0;
        for semi in &self.seen {
            self.usable[count] = *semi;
            count += usize::from(!semi.0.intersects(&avoided));
        }
        self.usable.truncate(count);
        let common = self.usable.iter().fold(goal.semi, |common, semi| common & semi.0);
        if count >= 2 && common.is_subset(&goal.captured) {
            self.chosen.clear();
            self.chosen.push(goal.entry);
            self.extend(goal, goal.semi, goal.semi);
        }
    }

    /// Ends a union by one more semi connection that leaves nothing in common, or goes on.
    fn search(&mut self, goal: &mut Goal<'_, W>, common: CellSet<W>, union: CellSet<W>) {
        // The last step first: it bounds what follows.
        let exclusive = common.minus(goal.captured);
        for &(carrier, entry) in &self.usable {
            if exclusive.intersects(&carrier) | ((union | carrier).len() >= goal.best_size) {
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
        self.extend(goal, common, union);
    }

    /// Adds one more semi connection to a union, by the cell that has to be avoided next.
    fn extend(&mut self, goal: &mut Goal<'_, W>, common: CellSet<W>, union: CellSet<W>) {
        let exclusive = common.minus(goal.captured);
        let Some(cell) = exclusive.first() else { return };
        let avoided = CellSet::of(cell);
        for index in 0..self.usable.len() {
            let (carrier, entry) = self.usable[index];
            if carrier.intersects(&avoided) | !exclusive.intersects(&carrier) {
                continue;
            }
            // One more must come, with at least one cell of its own.
            let union = union | carrier;
            if union.len() + 1 >= goal.best_size {
                continue;
            }
            if goal.budget == 0 {
                return;
            }
            goal.budget -= 1;
            self.chosen.push(entry);
            self.search(goal, common & carrier, union);
            self.chosen.pop();
        }
    }

    /// Offers every minimal union with the new semi connection.
    fn all_unions(
        &mut self,
        limits: &ConnectionLimits,
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
