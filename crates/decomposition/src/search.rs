//! Depth-first search over the candidates of the rules, with the region cut-off of the paper's Figure 5.
//!
//! The search asks whether one colour, the *hero*, wins. In a position of the opponent every reply must be answered, but an
//! answer whose influence region a reply leaves alone is good against it too; so the replies shrink to those that all answers
//! so far need, and the regions of all answers, united, go upwards. In a position of the hero the rules propose moves, best
//! first. The search is selective: to take the second move of a position instead of the first costs one unit of a small
//! budget of *doubt*, the third two units, and so on; what is spent on the way down is not there any more below. A move that was proved to
//! lose with less doubt costs nothing any more, and its refutation refutes every other move outside of the refutation's region: the same
//! cut-off, for the other side.

use std::ops::ControlFlow;

use board::{Cell, CellSet, Color, Position};
use evaluate::Circuits;
use network::Evaluator;

use crate::{
    DecompositionObserver, DecompositionSettings, DecompositionStatus, MoveReason, Order,
    memory::{Fact, Memory, Open},
    proof::{ProofNodeId, RegionAnswer},
    rules::{Candidate, YangRule, propose},
    sight::{ConnectionFinder, View},
    strings::BorderType,
    table::Table,
};

/// How many candidates of a position are examined before they are sorted.
const MOST_LOOKS: usize = 10;
/// The value of a cell without any promise in the move order, beside shares of the current from 0 to 2 or of the network's votes.
const IDLE: f64 = 0.02;

/// A limit was reached, or the observer has asked to stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stopped;

/// The verdict of a search on a position, seen from the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Found {
    /// It wins, by this move.
    Wins(RegionAnswer),
    /// It loses, by this node of the other side.
    Loses(ProofNodeId),
    /// Nothing is proved with this much doubt.
    Nothing,
}

/// The search.
pub(crate) struct Search<'a, const W: usize> {
    table: &'a Table<W>,
    settings: &'a DecompositionSettings,
    /// Whose win is looked for.
    pub(crate) hero: Color,
    observer: &'a dyn DecompositionObserver,
    sight: ConnectionFinder<'a, W>,
    pub(crate) memory: Memory<W>,
    circuits: Circuits<W>,
    network: Option<Evaluator>,
    /// How often each reply has refuted something.
    refuted: Vec<u32>,
    /// Positions examined.
    pub(crate) examined: u64,
    /// Where to stop.
    pub(crate) most: u64,
    /// The observer has asked to stop.
    pub(crate) interrupted: bool,
}

impl<'a, const W: usize> Search<'a, W> {
    pub(crate) fn new(
        table: &'a Table<W>,
        settings: &'a DecompositionSettings,
        hero: Color,
        observer: &'a dyn DecompositionObserver,
    ) -> Self {
        Self {
            table,
            settings,
            hero,
            observer,
            sight: ConnectionFinder::new(table, settings.layer),
            memory: Memory::default(),
            circuits: Circuits::new(table.size()),
            network: None,
            refuted: vec![0; table.size().cells()],
            examined: 0,
            most: u64::MAX,
            interrupted: false,
        }
    }

    /// Searches a position with so much doubt.
    pub(crate) fn solve(&mut self, position: &Position<W>, doubt: u32) -> Result<Found, Stopped> {
        // 1. What is known, or seen at once.
        let open = match self.glance(position)? {
            Fact::Wins(answer) => return Ok(Found::Wins(answer)),
            Fact::Loses(node) => return Ok(Found::Loses(node)),
            Fact::Open(open) => open,
        };
        let hero = self.hero.index();
        if self.memory.entry(position).is_some_and(|entry| entry.failed[hero] > doubt) {
            return Ok(Found::Nothing);
        }
        // 2. Search.
        let (found, open) = if position.to_move() == self.hero {
            self.attack(position, open, doubt)?
        } else {
            self.defend(position, open, doubt)?
        };
        // 3. Write down what came out. Where every move is refuted, the refutations are a win of the other side.
        let found = match found {
            Found::Nothing if open.cells.is_empty() => {
                let other = position.to_move().opponent();
                Found::Loses(self.memory.unite(other, open.answers.clone()))
            }
            found => found,
        };
        self.memory.set(
            position,
            match found {
                Found::Wins(answer) => Fact::Wins(answer),
                Found::Loses(node) => Fact::Loses(node),
                Found::Nothing => Fact::Open(open),
            },
        );
        if let (Found::Nothing, Some(entry)) = (found, self.memory.entry(position)) {
            entry.failed[hero] = doubt + 1;
        }
        Ok(found)
    }

