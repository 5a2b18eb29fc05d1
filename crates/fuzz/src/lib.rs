//! Fuzz targets for every parser and protocol, and the engine that drives them.
//!
//! A [`Target`] is a function of bytes. It panics if something is wrong, and otherwise says what became of the input: its
//! *outcome*, such as the error without the numbers and quoted words in it. The engine ([`Campaign`]) changes inputs from a
//! corpus and keeps those with an outcome that is new. Outcomes take the place of the coverage counters that libFuzzer
//! needs a nightly compiler for: a reader with good errors has one for each of its branches. One seed gives one sequence of
//! inputs, so that a finding can be repeated.

mod campaign;
mod mutate;
mod targets;

pub use campaign::{Campaign, Finding, corpus, corpus_folder};
pub use targets::{TARGETS, Target};
