//! Builds for both colours from nothing, on positions of games before they were decided.
//!
//! Prints builds a second, positions decided, carriers kept, updates by a stone, memory, what each rule is worth, and the
//! curve of Anshelevich's Figure 9: the time of a build that stops after n rounds, beside that of an evaluation without
//! connections. Both colours are always built completely, even if one has already won. Everything is measured three times: without fill-in; with our own fill-in before the build, inside the clock; and with decompositions
//! too, each of which is filled in and followed by another build, inside the clock.

use std::{collections::BTreeMap, time::Instant};

use board::{Color, Position, with_words};
use connection::{ConnectionLimits, ConnectionSettings, Connections, EdgeMiddles};
use evaluate::Circuits;
use inferior::{InferiorEngine, find_combinatorial_decomposition};

use super::{
    BenchFigure, BenchReport, Signature,
    positions::{Case, POSITIONS, cases},
};
use crate::{
    ExperimentError,
    error::{Within as _, require},
};

/// Settings of the benchmark.
#[derive(Debug, Clone, clap::Args)]
pub struct ConnectionBenchSettings {
    /// Repetitions of each build; the quickest counts
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub repetitions: u32,
    /// Positions of this size only
    #[arg(long, value_name = "SIZE")]
    pub only: Option<usize>,
    /// Positions from this file instead of the built-in ones: lines such as "8 2: d5 e4 c3", or
    /// "8 2 black | d5 c3 | e4" with the side to move, Black's and White's stones
    #[arg(long, value_name = "FILE")]
    pub file: Option<std::path::PathBuf>,
    /// Also measure builds that stop after 0, 1, 2, … rounds, by board size (Figure 9 of Anshelevich 2000)
    #[arg(long)]
    pub rounds: bool,
    /// Only measure the rules and limits: positions decided and builds per second with each one changed
    #[arg(long, conflicts_with = "rounds")]
    pub rules: bool,
    /// The limits of the prover.
    #[arg(skip)]
    pub prover: ConnectionSettings,
}

/// The preparation before a build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Mode {
    Plain,
    FilledIn,
    Decomposed,
}

impl Mode {
    const ALL: [Self; 3] = [Self::Plain, Self::FilledIn, Self::Decomposed];

    const fn name(self) -> &'static str {
        match self {
            Self::Plain => "no fill-in",
            Self::FilledIn => "fill-in",
            Self::Decomposed => "fill-in and decompositions",
        }
    }
}

/// Sums over the positions of one size.
#[derive(Default)]
struct Sums {
    count: usize,
    seconds: f64,
    updates: usize,
    update_seconds: f64,
    /// The time of builds of the updated positions, once for each update.
    rebuild_seconds: f64,
    decided: BTreeMap<usize, (usize, usize)>,
    fulls: usize,
    semis: usize,
    most_bytes: usize,
}

/// Times builds of connections and updates.
///
/// # Errors
/// [`ExperimentError`] where the file of positions is not what was expected.
pub fn connections(settings: &ConnectionBenchSettings) -> Result<BenchReport, ExperimentError> {
    let mut cases = match &settings.file {
        Some(path) => cases(&std::fs::read_to_string(path).within(path.display())?)?,
        None => cases(POSITIONS)?,
    };
    cases.retain(|case| settings.only.is_none_or(|side| case.position.size().cols() == side));
    require!(!cases.is_empty(), "found no positions: expected at least one of the size asked for");
    let mut signature = Signature::new();
    if settings.rules {
        let figures = rules(&cases, settings.prover, &mut signature);
        return Ok(BenchReport { signature, figures });
    }
    let mut sums: BTreeMap<(Mode, usize), Sums> = BTreeMap::new();
    for case in &cases {
        let size = case.position.size();
        with_words!(size, W => measure::<W>(case, settings, &mut sums, &mut signature));
    }
    let mut figures = Vec::new();
    for ((mode, side), sum) in &sums {
        let mean = sum.seconds / sum.count as f64;
        let mut figure = |name: &str, value: f64, unit| {
            figures.push(BenchFigure {
                name: format!("{side}x{side}, {}: {name}", mode.name()),
                value,
                unit,
            });
        };
        figure("a build of both colours", mean * 1e3, "ms");
        if sum.updates > 0 {
            figure("an update by a stone, both colours", sum.update_seconds / sum.updates as f64 * 1e3, "ms");
            figure("an update, of a build", sum.update_seconds / sum.rebuild_seconds * 100.0, "per cent");
        }
        for (back, (decided, of)) in &sum.decided {
            figure(&format!("decided {back} moves before the end, of {of}"), *decided as f64, "positions");
        }
        figure("full connections kept", sum.fulls as f64 / sum.count as f64, "a position");
        figure("semi connections kept", sum.semis as f64 / sum.count as f64, "a position");
        figure("most memory of a built set", sum.most_bytes as f64 / 1e6, "MB");
    }
    for mode in Mode::ALL {
        let sums = || sums.iter().filter(|((of, _), _)| *of == mode).map(|(_, sum)| sum);
        let seconds: f64 = sums().map(|sum| sum.seconds).sum();
        let decided: usize = sums().flat_map(|sum| sum.decided.values()).map(|(decided, _)| decided).sum();
        let name = mode.name();
        figures
            .push(BenchFigure::rate(format!("{name}: builds of both colours"), cases.len() as f64 / seconds));
        figures.push(BenchFigure {
            name: format!("{name}: decided, of {}", cases.len()),
            value: decided as f64,
            unit: "positions",
        });
    }
    if settings.rounds {
        figures.extend(rounds(&cases, settings.prover));
    }
    Ok(BenchReport { signature, figures })
}

