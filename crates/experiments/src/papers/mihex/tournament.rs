//! Section 2.4: round robin, knock-out, random play and Swiss system, with the same players.

use std::{collections::BTreeMap, time::Duration};

use arena::{Score, Tournament, TournamentFormat, signals::SignalReason};
use board::{BoardSize, Color, Game};
use player::{Player, Request};
use serde::Serialize;

use super::super::{ClaimOutcome, Experiment, PaperFinding, sources::PaperClaim};
use crate::{ExperimentError, Lab, error::require};

/// Who plays.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct TournamentEntrySettings {
    /// Board size
    #[arg(long, short = 's', default_value = "7")]
    pub(crate) size: BoardSize,
    /// Players, in the order of their seeding
    #[arg(long, short = 'p', num_args = 2.., default_values = ["mops", "random", "hexy:n=1,depth=2", "bridges", "queenbee:depth=2", "fillings:fillings=200", "hexy:n=0,depth=1", "mops:depth=1"])]
    pub(crate) players: Vec<String>,
    /// Rounds of the Swiss tournament
    #[arg(long, default_value_t = 3)]
    pub(crate) rounds: u32,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

#[derive(Debug, Serialize)]
struct Played {
    format: &'static str,
    games: usize,
    /// Players by place.
    order: Vec<usize>,
    points: Vec<u32>,
    /// Pairs of players whose order is that of the double round robin, as a part of all.
    agreement: f64,
}

impl Experiment for TournamentEntrySettings {
    const NAME: &'static str = "mihex-tournament";

    fn within(time: Duration) -> String {
        match time.as_secs() {
            0..10 => "--size 4 --players mops random bridges queenbee:depth=1 --rounds 2".to_string(),
            10..60 => "--size 6".to_string(),
            _ => String::new(),
        }
    }

