//! The connections known so far and those that wait: lists by pair, a log with the reason of each, queues by size.

use board::CellSet;

use crate::{
    ConnectionLimits,
    ends::{Node, pair},
    lists::Lists,
};

/// Why a connection holds, in terms of the log's entries.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Reason {
    /// The ends are neighbours.
    Adjacent,
    /// Two full connections meet in a stone or an edge.
    And([u32; 2]),
    /// Two full connections meet in an empty cell, the key of a semi connection.
    Key(Node, [u32; 2]),
    /// A full connection to an edge and a semi connection that goes on from it: a semi connection that is logged where an
    /// OR rests on it, and is in no list.
    OverEdge([u32; 2]),
    /// Semi connections without a common cell: this range of [`Facts::parts`].
    Or(u32, u32),
    /// A semi connection with this key that was proved with a stone on it.
    Trial(Node),
}

/// A connection that was accepted at some time. It stays for the sake of those that were derived from it, also when it is
/// no longer in the lists.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry<const W: usize> {
    pub(crate) carrier: CellSet<W>,
    pub(crate) ends: [Node; 2],
    pub(crate) round: u16,
    pub(crate) reason: Reason,
}

/// A full connection that waits for its turn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Waiting<const W: usize> {
    pub(crate) new: Entry<W>,
    /// The entry that it already has in the log, when a stone has changed its carrier or its ends.
    pub(crate) old: Option<u32>,
}

/// The tag of a connection in the list of its pair.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Tag {
    pub(crate) entry: u32,
    /// Cells of the carrier.
    pub(crate) size: u16,
    /// Of a semi connection: whether the OR rule has seen it.
    pub(crate) seen: bool,
}

/// The list of a pair's full connections.
#[inline]
pub(crate) const fn full(ends: [Node; 2]) -> usize {
    2 * pair(ends[0], ends[1])
}

/// The list of a pair's semi connections, which lies beside that of the full ones.
#[inline]
pub(crate) const fn semi(ends: [Node; 2]) -> usize {
    full(ends) + 1
}

/// The known connections and the waiting ones.
#[derive(Debug, Clone)]
pub(crate) struct Facts<const W: usize> {
    /// The connections of each pair: see [`full`] and [`semi`].
    pub(crate) lists: Lists<Tag, W>,
    pub(crate) log: Vec<Entry<W>>,
    pub(crate) parts: Vec<u32>,
    /// Full connections that wait, by size of carrier.
    waiting: Vec<Vec<Waiting<W>>>,
    /// Pairs with a semi connection of this size that the OR rule has not seen.
    fresh: Vec<Vec<[Node; 2]>>,
    /// The smallest size that may have something waiting.
    level: usize,
    /// Cells that some end captures, now or once a stone is played: those that semi connections may share.
    pub(crate) capturable: CellSet<W>,
    /// How many times the rules go round.
    rounds: usize,
    /// Whether a limit of the settings kept something out.
    pub(crate) limited: bool,
    /// Whether this is an update, which meets connections out of the order of their sizes.
    pub(crate) updating: bool,
}

/// The next candidate.
pub(crate) enum Next<const W: usize> {
    /// A full connection to take in.
    Full(Waiting<W>),
    /// A pair for the OR rule, with the size up to which semi connections take part.
    Or([Node; 2], usize),
}

impl<const W: usize> Facts<W> {
    pub(crate) const fn new() -> Self {
        Self {
            lists: Lists::new(),
            log: Vec::new(),
            parts: Vec::new(),
            waiting: Vec::new(),
            fresh: Vec::new(),
            level: 0,
            capturable: CellSet::EMPTY,
            rounds: usize::MAX,
            limited: false,
            updating: false,
        }
    }

    pub(crate) fn reset(&mut self, nodes: usize, cells: usize, rounds: usize) {
        self.lists.reset(nodes * nodes.saturating_sub(1));
        self.log.clear();
        self.parts.clear();
        self.forget_waiting();
        self.waiting.resize_with(cells + 1, Vec::new);
        self.fresh.resize_with(cells + 1, Vec::new);
        self.level = 0;
        self.rounds = rounds;
        self.limited = false;
        self.updating = false;
    }

    /// Empties the queues.
    pub(crate) fn forget_waiting(&mut self) {
        self.waiting.iter_mut().for_each(Vec::clear);
        self.fresh.iter_mut().for_each(Vec::clear);
    }

    /// Takes the next piece of work: smallest carriers first, full connections before semi connections.
    pub(crate) fn next(&mut self) -> Option<Next<W>> {
        while self.level < self.waiting.len() {
            if let Some(full) = self.waiting[self.level].pop() {
                return Some(Next::Full(full));
            }
            if let Some(ends) = self.fresh[self.level].pop() {
                return Some(Next::Or(ends, self.level));
            }
            self.level += 1;
        }
        None
    }

    /// Whether the pair has a full connection, or with `by_semi` a semi connection that no later one can be smaller than.
    pub(crate) fn is_joined(&self, ends: [Node; 2], by_semi: bool) -> bool {
        let smallest = || self.lists.tags(semi(ends)).iter().map(|tag| usize::from(tag.size)).min();
        !self.lists.is_empty(full(ends)) || by_semi && smallest().is_some_and(|size| size <= self.level)
    }

