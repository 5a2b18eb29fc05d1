//! The search: threads that walk the graph, evaluate new positions, and back up the values.
//!
//! The graph is behind one lock. Evaluating a position takes a third of a millisecond, walking and backing up some
//! microseconds, so threads seldom meet at it; what is gained is that every walk sees a consistent graph.

use std::sync::{
    Condvar, Mutex, MutexGuard, PoisonError,
    atomic::{AtomicBool, Ordering},
};
use std::{ops::ControlFlow, time::Duration};

use board::{CellSet, Position};
use network::Evaluator;
use solver::{Expansion, Knowledge, ProverSettings, Provers, Solver, SolverContext};

use crate::tree::{
    Step,
    graph::{Exploration, Finding, Leaf, Prior, Status, Tree},
};
use player::{Candidate, Observer, Progress, Request};

/// When to stop, besides what the request says.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    /// Visits of the root.
    pub(super) visits: u64,
    /// Positions in the graph.
    pub(super) positions: usize,
    /// Visits after which the provers are asked about a position; 0 never asks.
    pub(super) examine: u32,
    /// Whether the solver works on the root at the same time.
    pub(super) race: bool,
}

/// State that all threads of a search share.
pub(super) struct Search<'a, const W: usize> {
    pub(super) root: Position<W>,
    pub(super) tree: Mutex<&'a mut Tree>,
    pub(super) exploration: Exploration,
    pub(super) bounds: Bounds,
    pub(super) request: &'a Request<'a>,
    /// Which of two images of a position the network sees follows from its hash and this.
    pub(super) seed: u64,
    pub(super) finished: AtomicBool,
    /// Told whenever a position has been evaluated.
    pub(super) evaluated: Condvar,
}

/// Visits between two reports to the observer.
const REPORT: u32 = 256;
/// How long a thread waits for another's evaluation before it looks again whether to stop.
const WAIT: Duration = Duration::from_millis(1);
/// Memory of the racing solver's table, in bytes.
pub(super) const RACE_TABLE: usize = 64 << 20;

impl<'a, const W: usize> Search<'a, W> {
    /// Searches with one thread for each evaluator until a bound is reached or the root is certain.
    pub(super) fn run(&self, evaluators: &mut [Evaluator]) {
        let (first, others) = evaluators.split_first_mut().expect("a search has at least one thread");
        self.prepare_root(first);
        std::thread::scope(|scope| {
            if self.bounds.race {
                scope.spawn(|| self.race());
            }
            for evaluator in others {
                scope.spawn(|| self.work(evaluator, false));
            }
            self.work(first, true);
            self.finished.store(true, Ordering::Relaxed);
        });
    }

    /// Evaluates the root if it is new: as the mean of its two images, because all depends on it.
    fn prepare_root(&self, evaluator: &mut Evaluator) {
        let root = self.lock().root();
        let is_new = self.lock().status(root) == Status::Pending;
        if is_new {
            let allowed = self.root.empty_cells();
            let (one, mut moves) = evaluate(evaluator, &self.root, false, allowed);
            let (other, turned) = evaluate(evaluator, &self.root, true, allowed);
            for prior in &mut moves {
                let twin = turned.iter().find(|twin| twin.cell == prior.cell);
                prior.prior = (prior.prior + twin.map_or(prior.prior, |twin| twin.prior)) / 2.0;
            }
            sort(&mut moves);
            self.lock().fill(root, (one + other) / 2.0, moves);
        }
    }

    /// The work of one thread.
    fn work(&self, evaluator: &mut Evaluator, reports: bool) {
        let mut examiner = Examiner::new(&self.root);
        let mut path: Vec<Step> = Vec::new();
        // A short search is not worth the time of a proof.
        let examines_root =
            reports && self.bounds.examine > 0 && self.bounds.visits >= u64::from(self.bounds.examine);
        if examines_root && self.lock().take_unexamined_root() {
            let finding = examiner.examine(&self.root);
            let mut tree = self.lock();
            let root = tree.root();
            tree.enter(root, finding);
        }
        let mut next_report = REPORT;
        while !self.finished.load(Ordering::Relaxed) && !self.request.should_stop() {
            let mut tree = self.lock();
            if self.is_done(&tree) {
                self.finished.store(true, Ordering::Relaxed);
                break;
            }
            match tree.descend(&self.root, &self.exploration, &mut path) {
                Leaf::Known => tree.back_up(&path),
                Leaf::Busy => {
                    // Nothing is lost if the wait ends early or the lock was poisoned: the walk starts again.
                    drop(self.evaluated.wait_timeout(tree, WAIT));
                    continue;
                }
                Leaf::New { node, position, allowed } => {
                    drop(tree);
                    let rotated = (position.hash() as u64 ^ self.seed).count_ones() % 2 == 1;
                    let (value, mut moves) = evaluate(evaluator, &position, rotated, allowed);
                    sort(&mut moves);
                    tree = self.lock();
                    tree.fill(node, value, moves);
                    tree.back_up(&path);
                    self.evaluated.notify_all();
                }
            }
            let visits = tree.visits(tree.root());
            if self.bounds.examine > 0
                && let Some(place) = tree.take_unexamined(&path, self.bounds.examine)
            {
                let mut position = self.root;
                path[..place].iter().for_each(|&step| position.play_unchecked(tree.cell(step)));
                drop(tree);
                let finding = examiner.examine(&position);
                tree = self.lock();
                tree.enter(path[place].0, finding);
                tree.refresh(&path[..place]);
            }
            if reports && visits >= next_report {
                next_report = visits + REPORT;
                let progress = progress(&tree);
                drop(tree);
                let observer: &dyn Observer = self.request.observer;
                observer.progress(&progress);
            }
        }
    }

