//! Games between simple players, whose positions are typical enough to be measured.

use board::{BoardSize, Game, Position};
use player::{Player as _, Request};

/// The positions of a game between bridge players, up to the last that is not over.
pub(super) fn bridge_game<const W: usize>(size: BoardSize, seed: u64) -> Vec<Position<W>> {
    let mut game = Game::new(size, false);
    let mut positions = Vec::new();
    while game.outcome().is_none() {
        positions.push(game.position().resize());
        let Ok(choice) = players::Bridges.choose(&Request::new(&game, seed)) else { break };
        if game.play(choice.mv).is_err() {
            break;
        }
    }
    positions
}
