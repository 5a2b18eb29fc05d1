//! The interface of a player: it takes a game, and returns a move and the reason.
//!
//! A player gets its limits, clock, seed and observer as arguments; it reads no clock of its own and does no input or
//! output, so that one seed and one thread give one game. A kind of player declares its settings once ([`PlayerKind`]); from
//! the [`Registry`] come the specifications of command lines, HTP and the browser, the lists of settings, and what a shared
//! machine allows. The players themselves are in the crate `players`.

mod request;
mod setting;
mod spec;
mod time;

pub use request::{
    Candidate, Choice, Clock, Limits, NoClock, Observer, Player, PlayerError, Progress, ReadFile, Region,
    Request, Silent,
};
pub use setting::{Cost, Kind, Setting};
pub use spec::{DEEPEST_SPEC, LONGEST_SPEC, Make, PlayerKind, Registry, Spec, Value};
pub use time::{TimeControl, parse_duration};
