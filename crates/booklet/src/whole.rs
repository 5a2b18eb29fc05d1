//! Patterns that are too large for the local game's search: from edge to edge, or from a stone to an edge far away.
//!
//! What can be said at once comes from the connection prover. A pattern is answered by its threats (semi connections) where these
//! suffice. For an intrusion that disturbs all of them, moves are tried after which the ends are joined over other groups by
//! connections that share no cell, all but one of them proved at once, the last one by another pattern of this kind. Between the
//! edges the strategy that is being taken apart is asked as well, and where it is silent, an expert.

use std::ops::RangeInclusive;

use board::{Cell, CellSet, Color, Geometry, Position};
use connection::{Connections, Settings};
use rustc_hash::FxHashMap;
use verify::{
    End, Kind,
    book::{Ends, Placement, Point, Site},
    strategy::{Claim, Strategy},
};

use crate::{
    Effort, Expert, Stage,
    explore::{Candidate, Library},
    game::Mask,
    shape::Shape,
};

/// Sets of cells here: boards up to 11x11.
const W: usize = 2;
/// Ways from end to end that are kept after a move.
const WAYS: usize = 6;
/// Threats that are looked at.
const THREATS: usize = 12;
/// How deep a link is looked for that may not be there.
const SPECULATION: usize = 1;
/// The largest region that the local game's search takes over.
const LOCAL: usize = 17;

/// A part on the board.
type Placed = (usize, Placement, CellSet<W>);
/// Two ends to be joined, with stones and cells.
type Question = (End, End, CellSet<W>, CellSet<W>);
/// An answer on the board.
type Found = (Cell, Vec<Placed>);

/// What the prover knows of a position.
struct Links {
    things: Vec<Thing>,
    fulls: FxHashMap<(usize, usize), Vec<CellSet<W>>>,
    semis: FxHashMap<(usize, usize), Vec<(Cell, CellSet<W>)>>,
}

/// An edge with its stones, or a group: its stones, and the cells that it touches.
#[derive(Debug, Clone, Copy)]
struct Thing {
    end: End,
    stones: CellSet<W>,
    around: CellSet<W>,
}

pub(crate) struct Wholes<'a> {
    pub(crate) library: Library,
    strategy: &'a Strategy,
    claims: Vec<(CellSet<W>, CellSet<W>)>,
    winner: Color,
    geometry: &'static Geometry<W>,
    connections: Connections<W>,
    /// Patterns by goal, stones and cells; for failures, the nesting that was allowed.
    made: FxHashMap<Question, (usize, Vec<Placed>)>,
    settings: Effort,
    expert: &'a mut Expert<'a>,
    pub(crate) builds: usize,
}

impl<'a> Wholes<'a> {
    pub(crate) fn new(strategy: &'a Strategy, settings: Effort, expert: &'a mut Expert<'a>) -> Self {
        let size = strategy.position().size();
        let narrow = |claim: &Claim| (claim.stones.resize(), claim.cells.resize());
        let position = Position::<W>::empty(size);
        Self {
            library: Library::default(),
            strategy,
            claims: strategy.claims().iter().map(narrow).collect(),
            winner: strategy.winner(),
            geometry: Geometry::of(size),
            connections: Connections::new(&position, Settings::default()),
            made: FxHashMap::default(),
            settings,
            expert,
            builds: 0,
        }
    }

    /// The patterns that win the strategy's position, after the first move: several that share no cell, or one for the whole board.
    /// Large patterns lie at most `nest` deep in each other.
    pub(crate) fn root(
        &mut self,
        nest: RangeInclusive<usize>,
        progress: &mut dyn FnMut(Stage) -> bool,
    ) -> Option<Vec<Placed>> {
        let mut position = self.strategy.position().resize::<W>();
        if let Some(cell) = self.strategy.first_move() {
            position.place(self.winner, cell).ok()?;
        }
        let [from, to] = self.winner.edges().map(End::Edge);
        let (stones, cells) = (position.stones(self.winner), position.empty_cells());
        if let Some(way) = self.ways((from, to), stones, cells).into_iter().min_by_key(Vec::len) {
            return Some(way);
        }
        for nest in nest {
            let stage = Stage::Finding { nest, patterns: self.library.entries.len(), builds: self.builds };
            if !progress(stage) {
                return None;
            }
            if let Some(part) = self.patterns((from, to), stones, cells, nest).first() {
                return Some(vec![*part]);
            }
        }
        None
    }

