//! The rules of a book of patterns, see `docs/explanation/booklet.md`.
//!
//! They come down to one question ([`World::conclude`]): things touch cells, and patterns lie on these cells; what
//! do the patterns join? A pattern joins two things that touch the cells which its ends `A` and `B` touch. Things
//! that are joined count as one from then on. That is sound because the patterns share no cell: each keeps its
//! promise by itself, and when the board is full, the things that an earlier pattern joined are one chain.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    budget::Budget,
    graph::{Chains, Graph},
    pattern::{Answer, Book, Earlier, Ends, Part, Pattern, Point},
    read::{read_book, unseal},
    refusal::{Check, Refusal, Verdict, require},
    types::{Cells, EDGES},
};

/// The cells of a region, and the ends that touch them.
type Sites = BTreeMap<Point, Ends>;

/// Reads a book and judges everything that it claims.
pub fn check_book(text: &[u8], mut budget: Budget) -> Verdict<Book> {
    let (book, graph) = read_book(unseal(text)?, &mut budget)?;
    for (index, pattern) in book.patterns.iter().enumerate() {
        let mut earlier = Earlier { patterns: &book.patterns[..index], budget: &mut budget };
        let holds = judge_pattern(pattern, &mut earlier).and_then(|()| pattern.check_drawing());
        holds.map_err(|problem| Refusal::new("book", problem).of_pattern(index))?;
    }
    let mut earlier = Earlier { patterns: &book.patterns, budget: &mut budget };
    judge_root(&book, &graph, &mut earlier).map_err(|problem| Refusal::new("root", problem))?;
    Ok(book)
}

/// Whether a pattern holds, given that the earlier ones do.
fn judge_pattern(pattern: &Pattern, earlier: &mut Earlier<'_>) -> Check<()> {
    let sites: Sites = pattern.region.iter().map(|site| (site.point, site.ends)).collect();
    require(sites.len() == pattern.region.len(), "found a cell of the region twice: expected each once")?;
    let has = |end| pattern.region.iter().any(|site| site.ends.contains(end));
    require(has(0) && has(1), "expected a cell that A touches and one that B touches")?;
    let mut open: BTreeSet<Point> = sites.keys().copied().collect();
    for answer in &pattern.answers {
        let used = judge_answer(answer, &sites, earlier)?;
        open.retain(|point| used.contains(point));
    }
    let problem = |cell: &Point| format!("found no answer to {}: every answer uses it", cell.name());
    open.first().map_or(Ok(()), |cell| Err(problem(cell)))
}

/// Whether an answer joins `A` and `B` inside the region; the cells that it uses.
fn judge_answer(answer: &Answer, sites: &Sites, earlier: &mut Earlier<'_>) -> Check<BTreeSet<Point>> {
    let (key, name) = (answer.key, answer.key.name());
    let at_key = sites.get(&key).ok_or_else(|| format!("found the key {name} outside of the region"))?;
    // The ends of the pattern, and the stone on the key.
    let stone = Ends::MOST;
    let mut world = World { touching: BTreeMap::new(), joined: (0..=stone).collect() };
    for (&point, ends) in sites.iter().filter(|(point, _)| **point != key) {
        world.touching.insert(point, ends.iter().chain(point.touches(key).then_some(stone)).collect());
    }
    at_key.iter().for_each(|end| _ = world.join(stone, end));
    let mut used = world.conclude(&answer.parts, earlier)?;
    require(world.joined[0] == world.joined[1], &format!("after {name} nothing joins A and B"))?;
    used.insert(key);
    Ok(used)
}

/// Whether the root wins the book's position, with the right side to move.
fn judge_root(book: &Book, graph: &Graph, earlier: &mut Earlier<'_>) -> Check<()> {
    let [mut own, lost] = book.header.stones();
    let empty = |own: Cells| graph.cells().minus(own.or(lost));
    let is_due = book.header.to_move == book.header.winner;
    require(book.first.is_some() == is_due, "expected a first move exactly if the winner is to move")?;
    if let Some(cell) = book.first {
        require(empty(own).has(cell), "found the first move on a stone: expected an empty cell")?;
        own = own.with(cell);
    }
    judge_parts(graph, [own, empty(own)], &book.root, earlier)
}

/// Whether parts join the winner's edges, given the winner's stones and the empty cells, the loser to move.
pub fn judge_parts(
    graph: &Graph,
    [own, empty]: [Cells; 2],
    parts: &[Part],
    earlier: &mut Earlier<'_>,
) -> Check<()> {
    let chains = Chains::new(graph, own);
    let mut world = World { touching: BTreeMap::new(), joined: (0..graph.vertices()).collect() };
    for cell in empty.iter() {
        let near = graph.neighbours(cell).iter().filter_map(|&near| chains.name(near));
        world.touching.insert(graph.point(cell), near.map(usize::from).collect());
    }
    world.conclude(parts, earlier)?;
    let [a, b] = EDGES.map(|edge| chains.name(edge).map(|chain| world.joined[usize::from(chain)]));
    require(a == b, "the patterns on the board do not join the winner's edges")
}

/// Things, by their numbers: the empty cells that they touch, and which of them are joined.
struct World {
    touching: BTreeMap<Point, Vec<usize>>,
    /// For each thing, the one that stands for all that it is joined to.
    joined: Vec<usize>,
}

impl World {
    /// Joins two things; whether they were not.
    fn join(&mut self, a: usize, b: usize) -> bool {
        let (from, to) = (self.joined[a], self.joined[b]);
        self.joined.iter_mut().filter(|joined| **joined == from).for_each(|joined| *joined = to);
        from != to
    }

    /// Joins everything that the parts join; the cells that they use. The parts lie on empty cells and share none.
    fn conclude(&mut self, parts: &[Part], earlier: &mut Earlier<'_>) -> Check<BTreeSet<Point>> {
        let mut used = BTreeSet::new();
        for part in parts {
            let pattern =
                earlier.patterns.get(part.pattern).ok_or("found a part that is not an earlier pattern")?;
            for point in pattern.placed(part.placement) {
                if !self.touching.contains_key(&point) || !used.insert(point) {
                    return Err(format!(
                        "a part needs {}: expected it empty and in no other part",
                        point.name()
                    ));
                }
            }
        }
        // Each round joins something or is the last one.
        let mut more = true;
        while more {
            more = false;
            for part in parts {
                let pattern = &earlier.patterns[part.pattern];
                earlier.budget.spend(self.joined.len() + pattern.region.len() * Ends::MOST)?;
                let touched: Vec<_> =
                    (0..pattern.ends()).map(|end| self.touched(pattern, part, end)).collect();
                // A part keeps its promise if each of its ends is a thing that touches all cells of the end.
                if touched.iter().all(|things| !things.is_empty()) {
                    for (&a, &b) in touched[0].iter().flat_map(|a| touched[1].iter().map(move |b| (a, b))) {
                        more |= self.join(a, b);
                    }
                }
            }
        }
        Ok(used)
    }

    /// The things that touch all cells of an end of a part; all things for an end that touches none.
    fn touched(&self, pattern: &Pattern, part: &Part, end: usize) -> BTreeSet<usize> {
        let cells = pattern.region.iter().filter(|site| site.ends.contains(end));
        let at = |point: Point| {
            self.touching[&part.placement.apply(point)].iter().map(|&thing| self.joined[thing])
        };
        let each = cells.map(|site| at(site.point).collect::<BTreeSet<usize>>());
        each.reduce(|all, more| &all & &more).unwrap_or_else(|| self.joined.iter().copied().collect())
    }
}
