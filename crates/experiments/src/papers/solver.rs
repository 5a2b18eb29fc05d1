//! The experiments of B. Arneson, R. B. Hayward and P. Henderson, *Solving Hex: Beyond Humans* (2010), Figures 7 to 10, with the paper's numbers beside ours.
//!
//! The paper's boards take hours or years; `--size` chooses one that takes a minute. Times are of this machine, the paper's of
//! one core of 2010; what can be compared are proportions.

mod by_depth;
mod first_moves;
mod pairing;

use std::time::Duration;

use arena::Stopwatch;
use board::{BoardSize, Cell, Color, Position, Symmetry, with_words};
use inferior::InferiorClasses;
use serde::{Serialize, Serializer};
use solver::{
    Method, ProverPool, ProverSettings, Solver, SolverContext, SolverSettings, move_ordering_network,
};

use super::{
    ClaimOutcome, Experiment, PaperFinding,
    chart::{Chart, Draw, Series},
    finding::{grouped, or_dash, short, time_text},
    sources::PaperClaim,
};
use crate::{ExperimentError, Lab, error::require};

pub(super) use by_depth::DepthSettings;
pub(super) use first_moves::{CornerSettings, OpeningMapSettings};
pub(super) use pairing::PairingSettings;

/// Memory of the solver's table in all experiments.
const TABLE_BYTES: usize = 256 << 20;

/// Which board, for Figure 7.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct FeatureSettings {
    /// Side of the board; the paper's is 8
    #[arg(long, short = 's', default_value_t = 5)]
    pub(crate) size: usize,
    /// Stop a row after this time and say how many openings it solved: 30s, 5m
    #[arg(long, value_name = "TIME", value_parser = crate::parse_time)]
    pub(crate) time_limit: Option<Duration>,
    /// Only the features of the paper
    #[arg(long)]
    pub(crate) paper_only: bool,
}

/// Which boards, for Figure 8.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct ScalingSettings {
    /// Largest side of the board; the paper's is 9
    #[arg(long, short = 's', default_value_t = 6)]
    pub(crate) size: usize,
    /// Stop each board after this time and say how many openings are solved: 30s, 5m
    #[arg(long, value_name = "TIME", value_parser = crate::parse_time)]
    pub(crate) time_limit: Option<Duration>,
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
    /// The key of the paper's number in its file: how much slower it is without the feature, in percent.
    paper: Option<&'static str>,
    /// Whether it is one of the paper's, or a part of one.
    is_papers: bool,
    turn_off: fn(&mut Choice),
}

/// Inferior cells as before the paper.
const NO_NEW_CLASS: InferiorClasses =
    InferiorClasses { permanently_inferior: false, captured_reversible: false, star_domination: false };

