//! Standings: points, and tie-breaks that fit the format.
//!
//! | format | order |
//! | --- | --- |
//! | round robin, pools | win ratio, direct encounters, Sonneborn-Berger, wins with White |
//! | Swiss | points (a bye is one), Buchholz, direct encounters, Sonneborn-Berger |
//! | knock-out | the round reached, then wins, then the seeding |
//! | random play | win ratio, then wins |
//! | ladder | the rung |
//! | pools and a final | the final, then the place in the pool |
//!
//! The seeding breaks remaining ties, so the order never depends on chance.

use board::Color;
use serde::Serialize;

use super::{Fixture, Tournament, TournamentFormat, format, knockout, swiss};

/// A player's place and how it came about.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Rank {
    /// The player.
    pub player: usize,
    /// From 1; equal places are possible only before the seeding decides, so places are distinct.
    pub place: u32,
    /// Wins, and byes of a Swiss tournament.
    pub points: u32,
    /// Games won.
    pub wins: u32,
    /// Games lost; games that both lost count for both.
    pub losses: u32,
    /// Byes of a Swiss tournament.
    pub byes: u32,
    /// The tie-breaks of the format, in their order.
    pub tie_breaks: Vec<RankTieBreak>,
}

/// One tie-break of a player.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct RankTieBreak {
    /// Its name.
    pub name: &'static str,
    /// More is better.
    pub value: f64,
}

impl Rank {
    /// Finished games.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.wins + self.losses
    }

    /// Wins by games, 0 without games.
    #[must_use]
    pub fn ratio(&self) -> f64 {
        if self.games() == 0 { 0.0 } else { f64::from(self.wins) / f64::from(self.games()) }
    }
}

/// Everyone's place.
pub(super) fn of(tournament: &Tournament) -> Vec<Rank> {
    let everyone: Vec<usize> = (0..tournament.players()).collect();
    let fixtures = tournament.fixtures();
    match tournament.format() {
        TournamentFormat::Pools { pools, advance, last, .. } => {
            let qualified =
                if tournament.in_final() { tournament.qualified(*pools, *advance) } else { Vec::new() };
            let mut order = ranked(last, &qualified, fixtures, 1, tournament);
            let mut rest: Vec<(usize, usize)> = format::pools(tournament.players(), *pools)
                .iter()
                .flat_map(|pool| in_pool(tournament, pool).into_iter().enumerate())
                .filter(|(_, player)| !qualified.contains(player))
                .collect();
            rest.sort_unstable();
            order.extend(rest.into_iter().map(|(place, player)| {
                let mut standing = base(player, fixtures, None);
                standing.tie_breaks.push(RankTieBreak { name: "pool place", value: -(place as f64 + 1.0) });
                standing
            }));
            numbered(order)
        }
        format => numbered(ranked(format, &everyone, fixtures, 0, tournament)),
    }
}

/// The players of a pool, the best first.
pub(super) fn in_pool(tournament: &Tournament, pool: &[usize]) -> Vec<usize> {
    let format = TournamentFormat::RoundRobin { double: false };
    let order = ranked(&format, pool, tournament.fixtures(), 0, tournament);
    order.into_iter().map(|standing| standing.player).collect()
}

fn numbered(mut order: Vec<Rank>) -> Vec<Rank> {
    for (index, standing) in order.iter_mut().enumerate() {
        standing.place = index as u32 + 1;
    }
    order
}

fn base(player: usize, fixtures: &[Fixture], stage: Option<u32>) -> Rank {
    let mut standing =
        Rank { player, place: 0, points: 0, wins: 0, losses: 0, byes: 0, tie_breaks: Vec::new() };
    for fixture in fixtures {
        let pairing = fixture.pairing;
        let takes_part = pairing.black == player || pairing.white == player;
        if takes_part && fixture.result.is_some() && stage.is_none_or(|stage| stage == pairing.stage) {
            let won = fixture.winner() == Some(player);
            standing.wins += u32::from(won);
            standing.losses += u32::from(!won);
        }
    }
    standing.points = standing.wins;
    standing
}

