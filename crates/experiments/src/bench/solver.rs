//! Openings solved on one thread, each with an empty table: nodes and builds per second, and a signature
//! over winners, carriers and node counts.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Instant,
};

use board::{BoardSize, Cell, Color, Position, Symmetry, with_words};
use solver::{
    Expansion, Knowledge, ProverSettings, Provers, Solver, SolverContext, SolverSettings, SolverStatistics,
};

use super::{BenchFigure, BenchReport, Signature};
use crate::{ExperimentError, error::require};

/// Settings of the benchmark.
#[derive(Debug, Clone, clap::Args)]
pub struct SolverBenchSettings {
    /// Size of the board
    #[arg(long, default_value = "7", value_name = "SIZE")]
    pub size: BoardSize,
    /// First moves of Black to solve
    #[arg(long, default_value = "a1 d2 f2 b3 c3 e3 c4 d4", value_name = "CELLS")]
    pub openings: String,
    /// Solve every opening, one of each pair that a rotation exchanges
    #[arg(long, conflicts_with = "openings")]
    pub all: bool,
    /// Memory of the table, in megabytes
    #[arg(long, default_value_t = 256, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..=65536))]
    pub memory: u32,
    /// Threads that share the table; with more than one the signature covers the winners only
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
}

/// Solves openings on one thread or several.
///
/// # Errors
/// [`ExperimentError`] where an opening is no cell of the board.
pub fn solver(settings: &SolverBenchSettings) -> Result<BenchReport, ExperimentError> {
    let size = settings.size;
    let openings: Vec<Cell> = if settings.all {
        size.iter().filter(|&cell| Symmetry::Rotation.cell(cell, size) >= cell).collect()
    } else {
        size.cells_named(&settings.openings)?
    };
    require!(!openings.is_empty(), "--openings: found none: expected cells such as \"a1 d4\"");
    Ok(with_words!(size, W => measure::<W>(settings, &openings)))
}

/// Provers that say how many connection builds they made.
struct Counted<'a, const W: usize> {
    provers: Provers<W>,
    builds: &'a AtomicU64,
}

impl<const W: usize> Knowledge<W> for Counted<'_, W> {
    fn examine(&mut self, position: &Position<W>, expansion: &mut Expansion<W>) {
        let before = self.provers.builds();
        self.provers.examine(position, expansion);
        self.builds.fetch_add(self.provers.builds() - before, Ordering::Relaxed);
    }
}

fn measure<const W: usize>(settings: &SolverBenchSettings, openings: &[Cell]) -> BenchReport {
    let size = settings.size;
    let settings = SolverSettings {
        table_bytes: (settings.memory as usize) << 20,
        threads: usize::from(settings.threads),
        ..SolverSettings::default()
    };
    let mut solver = Solver::<W>::new(settings);
    let builds = AtomicU64::new(0);
    let mut signature = Signature::new();
    let mut figures = Vec::new();
    let mut total = SolverStatistics::default();
    let mut seconds = 0.0;
    for &cell in openings {
        let position = Position::<W>::empty(size).child(cell);
        solver.clear();
        let start = Instant::now();
        let provers = || Counted { provers: Provers::new(size, ProverSettings::default()), builds: &builds };
        let answer = solver.solve(&position, provers, &SolverContext::default());
        seconds += start.elapsed().as_secs_f64();
        signature.add(u128::from(answer.winner == Some(Color::Black)));
        if settings.threads == 1 {
            signature.add(u128::from(answer.statistics.expanded));
            answer.carrier.words().iter().for_each(|&word| signature.add(u128::from(word)));
        }
        let winner = if answer.winner == Some(Color::Black) { "Black" } else { "White" };
        figures.push(BenchFigure {
            name: format!("{}: {winner} wins", size.name(cell)),
            value: answer.statistics.expanded as f64,
            unit: "nodes",
        });
        total.expanded += answer.statistics.expanded;
        total.decided += answer.statistics.decided;
        total.visited += answer.statistics.visited;
    }
    let builds = builds.into_inner();
    let count =
        |name: &str, value: u64| BenchFigure { name: name.into(), value: value as f64, unit: "in all" };
    figures.extend([
        count("nodes", total.expanded),
        count("nodes decided by the provers", total.decided),
        count("connection builds", builds),
        count("visits of nodes", total.visited),
        BenchFigure { name: "time".into(), value: seconds, unit: "seconds" },
        BenchFigure::rate("nodes", total.expanded as f64 / seconds),
        BenchFigure::rate("connection builds", builds as f64 / seconds),
    ]);
    BenchReport { signature, figures }
}
