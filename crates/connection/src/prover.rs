//! The fixed point: takes the waiting connection with the smallest carrier and applies every rule to it.
//!
//! Each rule makes carriers that contain those it starts from, so taking the smallest first means that a carrier, once
//! accepted, is not made redundant by a later one: in a build from nothing lists only grow, and a limit on their length
//! keeps the smallest carriers.

use board::{CellSet, Color, Position};

use crate::{
    ConnectionLimits, ConnectionSettings, EdgeMiddles,
    ends::{Node, Sites, is_edge},
    facts::{Entry, Facts, Next, Reason, Tag, Waiting, full, semi},
    help::Helped,
    lists::Lists,
    or::OrSearch,
    update::Saved,
};

/// The tag of a full connection in the list of one of its ends: the other end, and the entry of the log.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct FullTag {
    pub(crate) other: Node,
    pub(crate) round: u16,
    pub(crate) entry: u32,
}

/// The connections of one colour.
#[derive(Debug, Clone)]
pub(crate) struct Prover<const W: usize> {
    pub(crate) settings: ConnectionSettings,
    pub(crate) sites: Sites<W>,
    pub(crate) facts: Facts<W>,
    /// Full connections by end, those to stones and to empty cells apart: see [`list_at`]. Where the other end is an empty cell it is part of the set, so that one test for overlap
    /// also finds out whether a carrier contains the other's end.
    pub(crate) fulls_at: Lists<FullTag, W>,
    /// The changes by the stones since the build, for undo.
    pub(crate) saved: Vec<Saved<W>>,
    /// Whether the colour's edges are joined by stones; there are no connections then.
    pub(crate) won: bool,
    pub(crate) or: OrSearch<W>,
    /// The ends that an edge helps.
    pub(crate) helped: Vec<Helped<W>>,
    /// Where the entries of a list that pass the first test lie.
    disjoint: Vec<u16>,
}

impl<const W: usize> Prover<W> {
    pub(crate) const fn new(color: Color, settings: ConnectionSettings) -> Self {
        Self {
            settings,
            sites: Sites::new(color),
            facts: Facts::new(),
            fulls_at: Lists::new(),
            saved: Vec::new(),
            won: false,
            or: OrSearch::new(),
            helped: Vec::new(),
            disjoint: Vec::new(),
        }
    }

    /// Proves what can be proved in a position, from nothing.
    pub(crate) fn build(&mut self, position: &Position<W>) {
        self.build_until(position, |_| false);
    }

    /// As [`Prover::build`], but stops as soon as what is known is enough.
    pub(crate) fn build_until(&mut self, position: &Position<W>, is_enough: impl Fn(&Facts<W>) -> bool) {
        self.reset(position);
        if self.won {
            return;
        }
        if self.settings.captured {
            self.sites.find_captured(position);
        }
        self.facts.capturable = self.sites.any_captured;
        self.offer_neighbours(position);
        self.close_until(is_enough);
    }

    /// Forgets all connections, and takes up the ends of a position.
    pub(crate) fn reset(&mut self, position: &Position<W>) {
        self.sites.reset(position);
        let nodes = self.sites.len();
        self.facts.reset(nodes, position.size().cells(), self.settings.rounds);
        self.fulls_at.reset(2 * nodes);
        self.saved.clear();
        self.won = position.has_won(self.sites.color);
    }

    /// The axioms: neighbouring ends are connected.
    pub(crate) fn offer_neighbours(&mut self, position: &Position<W>) {
        let geometry = position.geometry();
        let empty = position.empty_cells();
        for node in 0..self.sites.len() as Node {
            if !self.sites[node].alive {
                continue;
            }
            for cell in self.sites.next_to(geometry, node) & empty {
                let other = self.sites.at(cell);
                // Two empty cells meet each other twice: once is enough.
                if self.sites[node].stone || other > node {
                    let ends = [node, other];
                    let new = Entry { carrier: CellSet::EMPTY, ends, round: 0, reason: Reason::Adjacent };
                    self.facts.offer_full(self.sites.limits(&self.settings, ends), new, None);
                }
            }
        }
    }

    /// Applies the rules until nothing waits.
    pub(crate) fn close(&mut self) {
        self.close_until(|_| false);
    }

    pub(crate) fn close_until(&mut self, is_enough: impl Fn(&Facts<W>) -> bool) {
        while let Some(next) = self.facts.next().filter(|_| !is_enough(&self.facts)) {
            match next {
                Next::Full(full) => self.accept(&full),
                Next::Or(ends, size) => {
                    self.or.apply(&self.settings, &self.sites, &mut self.facts, ends, size);
                }
            }
        }
    }

    /// Takes a full connection into the lists and applies AND to it at both ends.
    fn accept(&mut self, &Waiting { new, old }: &Waiting<W>) {
        let Entry { carrier, ends: [x, y], .. } = new;
        let limits = *self.sites.limits(&self.settings, new.ends);
        if self.facts.is_idle(&limits, new.ends, &carrier) {
            return;
        }
        let list = full(new.ends);
        if self.facts.updating {
            self.drop_containing(new.ends, &carrier);
        }
        if self.facts.lists.len(list) >= limits.most_fulls {
            self.facts.limited = true;
            return;
        }
        let entry = old.unwrap_or_else(|| {
            self.facts.log.push(new);
            self.facts.log.len() as u32 - 1
        });
        self.facts.lists.push(list, carrier, Tag { entry, size: carrier.len() as u16, seen: true });
        self.drop_idle_semis(&limits, new.ends);
        let from_x = carrier | self.sites[y].own_cell;
        let from_y = carrier | self.sites[x].own_cell;
        let round = new.round;
        let [at_x, at_y] = self.lists_at(new.ends);
        self.fulls_at.push(at_x, from_x, FullTag { other: y, round, entry });
        self.fulls_at.push(at_y, from_y, FullTag { other: x, round, entry });
        self.and(x, y, from_y, FullTag { other: x, round, entry });
        self.and(y, x, from_x, FullTag { other: y, round, entry });
    }

