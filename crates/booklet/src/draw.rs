//! Where the ends of a pattern are drawn, and which way up it is shown.

use std::cmp::Reverse;

use proof::book::{Drawn, Placement, Point, Site};
use rustc_hash::FxHashMap;

use crate::region::ends_of;

/// If choosing the best stones end by end fails: the number of restarts of a picture, and of stones to try in each.
const BEGUN: usize = 100;
const TRIED: usize = 1000;

/// The ends of a pattern with cells that they touch.
type Touching = [(usize, Vec<Point>)];

/// Stones and edges around a region that touch what its ends touch: few stones, touching little else, ends apart.
pub(crate) fn draw(sites: &[Site]) -> Vec<Drawn> {
    // Ends that touch many cells have the fewest places.
    let ends: Vec<usize> = (0..ends_of(sites)).collect();
    let mut order: Vec<(usize, Vec<Point>)> = ends.iter().map(|&end| (end, touched(sites, end))).collect();
    order.sort_by_key(|(_, cells)| Reverse(cells.len()));
    let drawing = Drawing::in_turn(sites, &order)
        .or_else(|| Drawing::searched(sites, &order, true))
        .or_else(|| Drawing::searched(sites, &order, false))
        .unwrap_or_else(|| Drawing::of(sites));
    ends.into_iter().map(|end| drawing.drawn(end)).collect()
}

/// The cells that an end touches.
fn touched(sites: &[Site], end: usize) -> Vec<Point> {
    sites.iter().filter(|site| site.ends.contains(end)).map(|site| site.point).collect()
}

/// A picture in the making.
struct Drawing<'a> {
    /// The region.
    sites: &'a [Site],
    /// Points outside the region, and whose they are.
    taken: Vec<(Point, usize)>,
    /// Ends that are drawn as edges.
    edges: Vec<usize>,
}

impl<'a> Drawing<'a> {
    /// Nothing but the region.
    const fn of(sites: &'a [Site]) -> Self {
        Self { sites, taken: Vec::new(), edges: Vec::new() }
    }

    fn is_free(&self, point: Point) -> bool {
        !self.sites.iter().any(|site| site.point == point)
            && !self.taken.iter().any(|&(other, _)| other == point)
    }

    /// One end after another, each as well as it can be then: it may leave no room for the next.
    fn in_turn(sites: &'a [Site], order: &Touching) -> Option<Self> {
        let mut drawing = Self::of(sites);
        order
            .iter()
            .all(|(end, cells)| drawing.edge(*end, cells) || drawing.stones(*end, cells))
            .then_some(drawing)
    }

    /// Stones where there is room for all, around edges or without them: what lies on a board can be drawn by stones alone.
    fn searched(sites: &'a [Site], order: &Touching, with_edges: bool) -> Option<Self> {
        let mut drawing = Self::of(sites);
        if with_edges {
            for (end, cells) in order {
                drawing.edge(*end, cells);
            }
        }
        let mut failures = FxHashMap::default();
        (0..BEGUN).any(|_| drawing.fit(order, &mut failures, &mut { TRIED })).then_some(drawing)
    }

    /// Draws an end as an edge, if it looks like one and there is room.
    fn edge(&mut self, end: usize, cells: &[Point]) -> bool {
        let Some(points) = edge(cells, &|point| self.is_free(point)) else { return false };
        self.taken.extend(points.into_iter().map(|point| (point, end)));
        self.edges.push(end);
        true
    }

    /// Draws an end as stones beside some cells, the best stone first. Whether there is room.
    fn stones(&mut self, end: usize, cells: &[Point]) -> bool {
        let mut missing = cells.to_vec();
        loop {
            missing.retain(|&cell| !self.is_beside(end, cell));
            if missing.is_empty() {
                return true;
            }
            let beside = missing.iter().flat_map(|cell| cell.neighbours());
            let free = beside.filter(|&point| self.is_free(point));
            let Some(stone) = free.max_by_key(|&point| self.score(point, end, &missing)) else {
                return false;
            };
            self.taken.push((stone, end));
        }
    }

    /// Draws stones until all ends touch their cells, and takes back what leaves no room. The end and cell with the fewest places,
    /// divided by their failures so far, come next.
    fn fit(
        &mut self,
        order: &Touching,
        failures: &mut FxHashMap<(usize, Point), usize>,
        tries: &mut usize,
    ) -> bool {
        let missing = |(end, cells): &(usize, Vec<Point>)| -> (usize, Vec<Point>) {
            (*end, cells.iter().copied().filter(|&cell| !self.is_beside(*end, cell)).collect())
        };
        let order: Vec<(usize, Vec<Point>)> = order.iter().map(missing).collect();
        let needs = order.iter().flat_map(|(end, cells)| cells.iter().map(move |cell| (*end, *cell, cells)));
        let free = |cell: Point| cell.neighbours().into_iter().filter(|&point| self.is_free(point));
        let hardest = needs.min_by_key(|&(end, cell, _)| {
            1000 * free(cell).count() / (1 + failures.get(&(end, cell)).copied().unwrap_or_default())
        });
        let Some((end, cell, cells)) = hardest else { return true };
        let mut places: Vec<Point> = free(cell).collect();
        places.sort_by_key(|&point| Reverse(self.score(point, end, cells)));
        for stone in places {
            if *tries == 0 {
                return false;
            }
            *tries -= 1;
            self.taken.push((stone, end));
            if self.fit(&order, failures, tries) {
                return true;
            }
            self.taken.pop();
        }
        *failures.entry((end, cell)).or_default() += 1;
        false
    }

