//! Runs a target on changed inputs, and keeps the inputs with an outcome that is new.

use std::{
    collections::BTreeSet,
    panic::{self, AssertUnwindSafe},
    path::PathBuf,
    time::{Duration, Instant},
};

use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

use crate::{
    Target,
    mutate::{below, mutate},
};

/// Inputs with an outcome of their own that are kept at the most, beside the corpus.
const MOST_KEPT: usize = 4096;
/// An input that takes longer is a finding. A busy machine takes a while for nothing.
const TOO_LONG: Duration = Duration::from_secs(10);

/// An input that a target does not stand.
#[derive(Debug, Clone)]
pub struct Finding {
    /// The input.
    pub input: Vec<u8>,
    /// The event.
    pub what: String,
}

/// A target with its inputs.
#[derive(Debug)]
pub struct Campaign {
    target: &'static Target,
    inputs: Vec<Vec<u8>>,
    /// How many of them were there at the start.
    known: usize,
    outcomes: BTreeSet<String>,
    random: Xoshiro256PlusPlus,
    /// Inputs that were run.
    pub executions: u64,
}

impl Campaign {
    /// Begins with these inputs, each of which is run; the first that is not stood is a finding.
    ///
    /// # Errors
    /// The finding.
    pub fn start(target: &'static Target, inputs: Vec<Vec<u8>>, seed: u64) -> Result<Self, Finding> {
        let random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut campaign =
            Self { target, inputs: Vec::new(), known: 0, outcomes: BTreeSet::new(), random, executions: 0 };
        for input in inputs {
            let outcome = campaign.run(&input)?;
            campaign.outcomes.insert(outcome);
            campaign.inputs.push(input);
        }
        campaign.known = campaign.inputs.len();
        Ok(campaign)
    }

    /// The next input.
    pub fn next_input(&mut self) -> Vec<u8> {
        let random = &mut self.random;
        let pick = |random: &mut _| below(random, self.inputs.len());
        let mut input = self.inputs[pick(random)].clone();
        let other = &self.inputs[pick(random)];
        mutate(&mut input, other, self.target.words, self.target.most_bytes, random);
        if let Some(seal) = self.target.seal
            && below(random, 8) > 0
        {
            seal(&mut input);
        }
        input
    }

    /// Runs an input, and keeps it if its outcome is new.
    ///
    /// # Errors
    /// The finding, if it is not stood.
    pub fn try_input(&mut self, input: Vec<u8>) -> Result<(), Finding> {
        let outcome = self.run(&input)?;
        if self.outcomes.insert(outcome) && self.inputs.len() < MOST_KEPT {
            self.inputs.push(input);
        }
        Ok(())
    }

    /// The inputs with an outcome that none of the first ones had.
    #[must_use]
    pub fn kept(&self) -> &[Vec<u8>] {
        &self.inputs[self.known..]
    }

    /// How many outcomes were seen.
    #[must_use]
    pub fn outcomes(&self) -> usize {
        self.outcomes.len()
    }

    fn run(&mut self, input: &[u8]) -> Result<String, Finding> {
        self.executions += 1;
        let start = Instant::now();
        let result = panic::catch_unwind(AssertUnwindSafe(|| (self.target.run)(input)));
        let finding = |what: String| Finding { input: input.to_vec(), what };
        let outcome = result.map_err(|payload| {
            let text = payload.downcast_ref::<&str>().map(ToString::to_string);
            let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
            finding(format!("panic: {}", text.unwrap_or_default()))
        })?;
        let taken = start.elapsed();
        if taken > TOO_LONG {
            return Err(finding(format!("it took {taken:?}: expected less than {TOO_LONG:?}")));
        }
        Ok(plain(&outcome))
    }
}

/// An outcome without what changes from input to input: numbers, and words in quotes.
fn plain(outcome: &str) -> String {
    let outside: String = outcome.split('\'').step_by(2).collect();
    outside.chars().filter(|c| !c.is_ascii_digit()).take(120).collect()
}

/// Where the corpus of a target is.
#[must_use]
pub fn corpus_folder(target: &Target) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target.name)
}

/// The inputs that a target begins with: its seeds, and the files of `corpus/TARGET`, which are findings of the past and inputs
/// with an outcome of their own.
///
/// # Errors
/// Where a file of the corpus cannot be read.
pub fn corpus(target: &Target) -> std::io::Result<Vec<Vec<u8>>> {
    let folder = corpus_folder(target);
    let mut inputs = (target.seeds)();
    if folder.is_dir() {
        let mut files: Vec<PathBuf> =
            std::fs::read_dir(&folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
        files.sort();
        for file in files {
            inputs.push(std::fs::read(&file)?);
        }
    }
    Ok(inputs)
}
