//! Finds patterns from the board downwards.
//!
//! A **task** is two ends on the board to be joined within some cells, the loser to move. The patterns that are known answer most
//! intrusions; for one that they do not answer, moves are tried, and the task that a move leaves, alone or with known patterns
//! beside it, becomes a pattern itself. Of these the ones come first that known patterns answer already: such a task costs
//! one pattern and no more. Where there is none, the task with the fewest open intrusions is gone into, as deep as was allowed.
//! What is worth going into the connection prover says; between the edges, an expert as well. Neither has to be
//! trusted: a pattern enters the pool only when patterns of the pool answer every intrusion.

use board::{Cell, CellSet, Color, Geometry, Position};
use connection::{Connections, Settings};
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashMap;
use verify::{
    End, Kind,
    book::{Ends, Point, Site},
};

use crate::{
    Effort, Expert,
    pool::{Candidate, Pool, below, fraction, open},
    region::{Mask, Region, bits},
    sums::usable,
};

/// Sets of cells here: boards up to 11x11.
const W: usize = 2;
/// Moves of those that patterns nearly answer that the prover is asked about.
const PROMISING: usize = 8;
/// Patterns that are put beside a task.
const BESIDE: usize = 5;
/// Intrusions that one task may be gone into for.
const INTRUSIONS: usize = 30;

/// Two ends to be joined by stones on some cells, with the winner's stones around.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Task {
    pub(crate) stones: CellSet<W>,
    pub(crate) cells: CellSet<W>,
    pub(crate) goal: (End, End),
}

/// A task seen as a region, with what is known to answer it.
struct Probe {
    task: Task,
    sites: Vec<Site>,
    /// The ends of the region on the board.
    ends: Vec<End>,
    options: Vec<Candidate>,
    open: Mask,
}

/// An edge with its stones, or a group: its stones, and the cells that it touches.
struct Thing {
    end: End,
    stones: CellSet<W>,
    around: CellSet<W>,
}

