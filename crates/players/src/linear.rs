//! Players whose value of a position is the hyperbolic tangent of weighted features: `mops`, and players that you write.
//!
//! A [`FeatureSet`] defines the features; [`Linear`] makes a player of it, which searches as Mops does in the MIHex paper
//! (2002, section 5.2): alpha-beta to a fixed depth over the moves around the last two stones. The weights can be read and
//! changed, and the value and its gradient are open: that is all that learning needs.

use std::marker::PhantomData;

use board::{BoardSize, Cell, CellSet, Color, Position, random_below, with_words};
use evaluate::tanh;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

use crate::{
    search::{Budgets, Look, MOST, Mind, PLY, Search, Try},
    sense,
};
use player::{Choice, Player, PlayerError, Progress, Request};

/// The features of a kind of player.
pub trait FeatureSet: Send + Sync + 'static {
    /// The player's name, also in its weights files.
    const PLAYER: &'static str;
    /// The names of the features, in their order.
    const NAMES: &'static [&'static str];
    /// Measures them.
    type FeatureReader<const W: usize>: FeatureReader<W>;
}

/// Measures features on boards of one size. Owns the memory it needs.
pub trait FeatureReader<const W: usize> {
    /// For boards of this size.
    fn new(size: BoardSize) -> Self;

    /// Measures the features of a position, each from -1 to 1 and positive where it speaks for Black, and says who has won. In a
    /// game that is over the features do not matter.
    fn look(&mut self, position: &Position<W>, features: &mut [f64]) -> Option<Color>;
}

/// Settings of a [`Linear`] player.
#[derive(Debug, Clone, PartialEq)]
pub struct LinearSettings {
    /// A weight for each feature.
    pub weights: Vec<f64>,
    /// Moves to look ahead.
    pub depth: u32,
    /// Moves tried in a position.
    pub degree: usize,
}

impl LinearSettings {
    /// The paper's depth and degree, with these weights.
    #[must_use]
    pub const fn with_weights(weights: Vec<f64>) -> Self {
        Self { weights, depth: 2, degree: 24 }
    }
}

/// Plays around the last two stones, by weighted features.
#[derive(Debug)]
pub struct Linear<F> {
    settings: LinearSettings,
    features: PhantomData<F>,
}

impl<F> Clone for Linear<F> {
    fn clone(&self) -> Self {
        Self { settings: self.settings.clone(), features: PhantomData }
    }
}

impl<F: FeatureSet> Linear<F> {
    /// With these settings.
    ///
    /// # Panics
    /// If there is not one weight for each feature.
    #[must_use]
    pub fn new(settings: LinearSettings) -> Self {
        assert_eq!(settings.weights.len(), F::NAMES.len(), "one weight for each feature");
        Self { settings, features: PhantomData }
    }

    /// The settings.
    #[must_use]
    pub const fn settings(&self) -> &LinearSettings {
        &self.settings
    }

    /// The weights of the features.
    #[must_use]
    pub fn weights(&self) -> &[f64] {
        &self.settings.weights
    }

    /// Takes other weights.
    ///
    /// # Panics
    /// If there is not one for each feature.
    pub fn set_weights(&mut self, weights: &[f64]) {
        self.settings.weights.copy_from_slice(weights);
    }

    /// The value of a position from -1 (White wins) to 1 (Black wins): the hyperbolic tangent of the weighted sum, or the
    /// result of a game that is over.
    #[must_use]
    pub fn value(&self, position: &Position) -> f64 {
        let (features, winner) = measure::<F>(position);
        winner.map_or_else(|| tanh(weighted(&self.settings.weights, &features)), for_black)
    }

    /// How the value changes with each weight: nothing in a game that is over.
    #[must_use]
    pub fn gradient(&self, position: &Position) -> Vec<f64> {
        let (mut features, winner) = measure::<F>(position);
        let value = tanh(weighted(&self.settings.weights, &features));
        let slope = if winner.is_some() { 0.0 } else { 1.0 - value * value };
        features.iter_mut().for_each(|feature| *feature *= slope);
        features
    }

    fn search<const W: usize>(&self, request: &Request<'_>) -> Choice {
        let position = request.game.position().resize::<W>();
        // As with other players, both depths are limits: the smaller counts.
        let own = self.settings.depth;
        let depth = request.limits.depth.map_or(own, |limit| limit.min(own)).max(1);
        let mut mind = LinearMind::<W, F>::new(&self.settings, position.size(), request.seed);
        // Two plies are two plies: there is nothing to gain from deepening step by step without a table.
        let budgets =
            if request.limits.time.is_some() { Budgets::plies(depth) } else { Budgets::only(depth) };
        let found = Search::new(&mut mind, request, 0).run(&position, budgets);
        let cell = found.line.first().copied().unwrap_or_else(|| {
            let mut tries = Vec::new();
            let moves: Vec<Cell> = request.game.turns().iter().filter_map(|turn| turn.mv.cell()).collect();
            mind.tries(&position, &moves, &mut tries);
            tries[0].cell
        });
        let value = tanh(f64::from(found.value) / mind.scale).clamp(-1.0, 1.0);
        Choice {
            mv: board::Move::Place(cell),
            reason: format!("value {value:+.3} after {depth} moves around the last two stones"),
            thoughts: Progress {
                nodes: found.nodes,
                line: found.line,
                value: Some(f64::midpoint(value, 1.0)),
                candidates: Vec::new(),
            },
        }
    }
}

