//! The moves of every player by seed, held against `moves_by_seed.txt`: a change that should not change play must not
//! change that file.
//!
//! Each player plays both sides of some moves, so that what it keeps from move to move is covered too. A line of the file:
//! player, board and moves so far, then for each move the move, the positions examined and a hash of the candidates with
//! their weights. To accept new play, replace the file by the text that the failing test prints.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::{fmt::Write as _, sync::Arc};

use board::{BoardSize, Game, Move, Position};
use network::{Instructions, Network, NetworkWeights};
use player::{Choice, Limits, Player, Request};
use players::{Neural, NeuralSettings, create};

/// Board, and the moves before the players' own: empty, early, and with a decision near.
const GAMES: &[(&str, &str)] =
    &[("6", "c2"), ("8x7", "e4 c5 d3"), ("9", "c7 e5 f3 d7 g4"), ("11", "f6 d8 h4 e4 d9 g7 b9")];

/// Players without limits of the request, and those with a node limit.
const PLAYERS: &[(&str, Option<u64>)] = &[
    ("random", None),
    ("bridges", None),
    ("fillings:fillings=600", None),
    ("mops", None),
    ("queenbee:depth=2", None),
    ("queenbee", Some(300)),
    ("hexy:depth=2,n=0", None),
    ("hexy:depth=2,n=1", None),
    ("hexy:depth=1,faithful=true", None),
    ("hexy:depth=2", None),
    ("hexy", Some(80)),
    ("playouts:playouts=4000,examine=100", None),
    ("yang", None),
    ("perfect:nodes=40,memory=1,fallback=bridges", None),
];

fn described(choice: &Choice, game: &Game) -> String {
    let mut hash = 0xCBF2_9CE4_8422_2325_u64;
    for candidate in &choice.thoughts.candidates {
        for value in [candidate.cell.index() as u64, candidate.weight as u64] {
            hash = (hash ^ value).wrapping_mul(0x0100_0000_01B3);
        }
    }
    format!("{} {} {:08x}", choice.mv.name(game.size()), choice.thoughts.nodes, hash >> 32)
}

fn lines(name: &str, nodes: Option<u64>, player: &mut dyn Player, text: &mut String) {
    for (size, moves) in GAMES {
        let size = size.parse::<BoardSize>().unwrap();
        let mut game = Game::new(size, false);
        for cell in size.cells_named(moves).unwrap() {
            game.play(Move::Place(cell)).unwrap();
        }
        player.new_game();
        write!(text, "{name} | {size} {moves}").unwrap();
        for seed in 1..=3 {
            let limits = Limits { nodes, ..Limits::default() };
            let choice = player.choose(&Request::new(&game, seed).with_limits(limits)).unwrap();
            write!(text, " | {}", described(&choice, &game)).unwrap();
            game.play(choice.mv).unwrap();
        }
        text.push('\n');
    }
}

/// The embedded network of small boards in portable code: the same sums on every machine.
fn neural() -> Neural {
    let portable = Instructions::detect().pop().unwrap();
    let settings = NeuralSettings { visits: Some(150), examine: 40, ..NeuralSettings::default() };
    Neural::new(
        Arc::new(Network::new(&NetworkWeights::embedded(BoardSize::square(11).unwrap()), portable)),
        settings,
    )
}

#[test]
fn moves_are_those_of_the_file() {
    let mut text = String::new();
    for &(spec, nodes) in PLAYERS {
        let name = nodes.map_or_else(|| spec.to_string(), |nodes| format!("{spec}, {nodes} nodes"));
        lines(&name, nodes, create(spec).unwrap().as_mut(), &mut text);
    }
    lines("neural", None, &mut neural(), &mut text);
    let expected = include_str!("moves_by_seed.txt");
    let first = text.lines().zip(expected.lines()).find(|(found, expected)| found != expected);
    assert!(text == expected, "first difference: {first:#?}\nall moves:\n{text}");
}

#[test]
fn the_games_are_in_progress() {
    for (size, moves) in GAMES {
        let size = size.parse::<BoardSize>().unwrap();
        let position: Position = Position::after(size, &size.cells_named(moves).unwrap()).unwrap();
        assert_eq!(position.winner(), None);
    }
}
