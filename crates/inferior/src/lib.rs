//! Cells that need not be searched: fill-in, pruning, and the patterns that prove it.
//!
//! In most positions most moves are pointless: the cell is dead, or will fall to its owner anyway, or another move does
//! all that it does. An [`InferiorEngine`] finds such cells and answers with an [`InferiorAnalysis`]: the position filled in for both
//! colours, the moves that survive for the side to move, and for every other cell why it does not ([`InferiorFinding`]).
//!
//! ```
//! use board::{BoardSize, Position};
//! use inferior::{InferiorEngine, InferiorFinding};
//!
//! let size = BoardSize::square(4)?;
//! let position = Position::<1>::after(size, &size.cells_named("b2 c2")?)?;
//! let mut engine = InferiorEngine::new(size);
//! let analysis = engine.analyse(&position);
//! // Black's b2 and the top edge capture the two cells between them, even if White moves first.
//! assert!(matches!(analysis.finding(size.cell("b1")?), InferiorFinding::Captured { .. }));
//! assert!(analysis.survivors().len() < position.empty_cells().len());
//! # Ok::<(), board::BoardError>(())
//! ```
//!
//! Where the knowledge comes from:
//!
//! - [`derive()`] finds **patterns** by exhaustive local play (`local_play.rs`): windows of up to four empty cells with the
//!   cells around them. Those it finds are in `data/patterns.txt`, drawn, and are looked up in tables (`table.rs`,
//!   `role.rs`, `lookup.rs`).
//! - **Graphs** of each colour (`graph.rs`) and regions that groups cut off (`region.rs`) see what no window sees.
//! - Each move is **tried** to see what patterns would fill in after it (`engine.rs`); `prune.rs` draws the conclusions.
//! - **Connections** settle parts of the board by decomposition (`decomposition.rs`) and make moves there dominated or
//!   vulnerable; an engine that is given them goes on to a common fixed point (`connected.rs`).
//!
//! The classes of cells and their proofs are in `docs/explanation/inferior-cells.md`. The papers: Hayward and van Rijswijck on dead and
//! captured cells, Henderson and Hayward on captured-reversible moves and star decomposition, and Arneson, Hayward and
//! Henderson, "Solving Hex: beyond humans" (2010), which puts them together.

mod analysis;
mod claim;
mod connected;
mod decomposition;
mod derive;
mod engine;
mod error;
mod graph;
mod local_play;
mod lookup;
mod pattern;
mod prune;
mod region;
mod role;
mod table;
mod window;
mod words;

pub use analysis::{DeadCellProof, Domination, InferiorAnalysis, InferiorFinding};
pub use decomposition::{
    CombinatorialDecomposition, find_combinatorial_decomposition, find_splitting_decomposition,
};
pub use derive::derive;
pub use engine::{InferiorClasses, InferiorEngine};
pub use error::InferiorError;
pub use pattern::{Class, InferiorPattern, pattern_file};
pub use table::PATTERNS;
