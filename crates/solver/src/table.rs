//! The transposition table: the search's results for the positions that it has visited.
//!
//! The table grows with the search up to a fixed size, so that a small problem does not pay for a large table.
//! Positions that are images of each other under the symmetries of the board share an entry; its sets of cells are kept in the
//! orientation of the image with the smallest hash, and turned on the way in and out.
//! Numbers are seen from the side to move, so that an exchange of colours does not touch them.
//!
//! A bucket holds four entries. A new one takes the place of its older self, or of the entry with the least work; what
//! took long to find out stays. A lost entry costs time, never truth: entries are only ever used for the position whose
//! full 128-bit hash they carry, and the search never relies on one being there.
//!
//! Threads share the table through locks, each for its share of the buckets: a node costs some hundred microseconds, a
//! locked look-up well under one.

use std::sync::{
    Mutex,
    atomic::{AtomicUsize, Ordering},
};

use board::{BoardSize, Cell, CellSet, Position, Symmetry};

use crate::{Bounds, Expansion};

/// How many moves of a node are kept in their order; the rest follow in the order of the board.
pub(crate) const ORDERED: usize = 32;

/// The knowledge about a position.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry<const W: usize> {
    pub(crate) bounds: Bounds,
    /// Nodes expanded below, this one included.
    pub(crate) work: u32,
    /// Threads that are searching below this node now.
    pub(crate) busy: u8,
    /// The winning move of a win, or the most promising move.
    pub(crate) best: Option<Cell>,
    /// Moves that have not lost yet. Empty in a solved node.
    pub(crate) moves: CellSet<W>,
    /// Moves that were pruned because others are at least as good, and that no carrier refutes yet.
    pub(crate) pruned: CellSet<W>,
    /// Further cells on which a loss depends, as long as there are such moves.
    pub(crate) pruned_support: CellSet<W>,
    /// Unsolved: the cells that a loss would depend on by what is known so far. Solved: the winner's carrier.
    pub(crate) carrier: CellSet<W>,
    order: [u16; ORDERED],
}

impl<const W: usize> Entry<W> {
    /// A node that was just expanded, with its moves in order. One of them may win; for a loss all must lose.
    pub(crate) fn open(expansion: &Expansion<W>) -> Self {
        let moves = &expansion.moves;
        let mut order = [u16::MAX; ORDERED];
        for (slot, cell) in order.iter_mut().zip(moves) {
            *slot = cell.index() as u16;
        }
        Self {
            bounds: Bounds::of_new(moves.len(), expansion.prospects),
            work: 1,
            busy: 0,
            best: moves.first().copied(),
            moves: moves.iter().copied().collect(),
            pruned: expansion.pruned,
            pruned_support: expansion.pruned_support,
            carrier: expansion.support,
            order,
        }
    }

    /// A solved node.
    pub(crate) fn solved(bounds: Bounds, work: u32, best: Option<Cell>, carrier: CellSet<W>) -> Self {
        Self {
            bounds,
            work,
            busy: 0,
            best,
            moves: CellSet::EMPTY,
            pruned: CellSet::EMPTY,
            pruned_support: CellSet::EMPTY,
            carrier,
            order: [u16::MAX; ORDERED],
        }
    }

    /// The moves that have not lost yet, best first.
    pub(crate) fn ordered_moves(&self) -> impl Iterator<Item = Cell> + '_ {
        let first = self
            .order
            .iter()
            .take_while(|&&index| index != u16::MAX)
            .map(|&index| Cell::from_index_unchecked(usize::from(index)));
        let listed: CellSet<W> = first.clone().collect();
        first.filter(|&cell| self.moves.contains(cell)).chain(self.moves.minus(listed))
    }

    fn turned(mut self, symmetry: Symmetry, size: BoardSize) -> Self {
        if symmetry == Symmetry::Identity {
            return self;
        }
        let turn = |cell: Cell| symmetry.cell(cell, size);
        self.best = self.best.map(turn);
        self.moves = symmetry.cells(self.moves, size);
        self.carrier = symmetry.cells(self.carrier, size);
        self.pruned = symmetry.cells(self.pruned, size);
        self.pruned_support = symmetry.cells(self.pruned_support, size);
        for index in &mut self.order {
            if *index != u16::MAX {
                *index = turn(Cell::from_index_unchecked(usize::from(*index))).index() as u16;
            }
        }
        self
    }
}

const BUCKET: usize = 4;
const STRIPES: usize = 256;
/// Buckets of a stripe at first.
const FIRST_BUCKETS: usize = 16;

#[derive(Clone, Copy)]
struct Slot<const W: usize> {
    key: u128,
    entry: Entry<W>,
}

type Bucket<const W: usize> = [Option<Slot<W>>; BUCKET];

/// Positions and what is known of them, in at most a fixed amount of memory.
pub struct TranspositionTable<const W: usize> {
    stripes: Vec<Mutex<Stripe<W>>>,
    /// Positions that were put into an empty place: for a progress line, [`TranspositionTable::usage`] counts.
    filled: AtomicUsize,
    /// The most buckets of a stripe.
    most: usize,
    /// Whether images share an entry.
    symmetric: bool,
}