    /// The hero's position: the candidates in their order, as far as the doubt reaches.
    fn attack(
        &mut self,
        position: &Position<W>,
        mut open: Open<W>,
        doubt: u32,
    ) -> Result<(Found, Open<W>), Stopped> {
        let other = self.hero.opponent();
        let candidates = self.candidates(position, &mut open)?;
        let mut rank = 0;
        for candidate in candidates {
            if !open.cells.contains(candidate.cell) {
                continue;
            }
            let Some(left) = doubt.checked_sub(rank) else { break };
            match self.solve(&position.child(candidate.cell), left)? {
                Found::Loses(node) => {
                    let reason = candidate.reason(self.hero);
                    return Ok((Found::Wins(RegionAnswer { cell: candidate.cell, node, reason }), open));
                }
                Found::Wins(answer) => self.memory.narrow(other, &mut open, answer),
                Found::Nothing => {}
            }
            rank += 1;
        }
        Ok((Found::Nothing, open))
    }

    /// The opponent's position: an answer to every reply.
    fn defend(
        &mut self,
        position: &Position<W>,
        mut open: Open<W>,
        doubt: u32,
    ) -> Result<(Found, Open<W>), Stopped> {
        let killer = self.memory.entry(position).and_then(|entry| entry.killer);
        // 1. A glance at every reply that is left: those that are answered at once narrow the rest (steps 2 and 4 of Figure 5), and
        //    one that nothing answers ends the search here.
        let mut waiting: Vec<(usize, Cell)> = Vec::new();
        for reply in self.by_refutations(open.cells) {
            if !open.cells.contains(reply) {
                continue;
            }
            match self.glance(&position.child(reply))? {
                Fact::Wins(answer) => self.memory.narrow(self.hero, &mut open, answer),
                Fact::Loses(node) => return Ok((self.refuted_by(reply, node), open)),
                Fact::Open(left) => waiting.push((left.cells.len(), reply)),
            }
        }
        // 2. Search those that still stand: the one that could not be answered before, then those with the fewest answers.
        waiting.sort_by_key(|&(moves, reply)| {
            (Some(reply) != killer, moves, std::cmp::Reverse(self.refuted[reply.index()]), reply)
        });
        for (_, reply) in waiting {
            if !open.cells.contains(reply) {
                continue;
            }
            match self.solve(&position.child(reply), doubt)? {
                Found::Wins(answer) => self.memory.narrow(self.hero, &mut open, answer),
                Found::Loses(node) => return Ok((self.refuted_by(reply, node), open)),
                Found::Nothing => {
                    self.refuted[reply.index()] += 1;
                    if let Some(entry) = self.memory.entry(position) {
                        entry.killer = Some(reply);
                    }
                    return Ok((Found::Nothing, open));
                }
            }
        }
        Ok((Found::Nothing, open))
    }

    /// A reply of the opponent's that is proved to win.
    fn refuted_by(&mut self, reply: Cell, node: ProofNodeId) -> Found {
        self.refuted[reply.index()] += 1;
        let color = self.hero.opponent();
        let reason =
            MoveReason { rule: YangRule::Refutes, group: CellSet::EMPTY, border: BorderType::None, color };
        Found::Wins(RegionAnswer { cell: reply, node, reason })
    }

