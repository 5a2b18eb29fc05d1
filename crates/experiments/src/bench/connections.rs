//! Builds for both colours from nothing, on the two sets of positions, or on others.
//!
//! Prints positions decided and builds a second, by kind of position and size; on request carriers kept, updates by a stone,
//! memory, what each rule is worth, and the curve of Anshelevich's Figure 9: the time of a build that stops after n rounds, beside that of an evaluation without
//! connections. A build is always of both colours and complete, even if one has already won. It is measured three times: without
//! fill-in; with our own fill-in before the build, inside the clock; and with decompositions too, each of which is filled in and
//! followed by another build, inside the clock. A verdict proves no more than it needs, with fill-in and decompositions.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Instant,
};

use board::{Color, Position, with_words};
use connection::{ConnectionLimits, ConnectionSettings, Connections, EdgeMiddles, ProofEffort};
use evaluate::Circuits;
use inferior::{InferiorEngine, find_combinatorial_decomposition};

use super::{
    BenchFigure, BenchReport, Signature,
    positions::{Case, Kind, POSITIONS, REPORTING, TUNING, cases},
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
    /// Which positions: limits are tuned on one half of them, figures are reported on the other
    #[arg(long, value_name = "SET", default_value = "both")]
    pub set: PositionSet,
    /// Positions from this file instead: lines such as "8 late: d5 e4 c3" with a size, a kind and the moves, or
    /// "8 2 black | d5 c3 | e4" with the side to move, Black's and White's stones; a number as the kind is the moves before
    /// the end of the game
    #[arg(long, value_name = "FILE", conflicts_with = "set")]
    pub file: Option<std::path::PathBuf>,
    /// Also print the carriers kept, the memory, the time of updates by a stone, and verdicts with the widest effort
    #[arg(long)]
    pub details: bool,
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

/// The built-in positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum PositionSet {
    /// Both halves, one after the other
    Both,
    /// The half that limits are tuned on
    Tuning,
    /// The half that figures are reported on
    Reporting,
    /// 330 positions of games between Monte Carlo players, 2 to 12 moves before the end, that earlier limits were tuned on
    Games,
}

impl PositionSet {
    /// The sets, each with its name.
    const fn texts(self) -> &'static [(&'static str, &'static str)] {
        const HALVES: &[(&str, &str)] = &[("tuning", TUNING), ("reporting", REPORTING)];
        match self {
            Self::Both => HALVES,
            Self::Tuning => HALVES.split_at(1).0,
            Self::Reporting => HALVES.split_at(1).1,
            Self::Games => &[("games", POSITIONS)],
        }
    }
}

/// The preparation before a build; or, with fill-in and decompositions, no more than a verdict needs, by effort.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Mode {
    Plain,
    FilledIn,
    Decomposed,
    Verdict(ProofEffort),
}

impl Mode {
    /// Complete builds of both colours.
    const BUILDS: [Self; 3] = [Self::Plain, Self::FilledIn, Self::Decomposed];

    /// All of them. The widest effort takes ten times as long as all others together.
    fn all(details: bool) -> impl Iterator<Item = Self> {
        let efforts =
            ProofEffort::ALL.into_iter().filter(move |effort| details || *effort < ProofEffort::Wide);
        Self::BUILDS.into_iter().chain(efforts.map(Self::Verdict))
    }

    /// Those with figures for each kind of position.
    const BY_KIND: [Self; 3] =
        [Self::Decomposed, Self::Verdict(ProofEffort::Usual), Self::Verdict(ProofEffort::Thorough)];

    fn name(self) -> String {
        match self {
            Self::Plain => "no fill-in".into(),
            Self::FilledIn => "fill-in".into(),
            Self::Decomposed => "fill-in and decompositions".into(),
            Self::Verdict(effort) => format!("verdict, {}", effort.name()),
        }
    }
}

/// Sums over the positions of one kind and size.
#[derive(Default)]
struct Sums {
    count: usize,
    seconds: f64,
    decided: usize,
    updates: usize,
    update_seconds: f64,
    /// The time of builds of the updated positions, once for each update.
    rebuild_seconds: f64,
    fulls: usize,
    semis: usize,
    most_bytes: usize,
}

/// Times builds of connections and updates.
///
/// # Errors
/// [`ExperimentError`] where the file of positions is not what was expected.
pub fn connections(settings: &ConnectionBenchSettings) -> Result<BenchReport, ExperimentError> {
    let mut sets = Vec::new();
    match &settings.file {
        Some(path) => {
            let text = std::fs::read_to_string(path).within(path.display())?;
            sets.push(("file", cases(&text).within(path.display())?));
        }
        None => {
            for &(name, text) in settings.set.texts() {
                sets.push((name, cases(text)?));
            }
        }
    }
    for (_, cases) in &mut sets {
        cases.retain(|case| settings.only.is_none_or(|side| case.position.size().cols() == side));
        require!(!cases.is_empty(), "found no positions: expected at least one of the size asked for");
    }
    let mut signature = Signature::new();
    let mut figures = Vec::new();
    for (name, cases) in &sets {
        if settings.rules {
            figures.extend(rules(name, cases, settings.prover, &mut signature));
            continue;
        }
        let mut sums: BTreeMap<(Mode, Kind, usize), Sums> = BTreeMap::new();
        for case in cases {
            let size = case.position.size();
            with_words!(size, W => measure::<W>(case, settings, &mut sums, &mut signature));
        }
        report(name, &sums, settings.details, &mut figures);
        if settings.rounds {
            figures.extend(rounds(cases, settings.prover));
        }
    }
    Ok(BenchReport { signature, figures })
}

