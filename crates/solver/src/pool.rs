//! Provers that go from one question to the next, so that their tables and buffers are made once.

use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use board::{BoardSize, Position};
use network::{Evaluator, Instructions, Network, Weights};

use crate::{Expansion, Knowledge, ProverSettings, Provers};

/// The network in the program for boards of a size, to order moves with. Its weights are unpacked once.
#[must_use]
pub fn embedded_order(size: BoardSize) -> Evaluator {
    static NETWORK: LazyLock<Arc<Network>> =
        LazyLock::new(|| Arc::new(Network::new(&Weights::embedded(), Instructions::best())));
    Evaluator::new(Arc::clone(&NETWORK), size)
}

/// Lends provers of one kind to as many threads as ask.
#[derive(Debug)]
pub struct Pool<const W: usize> {
    size: BoardSize,
    settings: ProverSettings,
    network: Option<Evaluator>,
    free: Mutex<Vec<Provers<W>>>,
}

impl<const W: usize> Pool<W> {
    /// No provers yet. The network, where there is one, orders the moves as in [`Provers::ordered_by`].
    #[must_use]
    pub const fn new(size: BoardSize, settings: ProverSettings, network: Option<Evaluator>) -> Self {
        Self { size, settings, network, free: Mutex::new(Vec::new()) }
    }

    /// Provers that come back when they are dropped.
    pub fn lend(&self) -> Lent<'_, W> {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let provers =
            free.unwrap_or_else(|| Provers::new(self.size, self.settings).ordered_by(self.network.clone()));
        Lent { provers: Some(provers), pool: self }
    }
}

/// Provers on loan.
#[derive(Debug)]
pub struct Lent<'a, const W: usize> {
    provers: Option<Provers<W>>,
    pool: &'a Pool<W>,
}

impl<const W: usize> Knowledge<W> for Lent<'_, W> {
    fn examine(&mut self, position: &Position<W>, expansion: &mut Expansion<W>) {
        if let Some(provers) = &mut self.provers {
            provers.examine(position, expansion);
        }
    }
}

impl<const W: usize> Drop for Lent<'_, W> {
    fn drop(&mut self) {
        let free = &mut self.pool.free.lock().unwrap_or_else(PoisonError::into_inner);
        free.extend(self.provers.take());
    }
}