    /// The verdict on a position without a search: from the table, from what is proved of others, or at sight.
    pub(crate) fn glance(&mut self, position: &Position<W>) -> Result<Fact<W>, Stopped> {
        if let Some(fact) = self.memory.recall(position) {
            return Ok(fact);
        }
        let fact = match self.memory.by_claims(position) {
            Fact::Open(open) => self.look(position, open)?,
            fact => fact,
        };
        self.memory.set(position, fact.clone());
        Ok(fact)
    }

    /// The findings of a static look at a position.
    fn look(&mut self, position: &Position<W>, mut open: Open<W>) -> Result<Fact<W>, Stopped> {
        self.count(position)?;
        let other = position.to_move().opponent();
        match self.sight.look(position) {
            View::Decided(winner, join) => {
                let node = self.memory.add(winner, join.draft);
                Ok(match join.key {
                    Some(cell) if winner != other => {
                        let reason = join.why.map(|why| why.reason(winner));
                        let reason =
                            reason.unwrap_or_else(|| reason_without_group(YangRule::Numbered(1), winner));
                        Fact::Wins(RegionAnswer { cell, node, reason })
                    }
                    _ => Fact::Loses(node),
                })
            }
            View::Open(threats) => {
                for join in threats {
                    let Some((cell, why)) = join.key.zip(join.why) else { continue };
                    let node = self.memory.add(other, join.draft);
                    self.memory.narrow(
                        other,
                        &mut open,
                        RegionAnswer { cell, node, reason: why.reason(other) },
                    );
                }
                if open.cells.is_empty() {
                    return Ok(Fact::Loses(self.memory.unite(other, open.answers)));
                }
                Ok(Fact::Open(open))
            }
        }
    }

    /// The moves to try, best first: those of the rules, then what else is open.
    fn candidates(
        &mut self,
        position: &Position<W>,
        open: &mut Open<W>,
    ) -> Result<Vec<Candidate<W>>, Stopped> {
        if let Some(entry) = self.memory.entry(position)
            && !entry.candidates.is_empty()
        {
            return Ok(entry.candidates.clone());
        }
        let mut list = self.by_rules(position, open.cells);
        if self.settings.order != Order::Paper {
            list = self.in_order(position, open, list)?;
        }
        if let Some(entry) = self.memory.entry(position) {
            entry.candidates.clone_from(&list);
        }
        Ok(list)
    }

    /// The open moves in the order of the rules, then of their preferences, then of the current that flows through them.
    fn by_rules(&mut self, position: &Position<W>, open: CellSet<W>) -> Vec<Candidate<W>> {
        let [own, other] = self.sight.both_patterns(position);
        let mut list = propose(self.table, own, other);
        list.retain(|candidate| open.contains(candidate.cell));
        let seen: CellSet<W> = list.iter().map(|candidate| candidate.cell).collect();
        let rule = if open == position.empty_cells() { YangRule::Rest } else { YangRule::MustPlay };
        let (group, border) = (CellSet::EMPTY, BorderType::None);
        let rest = open.minus(seen);
        list.extend(rest.iter().map(|cell| Candidate { cell, rule, group, border, preference: 0 }));
        let resistances = self.circuits.evaluate(position);
        let importance = |cell: Cell| self.circuits.importance(&resistances, cell);
        list.sort_by(|x, y| {
            let by_rule = x.rule.cmp(&y.rule).then(y.preference.cmp(&x.preference));
            by_rule.then(importance(y.cell).total_cmp(&importance(x.cell)))
        });
        list
    }

