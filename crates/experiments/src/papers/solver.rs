//! The experiments of B. Arneson, R. B. Hayward and P. Henderson, *Solving Hex: Beyond Humans* (2010), Figures 7 to 10, with the paper's numbers beside ours.
//!
//! The paper's boards take hours or years; `--size` chooses one that takes a minute. Times are of this machine, the paper's of
//! one core of 2010; what can be compared are proportions.

mod by_depth;

use std::time::Duration;

use arena::Stopwatch;
use board::{BoardSize, Cell, Color, Position, Symmetry, with_words};
use serde::{Serialize, Serializer};
use solver::{
    Method, ProverPool, ProverSettings, Solver, SolverContext, SolverSettings, move_ordering_network,
};

use crate::{ExperimentError, Lab, error::require};

pub use by_depth::{DepthResult, DepthRow, DepthSettings, PaperDepths, solved_by_depth};

/// Memory of the solver's table in all experiments.
const TABLE_BYTES: usize = 256 << 20;

/// Which board, for Figure 7.
#[derive(Debug, Clone, clap::Args)]
pub struct FeatureSettings {
    /// Side of the board; the paper's is 8
    #[arg(long, short = 's', default_value_t = 5)]
    pub size: usize,
    /// Stop a row after this time and say how many openings it solved: 30s, 5m
    #[arg(long, value_name = "TIME", value_parser = super::parse_time)]
    pub time_limit: Option<Duration>,
}

/// Which boards, for Figure 8.
#[derive(Debug, Clone, clap::Args)]
pub struct ScalingSettings {
    /// Largest side of the board; the paper's is 9
    #[arg(long, short = 's', default_value_t = 6)]
    pub size: usize,
    /// Stop each board after this time and say how many openings are solved: 30s, 5m
    #[arg(long, value_name = "TIME", value_parser = super::parse_time)]
    pub time_limit: Option<Duration>,
}

/// How a search works.
#[derive(Debug, Clone, Copy)]
struct Choice {
    settings: SolverSettings,
    provers: ProverSettings,
    /// Moves in the order of the network instead of that of the circuits.
    network: bool,
}

impl Choice {
    /// The default search with a table of this size.
    fn with_table(table_bytes: usize) -> Self {
        let settings = SolverSettings { table_bytes, ..SolverSettings::default() };
        Self { settings, provers: ProverSettings::default(), network: true }
    }
}

/// A feature that is turned off.
struct Feature {
    name: &'static str,
    /// How much slower the paper is without it, in percent.
    paper: Option<f64>,
    turn_off: fn(&mut Choice),
}

const FEATURES: &[Feature] = &[
    Feature { name: "none", paper: Some(0.0), turn_off: |_| {} },
    Feature {
        name: "captured cells in connections",
        paper: Some(75.0),
        turn_off: |choice| choice.provers.limits.captured = false,
    },
    // The paper turns off what was new in 2010, we turn off all fill-in and pruning.
    Feature {
        name: "inferior cells (all)",
        paper: Some(12.6),
        turn_off: |choice| choice.provers.inferior = false,
    },
    Feature {
        name: "strategy stealing",
        paper: Some(5.3),
        turn_off: |choice| choice.settings.strategy_stealing = false,
    },
    // The paper does not measure the following rows.
    Feature { name: "connections", paper: None, turn_off: |choice| choice.provers.connections = false },
    Feature { name: "must-play regions", paper: None, turn_off: |choice| choice.provers.must_play = false },
    Feature { name: "pruning", paper: None, turn_off: |choice| choice.provers.pruning = false },
    Feature { name: "decompositions", paper: None, turn_off: |choice| choice.provers.decompositions = false },
    Feature { name: "region cuts", paper: None, turn_off: |choice| choice.settings.region_cuts = false },
    Feature { name: "symmetry", paper: None, turn_off: |choice| choice.settings.symmetry = false },
    Feature { name: "lemmas", paper: None, turn_off: |choice| choice.settings.lemmas = false },
    Feature { name: "the network's order", paper: None, turn_off: |choice| choice.network = false },
    Feature { name: "widening", paper: None, turn_off: |choice| choice.settings.widening_share = 1.0 },
    Feature {
        name: "proof numbers (depth-first)",
        paper: None,
        turn_off: |choice| choice.settings.method = Method::DepthFirst,
    },
];

