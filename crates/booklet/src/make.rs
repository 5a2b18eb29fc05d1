//! Makes a book from a strategy: explores, chooses, and writes down.

use std::collections::BTreeSet;

use board::{CellSet, Color, Position};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng as _};
use rustc_hash::FxHashMap;
use verify::{
    End,
    book::{Answer, Book, Drawn, Ends, Part, Pattern, Placement, Point, Site, book_text, read_book},
    strategy::Strategy,
};

use crate::{
    BookletError,
    improve::{Choice, improve},
    pool::Pool,
    region::{Mask, bits, ends_of},
    search::{Search, Task},
    select::{Selection, select, with_answers},
    shape::{Shape, corner},
    sums::Fit,
};

/// How hard to look for patterns that answer an intrusion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// Moves against it that are looked into.
    pub width: usize,
    /// Tasks after these moves that are gone into, one after another, until one succeeds.
    pub tries: usize,
}

/// How much work to spend on a book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// How deep new patterns may lie within each other; twice and four times as deep is tried where this does not suffice.
    pub depth: usize,
    /// How hard to look for patterns.
    pub effort: Effort,
    /// Attempts to make the book smaller.
    pub rounds: usize,
    /// The attempts vary by this.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { depth: 12, effort: Effort { width: 16, tries: 8 }, rounds: 150, seed: 2 }
    }
}

/// Attempts to choose patterns before the book is made smaller.
const CHOICES: usize = 30;

/// Somebody who knows a winning move in a position with the winner to move, where the strategy is silent.
pub type Expert<'a> = dyn FnMut(&Position) -> Option<board::Cell> + 'a;

/// How far the work is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Patterns are being found: tasks looked into, and patterns so far.
    Finding {
        /// Tasks looked into.
        tasks: usize,
        /// Patterns so far.
        patterns: usize,
    },
    /// The book is being made smaller: attempts done, and the fewest patterns that suffice.
    Choosing {
        /// Attempts done.
        round: usize,
        /// The fewest so far.
        fewest: usize,
    },
}

/// Takes a strategy apart into local patterns. `progress` hears how far it is and may end the work by returning false: finding
/// patterns then fails, choosing them keeps the best choice so far. The `expert` need not be trusted, and may know nothing. The book has
/// passed [`read_book`].
///
/// # Errors
/// [`BookletError`] where the strategy's board is too large, or no decomposition was found.
pub fn make_book<'a>(
    strategy: &'a Strategy,
    settings: Settings,
    expert: &'a mut Expert<'a>,
    progress: &mut dyn FnMut(Stage) -> bool,
) -> Result<Book, BookletError> {
    let size = strategy.position().size();
    // A local game has room for so many cells and ends.
    if size.cells() > 121 {
        return Err(BookletError::TooLarge(size));
    }
    let start =
        Start { position: *strategy.position(), winner: strategy.winner(), first: strategy.first_move() };
    let random = Xoshiro256PlusPlus::seed_from_u64(settings.seed);
    let mut search = Search::new(&start.position, start.winner, settings.effort, random, expert);
    let (set, root) = find(&mut search, &start, settings, progress).ok_or(BookletError::NotFound)?;
    let selection = with_answers(&search.pool, &set).ok_or(BookletError::NotFound)?;
    let book = assemble(&search.pool, &selection, &root, &start);
    // Nothing here has to be believed: what comes out is what the checker accepts.
    read_book(&book_text(&book)).map_err(BookletError::Refused)
}

struct Start {
    position: Position,
    winner: Color,
    first: Option<board::Cell>,
}

/// Patterns that suffice, and those on the board.
type Found = (BTreeSet<usize>, Vec<(usize, Placement)>);

/// Finds the patterns of a book.
fn find(
    search: &mut Search<'_>,
    start: &Start,
    settings: Settings,
    progress: &mut dyn FnMut(Stage) -> bool,
) -> Option<Found> {
    let stones = start.first.into_iter().fold(start.position.stones(start.winner), CellSet::with).resize();
    let cells = start.position.empty_cells().resize().minus(stones);
    let [from, to] = start.winner.edges().map(End::Edge);
    let whole = Task { stones, cells, goal: (from, to) };
    let region = search.region(&whole)?;
    let bridge = [0, 1].map(|col| Site { point: Point { col, row: 0 }, ends: Ends(0b11) });
    let mut patterns = vec![search.pool.add(Shape::of(&bridge).0)];
    let mut tell = |tasks, patterns| progress(Stage::Finding { tasks, patterns });
    // What is joined already is worth knowing, and may be all that is needed.
    for task in search.joined(stones, cells) {
        search.complete(&task, &mut patterns, settings.depth, &mut tell);
    }
    let placed = |fits: Vec<Fit>| fits.iter().map(|fit| (fit.pattern, fit.placement)).collect::<Vec<_>>();
    if let Some(root) = search.pool.whole(&region, &patterns).filter(|parts| parts.len() > 1).map(placed) {
        let numbers: Vec<usize> = root.iter().map(|(number, _)| *number).collect();
        let set = select(&mut search.pool, &numbers, CHOICES, None, &mut search.random)?;
        return Some((set, root));
    }
    let mut depths = [1, 2, 4].into_iter().map(|times| times * settings.depth);
    let (depth, root) =
        depths.find_map(|depth| Some((depth, search.complete(&whole, &mut patterns, depth, &mut tell)?)))?;
    let set = select(&mut search.pool, &[root], CHOICES, None, &mut search.random)?;
    let mut choice = Choice { root, set };
    for round in 0..settings.rounds {
        let fewest = choice.set.len();
        // While the book is made smaller the work can be ended between tasks as well.
        let mut tell = |_, _| progress(Stage::Choosing { round, fewest });
        if !tell(0, 0) {
            break;
        }
        improve(search, &whole, depth, round, &mut choice, &mut tell);
        search.ended = false;
    }
    let root = search.pool.whole(&region, &[choice.root]).map(placed)?;
    Some((choice.set, root))
}

