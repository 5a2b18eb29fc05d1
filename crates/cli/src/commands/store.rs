//! `hexwright store`: inspects, checks, merges, repairs and migrates stores of solved positions.

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
use store::{ProveSettings, Solved, Store, prove_sample};

use crate::{
    interrupt::{self, UntilInterrupted},
    output::Answer,
};

/// Options of the command.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

/// The subcommands.
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
        /// The output file [default: standard output]
        #[arg(long, short = 'o', value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Read every page and every record, with their checksums; with --prove, prove a sample of the records again
    Check {
        /// Stores
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        #[command(flatten)]
        proofs: ProveArgs,
    },
    /// Save what can be read of a damaged store into a new one
    Repair {
        /// The damaged store; it stays as it is
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// The new store
        #[arg(long, value_name = "NEW")]
        out: PathBuf,
    },
    /// Bring stores of an earlier version up to date
    Migrate {
        /// Stores; they are changed
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
}

/// The sample that is proved again, and what may be spent on each record of it.
#[derive(Debug, Clone, Copy, clap::Args)]
struct ProveArgs {
    /// Prove a random sample of this many records again
    #[arg(long, value_name = "N")]
    prove: Option<usize>,
    /// Random seed of the sample
    #[arg(long, default_value_t = 0, value_name = "N", requires = "prove")]
    seed: u64,
    /// Give up on a record after this many nodes
    #[arg(long, default_value_t = 20_000, value_name = "N", requires = "prove")]
    nodes: u64,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    match &args.what {
        What::Stats { files, json } => files.iter().try_for_each(|file| stats(file, *json))?,
        What::Merge { into, from } => merge(into, from)?,
        What::Export { file, output } => export(file, output.as_deref())?,
        What::Check { files, proofs } => return check(files, proofs),
        What::Repair { file, out } => return repair(file, out),
        What::Migrate { files } => files.iter().try_for_each(|file| migrate(file))?,
    }
    Ok(Answer::Done)
}

/// Opens a store that is there, to look at it: the file stays as it is.
fn open(path: &Path) -> Result<Store> {
    if !path.exists() {
        bail!("{}: found no such file: expected a store", path.display());
    }
    Store::view(path).with_context(|| path.display().to_string())
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

fn check(files: &[PathBuf], proofs: &ProveArgs) -> Result<Answer> {
    let mut sound = true;
    for path in files {
        sound &= check_one(path, proofs)?;
    }
    Ok(if sound { Answer::Done } else { Answer::No })
}

/// Checks a store, says what was found, and returns whether nothing is wrong.
fn check_one(path: &Path, proofs: &ProveArgs) -> Result<bool> {
    let name = path.display();
    if !path.exists() {
        bail!("{name}: found no such file: expected a store");
    }
    let found = Store::view(path).and_then(|store| Ok((store.verify()?, store)));
    let (checked, store) = match found {
        Ok(found) => found,
        Err(error) => {
            println!("{name}: {error}");
            if error.is_damage() {
                println!("{name}: 'hexwright store repair {name} --out NEW' saves what can be read");
            }
            return Ok(false);
        }
    };
    if let Some(first) = &checked.first {
        println!(
            "{name}: {} of {} positions are damaged, the first: {first}; \
             'hexwright store repair {name} --out NEW' saves the others",
            checked.damaged,
            checked.damaged + checked.sound
        );
        return Ok(false);
    }
    println!("{name}: {} positions, nothing wrong", checked.sound);
    let Some(sample) = proofs.prove else { return Ok(true) };
    interrupt::watch();
    let settings = ProveSettings { sample, seed: proofs.seed, nodes: proofs.nodes };
    let proved = prove_sample(&store, &settings, &UntilInterrupted)?;
    println!(
        "{name}: {} of {} positions proved again: {} agreed, {} disagreed, {} not decided",
        proved.agreed + proved.disagreed.len() + proved.undecided,
        checked.sound,
        proved.agreed,
        proved.disagreed.len(),
        proved.undecided
    );
    for (position, solved, what) in &proved.disagreed {
        println!("{name}: {what}: {}", line(position, solved));
    }
    Ok(proved.disagreed.is_empty())
}

fn repair(path: &Path, out: &Path) -> Result<Answer> {
    let name = || path.display().to_string();
    if out.exists() {
        bail!("--out {}: found a file: expected a new name", out.display());
    }
    if !path.exists() {
        bail!("{}: found no such file: expected a damaged store", path.display());
    }
    let store = Store::open(out).with_context(|| out.display().to_string())?;
    let found = store::salvage(path, &store).with_context(name)?;
    let lost = match found.lost() {
        Some(lost) => format!("{lost} lost"),
        None => "the file does not say any more how many it held".to_string(),
    };
    println!("{}: {} positions saved to {}, {lost}", path.display(), found.saved, out.display());
    Ok(if found.saved > 0 || found.lost() == Some(0) { Answer::Done } else { Answer::No })
}

fn migrate(path: &Path) -> Result<()> {
    let records = Store::migrate(path).with_context(|| path.display().to_string())?;
    println!("{}: {records} positions brought up to date", path.display());
    Ok(())
}
