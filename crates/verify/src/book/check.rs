//! The rules by which a book holds.
//!
//! All of them come down to one question ([`World::conclude`]): things that touch cells, and patterns on these cells; what do the
//! patterns join? A pattern joins two things that touch the cells which its ends `A` and `B` touch. Things that are joined count
//! as one from then on. That is sound because the patterns share no cell: each keeps its promise by itself, and when the
//! board is full, the things that an earlier pattern joined are one chain.

use std::collections::{BTreeMap, BTreeSet};

use board::{Color, Geometry, Position};

use super::{Answer, Book, BookError, Ends, Part, Pattern, Point};

/// Checks everything that a book claims.
///
/// # Errors
/// [`BookError`] with the first pattern that does not hold, or why the patterns do not win the position.
pub fn check_book(book: &Book) -> Result<(), BookError> {
    for (index, pattern) in book.patterns.iter().enumerate() {
        check_pattern(pattern, &book.patterns[..index])
            .map_err(|problem| BookError::Pattern { pattern: index + 1, problem })?;
    }
    check_root(book).map_err(BookError::Root)
}

/// One pattern, given that the earlier ones hold.
fn check_pattern(pattern: &Pattern, earlier: &[Pattern]) -> Result<(), String> {
    let sites: BTreeMap<Point, Ends> = pattern.region.iter().map(|site| (site.point, site.ends)).collect();
    if sites.len() != pattern.region.len() {
        return Err("found a cell twice: expected each cell of the region once".to_string());
    }
    for end in [0, 1] {
        if !pattern.region.iter().any(|site| site.ends.contains(end)) {
            return Err(format!("found no cell that {} touches: expected one", letter(end)));
        }
    }
    check_drawing(pattern, &sites)?;
    let mut used_by_all: Option<BTreeSet<Point>> = None;
    for answer in &pattern.answers {
        let used = check_answer(answer, &sites, earlier)
            .map_err(|problem| format!("answer {}: {problem}", name(answer.key)))?;
        used_by_all = Some(match used_by_all {
            None => used,
            Some(before) => &before & &used,
        });
    }
    match used_by_all {
        None => Err("found no answers: expected two at least".to_string()),
        Some(all) => match all.first() {
            None => Ok(()),
            Some(&cell) => Err(format!("found no answer to {}: every answer uses it", name(cell))),
        },
    }
}

/// An answer joins `A` and `B` inside the region. Returns the cells that it uses.
fn check_answer(
    answer: &Answer,
    sites: &BTreeMap<Point, Ends>,
    earlier: &[Pattern],
) -> Result<BTreeSet<Point>, String> {
    let ends_at_key = sites.get(&answer.key).ok_or("found its key outside of the region")?;
    let mut world = World::default();
    for end in 0..Ends::MOST {
        let touched = sites.iter().filter(|(_, ends)| ends.contains(end)).map(|(&point, _)| point);
        world.things.push(touched.collect());
    }
    let around = answer.key.neighbours().into_iter().filter(|point| sites.contains_key(point));
    let key = world.things.len();
    world.things.push(around.collect());
    world.joined = (0..world.things.len()).collect();
    for end in ends_at_key.iter() {
        world.join(key, end);
    }
    let free: BTreeSet<Point> = sites.keys().copied().filter(|&point| point != answer.key).collect();
    let mut used = world.conclude(&answer.parts, &free, earlier)?;
    if !world.are_joined(0, 1) {
        return Err("found A and B not joined by what remains".to_string());
    }
    used.insert(answer.key);
    Ok(used)
}

/// The drawn example touches what the region says, and lies outside of it.
fn check_drawing(pattern: &Pattern, sites: &BTreeMap<Point, Ends>) -> Result<(), String> {
    let mut taken = BTreeSet::new();
    for drawn in &pattern.drawn {
        for &point in &drawn.points {
            if sites.contains_key(&point) || !taken.insert(point) {
                return Err(format!("found {} drawn twice: expected each cell once", name(point)));
            }
        }
    }
    for (&cell, ends) in sites {
        for end in ends.iter() {
            let drawn = pattern.drawn.iter().filter(|drawn| drawn.end == end);
            if !drawn.flat_map(|drawn| &drawn.points).any(|point| point.touches(cell)) {
                let letter = letter(end);
                return Err(format!("found no drawn {letter} beside {}: expected one", name(cell)));
            }
        }
    }
    Ok(())
}

/// The root's patterns join the winner's edges in the position, and the right side is to move.
fn check_root(book: &Book) -> Result<(), String> {
    let Book { position, winner, first, .. } = book;
    let size = position.size();
    let mut position = *position;
    match *first {
        Some(_) if position.to_move() != *winner => {
            return Err(format!(
                "found a first move of {winner}: expected none, {} is to move",
                winner.opponent()
            ));
        }
        None if position.to_move() == *winner => {
            return Err(format!("found no first move: expected one of {winner}, who is to move"));
        }
        Some(cell) if position.place(*winner, cell).is_err() => {
            return Err(format!("found the first move {}: expected an empty cell", size.name(cell)));
        }
        _ => {}
    }
    check_parts(&position, *winner, &book.root, &book.patterns)
}

