//! The progress line of a long search: nodes a second, the line of play, the time limit.

use std::{
    ops::ControlFlow,
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use board::{BoardSize, Cell, Position};
use indicatif::{ProgressBar, ProgressStyle};
use solver::{Observer, Status, StrategyStatus};

use crate::interrupt;

/// How often the line is drawn.
const INTERVAL: Duration = Duration::from_millis(200);

pub(super) struct Progress {
    bar: ProgressBar,
    size: BoardSize,
    start: Instant,
    limit: Option<Duration>,
    /// The limit of each question.
    each: Option<Duration>,
    /// What is solved now, and since when.
    current: Mutex<(String, Instant)>,
    drawn: AtomicU64,
}

impl Progress {
    pub(super) fn start(limit: Option<Duration>, each: Option<Duration>, size: BoardSize) -> Self {
        let style = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}")
            .unwrap_or_else(|_| ProgressStyle::default_spinner());
        let bar = ProgressBar::new_spinner().with_style(style);
        let start = Instant::now();
        Self {
            bar,
            size,
            start,
            limit,
            each,
            current: Mutex::new((String::new(), start)),
            drawn: AtomicU64::new(0),
        }
    }

    /// The next question begins.
    pub(super) fn begin(&self, position: &Position, after: Option<Cell>) {
        let name = after.map_or_else(
            || format!("{} to move", position.to_move()),
            |cell| format!("after {}", self.size.name(cell)),
        );
        *self.current.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = (name, Instant::now());
    }

    /// The time since the question began.
    pub(super) fn lap(&self) -> Duration {
        self.current.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).1.elapsed()
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }

    /// The winner's strategy is written.
    pub(super) fn strategy(&self, status: &StrategyStatus) {
        let tick = (self.start.elapsed().as_millis() / INTERVAL.as_millis()) as u64;
        if self.drawn.swap(tick, Ordering::Relaxed) == tick {
            return;
        }
        let StrategyStatus { nodes, connections, solved, done } = status;
        self.bar.set_message(format!(
            "strategy: {:.0} % done, {nodes} nodes, {connections} of them connections, {solved} positions solved",
            100.0 * done
        ));
        self.bar.tick();
    }

    fn draw(&self, status: &Status<'_>) {
        let current = self.current.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let rate = status.expanded as f64 / current.1.elapsed().as_secs_f64().max(1e-9);
        let line: Vec<String> =
            status.line.iter().take(12).map(|&cell| self.size.name(cell).to_string()).collect();
        let more = if status.line.len() > 12 { " …" } else { "" };
        let name = &current.0;
        self.bar.set_message(format!(
            "{name}: {} nodes, {rate:.0} a second, table {:.0} % full, at {}{more}",
            status.expanded,
            100.0 * status.table,
            line.join(" ")
        ));
        self.bar.tick();
    }
}

impl Observer for Progress {
    fn status(&self, status: &Status<'_>) -> ControlFlow<()> {
        let elapsed = self.start.elapsed();
        let tick = (elapsed.as_millis() / INTERVAL.as_millis()) as u64;
        if self.drawn.swap(tick, Ordering::Relaxed) != tick {
            self.draw(status);
        }
        let late = self.limit.is_some_and(|limit| elapsed >= limit)
            || self.each.is_some_and(|limit| self.lap() >= limit);
        if late || interrupt::asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
