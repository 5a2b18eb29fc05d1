//! `hexwright reproduce NAME`: the claims and figures of the papers, each by one command.

pub(crate) mod hexy;
pub(crate) mod mihex_learning;

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
    /// MIHex 2002: Mops learns by TDLeaf and hill climbing (Figure 8), for one seed and averaged over many
    MihexLearning(mihex_learning::Args),
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    match &args.what {
        What::Hexy(args) => hexy::run(args),
        What::MihexLearning(args) => mihex_learning::run(args),
    }
}
