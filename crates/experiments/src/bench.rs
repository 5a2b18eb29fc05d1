//! Benchmarks: a signature of all engines, and the speed of each topic.
//!
//! [`guard()`] does fixed work of every engine and returns the signature of the results: the same on every machine. Commits
//! that touch an engine say whether it changed. A topic measures rates, which are never asserted, and has a signature of its
//! own.

mod accuracy;
mod arena;
mod board;
mod chance;
mod connections;
mod evaluate;
mod guard;
mod inferior;
mod network;
mod neural;
mod positions;
mod solver;

use std::{collections::BTreeMap, fmt};

use serde::Serialize;

pub use accuracy::{AccuracySettings, accuracy};
pub use arena::{ArenaSettings, arena};
pub use board::board;
pub use chance::{ChanceSettings, chance};
pub use connections::{ConnectionBenchSettings, PositionSet, connections};
pub use evaluate::evaluate;
pub use guard::{GuardReport, guard};
pub use inferior::{InferiorSettings, inferior};
pub use network::{NetworkSettings, network};
pub use neural::{NeuralBenchSettings, neural};
pub use solver::{SolverBenchSettings, solver};

#[cfg(test)]
pub(crate) use positions::cases;

/// The results of a topic.
#[derive(Debug, Clone)]
pub struct BenchReport {
    /// Of the results, not of the rates.
    pub signature: Signature,
    /// In the order in which they were measured.
    pub figures: Vec<BenchFigure>,
}

/// One measured figure: a rate, a time, a size.
#[derive(Debug, Clone, PartialEq)]
pub struct BenchFigure {
    /// The name of the measurement.
    pub name: String,
    /// How much it is.
    pub value: f64,
    /// Of what.
    pub unit: &'static str,
}

impl BenchFigure {
    /// A rate per second.
    fn rate(name: impl Into<String>, per_second: f64) -> Self {
        Self { name: name.into(), value: per_second, unit: "a second" }
    }
}

impl Serialize for BenchReport {
    /// Figures by their names.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Measured {
            value: f64,
            unit: &'static str,
        }
        #[derive(Serialize)]
        struct Report<'a> {
            figures: BTreeMap<&'a str, Measured>,
            signature: String,
        }
        let figures = self.figures.iter();
        let figures =
            figures.map(|&BenchFigure { ref name, value, unit }| (&**name, Measured { value, unit }));
        Report { figures: figures.collect(), signature: self.signature.to_string() }.serialize(serializer)
    }
}

/// A running hash of results (FNV-1a over 128-bit values).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Signature(u64);

impl Signature {
    const fn new() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }

    fn add(&mut self, value: u128) {
        for byte in value.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }

    /// Adds the words of a set of cells.
    fn add_words(&mut self, words: &[u64]) {
        words.iter().for_each(|&word| self.add(u128::from(word)));
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// Reads the seconds that a measurement may take.
fn seconds(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|seconds| (0.0..=600.0).contains(seconds))
        .ok_or_else(|| format!("found '{text}': expected seconds from 0 to 600"))
}

/// The most memory that this process has used so far, in bytes, where the system tells.
fn most_memory() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024.0)
}
