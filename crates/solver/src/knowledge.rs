//! The knowledge about a position before it is searched.

use board::{Cell, CellSet, Color, Position};

/// A decided position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DecidedPosition<const W: usize> {
    /// Who wins.
    pub winner: Color,
    /// The empty cells that the winner needs: with all other empty cells given to the loser, it still wins.
    pub carrier: CellSet<W>,
    /// A winning move, if the winner is to move and the move is known.
    pub winning_move: Option<Cell>,
}

/// The knowledge that the search needs about a position. The buffers belong to the searcher and are filled again for each position.
#[derive(Debug, Clone, Default)]
pub struct Expansion<const W: usize> {
    /// The verdict, if the position is decided; the rest is then of no meaning.
    pub decided: Option<DecidedPosition<W>>,
    /// The moves to consider, best first. All other moves lose, or are no better than one of these.
    pub moves: Vec<Cell>,
    /// The cells on which the opponent's refutations of the moves left out depend: if the side to move loses, they are part
    /// of the opponent's carrier.
    pub support: CellSet<W>,
    /// Moves left out because others are at least as good: if the side to move loses, they lose too.
    pub pruned: CellSet<W>,
    /// The cells that the argument about the pruned moves needs: they are part of the opponent's carrier as long as one of
    /// those moves is not refuted otherwise.
    pub pruned_support: CellSet<W>,
    /// How probable a win of the side to move seems: from 0 to 1, one half if the network was not evaluated.
    pub prospects: f32,
}

impl<const W: usize> Expansion<W> {
    /// Empties the buffers for the next position.
    pub fn clear(&mut self) {
        self.decided = None;
        self.moves.clear();
        self.support = CellSet::EMPTY;
        self.pruned = CellSet::EMPTY;
        self.pruned_support = CellSet::EMPTY;
        self.prospects = 0.5;
    }
}

/// A prover that the search asks at every new node.
pub trait Knowledge<const W: usize> {
    /// Examines a position. Where nothing is known, all empty cells are moves and nothing supports anything.
    fn examine(&mut self, position: &Position<W>, expansion: &mut Expansion<W>);
}

/// Solved positions from earlier searches. Asked at every new node, from all threads.
pub trait Memory<const W: usize>: Sync {
    /// The knowledge about a position.
    fn recall(&self, position: &Position<W>) -> Option<DecidedPosition<W>>;
    /// Keeps a solved position that took some work.
    fn remember(&self, position: &Position<W>, proof: &DecidedPosition<W>, work: u64);
}

/// Remembers nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoMemory;

impl<const W: usize> Memory<W> for NoMemory {
    fn recall(&self, _: &Position<W>) -> Option<DecidedPosition<W>> {
        None
    }

    fn remember(&self, _: &Position<W>, _: &DecidedPosition<W>, _: u64) {}
}

/// Knows the rules of Hex and nothing else.
#[derive(Debug, Clone, Copy, Default)]
pub struct RulesOnly;

impl<const W: usize> Knowledge<W> for RulesOnly {
    fn examine(&mut self, position: &Position<W>, expansion: &mut Expansion<W>) {
        expansion.clear();
        expansion.decided = position.winner().map(|winner| DecidedPosition {
            winner,
            carrier: CellSet::EMPTY,
            winning_move: None,
        });
        expansion.moves.extend(position.empty_cells());
    }
}
