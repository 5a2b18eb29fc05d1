//! The patterns as tables: for each shape of region and each arrangement of its ring, what holds.
//!
//! `data/patterns.txt` is read once. Each pattern is turned and reflected into the placements of its shape and entered
//! for both colours; then every arrangement takes over what holds with one stone less. Most arrangements prove nothing
//! and the others repeat, so a table holds small numbers into one list of [`Facts`].

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::OnceLock,
};

use board::Color;

use crate::{
    InferiorPattern,
    claim::Claim,
    local_play::{EMPTY, digit, pow3},
    window::{MAX_REGION, Point, SHAPES, SYMMETRIES, Window},
};

/// The committed patterns, as `hexwright patterns derive` writes them.
pub const PATTERNS: &str = include_str!("../data/patterns.txt");

/// The relations between arrangements of a region's cells, for one arrangement of its ring. Sets of the region's cells are bits; arrays of
/// two are indexed by the owner's colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct Facts {
    /// Dead cells.
    pub(crate) dead: u8,
    /// Cells that may be filled; the largest set that was found.
    pub(crate) fill: [u8; 2],
    /// For each cell, the moves that dominate it.
    pub(crate) dominators: [[u8; MAX_REGION]; 2],
    /// For each cell, the moves that dominate it by star decomposition.
    pub(crate) stars: [[u8; MAX_REGION]; 2],
    /// For each cell, the opponent's answers that kill it by themselves.
    pub(crate) killers: [[u8; MAX_REGION]; 2],
    /// For each cell and each of the opponent's answers that kill it with the help of a carrier, the carrier.
    pub(crate) carriers: [[[u8; MAX_REGION]; MAX_REGION]; 2],
    /// For each of the opponent's answers, the cells that are then captured; the largest set that was found.
    pub(crate) reversible: [[u8; MAX_REGION]; 2],
}

impl Facts {
    /// Whether a cell is dead or filled.
    pub(crate) const fn fills(&self) -> bool {
        self.dead | self.fill[0] | self.fill[1] != 0
    }

    fn of(all: &[Claim], proven: &[u128; 2]) -> Self {
        let mut facts = Self::default();
        for (bit, &claim) in all.iter().enumerate() {
            for color in Color::BOTH.into_iter().filter(|color| proven[color.index()] >> bit & 1 != 0) {
                facts.add(color, claim);
            }
        }
        facts
    }

    /// Adds a claim of an owner; of several sets of the same kind the largest stays, and the first among equals.
    pub(crate) fn add(&mut self, color: Color, claim: Claim) {
        let color = color.index();
        match claim {
            Claim::Dead(cell) => self.dead |= 1 << cell,
            Claim::Fill(set) => {
                if set.count_ones() > self.fill[color].count_ones() {
                    self.fill[color] = set;
                }
            }
            Claim::Dominated(cell, by) => self.dominators[color][usize::from(cell)] |= 1 << by,
            Claim::Star(cell, by) => self.stars[color][usize::from(cell)] |= 1 << by,
            Claim::Vulnerable(cell, killer, 0) => self.killers[color][usize::from(cell)] |= 1 << killer,
            Claim::Vulnerable(cell, killer, carrier) => {
                self.carriers[color][usize::from(cell)][usize::from(killer)] = carrier;
            }
            Claim::Reversible(set, reverser) => {
                let known = &mut self.reversible[color][usize::from(reverser)];
                if set.count_ones() > known.count_ones() {
                    *known = set;
                }
            }
        }
    }
}

/// The tables of all shapes.
#[derive(Debug)]
pub(crate) struct Tables {
    /// For each shape and each code of its ring (digit 1 for Black, 2 for White), the number of its facts.
    numbers: [Vec<u16>; SHAPES.len()],
    /// The distinct facts; number 0 says nothing, and those that fill in something come last.
    facts: Vec<Facts>,
    first_fill: u16,
}

