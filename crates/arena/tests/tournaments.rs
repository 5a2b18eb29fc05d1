//! Pairings are fair: whole tournaments with random results, compared with every pairing there is.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::collections::{BTreeMap, BTreeSet};

use arena::signals::SignalReason;
use arena::{Fixture, Pairing, Score, Tournament, TournamentFormat};
use board::Color;
use proptest::prelude::*;
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};

/// Plays a tournament to its end, a random number of games at once, and calls `round` whenever new pairings are made.
fn play(
    format: TournamentFormat,
    players: usize,
    seed: u64,
    mut strength: impl FnMut(&mut Xoshiro256PlusPlus, &Pairing) -> Option<Color>,
    mut round: impl FnMut(&Tournament, &[Pairing]),
) -> Tournament {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut tournament = Tournament::new(format, players, seed);
    let mut free: BTreeSet<usize> = (0..players).collect();
    let mut playing: Vec<Fixture> = Vec::new();
    let mut games = 0;
    for _ in 0..100_000 {
        let idle: Vec<usize> = free.iter().copied().collect();
        let due = tournament.due(&idle);
        if !due.is_empty() {
            round(&tournament, &due);
        }
        for pairing in due {
            games += 1;
            tournament.add(games, pairing);
        }
        for fixture in tournament.begin(&idle) {
            assert!(free.remove(&fixture.pairing.black) && free.remove(&fixture.pairing.white));
            playing.push(fixture);
        }
        if playing.is_empty() {
            assert!(tournament.is_over(), "nothing to play, but not over");
            return tournament;
        }
        assert!(!tournament.is_over());
        let fixture = playing.swap_remove((random.next_u64() % playing.len() as u64) as usize);
        let winner = strength(&mut random, &fixture.pairing);
        let score = Score { winner, reason: SignalReason::Connection };
        assert!(tournament.finish(fixture.game, score));
        assert!(!tournament.finish(fixture.game, score), "a result counts once");
        free.extend([fixture.pairing.black, fixture.pairing.white]);
    }
    panic!("the tournament does not end");
}

fn coin(random: &mut Xoshiro256PlusPlus, _: &Pairing) -> Option<Color> {
    Some(if random.next_u64() & 1 == 0 { Color::Black } else { Color::White })
}

/// All ways to pair these players; with an odd number one of them is left out.
fn all_pairings(players: &[usize]) -> Vec<Vec<(usize, usize)>> {
    if players.len() % 2 == 1 {
        return (0..players.len())
            .flat_map(|out| {
                let mut rest = players.to_vec();
                rest.remove(out);
                all_pairings(&rest)
            })
            .collect();
    }
    let Some((&first, rest)) = players.split_first() else { return vec![Vec::new()] };
    let with = |place: usize| {
        let mut left = rest.to_vec();
        let partner = left.remove(place);
        all_pairings(&left).into_iter().map(move |mut pairs| {
            pairs.push((first, partner));
            pairs
        })
    };
    (0..rest.len()).flat_map(with).collect()
}

/// The scores before a Swiss round, counted from the games alone.
struct Before {
    met: BTreeMap<(usize, usize), u32>,
    byes: Vec<u32>,
    points: Vec<u32>,
    balance: Vec<i32>,
}

impl Before {
    fn new(tournament: &Tournament, round: u32) -> Self {
        let players = tournament.players();
        let mut before = Self {
            met: BTreeMap::new(),
            byes: vec![round - 1; players],
            points: vec![0; players],
            balance: vec![0; players],
        };
        for fixture in tournament.fixtures() {
            let Pairing { black, white, .. } = fixture.pairing;
            *before.met.entry((black.min(white), black.max(white))).or_default() += 1;
            before.byes[black] -= 1;
            before.byes[white] -= 1;
            before.balance[black] += 1;
            before.balance[white] -= 1;
            if let Some(winner) = fixture.winner() {
                before.points[winner] += 1;
            }
        }
        for player in 0..players {
            before.points[player] += before.byes[player];
        }
        before
    }

    /// How bad a pairing is, the worst fault first: rematches and second byes, colours beyond two, floats, colours beyond one.
    fn faults(&self, pairs: &[(usize, usize)]) -> [u32; 4] {
        let mut faults = [0; 4];
        let mut paired = vec![false; self.points.len()];
        let lowest = self.points.iter().min().copied().unwrap_or(0);
        for &(a, b) in pairs {
            paired[a] = true;
            paired[b] = true;
            faults[0] += self.met.get(&(a.min(b), a.max(b))).copied().unwrap_or(0);
            faults[2] += self.points[a].abs_diff(self.points[b]).pow(2);
            let after = |x: i32, y: i32| {
                let beyond = |most: i32| u32::from(x.abs() > most) + u32::from(y.abs() > most);
                (beyond(2), beyond(1))
            };
            let (x, y) = (self.balance[a], self.balance[b]);
            let (two, one) = after(x + 1, y - 1).min(after(x - 1, y + 1));
            faults[1] += two;
            faults[3] += one;
        }
        for (player, _) in paired.iter().enumerate().filter(|(_, paired)| !**paired) {
            faults[0] += self.byes[player];
            faults[2] += (self.points[player] - lowest).pow(2);
        }
        faults
    }
}

