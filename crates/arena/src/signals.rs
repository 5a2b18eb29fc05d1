//! The signals of the arena: the lines between the server and the players, one for each signal.
//!
//! The set is that of MIHex (Reset, Opening, Swap, Move, Win, Loss, Finish; a move or Quit) with what a server needs besides:
//! a greeting, clocks, error lines, pings, and signals for Random-Turn and Bidding Hex. `docs/reference/arena-protocol.md` describes them
//! for authors of players; its transcripts are replayed as tests.
//!
//! A line alone does not know the size of the board, so cells stay words here, which the code that knows the game reads.

mod game;
mod player;
mod server;

pub use self::player::PlayerSignal;
pub use game::{SignalReason, Terms, Times, VariantTerms};
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
    /// The expected text.
    pub expected: &'static str,
}

impl SignalError {
    /// Says what was found and what was expected.
    #[must_use]
    pub fn new(found: &str, expected: &'static str) -> Self {
        Self { found: excerpt(found), expected }
    }
}

/// Text as it may be shown to someone: the first 40 characters, made [`printable`].
#[must_use]
pub fn excerpt(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut shown = printable(&text.chars().take(LONGEST).collect::<String>());
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown
}

/// Text for a terminal or a log: U+FFFD stands for every character that controls a terminal, ends a line, shows nothing or turns
/// the direction of writing.
#[must_use]
pub fn printable(text: &str) -> String {
    let shows =
        |c: char| c == ' ' || (!c.is_control() && !is_invisible(c) && !matches!(c, '\u{2028}' | '\u{2029}'));
    text.chars().map(|c| if shows(c) { c } else { '\u{fffd}' }).collect()
}

/// Whether this may be the name of a player or a tournament on the wire: 1 to 32 characters, none of them a space or a control
/// character. A server may expect more of a name.
#[must_use]
pub fn is_name(text: &str) -> bool {
    let is_plain = |c: char| !c.is_whitespace() && !c.is_control() && !is_invisible(c);
    !text.is_empty() && text.chars().count() <= LONGEST_NAME && text.chars().all(is_plain)
}

/// Characters that show nothing or turn the direction of writing (Unicode's default-ignorable code points, interlinear
/// annotations, and unassigned or private code points): two names could look the same, and a log could be forged.
const fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{2800}' | '\u{3164}' | '\u{e000}'..='\u{f8ff}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{10ffff}')
}

fn number<T: std::str::FromStr>(text: &str, expected: &'static str) -> Result<T, SignalError> {
    text.parse().map_err(|_| SignalError::new(text, expected))
}
