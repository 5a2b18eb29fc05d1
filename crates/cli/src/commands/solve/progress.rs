//! The progress line of a long search: nodes a second, the line of play, the time left. It also hands openings that are solved
//! to the folder of strategies.

use std::{
    ops::ControlFlow,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use analysis::{Forecaster, MoveForecast, NodeForecast, SolveObserver, TimeLeft, forecast_all};
use anyhow::Result;
use board::{Cell, Color, Position};
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use solver::{AnySolver, SolverObserver, SolverStatus, StrategyStatus};

use super::{archive::Archive, strategy::Written};
use crate::interrupt;

/// How often the line is drawn.
const INTERVAL: Duration = Duration::from_millis(200);

pub(super) struct Progress {
    bar: ProgressBar,
    position: Position,
    start: Instant,
    limit: Option<Duration>,
    /// The limit of each question.
    each: Option<Duration>,
    current: Mutex<Current>,
    drawn: AtomicU64,
    /// Where the strategies of openings go.
    archive: Option<Archive>,
}

/// What is solved now.
struct Current {
    name: String,
    since: Instant,
    forecaster: Forecaster,
    /// Moves that are done, and how many there are.
    done: usize,
    moves: usize,
}

impl Progress {
    pub(super) fn start(
        limit: Option<Duration>,
        each: Option<Duration>,
        position: Position,
        archive: Option<Archive>,
    ) -> Self {
        let style = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}")
            .unwrap_or_else(|_| ProgressStyle::default_spinner());
        let bar = ProgressBar::new_spinner().with_style(style);
        let start = Instant::now();
        Self {
            bar,
            position,
            start,
            limit,
            each,
            current: Mutex::new(Current {
                name: String::new(),
                since: start,
                forecaster: Forecaster::new(&position),
                done: 0,
                moves: 0,
            }),
            drawn: AtomicU64::new(0),
            archive,
        }
    }

    fn current(&self) -> MutexGuard<'_, Current> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The time since the question began.
    fn lap(&self) -> Duration {
        self.current().since.elapsed()
    }

    fn is_late(&self) -> bool {
        self.limit.is_some_and(|limit| self.start.elapsed() >= limit)
            || interrupt::asked()
            || self.archive.as_ref().is_some_and(Archive::has_failed)
    }

    /// Clears the line, and returns what was written to the folder of strategies, if there is one.
    pub(super) fn finish(&self) -> Result<Option<Vec<(Cell, Written)>>> {
        self.bar.finish_and_clear();
        self.archive.as_ref().map(Archive::finish).transpose()
    }

    /// The winner's strategy is written.
    pub(super) fn strategy(&self, status: &StrategyStatus) {
        let tick = (self.start.elapsed().as_millis() / INTERVAL.as_millis()) as u64;
        if self.drawn.swap(tick, Ordering::Relaxed) == tick {
            return;
        }
        let StrategyStatus { nodes, connections, solved, examined, done } = status;
        let name = &self.current().name;
        self.bar.set_message(format!(
            "{name}: strategy {:.0} % done, {nodes} nodes, {connections} of them connections, {solved} positions solved by \
             {examined} nodes",
            100.0 * done
        ));
        self.bar.tick();
    }

    fn draw(&self, status: &SolverStatus<'_>) {
        let current = self.current();
        let elapsed = current.since.elapsed();
        let rate = status.expanded as f64 / elapsed.as_secs_f64().max(1e-9);
        let line: Vec<String> =
            status.line.iter().take(12).map(|&cell| self.position.size().name(cell).to_string()).collect();
        let more = if status.line.len() > 12 { " …" } else { "" };
        let Current { name, done, moves, .. } = &*current;
        let place = if *moves > 0 { format!("{} of {moves}, ", done + 1) } else { String::new() };
        let left = current.forecaster.left(status.expanded, elapsed);
        let left = left.map_or(String::new(), |left| format!(", {}", left_in_words(left)));
        self.bar.set_message(format!(
            "{place}{name}: {} nodes, {rate:.0} a second{left}, table {:.0} % full, at {}{more}",
            status.expanded,
            100.0 * status.table,
            line.join(" ")
        ));
        self.bar.tick();
    }
}

/// The time left with its error.
fn left_in_words(TimeLeft { seconds, least, most }: TimeLeft) -> String {
    let time = |seconds: f64| HumanDuration(Duration::from_secs_f64(seconds.clamp(0.0, 1e12)));
    format!("about {} left ({} to {})", time(seconds), time(least), time(most))
}

impl SolveObserver for Progress {
    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn is_over(&self) -> bool {
        self.is_late()
    }

    fn begin(&self, after: Option<Cell>) {
        let name = after.map_or_else(
            || format!("{} to move", self.position.to_move()),
            |cell| format!("after {}", self.position.size().name(cell)),
        );
        let mut current = self.current();
        *current =
            Current { name, since: Instant::now(), forecaster: Forecaster::new(&self.position), ..*current };
    }

    fn order(&self, forecasts: &[MoveForecast]) {
        self.current().moves = forecasts.len();
        let size = self.position.size();
        let names: Vec<String> =
            forecasts.iter().map(|forecast| size.name(forecast.cell).to_string()).collect();
        let forecast = forecast_all(forecasts).map_or(String::new(), |NodeForecast { value, factor }| {
            format!(
                "; forecast, each with an empty table: {value:.2e} nodes ({:.2e} to {:.2e})",
                value / factor,
                value * factor
            )
        });
        self.bar.suspend(|| eprintln!("order: {}{forecast}", names.join(" ")));
    }

    fn known(&self, position: &Position) -> Option<Color> {
        let winner = self.archive.as_ref()?.winner(position);
        self.current().done += usize::from(winner.is_some());
        winner
    }

    fn solved(&self, solver: &mut AnySolver, position: &Position, after: Cell) {
        self.current().done += 1;
        if let Some(archive) = &self.archive {
            archive.write(solver, position, after, self);
        }
    }
}

impl SolverObserver for Progress {
    fn status(&self, status: &SolverStatus<'_>) -> ControlFlow<()> {
        self.current().forecaster.hear(status.expanded, status.bounds);
        let elapsed = self.start.elapsed();
        let tick = (elapsed.as_millis() / INTERVAL.as_millis()) as u64;
        if self.drawn.swap(tick, Ordering::Relaxed) != tick {
            self.draw(status);
        }
        let late = self.is_late() || self.each.is_some_and(|limit| self.lap() >= limit);
        if late { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
