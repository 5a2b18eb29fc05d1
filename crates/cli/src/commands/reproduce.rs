//! `hexwright reproduce NAME`: the claims and figures of the papers, each by one command.

pub(crate) mod hexy;
pub(crate) mod mihex_learning;
pub(crate) mod solver;
pub(crate) mod yang;

use anyhow::Result;
use clap::Subcommand;

use crate::{commands::solve::parse_time, output::Answer};

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
    /// Arneson, Hayward, Henderson 2010: what each feature of the solver is worth, turned off one by one (Figure 7)
    SolverFeatures(solver::FeaturesArgs),
    /// Arneson, Hayward, Henderson 2010: the fastest opening and all openings by board size (Figure 8)
    SolverScaling(solver::ScalingArgs),
    /// Arneson, Hayward, Henderson 2010: positions of games solved in a fixed time, by stones on the board (Figures 9 and 10)
    SolvedByDepth(solver::DepthArgs),
    /// Yang, Liao, Pawlak 2002: the openings of 7x7 that are solved by rules alone, with a book, or not
    YangOpenings(yang::Args),
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    match &args.what {
        What::Hexy(args) => hexy::run(args),
        What::MihexLearning(args) => mihex_learning::run(args),
        What::SolverFeatures(args) => solver::run_features(args),
        What::SolverScaling(args) => solver::run_scaling(args),
        What::SolvedByDepth(args) => solver::run_by_depth(args),
        What::YangOpenings(args) => yang::run(args),
    }
}
