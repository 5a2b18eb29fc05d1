//! A solver for boards of any size, with access to its table, for players and protocols.

use std::{cmp::Reverse, sync::Arc};

use board::{BoardSize, Cell, CellSet, MAX_WORDS, Position, with_words};
use network::Evaluator;

use crate::{
    Bounds, DecidedPosition, Expansion, Knowledge, Memory, NoMemory, ProverPool, ProverSettings, Provers,
    Solver, SolverAnswer, SolverContext, SolverLimits, SolverObserver, SolverSettings, StrategyError,
    StrategyStatus, StrategyWriter, move_ordering_network,
};

/// Solved positions of boards of any size, from earlier searches and for later ones. Asked from all threads.
pub trait Archive: Send + Sync {
    /// Returns what is known of a position.
    fn recall(&self, position: &Position) -> Option<DecidedPosition<MAX_WORDS>>;
    /// Keeps a solved position that took some work.
    fn remember(&self, position: &Position, proof: &DecidedPosition<MAX_WORDS>, work: u64);
}

/// An archive as the memory of a search with sets of `W` words.
struct Narrowed<'a>(&'a dyn Archive);

impl<const W: usize> Memory<W> for Narrowed<'_> {
    fn recall(&self, position: &Position<W>) -> Option<DecidedPosition<W>> {
        let DecidedPosition { winner, carrier, winning_move } = self.0.recall(&position.resize())?;
        Some(DecidedPosition { winner, carrier: carrier.resize(), winning_move })
    }

    fn remember(&self, position: &Position<W>, proof: &DecidedPosition<W>, work: u64) {
        let &DecidedPosition { winner, carrier, winning_move } = proof;
        let proof = DecidedPosition { winner, carrier: carrier.resize(), winning_move };
        self.0.remember(&position.resize(), &proof, work);
    }
}

/// The table's entry for a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchedMove {
    /// The move.
    pub cell: Cell,
    /// The numbers of the position after it, seen from the opponent, who is then to move.
    pub bounds: Bounds,
    /// Positions examined below it.
    pub work: u32,
}

/// The source of a position's move order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum MoveOrder {
    /// The network in the program.
    #[default]
    Network,
    /// Circuits in which connections conduct.
    Circuits,
}

/// A solver that takes boards of any size, one after the other. It keeps its table as long as the size stays.
pub struct AnySolver {
    settings: SolverSettings,
    provers: ProverSettings,
    order: MoveOrder,
    archive: Option<Arc<dyn Archive>>,
    inner: Option<(BoardSize, Box<dyn Inner>)>,
}

