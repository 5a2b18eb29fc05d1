//! The two games as state machines: whose decision is next, what is legal, how it ends. Coins and players are outside;
//! terminal, arena and browser drive the same machines.

mod bidding;
mod random_turn;

pub use bidding::{BiddingGame, BiddingPhase, BiddingRules, Payment, Purses, Round, TieBreak, TieRule};
pub use random_turn::{RandomTurn, RandomTurnGame, RandomTurnPhase};