const FEATURES: &[Feature] = &[
    Feature { name: "none", paper: None, is_papers: true, turn_off: |_| {} },
    Feature {
        name: "captured cells in connections",
        paper: Some("captured_slower"),
        is_papers: true,
        turn_off: |choice| choice.provers.limits.captured = false,
    },
    // What was new in 2010 together, as the paper has it, then one by one.
    Feature {
        name: "the three new classes of inferior cells",
        paper: Some("inferior_slower"),
        is_papers: true,
        turn_off: |choice| choice.provers.classes = NO_NEW_CLASS,
    },
    Feature {
        name: "of these, permanently inferior cells",
        paper: None,
        is_papers: true,
        turn_off: |choice| choice.provers.classes.permanently_inferior = false,
    },
    Feature {
        name: "of these, captured-reversible moves",
        paper: None,
        is_papers: true,
        turn_off: |choice| choice.provers.classes.captured_reversible = false,
    },
    Feature {
        name: "of these, star domination",
        paper: None,
        is_papers: true,
        turn_off: |choice| choice.provers.classes.star_domination = false,
    },
    Feature {
        name: "strategy stealing",
        paper: Some("stealing_slower"),
        is_papers: true,
        turn_off: |choice| choice.settings.strategy_stealing = false,
    },
    // The paper does not measure the following rows.
    Feature {
        name: "all inferior cells",
        paper: None,
        is_papers: false,
        turn_off: |choice| choice.provers.inferior = false,
    },
    Feature {
        name: "connections",
        paper: None,
        is_papers: false,
        turn_off: |choice| choice.provers.connections = false,
    },
    Feature {
        name: "must-play regions",
        paper: None,
        is_papers: false,
        turn_off: |choice| choice.provers.must_play = false,
    },
    Feature {
        name: "pruning",
        paper: None,
        is_papers: false,
        turn_off: |choice| choice.provers.pruning = false,
    },
    Feature {
        name: "decompositions",
        paper: None,
        is_papers: false,
        turn_off: |choice| choice.provers.decompositions = false,
    },
    Feature {
        name: "region cuts",
        paper: None,
        is_papers: false,
        turn_off: |choice| choice.settings.region_cuts = false,
    },
    Feature {
        name: "symmetry",
        paper: None,
        is_papers: false,
        turn_off: |choice| choice.settings.symmetry = false,
    },
    Feature {
        name: "lemmas",
        paper: None,
        is_papers: false,
        turn_off: |choice| choice.settings.lemmas = false,
    },
    Feature {
        name: "the network's order",
        paper: None,
        is_papers: false,
        turn_off: |choice| choice.network = false,
    },
    Feature {
        name: "widening",
        paper: None,
        is_papers: false,
        turn_off: |choice| choice.settings.widening_share = 1.0,
    },
    Feature {
        name: "proof numbers (depth-first)",
        paper: None,
        is_papers: false,
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

/// The openings of a board without a feature.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct FeatureRow {
    /// The features that are turned off.
    off: &'static str,
    /// How many openings were solved.
    openings: usize,
    /// Of how many.
    of: usize,
    /// Positions that were examined.
    nodes: u64,
    /// The time of all openings.
    seconds: f64,
    /// Positions and time beside the first row, in percent more, where both solved everything.
    more_nodes_percent: Option<f64>,
    slower_percent: Option<f64>,
    /// The paper's time, where it has the feature.
    paper_slower_percent: Option<f64>,
}

/// The openings of a board.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct ScalingRow {
    /// The board.
    #[serde(serialize_with = "write_size")]
    size: BoardSize,
    /// How many openings were solved.
    openings: usize,
    /// Of how many.
    of: usize,
    /// Positions that were examined.
    nodes: u64,
    /// The opening that was solved first.
    fastest: Option<String>,
    /// Its time.
    fastest_seconds: Option<f64>,
    /// The time of all openings.
    all_seconds: f64,
}

fn write_size<S: Serializer>(size: &BoardSize, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(size)
}

impl Experiment for FeatureSettings {
    const NAME: &'static str = "solver-features";

    fn within(time: Duration) -> String {
        match time.as_secs() {
            0..10 => "--size 4".to_string(),
            10..90 => "--size 5".to_string(),
            90..300 => "--size 6".to_string(),
            seconds => format!("--size 7 --paper-only --time-limit {}s", seconds / 7),
        }
    }

    fn run(&self, claim: &PaperClaim, lab: &Lab<'_>) -> Result<PaperFinding, ExperimentError> {
        let rows = features(self, claim, lab)?;
        let full = &rows[0];
        let measured = rows.iter().filter(|row| row.paper_slower_percent.is_some());
        // What the paper measures as a help has to help here.
        let compared: Vec<&FeatureRow> = measured.filter(|row| row.more_nodes_percent.is_some()).collect();
        let helps =
            compared.iter().filter(|row| row.more_nodes_percent.is_some_and(|more| more > 0.0)).count();
        let all = rows.iter().all(|row| row.openings == row.of);
        let more = |row: &FeatureRow| or_dash(row.more_nodes_percent, |more| format!("{more:+.0} %"));
        let ours: Vec<String> = compared.iter().map(|row| format!("{} {}", row.off, more(row))).collect();
        let (outcome, because) = match () {
            () if compared.is_empty() || self.size < 7 => (
                ClaimOutcome::Undecided,
                format!(
                    "On {0}x{0} a search is too short: a few percent more or less show only which of several good lines it happens to follow.",
                    self.size
                ),
            ),
            () if helps == compared.len() => (
                ClaimOutcome::Holds,
                format!(
                    "Without each of the paper's features the search examines more positions on {0}x{0}. The paper measures times on 8x8.",
                    self.size
                ),
            ),
            () => (
                ClaimOutcome::Differs,
                format!(
                    "{helps} of the {} features save positions on {1}x{1}. A few percent more or less show only which of several good lines a \
                     search happens to follow. The paper measures times on 8x8.",
                    compared.len(),
                    self.size
                ),
            ),
        };
        let because =
            if all { because } else { format!("{because} Not every row solved all openings in its time.") };
        let table = rows.iter().map(|row| {
            [
                row.off.to_string(),
                format!("{} of {}", row.openings, row.of),
                grouped(row.nodes),
                more(row),
                short(row.seconds),
                or_dash(row.slower_percent, |more| format!("{more:+.0} %")),
                or_dash(row.paper_slower_percent, |more| format!("{more:+.1} %")),
            ]
        });
        let caption = format!(
            "All openings of {0}x{0} up to symmetry, one feature turned off in each row. The paper: 8x8, {1} s with everything",
            self.size,
            grouped(claim.number("all_seconds")? as u64)
        );
        let heads = [
            "turned off",
            "openings solved",
            "positions",
            "more positions",
            "seconds",
            "more time",
            "the paper: more time",
        ];
        let ours = if ours.is_empty() {
            format!("{} positions with everything", grouped(full.nodes))
        } else {
            ours.join(", ")
        };
        PaperFinding::new(outcome, ours, because).with_table(caption, heads, table).with_data(&rows)
    }
}

