//! The rules of a tournament's games, as they are written down and as the referee uses them.

use crate::signals::{Terms, VariantTerms};
use board::{BoardSize, Color};
use chance::{BiddingRules, Coin, Purses};
use serde::{Deserialize, Serialize};

use crate::{ArenaError, ClockRules};

/// The rules as text and numbers: what the organiser sends and the ledger keeps. Checked once by [`GameSettings::rules`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GameSettings {
    /// `hex`, `random-turn` or `bidding`.
    pub variant: String,
    /// `11` or `11x9`.
    pub size: String,
    /// Hex: whether the second player may take over the first stone.
    pub swap: bool,
    /// Random-Turn Hex: the probability that Black moves.
    pub coin: f64,
    /// Bidding Hex: Black's and White's chips.
    pub chips: [u32; 2],
    /// Bidding Hex: who holds the advantage chip, `black` or `white`.
    pub advantage: String,
    /// Bidding Hex: `advantage`, `coin`, `black` or `white`.
    pub ties: String,
    /// Bidding Hex: `opponent` or `bank`.
    pub payment: String,
    /// Time.
    pub clock: ClockRules,
    /// Milliseconds in which a player that was disconnected must be back.
    pub grace: u64,
    /// Milliseconds in which a player must be there, and say `ready`, when its game may begin.
    pub join: u64,
    /// Answers in a game that are no legal move before one of them loses it.
    pub illegal_allowed: u32,
    /// Whether a game of Hex ends as soon as its winner is proved.
    pub adjudicate: bool,
}

impl Default for GameSettings {
    fn default() -> Self {
        Self {
            variant: "hex".to_string(),
            size: "11".to_string(),
            swap: true,
            coin: 0.5,
            chips: [100, 100],
            advantage: "white".to_string(),
            ties: "advantage".to_string(),
            payment: "opponent".to_string(),
            clock: ClockRules::default(),
            grace: 30_000,
            join: 60_000,
            illegal_allowed: 2,
            adjudicate: false,
        }
    }
}

/// The rules of a game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GameRules {
    /// The game and how it starts.
    pub variant: VariantTerms,
    /// The board.
    pub size: BoardSize,
    /// Time.
    pub clock: ClockRules,
    /// Milliseconds in which a player that was disconnected must be back.
    pub grace: u64,
    /// Milliseconds in which a player must be there when its game may begin.
    pub join: u64,
    /// Wrong answers before one loses the game.
    pub illegal_allowed: u32,
    /// Whether a game of Hex ends as soon as its winner is proved.
    pub adjudicate: bool,
}

impl GameSettings {
    /// Checks the settings.
    ///
    /// # Errors
    /// [`ArenaError::Setting`] with the first one that is wrong.
    pub fn rules(&self) -> Result<GameRules, ArenaError> {
        fn wrong(what: &'static str, found: impl Into<String>, expected: impl Into<String>) -> ArenaError {
            ArenaError::Setting { what, found: found.into(), expected: expected.into() }
        }
        let size: BoardSize =
            self.size.parse().map_err(|_| wrong("size", &self.size, "a board size such as 11 or 11x9"))?;
        let variant = match self.variant.as_str() {
            // The stone that is taken over is mirrored, and only a square has the mirror.
            "hex" => VariantTerms::Hex { swap: self.swap && size.is_square() },
            "random-turn" => VariantTerms::RandomTurn {
                coin: Coin::new(self.coin)
                    .map_err(|_| wrong("coin", self.coin.to_string(), "a probability from 0 to 1"))?,
            },
            "bidding" => {
                let holder: Color = self
                    .advantage
                    .parse()
                    .map_err(|_| wrong("advantage", &self.advantage, "black or white"))?;
                let [black, white] = self.chips;
                VariantTerms::Bidding {
                    purses: Purses::new(black, white, holder).checked().map_err(|_| {
                        wrong(
                            "chips",
                            format!("{black}:{white}"),
                            format!("at most {} together", Purses::MOST),
                        )
                    })?,
                    ties: self
                        .ties
                        .parse()
                        .map_err(|_| wrong("ties", &self.ties, "advantage, coin, black or white"))?,
                    payment: self
                        .payment
                        .parse()
                        .map_err(|_| wrong("payment", &self.payment, "opponent or bank"))?,
                }
            }
            other => return Err(wrong("variant", other, "hex, random-turn or bidding")),
        };
        for (what, time) in [("grace", self.grace), ("join", self.join)] {
            if time > ClockRules::MOST {
                return Err(wrong(what, format!("{time} ms"), "at most a week"));
            }
        }
        Ok(GameRules {
            variant,
            size,
            clock: self.clock.checked()?,
            grace: self.grace,
            join: self.join,
            illegal_allowed: self.illegal_allowed,
            adjudicate: self.adjudicate,
        })
    }
}

impl GameRules {
    /// The content of `reset` for a player.
    #[must_use]
    pub fn terms(&self, game: u64, color: Color, opponent: &str) -> Terms {
        Terms {
            game,
            variant: self.variant,
            size: self.size,
            color,
            opponent: opponent.to_string(),
            per_move: self.clock.per_move,
            per_game: self.clock.per_game,
            increment: self.clock.increment,
            lag: self.clock.lag,
        }
    }

    /// The rules of the bidding, if there is any.
    #[must_use]
    pub const fn bidding(&self) -> Option<(BiddingRules, Purses)> {
        match self.variant {
            VariantTerms::Bidding { purses, ties, payment } => Some((BiddingRules { ties, payment }, purses)),
            _ => None,
        }
    }
}
