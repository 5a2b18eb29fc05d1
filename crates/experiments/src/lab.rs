//! The environment of an experiment: files that players name, and a watcher.

use std::{
    fs,
    ops::ControlFlow,
    time::{Duration, Instant},
};

use board::BoardSize;
use network::NetworkWeights;
use player::{Player, PlayerError};
use solver::{SolverObserver, SolverStatus};

use crate::{ExperimentError, error::Within as _};

/// Hears how far an experiment is, and may end it.
pub trait Watcher: Sync {
    /// The work has this many steps, each of which is a `unit`.
    fn begin(&self, steps: u64, unit: &str) {
        let _ = (steps, unit);
    }

    /// The current step.
    fn stage(&self, what: &str) {
        let _ = what;
    }

    /// The number of completed steps.
    fn advance(&self, steps: u64) {
        let _ = steps;
    }

    /// Whether the experiment is to end with what it has.
    fn is_over(&self) -> bool {
        false
    }
}

/// A watcher that lets every experiment run to its end.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unwatched;

impl Watcher for Unwatched {}

/// Reads a file that a player's settings name.
pub type ReadFiles = dyn Fn(&str) -> Result<Vec<u8>, String> + Sync;

/// The environment of an experiment.
#[derive(Clone, Copy)]
pub struct Lab<'a> {
    /// Hears how far it is.
    pub watcher: &'a dyn Watcher,
    /// Reads the files that players name.
    pub read: &'a ReadFiles,
}

impl Default for Lab<'_> {
    /// Files of this machine, and no one who watches.
    fn default() -> Self {
        Self { watcher: &Unwatched, read: &|name| fs::read(name).map_err(|error| error.to_string()) }
    }
}

impl<'a> Lab<'a> {
    /// A player by its name and settings.
    pub(crate) fn player(&self, spec: &str) -> Result<Box<dyn Player>, PlayerError> {
        players::create_with(spec, &|name| (self.read)(name))
    }

    /// The weights of a file, or the embedded ones for a board of this size.
    pub(crate) fn weights(
        &self,
        name: Option<&str>,
        size: BoardSize,
    ) -> Result<NetworkWeights, ExperimentError> {
        let Some(name) = name else { return Ok(NetworkWeights::embedded(size)) };
        NetworkWeights::read(&(self.read)(name).within(name)?).within(name)
    }

    /// An observer that ends a search after this time, or when the watcher says so.
    pub(crate) fn until(&self, limit: Option<Duration>) -> Until<'a> {
        Until { watcher: self.watcher, end: limit.and_then(|limit| Instant::now().checked_add(limit)) }
    }
}

/// Ends a search in time.
pub(crate) struct Until<'a> {
    watcher: &'a dyn Watcher,
    end: Option<Instant>,
}

impl Until<'_> {
    pub(crate) fn is_over(&self) -> bool {
        self.watcher.is_over() || self.end.is_some_and(|end| Instant::now() >= end)
    }
}

impl SolverObserver for Until<'_> {
    fn status(&self, _: &SolverStatus<'_>) -> ControlFlow<()> {
        if self.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl decomposition::DecompositionObserver for Until<'_> {
    fn status(&self, status: &decomposition::DecompositionStatus) -> ControlFlow<()> {
        // The clock is asked now and then only: a position takes some ten microseconds.
        let asks = status.examined.is_multiple_of(64);
        if asks && self.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
