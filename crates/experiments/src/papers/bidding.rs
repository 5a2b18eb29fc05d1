//! S. Payne and E. Robeva, *Artificial intelligence for Bidding Hex*.

mod chips;
mod sampler;
mod theorem;
mod values;
mod walk;

pub(super) use chips::{ChipEntrySettings, RoundSettings};
pub(super) use sampler::{SamplerSettings, SpeedSettings};
pub(super) use theorem::{CriticalitySettings, TheoremSettings};
pub(super) use values::ValueSettings;
pub(super) use walk::WalkSettings;

use board::{BoardSize, Color, Position, random_below};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Random stones on all cells but this many; play need not lead there.
fn random_position(size: BoardSize, empty: usize, random: &mut Xoshiro256PlusPlus) -> Position {
    let mut cells: Vec<_> = size.iter().collect();
    let mut position = Position::empty(size);
    for _ in empty..size.cells() {
        let cell = cells.swap_remove(random_below(random, cells.len()));
        let color = Color::BOTH[random_below(random, 2)];
        position.place(color, cell).expect("the cell was empty");
    }
    position
}
