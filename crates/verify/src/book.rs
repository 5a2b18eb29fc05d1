//! Books of local patterns: a winning strategy taken apart, so that a person can read it.
//!
//! A **pattern** is a region of empty cells, and ends: stones or edges of one colour around the region. Each cell of the region
//! says which ends touch it. The pattern claims:
//!
//! > If the region is empty and its ends touch the cells that they say they touch, the owner joins the ends `A` and `B` by
//! > stones inside the region, also when the opponent moves first. Other ends (`C`, `D`, …) may help.
//!
//! It proves this by **answers**: a move inside the region, its key, and the patterns that remain after it (the parts), which lie in
//! the region, away from the key and from each other. An answer is good against every intrusion that is neither on its key nor in
//! one of its parts. So a pattern holds if *no cell is used by all its answers*, and every answer joins `A` and `B`. This is
//! the decomposition of Yang, Liao and Pawlak: every local game is answered where it is disturbed.
//!
//! A part is an earlier pattern of the book, turned or mirrored and moved ([`Placement`]). Its ends are whatever touches the cells:
//! an end of the pattern around it, the key, or several of these that are joined already. That is why a bridge to the edge
//! and a bridge between two stones are one pattern, and why each pattern has to be learnt once.
//!
//! The **root** lists patterns on the board that together join the winner's edges. Nothing else is trusted: this checker knows
//! no connections and no solver. `docs/booklet.md` describes the file.

mod check;
mod error;
mod lattice;
mod local;
mod text;

pub use check::check_book;
pub use error::BookError;
pub use lattice::{Placement, Point};
pub use local::{LocalGame, LocalGames, Reply};
pub use text::{book_text, read_book};

use board::{Cell, Color, Position};

/// A set of the ends of a pattern: bit 0 is `A`, bit 1 is `B`, and so on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ends(pub u8);

impl Ends {
    /// The most ends of a pattern.
    pub const MOST: usize = 8;

    /// Whether an end is in the set.
    #[must_use]
    pub const fn contains(self, end: usize) -> bool {
        self.0 >> end & 1 != 0
    }

    /// The ends in the set.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..Self::MOST).filter(move |&end| self.contains(end))
    }
}

/// A cell of a region and the ends that touch it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Site {
    /// Where it is.
    pub point: Point,
    /// What touches it.
    pub ends: Ends,
}

/// How an end is drawn: the pattern's own example of what touches its region.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawn {
    /// Which end.
    pub end: usize,
    /// An edge of the board, or stones.
    pub is_edge: bool,
    /// The stones, or the points just outside the board.
    pub points: Vec<Point>,
}

/// A pattern of the book in its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Part {
    /// Its number in the book, from 0.
    pub pattern: usize,
    /// Where it lies.
    pub placement: Placement,
}

/// A move of the owner inside a pattern and what remains after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The move.
    pub key: Point,
    /// The patterns that remain, none where the ends are joined.
    pub parts: Vec<Part>,
}

/// One local game, see the [module](self).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    /// The empty cells, each once.
    pub region: Vec<Site>,
    /// An example of its ends, for pictures.
    pub drawn: Vec<Drawn>,
    /// What the owner has ready.
    pub answers: Vec<Answer>,
}

impl Pattern {
    /// How many ends it has.
    #[must_use]
    pub fn ends(&self) -> usize {
        let all = self.region.iter().fold(0, |all, site| all | site.ends.0);
        8 - all.leading_zeros() as usize
    }

    /// Its cells in their place.
    pub fn placed(&self, placement: Placement) -> impl Iterator<Item = Point> {
        self.region.iter().map(move |site| placement.apply(site.point))
    }
}

/// A book: patterns, and how they win a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Book {
    /// The position that is won.
    pub position: Position,
    /// By whom.
    pub winner: Color,
    /// The winner's first move, where the winner is to move.
    pub first: Option<Cell>,
    /// The patterns; parts of a pattern come before it.
    pub patterns: Vec<Pattern>,
    /// The patterns on the board that join the winner's edges, after the first move.
    pub root: Vec<Part>,
}

impl Book {
    /// The cells that a part and an answer of it use, the key included.
    pub fn used(&self, answer: &Answer, placement: Placement) -> Vec<Point> {
        let parts = answer.parts.iter().flat_map(|part| {
            let placement = placement.after(part.placement);
            self.patterns.get(part.pattern).into_iter().flat_map(move |pattern| pattern.placed(placement))
        });
        std::iter::once(placement.apply(answer.key)).chain(parts).collect()
    }
}
