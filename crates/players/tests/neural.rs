//! The player `neural` with networks that have learnt nothing: what it must do with any network.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::{collections::HashMap, sync::Arc};

use board::{BoardSize, Game, Move, SwapRule, random_below};
use network::{Instructions, Network, NetworkWeights, Shape};
use player::{Limits, Player, Request};
use players::{Neural, NeuralSettings, create_with};
use proof::solve;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

fn tiny(seed: u64) -> NetworkWeights {
    let shape = Shape {
        channels: 4,
        blocks: 1,
        policy_channels: 2,
        value_channels: 2,
        value_hidden: 4,
        pool_mask: 1,
    };
    NetworkWeights::random(shape, seed)
}

fn player(seed: u64, settings: NeuralSettings) -> Neural {
    Neural::new(Arc::new(Network::new(&tiny(seed), Instructions::best())), settings)
}

fn with_visits(visits: u64) -> NeuralSettings {
    NeuralSettings { visits: Some(visits), ..NeuralSettings::default() }
}

/// A position in progress with this many stones, or fewer if the game would be over.
fn random_game(size: BoardSize, stones: usize, random: &mut Xoshiro256PlusPlus) -> Game {
    let mut game = Game::new(size, false);
    for _ in 0..stones {
        let empty: Vec<_> = game.position().empty_cells().iter().collect();
        let mut next = game.clone();
        next.play(Move::Place(empty[random_below(random, empty.len())])).unwrap();
        if next.outcome().is_some() {
            break;
        }
        game = next;
    }
    game
}

#[test]
fn every_move_is_legal_on_every_board() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut player = player(1, with_visits(3));
    for number in 0..10_000 {
        let size =
            BoardSize::new(1 + random_below(&mut random, 19), 1 + random_below(&mut random, 19)).unwrap();
        let stones = random_below(&mut random, size.cells());
        let mut game = random_game(size, stones, &mut random);
        let choice = player.choose(&Request::new(&game, number)).unwrap();
        let position = *game.position();
        game.play(choice.mv).unwrap_or_else(|error| panic!("{error} in\n{position}"));
        assert_eq!(choice.thoughts.line.first().copied(), choice.mv.cell());
    }
}

#[test]
fn what_is_certain_is_true() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut known = HashMap::new();
    for seed in 0..120 {
        let size =
            BoardSize::new(2 + random_below(&mut random, 3), 2 + random_below(&mut random, 3)).unwrap();
        // A dozen empty cells at most: a network that knows nothing proves no more in a reasonable time.
        let stones = size.cells().saturating_sub(12).max(random_below(&mut random, size.cells() / 2));
        let game = random_game(size, stones, &mut random);
        let truth = solve(game.position(), &mut known) == game.to_move();
        // Without the provers, with them at nearly every position, and with the solver beside.
        for (threads, examine, race) in
            [(1, 0, false), (1, 3, false), (2, 200, false), (8, 3, false), (1, 0, true), (2, 3, true)]
        {
            let settings = NeuralSettings { threads, examine, race, ..with_visits(1_000_000) };
            let choice = player(seed, settings).choose(&Request::new(&game, seed)).unwrap();
            assert_eq!(choice.thoughts.value, Some(if truth { 1.0 } else { 0.0 }), "\n{}", game.position());
            let mut next = game.clone();
            next.play(choice.mv).unwrap();
            let wins = solve(next.position(), &mut known) == game.to_move();
            assert_eq!(wins, truth, "a won position is not given away\n{}", game.position());
        }
    }
}

#[test]
fn a_won_game_is_won_to_the_end() {
    // Both sides think until they are certain, and keep their graphs from move to move.
    let size = BoardSize::new(4, 3).unwrap();
    let mut known = HashMap::new();
    for opening in size.iter() {
        let mut game = Game::new(size, false);
        game.play(Move::Place(opening)).unwrap();
        let expected = solve(game.position(), &mut known);
        let mut players = [player(3, with_visits(1_000_000)), player(4, with_visits(1_000_000))];
        while game.outcome().is_none() {
            let player = &mut players[game.to_move().index()];
            let choice = player.choose(&Request::new(&game, 1)).unwrap();
            game.play(choice.mv).unwrap();
        }
        assert_eq!(game.outcome().unwrap().winner, expected, "opening {}", size.name(opening));
    }
}

#[test]
fn one_seed_and_one_thread_give_one_game() {
    let play = || {
        let mut player = player(5, with_visits(60));
        let mut game = Game::new(BoardSize::square(7).unwrap(), true);
        let mut moves = Vec::new();
        while game.outcome().is_none() {
            let choice = player.choose(&Request::new(&game, 9)).unwrap();
            moves.push((choice.mv, choice.thoughts));
            game.play(choice.mv).unwrap();
        }
        moves
    };
    assert_eq!(play(), play());
}

#[test]
fn limits_are_kept_and_the_graph_is_reused() {
    let mut player = player(6, NeuralSettings::default());
    let mut game = Game::new(BoardSize::square(9).unwrap(), false);
    let limits = Limits { nodes: Some(200), ..Limits::default() };
    let choice = player.choose(&Request::new(&game, 1).with_limits(limits)).unwrap();
    assert_eq!(choice.thoughts.nodes, 200);
    let visits: f64 = choice.thoughts.candidates.iter().map(|candidate| candidate.weight).sum();
    assert_eq!(visits, 199.0);
    for &cell in &choice.thoughts.line[..2] {
        game.play(Move::Place(cell)).unwrap();
    }
    let few = Limits { nodes: Some(1), ..Limits::default() };
    let kept = player.choose(&Request::new(&game, 1).with_limits(few)).unwrap().thoughts.nodes;
    assert!(kept > 1, "visits of the line are kept");
    player.new_game();
    assert_eq!(player.choose(&Request::new(&game, 1).with_limits(few)).unwrap().thoughts.nodes, 1);
}

#[test]
fn swaps_when_the_first_stone_wins() {
    // On 3x3 the centre wins and a corner of the long diagonal's ends does not; enough visits make both certain.
    let size = BoardSize::square(3).unwrap();
    for (opening, swaps) in [("b2", true), ("a1", false)] {
        let mut game = Game::new(size, true);
        game.play(Move::Place(size.cell(opening).unwrap())).unwrap();
        let choice = player(7, with_visits(100_000)).choose(&Request::new(&game, 1)).unwrap();
        assert_eq!(choice.mv == Move::Swap(SwapRule::Pieces), swaps, "{opening}");
    }
}

#[test]
fn settings_are_read_or_refused() {
    let read = |name: &str| match name {
        "tiny" => Ok(tiny(1).to_bytes()),
        "text" => Ok(b"a file of some other kind".to_vec()),
        _ => Err("no such file".to_string()),
    };
    let player = create_with("neural:weights=tiny,level=4,threads=2", &read).unwrap();
    assert_eq!(player.name(), "neural, 16 visits");
    let message = |spec: &str| create_with(spec, &read).err().unwrap().to_string();
    assert_eq!(
        message("neural:weights=none"),
        "player neural, setting 'weights=none': expected a weights file (no such file)"
    );
    assert!(message("neural:weights=text").contains("does not begin with HEXWNET"));
    assert_eq!(message("neural:level=10"), "player neural, setting 'level=10': expected a level from 1 to 9");
    assert!(message("neural:visits=0").contains("expected a whole number from 1 to 1000000000"));
    assert!(message("neural:speed=9").contains("expected weights, visits, level, threads"));
}