    /// The solver on the root, until it is solved or the search ends.
    fn race(&self) {
        let size = self.root.size();
        let provers = || Provers::new(size, ProverSettings::default());
        let solver = Solver::new(solver::SolverSettings {
            table_bytes: RACE_TABLE,
            ..solver::SolverSettings::default()
        });
        let answer =
            solver.solve(&self.root, provers, &SolverContext { observer: self, ..SolverContext::default() });
        let finding = match answer.winner {
            Some(winner) if winner == self.root.to_move() => Finding::<W>::Won(answer.winning_move),
            Some(_) => Finding::Lost,
            None => return,
        };
        let mut tree = self.lock();
        let root = tree.root();
        tree.enter(root, finding);
    }

    /// Whether a bound is reached or nothing is left to find out.
    fn is_done(&self, tree: &Tree) -> bool {
        let root = tree.root();
        tree.status(root) != Status::Open
            || u64::from(tree.visits(root)) >= self.bounds.visits
            || tree.len() >= self.bounds.positions
    }

    fn lock(&self) -> MutexGuard<'_, &'a mut Tree> {
        // A thread that panicked ends the search through the scope; until then the graph is as good as before.
        self.tree.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends the solver's work with the search's.
impl<const W: usize> solver::SolverObserver for Search<'_, W> {
    fn status(&self, _: &solver::SolverStatus<'_>) -> ControlFlow<()> {
        match self.finished.load(Ordering::Relaxed) || self.request.should_stop() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

/// Asks the provers, who decide a position or leave few moves; one for each thread, for its memory.
struct Examiner<const W: usize> {
    provers: Provers<W>,
    expansion: Expansion<W>,
}

impl<const W: usize> Examiner<W> {
    fn new(position: &Position<W>) -> Self {
        let provers = Provers::new(position.size(), ProverSettings::default());
        Self { provers, expansion: Expansion::default() }
    }

    fn examine(&mut self, position: &Position<W>) -> Finding<W> {
        self.provers.examine(position, &mut self.expansion);
        match self.expansion.decided {
            Some(proof) if proof.winner == position.to_move() => Finding::Won(proof.winning_move),
            Some(_) => Finding::Lost,
            None => Finding::Within {
                moves: self.expansion.moves.iter().copied().collect(),
                pruned: self.expansion.pruned,
            },
        }
    }
}

/// The value from -1 to 1, and the chances of the allowed moves.
fn evaluate<const W: usize>(
    evaluator: &mut Evaluator,
    position: &Position<W>,
    rotated: bool,
    allowed: CellSet<W>,
) -> (f32, Vec<Prior>) {
    let evaluation = evaluator.evaluate(position, rotated);
    let moves = evaluation
        .move_probabilities(allowed)
        .into_iter()
        .map(|(cell, prior)| Prior { cell, prior })
        .collect();
    (2.0 * evaluation.win_probability() - 1.0, moves)
}

/// Best first; equals in the order of the board.
fn sort(moves: &mut [Prior]) {
    moves.sort_unstable_by(|a, b| b.prior.total_cmp(&a.prior).then(a.cell.cmp(&b.cell)));
}

/// The findings of a search so far.
pub(crate) fn progress(tree: &Tree) -> Progress {
    let mut tried = tree.tried();
    tried.sort_by_key(|tried| {
        (
            tried.status != Status::Won,
            tried.status == Status::Lost,
            tried.pruned,
            std::cmp::Reverse(tried.visits),
        )
    });
    let candidates = tried.iter().map(|tried| Candidate {
        cell: tried.cell,
        value: chance(tried.value),
        weight: f64::from(tried.visits),
        line: tree.line(tried.cell),
    });
    let first_tried = tried.first().map(|tried| tried.cell);
    let hopeful = tried.first().filter(|tried| !tried.pruned && tried.status != Status::Lost);
    let best = tree
        .key()
        .or(hopeful.map(|tried| tried.cell))
        .or(tree.untried().first().map(|prior| prior.cell))
        .or(first_tried);
    Progress {
        nodes: u64::from(tree.visits(tree.root())),
        line: best.map_or_else(Vec::new, |best| tree.line(best)),
        value: Some(chance(tree.value(tree.root()))),
        candidates: candidates.collect(),
    }
}

/// From -1..1 to 0..1.
pub(super) fn chance(value: f32) -> f64 {
    f64::midpoint(f64::from(value), 1.0)
}