/// Whether patterns on a board, the loser to move, join the winner's edges: the cells are empty and no cell is used twice.
///
/// # Errors
/// What was found instead, in words.
pub(super) fn check_parts(
    position: &Position,
    winner: Color,
    parts: &[Part],
    patterns: &[Pattern],
) -> Result<(), String> {
    let size = position.size();
    let geometry = Geometry::<{ board::MAX_WORDS }>::of(size);
    let empty: BTreeSet<Point> = position.empty_cells().iter().map(|cell| Point::of(cell, size)).collect();
    let mut world = World::default();
    for edge in winner.edges() {
        world.things.push(geometry.edge(edge).iter().map(|cell| Point::of(cell, size)).collect());
    }
    let mut at_edge = Vec::new();
    for group in position.groups().of_color(winner) {
        let around = geometry.grow(group.cells).minus(group.cells);
        for (index, edge) in winner.edges().into_iter().enumerate() {
            if group.touches(edge) {
                at_edge.push((index, world.things.len()));
            }
        }
        world.things.push(around.iter().map(|cell| Point::of(cell, size)).collect());
    }
    world.joined = (0..world.things.len()).collect();
    for (edge, group) in at_edge {
        world.join(edge, group);
    }
    world.conclude(parts, &empty, patterns)?;
    match world.are_joined(0, 1) {
        true => Ok(()),
        false => Err(format!("found {winner}'s edges not joined by the patterns on the board")),
    }
}

/// Things that touch cells, and which of them are joined.
#[derive(Debug, Default)]
struct World {
    /// The cells that each touches.
    things: Vec<BTreeSet<Point>>,
    /// For each, the number of what it belongs to.
    joined: Vec<usize>,
}

impl World {
    fn join(&mut self, a: usize, b: usize) {
        let (from, to) = (self.joined[a], self.joined[b]);
        for joined in &mut self.joined {
            if *joined == from {
                *joined = to;
            }
        }
    }

    fn are_joined(&self, a: usize, b: usize) -> bool {
        self.joined[a] == self.joined[b]
    }

    /// Joins everything that the parts join, and returns the cells that they use. The parts lie in `free` and share no cell.
    fn conclude(
        &mut self,
        parts: &[Part],
        free: &BTreeSet<Point>,
        patterns: &[Pattern],
    ) -> Result<BTreeSet<Point>, String> {
        let mut used = BTreeSet::new();
        let mut placed = Vec::new();
        for part in parts {
            let number = part.pattern + 1;
            let pattern = patterns
                .get(part.pattern)
                .ok_or_else(|| format!("found pattern {number} as a part: expected an earlier pattern"))?;
            for point in pattern.placed(part.placement) {
                if !free.contains(&point) {
                    return Err(format!("pattern {number} needs {}: expected it empty", name(point)));
                }
                if !used.insert(point) {
                    return Err(format!("found {} in two patterns: expected it in one", name(point)));
                }
            }
            placed.push((pattern, part));
        }
        // Each round joins something or is the last one.
        loop {
            let before = self.joined.clone();
            for (pattern, part) in &placed {
                let touching: Vec<Vec<usize>> = (0..pattern.ends())
                    .map(|end| {
                        let sites = pattern.region.iter().filter(|site| site.ends.contains(end));
                        let cells: Vec<Point> = sites.map(|site| part.placement.apply(site.point)).collect();
                        self.touching(&cells)
                    })
                    .collect();
                if touching.len() < 2 || touching.iter().any(Vec::is_empty) {
                    continue;
                }
                for &a in &touching[0] {
                    for &b in &touching[1] {
                        self.join(a, b);
                    }
                }
            }
            if self.joined == before {
                return Ok(used);
            }
        }
    }

    /// Of each joined set that touches all these cells together, one thing.
    fn touching(&self, cells: &[Point]) -> Vec<usize> {
        let sets: BTreeSet<usize> = self.joined.iter().copied().collect();
        let touches = |set: usize, cell: &Point| {
            let mut things = self.things.iter().zip(&self.joined);
            things.any(|(thing, &joined)| joined == set && thing.contains(cell))
        };
        let all = sets.into_iter().filter(|&set| cells.iter().all(|cell| touches(set, cell)));
        all.filter_map(|set| self.joined.iter().position(|&joined| joined == set)).collect()
    }
}

/// A point by its coordinates, as in the file: letters and numbers where a board could have it.
pub(super) fn name(point: Point) -> String {
    match (u8::try_from(point.col), point.row) {
        (Ok(col @ 0..26), 0..) => format!("{}{}", char::from(b'a' + col), point.row + 1),
        _ => format!("({},{})", point.col, point.row),
    }
}

/// The letter of an end.
pub(super) fn letter(end: usize) -> char {
    char::from(b'A' + end as u8)
}
