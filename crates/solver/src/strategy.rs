//! Writes down how a position is won: an answer to every reply of the loser, in the form that `verify::strategy` checks.
//!
//! The search proves more than it keeps: it prunes moves, fills cells in, and forgets. So the strategy is made anew from the
//! top. In a position of the loser:
//!
//! 1. If a node that is written already fits, it is the answer.
//! 2. If the winner's edges are connected on the real stones, the certificate is a leaf.
//! 3. Otherwise answers are collected until no reply touches them all: first the winner's threats (semi connections), then
//!    for a reply that is still open an answer among the nodes that are written already, and last the move that the
//!    solver finds, whose node is made in the same way. The replies still open shrink to those that every answer needs, which
//!    is Yang's region cut-off once more.
//!
//! The solver that is asked here knows no inferior cells: what it proves by filling in cells would have to be proved again on
//! the real stones, in many more positions than a search that works on the real stones from the start. (7x7 d4: 562 nodes
//! instead of 10,389.)
//!
//! Nothing here has to be believed: every leaf is checked by `verify` before it is used, and the whole text by whoever reads
//! it.

use board::{Cell, CellSet, Color, Position};
use connection::Connections;
use evaluate::Circuits;
use network::Evaluator;
use verify::{
    End, Kind, Rule, Step,
    strategy::{Header, Link, answers_line, check_connection, connection_line, root_line, seal},
};

use crate::{Answer, Forgetful, Pool, ProverSettings, Question, Solver};

/// How far a strategy is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StrategyStatus {
    /// Nodes written.
    pub nodes: usize,
    /// Of these, connections.
    pub connections: usize,
    /// Positions that the solver was asked about.
    pub solved: usize,
    /// The share of the replies to the position, and to the replies' answers, that is done: from 0 to 1.
    pub done: f64,
}

/// Why a strategy was not written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StrategyError {
    /// A limit was reached, or somebody asked to stop.
    #[error("the strategy is not finished: a limit was reached or the search was interrupted")]
    Unfinished,
    /// The solver found a winner and then another: a bug.
    #[error(
        "the solver contradicts itself: found {found} as winner of a position that {expected} wins:\n{position}"
    )]
    Contradiction {
        /// What it says now.
        found: Color,
        /// What it said.
        expected: Color,
        /// The position, drawn.
        position: String,
    },
}

/// Solves a position and writes the winner's strategy as a text that [`verify::strategy::read_strategy`] accepts. The solver's
/// table is emptied before. The network, where there is one, orders the moves as in [`crate::Provers::ordered_by`].
///
/// # Errors
/// [`StrategyError::Unfinished`] where the question's observer or limits end a search.
pub fn write_strategy<const W: usize>(
    solver: &mut Solver<W>,
    position: &Position<W>,
    network: Option<&Evaluator>,
    question: &Question<'_, W>,
    progress: &dyn Fn(&StrategyStatus),
) -> Result<String, StrategyError> {
    solver.clear();
    let provers = ProverSettings { inferior: false, ..ProverSettings::default() };
    // What a memory holds was proved with inferior cells.
    let question = &Question { memory: &Forgetful, ..*question };
    let pool = Pool::new(position.size(), provers, network.cloned());
    let mut writer = Writer {
        solver,
        pool,
        question,
        progress,
        winner: position.to_move(),
        nodes: Vec::new(),
        connections: Connections::new(position, provers.limits),
        circuits: Circuits::new(position.size()),
        solved: 0,
        leaves: 0,
    };
    let answer = writer.ask(position);
    writer.winner = answer.winner.ok_or(StrategyError::Unfinished)?;
    let span = Span { from: 0.0, to: 1.0 };
    let (first, root) = if writer.winner == position.to_move() && !position.has_won(writer.winner) {
        let cell = writer.winning_move(position, None)?;
        (Some(cell), writer.node(&position.child(cell), span)?)
    } else {
        (None, writer.node(position, span)?)
    };
    Ok(writer.text(position, first, root))
}

