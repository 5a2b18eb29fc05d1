//! `hexwright convert`: a game record in another format.

use std::{
    fs,
    io::{self, Write},
    path::PathBuf,
};

use anyhow::{Context, Result};
use board::BoardSize;
use record::Format;

use crate::{
    output::Answer,
    record_input::{self, RecordText},
};

/// Options of the command.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Formats:
  sgf           SGF FF4 with GM[11]; all dialects are read
  little-golem  SGF as Little Golem writes it (.hsgf)
  hexworld      a link to hexworld.org
  trmph         a link to trmph.com, or a line of a training corpus
  hexwiki       <hexboard …/>; <hex>…</hex> is read too
  moves         a list of moves: \"a5 swap-pieces d4\"
  diagram       a drawn board of B, W and .

Examples:
  hexwright convert game.hsgf --to sgf --out game.sgf
  hexwright convert 'https://hexworld.org/board/#11c1,a3:sf6' --to moves
  echo 'a5 d4 f6' | hexwright convert - --to hexworld")]
pub(crate) struct Args {
    /// A file, "-" for standard input, a link, or the text of a record itself
    #[arg(value_name = "IN")]
    input: String,
    /// The format to write
    #[arg(long, value_name = "FORMAT")]
    to: Format,
    /// The format of the input [default: detected]
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// The board size of a list of moves
    #[arg(long, short = 's', default_value = "11")]
    size: BoardSize,
    /// The output file [default: standard output]
    #[arg(long, short = 'o', value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let RecordText { text, name } = record_input::fetch(&args.input)?;
    let records = match args.from {
        Some(format) => format.read(&text, args.size),
        None => record::read(&text, args.size),
    }
    .with_context(|| name.clone())?;
    let written = args.to.write(&records).context(name)?;
    if let Some(path) = &args.out {
        fs::write(path, &written.text).with_context(|| format!("cannot write {}", path.display()))?;
    } else {
        io::stdout().write_all(written.text.as_bytes())?;
    }
    for what in &written.left_out {
        eprintln!("hexwright: left out, because {} has no place for it: {what}", args.to);
    }
    Ok(Answer::Done)
}