    fn run(&self, _: &PaperClaim, lab: &Lab<'_>) -> Result<PaperFinding, ExperimentError> {
        let count = self.players.len();
        require!(count >= 3, "--players: found {count}: expected 3 or more");
        let mut players: Vec<Box<dyn Player>> =
            self.players.iter().map(|spec| lab.player(spec)).collect::<Result<_, _>>()?;
        let all = (count * (count - 1)) as u32;
        let formats = [
            ("double round robin", TournamentFormat::RoundRobin { double: true }),
            ("round robin", TournamentFormat::RoundRobin { double: false }),
            ("Swiss system", TournamentFormat::Swiss { rounds: self.rounds }),
            ("random play", TournamentFormat::Random { games: all / 2 }),
            ("knock-out", TournamentFormat::Knockout { best_of: 1 }),
        ];
        lab.watcher.begin(
            u64::from(all + all / 2 + all / 2) + u64::from(self.rounds) * count as u64 / 2 + count as u64,
            "games",
        );
        // Two players that meet again with the same colours play the same game: their moves depend on the position
        // and the seed.
        let mut known: BTreeMap<(usize, usize), Color> = BTreeMap::new();
        let mut played: Vec<Played> = Vec::new();
        for (name, format) in formats {
            lab.watcher.stage(name);
            let mut tournament = Tournament::new(format, count, self.seed);
            let everyone: Vec<usize> = (0..count).collect();
            let mut number = 0;
            while !tournament.is_over() && !lab.watcher.is_over() {
                let due = tournament.due(&everyone);
                for pairing in due {
                    tournament.add(number, pairing);
                    number += 1;
                }
                let begun = tournament.begin(&everyone);
                if begun.is_empty() {
                    break;
                }
                for fixture in begun {
                    let pair = (fixture.pairing.black, fixture.pairing.white);
                    let winner = match known.get(&pair) {
                        Some(&winner) => winner,
                        None => *known.entry(pair).or_insert(game(self, &mut players, pair)?),
                    };
                    tournament.finish(
                        fixture.game,
                        Score { winner: Some(winner), reason: SignalReason::Connection },
                    );
                    lab.watcher.advance(1);
                }
            }
            let standings = tournament.standings();
            let order: Vec<usize> = standings.iter().map(|rank| rank.player).collect();
            let points = standings.iter().map(|rank| rank.points).collect();
            let agreement = played.first().map_or(1.0, |best| agreement(&best.order, &order));
            played.push(Played {
                format: name,
                games: tournament.fixtures().len(),
                order,
                points,
                agreement,
            });
        }
        let places: Vec<[String; 6]> = (0..count)
            .map(|place| {
                let cell = |index: usize| {
                    let tournament = &played[index];
                    let player =
                        tournament.order.get(place).map_or("", |&player| self.players[player].as_str());
                    format!("{player} ({})", tournament.points.get(place).copied().unwrap_or(0))
                };
                [(place + 1).to_string(), cell(0), cell(1), cell(2), cell(3), cell(4)]
            })
            .collect();
        let percent = |tournament: &Played| format!("{:.0} %", 100.0 * tournament.agreement);
        let rows = played.iter().map(|tournament| {
            let winner = tournament.order.first().map_or("", |&player| self.players[player].as_str());
            [
                tournament.format.to_string(),
                tournament.games.to_string(),
                winner.to_string(),
                percent(tournament),
            ]
        });
        let rows: Vec<[String; 4]> = rows.collect();
        let best = played[0].order.first();
        let same_winner = played.iter().filter(|tournament| tournament.order.first() == best).count();
        // The paper's statement: of the formats a knock-out ranks worst.
        let knockout = played[4].agreement;
        let worst = played.iter().all(|tournament| tournament.agreement >= knockout);
        let outcome = match () {
            () if lab.watcher.is_over() => ClaimOutcome::Undecided,
            () if worst => ClaimOutcome::Holds,
            () => ClaimOutcome::Differs,
        };
        let because = format!(
            "{same_winner} of the 5 tournaments have the same winner. Of the pairs of players, the round robin orders {} as the double one does, Swiss {}, random play {} and the knock-out {}, with {}, {}, {} and {} games.{}",
            percent(&played[1]),
            percent(&played[2]),
            percent(&played[3]),
            percent(&played[4]),
            played[1].games,
            played[2].games,
            played[3].games,
            played[4].games,
            if worst {
                ""
            } else {
                " With other players the order of the formats may be another: each was played once."
            }
        );
        PaperFinding::new(
            outcome,
            format!(
                "the knock-out orders {} of the pairs as the double round robin does",
                percent(&played[4])
            ),
            because,
        )
        .with_table(
            format!("{count} players on {}; the double round robin is the measure", self.size),
            ["tournament", "games", "winner", "pairs in the same order"],
            rows,
        )
        .with_table(
            "The standings, with points",
            ["place", "double round robin", "round robin", "Swiss system", "random play", "knock-out"],
            places,
        )
        .with_data(&played)
    }
}

/// The winner of a game.
fn game(
    settings: &TournamentEntrySettings,
    players: &mut [Box<dyn Player>],
    (black, white): (usize, usize),
) -> Result<Color, ExperimentError> {
    let mut game = Game::new(settings.size, false);
    players[black].new_game();
    players[white].new_game();
    loop {
        if let Some(outcome) = game.outcome() {
            return Ok(outcome.winner);
        }
        let player = if game.to_move() == Color::Black { black } else { white };
        let seed = settings.seed.wrapping_add((100 * black + 10_000 * white + game.turns().len()) as u64);
        let choice = players[player].choose(&Request::new(&game, seed))?;
        game.play(choice.mv)?;
    }
}

/// Pairs of players whose order in both lists is the same, as a part of all pairs.
fn agreement(a: &[usize], b: &[usize]) -> f64 {
    let place = |list: &[usize], player: usize| list.iter().position(|&other| other == player);
    let pairs = || {
        a.iter()
            .enumerate()
            .flat_map(|(index, &first)| a[index + 1..].iter().map(move |&second| (first, second)))
    };
    let same = pairs().filter(|&(first, second)| place(b, first) < place(b, second)).count();
    same as f64 / pairs().count().max(1) as f64
}
