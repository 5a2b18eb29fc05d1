//! The stored data of the hall: entries of the log, and records of finished games. They are JSON, so other programs can read a ledger.

use crate::signals::SignalReason;
use board::Color;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Act, ActOutcome, ArenaError, GameSettings, Pairing, Table, TokenHash, TournamentSettings};

/// An entry of the log. Entries are never changed; the state of the hall is what they say, one after the other.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "entry", rename_all = "kebab-case")]
pub(super) enum Entry {
    /// Someone may play, who registered at this time or was added.
    Player { name: String, hash: TokenHash, registered: Option<u64> },
    /// A player has another token.
    Renewed { name: String, hash: TokenHash },
    /// A registration that was not used has expired.
    Forgotten { name: String },
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

/// Converts an entry of a ledger of the first layout, which had tokens in plain text: a player's is hashed, the
/// organiser's is dropped, since the shell keeps it.
pub(crate) fn upgraded(bytes: &[u8]) -> Option<Vec<u8>> {
    let Ok(mut entry) = serde_json::from_slice::<Value>(bytes) else { return Some(bytes.to_vec()) };
    match entry["entry"].as_str() {
        Some("organiser") => None,
        Some("player") => {
            let word = |key: &str| entry[key].as_str().unwrap_or_default().to_string();
            let hash = TokenHash::of(&word("name"), &word("token"));
            if let Some(fields) = entry.as_object_mut() {
                fields.remove("token");
                fields.insert("hash".to_string(), hash.to_string().into());
            }
            Some(entry.to_string().into_bytes())
        }
        _ => Some(bytes.to_vec()),
    }
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
    /// `black`, `white`, or none.
    pub winner: Option<String>,
    /// Why it ended, as in `win` and `loss`.
    pub reason: String,
    /// The rules.
    pub settings: GameSettings,
    /// Coins follow from this.
    pub seed: u64,
    /// The event, as [`Act`] writes it.
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
    pub fn reason(&self) -> Result<SignalReason, ArenaError> {
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
    pub fn outcome(&self) -> Result<ActOutcome, ArenaError> {
        Ok(ActOutcome { winner: self.winner(), reason: self.reason()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_of_the_first_layout_are_hashed_or_dropped() {
        assert_eq!(upgraded(br#"{"entry":"organiser","token":"top"}"#), None);
        let player = upgraded(br#"{"entry":"player","name":"alice","token":"s3cret"}"#).unwrap();
        let entry: Entry = serde_json::from_slice(&player).unwrap();
        let hash = TokenHash::of("alice", "s3cret");
        assert_eq!(entry, Entry::Player { name: "alice".to_string(), hash, registered: None });
        for other in [&br#"{"entry":"began","game":7}"#[..], b"damaged"] {
            assert_eq!(upgraded(other).as_deref(), Some(other));
        }
    }
}
