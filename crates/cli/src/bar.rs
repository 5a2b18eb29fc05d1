//! The progress line of an experiment, which ends at Ctrl-C with what it has.

use std::time::Duration;

use experiments::{Lab, Watcher};
use indicatif::{ProgressBar, ProgressStyle};

use crate::{interrupt, player_args};

/// Draws how far the work is, where there is a terminal.
pub(crate) struct Bar(ProgressBar);

impl Bar {
    pub(crate) fn new() -> Self {
        Self(ProgressBar::no_length())
    }

    /// The environment of an experiment: this progress line, and the files that players name.
    pub(crate) fn lab(&self) -> Lab<'_> {
        Lab { watcher: self, read: &player_args::read }
    }
}

impl Watcher for Bar {
    fn begin(&self, steps: u64, unit: &str) {
        let template = format!("{{wide_bar}} {{pos}}/{{len}} {unit}, {{elapsed}}, {{eta}} left {{msg}}");
        let style = ProgressStyle::with_template(&template);
        self.0.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        self.0.set_length(steps);
        self.0.enable_steady_tick(Duration::from_millis(500));
    }

    fn stage(&self, what: &str) {
        self.0.set_message(what.to_string());
    }

    fn advance(&self, steps: u64) {
        self.0.inc(steps);
    }

    fn is_over(&self) -> bool {
        interrupt::asked()
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
