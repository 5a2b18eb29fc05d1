//! Many short lists of carriers in one flat array, with checkpoints that can be rolled back.
//!
//! The prover keeps a list for each pair of ends and for each end. The carriers of a list lie side by side, so that "is
//! one of these inside that set" is a loop over words without indirection. A list that outgrows its place moves to the
//! end of the array with twice the room; what it leaves behind is lost until the next reset, which costs at most as much
//! again as the lists themselves. The array itself is never emptied: what lies above `top` is waste that is written over.
//!
//! After a checkpoint nothing that lies below the mark is overwritten: a list that must lose entries is copied above it
//! first, and each head is noted in a journal before it changes. Rolling back restores the heads and cuts the array.

use board::CellSet;

/// Where a list lies, and the intersection of what was ever put in it since it was last emptied.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Head<const W: usize> {
    start: u32,
    len: u16,
    room: u16,
    /// The cells that every carrier of the list has; every cell there is for an empty list.
    pub(crate) common: CellSet<W>,
}

impl<const W: usize> Head<W> {
    const NONE: Self = Self { start: 0, len: 0, room: 0, common: CellSet::UNIVERSE };
}

#[derive(Debug, Clone, Copy)]
struct Checkpoint {
    floor: u32,
    journal: usize,
}

/// Numbered lists of carriers, each with a tag of type `T`.
#[derive(Debug, Clone)]
pub(crate) struct Lists<T, const W: usize> {
    heads: Vec<Head<W>>,
    carriers: Vec<CellSet<W>>,
    tags: Vec<T>,
    /// How much of the arrays is in use.
    top: usize,
    journal: Vec<(u32, Head<W>)>,
    checkpoints: Vec<Checkpoint>,
    floor: u32,
}

impl<T: Copy + Default, const W: usize> Lists<T, W> {
    pub(crate) const fn new() -> Self {
        Self {
            heads: Vec::new(),
            carriers: Vec::new(),
            tags: Vec::new(),
            top: 0,
            journal: Vec::new(),
            checkpoints: Vec::new(),
            floor: 0,
        }
    }

    /// Makes `count` empty lists and forgets every checkpoint; memory is kept.
    pub(crate) fn reset(&mut self, count: usize) {
        self.heads.clear();
        self.heads.resize(count, Head::NONE);
        self.top = 0;
        self.journal.clear();
        self.checkpoints.clear();
        self.floor = 0;
    }

    /// How many lists there are.
    pub(crate) fn count(&self) -> usize {
        self.heads.len()
    }

    #[inline]
    pub(crate) fn len(&self, list: usize) -> usize {
        usize::from(self.heads[list].len)
    }

    #[inline]
    pub(crate) fn is_empty(&self, list: usize) -> bool {
        self.heads[list].len == 0
    }

    /// The intersection of the list's carriers; all ones for an empty list.
    #[inline]
    pub(crate) fn common(&self, list: usize) -> CellSet<W> {
        self.heads[list].common
    }

    #[inline]
    pub(crate) fn carriers(&self, list: usize) -> &[CellSet<W>] {
        let head = &self.heads[list];
        &self.carriers[head.start as usize..head.start as usize + usize::from(head.len)]
    }

    #[inline]
    pub(crate) fn tags(&self, list: usize) -> &[T] {
        let head = &self.heads[list];
        &self.tags[head.start as usize..head.start as usize + usize::from(head.len)]
    }

    /// The tags of a list, to be changed.
    #[inline]
    pub(crate) fn tags_mut(&mut self, list: usize) -> &mut [T] {
        let head = self.heads[list];
        if head.start < self.floor {
            self.note(list);
            self.move_up(list, head.room);
        }
        let head = &self.heads[list];
        &mut self.tags[head.start as usize..head.start as usize + usize::from(head.len)]
    }

