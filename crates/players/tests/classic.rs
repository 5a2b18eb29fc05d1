//! The classic players: always a legal move, always in time, sensible at the end, and swapping by value.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::{
    collections::HashMap,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    time::{Duration, Instant},
};

use board::{BoardSize, Color, Game, Move, Position, SwapRule, parse_diagram, random_below};
use player::{Choice, Clock, Limits, Player, Request, Silent};
use players::{LADDER, REGISTRY, create};
use proof::solve;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

/// The players of this file, with settings that keep them quick on a small board.
const QUICK: &[&str] = &[
    "fillings:fillings=100",
    "mops",
    "mops:depth=3,degree=6",
    "queenbee:depth=2",
    "hexy:n=0,depth=2,width=6",
    "hexy:n=1,depth=2,width=6",
    "hexy:n=2,depth=1",
    "hexy:n=inf,depth=1,width=6",
    "hexy:n=inf,depth=1,width=6,faithful=true",
    "playouts:playouts=50,examine=0",
    "playouts:playouts=50,examine=10",
];

/// A clock that goes on by a tenth of a millisecond whenever someone looks at it.
#[derive(Default)]
struct Ticking(AtomicU64);

impl Clock for Ticking {
    fn elapsed(&self) -> Duration {
        Duration::from_micros(100 * self.0.fetch_add(1, Ordering::Relaxed))
    }
}

fn choose_in_time(player: &mut dyn Player, game: &Game, time: Duration) -> (Choice, Duration) {
    let clock = Ticking::default();
    let request = Request {
        game,
        seed: 1,
        limits: Limits { time: Some(time), ..Limits::default() },
        clock: &clock,
        stop: &AtomicBool::new(false),
        observer: &Silent,
        archive: None,
    };
    let choice = player.choose(&request).unwrap();
    (choice, clock.elapsed())
}

/// Positions that games do not lead to, beside those that they do: any numbers of stones, one colour alone, full
/// rows, thin boards.
fn any_position(random: &mut Xoshiro256PlusPlus) -> Position {
    let size = BoardSize::new(1 + random_below(random, 8), 1 + random_below(random, 8)).unwrap();
    let mut position = Position::empty(size);
    let style = random_below(random, 4);
    let stones = random_below(random, size.cells());
    let cells: Vec<_> = size.iter().collect();
    for count in 0..stones {
        let cell = cells[random_below(random, cells.len())];
        let color = match style {
            0 => Color::BOTH[count % 2],
            1 => Color::BOTH[random_below(random, 2)],
            2 => Color::White,
            _ => Color::BOTH[usize::from(cell.row(size) % 2 == 0)],
        };
        // A cell that is taken stays as it is, and the game must not end.
        if position.place(color, cell).is_ok() && position.winner().is_some() {
            position.clear(cell);
        }
    }
    position.set_to_move(Color::BOTH[random_below(random, 2)]);
    position
}

#[test]
fn thousands_of_positions_get_a_legal_move() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut players: Vec<_> = QUICK.iter().map(|spec| create(spec).unwrap()).collect();
    for round in 0..2000 {
        let position = any_position(&mut random);
        if position.empty_cells().is_empty() {
            continue;
        }
        let game = Game::from_position(position);
        for (player, spec) in players.iter_mut().zip(QUICK) {
            // Proving connections takes a hundred times longer than anything else here.
            let proves = spec.contains("n=inf") || spec.contains("examine=10");
            if proves && round % 10 > 0 || spec.contains("n=2") && round % 10 != 5 {
                continue;
            }
            let choice = player.choose(&Request::new(&game, round)).unwrap();
            assert!(game.clone().play(choice.mv).is_ok(), "{spec} plays {:?} in\n{position:?}", choice.mv);
            assert!(!choice.reason.is_empty());
        }
    }
}

