//! Players of both games: an exact one, one that samples as in the paper, and a random one.

use std::str::FromStr;

use board::{Cell, Color, Position, random_below};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};

use crate::{
    Advice, Analysis, Arithmetic, BiddingGame, ChanceError, Coin, DiscreteTable, Margins, Purses, Reason,
    Sample, analyze, exact::fits,
};

/// Who plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChancePlayer {
    /// By exact analysis: optimal in Random-Turn Hex; in Bidding Hex by Richman's value, and by the tables of the discrete
    /// game where they are small enough. On boards too large for the exact method it samples.
    Exact,
    /// The player of Payne and Robeva with this many random fillings per move.
    Sample(u64),
    /// Bids and moves at random.
    Random,
}

impl ChancePlayer {
    /// The paper's few hundred thousand fillings.
    pub const PAPER: Self = Self::Sample(300_000);
}

impl FromStr for ChancePlayer {
    type Err = ChanceError;

    /// Reads `exact`, `sample`, `sample:FILLINGS` or `random`.
    fn from_str(text: &str) -> Result<Self, ChanceError> {
        let bad = || ChanceError::PlayerText(text.to_owned());
        match text.split_once(':') {
            None if text == "exact" => Ok(Self::Exact),
            None if text == "sample" => Ok(Self::PAPER),
            None if text == "random" => Ok(Self::Random),
            Some(("sample", fillings)) => match fillings.parse() {
                Ok(fillings @ 1..) => Ok(Self::Sample(fillings)),
                _ => Err(bad()),
            },
            _ => Err(bad()),
        }
    }
}

impl std::fmt::Display for ChancePlayer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Exact => f.pad("exact"),
            Self::Sample(fillings) => f.pad(&format!("sample:{fillings}")),
            Self::Random => f.pad("random"),
        }
    }
}

/// A player at the board, with what it remembers from one decision to the next.
#[derive(Debug, Clone)]
pub struct Seat {
    player: ChancePlayer,
    random: Xoshiro256PlusPlus,
    /// The last position that was analysed, so that bid and move of one round share the work.
    known: Option<(Position, Analysis)>,
    table: Option<DiscreteTable>,
    /// The most entries that a table of the discrete game may have.
    most_states: u64,
}

/// How many cells may matter before the size of a table is worth a thought.
const MOST_LIVE: usize = 12;

/// Fillings that stand in for the exact method on boards too large for it.
const STAND_IN: u64 = 10_000_000;

impl Seat {
    /// A player with a seed. Tables of the discrete game may have 2^24 entries: 64 MB, and about a second to make.
    #[must_use]
    pub fn new(player: ChancePlayer, seed: u64) -> Self {
        Self {
            player,
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
            known: None,
            table: None,
            most_states: 1 << 24,
        }
    }

    /// The same player with another limit on the size of tables; 0 for none at all.
    #[must_use]
    pub const fn with_most_states(mut self, most_states: u64) -> Self {
        self.most_states = most_states;
        self
    }

    /// Who plays.
    #[must_use]
    pub const fn player(&self) -> ChancePlayer {
        self.player
    }

    /// Where to move in Random-Turn Hex, for either colour; none once the game is over.
    ///
    /// # Errors
    /// As [`analyze`].
    pub fn cell(&mut self, position: &Position) -> Result<Option<Cell>, ChanceError> {
        if position.winner().is_some() {
            return Ok(None);
        }
        match self.player {
            ChancePlayer::Exact if fits(position.size()) => {
                Ok(self.analysis(position)?.best.first().copied())
            }
            ChancePlayer::Exact => Ok(self.sample(position, STAND_IN).best()),
            ChancePlayer::Sample(fillings) => Ok(self.sample(position, fillings).best()),
            ChancePlayer::Random => Ok(self.random_cell(position)),
        }
    }

    /// The bid in Bidding Hex and the move; none once the game is over.
    ///
    /// # Errors
    /// As [`analyze`].
    pub fn advise(&mut self, game: &BiddingGame, color: Color) -> Result<Option<Advice>, ChanceError> {
        if game.winner().is_some() {
            return Ok(None);
        }
        let (position, rules, purses) = (game.position(), game.rules(), game.purses());
        match self.player {
            ChancePlayer::Exact if fits(position.size()) => self.advise_exactly(game, color),
            ChancePlayer::Exact | ChancePlayer::Sample(_) => {
                let fillings =
                    if let ChancePlayer::Sample(fillings) = self.player { fillings } else { STAND_IN };
                let sample = self.sample(position, fillings);
                let black_wins = sample.black_wins().value;
                let richman = if color == Color::Black { 1.0 - black_wins } else { black_wins };
                // Noise can make the best cell of a decided game look worse than useless.
                let margins = Margins::new(color, richman, sample.bid().value.max(0.0), rules, purses);
                let bid = match self.player {
                    // The paper bids the integer part, regardless of the advantage chip.
                    ChancePlayer::Sample(_) => (margins.ideal as u32).min(purses.of(color)),
                    _ => margins.whole_bid(rules, purses),
                };
                let reason = Reason::Sampled(margins, fillings);
                Ok(sample.best().map(|cell| Advice { bid, cell, reason }))
            }
            ChancePlayer::Random => {
                let bid = random_below(&mut self.random, purses.of(color) as usize + 1) as u32;
                Ok(self.random_cell(position).map(|cell| Advice { bid, cell, reason: Reason::Random }))
            }
        }
    }

