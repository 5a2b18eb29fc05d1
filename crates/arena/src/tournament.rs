//! Tournaments: pairings, the end of a tournament, and standings.
//!
//! Pure state: games and results come in, pairings and standings come out. Players are numbers here, from 0 in the order of
//! their seeding. The formats are those of the MIHex paper (round robin, knock-out, random play, Swiss, pools that feed a final)
//! and a ladder that never ends.

mod format;
mod free_play;
mod knockout;
mod matching;
mod round_robin;
mod standings;
mod swiss;

use std::collections::BTreeSet;

use crate::signals::SignalReason;
use board::Color;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

pub use format::{TournamentFormat, TournamentSettings};
pub use standings::{Rank, RankTieBreak};

/// A game that is to be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairing {
    /// 0, or 1 for the final after pools.
    pub stage: u32,
    /// Counted from 1; 0 in formats without rounds.
    pub round: u32,
    /// The bout of a knock-out round, the pool, or the board of a Swiss round.
    pub bout: u32,
    /// Who has Black.
    pub black: usize,
    /// Who has White.
    pub white: usize,
}

/// How a game counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Score {
    /// Who won; `None` when both lost.
    pub winner: Option<Color>,
    /// Why.
    pub reason: SignalReason,
}

/// A game of a tournament, played or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fixture {
    /// The number of the game on its server.
    pub game: u64,
    /// Who plays.
    pub pairing: Pairing,
    /// How it ended, if it has.
    pub result: Option<Score>,
}

impl Fixture {
    /// The player who won.
    #[must_use]
    pub fn winner(&self) -> Option<usize> {
        self.result?.winner.map(|color| self.player(color))
    }

    /// The player of a colour.
    #[must_use]
    pub const fn player(&self, color: Color) -> usize {
        match color {
            Color::Black => self.pairing.black,
            Color::White => self.pairing.white,
        }
    }
}

/// The data about a player that pairings need.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Games paired, finished or not.
    pub games: u32,
    /// Games with Black minus games with White.
    pub balance: i32,
    /// The colour of the last game.
    pub last_color: Option<Color>,
    /// The last opponent.
    pub last: Option<usize>,
}

/// The colour of the first of two players: Black for the one who had it less often, then for the one who had White last.
fn darker(a: &Tally, b: &Tally) -> Color {
    match a.balance.cmp(&b.balance) {
        std::cmp::Ordering::Less => Color::Black,
        std::cmp::Ordering::Greater => Color::White,
        std::cmp::Ordering::Equal if a.last_color == Some(Color::White) => Color::Black,
        std::cmp::Ordering::Equal if a.last_color == Some(Color::Black) => Color::White,
        std::cmp::Ordering::Equal if b.last_color == Some(Color::Black) => Color::White,
        std::cmp::Ordering::Equal => Color::Black,
    }
}

/// A tournament in progress.
#[derive(Debug, Clone)]
pub struct Tournament {
    format: TournamentFormat,
    seed: u64,
    players: usize,
    fixtures: Vec<Fixture>,
    by_game: FxHashMap<u64, usize>,
    tallies: Vec<Tally>,
    /// The order on a ladder, the best first.
    ladder: Vec<usize>,
    /// Fixtures that are neither being played nor finished, by player: a fixture is in the sets of both.
    waiting: Vec<BTreeSet<usize>>,
    unfinished: usize,
    stopped: bool,
}

impl Tournament {
    /// A new tournament with this many players.
    #[must_use]
    pub fn new(format: TournamentFormat, players: usize, seed: u64) -> Self {
        Self {
            format,
            seed,
            players,
            fixtures: Vec::new(),
            by_game: FxHashMap::default(),
            tallies: vec![Tally::default(); players],
            ladder: (0..players).collect(),
            waiting: vec![BTreeSet::new(); players],
            unfinished: 0,
            stopped: false,
        }
    }

    /// The format.
    #[must_use]
    pub const fn format(&self) -> &TournamentFormat {
        &self.format
    }

