//! Books of patterns: each pattern of the books in the program is true by brute force, and planted errors are found.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

#[path = "../../verify/tests/support/local_game.rs"]
mod local_game;

use std::collections::{BTreeMap, HashMap};

use board::{BoardSize, Cell, CellSet, Color, Position};
use local_game::LocalGame;
use proof::book::{
    Answer, Drawn, Ends, Part, Pattern, PatternBook, Placement, Point, Site, book_text, cell_at, check_book,
    read_book,
};
use proptest::prelude::*;

const BOOKS: [&str; 4] = [
    include_str!("../../players/data/books/5x5-c3.book"),
    include_str!("../../players/data/books/6x6-d3.book"),
    include_str!("../../players/data/books/7x7-d4.book"),
    include_str!("../../players/data/books/8x8-d5.book"),
];

#[test]
fn every_small_pattern_holds_by_brute_force() {
    let mut checked = 0;
    for text in BOOKS {
        for pattern in read_book(text).unwrap().patterns {
            if pattern.region.len() > 13 {
                continue;
            }
            let mut game = LocalGame::new(&pattern);
            assert!(game.holds((1 << pattern.region.len()) - 1, 0), "{pattern:?}");
            checked += 1;
        }
    }
    assert!(checked > 20, "{checked}");
}

/// The winner follows the book against every line of replies; replies outside of all games are left out, since they
/// change nothing.
fn recite(book: &PatternBook, position: &Position, seen: &mut HashMap<u128, ()>) {
    if position.has_won(book.winner) || seen.insert(position.hash(), ()).is_some() {
        return;
    }
    let games = book.local_games(position).unwrap_or_else(|| panic!("no games in\n{position}"));
    assert!(games.reply.is_none());
    let cells = games.games.iter().fold(CellSet::EMPTY, |all, game| {
        assert!(!all.intersects(&game.cells), "games share a cell in\n{position}");
        all | game.cells
    });
    assert!(!cells.is_empty(), "not won, and nothing to play for:\n{position}");
    for intrusion in cells {
        let disturbed = position.child(intrusion);
        let answered = book.local_games(&disturbed).unwrap_or_else(|| panic!("no answer in\n{disturbed}"));
        recite(book, &disturbed.child(answered.reply.unwrap().cell), seen);
    }
}

#[test]
fn the_5x5_book_wins_every_game() {
    let book = read_book(BOOKS[0]).unwrap();
    let mut seen = HashMap::new();
    recite(&book, &book.position, &mut seen);
    assert!(seen.len() > 100, "{}", seen.len());
}

#[test]
fn a_free_move_of_the_loser_is_no_danger() {
    let book = read_book(BOOKS[0]).unwrap();
    let size = book.position.size();
    let position = book.position.child(size.cell("e5").unwrap());
    let games = book.local_games(&position).unwrap();
    assert!(!games.reply.unwrap().disturbed);
}

#[test]
fn books_survive_being_written() {
    for text in BOOKS {
        assert_eq!(book_text(&read_book(text).unwrap()), text);
    }
}

#[test]
fn a_changed_byte_and_a_cut_are_found() {
    let text = BOOKS[0];
    for at in 0..text.len() {
        if text.is_char_boundary(at) {
            assert!(read_book(&text[..at]).is_err(), "cut at {at}");
        }
        let mut bytes = text.as_bytes().to_vec();
        bytes[at] ^= 1;
        assert!(read_book(&String::from_utf8_lossy(&bytes)).is_err(), "changed at {at}");
    }
}

#[test]
fn the_wrong_position_is_refused() {
    let book = read_book(BOOKS[0]).unwrap();
    let size = BoardSize::square(5).unwrap();
    let refuse = |change: &dyn Fn(&mut PatternBook)| {
        let mut other = book.clone();
        change(&mut other);
        assert!(check_book(&other).is_err());
    };
    refuse(&|book| book.position = Position::empty(size));
    refuse(&|book| book.winner = Color::White);
    refuse(&|book| book.root.clear());
    refuse(&|book| book.first = Some(Cell::from_index_unchecked(0)));
    refuse(&|book| {
        book.position = Position::after(size, &[size.cell("c3").unwrap(), size.cell("c2").unwrap()]).unwrap();
        book.position.set_to_move(Color::White);
    });
}