/// Turns off each feature of the solver alone.
fn features(
    settings: &FeatureSettings,
    claim: &PaperClaim,
    lab: &Lab<'_>,
) -> Result<Vec<FeatureRow>, ExperimentError> {
    let size = board_of(settings.size)?;
    warm_up()?;
    let openings = openings(size);
    lab.watcher.begin((FEATURES.len() * openings.len()) as u64, "openings");
    let mut rows: Vec<FeatureRow> = Vec::new();
    let mut winners: Vec<Option<Color>> = Vec::new();
    let is_wanted = |feature: &&Feature| feature.is_papers || !settings.paper_only;
    for feature in FEATURES.iter().filter(is_wanted) {
        // A row that was not run says nothing.
        if !rows.is_empty() && lab.watcher.is_over() {
            break;
        }
        let mut choice = Choice::with_table(TABLE_BYTES);
        (feature.turn_off)(&mut choice);
        lab.watcher.stage(&format!("without {}", feature.name));
        let solved = solve_openings(size, &openings, choice, settings.time_limit, lab);
        if winners.is_empty() {
            winners.clone_from(&solved.winners);
        }
        let agree = solved.winners.iter().zip(&winners).all(|(a, b)| a.is_none() || b.is_none() || a == b);
        require!(agree, "found other winners with a feature off: expected the same; a bug");
        let full = rows.first().map_or((solved.openings, solved.seconds, solved.nodes), |row| {
            (row.openings, row.seconds, row.nodes)
        });
        let is_whole = solved.openings == solved.of && full.0 == solved.of;
        let more = |now: f64, full: f64| is_whole.then(|| 100.0 * (now / full - 1.0));
        rows.push(FeatureRow {
            off: feature.name,
            openings: solved.openings,
            of: solved.of,
            nodes: solved.nodes,
            seconds: solved.seconds,
            more_nodes_percent: more(solved.nodes as f64, full.2 as f64),
            slower_percent: more(solved.seconds, full.1),
            paper_slower_percent: feature.paper.map(|key| claim.number(key)).transpose()?,
        });
    }
    Ok(rows)
}

impl Experiment for ScalingSettings {
    const NAME: &'static str = "solver-scaling";

    fn within(time: Duration) -> String {
        match time.as_secs() {
            0..5 => "--size 5".to_string(),
            5..60 => "--size 6".to_string(),
            60..1800 => format!("--size 7 --time-limit {}s", time.as_secs()),
            seconds => format!("--size 8 --time-limit {seconds}s"),
        }
    }

