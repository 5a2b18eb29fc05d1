//! The signals of the arena: what the server and the players say to each other, one line a signal.
//!
//! The set is that of MIHex (Reset, Opening, Swap, Move, Win, Loss, Finish; a move or Quit) with what a server needs besides:
//! a greeting, clocks, error lines, pings, and signals for Random-Turn and Bidding Hex. `docs/arena-protocol.md` describes them
//! for whoever writes a player; its transcripts are replayed as tests.
//!
//! A line alone does not know the size of the board, so cells stay words here, and whoever knows the game reads them.

mod game;
mod player;
mod server;

pub use game::{Reason, Terms, Times, VariantTerms};
pub use player::PlayerSignal;
pub use server::{ErrorCode, ServerSignal};

/// The version of the protocol, in both greetings.
pub const VERSION: u32 = 1;
/// The longest line that a player may send, in bytes, without its end.
pub const LONGEST_LINE: usize = 1024;
/// The longest name of a player, in characters.
pub const LONGEST_NAME: usize = 32;

/// Why a line is not a signal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("found '{found}': expected {expected}")]
pub struct SignalError {
    /// The line, or the part that is wrong, cut to a readable length.
    pub found: String,
    /// What should be there.
    pub expected: &'static str,
}

impl SignalError {
    /// Says what was found and what was expected.
    #[must_use]
    pub fn new(found: &str, expected: &'static str) -> Self {
        Self { found: excerpt(found), expected }
    }
}

/// Text as it may be shown to someone: the first 40 characters, without those that control a terminal.
#[must_use]
pub fn excerpt(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut shown: String =
        text.chars().take(LONGEST).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown
}

/// Whether this may be the name of a player or a tournament: 1 to 32 characters, none of them a space or a control character.
#[must_use]
pub fn is_name(text: &str) -> bool {
    let is_plain = |c: char| !c.is_whitespace() && !c.is_control() && !is_invisible(c);
    !text.is_empty() && text.chars().count() <= LONGEST_NAME && text.chars().all(is_plain)
}

/// Characters that show nothing or turn the direction of writing: two names could look the same.
const fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

fn number<T: std::str::FromStr>(text: &str, expected: &'static str) -> Result<T, SignalError> {
    text.parse().map_err(|_| SignalError::new(text, expected))
}
