//! The acts at a table, as the ledger and the exports store them.
//!
//! An act is written as `b c3 120 0 59880 60000`: who, what, the milliseconds that Black and White used for it, and what both
//! have left. What is a cell, `swap`, `bids:17:19`, `take` or `decline`. Coins are not written down: they follow from the
//! game's seed.

use std::fmt;

use board::{BoardSize, Cell, Color};

use crate::ArenaError;

/// The work that was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deed {
    /// A stone.
    Place(Cell),
    /// The first stone was taken over.
    Swap,
    /// Both bids, Black's first.
    Bids([u32; 2]),
    /// The holder of the advantage chip took the move, or declined.
    Tie {
        /// Whether it took the move.
        takes: bool,
    },
}

/// One act with its times in milliseconds, Black's first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Act {
    /// Who acted; Black for bids, which are both's.
    pub color: Color,
    /// The work that was done.
    pub deed: Deed,
    /// Time used, as measured.
    pub used: [u64; 2],
    /// Time left for the game afterwards.
    pub left: [u64; 2],
}

impl Act {
    /// Prints the act as [`Act::parse`] reads it.
    #[must_use]
    pub const fn text(&self, size: BoardSize) -> ActText<'_> {
        ActText { act: self, size }
    }

    /// Reads an act on a board of this size.
    ///
    /// # Errors
    /// [`ArenaError::Act`] where the text is not an act.
    pub fn parse(text: &str, size: BoardSize) -> Result<Self, ArenaError> {
        let bad = || ArenaError::Act(text.chars().take(60).collect());
        let words: Vec<&str> = text.split(' ').collect();
        let [who, what, times @ ..] = words.as_slice() else { return Err(bad()) };
        let color = match *who {
            "b" => Color::Black,
            "w" => Color::White,
            _ => return Err(bad()),
        };
        let deed = match *what {
            "swap" => Deed::Swap,
            "take" => Deed::Tie { takes: true },
            "decline" => Deed::Tie { takes: false },
            word => match word.strip_prefix("bids:") {
                Some(bids) => {
                    let (black, white) = bids.split_once(':').ok_or_else(bad)?;
                    Deed::Bids([black.parse().map_err(|_| bad())?, white.parse().map_err(|_| bad())?])
                }
                None => Deed::Place(size.cell(word).map_err(|_| bad())?),
            },
        };
        let times: Vec<u64> =
            times.iter().map(|text| text.parse()).collect::<Result<_, _>>().map_err(|_| bad())?;
        let [used_black, used_white, left_black, left_white] = times[..] else { return Err(bad()) };
        Ok(Self { color, deed, used: [used_black, used_white], left: [left_black, left_white] })
    }
}

/// Prints as an act; made by [`Act::text`].
#[derive(Debug, Clone, Copy)]
pub struct ActText<'a> {
    act: &'a Act,
    size: BoardSize,
}

impl fmt::Display for ActText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Act { color, deed, used, left } = self.act;
        write!(f, "{} ", color.letter().to_ascii_lowercase())?;
        match deed {
            Deed::Place(cell) => write!(f, "{}", self.size.name(*cell))?,
            Deed::Swap => f.write_str("swap")?,
            Deed::Bids([black, white]) => write!(f, "bids:{black}:{white}")?,
            Deed::Tie { takes } => f.write_str(if *takes { "take" } else { "decline" })?,
        }
        write!(f, " {} {} {} {}", used[0], used[1], left[0], left[1])
    }
}
