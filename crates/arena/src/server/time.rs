//! The server's time: milliseconds since the start, without pauses of the process.
//!
//! A process may be stopped (`SIGSTOP`, a suspended container) or not get a processor at all. No player can answer then, so
//! no player is charged for it. A thread reads the time every [`BEAT`]; a gap of more than [`PAUSE`] between any two readings, by
//! whichever threads, means that this process did not run, and the gap is left out of the time.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

/// Time between two readings when nothing else happens.
const BEAT: Duration = Duration::from_millis(100);
/// The shortest gap, in milliseconds, that is a pause.
const PAUSE: u64 = 500;

/// The clock of a server.
#[derive(Debug)]
pub(super) struct ServerTime {
    started: Instant,
    readings: Mutex<Readings>,
}

/// The readings so far, in milliseconds.
#[derive(Debug, Default)]
struct Readings {
    last: u64,
    paused: u64,
}

impl Readings {
    /// The time without pauses, at this reading of a clock that never stands still.
    const fn at(&mut self, reading: u64) -> u64 {
        let gap = reading.saturating_sub(self.last);
        self.last += gap;
        if gap > PAUSE {
            self.paused += gap;
        }
        self.last - self.paused
    }
}

impl ServerTime {
    /// Starts the clock, and the thread that reads it as long as it exists.
    pub(super) fn start() -> std::io::Result<Arc<Self>> {
        let time = Arc::new(Self { started: Instant::now(), readings: Mutex::default() });
        let weak = Arc::downgrade(&time);
        thread::Builder::new().name("arena time".to_string()).spawn(move || {
            while let Some(time) = weak.upgrade() {
                time.now();
                drop(time);
                thread::sleep(BEAT);
            }
        })?;
        Ok(time)
    }

    /// Milliseconds since the start, without pauses.
    pub(super) fn now(&self) -> u64 {
        let mut readings = self.readings();
        // Read inside, so that readings come in order.
        readings.at(self.started.elapsed().as_millis() as u64)
    }

    /// Milliseconds in which the server did not run.
    pub(super) fn paused(&self) -> u64 {
        self.readings().paused
    }

    fn readings(&self) -> MutexGuard<'_, Readings> {
        // Two numbers are consistent whenever the lock is free.
        self.readings.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_are_left_out_and_everything_else_counts() {
        let mut readings = Readings::default();
        assert_eq!(readings.at(100), 100);
        assert_eq!(readings.at(600), 600, "half a second may be a busy moment");
        assert_eq!(readings.at(2_601), 600, "two seconds are a pause");
        assert_eq!(readings.at(2_650), 649);
        assert_eq!(readings.at(2_600), 649, "time does not go back");
        for pause in 0..10 {
            let before = readings.last;
            assert_eq!(readings.at(before + 100), 749 + pause * 100);
            readings.at(before + 2_100);
        }
        assert_eq!(readings.paused, 2_001 + 10 * 2_000);
    }

    #[test]
    fn the_clock_runs_with_the_system() {
        let time = ServerTime::start().unwrap();
        let before = time.now();
        thread::sleep(Duration::from_millis(30));
        assert!(time.now() >= before + 30 || time.paused() > 0);
    }
}