/// A node with what it claims.
struct Draft<const W: usize> {
    stones: CellSet<W>,
    cells: CellSet<W>,
    kind: DraftKind,
}

enum DraftKind {
    /// The finished line of a connection.
    Connection(String),
    Answers(Vec<Link>),
}

/// The part of the progress that a node stands for.
#[derive(Debug, Clone, Copy)]
struct Span {
    from: f64,
    to: f64,
}

impl Span {
    /// The part between two shares of this one.
    fn part(self, from: f64, to: f64) -> Self {
        let width = self.to - self.from;
        Self { from: self.from + width * from, to: self.from + width * to }
    }
}

struct Writer<'a, const W: usize> {
    solver: &'a Solver<W>,
    pool: Pool<W>,
    question: &'a Question<'a, W>,
    progress: &'a dyn Fn(&StrategyStatus),
    winner: Color,
    nodes: Vec<Draft<W>>,
    connections: Connections<W>,
    circuits: Circuits<W>,
    solved: usize,
    leaves: usize,
}

/// How many of the winner's connections are tried as leaves before the position is searched instead.
const CERTIFICATES: usize = 4;

impl<const W: usize> Writer<'_, W> {
    /// The node of a position with the loser to move, which the winner wins.
    fn node(&mut self, position: &Position<W>, span: Span) -> Result<usize, StrategyError> {
        // 1. A node that fits.
        if let Some(node) = self.fitting(position) {
            return Ok(node);
        }
        // 2. A connection on the real stones.
        self.connections.build(position);
        if let Some(node) = self.connection(position) {
            self.report(span.to);
            return Ok(node);
        }
        // 3. Answers, until no cell is needed by all of them.
        let mut links: Vec<Link> = Vec::new();
        let mut open = position.empty_cells();
        let all = open.len() as f64;
        let share = |open: &CellSet<W>| 1.0 - open.len() as f64 / all;
        let mut threats = self.threats();
        threats.sort_by_key(|(_, carrier)| carrier.len());
        for (key, carrier) in threats {
            if open.is_subset(&carrier) {
                continue;
            }
            let before = share(&open);
            let mut after = *position;
            let placed = after.place(self.winner, key);
            debug_assert!(placed.is_ok(), "a key is empty");
            let part = span.part(before, share(&(open & carrier)));
            self.link(&mut links, &mut open, key, &after, part)?;
        }
        while let Some(reply) = self.next_reply(position, open, &links) {
            let child = position.child(reply);
            if let Some((cell, node)) = self.fitting_answer(&child, open) {
                open &= self.nodes[node].cells.with(cell);
                links.push(Link { cell, node });
                continue;
            }
            let cell = self.winning_move(&child, Some(reply))?;
            let before = share(&open);
            let part = span.part(before, share(&open.without(reply)));
            self.link(&mut links, &mut open, cell, &child.child(cell), part)?;
        }
        self.drop_idle(&mut links);
        Ok(self.answers(links, span))
    }

    /// Adds an answer and narrows the replies that are still open.
    fn link(
        &mut self,
        links: &mut Vec<Link>,
        open: &mut CellSet<W>,
        cell: Cell,
        after: &Position<W>,
        span: Span,
    ) -> Result<(), StrategyError> {
        let node = self.node(after, span)?;
        let needed = self.nodes[node].cells.with(cell);
        if !open.is_subset(&needed) {
            *open &= needed;
            links.push(Link { cell, node });
        }
        Ok(())
    }

    /// A written node that fits a position, the one that needs the fewest cells.
    fn fitting(&self, position: &Position<W>) -> Option<usize> {
        let (own, empty) = (position.stones(self.winner), position.empty_cells());
        let fits = |draft: &Draft<W>| draft.stones.is_subset(&own) && draft.cells.is_subset(&empty);
        let fitting = self.nodes.iter().enumerate().filter(|(_, draft)| fits(draft));
        fitting.min_by_key(|(_, draft)| draft.cells.len()).map(|(node, _)| node)
    }

    /// An answer after which a written node fits: the one that leaves the fewest replies open.
    fn fitting_answer(&self, position: &Position<W>, open: CellSet<W>) -> Option<(Cell, usize)> {
        let (own, empty) = (position.stones(self.winner), position.empty_cells());
        let mut best: Option<((usize, usize), Cell, usize)> = None;
        for (node, draft) in self.nodes.iter().enumerate() {
            if !draft.cells.is_subset(&empty) {
                continue;
            }
            let missing = draft.stones.minus(own);
            let cell = match missing.first() {
                Some(cell) if missing.single().is_some() && empty.contains(cell) => cell,
                Some(_) => continue,
                // What holds already is kept by a move anywhere else, best where no reply is open.
                None => {
                    let free = empty.minus(draft.cells);
                    let Some(cell) = free.minus(open).first().or_else(|| free.first()) else { continue };
                    cell
                }
            };
            let needed = draft.cells.with(cell);
            let score = ((needed & open).len(), needed.len());
            if best.is_none_or(|(least, ..)| score < least) {
                best = Some((score, cell, node));
            }
        }
        best.map(|(_, cell, node)| (cell, node))
    }

    /// The winner's edges connected in the position whose connections were just built.
    fn connection(&mut self, position: &Position<W>) -> Option<usize> {
        let size = position.size();
        if position.has_won(self.winner) {
            let chain = position.groups().of_color(self.winner).find_map(|group| {
                let edges = self.winner.edges();
                edges.iter().all(|&edge| group.touches(edge)).then_some(group.cells)
            })?;
            let line = connection_line(size, chain.resize(), &[])?;
            return self.leaf(position, line);
        }
        let edges = self.winner.edges().map(End::Edge);
        let mut fulls: Vec<_> =
            self.connections.between(self.winner, edges).filter(|found| found.kind == Kind::Full).collect();
        fulls.sort_by_key(|full| full.carrier.len());
        for full in fulls.iter().take(CERTIFICATES) {
            let Some(certificate) = self.connections.certificate(full) else { continue };
            let steps = trimmed(certificate.steps);
            if let Some(line) = smallest_line(position, self.winner, &steps) {
                return self.leaf(position, line);
            }
        }
        None
    }

    /// Writes a leaf, unless `verify` refuses it.
    fn leaf(&mut self, position: &Position<W>, line: String) -> Option<usize> {
        let claim = check_connection(position.size(), self.winner, &line).ok()?;
        self.leaves += 1;
        let (stones, cells) = (claim.stones.resize(), claim.cells.resize());
        self.nodes.push(Draft { stones, cells, kind: DraftKind::Connection(line) });
        Some(self.nodes.len() - 1)
    }

    /// The winner's threats in the position whose connections were just built: key and carrier.
    fn threats(&self) -> Vec<(Cell, CellSet<W>)> {
        let edges = self.winner.edges().map(End::Edge);
        let semis = self.connections.between(self.winner, edges);
        semis
            .filter_map(|semi| match semi.kind {
                Kind::Semi(key) => Some((key, semi.carrier)),
                Kind::Full => None,
            })
            .collect()
    }

    /// Which of the open replies to answer next: the latest answer's own move, which hurts it most, if it is open.
    fn next_reply(&mut self, position: &Position<W>, open: CellSet<W>, links: &[Link]) -> Option<Cell> {
        let last = links.iter().rev().map(|link| link.cell).find(|cell| open.contains(*cell));
        if last.is_some() || open.is_empty() {
            return last;
        }
        let resistances = self.circuits.evaluate(position);
        let importance = |cell: &Cell| self.circuits.importance(&resistances, *cell);
        open.iter().max_by(|a, b| importance(a).total_cmp(&importance(b)))
    }

    /// A winning move of the winner, who is to move; `reply` is the loser's last move.
    fn winning_move(&mut self, position: &Position<W>, reply: Option<Cell>) -> Result<Cell, StrategyError> {
        let answer = self.ask(position);
        self.expect_winner(position, answer.winner)?;
        if let Some(cell) = answer.winning_move {
            return Ok(cell);
        }
        // Decided without a move: by filled-in cells, by a connection that needs none, or by strategy stealing. A move that
        // connects the real stones is best, the nearer to the reply the better.
        let near = reply.map_or(CellSet::EMPTY, |cell| position.geometry().neighbour_set(cell));
        let resistances = self.circuits.evaluate(position);
        let importance = |cell: Cell| self.circuits.importance(&resistances, cell);
        let mut cells: Vec<Cell> = position.empty_cells().iter().collect();
        cells.sort_by(|&a, &b| {
            let rank = |cell: Cell| (!answer.carrier.contains(cell), !near.contains(cell));
            rank(a).cmp(&rank(b)).then(importance(b).total_cmp(&importance(a))).then(a.cmp(&b))
        });
        let edges = self.winner.edges().map(End::Edge);
        let mut smallest: Option<(usize, Cell)> = None;
        for &cell in cells.iter().take_while(|cell| answer.carrier.contains(**cell)) {
            let child = position.child(cell);
            if child.has_won(self.winner) {
                return Ok(cell);
            }
            self.connections.build(&child);
            let fulls = self.connections.between(self.winner, edges);
            let fulls = fulls.filter(|full| full.kind == Kind::Full).map(|full| full.carrier.len());
            if let Some(size) = fulls.min()
                && smallest.is_none_or(|(least, _)| size < least)
            {
                smallest = Some((size, cell));
            }
        }
        if let Some((_, cell)) = smallest {
            return Ok(cell);
        }
        for cell in cells {
            let answer = self.ask(&position.child(cell));
            if answer.winner.ok_or(StrategyError::Unfinished)? == self.winner {
                return Ok(cell);
            }
        }
        Err(self.contradiction(position))
    }

    fn ask(&mut self, position: &Position<W>) -> Answer<W> {
        self.solved += 1;
        self.solver.solve(position, || self.pool.lend(), self.question)
    }

    fn expect_winner(&self, position: &Position<W>, found: Option<Color>) -> Result<(), StrategyError> {
        match found {
            None => Err(StrategyError::Unfinished),
            Some(winner) if winner == self.winner => Ok(()),
            Some(_) => Err(self.contradiction(position)),
        }
    }

    fn contradiction(&self, position: &Position<W>) -> StrategyError {
        StrategyError::Contradiction {
            found: self.winner.opponent(),
            expected: self.winner,
            position: position.to_string(),
        }
    }

    /// Drops answers that the others make unnecessary, the largest first.
    fn drop_idle(&self, links: &mut Vec<Link>) {
        let needed = |link: &Link| self.nodes[link.node].cells.with(link.cell);
        let mut order: Vec<Link> = links.clone();
        order.sort_by_key(|link| std::cmp::Reverse(needed(link).len()));
        for candidate in order {
            let others = links.iter().filter(|link| **link != candidate);
            let common = others.clone().map(needed).reduce(|a, b| a & b);
            if common.is_some_and(|common| common.is_empty()) {
                links.retain(|link| *link != candidate);
            }
        }
    }

    fn answers(&mut self, links: Vec<Link>, span: Span) -> usize {
        let (mut stones, mut cells) = (CellSet::EMPTY, CellSet::EMPTY);
        for link in &links {
            let node = &self.nodes[link.node];
            stones |= node.stones.without(link.cell);
            cells |= node.cells.with(link.cell);
        }
        self.nodes.push(Draft { stones, cells, kind: DraftKind::Answers(links) });
        self.report(span.to);
        self.nodes.len() - 1
    }

    fn report(&self, done: f64) {
        (self.progress)(&StrategyStatus {
            nodes: self.nodes.len(),
            connections: self.leaves,
            solved: self.solved,
            done,
        });
    }

    /// The nodes that the root needs, numbered anew, as text.
    fn text(&self, position: &Position<W>, first: Option<Cell>, root: usize) -> String {
        let size = position.size();
        let mut used = vec![false; self.nodes.len()];
        used[root] = true;
        for node in (0..=root).rev() {
            if let (true, DraftKind::Answers(links)) = (used[node], &self.nodes[node].kind) {
                links.iter().for_each(|link| used[link.node] = true);
            }
        }
        let mut text = Header { position: position.resize(), winner: self.winner }.text();
        let mut numbers = vec![0; self.nodes.len()];
        let kept = self.nodes.iter().enumerate().filter(|(node, _)| used[*node]);
        for (number, (node, draft)) in kept.enumerate() {
            match &draft.kind {
                DraftKind::Connection(line) => text.push_str(line),
                DraftKind::Answers(links) => {
                    let links: Vec<Link> =
                        links.iter().map(|link| Link { node: numbers[link.node], ..*link }).collect();
                    text.push_str(&answers_line(size, &links));
                }
            }
            numbers[node] = number;
        }
        text.push_str(&root_line(size, first, numbers[root]));
        seal(text)
    }
}

