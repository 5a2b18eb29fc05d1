//! Proves who wins a position: proof-number search over the results of the provers.
//!
//! The search ([`Solver`]) is depth-first proof-number search (df-pn) with focused widening, after Arneson, Hayward and
//! Henderson, "Solving Hex: beyond humans" (2010). What it knows of a position before it searches comes in through the
//! trait [`Knowledge`]: whether the position is decided, which moves remain, and which cells an answer depends on. It
//! keeps what it finds in a table of fixed size ([`TranspositionTable`]), shared by its threads.
//!
//! Every verdict comes with a **carrier**: the empty cells that the winner needs. It is what cuts siblings in the search
//! (a loss proved for one move refutes every move outside its carrier: the region cut-off of Yang, Liao and Pawlak), and
//! what a strategy is written down with. And it makes every solved position a lemma about others (`lemmas.rs`).
//!
//! ```
//! use board::{BoardSize, Color, Position};
//! use solver::{AnySolver, ProverSettings, SilentSolverObserver, SolverLimits, SolverSettings};
//!
//! let size = BoardSize::square(4)?;
//! let opening: Position = Position::after(size, &[size.cell("a1")?])?;
//! let mut solver = AnySolver::new(SolverSettings::default(), ProverSettings::default());
//! let answer = solver.solve(&opening, SolverLimits::default(), &SilentSolverObserver);
//! assert_eq!(answer.winner, Some(Color::White));
//! # Ok::<(), board::BoardError>(())
//! ```

mod any_size;
mod bounds;
mod knowledge;
mod lemmas;
mod pool;
mod provers;
mod search;
mod solver;
mod strategy;
mod table;
mod templates;

pub use any_size::{AnySolver, Archive, MoveOrder, SearchedMove, hardest_reply};
pub use bounds::Bounds;
pub use knowledge::{DecidedPosition, Expansion, Knowledge, Memory, NoMemory, RulesOnly};
pub use pool::{PooledProvers, ProverPool, move_ordering_network};
pub use provers::{ProverSettings, Provers};
pub use search::SolverStatistics;
pub use solver::{
    Method, SilentSolverObserver, Solver, SolverAnswer, SolverContext, SolverLimits, SolverObserver,
    SolverSettings, SolverStatus,
};
pub use strategy::{StrategyError, StrategyStatus, StrategyWriter, write_strategy};
pub use table::TranspositionTable;
pub use templates::{EdgeTemplate, EdgeTemplates, edge_templates};
