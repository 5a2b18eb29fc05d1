//! Writes winning strategies: an answer to every reply of the loser, in the form of `proof::strategy`.
//!
//! The search proves more than it keeps: it prunes moves, fills cells in, and forgets. So the strategy is built again from the
//! top. In a position of the loser:
//!
//! 1. The position is filled in: captured pairs are counted as the winner's, what is dead or captured for the loser as the
//!    loser's. Everything below happens in the filled-in position; a line `f` takes back the pairs that were relied on.
//! 2. If a node that is written already fits, it is the answer.
//! 3. If the winner's edges are connected, the certificate is a leaf.
//! 4. Otherwise answers are collected until no reply touches them all: first the winner's threats (semi connections), then
//!    for a reply that is still open an answer among the nodes that are written already, and last the move that the
//!    solver finds, whose node is made in the same way. The replies still open shrink to those that every answer needs, which
//!    is Yang's region cut-off once more. Replies inside the solver's carrier come first: the others are answered on the way.
//!
//! The solver is asked about the stones that were really played. Its table has these positions from its own search, with
//! inferior cells; what it proved by more than captured pairs is proved again here, move by move.
//!
//! Nothing here has to be believed: every leaf is checked by `verify` before it is used, and the whole text by every program that reads
//! it.

mod fill;
mod nodes;

use board::{BoardSize, Cell, CellSet, Color, Position};
use connection::Connections;
use evaluate::Circuits;
use network::Evaluator;
use proof::{
    CertificateRule, CertificateStep, ConnectionKind, End,
    strategy::{Header, Link, answers_line, check_connection, connection_line, fill_line, root_line, seal},
};

use self::{
    fill::Filled,
    nodes::{Draft, DraftKind, Nodes},
};
use crate::{NoMemory, ProverPool, ProverSettings, Solver, SolverAnswer, SolverContext, SolverLimits};

/// How far a strategy is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StrategyStatus {
    /// New nodes written.
    pub nodes: usize,
    /// Of these, connections.
    pub connections: usize,
    /// Positions that the solver was asked about.
    pub solved: usize,
    /// Positions that its searches examined.
    pub examined: u64,
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
        /// The current text.
        found: Color,
        /// The earlier text.
        expected: Color,
        /// The position, drawn.
        position: String,
    },
}

/// Solves a position and writes the winner's strategy as a text that [`proof::strategy::read_strategy`] accepts, as
/// [`StrategyWriter::write`] does.
///
/// # Errors
/// [`StrategyError::Unfinished`] where the question's observer or limits end a search.
pub fn write_strategy<const W: usize>(
    solver: &mut Solver<W>,
    position: &Position<W>,
    network: Option<&Evaluator>,
    question: &SolverContext<'_, W>,
    progress: &dyn Fn(&StrategyStatus),
) -> Result<String, StrategyError> {
    StrategyWriter::default().write(solver, position, network, question, progress)
}

/// Writes strategies, and remembers their nodes as long as they are of one board. A node that was written for one position serves the others with the same
/// winner, so that strategies written one after the other have lines in common.
#[derive(Default)]
pub struct StrategyWriter<const W: usize> {
    /// The nodes of Black and of White.
    nodes: [Nodes<W>; 2],
    /// Their board.
    size: Option<BoardSize>,
}

impl<const W: usize> std::fmt::Debug for StrategyWriter<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let nodes = self.nodes.each_ref().map(Nodes::len);
        f.debug_struct("StrategyWriter").field("nodes", &nodes).finish_non_exhaustive()
    }
}

