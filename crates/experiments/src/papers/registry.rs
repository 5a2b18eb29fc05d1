//! The one list of the experiments of the papers: each with its options, and with options that fit a given time.

use std::time::{Duration, Instant};

use clap::ArgMatches;
use serde::{Deserialize, Serialize};

use super::{
    PaperFinding, bidding, hexy, mihex, solver,
    sources::{Paper, PaperClaim, paper_claim},
    yang,
};
use crate::{ExperimentError, Lab};

/// An experiment: its options are its fields.
pub(crate) trait Experiment: clap::Args {
    /// The name of its claim in `data/papers.json`, and of the command.
    const NAME: &'static str;

    /// Options with which it takes at most about this long on one core.
    fn within(time: Duration) -> String;

    /// Repeats what the paper did.
    fn run(&self, claim: &PaperClaim, lab: &Lab<'_>) -> Result<PaperFinding, ExperimentError>;
}

/// A line of the list.
#[derive(Debug)]
pub struct PaperEntry {
    /// The name of the experiment.
    pub name: &'static str,
    augment: fn(clap::Command) -> clap::Command,
    within: fn(Duration) -> String,
    run: fn(&ArgMatches, &PaperClaim, &Lab<'_>) -> Result<PaperFinding, ExperimentError>,
    /// The part of the time of all experiments that this one can use well.
    weight: f64,
}

const fn entry<E: Experiment>(weight: f64) -> PaperEntry {
    PaperEntry {
        name: E::NAME,
        augment: E::augment_args,
        within: E::within,
        run: |matches, claim, lab| {
            let settings = E::from_arg_matches(matches);
            settings.map_err(|error| ExperimentError::unexpected(error.to_string()))?.run(claim, lab)
        },
        weight,
    }
}

/// All experiments, in the order of the page.
pub const PAPER_ENTRIES: &[PaperEntry] = &[
    entry::<hexy::DepthFigureSettings>(0.1),
    entry::<hexy::TheoremSettings>(0.1),
    entry::<hexy::BraidSettings>(0.1),
    entry::<hexy::GenerationSettings>(0.5),
    entry::<hexy::NodeSettings>(0.5),
    entry::<hexy::SweepSettings>(3.0),
    entry::<hexy::HexyMatchSettings>(3.0),
    entry::<yang::LosingSettings>(1.0),
    entry::<yang::WinSettings>(3.0),
    entry::<yang::RuleSettings>(0.1),
    entry::<yang::YangSettings>(3.0),
    entry::<solver::PairingSettings>(0.5),
    entry::<solver::CornerSettings>(0.5),
    entry::<solver::OpeningMapSettings>(0.1),
    entry::<solver::FeatureSettings>(3.0),
    entry::<solver::ScalingSettings>(1.5),
    entry::<solver::DepthSettings>(3.0),
    entry::<bidding::WalkSettings>(0.2),
    entry::<bidding::RoundSettings>(0.1),
    entry::<bidding::TheoremSettings>(0.2),
    entry::<bidding::ValueSettings>(0.1),
    entry::<bidding::CriticalitySettings>(0.2),
    entry::<bidding::SpeedSettings>(0.1),
    entry::<bidding::SamplerSettings>(0.5),
    entry::<bidding::ChipEntrySettings>(0.5),
    entry::<mihex::SearchSettings>(0.5),
    entry::<mihex::WinnerSettings>(0.1),
    entry::<mihex::ConnectibilitySettings>(0.1),
    entry::<mihex::LearningSettings>(4.0),
    entry::<mihex::EvaluationSettings>(3.0),
    entry::<mihex::TournamentEntrySettings>(0.5),
];

/// A run of an experiment: what the result file holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reproduced {
    /// The experiment.
    pub name: String,
    /// The command that gives it.
    pub command: String,
    /// How long it took.
    pub seconds: f64,
    /// The program that ran.
    pub version: String,
    /// What came out.
    pub finding: PaperFinding,
}

impl PaperEntry {
    /// The entry with a name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        PAPER_ENTRIES.iter().find(|entry| entry.name == name)
    }

    /// The paper and the claim that it repeats.
    ///
    /// # Panics
    /// Never: a test compares the list with the file of the papers.
    #[must_use]
    pub fn source(&self) -> (&'static Paper, &'static PaperClaim) {
        paper_claim(self.name).expect("every experiment has a claim")
    }

    /// The command line of the experiment.
    #[must_use]
    pub fn command(&self) -> clap::Command {
        let (paper, claim) = self.source();
        let about = format!("{}, {}: {}", paper.key, claim.place, claim.title);
        (self.augment)(clap::Command::new(self.name).about(about).long_about(claim.claim.clone()))
    }

    /// Options with which it takes its part of the time for all.
    #[must_use]
    pub fn options_within(&self, all: Duration) -> String {
        let whole: f64 = PAPER_ENTRIES.iter().map(|entry| entry.weight).sum();
        (self.within)(all.mul_f64(self.weight / whole))
    }

    /// Runs it with these options.
    ///
    /// # Errors
    /// [`ExperimentError`] where the options make no sense or the experiment fails.
    pub fn run(
        &self,
        options: &[String],
        version: &str,
        lab: &Lab<'_>,
    ) -> Result<Reproduced, ExperimentError> {
        let words = std::iter::once(self.name.to_string()).chain(options.iter().cloned());
        let matches = self.command().try_get_matches_from(words);
        let matches = matches.map_err(|error| ExperimentError::unexpected(error.to_string()))?;
        self.run_parsed(&matches, options, version, lab)
    }

    /// Runs it with options that a command line has read; `options` are their words, for the record.
    ///
    /// # Errors
    /// As [`PaperEntry::run`].
    pub fn run_parsed(
        &self,
        matches: &ArgMatches,
        options: &[String],
        version: &str,
        lab: &Lab<'_>,
    ) -> Result<Reproduced, ExperimentError> {
        let start = Instant::now();
        let finding = (self.run)(matches, self.source().1, lab)?;
        let words = ["hexwright", "reproduce", self.name].map(str::to_string);
        let command =
            words.into_iter().chain(options.iter().map(|word| quoted(word))).collect::<Vec<_>>().join(" ");
        let seconds = start.elapsed().as_secs_f64();
        Ok(Reproduced {
            name: self.name.to_string(),
            command,
            seconds,
            version: version.to_string(),
            finding,
        })
    }
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    if word.contains([' ', '"', '$', '*', ';']) { format!("'{word}'") } else { word.to_string() }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::papers::papers;

    #[test]
    fn every_claim_has_its_experiment_and_every_experiment_its_claim() {
        let claims: Vec<&str> =
            papers().iter().flat_map(|paper| &paper.claims).map(|claim| claim.name.as_str()).collect();
        let entries: Vec<&str> = PAPER_ENTRIES.iter().map(|entry| entry.name).collect();
        assert_eq!(claims, entries, "in the same order");
        assert_eq!(entries.iter().collect::<BTreeSet<_>>().len(), entries.len());
    }

    #[test]
    fn options_for_any_time_are_understood() {
        for entry in PAPER_ENTRIES {
            for seconds in [0, 60, 600, 36_000] {
                let options = entry.options_within(Duration::from_secs(seconds));
                let words = std::iter::once(entry.name).chain(options.split_whitespace());
                let read = entry.command().try_get_matches_from(words);
                assert!(read.is_ok(), "{} {options}: {}", entry.name, read.unwrap_err());
            }
        }
    }
}
