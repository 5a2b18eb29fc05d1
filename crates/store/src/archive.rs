//! A store as the archive of a solver: read by all threads, written by one.

use std::{
    path::Path,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use board::{MAX_WORDS, Position};
use solver::{Archive, DecidedPosition};

use crate::{Solved, Store, StoreError, Writer};

/// Solved positions in a file, for every program that proves something.
pub struct StoreArchive {
    store: Arc<Store>,
    /// None when everything is written.
    writer: Mutex<Option<Writer>>,
    /// Look-ups that met a damaged record.
    damaged: AtomicU64,
}

impl StoreArchive {
    /// Opens a store, or makes one.
    ///
    /// # Errors
    /// [`StoreError`] where the file cannot be used.
    pub fn open(path: &Path) -> Result<Arc<Self>, StoreError> {
        let store = Arc::new(Store::open(path)?);
        let writer = Mutex::new(Some(Writer::start(Arc::clone(&store))));
        Ok(Arc::new(Self { store, writer, damaged: AtomicU64::new(0) }))
    }

    /// Writes what is left, and returns how many damaged records were met. What is proved later is not kept.
    ///
    /// # Errors
    /// [`StoreError`] where something could not be written.
    pub fn finish(&self) -> Result<u64, StoreError> {
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(writer) = writer {
            writer.finish()?;
        }
        Ok(self.damaged.load(Ordering::Relaxed))
    }
}

impl Archive for StoreArchive {
    fn recall(&self, position: &Position) -> Option<DecidedPosition<MAX_WORDS>> {
        // A record that cannot be read is as good as none: the position is solved again, which also mends the record.
        let found = self.store.get(position);
        if found.is_err() {
            self.damaged.fetch_add(1, Ordering::Relaxed);
        }
        let Solved { winner, winning_move, carrier, .. } = found.ok().flatten()?;
        Some(DecidedPosition { winner, winning_move, carrier })
    }

    fn remember(&self, position: &Position, proof: &DecidedPosition<MAX_WORDS>, work: u64) {
        let &DecidedPosition { winner, winning_move, carrier } = proof;
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(writer) = writer.as_ref() {
            // The search goes on without the store; `finish` reports why it stopped.
            let _ = writer.put(*position, Solved { winner, winning_move, carrier, work });
        }
    }
}
