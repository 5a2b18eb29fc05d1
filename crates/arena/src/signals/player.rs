//! Signals from players, and the organiser's greeting.

use std::{fmt, str::FromStr};

use super::{SignalError, is_name, number};

/// A line from a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlayerSignal {
    /// The greeting: `hello 1 NAME TOKEN`.
    Hello {
        /// The protocol's version.
        version: u32,
        /// Who is there.
        name: String,
        /// The player's secret.
        token: String,
    },
    /// Asks an open server for a name: `register 1 NAME`. The server answers with `token` and counts it as a greeting.
    Register {
        /// The protocol's version.
        version: u32,
        /// Under which name to play.
        name: String,
    },
    /// The organiser's greeting: `organise 1 TOKEN`.
    Organise {
        /// The protocol's version.
        version: u32,
        /// The organiser's secret.
        token: String,
    },
    /// The game of the last `reset` may begin: `ready 17`.
    Ready(u64),
    /// A stone: the cell alone, `c3`.
    Stone(String),
    /// The first stone is taken over: `swap`.
    Swap,
    /// The game is given up: `quit`.
    Quit,
    /// A sealed bid: `bid 17`.
    Bid(u32),
    /// The holder of the advantage chip takes the move.
    Take,
    /// The holder of the advantage chip declines.
    Decline,
    /// Asks for `pong` with the same number.
    Ping(u64),
    /// The answer to `ping`.
    Pong(u64),
}

impl fmt::Display for PlayerSignal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hello { version, name, token } => write!(f, "hello {version} {name} {token}"),
            Self::Register { version, name } => write!(f, "register {version} {name}"),
            Self::Organise { version, token } => write!(f, "organise {version} {token}"),
            Self::Ready(game) => write!(f, "ready {game}"),
            Self::Stone(cell) => f.write_str(cell),
            Self::Swap => f.write_str("swap"),
            Self::Quit => f.write_str("quit"),
            Self::Bid(chips) => write!(f, "bid {chips}"),
            Self::Take => f.write_str("take"),
            Self::Decline => f.write_str("decline"),
            Self::Ping(number) => write!(f, "ping {number}"),
            Self::Pong(number) => write!(f, "pong {number}"),
        }
    }
}

impl FromStr for PlayerSignal {
    type Err = SignalError;

    /// Reads a line. Words are in lower case; only cells may be in any case, as everywhere.
    fn from_str(line: &str) -> Result<Self, SignalError> {
        const VERSION: &str = "the version of the protocol, a number";
        const NUMBER: &str = "a whole number";
        const TOKEN: &str = "a token: 1 to 64 letters, digits and signs";
        const NAME: &str = "a name: 1 to 32 characters without spaces";
        let words: Vec<&str> = line.split_whitespace().collect();
        let token = |text: &str| {
            let fits = (1..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
            if fits { Ok(text.to_string()) } else { Err(SignalError::new("(token)", TOKEN)) }
        };
        let name = |text: &str| match is_name(text) {
            true => Ok(text.to_string()),
            false => Err(SignalError::new(text, NAME)),
        };
        match words.as_slice() {
            ["hello", version, who, secret] => Ok(Self::Hello {
                version: number(version, VERSION)?,
                name: name(who)?,
                token: token(secret)?,
            }),
            ["register", version, who] => {
                Ok(Self::Register { version: number(version, VERSION)?, name: name(who)? })
            }
            ["register", ..] => Err(SignalError::new("register …", "register 1 NAME")),
            // The answer does not repeat a token.
            ["hello", ..] => Err(SignalError::new("hello …", "hello 1 NAME TOKEN")),
            ["organise", version, secret] => {
                Ok(Self::Organise { version: number(version, VERSION)?, token: token(secret)? })
            }
            ["organise", ..] => Err(SignalError::new("organise …", "organise 1 TOKEN")),
            ["ready", game] => Ok(Self::Ready(number(game, "the number of the game")?)),
            ["bid", chips] => Ok(Self::Bid(number(chips, "chips, a whole number")?)),
            ["ping", text] => Ok(Self::Ping(number(text, NUMBER)?)),
            ["pong", text] => Ok(Self::Pong(number(text, NUMBER)?)),
            ["swap"] => Ok(Self::Swap),
            ["quit"] => Ok(Self::Quit),
            ["take"] => Ok(Self::Take),
            ["decline"] => Ok(Self::Decline),
            [cell] if is_cell(cell) => Ok(Self::Stone(cell.to_ascii_lowercase())),
            _ => Err(SignalError::new(
                line,
                "a cell such as c3, or swap, quit, ready N, bid N, take, decline, ping N, pong N",
            )),
        }
    }
}

/// Whether this looks like a cell: one letter, then one or two digits. Whether the board has it is the referee's business.
fn is_cell(text: &str) -> bool {
    let bytes = text.as_bytes();
    matches!(bytes.len(), 2 | 3)
        && bytes[0].is_ascii_alphabetic()
        && bytes[1..].iter().all(|byte| byte.is_ascii_digit())
}
