//! The judge of proofs. It accepts a file only if the rules of its format derive the file's claim.
//!
//! This crate depends on nothing. It knows Hex as a graph with two edges for each player, and the rules of the pages
//! `docs/reference/strategy-format.md` and `docs/explanation/booklet.md`. It shares no code with the programs that write proofs: no boards,
//! no sets, no search. It does not recurse, and its work is linear in the size of a strategy.
//!
//! | module | what it judges |
//! | --- | --- |
//! | `graph` | the board as adjacency lists, chains |
//! | `connection` | steps of a connection: neighbours, AND, OR, captured cells |
//! | `strategy` | answers, fill-in, the root, whole strategies |
//! | `book` | patterns, answers and the root of a book |
//!
//! These four are what must be believed; a test keeps them below 600 lines. `read` turns text into their
//! input: it is believed too, in that a file means what it reads. `types` and `pattern` are the words, sets of
//! cells among them.
//!
//! - [`check_strategy`] and [`check_book`] judge files.
//! - [`read_connection`] and [`judge_connection`] judge one line of a strategy.
//! - [`judge_answers`], [`judge_fill`], [`judge_root`] and [`judge_parts`] judge the other lines, given the claims that they
//!   rest on.
//! - [`Judge`] judges single steps, and says which connection each rule derives.
//!
//! # Judging steps
//!
//! ```
//! use verify::{Cells, Color, EDGES, Graph, Judge, Rule, Step};
//!
//! // Black's stone on b2 of 3x3, all other cells empty.
//! let graph = Graph::new(3, 3, Color::Black).unwrap();
//! let [b1, c1, b2] = [(1, 0), (2, 0), (1, 1)].map(|(column, row)| graph.cell(column, row).unwrap());
//! let stones = Cells::EMPTY.with(b2);
//! let mut judge = Judge::new(&graph, stones, graph.cells().minus(stones)).unwrap();
//! let mut step = |rule| judge.step(&Step { rule, captured: vec![] });
//!
//! step(Rule::Neighbours([EDGES[0], b1])).unwrap();
//! step(Rule::Neighbours([b1, b2])).unwrap();
//! let semi = step(Rule::And([0, 1])).unwrap();
//! assert_eq!((semi.ends, semi.key), ([EDGES[0], b2], Some(b1)));
//! step(Rule::Neighbours([EDGES[0], c1])).unwrap();
//! step(Rule::Neighbours([c1, b2])).unwrap();
//! step(Rule::And([3, 4])).unwrap();
//! let bridge = step(Rule::Or(vec![2, 5])).unwrap();
//! assert_eq!((bridge.key, bridge.carrier), (None, Cells::EMPTY.with(b1).with(c1)));
//! // One way alone is no full connection.
//! assert_eq!(step(Rule::Or(vec![2])).unwrap_err().step, Some(7));
//! ```

mod book;
mod budget;
mod connection;
mod graph;
pub mod pattern;
mod read;
mod refusal;
mod report;
mod strategy;
mod types;

pub use book::{check_book, judge_parts};
pub use budget::Budget;
pub use connection::{Judge, judge_connection};
pub use graph::Graph;
pub use pattern::{Book, Earlier};
pub use read::{check_sum, read_connection};
pub use refusal::{Refusal, Verdict};
pub use report::{Node, Report, Strategy};
pub use strategy::{check_strategy, judge_answers, judge_fill, judge_root};
pub use types::{
    Captured, Cells, Claim, Color, Connection, EDGES, Fill, Header, Line, Link, MOST_SIDE, Root, Rule, Step,
    Vertex,
};