impl<const W: usize> StrategyWriter<W> {
    /// Forgets what was written.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Solves a position and writes the winner's strategy as a text that [`proof::strategy::read_strategy`] accepts. The solver's
    /// table is used as it is, unless stored verdicts went into it, which have no proof: then it is emptied. The network, where
    /// there is one, orders the moves as in [`crate::Provers::ordered_by`].
    ///
    /// # Errors
    /// [`StrategyError::Unfinished`] where the question's observer or limits end a search.
    pub fn write(
        &mut self,
        solver: &mut Solver<W>,
        position: &Position<W>,
        network: Option<&Evaluator>,
        question: &SolverContext<'_, W>,
        progress: &dyn Fn(&StrategyStatus),
    ) -> Result<String, StrategyError> {
        if solver.stored_verdicts() > 0 || solver.is_of_another_board(position.size()) {
            solver.clear();
        }
        if self.size != Some(position.size()) {
            self.clear();
            self.size = Some(position.size());
        }
        let provers = ProverSettings::default();
        // What a memory holds came with no proof that could be written.
        let question = &SolverContext { memory: &NoMemory, ..*question };
        let pool = ProverPool::new(position.size(), provers, network.cloned());
        let answer = solver.solve(position, || pool.lend(), question);
        let winner = answer.winner.ok_or(StrategyError::Unfinished)?;
        let nodes = &mut self.nodes[winner.index()];
        let mut writer = Writer {
            solver,
            pool,
            question,
            progress,
            winner,
            before: nodes.len(),
            nodes,
            connections: Connections::new(position, provers.limits),
            circuits: Circuits::new(position.size()),
            solved: 1,
            examined: answer.statistics.expanded,
            leaves: 0,
        };
        let span = Span { from: 0.0, to: 1.0 };
        let start = Place::new(position);
        let (first, root) = if winner == position.to_move() && !position.has_won(winner) {
            let cell = writer.winning_move(&start, None)?;
            (Some(cell), writer.node(&start.child(cell), span)?)
        } else {
            (None, writer.node(&start, span)?)
        };
        Ok(writer.text(position, first, root))
    }
}

/// A position as it was played, and as it counts: with what was filled in on the way, and without moves on such cells.
#[derive(Debug, Clone, Copy)]
struct Place<const W: usize> {
    played: Position<W>,
    counted: Position<W>,
}

impl<const W: usize> Place<W> {
    const fn new(position: &Position<W>) -> Self {
        Self { played: *position, counted: *position }
    }

    /// After a move of the side to move; on a cell that counts as played it changes nothing but the turn.
    fn child(&self, cell: Cell) -> Self {
        let mut counted = self.counted;
        if counted.at(cell).is_none() {
            counted = counted.child(cell);
        } else {
            counted.set_to_move(counted.to_move().opponent());
        }
        Self { played: self.played.child(cell), counted }
    }

    /// After a move of the winner, as if the loser had moved before it.
    fn threat(&self, winner: Color, cell: Cell) -> Self {
        let place = |mut position: Position<W>| {
            let placed = position.place(winner, cell);
            debug_assert!(placed.is_ok(), "a key is empty");
            position
        };
        Self { played: place(self.played), counted: place(self.counted) }
    }
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
    pool: ProverPool<W>,
    question: &'a SolverContext<'a, W>,
    progress: &'a dyn Fn(&StrategyStatus),
    winner: Color,
    nodes: &'a mut Nodes<W>,
    /// Nodes that were there before.
    before: usize,
    connections: Connections<W>,
    circuits: Circuits<W>,
    solved: usize,
    examined: u64,
    leaves: usize,
}

/// How many of the winner's connections are tried as leaves before the position is searched instead.
const CERTIFICATES: usize = 4;

/// Where a move that was to be found by trying is given up.
const MOST_NODES: u64 = 1 << 40;

