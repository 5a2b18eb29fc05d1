//! `hexwright positions`: two sets of positions without a common one, to tune limits on one and report figures on the other.

use std::{fs, path::PathBuf};

use anyhow::{Context, Result};
use experiments::sets::{SetSettings, position_sets};

use crate::{bar::Bar, output::Answer};

/// Which positions, and where to write them.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  hexwright positions --output crates/experiments/data   the sets of 'hexwright bench connections'
  hexwright positions --seed 2 --sizes 9 --output .      positions that no limits were tuned on
  hexwright bench connections --file reporting.txt")]
pub(crate) struct Args {
    #[command(flatten)]
    settings: SetSettings,
    /// Write tuning.txt and reporting.txt into this folder
    #[arg(long, short = 'o', value_name = "FOLDER", default_value = ".")]
    output: PathBuf,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let bar = Bar::new();
    let sets = position_sets(&args.settings, &bar.lab())?;
    drop(bar);
    for (name, text) in [("tuning.txt", &sets.tuning), ("reporting.txt", &sets.reporting)] {
        let path = args.output.join(name);
        fs::write(&path, text).with_context(|| path.display().to_string())?;
        let count = text.lines().filter(|line| !line.starts_with('#')).count();
        println!("{}: {count} positions", path.display());
    }
    Ok(Answer::Done)
}
