//! The words of books of local patterns: points of an endless board, regions, ends, answers and parts.
//!
//! A **pattern** is a region of empty cells, and ends: stones or edges of one colour around the region. Each
//! cell of the region says which ends touch it. The pattern claims:
//!
//! > If the region is empty and its ends touch the cells that they say they touch, the owner joins the ends `A` and
//! > `B` by stones inside the region, also when the opponent moves first. Other ends (`C`, `D`, …) may help.
//!
//! It proves this by **answers**: a move inside the region, its key, and the patterns that remain after it
//! (the parts), which lie in the region, away from the key and from each other. An answer is good against
//! every intrusion that is neither on its key nor in one of its parts.
//!
//! A part is an earlier pattern of the book, turned or mirrored and moved ([`Placement`]). Its ends are
//! the things that touch the cells: an end of the pattern around it, the key, or several of these that are joined
//! already.

use std::collections::BTreeMap;

use crate::{
    budget::Budget,
    refusal::{Check, require},
    types::{Header, Vertex},
};

/// A point of the endless board: column and row as on a board, but any numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// Counted to the right.
    pub col: i16,
    /// Counted downwards.
    pub row: i16,
}

impl Point {
    /// The six neighbours, clockwise from the right.
    pub const STEPS: [Self; 6] = [
        Self { col: 1, row: 0 },
        Self { col: 0, row: 1 },
        Self { col: -1, row: 1 },
        Self { col: -1, row: 0 },
        Self { col: 0, row: -1 },
        Self { col: 1, row: -1 },
    ];

    /// The point that lies at `other` when seen from here.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self { col: self.col + other.col, row: self.row + other.row }
    }

    /// The way from `other` to here.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self { col: self.col - other.col, row: self.row - other.row }
    }

    /// Its neighbours.
    #[must_use]
    pub fn neighbours(self) -> [Self; 6] {
        Self::STEPS.map(|step| self.plus(step))
    }

    /// Whether two points are neighbours.
    #[must_use]
    pub fn touches(self, other: Self) -> bool {
        Self::STEPS.contains(&other.minus(self))
    }
}

/// How a pattern lies on the board or in another pattern: turned, perhaps mirrored, and moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Placement {
    /// 0 to 5: turned clockwise by this many sixths about the origin; 6 to 11: mirrored first (column and row
    /// exchanged).
    pub turn: u8,
    /// Then moved by this.
    pub shift: Point,
}

impl Placement {
    /// How many turns there are.
    pub const TURNS: u8 = 12;

    /// Where nothing changes.
    pub const IDENTITY: Self = Self { turn: 0, shift: Point { col: 0, row: 0 } };

    /// Where a point goes.
    #[must_use]
    pub fn apply(self, point: Point) -> Point {
        let mut turned = point;
        if self.turn >= 6 {
            turned = Point { col: turned.row, row: turned.col };
        }
        for _ in 0..self.turn % 6 {
            turned = Point { col: -turned.row, row: turned.col + turned.row };
        }
        turned.plus(self.shift)
    }

    /// The placement that does `first` and then this one.
    #[must_use]
    pub fn after(self, first: Self) -> Self {
        let shift = self.apply(first.apply(Point { col: 0, row: 0 }));
        // A placement follows from where it takes the origin and two neighbours.
        let image = |point: Point| self.apply(first.apply(point)).minus(shift);
        let [right, down] = [Point::STEPS[0], Point::STEPS[1]].map(image);
        let fits = |turn: &u8| {
            let plain = Self { turn: *turn, shift: Point { col: 0, row: 0 } };
            plain.apply(Point::STEPS[0]) == right && plain.apply(Point::STEPS[1]) == down
        };
        let turn = (0..Self::TURNS).find(fits).unwrap_or_default();
        Self { turn, shift }
    }