impl<const W: usize> Writer<'_, W> {
    /// The node of a position with the loser to move, which the winner wins.
    fn node(&mut self, place: &Place<W>, span: Span) -> Result<usize, StrategyError> {
        if let Some(node) = self.fitting(&place.counted) {
            return Ok(node);
        }
        let filled = Filled::new(&place.counted, self.winner);
        let inside = Place { played: place.played, counted: filled.position };
        let node = self.node_of_filled(&inside, span)?;
        let claim = &self.nodes[node];
        Ok(match filled.take_back(claim.stones, claim.cells) {
            None => node,
            Some(back) => {
                let kind = DraftKind::Fill { node, more: back.more, pairs: back.pairs };
                self.nodes.push(Draft { stones: back.stones, cells: back.cells, kind })
            }
        })
    }

    /// The node of a position that is filled in.
    fn node_of_filled(&mut self, place: &Place<W>, span: Span) -> Result<usize, StrategyError> {
        let position = &place.counted;
        if let Some(node) = self.fitting(position) {
            return Ok(node);
        }
        self.connections.build(position);
        if let Some(node) = self.connection(position) {
            self.report(span.to);
            return Ok(node);
        }
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
            let part = span.part(share(&open), share(&(open & carrier)));
            self.link(&mut links, &mut open, key, &place.threat(self.winner, key), part)?;
        }
        let carrier = self.ask(&place.played).carrier;
        while let Some(reply) = self.next_reply(position, open, carrier, &links) {
            let child = place.child(reply);
            if let Some((cell, node)) = self.fitting_answer(&child.counted, open) {
                open &= self.nodes[node].cells.with(cell);
                links.push(Link { cell, node });
                continue;
            }
            let part = span.part(share(&open), share(&open.without(reply)));
            let cell = self.winning_move(&child, Some(reply))?;
            let after = child.child(cell);
            if child.counted.at(cell).is_none() {
                self.link(&mut links, &mut open, cell, &after, part)?;
            } else {
                let node = self.node(&after, part)?;
                let link = self.idle_link(&child.counted, node);
                open &= self.nodes[link.node].cells.with(link.cell);
                links.push(link);
            }
        }
        self.drop_idle(&mut links);
        Ok(self.answers(links, span))
    }

    /// An answer after which a node holds that holds already: a move outside of its cells, or one of them.
    fn idle_link(&mut self, position: &Position<W>, node: usize) -> Link {
        let Draft { stones, cells, .. } = self.nodes[node];
        if let Some(cell) = position.empty_cells().minus(cells).first() {
            return Link { cell, node };
        }
        // The position is not decided by stones alone, so that some cell is empty.
        let cell = cells.first().expect("a node without cells joins the edges");
        let kind = DraftKind::Fill { node, more: CellSet::of(cell), pairs: Vec::new() };
        let (stones, cells) = (stones.with(cell), cells.without(cell));
        Link { cell, node: self.nodes.push(Draft { stones, cells, kind }) }
    }

    /// Adds an answer and narrows the replies that are still open.
    fn link(
        &mut self,
        links: &mut Vec<Link>,
        open: &mut CellSet<W>,
        cell: Cell,
        after: &Place<W>,
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
        self.nodes.fitting(position.stones(self.winner), position.empty_cells())
    }

    /// An answer after which a written node fits: the one that leaves the fewest replies open.
    fn fitting_answer(&self, position: &Position<W>, open: CellSet<W>) -> Option<(Cell, usize)> {
        self.nodes.fitting_answer(position.stones(self.winner), position.empty_cells(), open)
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
        let mut fulls: Vec<_> = self
            .connections
            .between(self.winner, edges)
            .filter(|found| found.kind == ConnectionKind::Full)
            .collect();
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
        Some(self.nodes.push(Draft { stones, cells, kind: DraftKind::Connection(line) }))
    }

    /// The winner's threats in the position whose connections were just built: key and carrier.
    fn threats(&self) -> Vec<(Cell, CellSet<W>)> {
        let edges = self.winner.edges().map(End::Edge);
        let semis = self.connections.between(self.winner, edges);
        semis
            .filter_map(|semi| match semi.kind {
                ConnectionKind::Semi(key) => Some((key, semi.carrier)),
                ConnectionKind::Full => None,
            })
            .collect()
    }

    /// Which of the open replies to answer next: those that the solver had to refute before the others, and the latest
    /// answer's own move, which hurts it most, before all.
    fn next_reply(
        &mut self,
        position: &Position<W>,
        open: CellSet<W>,
        carrier: CellSet<W>,
        links: &[Link],
    ) -> Option<Cell> {
        let open = if open.intersects(&carrier) { open & carrier } else { open };
        let last = links.iter().rev().map(|link| link.cell).find(|cell| open.contains(*cell));
        if last.is_some() || open.is_empty() {
            return last;
        }
        let resistances = self.circuits.evaluate(position);
        let importance = |cell: &Cell| self.circuits.importance(&resistances, *cell);
        open.iter().max_by(|a, b| importance(a).total_cmp(&importance(b)))
    }

    /// A winning move of the winner, who is to move; `reply` is the loser's last move.
    fn winning_move(&mut self, place: &Place<W>, reply: Option<Cell>) -> Result<Cell, StrategyError> {
        let answer = self.ask(&place.played);
        self.expect_winner(&place.played, answer.winner)?;
        if let Some(cell) = answer.winning_move {
            return Ok(cell);
        }
        // Decided without a move: by filled-in cells, by a connection or a lemma that needs none, or by strategy stealing. A move
        // that connects the counted stones is best, the nearer to the reply the better.
        let position = &place.counted;
        let near = reply.map_or(CellSet::EMPTY, |cell| position.geometry().neighbour_set(cell));
        let resistances = self.circuits.evaluate(position);
        let importance = |cell: Cell| self.circuits.importance(&resistances, cell);
        let mut cells: Vec<Cell> = position.empty_cells().iter().collect();
        cells.sort_by(|&a, &b| {
            let rank = |cell: Cell| (!answer.carrier.contains(cell), !near.contains(cell));
            rank(a).cmp(&rank(b)).then(importance(b).total_cmp(&importance(a))).then(a.cmp(&b))
        });
        match self.connecting_move(
            position,
            cells.iter().copied().take_while(|cell| answer.carrier.contains(*cell)),
        ) {
            Some(cell) => Ok(cell),
            None => self.proved_move(&place.played, &cells),
        }
    }

    /// The cell that connects the winner's edges with the smallest carrier.
    fn connecting_move(&mut self, position: &Position<W>, cells: impl Iterator<Item = Cell>) -> Option<Cell> {
        let edges = self.winner.edges().map(End::Edge);
        let mut smallest: Option<(usize, Cell)> = None;
        for cell in cells {
            let child = position.child(cell);
            if child.has_won(self.winner) {
                return Some(cell);
            }
            self.connections.build(&child);
            let fulls = self.connections.between(self.winner, edges);
            let fulls = fulls.filter(|full| full.kind == ConnectionKind::Full).map(|full| full.carrier.len());
            if let Some(size) = fulls.min()
                && smallest.is_none_or(|(least, _)| size < least)
            {
                smallest = Some((size, cell));
            }
        }
        smallest.map(|(_, cell)| cell)
    }

    /// The first move that is proved to win, where one of them does. All are tried with a little effort before any is with more,
    /// since most of them win at once and some are hard to refute.
    fn proved_move(&mut self, position: &Position<W>, cells: &[Cell]) -> Result<Cell, StrategyError> {
        let mut nodes = 4;
        loop {
            let mut open = false;
            for &cell in cells {
                let limits = SolverLimits { nodes: Some(nodes) };
                let question = SolverContext { limits, ..*self.question };
                self.solved += 1;
                let answer = self.solver.solve(&position.child(cell), || self.pool.lend(), &question);
                self.examined += answer.statistics.expanded;
                open |= answer.winner.is_none();
                if answer.winner == Some(self.winner) {
                    return Ok(cell);
                }
            }
            if !open {
                return Err(self.contradiction(position));
            }
            if nodes > MOST_NODES {
                return Err(StrategyError::Unfinished);
            }
            nodes *= 8;
        }
    }

    fn ask(&mut self, position: &Position<W>) -> SolverAnswer<W> {
        self.solved += 1;
        let answer = self.solver.solve(position, || self.pool.lend(), self.question);
        self.examined += answer.statistics.expanded;
        answer
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
        let node = self.nodes.push(Draft { stones, cells, kind: DraftKind::Answers(links) });
        self.report(span.to);
        node
    }

    fn report(&self, done: f64) {
        (self.progress)(&StrategyStatus {
            nodes: self.nodes.len() - self.before,
            connections: self.leaves,
            solved: self.solved,
            examined: self.examined,
            done,
        });
    }

    /// The nodes that the root needs, renumbered, as text.
    fn text(&self, position: &Position<W>, first: Option<Cell>, root: usize) -> String {
        let size = position.size();
        let mut used = vec![false; self.nodes.len()];
        used[root] = true;
        for node in (0..=root).rev() {
            match &self.nodes[node].kind {
                _ if !used[node] => {}
                DraftKind::Connection(_) => {}
                DraftKind::Answers(links) => links.iter().for_each(|link| used[link.node] = true),
                DraftKind::Fill { node, .. } => used[*node] = true,
            }
        }
        let kept = || (0..=root).filter(|&node| used[node]).map(|node| (node, &self.nodes[node]));
        let has_fills = kept().any(|(_, draft)| matches!(draft.kind, DraftKind::Fill { .. }));
        let mut text = Header { position: position.resize(), winner: self.winner }.text(has_fills);
        let mut numbers = vec![0; self.nodes.len()];
        for (number, (node, draft)) in kept().enumerate() {
            match &draft.kind {
                DraftKind::Connection(line) => text.push_str(line),
                DraftKind::Answers(links) => {
                    let links: Vec<Link> =
                        links.iter().map(|link| Link { node: numbers[link.node], ..*link }).collect();
                    text.push_str(&answers_line(size, &links));
                }
                DraftKind::Fill { node, more, pairs } => {
                    text.push_str(&fill_line(size, numbers[*node], more.resize(), pairs));
                }
            }
            numbers[node] = number;
        }
        text.push_str(&root_line(size, first, numbers[root]));
        seal(text)
    }
}