/// The steps that the last one needs, numbered anew.
fn trimmed(steps: Vec<Step>) -> Vec<Step> {
    let mut used = vec![false; steps.len()];
    if let Some(last) = used.last_mut() {
        *last = true;
    }
    for number in (0..steps.len()).rev() {
        if used[number] {
            match &steps[number].rule {
                Rule::And { parts, .. } => parts.iter().for_each(|&part| used[part] = true),
                Rule::Or { parts, .. } => parts.iter().for_each(|&part| used[part] = true),
                Rule::Adjacent | Rule::Trial { .. } => {}
            }
        }
    }
    let mut numbers = vec![0; steps.len()];
    let mut kept = Vec::new();
    for (number, mut step) in steps.into_iter().enumerate().filter(|(number, _)| used[*number]) {
        match &mut step.rule {
            Rule::And { parts, .. } => parts.iter_mut().for_each(|part| *part = numbers[*part]),
            Rule::Or { parts, .. } => parts.iter_mut().for_each(|part| *part = numbers[*part]),
            Rule::Adjacent | Rule::Trial { .. } => {}
        }
        numbers[number] = kept.len();
        kept.push(step);
    }
    kept
}

/// The line of a connection with as few of the winner's stones as `verify` accepts: the fewer stones it asks for, the
/// more positions it fits.
fn smallest_line<const W: usize>(position: &Position<W>, winner: Color, steps: &[Step]) -> Option<String> {
    let size = position.size();
    let line = |stones: CellSet<W>| {
        let line = connection_line(size, stones.resize(), steps)?;
        check_connection(size, winner, &line).is_ok().then_some(line)
    };
    let ends = steps.iter().flat_map(|step| {
        let by = match &step.rule {
            Rule::And { captured, .. } | Rule::Or { captured, .. } => captured.as_slice(),
            Rule::Adjacent | Rule::Trial { .. } => &[],
        };
        step.ends.into_iter().chain(by.iter().map(|captured| captured.by))
    });
    let named: CellSet<W> = ends
        .filter_map(|end| match end {
            End::Cell(cell) => Some(cell),
            End::Edge(_) => None,
        })
        .collect();
    let mut stones = position.stones(winner);
    let mut best = line(stones);
    for group in position.groups().of_color(winner) {
        let fewer = stones.minus(group.cells);
        if group.cells.intersects(&named) {
            continue;
        }
        if let Some(found) = line(fewer) {
            best = Some(found);
            stones = fewer;
        }
    }
    best
}
