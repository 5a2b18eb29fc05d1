//! Known patterns inside a region, and their sums: patterns that share no cell and lead from one end to the other.

use verify::book::{Ends, Placement, Point};

use crate::{
    region::{Mask, NONE, Region, place, stride},
    shape::Shape,
};

/// The most parts of an answer.
const PARTS: usize = 3;
/// Sums that are looked at after one move: the rest would be variations of these.
const SUMS: usize = 20_000;

/// The different turns and mirror images of a pattern.
#[derive(Debug)]
pub(crate) struct Views {
    ends: usize,
    cells: usize,
    views: Vec<View>,
}

#[derive(Debug)]
struct View {
    turn: u8,
    first: Point,
    /// For each cell the way there from the first on the grid, and its ends.
    cells: Vec<(isize, u8)>,
}

/// A pattern in its place in a region.
#[derive(Debug, Clone)]
pub(crate) struct Fit {
    pub(crate) pattern: usize,
    pub(crate) placement: Placement,
    pub(crate) cells: Mask,
    /// For each end, the cells that it has to touch.
    ends: [Mask; Ends::MOST],
    count: usize,
}

impl Views {
    pub(crate) fn of(shape: &Shape) -> Self {
        let mut views: Vec<View> = Vec::new();
        let mut seen: Vec<Vec<(Point, Ends)>> = Vec::new();
        for turn in 0..Placement::TURNS {
            let turned = Placement { turn, shift: Point { col: 0, row: 0 } };
            let view: Vec<(Point, Ends)> =
                shape.sites().iter().map(|site| (turned.apply(site.point), site.ends)).collect();
            let first = view.iter().map(|(point, _)| *point).min().unwrap_or(Point { col: 0, row: 0 });
            let forms = [false, true].map(|exchanged| {
                let ends = |ends: Ends| if exchanged { exchange(ends) } else { ends };
                let mut form: Vec<_> =
                    view.iter().map(|&(point, of)| (point.minus(first), ends(of))).collect();
                form.sort_unstable();
                form
            });
            if !forms.iter().any(|form| seen.contains(form)) {
                let [form, _] = forms;
                seen.push(form);
                let (first, _) = view[0];
                let cell = |(point, ends): &(Point, Ends)| (stride(point.minus(first)), ends.0);
                let mut cells: Vec<(isize, u8)> = view.iter().map(cell).collect();
                // Far cells are the first to lie outside.
                cells.sort_by_key(|(way, _)| std::cmp::Reverse(way.abs()));
                views.push(View { turn, first, cells });
            }
        }
        Self { ends: shape.ends(), cells: shape.len(), views }
    }

    /// All places of the pattern inside a region.
    pub(crate) fn fits(&self, pattern: usize, region: &Region, fits: &mut Vec<Fit>) {
        if self.cells > region.len() {
            return;
        }
        for view in &self.views {
            for site in &region.sites {
                let Some(start) = place(site.point) else { continue };
                let at =
                    |way: isize| region.grid.get(start.wrapping_add_signed(way)).copied().unwrap_or(NONE);
                if view.cells.iter().any(|&(way, _)| at(way) == NONE) {
                    continue;
                }
                let placement = Placement { turn: view.turn, shift: site.point.minus(view.first) };
                let mut fit = Fit { pattern, placement, cells: 0, ends: [0; Ends::MOST], count: self.ends };
                for &(way, ends) in &view.cells {
                    let cell = 1 << at(way);
                    fit.cells |= cell;
                    for end in 0..self.ends {
                        fit.ends[end] |= if ends >> end & 1 != 0 { cell } else { 0 };
                    }
                }
                fits.push(fit);
            }
        }
    }
}

impl Fit {
    /// Whether the pattern joins two things, with `A` at the first.
    fn joins(&self, from: Mask, to: Mask) -> bool {
        self.ends[0] & !from == 0 && self.ends[1] & !to == 0
    }

    /// Whether the pattern joins two things.
    pub(crate) fn links(&self, one: Mask, other: Mask) -> bool {
        self.joins(one, other) || self.joins(other, one)
    }

    fn is_helped(&self, things: &[Mask]) -> bool {
        (2..self.count).all(|end| things.iter().any(|thing| self.ends[end] & !thing == 0))
    }
}

/// The fits on empty cells all of whose ends are touched by something, small ones first.
pub(crate) fn usable<'a>(fits: &'a [Fit], things: &[Mask], empty: Mask) -> Vec<&'a Fit> {
    let touched = |end: Mask| things.iter().any(|thing| end & !thing == 0);
    let mut usable: Vec<&Fit> = fits
        .iter()
        .filter(|fit| {
            fit.cells & !empty == 0 && touched(fit.ends[0]) && touched(fit.ends[1]) && fit.is_helped(things)
        })
        .collect();
    usable.sort_by_key(|fit| fit.cells.count_ones());
    usable
}

/// What is told about a sum: its parts, by their places in the list, and their cells. True ends the search.
pub(crate) type Tell<'a> = dyn FnMut(&[usize], Mask) -> bool + 'a;