/// The steps that the last one needs, renumbered.
fn trimmed(steps: Vec<CertificateStep>) -> Vec<CertificateStep> {
    let mut used = vec![false; steps.len()];
    if let Some(last) = used.last_mut() {
        *last = true;
    }
    for number in (0..steps.len()).rev() {
        if used[number] {
            match &steps[number].rule {
                CertificateRule::And { parts, .. } => parts.iter().for_each(|&part| used[part] = true),
                CertificateRule::Or { parts, .. } => parts.iter().for_each(|&part| used[part] = true),
                CertificateRule::Adjacent | CertificateRule::Trial { .. } => {}
            }
        }
    }
    let mut numbers = vec![0; steps.len()];
    let mut kept = Vec::new();
    for (number, mut step) in steps.into_iter().enumerate().filter(|(number, _)| used[*number]) {
        match &mut step.rule {
            CertificateRule::And { parts, .. } => parts.iter_mut().for_each(|part| *part = numbers[*part]),
            CertificateRule::Or { parts, .. } => parts.iter_mut().for_each(|part| *part = numbers[*part]),
            CertificateRule::Adjacent | CertificateRule::Trial { .. } => {}
        }
        numbers[number] = kept.len();
        kept.push(step);
    }
    kept
}

/// The line of a connection with as few of the winner's stones as `verify` accepts: the fewer stones it asks for, the
/// more positions it fits.
fn smallest_line<const W: usize>(
    position: &Position<W>,
    winner: Color,
    steps: &[CertificateStep],
) -> Option<String> {
    let size = position.size();
    let line = |stones: CellSet<W>| {
        let line = connection_line(size, stones.resize(), steps)?;
        check_connection(size, winner, &line).is_ok().then_some(line)
    };
    let ends = steps.iter().flat_map(|step| {
        let by = match &step.rule {
            CertificateRule::And { captured, .. } | CertificateRule::Or { captured, .. } => {
                captured.as_slice()
            }
            CertificateRule::Adjacent | CertificateRule::Trial { .. } => &[],
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
