//! Game records and pictures of boards.
//!
//! A [`Record`] is the tree of a game: moves, variations, set-up stones, comments, marks, clocks, and everything else its
//! file said. Every format is read into it and written from it.
//!
//! ```
//! use record::sgf;
//!
//! let records = sgf::read("(;FF[4]GM[11]SZ[3];B[a3];W[swap-pieces];B[b2])").unwrap();
//! let game = records[0].game().unwrap();
//! assert_eq!(
//!     game.position().to_string(),
//!     "\
//! . . W
//!  . B .
//!   . . ."
//! );
//! ```
//!
//! This crate takes text and gives text: it opens no files and knows no network.

pub mod diagram;
mod encoding;
mod error;
mod escape;
mod format;
pub mod hexwiki;
pub mod hexworld;
mod line;
mod link;
pub mod little_golem;
mod main_line;
pub mod move_list;
mod picture;
mod ply;
mod result;
pub mod sgf;
mod swap;
mod tree;
pub mod trmph;
mod value;

pub use encoding::decode;
pub use error::RecordError;
pub use escape::escape_xml;
pub use format::{Format, Written, read};
pub use picture::{Arrow, BoardOrientation, FillPattern, HeatMap, Picture, Shade, TextStyle, Tint};
pub use ply::{Action, ActionName, Ply};
pub use result::{Ending, GameResult};
pub use tree::{Mark, NodeId, Property, Record, RecordNode};
pub use value::PropertyValue;