    /// Patterns that join two ends within cells, large ones at most `nest` deep.
    fn patterns(
        &mut self,
        goal: (End, End),
        stones: CellSet<W>,
        cells: CellSet<W>,
        nest: usize,
    ) -> Vec<Placed> {
        let memo = (goal.0, goal.1, stones, cells);
        if let Some((deep, made)) = self.made.get(&memo)
            && (!made.is_empty() || *deep >= nest)
        {
            return made.clone();
        }
        let made = self.make(goal, stones, cells, nest);
        self.made.insert(memo, (nest, made.clone()));
        made
    }

    fn make(&mut self, goal: (End, End), stones: CellSet<W>, cells: CellSet<W>, nest: usize) -> Vec<Placed> {
        let links = self.links(stones, cells);
        let Some(pair) = links.pair(goal) else { return Vec::new() };
        let mut direct: Vec<Placed> = Vec::new();
        for carrier in links.fulls_of(pair).iter().filter(|carrier| carrier.len() <= LOCAL).take(4) {
            direct.extend(self.minimal(&links.things, pair, *carrier, false));
        }
        if !direct.is_empty() || nest == 0 {
            return direct;
        }
        let mut found: Vec<Found> = Vec::new();
        let mut open = cells;
        for (key, carrier) in links.semis_of(pair).iter().take(THREATS) {
            self.threat(goal, stones, *key, *carrier, &mut found, &mut open);
        }
        // Intrusions that nothing found so far answers are tried first where fewest threats are left.
        while let Some(reply) = open.first() {
            let rest = cells.without(reply);
            let links = self.links(stones, rest);
            for (key, carrier) in links.semis_of(pair).iter().take(THREATS) {
                self.threat(goal, stones, *key, *carrier, &mut found, &mut open);
            }
            if open.contains(reply) {
                self.deeper(goal, stones, rest, nest, &mut found, &mut open);
            }
            if open.contains(reply) {
                return Vec::new();
            }
        }
        self.keep(goal, stones, cells, found)
    }

    /// Adds the answers that a threat gives.
    fn threat(
        &mut self,
        goal: (End, End),
        stones: CellSet<W>,
        key: Cell,
        carrier: CellSet<W>,
        found: &mut Vec<Found>,
        open: &mut CellSet<W>,
    ) {
        for way in self.ways(goal, stones.with(key), carrier.without(key)) {
            *open &= used(key, &way);
            found.push((key, way));
        }
    }