/// The players of a stage in order.
fn ranked(
    format: &TournamentFormat,
    players: &[usize],
    fixtures: &[Fixture],
    stage: u32,
    tournament: &Tournament,
) -> Vec<Rank> {
    let summary = Summary::new(players, fixtures, stage);
    let mut rows: Vec<Rank> = players.iter().map(|&player| summary.rows[player].clone()).collect();
    let bouts = match *format {
        TournamentFormat::Knockout { best_of } => knockout::bracket(players, best_of, stage, fixtures),
        _ => Vec::new(),
    };
    let rounds =
        fixtures.iter().filter(|f| f.pairing.stage == stage).map(|f| f.pairing.round).max().unwrap_or(0);
    for row in &mut rows {
        let player = row.player;
        let tie = |name, value: f64| RankTieBreak { name, value };
        row.tie_breaks = match format {
            TournamentFormat::RoundRobin { .. } | TournamentFormat::Pools { .. } => {
                vec![tie("win ratio", row.ratio())]
            }
            TournamentFormat::Swiss { .. } => {
                row.byes = swiss::byes(player, rounds + 1, stage, fixtures).max(0) as u32;
                row.points += row.byes;
                Vec::new()
            }
            TournamentFormat::Knockout { .. } => {
                let reached = f64::from(knockout::rounds_survived(&bouts, player));
                vec![tie("round reached", reached), tie("wins", f64::from(row.wins))]
            }
            TournamentFormat::Random { .. } => {
                vec![tie("win ratio", row.ratio()), tie("wins", f64::from(row.wins))]
            }
            TournamentFormat::Ladder { .. } => {
                let rung = tournament.ladder().iter().position(|&other| other == player).unwrap_or(0);
                vec![tie("rung", -(rung as f64 + 1.0))]
            }
        };
    }
    let points: Vec<(usize, u32)> = rows.iter().map(|row| (row.player, row.points)).collect();
    let first = |row: &Rank| match format {
        TournamentFormat::RoundRobin { .. } | TournamentFormat::Pools { .. } => row.ratio(),
        _ => f64::from(row.points),
    };
    let leading: Vec<(usize, f64)> = rows.iter().map(|row| (row.player, first(row))).collect();
    for row in &mut rows {
        let player = row.player;
        let tied: Vec<usize> = {
            let own = first(row);
            leading
                .iter()
                .filter(|(other, value)| *other != player && *value == own)
                .map(|pair| pair.0)
                .collect()
        };
        let tie = |name, value| RankTieBreak { name, value };
        let direct = tie("direct encounters", summary.direct(player, &tied));
        let berger = tie("Sonneborn-Berger", summary.sum(player, &points, true));
        match format {
            TournamentFormat::RoundRobin { .. } => {
                let white = tie("wins with White", f64::from(summary.white_wins[player]));
                row.tie_breaks.extend([direct, berger, white]);
            }
            TournamentFormat::Swiss { .. } => {
                let buchholz = tie("Buchholz", summary.sum(player, &points, false));
                row.tie_breaks.extend([tie("points", f64::from(row.points)), buchholz, direct, berger]);
            }
            _ => {}
        }
    }
    // The sort is stable: the seeding decides what is still equal.
    rows.sort_by(|a, b| {
        let values = |row: &Rank| row.tie_breaks.iter().map(|tie| tie.value).collect::<Vec<_>>();
        values(b).partial_cmp(&values(a)).unwrap_or(std::cmp::Ordering::Equal)
    });
    rows
}

/// Results of a stage by player, counted in one pass over the games.
struct Summary {
    rows: Vec<Rank>,
    white_wins: Vec<u32>,
    /// Opponents of each player, and whether it won.
    met: Vec<Vec<(usize, bool)>>,
}

impl Summary {
    fn new(players: &[usize], fixtures: &[Fixture], stage: u32) -> Self {
        let most = players.iter().max().map_or(0, |&player| player + 1);
        let mut summary = Self {
            rows: (0..most).map(|player| base(player, &[], None)).collect(),
            white_wins: vec![0; most],
            met: vec![Vec::new(); most],
        };
        for fixture in fixtures.iter().filter(|fixture| fixture.pairing.stage == stage) {
            if fixture.result.is_none() {
                continue;
            }
            for color in Color::BOTH {
                let (player, opponent) = (fixture.player(color), fixture.player(color.opponent()));
                if player >= most || opponent >= most {
                    continue;
                }
                let won = fixture.winner() == Some(player);
                summary.met[player].push((opponent, won));
                summary.rows[player].wins += u32::from(won);
                summary.rows[player].points += u32::from(won);
                summary.rows[player].losses += u32::from(!won);
                summary.white_wins[player] += u32::from(won && color == Color::White);
            }
        }
        summary
    }

    /// Wins in the games against those with the same result.
    fn direct(&self, player: usize, tied: &[usize]) -> f64 {
        self.met[player].iter().filter(|(opponent, won)| *won && tied.contains(opponent)).count() as f64
    }

    /// The sum of the opponents' points: of those it won against, or of all.
    fn sum(&self, player: usize, points: &[(usize, u32)], won_only: bool) -> f64 {
        let points_of = |wanted: usize| {
            points.iter().find(|(other, _)| *other == wanted).map_or(0, |&(_, points)| points)
        };
        let counted = self.met[player].iter().filter(|(_, won)| *won || !won_only);
        // Summed as whole numbers: an empty sum of floating-point numbers is minus zero.
        f64::from(counted.map(|&(opponent, _)| points_of(opponent)).sum::<u32>())
    }
}
