//! The value of the swap for the side that may swap, kept apart from the value of playing on.

use board::Game;
use player::{Choice, Progress};
use serde::Serialize;
use utoipa::ToSchema;

use crate::names::MoveName;

/// The value of a decision for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub struct Worth {
    /// Its chance of winning, from 0 to 1; null if it is not known.
    pub chance: Option<f64>,
    /// Whether the chance is proved.
    pub proved: bool,
}

/// Both decisions of a side that may swap.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct SwapWorth {
    /// How it swaps: `swap-pieces`, or `swap-sides` on a rectangle.
    #[serde(rename = "move")]
    #[schema(value_type = MoveName)]
    pub mv: String,
    /// The value of swapping.
    pub swapping: Worth,
    /// The value of playing a stone.
    pub playing_on: Worth,
}

impl SwapWorth {
    /// Both decisions, where the side to move may swap; `playing_on` is its chance with a stone.
    #[must_use]
    pub fn of(game: &Game, playing_on: Option<f64>, proved: bool) -> Option<Self> {
        let proved = proved && playing_on.is_some();
        game.can_swap().then(|| Self {
            mv: players::swap_move(game.size()).name(game.size()).to_string(),
            // The side that swaps gets what the opponent has now.
            swapping: Worth { chance: playing_on.map(|chance| 1.0 - chance), proved },
            playing_on: Worth { chance: playing_on, proved },
        })
    }

    /// Whether swapping is better; `None` if that is not known.
    #[must_use]
    pub fn is_better(&self) -> Option<bool> {
        Some(self.swapping.chance? > self.playing_on.chance?)
    }
}

/// The value of a player's choice for the side to move: thoughts are about stones, and a swap is worth the opposite.
pub(crate) fn worth_of(choice: &Choice) -> Option<f64> {
    let Progress { value, .. } = choice.thoughts;
    if matches!(choice.mv, board::Move::Swap(_)) { value.map(|value| 1.0 - value) } else { value }
}