    /// Moves after which all but one link is proved at once, and the expert's moves.
    fn deeper(
        &mut self,
        goal: (End, End),
        stones: CellSet<W>,
        cells: CellSet<W>,
        nest: usize,
        found: &mut Vec<Found>,
        open: &mut CellSet<W>,
    ) {
        let mut plans: Vec<(usize, Cell, (End, End), CellSet<W>)> = Vec::new();
        let links = self.links(stones, cells);
        let Some((a, b)) = links.pair(goal) else { return };
        for key in cells {
            for (near, far) in [(a, b), (b, a)] {
                let (near, far) = (links.things[near].end, links.things[far].end);
                let to_key = self.connections.between(self.winner, [near, End::Cell(key)]);
                let mut fulls: Vec<CellSet<W>> =
                    to_key.filter(|found| found.kind == Kind::Full).map(|full| full.carrier).collect();
                fulls.sort_by_key(CellSet::len);
                let onwards: Vec<CellSet<W>> = self
                    .connections
                    .between(self.winner, [End::Cell(key), far])
                    .filter(|found| found.kind != Kind::Full)
                    .map(|semi| semi.carrier)
                    .collect();
                for full in fulls.iter().take(4) {
                    let apart = onwards.iter().filter(|semi| !semi.intersects(full)).map(CellSet::len).min();
                    if let Some(size) = apart {
                        plans.push((full.len() + size, key, (End::Cell(key), far), *full));
                    }
                }
            }
        }
        plans.sort_by_key(|(size, key, ..)| (*size, *key));
        let mut done = 0;
        for (_, key, last, full) in plans.into_iter().take(self.settings.plans) {
            if done >= self.settings.alternatives {
                return;
            }
            let stones = stones.with(key);
            let rest = cells.without(key).minus(full);
            for part in self.patterns(last, stones, rest, (nest - 1).min(SPECULATION)).into_iter().take(2) {
                let whole = cells.without(key).minus(part.2);
                for mut way in self.ways_without(goal, stones, whole, last, part) {
                    way.sort_unstable();
                    *open &= used(key, &way);
                    found.push((key, way));
                    done += 1;
                }
            }
        }
        if done > 0 || nest == 1 {
            return;
        }
        // The prover's threats, whose connections may overlap in captured cells, and the expert's moves.
        let mut keys: Vec<Cell> = Vec::new();
        for (key, _) in links.semis_of((a, b)) {
            if keys.len() < self.settings.keys && !keys.contains(key) {
                keys.push(*key);
            }
        }
        if matches!(goal, (End::Edge(_), End::Edge(_))) {
            for key in self.known(stones, cells) {
                if !keys.contains(&key) {
                    keys.push(key);
                }
            }
        }
        if keys.is_empty() && matches!(goal, (End::Edge(_), End::Edge(_))) {
            let position = self.position(stones, cells, self.winner);
            keys.extend((self.expert)(&position.resize()));
        }
        for key in keys {
            for part in self.patterns(goal, stones.with(key), cells.without(key), nest - 1) {
                *open &= used(key, &[part]);
                found.push((key, vec![part]));
                done += 1;
            }
            if done >= self.settings.alternatives {
                return;
            }
        }
    }

    /// The ways from end to end that use a given part for one link.
    fn ways_without(
        &mut self,
        goal: (End, End),
        stones: CellSet<W>,
        cells: CellSet<W>,
        given: (End, End),
        part: Placed,
    ) -> Vec<Vec<Placed>> {
        let mut links = self.links(stones, cells);
        let Some((a, b)) = links.pair(given) else { return Vec::new() };
        // The given link is there, with no cells of its own here.
        links.fulls.insert((a.min(b), a.max(b)), vec![CellSet::EMPTY]);
        let mut ways = self.ways_over(&links, goal);
        for way in &mut ways {
            way.push(part);
        }
        ways
    }

    /// Patterns that share no cell and lead from end to end.
    fn ways(&mut self, goal: (End, End), stones: CellSet<W>, cells: CellSet<W>) -> Vec<Vec<Placed>> {
        let links = self.links(stones, cells);
        let Some(pair) = links.pair(goal) else { return vec![Vec::new()] };
        let ways = self.ways_over(&links, goal);
        if !ways.is_empty() {
            return ways;
        }
        let mut helped = Vec::new();
        for carrier in links.fulls_of(pair).iter().filter(|carrier| carrier.len() <= LOCAL).take(2) {
            helped
                .extend(self.minimal(&links.things, pair, *carrier, true).into_iter().map(|part| vec![part]));
        }
        helped
    }

    fn ways_over(&mut self, links: &Links, goal: (End, End)) -> Vec<Vec<Placed>> {
        let Some((from, to)) = links.pair(goal) else { return Vec::new() };
        let mut routes = Vec::new();
        extend(links, from, to, CellSet::EMPTY, &mut Vec::new(), &mut routes);
        routes.sort_by_key(|route| route.iter().map(|(_, cells)| cells.len()).sum::<usize>());
        let mut ways: Vec<Vec<Placed>> = Vec::new();
        for route in routes {
            if ways.len() >= WAYS {
                break;
            }
            let mut choices: Vec<Vec<Placed>> = vec![Vec::new()];
            for (pair, carrier) in route {
                if carrier.is_empty() {
                    continue;
                }
                let parts = self.minimal(&links.things, pair, carrier, false);
                choices = choices
                    .iter()
                    .flat_map(|way| parts.iter().map(move |part| [way.as_slice(), &[*part]].concat()))
                    .take(4)
                    .collect();
            }
            for mut way in choices {
                way.sort_unstable();
                if !ways.contains(&way) {
                    ways.push(way);
                }
            }
        }
        ways
    }

