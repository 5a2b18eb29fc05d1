//! The engine for programs written in JavaScript: the questions of the crate `analysis` by their names, as JSON.
//!
//! A [`Door`] answers one question at a time; a page that wants several has several instances, each in a worker. It has no
//! clock and no way out: the [`Host`] tells the time, hears the progress, and says when to stop. `abi.rs` is the border to
//! JavaScript, `crates/web/pages/engine/engine.js` the other side of it.

#[cfg(target_arch = "wasm32")]
mod abi;

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use analysis::{AnswerProgress, CheckedStrategy, Context, Service, question};
use player::{Clock, Cost};
use serde::Deserialize;
use serde_json::{Value, json};

/// Strategies that are kept for questions about their nodes: the one on the board, the demonstration, and one that is
/// being checked.
const STRATEGIES: usize = 3;

/// What an instance may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineLimits {
    /// The longest time that a question may ask for, in milliseconds.
    pub milliseconds: u64,
    /// Bytes of the transposition table of a question.
    pub table_bytes: usize,
    /// Bytes that a player may take.
    pub player_bytes: u64,
}

/// The environment of an instance.
pub trait Host: Sync {
    /// The time since some fixed moment.
    fn now(&self) -> Duration;
    /// Whether the question shall end now, with what is known.
    fn is_over(&self) -> bool;
    /// Hears how the work goes, as JSON.
    fn tell(&self, progress: &str);
}

/// Answers questions.
#[derive(Debug)]
pub struct Door {
    service: Service,
    /// Checked strategies by the number that the asker gave them, the oldest first.
    strategies: Vec<(u64, CheckedStrategy)>,
}

/// A strategy to check.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StrategyQuestion {
    /// A number for questions about its nodes.
    id: u64,
    text: String,
}

/// A node of a strategy that was checked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NodeQuestion {
    id: u64,
    number: usize,
}

impl Door {
    /// A door with limits.
    #[must_use]
    pub fn new(limits: EngineLimits) -> Self {
        let service = Service {
            longest: Duration::from_millis(limits.milliseconds),
            table_bytes: limits.table_bytes,
            ..Service::shared(Cost { threads: 1, bytes: limits.player_bytes })
        };
        Self { service, strategies: Vec::new() }
    }

    /// Answers a question of `analysis::QUESTIONS` by its name; `strategy` checks a strategy, and `strategy/node` tells
    /// one of its nodes.
    ///
    /// # Errors
    /// What was found and what was expected.
    pub fn ask(&mut self, name: &str, fields: &str, host: &dyn Host) -> Result<String, String> {
        let fields: Value = serde_json::from_str(fields).map_err(|error| format!("JSON: {error}"))?;
        match name {
            "strategy" => self.check(fields, host),
            "strategy/node" => self.node(fields),
            _ => self.answer(name, fields, host),
        }
    }

    fn answer(&self, name: &str, fields: Value, host: &dyn Host) -> Result<String, String> {
        let task = question(name).and_then(|kind| kind.prepare(fields, &self.service)).map_err(text_of)?;
        let hear = |progress: AnswerProgress| {
            if let Ok(text) = serde_json::to_string(&progress) {
                host.tell(&text);
            }
        };
        let running = Running { host, began: host.now(), stop: AtomicBool::new(false) };
        let context = Context { clock: &running, stop: &running.stop, hear: &hear };
        task.answer(&context).map(|answer| answer.to_string()).map_err(text_of)
    }

    fn check(&mut self, fields: Value, host: &dyn Host) -> Result<String, String> {
        let question: StrategyQuestion = serde_json::from_value(fields).map_err(text_of)?;
        let bytes = question.text.len();
        let tell = |done| host.tell(&json!({ "done": done, "bytes": bytes }).to_string());
        let strategy = CheckedStrategy::read(&question.text, tell).map_err(text_of)?;
        let answer = serde_json::to_string(&strategy.answer()).map_err(text_of)?;
        if self.strategies.len() == STRATEGIES {
            self.strategies.remove(0);
        }
        self.strategies.push((question.id, strategy));
        Ok(answer)
    }

    fn node(&self, fields: Value) -> Result<String, String> {
        let question: NodeQuestion = serde_json::from_value(fields).map_err(text_of)?;
        let strategy = self.strategies.iter().find(|(id, _)| *id == question.id);
        let (_, strategy) = strategy.ok_or("this strategy is not kept any more: check it again")?;
        let node = strategy.node(question.number).map_err(text_of)?;
        serde_json::to_string(&node).map_err(text_of)
    }
}

fn text_of(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// The clock of a question. An engine reads it often; that is when it hears that it shall stop.
struct Running<'a> {
    host: &'a dyn Host,
    began: Duration,
    stop: AtomicBool,
}

impl Clock for Running<'_> {
    fn elapsed(&self) -> Duration {
        if self.host.is_over() {
            self.stop.store(true, Ordering::Relaxed);
        }
        self.host.now().saturating_sub(self.began)
    }
}
