//! Exact analysis of Random-Turn Hex: who wins how often if the empty cells are filled at random, how often each cell is
//! critical, and what follows for moves and bids.
//!
//! By the Random-Turn Hex theorem (Peres, Schramm, Sheffield, Wilson 2007) the value of the game in which a coin decides
//! who moves is the probability that a random filling connects Black's edges, and the best cells for either player are
//! those which are critical most often. By Richman's theorem the same numbers solve Bidding Hex: Black wins with more than
//! `1 - value` of all chips, and the best bid is half the criticality of the best cell.

use board::{Cell, Color, Position};

use crate::{
    ChanceError, Dyadic, MAX_WIDTH, Wide,
    sweep::{Square, Sweep, Swept},
};

/// The probability that Black gets the next move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Coin(f64);

impl Coin {
    /// The fair coin of Random-Turn Hex, and of Richman's theorem.
    pub const FAIR: Self = Self(0.5);

    /// A coin that gives Black the move with this probability.
    ///
    /// # Errors
    /// [`ChanceError::Coin`] unless it is from 0 to 1.
    pub fn new(black: f64) -> Result<Self, ChanceError> {
        if (0.0..=1.0).contains(&black) { Ok(Self(black)) } else { Err(ChanceError::Coin(black)) }
    }

    /// The probability that a colour gets the move.
    #[must_use]
    pub fn share(self, color: Color) -> f64 {
        match color {
            Color::Black => self.0,
            Color::White => 1.0 - self.0,
        }
    }

    /// Whether both colours have the same chance.
    #[must_use]
    pub fn is_fair(self) -> bool {
        self == Self::FAIR
    }
}

/// How an analysis counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arithmetic {
    /// In floating-point numbers, with a bound on the error: the fastest, for any coin.
    Float,
    /// In whole numbers: exact dyadic rationals, for the fair coin and up to 255 empty cells.
    Fractions,
}

/// How often a cell decides the game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Critical {
    /// The empty cell.
    pub cell: Cell,
    /// The probability that its colour decides who wins, when the other cells are filled at random.
    pub probability: f64,
    /// The same, exactly, if it was asked for.
    pub exact: Option<Dyadic>,
}

/// The result for a position, by the exact method or by sampling.
#[derive(Debug, Clone, PartialEq)]
pub struct Analysis {
    /// Who gets the moves.
    pub coin: Coin,
    /// The probability that Black wins: the value of Random-Turn Hex.
    pub black_wins: f64,
    /// The same, exactly, if it was asked for.
    pub black_wins_exact: Option<Dyadic>,
    /// How often each empty cell is critical, in the order of the cells.
    pub critical: Vec<Critical>,
    /// The optimal cells, the same for both colours; empty once the game is over. With fractions exactly these are
    /// optimal; with floating-point numbers also any that `error` cannot tell apart from them.
    pub best: Vec<Cell>,
    /// No probability in this analysis is farther than this from the truth.
    pub error: f64,
}

impl Analysis {
    /// How often the best cells are critical; 0 once the game is over.
    #[must_use]
    pub fn most_critical(&self) -> f64 {
        self.critical.iter().map(|critical| critical.probability).fold(0.0, f64::max)
    }

    /// The probability that a colour wins.
    #[must_use]
    pub fn wins(&self, color: Color) -> f64 {
        match color {
            Color::Black => self.black_wins,
            Color::White => 1.0 - self.black_wins,
        }
    }

    /// Richman's value for a colour, for the fair coin: the share of all chips above which it has a winning strategy in
    /// Bidding Hex with real bids, and below which it has none.
    #[must_use]
    pub fn richman(&self, color: Color) -> f64 {
        self.wins(color.opponent())
    }

    /// The best bid for either colour, as a share of all chips, for the fair coin.
    #[must_use]
    pub fn bid(&self) -> f64 {
        self.most_critical() / 2.0
    }
}

/// Whether the exact method can do a board.
#[must_use]
pub fn fits(size: board::BoardSize) -> bool {
    size.cols().min(size.rows()) <= MAX_WIDTH
}

/// Analyses a position exactly.
///
/// ```
/// use board::{BoardSize, Position};
/// use chance::{Arithmetic, Coin, Dyadic, analyze};
///
/// let size = BoardSize::square(3).unwrap();
/// let analysis = analyze(&Position::empty(size), Coin::FAIR, Arithmetic::Fractions).unwrap();
/// assert_eq!(analysis.black_wins_exact, Some(Dyadic::HALF));
/// assert_eq!(analysis.best, [size.cell("b2").unwrap()]);
/// ```
///
/// # Errors
/// [`ChanceError::TooWide`], [`ChanceError::TooManyEmpty`] or [`ChanceError::UnfairFractions`].
pub fn analyze(position: &Position, coin: Coin, arithmetic: Arithmetic) -> Result<Analysis, ChanceError> {
    analyze_observed(position, coin, arithmetic, &mut |_| ())
}

