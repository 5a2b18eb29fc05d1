//! From strategies to books: every book holds, is small where it should be, and its page shows all of it.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use board::{BoardSize, Position};
use booklet::{
    BookletError, BookletSettings, Effort, ExpertVerdict, Stage, Start, improve_book, make_book, name, page,
};
use proof::book::{PatternBook, check_book};
use solver::{AnySolver, ProverSettings, SilentSolverObserver, SolverLimits};

fn position(side: usize, moves: &str) -> Position {
    let size = BoardSize::square(side).unwrap();
    Position::after(size, &size.cells_named(moves).unwrap()).unwrap()
}

fn solver() -> AnySolver {
    let settings = solver::SolverSettings { table_bytes: 16 << 20, ..solver::SolverSettings::default() };
    AnySolver::new(settings, ProverSettings::default())
}

/// Who wins, and by which move of the side to move.
fn verdict(solver: &mut AnySolver, position: &Position) -> Option<ExpertVerdict> {
    let answer = solver.solve(position, SolverLimits::default(), &SilentSolverObserver);
    let key = solver.winning_move(position, &answer, SolverLimits::default(), &SilentSolverObserver);
    answer.winner.map(|winner| ExpertVerdict { winner, key })
}

fn start(side: usize, moves: &str) -> Start<'static> {
    let position = position(side, moves);
    let ExpertVerdict { winner, key: first } = verdict(&mut solver(), &position).unwrap();
    Start { position, winner, first, known: &[] }
}

fn book(side: usize, moves: &str) -> PatternBook {
    let settings = BookletSettings { rounds: 10, ..BookletSettings::default() };
    make_book(start(side, moves), settings, &mut |_| None, &mut |_| true).unwrap()
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
    let start = start(5, "b4");
    let mut tasks = 0;
    let ended = make_book(start, BookletSettings::default(), &mut |_| None, &mut |_| {
        tasks += 1;
        tasks < 4
    });
    let Err(BookletError::Ended(found)) = ended else { panic!("{ended:?}") };
    // The patterns found are not lost: they are a book from which the search can continue.
    check_book(&found).unwrap();
    assert!(found.patterns.len() > 1, "{} patterns", found.patterns.len());
    let known = [*found];
    let again = Start { known: &known, ..start };
    assert!(make_book(again, BookletSettings::default(), &mut |_| None, &mut |_| true).is_ok());
    // While patterns are chosen, the best choice so far is kept.
    let choosing = &mut |stage| matches!(stage, Stage::Finding { .. });
    assert!(make_book(start, BookletSettings::default(), &mut |_| None, choosing).is_ok());
}

#[test]
fn a_book_can_be_made_smaller_later() {
    let start = start(5, "b4");
    let none = BookletSettings { rounds: 0, ..BookletSettings::default() };
    let large = make_book(start, none, &mut |_| None, &mut |_| true).unwrap();
    let settings = BookletSettings { rounds: 60, ..BookletSettings::default() };
    let small = improve_book(&large, settings, &mut |_| None, &mut |_| true).unwrap();
    check_book(&small).unwrap();
    assert!(small.patterns.len() < large.patterns.len(), "{} patterns", small.patterns.len());
    // The same seed gives the same book.
    assert_eq!(improve_book(&large, settings, &mut |_| None, &mut |_| true), Ok(small));
}

#[test]
fn where_the_prover_is_silent_the_expert_leads() {
    let start = start(6, "e2");
    let settings =
        BookletSettings { effort: Effort { width: 1, tries: 1 }, rounds: 0, ..BookletSettings::default() };
    let alone = make_book(start, settings, &mut |_| None, &mut |_| true);
    assert_eq!(alone, Err(BookletError::NotFound));
    // Both who knows a move and who only knows whether one wins.
    for knows_moves in [true, false] {
        let mut solver = solver();
        let mut expert = |position: &Position| {
            let verdict = verdict(&mut solver, position)?;
            Some(ExpertVerdict { key: verdict.key.filter(|_| knows_moves), ..verdict })
        };
        let book = make_book(start, settings, &mut expert, &mut |_| true);
        check_book(&book.unwrap()).unwrap();
    }
}

#[test]
fn patterns_of_another_book_are_used() {
    let settings = BookletSettings { rounds: 0, ..BookletSettings::default() };
    let make = |start: Start<'_>| {
        let mut tasks = 0;
        let book = make_book(start, settings, &mut |_| None, &mut |stage| {
            tasks += usize::from(matches!(stage, Stage::Finding { .. }));
            true
        });
        (book.unwrap(), tasks)
    };
    let (book, alone) = make(start(5, "b4"));
    // Where the board lies in a known book, nothing has to be found.
    let known = [book];
    let (again, with) = make(Start { known: &known, ..start(5, "b4") });
    assert!(with < alone, "{with} and {alone} tasks");
    assert_eq!(again.patterns.len(), known[0].patterns.len());
}
