//! Readable strategies: divides a winning strategy into local patterns, selects few of them, and draws them as a booklet.
//!
//! The idea is that of Yang, Liao and Pawlak ("A decomposition method for finding solution in game Hex 7x7", 2001): a won
//! position is a sum of local games, each with a region of its own; the winner answers in the region where the loser
//! plays. What they did by hand is searched for here: [`make_book`] finds patterns whose intrusions are answered by sums
//! of others, and chooses few of them; [`page()`] draws the book for a person to play from. `proof::book` says exactly what a
//! pattern claims, and checks every book.
//!
//! ```
//! use board::{BoardSize, Color, Position};
//! use booklet::{BookletSettings, Start, make_book};
//!
//! // Black on the middle of 3x3 wins: two bridges, to the top and to the bottom.
//! let size = BoardSize::square(3).unwrap();
//! let position: Position = Position::after(size, &[size.cell("b2").unwrap()]).unwrap();
//! let start = Start { position, winner: Color::Black, first: None, known: &[] };
//! let book = make_book(start, BookletSettings::default(), &mut |_| None, &mut |_| true)?;
//! assert_eq!(book.winner, Color::Black);
//! assert!(booklet::page(&book).starts_with("<!"));
//! # Ok::<(), booklet::BookletError>(())
//! ```

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
pub use make::{
    BookletSettings, Effort, ExpertVerdict, PositionExpert, Stage, check_size, improve_book, make_book,
};
pub use names::name;
pub use page::page;
pub use write::Start;