    /// How many take part.
    #[must_use]
    pub const fn players(&self) -> usize {
        self.players
    }

    /// All games, in the order in which they were paired.
    #[must_use]
    pub fn fixtures(&self) -> &[Fixture] {
        &self.fixtures
    }

    /// The game with this number on its server.
    #[must_use]
    pub fn fixture(&self, game: u64) -> Option<&Fixture> {
        self.by_game.get(&game).map(|&index| &self.fixtures[index])
    }

    /// The data about a player for pairings.
    #[must_use]
    pub fn tally(&self, player: usize) -> Tally {
        self.tallies[player]
    }

    /// No further pairings are made; games that are paired are still played.
    pub fn stop(&mut self) {
        self.stopped = true;
    }

    /// The pairings that are due now. In formats without rounds they are among those who are free. Each pairing has to be
    /// added with [`Tournament::add`] before the next question.
    #[must_use]
    pub fn due(&self, free: &[usize]) -> Vec<Pairing> {
        if self.stopped || self.players < 2 {
            return Vec::new();
        }
        let everyone: Vec<usize> = (0..self.players).collect();
        match &self.format {
            TournamentFormat::Random { games } => {
                let mut pairings = free_play::random(free, self.fixtures.len(), self.seed, &self.tallies);
                pairings.truncate(self.left(*games));
                pairings
            }
            TournamentFormat::Ladder { games } => {
                let mut pairings = free_play::challenges(free, &self.ladder, &self.tallies);
                pairings.truncate(self.left(*games));
                pairings
            }
            TournamentFormat::Pools { pools, double, advance, last } => {
                if self.fixtures.is_empty() {
                    let pools = format::pools(self.players, *pools);
                    let in_pool = |(number, pool): (usize, Vec<usize>)| {
                        let games = round_robin::pairings(&pool, *double, 0);
                        games.into_iter().map(move |pairing| Pairing { bout: number as u32, ..pairing })
                    };
                    return pools.into_iter().enumerate().flat_map(in_pool).collect();
                }
                if self.unfinished > 0 && !self.in_final() {
                    return Vec::new();
                }
                self.due_in(last, &self.qualified(*pools, *advance), 1)
            }
            format => self.due_in(format, &everyone, 0),
        }
    }

    /// The pairings that are due in a stage with rounds.
    fn due_in(&self, format: &TournamentFormat, players: &[usize], stage: u32) -> Vec<Pairing> {
        let begun = self.fixtures.iter().rev().find(|fixture| fixture.pairing.stage == stage);
        match *format {
            TournamentFormat::RoundRobin { double } => match begun {
                None => round_robin::pairings(players, double, stage),
                Some(_) => Vec::new(),
            },
            TournamentFormat::Knockout { best_of } => {
                knockout::pairings(players, best_of, stage, &self.fixtures, &self.tallies)
            }
            TournamentFormat::Swiss { rounds } => {
                let played = begun.map_or(0, |fixture| fixture.pairing.round);
                if self.unfinished > 0 || played >= rounds {
                    return Vec::new();
                }
                swiss::pairings(players, played + 1, stage, &self.fixtures, &self.tallies)
            }
            TournamentFormat::Random { .. }
            | TournamentFormat::Ladder { .. }
            | TournamentFormat::Pools { .. } => Vec::new(),
        }
    }

    /// Adds a game that was paired.
    pub fn add(&mut self, game: u64, pairing: Pairing) {
        let index = self.fixtures.len();
        self.fixtures.push(Fixture { game, pairing, result: None });
        self.by_game.insert(game, index);
        self.unfinished += 1;
        for (color, player, opponent) in
            [(Color::Black, pairing.black, pairing.white), (Color::White, pairing.white, pairing.black)]
        {
            self.waiting[player].insert(index);
            let tally = &mut self.tallies[player];
            tally.games += 1;
            tally.balance += if color == Color::Black { 1 } else { -1 };
            tally.last_color = Some(color);
            tally.last = Some(opponent);
        }
    }