/// The figures of a set.
fn report(
    set: &str,
    sums: &BTreeMap<(Mode, Kind, usize), Sums>,
    details: bool,
    figures: &mut Vec<BenchFigure>,
) {
    let mut decided = |name: &str, sums: &[&Sums]| {
        let total = |of: fn(&Sums) -> usize| sums.iter().map(|&sum| of(sum)).sum::<usize>();
        let count = total(|sum| sum.count);
        let seconds: f64 = sums.iter().map(|sum| sum.seconds).sum();
        figures.push(BenchFigure {
            name: format!("{set}, {name}: decided, of {count}"),
            value: total(|sum| sum.decided) as f64,
            unit: "positions",
        });
        figures.push(BenchFigure::rate(format!("{set}, {name}: positions"), count as f64 / seconds));
    };
    // With everything on, by kind and size.
    for by_kind in Mode::BY_KIND {
        let everything = || sums.iter().filter(|((mode, ..), _)| *mode == by_kind);
        let kinds: BTreeSet<&Kind> = everything().map(|((_, kind, _), _)| kind).collect();
        for kind in kinds {
            let of_kind: Vec<_> = everything().filter(|((_, of, _), _)| of == kind).collect();
            if by_kind == Mode::Decomposed {
                for ((_, _, side), sum) in &of_kind {
                    decided(&format!("{kind}, {side}x{side}"), &[sum]);
                }
            }
            let of_kind: Vec<&Sums> = of_kind.into_iter().map(|(_, sum)| sum).collect();
            decided(&format!("{kind}, {}", by_kind.name()), &of_kind);
        }
    }
    for mode in Mode::all(details) {
        let of_mode: Vec<&Sums> =
            sums.iter().filter(|((of, ..), _)| *of == mode).map(|(_, sum)| sum).collect();
        decided(&format!("all, {}", mode.name()), &of_mode);
    }
    if !details {
        return;
    }
    let builds = sums.keys().filter(|(mode, ..)| Mode::BUILDS.contains(mode));
    let sides: BTreeSet<(Mode, usize)> = builds.map(|&(mode, _, side)| (mode, side)).collect();
    for (mode, side) in sides {
        let here: Vec<&Sums> =
            sums.iter().filter(|((of, _, at), _)| (*of, *at) == (mode, side)).map(|(_, sum)| sum).collect();
        let total = |of: fn(&Sums) -> f64| here.iter().map(|&sum| of(sum)).sum::<f64>();
        let count = total(|sum| sum.count as f64);
        let mut figure = |name: &str, value: f64, unit| {
            figures.push(BenchFigure {
                name: format!("{set}, {side}x{side}, {}: {name}", mode.name()),
                value,
                unit,
            });
        };
        figure("a build of both colours", total(|sum| sum.seconds) / count * 1e3, "ms");
        let updates = total(|sum| sum.updates as f64);
        if updates > 0.0 {
            let seconds = total(|sum| sum.update_seconds);
            figure("an update by a stone, both colours", seconds / updates * 1e3, "ms");
            figure("an update, of a build", seconds / total(|sum| sum.rebuild_seconds) * 100.0, "per cent");
        }
        figure("full connections kept", total(|sum| sum.fulls as f64) / count, "a position");
        figure("semi connections kept", total(|sum| sum.semis as f64) / count, "a position");
        let bytes = here.iter().map(|sum| sum.most_bytes).max().unwrap_or(0);
        figure("most memory of a built set", bytes as f64 / 1e6, "MB");
    }
}

fn measure<const W: usize>(
    case: &Case,
    settings: &ConnectionBenchSettings,
    sums: &mut BTreeMap<(Mode, Kind, usize), Sums>,
    signature: &mut Signature,
) {
    let position: Position<W> = case.position.resize();
    let mut engine = InferiorEngine::new(position.size());
    let mut connections = Connections::new(&position, settings.prover);
    for mode in Mode::all(settings.details) {
        let sum = sums.entry((mode, case.kind.clone(), position.size().cols())).or_default();
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
        sum.decided += usize::from(decided);
        signature.add(u128::from(decided));
        signature.add((counts.fulls as u128) << 64 | counts.semis as u128);
        let is_build = matches!(mode, Mode::Plain | Mode::FilledIn);
        if settings.details && !decided && is_build {
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
        let winner = analysis.winner();
        let verdict = match mode {
            Mode::Verdict(_) if winner.is_some() => return true,
            Mode::Verdict(effort) => connections.decide(&filled, effort),
            _ => {
                connections.build(&filled);
                connections.verdict()
            }
        };
        if winner.is_some() || verdict.is_some() {
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
fn rules(
    set: &str,
    cases: &[Case],
    settings: ConnectionSettings,
    signature: &mut Signature,
) -> Vec<BenchFigure> {
    let mut figures = Vec::new();
    for (name, settings) in variations(settings) {
        for mode in Mode::BUILDS {
            let mut count = 0;
            let mut seconds = 0.0;
            for case in cases {
                let size = case.position.size();
                let (decided, time) = with_words!(size, W => decide_once::<W>(case, mode, settings));
                count += usize::from(decided);
                seconds += time;
            }
            signature.add(count as u128);
            let name = format!("{set}, {name}, {}", mode.name());
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
