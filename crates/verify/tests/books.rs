//! Books of patterns: each pattern of the books in the program is true by brute force, and planted errors are found.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::collections::{BTreeMap, HashMap};

use board::{BoardSize, Cell, CellSet, Color, Position};
use proptest::prelude::*;
use verify::book::{Book, Pattern, Placement, Point, book_text, check_book, read_book};

const BOOKS: [&str; 4] = [
    include_str!("../../player/data/books/5x5-c3.book"),
    include_str!("../../player/data/books/6x6-d3.book"),
    include_str!("../../player/data/books/7x7-d4.book"),
    include_str!("../../player/data/books/8x8-d5.book"),
];

/// The local game of a pattern as the rules have it: cells, neighbours, ends, and nothing else.
struct LocalGame {
    around: Vec<u64>,
    cells: usize,
    known: HashMap<(u64, u64), bool>,
}

impl LocalGame {
    fn new(pattern: &Pattern) -> Self {
        let region = &pattern.region;
        let cells = region.len();
        let mut around = vec![0; cells + 8];
        for (index, site) in region.iter().enumerate() {
            for (other, neighbour) in region.iter().enumerate() {
                if site.point.touches(neighbour.point) {
                    around[index] |= 1 << other;
                }
            }
            for end in site.ends.iter() {
                around[index] |= 1 << (cells + end);
                around[cells + end] |= 1 << index;
            }
        }
        Self { around, cells, known: HashMap::new() }
    }

    fn is_joined(&self, own: u64) -> bool {
        let own = own | 0xff << self.cells;
        let mut reached = 1u64 << self.cells;
        loop {
            let grown = (0..self.around.len())
                .filter(|vertex| reached >> vertex & 1 != 0)
                .fold(reached, |all, vertex| all | self.around[vertex] & own);
            if grown == reached {
                return reached >> (self.cells + 1) & 1 != 0;
            }
            reached = grown;
        }
    }

    /// Whether the owner joins A and B with the opponent to move, by trying every move of both.
    fn holds(&mut self, empty: u64, own: u64) -> bool {
        if self.is_joined(own) {
            return true;
        }
        if let Some(&known) = self.known.get(&(empty, own)) {
            return known;
        }
        let count = self.cells;
        let cells = |set: u64| (0..count).filter(move |cell| set >> cell & 1 != 0).collect::<Vec<_>>();
        // A pass is never better than a move, so that an empty region is the only end without moves.
        let holds = empty != 0
            && cells(empty).into_iter().all(|intrusion| {
                let rest = empty & !(1 << intrusion);
                cells(rest).into_iter().any(|key| self.holds(rest & !(1 << key), own | 1 << key))
            });
        self.known.insert((empty, own), holds);
        holds
    }
}

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

/// The winner follows the book against every line of replies; replies outside of all games are left out, since they change nothing.
fn recite(book: &Book, position: &Position, seen: &mut HashMap<u128, ()>) {
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
    let refuse = |change: &dyn Fn(&mut Book)| {
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
                let own = verify::book::Part { pattern: number, placement: Placement::IDENTITY };
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

    /// Whatever the text is, reading it ends, with an error where it is no book.
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
