//! Paired games between two players: the same opening twice with colours exchanged, so that the first move decides nothing.

use board::{BoardSize, Cell, Color, Game, Move, Position, random_below};
use player::{Player, Request};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};

use crate::LearningError;

/// Openings of random stones, Black first, none of which ends the game.
#[must_use]
pub fn random_openings(size: BoardSize, count: usize, stones: usize, seed: u64) -> Vec<Vec<Cell>> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    (0..count).map(|_| random_opening(size, stones, &mut random)).collect()
}

/// One opening; fewer stones if the board is too small.
pub(crate) fn random_opening(size: BoardSize, stones: usize, random: &mut Xoshiro256PlusPlus) -> Vec<Cell> {
    let mut cells: Vec<Cell> = size.iter().collect();
    let mut position = Position::<6>::empty(size);
    let mut opening = Vec::new();
    while opening.len() < stones && !cells.is_empty() {
        let cell = cells.swap_remove(random_below(random, cells.len()));
        if position.child(cell).winner().is_none() {
            position.play_unchecked(cell);
            opening.push(cell);
        }
    }
    opening
}

/// Plays a pair of games from an opening and returns how many of them the first player wins.
///
/// # Errors
/// [`LearningError::Player`] where a player cannot move or moves against the rules.
pub fn duel(
    players: [&mut dyn Player; 2],
    size: BoardSize,
    opening: &[Cell],
    seed: u64,
) -> Result<u32, LearningError> {
    let [first, second] = players;
    let mut wins = 0;
    for color in Color::BOTH {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut game = begin(size, opening)?;
        first.new_game();
        second.new_game();
        while game.outcome().is_none() {
            let player = if game.to_move() == color { &mut *first } else { &mut *second };
            let choice = player.choose(&Request::new(&game, random.next_u64()))?;
            play(&mut game, choice.mv)?;
        }
        wins += u32::from(game.outcome().is_some_and(|outcome| outcome.winner == color));
    }
    Ok(wins)
}

/// A game that begins with an opening, without swap.
pub(crate) fn begin(size: BoardSize, opening: &[Cell]) -> Result<Game, LearningError> {
    let mut game = Game::new(size, false);
    for &cell in opening {
        play(&mut game, Move::Place(cell))?;
    }
    Ok(game)
}

pub(crate) fn play(game: &mut Game, mv: Move) -> Result<(), LearningError> {
    game.play(mv).map_err(|error| LearningError::Player(error.into()))
}
