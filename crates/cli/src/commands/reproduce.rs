//! `hexwright reproduce NAME`: the claims and figures of the papers, each by one command. The crate `experiments` makes them.

mod report;

use std::path::PathBuf;

use anyhow::Result;
use clap::Subcommand;
use experiments::papers::{
    self, DepthSettings, FeatureSettings, HexyClaimSettings, MihexSettings, ScalingSettings, YangSettings,
    YangTally,
};
use serde::Serialize;
use serde_json::to_value;

use crate::{bar::Bar, interrupt, output::Answer};

/// Options of the command.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
    /// Print the result as JSON
    #[arg(long, global = true)]
    json: bool,
}

/// The claims and figures.
#[derive(Debug, Subcommand)]
enum What {
    /// Anshelevich 2000: Hexy(infinity) at depth 3 beats Hexy(0) and Hexy(1) at depth 5; the cost of each generation (Figure 9)
    Hexy(HexyClaimSettings),
    /// MIHex 2002: Mops learns by TDLeaf and hill climbing (Figure 8), for one seed and averaged over many
    MihexLearning(MihexSettings),
    /// Arneson, Hayward, Henderson 2010: what each feature of the solver is worth, turned off one by one (Figure 7)
    SolverFeatures(FeatureSettings),
    /// Arneson, Hayward, Henderson 2010: the fastest opening and all openings by board size (Figure 8)
    SolverScaling(ScalingSettings),
    /// Arneson, Hayward, Henderson 2010: positions of games solved in a fixed time, by stones on the board (Figures 9 and 10)
    SolvedByDepth(DepthSettings),
    /// Yang, Liao, Pawlak 2002: the openings of 7x7 that are solved by rules alone, with a book, or not
    YangOpenings(YangArgs),
}

/// Which openings, what each may cost, and with which books.
#[derive(Debug, clap::Args)]
struct YangArgs {
    #[command(flatten)]
    settings: YangSettings,
    /// A book instead of the one in the program; several may be given
    #[arg(long, value_name = "FILE")]
    book: Vec<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    if !matches!(args.what, What::Hexy(_) | What::MihexLearning(_)) {
        // These end at Ctrl-C with what they have.
        interrupt::watch();
    }
    let bar = Bar::new();
    let lab = bar.lab();
    let is_yes = match &args.what {
        What::Hexy(settings) => {
            let result = papers::hexy(settings, &lab)?;
            args.print(bar, &result, report::hexy)?;
            result.holds
        }
        What::MihexLearning(settings) => {
            let result = papers::mihex_learning(settings, &lab)?;
            args.print(bar, &result, report::mihex_learning)?;
            result.holds
        }
        What::SolverFeatures(settings) => {
            let table = papers::solver_features(settings, &lab)?;
            args.print(bar, &table, report::solver_features)?;
            table.rows.iter().all(|row| row.openings == row.of)
        }
        What::SolverScaling(settings) => {
            let table = papers::solver_scaling(settings, &lab)?;
            args.print(bar, &table, report::solver_scaling)?;
            table.rows.iter().all(|row| row.openings == row.of)
        }
        What::SolvedByDepth(settings) => {
            let result = papers::solved_by_depth(settings, &lab)?;
            args.print(bar, &result, |result| report::solved_by_depth(settings, result))?;
            !result.is_cut_short
        }
        What::YangOpenings(yang) => {
            let tally = yang_openings(yang, args.json, &bar)?;
            tally.by_rules + tally.by_book == tally.openings
        }
    };
    Ok(if is_yes { Answer::Done } else { Answer::No })
}

impl Args {
    fn print<T: Serialize>(&self, bar: Bar, result: &T, report: impl Fn(&T)) -> Result<()> {
        drop(bar);
        if self.json {
            println!("{}", to_value(result)?);
        } else {
            report(result);
        }
        Ok(())
    }
}

/// Prints each opening as soon as it is done.
fn yang_openings(args: &YangArgs, json: bool, bar: &Bar) -> Result<YangTally> {
    let YangArgs { settings, book } = args;
    let book = match book.as_slice() {
        [] => None,
        paths => Some(super::solve::decomposition::read_books(paths, settings.size)?),
    };
    if !json {
        report::yang_head();
    }
    let settings = YangSettings { book, ..settings.clone() };
    let tally = papers::yang_openings(&settings, &bar.lab(), &mut |opening| {
        bar.suspend(|| match to_value(opening) {
            Ok(line) if json => println!("{line}"),
            _ => report::yang_opening(opening),
        });
    })?;
    if !json {
        report::yang_tally(&tally);
    }
    Ok(tally)
}
