//! `hexwright reproduce NAME`: the claims and figures of the papers, each by one command.

pub(crate) mod hexy;

use anyhow::Result;
use clap::Subcommand;

use crate::output::Answer;

/// What to reproduce.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

/// The claims and figures.
#[derive(Debug, Subcommand)]
enum What {
    /// Anshelevich 2000: Hexy(infinity) at depth 3 beats Hexy(0) and Hexy(1) at depth 5; the cost of each generation (Figure 9)
    Hexy(hexy::Args),
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    match &args.what {
        What::Hexy(args) => hexy::run(args),
    }
}