#[test]
fn every_move_is_in_time() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    let specs = ["fillings", "mops:depth=6", "queenbee", "hexy:n=0", "hexy:n=1", "hexy:n=inf", "playouts"];
    for round in 0..40 {
        let position = any_position(&mut random);
        if position.empty_cells().is_empty() {
            continue;
        }
        let game = Game::from_position(position);
        for spec in specs {
            for milliseconds in [0, 1, 2 + round % 7, 20] {
                let time = Duration::from_millis(milliseconds);
                let (choice, used) = choose_in_time(&mut *create(spec).unwrap(), &game, time);
                assert!(game.clone().play(choice.mv).is_ok(), "{spec} plays {:?}", choice.mv);
                // The one look at the clock that says that the time is over is itself a tick.
                let most = time + Duration::from_micros(300);
                assert!(used <= most, "{spec}: {used:?} of {time:?} in\n{position:?}");
            }
        }
    }
}

/// The processor time of this thread where the system tells it, so that a busy machine does not fail a player; else the time of day.
struct Real {
    start: Instant,
    used: Option<Duration>,
}

impl Real {
    fn start() -> Self {
        Self { start: Instant::now(), used: Self::used() }
    }

    fn used() -> Option<Duration> {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
    }
}

impl Clock for Real {
    fn elapsed(&self) -> Duration {
        let used = self.used.zip(Self::used());
        used.map_or_else(|| self.start.elapsed(), |(before, now)| now.saturating_sub(before))
    }
}

#[test]
fn large_boards_are_played_in_time_by_a_real_clock() {
    for side in [13, 19] {
        let size = BoardSize::square(side).unwrap();
        let mut opening = Game::new(size, false);
        let middle = opening.clone();
        for name in ["j10", "d4", "k12", "e9", "g7", "c10"] {
            opening.play(Move::Place(size.cell(name).unwrap())).unwrap();
        }
        for known in REGISTRY.0 {
            for game in [&opening, &middle] {
                for milliseconds in [50, 300] {
                    let time = Duration::from_millis(milliseconds);
                    let mut player = create(known.name).unwrap();
                    let clock = Real::start();
                    let stop = AtomicBool::new(false);
                    let limits = Limits { time: Some(time), ..Limits::default() };
                    let request = Request { limits, clock: &clock, stop: &stop, ..Request::new(game, 1) };
                    let choice = player.choose(&request).unwrap();
                    let used = clock.elapsed();
                    assert!(game.clone().play(choice.mv).is_ok(), "{} on {side}x{side}", known.name);
                    // The time reserved for delays (`TimeControl::allot`) is more than this.
                    let most = time + Duration::from_millis(25);
                    assert!(used <= most, "{} on {side}x{side}: {used:?} of {time:?}", known.name);
                }
            }
        }
    }
}

#[test]
fn a_request_to_stop_is_followed_at_once() {
    let game = Game::new(BoardSize::square(13).unwrap(), false);
    for spec in ["fillings", "mops:depth=8", "queenbee:depth=20", "hexy:depth=20", "hexy", "playouts"] {
        let stop = AtomicBool::new(true);
        let request = Request { stop: &stop, ..Request::new(&game, 1) };
        let choice = create(spec).unwrap().choose(&request).unwrap();
        assert!(game.clone().play(choice.mv).is_ok());
        assert!(choice.thoughts.nodes <= 200, "{spec}: {}", choice.thoughts.nodes);
    }
}

#[test]
fn nodes_and_depth_limit_the_search() {
    let game = Game::new(BoardSize::square(9).unwrap(), false);
    for spec in ["queenbee", "hexy"] {
        let limits = Limits { nodes: Some(300), ..Limits::default() };
        let choice = create(spec).unwrap().choose(&Request::new(&game, 1).with_limits(limits)).unwrap();
        assert_eq!(choice.thoughts.nodes, 300, "{spec}");
        let nodes = |depth| {
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            create(spec).unwrap().choose(&Request::new(&game, 1).with_limits(limits)).unwrap().thoughts.nodes
        };
        assert!(nodes(1) < nodes(2) && nodes(2) < nodes(3), "{spec}");
    }
}

