//! Benchmarks, trainings and the experiments of the papers: settings in, results out.
//!
//! Settings are structs with public fields from which a command line derives its options. A [`Watcher`] hears how far an
//! experiment is and may end it. Results are structs that serialise. This crate reads the clock of the machine, for it
//! measures, and writes no line of text to a terminal.
//!
//! ```
//! use experiments::{Lab, papers::{ClaimOutcome, PaperEntry}};
//!
//! let entry = PaperEntry::named("hexy-braid").expect("the list has it");
//! let result = entry.run(&[], "0.1.0", &Lab::default())?;
//! assert_eq!(result.finding.outcome, ClaimOutcome::Holds);
//! # Ok::<(), experiments::ExperimentError>(())
//! ```

pub mod bench;
pub mod chips;
mod error;
pub mod fit;
mod lab;
pub mod papers;
pub mod sets;
pub mod training;

use std::time::Duration;

pub use error::ExperimentError;
pub use lab::{Lab, ReadFiles, Unwatched, Watcher};

/// Reads the time of an option.
fn parse_time(text: &str) -> Result<Duration, player::PlayerError> {
    player::parse_duration(text)
}

/// The settings that a command line without options has.
fn defaults<A: clap::Args>() -> A {
    let matches = A::augment_args(clap::Command::new("")).try_get_matches_from([""]);
    matches.and_then(|matches| A::from_arg_matches(&matches)).expect("every setting has a default")
}

/// Gives settings the defaults of their options, which are stated once.
macro_rules! defaults {
    ($($settings:ty),+ $(,)?) => {
        $(impl Default for $settings {
            fn default() -> Self {
                crate::defaults()
            }
        })+
    };
}

defaults!(
    bench::AccuracySettings,
    bench::ArenaSettings,
    bench::ChanceSettings,
    bench::ConnectionBenchSettings,
    bench::InferiorSettings,
    bench::NetworkSettings,
    bench::NeuralBenchSettings,
    bench::SolverBenchSettings,
    chips::ChipSettings,
    fit::FitSettings,
    sets::SetSettings,
);

#[cfg(test)]
mod tests {
    use super::bench;

    #[test]
    fn settings_without_options_are_the_defaults() {
        assert_eq!(bench::ChanceSettings::default().sizes.len(), 3);
    }
}
