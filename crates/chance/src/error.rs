//! Errors in a question about games of chance. Each message says what was found and what was expected.

use board::{BoardError, BoardSize, Color};

use crate::{MAX_WIDTH, Purses};

/// An error of this crate.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ChanceError {
    /// A board that the exact method cannot do.
    #[error(
        "the exact method cannot do a board of {0}: expected a shorter side of at most {MAX_WIDTH}; sampling does any board"
    )]
    TooWide(BoardSize),
    /// More empty cells than exact fractions can count.
    #[error(
        "found {empty} empty cells: expected at most 255 for exact fractions; floating-point numbers do any"
    )]
    TooManyEmpty {
        /// How many are empty.
        empty: usize,
    },
    /// A probability out of range.
    #[error("found {0} as the probability that Black moves: expected a number from 0 to 1")]
    Coin(f64),
    /// Exact fractions for a coin that is not fair.
    #[error("found a coin of {0}: expected a fair one (0.5) for exact fractions")]
    UnfairFractions(f64),
    /// Something that the game does not wait for.
    #[error("found {found}: expected {expected}")]
    Phase {
        /// The event that came.
        found: &'static str,
        /// The event that the game waits for.
        expected: &'static str,
    },
    /// A bid above the bidder's chips.
    #[error("found a bid of {bid} by {color}: expected 0 to {chips}, the chips it has")]
    Bid {
        /// Who bids.
        color: Color,
        /// How much.
        bid: u32,
        /// How much it has.
        chips: u32,
    },
    /// More chips than are supported.
    #[error("found {total} chips in all: expected at most {}", Purses::MOST)]
    Chips {
        /// Both players' chips.
        total: u64,
    },
    /// Text that is not a tie rule.
    #[error("'{0}' is not a tie rule: expected advantage, coin, black or white")]
    TieRule(String),
    /// Text that is not a way to pay.
    #[error("'{0}' is not a way to pay: expected opponent or bank")]
    Payment(String),
    /// A table of the discrete game that would be too large.
    #[error(
        "the table of the discrete game would have {states} entries: expected at most {most}; fewer chips or empty cells make it smaller"
    )]
    TooManyStates {
        /// Positions times purses.
        states: u128,
        /// The limit.
        most: u64,
    },
    /// A question about a position or purses that a table does not have.
    #[error(
        "the table of the discrete game does not have this {0}: expected one that play can lead to from its start"
    )]
    NotInTable(&'static str),
    /// Text that is not a player.
    #[error("'{0}' is not a player of chance: expected exact, sample, sample:FILLINGS or random")]
    PlayerText(String),
    /// A record that is not a game of chance.
    #[error("{place} of the record: found {found}: expected {expected}")]
    Record {
        /// Which node.
        place: String,
        /// The input found there.
        found: String,
        /// The input expected.
        expected: String,
    },
    /// An error of the rules.
    #[error(transparent)]
    Board(#[from] BoardError),
}
