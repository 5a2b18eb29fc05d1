//! The terms of a game, its times, and the reason why it ended.

use std::{fmt, str::FromStr};

use board::{BoardSize, Color};
use chance::{Coin, Payment, Purses, TieRule};

use super::{SignalError, number};

/// The purses of both players at the start of a game of Bidding Hex, how ties go, and what else differs from Hex.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum VariantTerms {
    /// Hex, with or without the swap rule.
    Hex {
        /// Whether the second player may take over the first stone.
        swap: bool,
    },
    /// Random-Turn Hex: a coin decides who moves.
    RandomTurn {
        /// The coin.
        coin: Coin,
    },
    /// Bidding Hex: sealed bids decide who moves.
    Bidding {
        /// Chips at the start, and who holds the advantage chip.
        purses: Purses,
        /// Who moves when both bid the same.
        ties: TieRule,
        /// Where the winning bid goes.
        payment: Payment,
    },
}

impl VariantTerms {
    /// The word for the variant.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Hex { .. } => "hex",
            Self::RandomTurn { .. } => "random-turn",
            Self::Bidding { .. } => "bidding",
        }
    }
}

/// The description of a game in `reset`.
#[derive(Debug, Clone, PartialEq)]
pub struct Terms {
    /// The number of the game on this server.
    pub game: u64,
    /// The rules.
    pub variant: VariantTerms,
    /// The board.
    pub size: BoardSize,
    /// The player's colour.
    pub color: Color,
    /// The name of the other player.
    pub opponent: String,
    /// Time for each move in milliseconds; 0: no such limit.
    pub per_move: u64,
    /// Time for the game in milliseconds; 0: no such limit.
    pub per_game: u64,
    /// Milliseconds added to the game's time with each move.
    pub increment: u64,
    /// Milliseconds of each move that are not charged.
    pub lag: u64,
}

impl fmt::Display for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, size, color, opponent, per_move, per_game, increment, lag, variant } = self;
        let word = variant.word();
        write!(f, "{game} {word} {size} {color} opponent={opponent} move={per_move} game={per_game}")?;
        write!(f, " increment={increment} lag={lag}")?;
        match variant {
            VariantTerms::Hex { swap } => write!(f, " swap={}", if *swap { "yes" } else { "no" }),
            VariantTerms::RandomTurn { coin } => write!(f, " coin={}", coin.share(Color::Black)),
            VariantTerms::Bidding { purses, ties, payment } => {
                let [black, white] = purses.chips;
                let holder = purses.advantage;
                write!(f, " chips={black}:{white} advantage={holder} ties={ties} payment={payment}")
            }
        }
    }
}

impl FromStr for Terms {
    type Err = SignalError;

    /// Reads what [`Terms`] prints. Keys that are not known are passed over, as players should do too.
    fn from_str(text: &str) -> Result<Self, SignalError> {
        const EXPECTED: &str = "GAME VARIANT SIZE COLOUR and key=value words";
        let bad = || SignalError::new(text, EXPECTED);
        let words: Vec<&str> = text.split_whitespace().collect();
        let [game, variant, size, color, rest @ ..] = words.as_slice() else { return Err(bad()) };
        let value = |key: &str| {
            rest.iter()
                .find_map(|word| word.split_once('=').filter(|(name, _)| *name == key))
                .map(|pair| pair.1)
        };
        let time = |key: &str| value(key).map_or(Ok(0), |text| number(text, "milliseconds"));
        let variant = match *variant {
            "hex" => VariantTerms::Hex { swap: value("swap") == Some("yes") },
            "random-turn" => {
                let black = value("coin").map_or(Ok(0.5), |text| number(text, "a probability"))?;
                VariantTerms::RandomTurn { coin: Coin::new(black).map_err(|_| bad())? }
            }
            "bidding" => {
                let (black, white) = value("chips").and_then(|text| text.split_once(':')).ok_or_else(bad)?;
                let holder = value("advantage").and_then(|text| text.parse().ok()).ok_or_else(bad)?;
                let chips = [number(black, "chips")?, number(white, "chips")?];
                let purses = Purses::new(chips[0], chips[1], holder);
                VariantTerms::Bidding {
                    purses: purses.checked().map_err(|_| bad())?,
                    ties: value("ties").and_then(|text| text.parse().ok()).ok_or_else(bad)?,
                    payment: value("payment").and_then(|text| text.parse().ok()).ok_or_else(bad)?,
                }
            }
            other => return Err(SignalError::new(other, "hex, random-turn or bidding")),
        };
        Ok(Self {
            game: number(game, "the number of a game")?,
            variant,
            size: size.parse().map_err(|_| SignalError::new(size, "a board size such as 11 or 11x9"))?,
            color: color.parse().map_err(|_| SignalError::new(color, "black or white"))?,
            opponent: value("opponent").unwrap_or_default().to_string(),
            per_move: time("move")?,
            per_game: time("game")?,
            increment: time("increment")?,
            lag: time("lag")?,
        })
    }
}

/// The times that come with a question, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Times {
    /// After so much time without an answer, the one who is asked has lost.
    pub own: u64,
    /// The time that the other has for its next answer.
    pub other: u64,
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.own, self.other)
    }
}

/// Why a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SignalReason {
    /// The winner's edges are joined.
    Connection,
    /// The winner is proved.
    Proof,
    /// The loser gave up with `quit`.
    Resignation,
    /// The loser sent too many lines that are no legal answer.
    Illegal,
    /// The loser's time was over.
    Time,
    /// The loser was disconnected and did not come back in time.
    Disconnect,
    /// The loser was not there when the game should have begun, or did not say `ready`.
    Absent,
}

impl SignalReason {
    /// All reasons.
    pub const ALL: [Self; 7] = [
        Self::Connection,
        Self::Proof,
        Self::Resignation,
        Self::Illegal,
        Self::Time,
        Self::Disconnect,
        Self::Absent,
    ];

    /// The word on the wire and in files.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Connection => "connection",
            Self::Proof => "proof",
            Self::Resignation => "resignation",
            Self::Illegal => "illegal",
            Self::Time => "time",
            Self::Disconnect => "disconnect",
            Self::Absent => "absent",
        }
    }

    /// Whether the loser lost by a fault and not on the board.
    #[must_use]
    pub const fn is_fault(self) -> bool {
        matches!(self, Self::Illegal | Self::Time | Self::Disconnect | Self::Absent)
    }
}

impl fmt::Display for SignalReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl FromStr for SignalReason {
    type Err = SignalError;

    fn from_str(text: &str) -> Result<Self, SignalError> {
        let found = Self::ALL.into_iter().find(|reason| reason.word() == text);
        found.ok_or_else(|| SignalError::new(text, "the reason why a game ended"))
    }
}
