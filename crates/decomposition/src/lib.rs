//! Yang's method of solving Hex: local games, each with its influence region, and thirteen ranked rules for the moves.
//!
//! After Yang, Liao and Pawlak, "Apply heuristic search to discover a new winning solution in 8x8 Hex game". The layers,
//! from the board upwards: connected strings, virtual connections by drawn patterns ([`standard_patterns`]), groups with
//! their types, the relations OneToConnect and OnePossibleConnect, the rules ([`YangRule`]), and a depth-first search in which
//! the influence region of an answer cuts off every reply outside of it. What is found is a [`DecompositionProof`], whose
//! [`DecompositionProof::strategy`] the crate `verify` checks without trusting this one.
//!
//! ```
//! use board::{BoardSize, Color, Position};
//! use decomposition::{
//!     DecompositionLimits, DecompositionSettings, DecompositionSolver, DecompositionVerdict,
//!     SilentDecompositionObserver,
//! };
//!
//! let size = BoardSize::square(5).unwrap();
//! let position = Position::after(size, &[size.cell("d2").unwrap()]).unwrap();
//! let solver = DecompositionSolver::new(DecompositionSettings::default());
//! let outcome = solver.solve(&position, DecompositionLimits::default(), &SilentDecompositionObserver).unwrap();
//! assert_eq!(outcome.verdict, DecompositionVerdict::Won(Color::Black));
//! let strategy = outcome.won.unwrap().strategy();
//! assert!(proof::strategy::read_strategy(&strategy, |_| ()).is_ok());
//!
//! // Without a search: what the rules propose, and why.
//! let reply = position.child(size.cell("c3").unwrap());
//! let (_, reason) = solver.answer(&reply).unwrap();
//! assert!(!reason.rule.words().is_empty());
//! ```

mod analysis;
mod book;
mod error;
mod examination;
mod expert;
mod groups;
mod guided;
mod memory;
mod orientation;
mod pattern;
mod proof;
mod rules;
mod search;
mod sight;
mod solver;
mod strings;
mod table;
mod tree;

pub use book::{OpeningBook, standard_opening_book};
pub use error::DecompositionError;
pub use examination::{
    ColorView, Examination, GroupRelation, GroupView, RankedMove, RelationKind, StringView, examine,
};
pub use expert::SolverExpert;
pub use guided::{Expert, ExpertAdvice};
pub use orientation::{LatticeSymmetry, Offset};
pub use pattern::{ConnectionPattern, PatternProof, Target, read_patterns, standard_patterns};
pub use proof::{DecompositionProof, ProofNode, ProofNodeId, ProofNodeKind, RegionAnswer};
pub use rules::{MoveReason, YangRule};
pub use sight::Layer;
pub use solver::{
    DecompositionLimits, DecompositionObserver, DecompositionOutcome, DecompositionSettings,
    DecompositionSolver, DecompositionStatistics, DecompositionStatus, DecompositionVerdict, Order,
    SilentDecompositionObserver,
};
pub use strings::BorderType;
pub use tree::{Branch, boxed};
