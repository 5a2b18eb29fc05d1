//! What the search has proved: positions of the opponent, each with the cells that the win needs and what to answer.

use board::{Cell, CellSet, Color, Edge, MAX_WORDS, Position};
use verify::{
    End, Kind, Rule as StepRule, Step,
    strategy::{Header, Link, answers_line, connection_line, root_line, seal},
};

use crate::{
    DecompositionError, Reason,
    analysis::{Analysis, Full, FullId, Semi, Why},
    table::Table,
};

/// The number of a node.
pub type NodeId = usize;

/// An answer to every reply that leaves its cells alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// The move.
    pub cell: Cell,
    /// What holds after it.
    pub node: NodeId,
    /// Why it is played.
    pub reason: Reason,
}

/// How the opponent's position is won.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NodeKind {
    /// The borders are virtually connected: the line of the strategy's file with the certificate.
    Connected(String),
    /// An answer to every reply: for each cell there is one that does not need it.
    Answers(Vec<Answer>),
}

/// A won position with the opponent to move, or rather all that share its stones and empty cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node<const W: usize = MAX_WORDS> {
    /// The winner's stones that are needed.
    pub stones: CellSet<W>,
    /// The influence region: the empty cells that are needed.
    pub cells: CellSet<W>,
    /// How it is won.
    pub kind: NodeKind,
}

impl<const W: usize> Node<W> {
    pub(crate) fn resize<const V: usize>(&self) -> Node<V> {
        Node { stones: self.stones.resize(), cells: self.cells.resize(), kind: self.kind.clone() }
    }

    /// A position whose borders are joined by stones.
    pub(crate) fn joined(position: &Position<W>, winner: Color) -> Option<Self> {
        let chain = position.groups().of_color(winner).find(|group| group.wins())?.cells;
        let line = connection_line(position.size(), chain.resize(), &[])?;
        Some(Self { stones: chain, cells: CellSet::EMPTY, kind: NodeKind::Connected(line) })
    }

    /// A position whose borders are joined by a virtual connection.
    pub(crate) fn connected(
        table: &Table<W>,
        position: &Position<W>,
        analysis: &Analysis<W>,
        full: &Full<W>,
    ) -> Result<Self, DecompositionError> {
        let mut certificate = Certificate::new(table, analysis);
        certificate.full(full)?;
        certificate.node(position)
    }

    /// The position after a move that joins the borders at once.
    pub(crate) fn after(
        table: &Table<W>,
        position: &Position<W>,
        analysis: &Analysis<W>,
        threat: &Semi<W>,
    ) -> Result<Self, DecompositionError> {
        let mut after = *position;
        let placed = after.place(analysis.color, threat.key);
        debug_assert!(placed.is_ok(), "a key is empty");
        let mut certificate = Certificate::new(table, analysis);
        certificate.stone = Some(threat.key);
        certificate.used.insert(threat.key);
        certificate.and(threat.parts)?;
        certificate.cells = threat.carrier.without(threat.key);
        certificate.node(&after)
    }

    /// A position with an answer to every reply.
    pub(crate) fn answers(answers: Vec<Answer>, nodes: &[Self]) -> Self {
        let (mut stones, mut cells) = (CellSet::EMPTY, CellSet::EMPTY);
        for answer in &answers {
            let node = &nodes[answer.node];
            stones |= node.stones.without(answer.cell);
            cells |= node.cells.with(answer.cell);
        }
        Self { stones, cells, kind: NodeKind::Answers(answers) }
    }
}

/// Writes the certificate of a connection of the borders.
struct Certificate<'a, const W: usize> {
    table: &'a Table<W>,
    analysis: &'a Analysis<W>,
    /// The stone that was just put down: what it touches is one string with it, and needs no step.
    stone: Option<Cell>,
    steps: Vec<Step>,
    /// Stones at which patterns end.
    used: CellSet<W>,
    cells: CellSet<W>,
}

impl<'a, const W: usize> Certificate<'a, W> {
    const fn new(table: &'a Table<W>, analysis: &'a Analysis<W>) -> Self {
        Self { table, analysis, stone: None, steps: Vec::new(), used: CellSet::EMPTY, cells: CellSet::EMPTY }
    }

    /// The steps of a connection; gives the number of the last, or nothing where the ends are one string.
    fn full(&mut self, full: &Full<W>) -> Result<Option<usize>, DecompositionError> {
        self.cells |= full.carrier;
        match full.why {
            Why::Pattern { place, edge, from, to } => {
                let stone = |cell| self.analysis.strings.of(cell).is_some() || self.stone == Some(cell);
                if full.carrier.is_empty() && stone(from) && (edge.is_some() || stone(to)) {
                    self.used.insert(from);
                    self.used.insert(to);
                    return Ok(None);
                }
                self.pattern(place, edge).map(Some)
            }
            Why::Chain(parts) => self.and(parts),
            Why::Or { first, count } => {
                let analysis = self.analysis;
                let mut semis = Vec::new();
                for semi in analysis.parts(first, count) {
                    semis.extend(self.and(semi.parts)?);
                }
                Ok(Some(self.push(StepRule::Or { parts: semis, captured: Vec::new() })))
            }
        }
    }

