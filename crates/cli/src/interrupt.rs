//! Ctrl-C asks a long command to end with what it has; a second one ends it at once.

use std::sync::atomic::{AtomicBool, Ordering};

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

/// Whether somebody asked for the end.
pub(crate) fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}
