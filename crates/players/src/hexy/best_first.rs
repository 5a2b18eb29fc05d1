//! Best-first search over circuits: the graph search of the player `neural`, with the circuits in the network's place.
//!
//! Every new position is examined once. The provers decide it, or leave moves; what speaks for a move ([`crate::priors`]) is its prior, and the
//! logarithm of the resistances' ratio is the position's value. What is certain is carried up as such.

use std::time::Duration;

use board::{Cell, Position};
use player::{Progress, Request};

use crate::{
    neural::{POSITION_BYTES, search::progress},
    priors::{Finding, PriorDepth, Priors},
    tree::{
        Step,
        graph::{Exploration, Leaf, Prior, Status, Tree},
    },
};

/// How much the priors count against the values.
const EXPLORATION: Exploration = Exploration { base: 0.7, growth: 0.3, reduction: 0.2 };

/// The value of a position is that of odds whose logarithm is `SLOPE` times the logarithm of the opponent's resistance over the mover's, plus
/// `TEMPO`, which makes up for the stone that the mover lacks. Chosen by hand: as odds of a win they are too steep (`hexwright fit`),
/// but a search needs values that differ; 3 chose worse moves than 1.5 (docs/explanation/experiments.md).
const SLOPE: f64 = 1.1;
const TEMPO: f64 = 0.2;

/// Positions examined between two reports to the observer.
const REPORT: u64 = 128;

/// The most positions that the graph keeps: a browser has less memory to give.
const MOST_POSITIONS: usize = if cfg!(target_arch = "wasm32") { 100_000 } else { 500_000 };
/// The memory they take.
pub(super) const MOST_BYTES: u64 = MOST_POSITIONS as u64 * POSITION_BYTES;

/// Searches until a limit of the request is reached or the root is decided.
pub(super) fn search<const W: usize>(
    tree: &mut Tree,
    root: &Position<W>,
    sight: PriorDepth,
    request: &Request<'_>,
) -> Progress {
    let mut priors = Priors::<W>::new(root.size(), sight);
    if tree.status(tree.root()) == Status::Pending {
        let last = request.game.turns().iter().rev().find_map(|turn| turn.mv.cell());
        let node = tree.root();
        look(&mut priors, tree, node, root, last);
    }
    let most = request.limits.nodes.unwrap_or(u64::MAX);
    let mut path: Vec<Step> = Vec::new();
    let mut looks = 0;
    // A look cannot be interrupted: the longest so far must still fit into the time.
    let mut longest = Duration::ZERO;
    let fits = |longest| request.limits.time.is_none_or(|time| request.clock.elapsed() + longest < time);
    while tree.status(tree.root()) == Status::Open
        && looks < most
        && tree.len() < MOST_POSITIONS
        && !request.should_stop()
        && fits(longest)
    {
        if let Leaf::New { node, position, .. } = tree.descend(root, &EXPLORATION, &mut path) {
            let placed = path.last().map(|&step| tree.cell(step));
            let before = request.clock.elapsed();
            look(&mut priors, tree, node, &position, placed);
            longest = longest.max(request.clock.elapsed().saturating_sub(before));
            looks += 1;
            if looks % REPORT == 0 {
                request.observer.progress(&progress(tree));
            }
        }
        tree.back_up(&path);
    }
    Progress { nodes: looks, ..progress(tree) }
}

/// Enters what the provers and the circuits see in a position.
fn look<const W: usize>(
    priors: &mut Priors<W>,
    tree: &mut Tree,
    node: u32,
    position: &Position<W>,
    placed: Option<Cell>,
) {
    match priors.examine(position, placed) {
        Finding::Decided(wins) => tree.settle(node, if wins { Status::Won } else { Status::Lost }),
        Finding::Open(moves) => {
            let logit = SLOPE * priors.ahead(position.to_move()) + TEMPO;
            let mut moves: Vec<Prior> =
                moves.into_iter().map(|(cell, prior)| Prior { cell, prior }).collect();
            moves.sort_unstable_by(|a, b| b.prior.total_cmp(&a.prior).then(a.cell.cmp(&b.cell)));
            tree.fill(node, (logit / 2.0).tanh() as f32, moves);
        }
    }
}