    /// Whether a connection with this carrier would bring nothing to the pair, seeing its full connections.
    #[inline]
    pub(crate) fn is_idle(
        &mut self,
        limits: &ConnectionLimits,
        ends: [Node; 2],
        carrier: &CellSet<W>,
    ) -> bool {
        // A carrier that contains a known one contains what all known ones share, so this test decides most cases.
        self.lists.common(full(ends)).is_subset(carrier) && self.is_really_idle(limits, ends, carrier)
    }

    #[inline]
    fn is_really_idle(&mut self, limits: &ConnectionLimits, ends: [Node; 2], carrier: &CellSet<W>) -> bool {
        let list = full(ends);
        let free = self.lists.len(list) < limits.free_fulls;
        if free || !self.limited {
            let contained = self.lists.any_inside(list, carrier);
            if !contained && free {
                return false;
            }
            self.limited |= !contained;
        }
        true
    }

    /// Lets a full connection wait for its turn, unless it is redundant already.
    #[inline]
    pub(crate) fn offer_full(&mut self, limits: &ConnectionLimits, new: Entry<W>, old: Option<u32>) {
        if self.is_in_time(new.round) && !self.is_idle(limits, new.ends, &new.carrier) {
            self.push_full(new, old);
        }
    }

    /// Lets a full connection that is not redundant wait for its turn.
    #[inline]
    pub(crate) fn push_full(&mut self, new: Entry<W>, old: Option<u32>) {
        let size = new.carrier.len();
        self.level = self.level.min(size);
        self.waiting[size].push(Waiting { new, old });
    }

    /// Whether connections of this round are wanted.
    #[inline]
    pub(crate) fn is_in_time(&self, round: u16) -> bool {
        usize::from(round) <= self.rounds
    }

    /// Adds a semi connection unless it is redundant: every union that OR could make of it would be larger still.
    #[inline]
    pub(crate) fn offer_semi(
        &mut self,
        limits: &ConnectionLimits,
        new: &Entry<W>,
        size: usize,
        old: Option<u32>,
    ) {
        if self.is_idle(limits, new.ends, &new.carrier) {
            return;
        }
        let list = semi(new.ends);
        let most = limits.most_semis;
        if self.lists.len(list) >= most && !self.has_larger_semi(list, size) {
            self.limited = true;
            return;
        }
        let mut contained = false;
        for other in self.lists.carriers(list) {
            if other.is_subset(&new.carrier) {
                return;
            }
            contained |= new.carrier.is_subset(other);
        }
        if contained {
            self.lists.retain(list, |other, _| !new.carrier.is_subset(other));
        }
        if self.lists.len(list) >= most {
            self.limited = true;
            // Smaller carriers push out larger ones, but not those that OR has seen and may have built on.
            let largest = self.lists.tags(list).iter().filter(|tag| !tag.seen).max_by_key(|tag| tag.size);
            let Some(&Tag { entry, .. }) = largest.filter(|tag| usize::from(tag.size) > size) else { return };
            self.lists.retain(list, |_, tag| tag.entry != entry);
        }
        self.add_semi(list, size, new, old);
    }

    /// Whether a list of semi connections has one with a larger carrier that the OR rule has not seen.
    #[inline]
    fn has_larger_semi(&self, list: usize, size: usize) -> bool {
        self.lists.tags(list).iter().any(|tag| !tag.seen && usize::from(tag.size) > size)
    }

    fn add_semi(&mut self, list: usize, size: usize, new: &Entry<W>, old: Option<u32>) {
        let entry = old.unwrap_or_else(|| {
            self.log.push(*new);
            self.log.len() as u32 - 1
        });
        let before = self.lists.common(list);
        self.lists.push(list, new.carrier, Tag { entry, size: size as u16, seen: false });
        if !self.lists.common(list).is_subset(&self.capturable) {
            // Every semi connection of the pair has some cell: there is nothing for the OR rule yet.
            return;
        }
        self.refresh(new.ends, size);
        if self.updating || !before.is_subset(&self.capturable) {
            // Larger ones may have been passed over, for want of a partner.
            for index in 0..self.lists.len(list) {
                let tag = self.lists.tags(list)[index];
                if !tag.seen && usize::from(tag.size) > size {
                    self.refresh(new.ends, usize::from(tag.size));
                }
            }
        }
    }

    /// Calls the OR rule for a pair when semi connections of this size have their turn.
    pub(crate) fn refresh(&mut self, ends: [Node; 2], size: usize) {
        self.fresh[size].push(ends);
        self.level = self.level.min(size);
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.lists.bytes()
            + self.log.capacity() * size_of::<Entry<W>>()
            + self.parts.capacity() * size_of::<u32>()
            + self.waiting.iter().map(|level| level.capacity() * size_of::<Waiting<W>>()).sum::<usize>()
            + self.fresh.iter().map(|level| level.capacity() * size_of::<[Node; 2]>()).sum::<usize>()
    }
}