/// Analyses a position exactly and tells `observe` from time to time which part of the work is done, from 0 to 1.
///
/// # Errors
/// As [`analyze`].
pub fn analyze_observed(
    position: &Position,
    coin: Coin,
    arithmetic: Arithmetic,
    observe: &mut dyn FnMut(f64),
) -> Result<Analysis, ChanceError> {
    if !fits(position.size()) {
        return Err(ChanceError::TooWide(position.size()));
    }
    let layout = Layout::of(position, coin);
    let over = position.winner().is_some();
    if arithmetic == Arithmetic::Float {
        return Ok(layout.floats(coin, over, observe));
    }
    if !coin.is_fair() {
        return Err(ChanceError::UnfairFractions(coin.0));
    }
    // Counts are at most 2^empty, and so are the products of two of them that belong together: the narrowest type that
    // holds this is the fastest.
    match position.empty_cells().len() {
        0..=63 => Ok(layout.fractions(over, &layout.sweep.run::<u64>(observe), |n| u128::from(n).into())),
        64..=127 => Ok(layout.fractions(over, &layout.sweep.run::<u128>(observe), Wide::from)),
        128..=255 => Ok(layout.fractions(over, &layout.sweep.run::<Wide>(observe), |n| n)),
        empty => Err(ChanceError::TooManyEmpty { empty }),
    }
}

/// A board laid out for the sweep along its shorter side. Where there are more columns than rows it is reflected in the
/// long diagonal, which exchanges the colours: the sweep's Black is then White.
struct Layout {
    sweep: Sweep,
    reflected: bool,
    /// The board's cell for each of the sweep's.
    cells: Vec<Cell>,
}

impl Layout {
    fn of(position: &Position, coin: Coin) -> Self {
        let size = position.size();
        let reflected = size.cols() > size.rows();
        let (width, height) = if reflected { (size.rows(), size.cols()) } else { (size.cols(), size.rows()) };
        let own = if reflected { Color::White } else { Color::Black };
        let cells: Vec<Cell> = (0..width * height)
            .map(|at| {
                let (row, column) = (at / width, at % width);
                let (col, row) = if reflected { (row, column) } else { (column, row) };
                size.at(col, row).expect("the layout has the cells of the board")
            })
            .collect();
        let square = |&cell: &Cell| match position.at(cell) {
            None => Square::Empty,
            Some(color) if color == own => Square::Black,
            Some(_) => Square::White,
        };
        let squares = cells.iter().map(square).collect();
        Self { sweep: Sweep { width, squares, black_share: coin.share(own) }, reflected, cells }
    }

    fn floats(&self, coin: Coin, over: bool, observe: &mut dyn FnMut(f64)) -> Analysis {
        let swept = self.sweep.run::<f64>(observe);
        let unit = f64::EPSILON / 2.0 * f64::from(self.sweep.roundings());
        // Two probabilities of at most 1, each off by at most gamma, may be subtracted.
        let error = 2.0 * unit / (1.0 - unit);
        let black_wins = if self.reflected { 1.0 - swept.wins } else { swept.wins };
        let critical: Vec<Critical> = self
            .by_cell(&swept)
            .map(|(cell, [black, white])| {
                // Black is never worse off with a black cell; less than nothing is rounding.
                Critical { cell, probability: (black - white).max(0.0), exact: None }
            })
            .collect();
        let most = critical.iter().map(|critical| critical.probability).fold(0.0, f64::max);
        let best = critical
            .iter()
            .filter(|critical| !over && critical.probability >= most - 2.0 * error)
            .map(|critical| critical.cell)
            .collect();
        Analysis { coin, black_wins, black_wins_exact: None, critical, best, error }
    }

    fn fractions<T: Copy>(&self, over: bool, swept: &Swept<T>, widen: impl Fn(T) -> Wide) -> Analysis {
        let counts: Vec<(Cell, Wide)> = self
            .by_cell(swept)
            .map(|(cell, [black, white])| (cell, widen(black).minus(widen(white))))
            .collect();
        let empty = counts.len() as u32;
        let wins = widen(swept.wins);
        let wins = if self.reflected { Wide::power_of_two(empty).minus(wins) } else { wins };
        let wins = Dyadic::new(wins, empty);
        let most = counts.iter().map(|&(_, count)| count).max();
        let best = counts.iter().filter(|&&(_, count)| !over && Some(count) == most);
        let best = best.map(|&(cell, _)| cell).collect();
        let critical = counts
            .iter()
            .map(|&(cell, count)| {
                let exact = Dyadic::new(count, empty - 1);
                Critical { cell, probability: exact.to_f64(), exact: Some(exact) }
            })
            .collect();
        Analysis {
            coin: Coin::FAIR,
            black_wins: wins.to_f64(),
            black_wins_exact: Some(wins),
            critical,
            best,
            // The remaining error is the rounding of each fraction to the nearest number.
            error: f64::EPSILON / 2.0,
        }
    }

    /// The empty cells of the board in their order, each with what the sweep found for it.
    fn by_cell<T: Copy>(&self, swept: &Swept<T>) -> impl Iterator<Item = (Cell, [T; 2])> {
        let mut found: Vec<(Cell, [T; 2])> = self
            .cells
            .iter()
            .zip(&swept.wins_if)
            .filter_map(|(&cell, wins_if)| wins_if.map(|wins_if| (cell, wins_if)))
            .collect();
        found.sort_by_key(|&(cell, _)| cell);
        found.into_iter()
    }
}
