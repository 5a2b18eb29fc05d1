//! Players that learn.
//!
//! **Weights of features** ([`Training`]): a player whose evaluation has a weight vector (a [`Learner`]) plays game after game and
//! changes its weights by temporal differences ([`Temporal`]: TD and TDLeaf, off-line and on-line), evolutionary hill climbing
//! ([`Climb`]) or both, as in the MIHex paper of 2002. [`duel()`] measures what it has learnt.
//!
//! **Choices** ([`fit_choices`]): weights that explain the moves of another player.
//!
//! **Self-play**: games for a network to learn from. A [`Batch`] holds a thousand games of one board size that advance together. Each game is always waiting for exactly
//! one evaluation; the batch writes the positions of all of them into one request, an evaluator answers with a value and
//! a prior for each cell, and the batch takes every game one evaluation further. Finished games leave [samples](sample)
//! and are replaced by new ones.
//!
//! This crate does no input or output and owns no evaluator: the program carries the bytes.

mod apprentice;
mod choice;
mod climb;
mod duel;
mod error;
mod learner;
mod normal;
pub mod selfplay;
mod temporal;
mod training;

pub use apprentice::{Apprentice, Learnt};
pub use choice::{ChoiceFit, ChoiceMade, fit_choices};
pub use climb::{Climb, Climber, Event};
pub use duel::{duel, random_openings};
pub use error::LearningError;
pub use learner::Learner;
pub use normal::{Mean, mean};
pub use selfplay::{
    batch::{Batch, BatchKind, BatchTally, new_batch},
    exchange::{self, ExchangeCommand, ExchangeReport},
    sample,
    settings::SelfPlaySettings,
    worker::{Exchange, Worker},
};
pub use temporal::{At, Episode, Temporal, Update};
pub use training::{CurvePoint, MakeOpponent, Opponent, Training, TrainingSettings};
