//! The data types of proofs: certificates of connections, winning strategies, books of local patterns.
//!
//! A [`Certificate`] is a list of small steps, each of which follows from earlier ones by one rule. [`check()`] has
//! the crate `verify` judge them, which shares nothing with the prover that writes certificates. A [`Follower`]
//! plays one out.
//!
//! [`strategy`] has whole winning strategies: an answer to every reply, down to certificates. [`book`] has books of
//! local patterns: strategies that a person can read. [`Exact`] and [`solve`] know the winner of small boards by
//! brute force, and [`check_pattern`] proves drawn patterns of inferior cells again.
//!
//! ```
//! use board::{BoardSize, Cell, CellSet, Color, Position};
//! use proof::{Certificate, End, ConnectionKind, CertificateRule, CertificateStep, check};
//!
//! // Two stones and the two cells between them: a bridge.
//! let size = BoardSize::square(3).unwrap();
//! let [b1, a2, c1, b2] = ["b1", "a2", "c1", "b2"].map(|name| size.cell(name).unwrap());
//! let position: Position = board::parse_diagram(". B .\n. . .\n B . .").unwrap();
//! let [x, y] = ["b1", "a3"].map(|name| End::Cell(size.cell(name).unwrap()));
//! # let _ = (b1, c1);
//! let adjacent = |cell, end| CertificateStep {
//!     ends: [End::Cell(cell), end],
//!     kind: ConnectionKind::Full,
//!     carrier: CellSet::EMPTY,
//!     rule: CertificateRule::Adjacent,
//! };
//! let through = |cell, first| CertificateStep {
//!     ends: [x, y],
//!     kind: ConnectionKind::Semi(cell),
//!     carrier: CellSet::of(cell),
//!     rule: CertificateRule::And { parts: [first, first + 1], captured: vec![] },
//! };
//! let steps = vec![
//!     adjacent(a2, x), adjacent(a2, y), through(a2, 0),
//!     adjacent(b2, x), adjacent(b2, y), through(b2, 3),
//!     CertificateStep {
//!         ends: [x, y],
//!         kind: ConnectionKind::Full,
//!         carrier: CellSet::of(a2).with(b2),
//!         rule: CertificateRule::Or { parts: vec![2, 5], captured: vec![] },
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
mod kernel;
mod pattern;
pub mod strategy;

pub use certificate::{CapturedCells, Certificate, CertificateRule, CertificateStep, ConnectionKind, End};
pub use check::check;
pub use error::CertificateError;
pub use exact::{Exact, position_with_code, solve};
pub use follow::{Follower, IntrusionAnswer};
pub use pattern::{PatternError, check_pattern, split_patterns};
pub use verify::{Budget, Refusal, Report};