pub(crate) struct Search<'a> {
    pub(crate) pool: Pool,
    winner: Color,
    geometry: &'static Geometry<W>,
    connections: Connections<W>,
    /// What the prover said about tasks.
    proved: FxHashMap<Task, bool>,
    /// Patterns of tasks; for failures, the depth that was allowed.
    made: FxHashMap<Task, (usize, Option<usize>)>,
    effort: Effort,
    /// How much chance decides between tasks.
    pub(crate) noise: f64,
    pub(crate) random: Xoshiro256PlusPlus,
    expert: &'a mut Expert<'a>,
    /// Tasks looked into.
    pub(crate) tasks: usize,
    /// Whether somebody ended the work.
    pub(crate) ended: bool,
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        position: &Position,
        winner: Color,
        effort: Effort,
        random: Xoshiro256PlusPlus,
        expert: &'a mut Expert<'a>,
    ) -> Self {
        let size = position.size();
        Self {
            pool: Pool::default(),
            winner,
            geometry: Geometry::of(size),
            connections: Connections::new(&Position::empty(size), Settings::default()),
            proved: FxHashMap::default(),
            made: FxHashMap::default(),
            effort,
            noise: 0.0,
            random,
            expert,
            tasks: 0,
            ended: false,
        }
    }

    /// Forgets which tasks succeeded and failed: with other patterns they may go another way.
    pub(crate) fn start_over(&mut self) {
        self.made.clear();
    }

    /// The winner's edges and groups that the prover joins pairwise, as tasks; not the edges, which are the whole of it.
    pub(crate) fn joined(&mut self, stones: CellSet<W>, cells: CellSet<W>) -> Vec<Task> {
        let ends: Vec<End> = self.things(stones).iter().map(|thing| thing.end).collect();
        let pairs =
            ends.iter().enumerate().flat_map(|(index, &a)| ends[index + 1..].iter().map(move |&b| (a, b)));
        let parts = pairs.filter(|(a, b)| !matches!((a, b), (End::Edge(_), End::Edge(_))));
        let tasks: Vec<Task> = parts.map(|goal| Task { stones, cells, goal }).collect();
        tasks.into_iter().filter(|task| self.is_proved(task)).collect()
    }

    /// The region of a task on the board.
    pub(crate) fn region(&self, task: &Task) -> Option<Region> {
        self.sites(task).map(|(sites, _)| Region::new(&sites))
    }

    /// A pattern of the pool that lies in a task, proved by the given patterns and new ones, which are added to them.
    pub(crate) fn complete(
        &mut self,
        task: &Task,
        patterns: &mut Vec<usize>,
        depth: usize,
        tell: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Option<usize> {
        if let Some(&(allowed, made)) = self.made.get(task)
            && (made.is_some() || allowed >= depth)
        {
            return made;
        }
        self.tasks += 1;
        self.ended |= !tell(self.tasks, self.pool.entries.len());
        if self.ended {
            return None;
        }
        let mut probe = self.probe(*task, patterns)?;
        for _ in 0..INTRUSIONS {
            if probe.open == 0 {
                break;
            }
            let holes: Vec<usize> = bits(probe.open).collect();
            let hole = holes[below(holes.len(), &mut self.random)];
            let Some(intrusion) = probe.sites[hole].point.cell(self.geometry.size()) else { break };
            let tasks = self.tasks_after(task, intrusion, patterns);
            let mut is_answered = false;
            for next in tasks.into_iter().take(self.effort.tries) {
                let before = patterns.len();
                // The further a task is from being answered, the deeper it will lead.
                let cost = match next.open.count_ones() {
                    0..=2 => 1,
                    3..=8 => 2,
                    _ => 4,
                };
                let made = if next.open == 0 {
                    Some(self.pool.settle(&next.sites, &next.options, patterns, &mut self.random))
                } else if depth >= cost {
                    self.complete(&next.task, patterns, depth - cost, tell)
                } else {
                    None
                };
                if let Some(made) = made {
                    if !patterns.contains(&made) {
                        patterns.push(made);
                    }
                    probe = self.probe(*task, patterns)?;
                    if probe.open >> hole & 1 == 0 {
                        is_answered = true;
                        break;
                    }
                }
                // What a failure found would only be used because it is there, and count.
                patterns.truncate(before);
            }
            if !is_answered {
                break;
            }
        }
        let made = (probe.open == 0)
            .then(|| self.pool.settle(&probe.sites, &probe.options, patterns, &mut self.random));
        if let Some(made) = made
            && !patterns.contains(&made)
        {
            patterns.push(made);
        }
        if !self.ended {
            self.made.insert(*task, (depth, made));
        }
        made
    }

    /// What remains after an intrusion and a move, the best first: the whole task, or the part of it that known patterns leave.
    fn tasks_after(&mut self, task: &Task, intrusion: Cell, patterns: &[usize]) -> Vec<Probe> {
        let rest = Task { cells: task.cells.without(intrusion), ..*task };
        let after =
            |key: Cell| Task { stones: rest.stones.with(key), cells: rest.cells.without(key), ..rest };
        let mut moves: Vec<(Cell, Probe)> = Vec::new();
        for key in rest.cells {
            if let Some(probe) = self.probe(after(key), patterns) {
                moves.push((key, probe));
            }
        }
        moves.sort_by_key(|(key, probe)| (probe.open.count_ones(), probe.sites.len(), *key));
        // The prover's threats hold, and the expert's move ought to.
        let mut sure = self.threats(&rest);
        let is_answered = moves.first().is_some_and(|(_, probe)| probe.open == 0);
        if matches!(task.goal, (End::Edge(_), End::Edge(_))) && !is_answered {
            let position = self.position(&rest, self.winner);
            sure.extend((self.expert)(&position.resize()));
        }
        let near = |probe: &Probe| (probe.open.count_ones() as usize) < probe.sites.len();
        let promising: Vec<Cell> =
            moves.iter().filter(|(_, probe)| near(probe)).take(PROMISING).map(|(key, _)| *key).collect();
        let mut found: Vec<Probe> = Vec::new();
        let mut kept = 0;
        for (key, probe) in moves {
            if kept == self.effort.width {
                break;
            }
            let holds = probe.open == 0
                || sure.contains(&key)
                || promising.contains(&key) && self.is_proved(&probe.task);
            if holds {
                kept += 1;
                self.beside(&probe, patterns, &mut found);
                found.push(probe);
            }
        }
        let mut ranked: Vec<(f64, Probe)> = Vec::new();
        for probe in found {
            let size = 3.0 * f64::from(probe.open.count_ones()) + 0.1 * probe.sites.len() as f64;
            ranked.push((size + self.noise * fraction(&mut self.random), probe));
        }
        ranked.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        ranked.into_iter().map(|(_, probe)| probe).collect()
    }

    /// Tasks that known patterns leave of a task, where they join one of its ends to something else.
    fn beside(&mut self, whole: &Probe, patterns: &[usize], found: &mut Vec<Probe>) {
        let region = Region::new(&whole.sites);
        let fits = self.pool.fits(&region, patterns.iter().copied());
        let things = &region.touched;
        let usable = usable(&fits, things, region.all());
        for middle in 2..things.len() {
            for (near, far) in [(0, 1), (1, 0)] {
                let mut tried: Vec<Mask> = Vec::new();
                for fit in &usable {
                    let is_new = !tried.iter().any(|cells| cells & !fit.cells == 0);
                    if !is_new || !fit.links(things[near], things[middle]) {
                        continue;
                    }
                    if tried.len() == BESIDE {
                        break;
                    }
                    tried.push(fit.cells);
                    let size = self.geometry.size();
                    let used: CellSet<W> =
                        bits(fit.cells).filter_map(|cell| whole.sites[cell].point.cell(size)).collect();
                    let goal = (whole.ends[middle], whole.ends[far]);
                    let task = Task { cells: whole.task.cells.minus(used), goal, ..whole.task };
                    if self.is_proved(&task) {
                        found.extend(self.probe(task, patterns));
                    }
                }
            }
        }
    }

    /// How far patterns answer a task.
    fn probe(&self, task: Task, patterns: &[usize]) -> Option<Probe> {
        let (sites, ends) = self.sites(&task)?;
        let region = Region::new(&sites);
        if !region.has_goal() {
            return None;
        }
        let fits = self.pool.fits(&region, patterns.iter().copied());
        let options = self.pool.answers(&region, &fits);
        let open = open(&options, region.all());
        Some(Probe { task, sites, ends, options, open })
    }

    fn is_proved(&mut self, task: &Task) -> bool {
        if let Some(&known) = self.proved.get(task) {
            return known;
        }
        let position = self.position(task, self.winner.opponent());
        self.connections.build(&position);
        let is_proved = self.connections.is_connected(self.winner, [task.goal.0, task.goal.1]);
        self.proved.insert(*task, is_proved);
        is_proved
    }

    /// Moves that do a task, by the prover.
    fn threats(&mut self, task: &Task) -> Vec<Cell> {
        let position = self.position(task, self.winner);
        self.connections.build(&position);
        let mut keys: Vec<Cell> = self
            .connections
            .between(self.winner, [task.goal.0, task.goal.1])
            .filter_map(|found| match found.kind {
                Kind::Semi(key) => Some(key),
                Kind::Full => None,
            })
            .collect();
        keys.sort_unstable();
        keys.dedup();
        keys
    }

    /// The position with these stones of the winner, these cells empty, and everything else the loser's.
    fn position(&self, task: &Task, to_move: Color) -> Position<W> {
        let others = self.geometry.all().minus(task.stones | task.cells);
        let [black, white] = match self.winner {
            Color::Black => [task.stones, others],
            Color::White => [others, task.stones],
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

    /// The cells on some way between the ends of a task, with what touches them, and the ends in their order; `None` where they are
    /// joined.
    fn sites(&self, task: &Task) -> Option<(Vec<Site>, Vec<End>)> {
        let things = self.things(task.stones);
        let find = |end: End| {
            things.iter().position(|thing| match end {
                End::Cell(cell) => thing.stones.contains(cell),
                End::Edge(_) => thing.end == end,
            })
        };
        let (a, b) = (find(task.goal.0)?, find(task.goal.1)?);
        if a == b {
            return None;
        }
        let reached = |from: usize| {
            let mut reached = things[from].around & task.cells;
            loop {
                let cells = reached | self.geometry.grow(reached);
                let over = things.iter().filter(|thing| thing.around.intersects(&reached));
                let next = over.fold(cells, |cells, thing| cells | thing.around) & task.cells;
                if next == reached {
                    return reached;
                }
                reached = next;
            }
        };
        let cells = reached(a) & reached(b);
        let mut others: Vec<usize> = (0..things.len()).filter(|&thing| thing != a && thing != b).collect();
        others.retain(|&thing| things[thing].around.intersects(&cells));
        others.sort_by_key(|&thing| std::cmp::Reverse((things[thing].around & cells).len()));
        let order: Vec<usize> = [a, b].into_iter().chain(others).take(Ends::MOST).collect();
        let ends = |cell: Cell| {
            let touching =
                order.iter().enumerate().filter(|(_, thing)| things[**thing].around.contains(cell));
            Ends(touching.fold(0, |ends, (end, _)| ends | 1 << end))
        };
        let size = self.geometry.size();
        let sites =
            cells.iter().map(|cell| Site { point: Point::of(cell, size), ends: ends(cell) }).collect();
        Some((sites, order.iter().map(|&thing| things[thing].end).collect()))
    }
}
