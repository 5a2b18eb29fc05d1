//! The player `yang`: recites a book of local patterns, and says which pattern answers the move.
//!
//! Where a book ([`verify::book`]) has the position, the local game that was disturbed is found and its answer played. Elsewhere the
//! thirteen rules of Yang, Liao and Pawlak choose (crate `decomposition`), and where no rule has a move, bridges and shortest
//! paths do.

use std::{sync::OnceLock, time::Duration};

use board::{Cell, CellSet, Position, Symmetry};
use decomposition::{Layer, Reason, Solver};
use verify::book::{Book, LocalGames, read_book};

use crate::{Bridges, Choice, Player, PlayerError, ReadFile, Request, sense};

/// The books in the program: centre openings.
const SHIPPED: &[&str] = &[
    include_str!("../data/books/5x5-c3.book"),
    include_str!("../data/books/6x6-d3.book"),
    include_str!("../data/books/7x7-d4.book"),
    include_str!("../data/books/8x8-d5.book"),
];

/// One local game on the board, for whoever colours it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocalRegion {
    /// The pattern's number in its book, from 1.
    pub pattern: usize,
    /// Its cells.
    pub cells: CellSet,
}

/// The books in the program, read and checked once.
#[must_use]
pub fn shipped_books() -> &'static [Book] {
    static BOOKS: OnceLock<Vec<Book>> = OnceLock::new();
    // A test reads them all; one that did not hold would be left out here.
    BOOKS.get_or_init(|| SHIPPED.iter().filter_map(|text| read_book(text).ok()).collect())
}

/// The local games of a position by the books that are given and those in the program: those after the reply where the winner
/// is to move.
#[must_use]
pub fn local_games(given: &[Book], position: &Position) -> Vec<LocalRegion> {
    let Some((_, games, symmetry)) = find(given, position) else { return Vec::new() };
    let size = position.size();
    let region = |game: &verify::book::LocalGame| LocalRegion {
        pattern: game.pattern + 1,
        cells: symmetry.cells(game.cells, size),
    };
    games.games.iter().map(region).collect()
}

/// The book that has a position, turned or mirrored, and the games there: one that is given, or one of the program.
fn find<'a>(given: &'a [Book], position: &Position) -> Option<(&'a Book, LocalGames, Symmetry)> {
    find_among(given, position).or_else(|| find_among(shipped_books(), position))
}

fn find_among<'a>(books: &'a [Book], position: &Position) -> Option<(&'a Book, LocalGames, Symmetry)> {
    let symmetries = Symmetry::of(position.size()).iter();
    symmetries.copied().find_map(|symmetry| {
        let image = position.image(symmetry);
        let mut known = books.iter().filter(|book| book.position.size() == position.size());
        known.find_map(|book| Some((book, book.local_games(&image)?, symmetry)))
    })
}

/// Recites books, and follows rules where they end.
pub struct Yang {
    /// Books that were given, beside those of the program.
    given: Vec<Book>,
    /// The rules with the prover's eyes.
    rules: Solver,
    /// The rules with patterns alone, for when there is no time for the prover.
    quick_rules: Solver,
    fallback: Bridges,
}

/// What the prover may need for each cell of the board, with a margin of two: about 95 ms on 13x13 were measured.
const PROVER_TIME: Duration = Duration::from_millis(1);

impl Yang {
    /// A player with the books of the program, and with those that `book=FILE` names before them.
    ///
    /// # Errors
    /// [`PlayerError::Setting`] with what was expected, also where a book cannot be read or does not hold.
    pub fn from_settings(pairs: &[(&str, &str)], read: &ReadFile<'_>) -> Result<Self, PlayerError> {
        let mut given = Vec::new();
        for &(key, value) in pairs {
            let error = |expected: String| PlayerError::Setting {
                player: "yang".to_string(),
                found: format!("{key}={value}"),
                expected,
            };
            if key != "book" {
                return Err(error("book=FILE".to_string()));
            }
            let bytes = read(value).map_err(|reason| error(format!("a book ({reason})")))?;
            let book = read_book(&String::from_utf8_lossy(&bytes));
            given.push(book.map_err(|reason| error(format!("a book that holds ({reason})")))?);
        }
        // The books of the program are read now, not in the time of the first move: 8x8 takes as long as a quick move.
        let _ = shipped_books();
        let settings = decomposition::Settings::default();
        let rules = Solver::new(settings);
        let quick_rules = Solver::new(decomposition::Settings { layer: Layer::Patterns, ..settings });
        Ok(Self { given, rules, quick_rules, fallback: Bridges })
    }

