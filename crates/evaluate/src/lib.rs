//! Evaluates positions without search.
//!
//! Three evaluations, each with a map of cells: [`Circuits`] (resistance; Hexy), [`TwoDistance`] (cell potentials;
//! Queenbee) and [`Connectibility`] (features with a weight vector; Mops). Each owns the memory it works in and is made for one
//! board size; evaluating allocates nothing. [`EVALUATIONS`] has them all by name in one form, for showing them to people.
//!
//! ```
//! use board::{BoardSize, Color, Position};
//! use evaluate::Circuits;
//!
//! let size = BoardSize::square(11).unwrap();
//! let mut position = Position::<2>::empty(size);
//! position.play(size.cell("f6").unwrap()).unwrap();
//! let mut circuits = Circuits::new(size);
//! let resistances = circuits.evaluate(&position);
//! assert!(resistances.of[Color::Black.index()] < resistances.of[Color::White.index()]);
//! assert!(resistances.log_ratio() < 0.0);
//! ```

mod band;
mod circuit;
mod conduction;
mod connectibility;
mod named;
mod portable;
mod two_distance;

pub use circuit::{Circuits, Resistances, Terminal};
pub use conduction::Conduction;
pub use connectibility::{Connectibility, FEATURE_NAMES, FEATURES, Features, INFINITE, Weights};
pub use named::{EVALUATIONS, Evaluation, View};
pub use portable::{ln, tanh};
pub use two_distance::{Potential, TwoDistance, UNREACHABLE};
