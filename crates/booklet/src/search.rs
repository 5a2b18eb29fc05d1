//! Finds patterns from the board downwards.
//!
//! A **task** is two ends on the board to be joined within some cells, the loser to move. The patterns that are known answer most
//! intrusions; for one that they do not answer, moves are tried, and the task that a move leaves, alone or with known patterns
//! beside it, becomes a pattern itself. Of these the ones come first that known patterns answer already: such a task costs
//! one pattern and no more. If there is none, the search recurses on the task with the fewest open intrusions. Only tasks that can be
//! done are: the connection prover says which, and between the edges an expert, who always has a move and often knows which of
//! the others win. As every step takes cells away, the descent ends. It may fail where more groups help than a pattern may have
//! ends, or where the prover loses sight of what it proved before; then the next move is tried. Neither has to be trusted: a
//! pattern enters the pool only when patterns of the pool answer every intrusion.
//!
//! Early patterns are found while few are known, and a small book seldom needs them. So the pool is made smaller
//! every now and then (`compact.rs`), long before the board is done: later tasks then find fewer and more useful patterns.

use std::{collections::BTreeMap, rc::Rc};

use board::{Cell, CellSet, Color, Geometry, Position};
use connection::{ConnectionSettings, Connections};
use proof::{
    ConnectionKind, End,
    book::{Ends, Placement, Site, cell_at, point_of},
};
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashMap;

use crate::{
    Effort, PositionExpert, Stage,
    closed::{Closed, Ground, Patterns, Replies},
    fits::Fit,
    game::{Game, Scope},
    make::Progress,
    random::{fraction, shuffled},
    region::{Mask, Region, bits},
    settle::{Local, beside, settle, standard},
};

/// Sets of cells here: boards up to 11x11.
const W: usize = 2;
/// Moves of those that patterns nearly answer that the prover is asked about.
const PROMISING: usize = 8;
/// The number of open intrusions among which the easiest is chosen.
const SAMPLES: usize = 3;

/// Two ends to be joined by stones on some cells, with the winner's stones around.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Task {
    pub(crate) stones: CellSet<W>,
    pub(crate) cells: CellSet<W>,
    pub(crate) goal: [End; 2],
    /// The things that patterns beside the task have joined to either goal.
    pub(crate) with: [Option<End>; 2],
}

/// A task as a game, with what is known to answer it.
struct Probe {
    task: Task,
    local: Local,
    /// The groups of the game on the board.
    ends: Vec<End>,
}

/// An edge with its stones, or a group: its stones, and the cells that it touches.
struct WinnerGroup {
    end: End,
    stones: CellSet<W>,
    around: CellSet<W>,
}

