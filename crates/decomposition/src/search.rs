//! Depth-first search over the candidates of the rules, with the region cut-off of the paper's Figure 5.
//!
//! The search asks whether one colour, the *hero*, wins. In a position of the opponent every reply must be answered, but an
//! answer whose influence region a reply leaves alone is good against it too; so the replies shrink to those that all answers
//! so far need, and the regions of all answers, united, go upwards. In a position of the hero the rules propose moves, best
//! first. The search is selective: to take the second move of a position instead of the first costs one unit of a small
//! budget of *doubt*, the third two units, and so on; what is spent on the way down is not there any more below.

use std::ops::ControlFlow;

use board::{Cell, CellSet, Color, Position};
use evaluate::Circuits;
use rustc_hash::FxHashMap;

use crate::{
    Observer, Reason, Settings, Status,
    analysis::Analysis,
    proof::{Answer, Draft, NodeId},
    rules::{Candidate, Rule, propose, reason_of_threat},
    strings::BorderType,
    table::Table,
};

/// How many candidates of a position are tried at the most.
const MOST_CANDIDATES: usize = 12;
/// What a cell without any current counts in the order of the moves, beside shares of the current from 0 to 2.
const IDLE: f64 = 0.02;

/// What is known of a position.
#[derive(Debug, Clone, Copy)]
enum Known {
    /// The opponent is to move: won, by this node.
    Won(NodeId),
    /// The hero is to move: won, by this answer.
    Answered(Answer),
    /// Not won with this much doubt.
    Failed(u32),
    /// The opponent's borders are connected: not won at all.
    Lost,
}

/// Why a search came back without a win.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The rules do not win with this much doubt.
    Failed,
    /// A limit, or the observer.
    Stopped,
}

/// The analyses of the positions on the path; kept for their memory.
struct Frame<const W: usize> {
    own: Analysis<W>,
    other: Analysis<W>,
}

/// The search for one colour.
pub(crate) struct Search<'a, const W: usize> {
    table: &'a Table<W>,
    settings: &'a Settings,
    hero: Color,
    observer: &'a dyn Observer,
    frames: Vec<Frame<W>>,
    known: FxHashMap<u128, Known>,
    circuits: Circuits<W>,
    /// How often each reply has refuted something.
    refuted: Vec<u32>,
    pub(crate) nodes: Vec<Draft<W>>,
    /// The stones and cells of the nodes that took a search, to find them again in other positions.
    claims: Vec<Claim<W>>,
    /// Positions analysed.
    pub(crate) examined: u64,
    /// Where to stop.
    pub(crate) most: u64,
    /// The observer has asked to stop.
    pub(crate) interrupted: bool,
}

impl<'a, const W: usize> Search<'a, W> {
    pub(crate) fn new(
        table: &'a Table<W>,
        settings: &'a Settings,
        hero: Color,
        observer: &'a dyn Observer,
    ) -> Self {
        Self {
            table,
            settings,
            hero,
            observer,
            frames: Vec::new(),
            known: FxHashMap::default(),
            circuits: Circuits::new(table.size()),
            refuted: vec![0; table.size().cells()],
            nodes: Vec::new(),
            claims: Vec::new(),
            examined: 0,
            most: u64::MAX,
            interrupted: false,
        }
    }

    pub(crate) const fn hero(&self) -> Color {
        self.hero
    }

    /// The hero's position: a move that wins.
    pub(crate) fn attack(&mut self, position: &Position<W>, doubt: u32, ply: usize) -> Result<Answer, Stop> {
        match self.glance(position, doubt, ply)? {
            Glance::Answered(answer) => Ok(answer),
            Glance::Failed => Err(Stop::Failed),
            Glance::Open(_) => self.try_candidates(position, doubt, ply),
        }
    }

