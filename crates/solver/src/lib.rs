//! Who wins a position: proof-number search over what the provers know.
//!
//! The search ([`Solver`]) is depth-first proof-number search (df-pn) with focused widening, after Arneson, Hayward and
//! Henderson, "Solving Hex: beyond humans" (2010). What it knows of a position before it searches comes in through the
//! trait [`Knowledge`]: whether the position is decided, which moves remain, and which cells an answer depends on. It
//! keeps what it finds in a table of fixed size ([`Table`]), shared by its threads.
//!
//! Every verdict comes with a **carrier**: the empty cells that the winner needs. It is what cuts siblings in the search
//! (a loss proved for one move refutes every move outside its carrier: the region cut-off of Yang, Liao and Pawlak), and
//! what a strategy is written down with. And it makes every solved position a lemma about others (`lemmas.rs`).

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

pub use any_size::{AnySolver, Tried, resist};
pub use bounds::Bounds;
pub use knowledge::{Expansion, Forgetful, Knowledge, Memory, Proof, RulesOnly};
pub use pool::{Lent, Pool, embedded_order};
pub use provers::{ProverSettings, Provers};
pub use search::Statistics;
pub use solver::{Answer, Limits, Method, Observer, Question, Settings, Silent, Solver, Status};
pub use strategy::{StrategyError, StrategyStatus, write_strategy};
pub use table::Table;
