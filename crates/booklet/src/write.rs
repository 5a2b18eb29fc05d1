//! Books of closed sets, and closed sets of books.

use std::rc::Rc;

use board::{Cell, Color, Position};
use rustc_hash::FxHashMap;
use verify::book::{Answer, Book, Drawn, Ends, Part, Pattern, Placement, Point, Site};

use crate::{
    closed::{Closed, Patterns},
    fits::Fit,
    game::Reply,
    region::{Mask, Region, bits, ends_of},
    shape::{Shape, corner},
};

/// What a book is about: a won position. That it is won need not be trusted: the patterns show it.
#[derive(Debug, Clone, Copy)]
pub struct Start<'a> {
    /// The position.
    pub position: Position,
    /// Who wins it.
    pub winner: Color,
    /// The winner's first move, where the winner is to move.
    pub first: Option<Cell>,
    /// Books of other positions, whose patterns may be used as if they had been found.
    pub known: &'a [Book],
}

/// The patterns of a book, with its answers.
pub(crate) fn read(book: &Book, patterns: &mut Patterns) -> Closed {
    let mut closed = Closed::default();
    // How the standard form of each pattern lies where the book has the pattern.
    let forms: Vec<(usize, Placement)> = book
        .patterns
        .iter()
        .map(|pattern| {
            let (shape, place) = Shape::of(&pattern.region);
            (patterns.add(shape), place)
        })
        .collect();
    for (pattern, &(number, place)) in book.patterns.iter().zip(&forms) {
        let region = Region::new(patterns.shape(number).sites());
        let back = place.inverse();
        let reply = |answer: &Answer| {
            let key = region.at(back.apply(answer.key))?;
            let mut parts = Vec::new();
            for part in &answer.parts {
                let (number, place) = *forms.get(part.pattern)?;
                let own = book.patterns.get(part.pattern)?;
                let laid = back.after(part.placement);
                let cell = |site: &Site| Some((region.at(laid.apply(site.point))?, site.ends));
                let cells: Option<Vec<(usize, Ends)>> = own.region.iter().map(cell).collect();
                parts.push(Fit::new(number, laid.after(place), &cells?));
            }
            let used = parts.iter().fold(1 << key, |used, part| used | part.cells);
            Some(Reply { key, used, parts })
        };
        closed.members.insert(number, Rc::new(pattern.answers.iter().filter_map(reply).collect()));
    }
    let on_board = |part: &Part| {
        let (number, place) = *forms.get(part.pattern)?;
        Some((number, part.placement.after(place)))
    };
    closed.root = book.root.iter().filter_map(on_board).collect();
    closed
}

/// The book of a closed set.
pub(crate) fn write(patterns: &Patterns, closed: &Closed, start: &Start<'_>) -> Book {
    // Parts come before the patterns that need them: they are smaller.
    let order = closed.set(patterns);
    let index: FxHashMap<usize, usize> =
        order.iter().zip(0..).map(|(&number, index)| (number, index)).collect();
    let mut turned: Vec<Placement> = Vec::new();
    let mut written = Vec::new();
    for number in &order {
        let all = patterns.shape(*number).sites();
        let replies: &[Reply] = closed.members.get(number).map_or(&[], |replies| replies.as_slice());
        let used: Mask = replies.iter().fold(0, |used, reply| used | reply.used);
        let sites: Vec<Site> = bits(used).map(|cell| all[cell]).collect();
        let drawn = draw(&sites);
        let view = match closed.root.as_slice() {
            // A pattern of the whole board is shown as it lies there.
            [(whole, placement)] if whole == number && start.winner == Color::Black => {
                Placement { turn: placement.turn, shift: Point { col: 0, row: 0 } }
            }
            _ => view(&sites, &drawn),
        };
        let points = drawn.iter().flat_map(|drawn| drawn.points.iter().copied());
        let origin = corner(sites.iter().map(|site| site.point).chain(points).map(|point| view.apply(point)));
        let view = Placement { turn: view.turn, shift: Point { col: -origin.col, row: -origin.row } };
        let answers = replies.iter().map(|reply| {
            let part = |part: &Fit| {
                let pattern = *index.get(&part.pattern)?;
                let placement = view.after(part.placement).after(turned.get(pattern)?.inverse());
                Some(Part { pattern, placement })
            };
            Answer {
                key: view.apply(all[reply.key].point),
                parts: reply.parts.iter().filter_map(part).collect(),
            }
        });
        let mut region: Vec<Site> =
            sites.iter().map(|site| Site { point: view.apply(site.point), ..*site }).collect();
        region.sort_unstable_by_key(|site| (site.point.row, site.point.col));
        let moved = drawn.iter().map(|drawn| Drawn {
            points: drawn.points.iter().map(|&point| view.apply(point)).collect(),
            ..drawn.clone()
        });
        written.push(Pattern { region, drawn: moved.collect(), answers: answers.collect() });
        turned.push(view);
    }
    let on_board = |&(number, placement): &(usize, Placement)| {
        let pattern = *index.get(&number)?;
        Some(Part { pattern, placement: placement.after(turned.get(pattern)?.inverse()) })
    };
    let root = closed.root.iter().filter_map(on_board).collect();
    let Start { position, winner, first, .. } = *start;
    Book { position, winner, first, patterns: written, root }
}

