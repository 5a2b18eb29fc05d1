//! Signals from the server to a player.

use std::{fmt, str::FromStr};

use board::Color;

use super::{SignalError, SignalReason, Terms, Times, number, printable};

/// A line from the server to a player.
#[derive(Debug, Clone, PartialEq)]
pub enum ServerSignal {
    /// The answer to the greeting: `welcome 1 NAME`.
    Welcome {
        /// The protocol's version.
        version: u32,
        /// The player, or `organiser`.
        name: String,
    },
    /// The answer to `register`: `token NAME TOKEN`. The token is shown this once.
    Token {
        /// The player.
        name: String,
        /// The player's new secret.
        token: String,
    },
    /// A new game, or one that goes on after a disconnection.
    Reset(Terms),
    /// The stones so far of a game that goes on, in order: `replay b:c3 w:swap b:d4`.
    Replay(Vec<(Color, String)>),
    /// Asks for the first move.
    Opening(Times),
    /// The opponent's stone; asks for a move.
    Move {
        /// Where the opponent played.
        cell: String,
        /// The clocks.
        times: Times,
    },
    /// The opponent has swapped; asks for a move.
    Swap(Times),
    /// A stone that asks for nothing: Random-Turn and Bidding Hex.
    Played {
        /// Whose stone.
        color: Color,
        /// Where.
        cell: String,
    },
    /// Asks for a move in Random-Turn and Bidding Hex.
    Turn(Times),
    /// Asks for a sealed bid.
    Bid {
        /// Black's and White's chips.
        chips: [u32; 2],
        /// Who holds the advantage chip.
        advantage: Color,
        /// The clocks.
        times: Times,
    },
    /// Both bids are equal; asks the holder of the advantage chip for `take` or `decline`.
    Advantage {
        /// The bid of both.
        bid: u32,
        /// The clocks.
        times: Times,
    },
    /// The bids, and who moves.
    Bids {
        /// Black's and White's.
        bids: [u32; 2],
        /// Who moves.
        mover: Color,
    },
    /// The player has won.
    Win(SignalReason),
    /// The player has lost.
    Loss(SignalReason),
    /// A tournament is over.
    Finish {
        /// Its name.
        tournament: String,
        /// The player's place, from 1.
        place: u32,
        /// How many took part.
        players: u32,
        /// Games won.
        wins: u32,
        /// Games played.
        games: u32,
    },
    /// Something is wrong with what the player sent.
    Error {
        /// Which kind of wrong.
        code: ErrorCode,
        /// The input found and the input expected.
        text: String,
    },
    /// Asks for `pong` with the same number.
    Ping(u64),
    /// The answer to `ping`.
    Pong(u64),
}

/// The kinds of errors that the server reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorCode {
    /// Not a signal.
    Syntax,
    /// A version of the protocol that the server does not speak.
    Version,
    /// A wrong name or token. The connection is closed.
    Token,
    /// Too many wrong tokens or registrations: the text says when to try again. The connection is closed.
    Wait,
    /// A name that cannot be registered. The connection is closed.
    Name,
    /// The server takes no registrations. The connection is closed.
    Closed,
    /// A signal at the wrong time.
    Turn,
    /// An answer that the rules of the game do not allow.
    Illegal,
    /// A line that is too long. The connection is closed.
    Line,
    /// Too many lines. The connection is closed.
    Rate,
    /// Too many connections. The connection is closed.
    Full,
    /// The player has connected again. This connection is closed.
    Replaced,
    /// The player does not read what it is sent. The connection is closed.
    Slow,
    /// The organiser asked for something that cannot be done.
    Request,
}

impl ErrorCode {
    /// All codes.
    pub const ALL: [Self; 14] = [
        Self::Syntax,
        Self::Version,
        Self::Token,
        Self::Wait,
        Self::Name,
        Self::Closed,
        Self::Turn,
        Self::Illegal,
        Self::Line,
        Self::Rate,
        Self::Full,
        Self::Replaced,
        Self::Slow,
        Self::Request,
    ];

    /// The word on the wire.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Syntax => "syntax",
            Self::Version => "version",
            Self::Token => "token",
            Self::Wait => "wait",
            Self::Name => "name",
            Self::Closed => "closed",
            Self::Turn => "turn",
            Self::Illegal => "illegal",
            Self::Line => "line",
            Self::Rate => "rate",
            Self::Full => "full",
            Self::Replaced => "replaced",
            Self::Slow => "slow",
            Self::Request => "request",
        }
    }
}

impl ServerSignal {
    /// An error line. The text becomes one line of characters that show what they are.
    #[must_use]
    pub fn error(code: ErrorCode, text: impl fmt::Display) -> Self {
        let text = text.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
        Self::Error { code, text: printable(&text) }
    }

    /// Whether the player has to answer.
    #[must_use]
    pub const fn asks(&self) -> bool {
        match self {
            Self::Reset(_)
            | Self::Opening(_)
            | Self::Move { .. }
            | Self::Swap(_)
            | Self::Turn(_)
            | Self::Bid { .. }
            | Self::Advantage { .. }
            | Self::Ping(_) => true,
            Self::Welcome { .. }
            | Self::Token { .. }
            | Self::Replay(_)
            | Self::Played { .. }
            | Self::Bids { .. }
            | Self::Win(_)
            | Self::Loss(_)
            | Self::Finish { .. }
            | Self::Error { .. }
            | Self::Pong(_) => false,
        }
    }
}

