//! Proof and disproof numbers.
//!
//! Both are seen from the side to move: `proof` is how many leaves must still be won to show that it wins, `disproof` how many
//! to show that it loses. Leaves are counted in eighths. One of them is zero exactly when the node is solved, and the other is then infinite.

/// A number that stands for "cannot be".
const INFINITE: u32 = u32::MAX / 2;

/// How many more leaves a move takes to refute where the side to move is sure to win.
const PROSPECTS: f32 = 8.0;

/// The numbers of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// Leaves to win before the side to move has won.
    pub proof: u32,
    /// Leaves to lose before the side to move has lost.
    pub disproof: u32,
}

impl Bounds {
    /// Nothing is known: one leaf for either.
    pub const UNKNOWN: Self = Self { proof: Self::LEAF, disproof: Self::LEAF };
    /// The side to move wins.
    pub const WIN: Self = Self { proof: 0, disproof: INFINITE };
    /// The side to move loses.
    pub const LOSS: Self = Self { proof: INFINITE, disproof: 0 };
    /// Thresholds that only a solved node reaches.
    pub(crate) const MOST: Self = Self { proof: INFINITE, disproof: INFINITE };

    /// A leaf as a share of which numbers are counted, so that estimates can be finer than whole leaves.
    pub(crate) const LEAF: u32 = 8;

    /// A node that was just expanded: one of its moves may win, for a loss all must lose, and the better the prospects of the
    /// side to move (from 0 to 1) the more each of them takes.
    pub(crate) fn of_new(moves: usize, prospects: f32) -> Self {
        let disproof = (Self::LEAF * moves as u32) as f32 * (1.0 + PROSPECTS * prospects);
        Self { proof: Self::LEAF, disproof: disproof as u32 }
    }

    /// A child that was never visited, by its place in the move order: the search stays with a promising move for a while
    /// before it tries the next one.
    pub(crate) const fn of_unseen(rank: usize) -> Self {
        Self { proof: Self::LEAF, disproof: Self::LEAF * (1 + rank as u32) }
    }

    /// Whether the side to move wins, if that is known.
    #[must_use]
    pub const fn win(self) -> Option<bool> {
        match self {
            Self { proof: 0, .. } => Some(true),
            Self { disproof: 0, .. } => Some(false),
            _ => None,
        }
    }

    /// Whether the node is solved.
    #[must_use]
    pub const fn is_solved(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// Whether one of the numbers reaches its threshold.
    pub(crate) const fn reaches(self, threshold: Self) -> bool {
        self.proof >= threshold.proof || self.disproof >= threshold.disproof
    }
}

/// The sum of two numbers of an unsolved node: below infinity, so that only proofs reach it.
pub(crate) fn sum(a: u32, b: u32) -> u32 {
    a.saturating_add(b).min(INFINITE - 1)
}
