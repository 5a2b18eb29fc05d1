//! Readable strategies: takes a winning strategy apart into local patterns, chooses few of them, and draws them as a booklet.
//!
//! The idea is that of Yang, Liao and Pawlak ("A decomposition method for finding solution in game Hex 7x7", 2001): a won
//! position is a sum of local games, each with a region of its own; the winner answers in the region where the loser
//! plays. What they did by hand is searched for here: [`make_book`] finds patterns whose intrusions are answered by sums
//! of others, and chooses few of them; [`page()`] draws the book for a person to play from. `verify::book` says exactly what a
//! pattern claims, and checks every book.

mod closed;
mod compact;
mod draw;
mod error;
mod figure;
mod fits;
mod game;
mod make;
mod names;
mod page;
mod random;
mod region;
mod search;
mod settle;
mod shape;
mod shrink;
mod write;

pub use error::BookletError;
pub use make::{Effort, Expert, Settings, Stage, Verdict, improve_book, make_book};
pub use names::name;
pub use page::page;
pub use write::Start;
