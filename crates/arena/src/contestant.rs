//! The interface between the referee and a contestant.

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
    fn choose(&mut self, turn: &ContestantTurn<'_>) -> Result<ContestantReply, Fault>;
}

/// The question.
#[derive(Debug, Clone, Copy)]
pub struct ContestantTurn<'a> {
    /// The game so far.
    pub session: &'a Session,
    /// Who moves.
    pub color: Color,
    /// Time that the move should take at most.
    pub planned: Duration,
    /// The time on the clock, if the game has one.
    pub on_clock: Option<Duration>,
    /// The time after which the referee stops waiting.
    pub patience: Duration,
    /// Everything random follows from this.
    pub seed: u64,
}

/// The answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContestantReply {
    /// A move.
    Move(Move),
    /// No move. Hex has no pass, but some programs pass when they think the game is decided.
    Pass,
}

/// The fault of a contestant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Which kind of wrong.
    pub kind: FaultKind,
    /// The answer found and the answer expected, for the record.
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
