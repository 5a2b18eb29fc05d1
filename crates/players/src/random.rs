//! The player `random`: any empty cell, each with the same chance.

use board::random_below;
use player::{Choice, Cost, Player, PlayerError, PlayerKind, Request};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

pub(crate) const KIND: PlayerKind = PlayerKind {
    name: "random",
    about: "plays anywhere",
    settings: &[],
    cost: Cost::bytes(0),
    make: |_, _| Ok(Box::new(RandomPlayer)),
};

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
        Ok(Choice::place(cells[random_below(&mut random, cells.len())], "any empty cell"))
    }
}
