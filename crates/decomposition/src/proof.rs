//! The proved part of the search: positions of the opponent, each with the cells that the win needs and what to answer.

use board::{BoardSize, Cell, CellSet, Color, Edge, Geometry, Position};
use connection::{ConnectionSettings, Connections, EdgeMiddles};
use proof::{
    CertificateRule as StepRule, CertificateStep, ConnectionKind, End,
    strategy::{Header, Link, answers_line, check_connection, connection_line, root_line, seal},
};

use crate::{
    DecompositionError, MoveReason, SilentDecompositionObserver,
    analysis::{Analysis, Full, FullId, Semi, Why},
    search::{Found, Search},
    table::{Place, Table},
};

/// The number of a node.
pub type ProofNodeId = usize;

/// An answer to every reply that leaves its cells alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RegionAnswer {
    /// The move.
    pub cell: Cell,
    /// The node that holds after it.
    pub node: ProofNodeId,
    /// Why it is played.
    pub reason: MoveReason,
}

/// How the opponent's position is won.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProofNodeKind {
    /// The borders are virtually connected: the line of the strategy's file with the certificate.
    Connected(String),
    /// An answer to every reply: for each cell there is one that does not need it.
    Answers(Vec<RegionAnswer>),
}

/// A won position with the opponent to move, or rather all that share its stones and empty cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProofNode {
    /// The winner's stones that are needed.
    pub stones: CellSet,
    /// The influence region: the empty cells that are needed.
    pub cells: CellSet,
    /// How it is won.
    pub kind: ProofNodeKind,
}

impl ProofNode {
    /// The same where all numbers of nodes are greater by `offset`.
    fn moved(mut self, offset: usize) -> Self {
        if let ProofNodeKind::Answers(answers) = &mut self.kind {
            answers.iter_mut().for_each(|answer| answer.node += offset);
        }
        self
    }
}

/// A node while the search goes on: certificates are written only for those that a proof needs in the end.
#[derive(Debug, Clone)]
pub(crate) struct Draft<const W: usize> {
    pub(crate) stones: CellSet<W>,
    pub(crate) cells: CellSet<W>,
    kind: DraftKind<W>,
}

#[derive(Debug, Clone)]
enum DraftKind<const W: usize> {
    /// Stones join the borders.
    Joined,
    /// The virtual connection that the analysis finds for these stones and empty cells; after a move, if there is one.
    Connected {
        own: CellSet<W>,
        empty: CellSet<W>,
        threat: Option<Semi<W>>,
    },
    /// The prover joins the borders with these stones and cells.
    Proved,
    Answers(Vec<RegionAnswer>),
}

impl<const W: usize> Draft<W> {
    /// A position whose borders are joined by stones.
    pub(crate) fn joined(position: &Position<W>, winner: Color) -> Option<Self> {
        let chain = position.groups().of_color(winner).find(|group| group.wins())?.cells;
        Some(Self { stones: chain, cells: CellSet::EMPTY, kind: DraftKind::Joined })
    }

    /// A position whose borders are joined by a virtual connection.
    pub(crate) fn connected(position: &Position<W>, analysis: &Analysis<W>, full: &Full<W>) -> Self {
        let mut used = CellSet::EMPTY;
        analysis.collect_ends(full, &mut used);
        let (own, empty) = (position.stones(analysis.color), position.empty_cells());
        let stones = position.geometry().flood(used & own, own);
        Self { stones, cells: full.carrier, kind: DraftKind::Connected { own, empty, threat: None } }
    }

    /// The position after a move that joins the borders at once.
    pub(crate) fn after(position: &Position<W>, analysis: &Analysis<W>, threat: &Semi<W>) -> Self {
        let mut used = CellSet::of(threat.key);
        for part in threat.parts {
            analysis.collect_ends(analysis.full(part), &mut used);
        }
        let (own, empty) = (position.stones(analysis.color), position.empty_cells());
        let stones = position.geometry().flood(used & own.with(threat.key), own.with(threat.key));
        let cells = threat.carrier.without(threat.key);
        Self { stones, cells, kind: DraftKind::Connected { own, empty, threat: Some(*threat) } }
    }

    /// A position whose borders the prover of connections joins.
    pub(crate) const fn proved(stones: CellSet<W>, cells: CellSet<W>) -> Self {
        Self { stones, cells, kind: DraftKind::Proved }
    }

