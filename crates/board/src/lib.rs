//! The game of Hex: boards, sets of cells, positions, groups, symmetries, hashing, notation, the winner.
//!
//! Black moves first and joins the top and the bottom edge, White joins the left and the right edge. `a1` is the acute
//! corner at the top left, and each row is shifted half a cell to the right of the row above:
//!
//! ```text
//!   a b c
//! 1 . . .
//!  2 . . .
//!   3 . . .
//! ```
//!
//! so that `b2` touches `b1 c1 a2 c2 a3 b3`.
//!
//! This crate knows the rules and nothing else: no search, no input or output, no clocks. Searchers are generic over the
//! number of words `W` of their [`CellSet`]s and choose it once at the entrance with [`with_words!`]; code that is not in
//! a hurry writes `Position` and gets the widest sets, which hold every board.
//!
//! A game, with its history, its turns and the swap rule:
//!
//! ```
//! use board::{BoardSize, Color, Game, Move};
//!
//! let size = BoardSize::square(3)?;
//! let mut game = Game::new(size, false);
//! for name in ["b2", "a1", "b1", "a2", "a3"] {
//!     game.play(Move::Place(size.cell(name)?))?;
//! }
//! assert_eq!(game.outcome().map(|outcome| outcome.winner), Some(Color::Black));
//! # Ok::<(), board::BoardError>(())
//! ```
//!
//! A position, which is stones and a side to move:
//!
//! ```
//! use board::{BoardSize, Position};
//!
//! let size = BoardSize::square(3)?;
//! let mut position: Position = Position::empty(size);
//! position.play(size.cell("b2")?)?;
//! position.play(size.cell("a1")?)?;
//! assert_eq!(position.to_string(), "W . .\n . B .\n  . . .");
//! # Ok::<(), board::BoardError>(())
//! ```

mod boundary_walk;
mod cell;
mod cell_set;
mod color;
mod diagram;
mod error;
mod filling;
mod game;
mod geometry;
mod group;
mod moves;
mod position;
mod size;
mod symmetry;
mod zobrist;

pub use boundary_walk::BoundaryWalk;
pub use cell::Cell;
pub use cell_set::{CellSet, CellSetIter};
pub use color::{Color, Edge};
pub use diagram::parse_diagram;
pub use error::BoardError;
pub use filling::{RandomFilling, random_below};
pub use game::{EndReason, Game, Outcome, SwapRule, Turn};
pub use geometry::{Geometry, Neighbours};
pub use group::{Group, Groups};
pub use moves::Move;
pub use position::Position;
pub use size::{BoardSize, MAX_CELLS, MAX_SIDE, MAX_WORDS};
pub use symmetry::Symmetry;
