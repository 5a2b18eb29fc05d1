//! The thread that writes: searchers pass their results to it and continue.
//!
//! Records are collected and committed when there are enough of them or half a second has passed, whichever comes first: many
//! small commits would be slow, and with the time that a commit takes a kill loses at most the last second. The channel is bounded, so that a slow disk slows the
//! searchers down instead of filling the memory.

use std::{
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    },
    thread::JoinHandle,
    time::{Duration, Instant},
};

use board::Position;

use crate::{Solved, Store, StoreError};

const ENOUGH: usize = 4096;
const LONGEST: Duration = Duration::from_millis(500);

/// Hands records to a thread that writes them.
#[derive(Debug)]
pub struct Writer {
    sender: Option<SyncSender<(Position, Solved)>>,
    thread: Option<JoinHandle<Result<u64, StoreError>>>,
}

impl Writer {
    /// Starts the thread.
    #[must_use]
    pub fn start(store: Arc<Store>) -> Self {
        let (sender, receiver) = sync_channel(2 * ENOUGH);
        let thread = std::thread::spawn(move || write(&store, &receiver));
        Self { sender: Some(sender), thread: Some(thread) }
    }

    /// Hands a record over.
    ///
    /// # Errors
    /// [`StoreError::WriterStopped`] where the thread has ended; [`Writer::finish`] says why.
    pub fn put(&self, position: Position, solved: Solved) -> Result<(), StoreError> {
        let sender = self.sender.as_ref().expect("only finish and drop take the sender");
        sender
            .send((position, solved))
            .map_err(|_| StoreError::WriterStopped("an earlier record could not be written".to_string()))
    }

    /// Writes what is left, waits for it, and returns how many records were new or better.
    ///
    /// # Errors
    /// The first error of the thread.
    pub fn finish(mut self) -> Result<u64, StoreError> {
        self.sender = None;
        let thread = self.thread.take().expect("finish is called once");
        thread.join().unwrap_or_else(|_| Err(StoreError::WriterStopped("it panicked".to_string())))
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.sender = None;
        if let Some(thread) = self.thread.take() {
            // `finish` reports errors.
            let _ = thread.join();
        }
    }
}

fn write(store: &Store, receiver: &Receiver<(Position, Solved)>) -> Result<u64, StoreError> {
    let mut changed = 0;
    let mut batch = Vec::with_capacity(ENOUGH);
    while let Ok(first) = receiver.recv() {
        batch.push(first);
        let deadline = Instant::now() + LONGEST;
        while batch.len() < ENOUGH {
            match receiver.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(next) => batch.push(next),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
            }
        }
        changed += store.put_all(&batch)?;
        batch.clear();
    }
    Ok(changed)
}