    /// The placement that undoes this one.
    #[must_use]
    pub fn inverse(self) -> Self {
        let origin = Point { col: 0, row: 0 };
        let undone = (0..Self::TURNS).map(|turn| Self { turn, shift: origin }.after(self));
        let turn = undone.zip(0..).find(|(both, _)| both.turn == 0).map_or(0, |(_, turn)| turn);
        let shift = Self { turn, shift: origin }.apply(self.shift);
        Self { turn, shift: Point { col: -shift.col, row: -shift.row } }
    }
}

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
    /// The ends that touch it.
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
    /// The patterns that remain, none if the ends are joined.
    pub parts: Vec<Part>,
}

/// One local game, see the [module](self).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    /// The empty cells, each once.
    pub region: Vec<Site>,
    /// An example of its ends, for pictures.
    pub drawn: Vec<Drawn>,
    /// The owner's prepared answers.
    pub answers: Vec<Answer>,
}

impl Pattern {
    /// How many ends it has.
    #[must_use]
    pub fn ends(&self) -> usize {
        let all = self.region.iter().fold(0, |all, site| all | site.ends.0);
        8 - all.leading_zeros() as usize
    }

    /// Whether the example of the ends, for pictures, touches what the region says, and lies outside of it. No claim
    /// rests on it.
    pub(crate) fn check_drawing(&self) -> Check<()> {
        let sites: BTreeMap<Point, Ends> = self.region.iter().map(|site| (site.point, site.ends)).collect();
        let mut taken: BTreeMap<Point, usize> = BTreeMap::new();
        for drawn in &self.drawn {
            for &point in &drawn.points {
                let fresh = !sites.contains_key(&point) && taken.insert(point, drawn.end).is_none();
                require(fresh, "found a point drawn twice: expected each once")?;
            }
        }
        for (cell, ends) in sites {
            let near = cell.neighbours().map(|point| taken.get(&point).copied());
            let drawn = ends.iter().all(|end| near.contains(&Some(end)));
            require(drawn, "found a cell without the drawn ends that touch it")?;
        }
        Ok(())
    }

    /// Its cells in their place.
    pub fn placed(&self, placement: Placement) -> impl Iterator<Item = Point> {
        self.region.iter().map(move |site| placement.apply(site.point))
    }
}

/// The patterns that parts may name, and the remaining work.
#[derive(Debug)]
pub struct Earlier<'a> {
    /// The patterns that hold.
    pub patterns: &'a [Pattern],
    /// The work that is left.
    pub budget: &'a mut Budget,
}

/// A book as its file says it: patterns, and how they win a position.
#[derive(Debug, Clone)]
pub struct Book {
    /// The position, and who wins it.
    pub header: Header,
    /// The winner's first move, where the winner is to move.
    pub first: Option<Vertex>,
    /// The patterns; parts of a pattern come before it.
    pub patterns: Vec<Pattern>,
    /// The patterns on the board that join the winner's edges, after the first move.
    pub root: Vec<Part>,
}
#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> impl Iterator<Item = Placement> {
        (0..Placement::TURNS).map(|turn| Placement { turn, shift: Point { col: 3, row: -5 } })
    }

    #[test]
    fn the_twelve_placements_differ_and_keep_neighbours() {
        let probe = Point { col: 1, row: 3 };
        let mut images: Vec<Point> = all().map(|placement| placement.apply(probe)).collect();
        images.sort();
        images.dedup();
        assert_eq!(images.len(), 12);
        for placement in all() {
            for step in Point::STEPS {
                assert!(placement.apply(probe).touches(placement.apply(probe.plus(step))));
            }
        }
    }

    #[test]
    fn placements_compose_and_undo_themselves() {
        let points = [(0, 0), (1, 0), (0, 1), (-2, 7)].map(|(col, row)| Point { col, row });
        for first in all() {
            assert_eq!(first.inverse().after(first), Placement::IDENTITY);
            for second in all() {
                let both = second.after(first);
                for point in points {
                    assert_eq!(both.apply(point), second.apply(first.apply(point)));
                }
            }
        }
    }
}
