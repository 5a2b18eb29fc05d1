//! `hexwright arena export`: a tournament as web page, JSON, SGF and pictures.

use std::{fs, path::PathBuf};

use anyhow::{Context, Result};
use arena::{Export, TournamentDocument, open_ledger};
use indicatif::ProgressBar;

use super::organise::ServerArgs;
use crate::output::Answer;

/// Options of the command.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The tournament's name
    name: String,
    /// The folder to write [default: the tournament's name]
    #[arg(long, short = 'o', value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Read the server's data file instead of asking the server; no server may be running
    #[arg(long)]
    offline: bool,
    /// Read a tournament.json of an earlier export instead of asking the server
    #[arg(long, value_name = "FILE", conflicts_with = "offline")]
    from: Option<PathBuf>,
    /// Omit the PNG pictures, which take most of the time
    #[arg(long)]
    no_png: bool,
    /// Print the tournament as JSON instead of writing a folder
    #[arg(long, conflicts_with = "out")]
    json: bool,
    #[command(flatten)]
    server: ServerArgs,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let document: TournamentDocument = if let Some(path) = &args.from {
        let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        serde_json::from_str(&text).with_context(|| path.display().to_string())?
    } else if args.offline {
        let path = args.server.data();
        let ledger = open_ledger(path).with_context(|| format!("cannot use {}", path.display()))?;
        TournamentDocument::read(&ledger, &args.name)?
    } else {
        serde_json::from_value(args.server.connect()?.ask(&format!("export {}", args.name))?)?
    };
    if args.json {
        println!("{}", serde_json::to_string(&document)?);
        return Ok(Answer::Done);
    }
    // The name is a word without spaces, but it may have a slash.
    let folder = args.out.clone().unwrap_or_else(|| PathBuf::from(args.name.replace(['/', '\\', '.'], "_")));
    let bar = ProgressBar::new(document.games.len() as u64);
    Export { png: !args.no_png }.write(&document, &folder, || bar.inc(1))?;
    bar.finish_and_clear();
    println!("{} games of {} are in {}", document.games.len(), args.name, folder.display());
    Ok(Answer::Done)
}
