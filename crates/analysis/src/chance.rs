//! Games of chance: the value of a position, its critical cells, and the best play in Random-Turn and Bidding Hex.

mod game;
mod record;

use std::collections::BTreeMap;

use board::{BoardSize, Cell, Color, Position};
use chance::{Arithmetic, BalancedSample, Coin, Estimate, Sampler, analyze_observed, fits};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    Error, GameInput, Question, Service, Task,
    names::{CellName, ColorName, line, name},
};

pub use game::{
    ChanceDecision, ChanceGame, ChanceProgress, ChanceReviewAnswer, ChanceReviewQuestion, ChanceRound,
    ChanceShare, DecisionQuestion,
};
pub use record::{ChanceReadQuestion, ChanceText, ChanceWriteQuestion};

/// The longest shorter side that a question may ask to count exactly; larger boards take more memory than a stranger may ask for.
const LONGEST_SIDE: usize = 13;

/// Fillings between two calls of a listener.
const ROUND: u64 = 1 << 24;

/// How random fillings are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChanceMethod {
    /// Exact fractions: a fair coin, at most 255 empty cells, a shorter side that fits.
    Fractions,
    /// Exact up to a stated rounding error: any coin, a shorter side that fits.
    Float,
    /// A sample, with 95 % intervals: any board.
    Sample,
    /// A sample of Cohen's fillings for ordinary Hex: equally many stones of each colour, the side to move first.
    Cohen,
}

impl ChanceMethod {
    /// The most exact method for a position.
    #[must_use]
    pub fn best(position: &Position, coin: Coin) -> Self {
        match (fits(position.size()), coin.is_fair() && position.empty_cells().len() <= 255) {
            (false, _) => Self::Sample,
            (true, true) => Self::Fractions,
            (true, false) => Self::Float,
        }
    }

    /// The name that programs read.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fractions => "fractions",
            Self::Float => "float",
            Self::Sample => "sample",
            Self::Cohen => "cohen",
        }
    }
}

/// A question about random fillings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChancePlan {
    /// Who gets the next move, or an empty cell.
    pub coin: Coin,
    /// How to count.
    pub method: ChanceMethod,
    /// Random fillings, for the methods that sample.
    pub fillings: u64,
    /// Seed of the random fillings.
    pub seed: u64,
}

/// The result, independent of the method.
#[derive(Debug, Clone, PartialEq)]
pub struct ChanceFindings {
    /// The position.
    pub position: Position,
    /// The coin.
    pub coin: Coin,
    /// How it was counted.
    pub method: ChanceMethod,
    /// The probability that Black wins; the margin is the rounding error where nothing was sampled.
    pub black_wins: Estimate,
    /// The probability as a fraction, where it was counted in fractions.
    pub fraction: Option<String>,
    /// The best cells.
    pub best: Vec<Cell>,
    /// For each empty cell the probability that it decides the game; for Cohen's fillings that the side to move wins those in
    /// which it has the cell.
    pub cells: Vec<(Cell, Estimate)>,
    /// Random fillings, where the method samples.
    pub fillings: Option<u64>,
}

impl ChanceFindings {
    /// The greatest number of a cell.
    #[must_use]
    pub fn greatest(&self) -> f64 {
        self.cells.iter().map(|&(_, estimate)| estimate.value).fold(0.0, f64::max)
    }

    /// The best bid, as a share of all chips. Bidding needs a fair coin.
    #[must_use]
    pub fn bid(&self) -> Option<f64> {
        (self.coin.is_fair() && self.method != ChanceMethod::Cohen).then(|| self.greatest() / 2.0)
    }
}

/// Counts the fillings of a position; `tell` hears the share that is done.
///
/// # Errors
/// [`Error`] where the method cannot do this board or coin.
pub fn count_fillings(
    position: &Position,
    plan: &ChancePlan,
    tell: &mut dyn FnMut(f64),
) -> Result<ChanceFindings, Error> {
    let samples = matches!(plan.method, ChanceMethod::Sample | ChanceMethod::Cohen);
    if samples && plan.fillings == 0 {
        return Err(Error::bad("fillings: found 0: expected at least 1"));
    }
    match plan.method {
        ChanceMethod::Fractions => exact(position, plan, Arithmetic::Fractions, tell),
        ChanceMethod::Float => exact(position, plan, Arithmetic::Float, tell),
        ChanceMethod::Sample => sample(position, plan, tell),
        ChanceMethod::Cohen => cohen(position, plan),
    }
}

fn exact(
    position: &Position,
    plan: &ChancePlan,
    arithmetic: Arithmetic,
    tell: &mut dyn FnMut(f64),
) -> Result<ChanceFindings, Error> {
    let analysis = analyze_observed(position, plan.coin, arithmetic, tell)?;
    let estimate = |value| Estimate { value, margin: analysis.error };
    Ok(ChanceFindings {
        position: *position,
        coin: plan.coin,
        method: plan.method,
        black_wins: estimate(analysis.black_wins),
        fraction: analysis.black_wins_exact.map(|wins| wins.to_string()),
        best: analysis.best.clone(),
        cells: analysis.critical.iter().map(|c| (c.cell, estimate(c.probability))).collect(),
        fillings: None,
    })
}

fn sample(
    position: &Position,
    plan: &ChancePlan,
    tell: &mut dyn FnMut(f64),
) -> Result<ChanceFindings, Error> {
    let mut sampler = Sampler::new(position, plan.coin, plan.seed);
    let mut left = plan.fillings;
    while left > 0 {
        sampler.run(left.min(ROUND));
        left -= left.min(ROUND);
        tell(1.0 - left as f64 / plan.fillings as f64);
    }
    let sample = sampler.sample();
    let over = position.winner().is_some();
    Ok(ChanceFindings {
        position: *position,
        coin: plan.coin,
        method: plan.method,
        black_wins: sample.black_wins(),
        fraction: None,
        best: sample.best().filter(|_| !over).into_iter().collect(),
        cells: sample.critical()?,
        fillings: Some(sample.fillings),
    })
}

