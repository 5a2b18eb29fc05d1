//! The result: the filled-in cells, the moves that survive, and the reasons against the others.

use board::{Cell, CellSet, Color};

use crate::Class;

/// Why a cell that was empty need not be searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InferiorFinding<const W: usize> {
    /// Nothing was found: the cell is a stone, or a move that survives.
    Nothing,
    /// The cell is dead; it was filled with a stone of `color`, which might as well be the other.
    Dead {
        /// The colour that it was filled with.
        color: Color,
        /// How it was found.
        by: DeadCellProof,
    },
    /// The cell is captured and was filled.
    Captured {
        /// The owner.
        color: Color,
        /// The captured cells, this one included: the owner answers every intrusion inside them.
        carrier: CellSet<W>,
    },
    /// A stone was added to a permanently inferior cell.
    PermanentlyInferior {
        /// The owner.
        color: Color,
        /// The empty cells that the argument needs.
        carrier: CellSet<W>,
    },
    /// The opponent's answer makes the cell dead.
    Vulnerable {
        /// The answer.
        killer: Cell,
        /// Cells that the opponent captures by the answer and that the argument needs.
        carrier: CellSet<W>,
    },
    /// After the opponent's answer, the cell is captured for the side to move.
    CapturedReversible {
        /// The answer.
        reverser: Cell,
        /// The cells that are then captured, this one included.
        carrier: CellSet<W>,
        /// Cells that the opponent captures by the answer and that the argument needs.
        support: CellSet<W>,
    },
    /// Another move is at least as good.
    Dominated {
        /// The better move. It may be dominated itself, but following dominators leads to a move that survives.
        by: Cell,
        /// How it was found.
        how: Domination,
        /// Empty cells that the argument needs besides the two moves.
        carrier: CellSet<W>,
    },
}

/// How a dominated cell was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Domination {
    /// In the graph of one colour the better move can stand in for the cell on every path, or kills it for the opponent.
    Graph,
    /// After the better move, patterns fill the cell in for the mover or prove it dead.
    Gain,
    /// By a pattern in which the better move gains the cell.
    Pattern,
    /// By a pattern in which the better move does not gain the cell, but every continuation after it serves for one after
    /// the cell: star decomposition.
    Star,
    /// The better move is the key of a connection that settles the part of the board in which the cell lies.
    Connection,
}

/// How a dead cell was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeadCellProof {
    /// By a pattern.
    Pattern,
    /// Its neighbours are all joined to each other in the graph of one colour.
    Simplicial,
    /// It lies in a region that a group cuts off.
    Region,
}

impl<const W: usize> InferiorFinding<W> {
    /// The class of the finding.
    #[must_use]
    pub const fn class(&self) -> Option<Class> {
        Some(match self {
            Self::Nothing => return None,
            Self::Dead { .. } => Class::Dead,
            Self::Captured { .. } => Class::Captured,
            Self::PermanentlyInferior { .. } => Class::PermanentlyInferior,
            Self::Vulnerable { .. } => Class::Vulnerable,
            Self::CapturedReversible { .. } => Class::CapturedReversible,
            Self::Dominated { how: Domination::Star, .. } => Class::StarDominated,
            Self::Dominated { .. } => Class::Dominated,
        })
    }

    /// The empty cells on which the argument about `cell`, the cell of the finding, rests; the cell is one of them.
    ///
    /// This is what a proof needs that gives the side to move everything else. Let the side to move lose each surviving
    /// move, with a carrier of its opponent for each, and give it all empty cells outside of these carriers, the carriers
    /// of the cells filled in for the opponent and the carriers of the pruned moves. Then every finding still holds: stones
    /// are only added, a dead cell stays dead, a captured set of which the owner holds a part is captured, and where a
    /// pattern has cells of its region in an argument they are in the carrier and still empty. So the pruned moves lose
    /// as well, and the union is a carrier of the opponent's win.
    #[must_use]
    pub fn carrier(&self, cell: Cell) -> CellSet<W> {
        match *self {
            Self::Nothing => CellSet::EMPTY,
            Self::Dead { .. } => CellSet::of(cell),
            Self::Captured { carrier, .. } | Self::PermanentlyInferior { carrier, .. } => carrier.with(cell),
            Self::CapturedReversible { reverser, carrier, support } => {
                (carrier | support).with(cell).with(reverser)
            }
            Self::Vulnerable { killer: other, carrier } | Self::Dominated { by: other, carrier, .. } => {
                carrier.with(cell).with(other)
            }
        }
    }

    /// The colour that the cell was filled with, if it was.
    #[must_use]
    pub const fn fill(&self) -> Option<Color> {
        match self {
            Self::Dead { color, .. }
            | Self::Captured { color, .. }
            | Self::PermanentlyInferior { color, .. } => Some(*color),
            _ => None,
        }
    }
}

/// Everything that need not be searched in a position.
///
/// The filled-in position has the same winner as the position itself, with either side to move. If the side to move wins, one
/// of the surviving moves wins. If none survives, the side to move has lost, unless the filled-in stones already join
/// its edges.
#[derive(Debug, Clone)]
pub struct InferiorAnalysis<const W: usize> {
    pub(crate) stones: [CellSet<W>; 2],
    pub(crate) filled: [CellSet<W>; 2],
    pub(crate) survivors: CellSet<W>,
    pub(crate) winner: Option<Color>,
    pub(crate) findings: Box<[InferiorFinding<W>]>,
}

impl<const W: usize> InferiorAnalysis<W> {
    /// The stones of a colour with those that were filled in.
    #[must_use]
    pub const fn stones(&self, color: Color) -> CellSet<W> {
        self.stones[color.index()]
    }

    /// The cells that were filled in for a colour.
    #[must_use]
    pub const fn filled(&self, color: Color) -> CellSet<W> {
        self.filled[color.index()]
    }

    /// The moves that the side to move has to consider.
    #[must_use]
    pub const fn survivors(&self) -> CellSet<W> {
        self.survivors
    }

    /// The winner of the position, where the filled-in stones join a colour's edges.
    #[must_use]
    pub const fn winner(&self) -> Option<Color> {
        self.winner
    }

    /// The finding about a cell.
    #[must_use]
    pub fn finding(&self, cell: Cell) -> InferiorFinding<W> {
        self.findings[cell.index()]
    }
}
