//! Knock-out: the loser of a bout is out. Seeds are spread so that the best meet last; byes go to the best.

use board::Color;

use super::{Fixture, Pairing, Tally, darker};

/// A bout of the bracket, and who won it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bout {
    pub(super) round: u32,
    pub(super) number: u32,
    /// `None` stands for a bye.
    pub(super) sides: [Option<usize>; 2],
    pub(super) winner: Option<usize>,
}

/// The bracket as far as it is known: all bouts of every round whose sides are settled.
pub(super) fn bracket(players: &[usize], best_of: u32, stage: u32, fixtures: &[Fixture]) -> Vec<Bout> {
    let needed = best_of / 2 + 1;
    let mut bouts = Vec::new();
    let mut sides: Vec<Option<usize>> =
        seed_order(players.len()).into_iter().map(|seed| players.get(seed).copied()).collect();
    let mut round = 1;
    while sides.len() > 1 {
        let mut winners = Vec::with_capacity(sides.len() / 2);
        for (number, pair) in sides.chunks(2).enumerate() {
            let (number, sides) = (number as u32, [pair[0], pair[1]]);
            let winner = match sides {
                [Some(only), None] | [None, Some(only)] => Some(only),
                [Some(a), Some(b)] => {
                    let of_bout = |fixture: &&Fixture| {
                        let pairing = fixture.pairing;
                        (pairing.stage, pairing.round, pairing.bout) == (stage, round, number)
                    };
                    let games: Vec<&Fixture> = fixtures.iter().filter(of_bout).collect();
                    let wins =
                        |player: usize| games.iter().filter(|game| game.winner() == Some(player)).count();
                    let played = games.iter().filter(|game| game.result.is_some()).count() as u32;
                    let seed = |player: usize| players.iter().position(|&other| other == player);
                    let [first, second] = [wins(a) as u32, wins(b) as u32];
                    if first >= needed {
                        Some(a)
                    } else if second >= needed {
                        Some(b)
                    } else if played >= best_of {
                        // Games that both lost decide nothing: more wins, then the better seed.
                        let better = if seed(a) < seed(b) { a } else { b };
                        Some(if first > second {
                            a
                        } else if second > first {
                            b
                        } else {
                            better
                        })
                    } else {
                        None
                    }
                }
                [None, None] => None,
            };
            bouts.push(Bout { round, number, sides, winner });
            winners.push(winner);
        }
        if winners.iter().any(Option::is_none) {
            break;
        }
        sides = winners;
        round += 1;
    }
    bouts
}

/// The games that are due: one for each bout that is open and has no game waiting or running.
pub(super) fn pairings(
    players: &[usize],
    best_of: u32,
    stage: u32,
    fixtures: &[Fixture],
    tallies: &[Tally],
) -> Vec<Pairing> {
    let mut pairings = Vec::new();
    for bout in bracket(players, best_of, stage, fixtures) {
        let ([Some(a), Some(b)], None) = (bout.sides, bout.winner) else { continue };
        let games = fixtures.iter().filter(|fixture| {
            let pairing = fixture.pairing;
            (pairing.stage, pairing.round, pairing.bout) == (stage, bout.round, bout.number)
        });
        let mut last = None;
        let mut is_open = false;
        for game in games {
            is_open |= game.result.is_none();
            last = Some(game.pairing);
        }
        if is_open {
            continue;
        }
        // Colours alternate within a bout; the first game goes by the colours so far.
        let (black, white) = match last {
            Some(pairing) => (pairing.white, pairing.black),
            None => match darker(&tallies[a], &tallies[b]) {
                Color::Black => (a, b),
                Color::White => (b, a),
            },
        };
        pairings.push(Pairing { stage, round: bout.round, bout: bout.number, black, white });
    }
    pairings
}

/// The seeds from top to bottom of the bracket: 0 and 1 can meet in the last round only, the first four in the last two.
fn seed_order(players: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < players {
        let size = 2 * order.len();
        order = order.iter().flat_map(|&seed| [seed, size - 1 - seed]).collect();
    }
    order
}

/// In which round a player went out; the number of rounds + 1 for the winner, 0 for someone who has not lost yet.
pub(super) fn rounds_survived(bouts: &[Bout], player: usize) -> u32 {
    let lost = bouts.iter().find(|bout| {
        bout.sides.contains(&Some(player)) && bout.winner.is_some_and(|winner| winner != player)
    });
    lost.map_or_else(|| bouts.iter().map(|bout| bout.round).max().unwrap_or(0) + 1, |bout| bout.round)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_spread() {
        assert_eq!(seed_order(8), [0, 7, 3, 4, 1, 6, 2, 5]);
        assert_eq!(seed_order(1), [0]);
        assert_eq!(seed_order(2), [0, 1]);
        assert_eq!(seed_order(5).len(), 8);
    }
}
