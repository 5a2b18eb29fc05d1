//! From strategies to books: every book holds, is small where it should be, and its page shows all of it.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use board::{BoardSize, Position};
use booklet::{BookletError, Settings, Stage, improve_book, make_book, name, page};
use solver::{Forgetful, Limits, Question, Silent, Solver, write_strategy};
use verify::{
    book::{Book, check_book},
    strategy::{Strategy, read_strategy},
};

fn strategy(side: usize, moves: &str) -> Strategy {
    let size = BoardSize::square(side).unwrap();
    let position = Position::<1>::after(size, &size.cells_named(moves).unwrap()).unwrap();
    let mut solver =
        Solver::<1>::new(solver::Settings { table_bytes: 16 << 20, ..solver::Settings::default() });
    let question = Question { limits: Limits::default(), observer: &Silent, memory: &Forgetful };
    let text = write_strategy(&mut solver, &position, None, &question, &|_| {}).unwrap();
    read_strategy(&text, |_| {}).unwrap()
}

fn book(side: usize, moves: &str) -> Book {
    let strategy = strategy(side, moves);
    let settings = Settings { rounds: 10, ..Settings::default() };
    make_book(&strategy, settings, &mut |_| None, &mut |_| true).unwrap()
}

#[test]
fn small_boards_take_few_patterns() {
    // Board, moves, patterns.
    let cases = [(2, "a2", 1), (3, "b2", 1), (4, "c2", 3), (5, "c3", 2)];
    for (side, moves, most) in cases {
        let book = book(side, moves);
        check_book(&book).unwrap();
        assert!(book.patterns.len() <= most, "{side} {moves}: {} patterns", book.patterns.len());
    }
}

#[test]
fn the_centre_of_5x5_is_won_by_bridge_and_ziggurat() {
    let book = book(5, "c3");
    let names: Vec<_> = book.patterns.iter().map(name).collect();
    assert_eq!(names, [Some("bridge"), Some("ziggurat")]);
}

#[test]
fn white_and_the_side_to_move_win_too() {
    // Blue wins after the acute corner, with a first move.
    let book = book(4, "a1");
    check_book(&book).unwrap();
    assert!(book.first.is_some());
}

#[test]
fn the_page_has_every_pattern_and_link() {
    let book = book(5, "c3");
    let page = page(&book);
    for number in 1..=book.patterns.len() {
        assert!(page.contains(&format!("id=\"p{number}\"")));
        assert!(page.contains(&format!("href=\"#p{number}\"")));
    }
    assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
    assert!(!page.contains("http"), "the page needs nothing from elsewhere");
}

#[test]
fn the_work_can_be_ended() {
    // A position that is more than a sum of connections, so that patterns have to be looked for.
    let strategy = strategy(5, "b4");
    let ended = make_book(&strategy, Settings::default(), &mut |_| None, &mut |_| false);
    assert_eq!(ended, Err(BookletError::NotFound));
    // While patterns are chosen, the best choice so far is kept.
    let choosing = &mut |stage| matches!(stage, Stage::Finding { .. });
    assert!(make_book(&strategy, Settings::default(), &mut |_| None, choosing).is_ok());
}

#[test]
fn a_book_can_be_made_smaller_later() {
    let strategy = strategy(5, "b4");
    let first = Settings { rounds: 0, ..Settings::default() };
    let large = make_book(&strategy, first, &mut |_| None, &mut |_| true).unwrap();
    let settings = Settings { rounds: 60, ..Settings::default() };
    let small = improve_book(&large, settings, &mut |_| None, &mut |_| true).unwrap();
    check_book(&small).unwrap();
    assert!(small.patterns.len() < large.patterns.len(), "{} patterns", small.patterns.len());
    // The same seed gives the same book.
    assert_eq!(improve_book(&large, settings, &mut |_| None, &mut |_| true), Ok(small));
}
