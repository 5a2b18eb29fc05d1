//! Openings of the games of a match.
//!
//! A pair of games begins with the same few stones, so that an opening that favours one colour favours each contestant
//! once. Balanced openings make the games informative: in a won position both play the same result twice.

use board::{BoardError, BoardSize, Cell, Move, Position, Symmetry, random_below};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

use crate::ArenaError;

/// The first stones of a game, Black first, alternating.
pub type OpeningMoves = Vec<Cell>;

/// Generated lists, a file for each size; the first lines of a file say how it was made.
const BALANCED: &[(&str, &str)] = &[
    ("11x11", include_str!("../data/balanced-11x11.txt")),
    ("13x13", include_str!("../data/balanced-13x13.txt")),
];

/// Reads a list of openings: one a line, cells separated by spaces; empty lines and what follows `#` are skipped.
///
/// # Errors
/// [`ArenaError::Opening`] with the line, or [`ArenaError::NoOpening`].
pub fn read_openings(text: &str, size: BoardSize) -> Result<Vec<OpeningMoves>, ArenaError> {
    let mut openings = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let moves = line.split('#').next().unwrap_or_default();
        let opening =
            read_opening(moves, size).map_err(|problem| ArenaError::Opening { line: number + 1, problem })?;
        if !opening.is_empty() {
            openings.push(opening);
        }
    }
    if openings.is_empty() { Err(ArenaError::NoOpening) } else { Ok(openings) }
}

fn read_opening(text: &str, size: BoardSize) -> Result<OpeningMoves, BoardError> {
    let opening = size.cells_named(text)?;
    let mut game = board::Game::new(size, false);
    for &cell in &opening {
        game.play(Move::Place(cell))?;
    }
    match game.outcome() {
        None => Ok(opening),
        Some(outcome) => Err(BoardError::GameOver { winner: outcome.winner }),
    }
}

/// The built-in list of openings that are about even.
///
/// # Errors
/// [`ArenaError::NotBalanced`] for sizes without a list.
pub fn balanced(size: BoardSize) -> Result<Vec<OpeningMoves>, ArenaError> {
    let name = size.to_string();
    let Some((_, text)) = BALANCED.iter().find(|(known, _)| *known == name) else {
        let known = BALANCED.iter().map(|(size, _)| *size).collect::<Vec<_>>().join(", ");
        return Err(ArenaError::NotBalanced { size: name, known });
    };
    read_openings(text, size)
}

/// Every first stone, one of each pair that the half turn of the board exchanges.
#[must_use]
pub fn every_first_stone(size: BoardSize) -> Vec<OpeningMoves> {
    let first = |cell: &Cell| *cell <= Symmetry::Rotation.cell(*cell, size);
    let cells = size.iter().filter(first).map(|cell| vec![cell]);
    // On a board of one cell the first stone is the last.
    cells
        .filter(|opening| {
            Position::<6>::after(size, opening).is_ok_and(|position| position.winner().is_none())
        })
        .collect()
}

/// Mixes openings, so that a short match does not see the first rows only.
pub fn shuffle_openings(openings: &mut [OpeningMoves], seed: u64) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    for index in (1..openings.len()).rev() {
        openings.swap(index, random_below(&mut random, index + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_and_refused() {
        let size = BoardSize::square(5).unwrap();
        let openings = read_openings("# made by hand\na1 b2\n\nc3 # the centre\n", size).unwrap();
        assert_eq!(openings, [size.cells_named("a1 b2").unwrap(), size.cells_named("c3").unwrap()]);
        let message = |text| read_openings(text, size).unwrap_err().to_string();
        assert_eq!(
            message("a1\na1 a1"),
            "line 2 of the openings: cell a1 is occupied by black: expected an empty cell"
        );
        assert!(message("a9").starts_with("line 1 of the openings: cell a9 is not on the 5x5 board"));
        assert!(message("a1 b1 a2 b2 a3 b3 a4 b4 a5").contains("the game is over"));
        assert_eq!(message("# nothing"), "found no opening: expected at least one");
    }

    #[test]
    fn the_built_in_lists_are_sound() {
        for (name, _) in BALANCED {
            let size: BoardSize = name.parse().unwrap();
            let mut openings = balanced(size).unwrap();
            assert!(openings.len() >= 32 && openings.iter().all(|opening| opening.len() == 2));
            openings.sort();
            openings.dedup();
            assert!(openings.len() >= 32, "{name}: an opening stands twice");
        }
        let message = balanced(BoardSize::square(5).unwrap()).unwrap_err().to_string();
        assert!(message.contains("5x5: expected one of 11x11, 13x13, or a file, or 'all'"), "{message}");
    }

    #[test]
    fn first_stones_are_counted_once_for_each_turn_of_the_board() {
        for (size, count) in [("11", 61), ("3", 5), ("2", 2), ("1", 0), ("3x2", 3)] {
            assert_eq!(every_first_stone(size.parse().unwrap()).len(), count, "{size}");
        }
    }
}
