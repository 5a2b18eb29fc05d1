//! All connections that the rules derive in a position, from nothing, and whether they are true.
//!
//! A round takes every new connection and combines it with every earlier one by AND, and semi connections with the
//! same ends by OR. Where parts overlap, captured cells are declared in all ways that the judge lets pass, a cell as
//! its own partner and partners out of reach included.
//!
//! Where at most [`MOST_COMPLETE`] cells are empty, the closure is **complete**: if the rules derived a false
//! connection, this one would derive a false one too. It may leave out two kinds of connections without harm, because
//! no condition of a rule becomes harder when a part needs fewer cells, and a true connection stays true with more cells:
//!
//! - a connection that needs all cells of another one with the same ends and key is compared, but not combined;
//! - for each set of cells, one OR takes all semi connections inside of it.
//!
//! Where more cells are empty, the first [`MOST_KEPT`] connections of each pair of ends and kind are combined, an OR has up to three parts,
//! and up to [`MOST_DECLARED`] declarations are tried for a rule.

use std::collections::{BTreeSet, HashMap, HashSet};

use verify::{Captured, Connection, Graph, Judge, Rule, Step, Vertex};

use crate::support::{Game, bits, cells, members, position};

/// The largest number of empty cells for which the closure is complete.
const MOST_COMPLETE: u32 = 5;
/// Beyond that, how many connections of a kind are combined for each pair of ends.
const MOST_KEPT: usize = 2;
/// And how many ways to declare captured cells are tried for a rule.
const MOST_DECLARED: usize = 3;

/// The derived connection.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Count {
    pub(crate) positions: usize,
    /// Those whose closure is complete.
    pub(crate) complete: usize,
    pub(crate) connections: usize,
    pub(crate) captured: usize,
    pub(crate) wins: usize,
}

/// Derives everything in the position with these stones and empty cells, and compares it with brute force. Whether a
/// full connection joins the edges.
pub(crate) fn close(graph: &Graph, own: u32, empty: u32, count: &mut Count) -> bool {
    let mut closure = Closure::new(graph, own, empty);
    count.positions += 1;
    count.complete += usize::from(closure.is_complete);
    if closure.game.joined([0, 1], own | 0b11) {
        return true;
    }
    closure.neighbours();
    closure.try_declarations_beside();
    let mut from = 0;
    while from < closure.kept.len() {
        let until = closure.kept.len();
        for new in from..until {
            for earlier in 0..=new {
                closure.both(earlier, new);
            }
        }
        if closure.is_complete {
            closure.either_inside();
        } else {
            closure.either(from);
        }
        from = until;
    }
    count.connections += closure.seen.len();
    count.captured += closure.declared;
    let wins = closure.seen.iter().any(|found| found.ends == [0, 1] && found.key.is_none());
    count.wins += usize::from(wins);
    wins
}

/// Closes the position with a number, see [`position`].
pub(crate) fn close_number(graph: &Graph, area: usize, number: usize, count: &mut Count) {
    let [own, empty] = position(area, number);
    close(graph, own, empty, count);
}

struct Closure<'a> {
    judge: Judge<'a>,
    /// The judge after the neighbours, and for each end two of them that an AND joins there.
    base: Judge<'a>,
    beside: HashMap<Vertex, [usize; 2]>,
    game: Game,
    own: u32,
    empty: u32,
    is_complete: bool,
    /// How many steps the judge has.
    steps: usize,
    seen: HashSet<Found>,
    /// The connections to combine, with the numbers of their steps.
    kept: Vec<(usize, Found)>,
    sizes: HashMap<([Vertex; 2], bool), usize>,
    /// ORs that were tried in a complete closure.
    ors: HashSet<Vec<usize>>,
    /// For each end, the declarations that the judge lets pass, with their cells.
    captured: Vec<Option<Vec<(u32, Captured)>>>,
    /// How many declarations were tried.
    declared: usize,
}

/// A connection with its ends in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Found {
    ends: [Vertex; 2],
    key: Option<Vertex>,
    carrier: u32,
}

