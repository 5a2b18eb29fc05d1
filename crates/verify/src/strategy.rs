//! Winning strategies: an answer to every reply of the loser, down to connections that hold by themselves.
//!
//! A strategy is a list of nodes. Each node makes a **claim** about two sets of cells, `stones` and `cells`:
//!
//! > If the winner owns `stones`, and `cells` are empty, and the loser is to move, then the winner wins, whatever is on all
//! > other cells.
//!
//! There are two kinds of nodes.
//!
//! - A **connection** of the winner's edges, with its certificate. It is checked in the worst position that the claim speaks
//!   of: the stones, the empty carrier, and everything else the loser's.
//! - **Answers**: a list of moves, each with the node that holds after it. An answer needs its move and the cells of its
//!   node; it is good against every reply outside of them. So the node holds if *no cell is needed by all answers*: whatever
//!   the loser plays, some answer is untouched by it. One answer thereby covers all replies elsewhere on the board, which is
//!   what keeps a strategy small.
//!
//! Claims are not written down, they follow from the leaves upwards: an answers node needs the cells of all its answers, and
//! the stones of all their nodes except the moves themselves. A node links only to earlier nodes, so that the list has no
//! cycles. At the root the claim must fit the position: its stones are there, its cells are empty.
//!
//! A claim does not ask who owns the rest of the board; so a node serves many positions, and [`Strategy::answer`] finds a
//! winning move in every position that some node fits, whichever way the game came there.
//!
//! The format of the file is described in `docs/solver.md`.

mod error;
mod read;
mod text;

pub use error::StrategyError;
pub use read::{check_connection, read_connection, read_strategy};
pub use text::{answers_line, connection_line, root_line};

pub use crate::file::{Header, seal};

use board::{Cell, CellSet, Color, Position};

/// What a node claims, see the [module](self).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Claim {
    /// The winner's stones that are needed.
    pub stones: CellSet,
    /// The empty cells that are needed.
    pub cells: CellSet,
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
    /// The winner's edges are connected, by a certificate of so many steps.
    Connection {
        /// Steps of the certificate; none where stones join the edges.
        steps: usize,
    },
    /// What to answer to each reply: any answer that the reply does not touch.
    Answers(Vec<Link>),
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

    /// What the nodes claim, in the same order.
    #[must_use]
    pub fn claims(&self) -> &[Claim] {
        &self.claims
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
            }
        }
        size
    }

    /// A winning move in a position with the winner to move, where some node says what wins. Inside a connection the answer is
    /// not here: that needs the connection, not the strategy.
    #[must_use]
    pub fn answer(&self, position: &Position) -> Option<Cell> {
        if position.size() != self.position.size() || position.to_move() != self.winner {
            return None;
        }
        let (own, empty) = (position.stones(self.winner), position.empty_cells());
        let mut best: Option<(usize, Cell)> = None;
        for claim in &self.claims {
            let missing = claim.stones.minus(own);
            if !claim.cells.is_subset(&empty) || missing.len() > 1 {
                continue;
            }
            // A claim that holds already is kept by any move outside of its cells.
            let cell = missing.first().or_else(|| empty.minus(claim.cells).first());
            let Some(cell) = cell.filter(|cell| empty.contains(*cell)) else { continue };
            // The fewer cells are needed, the nearer is the end.
            let needed = claim.cells.len();
            if best.is_none_or(|(least, _)| needed < least) {
                best = Some((needed, cell));
            }
        }
        best.map(|(_, cell)| cell)
    }
}