impl std::fmt::Debug for AnySolver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AnySolver").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl AnySolver {
    /// A solver that has not seen a board yet, and takes no memory until then.
    #[must_use]
    pub const fn new(settings: SolverSettings, provers: ProverSettings) -> Self {
        Self { settings, provers, order: MoveOrder::Network, archive: None, inner: None }
    }

    /// Orders the moves in another way than by the network.
    #[must_use]
    pub fn with_order(self, order: MoveOrder) -> Self {
        Self { order, inner: None, ..self }
    }

    /// Begins each search with what an archive holds, and adds what the search proves.
    #[must_use]
    pub fn with_archive(self, archive: Option<Arc<dyn Archive>>) -> Self {
        Self { archive, ..self }
    }

    /// Begins the next searches with what this archive holds, as [`Self::with_archive`] does.
    pub fn set_archive(&mut self, archive: Option<Arc<dyn Archive>>) {
        self.archive = archive;
    }

    /// Forgets everything, and gives the memory back. The archive keeps what it has.
    pub fn clear(&mut self) {
        self.inner = None;
    }

    /// Empties the table and keeps its memory for the next search.
    pub fn empty_table(&mut self) {
        if let Some((_, inner)) = &mut self.inner {
            inner.clear();
        }
    }

    /// Returns how many places of the table are in use, and how many there are.
    #[must_use]
    pub fn table_usage(&self) -> (usize, usize) {
        self.inner.as_ref().map_or((0, 0), |(_, inner)| inner.usage())
    }

    /// Says who wins a position.
    pub fn solve(
        &mut self,
        position: &Position,
        limits: SolverLimits,
        observer: &dyn SolverObserver,
    ) -> SolverAnswer<MAX_WORDS> {
        let archive = self.archive.clone();
        self.of_size(position.size()).solve(position, limits, observer, archive.as_deref())
    }

    /// Solves a position and writes the winner's strategy, as [`StrategyWriter::write`] does. Nodes written since the table was
    /// last emptied are used again.
    ///
    /// # Errors
    /// [`StrategyError::Unfinished`] where the observer ends a search.
    pub fn write_strategy(
        &mut self,
        position: &Position,
        observer: &dyn SolverObserver,
        progress: &dyn Fn(&StrategyStatus),
    ) -> Result<String, StrategyError> {
        self.of_size(position.size()).write_strategy(position, observer, progress)
    }

    /// The solver for boards of a size.
    fn of_size(&mut self, size: BoardSize) -> &mut dyn Inner {
        let Self { settings, provers, order, inner, .. } = self;
        if inner.as_ref().is_some_and(|(of, _)| *of != size) {
            *inner = None;
        }
        let (_, inner) = inner.get_or_insert_with(|| {
            let network = (*order == MoveOrder::Network).then(|| move_ordering_network(size));
            let inner = with_words!(size, W => {
                let pool = ProverPool::<W>::new(size, *provers, network.clone());
                let (solver, writer) = (Solver::<W>::new(*settings), StrategyWriter::default());
                Box::new(WithPool { solver, pool, network, writer }) as Box<dyn Inner>
            });
            (size, inner)
        });
        inner.as_mut()
    }

    /// A winning move of the side to move, which wins; `None` if the limits or the observer end the search first. Where a
    /// position is won without any particular move the moves are tried one by one, the winner's carrier first.
    pub fn winning_move(
        &mut self,
        position: &Position,
        answer: &SolverAnswer<MAX_WORDS>,
        limits: SolverLimits,
        observer: &dyn SolverObserver,
    ) -> Option<Cell> {
        let mover = position.to_move();
        if answer.winner != Some(mover) || answer.winning_move.is_some() {
            return answer.winning_move;
        }
        let empty = position.empty_cells();
        let carrier = answer.carrier & empty;
        carrier.iter().chain(empty.minus(carrier)).find(|&cell| {
            let child = position.child(cell);
            child.has_won(mover) || self.solve(&child, limits, observer).winner == Some(mover)
        })
    }

    /// The table's entries for the moves in a position, without moves that were never visited.
    #[must_use]
    pub fn tried(&self, position: &Position) -> Vec<SearchedMove> {
        self.known(position).map_or_else(Vec::new, |inner| inner.tried(position))
    }

    /// The line of play that the table holds for best: winning moves of the winner, and of the loser those that took the
    /// most work to refute.
    #[must_use]
    pub fn line(&self, position: &Position) -> Vec<Cell> {
        let Some(inner) = self.known(position) else { return Vec::new() };
        let mut position = *position;
        let mut line = Vec::new();
        while position.winner().is_none() {
            let Some(cell) = inner.best(&position) else { break };
            line.push(cell);
            position.play_unchecked(cell);
        }
        line
    }

    fn known(&self, position: &Position) -> Option<&dyn Inner> {
        self.inner.as_ref().filter(|(size, _)| *size == position.size()).map(|(_, inner)| inner.as_ref())
    }
}

/// A solver of some width.
trait Inner: Send {
    fn solve(
        &self,
        position: &Position,
        limits: SolverLimits,
        observer: &dyn SolverObserver,
        archive: Option<&dyn Archive>,
    ) -> SolverAnswer<MAX_WORDS>;
    fn write_strategy(
        &mut self,
        position: &Position,
        observer: &dyn SolverObserver,
        progress: &dyn Fn(&StrategyStatus),
    ) -> Result<String, StrategyError>;
    fn clear(&mut self);
    fn usage(&self) -> (usize, usize);
    fn tried(&self, position: &Position) -> Vec<SearchedMove>;
    fn best(&self, position: &Position) -> Option<Cell>;
}