impl<'a> Closure<'a> {
    fn new(graph: &'a Graph, own: u32, empty: u32) -> Self {
        let judge = Judge::new(graph, cells(own), cells(empty)).unwrap();
        Self {
            base: judge.clone(),
            judge,
            beside: HashMap::new(),
            game: Game::new(graph),
            own: own | 0b11,
            empty,
            is_complete: empty.count_ones() <= MOST_COMPLETE,
            steps: 0,
            seen: HashSet::new(),
            kept: Vec::new(),
            sizes: HashMap::new(),
            ors: HashSet::new(),
            captured: vec![None; graph.vertices()],
            declared: 0,
        }
    }

    /// Tries a step; what it derives must be true. Whether the judge lets it pass.
    fn step(&mut self, rule: Rule, captured: Vec<Captured>) -> bool {
        let step = Step { rule, captured };
        let Ok(Connection { mut ends, key, carrier }) = self.judge.step(&step) else { return false };
        ends.sort_unstable();
        let found = Found { ends, key, carrier: bits(carrier.iter()) };
        self.steps += 1;
        if !self.seen.insert(found) {
            return true;
        }
        assert!(
            self.is_true(&found),
            "{step:?} derives {found:?} with stones {:b}, empty {:b}",
            self.own,
            self.empty
        );
        if self.is_combined(&found) {
            self.kept.push((self.steps - 1, found));
        }
        true
    }

    /// Whether a new connection is combined with others.
    fn is_combined(&mut self, found: &Found) -> bool {
        if self.is_complete {
            let needs_less = |other: &Found| {
                (other.ends, other.key) == (found.ends, found.key) && other.carrier & !found.carrier == 0
            };
            return !self.kept.iter().any(|(_, other)| needs_less(other));
        }
        let size = self.sizes.entry((found.ends, found.key.is_some())).or_default();
        *size += 1;
        *size <= MOST_KEPT
    }

    fn is_true(&mut self, found: &Found) -> bool {
        let own = self.own | bits(found.ends) | bits(found.key);
        self.game.joins_second(found.ends, own, found.carrier & !bits(found.key))
    }

    /// All neighbours, and an end beside itself.
    fn neighbours(&mut self) {
        let names: Vec<Vertex> = members(self.own | self.empty).collect();
        for &x in &names {
            for &y in &names {
                if self.judge.end(x) == Some(x) && self.judge.end(y) == Some(y) && x <= y {
                    self.step(Rule::Neighbours([x, y]), vec![]);
                }
            }
        }
    }

    /// For each end, two neighbours that an AND joins without captured cells, so that a declaration stands alone there.
    fn try_declarations_beside(&mut self) {
        self.base = self.judge.clone();
        for (i, (_, a)) in self.kept.iter().enumerate() {
            for (j, (_, b)) in self.kept[..i].iter().enumerate() {
                if a.ends.iter().filter(|end| b.ends.contains(end)).count() == 1 {
                    let parts = [self.kept[i].0, self.kept[j].0];
                    let ends = [a.ends, b.ends].concat();
                    for end in ends {
                        self.beside.entry(end).or_insert(parts);
                    }
                }
            }
        }
    }

    fn both(&mut self, i: usize, j: usize) {
        let [(first, a), (second, b)] = [self.kept[i], self.kept[j]];
        if !a.ends.iter().any(|end| b.ends.contains(end)) {
            return;
        }
        let rule = || Rule::And([first, second]);
        if self.step(rule(), vec![]) || a.carrier & b.carrier == 0 {
            return;
        }
        let mut ends = [a.ends, b.ends].concat();
        ends.sort_unstable();
        ends.dedup();
        for captured in self.declarations(&ends, a.carrier & b.carrier) {
            self.step(rule(), captured);
        }
    }

