//! `hexwright reproduce solver-features`, `solver-scaling` and `solved-by-depth`: the experiments of B. Arneson, R. B. Hayward and P. Henderson,
//! *Solving Hex: Beyond Humans* (2010), Figures 7 to 10, with the paper's numbers beside ours.
//!
//! The paper's boards take hours or years; `--size` chooses one that takes a minute. Times are of this machine, the paper's of
//! one core of 2010; what can be compared are proportions.

mod by_depth;

use std::{ops::ControlFlow, time::Duration};

use anyhow::{Result, ensure};
use board::{BoardSize, Cell, Color, Position, Symmetry, with_words};
use indicatif::{ProgressBar, ProgressStyle};
use player::Clock as _;
use serde_json::{Value, json};
use solver::{Method, Observer, Pool, ProverSettings, Question, Settings, Solver, Status, embedded_order};

use crate::{interrupt, output::Answer, stopwatch::Stopwatch};

pub(crate) use by_depth::{DepthArgs, run_by_depth};

/// Memory of the solver's table in all experiments.
const TABLE_BYTES: usize = 256 << 20;

/// Which board, for Figure 7.
#[derive(Debug, clap::Args)]
pub(crate) struct FeaturesArgs {
    /// Side of the board; the paper's is 8
    #[arg(long, short = 's', default_value_t = 5)]
    size: usize,
    /// Stop a row after this time and say how many openings it solved: 30s, 5m
    #[arg(long, value_name = "TIME", value_parser = super::parse_time)]
    time_limit: Option<Duration>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// Which boards, for Figure 8.
#[derive(Debug, clap::Args)]
pub(crate) struct ScalingArgs {
    /// Largest side of the board; the paper's is 9
    #[arg(long, short = 's', default_value_t = 6)]
    size: usize,
    /// Stop each board after this time and say how many openings are solved: 30s, 5m
    #[arg(long, value_name = "TIME", value_parser = super::parse_time)]
    time_limit: Option<Duration>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// How a search works.
#[derive(Debug, Clone, Copy)]
struct Choice {
    settings: Settings,
    provers: ProverSettings,
    /// Moves in the order of the network instead of that of the circuits.
    network: bool,
}

impl Choice {
    /// The default search with a table of this size.
    fn with_table(table_bytes: usize) -> Self {
        let settings = Settings { table_bytes, ..Settings::default() };
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
    // What follows the paper does not measure.
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

/// What solving openings took.
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

/// Ends a row at its limit or at Ctrl-C.
struct Watch {
    clock: Stopwatch,
    limit: Option<Duration>,
}

impl Watch {
    fn is_over(&self) -> bool {
        interrupt::asked() || self.limit.is_some_and(|limit| self.clock.elapsed() >= limit)
    }
}

impl Observer for Watch {
    fn status(&self, _: &Status<'_>) -> ControlFlow<()> {
        if self.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Figure 7.
pub(crate) fn run_features(args: &FeaturesArgs) -> Result<Answer> {
    let size = board_of(args.size)?;
    interrupt::watch();
    warm_up()?;
    let openings = openings(size);
    let bar = bar((FEATURES.len() * openings.len()) as u64)?;
    let rows: Vec<(&Feature, Solved)> = FEATURES
        .iter()
        .map(|feature| {
            let mut choice = Choice::with_table(TABLE_BYTES);
            (feature.turn_off)(&mut choice);
            bar.set_message(format!("without {}", feature.name));
            (feature, solve_openings(size, &openings, choice, args.time_limit, &bar))
        })
        .collect();
    bar.finish_and_clear();
    let full = rows[0].1.clone();
    let slower = |solved: &Solved| {
        (solved.openings == solved.of && full.openings == full.of)
            .then(|| 100.0 * (solved.seconds / full.seconds - 1.0))
    };
    if args.json {
        let rows: Vec<Value> = rows
            .iter()
            .map(|(feature, solved)| {
                json!({
                    "off": feature.name, "openings": solved.openings, "of": solved.of, "nodes": solved.nodes,
                    "seconds": solved.seconds, "slower_percent": slower(solved), "paper_slower_percent": feature.paper,
                })
            })
            .collect();
        println!("{}", json!({ "size": size.to_string(), "rows": rows }));
    } else {
        println!("all openings of {size} up to symmetry; the paper's: 8x8, 112,121 s with everything on");
        println!(
            "{:<30} {:>9} {:>10} {:>10} {:>10} {:>10}",
            "turned off", "openings", "nodes", "seconds", "% slower", "paper's %"
        );
        for (feature, solved) in &rows {
            println!(
                "{:<30} {:>9} {:>10} {:>10.3} {:>10} {:>10}",
                feature.name,
                format!("{}/{}", solved.openings, solved.of),
                solved.nodes,
                solved.seconds,
                percent(slower(solved)),
                percent(feature.paper),
            );
        }
    }
    let agree = rows.iter().all(|(_, solved)| {
        solved.winners.iter().zip(&full.winners).all(|(a, b)| a.is_none() || b.is_none() || a == b)
    });
    ensure!(agree, "found other winners with a feature off: expected the same; a bug");
    Ok(if rows.iter().all(|(_, solved)| solved.openings == solved.of) { Answer::Done } else { Answer::No })
}

fn percent(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_string(), |value| format!("{value:.1}"))
}

/// The paper's Figure 8: side, seconds of the fastest opening, seconds of all.
const PAPER_SCALING: &[(usize, f64, Option<f64>)] =
    &[(7, 0.5, Some(384.0)), (8, 155.0, Some(112_121.0)), (9, 96_168.0, None)];

/// Figure 8.
pub(crate) fn run_scaling(args: &ScalingArgs) -> Result<Answer> {
    let largest = board_of(args.size)?.cols();
    interrupt::watch();
    warm_up()?;
    let boards: Vec<(BoardSize, Vec<Cell>)> = (3.min(largest)..=largest)
        .map(|side| board_of(side).map(|size| (size, openings(size))))
        .collect::<Result<_>>()?;
    let bar = bar(boards.iter().map(|(_, openings)| openings.len() as u64).sum())?;
    let mut rows = Vec::new();
    for (size, openings) in &boards {
        bar.set_message(size.to_string());
        let choice = Choice::with_table(TABLE_BYTES);
        rows.push((size, solve_openings(*size, openings, choice, args.time_limit, &bar)));
    }
    bar.finish_and_clear();
    let paper = |size: &BoardSize| PAPER_SCALING.iter().find(|(side, ..)| *side == size.cols());
    if args.json {
        let rows: Vec<Value> = rows
            .iter()
            .map(|(size, solved)| {
                json!({
                    "size": size.to_string(), "openings": solved.openings, "of": solved.of, "nodes": solved.nodes,
                    "fastest": solved.fastest.as_ref().map(|(name, _)| name),
                    "fastest_seconds": solved.fastest.as_ref().map(|(_, seconds)| seconds),
                    "all_seconds": solved.seconds,
                    "paper_fastest_seconds": paper(size).map(|row| row.1),
                    "paper_all_seconds": paper(size).and_then(|row| row.2),
                })
            })
            .collect();
        println!("{}", json!({ "rows": rows }));
    } else {
        println!(
            "openings up to symmetry; the paper finds that all take about 750 times as long as the fastest"
        );
        println!(
            "{:<6} {:>9} {:>16} {:>12} {:>9} {:>14} {:>12}",
            "board", "openings", "fastest (s)", "all (s)", "all/fast", "paper fastest", "paper all"
        );
        for (size, solved) in &rows {
            let fastest = solved.fastest.as_ref();
            println!(
                "{:<6} {:>9} {:>16} {:>12.3} {:>9} {:>14} {:>12}",
                size.to_string(),
                format!("{}/{}", solved.openings, solved.of),
                fastest.map_or_else(|| "-".to_string(), |(name, seconds)| format!("{name} {seconds:.4}")),
                solved.seconds,
                fastest.map_or_else(
                    || "-".to_string(),
                    |(_, seconds)| format!("{:.0}", solved.seconds / seconds)
                ),
                paper(size).map_or_else(|| "-".to_string(), |row| row.1.to_string()),
                paper(size).and_then(|row| row.2).map_or_else(|| "-".to_string(), |all| all.to_string()),
            );
        }
    }
    Ok(if rows.iter().all(|(_, solved)| solved.openings == solved.of) { Answer::Done } else { Answer::No })
}

fn board_of(side: usize) -> Result<BoardSize> {
    ensure!((1..=11).contains(&side), "--size: found {side}: expected 1 to 11");
    Ok(BoardSize::square(side)?)
}

/// The first moves of a board, one of each pair that a rotation exchanges.
fn openings(size: BoardSize) -> Vec<Cell> {
    size.iter().filter(|&cell| cell <= Symmetry::Rotation.cell(cell, size)).collect()
}

/// Solves a small board, so that what is made once (patterns, geometry) is not charged to the first row.
fn warm_up() -> Result<()> {
    let size = board_of(3)?;
    solve_openings(size, &openings(size), Choice::with_table(1 << 20), None, &ProgressBar::hidden());
    Ok(())
}

fn bar(length: u64) -> Result<ProgressBar> {
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len}, {elapsed} {msg}")?;
    Ok(ProgressBar::new(length).with_style(style))
}

/// Solves openings one after the other, the table cleared between them.
fn solve_openings(
    size: BoardSize,
    openings: &[Cell],
    choice: Choice,
    limit: Option<Duration>,
    bar: &ProgressBar,
) -> Solved {
    with_words!(size, W => {
        let mut solver = Solver::<W>::new(choice.settings);
        let pool = Pool::<W>::new(size, choice.provers, choice.network.then(|| embedded_order(size)));
        let watch = Watch { clock: Stopwatch::start(), limit };
        let mut result = Solved { of: openings.len(), ..Solved::default() };
        for &cell in openings {
            let mut winner = None;
            if !watch.is_over() {
                solver.clear();
                let clock = Stopwatch::start();
                let question = Question { observer: &watch, ..Question::default() };
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
            bar.inc(1);
        }
        result
    })
}