pub(crate) struct Search<'a> {
    pub(crate) patterns: Patterns,
    winner: Color,
    geometry: &'static Geometry<W>,
    /// The empty cells of the board, and the patterns on them.
    pub(crate) board: Ground,
    connections: Connections<W>,
    /// The prover's verdicts on tasks.
    proved: FxHashMap<Task, bool>,
    /// Patterns of tasks, none for failures.
    made: FxHashMap<Task, Option<usize>>,
    /// The answers of patterns, when they were last made.
    pub(crate) replies: FxHashMap<usize, Replies>,
    effort: Effort,
    /// How much chance decides between tasks.
    pub(crate) noise: f64,
    pub(crate) random: Xoshiro256PlusPlus,
    expert: &'a mut PositionExpert<'a>,
    /// Patterns that are known from elsewhere, with their answers: kept whether they are used or not.
    pub(crate) known: BTreeMap<usize, Replies>,
    /// For each open task, from the board downwards, the patterns on which it depends so far.
    pub(crate) resting: Vec<Vec<usize>>,
    /// The number of patterns at which the pool is next made smaller.
    pub(crate) room: usize,
    /// How often it was.
    pub(crate) compactions: usize,
    /// Tasks looked into.
    tasks: usize,
    /// Moves on the board without an answer.
    open: usize,
    /// Whether somebody ended the work.
    pub(crate) ended: bool,
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        position: &Position,
        winner: Color,
        effort: Effort,
        random: Xoshiro256PlusPlus,
        expert: &'a mut PositionExpert<'a>,
    ) -> Self {
        let size = position.size();
        let site = |cell: Cell| Site { point: point_of(cell, size), ends: Ends(0) };
        let cells: Vec<Site> = position.empty_cells().iter().map(site).collect();
        Self {
            patterns: Patterns::default(),
            winner,
            geometry: Geometry::of(size),
            board: Ground::new(Region::new(&cells)),
            connections: Connections::new(&Position::empty(size), ConnectionSettings::default()),
            proved: FxHashMap::default(),
            made: FxHashMap::default(),
            replies: FxHashMap::default(),
            effort,
            noise: 0.0,
            random,
            expert,
            known: BTreeMap::new(),
            resting: Vec::new(),
            room: usize::MAX,
            compactions: 0,
            tasks: 0,
            open: position.empty_cells().len(),
            ended: false,
        }
    }

    /// Forgets the places of all patterns but those of some sets.
    pub(crate) fn forget(&mut self, keep: [&Closed; 2]) {
        let keep = |number: usize| keep.iter().any(|closed| closed.members.contains_key(&number));
        self.patterns.forget(&keep);
        self.board.forget(&keep);
        self.replies.clear();
    }

    /// Forgets which tasks succeeded and failed: with other patterns they may go another way.
    pub(crate) fn start_over(&mut self) {
        self.made.clear();
        self.ended = false;
    }

    /// The winner's edges and groups that the prover joins pairwise, as tasks; not the edges, which are the whole of it.
    pub(crate) fn joined(&mut self, stones: CellSet<W>, cells: CellSet<W>) -> Vec<Task> {
        let ends: Vec<End> = self.groups(stones).iter().map(|winner_group| winner_group.end).collect();
        let pairs =
            ends.iter().enumerate().flat_map(|(index, &a)| ends[index + 1..].iter().map(move |&b| [a, b]));
        let parts = pairs.filter(|goal| !matches!(goal, [End::Edge(_), End::Edge(_)]));
        let tasks: Vec<Task> = parts.map(|goal| Task { stones, cells, goal, with: [None; 2] }).collect();
        tasks.into_iter().filter(|task| self.is_proved(task)).collect()
    }

    /// Known patterns on the board that together do a task without a move.
    pub(crate) fn whole(&mut self, task: &Task, patterns: &[usize]) -> Option<Vec<(usize, Placement)>> {
        self.patterns.lay_on(&mut self.board, patterns);
        let (game, _) = self.game(task)?;
        let fits = self.board.lying(patterns, game.empty);
        let parts = game.standing(&fits)?;
        Some(parts.iter().map(|part| (part.pattern, part.placement)).collect())
    }

    /// Says how far the work is, and hears whether to end it.
    pub(crate) fn tell(&mut self, patterns: usize, tell: &mut Progress<'_>) {
        self.ended |= !tell(Stage::Finding { tasks: self.tasks, patterns, open: self.open });
    }

    /// A pattern that lies in a task, proved by the given patterns and new ones, which are added to them.
    pub(crate) fn complete(
        &mut self,
        task: &Task,
        patterns: &mut Vec<usize>,
        tell: &mut Progress<'_>,
    ) -> Option<usize> {
        if let Some(&made) = self.made.get(task)
            // A failed task drops its patterns and those that depend on them; others became superfluous.
            && made.is_none_or(|made| patterns.contains(&made))
        {
            return made;
        }
        self.tasks += 1;
        self.tell(patterns.len(), tell);
        if self.ended {
            return None;
        }
        let mut probe = self.probe(*task, patterns)?;
        // Each intrusion is answered or ends it.
        while probe.local.open != 0 {
            if self.resting.is_empty() && task.is_whole() {
                self.open = probe.local.open.count_ones() as usize;
            }
            if patterns.len() >= self.room {
                self.resting.push(probe.rests_on());
                self.compact(patterns, tell);
                self.resting.pop();
            }
            let Some((hole, tasks)) = self.easiest(&probe, patterns) else { break };
            if !self.answer(&mut probe, hole, tasks, patterns, tell) {
                break;
            }
        }
        let made = if probe.local.open == 0 { self.settle(probe.local, patterns) } else { None };
        add(patterns, made);
        if !self.ended {
            self.made.insert(*task, made);
        }
        made
    }

    /// Of a few open intrusions into a task the one that asks for the least, and what may remain after it. What answers it often answers
    /// the others.
    fn easiest(&mut self, probe: &Probe, patterns: &[usize]) -> Option<(usize, Vec<Probe>)> {
        let holes = shuffled(bits(probe.local.open).collect(), &mut self.random);
        let mut best: Option<((u32, u32), usize, Vec<Probe>)> = None;
        for hole in holes.into_iter().take(SAMPLES) {
            let tasks = self.tasks_after(&probe.task, self.cell(hole)?, patterns);
            let Some(size) = tasks.first().map(Probe::size) else { continue };
            if best.as_ref().is_none_or(|(least, ..)| size < *least) {
                best = Some((size, hole, tasks));
            }
            if size.0 == 0 {
                break;
            }
        }
        best.map(|(_, hole, tasks)| (hole, tasks))
    }

    /// Finds a pattern that answers an intrusion into a task. Whether it did.
    fn answer(
        &mut self,
        probe: &mut Probe,
        hole: usize,
        mut tasks: Vec<Probe>,
        patterns: &mut Vec<usize>,
        tell: &mut Progress<'_>,
    ) -> bool {
        let others = tasks.split_off(self.effort.tries.min(tasks.len()));
        // The prover may lose sight of what patterns beside a task leave; without them the expert always has a move.
        let certain = others.into_iter().find(|other| other.task.with == [None; 2]);
        for next in tasks.into_iter().chain(certain) {
            let before = (self.compactions, patterns.len());
            let made = if next.local.open == 0 {
                self.settle(next.local, patterns)
            } else {
                self.resting.push(probe.rests_on());
                let made = self.complete(&next.task, patterns, tell);
                self.resting.pop();
                made
            };
            add(patterns, made);
            self.mend(&mut probe.local, patterns);
            if probe.local.open >> hole & 1 == 0 {
                return true;
            }
            // The patterns of a failed task would be used only because they exist, and would count. If the pool was made
            // smaller since, it has only patterns in use.
            if before.0 == self.compactions && !self.ended {
                patterns.truncate(before.1);
            }
            let has = |part: &Fit| patterns.contains(&part.pattern);
            probe.local.replies.retain(|reply| reply.parts.iter().all(has));
            self.mend(&mut probe.local, patterns);
        }
        false
    }

    /// The tasks that remain after an intrusion and a move, the best first: the whole task, or the part of it that known patterns leave.
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
        moves.sort_by_key(|(key, probe)| (probe.size(), *key));
        // The prover's threats hold, and the expert's move ought to.
        let mut sure = self.threats(&rest);
        let is_answered = moves.first().is_some_and(|(_, probe)| probe.local.open == 0);
        if task.is_whole() && !is_answered {
            let position = self.position(&rest, self.winner);
            sure.extend((self.expert)(&position.resize()).and_then(|verdict| verdict.key));
        }
        let near = |probe: &Probe| probe.local.open != probe.local.game.empty;
        let promising: Vec<Cell> =
            moves.iter().filter(|(_, probe)| near(probe)).take(PROMISING).map(|(key, _)| *key).collect();
        let mut found: Vec<Probe> = Vec::new();
        let mut kept = 0;
        for (key, probe) in moves {
            if kept == self.effort.width {
                break;
            }
            let holds = probe.local.open == 0
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
            let (open, cells) = probe.size();
            let size = 3.0 * f64::from(open) + 0.1 * f64::from(cells);
            ranked.push((size + self.noise * fraction(&mut self.random), probe));
        }
        ranked.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        ranked.into_iter().map(|(_, probe)| probe).collect()
    }

    /// Tasks that known patterns leave of a task, where they join one of its ends to something else.
    fn beside(&mut self, whole: &Probe, patterns: &[usize], found: &mut Vec<Probe>) {
        let game = &whole.local.game;
        let fits = self.board.lying(patterns, game.empty);
        for left in beside(game, &self.board.region.around, fits.into_iter()) {
            let side = usize::from(left.goal == game.goal.1);
            if whole.task.with[side].is_some() {
                continue;
            }
            let used: CellSet<W> = bits(left.cells).filter_map(|cell| self.cell(cell)).collect();
            let mut task = Task { cells: whole.task.cells.minus(used), ..whole.task };
            task.with[side] = Some(whole.ends[left.middle]);
            if self.is_proved(&task) {
                found.extend(self.probe(task, patterns));
            }
        }
    }

    /// How far patterns answer a task.
    fn probe(&mut self, task: Task, patterns: &[usize]) -> Option<Probe> {
        let (game, ends) = self.game(&task)?;
        let mut local = Local { game, replies: Vec::new(), open: 0 };
        self.mend(&mut local, patterns);
        Some(Probe { task, local, ends })
    }

    /// Completes the answers to a game on the board.
    fn mend(&mut self, local: &mut Local, patterns: &[usize]) {
        self.patterns.lay_on(&mut self.board, patterns);
        let board = &self.board;
        let Local { game, replies, open } = local;
        *open = game.mend(&board.region.around, &mut || board.near_in(patterns, game), replies, Scope::All);
    }

    /// Makes a pattern of a game that is answered.
    fn settle(&mut self, local: Local, patterns: &[usize]) -> Option<usize> {
        let local = settle(&self.board, patterns, local, &mut self.random);
        let (shape, replies) = standard(&self.board, &local)?;
        let made = self.patterns.add(shape);
        self.replies.insert(made, Rc::new(replies));
        Some(made)
    }

    /// The cell of the board with a number.
    fn cell(&self, number: usize) -> Option<Cell> {
        cell_at(self.board.region.sites.get(number)?.point, self.geometry.size())
    }

    /// Whether the prover joins the ends of a task, or what was joined to them; between the edges, whether they win.
    fn is_proved(&mut self, task: &Task) -> bool {
        if let Some(&known) = self.proved.get(task) {
            return known;
        }
        let position = self.position(task, self.winner.opponent());
        self.connections.build(&position);
        let mut is_proved = task.pairs().any(|pair| self.connections.is_connected(self.winner, pair));
        if !is_proved && task.is_whole() {
            let verdict = (self.expert)(&position.resize());
            is_proved = verdict.is_some_and(|verdict| verdict.winner == self.winner);
        }
        self.proved.insert(*task, is_proved);
        is_proved
    }

    /// Moves that do a task, by the prover.
    fn threats(&mut self, task: &Task) -> Vec<Cell> {
        let position = self.position(task, self.winner);
        self.connections.build(&position);
        let mut keys: Vec<Cell> = Vec::new();
        for pair in task.pairs() {
            let found = self.connections.between(self.winner, pair);
            keys.extend(found.filter_map(|found| match found.kind {
                ConnectionKind::Semi(key) => Some(key),
                ConnectionKind::Full => None,
            }));
        }
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
        Position::with_stones(size, black, white, to_move).expect("the stones of two colours share no cell")
    }

    /// The winner's edges and other groups.
    fn groups(&self, stones: CellSet<W>) -> Vec<WinnerGroup> {
        let mut groups: Vec<WinnerGroup> = Vec::new();
        let mut left = stones;
        for edge in self.winner.edges() {
            let group = self.geometry.flood(self.geometry.edge(edge) & stones, stones);
            left = left.minus(group);
            let around = self.geometry.edge(edge) | self.geometry.grow(group);
            groups.push(WinnerGroup { end: End::Edge(edge), stones: group, around });
        }
        while let Some(stone) = left.first() {
            let group = self.geometry.flood(CellSet::of(stone), stones);
            left = left.minus(group);
            groups.push(WinnerGroup {
                end: End::Cell(stone),
                stones: group,
                around: self.geometry.grow(group),
            });
        }
        groups
    }

    /// The game of a task on the board, and its groups; `None` if the goals are joined or have no cells.
    fn game(&self, task: &Task) -> Option<(Game, Vec<End>)> {
        let groups = self.groups(task.stones);
        let size = self.geometry.size();
        let mask = |cells: CellSet<W>| {
            let numbers = cells.iter().filter_map(|cell| self.board.region.at(point_of(cell, size)));
            numbers.fold(0, |mask: Mask, number| mask | 1 << number)
        };
        let is_at = |winner_group: &WinnerGroup, end: End| match end {
            End::Cell(cell) => winner_group.stones.contains(cell),
            End::Edge(_) => winner_group.end == end,
        };
        // The goals with what was joined to them come first.
        let mut game = Game { empty: mask(task.cells), groups: vec![0, 0], goal: (0, 1) };
        let mut others: Vec<(Mask, End)> = Vec::new();
        for winner_group in &groups {
            let belongs = |side: usize| {
                is_at(winner_group, task.goal[side])
                    || task.with[side].is_some_and(|end| is_at(winner_group, end))
            };
            match (belongs(0), belongs(1)) {
                (true, true) => return None,
                (true, false) => game.groups[0] |= mask(winner_group.around),
                (false, true) => game.groups[1] |= mask(winner_group.around),
                (false, false) => others.push((mask(winner_group.around), winner_group.end)),
            }
        }
        let mut ends = task.goal.to_vec();
        others.sort_by_key(|(around, _)| std::cmp::Reverse((around & game.empty).count_ones()));
        for (around, end) in others.into_iter().take(Ends::MOST - ends.len()) {
            game.groups.push(around);
            ends.push(end);
        }
        game.trim(&self.board.region.around);
        game.has_goal().then_some((game, ends))
    }
}

impl Probe {
    /// How much it asks for: open intrusions, and cells.
    fn size(&self) -> (u32, u32) {
        (self.local.open.count_ones(), self.local.game.empty.count_ones())
    }

    /// The patterns of its answers.
    fn rests_on(&self) -> Vec<usize> {
        self.local.replies.iter().flat_map(|reply| &reply.parts).map(|part| part.pattern).collect()
    }
}

/// Adds a pattern that is not there yet.
fn add(patterns: &mut Vec<usize>, made: Option<usize>) {
    patterns.extend(made.filter(|made| !patterns.contains(made)));
}

impl Task {
    /// Whether it is to join the edges, with nothing beside it: a position, that is, which an expert may know.
    fn is_whole(&self) -> bool {
        matches!(self.goal, [End::Edge(_), End::Edge(_)]) && self.with == [None; 2]
    }

    /// The pairs of ends of which one is enough.
    fn pairs(&self) -> impl Iterator<Item = [End; 2]> {
        let sides = [0, 1].map(|side: usize| [Some(self.goal[side]), self.with[side]]);
        let [from, to] = sides;
        from.into_iter().flatten().flat_map(move |a| to.into_iter().flatten().map(move |b| [a, b]))
    }
}
