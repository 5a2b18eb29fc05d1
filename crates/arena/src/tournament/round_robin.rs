//! Round robin: each player meets every other, once or once with each colour.

use super::Pairing;

/// All games among these players. Rounds follow the circle method; colours are balanced within one.
pub(super) fn pairings(players: &[usize], double: bool, stage: u32) -> Vec<Pairing> {
    let circle = players.len() + players.len() % 2;
    let mut pairings = Vec::new();
    for lap in 0..=u32::from(double) {
        for round in 0..circle.saturating_sub(1) {
            for (a, b) in round_pairs(circle, round) {
                // With an odd number the last place of the circle is empty: the player that meets it rests.
                let (Some(&first), Some(&second)) = (players.get(a.min(b)), players.get(a.max(b))) else {
                    continue;
                };
                let (black, white) = if (a + b) % 2 == 1 { (first, second) } else { (second, first) };
                let (black, white) = if lap == 0 { (black, white) } else { (white, black) };
                let round = lap * (circle as u32 - 1) + round as u32 + 1;
                pairings.push(Pairing { stage, round, bout: 0, black, white });
            }
        }
    }
    pairings
}

/// One player stands still, the others walk around it: those at equal distances before and behind its opponent meet.
fn round_pairs(circle: usize, round: usize) -> impl Iterator<Item = (usize, usize)> {
    let walkers = circle - 1;
    let opposite = move |place: usize| ((round + place) % walkers, (round + walkers - place) % walkers);
    std::iter::once((walkers, round)).chain((1..circle / 2).map(opposite))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn everyone_meets_everyone_with_balanced_colours() {
        for count in 0..=21usize {
            let players: Vec<usize> = (0..count).map(|player| player * 3 + 1).collect();
            for double in [false, true] {
                let pairings = pairings(&players, double, 0);
                let mut met = BTreeMap::<(usize, usize), u32>::new();
                let mut balance = BTreeMap::<usize, i32>::new();
                let mut busy = std::collections::BTreeSet::new();
                for Pairing { round, black, white, .. } in pairings {
                    assert!(players.contains(&black) && players.contains(&white) && black != white);
                    let key = if double { (black, white) } else { (black.min(white), black.max(white)) };
                    *met.entry(key).or_default() += 1;
                    *balance.entry(black).or_default() += 1;
                    *balance.entry(white).or_default() -= 1;
                    assert!(busy.insert((round, black)) && busy.insert((round, white)), "twice in a round");
                }
                let pairs = count * count.saturating_sub(1) / if double { 1 } else { 2 };
                assert_eq!(met.len(), pairs);
                assert!(met.values().all(|&times| times == 1));
                let most = i32::from(!double);
                assert!(balance.values().all(|balance| balance.abs() <= most), "{count}: {balance:?}");
            }
        }
    }
}
