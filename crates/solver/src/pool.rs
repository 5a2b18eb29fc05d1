//! A pool of provers, so that tables and buffers are created once for many questions.

use std::sync::{Mutex, PoisonError};

use board::{BoardSize, Position};
use network::{Evaluator, Network};

use crate::{Expansion, Knowledge, ProverSettings, Provers};

/// The network in the program for boards of a size, to order moves with.
#[must_use]
pub fn move_ordering_network(size: BoardSize) -> Evaluator {
    Evaluator::new(Network::embedded(size), size)
}

/// Lends provers of one kind to as many threads as ask.
#[derive(Debug)]
pub struct ProverPool<const W: usize> {
    size: BoardSize,
    settings: ProverSettings,
    network: Option<Evaluator>,
    free: Mutex<Vec<Provers<W>>>,
}

impl<const W: usize> ProverPool<W> {
    /// No provers yet. The network, if there is one, orders the moves as in [`Provers::ordered_by`].
    #[must_use]
    pub const fn new(size: BoardSize, settings: ProverSettings, network: Option<Evaluator>) -> Self {
        Self { size, settings, network, free: Mutex::new(Vec::new()) }
    }

    /// Provers that come back when they are dropped.
    pub fn lend(&self) -> PooledProvers<'_, W> {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let provers =
            free.unwrap_or_else(|| Provers::new(self.size, self.settings).ordered_by(self.network.clone()));
        PooledProvers { provers: Some(provers), pool: self }
    }
}

/// Provers on loan.
#[derive(Debug)]
pub struct PooledProvers<'a, const W: usize> {
    provers: Option<Provers<W>>,
    pool: &'a ProverPool<W>,
}

impl<const W: usize> Knowledge<W> for PooledProvers<'_, W> {
    fn examine(&mut self, position: &Position<W>, expansion: &mut Expansion<W>) {
        if let Some(provers) = &mut self.provers {
            provers.examine(position, expansion);
        }
    }
}

impl<const W: usize> Drop for PooledProvers<'_, W> {
    fn drop(&mut self) {
        let free = &mut self.pool.free.lock().unwrap_or_else(PoisonError::into_inner);
        free.extend(self.provers.take());
    }
}
