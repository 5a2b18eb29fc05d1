//! The solver: settings, limits, threads, and the questions it answers.

use std::{
    ops::ControlFlow,
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use board::{Cell, CellSet, Color, Position};

use crate::{
    Bounds, Forgetful, Knowledge, Memory, Statistics, Table,
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
pub struct Settings {
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
    /// What solved positions say about others decides positions and narrows moves.
    pub lemmas: bool,
    /// A node looks at this many of its moves at first ...
    pub widening_base: usize,
    /// ... and at this share of those that remain. 1.0 turns widening off.
    pub widening_share: f64,
    /// Solved positions that took at least this many nodes go into the memory.
    pub remember_from: u32,
}

impl Default for Settings {
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

impl Settings {
    /// How many of a node's remaining moves are in view.
    pub(crate) fn in_view(&self, moves: usize) -> usize {
        let share = (moves as f64 * self.widening_share).ceil() as usize;
        (self.widening_base + share).min(moves)
    }
}

/// When to give up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Limits {
    /// Positions to examine at the most.
    pub nodes: Option<u64>,
}

/// How far a search is.
#[derive(Debug, Clone, Copy)]
pub struct Status<'a> {
    /// Positions examined so far, by all threads.
    pub expanded: u64,
    /// The share of the table that is in use, from 0 to 1.
    pub table: f64,
    /// The line of play to the position that is examined now.
    pub line: &'a [Cell],
    /// The numbers of the root, seen from the side to move there, as of the last time that its children were added up.
    pub bounds: Bounds,
}

/// Hears of every examined position and may end the search. Called from all threads.
pub trait Observer: Sync {
    /// A position was examined. [`ControlFlow::Break`] ends the search; what is known is kept.
    fn status(&self, status: &Status<'_>) -> ControlFlow<()>;
}

/// An observer that lets the search run.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Observer for Silent {
    fn status(&self, _: &Status<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// What comes with a question besides the position.
#[derive(Clone, Copy)]
pub struct Question<'a, const W: usize> {
    /// When to give up.
    pub limits: Limits,
    /// Hears how the search goes.
    pub observer: &'a dyn Observer,
    /// Solved positions from earlier searches.
    pub memory: &'a dyn Memory<W>,
}

impl<const W: usize> Default for Question<'_, W> {
    fn default() -> Self {
        Self { limits: Limits::default(), observer: &Silent, memory: &Forgetful }
    }
}

/// What the solver says of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer<const W: usize> {
    /// Who wins; `None` when a limit was hit first.
    pub winner: Option<Color>,
    /// A winning move, where the winner is to move and the game is not over.
    pub winning_move: Option<Cell>,
    /// The empty cells that the winner needs; empty when the winner is unknown.
    pub carrier: CellSet<W>,
    /// The numbers reached, seen from the side to move.
    pub bounds: Bounds,
    /// What was done.
    pub statistics: Statistics,
}

/// The lemmas get this part of the memory.
const LEMMA_SHARE: usize = 16;

/// Solves positions of one board size, and remembers what it found from one to the next.
#[derive(Debug)]
pub struct Solver<const W: usize> {
    settings: Settings,
    table: Table<W>,
    lemmas: Lemmas<W>,
}

impl<const W: usize> Solver<W> {
    /// A solver with an empty table.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        let for_lemmas = settings.table_bytes / LEMMA_SHARE;
        let table = Table::new(settings.table_bytes - for_lemmas, settings.symmetry);
        Self { settings, table, lemmas: Lemmas::new(for_lemmas) }
    }

    /// The table, for statistics.
    #[must_use]
    pub const fn table(&self) -> &Table<W> {
        &self.table
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
        self.lemmas.clear();
    }

    /// Says who wins a position. `knowledge` makes a prover for each thread.
    pub fn solve<K: Knowledge<W>>(
        &self,
        position: &Position<W>,
        knowledge: impl Fn() -> K + Sync,
        question: &Question<'_, W>,
    ) -> Answer<W> {
        let control = Control {
            observer: question.observer,
            memory: question.memory,
            node_limit: question.limits.nodes.unwrap_or(u64::MAX),
            expanded: AtomicU64::new(0),
            stop: AtomicBool::new(false),
            root: AtomicU64::new((1 << 32) | 1),
        };
        let statistics = Mutex::new(Statistics::default());
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
            // Whoever solves the root ends the others' work.
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
        self.answer(position, statistics)
    }

    fn answer(&self, position: &Position<W>, statistics: Statistics) -> Answer<W> {
        let Some(entry) = self.table.get(position) else {
            let (winner, winning_move, carrier) = (None, None, CellSet::EMPTY);
            return Answer { winner, winning_move, carrier, bounds: Bounds::UNKNOWN, statistics };
        };
        let to_move = position.to_move();
        let winner = entry.bounds.win().map(|win| if win { to_move } else { to_move.opponent() });
        Answer {
            winner,
            winning_move: entry.best.filter(|_| winner == Some(to_move)),
            carrier: if winner.is_some() { entry.carrier } else { CellSet::EMPTY },
            bounds: entry.bounds,
            statistics,
        }
    }
}
