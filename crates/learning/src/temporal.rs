//! TD(lambda) and TDLeaf(lambda): each evaluation learns from the next one, the last from the result.
//!
//! From the MIHex paper (2002), section 2.3.1 and Table 2, after Baxter, Tridgell and Weaver. With positions `s_1 … s_{T-1}` at which the
//! learner is to move, `J` the evaluation and `lpv(s)` the leaf of the principal variation of `s`:
//!
//! ```text
//! d_t     = gamma J(lpv(s_{t+1}), W) - J(lpv(s_t), W)      for t < T-1
//! d_{T-1} = reward - J(lpv(s_{T-1}), W)
//! W      <- W + alpha sum_t grad J(lpv(s_t), W) sum_{j>=t} (gamma lambda)^{j-t} d_j
//! ```
//!
//! TD(lambda) is the same with `s` in place of `lpv(s)`. Off-line, W changes when the game is over; on-line, after every move: with the
//! eligibility trace `e_t = gamma lambda e_{t-1} + grad J(lpv(s_t), W_t)`, `W_{t+1} = W_t + alpha d_t e_t`, both values of `d_t` by the same
//! `W_t`. J is seen from Black, so the reward is 1 when Black wins and -1 when White does, whichever colour learns.

use board::{Cell, Position};

use crate::Learner;

/// Which evaluations learn from each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum At {
    /// Those of the positions themselves: TD.
    Root,
    /// Those at the end of the best line: TDLeaf.
    Leaf,
}

/// When the weights change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Update {
    /// When the game is over.
    Offline,
    /// After every move.
    Online,
}

/// Settings of temporal difference learning.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Temporal {
    /// TD or TDLeaf.
    pub at: At,
    /// Off-line or on-line.
    pub update: Update,
    /// Step size, alpha: above 0, at most 1.
    pub step: f64,
    /// Discount factor, gamma: 0 to 1.
    pub discount: f64,
    /// Trace decay, lambda: 0 to 1.
    pub decay: f64,
}

impl Default for Temporal {
    /// The paper's settings.
    fn default() -> Self {
        Self { at: At::Leaf, update: Update::Offline, step: 0.0001, discount: 0.5, decay: 0.5 }
    }
}

impl Temporal {
    /// The change of the weights after a game, off-line: Table 2, with the inner sums computed from the end.
    #[must_use]
    pub fn offline_change(&self, values: &[f64], gradients: &[Vec<f64>], reward: f64) -> Vec<f64> {
        let mut change = vec![0.0; gradients.first().map_or(0, Vec::len)];
        let mut sum = 0.0;
        for time in (0..values.len()).rev() {
            let difference = match values.get(time + 1) {
                Some(next) => self.discount * next - values[time],
                None => reward - values[time],
            };
            sum = difference + self.discount * self.decay * sum;
            for (change, slope) in change.iter_mut().zip(&gradients[time]) {
                *change += self.step * slope * sum;
            }
        }
        change
    }
}

/// A game that is being learnt from.
#[derive(Debug, Clone)]
pub struct Episode {
    settings: Temporal,
    /// Off-line: what was seen.
    values: Vec<f64>,
    gradients: Vec<Vec<f64>>,
    /// On-line: the last position that was evaluated, and the eligibility of each weight.
    last: Option<Position>,
    trace: Vec<f64>,
}

impl Episode {
    /// A new game, for a learner with this many weights.
    #[must_use]
    pub fn new(settings: Temporal, weights: usize) -> Self {
        Self { settings, values: Vec::new(), gradients: Vec::new(), last: None, trace: vec![0.0; weights] }
    }

    /// The learner is to move in a position and has found this best line.
    pub fn seen<L: Learner>(&mut self, learner: &mut L, position: &Position, line: &[Cell]) {
        let position = match self.settings.at {
            At::Root => *position,
            At::Leaf => line.iter().fold(*position, |position, &cell| position.child(cell)),
        };
        match self.settings.update {
            Update::Offline => {
                self.values.push(learner.value(&position));
                self.gradients.push(learner.gradient(&position));
            }
            Update::Online => {
                if let Some(last) = self.last.replace(position) {
                    let target = self.settings.discount * learner.value(&position);
                    self.step(learner, &last, target);
                }
            }
        }
    }

    /// The game is over: 1 when Black has won, -1 when White has.
    pub fn over<L: Learner>(mut self, learner: &mut L, reward: f64) {
        match (self.settings.update, self.last.take()) {
            (Update::Online, Some(last)) => self.step(learner, &last, reward),
            (Update::Online, None) => {}
            (Update::Offline, _) => {
                add(learner, &self.settings.offline_change(&self.values, &self.gradients, reward));
            }
        }
    }

    /// On-line: the evaluation of `last` moves towards the target, and with it those before.
    fn step<L: Learner>(&mut self, learner: &mut L, last: &Position, target: f64) {
        let Temporal { step, discount, decay, .. } = self.settings;
        let difference = target - learner.value(last);
        for (trace, slope) in self.trace.iter_mut().zip(learner.gradient(last)) {
            *trace = discount * decay * *trace + slope;
        }
        let change: Vec<f64> = self.trace.iter().map(|trace| step * difference * trace).collect();
        add(learner, &change);
    }
}

fn add<L: Learner>(learner: &mut L, change: &[f64]) {
    let weights: Vec<f64> = learner.weights().iter().zip(change).map(|(weight, by)| weight + by).collect();
    learner.set_weights(&weights);
}
