//! Depth-first proof-number search, the node function.
//!
//! [`Worker::search`] reads from top to bottom as one visit of a node: look up, expand, absorb what is known of the
//! children, add up, stop or select, descend, store. It searches below a node until one of its numbers reaches a threshold.
//!
//! The data of an open node, besides its numbers: the moves that have not lost yet, and the cells that a loss
//! would depend on. A refuted move adds the carrier of its refutation to these cells, and since the opponent wins inside
//! that carrier regardless of the rest of the board, every other move outside it is refuted too.

use std::{
    ops::ControlFlow,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
};

use board::{BoardSize, Cell, CellSet, Position, Symmetry};

use crate::{
    Bounds, DecidedPosition, Expansion, Knowledge, Memory, SolverObserver, SolverSettings, SolverStatus,
    TranspositionTable,
    bounds::sum,
    lemmas::{Lemmas, in_one_piece},
    provers::narrow,
    table::Entry,
};

/// Statistics of a search.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SolverStatistics {
    /// Positions examined by the provers.
    pub expanded: u64,
    /// Of these, decided without search.
    pub decided: u64,
    /// Visits of nodes.
    pub visited: u64,
    /// Moves cut because they lie outside a refutation's carrier.
    pub cut_by_region: u64,
    /// Positions won by strategy stealing.
    pub stolen: u64,
    /// Positions known from earlier searches.
    pub recalled: u64,
    /// Positions that a lemma decided, without asking the provers.
    pub by_lemma: u64,
}

impl SolverStatistics {
    /// Adds what another search did.
    pub const fn add(&mut self, other: &Self) {
        self.expanded += other.expanded;
        self.decided += other.decided;
        self.visited += other.visited;
        self.cut_by_region += other.cut_by_region;
        self.stolen += other.stolen;
        self.recalled += other.recalled;
        self.by_lemma += other.by_lemma;
    }
}

/// State that the threads of one search share, besides the table.
pub(crate) struct Control<'a, const W: usize> {
    pub(crate) observer: &'a dyn SolverObserver,
    pub(crate) memory: &'a dyn Memory<W>,
    pub(crate) node_limit: u64,
    pub(crate) expanded: AtomicU64,
    pub(crate) stop: AtomicBool,
}

