//! The public view of the hall: the status, a tournament, a running game, and updates as they happen.

use board::Color;
use serde::{Deserialize, Serialize};

use super::{GameDocument, Hall, Phase};
use crate::{ArenaError, Pairing, Rating, TournamentSettings, rate};

/// An event for spectators.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "update", rename_all = "kebab-case")]
pub enum HallUpdate {
    /// A player has connected.
    Came {
        /// Who.
        player: String,
    },
    /// A player's connection was closed.
    Left {
        /// Who.
        player: String,
    },
    /// A game begins.
    Began {
        /// Its number.
        game: u64,
        /// The tournament.
        tournament: String,
        /// Who has Black.
        black: String,
        /// Who has White.
        white: String,
    },
    /// Something happened in a game.
    Act {
        /// Which game.
        game: u64,
        /// The number of the act, from 0.
        number: u32,
        /// The act with the clocks, as [`crate::Act`] writes it.
        act: String,
    },
    /// A game is over.
    Finished {
        /// Which game.
        game: u64,
        /// Who won, if anyone.
        winner: Option<String>,
        /// Why.
        reason: String,
    },
    /// A tournament is over.
    Over {
        /// Which.
        tournament: String,
    },
}

/// A summary of the server's state.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Status {
    /// The players that may play.
    pub players: Vec<PlayerView>,
    /// The tournaments, in the order of their creation.
    pub tournaments: Vec<TournamentLine>,
    /// The games that are being played.
    pub games: Vec<GameView>,
}

/// A player, as others may see it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PlayerView {
    /// The name.
    pub name: String,
    /// Whether it is connected.
    pub connected: bool,
    /// The game it plays.
    pub game: Option<u64>,
}

/// A tournament in one line.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TournamentLine {
    /// The name.
    pub name: String,
    /// The name of the format.
    pub format: &'static str,
    /// `planned`, `running` or `over`.
    pub phase: &'static str,
    /// How many take part.
    pub players: usize,
    /// Games paired so far.
    pub games: usize,
    /// Games finished.
    pub finished: usize,
}

/// A game that is being played.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GameView {
    /// Its number.
    pub game: u64,
    /// The tournament.
    pub tournament: String,
    /// Who has Black.
    pub black: String,
    /// Who has White.
    pub white: String,
    /// The board.
    pub size: String,
    /// Which game it is.
    pub variant: &'static str,
    /// The event, with the clocks.
    pub acts: Vec<String>,
}

/// A place in a tournament.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RankView {
    /// From 1.
    pub place: u32,
    /// The player.
    pub player: String,
    /// Wins, and byes in a Swiss tournament.
    pub points: u32,
    /// Games won.
    pub wins: u32,
    /// Games lost.
    pub losses: u32,
    /// Byes.
    pub byes: u32,
    /// The tie-breaks of the format by name, in their order; more is better.
    pub tie_breaks: Vec<(String, f64)>,
    /// The rating in Elo points; the mean is 0.
    pub elo: f64,
    /// The 95 % interval reaches so far to each side.
    pub elo_error: f64,
}

/// A game of a tournament.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FixtureView {
    /// Its number.
    pub game: u64,
    /// Stage, round, bout, and the players' numbers.
    pub pairing: Pairing,
    /// Who has Black.
    pub black: String,
    /// Who has White.
    pub white: String,
    /// Who won, if it is over and someone did.
    pub winner: Option<String>,
    /// Why, if it is over.
    pub reason: Option<String>,
}

/// A tournament with its standings and games.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TournamentView {
    /// The organiser's settings.
    pub settings: TournamentSettings,
    /// `planned`, `running` or `over`.
    pub phase: String,
    /// The players in the order of their seeding.
    pub players: Vec<String>,
    /// The places, the best first.
    pub ranks: Vec<RankView>,
    /// All games so far, also those to be played.
    pub fixtures: Vec<FixtureView>,
}