    /// The opponent's position: the node that wins it.
    pub(crate) fn defend(&mut self, position: &Position<W>, doubt: u32, ply: usize) -> Result<NodeId, Stop> {
        // 1. What is known.
        match self.known.get(&position.hash()) {
            Some(Known::Won(node)) => return Ok(*node),
            Some(Known::Failed(least)) if *least >= doubt => return Err(Stop::Failed),
            Some(Known::Lost) => return Err(Stop::Failed),
            _ => {}
        }
        if let Some(node) = self.fitting(position) {
            self.known.insert(position.hash(), Known::Won(node));
            return Ok(node);
        }
        // 2. Leaves: stones, or a virtual connection, join the borders.
        self.count(position)?;
        let mut frame = self.take_frame(ply);
        frame.own.build(self.table, position, self.hero);
        let result = self.defend_with(position, doubt, ply, &frame);
        self.frames[ply] = frame;
        match &result {
            Ok(node) => {
                self.known.insert(position.hash(), Known::Won(*node));
            }
            Err(Stop::Failed) => {
                self.known.insert(position.hash(), Known::Failed(doubt));
            }
            Err(_) => {}
        }
        result
    }

    fn defend_with(
        &mut self,
        position: &Position<W>,
        doubt: u32,
        ply: usize,
        frame: &Frame<W>,
    ) -> Result<NodeId, Stop> {
        let (mut open, mut answers) = match self.leaf(position, &frame.own) {
            Leaf::Won(node) => return Ok(node),
            Leaf::Open(open, answers) => (open, answers),
        };
        // 4. A glance at every reply that is left: those that are answered at once narrow the rest, and one that cannot be
        //    answered ends the search here.
        let mut waiting: Vec<(usize, Cell)> = Vec::new();
        for reply in self.by_refutations(open) {
            if !open.contains(reply) {
                continue;
            }
            match self.glance(&position.child(reply), doubt, ply + 1)? {
                Glance::Answered(answer) => self.narrow(&mut open, &mut answers, answer),
                Glance::Failed => return self.refute(reply),
                Glance::Open(moves) => waiting.push((moves, reply)),
            }
        }
        // 5. Search those that still stand, the ones with the fewest answers first.
        waiting.sort_by_key(|&(moves, reply)| (moves, std::cmp::Reverse(self.refuted[reply.index()]), reply));
        for (_, reply) in waiting {
            if !open.contains(reply) {
                continue;
            }
            match self.attack(&position.child(reply), doubt, ply + 1) {
                Ok(answer) => self.narrow(&mut open, &mut answers, answer),
                Err(Stop::Failed) => return self.refute(reply),
                Err(stop) => return Err(stop),
            }
        }
        Ok(self.unite(answers))
    }

    /// The end of a line, or the replies that no move that wins at once answers.
    pub(crate) fn leaf(&mut self, position: &Position<W>, own: &Analysis<W>) -> Leaf<W> {
        if let Some(joined) = Draft::joined(position, self.hero) {
            return Leaf::Won(self.add(joined));
        }
        if let Some(won) = &own.won {
            return Leaf::Won(self.add(Draft::connected(position, own, won)));
        }
        // 3. Moves that would win at once: replies outside of what they have in common are answered.
        let mut open = position.empty_cells();
        let mut answers = Vec::new();
        for threat in &own.threats {
            if !open.is_subset(&threat.carrier) {
                open &= threat.carrier;
                let node = self.add(Draft::after(position, own, threat));
                let reason = reason_of_threat(own, threat).reason(self.hero);
                answers.push(Answer { cell: threat.key, node, reason });
            }
        }
        Leaf::Open(open, answers)
    }

    /// 6. The regions of the answers, united, are the region of the position.
    pub(crate) fn unite(&mut self, mut answers: Vec<Answer>) -> NodeId {
        self.drop_idle(&mut answers);
        let node = Draft::answers(answers, &self.nodes);
        let (stones, cells) = (node.stones, node.cells);
        let node = self.add(node);
        self.claims.push(Claim { stones, cells, node });
        node
    }

