//! The interface of a player that learns.

use board::Position;
use player::Player;
use players::{FeatureSet, Linear};

/// A player whose evaluation is a differentiable function of a vector of weights.
///
/// Temporal differences and hill climbing work on any of them; `players::Linear` makes one of a set of features, and a player with
/// an evaluation of another form implements these four functions. The best line that TDLeaf needs is the one that
/// [`Player::choose`] reports with its move.
pub trait Learner: Player + Clone {
    /// The weights.
    fn weights(&self) -> &[f64];

    /// Takes other weights, as many as there were.
    fn set_weights(&mut self, weights: &[f64]);

    /// The evaluation J of a position, from -1 (White wins) to 1 (Black wins); exactly those in a game that is over.
    fn value(&self, position: &Position) -> f64;

    /// How J changes with each weight; zero in a game that is over.
    fn gradient(&self, position: &Position) -> Vec<f64>;
}

impl<F: FeatureSet> Learner for Linear<F> {
    fn weights(&self) -> &[f64] {
        self.weights()
    }

    fn set_weights(&mut self, weights: &[f64]) {
        self.set_weights(weights);
    }

    fn value(&self, position: &Position) -> f64 {
        self.value(position)
    }

    fn gradient(&self, position: &Position) -> Vec<f64> {
        self.gradient(position)
    }
}