/// Scores come before colours, so that some have a colour twice too often; over many tournaments they are few.
#[test]
fn swiss_colors_are_mostly_even() {
    let (mut uneven, mut all) = (0, 0);
    for seed in 0..100 {
        let (players, rounds) = (17 + seed as usize % 24, 3 + seed as u32 % 5);
        let tournament = play(TournamentFormat::Swiss { rounds }, players, seed, coin, |_, _| {});
        let before = Before::new(&tournament, rounds + 1);
        uneven += before.balance.iter().filter(|balance| balance.abs() > 1).count();
        all += players;
    }
    assert!(uneven * 10 <= all, "{uneven} of {all} have a colour twice too often");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// No pairing has fewer rematches; of those without more rematches none keeps colours and scores closer together.
    #[test]
    fn swiss_pairings_are_the_best_there_are(players in 2usize..=8, rounds in 1u32..=7, seed: u64) {
        let everyone: Vec<usize> = (0..players).collect();
        let mut round = 0;
        let check = |tournament: &Tournament, pairings: &[Pairing]| {
            round += 1;
            let before = Before::new(tournament, round);
            let pairs: Vec<_> = pairings.iter().map(|p| (p.black, p.white)).collect();
            assert_eq!(pairs.len(), players / 2);
            let best = all_pairings(&everyone).iter().map(|pairs| before.faults(pairs)).min().unwrap();
            assert_eq!(before.faults(&pairs), best, "round {round}: {pairs:?}");
            // The colours are given as well as that pair allows.
            let beyond = |player: usize, change: i32| u32::from((before.balance[player] + change).abs() > 1);
            let given: u32 = pairs.iter().map(|&(black, white)| beyond(black, 1) + beyond(white, -1)).sum();
            assert_eq!(given, best[3]);
        };
        let tournament = play(TournamentFormat::Swiss { rounds }, players, seed, coin, check);
        prop_assert_eq!(tournament.fixtures().len(), players / 2 * rounds as usize);
    }

    /// Larger fields, where not all pairings can be tried: no pair meets twice, no player rests twice, colours stay within two.
    #[test]
    fn swiss_is_fair_in_larger_fields(players in 17usize..=40, rounds in 3u32..=7, seed: u64) {
        let tournament = play(TournamentFormat::Swiss { rounds }, players, seed, coin, |_, _| {});
        let before = Before::new(&tournament, rounds + 1);
        prop_assert!(before.met.values().all(|&times| times == 1), "a rematch");
        prop_assert!(before.byes.iter().all(|&byes| byes <= 1), "two byes");
        prop_assert!(before.balance.iter().all(|balance| balance.abs() <= 2), "{:?}", before.balance);
    }

    #[test]
    fn knockouts_end_with_one_winner(players in 2usize..=33, half in 0u32..3, seed: u64) {
        let best_of = 2 * half + 1;
        let tournament = play(TournamentFormat::Knockout { best_of }, players, seed, coin, |_, _| {});
        let mut bouts = BTreeMap::<(u32, u32), Vec<Fixture>>::new();
        for fixture in tournament.fixtures() {
            bouts.entry((fixture.pairing.round, fixture.pairing.bout)).or_default().push(*fixture);
        }
        prop_assert_eq!(bouts.len(), players - 1, "everyone but the winner loses one bout");
        let mut out = BTreeSet::new();
        for games in bouts.values() {
            let players = BTreeSet::from([games[0].pairing.black, games[0].pairing.white]);
            let wins = |player: usize| games.iter().filter(|game| game.winner() == Some(player)).count() as u32;
            let loser = players.iter().copied().find(|&player| wins(player) <= half).unwrap();
            prop_assert!(players.iter().any(|&player| wins(player) == half + 1));
            prop_assert!(out.insert(loser), "someone lost two bouts");
            for pair in games.windows(2) {
                prop_assert_eq!(pair[0].pairing.black, pair[1].pairing.white, "colours alternate");
            }
        }
        // Byes go to the first seeds, at most one each, and only in the first round.
        let rounds = bouts.keys().map(|key| key.0).max().unwrap();
        let byes = (1usize << rounds) - players;
        let in_first: BTreeSet<usize> = bouts.iter().filter(|(key, _)| key.0 == 1)
            .flat_map(|(_, games)| [games[0].pairing.black, games[0].pairing.white]).collect();
        prop_assert_eq!(in_first, (byes..players).collect::<BTreeSet<_>>());
        let first = tournament.standings()[0].player;
        prop_assert!(!out.contains(&first), "the winner is the one who never lost a bout");
    }

    #[test]
    fn the_best_seed_wins_its_way_and_meets_the_second_last(players in 2usize..=32, seed: u64) {
        let better = |_: &mut Xoshiro256PlusPlus, pairing: &Pairing| {
            Some(if pairing.black < pairing.white { Color::Black } else { Color::White })
        };
        let tournament = play(TournamentFormat::Knockout { best_of: 1 }, players, seed, better, |_, _| {});
        let order: Vec<usize> = tournament.standings().iter().map(|rank| rank.player).collect();
        prop_assert_eq!(&order[..2], &[0, 1]);
        let robin = play(TournamentFormat::RoundRobin { double: false }, players.min(12), seed, better, |_, _| {});
        let order: Vec<usize> = robin.standings().iter().map(|rank| rank.player).collect();
        prop_assert_eq!(order, (0..players.min(12)).collect::<Vec<_>>());
    }

    #[test]
    fn free_play_ends_after_its_games_and_keeps_colours_close(players in 2usize..=20, games in 1u32..80, seed: u64) {
        for format in [TournamentFormat::Random { games }, TournamentFormat::Ladder { games }] {
            let tournament = play(format.clone(), players, seed, coin, |_, _| {});
            prop_assert_eq!(tournament.fixtures().len(), games as usize);
            for player in 0..players {
                prop_assert!(tournament.tally(player).balance.abs() <= 3, "{:?}", format);
            }
            let mut ladder = tournament.ladder().to_vec();
            ladder.sort_unstable();
            prop_assert_eq!(ladder, (0..players).collect::<Vec<_>>());
        }
    }

    #[test]
    fn pools_feed_a_final(players in 4usize..=24, pools in 2u32..=4, seed: u64) {
        let last = Box::new(TournamentFormat::Knockout { best_of: 1 });
        let format = TournamentFormat::Pools { pools, double: false, advance: 2, last };
        let better = |_: &mut Xoshiro256PlusPlus, pairing: &Pairing| {
            Some(if pairing.black < pairing.white { Color::Black } else { Color::White })
        };
        let tournament = play(format, players, seed, better, |_, _| {});
        let pools = (pools as usize).min(players / 2);
        let finals = tournament.fixtures().iter().filter(|fixture| fixture.pairing.stage == 1).count();
        prop_assert_eq!(finals, 2 * pools - 1);
        let order = tournament.standings();
        prop_assert_eq!(order.len(), players);
        prop_assert_eq!(order[0].player, 0);
        let places: Vec<u32> = order.iter().map(|rank| rank.place).collect();
        prop_assert_eq!(places, (1..=players as u32).collect::<Vec<_>>());
    }

    /// Games that both players lose leave every format able to end.
    #[test]
    fn games_without_a_winner_do_not_stop_a_tournament(players in 2usize..=9, seed: u64) {
        let nobody = |random: &mut Xoshiro256PlusPlus, pairing: &Pairing| {
            if random.next_u64().is_multiple_of(3) { coin(random, pairing) } else { None }
        };
        let last = Box::new(TournamentFormat::Swiss { rounds: 2 });
        for format in [
            TournamentFormat::RoundRobin { double: true },
            TournamentFormat::Knockout { best_of: 3 },
            TournamentFormat::Swiss { rounds: 4 },
            TournamentFormat::Random { games: 9 },
            TournamentFormat::Ladder { games: 9 },
            TournamentFormat::Pools { pools: 2, double: false, advance: 1, last },
        ] {
            let tournament = play(format, players, seed, nobody, |_, _| {});
            prop_assert_eq!(tournament.standings().len(), players);
        }
    }
}