    /// What the strategy plays, the moves that need the fewest cells first.
    fn known(&self, stones: CellSet<W>, empty: CellSet<W>) -> Vec<Cell> {
        let mut known: Vec<(usize, Cell)> = self
            .claims
            .iter()
            .filter(|(_, cells)| cells.is_subset(&empty))
            .filter_map(|(needed, cells)| {
                let key = needed.minus(stones).single().filter(|key| empty.contains(*key))?;
                Some((cells.len(), key))
            })
            .collect();
        known.sort_unstable();
        let mut keys: Vec<Cell> = Vec::new();
        for (_, key) in known {
            if keys.len() < self.settings.keys && !keys.contains(&key) {
                keys.push(key);
            }
        }
        keys
    }

    fn links(&mut self, stones: CellSet<W>, cells: CellSet<W>) -> Links {
        self.builds += 1;
        let position = self.position(stones, cells, self.winner.opponent());
        self.connections.build(&position);
        let things = self.things(stones);
        let (mut fulls, mut semis) = (FxHashMap::default(), FxHashMap::default());
        for a in 0..things.len() {
            for b in a + 1..things.len() {
                let (mut some, mut more) = (Vec::new(), Vec::new());
                for found in self.connections.between(self.winner, [things[a].end, things[b].end]) {
                    match found.kind {
                        Kind::Full => some.push(found.carrier),
                        Kind::Semi(key) => more.push((key, found.carrier)),
                    }
                }
                some.sort_by_key(CellSet::len);
                more.sort_by_key(|(_, carrier)| carrier.len());
                fulls.insert((a, b), some);
                semis.insert((a, b), more);
            }
        }
        Links { things, fulls, semis }
    }

    /// The position with these stones of the winner, these cells empty, and everything else the loser's.
    fn position(&self, stones: CellSet<W>, cells: CellSet<W>, to_move: Color) -> Position<W> {
        let others = self.geometry.all().minus(stones | cells);
        let [black, white] = match self.winner {
            Color::Black => [stones, others],
            Color::White => [others, stones],
        };
        let size = self.geometry.size();
        Position::with_stones(size, black, white, to_move).unwrap_or_else(|_| Position::empty(size))
    }

    /// The winner's edges and other groups.
    fn things(&self, stones: CellSet<W>) -> Vec<Thing> {
        let mut things: Vec<Thing> = Vec::new();
        let mut left = stones;
        for edge in self.winner.edges() {
            let group = self.geometry.flood(self.geometry.edge(edge) & stones, stones);
            left = left.minus(group);
            let around = self.geometry.edge(edge) | self.geometry.grow(group);
            things.push(Thing { end: End::Edge(edge), stones: group, around });
        }
        while let Some(stone) = left.first() {
            let group = self.geometry.flood(CellSet::of(stone), stones);
            left = left.minus(group);
            things.push(Thing { end: End::Cell(stone), stones: group, around: self.geometry.grow(group) });
        }
        things
    }

    /// The cells of a pattern and what touches them: its two ends first, then everything else.
    fn sites(&self, things: &[Thing], (a, b): (usize, usize), cells: CellSet<W>, helped: bool) -> Vec<Site> {
        let size = self.geometry.size();
        let order = [a, b].into_iter().chain((0..things.len()).filter(|&thing| thing != a && thing != b));
        let order: Vec<usize> = order.take(if helped { Ends::MOST } else { 2 }).collect();
        let ends = |cell: Cell| {
            let ends = order.iter().enumerate().filter(|(_, thing)| things[**thing].around.contains(cell));
            Ends(ends.fold(0, |ends, (end, _)| ends | 1 << end))
        };
        cells.iter().map(|cell| Site { point: Point::of(cell, size), ends: ends(cell) }).collect()
    }

    fn minimal(
        &mut self,
        things: &[Thing],
        pair: (usize, usize),
        carrier: CellSet<W>,
        helped: bool,
    ) -> Vec<Placed> {
        let size = self.geometry.size();
        let sites = self.sites(things, pair, carrier, helped);
        let parts = self.library.minimal(&sites);
        let placed = parts.into_iter().map(|(number, placement)| {
            let sites = self.library.entries[number].shape.sites().iter();
            let cells = sites.filter_map(|site| placement.apply(site.point).cell(size)).collect();
            (number, placement, cells)
        });
        placed.collect()
    }

