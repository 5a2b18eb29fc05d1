//! The store as the solver's memory.

use std::{path::Path, sync::Arc};

use anyhow::{Context, Result};
use board::Position;
use solver::{Memory, Proof};
use store::{Solved, Store, Writer};

/// Solved positions in a file, read by all threads and written by one.
pub(super) struct StoreMemory {
    store: Arc<Store>,
    writer: Writer,
}

impl StoreMemory {
    pub(super) fn open(path: &Path) -> Result<Self> {
        let store = Arc::new(Store::open(path).with_context(|| format!("--store {}", path.display()))?);
        let writer = Writer::start(Arc::clone(&store));
        Ok(Self { store, writer })
    }

    /// Writes what is left.
    pub(super) fn finish(self) -> Result<()> {
        self.writer.finish().context("--store")?;
        Ok(())
    }
}

impl<const W: usize> Memory<W> for StoreMemory {
    fn recall(&self, position: &Position<W>) -> Option<Proof<W>> {
        // A record that cannot be read is as good as none: the position is solved again.
        let solved = self.store.get(&position.resize()).ok().flatten()?;
        let Solved { winner, winning_move, carrier, .. } = solved;
        Some(Proof { winner, winning_move, carrier: carrier.resize() })
    }

    fn remember(&self, position: &Position<W>, proof: &Proof<W>, work: u64) {
        let solved = Solved {
            winner: proof.winner,
            winning_move: proof.winning_move,
            carrier: proof.carrier.resize(),
            work,
        };
        // The search goes on without the store; `finish` reports why it stopped.
        let _ = self.writer.put(position.resize(), solved);
    }
}
