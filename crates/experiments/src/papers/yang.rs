//! Which openings the decomposition solver of Yang, Liao and Pawlak proves, by its rules alone and with a book.

use std::time::Duration;

use arena::Stopwatch;
use board::{BoardSize, Cell, Color, Position, Symmetry};
use decomposition::{
    DecompositionLimits, DecompositionOutcome, DecompositionSettings, DecompositionSolver, Layer,
    OpeningBook, standard_opening_book,
};
use proof::strategy::read_strategy;
use serde::{Serialize, Serializer};
use solver::{AnySolver, Method, ProverSettings, SolverLimits, SolverSettings};

use crate::{
    ExperimentError, Lab,
    error::{Within as _, require},
};

/// Which openings, and what each may cost.
#[derive(Debug, Clone, clap::Args)]
pub struct YangSettings {
    /// Board size: columns and rows
    #[arg(long, default_value = "7")]
    pub size: BoardSize,
    /// Only these openings [default: all, one of each pair that a rotation exchanges]
    #[arg(long, value_name = "CELLS")]
    pub openings: Option<String>,
    /// Positions that the rules alone may examine
    #[arg(long, default_value_t = 100_000, value_name = "N")]
    pub nodes: u64,
    /// See wins and threats by drawn patterns alone, as the paper does
    #[arg(long)]
    pub patterns: bool,
    /// Without the columns of the proof-number and the depth-first solver
    #[arg(long)]
    pub alone: bool,
    /// Time limit for each column of an opening
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = super::parse_time)]
    pub time_limit: Duration,
    /// The book instead of the one in the program.
    #[arg(skip)]
    pub book: Option<OpeningBook>,
}

/// The result of one solver.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct YangColumn {
    /// Who wins, where that is known.
    #[serde(serialize_with = "write_winner")]
    pub winner: Option<Color>,
    /// Positions that were examined.
    pub nodes: u64,
    /// The time.
    pub seconds: f64,
    /// The nodes of the strategy, which was checked.
    pub strategy_nodes: Option<usize>,
}

/// Which of the solvers proved an opening first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum YangSolved {
    /// The rules alone.
    Rules,
    /// The rules with the book.
    Book,
    /// Neither.
    No,
}

/// An opening.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct YangOpening {
    /// The cell.
    pub opening: String,
    /// The reason for it.
    pub solved: YangSolved,
    /// The rules alone.
    pub rules: YangColumn,
    /// The rules with the book.
    pub book: YangColumn,
    /// The proof-number solver.
    pub proof_number: YangColumn,
    /// The depth-first solver.
    pub depth_first: YangColumn,
}

/// How many openings are proved.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct YangTally {
    /// Openings in all.
    pub openings: usize,
    /// Of them, by rules alone.
    pub by_rules: usize,
    /// More with the book.
    pub by_book: usize,
    /// Wins for Black.
    pub wins: usize,
}

fn write_winner<S: Serializer>(winner: &Option<Color>, serializer: S) -> Result<S::Ok, S::Error> {
    match winner {
        Some(winner) => serializer.collect_str(winner),
        None => serializer.serialize_none(),
    }
}

impl YangColumn {
    /// A solver that was not asked.
    const NOTHING: Self = Self { winner: None, nodes: 0, seconds: 0.0, strategy_nodes: None };
}

/// Tries every opening; each is told as soon as it is done.
///
/// # Errors
/// [`ExperimentError`] where an opening is no cell, or two solvers disagree, which is a bug.
pub fn yang_openings(
    settings: &YangSettings,
    lab: &Lab<'_>,
    tell: &mut dyn FnMut(&YangOpening),
) -> Result<YangTally, ExperimentError> {
    let size = settings.size;
    let shipped = || standard_opening_book(size).filter(|book| !book.entries().is_empty());
    let book = settings.book.as_ref().or_else(shipped);
    let openings = match &settings.openings {
        Some(names) => size.cells_named(names).within("--openings")?,
        None => size.iter().filter(|&cell| Symmetry::Rotation.cell(cell, size) >= cell).collect(),
    };
    lab.watcher.begin(openings.len() as u64, "openings");
    let mut tally = YangTally { openings: openings.len(), ..YangTally::default() };
    for cell in openings {
        if lab.watcher.is_over() {
            break;
        }
        lab.watcher.stage(&size.name(cell).to_string());
        let opening = opening(settings, book, cell, lab)?;
        let winner = opening.rules.winner.or(opening.book.winner);
        if let (Some(ours), Some(theirs)) = (winner, opening.proof_number.winner) {
            require!(ours == theirs, "{}: found {ours} as winner: expected {theirs}: a bug", size.name(cell));
        }
        tally.by_rules += usize::from(opening.solved == YangSolved::Rules);
        tally.by_book += usize::from(opening.solved == YangSolved::Book);
        tally.wins += usize::from(winner == Some(Color::Black));
        tell(&opening);
        lab.watcher.advance(1);
    }
    Ok(tally)
}

fn opening(
    settings: &YangSettings,
    book: Option<&OpeningBook>,
    cell: Cell,
    lab: &Lab<'_>,
) -> Result<YangOpening, ExperimentError> {
    let position = Position::after(settings.size, &[cell])?;
    let until = || lab.until(Some(settings.time_limit));
    let layer = if settings.patterns { Layer::Patterns } else { Layer::Prover };
    let solver =
        DecompositionSolver::new(DecompositionSettings { layer, ..DecompositionSettings::default() });
    let clock = Stopwatch::start();
    let limits = DecompositionLimits { nodes: Some(settings.nodes) };
    let rules = found(&solver.solve(&position, limits, &until())?, clock.seconds())?;
    let with_book = match book {
        Some(book) => {
            let clock = Stopwatch::start();
            let limits = DecompositionLimits::default();
            found(&solver.solve_with_book(&position, book, limits, &until())?, clock.seconds())?
        }
        None => YangColumn::NOTHING,
    };
    let other = |method: Method| {
        if settings.alone {
            return YangColumn::NOTHING;
        }
        let clock = Stopwatch::start();
        let settings = SolverSettings { method, ..SolverSettings::default() };
        let mut solver = AnySolver::new(settings, ProverSettings::default());
        let answer = solver.solve(&position, SolverLimits::default(), &until());
        let nodes = answer.statistics.expanded;
        YangColumn { winner: answer.winner, nodes, seconds: clock.seconds(), strategy_nodes: None }
    };
    Ok(YangOpening {
        opening: settings.size.name(cell).to_string(),
        solved: match (rules.winner, with_book.winner) {
            (Some(_), _) => YangSolved::Rules,
            (None, Some(_)) => YangSolved::Book,
            (None, None) => YangSolved::No,
        },
        rules,
        book: with_book,
        proof_number: other(Method::ProofNumber),
        depth_first: other(Method::DepthFirst),
    })
}

fn found(outcome: &DecompositionOutcome, seconds: f64) -> Result<YangColumn, ExperimentError> {
    let check = |text: &str| {
        let strategy = read_strategy(text, |_| {}).within("the strategy does not pass the check: a bug");
        strategy.map(|strategy| strategy.size().nodes)
    };
    Ok(YangColumn {
        winner: outcome.won.as_ref().map(|proof| proof.winner),
        nodes: outcome.statistics.examined,
        seconds,
        strategy_nodes: outcome.won.as_ref().map(|proof| check(&proof.strategy())).transpose()?,
    })
}