/// The part of the table behind one lock.
struct Stripe<const W: usize> {
    buckets: Vec<Bucket<W>>,
}

impl<const W: usize> Stripe<W> {
    fn new(most: usize) -> Self {
        Self { buckets: vec![[None; BUCKET]; FIRST_BUCKETS.min(most)] }
    }

    fn bucket(&mut self, key: u128) -> &mut Bucket<W> {
        let index = (key >> 64) as u64 as usize % self.buckets.len();
        &mut self.buckets[index]
    }

    fn find(&mut self, key: u128) -> Option<&mut Slot<W>> {
        self.bucket(key).iter_mut().flatten().find(|slot| slot.key == key)
    }

    /// The place for a position: its own, or an empty one, or that of the entry with the least work.
    fn place(&mut self, key: u128) -> &mut Option<Slot<W>> {
        self.bucket(key)
            .iter_mut()
            .min_by_key(|slot| match slot {
                Some(slot) if slot.key == key => (0, 0),
                None => (1, 0),
                Some(slot) => (2, slot.entry.work),
            })
            .expect("a bucket has slots")
    }

    /// Makes room for a position whose bucket is full, as long as the stripe may grow.
    fn make_room(&mut self, key: u128, most: usize) {
        let is_full = |bucket: &Bucket<W>| bucket.iter().all(|slot| slot.is_some_and(|slot| slot.key != key));
        while self.buckets.len() < most && is_full(self.bucket(key)) {
            let grown = vec![[None; BUCKET]; (2 * self.buckets.len()).min(most)];
            for slot in std::mem::replace(&mut self.buckets, grown).into_iter().flatten().flatten() {
                *self.place(slot.key) = Some(slot);
            }
        }
    }
}

impl<const W: usize> std::fmt::Debug for TranspositionTable<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("buckets", &(self.stripes.len() * self.most)).finish()
    }
}

impl<const W: usize> TranspositionTable<W> {
    /// A table that takes at most `bytes`, and at least a bucket for each lock; images share an entry if it is `symmetric`.
    #[must_use]
    pub fn new(bytes: usize, symmetric: bool) -> Self {
        let bucket = size_of::<Bucket<W>>();
        let most = (bytes / bucket / STRIPES).max(1);
        let stripes = (0..STRIPES).map(|_| Mutex::new(Stripe::new(most))).collect();
        Self { stripes, filled: AtomicUsize::new(0), most, symmetric }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self.filled.get_mut() = 0;
        for stripe in &mut self.stripes {
            *stripe.get_mut().unwrap_or_else(|poisoned| poisoned.into_inner()) = Stripe::new(self.most);
        }
    }

    /// Positions in the table, and the most places for them.
    #[must_use]
    pub fn usage(&self) -> (usize, usize) {
        let used = self.stripes.iter().map(|stripe| lock(stripe).buckets.iter().flatten().flatten().count());
        (used.sum(), self.stripes.len() * self.most * BUCKET)
    }

    /// About which share of the table is in use.
    pub(crate) fn fill(&self) -> f64 {
        let places = self.stripes.len() * self.most * BUCKET;
        self.filled.load(Ordering::Relaxed) as f64 / places as f64
    }

    pub(crate) fn get(&self, position: &Position<W>) -> Option<Entry<W>> {
        let (key, symmetry) = self.key(position);
        let entry = lock(self.stripe(key)).find(key)?.entry;
        // A symmetry of Hex undoes itself, so the way out is the way in.
        Some(entry.turned(symmetry, position.size()))
    }

    pub(crate) fn put(&self, position: &Position<W>, entry: Entry<W>) {
        let (key, symmetry) = self.key(position);
        let mut stripe = lock(self.stripe(key));
        stripe.make_room(key, self.most);
        let place = stripe.place(key);
        let mut entry = entry.turned(symmetry, position.size());
        if let Some(old) = place
            && old.key == key
        {
            if old.entry.bounds.is_solved() {
                return;
            }
            entry.busy = if entry.bounds.is_solved() { 0 } else { old.entry.busy };
        }
        if place.is_none() {
            self.filled.fetch_add(1, Ordering::Relaxed);
        }
        *place = Some(Slot { key, entry });
    }

    /// Says that a thread begins or ends to search below a position.
    pub(crate) fn mark_busy(&self, position: &Position<W>, change: i8) {
        let (key, _) = self.key(position);
        if let Some(slot) = lock(self.stripe(key)).find(key) {
            slot.entry.busy = slot.entry.busy.saturating_add_signed(change);
        }
    }

    /// Under which hash a position is kept, and which way its sets of cells are turned.
    fn key(&self, position: &Position<W>) -> (u128, Symmetry) {
        if self.symmetric { position.class_hash() } else { (position.hash(), Symmetry::Identity) }
    }

    fn stripe(&self, key: u128) -> &Mutex<Stripe<W>> {
        &self.stripes[key as usize % STRIPES]
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    // A thread that panicked left an entry unwritten at worst; the others are whole.
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}
