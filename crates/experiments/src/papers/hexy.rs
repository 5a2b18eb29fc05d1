//! V. V. Anshelevich, *The Game of Hex: An Automatic Theorem Proving Approach to Game Programming* (2000).

mod figures;
mod generations;
mod matches;
mod nodes;
mod sweep;

pub(super) use figures::{BraidSettings, DepthFigureSettings, TheoremSettings};
pub(super) use generations::GenerationSettings;
pub(super) use matches::HexyMatchSettings;
pub(super) use nodes::NodeSettings;
pub(super) use sweep::SweepSettings;

use board::{BoardSize, Position};
use connection::{ConnectionSettings, EdgeMiddles};

use super::games::bridge_game;

/// The paper's rules, AND and OR between stones, with this N.
fn faithful_rules(most: usize, rounds: usize) -> ConnectionSettings {
    let mut rules = ConnectionSettings {
        captured: false,
        edge_middles: EdgeMiddles::Never,
        rounds,
        ..ConnectionSettings::default()
    };
    rules.stones.most_fulls = most;
    rules.stones.free_fulls = rules.stones.free_fulls.min(most);
    rules
}

/// The positions of games between bridge players.
fn typical_positions<const W: usize>(size: BoardSize, games: u64, seed: u64) -> Vec<Position<W>> {
    (0..games).flat_map(|number| bridge_game(size, seed.wrapping_add(number))).collect()
}