impl fmt::Display for ServerSignal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Welcome { version, name } => write!(f, "welcome {version} {name}"),
            Self::Token { name, token } => write!(f, "token {name} {token}"),
            Self::Reset(terms) => write!(f, "reset {terms}"),
            Self::Replay(moves) => {
                f.write_str("replay")?;
                let letter = |color: Color| color.letter().to_ascii_lowercase();
                moves.iter().try_for_each(|(color, word)| write!(f, " {}:{word}", letter(*color)))
            }
            Self::Opening(times) => write!(f, "opening {times}"),
            Self::Move { cell, times } => write!(f, "move {cell} {times}"),
            Self::Swap(times) => write!(f, "swap {times}"),
            Self::Played { color, cell } => write!(f, "played {color} {cell}"),
            Self::Turn(times) => write!(f, "turn {times}"),
            Self::Bid { chips: [black, white], advantage, times } => {
                write!(f, "bid {black}:{white} {advantage} {times}")
            }
            Self::Advantage { bid, times } => write!(f, "advantage {bid} {times}"),
            Self::Bids { bids: [black, white], mover } => write!(f, "bids {black}:{white} {mover}"),
            Self::Win(reason) => write!(f, "win {reason}"),
            Self::Loss(reason) => write!(f, "loss {reason}"),
            Self::Finish { tournament, place, players, wins, games } => {
                write!(f, "finish {tournament} place={place} players={players} wins={wins} games={games}")
            }
            Self::Error { code, text } => write!(f, "error {} {text}", code.word()),
            Self::Ping(number) => write!(f, "ping {number}"),
            Self::Pong(number) => write!(f, "pong {number}"),
        }
    }
}

impl FromStr for ServerSignal {
    type Err = SignalError;

    fn from_str(line: &str) -> Result<Self, SignalError> {
        let bad = || SignalError::new(line, "a signal of the arena's server");
        let words: Vec<&str> = line.split_whitespace().collect();
        let times = |own: &str, other: &str| -> Result<Times, SignalError> {
            Ok(Times { own: number(own, "milliseconds")?, other: number(other, "milliseconds")? })
        };
        let color = |text: &str| text.parse::<Color>().map_err(|_| bad());
        match words.as_slice() {
            ["welcome", version, name] => Ok(Self::Welcome {
                version: number(version, "the version of the protocol")?,
                name: (*name).to_string(),
            }),
            ["token", name, token] => {
                Ok(Self::Token { name: (*name).to_string(), token: (*token).to_string() })
            }
            ["reset", ..] => {
                Ok(Self::Reset(line.trim_start().strip_prefix("reset").unwrap_or_default().parse()?))
            }
            ["replay", moves @ ..] => {
                let stone = |word: &&str| {
                    let (letter, cell) = word.split_once(':').ok_or_else(bad)?;
                    Ok((color(letter)?, cell.to_string()))
                };
                moves.iter().map(stone).collect::<Result<_, _>>().map(Self::Replay)
            }
            ["opening", own, other] => Ok(Self::Opening(times(own, other)?)),
            ["move", cell, own, other] => {
                Ok(Self::Move { cell: (*cell).to_string(), times: times(own, other)? })
            }
            ["swap", own, other] => Ok(Self::Swap(times(own, other)?)),
            ["played", who, cell] => Ok(Self::Played { color: color(who)?, cell: (*cell).to_string() }),
            ["turn", own, other] => Ok(Self::Turn(times(own, other)?)),
            ["bid", chips, advantage, own, other] => {
                Ok(Self::Bid { chips: pair(chips)?, advantage: color(advantage)?, times: times(own, other)? })
            }
            ["advantage", bid, own, other] => {
                Ok(Self::Advantage { bid: number(bid, "chips")?, times: times(own, other)? })
            }
            ["bids", bids, mover] => Ok(Self::Bids { bids: pair(bids)?, mover: color(mover)? }),
            ["win", reason] => Ok(Self::Win(reason.parse()?)),
            ["loss", reason] => Ok(Self::Loss(reason.parse()?)),
            ["finish", tournament, rest @ ..] => {
                let value = |key: &str| {
                    let found = rest.iter().find_map(|word| word.strip_prefix(key)?.strip_prefix('='));
                    number(found.ok_or_else(bad)?, "a whole number")
                };
                Ok(Self::Finish {
                    tournament: (*tournament).to_string(),
                    place: value("place")?,
                    players: value("players")?,
                    wins: value("wins")?,
                    games: value("games")?,
                })
            }
            ["error", code, text @ ..] => {
                let found = ErrorCode::ALL.into_iter().find(|known| known.word() == *code);
                Ok(Self::Error { code: found.ok_or_else(bad)?, text: text.join(" ") })
            }
            ["ping", text] => Ok(Self::Ping(number(text, "a whole number")?)),
            ["pong", text] => Ok(Self::Pong(number(text, "a whole number")?)),
            _ => Err(bad()),
        }
    }
}

fn pair(text: &str) -> Result<[u32; 2], SignalError> {
    let (black, white) =
        text.split_once(':').ok_or_else(|| SignalError::new(text, "two numbers, such as 17:19"))?;
    Ok([number(black, "chips")?, number(white, "chips")?])
}