    /// A pattern with these answers, its region no larger than they need.
    fn keep(
        &mut self,
        goal: (End, End),
        stones: CellSet<W>,
        cells: CellSet<W>,
        mut found: Vec<Found>,
    ) -> Vec<Placed> {
        found.sort_by_key(|(key, way)| used(*key, way).len());
        let (mut region, mut open) = (CellSet::EMPTY, cells);
        for (key, way) in &found {
            let used = used(*key, way);
            if !open.is_subset(&used) {
                open &= used;
                region |= used;
            }
        }
        let things = self.things(stones);
        let Some(pair) = pair_of(&things, goal) else { return Vec::new() };
        if region.len() <= LOCAL {
            let parts = self.minimal(&things, pair, region, true);
            if !parts.is_empty() {
                return parts;
            }
        }
        let size = self.geometry.size();
        let (shape, placement) = Shape::of(&self.sites(&things, pair, region, true));
        let number = self.library.number(shape);
        let back = placement.inverse();
        let entry = &mut self.library.entries[number];
        entry.explored = true;
        let index = |cell: Cell| {
            let point = back.apply(Point::of(cell, size));
            entry.shape.sites().iter().position(|site| site.point == point)
        };
        let mask =
            |cells: CellSet<W>| cells.iter().filter_map(index).fold(0, |mask: Mask, cell| mask | 1 << cell);
        let mut options = Vec::new();
        for (key, way) in &found {
            let used = used(*key, way);
            let Some(key) = index(*key).filter(|_| used.is_subset(&region)) else { continue };
            let parts = way.iter().map(|&(number, part, _)| (number, back.after(part))).collect();
            let option = Candidate { key, used: mask(used), parts };
            if !options.contains(&option) && !entry.options.contains(&option) {
                options.push(option);
            }
        }
        entry.options.extend(options);
        vec![(number, placement, region)]
    }
}

impl Links {
    fn pair(&self, goal: (End, End)) -> Option<(usize, usize)> {
        pair_of(&self.things, goal)
    }

    fn fulls_of(&self, (a, b): (usize, usize)) -> &[CellSet<W>] {
        self.fulls.get(&(a.min(b), a.max(b))).map_or(&[], Vec::as_slice)
    }

    fn semis_of(&self, (a, b): (usize, usize)) -> &[(Cell, CellSet<W>)] {
        self.semis.get(&(a.min(b), a.max(b))).map_or(&[], Vec::as_slice)
    }
}

/// The things that two ends belong to, unless they are one.
fn pair_of(things: &[Thing], goal: (End, End)) -> Option<(usize, usize)> {
    let find = |end: End| {
        things.iter().position(|thing| match end {
            End::Cell(cell) => thing.stones.contains(cell),
            End::Edge(_) => thing.end == end,
        })
    };
    let (a, b) = (find(goal.0)?, find(goal.1)?);
    (a != b).then_some((a, b))
}

/// The cells that an answer uses.
fn used(key: Cell, way: &[Placed]) -> CellSet<W> {
    way.iter().fold(CellSet::of(key), |used, (.., cells)| used | *cells)
}

/// Goes on from thing `at` to thing `to` over things not yet visited.
fn extend(
    links: &Links,
    at: usize,
    to: usize,
    visited: CellSet<W>,
    route: &mut Vec<((usize, usize), CellSet<W>)>,
    routes: &mut Vec<Vec<((usize, usize), CellSet<W>)>>,
) {
    const ROUTES: usize = 200;
    if at == to {
        routes.push(route.clone());
        return;
    }
    let visited = visited.with(Cell::from_index_unchecked(at));
    for next in 0..links.things.len() {
        if visited.contains(Cell::from_index_unchecked(next)) {
            continue;
        }
        for carrier in links.fulls_of((at, next)) {
            if routes.len() >= ROUTES
                || carrier.len() > LOCAL
                || route.iter().any(|(_, cells)| cells.intersects(carrier))
            {
                continue;
            }
            route.push(((at, next), *carrier));
            extend(links, next, to, visited, route, routes);
            route.pop();
        }
    }
}
