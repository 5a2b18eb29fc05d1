//! The request to a player, and its answer.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use board::{BoardError, Cell, CellSet, Color, Game, Move, Position};
use solver::Archive;

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

    /// The local games that the player sees in a position; `None` if it does not divide positions.
    fn regions(&self, _position: &Position) -> Option<Vec<Region>> {
        None
    }
}

/// A local game on the board: a part of it that a player treats by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Region {
    /// The number of its pattern, from 1.
    pub pattern: usize,
    /// Its cells.
    pub cells: CellSet,
}

/// Reads a file that a setting names; the rim has one, players touch no disk. The error is a sentence.
pub type ReadFile<'a> = dyn Fn(&str) -> Result<Vec<u8>, String> + 'a;

/// Why a player cannot be made or cannot move.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// A name that no player has.
    #[error("'{found}' is not a player: expected one of {expected}")]
    Unknown {
        /// The request.
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
        /// The values that it takes.
        expected: String,
    },
    /// A specification that is too long, or has too many players inside players.
    #[error("player: found {found}: expected {expected}")]
    Spec {
        /// The resource that exceeds a limit.
        found: String,
        /// The limits.
        expected: String,
    },
    /// A player that takes more of the machine than it may have.
    #[error("player {player} takes {found}: expected at most {expected} here")]
    TooLarge {
        /// The specification.
        player: String,
        /// The values that it takes.
        found: String,
        /// The values that it may take.
        expected: String,
    },
    /// Asked to move after the end.
    #[error("the game is over, {winner} has won: expected a game in progress")]
    GameOver {
        /// Who won.
        winner: Color,
    },
    /// A text that is no time for a move or a game.
    #[error("'{found}' is not a time: expected 1s or 500ms for a move, or 300+2 for a game")]
    TimeControl {
        /// The text.
        found: String,
    },
    /// A text that is no span of time.
    #[error("expected a time such as 30s or 5m")]
    Duration,
    /// A move or an opening that the rules forbid.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A limit of less than one random filling.
    #[error("no filling was made")]
    NoFilling,
    /// A player that is asked how good a position is, and does not say so.
    #[error("the player {player} does not judge positions: expected one that does")]
    NoValue {
        /// The player.
        player: String,
    },
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

/// The limits of a search. The first one reached ends it; without limits the player uses its default.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Limits {
    /// Time for this move.
    pub time: Option<Duration>,
    /// Positions to look at (for tree searches: visits).
    pub nodes: Option<u64>,
    /// Moves to look ahead.
    pub depth: Option<u32>,
}

impl Limits {
    /// How deep a search goes whose player was given a depth, or has a usual one for moves that nothing limits. A depth that
    /// was given is always a limit; the smaller counts.
    #[must_use]
    pub fn depth_or(&self, given: Option<u32>, usual: u32) -> u32 {
        /// Deeper than a search comes.
        const UNLIMITED: u32 = 40;
        let own = if self.time.is_some() || self.nodes.is_some() { UNLIMITED } else { usual };
        [self.depth, given].into_iter().flatten().min().unwrap_or(own).max(1)
    }
}

/// One question to a player.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// The game so far; the side to move is asked.
    pub game: &'a Game,
    /// The random seed.
    pub seed: u64,
    /// How long to think.
    pub limits: Limits,
    /// Measures the time.
    pub clock: &'a dyn Clock,
    /// Set by others to end the thinking now; the best move so far is then the answer.
    pub stop: &'a AtomicBool,
    /// Hears how the thinking goes.
    pub observer: &'a dyn Observer,
    /// Positions that are solved already, for players that prove.
    pub archive: Option<&'a Arc<dyn Archive>>,
}

impl<'a> Request<'a> {
    /// A question without limits, clock or observer.
    #[must_use]
    pub fn new(game: &'a Game, seed: u64) -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Self {
            game,
            seed,
            limits: Limits::default(),
            clock: &NoClock,
            stop: &NEVER,
            observer: &Silent,
            archive: None,
        }
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
    /// How play would go on, the move first; empty if the player does not look further.
    pub line: Vec<Cell>,
}

/// How far the thinking is.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Progress {
    /// Positions examined.
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
    /// The player's observation.
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
