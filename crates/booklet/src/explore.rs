//! Finds patterns, and for each the answers that its owner has: the material from which a book is chosen.

use rustc_hash::FxHashMap;
use verify::book::{Ends, Placement, Point, Site};

use crate::{
    game::{Game, Mask, bits},
    shape::Shape,
};

/// Nodes that one question to a local game may take.
const BUDGET: u64 = 6_000;

/// An answer inside a pattern: a move and the patterns that remain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Candidate {
    pub(crate) key: usize,
    pub(crate) used: Mask,
    pub(crate) parts: Vec<(usize, Placement)>,
}

/// A pattern with its answers.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) shape: Shape,
    pub(crate) options: Vec<Candidate>,
    pub(crate) explored: bool,
}

/// All patterns that were found.
#[derive(Debug, Default)]
pub(crate) struct Library {
    pub(crate) entries: Vec<Entry>,
    numbers: FxHashMap<Shape, usize>,
    minimal: FxHashMap<Shape, Vec<(usize, Placement)>>,
}

/// A local game with the points of its cells.
pub(crate) struct Local {
    pub(crate) points: Vec<Point>,
    pub(crate) game: Game,
}

impl Local {
    pub(crate) fn new(sites: &[Site]) -> Self {
        let cells = sites.len();
        let ends = 8 - sites.iter().fold(0u8, |all, site| all | site.ends.0).leading_zeros() as usize;
        let mut around = vec![0; cells + ends];
        for (index, site) in sites.iter().enumerate() {
            for (other, neighbour) in sites.iter().enumerate() {
                if site.point.touches(neighbour.point) {
                    around[index] |= 1 << other;
                }
            }
            for end in site.ends.iter() {
                around[index] |= 1 << (cells + end);
                around[cells + end] |= 1 << index;
            }
        }
        Self { points: sites.iter().map(|site| site.point).collect(), game: Game::new(around, cells) }
    }
}

impl Library {
    pub(crate) fn number(&mut self, shape: Shape) -> usize {
        let next = self.entries.len();
        let number = *self.numbers.entry(shape.clone()).or_insert(next);
        if number == next {
            self.entries.push(Entry { shape, options: Vec::new(), explored: false });
        }
        number
    }

    /// Finds the answers of a pattern.
    pub(crate) fn explore(&mut self, number: usize) {
        if std::mem::replace(&mut self.entries[number].explored, true) {
            return;
        }
        let shape = self.entries[number].shape.clone();
        let mut local = Local::new(shape.sites());
        let cells = shape.len();
        let (all, ends) = (local.game.all(), local.game.ends());
        let goal = (cells, cells + 1);
        let mut options: Vec<Candidate> = Vec::new();
        for key in 0..cells {
            let (rest, own) = (all & !(1 << key), ends | 1 << key);
            // Intrusions that some way after this key avoids are done; the others get ways of their own.
            let mut open = rest;
            let mut next = None;
            loop {
                let empty = next.map_or(rest, |intrusion: usize| rest & !(1 << intrusion));
                for parts in self.take_apart(&mut local, empty, own, goal, 3) {
                    let used = parts.iter().fold(1 << key, |used, (_, _, mask)| used | mask);
                    open &= used;
                    let parts = parts.into_iter().map(|(number, placement, _)| (number, placement)).collect();
                    let option = Candidate { key, used, parts };
                    if !options.contains(&option) {
                        options.push(option);
                    }
                }
                if let Some(intrusion) = next {
                    open &= !(1 << intrusion);
                }
                if open == 0 {
                    break;
                }
                next = Some(open.trailing_zeros() as usize);
            }
        }
        self.entries[number].options = options;
    }

    /// The ways to join two things by patterns that share no cell.
    pub(crate) fn take_apart(
        &mut self,
        local: &mut Local,
        empty: Mask,
        own: Mask,
        goal: (usize, usize),
        depth: usize,
    ) -> Vec<Vec<(usize, Placement, Mask)>> {
        let start = local.game.chain(goal.0, own);
        if start >> goal.1 & 1 != 0 {
            return vec![Vec::new()];
        }
        let end = local.game.chain(goal.1, own);
        let mut ways: Vec<Vec<(usize, Placement, Mask)>> = Vec::new();
        // By one pattern that needs no help.
        ways.extend(self.direct(local, empty, start | end, goal).into_iter().map(|part| vec![part]));
        if depth > 0 {
            let mut others = own & !start & !end;
            while others != 0 {
                let middle = others.trailing_zeros() as usize;
                others &= !local.game.chain(middle, own);
                for (first, second) in [(goal.0, goal.1), (goal.1, goal.0)] {
                    let alone = local.game.chain(first, own) | local.game.chain(middle, own);
                    for part in self.direct(local, empty, alone, (first, middle)) {
                        let rest = empty & !part.2;
                        for mut way in self.take_apart(local, rest, own, (middle, second), depth - 1) {
                            way.push(part);
                            way.sort_unstable();
                            if !ways.contains(&way) {
                                ways.push(way);
                            }
                        }
                    }
                }
            }
        }
        if ways.is_empty() {
            ways.extend(self.direct(local, empty, own, goal).into_iter().map(|part| vec![part]));
        }
        ways
    }

