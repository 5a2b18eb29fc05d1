//! What the referee needs from whoever plays.

use std::time::Duration;

use board::{BoardSize, Color, Move};
use protocol::htp::Session;

/// Someone who can play one game after another.
pub trait Contestant: Send {
    /// Begins a new game on an empty board.
    ///
    /// # Errors
    /// [`Fault`] where the contestant is not ready.
    fn begin(&mut self, size: BoardSize, seed: u64) -> Result<(), Fault>;

    /// Hears of a stone that it did not choose: of the opening, or the opponent's.
    ///
    /// # Errors
    /// [`Fault`] where the contestant does not take note of it.
    fn hear(&mut self, color: Color, mv: Move) -> Result<(), Fault>;

    /// Chooses a move, which counts as played.
    ///
    /// # Errors
    /// [`Fault`], which loses the game.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault>;
}

/// What is asked.
#[derive(Debug, Clone, Copy)]
pub struct Turn<'a> {
    /// The game so far.
    pub session: &'a Session,
    /// Who moves.
    pub color: Color,
    /// Time that the move should take at most.
    pub planned: Duration,
    /// What is on the clock, where the game has one.
    pub on_clock: Option<Duration>,
    /// Time after which nobody waits any longer.
    pub patience: Duration,
    /// Everything random follows from this.
    pub seed: u64,
}

/// What is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reply {
    /// A move.
    Move(Move),
    /// No move. Hex has no pass, but some programs pass when they think the game is decided.
    Pass,
}

/// What a contestant did wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Which kind of wrong.
    pub kind: FaultKind,
    /// What was found and expected, for the record.
    pub detail: String,
}

/// The kinds of fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultKind {
    /// It ended, could not be started, or cannot be talked to.
    Crash,
    /// It did not answer in time.
    TimeOut,
    /// It answered with something that is no legal move.
    Illegal,
    /// It refused a command that it should know.
    Refusal,
}

impl Fault {
    /// A fault with its detail.
    pub fn new(kind: FaultKind, detail: impl Into<String>) -> Self {
        Self { kind, detail: detail.into() }
    }
}