impl<F: FeatureSet> Player for Linear<F> {
    fn name(&self) -> String {
        let LinearSettings { depth, degree, .. } = self.settings;
        format!("{}:depth={depth},degree={degree}", F::PLAYER)
    }

    fn choose(&mut self, request: &Request<'_>) -> Result<Choice, PlayerError> {
        if let Some(choice) = sense::before_thinking(request)? {
            return Ok(choice);
        }
        Ok(with_words!(request.game.size(), W => self.search::<W>(request)))
    }
}

/// 1 where Black has won, -1 where White has.
fn for_black(winner: Color) -> f64 {
    if winner == Color::Black { 1.0 } else { -1.0 }
}

fn weighted(weights: &[f64], features: &[f64]) -> f64 {
    weights.iter().zip(features).map(|(weight, feature)| weight * feature).sum()
}

/// The features and the winner of one position.
fn measure<F: FeatureSet>(position: &Position) -> (Vec<f64>, Option<Color>) {
    let mut features = vec![0.0; F::NAMES.len()];
    let winner = with_words!(position.size(), W => {
        F::FeatureReader::<W>::new(position.size()).look(&position.resize::<W>(), &mut features)
    });
    (features, winner)
}

struct LinearMind<'a, const W: usize, F: FeatureSet> {
    reader: F::FeatureReader<W>,
    settings: &'a LinearSettings,
    seed: u64,
    features: Vec<f64>,
    /// The value of a weighted sum of 1 in the search's whole numbers: as fine as they allow, since weights may be small.
    scale: f64,
    /// Whether no position was evaluated yet.
    is_root: bool,
    /// How often each cell was a move too good for the window.
    refutations: Vec<u32>,
}

impl<'a, const W: usize, F: FeatureSet> LinearMind<'a, W, F> {
    fn new(settings: &'a LinearSettings, size: BoardSize, seed: u64) -> Self {
        // Features are at most 1, so the sum is at most that of the weights.
        let most: f64 = settings.weights.iter().map(|weight| weight.abs()).sum();
        Self {
            reader: F::FeatureReader::new(size),
            settings,
            seed,
            features: vec![0.0; F::NAMES.len()],
            scale: f64::from(MOST) / if most > 0.0 { most } else { 1.0 },
            is_root: true,
            refutations: vec![0; size.cells()],
        }
    }

    /// The cells next to the last two stones, then those a bridge away, then any others until there are enough.
    fn tries(&self, position: &Position<W>, moves: &[Cell], tries: &mut Vec<Try>) {
        let degree = self.settings.degree;
        let rings = moves.iter().rev().take(2).map(|&cell| sense::surroundings(position, cell));
        let (mut near, mut far) = (CellSet::EMPTY, CellSet::EMPTY);
        for [adjacent, bridges] in rings {
            near |= adjacent;
            far |= bridges;
        }
        let chosen = near.iter().chain(far.minus(near)).take(degree);
        tries.extend(chosen.map(|cell| Try { cell, cost: PLY }));
        if tries.len() < degree {
            let mut rest: Vec<Cell> = position.empty_cells().minus(near | far).iter().collect();
            let mut random = Xoshiro256PlusPlus::seed_from_u64(self.seed ^ position.hash() as u64);
            while tries.len() < degree && !rest.is_empty() {
                let cell = rest.swap_remove(random_below(&mut random, rest.len()));
                tries.push(Try { cell, cost: PLY });
            }
        }
    }
}

impl<const W: usize, F: FeatureSet> Mind<W> for LinearMind<'_, W, F> {
    fn look(&mut self, position: &Position<W>, moves: &[Cell], tries: Option<&mut Vec<Try>>) -> Look {
        if let Some(tries) = tries {
            if let Some(winner) = position.winner() {
                return Look::Won(winner);
            }
            self.tries(position, moves, tries);
            if self.is_root {
                // One look at each child is paid back by what a good first move cuts off.
                self.is_root = false;
                tries.sort_by_cached_key(|tried| match self.look(&position.child(tried.cell), &[], None) {
                    Look::Open(value) => value,
                    Look::Won(_) => -MOST,
                });
            } else {
                // A good answer in a sibling position comes first.
                tries.sort_by_key(|tried| std::cmp::Reverse(self.refutations[tried.cell.index()]));
            }
            // Inside the tree the value is not needed.
            return Look::Open(0);
        }
        if let Some(winner) = self.reader.look(position, &mut self.features) {
            return Look::Won(winner);
        }
        // The tangent changes no order, so the search does without it.
        let value = weighted(&self.settings.weights, &self.features) * self.scale;
        Look::Open(if position.to_move() == Color::Black { value as i32 } else { -value as i32 })
    }

    fn refuted(&mut self, cell: Cell) {
        self.refutations[cell.index()] += 1;
    }
}
