//! Checks what the rest of the program claims to have proved, knowing only the rules of Hex.
//!
//! A [`Certificate`] is a list of small steps, each of which follows from earlier ones by one rule that fits on a few
//! lines. [`check()`] goes through them in order. It depends on the crate `board` alone and shares nothing with the prover
//! that writes certificates: no lists, no limits, no order of work. If it accepts, the last step holds.
//!
//! [`strategy`] checks whole winning strategies: an answer to every reply, down to certificates.
//! [`book`] checks books of local patterns: strategies that a person can read.
//! [`Exact`] and [`solve`] know the winner of small boards by brute force, and [`check_pattern`] proves drawn patterns of
//! inferior cells again.
//!
//! ```
//! use board::{BoardSize, Cell, CellSet, Color, Position};
//! use verify::{Certificate, End, Kind, Rule, Step, check};
//!
//! // Two stones and the two cells between them: a bridge.
//! let size = BoardSize::square(3).unwrap();
//! let [b1, a2, c1, b2] = ["b1", "a2", "c1", "b2"].map(|name| size.cell(name).unwrap());
//! let position: Position = board::parse_diagram(". B .\n. . .\n B . .").unwrap();
//! let [x, y] = ["b1", "a3"].map(|name| End::Cell(size.cell(name).unwrap()));
//! # let _ = (b1, c1);
//! let adjacent = |cell, end| Step {
//!     ends: [End::Cell(cell), end], kind: Kind::Full, carrier: CellSet::EMPTY, rule: Rule::Adjacent,
//! };
//! let through = |cell, first| Step {
//!     ends: [x, y],
//!     kind: Kind::Semi(cell),
//!     carrier: CellSet::of(cell),
//!     rule: Rule::And { parts: [first, first + 1], captured: vec![] },
//! };
//! let steps = vec![
//!     adjacent(a2, x), adjacent(a2, y), through(a2, 0),
//!     adjacent(b2, x), adjacent(b2, y), through(b2, 3),
//!     Step {
//!         ends: [x, y],
//!         kind: Kind::Full,
//!         carrier: CellSet::of(a2).with(b2),
//!         rule: Rule::Or { parts: vec![2, 5], captured: vec![] },
//!     },
//! ];
//! assert_eq!(check(&position, &Certificate { color: Color::Black, steps }), Ok(()));
//! ```

pub mod book;
mod certificate;
mod check;
mod error;
mod exact;
mod file;
mod follow;
mod pattern;
pub mod strategy;

pub use certificate::{Captured, Certificate, End, Kind, Rule, Step};
pub use check::check;
pub use error::VerifyError;
pub use exact::{Exact, position_with_code, solve};
pub use file::FileError;
pub use follow::{Answer, Follower};
pub use pattern::{PatternError, check_pattern, split_patterns};