    fn run(&self, claim: &PaperClaim, lab: &Lab<'_>) -> Result<PaperFinding, ExperimentError> {
        let rows = scaling(self, lab)?;
        let paper = |key: &str, side: usize| -> Result<Option<f64>, ExperimentError> {
            Ok(claim.read::<Vec<(usize, f64)>>(key)?.into_iter().find(|row| row.0 == side).map(|row| row.1))
        };
        let whole = |row: &ScalingRow| row.openings == row.of;
        let ratio = |row: &ScalingRow| {
            row.fastest_seconds.filter(|_| whole(row)).map(|fastest| row.all_seconds / fastest)
        };
        let mut table = Vec::new();
        for (index, row) in rows.iter().enumerate() {
            let side = row.size.cols();
            // The paper's second rule: all openings of n x n take as long as the easiest of n+1 x n+1.
            let next = rows
                .get(index + 1)
                .and_then(|next| Some(next.fastest_seconds? / row.all_seconds))
                .filter(|_| whole(row));
            table.push([
                row.size.to_string(),
                format!("{} of {}", row.openings, row.of),
                grouped(row.nodes),
                or_dash(row.fastest.as_ref().zip(row.fastest_seconds), |(name, seconds)| {
                    format!("{name}, {}", time_text(seconds))
                }),
                or_dash(paper("fastest_seconds", side)?, time_text),
                time_text(row.all_seconds),
                or_dash(paper("all_seconds", side)?, time_text),
                or_dash(ratio(row), short),
                or_dash(next, short),
            ]);
        }
        let last = rows.iter().rev().find(|row| whole(row) && row.fastest_seconds.is_some());
        let expected = claim.number("all_over_fastest")?;
        let found = last.and_then(ratio);
        // The paper's smallest board.
        let is_papers_board = last.is_some_and(|row| row.size.cols() >= 7);
        let outcome = match found {
            _ if !is_papers_board => ClaimOutcome::Undecided,
            Some(found) if (expected / 2.0..=expected * 2.0).contains(&found) => ClaimOutcome::Holds,
            Some(_) => ClaimOutcome::Differs,
            None => ClaimOutcome::Undecided,
        };
        let forecast = last.zip(found).map(|(row, ratio)| {
            let next = row.size.cols() + 1;
            format!(
                " By the paper's two rules all openings of {next}x{next} would take us {}: its easiest as long as all of {}, and all {} times as long.",
                time_text(row.all_seconds * ratio),
                row.size,
                short(ratio)
            )
        });
        let because = format!(
            "Our ratio differs from board to board: on small ones connections solve the easiest opening at once, and the order of moves \
             comes from a network.{}",
            forecast.unwrap_or_default()
        );
        let ours = match (last, found) {
            (Some(row), Some(found)) => format!(
                "{}: all take {} s, {} times the easiest",
                row.size,
                short(row.all_seconds),
                short(found)
            ),
            _ => "no board solved".to_string(),
        };
        let points = |value: &dyn Fn(&ScalingRow) -> Option<f64>| -> Vec<(f64, f64)> {
            rows.iter().filter_map(|row| Some((row.size.cols() as f64, value(row)?))).collect()
        };
        let theirs = |key: &str| -> Result<Vec<(f64, f64)>, ExperimentError> {
            Ok(claim.read::<Vec<(usize, f64)>>(key)?.into_iter().map(|row| (row.0 as f64, row.1)).collect())
        };
        let chart = Chart { x: "side of the board", y: "seconds", log_y: true, ..Chart::default() };
        let svg = chart.draw(&[
            Series::new(
                "ours, all openings",
                Draw::Joined,
                points(&|row| whole(row).then_some(row.all_seconds)),
            ),
            Series::new("ours, the easiest", Draw::Joined, points(&|row| row.fastest_seconds)),
            Series::new("paper, all openings", Draw::Twin, theirs("all_seconds")?),
            Series::new("paper, the easiest", Draw::Twin, theirs("fastest_seconds")?),
        ])?;
        let heads = [
            "board",
            "openings solved",
            "positions",
            "easiest",
            "paper's",
            "all",
            "paper's",
            "all over easiest",
            "easiest of the next board over all",
        ];
        PaperFinding::new(outcome, ours, because)
            .with_table("Solving the openings of a board, up to symmetry", heads, table)
            .with_figure("times", "Figure 8: the time for the easiest opening and for all, by the side of the board. The paper ran on one core of 2010.", svg)
            .with_data(&rows)
    }
}

/// Solves all openings of boards up to a size.
fn scaling(settings: &ScalingSettings, lab: &Lab<'_>) -> Result<Vec<ScalingRow>, ExperimentError> {
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
        let (fastest, fastest_seconds) = solved.fastest.unzip();
        rows.push(ScalingRow {
            size,
            openings: solved.openings,
            of: solved.of,
            nodes: solved.nodes,
            fastest,
            fastest_seconds,
            all_seconds: solved.seconds,
        });
    }
    Ok(rows)
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
