//! Winning strategies: an answer to every reply of the loser, down to connections that hold by themselves.
//!
//! A strategy is a list of nodes. Each node makes a **claim** about two sets of cells, `stones` and `cells`:
//!
//! > If the winner owns `stones`, and `cells` are empty, and the loser is to move, then the winner wins,
//! > regardless of all other cells.
//!
//! There are three kinds of nodes.
//!
//! - A **connection** of the winner's edges, with its certificate. It holds in the worst position that the claim
//!   speaks of: the stones, the empty carrier, and everything else the loser's.
//! - **Answers**: a list of moves, each with the node that holds after it. An answer needs its move and the cells
//!   of its node; it is good against every reply outside of them. So the node holds if *no cell is needed by all
//!   answers*: every reply of the loser leaves some answer untouched. So one answer covers all replies
//!   elsewhere on the board, which is what keeps a strategy small.
//!
//! - A **fill-in**: an earlier node, less pairs of its stones. Of such a pair the winner gets one, and a stone of the
//!   loser on the other is dead; so the two need not be played, only be empty.
//!
//! Claims are not written down, they follow from the leaves upwards: an answers node needs the cells of all its
//! answers, and the stones of all their nodes except the moves themselves. A node links only to earlier nodes, so
//! that the list has no cycles. At the root the claim must fit the position: its stones are there, its cells are
//! empty.
//!
//! A claim does not ask who owns the rest of the board; so a node serves many positions, and [`Strategy::answer`]
//! finds a winning move in every position that some node fits, whichever way the game came there.
//!
//! `docs/reference/strategy-format.md` describes the file. The crate `verify` judges it; here is what players and writers do
//! with it.

mod pairs;
mod text;

pub use text::{answers_line, connection_line, fill_line, root_line};

pub use crate::file::{Header, seal};

use std::collections::BTreeSet;

use board::{BoardSize, Cell, CellSet, Color, Position};
use verify::{Budget, Refusal, Report, check_strategy, judge_connection};

use crate::{
    Certificate,
    kernel::{Court, cell, cell_set},
};
use pairs::Pairs;

/// The claim of a node, see the [module](self).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Claim {
    /// The winner's stones that are needed.
    pub stones: CellSet,
    /// The empty cells that are needed.
    pub cells: CellSet,
}

impl From<&verify::Claim> for Claim {
    fn from(claim: &verify::Claim) -> Self {
        Self { stones: cell_set(claim.stones), cells: cell_set(claim.cells) }
    }
}

impl Claim {
    /// Whether the claim speaks of a position, apart from the side to move.
    #[must_use]
    pub fn fits(&self, position: &Position, winner: Color) -> bool {
        self.stones.is_subset(&position.stones(winner)) && self.cells.is_subset(&position.empty_cells())
    }
}

/// A move of the winner and the node that holds after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
    /// The move.
    pub cell: Cell,
    /// The number of the node.
    pub node: usize,
}

/// A node of a strategy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    /// The winner's edges are connected, by a certificate with this many steps.
    Connection {
        /// Steps of the certificate; none where stones join the edges.
        steps: usize,
    },
    /// The answers to each reply: any answer that the reply does not touch.
    Answers(Vec<Link>),
    /// The claim of another node, with captured pairs that count as its stones.
    Fill {
        /// The number of that node.
        node: usize,
        /// The pairs.
        pairs: Vec<[Cell; 2]>,
    },
}

/// A winning strategy that was checked: there is no other way to make one than [`read_strategy`].
#[derive(Debug, Clone)]
pub struct Strategy {
    position: Position,
    winner: Color,
    first: Option<Cell>,
    root: usize,
    nodes: Vec<Node>,
    claims: Vec<Claim>,
    /// All captured pairs that nodes count as stones.
    pairs: Vec<[Cell; 2]>,
    report: Report,
}

/// How large a strategy is, and what was checked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Size {
    /// Nodes: positions of the loser, each with its claim.
    pub nodes: usize,
    /// Nodes that are connections.
    pub connections: usize,
    /// Steps of their certificates.
    pub steps: usize,
    /// Answers of the other nodes.
    pub answers: usize,
    /// Pairs of a node and a reply inside its claim: what had to be answered, one by one.
    pub replies: usize,
    /// Captured pairs of the nodes that are filled in.
    pub pairs: usize,
}

impl Strategy {
    /// The position that the strategy wins.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Who wins.
    #[must_use]
    pub const fn winner(&self) -> Color {
        self.winner
    }

    /// The winner's first move, where the winner is to move.
    #[must_use]
    pub const fn first_move(&self) -> Option<Cell> {
        self.first
    }

    /// The node after the first move, or of the position itself.
    #[must_use]
    pub const fn root(&self) -> usize {
        self.root
    }

    /// The nodes.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The claims of the nodes, in the same order.
    #[must_use]
    pub fn claims(&self) -> &[Claim] {
        &self.claims
    }

    /// How often each rule of the format was used.
    #[must_use]
    pub const fn report(&self) -> &Report {
        &self.report
    }

