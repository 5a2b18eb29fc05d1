//! The form of a pattern: cells and what touches them, the same for all its turns, mirror images and places.

use proof::book::{Ends, Placement, Point, Site};

use crate::region::ends_of;

/// The cells of a pattern in their standard form: of all turns, mirror images and names of the ends, the first in order,
/// moved to the corner.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Shape(Vec<Site>);

impl Shape {
    /// The standard form of a pattern, and how it lies where the pattern lies. The ends 0 and 1 are those that are joined; they
    /// may change places, and so may all others.
    pub(crate) fn of(sites: &[Site]) -> (Self, Placement) {
        let ends = ends_of(sites);
        let names = renamings(ends);
        let mut best: Option<(Vec<Site>, Placement)> = None;
        for turn in 0..Placement::TURNS {
            let turned = Placement { turn, shift: Point { col: 0, row: 0 } };
            let corner = corner(sites.iter().map(|site| turned.apply(site.point)));
            let placement = Placement { turn, shift: Point { col: -corner.col, row: -corner.row } };
            let mut moved: Vec<Site> =
                sites.iter().map(|site| Site { point: placement.apply(site.point), ..*site }).collect();
            moved.sort_unstable_by_key(|site| site.point);
            for renaming in &names {
                let ends = |site: &Site| Site { ends: renamed(site.ends, renaming), ..*site };
                let form: Vec<Site> = moved.iter().map(ends).collect();
                if best.as_ref().is_none_or(|(least, _)| form < *least) {
                    best = Some((form, placement));
                }
            }
        }
        let (form, placement) = best.unwrap_or((Vec::new(), Placement::IDENTITY));
        (Self(form), placement.inverse())
    }

    pub(crate) fn sites(&self) -> &[Site] {
        &self.0
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// How many ends the form has.
    pub(crate) fn ends(&self) -> usize {
        ends_of(&self.0)
    }
}

/// The upper left corner of points.
pub(crate) fn corner(points: impl Iterator<Item = Point>) -> Point {
    let origin = Point { col: i16::MAX, row: i16::MAX };
    points.fold(origin, |corner, point| Point {
        col: corner.col.min(point.col),
        row: corner.row.min(point.row),
    })
}

/// All ways to name this many ends: the first two may change places, and the others among themselves.
fn renamings(ends: usize) -> Vec<Vec<usize>> {
    let mut others: Vec<Vec<usize>> = vec![Vec::new()];
    for next in 2..ends {
        let mut longer = Vec::new();
        for order in &others {
            for place in 0..=order.len() {
                let mut order = order.clone();
                order.insert(place, next);
                longer.push(order);
            }
        }
        others = longer;
    }
    let both = [[0, 1], [1, 0]];
    both.iter().flat_map(|first| others.iter().map(move |rest| [first, rest.as_slice()].concat())).collect()
}

fn renamed(ends: Ends, renaming: &[usize]) -> Ends {
    Ends(ends.iter().fold(0, |all, end| all | 1 << renaming.get(end).copied().unwrap_or(end)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Turned, mirrored, moved and with its ends renamed, a pattern has one form, and the placement leads back.
        #[test]
        fn every_view_has_the_same_form(
            cells in prop::collection::btree_map((0..5i16, 0..5i16), 0..8u8, 1..9),
            turn in 0..12u8,
            exchange in any::<bool>(),
        ) {
            let site = |(&(col, row), &ends): (&(i16, i16), &u8)| Site { point: Point { col, row }, ends: Ends(ends) };
            let sites: Vec<Site> = cells.iter().map(site).collect();
            let view = Placement { turn, shift: Point { col: -4, row: 9 } };
            let renaming = if exchange { [1, 0, 2] } else { [0, 1, 2] };
            let seen: Vec<Site> = sites
                .iter()
                .map(|site| Site { point: view.apply(site.point), ends: renamed(site.ends, &renaming) })
                .collect();
            let ((form, place), (other, _)) = (Shape::of(&sites), Shape::of(&seen));
            prop_assert_eq!(&form, &other);
            let mut back: Vec<Point> = form.sites().iter().map(|site| place.apply(site.point)).collect();
            let mut points: Vec<Point> = sites.iter().map(|site| site.point).collect();
            back.sort_unstable();
            points.sort_unstable();
            prop_assert_eq!(back, points);
        }
    }
}
