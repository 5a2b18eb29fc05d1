//! Known patterns inside a region: their turns and mirror images, and the places where they lie.

use proof::book::{Ends, Placement, Point};

use crate::{
    region::{Mask, NONE, Region, place, stride},
    shape::Shape,
};

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
    /// A pattern in its place on numbered cells with these ends.
    pub(crate) fn new(pattern: usize, placement: Placement, cells: &[(usize, Ends)]) -> Self {
        let mut fit = Self { pattern, placement, cells: 0, ends: [0; Ends::MOST], count: 2 };
        for &(cell, ends) in cells {
            fit.cells |= 1 << cell;
            for end in ends.iter() {
                fit.ends[end] |= 1 << cell;
                fit.count = fit.count.max(end + 1);
            }
        }
        fit
    }

    /// The pattern on another ground, where its cells have other numbers.
    pub(crate) fn moved(&self, by: Placement, cells: impl Fn(Mask) -> Mask) -> Self {
        let Self { pattern, placement, count, .. } = *self;
        Self {
            pattern,
            placement: by.after(placement),
            cells: cells(self.cells),
            ends: self.ends.map(cells),
            count,
        }
    }

    /// How many ends the pattern has.
    pub(crate) const fn ends(&self) -> usize {
        self.count
    }

    /// The cells that an end has to touch.
    pub(crate) const fn end(&self, end: usize) -> Mask {
        self.ends[end]
    }

    /// The cells that some end has to touch.
    pub(crate) fn touches(&self) -> Mask {
        self.ends[..self.count].iter().fold(0, |all, end| all | end)
    }

    /// Whether the pattern joins two groups, with `A` at the first.
    fn joins(&self, from: Mask, to: Mask) -> bool {
        self.ends[0] & !from == 0 && self.ends[1] & !to == 0
    }

    /// Whether the pattern joins two groups.
    pub(crate) fn links(&self, one: Mask, other: Mask) -> bool {
        self.joins(one, other) || self.joins(other, one)
    }

    pub(crate) fn is_helped(&self, groups: &[Mask]) -> bool {
        (2..self.count).all(|end| groups.iter().any(|group| self.ends[end] & !group == 0))
    }
}

/// With `A` and `B` exchanged.
const fn exchange(ends: Ends) -> Ends {
    Ends(ends.0 & !3 | (ends.0 & 1) << 1 | (ends.0 & 2) >> 1)
}

#[cfg(test)]
mod tests {
    use proof::book::Site;
    use proptest::prelude::*;

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
