//! The player `playouts`: Monte Carlo tree search with random playouts, after MoHex (B. Arneson, R. Hayward, P. Henderson, "Monte
//! Carlo Tree Search in Hex", 2010).
//!
//! A move is judged by the playouts that began with it and by those in which its side had its cell at the end (`tree`); a
//! playout saves its bridges and is random otherwise (`rollout`). Moves near the last stone, and where the circuits flow, are looked
//! at first. At positions visited often the provers are asked (inferior cells, connections), who decide them or leave few
//! moves; what is certain is carried up as such.

mod rollout;
mod tree;

use std::time::Duration;

use board::{Cell, CellSet, Geometry, Move, Position, with_words};
use evaluate::Circuits;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use solver::{Expansion, Knowledge as _, ProverSettings, Provers};

use crate::{Candidate, Choice, Player, PlayerError, Progress, Request, hexy, sense};
use rollout::Rollout;
use tree::{Manner, Standing, Step, Tree};

/// Settings of [`Playouts`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlayoutsSettings {
    /// Playouts where the request sets neither time nor nodes.
    pub playouts: u64,
    /// Visits of a position after which the provers are asked about it; 0 never asks.
    pub examine: u32,
    /// Weight of what is known of a move beforehand.
    pub exploration: f32,
    /// What the playouts that a move was merely seen in weigh together at the most, in playouts that began with it.
    pub seen: f32,
}

impl Default for PlayoutsSettings {
    fn default() -> Self {
        Self { playouts: 20_000, examine: 500, exploration: 0.5, seen: 830.0 }
    }
}

/// Searches with random playouts.
#[derive(Debug, Clone, Copy, Default)]
pub struct Playouts {
    settings: PlayoutsSettings,
}

/// Playouts between two looks at the clock: a fraction of a millisecond.
const LOOK: u64 = 16;
/// Playouts between two reports to the observer.
const REPORT: u64 = 1 << 14;

impl Playouts {
    /// With these settings.
    #[must_use]
    pub const fn new(settings: PlayoutsSettings) -> Self {
        Self { settings }
    }

    fn think<const W: usize>(&self, request: &Request<'_>) -> Choice {
        let position = request.game.position().resize::<W>();
        let last = request.game.turns().iter().rev().find_map(|turn| turn.mv.cell());
        let mut settings = self.settings;
        if !hexy::has_time_for_proofs(request) {
            settings.examine = 0;
        }
        let mut views = Views::new(position.size());
        let mut longest = Duration::ZERO;
        let proved = (settings.examine > 0).then(|| {
            let before = request.clock.elapsed();
            let proved = views.at_second_sight(&position, last);
            longest = request.clock.elapsed().saturating_sub(before);
            proved
        });
        let (moves, examined) = match proved {
            Some(Ok(moves)) => (moves, true),
            Some(Err(_)) if let Some(choice) = hexy::decided_move(&position, request) => return choice,
            _ => (views.at_first_sight(&position, position.empty_cells(), last), false),
        };
        let search = Search {
            root: position,
            last,
            request,
            settings,
            manner: Manner { exploration: settings.exploration, seen_most: settings.seen },
            tree: Tree::new(moves, examined),
            rollout: Rollout::new(Geometry::of(position.size())),
            views,
            longest,
        };
        let thoughts = search.run();
        let cell = thoughts.line.first().copied().expect("a game in progress has a move");
        let chance = 100.0 * thoughts.value.unwrap_or(0.5);
        Choice {
            mv: Move::Place(cell),
            reason: format!("{chance:.0} % of {} playouts won", thoughts.nodes),
            thoughts,
        }
    }
}

impl Player for Playouts {
    fn name(&self) -> String {
        "playouts".to_string()
    }

    fn choose(&mut self, request: &Request<'_>) -> Result<Choice, PlayerError> {
        if let Some(choice) = sense::before_thinking(request)? {
            return Ok(choice);
        }
        Ok(with_words!(request.game.size(), W => self.think::<W>(request)))
    }
}

struct Search<'a, const W: usize> {
    root: Position<W>,
    last: Option<Cell>,
    request: &'a Request<'a>,
    settings: PlayoutsSettings,
    manner: Manner,
    tree: Tree,
    rollout: Rollout<W>,
    views: Views<W>,
    /// The longest time that the provers have taken: how far ahead of the end they must not be asked.
    longest: Duration,
}