    /// Whether a carrier of the list lies inside `cells`.
    #[inline]
    pub(crate) fn any_inside(&self, list: usize, cells: &CellSet<W>) -> bool {
        self.carriers(list).iter().any(|carrier| carrier.is_subset(cells))
    }

    #[inline]
    pub(crate) fn push(&mut self, list: usize, carrier: CellSet<W>, tag: T) {
        self.note(list);
        let head = self.heads[list];
        if head.len == head.room {
            self.move_up(list, (2 * head.room).max(4));
        }
        let head = &mut self.heads[list];
        let at = head.start as usize + usize::from(head.len);
        head.len += 1;
        head.common &= carrier;
        self.carriers[at] = carrier;
        self.tags[at] = tag;
    }

    /// Keeps the entries for which `keep` holds, in their order. The intersection is computed again.
    pub(crate) fn retain(&mut self, list: usize, mut keep: impl FnMut(&CellSet<W>, &T) -> bool) {
        let head = self.heads[list];
        let entries = head.start as usize..head.start as usize + usize::from(head.len);
        let Some(first) = entries.clone().find(|&at| !keep(&self.carriers[at], &self.tags[at])) else {
            return;
        };
        self.note(list);
        // Below the floor the entries belong to a checkpoint and stay as they are.
        let shift = if head.start < self.floor {
            self.move_up(list, head.room);
            self.heads[list].start as usize - head.start as usize
        } else {
            0
        };
        let mut to = first + shift;
        for at in first + 1..entries.end {
            if keep(&self.carriers[at + shift], &self.tags[at + shift]) {
                self.carriers[to] = self.carriers[at + shift];
                self.tags[to] = self.tags[at + shift];
                to += 1;
            }
        }
        let head = &mut self.heads[list];
        head.len = (to - head.start as usize) as u16;
        self.recount(list);
    }

    /// Empties a list.
    pub(crate) fn clear(&mut self, list: usize) {
        if self.heads[list].room > 0 {
            self.note(list);
            self.heads[list] = Head::NONE;
        }
    }

    fn recount(&mut self, list: usize) {
        let all = CellSet::UNIVERSE;
        self.heads[list].common = self.carriers(list).iter().fold(all, |common, &carrier| common & carrier);
    }

    /// Marks the present state; [`Lists::roll_back`] returns to it.
    pub(crate) fn checkpoint(&mut self) {
        self.checkpoints.push(Checkpoint { floor: self.floor, journal: self.journal.len() });
        self.floor = self.top as u32;
    }

    /// Returns to the last checkpoint and forgets it.
    pub(crate) fn roll_back(&mut self) {
        let Some(checkpoint) = self.checkpoints.pop() else { return };
        for (list, head) in self.journal.drain(checkpoint.journal..).rev() {
            self.heads[list as usize] = head;
        }
        self.top = self.floor as usize;
        self.floor = checkpoint.floor;
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.heads.capacity() * size_of::<Head<W>>()
            + self.carriers.capacity() * size_of::<CellSet<W>>()
            + self.tags.capacity() * size_of::<T>()
            + self.journal.capacity() * size_of::<(u32, Head<W>)>()
    }

    #[inline]
    fn note(&mut self, list: usize) {
        if !self.checkpoints.is_empty() {
            self.journal.push((list as u32, self.heads[list]));
        }
    }

    /// Moves a list to the top, with this much room.
    #[inline]
    fn move_up(&mut self, list: usize, room: u16) {
        let head = &mut self.heads[list];
        let from = head.start as usize..head.start as usize + usize::from(head.len);
        let start = self.top;
        head.start = start as u32;
        head.room = room;
        self.top += usize::from(room);
        if self.top > self.carriers.len() {
            self.enlarge();
        }
        self.carriers.copy_within(from.clone(), start);
        self.tags.copy_within(from, start);
    }

    #[cold]
    fn enlarge(&mut self) {
        let len = (2 * self.top).max(1024);
        self.carriers.resize(len, CellSet::EMPTY);
        self.tags.resize(len, T::default());
    }
}