    /// For each pair of ends and each set of cells, the OR of all semi connections inside.
    fn either_inside(&mut self) {
        let semis: Vec<(usize, Found)> = (0..).zip(self.kept.iter().map(|(_, found)| *found)).collect();
        let semis: Vec<(usize, Found)> = semis.into_iter().filter(|(_, found)| found.key.is_some()).collect();
        let pairs: BTreeSet<[Vertex; 2]> = semis.iter().map(|(_, found)| found.ends).collect();
        for ends in pairs {
            let mut inside = self.empty;
            loop {
                let fits = |found: &Found| found.ends == ends && found.carrier & !inside == 0;
                let parts: Vec<usize> =
                    semis.iter().filter(|(_, found)| fits(found)).map(|(part, _)| *part).collect();
                if !parts.is_empty() && self.ors.insert(parts.clone()) {
                    self.any_of(&parts);
                }
                if inside == 0 {
                    break;
                }
                inside = (inside - 1) & self.empty;
            }
        }
    }

    /// All ORs of one to three semi connections, at least one of them from `from` on.
    fn either(&mut self, from: usize) {
        let semis: Vec<usize> = (0..self.kept.len()).filter(|&n| self.kept[n].1.key.is_some()).collect();
        for (place, &i) in semis.iter().enumerate() {
            let ends = self.kept[i].1.ends;
            let others: Vec<usize> =
                semis[place + 1..].iter().copied().filter(|&j| self.kept[j].1.ends == ends).collect();
            let mut any_new = |parts: &[usize]| {
                if parts.iter().any(|&part| part >= from) {
                    self.any_of(parts);
                }
            };
            any_new(&[i]);
            for (place, &j) in others.iter().enumerate() {
                any_new(&[i, j]);
                for &k in &others[place + 1..] {
                    any_new(&[i, j, k]);
                }
            }
        }
    }

    fn any_of(&mut self, parts: &[usize]) {
        let ends = self.kept[parts[0]].1.ends;
        let shared = parts.iter().fold(u32::MAX, |shared, &part| shared & self.kept[part].1.carrier);
        let rule = || Rule::Or(parts.iter().map(|&part| self.kept[part].0).collect());
        let rule = rule();
        if self.step(rule.clone(), vec![]) {
            return;
        }
        for captured in self.declarations(&ends, shared) {
            self.step(rule.clone(), captured);
        }
    }

    /// Ways to declare all of `shared` as captured by one of the ends.
    fn declarations(&mut self, ends: &[Vertex], shared: u32) -> Vec<Vec<Captured>> {
        let mut lists: Vec<(u32, Vec<Captured>)> = vec![(0, vec![])];
        for cell in members(shared) {
            let choices = self.choices(ends, cell);
            let longer = lists.iter().flat_map(|(spare, list)| {
                if spare >> cell & 1 != 0 {
                    return vec![(*spare, list.clone())];
                }
                let add = |(more, captured): &(u32, Captured)| {
                    (spare | more, [list.as_slice(), &[*captured]].concat())
                };
                choices.iter().map(add).collect()
            });
            lists = longer.take(if self.is_complete { usize::MAX } else { MOST_DECLARED }).collect();
        }
        lists.into_iter().map(|(_, list)| list).collect()
    }

    /// The declarations by one of these ends that make a cell spare and that the judge lets pass.
    fn choices(&mut self, ends: &[Vertex], cell: Vertex) -> Vec<(u32, Captured)> {
        for &by in ends {
            if self.captured[usize::from(by)].is_none() {
                self.captured[usize::from(by)] = Some(self.captured_by(by));
            }
        }
        let known = ends.iter().filter_map(|&by| self.captured[usize::from(by)].as_ref()).flatten();
        known.filter(|(spare, _)| spare >> cell & 1 != 0).copied().collect()
    }

    /// All declarations by an end that the judge lets pass beside a rule whose parts need none.
    fn captured_by(&mut self, by: Vertex) -> Vec<(u32, Captured)> {
        let Some(&parts) = self.beside.get(&by) else { return Vec::new() };
        let mut passing = Vec::new();
        for cell in members(self.empty) {
            for partner in std::iter::once(None).chain(members(self.empty).map(Some)) {
                let captured = Captured { by, cell, partner };
                self.declared += 1;
                let step = Step { rule: Rule::And(parts), captured: vec![captured] };
                if self.base.clone().step(&step).is_ok() {
                    passing.push((bits([cell]) | bits(partner), captured));
                }
            }
        }
        passing
    }
}
