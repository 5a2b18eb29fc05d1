//! Bidding Hex: sealed bids decide who moves.
//!
//! ```
//! use board::{BoardSize, Color};
//! use chance::{BiddingGame, BiddingPhase, BiddingRules, Purses};
//!
//! let size = BoardSize::square(3).unwrap();
//! let mut game = BiddingGame::new(size, BiddingRules::default(), Purses::new(100, 100, Color::White));
//! game.bid([17, 19]).unwrap();
//! assert_eq!(game.phase(), BiddingPhase::Move(Color::White));
//! assert_eq!(game.purses().chips, [119, 81]);
//! game.play(size.cell("b2").unwrap()).unwrap();
//! assert_eq!(game.phase(), BiddingPhase::Bids);
//! ```

use std::{fmt, str::FromStr};

use board::{BoardError, BoardSize, Cell, Color, Position};

use crate::ChanceError;

/// Who moves when both bid the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum TieRule {
    /// One player holds the advantage chip (Develin and Payne 2010): the holder takes the move and hands the chip over,
    /// or declines and keeps it. Either way the mover pays the bid.
    #[default]
    Advantage,
    /// A fair coin decides.
    Coin,
    /// The same colour always.
    Always(Color),
}

/// Where the winning bid goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Payment {
    /// To the opponent, as in Richman's games.
    #[default]
    Opponent,
    /// To the bank: poorman games. Richman's theorem does not hold for them.
    Bank,
}

/// The rules of a bidding game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct BiddingRules {
    /// Who moves when both bid the same.
    pub ties: TieRule,
    /// Where the winning bid goes.
    pub payment: Payment,
}

impl fmt::Display for TieRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Advantage => "advantage",
            Self::Coin => "coin",
            Self::Always(Color::Black) => "black",
            Self::Always(Color::White) => "white",
        })
    }
}

impl FromStr for TieRule {
    type Err = ChanceError;

    /// Reads `advantage`, `coin`, `black` or `white`.
    fn from_str(text: &str) -> Result<Self, ChanceError> {
        match text.to_ascii_lowercase().as_str() {
            "advantage" => Ok(Self::Advantage),
            "coin" => Ok(Self::Coin),
            _ => text.parse().map(Self::Always).map_err(|_| ChanceError::TieRule(text.to_owned())),
        }
    }
}

impl fmt::Display for Payment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Opponent => "opponent",
            Self::Bank => "bank",
        })
    }
}

impl FromStr for Payment {
    type Err = ChanceError;

    /// Reads `opponent` or `bank`.
    fn from_str(text: &str) -> Result<Self, ChanceError> {
        match text.to_ascii_lowercase().as_str() {
            "opponent" => Ok(Self::Opponent),
            "bank" => Ok(Self::Bank),
            _ => Err(ChanceError::Payment(text.to_owned())),
        }
    }
}

/// The purses of both players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Purses {
    /// Black's and White's chips.
    pub chips: [u32; 2],
    /// Who holds the advantage chip; of no meaning with other tie rules.
    pub advantage: Color,
}

impl Purses {
    /// The most chips of both together that are supported: more would make sums overflow.
    pub const MOST: u32 = 1_000_000_000;

    /// Purses with these numbers of chips.
    #[must_use]
    pub const fn new(black: u32, white: u32, advantage: Color) -> Self {
        Self { chips: [black, white], advantage }
    }

    /// Checks that the chips are not too many.
    ///
    /// # Errors
    /// [`ChanceError::Chips`] above [`Purses::MOST`].
    pub fn checked(self) -> Result<Self, ChanceError> {
        let total = u64::from(self.chips[0]) + u64::from(self.chips[1]);
        if total > u64::from(Self::MOST) { Err(ChanceError::Chips { total }) } else { Ok(self) }
    }

    /// A colour's chips.
    #[must_use]
    pub const fn of(&self, color: Color) -> u32 {
        self.chips[color.index()]
    }

    /// All chips in play, without the advantage chip.
    #[must_use]
    pub const fn total(&self) -> u32 {
        self.chips[0] + self.chips[1]
    }

