//! Benchmarks, trainings and the experiments of the papers: settings in, results out.
//!
//! Settings are structs with public fields from which a command line derives its options. A [`Watcher`] hears how far an
//! experiment is and may end it. Results are structs that serialise. This crate reads the clock of the machine, for it
//! measures, and writes no line of text to a terminal.
//!
//! ```
//! use experiments::{Lab, papers::{FeatureSettings, solver_features}};
//!
//! let settings = FeatureSettings { size: 3, time_limit: None };
//! let table = solver_features(&settings, &Lab::default())?;
//! assert!(table.rows.iter().all(|row| row.openings == row.of), "every opening of 3x3 is solved");
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

pub use error::ExperimentError;
pub use lab::{Lab, ReadFiles, Unwatched, Watcher};

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
    papers::DepthSettings,
    papers::FeatureSettings,
    papers::HexyClaimSettings,
    papers::MihexSettings,
    papers::ScalingSettings,
    papers::YangSettings,
    sets::SetSettings,
);

#[cfg(test)]
mod tests {
    use super::{bench, papers};

    #[test]
    fn settings_without_options_are_those_of_the_papers() {
        let hexy = papers::HexyClaimSettings::default();
        assert_eq!((hexy.size.cols(), hexy.width, hexy.concurrency), (10, 15, 1));
        assert_eq!(papers::MihexSettings::default().games, 200);
        assert_eq!(papers::DepthSettings::default().times.len(), 2);
        assert_eq!(bench::ChanceSettings::default().sizes.len(), 3);
    }
}