    /// The opponent's position without a search: its end, or the replies that are open.
    pub(crate) fn look(&mut self, position: &Position<W>, ply: usize) -> Result<Leaf<W>, Stop> {
        self.count(position)?;
        let mut frame = self.take_frame(ply);
        frame.own.build(self.table, position, self.hero);
        let leaf = self.leaf(position, &frame.own);
        self.frames[ply] = frame;
        if let Leaf::Won(node) = leaf {
            self.remember_win(position, node);
        }
        Ok(leaf)
    }

    /// The open replies, those that leave the hero the fewest moves first.
    pub(crate) fn replies(
        &mut self,
        position: &Position<W>,
        open: CellSet<W>,
        ply: usize,
    ) -> Result<Vec<Cell>, Stop> {
        let mut replies: Vec<(usize, Cell)> = Vec::new();
        for reply in open {
            let moves = match self.glance(&position.child(reply), u32::MAX, ply + 1)? {
                Glance::Answered(_) | Glance::Failed => 0,
                Glance::Open(moves) => moves,
            };
            replies.push((moves, reply));
        }
        replies.sort_unstable();
        Ok(replies.into_iter().map(|(_, reply)| reply).collect())
    }

    /// The node that is known to win the opponent's position.
    pub(crate) fn known_win(&self, position: &Position<W>) -> Option<NodeId> {
        match self.known.get(&position.hash()) {
            Some(Known::Won(node)) => Some(*node),
            _ => None,
        }
    }

    pub(crate) fn remember_win(&mut self, position: &Position<W>, node: NodeId) {
        self.known.insert(position.hash(), Known::Won(node));
    }

    pub(crate) fn remember_answer(&mut self, position: &Position<W>, answer: Answer) {
        self.known.insert(position.hash(), Known::Answered(answer));
    }

    /// A proved node that speaks of a position of the opponent.
    pub(crate) fn fitting(&self, position: &Position<W>) -> Option<NodeId> {
        let (own, empty) = (position.stones(self.hero), position.empty_cells());
        let fits = |claim: &&Claim<W>| claim.stones.is_subset(&own) && claim.cells.is_subset(&empty);
        self.claims.iter().rev().find(fits).map(|claim| claim.node)
    }

    /// A move after which a proved node speaks of the position.
    fn fitting_answer(&self, position: &Position<W>) -> Option<Answer> {
        let (own, empty) = (position.stones(self.hero), position.empty_cells());
        self.claims.iter().rev().find_map(|claim| {
            let missing = claim.stones.minus(own);
            if !claim.cells.is_subset(&empty) || !missing.is_subset(&empty) {
                return None;
            }
            let cell = missing.single()?;
            let reason = Reason {
                rule: Rule::Proved,
                group: claim.stones.without(cell).resize(),
                border: BorderType::None,
                color: self.hero,
            };
            Some(Answer { cell, node: claim.node, reason })
        })
    }

    /// What can be said of the hero's position without a search: a move that wins at once, or that nothing wins, or how
    /// many moves there are to try.
    pub(crate) fn glance(&mut self, position: &Position<W>, doubt: u32, ply: usize) -> Result<Glance, Stop> {
        match self.known.get(&position.hash()) {
            Some(Known::Answered(answer)) => return Ok(Glance::Answered(*answer)),
            Some(Known::Failed(least)) if *least >= doubt => return Ok(Glance::Failed),
            Some(Known::Lost) => return Ok(Glance::Failed),
            _ => {}
        }
        self.count(position)?;
        let mut frame = self.take_frame(ply);
        let result = self.glance_with(position, &mut frame);
        self.frames[ply] = frame;
        match &result {
            Ok(Glance::Answered(answer)) => {
                self.known.insert(position.hash(), Known::Answered(*answer));
            }
            Ok(Glance::Failed) => {
                self.known.insert(position.hash(), Known::Lost);
            }
            _ => {}
        }
        result
    }

