//! Swiss pairings after the idea of FIDE's system: players of the same score meet, the top half of a score group against its
//! bottom half, no pair twice, colours balanced; if a group is odd, one player floats to the next.
//!
//! Instead of FIDE's procedure of transpositions and exchanges, every possible pair has a cost and the cheapest pairing of all
//! is taken. The cost is a sum of tiers, each worth more than all below it together: rematches (and second byes), colours beyond
//! two of a kind, differences of score, colours beyond one, and the distance from "top half against bottom half". So a rematch
//! happens only where no pairing avoids it, and so on down the tiers.

use board::Color;

use super::{Fixture, Pairing, Tally, darker, matching::least_cost_pairs};

/// The data about a player for the next round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Standing {
    player: usize,
    points: u32,
    balance: i32,
    /// Rank within the score group, and the size of the group.
    rank: usize,
    group: usize,
}

/// The pairings of a round; a player without one has a bye. The order of `players` is the seeding.
pub(super) fn pairings(
    players: &[usize],
    round: u32,
    stage: u32,
    fixtures: &[Fixture],
    tallies: &[Tally],
) -> Vec<Pairing> {
    let standings = standings(players, round, stage, fixtures);
    let n = standings.len();
    let mut met = vec![0i64; n * n];
    let place = |player: usize| standings.iter().position(|standing| standing.player == player);
    for fixture in fixtures.iter().filter(|fixture| fixture.pairing.stage == stage) {
        if let (Some(a), Some(b)) = (place(fixture.pairing.black), place(fixture.pairing.white)) {
            met[a * n + b] += 1;
            met[b * n + a] += 1;
        }
    }
    let byes: Vec<i64> =
        standings.iter().map(|standing| byes(standing.player, round, stage, fixtures)).collect();
    let costs = Costs::new(n, round);
    let lowest = standings.last().map_or(0, |standing| standing.points);
    let cost = |a: usize, b: usize| {
        if b == n {
            let standing = &standings[a];
            let above = i64::from(standing.points - lowest);
            let from_below = (standing.group - 1 - standing.rank) as i64;
            return byes[a] * costs.rematch + above * above * costs.score + from_below;
        }
        met[a * n + b] * costs.rematch + costs.of(&standings[a], &standings[b])
    };
    let even = n + n % 2;
    // The place after the last player is the bye.
    let partner = least_cost_pairs(even, |a, b| cost(a.min(b), a.max(b)));
    let mut pairings = Vec::new();
    for a in 0..n {
        let b = partner[a];
        if b == n || b < a {
            continue;
        }
        let [first, second] = [standings[a].player, standings[b].player];
        let (black, white) = match colors(&standings[a], &standings[b], tallies, round) {
            Color::Black => (first, second),
            Color::White => (second, first),
        };
        pairings.push(Pairing { stage, round, bout: pairings.len() as u32, black, white });
    }
    pairings
}

/// The colour of the first of two players: the one that had Black less often has it; then colours alternate; at the start the
/// seeds alternate.
fn colors(a: &Standing, b: &Standing, tallies: &[Tally], round: u32) -> Color {
    if a.balance == b.balance && round == 1 {
        return if a.rank.is_multiple_of(2) { Color::Black } else { Color::White };
    }
    let tally = |standing: &Standing| Tally { balance: standing.balance, ..tallies[standing.player] };
    darker(&tally(a), &tally(b))
}

/// Points of a player before a round: wins, and one for each bye.
pub(super) fn points(player: usize, round: u32, stage: u32, fixtures: &[Fixture]) -> u32 {
    let wins = fixtures
        .iter()
        .filter(|fixture| fixture.pairing.stage == stage && fixture.winner() == Some(player))
        .count() as u32;
    wins + byes(player, round, stage, fixtures) as u32
}

/// Rounds before this one in which a player had no game.
pub(super) fn byes(player: usize, round: u32, stage: u32, fixtures: &[Fixture]) -> i64 {
    let played = fixtures.iter().filter(|fixture| {
        let Pairing { stage: at, round: number, black, white, .. } = fixture.pairing;
        at == stage && number < round && (black == player || white == player)
    });
    i64::from(round) - 1 - played.count() as i64
}

fn standings(players: &[usize], round: u32, stage: u32, fixtures: &[Fixture]) -> Vec<Standing> {
    let balance = |player: usize| {
        let of = |fixture: &Fixture| match fixture.pairing {
            pairing if pairing.stage != stage => 0,
            pairing => i32::from(pairing.black == player) - i32::from(pairing.white == player),
        };
        fixtures.iter().map(of).sum()
    };
    let mut standings: Vec<Standing> = players
        .iter()
        .map(|&player| Standing {
            player,
            points: points(player, round, stage, fixtures),
            balance: balance(player),
            rank: 0,
            group: 0,
        })
        .collect();
    // The sort is stable: within a score group the seeding stays.
    standings.sort_by_key(|standing| std::cmp::Reverse(standing.points));
    for group in standings.chunk_by_mut(|a, b| a.points == b.points) {
        let size = group.len();
        for (rank, standing) in group.iter_mut().enumerate() {
            (standing.rank, standing.group) = (rank, size);
        }
    }
    standings
}

/// The worth of each tier.
struct Costs {
    color: i64,
    score: i64,
    far_color: i64,
    rematch: i64,
}

impl Costs {
    fn new(players: usize, round: u32) -> Self {
        let (n, rounds) = (players as i64 + 1, i64::from(round) + 1);
        // Each is above the largest sum of all tiers below it over all pairs of a round.
        let color = 2 * n * n + 1;
        let score = color + 2 * n * color;
        let far_color = score + n * rounds * rounds * score;
        let rematch = far_color + 2 * n * far_color;
        Self { color, score, far_color, rematch }
    }

    /// The cost of a pair that has not met.
    fn of(&self, a: &Standing, b: &Standing) -> i64 {
        let (upper, lower) = if a.points >= b.points { (a, b) } else { (b, a) };
        let apart = i64::from(upper.points - lower.points);
        let far = match apart {
            0 => {
                let half = (upper.group / 2) as i64;
                ((a.rank as i64 - b.rank as i64).abs() - half).abs()
            }
            // The last of a group floats down to the first of the next.
            _ => (upper.group - 1 - upper.rank + lower.rank) as i64,
        };
        let [one, two] = imbalance(a.balance, b.balance);
        far + one * self.color + apart * apart * self.score + two * self.far_color
    }
}

/// How many of two players would have a colour more than once, and more than twice, too often, at best.
pub(super) fn imbalance(a: i32, b: i32) -> [i64; 2] {
    let after = |a: i32, b: i32| {
        let beyond = |most: i32| i64::from(a.abs() > most) + i64::from(b.abs() > most);
        [beyond(1), beyond(2)]
    };
    let (one, other) = (after(a + 1, b - 1), after(a - 1, b + 1));
    if (one[1], one[0]) <= (other[1], other[0]) { one } else { other }
}