/// Tells the sums that join two things. Of patterns between the same things one on cells of another is left out, unless
/// it is a different pattern and `kinds` are asked for.
pub(crate) fn sums(fits: &[&Fit], things: &[Mask], goal: (usize, usize), kinds: bool, tell: &mut Tell<'_>) {
    let count = things.len();
    let mut lists: Vec<Vec<usize>> = vec![Vec::new(); count * count];
    for (index, fit) in fits.iter().enumerate() {
        for from in 0..count {
            for to in 0..count {
                if from == to || !fit.links(things[from], things[to]) {
                    continue;
                }
                let list = &mut lists[from * count + to];
                let is_covered = |&other: &usize| {
                    fits[other].cells & !fit.cells == 0 && (!kinds || fits[other].pattern == fit.pattern)
                };
                if !list.iter().any(is_covered) {
                    list.push(index);
                }
            }
        }
    }
    let mut walk = Walk { fits, count, lists, goal: goal.1, left: SUMS, parts: Vec::new() };
    walk.on(goal.0, 1 << goal.0, 0, tell);
}

struct Walk<'a> {
    fits: &'a [&'a Fit],
    count: usize,
    /// For each pair of things, the fits that join them.
    lists: Vec<Vec<usize>>,
    goal: usize,
    left: usize,
    parts: Vec<usize>,
}

impl Walk<'_> {
    /// Goes on from a thing; true ends the search.
    fn on(&mut self, at: usize, seen: u32, used: Mask, tell: &mut Tell<'_>) -> bool {
        for index in 0..self.lists[at * self.count + self.goal].len() {
            let fit = self.lists[at * self.count + self.goal][index];
            let cells = self.fits[fit].cells;
            if cells & used == 0 {
                self.parts.push(fit);
                self.left = self.left.saturating_sub(1);
                let ends = tell(&self.parts, used | cells) || self.left == 0;
                self.parts.pop();
                if ends {
                    return true;
                }
            }
        }
        if self.parts.len() + 1 == PARTS {
            return false;
        }
        for next in 0..self.count {
            if seen >> next & 1 != 0 || next == self.goal {
                continue;
            }
            for index in 0..self.lists[at * self.count + next].len() {
                let fit = self.lists[at * self.count + next][index];
                let cells = self.fits[fit].cells;
                if cells & used == 0 {
                    self.parts.push(fit);
                    let ends = self.on(next, seen | 1 << next, used | cells, tell);
                    self.parts.pop();
                    if ends {
                        return true;
                    }
                }
            }
        }
        false
    }
}

/// With `A` and `B` exchanged.
const fn exchange(ends: Ends) -> Ends {
    Ends(ends.0 & !3 | (ends.0 & 1) << 1 | (ends.0 & 2) >> 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use verify::book::Site;

    use super::*;

    fn sites(cells: &std::collections::BTreeMap<(i16, i16), u8>) -> Vec<Site> {
        let site =
            |(&(col, row), &ends): (&(i16, i16), &u8)| Site { point: Point { col, row }, ends: Ends(ends) };
        cells.iter().map(site).collect()
    }

    proptest! {
        /// All places of a pattern in a region, as found by trying every placement; those that differ only in the names of `A` and `B`, or
        /// not at all, count once.
        #[test]
        fn fits_are_all_placements(
            pattern in prop::collection::btree_map((0..3i16, 0..3i16), 0..4u8, 1..5),
            cells in prop::collection::btree_map((0..5i16, 0..5i16), 0..8u8, 1..22),
        ) {
            let (shape, _) = Shape::of(&sites(&pattern));
            let region = Region::new(&sites(&cells));
            let mut fits = Vec::new();
            Views::of(&shape).fits(0, &region, &mut fits);
            let picture = |placement: Placement| {
                let mut seen: Vec<[Vec<Point>; 3]> = [[0, 1], [1, 0]]
                    .iter()
                    .map(|order| {
                        let of = |keep: &dyn Fn(&Site) -> bool| {
                            let kept = shape.sites().iter().filter(|site| keep(site));
                            let mut points: Vec<Point> = kept.map(|site| placement.apply(site.point)).collect();
                            points.sort_unstable();
                            points
                        };
                        [of(&|_| true), of(&|site| site.ends.contains(order[0])), of(&|site| site.ends.contains(order[1]))]
                    })
                    .collect();
                seen.sort_unstable();
                seen
            };
            let mut found: Vec<_> = fits.iter().map(|fit| picture(fit.placement)).collect();
            found.sort_unstable();
            let mut expected = Vec::new();
            for turn in 0..Placement::TURNS {
                for col in -12..12 {
                    for row in -12..12 {
                        let placement = Placement { turn, shift: Point { col, row } };
                        if shape.sites().iter().all(|site| region.at(placement.apply(site.point)).is_some()) {
                            expected.push(picture(placement));
                        }
                    }
                }
            }
            expected.sort_unstable();
            expected.dedup();
            prop_assert_eq!(found, expected);
        }
    }
}
