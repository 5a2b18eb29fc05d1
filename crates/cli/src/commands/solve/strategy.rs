//! `--strategy FILE`: the winner's answers to every reply, checked before they are written.

use std::{fs, path::Path};

use anyhow::{Context, Result};
use arena::Stopwatch;
use board::Position;
use proof::strategy::{Size, read_strategy};
use solver::{AnySolver, StrategyError};

use super::progress::Progress;

/// The result of writing.
pub(super) struct Written {
    pub(super) size: Size,
    pub(super) bytes: usize,
    pub(super) seconds: f64,
}

/// Makes the strategy of a position, checks it, and writes it. The solver's table is lost. None if a limit or an
/// interrupt came first; then there is no file, or the old one.
pub(super) fn write(
    path: &Path,
    solver: &mut AnySolver,
    position: &Position,
    progress: &Progress,
) -> Result<Option<Written>> {
    let clock = Stopwatch::start();
    // The limit of nodes is meant for the question of who wins; a strategy asks thousands of small ones.
    let result = solver.write_strategy(position, progress, &|status| progress.strategy(status));
    let text = match result {
        Ok(text) => text,
        Err(StrategyError::Unfinished) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let strategy = read_strategy(&text, |_| {}).context("the strategy does not pass the check: a bug")?;
    // A file that is there is a whole one.
    let name = || format!("--strategy {}", path.display());
    let part = path.with_extension("part");
    fs::write(&part, &text).with_context(name)?;
    fs::rename(&part, path).with_context(name)?;
    Ok(Some(Written { size: strategy.size(), bytes: text.len(), seconds: clock.seconds() }))
}
