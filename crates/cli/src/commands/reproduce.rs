//! `hexwright reproduce NAME`, `reproduce all`: the tables, figures and claims of the papers. The crate `experiments`
//! makes them.

mod report;

use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use clap::{ArgMatches, CommandFactory as _, FromArgMatches, Subcommand};
use experiments::papers::{
    PAPER_ENTRIES, PaperEntry, PaperResults, Reproduced, html_page, keep_result, outcome_counts,
    read_results, write_documentation,
};

use crate::{bar::Bar, interrupt, output::Answer};

/// Options of the command.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  hexwright reproduce all --minutes 10 --out papers   run everything, and write papers/index.html
  hexwright reproduce hexy-depths                     one result, on the terminal
  hexwright reproduce gale-walk --out papers          one result, added to the page

Exit codes: 0 the claim holds, 1 it is not confirmed, 2 bad input.")]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
    /// Print the result as JSON
    #[arg(long, global = true)]
    json: bool,
    /// Write the result file and the figures into this folder, and renew its page index.html
    #[arg(long, global = true, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

/// All experiments, or one of the list with its own options.
#[derive(Debug)]
enum What {
    All(AllArgs),
    One { entry: &'static PaperEntry, matches: ArgMatches },
}

/// Run every experiment, and write one page with the papers' results beside ours
#[derive(Debug, clap::Parser)]
struct AllArgs {
    /// Time for all of them together, in minutes; each gets its part, and the longer ones use larger boards
    #[arg(long, default_value_t = 10.0, value_name = "N")]
    minutes: f64,
    /// Only these experiments, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,
    /// Run nothing: make the page from the results in the folder
    #[arg(long)]
    page: bool,
    /// Also write explanation/papers.md and its figures into this folder of documentation
    #[arg(long, value_name = "FOLDER")]
    docs: Option<PathBuf>,
}

const ALL: &str = "all";

impl Subcommand for What {
    fn augment_subcommands(command: clap::Command) -> clap::Command {
        let all = AllArgs::command().name(ALL);
        let one = PAPER_ENTRIES.iter().map(PaperEntry::command);
        command.subcommands(std::iter::once(all).chain(one)).subcommand_required(true)
    }

    fn augment_subcommands_for_update(command: clap::Command) -> clap::Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        name == ALL || PaperEntry::named(name).is_some()
    }
}

impl FromArgMatches for What {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let missing = || clap::Error::new(clap::error::ErrorKind::MissingSubcommand);
        let (name, matches) = matches.subcommand().ok_or_else(missing)?;
        if name == ALL {
            return AllArgs::from_arg_matches(matches).map(Self::All);
        }
        let entry = PaperEntry::named(name).ok_or_else(missing)?;
        Ok(Self::One { entry, matches: matches.clone() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The program that a result names.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("HEXWRIGHT_COMMIT"), ")");

pub(crate) fn run(args: &Args) -> Result<Answer> {
    // Every experiment ends at Ctrl-C with what it has.
    interrupt::watch();
    match &args.what {
        What::All(all) => run_all(args, all),
        What::One { entry, matches } => {
            let bar = Bar::new();
            let result = entry.run_parsed(matches, &own_options(entry.name), VERSION, &bar.lab())?;
            drop(bar);
            if let Some(folder) = &args.out {
                keep_result(folder, &result)?;
            }
            args.print(&result)?;
            Ok(answer(result.finding.outcome.is_confirmed()))
        }
    }
}

const fn answer(confirmed: bool) -> Answer {
    if confirmed { Answer::Done } else { Answer::No }
}

/// The words of the command line behind the name, without those that say where the result goes.
fn own_options(name: &str) -> Vec<String> {
    let mut words = std::env::args().skip_while(|word| word != name).skip(1);
    let mut own = Vec::new();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--json" => {}
            "--out" => drop(words.next()),
            _ if word.starts_with("--out=") => {}
            _ => own.push(word),
        }
    }
    own
}

impl Args {
    fn print(&self, result: &Reproduced) -> Result<()> {
        if self.json {
            println!("{}", serde_json::to_string(result)?);
        } else {
            report::result(result);
        }
        Ok(())
    }
}

fn run_all(args: &Args, all: &AllArgs) -> Result<Answer> {
    let Some(folder) = &args.out else {
        bail!("found no --out: expected --out FOLDER for the page and the results")
    };
    let unknown = all.only.iter().find(|name| PaperEntry::named(name).is_none());
    if let Some(name) = unknown {
        let names: Vec<&str> = PAPER_ENTRIES.iter().map(|entry| entry.name).collect();
        bail!("--only: found {name}: expected one of {}", names.join(", "));
    }
    let time =
        Duration::try_from_secs_f64(all.minutes * 60.0).context("--minutes: expected a time from 0 on")?;
    let chosen = |entry: &&PaperEntry| all.only.is_empty() || all.only.iter().any(|name| name == entry.name);
    let entries: Vec<&PaperEntry> = PAPER_ENTRIES.iter().filter(chosen).collect();
    let start = Instant::now();
    for (number, entry) in entries.iter().enumerate().filter(|_| !all.page) {
        if interrupt::asked() {
            break;
        }
        let options = entry.options_within(time);
        let words: Vec<String> = options.split_whitespace().map(str::to_string).collect();
        eprintln!("{}/{} {} {options}", number + 1, entries.len(), entry.name);
        let bar = Bar::new();
        let result = entry.run(&words, VERSION, &bar.lab()).with_context(|| entry.name)?;
        drop(bar);
        keep_result(folder, &result)?;
        args.print_line(&result)?;
    }
    let results = read_results(folder)?;
    write_pages(folder, all.docs.as_deref(), &results)?;
    if !args.json {
        report::counts(&outcome_counts(&results), start.elapsed());
        println!("{}", folder.join("index.html").display());
    }
    // Every claim that was asked for has a result that confirms it.
    let confirmed = |entry: &&PaperEntry| {
        results.get(entry.name).is_some_and(|result| result.finding.outcome.is_confirmed())
    };
    Ok(answer(entries.iter().all(confirmed)))
}

impl Args {
    /// One line of a run of all, or the whole result as JSON.
    fn print_line(&self, result: &Reproduced) -> Result<()> {
        if self.json {
            return self.print(result);
        }
        report::line(result);
        Ok(())
    }
}

fn write_pages(folder: &Path, docs: Option<&Path>, results: &PaperResults) -> Result<()> {
    let page = folder.join("index.html");
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    std::fs::write(&page, html_page(results)).with_context(|| format!("cannot write {}", page.display()))?;
    if let Some(docs) = docs {
        write_documentation(docs, results)?;
    }
    Ok(())
}
