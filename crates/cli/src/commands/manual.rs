//! `hexwright manual`: the manual in the forms in which it is installed or read, all from the definitions that the program
//! itself works by.

mod commands;
mod http;

use std::{fs, path::PathBuf};

use anyhow::{Context, Result};
use clap_complete::Shell;

use crate::output::Answer;

/// The page or file to write.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  hexwright manual man ~/.local/share/man/man1
  hexwright manual completions bash > ~/.local/share/bash-completion/completions/hexwright
  hexwright manual commands > docs/reference/commands.md")]
pub(crate) struct Args {
    #[command(subcommand)]
    form: Form,
}

#[derive(Debug, clap::Subcommand)]
enum Form {
    /// Write man pages, one for each command, to a folder
    Man {
        /// The folder; it is created if needed
        folder: PathBuf,
    },
    /// Print the completions of a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the reference of all commands as Markdown
    Commands,
    /// Print the reference of the HTTP API as Markdown
    Http,
}

pub(crate) fn run(args: &Args, mut program: clap::Command) -> Result<Answer> {
    match &args.form {
        Form::Man { folder } => {
            let failed = || format!("cannot write to the folder '{}'", folder.display());
            fs::create_dir_all(folder).with_context(failed)?;
            clap_mangen::generate_to(program, folder).with_context(failed)?;
        }
        Form::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut program, "hexwright", &mut script);
            print!("{}", String::from_utf8(script)?);
        }
        Form::Commands => print!("{}", commands::markdown(program)),
        Form::Http => print!("{}", http::markdown(&serde_json::from_str(&web::api_description())?)?),
    }
    Ok(Answer::Done)
}