/// Cohen's fillings: not a solution of anything, but a first idea of a position of ordinary Hex.
fn cohen(position: &Position, plan: &ChancePlan) -> Result<ChanceFindings, Error> {
    if !plan.coin.is_fair() {
        return Err(Error::bad(format!(
            "coin: found {}: expected 0.5 with Cohen's fillings, in which both colours take turns",
            plan.coin.share(Color::Black)
        )));
    }
    let sample = BalancedSample::of(position, plan.fillings, plan.seed);
    let wins = |counts: &chance::BalancedCell| (counts.cell, Estimate::of(counts.won, counts.taken));
    Ok(ChanceFindings {
        position: *position,
        coin: plan.coin,
        method: plan.method,
        black_wins: sample.black_wins(),
        fraction: None,
        best: sample.best().filter(|_| position.winner().is_none()).into_iter().collect(),
        cells: sample.cells.iter().map(wins).collect(),
        fillings: Some(sample.fillings),
    })
}

/// A position of Random-Turn or Bidding Hex.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChanceQuestion {
    /// The game.
    pub game: GameInput,
    /// The probability that Black gets the next move.
    #[serde(default = "fair")]
    #[schema(minimum = 0, maximum = 1)]
    pub coin: f64,
}

fn fair() -> f64 {
    0.5
}

/// The shares of all chips with more than which each colour wins Bidding Hex.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub struct RichmanValue {
    /// Black.
    pub black: f64,
    /// White.
    pub white: f64,
}

/// Who wins at random, and which cells decide.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct ChanceAnswer {
    /// The size of the board.
    pub size: String,
    /// `fractions`, `float`, `sample` or `cohen`.
    pub method: String,
    /// The side to move, which counts for Cohen's fillings alone.
    #[schema(value_type = ColorName)]
    pub to_move: String,
    /// The probability that Black gets the next move.
    pub coin: f64,
    /// The probability that Black wins.
    pub black_wins: f64,
    /// The same as a fraction, if the method computes fractions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black_wins_exact: Option<String>,
    /// The best cells.
    #[schema(value_type = Vec<CellName>)]
    pub best: Vec<String>,
    /// The probability that a cell decides the game.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub critical: BTreeMap<String, f64>,
    /// Half the width of the 95 % interval of each.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub critical_margin: BTreeMap<String, f64>,
    /// Cohen's fillings: how many of those in which it has the cell the side to move wins.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub wins_with: BTreeMap<String, f64>,
    /// The winner, if the game is over.
    #[schema(value_type = Option<ColorName>)]
    pub winner: Option<String>,
    /// Random fillings, where the method samples.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fillings: Option<u64>,
    /// Half the width of the 95 % interval of `black_wins`, if the method samples.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<f64>,
    /// The largest error of an exact method.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
    /// Richman's value, for a fair coin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub richman: Option<RichmanValue>,
    /// The share of all chips that the move is worth, for a fair coin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bid: Option<f64>,
}

impl ChanceAnswer {
    /// The findings on the wire.
    #[must_use]
    pub fn of(findings: &ChanceFindings) -> Self {
        let ChanceFindings { position, coin, method, black_wins, fraction, best, cells, fillings } = findings;
        let size = position.size();
        let is_cohen = *method == ChanceMethod::Cohen;
        let by_cell = |wanted: bool, value: fn(&Estimate) -> f64| {
            let cells = cells.iter().filter(|_| wanted);
            cells.map(|(cell, estimate)| (name(size, *cell), value(estimate))).collect()
        };
        let bid = findings.bid();
        let richman = RichmanValue { black: 1.0 - black_wins.value, white: black_wins.value };
        Self {
            size: size.to_string(),
            method: method.name().to_string(),
            to_move: position.to_move().to_string(),
            coin: coin.share(Color::Black),
            black_wins: black_wins.value,
            black_wins_exact: fraction.clone(),
            best: line(size, best),
            critical: by_cell(!is_cohen, |estimate| estimate.value),
            critical_margin: by_cell(!is_cohen && fillings.is_some(), |estimate| estimate.margin),
            wins_with: by_cell(is_cohen, |estimate| estimate.value),
            winner: position.winner().map(|winner| winner.to_string()),
            fillings: *fillings,
            margin: fillings.map(|_| black_wins.margin),
            error: fillings.is_none().then_some(black_wins.margin),
            richman: bid.map(|_| richman),
            bid,
        }
    }
}

impl Question for ChanceQuestion {
    type Answer = ChanceAnswer;

    fn prepare(self, _: &Service) -> Result<Task<ChanceAnswer>, Error> {
        let position = *self.game.game()?.position();
        let coin = Coin::new(self.coin)?;
        check_side(position.size(), "")?;
        Ok(Task::quick(move |_| {
            let plan = ChancePlan { coin, method: ChanceMethod::Float, fillings: 0, seed: 0 };
            Ok(ChanceAnswer::of(&count_fillings(&position, &plan, &mut |_| {})?))
        }))
    }
}

/// Whether a question may ask for an exact count on a board.
fn check_side(size: BoardSize, instead: &str) -> Result<(), Error> {
    if size.cols().min(size.rows()) <= LONGEST_SIDE {
        return Ok(());
    }
    Err(Error::bad(format!("board {size}: expected a shorter side of at most {LONGEST_SIDE}{instead}")))
}
