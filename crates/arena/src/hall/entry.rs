//! What the hall writes down: entries of the log, and records of finished games. JSON, so that a ledger can be read without us.

use board::Color;
use protocol::signals::Reason;
use serde::{Deserialize, Serialize};

use crate::{Act, ArenaError, GameSettings, Outcome, Pairing, Table, TournamentSettings};

/// An entry of the log. Entries are never changed; the state of the hall is what they say, one after the other.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "entry", rename_all = "kebab-case")]
pub(super) enum Entry {
    /// What only the organiser knows.
    Organiser { token: String },
    /// Someone may play.
    Player { name: String, token: String },
    /// A tournament is planned.
    Created { settings: Box<TournamentSettings> },
    /// It begins, with these players in the order of their seeding.
    Started { tournament: String, players: Vec<String> },
    /// Games are paired; their numbers follow each other from `first`.
    Paired { tournament: String, first: u64, pairings: Vec<Pairing> },
    /// A game is being played.
    Began { game: u64 },
    /// A game will be played again from the start.
    PutBack { game: u64 },
    /// A game is over.
    Finished { game: u64, winner: Option<String>, reason: String },
    /// No further games are paired.
    Stopped { tournament: String },
    /// A tournament is over.
    Over { tournament: String },
}

/// Everything about a finished game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GameDocument {
    /// Its number on the server.
    pub game: u64,
    /// The tournament's name.
    pub tournament: String,
    /// Stage, round and bout.
    pub pairing: Pairing,
    /// Who had Black.
    pub black: String,
    /// Who had White.
    pub white: String,
    /// `black`, `white`, or nobody.
    pub winner: Option<String>,
    /// Why it ended, as in `win` and `loss`.
    pub reason: String,
    /// The rules.
    pub settings: GameSettings,
    /// Coins follow from this.
    pub seed: u64,
    /// What happened, as [`Act`] writes it.
    pub acts: Vec<String>,
    /// When it ended, in milliseconds since 1970.
    pub ended: u64,
}

impl GameDocument {
    /// The colour that won.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        self.winner.as_ref()?.parse().ok()
    }

    /// Why it ended.
    ///
    /// # Errors
    /// [`ArenaError::Ledger`] for a word that is no reason.
    pub fn reason(&self) -> Result<Reason, ArenaError> {
        self.reason.parse().map_err(|_| ArenaError::Ledger {
            found: self.reason.clone(),
            expected: "the reason why a game ended",
        })
    }

    /// The game as it ended.
    ///
    /// # Errors
    /// [`ArenaError`] where the record breaks the rules.
    pub fn table(&self) -> Result<Table, ArenaError> {
        let rules = self.settings.rules()?;
        let acts: Vec<Act> =
            self.acts.iter().map(|text| Act::parse(text, rules.size)).collect::<Result<_, _>>()?;
        Table::restore(rules, self.seed, acts)
    }

    /// How it ended.
    ///
    /// # Errors
    /// As [`GameDocument::reason`].
    pub fn outcome(&self) -> Result<Outcome, ArenaError> {
        Ok(Outcome { winner: self.winner(), reason: self.reason()? })
    }
}