impl Tables {
    /// The tables of the committed patterns.
    pub(crate) fn get() -> &'static Self {
        static TABLES: OnceLock<Tables> = OnceLock::new();
        TABLES.get_or_init(|| {
            let patterns = InferiorPattern::parse_all(PATTERNS).expect("a test reads the committed patterns");
            Self::new(&patterns)
        })
    }

    /// The number of what holds for a region of this shape with this ring: 0 for nothing.
    #[inline]
    pub(crate) fn number(&self, shape: usize, ring: usize) -> u16 {
        self.numbers[shape][ring]
    }

    /// The codes of a shape's rings for which something holds, with its number.
    pub(crate) fn saying(&self, shape: usize) -> impl Iterator<Item = (usize, u16)> + '_ {
        self.numbers[shape].iter().copied().enumerate().filter(|(_, number)| *number != 0)
    }

    /// The facts with a number.
    #[inline]
    pub(crate) fn facts(&self, number: u16) -> &Facts {
        &self.facts[usize::from(number)]
    }

    /// Whether a cell is dead or filled in by the facts with a number.
    #[inline]
    pub(crate) const fn fills(&self, number: u16) -> bool {
        number >= self.first_fill
    }

    pub(crate) fn new(patterns: &[InferiorPattern]) -> Self {
        let found: [Vec<Facts>; SHAPES.len()] = std::array::from_fn(|shape| {
            let window = Window::around(SHAPES[shape]);
            let all = Claim::all(window.region.len());
            let proven = claims_by_ring(&window, patterns);
            proven.iter().map(|claims| Facts::of(&all, claims)).collect()
        });
        let distinct: BTreeSet<Facts> = found.iter().flatten().copied().collect();
        let nothing = Facts::default();
        let mut facts = vec![nothing];
        facts.extend(distinct.iter().filter(|facts| !facts.fills() && **facts != nothing));
        let first_fill = facts.len() as u16;
        facts.extend(distinct.iter().filter(|facts| facts.fills()));
        let numbered: BTreeMap<Facts, u16> = facts.iter().copied().zip(0..).collect();
        assert_eq!(numbered.len(), facts.len(), "far fewer than 65536 different facts");
        let numbers = found.map(|facts| facts.iter().map(|facts| numbered[facts]).collect());
        Self { numbers, facts, first_fill }
    }
}

/// For each code of a window's ring, the claims that hold for each owner, as bits in the order of [`Claim::all`].
fn claims_by_ring(window: &Window, patterns: &[InferiorPattern]) -> Vec<[u128; 2]> {
    let all = Claim::all(window.region.len());
    let mut claims = vec![[0u128; 2]; pow3(window.ring.len())];
    for pattern in patterns.iter().filter(|pattern| pattern.region.len() == window.region.len()) {
        for symmetry in 0..SYMMETRIES {
            let image = pattern.image(symmetry);
            let Some((ring, claim)) = place(&image, window) else { continue };
            let bit = all.iter().position(|&other| other == claim).expect("all claims are listed");
            for color in Color::BOTH {
                claims[ring[color.index()]][color.index()] |= 1 << bit;
            }
        }
    }
    for code in 0..claims.len() {
        for cell in 0..window.ring.len() {
            let stone = digit(code, cell);
            if stone != EMPTY {
                let with_fewer = claims[code - stone * pow3(cell)];
                claims[code][0] |= with_fewer[0];
                claims[code][1] |= with_fewer[1];
            }
        }
    }
    claims
}

/// The codes of the ring, for Black and for White as owner, if the pattern's region is the window's.
fn place(pattern: &InferiorPattern, window: &Window) -> Option<([usize; 2], Claim)> {
    let mut region = window.region.clone();
    region.sort_unstable_by_key(|&(col, row): &Point| (row, col));
    let origin = region[0];
    let shifted = |(col, row): Point| (col + origin.0, row + origin.1);
    let numbers: Option<Vec<u8>> = pattern
        .region
        .iter()
        .map(|&point| window.region.iter().position(|other| *other == shifted(point)).map(|i| i as u8))
        .collect();
    let numbers = numbers?;
    let mut rings = [0; 2];
    for &(point, own) in &pattern.stones {
        let cell = window.ring.iter().position(|other| *other == shifted(point))?;
        rings[0] += if own { 1 } else { 2 } * pow3(cell);
        rings[1] += if own { 2 } else { 1 } * pow3(cell);
    }
    Some((rings, pattern.claim.renumbered(|cell| numbers[usize::from(cell)])))
}
