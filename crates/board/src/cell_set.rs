//! Sets of cells as a fixed number of words.
//!
//! Cell `i` is bit `i % 64` of word `i / 64`. Bits beyond the board's last cell are always zero; there is therefore no
//! complement here, only [`CellSet::minus`], and [`Geometry::all`](crate::Geometry::all) for the whole board.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign};

use crate::{Cell, MAX_WORDS};

/// A set of cells of one board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CellSet<const W: usize = MAX_WORDS>([u64; W]);

impl<const W: usize> CellSet<W> {
    /// The set without cells.
    pub const EMPTY: Self = Self([0; W]);

    /// The set of one cell.
    #[inline]
    #[must_use]
    pub const fn of(cell: Cell) -> Self {
        // Each word by a comparison and not by an index: the set then stays in registers, where a store into the middle of
        // it would have to reach memory before the whole can be read.
        let mut words = [0; W];
        let mut word = 0;
        while word < W {
            words[word] = ((cell.index() / 64 == word) as u64) << (cell.index() % 64);
            word += 1;
        }
        Self(words)
    }

    /// Every bit, also those beyond any board: where an intersection begins. It is no set of cells until something was
    /// intersected with it.
    pub const UNIVERSE: Self = Self([!0; W]);

    /// The set with these words.
    #[inline]
    #[must_use]
    pub const fn from_words(words: [u64; W]) -> Self {
        Self(words)
    }

    /// The words of the set.
    #[inline]
    #[must_use]
    pub const fn words(&self) -> &[u64; W] {
        &self.0
    }

    /// Whether the cell is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(&self, cell: Cell) -> bool {
        self.0[cell.index() / 64] >> (cell.index() % 64) & 1 != 0
    }

    /// Adds a cell.
    #[inline]
    pub const fn insert(&mut self, cell: Cell) {
        let bit = Self::of(cell);
        let mut word = 0;
        while word < W {
            self.0[word] |= bit.0[word];
            word += 1;
        }
    }

    /// Takes a cell out.
    #[inline]
    pub const fn remove(&mut self, cell: Cell) {
        let bit = Self::of(cell);
        let mut word = 0;
        while word < W {
            self.0[word] &= !bit.0[word];
            word += 1;
        }
    }

    /// The set with one more cell.
    #[inline]
    #[must_use]
    pub const fn with(mut self, cell: Cell) -> Self {
        self.insert(cell);
        self
    }

    /// The set with one cell less.
    #[inline]
    #[must_use]
    pub const fn without(mut self, cell: Cell) -> Self {
        self.remove(cell);
        self
    }

    /// The cells of this set that are not in the other.
    #[inline]
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    /// How many cells the set has.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set has no cell.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Whether the sets share a cell.
    #[inline]
    #[must_use]
    pub fn intersects(&self, other: &Self) -> bool {
        !(*self & *other).is_empty()
    }

    /// Whether every cell of this set is in the other.
    #[inline]
    #[must_use]
    pub fn is_subset(&self, other: &Self) -> bool {
        self.minus(*other).is_empty()
    }

    /// The cell with the smallest number.
    #[inline]
    #[must_use]
    pub fn first(&self) -> Option<Cell> {
        (0..W)
            .find(|&word| self.0[word] != 0)
            .map(|word| Cell::from_index_unchecked(word * 64 + self.0[word].trailing_zeros() as usize))
    }

    /// The only cell of the set, if it has exactly one.
    #[inline]
    #[must_use]
    pub fn single(&self) -> Option<Cell> {
        self.first().filter(|&cell| self.without(cell).is_empty())
    }

    /// The cells in the order of their numbers.
    #[inline]
    pub const fn iter(&self) -> CellSetIter<W> {
        CellSetIter { set: *self, word: 0, rest: self.0[0] }
    }

    /// The same set in another number of words. The caller knows that no cell falls off.
    #[must_use]
    pub fn resize<const V: usize>(&self) -> CellSet<V> {
        let mut words = [0; V];
        for (word, from) in self.0.iter().enumerate() {
            if word < V {
                words[word] = *from;
            } else {
                debug_assert_eq!(*from, 0, "a cell falls off the narrower set");
            }
        }
        CellSet(words)
    }

    /// Every cell moved `by` numbers up; `by` is from 1 to 63. The caller masks what left its row or the board.
    #[inline]
    pub(crate) fn shift_up(self, by: u32) -> Self {
        Self(std::array::from_fn(|word| {
            self.0[word] << by | if word > 0 { self.0[word - 1] >> (64 - by) } else { 0 }
        }))
    }

    /// Every cell moved `by` numbers down; `by` is from 1 to 63.
    #[inline]
    pub(crate) fn shift_down(self, by: u32) -> Self {
        Self(std::array::from_fn(|word| {
            self.0[word] >> by | if word + 1 < W { self.0[word + 1] << (64 - by) } else { 0 }
        }))
    }

    #[inline]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|word| f(self.0[word], other.0[word])))
    }
}

impl<const W: usize> Default for CellSet<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> BitAnd for CellSet<W> {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const W: usize> BitOr for CellSet<W> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const W: usize> BitXor for CellSet<W> {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl<const W: usize> BitAndAssign for CellSet<W> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const W: usize> BitOrAssign for CellSet<W> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const W: usize> BitXorAssign for CellSet<W> {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

impl<const W: usize> FromIterator<Cell> for CellSet<W> {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        cells.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl<const W: usize> IntoIterator for CellSet<W> {
    type Item = Cell;
    type IntoIter = CellSetIter<W>;
    #[inline]
    fn into_iter(self) -> CellSetIter<W> {
        self.iter()
    }
}

impl<const W: usize> IntoIterator for &CellSet<W> {
    type Item = Cell;
    type IntoIter = CellSetIter<W>;
    #[inline]
    fn into_iter(self) -> CellSetIter<W> {
        self.iter()
    }
}

/// The cells of a set, in the order of their numbers.
#[derive(Debug, Clone)]
pub struct CellSetIter<const W: usize> {
    set: CellSet<W>,
    /// The word that comes now, and what is left of it.
    word: usize,
    rest: u64,
}

impl<const W: usize> Iterator for CellSetIter<W> {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        while self.rest == 0 {
            self.word += 1;
            self.rest = *self.set.0.get(self.word)?;
        }
        let bit = self.rest.trailing_zeros() as usize;
        self.rest &= self.rest - 1;
        Some(Cell::from_index_unchecked(self.word * 64 + bit))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let later = self.set.0.iter().skip(self.word + 1);
        let len = later.fold(self.rest.count_ones(), |len, word| len + word.count_ones()) as usize;
        (len, Some(len))
    }
}

impl<const W: usize> ExactSizeIterator for CellSetIter<W> {}