    /// Whether an end touches a cell.
    fn is_beside(&self, end: usize, cell: Point) -> bool {
        self.taken.iter().any(|&(own, owner)| owner == end && own.touches(cell))
    }

    fn drawn(&self, end: usize) -> Drawn {
        let own = self.taken.iter().filter(|(_, owner)| *owner == end);
        let mut points: Vec<Point> = own.map(|&(point, _)| point).collect();
        points.sort_unstable();
        Drawn { end, is_edge: self.edges.contains(&end), points }
    }

    /// How good a stone of an end is.
    fn score(&self, stone: Point, end: usize, missing: &[Point]) -> (i32, Reverse<Point>) {
        let gain = missing.iter().filter(|cell| cell.touches(stone)).count() as i32;
        let wrong = self.sites.iter().filter(|site| site.point.touches(stone) && !site.ends.contains(end));
        let beside = |is_own: bool| {
            let like = self.taken.iter().filter(move |(_, owner)| (*owner == end) == is_own);
            like.filter(|(other, _)| other.touches(stone)).count() as i32
        };
        let joined = beside(true).min(1);
        (12 * gain - 5 * wrong.count() as i32 - 9 * beside(false) + joined, Reverse(stone))
    }
}

/// The points beyond a straight row of three or more cells, if the row looks like the border of a board.
fn edge(cells: &[Point], is_free: &dyn Fn(Point) -> bool) -> Option<Vec<Point>> {
    if cells.len() < 3 {
        return None;
    }
    let sixths = Point::STEPS.len();
    (0..sixths).find_map(|along| {
        let step = Point::STEPS[along];
        // On the row: a whole number of steps away from its first cell.
        let on_row = |cell: &Point| {
            let way = cell.minus(cells[0]);
            (-20..=20).any(|count| way == Point { col: step.col * count, row: step.row * count })
        };
        if !cells.iter().all(on_row) {
            return None;
        }
        // The two neighbours of a cell on the left of this direction.
        let beyond = [1, 2].map(|turn| Point::STEPS[(along + turn) % sixths]);
        let mut points: Vec<Point> =
            cells.iter().flat_map(|cell| beyond.map(|step| cell.plus(step))).collect();
        points.sort_unstable();
        points.dedup();
        points.iter().all(|&point| is_free(point)).then_some(points)
    })
}

/// The turn in which a pattern is shown: its edge at the bottom, otherwise lying flat.
pub(crate) fn view(sites: &[Site], drawn: &[Drawn]) -> Placement {
    let edges: Vec<&Drawn> = drawn.iter().filter(|drawn| drawn.is_edge).collect();
    let score = |turn: &u8| {
        let turned = Placement { turn: *turn, shift: Point { col: 0, row: 0 } };
        let rows: Vec<i16> = sites.iter().map(|site| turned.apply(site.point).row).collect();
        let (top, bottom) = (rows.iter().min().copied(), rows.iter().max().copied());
        let at_side = |edge: &&&Drawn| {
            let edge_rows: Vec<i16> = edge.points.iter().map(|&point| turned.apply(point).row).collect();
            edge_rows.iter().any(|row| Some(row - 1) != bottom)
                && edge_rows.iter().any(|row| Some(row + 1) != top || edges.len() == 1)
        };
        let height = bottom.zip(top).map_or(0, |(bottom, top)| bottom - top);
        (edges.iter().filter(at_side).count(), height, *turn)
    };
    let turn = (0..Placement::TURNS).min_by_key(score).unwrap_or_default();
    Placement { turn, shift: Point { col: 0, row: 0 } }
}

#[cfg(test)]
mod tests {
    use proof::book::Ends;
    use proptest::prelude::*;

    use super::*;

    /// Draws what lies on a board of six columns, cells or stones of ends, and looks whether everything touches what it should.
    fn draw_board(board: &[Option<usize>]) {
        let points =
            (0_i16..).zip(board).map(|(index, &stone)| (Point { col: index % 6, row: index / 6 }, stone));
        let stones: Vec<(Point, usize)> =
            points.clone().filter_map(|(point, stone)| Some((point, stone?))).collect();
        let site = |point: Point| {
            let touching = stones.iter().filter(|(stone, _)| stone.touches(point));
            Site { point, ends: Ends(touching.fold(0, |ends, (_, end)| ends | 1 << end)) }
        };
        let cells = points.filter(|(_, stone)| stone.is_none());
        let sites: Vec<Site> = cells.map(|(point, _)| site(point)).collect();
        let drawn = draw(&sites);
        let points: Vec<Point> = drawn.iter().flat_map(|drawn| drawn.points.clone()).collect();
        for (index, point) in points.iter().enumerate() {
            assert!(sites.iter().all(|site| site.point != *point) && !points[..index].contains(point));
        }
        for site in &sites {
            for end in site.ends.iter() {
                assert!(drawn[end].points.iter().any(|point| point.touches(site.point)));
            }
        }
    }

    #[test]
    fn narrow_places_are_shared() {
        // The first asks for stones that are not the best for their end, the second for many of them.
        for board in
            [".BA.CA ...BC. .C.D.B ...A.. .C..DA ..DB..", ".A.... B.D.D. CEA..A ..EB.. .A..A. C...C."]
        {
            let stone = |letter: u8| (letter != b'.').then(|| usize::from(letter - b'A'));
            let board: Vec<_> = board.bytes().filter(|byte| *byte != b' ').map(stone).collect();
            draw_board(&board);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]
        /// Half cells, half stones of up to five ends.
        #[test]
        fn whatever_lies_on_a_board_is_drawn(board in prop::collection::vec(prop::option::of(0..5_usize), 36)) {
            draw_board(&board);
        }
    }
}
