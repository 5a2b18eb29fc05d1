//! The player `perfect`: plays what is proved.
//!
//! A stored strategy ([`verify::strategy`]) answers at once in every position that it speaks of. Otherwise the solver works
//! for half of the time that the move has; if it proves the position, its move is played. Where nothing is proved in time,
//! another player (`fallback`) chooses in the other half. A lost position is resisted where the winner has the
//! fewest answers.

use std::{ops::ControlFlow, time::Duration};

use board::{Cell, Move, SwapRule, Symmetry};
use solver::{AnySolver, Limits, Observer, ProverSettings, Settings, Status, resist};
use verify::strategy::{Strategy, read_strategy};

use crate::{
    Choice, Player, PlayerError, Progress, ReadFile, Request, Sight, create_with, hexy, openings, sense,
};

/// Positions that the solver examines where the request has neither time nor nodes: a few seconds.
const DEFAULT_NODES: u64 = 2_000;
/// Who plays where nothing is proved.
const DEFAULT_FALLBACK: &str = "neural";

/// Plays what is proved.
pub struct Perfect {
    strategies: Vec<Strategy>,
    solver: AnySolver,
    nodes: u64,
    fallback: Box<dyn Player>,
}

impl Perfect {
    /// A player from pairs of key and value: `strategy` (a file, any number of times), `nodes`, `threads`, `memory` (megabytes)
    /// and `fallback` (a player).
    ///
    /// # Errors
    /// [`PlayerError::Setting`] with what was expected, also where a strategy cannot be read or does not hold.
    pub fn from_settings(pairs: &[(&str, &str)], read: &ReadFile<'_>) -> Result<Self, PlayerError> {
        let mut settings = Settings { table_bytes: 64 << 20, ..Settings::default() };
        let (mut strategies, mut nodes, mut fallback) = (Vec::new(), DEFAULT_NODES, DEFAULT_FALLBACK);
        for &(key, value) in pairs {
            let error = |expected: String| PlayerError::Setting {
                player: "perfect".to_string(),
                found: format!("{key}={value}"),
                expected,
            };
            let number = |range: std::ops::RangeInclusive<u64>| {
                let number = value.parse().ok().filter(|number| range.contains(number));
                number.ok_or_else(|| error(format!("a number from {} to {}", range.start(), range.end())))
            };
            match key {
                "strategy" => {
                    let bytes = read(value).map_err(|reason| error(format!("a strategy ({reason})")))?;
                    let text = String::from_utf8_lossy(&bytes);
                    let strategy = read_strategy(&text, |_| {});
                    strategies
                        .push(strategy.map_err(|reason| error(format!("a strategy that holds ({reason})")))?);
                }
                "nodes" => nodes = number(1..=1_000_000_000)?,
                "threads" => settings.threads = number(1..=256)? as usize,
                "memory" => settings.table_bytes = (number(1..=1_000_000)? as usize) << 20,
                "fallback" => fallback = value,
                _ => return Err(error("strategy, nodes, threads, memory or fallback".to_string())),
            }
        }
        let fallback = create_with(fallback, read)?;
        Ok(Self { strategies, solver: AnySolver::new(settings, ProverSettings::default()), nodes, fallback })
    }

    /// What a stored strategy answers, also turned or mirrored.
    fn stored(&self, request: &Request<'_>) -> Option<Choice> {
        let position = request.game.position();
        let size = position.size();
        let known = |symmetry: Symmetry| {
            let image = position.image(symmetry);
            let cell = self.strategies.iter().find_map(|strategy| strategy.answer(&image))?;
            // A symmetry of Hex undoes itself.
            Some(symmetry.cell(cell, size))
        };
        let cell = Symmetry::of(size).iter().find_map(|&symmetry| known(symmetry))?;
        Some(decided(Choice::place(cell, "the strategy wins with it"), true))
    }

    /// What the solver proves in its share of the time.
    fn proved(&mut self, request: &Request<'_>) -> Option<Choice> {
        if !hexy::has_time_for_proofs(request, Sight::Second) {
            return None;
        }
        let position = request.game.position();
        let watch = Watch { request, until: request.limits.time.map(|time| time / 2) };
        let free = request.limits.time.is_none() && request.limits.nodes.is_none();
        let limits = Limits { nodes: request.limits.nodes.or(free.then_some(self.nodes)) };
        let answer = self.solver.solve(position, limits, &watch);
        let nodes = answer.statistics.expanded;
        let mover = position.to_move();
        let mut choice = match answer.winner? {
            winner if winner == mover => {
                let cell = self.solver.winning_move(position, &answer, limits, &watch)?;
                decided(
                    Choice::place(cell, format!("proved to win, over {} cells", answer.carrier.len())),
                    true,
                )
            }
            _ if request.game.can_swap() => {
                let rule = if position.size().is_square() { SwapRule::Pieces } else { SwapRule::Sides };
                let reason = "the opening is proved to win".to_string();
                return Some(Choice {
                    mv: Move::Swap(rule),
                    reason,
                    thoughts: Progress { nodes, ..Progress::default() },
                });
            }
            winner => {
                let cell = resist(position, answer.carrier, ProverSettings::default())?;
                decided(Choice::place(cell, format!("proved to lose: makes it hard for {winner}")), false)
            }
        };
        choice.thoughts.nodes = nodes;
        choice.thoughts.line = self.line(request, &choice);
        Some(choice)
    }

    /// The line of play after the move that was chosen, as far as the solver's table goes.
    fn line(&self, request: &Request<'_>, choice: &Choice) -> Vec<Cell> {
        let Some(cell) = choice.mv.cell() else { return Vec::new() };
        let child = request.game.position().child(cell);
        std::iter::once(cell).chain(self.solver.line(&child)).collect()
    }
}

fn decided(mut choice: Choice, won: bool) -> Choice {
    choice.thoughts.value = Some(if won { 1.0 } else { 0.0 });
    choice
}

/// Ends the solver's work with its share of the time, or when the request ends.
pub(crate) struct Watch<'a> {
    pub(crate) request: &'a Request<'a>,
    pub(crate) until: Option<Duration>,
}

impl Observer for Watch<'_> {
    fn status(&self, _: &Status<'_>) -> ControlFlow<()> {
        let late = self.until.is_some_and(|until| self.request.clock.elapsed() >= until);
        if late || self.request.should_stop() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Player for Perfect {
    fn name(&self) -> String {
        format!("perfect:fallback={}", self.fallback.name())
    }

    fn choose(&mut self, request: &Request<'_>) -> Result<Choice, PlayerError> {
        request.check_in_progress()?;
        let position = request.game.position();
        if let Some(cell) = sense::winning_cells(position, position.to_move()).first() {
            return Ok(decided(Choice::place(cell, "joins the edges"), true));
        }
        // Where the opponent may swap, the first stone should be even, not winning.
        if position.occupied().is_empty()
            && let Some(choice) = openings::choose(request)
        {
            return Ok(choice);
        }
        if let Some(choice) = self.stored(request) {
            return Ok(choice);
        }
        match self.proved(request) {
            Some(choice) => Ok(choice),
            None => self.fallback.choose(request),
        }
    }

    fn new_game(&mut self) {
        self.fallback.new_game();
    }
}
