//! Lemmas: facts about other positions that follow from solved ones.
//!
//! A carrier makes every solved position a lemma: *if the winner has these stones, and the opponent has no stone on these cells,
//! the winner wins, regardless of all other cells* - moving second, or moving first, as the position was solved. The first
//! kind is a full connection of the edges that a search has proved, the second a semi connection: it decides positions,
//! and where the opponent is to move it is a threat that narrows where to play. So what was found out once is not
//! searched again behind exchanges of moves that have nothing to do with it.
//!
//! The position behind a lemma is the worst that it speaks of: the winner's stones, the carrier empty, every other cell the
//! opponent's. The winner's chain in the end lies in one piece of the winner's stones and the carrier, and that piece touches
//! both edges; the lemma leaves out the other pieces.
//!
//! Looking up means going through all lemmas of a kind, two operations of words for each, which costs a hundredth of a build of
//! connections for ten thousand lemmas. When the lists are full, the oldest lemmas go.

use std::sync::{PoisonError, RwLock};

use board::{Cell, CellSet, Color, Position};

use crate::DecidedPosition;

/// Who moves first in the positions that a lemma speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum First {
    Winner,
    Loser,
}

/// The lemmas of one winner and one kind, each at the same place in all three lists.
#[derive(Debug, Clone)]
struct List<const W: usize> {
    stones: Vec<CellSet<W>>,
    carriers: Vec<CellSet<W>>,
    moves: Vec<Option<Cell>>,
    /// The place that is overwritten next when the list is full.
    oldest: usize,
}

impl<const W: usize> List<W> {
    /// No lemmas, and no memory.
    const EMPTY: Self = Self { stones: Vec::new(), carriers: Vec::new(), moves: Vec::new(), oldest: 0 };

    /// The first lemma from a place on whose stones and carrier pass a test. A block is tested as a whole, without a branch for
    /// each lemma, since hardly any passes.
    fn find(&self, from: usize, test: impl Fn(CellSet<W>, CellSet<W>) -> bool) -> Option<usize> {
        const BLOCK: usize = 32;
        let blocks = self.stones[from..].chunks(BLOCK).zip(self.carriers[from..].chunks(BLOCK));
        for (number, (stones, carriers)) in blocks.enumerate() {
            let mut lemmas = stones.iter().zip(carriers);
            if lemmas.clone().fold(false, |any, (&stones, &carrier)| any | test(stones, carrier)) {
                let place = lemmas.position(|(&stones, &carrier)| test(stones, carrier))?;
                return Some(from + number * BLOCK + place);
            }
        }
        None
    }

    /// The lemmas that hold where the winner has `own` stones and the loser has `other` stones.
    fn holding(&self, own: CellSet<W>, other: CellSet<W>) -> impl Iterator<Item = usize> {
        let holds =
            move |stones: CellSet<W>, carrier: CellSet<W>| (stones.minus(own) | (carrier & other)).is_empty();
        std::iter::successors(self.find(0, holds), move |&place| self.find(place + 1, holds))
    }

    /// The lemma with the smallest carrier of those that hold.
    fn smallest(&self, own: CellSet<W>, other: CellSet<W>) -> Option<usize> {
        self.holding(own, other).min_by_key(|&place| self.carriers[place].len())
    }

    /// Adds a lemma unless one that says as much is there, and drops those that say less.
    fn add(&mut self, stones: CellSet<W>, carrier: CellSet<W>, cell: Option<Cell>, most: usize) {
        let says_as_much =
            |other: CellSet<W>, its: CellSet<W>| (other.minus(stones) | its.minus(carrier)).is_empty();
        let says_less =
            |other: CellSet<W>, its: CellSet<W>| (stones.minus(other) | carrier.minus(its)).is_empty();
        if self.find(0, says_as_much).is_some() {
            return;
        }
        let mut from = 0;
        while let Some(place) = self.find(from, says_less) {
            self.stones.swap_remove(place);
            self.carriers.swap_remove(place);
            self.moves.swap_remove(place);
            from = place;
        }
        if self.stones.len() < most {
            self.stones.push(stones);
            self.carriers.push(carrier);
            self.moves.push(cell);
        } else if most > 0 {
            let place = self.oldest % most;
            self.stones[place] = stones;
            self.carriers[place] = carrier;
            self.moves[place] = cell;
            self.oldest = place + 1;
        }
    }

