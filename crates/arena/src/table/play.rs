//! The board of a table, whichever of the three games is played.

use crate::signals::VariantTerms;
use board::{BoardError, Color, Game, Move, Position, SwapRule};
use chance::{BiddingGame, BiddingPhase, ChanceError, Coin, RandomTurnGame, RandomTurnPhase, flip};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

use super::Deed;
use crate::GameRules;

/// One of the three games in progress.
#[derive(Debug, Clone)]
pub(super) enum Play {
    Hex(Game),
    RandomTurn(RandomTurnGame, Coin),
    Bidding(BiddingGame),
}

/// The event that a game waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    Stone(Color),
    Bids,
    Advantage(Color),
    Over(Color),
}

/// Why a deed is not possible: what was found and expected.
pub(super) type Refusal = String;

impl Play {
    pub(super) fn new(rules: &GameRules, seed: u64) -> Self {
        let size = rules.size;
        let mut play = match rules.variant {
            VariantTerms::Hex { swap } => Self::Hex(Game::new(size, swap)),
            VariantTerms::RandomTurn { coin } => Self::RandomTurn(RandomTurnGame::new(size), coin),
            VariantTerms::Bidding { purses, ties, payment } => {
                Self::Bidding(BiddingGame::new(size, chance::BiddingRules { ties, payment }, purses))
            }
        };
        play.toss(seed);
        play
    }

    pub(super) fn position(&self) -> &Position {
        match self {
            Self::Hex(game) => game.position(),
            Self::RandomTurn(game, _) => game.position(),
            Self::Bidding(game) => game.position(),
        }
    }

    pub(super) fn phase(&self) -> Phase {
        match self {
            Self::Hex(game) => match game.outcome() {
                Some(outcome) => Phase::Over(outcome.winner),
                None => Phase::Stone(game.to_move()),
            },
            Self::RandomTurn(game, _) => match game.phase() {
                RandomTurnPhase::Over(winner) => Phase::Over(winner),
                RandomTurnPhase::Move(color) => Phase::Stone(color),
                // The coin is thrown as soon as it is needed.
                RandomTurnPhase::Flip => Phase::Stone(Color::Black),
            },
            Self::Bidding(game) => match game.phase() {
                BiddingPhase::Over(winner) => Phase::Over(winner),
                BiddingPhase::Move(color) => Phase::Stone(color),
                BiddingPhase::Advantage(holder) => Phase::Advantage(holder),
                BiddingPhase::Bids | BiddingPhase::Flip => Phase::Bids,
            },
        }
    }

    /// Does a deed of a colour, and throws the coin if the game needs it next.
    pub(super) fn act(&mut self, color: Color, deed: Deed, seed: u64) -> Result<(), Refusal> {
        let board = |error: BoardError| error.to_string();
        let chance = |error: ChanceError| error.to_string();
        let unexpected = |found: &str| format!("found {found}: expected what the referee asked for");
        match (&mut *self, deed) {
            (Self::Hex(game), Deed::Place(cell)) => game.play_as(color, Move::Place(cell)).map_err(board)?,
            (Self::Hex(game), Deed::Swap) => {
                game.play_as(color, Move::Swap(SwapRule::Pieces)).map_err(board)?;
            }
            (Self::RandomTurn(game, _), Deed::Place(cell)) => match game.phase() {
                RandomTurnPhase::Move(mover) if mover == color => game.play(cell).map_err(chance)?,
                _ => return Err(unexpected("a stone")),
            },
            (Self::Bidding(game), Deed::Place(cell)) => match game.phase() {
                BiddingPhase::Move(mover) if mover == color => game.play(cell).map_err(chance)?,
                _ => return Err(unexpected("a stone")),
            },
            (Self::Bidding(game), Deed::Bids(bids)) => game.bid(bids).map_err(chance)?,
            (Self::Bidding(game), Deed::Tie { takes }) => match game.phase() {
                BiddingPhase::Advantage(holder) if holder == color => game.settle(takes).map_err(chance)?,
                _ => return Err(unexpected("an answer about the advantage chip")),
            },
            (_, Deed::Swap) => return Err("found swap: expected a cell, this game has no swap".to_string()),
            (_, Deed::Bids(_)) => {
                return Err("found a bid: expected a cell, this game has no bids".to_string());
            }
            (_, Deed::Tie { .. }) => return Err(unexpected("an answer about the advantage chip")),
        }
        self.toss(seed);
        Ok(())
    }

    /// Throws the coin where the game waits for it. Each throw follows from the seed and the stones on the board, so that a
    /// game that is continued after a restart meets the same coin.
    fn toss(&mut self, seed: u64) {
        let stones = self.position().occupied().len() as u64;
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed ^ stones.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let thrown = match self {
            Self::RandomTurn(game, coin) if game.phase() == RandomTurnPhase::Flip => {
                game.flip(flip(*coin, &mut random))
            }
            Self::Bidding(game) if game.phase() == BiddingPhase::Flip => {
                game.flip(flip(Coin::FAIR, &mut random))
            }
            _ => Ok(()),
        };
        debug_assert!(thrown.is_ok(), "the phase was just checked");
    }
}
