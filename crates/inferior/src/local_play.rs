//! Exhaustive local play: which arrangement of a region's cells is at least as good as which other, regardless of the rest of
//! the board.
//!
//! Call the colour whose good is at stake the *owner*. A **state** gives each cell of a region as empty, owner's or
//! opponent's. State `real` **serves for** state `wished` if the owner, on any board around the ring and with either side to
//! move, wins with `real` whenever the owner would win with `wished`. The relation is decided by playing both games at
//! once: the owner's winning strategy speaks for `wished`, the owner has to follow it in `real`.
//!
//! - The opponent plays in `real`. The owner may let the opponent play somewhere in `wished` too and go on, or answer
//!   inside the region, or do nothing about it (and gain a free move elsewhere).
//! - The strategy plays in `wished`. The owner may play somewhere in `real`, or play elsewhere, or refute the move by an
//!   opponent's answer in `wished` and ask the strategy again.
//! - When both are full, every two cells of the ring that the region joins in `wished` must be joined in `real`.
//!
//! Every state that such play meets must again serve, since either side may turn to the rest of the board at any time.
//! Each step fills a cell, so the relation is found by going from full states to emptier ones. An extra stone never
//! hurts in Hex; this is what makes the free moves sound.
//!
//! Ring cells are owner's, opponent's or unknown. An unknown cell stands for both colours: the relation must hold for
//! each way to fill the unknown cells at the end, and the owner's local play may not depend on it.

use crate::window::{MAX_REGION, Window};

/// Most states of a region.
const MAX_STATES: usize = 3usize.pow(MAX_REGION as u32);
/// Most ways to fill a region.
const MAX_FULL: usize = 1 << MAX_REGION;

/// 3 to the power of `exponent`: the weight of a cell in a code.
pub(crate) const fn pow3(exponent: usize) -> usize {
    3usize.pow(exponent as u32)
}

/// Codes number the arrangements of several cells: a digit in base 3 for each, the first cell's the lowest.
pub(crate) const EMPTY: usize = 0;
/// The digit of an owner's stone.
pub(crate) const OWNER: usize = 1;
/// The digit of an opponent's stone.
pub(crate) const OPPONENT: usize = 2;

/// The digit of a cell in a code.
pub(crate) const fn digit(code: usize, cell: usize) -> usize {
    code / pow3(cell) % 3
}

/// A state of a region, with the states that one more stone leads to.
#[derive(Debug, Clone)]
struct State {
    /// For each empty cell, the state with an owner's and with an opponent's stone there.
    next: Vec<[usize; 2]>,
    /// The owner's stones as bits.
    owners: usize,
}

/// Exhaustive local play in one window, for every arrangement of its ring.
#[derive(Debug)]
pub(crate) struct LocalPlay {
    ring: usize,
    /// For each code of the ring and each full region `real`: the full regions, as bits, that join nothing that `real`
    /// does not. A full region is numbered by its owner's stones as bits.
    joins: Vec<[u16; MAX_FULL]>,
    states: Vec<State>,
    /// All pairs of states, fuller ones first.
    order: Vec<(usize, usize)>,
}

impl LocalPlay {
    /// Prepares a window with a region of at most four cells.
    pub(crate) fn new(window: &Window) -> Self {
        let (region, ring) = (window.region.len(), window.ring.len());
        assert!(region <= MAX_REGION, "a region has at most {MAX_REGION} cells");
        let states: Vec<State> = (0..pow3(region))
            .map(|state| {
                let empties = (0..region).filter(|&cell| digit(state, cell) == EMPTY);
                State {
                    next: empties
                        .map(|cell| [OWNER, OPPONENT].map(|stone| state + stone * pow3(cell)))
                        .collect(),
                    owners: owners(state, region),
                }
            })
            .collect();
        let numbers = 0..states.len();
        let mut order: Vec<(usize, usize)> =
            numbers.clone().flat_map(|real| numbers.clone().map(move |wished| (real, wished))).collect();
        order.sort_by_key(|&(real, wished)| states[real].next.len() + states[wished].next.len());
        Self { ring, joins: joins(window), states, order }
    }

    /// The number of arrangements of the ring.
    pub(crate) fn ring_codes(&self) -> usize {
        pow3(self.ring)
    }

