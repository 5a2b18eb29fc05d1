//! The theorem prover for virtual connections.
//!
//! A *full* connection joins two ends (edges, groups or empty cells of a colour) even if the opponent moves first; a *semi*
//! connection joins them if the colour moves first, on its *key*. The empty cells that it needs are its *carrier*. The
//! prover starts from neighbours and applies the rules of Anshelevich's algebra (2000) until nothing new comes out:
//!
//! - AND over a stone: full connections `x - z` and `z - y` whose carriers do not overlap make a full connection `x - y`;
//! - AND over an empty cell: the same with an empty `z` makes a semi connection with the key `z`;
//! - OR: semi connections `x - y` without a common cell make a full connection.
//!
//! Beyond the paper: carriers may overlap in cells that an end captures, edges help or can be middles, OR takes any number
//! of semi connections, and [`Connections::try_keys`] proves braids. Every connection has a certificate that
//! the crate `verify` checks without trusting this one.
//!
//! ```
//! use board::{BoardSize, Color, Edge, Position};
//! use connection::{Connections, End, ConnectionSettings};
//!
//! // A stone on the third row is connected to the edge if nothing is near: the ziggurat.
//! let size = BoardSize::square(7).unwrap();
//! let stone = size.cell("d3").unwrap();
//! let mut position = Position::<1>::empty(size);
//! position.place(Color::Black, stone).unwrap();
//! let connections = Connections::new(&position, ConnectionSettings::default());
//! let ends = [End::Cell(stone), End::Edge(Edge::Top)];
//! let smallest = connections.between(Color::Black, ends).min_by_key(|c| c.carrier.len()).unwrap();
//! assert!(smallest.carrier.len() <= 10);
//! let certificate = connections.certificate(&smallest).unwrap();
//! assert_eq!(proof::check(&position.resize(), &certificate), Ok(()));
//! ```
//!
//! This crate does not search the game and does not look for inferior cells: a position that was filled in first gives
//! more and faster.

mod captured;
mod certificate;
mod connections;
mod ends;
mod facts;
mod help;
mod lists;
mod or;
mod prover;
mod settings;
mod trial;
mod update;
mod words;

pub use connections::{Connection, ConnectionCounts, ConnectionVerdict, Connections};
pub use proof::{CapturedCells, Certificate, CertificateRule, CertificateStep, ConnectionKind, End};
pub use settings::{ConnectionLimits, ConnectionSettings, EdgeMiddles, ProofEffort};
pub use words::{IntrusionReply, derivation_in_words, end_in_words, reason_in_words, reply_in_words};