#[test]
fn a_level_thinks_as_far_as_it_is_meant_to() {
    let game = Game::new(BoardSize::square(5).unwrap(), false);
    for level in 1..=LADDER.len() {
        let mut player = create(&format!("level:n={level}")).unwrap();
        let unlimited = player.choose(&Request::new(&game, 1)).unwrap();
        player.new_game();
        let an_hour = Limits { time: Some(Duration::from_secs(3600)), ..Limits::default() };
        let slow = player.choose(&Request::new(&game, 1).with_limits(an_hour)).unwrap();
        assert_eq!(unlimited.mv, slow.mv, "level {level}");
        assert!(slow.thoughts.nodes <= 2 * unlimited.thoughts.nodes, "level {level}");
    }
    for bad in ["level:n=0", "level:n=11", "level:n=x", "level:depth=2"] {
        assert!(create(bad).is_err(), "{bad}");
    }
}

#[test]
fn what_searches_call_certain_is_true() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(8);
    let mut known = HashMap::new();
    // Enough to decide any board of this size, regardless of the evaluation.
    let limits = Limits { nodes: Some(100_000), ..Limits::default() };
    for number in 0..60 {
        let size =
            BoardSize::new(2 + random_below(&mut random, 3), 2 + random_below(&mut random, 3)).unwrap();
        let mut position = Position::empty(size);
        while position.empty_cells().len() > 11 {
            let cells: Vec<_> = position.empty_cells().iter().collect();
            position.play_unchecked(cells[random_below(&mut random, cells.len())]);
        }
        if position.winner().is_some() {
            continue;
        }
        let truth = solve(&position, &mut known) == position.to_move();
        let game = Game::from_position(position);
        for spec in ["hexy", "playouts:examine=20", "playouts:examine=0"] {
            let request = Request::new(&game, number).with_limits(limits);
            let choice = create(spec).unwrap().choose(&request).unwrap();
            let mut next = game.clone();
            next.play(choice.mv).unwrap();
            let still = next.outcome().map_or_else(|| solve(next.position(), &mut known), |end| end.winner);
            assert_eq!(still == position.to_move(), truth, "{spec} plays {:?} in\n{position}", choice.mv);
        }
    }
}

#[test]
fn what_is_kept_from_move_to_move_belongs_to_the_game() {
    let size = BoardSize::square(6).unwrap();
    let limits = Limits { nodes: Some(200), ..Limits::default() };
    for spec in ["hexy", "playouts"] {
        let mut player = create(spec).unwrap();
        // Two games in turn, one of which did not begin on an empty board: the player is told of neither.
        let set = parse_diagram(
            ". . B . . .\n . W . . . .\n  . . . . . .\n   . . . . . .\n    . . . . . .\n     . . . . . .",
        )
        .unwrap();
        let mut games = [Game::new(size, false), Game::from_position(set)];
        while games.iter().any(|game| game.outcome().is_none()) {
            for game in games.iter_mut().filter(|game| game.outcome().is_none()) {
                let choice = player.choose(&Request::new(game, 1).with_limits(limits)).unwrap();
                game.play(choice.mv).unwrap();
            }
        }
    }
}

/// The move of a player in a drawn position.
fn answer(spec: &str, diagram: &str, to_move: Color) -> String {
    let mut position = parse_diagram(diagram).unwrap();
    position.set_to_move(to_move);
    let game = Game::from_position(position);
    let choice = create(spec).unwrap().choose(&Request::new(&game, 3)).unwrap();
    choice.mv.name(game.size()).to_string()
}

#[test]
fn a_win_is_taken_and_a_loss_is_stopped() {
    let diagram = "
        . B . . .
         W B . W .
          . . . W .
           B . W . .
            B . . . .";
    for spec in QUICK {
        assert_eq!(answer(spec, diagram, Color::Black), "a3", "{spec}");
        assert_eq!(answer(spec, diagram, Color::White), "a3", "{spec}");
    }
}