    /// A position with an answer to every reply.
    pub(crate) fn answers(answers: Vec<RegionAnswer>, nodes: &[Self]) -> Self {
        let (mut stones, mut cells) = (CellSet::EMPTY, CellSet::EMPTY);
        for answer in &answers {
            let node = &nodes[answer.node];
            stones |= node.stones.without(answer.cell);
            cells |= node.cells.with(answer.cell);
        }
        Self { stones, cells, kind: DraftKind::Answers(answers) }
    }

    /// The node with its certificate; nothing where the prover does not find its connection again.
    fn finish(
        &self,
        table: &Table<W>,
        analysis: &mut Analysis<W>,
        numbers: &[ProofNodeId],
    ) -> Result<Option<ProofNode>, DecompositionError> {
        let size = table.size();
        let kind = match &self.kind {
            DraftKind::Answers(answers) => ProofNodeKind::Answers(
                answers.iter().map(|answer| RegionAnswer { node: numbers[answer.node], ..*answer }).collect(),
            ),
            DraftKind::Joined => ProofNodeKind::Connected(written(size, self.stones, &[])?),
            DraftKind::Proved => match self.prove_again(size, analysis.color) {
                Some(line) => ProofNodeKind::Connected(line),
                None => return Ok(None),
            },
            DraftKind::Connected { own, empty, threat } => {
                analysis.build_stones(table, *own, *empty, analysis.color);
                let mut certificate = Certificate { table, analysis, stone: None, steps: Vec::new() };
                match (threat, &certificate.analysis.won) {
                    (Some(threat), _) => {
                        certificate.stone = Some(threat.key);
                        certificate.and(threat.parts)?;
                    }
                    (None, Some(won)) => {
                        certificate.full(won)?;
                    }
                    (None, None) => return Err(unproved()),
                }
                ProofNodeKind::Connected(written(size, self.stones, &certificate.steps)?)
            }
        };
        Ok(Some(ProofNode { stones: self.stones.resize(), cells: self.cells.resize(), kind }))
    }
}

impl<const W: usize> Draft<W> {
    /// The worst position that the node speaks of: nothing but its cells is empty, all other cells are the opponent's, who is to move.
    fn worst(&self, size: BoardSize, winner: Color) -> Option<Position<W>> {
        let rest = Geometry::<W>::of(size).all().minus(self.stones | self.cells);
        let [black, white] = match winner {
            Color::Black => [self.stones, rest],
            Color::White => [rest, self.stones],
        };
        Position::with_stones(size, black, white, winner.opponent()).ok()
    }

    /// The certificate of what the prover has proved, found once more in the worst position.
    fn prove_again(&self, size: BoardSize, winner: Color) -> Option<String> {
        if Geometry::<W>::of(size).joins(self.stones, winner) {
            return connection_line(size, self.stones.resize(), &[]);
        }
        let position = self.worst(size, winner)?;
        let usual = ConnectionSettings::default();
        let thorough = ConnectionSettings::thorough();
        let edges = ConnectionSettings { edge_middles: EdgeMiddles::Always, ..thorough };
        [usual, thorough, edges].into_iter().find_map(|settings| {
            let connections = Connections::new(&position, settings);
            let found = connections.between(winner, winner.edges().map(End::Edge));
            let mut fulls: Vec<_> = found.filter(|found| found.kind == ConnectionKind::Full).collect();
            fulls.sort_by_key(|full| full.carrier.len());
            fulls.iter().find_map(|full| {
                let steps = connections.certificate(full)?.steps;
                let line = connection_line(size, self.stones.resize(), &steps)?;
                check_connection(size, winner, &line).is_ok().then_some(line)
            })
        })
    }

    /// The same as a local game of its own, where the prover has another view of the worst position than of the one in which it found the
    /// connection: its limits keep other carriers there.
    fn searched(
        &self,
        table: &Table<W>,
        winner: Color,
        depth: usize,
    ) -> Result<DecompositionProof, DecompositionError> {
        let worst = self.worst(table.size(), winner).ok_or_else(unproved)?;
        let settings = crate::DecompositionSettings::default();
        let mut search = Search::new(table, &settings, winner, &SilentDecompositionObserver);
        search.most = MOST_SEARCHED;
        for doubt in 0..=settings.most_doubt {
            match search.solve(&worst, doubt) {
                Ok(Found::Loses(root)) if depth < MOST_DEPTH => {
                    let nodes = search.memory.nodes(winner);
                    return DecompositionProof::new(table, &worst, winner, None, root, nodes, depth + 1);
                }
                Ok(Found::Nothing) => {}
                _ => break,
            }
        }
        Err(unproved())
    }
}

/// Positions that the search for one connection may examine. It takes some ten.
const MOST_SEARCHED: u64 = 100_000;
/// How many such searches may be inside of each other.
const MOST_DEPTH: usize = 8;

