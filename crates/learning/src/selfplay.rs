//! Games of a network against itself; the modules in the order of dependence.

pub mod settings;

pub mod exchange;
pub(crate) mod view;

pub mod sample;
pub(crate) mod search;

pub(crate) mod game;

pub mod batch;

pub mod worker;
