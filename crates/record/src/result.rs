//! How a recorded game ended: the `RE` property of SGF.

use std::fmt;

use board::{Color, EndReason, Outcome};

/// Why a recorded game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The record does not say, or the winner's edges are joined.
    Plain,
    /// The loser resigned.
    Resignation,
    /// The loser ran out of time.
    Time,
    /// The loser forfeited, for example by an illegal move or by leaving.
    Forfeit,
}

/// Who won a recorded game, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GameResult {
    /// The colour that won.
    pub winner: Color,
    /// Why.
    pub ending: Ending,
}

impl GameResult {
    /// Reads `B+`, `W+Resign`, `B+T` and the like. Anything else (`?`, `Void`, `0`) names no winner.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let winner = match text.chars().next()?.to_ascii_uppercase() {
            'B' => Color::Black,
            'W' => Color::White,
            _ => return None,
        };
        let ending = match text[1..].strip_prefix('+') {
            Some(reason) => match reason.chars().next().map(|c| c.to_ascii_uppercase()) {
                Some('R') => Ending::Resignation,
                Some('T') => Ending::Time,
                Some('F') => Ending::Forfeit,
                _ => Ending::Plain,
            },
            // Little Golem writes the letter alone.
            None if text.len() == 1 => Ending::Plain,
            None => return None,
        };
        Some(Self { winner, ending })
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> Self {
        let ending = match outcome.reason {
            EndReason::Connection => Ending::Plain,
            EndReason::Resignation => Ending::Resignation,
        };
        Self { winner: outcome.winner, ending }
    }
}

impl fmt::Display for GameResult {
    /// Prints as SGF writes it: `B+Resign`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = match self.ending {
            Ending::Plain => "",
            Ending::Resignation => "Resign",
            Ending::Time => "Time",
            Ending::Forfeit => "Forfeit",
        };
        write!(f, "{}+{reason}", self.winner.letter())
    }
}