    fn glance_with(&mut self, position: &Position<W>, frame: &mut Frame<W>) -> Result<Glance, Stop> {
        let Frame { own, other } = frame;
        own.build(self.table, position, self.hero);
        debug_assert!(!own.strings.joined, "the opponent has just moved");
        if let Some(threat) = own.threats.first() {
            let node = self.add(Draft::after(position, own, threat));
            let reason = reason_of_threat(own, threat).reason(self.hero);
            return Ok(Glance::Answered(Answer { cell: threat.key, node, reason }));
        }
        if let Some(answer) = self.fitting_answer(position) {
            return Ok(Glance::Answered(answer));
        }
        other.build(self.table, position, self.hero.opponent());
        if other.strings.joined || other.won.is_some() {
            return Ok(Glance::Failed);
        }
        let must = other.must_play();
        if must.is_empty() {
            return Ok(Glance::Failed);
        }
        Ok(Glance::Open(must.len()))
    }

    fn try_candidates(&mut self, position: &Position<W>, doubt: u32, ply: usize) -> Result<Answer, Stop> {
        let mut frame = self.take_frame(ply);
        frame.own.build(self.table, position, self.hero);
        frame.other.build(self.table, position, self.hero.opponent());
        let candidates = self.candidates(position, &mut frame);
        self.frames[ply] = frame;
        let mut result = Err(Stop::Failed);
        for (rank, candidate) in candidates.iter().enumerate() {
            let Some(left) = doubt.checked_sub(rank as u32) else { break };
            match self.defend(&position.child(candidate.cell), left, ply + 1) {
                Ok(node) => {
                    result = Ok(Answer { cell: candidate.cell, node, reason: candidate.reason(self.hero) });
                    break;
                }
                Err(Stop::Failed) => {}
                Err(stop) => return Err(stop),
            }
        }
        match &result {
            Ok(answer) => self.known.insert(position.hash(), Known::Answered(*answer)),
            Err(_) => self.known.insert(position.hash(), Known::Failed(doubt)),
        };
        result
    }

    /// The moves to try, best first: those of the rules that the opponent's threats allow, then what else those threats
    /// leave, in the order of what the opponent must then do.
    fn candidates(&mut self, position: &Position<W>, frame: &mut Frame<W>) -> Vec<Candidate<W>> {
        let must = frame.other.must_play();
        let mut list = propose(self.table, &frame.own, &frame.other);
        list.retain(|candidate| must.contains(candidate.cell));
        if must != frame.own.empty {
            let seen: CellSet<W> = list.iter().map(|candidate| candidate.cell).collect();
            list.extend(must.minus(seen).iter().map(|cell| Candidate {
                cell,
                rule: Rule::MustPlay,
                group: CellSet::EMPTY,
                border: BorderType::None,
                preference: 0,
            }));
        }
        let resistances = self.circuits.evaluate(position);
        let importance = |cell: Cell| self.circuits.importance(&resistances, cell);
        if self.settings.look_ahead {
            // The fewer replies a move leaves, the better; where it threatens nothing the circuits decide. A look costs as much
            // as a position, so only the cells with the most current get one.
            list.sort_by(|x, y| importance(y.cell).total_cmp(&importance(x.cell)));
            list.truncate(MOST_CANDIDATES);
            let mut keyed: Vec<(f64, Candidate<W>)> = Vec::new();
            for candidate in list {
                frame.own.build(self.table, &position.child(candidate.cell), self.hero);
                let connected = frame.own.strings.joined || frame.own.won.is_some();
                let replies = if connected { 0 } else { frame.own.must_play().len() };
                keyed.push((replies as f64 / (IDLE + importance(candidate.cell)), candidate));
            }
            keyed.sort_by(|(a, x), (b, y)| a.total_cmp(b).then(x.rule.cmp(&y.rule)));
            list = keyed.into_iter().map(|(_, candidate)| candidate).collect();
        } else {
            list.sort_by(|x, y| {
                let by_rule = x.rule.cmp(&y.rule).then(y.preference.cmp(&x.preference));
                by_rule.then(importance(y.cell).total_cmp(&importance(x.cell)))
            });
        }
        list
    }