fn assemble(pool: &Pool, selection: &Selection, root: &[(usize, Placement)], start: &Start) -> Book {
    let index: FxHashMap<usize, usize> =
        selection.iter().enumerate().map(|(index, &(number, _))| (number, index)).collect();
    let mut turned: Vec<Placement> = Vec::new();
    let mut patterns = Vec::new();
    for (number, answers) in selection {
        let entry = &pool.entries[*number];
        let options: Vec<_> = answers.iter().map(|&answer| &entry.options[answer]).collect();
        let used: Mask = options.iter().fold(0, |used, option| used | option.used);
        let sites: Vec<Site> = bits(used).map(|cell| entry.shape.sites()[cell]).collect();
        let drawn = draw(&sites);
        let view = match root {
            // A pattern of the whole board is shown as it lies there.
            [(whole, placement)] if whole == number && start.winner == Color::Black => {
                Placement { turn: placement.turn, shift: Point { col: 0, row: 0 } }
            }
            _ => view(&sites, &drawn),
        };
        let points = drawn.iter().flat_map(|drawn| drawn.points.iter().copied());
        let origin = corner(sites.iter().map(|site| site.point).chain(points).map(|point| view.apply(point)));
        let view = Placement { turn: view.turn, shift: Point { col: -origin.col, row: -origin.row } };
        let answers = options.iter().map(|option| Answer {
            key: view.apply(entry.shape.sites()[option.key].point),
            parts: option
                .parts
                .iter()
                .filter_map(|&(part, place)| {
                    let pattern = *index.get(&part)?;
                    Some(Part { pattern, placement: view.after(place).after(turned.get(pattern)?.inverse()) })
                })
                .collect(),
        });
        let mut region: Vec<Site> =
            sites.iter().map(|site| Site { point: view.apply(site.point), ..*site }).collect();
        region.sort_unstable_by_key(|site| (site.point.row, site.point.col));
        let moved = drawn.iter().map(|drawn| Drawn {
            points: drawn.points.iter().map(|&point| view.apply(point)).collect(),
            ..drawn.clone()
        });
        patterns.push(Pattern { region, drawn: moved.collect(), answers: answers.collect() });
        turned.push(view);
    }
    let on_board = |&(number, placement): &(usize, Placement)| {
        let pattern = *index.get(&number)?;
        Some(Part { pattern, placement: placement.after(turned.get(pattern)?.inverse()) })
    };
    let root = root.iter().filter_map(on_board).collect();
    let Start { position, winner, first } = *start;
    Book { position, winner, first, patterns, root }
}

/// Stones and edges around a region that touch what its ends touch: few stones, touching little else, ends apart.
fn draw(sites: &[Site]) -> Vec<Drawn> {
    let is_cell = |point: Point| sites.iter().any(|site| site.point == point);
    let ends = ends_of(sites);
    let mut taken: Vec<(Point, usize)> = Vec::new();
    let mut drawn = Vec::new();
    // Ends that touch many cells have the fewest places.
    let mut order: Vec<usize> = (0..ends).collect();
    let touched = |end: usize| sites.iter().filter(|site| site.ends.contains(end)).count();
    order.sort_by_key(|&end| std::cmp::Reverse(touched(end)));
    for end in order {
        let mut missing: Vec<Point> =
            sites.iter().filter(|site| site.ends.contains(end)).map(|site| site.point).collect();
        if let Some(points) = edge(&missing, &is_cell, &taken) {
            taken.extend(points.iter().map(|&point| (point, end)));
            drawn.push(Drawn { end, is_edge: true, points });
            continue;
        }
        let mut points: Vec<Point> = Vec::new();
        while let Some(&first) = missing.first() {
            let candidates = missing.iter().flat_map(|cell| cell.neighbours());
            let free = candidates
                .filter(|&point| !is_cell(point) && !taken.iter().any(|&(other, _)| other == point));
            let score = |point: &Point| {
                let gain = missing.iter().filter(|cell| cell.touches(*point)).count() as i32;
                let wrong = sites
                    .iter()
                    .filter(|site| site.point.touches(*point) && !site.ends.contains(end))
                    .count() as i32;
                let beside =
                    taken.iter().filter(|(other, own)| *own != end && other.touches(*point)).count() as i32;
                let joined = points.iter().any(|other| other.touches(*point));
                (12 * gain - 5 * wrong - 9 * beside + i32::from(joined), std::cmp::Reverse(*point))
            };
            // A cell without a free neighbour has none: its end cannot be drawn beside it.
            let Some(point) = free.max_by_key(score) else {
                missing.retain(|&cell| cell != first);
                continue;
            };
            missing.retain(|cell| !cell.touches(point));
            points.push(point);
            taken.push((point, end));
        }
        points.sort_unstable();
        drawn.push(Drawn { end, is_edge: false, points });
    }
    drawn.sort_by_key(|drawn| drawn.end);
    drawn
}

/// The points beyond a straight row of three or more cells, if the row looks like the border of a board.
fn edge(cells: &[Point], is_cell: &dyn Fn(Point) -> bool, taken: &[(Point, usize)]) -> Option<Vec<Point>> {
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
        let free = |point: &Point| !is_cell(*point) && !taken.iter().any(|(other, _)| other == point);
        points.iter().all(free).then_some(points)
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

/// The ends that a site has beyond the two that are joined.
pub(crate) fn helpers(pattern: &Pattern) -> usize {
    pattern.ends().saturating_sub(2).min(Ends::MOST)
}