    /// The purses after `payer` paid. It has that much.
    #[must_use]
    pub const fn paid(mut self, payer: Color, chips: u32, payment: Payment) -> Self {
        self.chips[payer.index()] -= chips;
        if matches!(payment, Payment::Opponent) {
            self.chips[payer.opponent().index()] += chips;
        }
        self
    }

    /// The purses with the advantage chip in these hands.
    #[must_use]
    pub const fn with_advantage(mut self, holder: Color) -> Self {
        self.advantage = holder;
        self
    }
}

/// The event that a bidding game waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BiddingPhase {
    /// Both bids.
    Bids,
    /// The bids are equal: this holder of the advantage chip takes the move or declines.
    Advantage(Color),
    /// The bids are equal: a flip of the coin.
    Flip,
    /// A stone of the colour that won the bidding.
    Move(Color),
    /// Nothing: this colour has won.
    Over(Color),
}

/// How equal bids were settled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TieBreak {
    /// The holder of the advantage chip took the move and handed the chip over.
    Taken,
    /// The holder of the advantage chip declined and kept it.
    Declined,
    /// The coin decided.
    Coin,
    /// The rules decided.
    Rule,
}

/// One round of bidding and the move that it bought.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Round {
    /// Black's and White's bids.
    pub bids: [u32; 2],
    /// How equal bids were settled.
    pub tie: Option<TieBreak>,
    /// Who moved.
    pub mover: Color,
    /// Where.
    pub cell: Cell,
    /// The purses after the payment.
    pub purses: Purses,
}

/// A game of Bidding Hex.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BiddingGame {
    rules: BiddingRules,
    position: Position,
    start: Purses,
    purses: Purses,
    phase: BiddingPhase,
    /// The bids of this round, and how they were settled, once they are made.
    bids: [u32; 2],
    tie: Option<TieBreak>,
    rounds: Vec<Round>,
}

impl BiddingGame {
    /// A new game on the empty board.
    #[must_use]
    pub fn new(size: BoardSize, rules: BiddingRules, purses: Purses) -> Self {
        Self::from_position(Position::empty(size), rules, purses)
    }

