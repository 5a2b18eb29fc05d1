//! The player `yang` wins what its books win, in every orientation, and says which pattern answers.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use board::{BoardSize, Color, Game, Move, Position, Symmetry, random_below};
use player::Request;
use players::{create, local_games, shipped_books};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

/// Plays a game from a position against replies at random, half of them inside the local games; returns the winner.
fn game_against_random(start: Position, us: Color, seed: u64) -> Color {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut player = create("yang").unwrap();
    let mut game = Game::from_position(start);
    loop {
        if let Some(outcome) = game.outcome() {
            return outcome.winner;
        }
        let cell = if game.to_move() == us {
            let choice = player.choose(&Request::new(&game, seed)).unwrap();
            assert!(
                choice.reason.contains("pattern") || choice.reason.contains("joins"),
                "{}",
                choice.reason
            );
            choice.mv.cell().unwrap()
        } else {
            let inside = local_games(&[], game.position());
            let cells: Vec<_> = match inside.get(random_below(&mut random, 2 * inside.len().max(1))) {
                Some(region) => region.cells.iter().collect(),
                None => game.position().empty_cells().iter().collect(),
            };
            cells[random_below(&mut random, cells.len())]
        };
        game.play(Move::Place(cell)).unwrap();
    }
}

#[test]
fn a_recited_book_always_wins() {
    for book in shipped_books() {
        for seed in 0..25 {
            for &symmetry in Symmetry::of(book.position.size()) {
                let start = book.position.image(symmetry);
                let us = symmetry.color(book.winner);
                assert_eq!(game_against_random(start, us, seed), us, "{start}\nseed {seed}, {symmetry:?}");
            }
        }
    }
}

#[test]
fn it_opens_with_its_book_and_gives_the_reason() {
    let mut player = create("yang").unwrap();
    let mut game = Game::new(BoardSize::square(5).unwrap(), false);
    let opening = player.choose(&Request::new(&game, 1)).unwrap();
    assert_eq!(opening.mv.name(game.size()).to_string(), "c3");
    game.play(opening.mv).unwrap();
    // An intrusion into the lower half is answered by the ziggurat.
    game.play(Move::Place(game.size().cell("c4").unwrap())).unwrap();
    let answer = player.choose(&Request::new(&game, 1)).unwrap();
    assert!(answer.reason.starts_with("pattern 2 answers, continues as pattern 1"), "{}", answer.reason);
}

#[test]
fn without_a_book_the_rules_choose() {
    let mut player = create("yang").unwrap();
    let mut game = Game::new(BoardSize::square(9).unwrap(), false);
    for name in ["e5", "e4"] {
        game.play(Move::Place(game.size().cell(name).unwrap())).unwrap();
    }
    let choice = player.choose(&Request::new(&game, 1)).unwrap();
    assert!(["rule ", "no rule: "].iter().any(|start| choice.reason.starts_with(start)), "{}", choice.reason);
    assert!(!choice.reason.contains("rule rule") && !choice.reason.contains("rule no"), "{}", choice.reason);
}

#[test]
fn a_book_that_does_not_hold_is_refused() {
    let text = include_str!("../data/books/5x5-c3.book").replace("answer 1,1\n", "");
    let error = players::create_with("yang:book=x", &|_| Ok(text.clone().into_bytes())).err().unwrap();
    assert!(error.to_string().contains("a book that holds"), "{error}");
}
