//! The built-in players as contestants.

use std::{sync::atomic::AtomicBool, time::Duration};

use board::{BoardSize, Color, Move};
use player::{Clock, Limits, Player, Request, Silent};

use crate::{Contestant, ContestantReply, ContestantTurn, Fault, FaultKind, Stopwatch};

/// One of our players, in this process.
pub struct HousePlayer {
    player: Box<dyn Player>,
    limits: Limits,
    pace: Duration,
}

impl HousePlayer {
    /// A player whose thinking ends at these limits, or at the time of the match if that comes first.
    #[must_use]
    pub fn new(player: Box<dyn Player>, limits: Limits) -> Self {
        Self { player, limits, pace: Duration::ZERO }
    }

    /// The same player, whose moves take this long at least: people watch.
    #[must_use]
    pub fn with_pace(self, pace: Duration) -> Self {
        Self { pace, ..self }
    }
}

impl Contestant for HousePlayer {
    fn begin(&mut self, _: BoardSize, _: u64) -> Result<(), Fault> {
        self.player.new_game();
        Ok(())
    }

    fn hear(&mut self, _: Color, _: Move) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, turn: &ContestantTurn<'_>) -> Result<ContestantReply, Fault> {
        let game = turn.session.game(turn.color);
        let time = self.limits.time.map_or(turn.planned, |time| time.min(turn.planned));
        let (started, stop) = (Stopwatch::start(), AtomicBool::new(false));
        let request = Request {
            game: &game,
            seed: turn.seed,
            limits: Limits { time: Some(time), ..self.limits },
            clock: &started,
            stop: &stop,
            observer: &Silent,
            archive: None,
        };
        let choice = self.player.choose(&request);
        std::thread::sleep(self.pace.saturating_sub(started.elapsed()));
        match choice {
            Ok(choice) => Ok(ContestantReply::Move(choice.mv)),
            Err(error) => Err(Fault::new(FaultKind::Crash, error.to_string())),
        }
    }
}