#[test]
fn a_pattern_needs_all_that_it_says() {
    let book = read_book(BOOKS[0]).unwrap();
    for number in 0..book.patterns.len() {
        let refuse = |change: &dyn Fn(&mut Pattern)| {
            let mut other = book.clone();
            change(&mut other.patterns[number]);
            assert!(check_book(&other).is_err(), "pattern {}", number + 1);
        };
        refuse(&|pattern| pattern.answers.clear());
        refuse(&|pattern| pattern.answers.truncate(1));
        refuse(&|pattern| pattern.drawn.clear());
        refuse(&|pattern| pattern.region.push(pattern.region[0]));
        for cell in 0..book.patterns[number].region.len() {
            refuse(&|pattern| pattern.region.retain(|site| *site != book.patterns[number].region[cell]));
        }
        for end in [0, 1] {
            refuse(&|pattern| pattern.region.iter_mut().for_each(|site| site.ends.0 &= !(1 << end)));
        }
        for answer in 0..book.patterns[number].answers.len() {
            refuse(&|pattern| {
                let own = Part { pattern: number, placement: Placement::IDENTITY };
                pattern.answers[answer].parts = vec![own];
            });
            for part in 0..book.patterns[number].answers[answer].parts.len() {
                refuse(&|pattern| pattern.answers[answer].parts.truncate(part));
                refuse(&|pattern| {
                    let again = pattern.answers[answer].parts[part];
                    pattern.answers[answer].parts.push(again);
                });
            }
        }
    }
}

/// A bridge to the edge in ever larger regions: an answer on either of two idle cells leaves the pattern before.
/// With the idle cells taken and the bridge broken, there are 2^40 ways to look for what is left of it.
#[test]
fn what_is_left_of_a_game_is_found_at_once() {
    let size = BoardSize::square(19).unwrap();
    let at = |col: i16, row: i16| Point { col, row };
    let bridge = [at(5, 18), at(4, 18)];
    let idle: Vec<[Point; 2]> =
        (0..40).map(|k| [at(8 + k % 10, 4 * (k / 10)), at(8 + k % 10, 4 * (k / 10) + 2)]).collect();
    let answer = |key, parts: &[usize]| Answer {
        key,
        parts: parts.iter().map(|&pattern| Part { pattern, placement: Placement::IDENTITY }).collect(),
    };
    let mut patterns: Vec<Pattern> = Vec::new();
    for level in 0..=idle.len() {
        let mut region = bridge.map(|point| Site { point, ends: Ends(3) }).to_vec();
        region.extend(idle[..level].concat().into_iter().map(|point| Site { point, ends: Ends(0) }));
        let mut answers = Vec::new();
        if let Some(before) = level.checked_sub(1) {
            answers.extend(idle[before].map(|key| answer(key, &[before])));
        }
        answers.extend(bridge.map(|key| answer(key, &[])));
        let drawn = [(0, false, at(5, 17)), (1, true, at(4, 19))];
        let drawn = drawn.map(|(end, is_edge, point)| Drawn { end, is_edge, points: vec![point] }).to_vec();
        patterns.push(Pattern { region, drawn, answers });
    }
    let cells =
        |points: &[Point]| -> CellSet { points.iter().map(|&point| cell_at(point, size).unwrap()).collect() };
    let column: Vec<Point> = (0..18).map(|row| at(5, row)).collect();
    let position = Position::with_stones(size, cells(&column), CellSet::EMPTY, Color::White).unwrap();
    let root = vec![Part { pattern: idle.len(), placement: Placement::IDENTITY }];
    let book = PatternBook { position, winner: Color::Black, first: None, patterns, root };
    assert_eq!(check_book(&book), Ok(()));
    let taken =
        Position::with_stones(size, cells(&column) | cells(&idle.concat()), cells(&bridge), Color::Black)
            .unwrap();
    assert_eq!(book.local_games(&taken), None);
}