    /// The moves that promise most in the order of how many replies each leaves, divided by that promise; then the others. What is seen at
    /// once to lose narrows the moves that are open.
    fn in_order(
        &mut self,
        position: &Position<W>,
        open: &mut Open<W>,
        mut list: Vec<Candidate<W>>,
    ) -> Result<Vec<Candidate<W>>, Stopped> {
        let promise = self.promise(position);
        let mut keyed: Vec<(f64, Candidate<W>)> =
            list.drain(..).map(|candidate| (promise[candidate.cell.index()], candidate)).collect();
        keyed.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        for (place, (key, candidate)) in keyed.iter_mut().enumerate() {
            let promise = IDLE + *key;
            *key = f64::INFINITY;
            if !open.cells.contains(candidate.cell) || place >= MOST_LOOKS {
                continue;
            }
            match self.glance(&position.child(candidate.cell))? {
                Fact::Loses(_) => *key = 0.0,
                Fact::Wins(answer) => self.memory.narrow(position.to_move().opponent(), open, answer),
                Fact::Open(left) => *key = left.cells.len() as f64 / promise,
            }
        }
        keyed.sort_by(|(a, x), (b, y)| {
            let same = a.is_finite() && b.is_finite();
            a.total_cmp(b).then_with(|| if same { x.rule.cmp(&y.rule) } else { std::cmp::Ordering::Equal })
        });
        Ok(keyed.into_iter().map(|(_, candidate)| candidate).collect())
    }

    /// How much each cell promises: the current that flows through it, or what the network thinks of it.
    fn promise(&mut self, position: &Position<W>) -> Vec<f64> {
        let size = self.table.size();
        if self.settings.order == Order::Network {
            let network = self.network.get_or_insert_with(|| solver::move_ordering_network(size));
            let evaluation = network.evaluate(position, false);
            return size.iter().map(|cell| f64::from(evaluation.policy[cell.index()])).collect();
        }
        let resistances = self.circuits.evaluate(position);
        size.iter().map(|cell| self.circuits.importance(&resistances, cell)).collect()
    }

    /// The cell that the most current flows through.
    pub(crate) fn most_current(&mut self, position: &Position<W>, cells: CellSet<W>) -> Option<Cell> {
        let resistances = self.circuits.evaluate(position);
        let importance = |cell: &Cell| self.circuits.importance(&resistances, *cell);
        cells.iter().max_by(|a, b| importance(a).total_cmp(&importance(b)))
    }

    /// The move that the rules like best, with no search beyond what is seen at once.
    pub(crate) fn best_by_rules(&mut self, position: &Position<W>) -> Option<(Cell, MoveReason)> {
        let mut open = match self.glance(position).ok()? {
            Fact::Wins(answer) => return Some((answer.cell, answer.reason)),
            Fact::Loses(_) => Open { cells: position.empty_cells(), answers: Vec::new() },
            Fact::Open(open) => open,
        };
        let candidates = self.candidates(position, &mut open).ok()?;
        let open_first = candidates.iter().find(|candidate| open.cells.contains(candidate.cell));
        let candidate = open_first.or_else(|| candidates.first())?;
        Some((candidate.cell, candidate.reason(position.to_move())))
    }

    fn by_refutations(&self, cells: CellSet<W>) -> Vec<Cell> {
        let mut cells: Vec<Cell> = cells.iter().collect();
        cells.sort_by_key(|cell| (std::cmp::Reverse(self.refuted[cell.index()]), *cell));
        cells
    }

    fn count(&mut self, position: &Position<W>) -> Result<(), Stopped> {
        self.examined += 1;
        if self.examined > self.most {
            return Err(Stopped);
        }
        let status = DecompositionStatus {
            examined: self.examined,
            stones: position.occupied().len(),
            hero: self.hero,
        };
        match self.observer.status(&status) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => {
                self.interrupted = true;
                Err(Stopped)
            }
        }
    }
}

/// A reason that names no group.
pub(crate) const fn reason_without_group(rule: YangRule, color: Color) -> MoveReason {
    MoveReason { rule, group: CellSet::EMPTY, border: BorderType::None, color }
}