#[test]
fn top_half_meets_bottom_half() {
    let mut first = Vec::new();
    play(TournamentFormat::Swiss { rounds: 1 }, 8, 1, coin, |_, pairings| first = pairings.to_vec());
    let mut pairs: Vec<_> = first.iter().map(|p| (p.black.min(p.white), p.black.max(p.white))).collect();
    pairs.sort_unstable();
    assert_eq!(pairs, [(0, 4), (1, 5), (2, 6), (3, 7)]);
    let blacks: Vec<bool> = (0..4).map(|seed| first.iter().any(|p| p.black == seed)).collect();
    assert_eq!(blacks, [true, false, true, false], "the seeds alternate colours");
}

#[test]
fn wrong_formats_are_refused() {
    for (format, what) in [
        (TournamentFormat::Knockout { best_of: 2 }, "best_of"),
        (TournamentFormat::Swiss { rounds: 0 }, "rounds"),
        (
            TournamentFormat::Pools {
                pools: 0,
                double: false,
                advance: 1,
                last: Box::new(TournamentFormat::Swiss { rounds: 1 }),
            },
            "pools",
        ),
        (
            TournamentFormat::Pools {
                pools: 2,
                double: false,
                advance: 1,
                last: Box::new(TournamentFormat::Ladder { games: 1 }),
            },
            "final",
        ),
    ] {
        let error = format.checked().unwrap_err().to_string();
        assert!(error.contains(what) && error.contains("expected"), "{error}");
    }
}