    /// A game that goes on from a position.
    #[must_use]
    pub fn from_position(position: Position, rules: BiddingRules, purses: Purses) -> Self {
        let phase = position.winner().map_or(BiddingPhase::Bids, BiddingPhase::Over);
        Self { rules, position, start: purses, purses, phase, bids: [0; 2], tie: None, rounds: Vec::new() }
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> BiddingRules {
        self.rules
    }

    /// The stones on the board. Its side to move means nothing here.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The purses at the start.
    #[must_use]
    pub const fn start(&self) -> Purses {
        self.start
    }

    /// The current purses.
    #[must_use]
    pub const fn purses(&self) -> Purses {
        self.purses
    }

    /// The event that the game waits for.
    #[must_use]
    pub const fn phase(&self) -> BiddingPhase {
        self.phase
    }

    /// The bids of the round that is not finished; of no meaning while the game waits for bids.
    #[must_use]
    pub const fn bids(&self) -> [u32; 2] {
        self.bids
    }

    /// The finished rounds.
    #[must_use]
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// The winner, if the game is over.
    #[must_use]
    pub const fn winner(&self) -> Option<Color> {
        match self.phase {
            BiddingPhase::Over(winner) => Some(winner),
            _ => None,
        }
    }

    /// Checks that a colour can bid so much.
    ///
    /// # Errors
    /// [`ChanceError::Bid`] if it has fewer chips.
    pub fn check_bid(&self, color: Color, bid: u32) -> Result<(), ChanceError> {
        let chips = self.purses.of(color);
        if bid > chips { Err(ChanceError::Bid { color, bid, chips }) } else { Ok(()) }
    }

    /// Both have bid, Black first in the list. The higher bidder pays and is to move; equal bids go by the tie rule.
    ///
    /// # Errors
    /// [`ChanceError::Phase`] unless the game waits for bids, [`ChanceError::Bid`] for a bid above the bidder's chips; the
    /// game is then as it was.
    pub fn bid(&mut self, bids: [u32; 2]) -> Result<(), ChanceError> {
        if self.phase != BiddingPhase::Bids {
            return Err(self.unexpected("bids"));
        }
        for color in Color::BOTH {
            self.check_bid(color, bids[color.index()])?;
        }
        self.bids = bids;
        self.tie = None;
        match (bids[0].cmp(&bids[1]), self.rules.ties) {
            (std::cmp::Ordering::Greater, _) => self.pay(Color::Black),
            (std::cmp::Ordering::Less, _) => self.pay(Color::White),
            (_, TieRule::Advantage) => self.phase = BiddingPhase::Advantage(self.purses.advantage),
            (_, TieRule::Coin) => self.phase = BiddingPhase::Flip,
            (_, TieRule::Always(color)) => {
                self.tie = Some(TieBreak::Rule);
                self.pay(color);
            }
        }
        Ok(())
    }

    /// The holder of the advantage chip takes the move, or declines.
    ///
    /// # Errors
    /// [`ChanceError::Phase`] unless the game waits for that.
    pub fn settle(&mut self, takes: bool) -> Result<(), ChanceError> {
        let BiddingPhase::Advantage(holder) = self.phase else {
            return Err(self.unexpected("a decision about the advantage chip"));
        };
        if takes {
            self.tie = Some(TieBreak::Taken);
            self.purses.advantage = holder.opponent();
            self.pay(holder);
        } else {
            self.tie = Some(TieBreak::Declined);
            self.pay(holder.opponent());
        }
        Ok(())
    }

    /// The coin has decided between equal bids.
    ///
    /// # Errors
    /// [`ChanceError::Phase`] unless the game waits for that.
    pub fn flip(&mut self, mover: Color) -> Result<(), ChanceError> {
        if self.phase != BiddingPhase::Flip {
            return Err(self.unexpected("a flip of the coin"));
        }
        self.tie = Some(TieBreak::Coin);
        self.pay(mover);
        Ok(())
    }

    /// The colour that won the bidding puts a stone on an empty cell.
    ///
    /// # Errors
    /// [`ChanceError::Phase`] unless the game waits for a stone, [`BoardError::Occupied`] if the cell is not empty.
    pub fn play(&mut self, cell: Cell) -> Result<(), ChanceError> {
        let BiddingPhase::Move(mover) = self.phase else {
            return Err(self.unexpected("a stone"));
        };
        self.position.place(mover, cell)?;
        self.rounds.push(Round { bids: self.bids, tie: self.tie, mover, cell, purses: self.purses });
        self.phase = self.position.winner().map_or(BiddingPhase::Bids, BiddingPhase::Over);
        Ok(())
    }

    /// A colour gives up.
    ///
    /// # Errors
    /// [`BoardError::GameOver`] if the game is over.
    pub fn resign(&mut self, color: Color) -> Result<(), ChanceError> {
        if let Some(winner) = self.winner() {
            return Err(BoardError::GameOver { winner }.into());
        }
        self.phase = BiddingPhase::Over(color.opponent());
        Ok(())
    }

    fn pay(&mut self, mover: Color) {
        self.purses = self.purses.paid(mover, self.bids[mover.index()], self.rules.payment);
        self.phase = BiddingPhase::Move(mover);
    }

    const fn unexpected(&self, found: &'static str) -> ChanceError {
        let expected = match self.phase {
            BiddingPhase::Bids => "bids of both players",
            BiddingPhase::Advantage(Color::Black) => "black to take the move or decline",
            BiddingPhase::Advantage(Color::White) => "white to take the move or decline",
            BiddingPhase::Flip => "a flip of the coin",
            BiddingPhase::Move(Color::Black) => "a stone of black",
            BiddingPhase::Move(Color::White) => "a stone of white",
            BiddingPhase::Over(_) => "nothing: the game is over",
        };
        ChanceError::Phase { found, expected }
    }
}
