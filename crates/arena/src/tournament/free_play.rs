//! Formats without rounds: free players play. Random play, and a ladder that never ends.

use rand_xoshiro::{
    SplitMix64, Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};

use board::{Color, random_below};

use super::{Pairing, Tally, darker};

/// How many rungs up a player may challenge.
const REACH: usize = 3;

/// Pairs those who are free at random. `count` is the number of games so far: each pairing has its own chance. Two who have just
/// played each other wait for others, if there are any: else the first to be free would meet again and again.
pub(super) fn random(free: &[usize], count: usize, seed: u64, tallies: &[Tally]) -> Vec<Pairing> {
    let start =
        SplitMix64::seed_from_u64(seed ^ (count as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)).next_u64();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(start);
    let mut order = free.to_vec();
    for place in (1..order.len()).rev() {
        order.swap(place, random_below(&mut random, place + 1));
    }
    let again = |a: usize, b: usize| tallies[a].last == Some(b) && tallies[b].last == Some(a);
    let mut pairings = Vec::new();
    while let Some(player) = order.pop() {
        let partner = order.iter().rposition(|&other| tallies.len() == 2 || !again(player, other));
        if let Some(partner) = partner {
            pairings.push(colored(player, order.remove(partner), tallies));
        }
    }
    pairings
}

/// Challenges on a ladder, the best first in `ladder`: who has played least challenges first, the nearest free player above.
/// With more than two players, no player meets the same opponent twice in a row.
pub(super) fn challenges(free: &[usize], ladder: &[usize], tallies: &[Tally]) -> Vec<Pairing> {
    let rung = |player: usize| ladder.iter().position(|&other| other == player).unwrap_or(ladder.len());
    let mut order = free.to_vec();
    order.sort_by_key(|&player| (tallies[player].games, std::cmp::Reverse(rung(player))));
    let mut busy = vec![false; tallies.len()];
    let mut pairings = Vec::new();
    for &player in &order {
        if busy[player] {
            continue;
        }
        let place = rung(player);
        let lowest = place.saturating_sub(REACH);
        let opponent = ladder[lowest..place].iter().rev().copied().find(|&above| {
            let again = tallies[player].last == Some(above) || tallies[above].last == Some(player);
            free.contains(&above) && !busy[above] && (!again || ladder.len() == 2)
        });
        if let Some(opponent) = opponent {
            busy[player] = true;
            busy[opponent] = true;
            pairings.push(colored(player, opponent, tallies));
        }
    }
    pairings
}

/// After a game: a winner from below takes the loser's rung, and those between go down by one.
pub(super) fn climb(ladder: &mut [usize], winner: usize, loser: usize) {
    let place = |player: usize| ladder.iter().position(|&other| other == player);
    if let (Some(from), Some(to)) = (place(winner), place(loser))
        && from > to
    {
        ladder[to..=from].rotate_right(1);
    }
}

fn colored(a: usize, b: usize, tallies: &[Tally]) -> Pairing {
    let (black, white) = match darker(&tallies[a], &tallies[b]) {
        Color::Black => (a, b),
        Color::White => (b, a),
    };
    Pairing { stage: 0, round: 0, bout: 0, black, white }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_challenger_who_wins_takes_the_rung() {
        let mut ladder = [4, 2, 0, 3, 1];
        climb(&mut ladder, 3, 2);
        assert_eq!(ladder, [4, 3, 2, 0, 1]);
        climb(&mut ladder, 4, 1);
        assert_eq!(ladder, [4, 3, 2, 0, 1]);
    }

    #[test]
    fn challenges_go_up_and_not_twice_to_the_same() {
        let mut tallies = vec![Tally::default(); 4];
        let ladder = [0, 1, 2, 3];
        let pairs = |pairings: Vec<Pairing>| {
            pairings.into_iter().map(|p| (p.black.min(p.white), p.black.max(p.white))).collect::<Vec<_>>()
        };
        assert_eq!(pairs(challenges(&[0, 1, 2, 3], &ladder, &tallies)), [(2, 3), (0, 1)]);
        tallies[3].last = Some(2);
        assert_eq!(pairs(challenges(&[1, 2, 3], &ladder, &tallies)), [(1, 3)]);
        assert!(challenges(&[2], &ladder, &tallies).is_empty());
    }
}
