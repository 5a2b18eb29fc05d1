//! A summary for each player: its wins and losses, opponents, and time.

use std::collections::BTreeMap;

use board::Color;
use serde::Serialize;

use crate::TournamentDocument;

/// How a player did.
#[derive(Debug, Clone, PartialEq, Serialize, Default)]
pub struct PlayerSummary {
    /// Who.
    pub player: String,
    /// Games won with Black.
    pub black_wins: u32,
    /// Games with Black.
    pub black_games: u32,
    /// Games won with White.
    pub white_wins: u32,
    /// Games with White.
    pub white_games: u32,
    /// Games won, by the reason why they ended.
    pub wins_by: BTreeMap<String, u32>,
    /// Games lost, by the reason why they ended.
    pub losses_by: BTreeMap<String, u32>,
    /// Wins and losses against each opponent.
    pub against: BTreeMap<String, [u32; 2]>,
    /// Answers given.
    pub answers: u64,
    /// Milliseconds used for all of them.
    pub used: u64,
    /// Milliseconds of the longest.
    pub longest: u64,
}

impl PlayerSummary {
    /// Games won.
    #[must_use]
    pub const fn wins(&self) -> u32 {
        self.black_wins + self.white_wins
    }

    /// Games played.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.black_games + self.white_games
    }
}

/// Everyone's summary, in the order of the standings.
#[must_use]
pub fn summaries(document: &TournamentDocument) -> Vec<PlayerSummary> {
    let ranks = &document.tournament.ranks;
    let mut summaries: Vec<PlayerSummary> = ranks
        .iter()
        .map(|rank| PlayerSummary { player: rank.player.clone(), ..PlayerSummary::default() })
        .collect();
    let place: BTreeMap<&str, usize> =
        ranks.iter().enumerate().map(|(index, rank)| (rank.player.as_str(), index)).collect();
    for game in &document.games {
        let times: Vec<[u64; 4]> = game.acts.iter().filter_map(|act| times(act)).collect();
        for color in Color::BOTH {
            let (name, opponent) = match color {
                Color::Black => (&game.black, &game.white),
                Color::White => (&game.white, &game.black),
            };
            let Some(summary) = place.get(name.as_str()).map(|&index| &mut summaries[index]) else {
                continue;
            };
            let won = game.winner() == Some(color);
            let (wins, games) = match color {
                Color::Black => (&mut summary.black_wins, &mut summary.black_games),
                Color::White => (&mut summary.white_wins, &mut summary.white_games),
            };
            *games += 1;
            *wins += u32::from(won);
            let by = if won { &mut summary.wins_by } else { &mut summary.losses_by };
            *by.entry(game.reason.clone()).or_default() += 1;
            summary.against.entry(opponent.clone()).or_default()[usize::from(!won)] += 1;
            for (act, times) in game.acts.iter().zip(&times) {
                // Bids are both's; everything else is by the colour it names.
                let is_own = act.starts_with(color.letter().to_ascii_lowercase()) || act.contains("bids:");
                if is_own {
                    summary.answers += 1;
                    summary.used += times[color.index()];
                    summary.longest = summary.longest.max(times[color.index()]);
                }
            }
        }
    }
    summaries
}

/// The four times of an act as it is written.
fn times(act: &str) -> Option<[u64; 4]> {
    let numbers: Vec<u64> = act.split(' ').skip(2).filter_map(|word| word.parse().ok()).collect();
    numbers.try_into().ok()
}
