//! `hexwright templates`: derives edge templates, all of them up to a width, with a winning strategy for each.

use std::{fmt::Write as _, fs, path::PathBuf};

use anyhow::{Context, Result, bail};
use clap::Subcommand;
use indicatif::{ProgressBar, ProgressStyle};
use solver::{EdgeTemplate, Solver, SolverContext, SolverSettings, edge_templates, write_strategy};

use crate::output::Answer;

/// The subcommands.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  hexwright templates derive                             one stone on the second to fourth row
  hexwright templates derive --rows 5 --width 10         the template of the fifth row
  hexwright templates derive --rows 3 --apart 1,2        two stones
  hexwright templates derive --strategies proofs         and a strategy for each
  hexwright verify proofs/*.strategy

docs/explanation/edge-templates.md draws them.")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Find all minimal templates of a stone above its edge, up to mirror images; the same command prints the same text
    Derive(Derive),
}

#[derive(Debug, clap::Args)]
struct Derive {
    /// The rows of the stone, counted from the edge
    #[arg(long, value_delimiter = ',', default_value = "2,3,4", value_name = "ROWS")]
    rows: Vec<usize>,
    /// Templates of at most this many columns
    #[arg(long, default_value_t = 10, value_name = "COLUMNS")]
    width: usize,
    /// Two stones on the row, this many columns apart and joined behind, without what one of them has alone
    #[arg(long, value_delimiter = ',', value_name = "COLUMNS")]
    apart: Vec<usize>,
    /// Positions to solve for each row at the most
    #[arg(long, default_value_t = 100_000, value_name = "COUNT")]
    most: usize,
    /// Write the strategy of each template into this folder, checked as 'hexwright verify' does
    #[arg(long, value_name = "FOLDER")]
    strategies: Option<PathBuf>,
    /// Write the templates to this file instead of standard output
    #[arg(long, short = 'o', value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let Command::Derive(derive) = &args.command;
    derive_all(derive)
}

fn derive_all(args: &Derive) -> Result<Answer> {
    for &row in &args.rows {
        if row == 0 || row >= board::MAX_SIDE || (row + 1) * args.width > 128 || args.width > board::MAX_SIDE
        {
            bail!(
                "--rows {row} --width {}: expected rows from 1 to {}, at most {} columns, and at most 128 cells with one row more",
                args.width,
                board::MAX_SIDE - 1,
                board::MAX_SIDE
            );
        }
    }
    if let Some(folder) = &args.strategies {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    let style = ProgressStyle::with_template("row {prefix}: {pos} templates, {msg} questions, {elapsed}")?;
    let bar = ProgressBar::no_length().with_style(style);
    let mut text = String::new();
    let mut complete = true;
    let pairs =
        if args.apart.is_empty() { vec![None] } else { args.apart.iter().copied().map(Some).collect() };
    for (&row, &apart) in args.rows.iter().flat_map(|row| pairs.iter().map(move |apart| (row, apart))) {
        bar.set_prefix(row.to_string());
        let found = edge_templates(row, args.width, apart, args.most, |templates, asked| {
            bar.set_position(templates as u64);
            bar.set_message(asked.to_string());
        });
        complete &= found.complete;
        let stones = apart.map_or_else(String::new, |apart| format!(", two stones {apart} apart"));
        let all = if found.complete { "all" } else { "not all" };
        writeln!(
            text,
            "# row {row}{stones}, at most {} columns: {} templates, {all} ({} questions, {} maximal failures)\n",
            args.width,
            found.templates.len(),
            found.asked,
            found.failures
        )?;
        for (index, template) in found.templates.iter().enumerate() {
            let name = apart.map_or_else(String::new, |apart| format!("-apart{apart}"));
            let name = format!("row{row}{name}-{}", index + 1);
            writeln!(
                text,
                "{name}: {} cells, {} columns\n{template}",
                template.carrier.len(),
                template.width()
            )?;
            if let Some(folder) = &args.strategies {
                let strategy = strategy(template).with_context(|| name.clone())?;
                let path = folder.join(format!("{name}.strategy"));
                fs::write(&path, strategy).with_context(|| path.display().to_string())?;
            }
        }
    }
    bar.finish_and_clear();
    match &args.output {
        None => print!("{text}"),
        Some(path) => fs::write(path, text).with_context(|| path.display().to_string())?,
    }
    Ok(if complete { Answer::Done } else { Answer::No })
}

/// The strategy that joins the stones to the edge, as a proof that the judge accepts.
fn strategy(template: &EdgeTemplate) -> Result<String> {
    let settings = SolverSettings { table_bytes: 16 << 20, ..SolverSettings::default() };
    let mut solver = Solver::new(settings);
    let text = write_strategy(&mut solver, &template.position(), None, &SolverContext::default(), &|_| {})?;
    proof::strategy::read_strategy(&text, |_| ())?;
    Ok(text)
}