    /// Which states serve for which, with the given ring.
    pub(crate) fn relation(&self, ring: usize) -> Relation {
        let joins = &self.joins[ring];
        let mut serves = [0u128; MAX_STATES];
        for &(real, wished) in &self.order {
            if self.serves_by_play(&serves, joins, real, wished) {
                serves[real] |= 1 << wished;
            }
        }
        Relation { serves }
    }

    fn serves_by_play(
        &self,
        serves: &[u128; MAX_STATES],
        joins: &[u16; MAX_FULL],
        real: usize,
        wished: usize,
    ) -> bool {
        let holds = |real: usize, wished: usize| serves[real] >> wished & 1 != 0;
        let next = |state: usize| self.states[state].next.iter();
        if self.states[real].next.is_empty() && self.states[wished].next.is_empty() {
            return joins[self.states[real].owners] >> self.states[wished].owners & 1 != 0;
        }
        let opponent_moves = next(real).all(|&[_, played]| {
            holds(played, wished)
                || next(wished).any(|&[_, copy]| holds(played, copy))
                || next(played).any(|&[answer, _]| holds(answer, wished))
        });
        opponent_moves
            && next(wished).all(|&[played, _]| {
                holds(real, played)
                    || next(real).any(|&[copy, _]| holds(copy, played))
                    || next(played).any(|&[_, answer]| holds(real, answer))
            })
    }
}

/// Which states of a region serve for which, with one arrangement of the ring.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Relation {
    serves: [u128; MAX_STATES],
}

impl Relation {
    /// Whether the owner is at least as well off with `real` as with `wished`.
    pub(crate) const fn serves(&self, real: usize, wished: usize) -> bool {
        self.serves[real] >> wished & 1 != 0
    }
}

/// The owner's stones of a full state as bits.
fn owners(state: usize, region: usize) -> usize {
    (0..region).filter(|&cell| digit(state, cell) == OWNER).fold(0, |bits, cell| bits | 1 << cell)
}

/// The table [`LocalPlay::joins`]: full rings by flood fill, rings with unknown cells by taking both colours together.
fn joins(window: &Window) -> Vec<[u16; MAX_FULL]> {
    let (region, ring) = (window.region.len(), window.ring.len());
    let touching = window.touching();
    let mut table = vec![[0u16; MAX_FULL]; pow3(ring)];
    for code in (0..pow3(ring)).rev() {
        let unknown = (0..ring).find(|&cell| digit(code, cell) == EMPTY);
        table[code] = match unknown {
            // Filling an unknown cell gives a larger code, which the descending order has already met.
            Some(cell) => {
                let filled = [OWNER, OPPONENT].map(|stone| table[code + stone * pow3(cell)]);
                std::array::from_fn(|real| filled[0][real] & filled[1][real])
            }
            None => {
                let stones = (0..ring)
                    .filter(|&cell| digit(code, cell) == OWNER)
                    .fold(0, |bits, cell| bits | 1 << (region + cell));
                let joined: Vec<u128> =
                    (0..1u32 << region).map(|full| joined_pairs(&touching, region, stones | full)).collect();
                let mut rows = [0; MAX_FULL];
                for (row, real) in rows.iter_mut().zip(&joined) {
                    for (bit, wished) in joined.iter().enumerate() {
                        *row |= u16::from(wished & !real == 0) << bit;
                    }
                }
                rows
            }
        };
    }
    table
}

/// Which pairs of ring cells the owner's stones join inside the window, as bits.
fn joined_pairs(touching: &[u32], region: usize, stones: u32) -> u128 {
    let mut pairs = 0;
    let ring = touching.len() - region;
    for from in (0..ring).filter(|cell| stones >> (region + cell) & 1 != 0) {
        let mut reached = 1u32 << (region + from);
        loop {
            let next = (0..touching.len())
                .filter(|&cell| reached >> cell & 1 != 0)
                .fold(reached, |bits, cell| bits | touching[cell] & stones);
            if next == reached {
                break;
            }
            reached = next;
        }
        for to in 0..from {
            pairs |= u128::from(reached >> (region + to) & 1) << (from * (from - 1) / 2 + to);
        }
    }
    pairs
}