    fn clear(&mut self) {
        *self = Self::EMPTY;
    }
}

/// The most lemmas of a kind: more would cost more to look through than they save.
const MOST: usize = 1 << 16;

/// The lemmas of a search, shared by its threads.
#[derive(Debug)]
pub(crate) struct Lemmas<const W: usize> {
    /// By winner, then by who moves first.
    lists: [[RwLock<List<W>>; 2]; 2],
    most: usize,
}

impl<const W: usize> Lemmas<W> {
    /// Lemmas that take at most this many bytes.
    pub(crate) fn new(bytes: usize) -> Self {
        let list = || RwLock::new(List::EMPTY);
        let lemma = 2 * size_of::<CellSet<W>>() + size_of::<Option<Cell>>();
        // Lists grow by doubling, so a power of two is what they end with.
        let room = bytes / 4 / lemma;
        let most = if room == 0 { 0 } else { MOST.min(1 << room.ilog2()) };
        Self { lists: [[list(), list()], [list(), list()]], most }
    }

    pub(crate) fn clear(&mut self) {
        for list in self.lists.iter_mut().flatten() {
            list.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
        }
    }

    fn list(&self, winner: Color, first: First) -> &RwLock<List<W>> {
        &self.lists[winner.index()][first as usize]
    }

    /// Who wins a position, if a lemma says so.
    pub(crate) fn decide(&self, position: &Position<W>) -> Option<DecidedPosition<W>> {
        let mover = position.to_move();
        let asked = [(mover, First::Loser), (mover, First::Winner), (mover.opponent(), First::Loser)];
        asked.into_iter().find_map(|(winner, first)| {
            let list = self.list(winner, first).read().unwrap_or_else(PoisonError::into_inner);
            let place = list.smallest(position.stones(winner), position.stones(winner.opponent()))?;
            let empty = position.empty_cells();
            Some(DecidedPosition {
                winner,
                carrier: list.carriers[place] & empty,
                // A lemma may hold with more of the winner's stones than it asks for, also on its move.
                winning_move: list.moves[place].filter(|&cell| empty.contains(cell)),
            })
        })
    }

    /// Hands over the carriers by which the opponent of the side to move threatens to win.
    pub(crate) fn threats(&self, position: &Position<W>, threats: &mut Vec<CellSet<W>>) {
        let opponent = position.to_move().opponent();
        let list = self.list(opponent, First::Winner).read().unwrap_or_else(PoisonError::into_inner);
        let empty = position.empty_cells();
        let holding = list.holding(position.stones(opponent), position.stones(position.to_move()));
        threats.extend(holding.map(|place| list.carriers[place] & empty));
    }

    /// Learns from a solved position.
    pub(crate) fn learn(&self, position: &Position<W>, proof: &DecidedPosition<W>) {
        let (stones, carrier) = in_one_piece(position, proof);
        let first = if proof.winner == position.to_move() { First::Winner } else { First::Loser };
        let list = self.list(proof.winner, first);
        let mut list = list.write().unwrap_or_else(PoisonError::into_inner);
        list.add(stones, carrier, proof.winning_move, self.most);
    }
}

/// The winner's stones and the cells of the carrier that can be part of a winning chain inside the carrier.
pub(crate) fn in_one_piece<const W: usize>(
    position: &Position<W>,
    proof: &DecidedPosition<W>,
) -> (CellSet<W>, CellSet<W>) {
    let geometry = position.geometry();
    let stones = position.stones(proof.winner);
    let within = stones | proof.carrier;
    let [from, to] = proof.winner.edges().map(|edge| geometry.flood(geometry.edge(edge) & within, within));
    let piece = from & to;
    (stones & piece, proof.carrier & piece)
}
