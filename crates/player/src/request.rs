//! What a player is asked, and what it answers.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use board::{Cell, Color, Game, Move};
use verify::book::Book;

/// Someone who plays Hex.
pub trait Player: Send {
    /// How the player calls itself, settings included where they matter.
    fn name(&self) -> String;

    /// Chooses a move for the side to move. The game is not over.
    ///
    /// # Errors
    /// [`PlayerError`] when the player cannot move at all; a limit that is reached is not an error, the best move so far
    /// is the answer.
    fn choose(&mut self, request: &Request<'_>) -> Result<Choice, PlayerError>;

    /// Forgets what was kept from earlier moves: a new game begins.
    fn new_game(&mut self) {}

    /// The books of local patterns that were given to the player, beside those of the program.
    fn given_books(&self) -> &[Book] {
        &[]
    }
}

/// Why a player cannot be made or cannot move.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// A name that no player has.
    #[error("'{found}' is not a player: expected one of {expected}")]
    Unknown {
        /// What was asked for.
        found: String,
        /// The names there are.
        expected: String,
    },
    /// A setting that the player does not have, or a value it does not take.
    #[error("player {player}, setting '{found}': expected {expected}")]
    Setting {
        /// The player.
        player: String,
        /// The setting as written.
        found: String,
        /// What it takes.
        expected: String,
    },
    /// Asked to move after the end.
    #[error("the game is over, {winner} has won: expected a game in progress")]
    GameOver {
        /// Who won.
        winner: Color,
    },
    /// Something outside the board stands in the way: a missing file, another program.
    #[error("{0}")]
    Other(String),
}

/// The time that has passed since the player was asked. The rim has a real one; tests and fixed node counts need none.
pub trait Clock: Sync {
    /// Time since the question.
    fn elapsed(&self) -> Duration;
}

/// A clock that stands still: for limits that are not times.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoClock;

impl Clock for NoClock {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

/// How long to think. Whatever is reached first ends the search; nothing set means the player's own default.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Limits {
    /// Time for this move.
    pub time: Option<Duration>,
    /// Positions to look at (for tree searches: visits).
    pub nodes: Option<u64>,
    /// Moves to look ahead.
    pub depth: Option<u32>,
}

/// One question to a player.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// The game so far; the side to move is asked.
    pub game: &'a Game,
    /// Everything random follows from this.
    pub seed: u64,
    /// How long to think.
    pub limits: Limits,
    /// Measures the time.
    pub clock: &'a dyn Clock,
    /// Set by others to end the thinking now; the best move so far is then the answer.
    pub stop: &'a AtomicBool,
    /// Hears how the thinking goes.
    pub observer: &'a dyn Observer,
}

impl<'a> Request<'a> {
    /// A question without limits, clock or observer.
    #[must_use]
    pub fn new(game: &'a Game, seed: u64) -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Self { game, seed, limits: Limits::default(), clock: &NoClock, stop: &NEVER, observer: &Silent }
    }

    /// The same question with limits.
    #[must_use]
    pub const fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Whether the time is over or someone asked to stop. Searches look here every millisecond or so.
    #[must_use]
    pub fn should_stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.limits.time.is_some_and(|time| self.clock.elapsed() >= time)
    }

    /// The answer to a game that is over.
    ///
    /// # Errors
    /// [`PlayerError::GameOver`] if it is.
    pub fn check_in_progress(&self) -> Result<(), PlayerError> {
        match self.game.outcome() {
            None => Ok(()),
            Some(outcome) => Err(PlayerError::GameOver { winner: outcome.winner }),
        }
    }
}

/// A move that was considered.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The move.
    pub cell: Cell,
    /// The chance of winning that it gives the side to move, from 0 to 1.
    pub value: f64,
    /// How much thought it got, in the player's own unit (visits, nodes).
    pub weight: f64,
    /// How play would go on, the move first; empty where the player does not look further.
    pub line: Vec<Cell>,
}

/// How far the thinking is.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Progress {
    /// Positions looked at.
    pub nodes: u64,
    /// The best line so far, from the side to move on.
    pub line: Vec<Cell>,
    /// The side to move's chance of winning, from 0 to 1.
    pub value: Option<f64>,
    /// The moves considered, best first.
    pub candidates: Vec<Candidate>,
}

/// Hears how the thinking goes. Called from the player's threads, seldom.
pub trait Observer: Sync {
    /// Something new is known.
    fn progress(&self, progress: &Progress);
}

/// An observer that does nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Observer for Silent {
    fn progress(&self, _: &Progress) {}
}

/// A player's answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// Why, in words for a person.
    pub reason: String,
    /// What the player saw.
    pub thoughts: Progress,
}

impl Choice {
    /// A stone, with a reason and nothing else to tell.
    #[must_use]
    pub fn place(cell: Cell, reason: impl Into<String>) -> Self {
        Self {
            mv: Move::Place(cell),
            reason: reason.into(),
            thoughts: Progress { line: vec![cell], ..Progress::default() },
        }
    }
}
