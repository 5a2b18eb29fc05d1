//! Ctrl-C ends a long command with its results so far; a second one ends it at once.

use std::{
    ops::ControlFlow,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use arena::Stopwatch;
use player::Clock;
use solver::{SolverObserver, SolverStatus};
use tokio::{runtime, signal};

static ASKED: AtomicBool = AtomicBool::new(false);

/// Exit code of a program that was interrupted, as shells have it.
const INTERRUPTED: i32 = 130;

/// From now on Ctrl-C only sets the flag that [`asked`] reads.
pub(crate) fn watch() {
    std::thread::spawn(|| {
        // Without a runtime Ctrl-C ends the program as before.
        let Ok(runtime) = runtime::Builder::new_current_thread().enable_io().build() else { return };
        runtime.block_on(async {
            while signal::ctrl_c().await.is_ok() {
                if ASKED.swap(true, Ordering::Relaxed) {
                    std::process::exit(INTERRUPTED);
                }
            }
        });
    });
}

/// Whether Ctrl-C was pressed.
pub(crate) fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}

/// The time since a question. Ctrl-C sets its flag, which is noticed whenever the work looks at the clock.
pub(crate) struct Watch {
    since: Stopwatch,
    stop: AtomicBool,
}

impl Watch {
    /// Begins now, and watches for Ctrl-C.
    pub(crate) fn start() -> Self {
        watch();
        Self { since: Stopwatch::start(), stop: AtomicBool::new(false) }
    }

    /// Set once Ctrl-C was pressed.
    pub(crate) const fn stop(&self) -> &AtomicBool {
        &self.stop
    }
}

impl Clock for Watch {
    fn elapsed(&self) -> Duration {
        if asked() {
            self.stop.store(true, Ordering::Relaxed);
        }
        self.since.elapsed()
    }
}

/// Ends a search when Ctrl-C asks for it.
pub(crate) struct UntilInterrupted;

impl SolverObserver for UntilInterrupted {
    fn status(&self, _: &SolverStatus<'_>) -> ControlFlow<()> {
        if asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
