//! Analyses per second, moves that survive and what each class removes, on positions of games before
//! they were decided; beside them connection builds on the same positions, and what both find together.

use std::{collections::BTreeMap, time::Instant};

use board::{BoardSize, Color, Position, with_words};
use connection::{ConnectionSettings, Connections};
use inferior::{Class, InferiorEngine};

use super::{
    BenchFigure, BenchReport, Signature,
    positions::{POSITIONS, cases},
};
use crate::ExperimentError;

/// How long to measure.
#[derive(Debug, Clone, clap::Args)]
pub struct InferiorSettings {
    /// Rounds over all positions; the quickest counts
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub rounds: u32,
}

/// Times analyses beside builds of connections.
///
/// # Errors
/// None: the positions are known ones.
pub fn inferior(settings: &InferiorSettings) -> Result<BenchReport, ExperimentError> {
    let mut by_size: BTreeMap<BoardSize, Vec<Position>> = BTreeMap::new();
    for case in cases(POSITIONS)? {
        by_size.entry(case.position.size()).or_default().push(case.position);
    }
    let mut signature = Signature::new();
    let mut figures = Vec::new();
    let mut sums = [0.0; 2];
    for (size, positions) in by_size {
        let seconds = with_words!(size, W => measure::<W>(size, &positions, settings.rounds, &mut signature, &mut figures));
        sums[0] += seconds[0];
        sums[1] += seconds[1];
    }
    figures.push(BenchFigure {
        name: "connection builds' time / analyses' time, all".into(),
        value: sums[1] / sums[0],
        unit: "times",
    });
    Ok(BenchReport { signature, figures })
}

/// Measures one size; returns the seconds of all analyses and of all connection builds.
fn measure<const W: usize>(
    size: BoardSize,
    positions: &[Position],
    rounds: u32,
    signature: &mut Signature,
    figures: &mut Vec<BenchFigure>,
) -> [f64; 2] {
    let positions: Vec<Position<W>> = positions.iter().map(|position| position.resize()).collect();
    let mut engine = InferiorEngine::<W>::new(size);
    let [mut empty, mut left, mut survivors] = [0; 3];
    let mut removed: BTreeMap<Class, usize> = BTreeMap::new();
    let mut filled = Vec::new();
    for position in &positions {
        let analysis = engine.analyse(position);
        let fills = Color::BOTH.map(|color| analysis.filled(color));
        empty += position.empty_cells().len();
        left += position.empty_cells().len() - fills[0].len() - fills[1].len();
        survivors += analysis.survivors().len();
        for class in position.empty_cells().iter().filter_map(|cell| analysis.finding(cell).class()) {
            *removed.entry(class).or_default() += 1;
        }
        for cells in [analysis.survivors(), fills[0], fills[1]] {
            signature.add_words(cells.words());
        }
        let [black, white] = Color::BOTH.map(|color| analysis.stones(color));
        // Stones of both colours come from one analysis and never share a cell.
        filled.extend(Position::with_stones(size, black, white, position.to_move()));
    }
    let analyses = (0..rounds)
        .map(|_| {
            let start = Instant::now();
            positions.iter().for_each(|position| {
                engine.analyse(position);
            });
            start.elapsed().as_secs_f64()
        })
        .fold(f64::INFINITY, f64::min);
    let [builds, filled_builds] = [&positions, &filled].map(|positions| {
        let start = Instant::now();
        if let Some(first) = positions.first() {
            let mut connections = Connections::new(first, ConnectionSettings::default());
            positions.iter().skip(1).for_each(|position| connections.build(position));
        }
        start.elapsed().as_secs_f64()
    });
    let [mut left_together, mut survivors_together] = [0; 2];
    let mut connections = Connections::new(&Position::empty(size), ConnectionSettings::default());
    for position in &positions {
        let analysis = engine.analyse_with(position, &mut connections);
        let fills = Color::BOTH.map(|color| analysis.filled(color).len());
        left_together += position.empty_cells().len() - fills[0] - fills[1];
        survivors_together += analysis.survivors().len();
    }
    let count = positions.len() as f64;
    let mut add = |name: &str, value: f64, unit: &'static str| {
        figures.push(BenchFigure { name: format!("{size}: {name}"), value, unit });
    };
    add("analyses", count / analyses, "a second");
    add("connection builds", count / builds, "a second");
    add("ratio", builds / analyses, "times");
    add("connection builds, filled in", count / filled_builds, "a second");
    add("ratio, filled in", filled_builds / analyses, "times");
    add("empty cells", empty as f64 / count, "a position");
    add("empty cells after fill-in", left as f64 / count, "a position");
    for class in Class::ALL {
        let number = removed.get(&class).copied().unwrap_or_default();
        add(&format!("removed as {class}"), number as f64 / count, "a position");
    }
    add("moves that survive", survivors as f64 / count, "a position");
    add("empty cells after fill-in, with connections", left_together as f64 / count, "a position");
    add("moves that survive, with connections", survivors_together as f64 / count, "a position");
    [analyses, builds]
}
