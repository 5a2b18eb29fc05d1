//! `--strategies FOLDER`: the winner's strategy after each opening, in a file of its own. Openings that have one are not
//! solved again, so the same command goes on where it stopped.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use anyhow::{Context, Result, bail};
use board::{BoardSize, Cell, Color, Position};
use proof::strategy::read_strategy;
use solver::AnySolver;

use super::{
    progress::Progress,
    strategy::{self, Written},
};

/// A folder of strategies.
pub(super) struct Archive {
    folder: PathBuf,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    written: Vec<(Cell, Written)>,
    /// What went wrong first.
    error: Option<anyhow::Error>,
}

impl Archive {
    pub(super) fn open(folder: &Path) -> Result<Self> {
        fs::create_dir_all(folder).with_context(|| format!("--strategies {}", folder.display()))?;
        Ok(Self { folder: folder.to_path_buf(), state: Mutex::default() })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The file of an opening, such as `8x8-g2.strategy`.
    fn path(&self, size: BoardSize, opening: Cell) -> PathBuf {
        self.folder.join(format!("{size}-{}.strategy", size.name(opening)))
    }

    /// Who wins after an opening, by the strategy in the folder, which is checked.
    pub(super) fn winner(&self, position: &Position) -> Option<Color> {
        let opening = position.occupied().single()?;
        let path = self.path(position.size(), opening);
        let result = path.exists().then(|| read(&path, position))?;
        result.map_err(|error| self.fail(error)).ok()
    }

    /// Writes the strategy of an opening whose search is still in the solver's table.
    pub(super) fn write(
        &self,
        solver: &mut AnySolver,
        position: &Position,
        opening: Cell,
        progress: &Progress,
    ) {
        match strategy::write(&self.path(position.size(), opening), solver, position, progress) {
            Ok(Some(written)) => self.lock().written.push((opening, written)),
            // A limit came first: the next run writes it.
            Ok(None) => {}
            Err(error) => self.fail(error),
        }
    }

    fn fail(&self, error: anyhow::Error) {
        self.lock().error.get_or_insert(error);
    }

    /// Whether something went wrong: there is no use in going on.
    pub(super) fn has_failed(&self) -> bool {
        self.lock().error.is_some()
    }

    /// What was written, or what went wrong.
    pub(super) fn finish(&self) -> Result<Vec<(Cell, Written)>> {
        let mut state = self.lock();
        match state.error.take() {
            Some(error) => Err(error),
            None => Ok(std::mem::take(&mut state.written)),
        }
    }
}

fn read(path: &Path, position: &Position) -> Result<Color> {
    let name = || path.display().to_string();
    let text = fs::read_to_string(path).with_context(name)?;
    let strategy = read_strategy(&text, |_| {}).with_context(name)?;
    if strategy.position() != position {
        bail!("{}: found a strategy of another position: expected that of the opening", name());
    }
    Ok(strategy.winner())
}