impl<const W: usize> Control<'_, W> {
    fn should_stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Counts an expanded node, tells the observer, and notices the limits.
    fn count(&self, table: &TranspositionTable<W>, line: &[Cell], bounds: Bounds) {
        let expanded = self.expanded.fetch_add(1, Ordering::Relaxed) + 1;
        let table = table.fill();
        let flow = self.observer.status(&SolverStatus { expanded, table, line, bounds });
        if expanded >= self.node_limit || flow == ControlFlow::Break(()) {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// A move of a node with what is known of the position after it, seen from the opponent.
#[derive(Debug, Clone, Copy)]
struct Child {
    cell: Cell,
    bounds: Bounds,
    busy: u8,
}

/// What the other moves of a node on the path add up to.
#[derive(Debug, Clone, Copy)]
struct Others {
    /// The smallest disproof number in view.
    least: u32,
    /// The sum of the proof numbers.
    sum: u32,
}

impl Others {
    fn of(children: &[Child], in_view: usize, chosen: usize) -> Self {
        let others = |(index, child): (usize, &Child)| (index != chosen).then_some(child.bounds);
        let viewed = children[..in_view].iter().enumerate().filter_map(others);
        let least = viewed.map(|bounds| bounds.disproof).min().unwrap_or(u32::MAX);
        let all = children.iter().enumerate().filter_map(others);
        Self { least, sum: all.fold(0, |total, bounds| sum(total, bounds.proof)) }
    }
}

/// The state of one thread of the search.
pub(crate) struct Worker<'a, const W: usize, K> {
    knowledge: K,
    table: &'a TranspositionTable<W>,
    lemmas: &'a Lemmas<W>,
    settings: &'a SolverSettings,
    control: &'a Control<'a, W>,
    /// The children of the nodes on the path, one buffer for each depth.
    children: Vec<Vec<Child>>,
    expansion: Expansion<W>,
    threats: Vec<CellSet<W>>,
    line: Vec<Cell>,
    /// For each move of the line, what the moves beside it add up to.
    others: Vec<Others>,
    pub(crate) statistics: SolverStatistics,
}

impl<'a, const W: usize, K: Knowledge<W>> Worker<'a, W, K> {
    pub(crate) fn new(
        size: BoardSize,
        knowledge: K,
        table: &'a TranspositionTable<W>,
        lemmas: &'a Lemmas<W>,
        settings: &'a SolverSettings,
        control: &'a Control<'a, W>,
    ) -> Self {
        Self {
            knowledge,
            table,
            lemmas,
            settings,
            control,
            children: Vec::new(),
            expansion: Expansion { moves: Vec::with_capacity(size.cells()), ..Expansion::default() },
            threats: Vec::new(),
            line: Vec::new(),
            others: Vec::new(),
            statistics: SolverStatistics::default(),
        }
    }

    /// Searches below a position until its numbers reach the threshold, and returns what is known then.
    pub(crate) fn search(&mut self, position: &Position<W>, threshold: Bounds) -> Entry<W> {
        self.statistics.visited += 1;
        // 1. Look up. A new node is expanded and handed back to its parent, which may prefer another child now; where there
        // is but one move the position after it says more, and is searched at once.
        let mut entry = if let Some(mut entry) = self.table.get(position) {
            if !entry.bounds.is_solved() {
                self.apply_lemmas(position, &mut entry);
            }
            if entry.bounds.is_solved() {
                self.store(position, &mut entry);
                return entry;
            }
            entry
        } else {
            let mut entry = self.expand(position);
            self.store(position, &mut entry);
            if entry.bounds.is_solved() || entry.moves.len() > 1 {
                return entry;
            }
            entry
        };
        // 2. Take up the moves that have not lost yet, in their order.
        let ply = self.line.len();
        if self.children.len() == ply {
            self.children.push(Vec::with_capacity(position.size().cells()));
        }
        let mut children = std::mem::take(&mut self.children[ply]);
        children.clear();
        let moves = entry.ordered_moves().enumerate();
        children.extend(moves.map(|(rank, cell)| Child { cell, bounds: Bounds::of_unseen(rank), busy: 0 }));
        self.table.mark_busy(position, 1);
        loop {
            // 3. Absorb what is known of the children: a lost child wins, a won one cuts.
            self.absorb_children(position, &mut entry, &mut children);
            // 4. Add up over the moves in view.
            let in_view = self.settings.in_view(children.len());
            if !entry.bounds.is_solved() {
                entry.bounds = add_up(&children, in_view);
            }
            // 5. Stop when solved, when a threshold is reached, or when asked to.
            if entry.bounds.is_solved() || entry.bounds.reaches(threshold) || self.control.should_stop() {
                break;
            }
            // 6. Select the child that is cheapest to disprove, and how long to stay with it.
            let (index, child_threshold) = select(&children[..in_view], entry.bounds, threshold);
            let cell = children[index].cell;
            entry.best = Some(cell);
            // 7. Descend.
            self.line.push(cell);
            self.others.push(Others::of(&children, in_view, index));
            let before = self.statistics.expanded;
            let child = self.search(&position.child(cell), child_threshold);
            self.others.pop();
            self.line.pop();
            children[index].bounds = child.bounds;
            entry.work = entry.work.saturating_add((self.statistics.expanded - before) as u32);
            self.absorb(position, cell, &child, &mut entry);
        }
        self.table.mark_busy(position, -1);
        // 8. Store.
        self.store(position, &mut entry);
        self.children[ply] = children;
        entry
    }

    /// The numbers of the root if the node at the end of the line were a leaf. The root itself is added up only when the search
    /// comes back to it, which may take hours.
    fn root(&self) -> Bounds {
        self.others.iter().rev().fold(Bounds::UNKNOWN, |child, others| Bounds {
            proof: others.least.min(child.disproof),
            disproof: sum(others.sum, child.proof),
        })
    }

    /// Puts a node into the table, and what took long to solve into the memory.
    fn store(&self, position: &Position<W>, entry: &mut Entry<W>) {
        if let Some(win) = entry.bounds.win() {
            let mover = position.to_move();
            let winner = if win { mover } else { mover.opponent() };
            let mut proof =
                DecidedPosition { winner, carrier: entry.carrier, winning_move: entry.best.filter(|_| win) };
            proof.carrier = in_one_piece(position, &proof).1;
            entry.carrier = proof.carrier;
            if self.settings.lemmas {
                self.lemmas.learn(position, &proof);
            }
            if entry.work >= self.settings.remember_from {
                self.control.memory.remember(position, &proof, u64::from(entry.work));
            }
        }
        self.table.put(position, *entry);
    }

    /// Applies the lemmas to an open node: it may be decided, or the opponent may have threats that narrow its moves.
    fn apply_lemmas(&mut self, position: &Position<W>, entry: &mut Entry<W>) {
        if !self.settings.lemmas {
            return;
        }
        if !self.line.is_empty()
            && let Some(proof) = self.lemmas.decide(position)
        {
            self.statistics.by_lemma += 1;
            *entry = solved(position, &proof, entry.work);
            return;
        }
        self.threats.clear();
        self.lemmas.threats(position, &mut self.threats);
        let mut must_play = entry.moves | entry.pruned;
        entry.carrier |= narrow(&mut must_play, &mut self.threats);
        entry.pruned &= must_play;
        entry.moves &= must_play;
        if entry.moves.is_empty() {
            lose(entry, position);
        }
    }

    /// Solves a position by plain depth-first search: every move to its end before the next. For comparison.
    pub(crate) fn search_depth_first(&mut self, position: &Position<W>) -> Entry<W> {
        self.statistics.visited += 1;
        let mut entry = self.table.get(position).unwrap_or_else(|| self.expand(position));
        while !entry.bounds.is_solved() && !self.control.should_stop() {
            let cell = entry.ordered_moves().next().expect("a node without moves is solved");
            self.line.push(cell);
            let before = self.statistics.expanded;
            let child = self.search_depth_first(&position.child(cell));
            self.line.pop();
            entry.work = entry.work.saturating_add((self.statistics.expanded - before) as u32);
            self.absorb(position, cell, &child, &mut entry);
        }
        self.store(position, &mut entry);
        entry
    }

    /// Asks the provers about a new node.
    fn expand(&mut self, position: &Position<W>) -> Entry<W> {
        if self.settings.lemmas
            && !self.line.is_empty()
            && let Some(proof) = self.lemmas.decide(position)
        {
            self.statistics.by_lemma += 1;
            return solved(position, &proof, 1);
        }
        self.statistics.expanded += 1;
        self.control.count(self.table, &self.line, self.root());
        // Strategy stealing does not apply to the root: the caller wants a winning move.
        if self.settings.strategy_stealing && !self.line.is_empty() && is_its_own_mirror(position) {
            self.statistics.stolen += 1;
            return Entry::solved(Bounds::WIN, 1, None, position.empty_cells());
        }
        let recalled = self.control.memory.recall(position);
        if recalled.is_some() {
            self.statistics.recalled += 1;
            self.expansion.decided = recalled;
        } else {
            self.knowledge.examine(position, &mut self.expansion);
            self.statistics.decided += u64::from(self.expansion.decided.is_some());
        }
        if let Some(proof) = self.expansion.decided {
            return solved(position, &proof, 1);
        }
        let mut entry = Entry::open(&self.expansion);
        if entry.moves.is_empty() {
            lose(&mut entry, position);
        } else {
            self.apply_lemmas(position, &mut entry);
            if !entry.bounds.is_solved() {
                entry.bounds = Bounds::of_new(entry.moves.len(), self.expansion.prospects);
            }
        }
        entry
    }

    /// Brings the children up to date with the table, and the node with its solved children.
    fn absorb_children(&mut self, position: &Position<W>, entry: &mut Entry<W>, children: &mut Vec<Child>) {
        for child in children.iter_mut() {
            if !entry.moves.contains(child.cell) {
                continue;
            }
            // An entry that has left the table is still known from the last visit.
            if let Some(known) = self.table.get(&position.child(child.cell)) {
                child.bounds = known.bounds;
                child.busy = known.busy;
                self.absorb(position, child.cell, &known, entry);
                if entry.bounds.is_solved() {
                    return;
                }
            }
        }
        children.retain(|child| entry.moves.contains(child.cell));
    }

    /// Applies a child's result to its node.
    fn absorb(&mut self, position: &Position<W>, cell: Cell, child: &Entry<W>, entry: &mut Entry<W>) {
        match child.bounds.win() {
            None => {}
            // The opponent loses after this move.
            Some(false) => {
                *entry = Entry::solved(Bounds::WIN, entry.work, Some(cell), child.carrier.with(cell));
            }
            // The opponent wins after this move inside the carrier, and so after every move outside of it.
            Some(true) => {
                entry.carrier |= child.carrier;
                entry.moves.remove(cell);
                if self.settings.region_cuts {
                    let before = entry.moves;
                    entry.moves &= child.carrier;
                    entry.pruned &= child.carrier;
                    self.statistics.cut_by_region += (before.len() - entry.moves.len()) as u64;
                }
                if entry.moves.is_empty() {
                    lose(entry, position);
                }
            }
        }
    }
}

/// Every move has lost. Where a pruned move is refuted only by the argument that another one is as good, the opponent's
/// carrier has the cells that this argument needs.
fn lose<const W: usize>(entry: &mut Entry<W>, position: &Position<W>) {
    let support = if entry.pruned.is_empty() { CellSet::EMPTY } else { entry.pruned_support };
    let carrier = (entry.carrier | support) & position.empty_cells();
    *entry = Entry::solved(Bounds::LOSS, entry.work, None, carrier);
}

/// A node that was decided without search.
fn solved<const W: usize>(position: &Position<W>, proof: &DecidedPosition<W>, work: u32) -> Entry<W> {
    let bounds = if proof.winner == position.to_move() { Bounds::WIN } else { Bounds::LOSS };
    Entry::solved(bounds, work, proof.winning_move, proof.carrier)
}

/// The numbers of a node from those of its children. A win needs one of the moves in view; a loss needs them all, so that a
/// node with many moves looks hard to lose from the beginning.
fn add_up(children: &[Child], in_view: usize) -> Bounds {
    let proof = children[..in_view].iter().map(|child| child.bounds.disproof).min().unwrap_or(u32::MAX);
    let disproof = children.iter().map(|child| child.bounds.proof).fold(0, sum);
    Bounds { proof, disproof }
}

/// A child is searched until the next best one is better by this part of its cost, so that the search does not jump between two
/// children that are about as good (the 1 + epsilon trick of Pawlewicz and Lew, 2006).
const PATIENCE_SHARE: u32 = 4;

/// The child to search and its thresholds: until the node's own thresholds are reached, or until the next best child
/// is clearly better. Children that another thread is busy with look worse than they are.
fn select(children: &[Child], bounds: Bounds, threshold: Bounds) -> (usize, Bounds) {
    let cost = |child: &Child| child.bounds.disproof.saturating_mul(1 + u32::from(child.busy));
    let (mut best, mut second) = (0, u32::MAX);
    for (index, child) in children.iter().enumerate().skip(1) {
        if cost(child) < cost(&children[best]) {
            second = second.min(cost(&children[best]));
            best = index;
        } else {
            second = second.min(cost(child));
        }
    }
    let child = children[best].bounds;
    let others = bounds.disproof - child.proof.min(bounds.disproof);
    let patience = second.saturating_add(second / PATIENCE_SHARE).saturating_add(Bounds::LEAF);
    let threshold = Bounds {
        proof: threshold.disproof.saturating_sub(others).max(child.proof + 1),
        disproof: threshold.proof.min(patience).max(child.disproof + 1),
    };
    (best, threshold)
}

/// Whether the stones of each colour mirror those of the other, so that the side to move can steal any strategy.
fn is_its_own_mirror<const W: usize>(position: &Position<W>) -> bool {
    let size = position.size();
    let [black, white] = board::Color::BOTH.map(|color| position.stones(color));
    size.is_square()
        && black.len() == white.len()
        && [Symmetry::Reflection, Symmetry::RotatedReflection]
            .into_iter()
            .any(|symmetry| symmetry.cells::<W>(black, size) == white)
}
