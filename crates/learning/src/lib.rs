//! Self-play: games for a network to learn from.
//!
//! A [`Batch`] holds a thousand games of one board size that advance together. Each game is always waiting for exactly
//! one evaluation; the batch writes the positions of all of them into one request, an evaluator answers with a value and
//! a prior for each cell, and the batch takes every game one evaluation further. Finished games leave [samples](sample)
//! and are replaced by new ones.
//!
//! This crate does no input or output and owns no evaluator: the program carries the bytes.

mod error;
pub mod selfplay;

pub use error::LearningError;
pub use selfplay::{
    batch::{Batch, BatchKind, Tally, new_batch},
    exchange::{self, Command, Report},
    sample,
    settings::Settings,
};
