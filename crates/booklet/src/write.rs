//! Books of closed sets, and closed sets of books.

use std::rc::Rc;

use board::{Cell, Color, Position};
use proof::book::{Answer, Drawn, Ends, Part, Pattern, PatternBook, Placement, Point, Site};
use rustc_hash::FxHashMap;

use crate::{
    closed::{Closed, Patterns},
    draw::{draw, view},
    fits::Fit,
    game::Reply,
    region::{Mask, Region, bits},
    shape::{Shape, corner},
};

/// The won position of a book. The win need not be trusted: the patterns show it.
#[derive(Debug, Clone, Copy)]
pub struct Start<'a> {
    /// The position.
    pub position: Position,
    /// Who wins it.
    pub winner: Color,
    /// The winner's first move, where the winner is to move.
    pub first: Option<Cell>,
    /// Books of other positions, whose patterns may be used as if they had been found.
    pub known: &'a [PatternBook],
}

/// The patterns of a book, with its answers.
pub(crate) fn read(book: &PatternBook, patterns: &mut Patterns) -> Closed {
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
pub(crate) fn write(patterns: &Patterns, closed: &Closed, start: &Start<'_>) -> PatternBook {
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
    PatternBook { position, winner, first, patterns: written, root }
}
