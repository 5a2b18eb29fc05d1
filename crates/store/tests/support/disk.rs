//! A disk in memory that fails when it is told to: the layer under the database.
//!
//! It keeps what a power failure leaves (`durable`), what reads see (`seen`), and the changes between the two. A sync makes
//! the changes durable. At a power failure any subset of the writes since the last sync may have reached the disk, in any
//! order, the last of them torn; changes of the file's length are kept up to some point, as a journal keeps them.

use std::{
    io::{self, ErrorKind},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use redb::StorageBackend;

/// The fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// One write fails and leaves nothing; later ones work again.
    FailingWrite,
    /// One write fails half done, and the disk is gone.
    TornWrite,
    /// One sync fails and the system forgets which changes were not on the disk yet; later ones work again.
    FailingSync,
    /// No space from now on: the file cannot grow, and writes fail too.
    NoSpace,
    /// The power fails.
    PowerLoss,
}

impl Fault {
    pub(crate) const ALL: [Self; 5] =
        [Self::FailingWrite, Self::TornWrite, Self::FailingSync, Self::NoSpace, Self::PowerLoss];
}

/// A disk; clones are the same disk.
#[derive(Debug, Clone)]
pub(crate) struct Disk(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    durable: Vec<u8>,
    seen: Vec<u8>,
    changes: Vec<Change>,
    /// Writes, changes of length and syncs so far.
    operations: usize,
    /// The fault and its operation.
    fault: Option<(usize, Fault)>,
    gone: bool,
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("State").field("operations", &self.operations).finish_non_exhaustive()
    }
}

#[derive(Clone)]
enum Change {
    Write(usize, Vec<u8>),
    Length(usize),
}

impl Change {
    /// Data beyond the end of the image is lost with the change of length that should have made room for it.
    fn apply(&self, image: &mut Vec<u8>) {
        match self {
            Self::Write(at, data) => {
                let end = (at + data.len()).min(image.len());
                if *at < end {
                    image[*at..end].copy_from_slice(&data[..end - at]);
                }
            }
            Self::Length(len) => image.resize(*len, 0),
        }
    }
}

/// Numbers below a bound, the same every time.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound.max(1)
    }
}

impl Disk {
    pub(crate) fn new(image: Vec<u8>) -> Self {
        Self(Arc::new(Mutex::new(State { durable: image.clone(), seen: image, ..State::default() })))
    }

    /// Something goes wrong at the operation of this number, counted from here.
    pub(crate) fn fail_at(&self, operation: usize, fault: Fault) {
        let mut state = self.lock();
        state.operations = 0;
        state.fault = Some((operation, fault));
    }

    /// Operations since `fail_at`, or since the start.
    pub(crate) fn operations(&self) -> usize {
        self.lock().operations
    }

    /// The content of the disk after a power failure at this moment.
    pub(crate) fn after_power_loss(&self, numbers: &mut Numbers) -> Vec<u8> {
        let state = self.lock();
        let mut image = state.durable.clone();
        let lengths: Vec<usize> = state
            .changes
            .iter()
            .filter_map(|change| if let Change::Length(len) = change { Some(*len) } else { None })
            .collect();
        for &len in &lengths[..numbers.below(lengths.len() + 1)] {
            image.resize(len, 0);
        }
        let mut writes: Vec<(usize, &[u8])> = state
            .changes
            .iter()
            .filter_map(
                |change| if let Change::Write(at, data) = change { Some((*at, &data[..])) } else { None },
            )
            .collect();
        // Which of them arrived, in which order: from "all but a few" to "only a few".
        let share = numbers.below(5);
        writes.retain(|_| numbers.below(4) < share);
        for place in 1..writes.len() {
            // Writes of one place stay in order: a disk has one cache.
            let other = numbers.below(place + 1);
            let apart =
                |a: (usize, &[u8]), b: (usize, &[u8])| a.0 + a.1.len() <= b.0 || b.0 + b.1.len() <= a.0;
            if (other..place).all(|at| apart(writes[at], writes[place])) {
                let moved = writes.remove(place);
                writes.insert(other, moved);
            }
        }
        let torn = writes.len().checked_sub(1).filter(|_| numbers.below(2) == 0);
        for (index, (at, data)) in writes.into_iter().enumerate() {
            let arrived = if torn == Some(index) { numbers.below(data.len()) } else { data.len() };
            Change::Write(at, data[..arrived].to_vec()).apply(&mut image);
        }
        image
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Counts an operation and says what goes wrong with it.
    fn count(&mut self) -> io::Result<Option<Fault>> {
        if self.gone {
            return Err(io::Error::other("the disk is gone"));
        }
        let now = self.operations;
        self.operations += 1;
        Ok(self
            .fault
            .filter(|&(at, fault)| at == now || (fault == Fault::NoSpace && at < now))
            .map(|(_, fault)| fault))
    }

    fn apply(&mut self, change: Change) {
        change.apply(&mut self.seen);
        self.changes.push(change);
    }

    /// Data lost by a failed sync stays lost, even if reads still return it.
    fn sync(&mut self) {
        for change in self.changes.drain(..) {
            change.apply(&mut self.durable);
        }
    }

    /// The power fails, or the disk: nothing works from now on.
    fn lose(&mut self) -> io::Error {
        self.gone = true;
        io::Error::other("the disk is gone")
    }
}

fn no_space() -> io::Error {
    io::Error::new(ErrorKind::StorageFull, "no space left on device")
}

impl StorageBackend for Disk {
    fn len(&self) -> io::Result<u64> {
        Ok(self.lock().seen.len() as u64)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let state = self.lock();
        let found = state.seen.get(offset as usize..offset as usize + out.len());
        let found = found.ok_or_else(|| io::Error::from(ErrorKind::UnexpectedEof))?;
        out.copy_from_slice(found);
        Ok(())
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        let mut state = self.lock();
        let len = len as usize;
        match state.count()? {
            Some(Fault::NoSpace) if len > state.seen.len() => Err(no_space()),
            Some(Fault::FailingWrite) => Err(io::Error::other("set_len failed")),
            Some(Fault::PowerLoss | Fault::TornWrite) => Err(state.lose()),
            _ => {
                state.apply(Change::Length(len));
                Ok(())
            }
        }
    }

    fn sync_data(&self) -> io::Result<()> {
        let mut state = self.lock();
        match state.count()? {
            Some(Fault::FailingSync) => {
                // Data that was not on the disk may never get there, and no later sync reports it.
                let half = state.changes.len() / 2;
                state.changes.truncate(half);
                Err(io::Error::other("sync failed"))
            }
            Some(Fault::PowerLoss | Fault::TornWrite) => Err(state.lose()),
            _ => {
                state.sync();
                Ok(())
            }
        }
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut state = self.lock();
        let at = offset as usize;
        if at + data.len() > state.seen.len() {
            return Err(io::Error::from(ErrorKind::UnexpectedEof));
        }
        match state.count()? {
            Some(Fault::NoSpace) => Err(no_space()),
            Some(Fault::FailingWrite) => Err(io::Error::other("write failed")),
            Some(Fault::TornWrite) => {
                state.apply(Change::Write(at, data[..data.len() / 2].to_vec()));
                Err(state.lose())
            }
            Some(Fault::PowerLoss) => Err(state.lose()),
            _ => {
                state.apply(Change::Write(at, data.to_vec()));
                Ok(())
            }
        }
    }
}
