//! Matches of both games between two players, in pairs of games with colours exchanged and the same coin flips.

use board::{BoardSize, Color};
use rand_xoshiro::{
    SplitMix64, Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};

use crate::{
    BiddingGame, BiddingPhase, BiddingRules, ChanceError, ChancePlayer, Coin, Purses, RandomTurnGame,
    RandomTurnPhase, Seat,
};

/// Which game is played, and how it starts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Variant {
    /// Random-Turn Hex with this coin.
    RandomTurn(Coin),
    /// Bidding Hex. In the second game of a pair the players exchange everything: colours, chips and advantage.
    Bidding(BiddingRules, Purses),
}

/// A match between two players.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChanceContest {
    /// The board.
    pub size: BoardSize,
    /// The game.
    pub variant: Variant,
    /// Who plays.
    pub players: [ChancePlayer; 2],
    /// How many pairs of games.
    pub pairs: u32,
    /// The seed of all chance: the same seed gives the same match.
    pub seed: u64,
}

/// A finished game of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Played {
    /// A game of Random-Turn Hex.
    RandomTurn(RandomTurnGame),
    /// A game of Bidding Hex.
    Bidding(BiddingGame),
}

impl Played {
    /// Who won. Games of a match are played to the end.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        match self {
            Self::RandomTurn(game) => game.winner(),
            Self::Bidding(game) => game.winner(),
        }
    }
}

/// One game of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContestGame {
    /// Counted from 0; games `2 n` and `2 n + 1` are a pair.
    pub number: u32,
    /// The colour of the first player.
    pub first: Color,
    /// The game.
    pub played: Played,
}

impl ContestGame {
    /// Whether the first player won.
    #[must_use]
    pub fn first_won(&self) -> bool {
        self.played.winner() == Some(self.first)
    }
}

/// The score of the first player.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ChanceScore {
    /// Games won by the first player in each pair: 0, 1 or 2.
    pub pairs: Vec<u8>,
}

impl ChanceScore {
    /// Games won by the first player.
    #[must_use]
    pub fn wins(&self) -> u32 {
        self.pairs.iter().map(|&wins| u32::from(wins)).sum()
    }

    /// Games played.
    #[must_use]
    pub fn games(&self) -> u32 {
        2 * self.pairs.len() as u32
    }

    /// The share of games won by the first player.
    #[must_use]
    pub fn rate(&self) -> f64 {
        f64::from(self.wins()) / f64::from(self.games().max(1))
    }

    /// Half the width of the 95 % interval of the rate, from how much the pairs differ: games of a pair share their luck,
    /// so pairs, not games, are independent. Where all pairs ended alike it is that of a rate next to theirs (rule of
    /// three).
    #[must_use]
    pub fn margin(&self) -> f64 {
        let count = self.pairs.len() as f64;
        if count < 2.0 {
            return 1.0;
        }
        let mean = self.rate();
        let variance = self.pairs.iter().map(|&wins| (f64::from(wins) / 2.0 - mean).powi(2)).sum::<f64>()
            / (count - 1.0);
        if variance == 0.0 { 3.0 / count } else { 1.96 * (variance / count).sqrt() }
    }
}

impl ChanceContest {
    /// Plays the match and shows each game to `observe` as it ends.
    ///
    /// # Errors
    /// As the players' decisions; [`ChanceError::Chips`].
    pub fn play(&self, observe: &mut dyn FnMut(&ContestGame)) -> Result<ChanceScore, ChanceError> {
        if let Variant::Bidding(_, purses) = self.variant {
            purses.checked()?;
        }
        let mut score = ChanceScore::default();
        for pair in 0..self.pairs {
            let mut wins = 0;
            for (game, first) in Color::BOTH.into_iter().enumerate() {
                let number = 2 * pair + game as u32;
                let game = ContestGame { number, first, played: self.play_game(pair, number, first)? };
                wins += u8::from(game.first_won());
                observe(&game);
            }
            score.pairs.push(wins);
        }
        Ok(score)
    }

    fn play_game(&self, pair: u32, number: u32, first: Color) -> Result<Played, ChanceError> {
        // The coin is that of the pair, the players' own dice are those of the game.
        let coin = Xoshiro256PlusPlus::seed_from_u64(seed(self.seed, u64::from(pair)));
        let mut seats = [0, 1].map(|player: usize| {
            let own = seed(!self.seed, 2 * u64::from(number) + player as u64);
            Seat::new(self.players[player], own)
        });
        if first == Color::White {
            seats.swap(0, 1);
        }
        match self.variant {
            Variant::RandomTurn(weight) => {
                play_random_turn(self.size, weight, seats, coin).map(Played::RandomTurn)
            }
            Variant::Bidding(rules, mut purses) => {
                if first == Color::White {
                    purses.chips.swap(0, 1);
                    purses.advantage = purses.advantage.opponent();
                }
                let game = BiddingGame::new(self.size, rules, purses);
                play_bidding(game, seats, coin).map(Played::Bidding)
            }
        }
    }
}

fn seed(seed: u64, number: u64) -> u64 {
    SplitMix64::seed_from_u64(seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15)).next_u64()
}

/// A flip of a coin that gives Black the move with its probability.
pub fn flip(coin: Coin, random: &mut impl Rng) -> Color {
    let uniform = (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    if uniform < coin.share(Color::Black) { Color::Black } else { Color::White }
}

fn play_random_turn(
    size: BoardSize,
    coin: Coin,
    mut seats: [Seat; 2],
    mut random: Xoshiro256PlusPlus,
) -> Result<RandomTurnGame, ChanceError> {
    let mut game = RandomTurnGame::new(size);
    loop {
        match game.phase() {
            RandomTurnPhase::Flip => game.flip(flip(coin, &mut random))?,
            RandomTurnPhase::Move(mover) => {
                let cell = seats[mover.index()].cell(game.position())?;
                game.play(cell.expect("a game that goes on has an empty cell"))?;
            }
            RandomTurnPhase::Over(_) => return Ok(game),
        }
    }
}

fn play_bidding(
    mut game: BiddingGame,
    mut seats: [Seat; 2],
    mut random: Xoshiro256PlusPlus,
) -> Result<BiddingGame, ChanceError> {
    loop {
        match game.phase() {
            BiddingPhase::Bids => {
                let mut bids = [0; 2];
                for color in Color::BOTH {
                    let advice = seats[color.index()].advise(&game, color)?;
                    bids[color.index()] = advice.map_or(0, |advice| advice.bid);
                }
                game.bid(bids)?;
            }
            BiddingPhase::Advantage(holder) => {
                let takes = seats[holder.index()].takes_tie(&game, holder)?;
                game.settle(takes)?;
            }
            BiddingPhase::Flip => game.flip(flip(Coin::FAIR, &mut random))?,
            BiddingPhase::Move(mover) => {
                let cell = seats[mover.index()].cell_after_bidding(&game, mover)?;
                game.play(cell.expect("a game that goes on has an empty cell"))?;
            }
            BiddingPhase::Over(_) => return Ok(game),
        }
    }
}
