//! Every player on every kind of position: a legal move, whatever the position, and the same one for the same seed.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use board::{BoardSize, Color, Game, Move, Position, parse_diagram};
use network::{Shape, Weights};
use player::{BridgeDistance, KNOWN, Player, Request, create, create_with, rescue};
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
    let read = |_: &str| Ok(Weights::random(shape, 1).to_bytes());
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
        for known in KNOWN {
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
