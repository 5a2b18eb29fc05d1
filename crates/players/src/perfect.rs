//! The player `perfect`: plays proved moves.
//!
//! A stored strategy ([`proof::strategy`]) answers at once in every position that it speaks of. Otherwise the solver works
//! for half of the time that the move has; if it proves the position, its move is played. Where nothing is proved in time,
//! another player (`fallback`) chooses in the other half. A lost position is resisted where the winner has the
//! fewest answers.

use std::{ops::ControlFlow, time::Duration};

use board::{Cell, Symmetry};
use proof::strategy::{Strategy, read_strategy};
use solver::{
    AnySolver, ProverSettings, SolverLimits, SolverObserver, SolverSettings, SolverStatus, hardest_reply,
};

use crate::{PriorDepth, hexy, openings, sense};
use player::{Choice, Cost, Player, PlayerError, PlayerKind, Progress, ReadFile, Request, Setting, Spec};

pub(crate) const KIND: PlayerKind = PlayerKind {
    name: "perfect",
    about: "plays what is proved, by the solver or a stored strategy",
    settings: &[
        Setting::file("strategy", "a strategy", "a winning strategy to play, any number of times"),
        Setting::whole(
            "nodes",
            [1, 1_000_000_000],
            "positions that the solver examines for a move that has neither a time nor a limit of nodes",
        )
        .default("2000")
        .slower(),
        Setting::whole("threads", [1, 256], "threads of the solver").default("1").threads(1),
        Setting::whole("memory", [1, 1_000_000], "memory of the solver's table")
            .default("64")
            .unit("MB")
            .bytes(1 << 20),
        Setting::player("fallback", "who plays where nothing is proved").default("neural"),
    ],
    cost: Cost::bytes(0),
    make: |spec, read| Ok(Box::new(Perfect::of(spec, read)?)),
};

/// Plays what is proved.
pub struct Perfect {
    strategies: Vec<Strategy>,
    solver: AnySolver,
    nodes: u64,
    fallback: Box<dyn Player>,
}

impl Perfect {
    fn of(spec: &Spec, read: &ReadFile<'_>) -> Result<Self, PlayerError> {
        let strategy = |bytes: &[u8]| {
            let strategy = read_strategy(&String::from_utf8_lossy(bytes), |_| {});
            strategy.map_err(|reason| format!("a strategy that holds ({reason})"))
        };
        let settings = SolverSettings {
            table_bytes: spec.whole::<usize>("memory") << 20,
            threads: spec.whole("threads"),
            ..SolverSettings::default()
        };
        Ok(Self {
            strategies: spec.files("strategy", read, strategy)?,
            solver: AnySolver::new(settings, ProverSettings::default()),
            nodes: spec.whole("nodes"),
            fallback: spec.player("fallback").make(read)?,
        })
    }

    /// The answer of a stored strategy, also rotated or reflected.
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

    /// The solver's proof within its share of the time.
    fn proved(&mut self, request: &Request<'_>) -> Option<Choice> {
        if !hexy::has_time_for_proofs(request, PriorDepth::Second) {
            return None;
        }
        let position = request.game.position();
        let watch = Watch { request, until: request.limits.time.map(|time| time / 2) };
        let free = request.limits.time.is_none() && request.limits.nodes.is_none();
        let limits = SolverLimits { nodes: request.limits.nodes.or(free.then_some(self.nodes)) };
        self.solver.set_archive(request.archive.cloned());
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
                let reason = "the opening is proved to win".to_string();
                return Some(Choice {
                    mv: openings::swap_move(position.size()),
                    reason,
                    // The value of playing on: as everywhere, thoughts are about stones.
                    thoughts: Progress { nodes, value: Some(0.0), ..Progress::default() },
                });
            }
            winner => {
                let cell = hardest_reply(position, answer.carrier, ProverSettings::default())?;
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

impl SolverObserver for Watch<'_> {
    fn status(&self, _: &SolverStatus<'_>) -> ControlFlow<()> {
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
