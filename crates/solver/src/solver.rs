//! The solver: settings, limits, threads, and the questions it answers.

use std::{
    ops::ControlFlow,
    sync::{
        Mutex, OnceLock,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use board::{BoardSize, Cell, CellSet, Color, Position};

use crate::{
    Bounds, Knowledge, Memory, NoMemory, SolverStatistics, TranspositionTable,
    lemmas::Lemmas,
    search::{Control, Worker},
};

/// Which search.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Method {
    /// Depth-first proof-number search with focused widening.
    #[default]
    ProofNumber,
    /// Plain depth-first search with the same knowledge and the same table, for comparison. One thread.
    DepthFirst,
}

/// How the search works. Every switch can be turned off without changing an answer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SolverSettings {
    /// Which search.
    pub method: Method,
    /// Threads that share the table.
    pub threads: usize,
    /// Memory of the table and of the lemmas, in bytes.
    pub table_bytes: usize,
    /// Positions that are images of each other under the symmetries of the board share an entry of the table.
    pub symmetry: bool,
    /// A position whose colours mirror each other is won by the side to move, so a move to one is lost.
    pub strategy_stealing: bool,
    /// The carrier of a refutation cuts the moves outside of it.
    pub region_cuts: bool,
    /// Whether lemmas from solved positions decide positions and restrict moves.
    pub lemmas: bool,
    /// A node looks at this many of its moves at first ...
    pub widening_base: usize,
    /// ... and at this share of those that remain. 1.0 turns widening off.
    pub widening_share: f64,
    /// Solved positions that took at least this many nodes go into the memory.
    pub remember_from: u32,
}

impl Default for SolverSettings {
    fn default() -> Self {
        Self {
            method: Method::ProofNumber,
            threads: 1,
            table_bytes: 256 << 20,
            symmetry: true,
            strategy_stealing: true,
            region_cuts: true,
            lemmas: true,
            widening_base: 1,
            widening_share: 0.25,
            remember_from: 100,
        }
    }
}

impl SolverSettings {
    /// How many of a node's remaining moves are in view.
    pub(crate) fn in_view(&self, moves: usize) -> usize {
        let share = (moves as f64 * self.widening_share).ceil() as usize;
        (self.widening_base + share).min(moves)
    }
}

/// When to give up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SolverLimits {
    /// Positions to examine at the most.
    pub nodes: Option<u64>,
}

/// How far a search is.
#[derive(Debug, Clone, Copy)]
pub struct SolverStatus<'a> {
    /// Positions examined so far, by all threads.
    pub expanded: u64,
    /// The share of the table that is in use, from 0 to 1.
    pub table: f64,
    /// The line of play to the position that is examined now.
    pub line: &'a [Cell],
    /// The numbers of the root, seen from the side to move there, added up along the line of play.
    pub bounds: Bounds,
}

/// Hears of every examined position and may end the search. Called from all threads.
pub trait SolverObserver: Sync {
    /// A position was examined. [`ControlFlow::Break`] ends the search; what is known is kept.
    fn status(&self, status: &SolverStatus<'_>) -> ControlFlow<()>;
}

/// An observer that lets the search run.
#[derive(Debug, Clone, Copy, Default)]
pub struct SilentSolverObserver;

impl SolverObserver for SilentSolverObserver {
    fn status(&self, _: &SolverStatus<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// The context of a question besides the position.
#[derive(Clone, Copy)]
pub struct SolverContext<'a, const W: usize> {
    /// When to give up.
    pub limits: SolverLimits,
    /// Hears how the search goes.
    pub observer: &'a dyn SolverObserver,
    /// Solved positions from earlier searches.
    pub memory: &'a dyn Memory<W>,
}

impl<const W: usize> Default for SolverContext<'_, W> {
    fn default() -> Self {
        Self { limits: SolverLimits::default(), observer: &SilentSolverObserver, memory: &NoMemory }
    }
}

/// The solver's verdict on a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolverAnswer<const W: usize> {
    /// Who wins; `None` when a limit was hit first.
    pub winner: Option<Color>,
    /// A winning move, where the winner is to move and the game is not over.
    pub winning_move: Option<Cell>,
    /// The empty cells that the winner needs; empty when the winner is unknown.
    pub carrier: CellSet<W>,
    /// The numbers reached, seen from the side to move.
    pub bounds: Bounds,
    /// The work that was done.
    pub statistics: SolverStatistics,
    /// Verdicts taken from the memory since the table was last cleared. The answer may rest on each of them; with 0 it
    /// rests on this solver's search alone.
    pub stored_verdicts: u64,
}