/// A solver with the provers that it asks.
struct WithPool<const W: usize> {
    solver: Solver<W>,
    pool: ProverPool<W>,
    network: Option<Evaluator>,
    writer: StrategyWriter<W>,
}

impl<const W: usize> Inner for WithPool<W> {
    fn solve(
        &self,
        position: &Position,
        limits: SolverLimits,
        observer: &dyn SolverObserver,
        archive: Option<&dyn Archive>,
    ) -> SolverAnswer<MAX_WORDS> {
        let narrowed = archive.map(Narrowed);
        let memory: &dyn Memory<W> = narrowed.as_ref().map_or(&NoMemory, |memory| memory);
        let question = SolverContext { limits, observer, memory };
        let answer = self.solver.solve(&position.resize::<W>(), || self.pool.lend(), &question);
        SolverAnswer {
            winner: answer.winner,
            winning_move: answer.winning_move,
            carrier: answer.carrier.resize(),
            bounds: answer.bounds,
            statistics: answer.statistics,
            stored_verdicts: answer.stored_verdicts,
        }
    }

    fn write_strategy(
        &mut self,
        position: &Position,
        observer: &dyn SolverObserver,
        progress: &dyn Fn(&StrategyStatus),
    ) -> Result<String, StrategyError> {
        let question = SolverContext { observer, ..SolverContext::default() };
        let Self { solver, network, writer, .. } = self;
        writer.write(solver, &position.resize(), network.as_ref(), &question, progress)
    }

    fn clear(&mut self) {
        self.solver.clear();
        self.writer.clear();
    }

    fn usage(&self) -> (usize, usize) {
        self.solver.table().usage()
    }

    fn tried(&self, position: &Position) -> Vec<SearchedMove> {
        let position = position.resize::<W>();
        let look = |cell: Cell| {
            let entry = self.solver.table().get(&position.child(cell))?;
            Some(SearchedMove { cell, bounds: entry.bounds, work: entry.work })
        };
        position.empty_cells().iter().filter_map(look).collect()
    }

    fn best(&self, position: &Position) -> Option<Cell> {
        let entry = self.solver.table().get(&position.resize::<W>())?;
        let empty = position.empty_cells();
        match entry.bounds.win() {
            Some(false) => {
                Inner::tried(self, position).iter().max_by_key(|tried| tried.work).map(|tried| tried.cell)
            }
            _ => entry.best.filter(|&cell| empty.contains(cell)),
        }
    }
}

/// The reply that makes it hardest for the winner: one that the provers do not refute at once and that leaves few
/// answers, otherwise one that the winner needs many cells for. `carrier` is where the winner's win can be disturbed at all.
#[must_use]
pub fn hardest_reply(position: &Position, carrier: CellSet, provers: ProverSettings) -> Option<Cell> {
    with_words!(position.size(), W => hardest_reply_in::<W>(&position.resize(), carrier.resize(), provers))
}

fn hardest_reply_in<const W: usize>(
    position: &Position<W>,
    carrier: CellSet<W>,
    settings: ProverSettings,
) -> Option<Cell> {
    let loser = position.to_move();
    let mut provers = Provers::<W>::new(position.size(), settings);
    let mut expansion = Expansion::default();
    let empty = position.empty_cells();
    let inside = carrier & empty;
    let cells = if inside.is_empty() { empty } else { inside };
    let mut score = |cell: Cell| {
        let child = position.child(cell);
        provers.examine(&child, &mut expansion);
        match expansion.decided {
            Some(proof) if proof.winner == loser => (2, 0),
            Some(proof) => (0, proof.carrier.len()),
            None => (1, usize::MAX - expansion.moves.len()),
        }
    };
    cells.iter().map(|cell| (score(cell), Reverse(cell))).max().map(|(_, Reverse(cell))| cell)
}