fn measure<const W: usize>(
    case: &Case,
    settings: &ConnectionBenchSettings,
    sums: &mut BTreeMap<(Mode, usize), Sums>,
    signature: &mut Signature,
) {
    let position: Position<W> = case.position.resize();
    let mut engine = InferiorEngine::new(position.size());
    let mut connections = Connections::new(&position, settings.prover);
    for mode in Mode::ALL {
        let sum = sums.entry((mode, position.size().cols())).or_default();
        let mut best = f64::INFINITY;
        let mut decided = false;
        for _ in 0..settings.repetitions {
            let start = Instant::now();
            decided = decide(&position, mode, &mut engine, &mut connections);
            best = best.min(start.elapsed().as_secs_f64());
        }
        let counts = connections.counts();
        sum.count += 1;
        sum.seconds += best;
        sum.fulls += counts.fulls;
        sum.semis += counts.semis;
        sum.most_bytes = sum.most_bytes.max(counts.bytes);
        let (number, of) = sum.decided.entry(case.back).or_default();
        *number += usize::from(decided);
        *of += 1;
        signature.add(u128::from(decided));
        signature.add((counts.fulls as u128) << 64 | counts.semis as u128);
        if !decided && mode != Mode::Decomposed {
            for cell in connections.position().empty_cells().iter().step_by(4) {
                let start = Instant::now();
                connections.play(cell);
                sum.update_seconds += start.elapsed().as_secs_f64();
                sum.updates += 1;
                sum.rebuild_seconds += best;
                connections.undo();
            }
        }
    }
}

/// Builds the connections of a position and says whether they, or what was filled in, decide it.
fn decide<const W: usize>(
    position: &Position<W>,
    mode: Mode,
    engine: &mut InferiorEngine<W>,
    connections: &mut Connections<W>,
) -> bool {
    if mode == Mode::Plain {
        connections.build(position);
        return connections.verdict().is_some();
    }
    let mut filled = *position;
    loop {
        let analysis = engine.analyse(&filled);
        for color in Color::BOTH {
            for cell in analysis.filled(color) {
                // A cell that was filled in was empty, and belongs to one colour.
                filled.place(color, cell).ok();
            }
        }
        connections.build(&filled);
        if analysis.winner().is_some() || connections.verdict().is_some() {
            return true;
        }
        if mode == Mode::FilledIn {
            return false;
        }
        let found = Color::BOTH
            .into_iter()
            .find_map(|color| Some((color, find_combinatorial_decomposition(connections, color)?)));
        let Some((color, decomposition)) = found else { return false };
        for cell in decomposition.carrier {
            // The carrier of a connection consists of empty cells.
            filled.place(color, cell).ok();
        }
    }
}

/// The paper's T(n)/T(0): the time of an evaluation with the connections of n rounds, beside one without any.
fn rounds(cases: &[Case], settings: ConnectionSettings) -> Vec<BenchFigure> {
    fn seconds<const W: usize>(case: &Case, settings: ConnectionSettings, last: usize) -> Vec<f64> {
        let position: Position<W> = case.position.resize();
        let mut circuits = Circuits::new(position.size());
        let mut times = Vec::new();
        let start = Instant::now();
        std::hint::black_box(circuits.evaluate(&position));
        let evaluation = start.elapsed().as_secs_f64();
        for rounds in (0..last).chain([usize::MAX]) {
            let mut connections = Connections::new(&position, ConnectionSettings { rounds, ..settings });
            let start = Instant::now();
            connections.build(&position);
            times.push((start.elapsed().as_secs_f64() + evaluation) / evaluation);
        }
        times[0] = 1.0;
        times
    }
    const LAST: usize = 13;
    let mut sums: BTreeMap<usize, (usize, [f64; LAST + 1])> = BTreeMap::new();
    for case in cases {
        let times = with_words!(case.position.size(), W => seconds::<W>(case, settings, LAST));
        let (count, sums) = sums.entry(case.position.size().cols()).or_default();
        *count += 1;
        for (sum, time) in sums.iter_mut().zip(times) {
            *sum += time;
        }
    }
    let mut figures = Vec::new();
    for (side, (count, sums)) in sums {
        for (rounds, sum) in sums.into_iter().enumerate() {
            let last = if rounds == LAST { "all".to_string() } else { rounds.to_string() };
            let name = format!("{side}x{side}: T({last})/T(0)");
            figures.push(BenchFigure { name, value: sum / count as f64, unit: "times" });
        }
    }
    figures
}

