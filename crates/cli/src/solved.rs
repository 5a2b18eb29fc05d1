//! `--store FILE`: solved positions in a file, for every command that proves something.

use std::{path::PathBuf, sync::Arc};

use anyhow::{Context, Result};
use solver::Archive;
use store::StoreArchive;

/// The option, the same for every command.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct StoreArgs {
    /// Load solved positions from this file, and save new ones to it
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
}

impl StoreArgs {
    /// Whether a store was named.
    pub(crate) const fn is_given(&self) -> bool {
        self.store.is_some()
    }

    /// Opens the store that was named.
    pub(crate) fn open(&self) -> Result<Option<Arc<StoreArchive>>> {
        let open =
            |path: &PathBuf| StoreArchive::open(path).with_context(|| format!("--store {}", path.display()));
        self.store.as_ref().map(open).transpose()
    }
}

/// The archive that a store is, for those who ask for one.
pub(crate) fn archive(file: Option<&Arc<StoreArchive>>) -> Option<Arc<dyn Archive>> {
    file.map(|file| Arc::clone(file) as Arc<dyn Archive>)
}

/// Writes what is left of a store, if there is one, and says whether damaged records were met.
pub(crate) fn finish(file: Option<&Arc<StoreArchive>>) -> Result<()> {
    let damaged = file.map_or(Ok(0), |file| file.finish()).context("--store")?;
    if damaged > 0 {
        eprintln!("--store: {damaged} damaged records were not used; see 'hexwright store check'");
    }
    Ok(())
}