impl<const W: usize> Search<'_, W> {
    fn run(mut self) -> Progress {
        let limits = self.request.limits;
        let most =
            limits.nodes.unwrap_or(if limits.time.is_some() { u64::MAX } else { self.settings.playouts });
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.request.seed);
        let mut path: Vec<Step> = Vec::new();
        let mut playouts = 0;
        let root = self.root;
        while self.tree.certain.is_none() && playouts < most {
            if playouts % LOOK == 0 && playouts > 0 && self.request.should_stop() {
                break;
            }
            let views = &mut self.views;
            let leaf = self.tree.descend(&root, &self.manner, &mut path, |position, cells, placed| {
                views.at_first_sight(position, cells, Some(placed))
            });
            playouts += 1;
            if let Some(leaf) = leaf {
                let placed = path.last().map(|&step| self.tree.cell(step));
                let ending = self.rollout.play(&leaf, placed, &mut random);
                self.tree.back_up(&root, &path, &ending);
            }
            if self.settings.examine > 0 {
                self.examine(&path);
            }
            if playouts % REPORT == 0 {
                self.request.observer.progress(&self.progress(playouts));
            }
        }
        self.progress(playouts)
    }

    /// Whether the time suffices for another look of the provers.
    fn may_examine(&self) -> bool {
        let Request { limits, clock, .. } = self.request;
        limits.time.is_none_or(|time| clock.elapsed() + self.longest < time)
    }

    /// Asks the provers about a position on the path that is visited often.
    fn examine(&mut self, path: &[Step]) {
        let Some(place) = self.tree.unexamined(path, self.settings.examine) else { return };
        if !self.may_examine() {
            return;
        }
        self.tree.mark_examined(path[place].0);
        let before = self.request.clock.elapsed();
        let mut position = self.root;
        let mut placed = self.last;
        for &step in &path[..place] {
            let cell = self.tree.cell(step);
            position.play_unchecked(cell);
            placed = Some(cell);
        }
        match self.views.at_second_sight(&position, placed) {
            Err(mover_wins) => self.tree.settle(&path[..place], mover_wins),
            Ok(moves) => self.tree.narrow(&path[..place], path[place].0, &moves),
        }
        self.longest = self.longest.max(self.request.clock.elapsed().saturating_sub(before));
    }

    fn progress(&self, playouts: u64) -> Progress {
        let ranked = self.tree.ranked();
        let share = |child: &tree::Child| match child.standing {
            Standing::Wins => 1.0,
            Standing::Loses => 0.0,
            Standing::Open => f64::from(child.wins) / f64::from(child.visits.max(1)),
        };
        let line = self.tree.line();
        // The tree keeps one line, that of the best move.
        let line_of = |cell| if line.first() == Some(&cell) { line.clone() } else { vec![cell] };
        Progress {
            nodes: playouts,
            value: ranked.first().map(share),
            candidates: ranked
                .iter()
                .filter(|child| child.visits > 0)
                .map(|child| Candidate {
                    cell: child.cell,
                    value: share(child),
                    weight: f64::from(child.visits),
                    line: line_of(child.cell),
                })
                .collect(),
            line,
        }
    }
}

/// How likely each move is to be the right one, before it is tried.
struct Views<const W: usize> {
    circuits: Circuits<W>,
    provers: Provers<W>,
    expansion: Expansion<W>,
}

/// Weights of what speaks for a move, in logits. They were fitted to the moves of the player `neural` in 1,700 positions of games
/// from even openings on 11x11.
struct Weights {
    /// The logarithm of the share of the circuits' power or current, compared with the move that has most.
    flow: f64,
    /// Beside the opponent's last stone, or a bridge away from it.
    beside_last: f64,
    bridge_to_last: f64,
    /// For each of the opponent's stones beside it.
    beside_opponent: f64,
}

/// With the circuits of the plain board.
const FIRST_SIGHT: Weights =
    Weights { flow: 1.7, beside_last: 1.2, bridge_to_last: 0.7, beside_opponent: 0.4 };
/// With circuits in which every connection conducts.
const SECOND_SIGHT: Weights =
    Weights { flow: 3.0, beside_last: 0.9, bridge_to_last: 0.5, beside_opponent: 0.4 };

impl<const W: usize> Views<W> {
    fn new(size: board::BoardSize) -> Self {
        Self {
            circuits: Circuits::new(size),
            provers: Provers::new(size, ProverSettings::default()),
            expansion: Expansion::default(),
        }
    }

    /// By the circuits of the plain board.
    fn at_first_sight(
        &mut self,
        position: &Position<W>,
        cells: CellSet<W>,
        placed: Option<Cell>,
    ) -> Vec<(Cell, f32)> {
        let resistances = self.circuits.evaluate(position);
        let flow = |cell: Cell| self.circuits.importance(&resistances, cell) + 1e-4;
        weigh(position, cells, placed, &FIRST_SIGHT, flow)
    }

    /// By the provers: which moves are left, or whether the side to move wins.
    fn at_second_sight(
        &mut self,
        position: &Position<W>,
        placed: Option<Cell>,
    ) -> Result<Vec<(Cell, f32)>, bool> {
        self.provers.examine(position, &mut self.expansion);
        if let Some(proof) = self.expansion.decided {
            return Err(proof.winner == position.to_move());
        }
        let cells: CellSet<W> = self.expansion.moves.iter().copied().collect();
        if cells.is_empty() {
            return Err(false);
        }
        let flow = |cell: Cell| self.provers.score(cell) + 1e-3;
        Ok(weigh(position, cells, placed, &SECOND_SIGHT, flow))
    }
}

/// The chances of the moves, which sum to one.
fn weigh<const W: usize>(
    position: &Position<W>,
    cells: CellSet<W>,
    placed: Option<Cell>,
    weights: &Weights,
    flow: impl Fn(Cell) -> f64,
) -> Vec<(Cell, f32)> {
    let geometry = position.geometry();
    let opponent = position.stones(position.to_move().opponent());
    let [beside, bridged] =
        placed.map_or([CellSet::EMPTY; 2], |placed| sense::surroundings(position, placed));
    let mut moves: Vec<(Cell, f32)> = cells
        .iter()
        .map(|cell| {
            let stones = (geometry.neighbour_set(cell) & opponent).len() as f64;
            let logit = weights.flow * flow(cell).ln()
                + weights.beside_last * f64::from(u8::from(beside.contains(cell)))
                + weights.bridge_to_last * f64::from(u8::from(bridged.contains(cell)))
                + weights.beside_opponent * stones;
            (cell, logit as f32)
        })
        .collect();
    let most = moves.iter().map(|&(_, logit)| logit).fold(f32::NEG_INFINITY, f32::max);
    for (_, prior) in &mut moves {
        *prior = (*prior - most).exp();
    }
    let sum: f32 = moves.iter().map(|&(_, prior)| prior).sum();
    for (_, prior) in &mut moves {
        *prior /= sum;
    }
    moves
}