/// The effect of each rule and limit: positions decided, and builds per second with fill-in and decompositions, with each
/// of them changed alone.
fn rules(cases: &[Case], settings: ConnectionSettings, signature: &mut Signature) -> Vec<BenchFigure> {
    let mut figures = Vec::new();
    for (name, settings) in variations(settings) {
        for mode in Mode::ALL {
            let mut count = 0;
            let mut seconds = 0.0;
            for case in cases {
                let size = case.position.size();
                let (decided, time) = with_words!(size, W => decide_once::<W>(case, mode, settings));
                count += usize::from(decided);
                seconds += time;
            }
            signature.add(count as u128);
            let name = format!("{name}, {}", mode.name());
            if mode == Mode::Decomposed {
                figures.push(BenchFigure::rate(format!("{name}: builds"), cases.len() as f64 / seconds));
            }
            figures.push(BenchFigure {
                name: format!("{name}: decided"),
                value: count as f64,
                unit: "positions",
            });
        }
    }
    figures
}

/// Whether a position is decided, and in what time with warm memory.
fn decide_once<const W: usize>(case: &Case, mode: Mode, settings: ConnectionSettings) -> (bool, f64) {
    let position: Position<W> = case.position.resize();
    let mut engine = InferiorEngine::new(position.size());
    let mut connections = Connections::new(&position, settings);
    let start = Instant::now();
    let decided = decide(&position, mode, &mut engine, &mut connections);
    (decided, start.elapsed().as_secs_f64())
}

/// Settings with one thing changed in each, and what that is.
fn variations(settings: ConnectionSettings) -> Vec<(&'static str, ConnectionSettings)> {
    let ConnectionSettings { stones, cells, .. } = settings;
    let with_stones = |stones: ConnectionLimits| ConnectionSettings { stones, ..settings };
    let with_cells = |cells: ConnectionLimits| ConnectionSettings { cells, ..settings };
    vec![
        ("as set", settings),
        ("thorough", ConnectionSettings::thorough()),
        ("no captured cells", ConnectionSettings { captured: false, ..settings }),
        ("captured alone: never", with_stones(ConnectionLimits { alone: false, ..stones })),
        ("captured alone: everywhere", with_cells(ConnectionLimits { alone: true, ..cells })),
        ("edges do not help", ConnectionSettings { edge_middles: EdgeMiddles::Never, ..settings }),
        ("edges as middles", ConnectionSettings { edge_middles: EdgeMiddles::Always, ..settings }),
        ("cells keep 2 fulls", with_cells(ConnectionLimits { most_fulls: 2, ..cells })),
        ("cells keep 2 semis", with_cells(ConnectionLimits { most_semis: 2, ..cells })),
        ("cells keep 3 semis", with_cells(ConnectionLimits { most_semis: 3, ..cells })),
        ("cells keep 8 of both", with_cells(ConnectionLimits { most_fulls: 8, most_semis: 8, ..cells })),
        ("cells over a cell: 4", with_cells(ConnectionLimits { over_cell: 4, ..cells })),
        ("cells over a cell: 8", with_cells(ConnectionLimits { over_cell: 8, ..cells })),
        ("cells over a cell: any", with_cells(ConnectionLimits { over_cell: usize::MAX, ..cells })),
        ("cells over a group: 0", with_cells(ConnectionLimits { over_stone: 0, ..cells })),
        ("cells over a group: any", with_cells(ConnectionLimits { over_stone: usize::MAX, ..cells })),
        ("stones keep 0 freely", with_stones(ConnectionLimits { free_fulls: 0, ..stones })),
        ("stones keep 20 freely", with_stones(ConnectionLimits { free_fulls: 20, ..stones })),
        ("stones keep 16 semis", with_stones(ConnectionLimits { most_semis: 16, ..stones })),
        ("stones keep 64 semis", with_stones(ConnectionLimits { most_semis: 64, ..stones })),
        ("OR of two only", with_stones(ConnectionLimits { or_budget: 0, ..stones })),
        ("OR makes 1", with_stones(ConnectionLimits { or_results: 1, ..stones })),
        ("OR makes 8", with_stones(ConnectionLimits { or_results: 8, ..stones })),
    ]
}
