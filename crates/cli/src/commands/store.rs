//! `hexwright store`: what is in stores of solved positions, and how to join them.

use std::{
    fs::File,
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use board::{Color, Position};
use clap::Subcommand;
use indicatif::ProgressBar;
use serde_json::json;
use store::{Solved, Store};

use crate::output::Answer;

/// What to do.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

/// What can be done with stores.
#[derive(Debug, Subcommand)]
enum What {
    /// Say how many positions each store holds, by board size
    Stats {
        /// Stores, as `hexwright solve --store` writes them
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Print the result as JSON, a line for each file
        #[arg(long)]
        json: bool,
    },
    /// Take everything from other stores into the first; of two records for a position the one with more work stays
    Merge {
        /// The store that grows; it is made if there is none
        #[arg(value_name = "INTO")]
        into: PathBuf,
        /// The stores to take from; they stay as they are
        #[arg(required = true, value_name = "FROM")]
        from: Vec<PathBuf>,
    },
    /// Write all positions as text, one JSON object a line
    Export {
        /// The store
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// Where to write [default: standard output]
        #[arg(long, short = 'o', value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Read every page and every record, with the database's check sums
    Check {
        /// Stores
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    match &args.what {
        What::Stats { files, json } => files.iter().try_for_each(|file| stats(file, *json))?,
        What::Merge { into, from } => merge(into, from)?,
        What::Export { file, output } => export(file, output.as_deref())?,
        What::Check { files } => return check(files),
    }
    Ok(Answer::Done)
}

/// Opens a store that is there; opening would make a new one.
fn open(path: &Path) -> Result<Store> {
    if !path.exists() {
        bail!("{}: found no such file: expected a store", path.display());
    }
    Store::open(path).with_context(|| path.display().to_string())
}

fn stats(path: &Path, as_json: bool) -> Result<()> {
    let name = || path.display().to_string();
    let counts = open(path)?.counts().with_context(name)?;
    let bytes = path.metadata().with_context(name)?.len();
    let records: u64 = counts.iter().map(|count| count.records).sum();
    if as_json {
        let sizes: Vec<_> = counts
            .iter()
            .map(|count| {
                json!({
                    "size": count.size.to_string(), "positions": count.records, "won": count.won, "work": count.work,
                })
            })
            .collect();
        println!("{}", json!({ "file": name(), "bytes": bytes, "positions": records, "sizes": sizes }));
        return Ok(());
    }
    println!("{}: {records} positions, {bytes} bytes", name());
    for count in counts {
        println!(
            "{:<7} {:>10} positions, {:>10} won by the side to move, {:>14} examined to find out",
            count.size.to_string(),
            count.records,
            count.won,
            count.work
        );
    }
    Ok(())
}

fn merge(into: &Path, from: &[PathBuf]) -> Result<()> {
    let same = |a: &Path, b: &Path| matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b);
    let sources = from.iter().map(|path| Ok((path, open_other(into, path, same)?)));
    let sources: Vec<(&PathBuf, Store)> = sources.collect::<Result<_>>()?;
    let target = Store::open(into).with_context(|| into.display().to_string())?;
    let bar = ProgressBar::new(sources.len() as u64);
    for (path, source) in &sources {
        let changed = target.merge(source).with_context(|| path.display().to_string())?;
        bar.inc(1);
        bar.suspend(|| println!("{}: {changed} positions new or better", path.display()));
    }
    bar.finish_and_clear();
    println!("{}: {} positions", into.display(), target.len()?);
    Ok(())
}

fn open_other(into: &Path, path: &Path, same: impl Fn(&Path, &Path) -> bool) -> Result<Store> {
    if same(into, path) {
        bail!("{}: found the store itself: expected another to merge from", path.display());
    }
    open(path)
}

fn export(path: &Path, output: Option<&Path>) -> Result<()> {
    let store = open(path)?;
    let mut out: Box<dyn Write> = match output {
        Some(output) => {
            let file = File::create(output).with_context(|| output.display().to_string())?;
            Box::new(BufWriter::new(file))
        }
        None => Box::new(BufWriter::new(io::stdout().lock())),
    };
    let bar = ProgressBar::new(store.len()?);
    let mut failed = None;
    store.for_each(|position, solved| {
        if failed.is_none() {
            failed = writeln!(out, "{}", line(position, solved)).err();
        }
        bar.inc(1);
    })?;
    bar.finish_and_clear();
    match failed {
        Some(error) => Err(error.into()),
        None => Ok(out.flush()?),
    }
}

fn line(position: &Position, solved: &Solved) -> serde_json::Value {
    let size = position.size();
    let name = |cell| size.name(cell).to_string();
    let cells = |cells: board::CellSet| -> Vec<String> { cells.iter().map(name).collect() };
    json!({
        "size": size.to_string(),
        "black": cells(position.stones(Color::Black)),
        "white": cells(position.stones(Color::White)),
        "to_move": position.to_move().to_string(),
        "winner": solved.winner.to_string(),
        "winning_move": solved.winning_move.map(name),
        "carrier": cells(solved.carrier),
        "work": solved.work,
    })
}

fn check(files: &[PathBuf]) -> Result<Answer> {
    let mut sound = true;
    for path in files {
        match open(path)?.verify() {
            Ok(records) => println!("{}: {records} positions, nothing wrong", path.display()),
            Err(error) => {
                sound = false;
                println!("{}: {error}", path.display());
            }
        }
    }
    Ok(if sound { Answer::Done } else { Answer::No })
}