    /// Games whose players are both free, at most one for each player; they count as being played from now on.
    pub fn begin(&mut self, free: &[usize]) -> Vec<Fixture> {
        let mut is_free = vec![false; self.players];
        for &player in free {
            is_free[player] = true;
        }
        let mut begun = Vec::new();
        for &player in free {
            if !is_free[player] {
                continue;
            }
            let can_begin = |&&index: &&usize| {
                let Pairing { black, white, .. } = self.fixtures[index].pairing;
                is_free[black] && is_free[white]
            };
            let Some(&index) = self.waiting[player].iter().find(can_begin) else { continue };
            let fixture = self.fixtures[index];
            for player in [fixture.pairing.black, fixture.pairing.white] {
                is_free[player] = false;
                self.waiting[player].remove(&index);
            }
            begun.push(fixture);
        }
        begun
    }

    /// A game that waits is being played, as it was before a restart.
    pub fn withdraw(&mut self, game: u64) {
        if let Some(&index) = self.by_game.get(&game) {
            let Pairing { black, white, .. } = self.fixtures[index].pairing;
            self.waiting[black].remove(&index);
            self.waiting[white].remove(&index);
        }
    }

    /// A game goes back to those that wait: it will be played again from the start.
    pub fn put_back(&mut self, game: u64) {
        if let Some(&index) = self.by_game.get(&game)
            && self.fixtures[index].result.is_none()
        {
            let Pairing { black, white, .. } = self.fixtures[index].pairing;
            self.waiting[black].insert(index);
            self.waiting[white].insert(index);
        }
    }

    /// A game is over. Returns false, and changes nothing, if it was over before or is not a game of this tournament.
    pub fn finish(&mut self, game: u64, score: Score) -> bool {
        let Some(&index) = self.by_game.get(&game) else { return false };
        if self.fixtures[index].result.is_some() {
            return false;
        }
        self.fixtures[index].result = Some(score);
        self.unfinished -= 1;
        let fixture = self.fixtures[index];
        for player in [fixture.pairing.black, fixture.pairing.white] {
            self.waiting[player].remove(&index);
        }
        if let Some(color) = score.winner {
            free_play::climb(&mut self.ladder, fixture.player(color), fixture.player(color.opponent()));
        }
        true
    }

    /// Whether a player has games that wait to be played.
    #[must_use]
    pub fn has_waiting(&self, player: usize) -> bool {
        !self.waiting[player].is_empty()
    }

    /// Whether everything is played.
    #[must_use]
    pub fn is_over(&self) -> bool {
        if self.unfinished > 0 {
            return false;
        }
        if self.stopped || self.players < 2 {
            return true;
        }
        match self.format {
            TournamentFormat::Random { games } | TournamentFormat::Ladder { games } => self.left(games) == 0,
            _ => self.due(&[]).is_empty(),
        }
    }

    /// Everyone's place, the best first.
    #[must_use]
    pub fn standings(&self) -> Vec<Rank> {
        standings::of(self)
    }

    /// The order on the ladder, the best first.
    #[must_use]
    pub fn ladder(&self) -> &[usize] {
        &self.ladder
    }

    /// Games that may still be paired in a format without rounds.
    fn left(&self, games: u32) -> usize {
        if games == 0 { usize::MAX } else { (games as usize).saturating_sub(self.fixtures.len()) }
    }

    fn in_final(&self) -> bool {
        self.fixtures.last().is_some_and(|fixture| fixture.pairing.stage == 1)
    }

    /// Who plays the final after the pools: first the winners of the pools, then the seconds, and so on.
    fn qualified(&self, pools: u32, advance: u32) -> Vec<usize> {
        let ranked: Vec<Vec<usize>> =
            format::pools(self.players, pools).iter().map(|pool| standings::in_pool(self, pool)).collect();
        let place = |place: usize| ranked.iter().filter_map(move |pool| pool.get(place).copied());
        (0..advance as usize).flat_map(place).collect()
    }
}