    /// Whether to take the move for the advantage chip after equal bids.
    ///
    /// # Errors
    /// As [`analyze`].
    pub fn takes_tie(&mut self, game: &BiddingGame, color: Color) -> Result<bool, ChanceError> {
        let bid = game.bids()[color.index()];
        let [pays, is_paid] =
            [color, color.opponent()].map(|mover| game.purses().paid(mover, bid, game.rules().payment));
        match self.player {
            ChancePlayer::Random => Ok(self.random.next_u64() & 1 == 1),
            // It bid the integer part of what the move is worth: taking it is no loss.
            ChancePlayer::Sample(_) => Ok(true),
            ChancePlayer::Exact => {
                let position = game.position();
                if let Some(table) = self.table_for(game)? {
                    let takes = table.best_cell(position, pays.with_advantage(color.opponent()), color)?;
                    let declines = table.best_cell(position, is_paid, color.opponent())?;
                    if let (Some((_, takes)), Some((_, declines))) = (takes, declines)
                        && takes != declines
                    {
                        return Ok((takes > declines) == (color == Color::Black));
                    }
                }
                if !fits(position.size()) {
                    return Ok(true);
                }
                let analysis = self.analysis(position)?.clone();
                let ideal = Margins::exact(color, &analysis, game.rules(), game.purses()).ideal;
                // Taking changes the surplus by `ideal - bid`, less half a chip for the advantage; declining by the
                // opposite of the first.
                Ok(2.0 * (ideal - f64::from(bid)) >= 0.5)
            }
        }
    }

    /// Where to move after winning the bidding; none once the game is over.
    ///
    /// # Errors
    /// As [`analyze`].
    pub fn cell_after_bidding(
        &mut self,
        game: &BiddingGame,
        mover: Color,
    ) -> Result<Option<Cell>, ChanceError> {
        let (position, purses) = (game.position(), game.purses());
        if self.player == ChancePlayer::Exact && fits(position.size()) {
            let best = self.cell(position)?;
            if let (Some(table), Some(best)) = (self.table_for(game)?, best) {
                return best_of(table, position, purses, mover, best).map(Some);
            }
            return Ok(best);
        }
        self.cell(position)
    }

    fn advise_exactly(&mut self, game: &BiddingGame, color: Color) -> Result<Option<Advice>, ChanceError> {
        let (position, rules, purses) = (game.position(), game.rules(), game.purses());
        let analysis = self.analysis(position)?;
        let Some(&cell) = analysis.best.first() else { return Ok(None) };
        let margins = Margins::exact(color, analysis, rules, purses);
        let bid = margins.whole_bid(rules, purses);
        let richman = Advice { bid, cell, reason: Reason::Richman(margins) };
        let Some(table) = self.table_for(game)? else { return Ok(Some(richman)) };
        let black = table.value(position, purses)?;
        let chances = if color == Color::Black { black } else { 1.0 - black };
        if chances == 0.0 {
            // Lost against best play: the bid that is best with real chips sets the most traps.
            return Ok(Some(richman));
        }
        // Of all bids that keep the promise, the one nearest to what is best with real chips.
        let bids = table.best_bids(position, purses, color)?;
        let Some(bid) = bids.into_iter().min_by_key(|bid| bid.abs_diff(richman.bid)) else {
            return Ok(Some(richman));
        };
        let paid = purses.paid(color, bid, rules.payment);
        let cell = best_of(table, position, paid, color, cell)?;
        Ok(Some(Advice { bid, cell, reason: Reason::Table { chances } }))
    }

    /// The table of the discrete game, if there is one or it is small enough to be made.
    fn table_for(&mut self, game: &BiddingGame) -> Result<Option<&DiscreteTable>, ChanceError> {
        let (position, rules, purses) = (game.position(), game.rules(), game.purses());
        let fitting = self
            .table
            .as_ref()
            .is_some_and(|table| table.rules() == rules && table.contains(position, purses));
        if !fitting {
            self.table = None;
            if self.most_states == 0 || !fits(position.size()) {
                return Ok(None);
            }
            // Cheap first: with many cells that matter for sure there is no need to count exactly.
            let analysis = self.analysis(position)?;
            let matter = analysis.critical.iter().filter(|critical| critical.probability > analysis.error);
            if matter.count() > MOST_LIVE {
                return Ok(None);
            }
            match DiscreteTable::solve(position, rules, purses, self.most_states) {
                Ok(table) => self.table = Some(table),
                Err(ChanceError::TooManyStates { .. }) => return Ok(None),
                Err(error) => return Err(error),
            }
        }
        Ok(self.table.as_ref())
    }

    fn analysis(&mut self, position: &Position) -> Result<&Analysis, ChanceError> {
        let known = self.known.take().filter(|(known, _)| {
            Color::BOTH.into_iter().all(|color| known.stones(color) == position.stones(color))
                && known.size() == position.size()
        });
        let (_, analysis) = match known {
            Some(known) => self.known.insert(known),
            None => self.known.insert((*position, analyze(position, Coin::FAIR, Arithmetic::Float)?)),
        };
        Ok(analysis)
    }

    fn sample(&mut self, position: &Position, fillings: u64) -> Sample {
        Sample::of(position, Coin::FAIR, fillings, self.random.next_u64())
    }

    fn random_cell(&mut self, position: &Position) -> Option<Cell> {
        let cells: Vec<Cell> = position.empty_cells().iter().collect();
        if cells.is_empty() { None } else { Some(cells[random_below(&mut self.random, cells.len())]) }
    }
}

/// The best cell of a table; of equals the one that is critical most often.
fn best_of(
    table: &DiscreteTable,
    position: &Position,
    purses: Purses,
    mover: Color,
    critical: Cell,
) -> Result<Cell, ChanceError> {
    let mut child = *position;
    child.place(mover, critical)?;
    let promised = table.value(&child, purses)?;
    let best = table.best_cell(position, purses, mover)?;
    Ok(best.filter(|&(_, value)| value != promised).map_or(critical, |(cell, _)| cell))
}