/// The cost of solving openings.
#[derive(Debug, Clone, Default)]
struct Solved {
    openings: usize,
    of: usize,
    nodes: u64,
    seconds: f64,
    /// The fastest opening and its time.
    fastest: Option<(String, f64)>,
    winners: Vec<Option<Color>>,
}

/// Figure 7: what the openings of a board cost with a feature turned off.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FeatureTable {
    /// The board.
    #[serde(serialize_with = "write_size")]
    pub size: BoardSize,
    /// The first has every feature.
    pub rows: Vec<FeatureRow>,
}

/// The openings of a board without a feature.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FeatureRow {
    /// The features that are turned off.
    pub off: &'static str,
    /// How many openings were solved.
    pub openings: usize,
    /// Of how many.
    pub of: usize,
    /// Positions that were examined.
    pub nodes: u64,
    /// The time of all openings.
    pub seconds: f64,
    /// Beside the first row, in percent, where both solved everything.
    pub slower_percent: Option<f64>,
    /// The same in the paper, where it has the feature.
    pub paper_slower_percent: Option<f64>,
}

/// Figure 8: the openings of a board, by its size.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ScalingTable {
    /// The smallest board first.
    pub rows: Vec<ScalingRow>,
}

/// The openings of a board.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ScalingRow {
    /// The board.
    #[serde(serialize_with = "write_size")]
    pub size: BoardSize,
    /// How many openings were solved.
    pub openings: usize,
    /// Of how many.
    pub of: usize,
    /// Positions that were examined.
    pub nodes: u64,
    /// The opening that was solved first.
    pub fastest: Option<String>,
    /// Its time.
    pub fastest_seconds: Option<f64>,
    /// The time of all openings.
    pub all_seconds: f64,
    /// The paper's time of its fastest opening.
    pub paper_fastest_seconds: Option<f64>,
    /// The paper's time of all openings.
    pub paper_all_seconds: Option<f64>,
}

fn write_size<S: Serializer>(size: &BoardSize, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(size)
}

/// Turns off each feature of the solver alone.
///
/// # Errors
/// [`ExperimentError`] where the board is too large, or a feature changes a winner, which is a bug.
pub fn solver_features(settings: &FeatureSettings, lab: &Lab<'_>) -> Result<FeatureTable, ExperimentError> {
    let size = board_of(settings.size)?;
    warm_up()?;
    let openings = openings(size);
    lab.watcher.begin((FEATURES.len() * openings.len()) as u64, "openings");
    let mut rows: Vec<FeatureRow> = Vec::new();
    let mut winners: Vec<Option<Color>> = Vec::new();
    for feature in FEATURES {
        let mut choice = Choice::with_table(TABLE_BYTES);
        (feature.turn_off)(&mut choice);
        lab.watcher.stage(&format!("without {}", feature.name));
        let solved = solve_openings(size, &openings, choice, settings.time_limit, lab);
        if winners.is_empty() {
            winners.clone_from(&solved.winners);
        }
        let agree = solved.winners.iter().zip(&winners).all(|(a, b)| a.is_none() || b.is_none() || a == b);
        require!(agree, "found other winners with a feature off: expected the same; a bug");
        let full = rows.first().map_or((solved.openings, solved.seconds), |row| (row.openings, row.seconds));
        let is_whole = solved.openings == solved.of && full.0 == solved.of;
        rows.push(FeatureRow {
            off: feature.name,
            openings: solved.openings,
            of: solved.of,
            nodes: solved.nodes,
            seconds: solved.seconds,
            slower_percent: is_whole.then(|| 100.0 * (solved.seconds / full.1 - 1.0)),
            paper_slower_percent: feature.paper,
        });
    }
    Ok(FeatureTable { size, rows })
}