    /// What a book answers.
    fn recited(&self, position: &Position) -> Option<Choice> {
        let (book, games, symmetry) = find(&self.given, position)?;
        let reply = games.reply?;
        let size = position.size();
        let cell = symmetry.cell(reply.cell, size);
        let pattern = reply.pattern + 1;
        let why = match reply.disturbed {
            true => format!("pattern {pattern} answers"),
            false => format!("no pattern is in danger; pattern {pattern} goes on"),
        };
        let remain: Vec<String> = reply.remain.iter().map(|pattern| (pattern + 1).to_string()).collect();
        let rest = match remain.as_slice() {
            [] => "which joins its ends".to_string(),
            [one] => format!("continues as pattern {one}"),
            more => format!("continues as patterns {}", more.join(", ")),
        };
        let games = match games.games.len() {
            1 => "1 local game".to_string(),
            count => format!("{count} local games"),
        };
        let mut choice = Choice::place(cell, format!("{why}, {rest}; {games} of {}", about(book)));
        choice.thoughts.value = Some(1.0);
        Some(choice)
    }

    /// The opening of a book, on an empty board.
    fn opening(&self, position: &Position) -> Option<Cell> {
        let size = position.size();
        let books = self.given.iter().chain(shipped_books());
        books.filter(|book| book.position.size() == size).find_map(|book| {
            let opening = book.position.stones(book.winner).single()?;
            let symmetry =
                if book.winner == position.to_move() { Symmetry::Identity } else { Symmetry::Reflection };
            (book.position.occupied().len() == 1 && (book.winner == position.to_move() || size.is_square()))
                .then(|| symmetry.cell(opening, size))
        })
    }
}

fn about(book: &Book) -> String {
    let size = book.position.size();
    match book.position.stones(book.winner).single() {
        Some(cell) => format!("the book of {size} {}", size.name(cell)),
        None => format!("a book of {size}"),
    }
}

/// A rule's move in words.
fn in_words(reason: &Reason, position: &Position) -> String {
    let names: Vec<String> = reason.group.iter().map(|cell| position.size().name(cell).to_string()).collect();
    let group =
        if names.is_empty() { String::new() } else { format!(", for the group of {}", names.join(" ")) };
    format!("rule {}: {}{group}", reason.rule, reason.rule.words())
}

impl Player for Yang {
    fn name(&self) -> String {
        "yang".to_string()
    }

    fn choose(&mut self, request: &Request<'_>) -> Result<Choice, PlayerError> {
        request.check_in_progress()?;
        let position = request.game.position();
        if let Some(cell) = sense::winning_cells(position, position.to_move()).first() {
            return Ok(Choice::place(cell, "joins the edges"));
        }
        if position.occupied().is_empty()
            && let Some(cell) = self.opening(position)
        {
            return Ok(Choice::place(cell, "the opening of a book"));
        }
        if let Some(choice) = self.recited(position) {
            return Ok(choice);
        }
        let needed = PROVER_TIME * position.size().cells() as u32;
        let is_hurried = request.limits.time.is_some_and(|time| time < needed);
        let rules = if is_hurried { &self.quick_rules } else { &self.rules };
        match rules.answer(position) {
            Some((cell, reason)) => Ok(Choice::place(cell, in_words(&reason, position))),
            None => self.fallback.choose(request),
        }
    }

    fn given_books(&self) -> &[Book] {
        &self.given
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_books_of_the_program_hold() {
        assert_eq!(shipped_books().len(), SHIPPED.len());
    }
}