    /// The move that the rules like best, with no search beyond the moves that win at once.
    pub(crate) fn best_by_rules(&mut self, position: &Position<W>) -> Option<(Cell, Reason)> {
        if let Ok(Glance::Answered(answer)) = self.glance(position, 0, 0) {
            return Some((answer.cell, answer.reason));
        }
        let mut frame = self.take_frame(0);
        frame.own.build(self.table, position, self.hero);
        frame.other.build(self.table, position, self.hero.opponent());
        let found = if frame.own.strings.joined || frame.other.strings.joined {
            None
        } else {
            self.candidates(position, &mut frame).first().copied()
        };
        self.frames[0] = frame;
        found.map(|candidate| (candidate.cell, candidate.reason(self.hero)))
    }

    /// Keeps an answer if it answers a reply that is still open.
    pub(crate) fn narrow(&self, open: &mut CellSet<W>, answers: &mut Vec<Answer>, answer: Answer) {
        let needed = self.nodes[answer.node].cells.with(answer.cell);
        if !open.is_subset(&needed) {
            *open &= needed;
            answers.push(answer);
        }
    }

    fn refute(&mut self, reply: Cell) -> Result<NodeId, Stop> {
        self.refuted[reply.index()] += 1;
        Err(Stop::Failed)
    }

    fn by_refutations(&self, cells: CellSet<W>) -> Vec<Cell> {
        let mut cells: Vec<Cell> = cells.iter().collect();
        cells.sort_by_key(|cell| (std::cmp::Reverse(self.refuted[cell.index()]), *cell));
        cells
    }

    /// Drops answers that the others make unnecessary, the largest first.
    pub(crate) fn drop_idle(&self, answers: &mut Vec<Answer>) {
        let needed = |answer: &Answer| self.nodes[answer.node].cells.with(answer.cell);
        let mut order = answers.clone();
        order.sort_by_key(|answer| std::cmp::Reverse(needed(answer).len()));
        for idle in order {
            let others = answers.iter().filter(|answer| **answer != idle);
            if others.map(needed).reduce(|a, b| a & b).is_some_and(|common| common.is_empty()) {
                answers.retain(|answer| *answer != idle);
            }
        }
    }

    pub(crate) fn add(&mut self, node: Draft<W>) -> NodeId {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn count(&mut self, position: &Position<W>) -> Result<(), Stop> {
        self.examined += 1;
        if self.examined > self.most {
            return Err(Stop::Stopped);
        }
        let status = Status { examined: self.examined, stones: position.occupied().len(), hero: self.hero };
        match self.observer.status(&status) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => {
                self.interrupted = true;
                Err(Stop::Stopped)
            }
        }
    }

    fn take_frame(&mut self, ply: usize) -> Frame<W> {
        let new = || Frame { own: Analysis::new(Color::Black), other: Analysis::new(Color::Black) };
        while self.frames.len() <= ply {
            self.frames.push(new());
        }
        std::mem::replace(&mut self.frames[ply], new())
    }
}

/// What a node needs.
struct Claim<const W: usize> {
    stones: CellSet<W>,
    cells: CellSet<W>,
    node: NodeId,
}

/// What the opponent's position is without a search.
pub(crate) enum Leaf<const W: usize> {
    Won(NodeId),
    /// The replies to search, and answers to all others.
    Open(CellSet<W>, Vec<Answer>),
}

/// A first look at a position of the hero.
pub(crate) enum Glance {
    Answered(Answer),
    Failed,
    Open(usize),
}
