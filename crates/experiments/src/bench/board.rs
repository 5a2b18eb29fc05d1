//! Random games, play and undo.

use std::time::Instant;

use board::{BoardSize, Color, Position, RandomFilling, with_words};

use super::{BenchFigure, BenchReport, Signature};
use crate::ExperimentError;

/// Times random games, play and undo.
///
/// # Errors
/// None: the board is a known one.
pub fn board() -> Result<BenchReport, ExperimentError> {
    let size = BoardSize::square(11)?;
    let mut signature = Signature::new();
    let figures = with_words!(size, W => vec![random_games::<W>(size, &mut signature), play_undo::<W>(size, &mut signature)]);
    Ok(BenchReport { signature, figures })
}

/// Random games on 11x11: shuffle to a full board, find the winner.
fn random_games<const W: usize>(size: BoardSize, signature: &mut Signature) -> BenchFigure {
    const GAMES: u64 = 1_000_000;
    let position = Position::<W>::empty(size);
    let mut filling = RandomFilling::new(1);
    let start = Instant::now();
    let black_wins = (0..GAMES).filter(|_| filling.winner(&position) == Color::Black).count();
    let seconds = start.elapsed().as_secs_f64();
    signature.add(black_wins as u128);
    BenchFigure::rate("random games, 11x11", GAMES as f64 / seconds)
}

/// Plays every cell of an 11x11 board and takes it back, hash included.
fn play_undo<const W: usize>(size: BoardSize, signature: &mut Signature) -> BenchFigure {
    const ROUNDS: usize = 300_000;
    let mut position = Position::<W>::empty(size);
    let mut sum = 0u128;
    let start = Instant::now();
    for _ in 0..ROUNDS {
        for cell in size.iter() {
            position.play_unchecked(cell);
            sum = sum.wrapping_add(position.rotation_hash());
        }
        for cell in size.iter().rev() {
            position.undo(cell);
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    signature.add(sum);
    BenchFigure::rate("play and undo, 11x11", (ROUNDS * size.cells()) as f64 / seconds)
}