    /// The list around each of two ends that a connection between them belongs to.
    pub(crate) fn lists_at(&self, [x, y]: [Node; 2]) -> [usize; 2] {
        [list_at(x, self.sites[y].stone), list_at(y, self.sites[x].stone)]
    }

    /// Forgets full connections that contain a smaller one. A build from nothing never needs it.
    fn drop_containing(&mut self, ends: [Node; 2], carrier: &CellSet<W>) {
        let before = self.facts.lists.len(full(ends));
        self.facts.lists.retain(full(ends), |other, _| !carrier.is_subset(other));
        if self.facts.lists.len(full(ends)) == before {
            return;
        }
        for (list, there) in self.lists_at(ends).into_iter().zip([ends[1], ends[0]]) {
            let own_cell = self.sites[there].own_cell;
            self.fulls_at
                .retain(list, |other, tag| tag.other != there || !carrier.is_subset(&other.minus(own_cell)));
        }
    }

    /// Forgets the semi connections of a pair that its full connections have made redundant.
    fn drop_idle_semis(&mut self, limits: &ConnectionLimits, ends: [Node; 2]) {
        let Facts { lists, .. } = &mut self.facts;
        if lists.is_empty(semi(ends)) {
            return;
        }
        let common = lists.common(full(ends));
        if self.facts.lists.len(full(ends)) >= limits.free_fulls {
            self.facts.lists.retain(semi(ends), |semi, _| !common.is_subset(semi));
        } else if let Some(&latest) = self.facts.lists.carriers(full(ends)).last() {
            self.facts.lists.retain(semi(ends), |semi, _| !latest.is_subset(semi));
        }
    }

    /// Joins the full connection from `x` to `middle` with every full connection that goes on from `middle`. `left` is
    /// its carrier and, where that is an empty cell, `x`.
    fn and(&mut self, x: Node, middle: Node, left: CellSet<W>, FullTag { round, entry, .. }: FullTag) {
        let Self { settings, sites, facts, fulls_at, disjoint, .. } = self;
        if is_edge(middle) && settings.edge_middles != EdgeMiddles::Always {
            return;
        }
        let through = &sites[middle];
        let from = &sites[x];
        // Overlaps are allowed only in cells that somebody captures, so this test comes first.
        let exclusive = left.minus(sites.any_captured);
        for to_stone in [true, false] {
            let limits = if from.stone || to_stone { &settings.stones } else { &settings.cells };
            let largest = if through.stone { limits.over_stone } else { limits.over_cell };
            // The product has every cell of `left` but the end, and the key.
            let least = left.len() + usize::from(!through.stone) - usize::from(!from.stone);
            if least > largest {
                facts.limited = true;
                continue;
            }
            let list = list_at(middle, to_stone);
            let carriers = fulls_at.carriers(list);
            let tags = fulls_at.tags(list);
            // First a pass without branches for those that pass the test.
            if disjoint.len() < carriers.len() {
                disjoint.resize(carriers.len(), 0);
            }
            let mut count = 0;
            for (index, right) in carriers.iter().enumerate() {
                disjoint[count] = index as u16;
                count += usize::from(!exclusive.intersects(right));
            }
            for &index in &disjoint[..count] {
                let (right, tag) = (carriers[usize::from(index)], tags[usize::from(index)]);
                if tag.other == x {
                    continue;
                }
                let to = &sites[tag.other];
                let overlap = left & right;
                let mut carrier = left | right;
                if !overlap.is_empty() {
                    let captured =
                        (from.captured | through.captured | to.captured).minus(from.own_cell | to.own_cell);
                    if !overlap.is_subset(&captured) {
                        continue;
                    }
                    carrier |= sites.captured_pairs([x, middle, tag.other], &overlap);
                }
                // An end may be half of a captured pair: it counts as own, so the other half is dead.
                let carrier = carrier.minus(from.own_cell | to.own_cell) | through.own_cell;
                let size = carrier.len();
                if size > largest {
                    facts.limited = true;
                    continue;
                }
                let ends = [x, tag.other];
                let parts = [entry, tag.entry];
                let round = round.max(tag.round);
                if through.stone {
                    let new = Entry { carrier, ends, round: round + 1, reason: Reason::And(parts) };
                    facts.offer_full(limits, new, None);
                } else {
                    let new = Entry { carrier, ends, round, reason: Reason::Key(middle, parts) };
                    facts.offer_semi(limits, &new, size, None);
                }
            }
        }
    }
}

/// The list of [`Prover::fulls_at`] that holds an end's full connections to stones, or to empty cells.
#[inline]
pub(crate) const fn list_at(end: Node, to_stone: bool) -> usize {
    2 * end as usize + to_stone as usize
}
