//! The formats, and the organiser's plan of a tournament.

use serde::{Deserialize, Serialize};

use crate::{ArenaError, GameSettings};

/// How a tournament is played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum TournamentFormat {
    /// Everyone meets everyone.
    RoundRobin {
        /// Whether twice, once with each colour.
        #[serde(default)]
        double: bool,
    },
    /// The loser of a bout is out.
    Knockout {
        /// Games of a bout at most, an odd number.
        #[serde(default = "one")]
        best_of: u32,
    },
    /// Players of the same score meet.
    Swiss {
        /// Number of rounds.
        rounds: u32,
    },
    /// Free players meet at random.
    Random {
        /// Number of games; 0: until it is stopped.
        #[serde(default)]
        games: u32,
    },
    /// A player that beats one above takes that place.
    Ladder {
        /// Number of games; 0: until it is stopped.
        #[serde(default)]
        games: u32,
    },
    /// Round robins in pools, then a final among the best.
    Pools {
        /// Number of pools.
        pools: u32,
        /// Whether everyone in a pool meets twice.
        #[serde(default)]
        double: bool,
        /// How many of each pool play the final.
        #[serde(default = "one")]
        advance: u32,
        /// The format of the final: round robin, knock-out or Swiss.
        last: Box<TournamentFormat>,
    },
}

const fn one() -> u32 {
    1
}

impl TournamentFormat {
    /// Checks the numbers.
    ///
    /// # Errors
    /// [`ArenaError::Setting`] with the first that is wrong.
    pub fn checked(self) -> Result<Self, ArenaError> {
        let wrong = |what, found: String, expected: &str| {
            Err(ArenaError::Setting { what, found, expected: expected.to_string() })
        };
        match &self {
            Self::Knockout { best_of } if best_of % 2 == 0 || *best_of > 99 => {
                wrong("best_of", best_of.to_string(), "an odd number from 1 to 99")
            }
            Self::Swiss { rounds } if !(1..=99).contains(rounds) => {
                wrong("rounds", rounds.to_string(), "a number from 1 to 99")
            }
            Self::Pools { pools, .. } if !(1..=1000).contains(pools) => {
                wrong("pools", pools.to_string(), "a number from 1 to 1000")
            }
            Self::Pools { advance, .. } if *advance == 0 => wrong("advance", "0".to_string(), "at least 1"),
            Self::Pools { last, .. } => match **last {
                Self::RoundRobin { .. } | Self::Knockout { .. } | Self::Swiss { .. } => {
                    last.as_ref().clone().checked()?;
                    Ok(self)
                }
                _ => wrong("final", last.name().to_string(), "round-robin, knockout or swiss"),
            },
            _ => Ok(self),
        }
    }

    /// Its name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::RoundRobin { double: false } => "round robin",
            Self::RoundRobin { double: true } => "double round robin",
            Self::Knockout { .. } => "knock-out",
            Self::Swiss { .. } => "Swiss",
            Self::Random { .. } => "random play",
            Self::Ladder { .. } => "ladder",
            Self::Pools { .. } => "pools and a final",
        }
    }
}

/// The organiser's settings of a tournament.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentSettings {
    /// Its name: one word, at most 32 characters.
    pub name: String,
    /// How it is played.
    pub format: TournamentFormat,
    /// The rules of its games.
    #[serde(default)]
    pub games: GameSettings,
    /// Who takes part, the best seed first; none: everyone who is connected when it starts, in the order of the names.
    #[serde(default)]
    pub players: Vec<String>,
    /// Pairings by chance, and the coins of the games, follow from this.
    #[serde(default)]
    pub seed: u64,
}

/// The players of each pool: dealt out in a serpentine, so that the pools are about as strong.
pub(super) fn pools(players: usize, count: u32) -> Vec<Vec<usize>> {
    let count = (count as usize).clamp(1, (players / 2).max(1));
    let mut pools = vec![Vec::new(); count];
    for player in 0..players {
        let (lap, place) = (player / count, player % count);
        let pool = if lap % 2 == 0 { place } else { count - 1 - place };
        pools[pool].push(player);
    }
    pools
}