/// The paper's Figure 8: side, seconds of the fastest opening, seconds of all.
const PAPER_SCALING: &[(usize, f64, Option<f64>)] =
    &[(7, 0.5, Some(384.0)), (8, 155.0, Some(112_121.0)), (9, 96_168.0, None)];

/// Solves all openings of boards up to a size.
///
/// # Errors
/// [`ExperimentError`] where the board is too large.
pub fn solver_scaling(settings: &ScalingSettings, lab: &Lab<'_>) -> Result<ScalingTable, ExperimentError> {
    let largest = board_of(settings.size)?.cols();
    warm_up()?;
    let boards: Vec<(BoardSize, Vec<Cell>)> = (3.min(largest)..=largest)
        .map(|side| board_of(side).map(|size| (size, openings(size))))
        .collect::<Result<_, _>>()?;
    lab.watcher.begin(boards.iter().map(|(_, openings)| openings.len() as u64).sum(), "openings");
    let mut rows = Vec::new();
    for (size, openings) in boards {
        lab.watcher.stage(&size.to_string());
        let choice = Choice::with_table(TABLE_BYTES);
        let solved = solve_openings(size, &openings, choice, settings.time_limit, lab);
        let paper = PAPER_SCALING.iter().find(|(side, ..)| *side == size.cols());
        let (fastest, fastest_seconds) = solved.fastest.unzip();
        rows.push(ScalingRow {
            size,
            openings: solved.openings,
            of: solved.of,
            nodes: solved.nodes,
            fastest,
            fastest_seconds,
            all_seconds: solved.seconds,
            paper_fastest_seconds: paper.map(|row| row.1),
            paper_all_seconds: paper.and_then(|row| row.2),
        });
    }
    Ok(ScalingTable { rows })
}

fn board_of(side: usize) -> Result<BoardSize, ExperimentError> {
    require!((1..=11).contains(&side), "--size: found {side}: expected 1 to 11");
    Ok(BoardSize::square(side)?)
}

/// The first moves of a board, one of each pair that a rotation exchanges.
fn openings(size: BoardSize) -> Vec<Cell> {
    size.iter().filter(|&cell| cell <= Symmetry::Rotation.cell(cell, size)).collect()
}

/// Solves a small board, so that what is made once (patterns, geometry) is not charged to the first row.
fn warm_up() -> Result<(), ExperimentError> {
    let size = board_of(3)?;
    solve_openings(size, &openings(size), Choice::with_table(1 << 20), None, &Lab::default());
    Ok(())
}

/// Solves openings one after the other, the table cleared between them.
fn solve_openings(
    size: BoardSize,
    openings: &[Cell],
    choice: Choice,
    limit: Option<Duration>,
    lab: &Lab<'_>,
) -> Solved {
    with_words!(size, W => {
        let mut solver = Solver::<W>::new(choice.settings);
        let pool = ProverPool::<W>::new(size, choice.provers, choice.network.then(|| move_ordering_network(size)));
        let watch = lab.until(limit);
        let mut result = Solved { of: openings.len(), ..Solved::default() };
        for &cell in openings {
            let mut winner = None;
            if !watch.is_over() {
                solver.clear();
                let clock = Stopwatch::start();
                let question = SolverContext { observer: &watch, ..SolverContext::default() };
                let position = Position::<W>::empty(size).child(cell);
                let answer = solver.solve(&position, || pool.lend(), &question);
                let seconds = clock.seconds();
                winner = answer.winner;
                result.seconds += seconds;
                result.nodes += answer.statistics.expanded;
                if winner.is_some() {
                    result.openings += 1;
                    if result.fastest.as_ref().is_none_or(|(_, least)| seconds < *least) {
                        result.fastest = Some((size.name(cell).to_string(), seconds));
                    }
                }
            }
            result.winners.push(winner);
            lab.watcher.advance(1);
        }
        result
    })
}