#[test]
fn searching_players_win_a_ladder_of_two_moves() {
    // Black needs two stones and has two ways for each: it wins soon against every reply.
    let diagram = "
        . . . . .
         . . . B .
          . . . . .
           . . B . .
            W W . . W";
    for spec in ["queenbee:depth=4", "hexy:n=0,depth=4,width=12", "hexy:n=1,depth=4,width=12", "hexy"] {
        let mut position = parse_diagram(diagram).unwrap();
        position.set_to_move(Color::White);
        let mut game = Game::from_position(position);
        let (mut player, mut opponent) = (create(spec).unwrap(), create("bridges").unwrap());
        while game.outcome().is_none() {
            let mover = if game.to_move() == Color::Black { &mut player } else { &mut opponent };
            let choice = mover.choose(&Request::new(&game, 1)).unwrap();
            game.play(choice.mv).unwrap();
        }
        assert_eq!(game.outcome().unwrap().winner, Color::Black, "{spec}\n{}", game.position());
        assert!(game.turns().len() <= 10, "{spec} takes {} moves", game.turns().len());
    }
}

/// Plays a game to its end from a drawn position with White to move, and returns the winner and the number of moves.
fn finish(black: &str, white: &str, diagram: &str) -> (Color, usize) {
    let mut position = parse_diagram(diagram).unwrap();
    position.set_to_move(Color::White);
    let mut game = Game::from_position(position);
    let mut players = [create(black).unwrap(), create(white).unwrap()];
    while game.outcome().is_none() {
        let choice = players[game.to_move().index()].choose(&Request::new(&game, 1)).unwrap();
        game.play(choice.mv).unwrap();
    }
    (game.outcome().unwrap().winner, game.turns().len())
}

#[test]
fn what_is_virtually_connected_is_won_briskly() {
    // A chain of bridges from edge to edge: four intrusions and their answers, and no stone too many.
    let diagram = "
        . . . . . . .
         . . . . B . .
          . . . . . . .
           . . . B . . .
            . . . . . . .
             . . B . . . .
              . . . . . . .";
    for black in ["hexy", "playouts"] {
        for white in ["bridges", "mops", "hexy", "hexy:n=0", "random"] {
            let (winner, moves) = finish(black, white, diagram);
            assert_eq!(winner, Color::Black, "{black} against {white}");
            assert!(moves <= 10, "{black} against {white}: {moves} moves");
        }
    }
}

#[test]
fn the_swap_goes_by_value() {
    let answers = |side: usize, opening: &str| {
        let size = BoardSize::square(side).unwrap();
        let mut game = Game::new(size, true);
        game.play(Move::Place(size.cell(opening).unwrap())).unwrap();
        let choice = create("hexy:depth=1").unwrap().choose(&Request::new(&game, 1)).unwrap();
        choice.mv == Move::Swap(SwapRule::Pieces)
    };
    // Known.
    assert!(answers(5, "c3") && answers(7, "a4") && answers(2, "b1"));
    assert!(!answers(5, "a1") && !answers(7, "d2") && !answers(7, "a1"));
    // Judged.
    for side in [8, 9, 11, 13, 14, 19] {
        assert!(answers(side, "e5"), "{side}");
        assert!(!answers(side, "a1") && !answers(side, "c1"), "{side}");
    }
}

#[test]
fn an_even_opening_is_played_where_there_is_swap() {
    for side in [3, 8, 11] {
        let size = BoardSize::square(side).unwrap();
        let mut game = Game::new(size, true);
        let choice = create("mops").unwrap().choose(&Request::new(&game, 5)).unwrap();
        assert!(choice.reason.contains("even opening"));
        game.play(choice.mv).unwrap();
    }
    let rectangle = BoardSize::new(9, 8).unwrap();
    let mut game = Game::new(rectangle, true);
    game.play(Move::Place(rectangle.cell("e4").unwrap())).unwrap();
    let choice = create("mops").unwrap().choose(&Request::new(&game, 5)).unwrap();
    assert_eq!(choice.mv, Move::Swap(SwapRule::Sides));
    game.play(choice.mv).unwrap();
}
