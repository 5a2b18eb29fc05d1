//! Random-Turn Hex and Bidding Hex.
//!
//! In Random-Turn Hex a coin decides before every move who makes it; in Bidding Hex the players bid for the move. Both are
//! solved by random fillings of the board (Payne and Robeva, "Artificial intelligence for Bidding Hex"; Peres, Schramm,
//! Sheffield and Wilson, "Random-turn Hex and other selection games", 2007). The papers sample them; here they are also
//! counted, all of them, by a transfer matrix: start reading at [`analyze`], then `sweep.rs` and `frontier.rs`.
//!
//! No input or output, no clocks: seeds and observers come in as arguments.

mod advice;
mod balanced;
mod contest;
mod discrete;
mod error;
mod exact;
mod frontier;
mod game;
mod game_record;
mod player;
mod sample;
mod sweep;
mod wide;

pub use advice::{Advice, Margins, Reason};
pub use balanced::{BalancedCell, BalancedSample};
pub use contest::{ChanceContest, ChanceScore, ContestGame, Played, Variant, flip};
pub use discrete::DiscreteTable;
pub use error::ChanceError;
pub use exact::{Analysis, Arithmetic, Coin, Critical, analyze, analyze_observed, fits};
pub use frontier::MAX_WIDTH;
pub use game::{
    BiddingGame, BiddingPhase, BiddingRules, Payment, Purses, RandomTurn, RandomTurnGame, RandomTurnPhase,
    Round, TieBreak, TieRule,
};
pub use game_record::{bidding_record, is_chance_record, random_turn_record, replay};
pub use player::{ChancePlayer, Seat};
pub use sample::{Estimate, Sample, Sampler};
pub use wide::{Dyadic, Wide};