    fn and(&mut self, parts: [FullId; 2]) -> Result<Option<usize>, DecompositionError> {
        let analysis = self.analysis;
        let [left, right] = parts.map(|part| analysis.full(part));
        Ok(match [self.full(left)?, self.full(right)?] {
            [Some(left), Some(right)] => {
                Some(self.push(StepRule::And { parts: [left, right], captured: Vec::new() }))
            }
            [left, right] => left.or(right),
        })
    }

    fn pattern(
        &mut self,
        place: crate::table::Place,
        edge: Option<Edge>,
    ) -> Result<usize, DecompositionError> {
        let steps = self.table.steps(place, edge)?;
        let offset = self.steps.len();
        for step in steps {
            for end in step.ends {
                if let End::Cell(cell) = end {
                    self.used.insert(cell);
                }
            }
            self.steps.push(step.moved(offset));
        }
        Ok(self.steps.len() - 1)
    }

    /// Adds a step whose ends, kind and carrier the reader works out.
    fn push(&mut self, rule: StepRule) -> usize {
        let ends = self.analysis.color.edges().map(End::Edge);
        self.steps.push(Step { ends, kind: Kind::Full, carrier: CellSet::EMPTY, rule });
        self.steps.len() - 1
    }

    /// The node: it needs the whole strings that its patterns end at.
    fn node(self, position: &Position<W>) -> Result<Node<W>, DecompositionError> {
        let own = position.stones(self.analysis.color);
        let stones = position.geometry().flood(self.used & own, own);
        let line = connection_line(position.size(), stones.resize(), &self.steps);
        let unproved = || DecompositionError::Unproved { name: "a chain of patterns".to_string() };
        Ok(Node { stones, cells: self.cells, kind: NodeKind::Connected(line.ok_or_else(unproved)?) })
    }
}

/// A won position and how it is won.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// The position.
    pub position: Position,
    /// Who wins it.
    pub winner: Color,
    /// The winner's first move, where the winner is to move.
    pub first: Option<(Cell, Reason)>,
    /// What holds after it, or in the position itself.
    pub root: NodeId,
    /// The nodes that the root needs; each answer leads to an earlier one.
    pub nodes: Vec<Node>,
}

impl Proof {
    /// The nodes that a root needs, numbered anew.
    pub(crate) fn new<const W: usize>(
        position: &Position<W>,
        winner: Color,
        first: Option<(Cell, Reason)>,
        root: NodeId,
        nodes: &[Node<W>],
    ) -> Self {
        let mut used = vec![false; root + 1];
        used[root] = true;
        for number in (0..=root).rev().collect::<Vec<_>>() {
            if let (true, NodeKind::Answers(answers)) = (used[number], &nodes[number].kind) {
                answers.iter().for_each(|answer| used[answer.node] = true);
            }
        }
        let mut numbers = vec![0; root + 1];
        let mut kept: Vec<Node> = Vec::new();
        for number in (0..=root).filter(|&number| used[number]) {
            let mut node = nodes[number].resize();
            if let NodeKind::Answers(answers) = &mut node.kind {
                answers.iter_mut().for_each(|answer| answer.node = numbers[answer.node]);
            }
            numbers[number] = kept.len();
            kept.push(node);
        }
        Self { position: position.resize(), winner, first, root: numbers[root], nodes: kept }
    }

    /// The strategy as the text that `verify::strategy::read_strategy` checks.
    #[must_use]
    pub fn strategy(&self) -> String {
        let size = self.position.size();
        let mut text = Header { position: self.position, winner: self.winner }.text();
        for node in &self.nodes {
            match &node.kind {
                NodeKind::Connected(line) => text.push_str(line),
                NodeKind::Answers(answers) => {
                    let links: Vec<Link> =
                        answers.iter().map(|answer| Link { cell: answer.cell, node: answer.node }).collect();
                    text.push_str(&answers_line(size, &links));
                }
            }
        }
        text.push_str(&root_line(size, self.first.map(|(cell, _)| cell), self.root));
        seal(text)
    }

    /// The empty cells that the win needs, the first move included.
    #[must_use]
    pub fn region(&self) -> CellSet {
        let cells = self.nodes[self.root].cells;
        self.first.map_or(cells, |(first, _)| cells.with(first))
    }

    /// The answer to a reply in the position of a node: the first that does not need the reply's cell.
    #[must_use]
    pub fn answer_to(&self, node: NodeId, reply: Cell) -> Option<&Answer> {
        let NodeKind::Answers(answers) = &self.nodes[node].kind else { return None };
        answers.iter().find(|answer| answer.cell != reply && !self.nodes[answer.node].cells.contains(reply))
    }
}
