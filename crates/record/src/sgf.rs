//! SGF, the Smart Game Format: FF4 with `GM[11]`, and the dialects that Hex programs write.
//!
//! The reader works in two steps. `reader` finds the tree and keeps every property as text; it knows the grammar and
//! nothing about Hex. `dialect` then looks at the root, decides who wrote the file, and turns the properties it
//! understands into moves, stones and marks in our one convention. `writer` writes FF4 as the specification wants it, so
//! dialects are read and never written.
//!
//! Specification: <https://www.red-bean.com/sgf/> and its page on Hex.

mod dialect;
mod reader;
mod writer;

pub use reader::{MAX_BYTES, MAX_DEPTH, MAX_NODES, MAX_VALUES, read};
pub use writer::write;
