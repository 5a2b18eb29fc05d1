//! The trees that players grow, and what all of them share.
//!
//! [`graph`] is the tree of the players `neural` and `hexy`: a value for each position, from a network or from
//! circuits, and positions that several orders of moves reach are one node. [`playouts`] is that of the player
//! `playouts`: wins and losses for each move, and what was seen of it in other playouts. Both look at a new
//! position in the same way ([`first_look`]), name a move by its [`Step`], and keep what is left of them when the
//! game goes on ([`reachable`]).

mod chain;
pub(crate) mod graph;
pub(crate) mod playouts;
pub(crate) mod threats;

use board::{CellSet, Position};
use rustc_hash::FxHashMap;
use threats::{Urgency, urgency};

/// A move made on the way from the root: a node and the number of its move.
pub(crate) type Step = (u32, u32);

/// The data of a new position before its evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FirstLook<const W: usize> {
    /// The side to move wins, or loses, for certain.
    Decided {
        /// Whether it wins.
        mover_wins: bool,
    },
    /// Only these moves do not lose at once.
    Within(CellSet<W>),
}

/// Looks at a position: wins and threats of one move, and chains that cannot be cut.
pub(crate) fn first_look<const W: usize>(position: &Position<W>) -> FirstLook<W> {
    let mover = position.to_move();
    match urgency(position) {
        Urgency::Won(_) => FirstLook::Decided { mover_wins: true },
        Urgency::Lost(_) => FirstLook::Decided { mover_wins: false },
        Urgency::Within(_) if chain::is_joined(position, mover) => FirstLook::Decided { mover_wins: true },
        Urgency::Within(_) if chain::is_joined(position, mover.opponent()) => {
            FirstLook::Decided { mover_wins: false }
        }
        Urgency::Within(allowed) => FirstLook::Within(allowed),
    }
}

/// A node that links to others by their numbers.
pub(crate) trait Linked: Default {
    /// The numbers that it links to.
    fn links(&mut self) -> impl Iterator<Item = &mut u32>;
}

/// The nodes that a root reaches, the root first. The others are lost.
pub(crate) fn reachable<N: Linked>(nodes: &mut [N], root: u32) -> Vec<N> {
    // Copies in the order of discovery: a node's new number is known when it is first met.
    let mut kept: Vec<N> = Vec::new();
    let mut numbers = FxHashMap::default();
    let mut queue = vec![root];
    numbers.insert(root, 0u32);
    while let Some(&number) = queue.get(kept.len()) {
        let mut node = std::mem::take(&mut nodes[number as usize]);
        for link in node.links() {
            *link = *numbers.entry(*link).or_insert_with(|| {
                queue.push(*link);
                queue.len() as u32 - 1
            });
        }
        kept.push(node);
    }
    kept
}
