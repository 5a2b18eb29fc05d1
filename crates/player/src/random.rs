//! The player `random`: any empty cell, each with the same chance.

use board::below;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

use crate::{Choice, Player, PlayerError, Request};

/// Plays anywhere.
#[derive(Debug, Clone, Copy, Default)]
pub struct RandomPlayer;

impl Player for RandomPlayer {
    fn name(&self) -> String {
        "random".to_string()
    }

    fn choose(&mut self, request: &Request<'_>) -> Result<Choice, PlayerError> {
        request.check_in_progress()?;
        let cells: Vec<_> = request.game.position().empty_cells().iter().collect();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(request.seed);
        Ok(Choice::place(cells[below(&mut random, cells.len())], "any empty cell"))
    }
}