    /// How large it is.
    #[must_use]
    pub fn size(&self) -> Size {
        let mut size = Size { nodes: self.nodes.len(), ..Size::default() };
        for (node, claim) in self.nodes.iter().zip(&self.claims) {
            match node {
                Node::Connection { steps } => {
                    size.connections += 1;
                    size.steps += steps;
                }
                Node::Answers(links) => {
                    size.answers += links.len();
                    size.replies += claim.cells.len();
                }
                Node::Fill { pairs, .. } => size.pairs += pairs.len(),
            }
        }
        size
    }

    /// A winning move in a position with the winner to move, where some node says what wins. Inside a connection
    /// the answer is not here: that needs the connection, not the strategy.
    #[must_use]
    pub fn answer(&self, position: &Position) -> Option<Cell> {
        if position.size() != self.position.size() || position.to_move() != self.winner {
            return None;
        }
        let (own, empty) = (position.stones(self.winner), position.empty_cells());
        let fitting = self.claims.iter().filter(|claim| claim.cells.is_subset(&empty));
        let plain = fitting.clone().filter_map(|claim| {
            let missing = claim.stones.minus(own);
            // A claim that holds already is kept by any move outside of its cells.
            let cell = if missing.is_empty() { empty.minus(claim.cells).first() } else { missing.single() };
            // The fewer cells are needed, the nearer is the end.
            Some((claim.cells.len(), cell.filter(|&cell| empty.contains(cell))?))
        });
        let best = plain.min_by_key(|(needed, _)| *needed).or_else(|| {
            let pairs = Pairs::new(&self.pairs, self.position.size(), self.winner, own, empty);
            fitting.filter_map(|claim| pairs.answer(claim)).min_by_key(|(needed, _)| *needed)
        });
        best.map(|(_, cell)| cell)
    }
}

/// Has a strategy judged, every line of it. `progress` hears how many bytes are done.
///
/// # Errors
/// [`Refusal`] with the first line that a rule refuses.
pub fn read_strategy(text: &str, mut progress: impl FnMut(usize)) -> Result<Strategy, Refusal> {
    read_within(text, Budget::UNLIMITED, &mut progress)
}

/// Has a strategy judged as [`read_strategy`] does, within a budget of work.
///
/// # Errors
/// [`Refusal`], also where the work goes beyond the budget.
pub fn read_within(text: &str, budget: Budget, progress: &mut dyn FnMut(usize)) -> Result<Strategy, Refusal> {
    let accepted = check_strategy(text.as_bytes(), budget, progress)?;
    let Header { position, winner } = accepted.header.into();
    let link = |link: &verify::Link| Link { cell: cell(link.cell), node: link.node };
    let node = |node: &verify::Node| match node {
        verify::Node::Connection { steps } => Node::Connection { steps: *steps },
        verify::Node::Answers(links) => Node::Answers(links.iter().map(link).collect()),
        verify::Node::Fill(fill) => {
            Node::Fill { node: fill.node, pairs: fill.pairs.iter().map(|pair| pair.map(cell)).collect() }
        }
    };
    let nodes: Vec<Node> = accepted.nodes.iter().map(node).collect();
    let of_node = |node: &Node| match node {
        Node::Fill { pairs, .. } => pairs.clone(),
        Node::Connection { .. } | Node::Answers(_) => Vec::new(),
    };
    let pairs: BTreeSet<[Cell; 2]> = nodes.iter().flat_map(of_node).collect();
    Ok(Strategy {
        position,
        winner,
        first: accepted.root.first.map(cell),
        root: accepted.root.node,
        nodes,
        pairs: pairs.into_iter().collect(),
        claims: accepted.claims.iter().map(Claim::from).collect(),
        report: accepted.report,
    })
}

/// Has the line of a connection judged, as in a strategy, and returns what it claims. The line is one of
/// [`connection_line`], with or without its end.
///
/// # Errors
/// [`Refusal`] with the first step that a rule refuses.
pub fn check_connection(size: BoardSize, winner: Color, line: &str) -> Result<Claim, Refusal> {
    let court = Court::new(size, winner);
    let (stones, steps) = verify::read_connection(&court.graph, line.strip_suffix('\n').unwrap_or(line))?;
    judge_connection(&court.graph, stones, &steps).map(|(claim, _)| Claim::from(&claim))
}

/// Has the line of a connection judged as [`check_connection`] does, and returns its certificate too: what to
/// answer to an intrusion, see [`Follower`](crate::Follower).
///
/// # Errors
/// [`Refusal`] with the first step that a rule refuses.
pub fn read_connection(size: BoardSize, winner: Color, line: &str) -> Result<(Claim, Certificate), Refusal> {
    let court = Court::new(size, winner);
    let (stones, steps) = verify::read_connection(&court.graph, line.strip_suffix('\n').unwrap_or(line))?;
    let (claim, found) = judge_connection(&court.graph, stones, &steps)?;
    let steps = steps.into_iter().zip(&found).map(|(step, found)| court.derived(step, found)).collect();
    Ok((Claim::from(&claim), Certificate { color: winner, steps }))
}