/// The lemmas get this part of the memory.
const LEMMA_SHARE: usize = 16;

/// Solves positions of one board size, and remembers what it found from one to the next. [`Solver::clear`] makes it ready for
/// another size.
#[derive(Debug)]
pub struct Solver<const W: usize> {
    settings: SolverSettings,
    table: TranspositionTable<W>,
    lemmas: Lemmas<W>,
    /// Verdicts of the memory that went into the table and the lemmas.
    stored_verdicts: AtomicU64,
    /// The board of what the table and the lemmas hold.
    size: OnceLock<BoardSize>,
}

impl<const W: usize> Solver<W> {
    /// A solver with an empty table.
    #[must_use]
    pub fn new(settings: SolverSettings) -> Self {
        let for_lemmas = settings.table_bytes / LEMMA_SHARE;
        let table = TranspositionTable::new(settings.table_bytes - for_lemmas, settings.symmetry);
        Self {
            settings,
            table,
            lemmas: Lemmas::new(for_lemmas),
            stored_verdicts: AtomicU64::new(0),
            size: OnceLock::new(),
        }
    }

    /// The table, for statistics.
    #[must_use]
    pub const fn table(&self) -> &TranspositionTable<W> {
        &self.table
    }

    /// Returns how many verdicts of a memory went into the table since it was last cleared.
    #[must_use]
    pub fn stored_verdicts(&self) -> u64 {
        self.stored_verdicts.load(Ordering::Relaxed)
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
        self.lemmas.clear();
        *self.stored_verdicts.get_mut() = 0;
        self.size = OnceLock::new();
    }

    /// Returns whether the table holds positions of another board.
    #[must_use]
    pub(crate) fn is_of_another_board(&self, size: BoardSize) -> bool {
        self.size.get().is_some_and(|&own| own != size)
    }

    /// Says who wins a position. `knowledge` makes a prover for each thread. A position of another board than the ones before
    /// gets a table of its own, which is not kept.
    pub fn solve<K: Knowledge<W>>(
        &self,
        position: &Position<W>,
        knowledge: impl Fn() -> K + Sync,
        question: &SolverContext<'_, W>,
    ) -> SolverAnswer<W> {
        if *self.size.get_or_init(|| position.size()) != position.size() {
            return Self::new(self.settings).solve(position, knowledge, question);
        }
        let control = Control {
            observer: question.observer,
            memory: question.memory,
            node_limit: question.limits.nodes.unwrap_or(u64::MAX),
            expanded: AtomicU64::new(0),
            stop: AtomicBool::new(false),
        };
        let statistics = Mutex::new(SolverStatistics::default());
        let run = || {
            let mut worker = Worker::new(
                position.size(),
                knowledge(),
                &self.table,
                &self.lemmas,
                &self.settings,
                &control,
            );
            match self.settings.method {
                Method::DepthFirst => {
                    worker.search_depth_first(position);
                }
                // The first visit only expands the root: once more until it is solved, or somebody says stop.
                Method::ProofNumber => loop {
                    let root = worker.search(position, Bounds::MOST);
                    if root.bounds.is_solved() || control.stop.load(Ordering::Relaxed) {
                        break;
                    }
                },
            }
            // The thread that solves the root stops the others.
            control.stop.store(true, Ordering::Relaxed);
            statistics.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).add(&worker.statistics);
        };
        let threads = if self.settings.method == Method::DepthFirst { 1 } else { self.settings.threads };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(run);
            }
            run();
        });
        let statistics = statistics.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        self.stored_verdicts.fetch_add(statistics.recalled, Ordering::Relaxed);
        self.answer(position, statistics)
    }

    fn answer(&self, position: &Position<W>, statistics: SolverStatistics) -> SolverAnswer<W> {
        let stored_verdicts = self.stored_verdicts();
        let Some(entry) = self.table.get(position) else {
            let (winner, winning_move, carrier) = (None, None, CellSet::EMPTY);
            let bounds = Bounds::UNKNOWN;
            return SolverAnswer { winner, winning_move, carrier, bounds, statistics, stored_verdicts };
        };
        let to_move = position.to_move();
        let winner = entry.bounds.win().map(|win| if win { to_move } else { to_move.opponent() });
        SolverAnswer {
            winner,
            winning_move: entry.best.filter(|_| winner == Some(to_move)),
            carrier: if winner.is_some() { entry.carrier } else { CellSet::EMPTY },
            bounds: entry.bounds,
            statistics,
            stored_verdicts,
        }
    }
}