fn written<const W: usize>(
    size: BoardSize,
    stones: CellSet<W>,
    steps: &[CertificateStep],
) -> Result<String, DecompositionError> {
    connection_line(size, stones.resize(), steps).ok_or_else(unproved)
}

fn unproved() -> DecompositionError {
    DecompositionError::Unproved { name: "a connection of the borders".to_string() }
}

/// Writes the certificate of a connection of the borders.
struct Certificate<'a, const W: usize> {
    table: &'a Table<W>,
    analysis: &'a Analysis<W>,
    /// The stone that was just put down: what it touches is one string with it, and needs no step.
    stone: Option<Cell>,
    steps: Vec<CertificateStep>,
}

impl<const W: usize> Certificate<'_, W> {
    /// The steps of a connection; gives the number of the last, or nothing where the ends are one string.
    fn full(&mut self, full: &Full<W>) -> Result<Option<usize>, DecompositionError> {
        match full.why {
            Why::Pattern { place, edge, from, to } => {
                let stone = |cell| self.analysis.strings.of(cell).is_some() || self.stone == Some(cell);
                if full.carrier.is_empty() && stone(from) && (edge.is_some() || stone(to)) {
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

    fn pattern(&mut self, place: Place, edge: Option<Edge>) -> Result<usize, DecompositionError> {
        let steps = self.table.steps(place, edge)?;
        let offset = self.steps.len();
        self.steps.extend(steps.into_iter().map(|step| step.moved(offset)));
        Ok(self.steps.len() - 1)
    }

    /// Adds a step whose ends, kind and carrier the reader works out.
    fn push(&mut self, rule: StepRule) -> usize {
        let ends = self.analysis.color.edges().map(End::Edge);
        self.steps.push(CertificateStep { ends, kind: ConnectionKind::Full, carrier: CellSet::EMPTY, rule });
        self.steps.len() - 1
    }
}

/// A won position and how it is won.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecompositionProof {
    /// The position.
    pub position: Position,
    /// Who wins it.
    pub winner: Color,
    /// The winner's first move, where the winner is to move.
    pub first: Option<(Cell, MoveReason)>,
    /// The node that holds after it, or in the position itself.
    pub root: ProofNodeId,
    /// The nodes that the root needs; each answer leads to an earlier one.
    pub nodes: Vec<ProofNode>,
}

impl DecompositionProof {
    /// The nodes that a root needs, renumbered, with their certificates; `depth` counts the games that were searched for one
    /// certificate within another.
    pub(crate) fn new<const W: usize>(
        table: &Table<W>,
        position: &Position<W>,
        winner: Color,
        first: Option<(Cell, MoveReason)>,
        root: ProofNodeId,
        nodes: &[Draft<W>],
        depth: usize,
    ) -> Result<Self, DecompositionError> {
        let mut used = vec![false; root + 1];
        used[root] = true;
        for number in (0..=root).rev() {
            if let (true, DraftKind::Answers(answers)) = (used[number], &nodes[number].kind) {
                answers.iter().for_each(|answer| used[answer.node] = true);
            }
        }
        let mut numbers = vec![0; root + 1];
        let mut kept: Vec<ProofNode> = Vec::new();
        let mut analysis = Analysis::new(winner);
        for number in (0..=root).filter(|&number| used[number]) {
            let draft = &nodes[number];
            match draft.finish(table, &mut analysis, &numbers)? {
                Some(node) => {
                    numbers[number] = kept.len();
                    kept.push(node);
                }
                None => {
                    let game = draft.searched(table, winner, depth)?;
                    let offset = kept.len();
                    numbers[number] = offset + game.root;
                    kept.extend(game.nodes.into_iter().map(|node| node.moved(offset)));
                }
            }
        }
        Ok(Self { position: position.resize(), winner, first, root: numbers[root], nodes: kept })
    }

    /// The strategy as the text that `proof::strategy::read_strategy` checks.
    #[must_use]
    pub fn strategy(&self) -> String {
        let size = self.position.size();
        let mut text = Header { position: self.position, winner: self.winner }.text(false);
        for node in &self.nodes {
            match &node.kind {
                ProofNodeKind::Connected(line) => text.push_str(line),
                ProofNodeKind::Answers(answers) => {
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
    pub fn answer_to(&self, node: ProofNodeId, reply: Cell) -> Option<&RegionAnswer> {
        let ProofNodeKind::Answers(answers) = &self.nodes[node].kind else { return None };
        answers.iter().find(|answer| answer.cell != reply && !self.nodes[answer.node].cells.contains(reply))
    }
}