    /// Minimal patterns that join two things within empty cells, by one pattern.
    fn direct(
        &mut self,
        local: &mut Local,
        empty: Mask,
        own: Mask,
        goal: (usize, usize),
    ) -> Vec<(usize, Placement, Mask)> {
        let Some(Some(needs)) = local.game.second(empty, own, goal, BUDGET) else { return Vec::new() };
        // What touches the cells: the two things first, then everything else.
        let mut chains = vec![local.game.chain(goal.0, own), local.game.chain(goal.1, own)];
        let mut others = own & !chains[0] & !chains[1] & local.game.grow(needs);
        while others != 0 {
            let chain = local.game.chain(others.trailing_zeros() as usize, own);
            others &= !chain;
            chains.push(chain);
        }
        if chains.len() > Ends::MOST {
            return Vec::new();
        }
        let sites: Vec<Site> = bits(needs)
            .map(|cell| {
                let touching =
                    chains.iter().enumerate().filter(|(_, chain)| local.game.around[cell] & **chain != 0);
                let ends = Ends(touching.fold(0, |ends, (end, _)| ends | 1 << end));
                Site { point: local.points[cell], ends }
            })
            .collect();
        self.minimal(&sites)
            .into_iter()
            .map(|(number, placement)| {
                let points =
                    self.entries[number].shape.sites().iter().map(|site| placement.apply(site.point));
                let mask = points.fold(0, |mask, point| {
                    mask | local.points.iter().position(|&own| own == point).map_or(0, |cell| 1 << cell)
                });
                (number, placement, mask)
            })
            .collect()
    }

    /// Patterns inside a won one from which nothing can be taken away, neither cells nor touches.
    pub(crate) fn minimal(&mut self, sites: &[Site]) -> Vec<(usize, Placement)> {
        let (form, placement) = Shape::of(sites);
        if let Some(known) = self.minimal.get(&form) {
            return known.iter().map(|&(number, inner)| (number, placement.after(inner))).collect();
        }
        let mut found = Vec::new();
        let orders = if is_won(form.sites()) { 0..2 } else { 0..0 };
        for order in orders {
            let sites = smallest(form.sites(), order);
            let (shape, inner) = Shape::of(&sites);
            let number = self.number(shape);
            if !found.iter().any(|&(known, _)| known == number) {
                found.push((number, inner));
            }
        }
        let here = found.iter().map(|&(number, inner)| (number, placement.after(inner))).collect();
        self.minimal.insert(form, found);
        here
    }
}

/// Takes cells and touches away as long as the pattern is won.
fn smallest(sites: &[Site], order: usize) -> Vec<Site> {
    let mut local = Local::new(sites);
    let cells = sites.len();
    let ends = local.game.ends();
    let mut left = local.game.all();
    let mut sequence: Vec<usize> = (0..cells).collect();
    match order {
        0 => {}
        1 => sequence.reverse(),
        _ => sequence.sort_by_key(|&cell| (sites[cell].ends.0.count_ones(), cell)),
    }
    for cell in sequence.iter().copied() {
        if left >> cell & 1 == 0 {
            continue;
        }
        if let Some(Some(needs)) = local.game.second(left & !(1 << cell), ends, (cells, cells + 1), BUDGET) {
            left = needs;
        }
    }
    let mut sites: Vec<Site> = bits(left).map(|cell| sites[cell]).collect();
    // Helpers as a whole first, then single touches.
    for end in 2..Ends::MOST {
        let without: Vec<Site> =
            sites.iter().map(|site| Site { ends: Ends(site.ends.0 & !(1 << end)), ..*site }).collect();
        if without != sites && is_won(&without) {
            sites = without;
        }
    }
    for end in (0..Ends::MOST).rev() {
        for index in 0..sites.len() {
            if sites[index].ends.contains(end) {
                let before = sites[index].ends;
                sites[index].ends = Ends(before.0 & !(1 << end));
                if !is_won(&sites) {
                    sites[index].ends = before;
                }
            }
        }
    }
    close_names(&mut sites);
    sites
}

/// Gives the ends the first names, without gaps.
fn close_names(sites: &mut [Site]) {
    let used: Vec<usize> =
        (0..Ends::MOST).filter(|&end| end < 2 || sites.iter().any(|site| site.ends.contains(end))).collect();
    for site in sites {
        let ends = used.iter().enumerate().filter(|&(_, &old)| site.ends.contains(old));
        site.ends = Ends(ends.fold(0, |ends, (new, _)| ends | 1 << new));
    }
}

fn is_won(sites: &[Site]) -> bool {
    let mut local = Local::new(sites);
    let (cells, ends) = (sites.len(), local.game.ends());
    if ends.count_ones() < 2 {
        return false;
    }
    matches!(local.game.second(local.game.all(), ends, (cells, cells + 1), BUDGET), Some(Some(_)))
}
