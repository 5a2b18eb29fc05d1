//! `hexwright patterns`: derives the patterns of inferior cells, and proves them again independently.

use std::{collections::BTreeMap, fs, path::PathBuf};

use anyhow::{Context, Result};
use clap::Subcommand;
use indicatif::{ProgressBar, ProgressStyle};
use inferior::{Class, InferiorPattern, PATTERNS};
use serde_json::json;

use crate::output::Answer;

/// The subcommands.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Derive all patterns by exhaustive local play (some ten seconds) and write them as the data file has them
    Derive {
        /// Write to this file instead of standard output
        #[arg(long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Prove every pattern again by code that shares nothing with the generator; exit code 1 if one does not hold
    Verify {
        /// The patterns of this file instead of the built-in ones
        #[arg(long, value_name = "FILE")]
        file: Option<PathBuf>,
        /// Print the result as JSON
        #[arg(long)]
        json: bool,
    },
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    match &args.command {
        Command::Derive { output } => derive(output.as_ref()),
        Command::Verify { file, json } => verify(file.as_ref(), *json),
    }
}

fn progress(total: usize, what: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {bar:40} {pos}/{len} {eta}");
    ProgressBar::new(total as u64)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        .with_message(what)
}

fn derive(output: Option<&PathBuf>) -> Result<Answer> {
    let bar = progress(1, "shapes");
    let patterns = inferior::derive(|done, total| {
        bar.set_length(total as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    let text = inferior::pattern_file(&patterns);
    match output {
        None => print!("{text}"),
        Some(path) => {
            fs::write(path, text).with_context(|| path.display().to_string())?;
            println!("{} patterns", patterns.len());
        }
    }
    Ok(Answer::Done)
}

fn verify(file: Option<&PathBuf>, json: bool) -> Result<Answer> {
    let text = match file {
        Some(path) => fs::read_to_string(path).with_context(|| path.display().to_string())?,
        None => PATTERNS.to_string(),
    };
    // The engine must read the file as well, and both must see the same patterns.
    let read = InferiorPattern::parse_all(&text)?;
    let patterns = proof::split_patterns(&text);
    let bar = progress(patterns.len(), "patterns");
    let mut wrong = Vec::new();
    for (line, lines) in &patterns {
        match proof::check_pattern(*line, lines) {
            Ok(()) => {}
            Err(refuted @ proof::PatternError::Refuted { .. }) => wrong.push(refuted.to_string()),
            Err(unreadable) => return Err(unreadable.into()),
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let mut by_class: BTreeMap<Class, usize> = BTreeMap::new();
    read.iter().for_each(|pattern| *by_class.entry(pattern.class()).or_default() += 1);
    if json {
        let classes: serde_json::Map<_, _> =
            by_class.iter().map(|(class, count)| (class.to_string(), json!(count))).collect();
        println!("{}", json!({ "patterns": patterns.len(), "classes": classes, "refuted": wrong }));
    } else {
        for (class, count) in &by_class {
            println!("{class:<22} {count:>4}");
        }
        wrong.iter().for_each(|problem| println!("{problem}"));
        println!("{} patterns, {} refuted", patterns.len(), wrong.len());
    }
    Ok(if wrong.is_empty() { Answer::Done } else { Answer::No })
}
