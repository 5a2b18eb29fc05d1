//! The player `yang`: plays from a book of local patterns, and names the pattern that answers the move.
//!
//! Where a book ([`proof::book`]) has the position, the local game that was disturbed is found and its answer played. Elsewhere the
//! thirteen rules of Yang, Liao and Pawlak choose (crate `decomposition`), and where no rule has a move, bridges and shortest
//! paths do.

use std::{sync::OnceLock, time::Duration};

use board::{Cell, Position, Symmetry};
use decomposition::{DecompositionSolver, Layer, MoveReason};
use proof::book::{LocalGames, PatternBook, read_book};

use crate::{Bridges, openings, sense};
use player::{Choice, Cost, Player, PlayerError, PlayerKind, Region, Request, Setting};

/// The books in the program: centre openings.
const SHIPPED: &[&str] = &[
    include_str!("../data/books/5x5-c3.book"),
    include_str!("../data/books/6x6-d3.book"),
    include_str!("../data/books/7x7-d4.book"),
    include_str!("../data/books/8x8-d5.book"),
];

pub(crate) const KIND: PlayerKind = PlayerKind {
    name: "yang",
    about: "recites a book of local patterns and says which one answers; elsewhere thirteen rules",
    settings: &[Setting::file(
        "book",
        "a book",
        "a book of local patterns, any number of times; before those of the program",
    )],
    cost: Cost::bytes(64 << 20),
    make: |spec, read| Ok(Box::new(Yang::new(spec.files("book", read, book_in)?))),
};

fn book_in(bytes: &[u8]) -> Result<PatternBook, String> {
    read_book(&String::from_utf8_lossy(bytes)).map_err(|reason| format!("a book that holds ({reason})"))
}

/// The books in the program, read and checked once.
#[must_use]
pub fn shipped_books() -> &'static [PatternBook] {
    static BOOKS: OnceLock<Vec<PatternBook>> = OnceLock::new();
    // A test reads them all; one that did not hold would be left out here.
    BOOKS.get_or_init(|| SHIPPED.iter().filter_map(|text| read_book(text).ok()).collect())
}

/// The local games of a position by the books that are given and those in the program: those after the reply where the winner
/// is to move.
#[must_use]
pub fn local_games(given: &[PatternBook], position: &Position) -> Vec<Region> {
    let Some((_, games, symmetry)) = find(given, position) else { return Vec::new() };
    let size = position.size();
    let region = |game: &proof::book::LocalGame| Region {
        pattern: game.pattern + 1,
        cells: symmetry.cells(game.cells, size),
    };
    games.games.iter().map(region).collect()
}

/// The book that has a position, turned or mirrored, and the games there: one that is given, or one of the program.
fn find<'a>(
    given: &'a [PatternBook],
    position: &Position,
) -> Option<(&'a PatternBook, LocalGames, Symmetry)> {
    find_among(given, position).or_else(|| find_among(shipped_books(), position))
}

fn find_among<'a>(
    books: &'a [PatternBook],
    position: &Position,
) -> Option<(&'a PatternBook, LocalGames, Symmetry)> {
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
    given: Vec<PatternBook>,
    /// The rules with the prover's eyes.
    rules: DecompositionSolver,
    /// The rules with patterns alone, for when there is no time for the prover.
    quick_rules: DecompositionSolver,
    fallback: Bridges,
}

/// The prover's time for each cell of the board, with a margin of two: about 95 ms on 13x13 were measured.
const PROVER_TIME: Duration = Duration::from_millis(1);

impl Yang {
    /// A player with the books of the program, and with these before them.
    #[must_use]
    pub fn new(given: Vec<PatternBook>) -> Self {
        // The books of the program are read now, not in the time of the first move: 8x8 takes as long as a quick move.
        let _ = shipped_books();
        let settings = decomposition::DecompositionSettings::default();
        let rules = DecompositionSolver::new(settings);
        let quick_rules = DecompositionSolver::new(decomposition::DecompositionSettings {
            layer: Layer::Patterns,
            ..settings
        });
        Self { given, rules, quick_rules, fallback: Bridges }
    }

    /// The answer of a book.
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

fn about(book: &PatternBook) -> String {
    let size = book.position.size();
    match book.position.stones(book.winner).single() {
        Some(cell) => format!("the book of {size} {}", size.name(cell)),
        None => format!("a book of {size}"),
    }
}

/// A rule's move in words.
fn in_words(reason: &MoveReason, position: &Position) -> String {
    let names: Vec<String> = reason.group.iter().map(|cell| position.size().name(cell).to_string()).collect();
    let group =
        if names.is_empty() { String::new() } else { format!(", for the group of {}", names.join(" ")) };
    format!("{}: {}{group}", reason.rule, reason.rule.words())
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
        if request.game.can_swap()
            && let Some(choice) = openings::choose(request)
        {
            return Ok(choice);
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

    fn regions(&self, position: &Position) -> Option<Vec<Region>> {
        Some(local_games(&self.given, position))
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