/// A tournament with everything: what an export is made from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TournamentDocument {
    /// The version of this format.
    pub version: u32,
    /// Standings and list of games.
    pub tournament: TournamentView,
    /// The finished games.
    pub games: Vec<GameDocument>,
}

impl Phase {
    const fn word(self) -> &'static str {
        match self {
            Self::Planned => "planned",
            Self::Running => "running",
            Self::Over => "over",
        }
    }
}

impl Hall {
    /// Players, tournaments and running games.
    #[must_use]
    pub fn status(&self) -> Status {
        let player = |person: &super::Person| PlayerView {
            name: person.name.clone(),
            connected: person.link.is_some(),
            game: person.game,
        };
        let tournament = |event: &super::Event| {
            let fixtures = event.tournament.fixtures();
            TournamentLine {
                name: event.settings.name.clone(),
                format: event.settings.format.name(),
                phase: event.phase.word(),
                players: event.people.len(),
                games: fixtures.len(),
                finished: fixtures.iter().filter(|fixture| fixture.result.is_some()).count(),
            }
        };
        Status {
            players: self.people.iter().filter(|person| !person.name.is_empty()).map(player).collect(),
            tournaments: self.events.iter().map(tournament).collect(),
            games: self.running.keys().filter_map(|&game| self.game(game)).collect(),
        }
    }

    /// A game that is being played.
    #[must_use]
    pub fn game(&self, game: u64) -> Option<GameView> {
        let running = self.running.get(&game)?;
        let [black, white] = running.people.map(|person| self.people[person].name.clone());
        let rules = running.table.rules();
        Some(GameView {
            game,
            tournament: self.events[running.event].settings.name.clone(),
            black,
            white,
            size: rules.size.to_string(),
            variant: rules.variant.word(),
            acts: running.table.acts().iter().map(|act| act.text(rules.size).to_string()).collect(),
        })
    }

    /// A tournament with its standings and games.
    ///
    /// # Errors
    /// [`ArenaError::Request`] where there is none of this name.
    pub fn tournament(&self, name: &str) -> Result<TournamentView, ArenaError> {
        let event = &self.events[self.event_named(name)?];
        let name_of = |player: usize| self.people[event.people[player]].name.clone();
        let fixtures = event.tournament.fixtures();
        let decided: Vec<(usize, usize)> = fixtures
            .iter()
            .filter_map(|fixture| {
                let color = fixture.result?.winner?;
                Some((fixture.player(color), fixture.player(color.opponent())))
            })
            .collect();
        let ratings: Vec<Rating> = rate(event.people.len(), &decided);
        let rank = |rank: crate::Rank| RankView {
            place: rank.place,
            player: name_of(rank.player),
            points: rank.points,
            wins: rank.wins,
            losses: rank.losses,
            byes: rank.byes,
            tie_breaks: rank.tie_breaks.iter().map(|tie| (tie.name.to_string(), tie.value)).collect(),
            elo: ratings[rank.player].elo,
            elo_error: ratings[rank.player].error,
        };
        let fixture = |fixture: &crate::Fixture| FixtureView {
            game: fixture.game,
            pairing: fixture.pairing,
            black: name_of(fixture.player(Color::Black)),
            white: name_of(fixture.player(Color::White)),
            winner: fixture.result.and_then(|score| score.winner).map(|color| color.to_string()),
            reason: fixture.result.map(|score| score.reason.to_string()),
        };
        Ok(TournamentView {
            settings: event.settings.clone(),
            phase: event.phase.word().to_string(),
            players: (0..event.people.len()).map(name_of).collect(),
            ranks: event.tournament.standings().into_iter().map(rank).collect(),
            fixtures: fixtures.iter().map(fixture).collect(),
        })
    }

    /// A tournament with everything but the games, which are in the ledger.
    ///
    /// # Errors
    /// As [`Hall::tournament`].
    pub fn document(&self, name: &str) -> Result<TournamentDocument, ArenaError> {
        Ok(TournamentDocument { version: 1, tournament: self.tournament(name)?, games: Vec::new() })
    }
}
