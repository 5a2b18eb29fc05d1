//! The player that plays what is proved.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use board::{BoardSize, Color, Game, Move, Position, SwapRule, Symmetry};
use player::{Limits, Player, Request};
use players::{create, create_with};
use solver::{
    AnySolver, ProverSettings, SilentSolverObserver, Solver, SolverContext, SolverLimits, SolverSettings,
    write_strategy,
};

fn after(side: usize, moves: &str, swap: bool) -> Game {
    let size = BoardSize::square(side).unwrap();
    let mut game = Game::new(size, swap);
    for cell in size.cells_named(moves).unwrap() {
        game.play(Move::Place(cell)).unwrap();
    }
    game
}

fn winner_of(position: &Position) -> Color {
    let mut solver = AnySolver::new(
        SolverSettings { table_bytes: 1 << 20, ..SolverSettings::default() },
        ProverSettings::default(),
    );
    solver.solve(position, SolverLimits::default(), &SilentSolverObserver).winner.unwrap()
}

/// The winning side keeps its win with `perfect`, against a player that tries everything at random.
#[test]
fn it_wins_what_is_won() {
    let mut perfect = create("perfect:memory=4,fallback=random").unwrap();
    let mut random = create("random").unwrap();
    for (side, opening) in [(4, "b2"), (4, "d1"), (5, "a1"), (5, "c3"), (6, "c3")] {
        let mut game = after(side, opening, false);
        let winner = winner_of(game.position());
        for seed in 0.. {
            if let Some(outcome) = game.outcome() {
                assert_eq!(outcome.winner, winner, "{side}x{side} {opening}");
                break;
            }
            let player: &mut dyn Player = if game.to_move() == winner { &mut *perfect } else { &mut *random };
            let choice = player.choose(&Request::new(&game, seed)).unwrap();
            game.play(choice.mv).unwrap();
        }
    }
}

#[test]
fn it_resists_and_takes_what_the_opponent_gives_back() {
    // a1 loses on 5x5; Black resists inside the winner's carrier, and says so.
    let mut perfect = create("perfect:memory=4,fallback=random").unwrap();
    let game = after(5, "a1 c3", false);
    let choice = perfect.choose(&Request::new(&game, 1)).unwrap();
    assert!(choice.reason.starts_with("proved to lose"), "{}", choice.reason);
    assert_eq!(choice.thoughts.value, Some(0.0));
    // White errs: Black wins now, and takes it.
    let game = after(5, "a1 e5", false);
    let choice = perfect.choose(&Request::new(&game, 1)).unwrap();
    assert_eq!(choice.thoughts.value, Some(1.0), "{}", choice.reason);
    let mut next = game;
    next.play(choice.mv).unwrap();
    assert_eq!(winner_of(next.position()), Color::Black);
}

#[test]
fn it_swaps_exactly_the_winning_openings() {
    let size = BoardSize::square(4).unwrap();
    let mut perfect = create("perfect:memory=4,fallback=random").unwrap();
    for cell in size.iter() {
        let mut game = Game::new(size, true);
        game.play(Move::Place(cell)).unwrap();
        let choice = perfect.choose(&Request::new(&game, 1)).unwrap();
        let swaps = choice.mv == Move::Swap(SwapRule::Pieces);
        assert_eq!(swaps, winner_of(game.position()) == Color::Black, "{}", size.name(cell));
    }
}

#[test]
fn it_falls_back_where_nothing_is_proved() {
    let mut perfect = create("perfect:nodes=3,memory=1,fallback=bridges").unwrap();
    let mut bridges = create("bridges").unwrap();
    let game = after(11, "f6 g5 e4", false);
    let request = Request::new(&game, 1);
    assert_eq!(perfect.choose(&request).unwrap(), bridges.choose(&request).unwrap());
    let limits = Limits { nodes: Some(2), ..Limits::default() };
    assert!(perfect.choose(&request.with_limits(limits)).is_ok());
}

/// With a strategy it needs no solver: five positions a move would be too few, and the fallback would lose.
#[test]
fn a_stored_strategy_is_played_in_all_orientations() {
    let start = after(5, "a4", false);
    let mut solver = Solver::<1>::new(SolverSettings { table_bytes: 1 << 20, ..SolverSettings::default() });
    let text =
        write_strategy(&mut solver, &start.position().resize(), None, &SolverContext::default(), &|_| {})
            .unwrap();
    let read = |_: &str| Ok(text.clone().into_bytes());
    let size = start.size();
    for &symmetry in Symmetry::of(size) {
        let winner = symmetry.color(Color::Black);
        let mut perfect = create_with("perfect:strategy=a4,nodes=1,memory=1,fallback=random", &read).unwrap();
        for (number, reply) in start.position().empty_cells().iter().enumerate() {
            let image = start.position().child(reply).image(symmetry);
            let game = Game::from_position(image);
            assert_eq!(game.to_move(), winner);
            let choice = perfect.choose(&Request::new(&game, number as u64)).unwrap();
            assert_eq!(choice.reason, "the strategy wins with it");
            let mut next = game;
            next.play(choice.mv).unwrap();
            assert_eq!(winner_of(next.position()), winner);
        }
    }
}

#[test]
fn bad_settings_are_named() {
    let read = |name: &str| match name {
        "broken" => Ok(b"hexwright strategy 1\n".to_vec()),
        _ => Err("no such file".to_string()),
    };
    for (spec, expected) in [
        ("perfect:strategy=nowhere", "expected a strategy (no such file)"),
        ("perfect:strategy=broken", "expected a strategy that holds ("),
        ("perfect:nodes=0", "expected a whole number from 1 to 1000000000"),
        ("perfect:wish=1", "expected strategy, nodes, threads, memory, fallback"),
        ("perfect:fallback=nobody", "'nobody' is not a player"),
    ] {
        let error = create_with(spec, &read).err().unwrap().to_string();
        assert!(error.contains(expected), "{spec}: {error}");
    }
}
