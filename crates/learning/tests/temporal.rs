//! Temporal differences beside the formulas of the paper written out as they stand, and gradients beside differences.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use board::{BoardSize, Cell, Color, Game, Position, random_below};
use learning::{Apprentice, At, Episode, Temporal, Update};
use player::{Player, Request};
use players::{LinearSettings, Mops};
use proptest::prelude::*;
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};

/// A game of Mops against itself: what it saw at each move, and the reward.
fn game(side: usize, weights: &[f64], seed: u64) -> (Vec<(Position, Vec<Cell>)>, f64) {
    let mut player = Mops::new(LinearSettings::with_weights(weights.to_vec()));
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = Game::new(BoardSize::square(side).unwrap(), false);
    let mut seen = Vec::new();
    while game.outcome().is_none() {
        let choice = player.choose(&Request::new(&game, random.next_u64())).unwrap();
        seen.push((*game.position(), choice.thoughts.line));
        game.play(choice.mv).unwrap();
    }
    (seen, if game.outcome().unwrap().winner == Color::Black { 1.0 } else { -1.0 })
}

/// The positions that are evaluated: the roots, or the leaves of the best lines.
fn evaluated(seen: &[(Position, Vec<Cell>)], at: At) -> Vec<Position> {
    let leaf = |(position, line): &(Position, Vec<Cell>)| {
        let mut leaf = *position;
        for &cell in line {
            leaf.play(cell).unwrap();
        }
        leaf
    };
    match at {
        At::Root => seen.iter().map(|(position, _)| *position).collect(),
        At::Leaf => seen.iter().map(leaf).collect(),
    }
}

fn mops(weights: &[f64]) -> Mops {
    Mops::new(LinearSettings::with_weights(weights.to_vec()))
}

/// Table 2: the temporal differences, then the double sum, each as it stands there.
fn table_two(settings: &Temporal, positions: &[Position], weights: &[f64], reward: f64) -> Vec<f64> {
    let player = mops(weights);
    let value = |t: usize| player.value(&positions[t]);
    let last = positions.len() - 1;
    let d: Vec<f64> = (0..=last)
        .map(|t| if t == last { reward - value(t) } else { settings.discount * value(t + 1) - value(t) })
        .collect();
    let mut new = weights.to_vec();
    for (t, position) in positions.iter().enumerate() {
        let sum: f64 =
            (t..=last).map(|j| (settings.discount * settings.decay).powi((j - t) as i32) * d[j]).sum();
        for (weight, slope) in new.iter_mut().zip(player.gradient(position)) {
            *weight += settings.step * slope * sum;
        }
    }
    new
}

/// On-line: `W_{t+1} = W_t + alpha d_t sum_{k<=t} (gamma lambda)^{t-k} grad J(s_k, W_k)`.
fn online(settings: &Temporal, positions: &[Position], weights: &[f64], reward: f64) -> Vec<f64> {
    let last = positions.len() - 1;
    let mut weights = vec![weights.to_vec()];
    for t in 0..=last {
        let now = mops(&weights[t]);
        let next = if t == last { reward } else { settings.discount * now.value(&positions[t + 1]) };
        let d = next - now.value(&positions[t]);
        let mut new = weights[t].clone();
        for k in 0..=t {
            let decayed = (settings.discount * settings.decay).powi((t - k) as i32);
            for (weight, slope) in new.iter_mut().zip(mops(&weights[k]).gradient(&positions[k])) {
                *weight += settings.step * d * decayed * slope;
            }
        }
        weights.push(new);
    }
    weights.pop().unwrap()
}

fn weights() -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec(-0.5..0.5f64, 8)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn updates_are_those_of_the_paper(
        weights in weights(), seed in any::<u64>(), side in 3..6usize,
        step in 0.001..0.5f64, discount in 0.0..=1.0f64, decay in 0.0..=1.0f64,
    ) {
        let (seen, reward) = game(side, &weights, seed);
        for at in [At::Root, At::Leaf] {
            let positions = evaluated(&seen, at);
            for update in [Update::Offline, Update::Online] {
                let settings = Temporal { at, update, step, discount, decay };
                let mut learner = mops(&weights);
                let mut episode = Episode::new(settings, 8);
                for (position, line) in &seen {
                    episode.seen(&mut learner, position, line);
                }
                episode.over(&mut learner, reward);
                let expected = match update {
                    Update::Offline => table_two(&settings, &positions, &weights, reward),
                    Update::Online => online(&settings, &positions, &weights, reward),
                };
                for (found, expected) in learner.weights().iter().zip(&expected) {
                    prop_assert!((found - expected).abs() < 1e-11, "{:?} {:?}: {} {}", at, update, found, expected);
                }
                prop_assert!(learner.weights() != weights, "{:?} {:?} learns nothing", at, update);
            }
        }
    }

    #[test]
    fn gradients_are_slopes(weights in weights(), seed in any::<u64>(), stones in 0..60usize) {
        let size = BoardSize::square(7).unwrap();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut position = Position::empty(size);
        let mut cells: Vec<Cell> = size.iter().collect();
        while size.cells() - cells.len() < stones.min(size.cells()) && position.winner().is_none() {
            position.play(cells.swap_remove(random_below(&mut random, cells.len()))).unwrap();
        }
        let gradient = mops(&weights).gradient(&position);
        for index in 0..weights.len() {
            let at = |change: f64| {
                let mut weights = weights.clone();
                weights[index] += change;
                mops(&weights).value(&position)
            };
            let slope = (at(1e-5) - at(-1e-5)) / 2e-5;
            prop_assert!((slope - gradient[index]).abs() < 1e-8, "{}: {} {}", index, slope, gradient[index]);
        }
        if let Some(winner) = position.winner() {
            prop_assert_eq!(mops(&weights).value(&position), if winner == Color::Black { 1.0 } else { -1.0 });
        }
    }
}

#[test]
fn an_apprentice_learns_from_the_games_it_plays() {
    let weights = vec![0.1; 8];
    let settings = Temporal { step: 0.05, ..Temporal::default() };
    for own in Color::BOTH {
        for seed in 0..6 {
            let heard = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
            let hears = heard.clone();
            let mut apprentice = Apprentice::new(
                mops(&weights),
                settings,
                Box::new(move |weights: &[f64]| hears.lock().unwrap().push(weights.to_vec())),
            );
            apprentice.new_game();
            let mut other = players::create("bridges").unwrap();
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut game = Game::new(BoardSize::square(5).unwrap(), false);
            let mut seen = Vec::new();
            while game.outcome().is_none() {
                let request = Request::new(&game, random.next_u64());
                let choice = if game.to_move() == own {
                    let choice = apprentice.choose(&request).unwrap();
                    seen.push((*game.position(), choice.thoughts.line.clone()));
                    choice
                } else {
                    other.choose(&request).unwrap()
                };
                game.play(choice.mv).unwrap();
            }
            // The next game begins, and the winner of this one was not reported.
            apprentice.new_game();
            let reward = if game.outcome().unwrap().winner == Color::Black { 1.0 } else { -1.0 };
            let expected = table_two(&settings, &evaluated(&seen, At::Leaf), &weights, reward);
            let heard = heard.lock().unwrap();
            assert_eq!(heard.len(), 1);
            for (found, expected) in heard[0].iter().zip(&expected) {
                assert!((found - expected).abs() < 1e-11, "{own}, seed {seed}");
            }
        }
    }
}
