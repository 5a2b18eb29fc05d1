//! Every player on every kind of position: a legal move in every position, and the same one for the same seed.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use board::{BoardSize, Cell, Color, Game, Move, Position, parse_diagram};
use network::{NetworkWeights, Shape};
use player::{Player, Request};
use players::{BridgeDistance, REGISTRY, create, create_with, rescue};
use proptest::prelude::*;

fn play_out(players: &mut [&mut dyn Player; 2], size: BoardSize, seed: u64) -> Color {
    let mut game = Game::new(size, false);
    while game.outcome().is_none() {
        let request = Request::new(&game, seed + game.turns().len() as u64);
        let choice = players[game.to_move().index()].choose(&request).unwrap();
        game.play(choice.mv).unwrap();
    }
    game.outcome().unwrap().winner
}

/// A player by name, with little to do and a small network where it needs one.
fn quick(name: &str) -> Box<dyn Player> {
    let shape = Shape { channels: 4, blocks: 1, pool_mask: 1, ..Shape::default() };
    let read = |_: &str| Ok(NetworkWeights::random(shape, 1).to_bytes());
    match name {
        "neural" => create_with("neural:weights=small,visits=20", &read).unwrap(),
        "playouts" => create("playouts:playouts=60,examine=20").unwrap(),
        "perfect" => create("perfect:nodes=5,memory=1,fallback=bridges").unwrap(),
        _ => create(name).unwrap(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_player_makes_legal_moves_and_repeats_itself(
        cols in 1..=9usize, rows in 1..=9usize, order in any::<prop::sample::Index>(), seed in any::<u64>(),
        cells in Just((0..81usize).collect::<Vec<_>>()).prop_shuffle(),
    ) {
        let size = BoardSize::new(cols, rows).unwrap();
        let mut game = Game::new(size, false);
        let count = order.index(size.cells());
        for cell in cells.into_iter().filter_map(|index| size.cell_at(index)).take(count) {
            if game.play(Move::Place(cell)).is_err() {
                break;
            }
        }
        for known in REGISTRY.0 {
            let choice = quick(known.name).choose(&Request::new(&game, seed));
            if game.outcome().is_some() {
                prop_assert!(choice.is_err());
            } else {
                let choice = choice.unwrap();
                prop_assert!(game.clone().play(choice.mv).is_ok(), "{} plays {:?}", known.name, choice.mv);
                prop_assert_eq!(quick(known.name).choose(&Request::new(&game, seed)).unwrap(), choice);
            }
        }
    }
}

#[test]
fn bridges_beats_random() {
    let size = BoardSize::square(7).unwrap();
    let mut wins = 0;
    for seed in 0..20 {
        let (mut bridges, mut random) = (create("bridges").unwrap(), create("random").unwrap());
        wins += u32::from(play_out(&mut [&mut *bridges, &mut *random], size, 1000 * seed) == Color::Black);
        wins += u32::from(play_out(&mut [&mut *random, &mut *bridges], size, 1000 * seed) == Color::White);
    }
    assert_eq!(wins, 40);
}

/// Draws the board with the intruder as the last stone of White, and expects Black's answer.
/// The answer of a player to Black's first stone where it may swap.
fn answer_to_the_first_stone(player: &mut dyn Player, size: BoardSize, opening: &str) -> Move {
    let mut game = Game::new(size, true);
    game.play(Move::Place(size.cell(opening).unwrap())).unwrap();
    let mv = player.choose(&Request::new(&game, 1)).unwrap().mv;
    assert!(game.clone().play(mv).is_ok(), "{}: {mv:?}", player.name());
    mv
}

#[test]
fn every_level_swaps_a_strong_opening_and_leaves_a_weak_one() {
    let size = BoardSize::square(11).unwrap();
    let levels = (1..=10).map(|n| format!("level:n={n}"));
    for name in levels.chain(["bridges", "yang", "hexy:n=0", "queenbee", "mops"].map(String::from)) {
        let mut player = create(&name).unwrap();
        let swaps = |player: &mut dyn Player, cell| {
            matches!(answer_to_the_first_stone(player, size, cell), Move::Swap(_))
        };
        assert!(swaps(player.as_mut(), "f6"), "{name} does not swap the centre");
        assert!(!swaps(player.as_mut(), "a2"), "{name} swaps a2");
    }
}

/// A game on 7x7 in which Black's stones are joined to each other and to both edges by bridges.
fn bridged(stones: &str) -> Game {
    let size = BoardSize::square(7).unwrap();
    let mut game = Game::new(size, false);
    for cell in size.cells_named(stones).unwrap() {
        game.play(Move::Place(cell)).unwrap();
    }
    game
}

#[test]
fn every_level_keeps_its_bridges() {
    let before = "d2 g3 c4 f5 b6";
    for level in 1..=10 {
        for (seed, (intrusion, answer)) in
            [("c3", "d3"), ("b5", "c5"), ("d1", "e1"), ("a7", "b7")].into_iter().enumerate()
        {
            let game = bridged(&format!("{before} {intrusion}"));
            let mut player = create(&format!("level:n={level}")).unwrap();
            let choice = player.choose(&Request::new(&game, seed as u64)).unwrap();
            let name = choice.mv.name(game.size()).to_string();
            assert_eq!(name, answer, "level {level} after {intrusion}: {}", choice.reason);
        }
    }
}

#[test]
fn every_level_finishes_a_win_that_it_sees() {
    // One stone joins the edges, with bridges as joined: c4 between d2 and b6.
    let game = bridged("d2 g3 b6 f5");
    let position = game.position();
    let wins = |cell| BridgeDistance::of(position, Color::Black).through(cell) == Some(1);
    for level in 1..=10 {
        for seed in 0..3 {
            let mut player = create(&format!("level:n={level}")).unwrap();
            let choice = player.choose(&Request::new(&game, seed)).unwrap();
            let cell = choice.mv.cell().unwrap();
            assert!(wins(cell), "level {level}, seed {seed}: {}", choice.mv.name(game.size()));
        }
    }
}

/// Stones beside an own stone on the same edge of the board.
fn crawls(moves: &[(Color, Cell)], size: BoardSize) -> usize {
    let edge_rows = |cell: Cell| {
        let (col, row) = (cell.col(size), cell.row(size));
        [(col == 0, row), (col == size.cols() - 1, row), (row == 0, col), (row == size.rows() - 1, col)]
    };
    let beside = |a: Cell, b: Cell| {
        edge_rows(a)
            .into_iter()
            .zip(edge_rows(b))
            .any(|((on, at), (also, other))| on && also && at.abs_diff(other) == 1)
    };
    let crawls = |index: &usize| {
        let (color, cell) = moves[*index];
        moves[..*index].iter().any(|&(before, other)| before == color && beside(cell, other))
    };
    (0..moves.len()).filter(crawls).count()
}

#[test]
fn low_levels_do_not_crawl_along_an_edge() {
    let size = BoardSize::square(9).unwrap();
    let (mut all, mut crawling) = (0, 0);
    for seed in 0..6 {
        let mut players = [create("level:n=1").unwrap(), create("level:n=2").unwrap()];
        let mut game = Game::new(size, false);
        let mut moves = Vec::new();
        while game.outcome().is_none() {
            let color = game.to_move();
            let player = &mut players[(color.index() + seed as usize) % 2];
            let mv = player.choose(&Request::new(&game, 1000 * seed + moves.len() as u64)).unwrap().mv;
            moves.extend(mv.cell().map(|cell| (color, cell)));
            game.play(mv).unwrap();
        }
        all += moves.len();
        crawling += crawls(&moves, size);
    }
    assert!(all > 100 && crawling * 8 < all, "{crawling} of {all} stones crawl");
}

#[test]
fn on_a_rectangle_sides_are_swapped() {
    // Black has the shorter way, and every player takes that.
    let size = BoardSize::new(5, 4).unwrap();
    for name in ["bridges", "neural", "perfect"] {
        let mv = answer_to_the_first_stone(quick(name).as_mut(), size, "c2");
        assert!(!matches!(mv, Move::Swap(board::SwapRule::Pieces)), "{name}: {mv:?}");
    }
    assert_eq!(
        answer_to_the_first_stone(quick("bridges").as_mut(), size, "c2"),
        Move::Swap(board::SwapRule::Sides)
    );
}

fn check_rescue(diagram: &str, intrusion: &str, expected: Option<&str>) {
    let mut position = parse_diagram(diagram).unwrap();
    position.set_to_move(Color::Black);
    let size = position.size();
    let answer = rescue(&position, size.cell(intrusion).unwrap());
    assert_eq!(answer.map(|cell| size.name(cell).to_string()).as_deref(), expected, "\n{position}");
}

#[test]
fn intrusions_are_answered() {
    check_rescue(". . . .\n . . B .\n  . W . .\n   . B . .", "b3", Some("c3"));
    check_rescue(". . . .\n . . B .\n  . . W .\n   . B . .", "c3", Some("b3"));
    // The ends hang together another way: nothing to save.
    check_rescue(". . . .\n . . B B\n  . W . B\n   . B B .", "b3", None);
    // A bridge to the edge.
    check_rescue(". . W .\n . . B .\n  . . . .\n   . . . .", "c1", Some("d1"));
    check_rescue(". . . W\n . . B .\n  . . . .\n   . . . .", "d1", Some("c1"));
    check_rescue(". . . .\n . . . .\n  . B . .\n   W . . .", "a4", Some("b4"));
    // Black has no business at the left edge.
    check_rescue(". . . .\n W B . .\n  . . . .\n   . . . .", "a2", None);
}

#[test]
fn bridge_distance_counts_stones() {
    let distance = |diagram: &str, color| {
        let position = parse_diagram(diagram).unwrap();
        BridgeDistance::of(&position, color).total(&position)
    };
    // One stone in the middle of 3x3 is joined to both edges by bridges: one more stone on any path is what is left to count.
    let empty = Position::<6>::empty(BoardSize::square(5).unwrap()).to_string();
    assert_eq!(distance(&empty, Color::Black), Some(2));
    assert_eq!(distance(&empty, Color::White), Some(2));
    assert_eq!(distance(". . .\n . . .\n  . . .", Color::Black), Some(1));
    assert_eq!(distance("W W W\n . . .\n  . . .", Color::Black), None);
}

#[test]
fn players_are_made_by_name_or_refused_by_name() {
    let message = |spec: &str| create(spec).err().unwrap().to_string();
    assert!(message("nobody").starts_with("'nobody' is not a player: expected one of random, bridges"));
    assert_eq!(message("random:depth=3"), "player random, setting 'depth=3': expected no settings");
    assert_eq!(message("random:depth"), "player random, setting 'depth': expected key=value");
}
