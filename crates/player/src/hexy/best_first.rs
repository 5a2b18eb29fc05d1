//! Best-first search over circuits: the search graph of the player `neural`, with a circuit in place of the network.
//!
//! Alpha-beta of a fixed width gives every move the same depth. Here a position's value is the mean of what was found below it,
//! and the next look goes where value and importance together promise most, so that lines of natural moves are followed
//! far and odd moves cost one look. What the provers decide is exact, and is carried up as such.

use std::time::Duration;

use board::{Cell, Position};

use super::filled::FilledMind;
use crate::{
    Progress, Request,
    neural::{
        search::progress,
        tree::{Exploration, Leaf, Prior, Status, Tree},
    },
};

/// How the circuits' numbers become beliefs, and how the search weighs them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Temper {
    /// What one unit of the evaluation is worth in logits of the chance to win.
    pub(super) scale: f64,
    /// What being to move is worth, in the same unit: the evaluation does not know whose turn it is.
    pub(super) tempo: f64,
    /// A move's share of the attention grows with its importance to this power.
    pub(super) sharpness: f64,
    pub(super) exploration: Exploration,
}

impl Default for Temper {
    fn default() -> Self {
        Self {
            scale: 3.0,
            tempo: 0.8,
            sharpness: 3.0,
            exploration: Exploration { base: 1.0, growth: 0.3, reduction: 0.2 },
        }
    }
}

/// One search: a mind, a graph, and limits.
pub(super) struct BestFirst<'a, const W: usize> {
    pub(super) mind: &'a mut FilledMind<W>,
    pub(super) tree: &'a mut Tree,
    pub(super) temper: Temper,
    pub(super) width: usize,
    pub(super) request: &'a Request<'a>,
}

/// Positions between two reports to the observer.
const REPORT: u64 = 64;
/// The most positions that a graph keeps.
const POSITIONS: usize = 200_000;

impl<const W: usize> BestFirst<'_, W> {
    /// Searches until a limit is reached or the root is certain. Returns what it saw.
    pub(super) fn run(mut self, root: &Position<W>) -> Progress {
        let number = self.tree.root();
        let mut longest = Duration::ZERO;
        let mut looked = 0;
        if self.tree.status(number) == Status::Pending {
            self.look(number, root, root.empty_cells(), &mut longest);
            looked += 1;
        }
        let mut path = Vec::new();
        while self.tree.status(self.tree.root()) == Status::Open && !self.is_over(looked, longest) {
            match self.tree.descend(root, &self.temper.exploration, &mut path) {
                Leaf::Known | Leaf::Busy => {}
                Leaf::New { node, position, allowed } => {
                    self.look(node, &position, allowed, &mut longest);
                    looked += 1;
                    if looked % REPORT == 0 {
                        self.request.observer.progress(&self.progress(looked));
                    }
                }
            }
            self.tree.back_up(&path);
        }
        self.progress(looked)
    }

    fn progress(&self, looked: u64) -> Progress {
        Progress { nodes: looked, ..progress(self.tree) }
    }

    /// Enters what the circuits and the provers say of a new position.
    fn look(
        &mut self,
        node: u32,
        position: &Position<W>,
        allowed: board::CellSet<W>,
        longest: &mut Duration,
    ) {
        let before = self.request.clock.elapsed();
        let mover = position.to_move();
        let moves: Vec<Cell> = match self.mind.examine(position) {
            Err(proof) => {
                let status = if proof.winner == mover { Status::Won } else { Status::Lost };
                self.tree.settle(node, status);
                return;
            }
            Ok(moves) => moves.iter().copied().filter(|&cell| allowed.contains(cell)).collect(),
        };
        if moves.is_empty() {
            self.tree.settle(node, Status::Lost);
            return;
        }
        // All moves stay, or a loss would not be certain; those beyond the width have to wait.
        let weight = |place: usize, cell: Cell| {
            let weight = (self.mind.importance(cell) + 1e-3).powf(self.temper.sharpness);
            if place < self.width { weight } else { weight * BEYOND_WIDTH }
        };
        let weights: Vec<f64> = moves.iter().enumerate().map(|(place, &cell)| weight(place, cell)).collect();
        let sum: f64 = weights.iter().sum();
        let priors =
            moves.iter().zip(weights).map(|(&cell, weight)| Prior { cell, prior: (weight / sum) as f32 });
        let belief = self.temper.scale * self.mind.ahead(mover) + self.temper.tempo;
        let value = evaluate::tanh(belief / 2.0) as f32;
        self.tree.fill(node, value, priors.collect());
        *longest = (*longest).max(self.request.clock.elapsed().saturating_sub(before));
    }

    fn is_over(&self, looked: u64, longest: Duration) -> bool {
        let Request { limits, clock, .. } = self.request;
        limits.nodes.is_some_and(|nodes| looked >= nodes)
            || self.request.should_stop()
            || self.tree.len() >= POSITIONS
            || limits.time.is_some_and(|time| clock.elapsed() + longest >= time)
    }
}

/// What is left of the attention for moves beyond the width.
const BEYOND_WIDTH: f64 = 0.05;