/// Whether a pattern that the checker accepts is true, by brute force where that is possible.
fn is_true(pattern: &Pattern) -> Option<bool> {
    (pattern.region.len() <= 9).then(|| LocalGame::new(pattern).holds((1 << pattern.region.len()) - 1, 0))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Errors are planted in the patterns; where the checker still accepts them, every pattern is true all the same.
    #[test]
    fn planted_errors_are_found_or_harmless(kind in 0..8u8, which in any::<prop::sample::Index>(), what in any::<prop::sample::Index>(), more in any::<prop::sample::Index>()) {
        let mut book = read_book(BOOKS[1]).unwrap();
        let number = which.index(book.patterns.len());
        let patterns = book.patterns.len();
        let pattern = &mut book.patterns[number];
        let answer = what.index(pattern.answers.len());
        match kind {
            0 => { pattern.answers.remove(answer); }
            1 => pattern.answers[answer].key = pattern.region[more.index(pattern.region.len())].point,
            2 => { pattern.region.remove(more.index(pattern.region.len())); }
            3 => {
                let site = more.index(pattern.region.len());
                pattern.region[site].ends.0 &= pattern.region[site].ends.0.wrapping_sub(1);
            }
            4 => {
                let parts = pattern.answers[answer].parts.len();
                if parts > 0 { pattern.answers[answer].parts.remove(more.index(parts)); }
            }
            5 => {
                let parts = pattern.answers[answer].parts.len();
                if parts > 0 { pattern.answers[answer].parts[more.index(parts)].pattern = more.index(patterns); }
            }
            6 => {
                let parts = pattern.answers[answer].parts.len();
                if parts > 0 {
                    let part = &mut pattern.answers[answer].parts[more.index(parts)];
                    part.placement.turn = (part.placement.turn + 1) % Placement::TURNS;
                }
            }
            _ => {
                let parts = pattern.answers[answer].parts.len();
                if parts > 0 {
                    let part = &mut pattern.answers[answer].parts[more.index(parts)];
                    part.placement.shift = part.placement.shift.plus(Point::STEPS[more.index(6)]);
                }
            }
        }
        if check_book(&book).is_ok() {
            for pattern in &book.patterns {
                prop_assert!(is_true(pattern) != Some(false));
            }
        }
    }

    /// Reading any text terminates, with an error if it is not a book.
    #[test]
    fn any_text_is_read_or_refused(lines in prop::collection::vec("(pattern|cell 0,[01] A?B?|answer 0,[01]( 1/[0-9]/0,0)?|stones A 1,0|root( 1/0/0,0)?|check 0)", 0..12)) {
        let _ = read_book(&lines.join("\n"));
    }
}

/// Cells of a pattern are told apart by their ends and neighbours alone: a turned pattern is the same pattern.
#[test]
fn a_book_holds_with_its_patterns_turned() {
    let book = read_book(BOOKS[0]).unwrap();
    for turn in 0..Placement::TURNS {
        let view = Placement { turn, shift: Point { col: 7, row: -3 } };
        let mut turned = book.clone();
        let pattern = &mut turned.patterns[0];
        let images: BTreeMap<Point, Point> =
            pattern.region.iter().map(|site| (site.point, view.apply(site.point))).collect();
        for site in &mut pattern.region {
            site.point = images[&site.point];
        }
        for answer in &mut pattern.answers {
            answer.key = images[&answer.key];
        }
        for drawn in &mut pattern.drawn {
            for point in &mut drawn.points {
                *point = view.apply(*point);
            }
        }
        for user in turned.patterns.iter_mut().skip(1) {
            for part in user.answers.iter_mut().flat_map(|answer| &mut answer.parts) {
                if part.pattern == 0 {
                    part.placement = part.placement.after(view.inverse());
                }
            }
        }
        assert_eq!(check_book(&turned), Ok(()));
    }
}