/// Times that a picture is begun anew because some end found no room.
const REDRAWN: usize = 100;

/// Stones and edges around a region that touch what its ends touch: few stones, touching little else, ends apart.
fn draw(sites: &[Site]) -> Vec<Drawn> {
    // Ends that touch many cells have the fewest places.
    let ends: Vec<usize> = (0..ends_of(sites)).collect();
    let mut order: Vec<(usize, Vec<Point>)> = ends.iter().map(|&end| (end, touched(sites, end))).collect();
    order.sort_by_key(|(_, cells)| std::cmp::Reverse(cells.len()));
    let mut drawing = Drawing::default();
    for _ in 0..REDRAWN {
        drawing = Drawing::default();
        let missed = order.iter().find_map(|(end, cells)| Some((*end, drawing.add(sites, *end, cells)?)));
        let Some((end, cell)) = missed else { break };
        // What found no room comes first the next time.
        let first = (end, vec![cell]);
        order.retain(|other| *other != first);
        order.insert(0, first);
    }
    ends.into_iter().map(|end| drawing.drawn(end)).collect()
}

/// The cells that an end touches.
fn touched(sites: &[Site], end: usize) -> Vec<Point> {
    sites.iter().filter(|site| site.ends.contains(end)).map(|site| site.point).collect()
}

/// A picture in the making.
#[derive(Default)]
struct Drawing {
    /// Points outside the region, and whose they are.
    taken: Vec<(Point, usize)>,
    /// Ends that are drawn as edges.
    edges: Vec<usize>,
}

impl Drawing {
    /// Draws an end beside some cells. A cell without room for it, if there is one.
    fn add(&mut self, sites: &[Site], end: usize, cells: &[Point]) -> Option<Point> {
        let is_free = |taken: &[(Point, usize)], point: Point| {
            !sites.iter().any(|site| site.point == point) && !taken.iter().any(|&(other, _)| other == point)
        };
        if let Some(points) = edge(cells, &|point| is_free(&self.taken, point)) {
            self.taken.extend(points.into_iter().map(|point| (point, end)));
            self.edges.push(end);
            return None;
        }
        let mut missing = cells.to_vec();
        loop {
            let is_beside =
                |cell: &Point| self.taken.iter().any(|&(own, owner)| owner == end && own.touches(*cell));
            missing.retain(|cell| !is_beside(cell));
            let first = *missing.first()?;
            let beside = missing.iter().flat_map(|cell| cell.neighbours());
            let free = beside.filter(|&point| is_free(&self.taken, point));
            let Some(stone) = free.max_by_key(|&point| self.score(sites, point, end, &missing)) else {
                return Some(first);
            };
            self.taken.push((stone, end));
        }
    }

    fn drawn(&self, end: usize) -> Drawn {
        let own = self.taken.iter().filter(|(_, owner)| *owner == end);
        let mut points: Vec<Point> = own.map(|&(point, _)| point).collect();
        points.sort_unstable();
        Drawn { end, is_edge: self.edges.contains(&end), points }
    }

    /// How good a stone of an end is.
    fn score(
        &self,
        sites: &[Site],
        stone: Point,
        end: usize,
        missing: &[Point],
    ) -> (i32, std::cmp::Reverse<Point>) {
        let gain = missing.iter().filter(|cell| cell.touches(stone)).count() as i32;
        let wrong = sites.iter().filter(|site| site.point.touches(stone) && !site.ends.contains(end));
        let beside = |is_own: bool| {
            let like = self.taken.iter().filter(move |(_, owner)| (*owner == end) == is_own);
            like.filter(|(other, _)| other.touches(stone)).count() as i32
        };
        let joined = beside(true).min(1);
        (12 * gain - 5 * wrong.count() as i32 - 9 * beside(false) + joined, std::cmp::Reverse(stone))
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
fn view(sites: &[Site], drawn: &[Drawn]) -> Placement {
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
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]
        /// What lies on a board can be drawn: some cells, the rest stones of up to five ends.
        #[test]
        fn whatever_lies_on_a_board_is_drawn(board in prop::collection::vec(0..10_usize, 36)) {
            let mut cells: Vec<Point> = Vec::new();
            let mut stones: Vec<(Point, usize)> = Vec::new();
            for (index, &content) in (0_i16..).zip(&board) {
                let point = Point { col: index % 6, row: index / 6 };
                match content.checked_sub(5) {
                    None => cells.push(point),
                    Some(end) => stones.push((point, end)),
                }
            }
            let site = |&point: &Point| {
                let touching = stones.iter().filter(|(stone, _)| stone.touches(point));
                Site { point, ends: Ends(touching.fold(0, |ends, (_, end)| ends | 1 << end)) }
            };
            let sites: Vec<Site> = cells.iter().map(site).collect();
            let drawn = draw(&sites);
            let points: Vec<Point> = drawn.iter().flat_map(|drawn| drawn.points.clone()).collect();
            for (index, point) in points.iter().enumerate() {
                prop_assert!(!cells.contains(point) && !points[..index].contains(point));
            }
            for site in &sites {
                for end in site.ends.iter() {
                    prop_assert!(drawn[end].points.iter().any(|point| point.touches(site.point)));
                }
            }
        }
    }
}
