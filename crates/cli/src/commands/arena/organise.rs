//! The organiser's commands, and their connection to the server.

use std::{
    fs,
    net::SocketAddr,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use arena::{Organiser, register};
use serde_json::Value;

use crate::output::Answer;

/// Which server, and the right to give orders there.
#[derive(Debug, clap::Args)]
pub(crate) struct ServerArgs {
    /// The address of the server
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7879")]
    server: SocketAddr,
    /// The organiser's token [default: read from the file that the server wrote]
    #[arg(long, value_name = "TOKEN")]
    organiser_token: Option<String>,
    /// The data file of the server; the token is beside it
    #[arg(long, value_name = "FILE", default_value = "arena.redb")]
    data: PathBuf,
}

impl ServerArgs {
    /// Connects as the organiser.
    pub(super) fn connect(&self) -> Result<Organiser> {
        let token = match &self.organiser_token {
            Some(token) => token.clone(),
            None => {
                let path = token_path(&self.data);
                fs::read_to_string(&path).with_context(|| {
                    format!(
                        "cannot read {}: expected the organiser's token there, or --organiser-token",
                        path.display()
                    )
                })?
            }
        };
        Ok(Organiser::connect(self.server, token.trim())?)
    }

    /// The server's file.
    pub(super) fn data(&self) -> &Path {
        &self.data
    }
}

/// Where the organiser's token is kept.
pub(super) fn token_path(data: &Path) -> PathBuf {
    let mut path = data.as_os_str().to_owned();
    path.push(".token");
    PathBuf::from(path)
}

/// Under which name to play on an open server.
#[derive(Debug, clap::Args)]
pub(crate) struct RegisterArgs {
    /// The name: one word of at most 32 characters
    name: String,
    /// The address of the server
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7879")]
    server: SocketAddr,
}

pub(crate) fn register_name(args: &RegisterArgs) -> Result<Answer> {
    println!("{} {}", args.name, register(args.server, &args.name)?);
    Ok(Answer::Done)
}

/// Who may play.
#[derive(Debug, clap::Args)]
pub(crate) struct AddArgs {
    /// Names: at most 32 characters each, without spaces
    #[arg(required = true)]
    names: Vec<String>,
    /// Print the names and tokens as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    server: ServerArgs,
}

pub(crate) fn add(args: &AddArgs) -> Result<Answer> {
    print_tokens(args, "add")
}

pub(crate) fn renew(args: &AddArgs) -> Result<Answer> {
    print_tokens(args, "renew")
}

/// Sends an order for each name. Tokens are shown this once, so those that there are come out also when a later order fails.
fn print_tokens(args: &AddArgs, order: &str) -> Result<Answer> {
    let mut organiser = args.server.connect()?;
    let (mut added, mut failed) = (Vec::<Value>::new(), None);
    for name in &args.names {
        match organiser.ask(&format!("{order} {name}")) {
            Ok(player) => added.push(player),
            Err(error) => {
                failed = Some(error);
                break;
            }
        }
    }
    if args.json {
        println!("{}", Value::Array(added));
    } else {
        for player in added {
            let word = |key: &str| player[key].as_str().unwrap_or_default().to_string();
            println!("{} {}", word("name"), word("token"));
        }
    }
    failed.map_or(Ok(Answer::Done), |error| Err(error.into()))
}

/// Which tournament begins.
#[derive(Debug, clap::Args)]
pub(crate) struct StartArgs {
    /// The tournament's name
    name: String,
    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    server: ServerArgs,
}

pub(crate) fn start(args: &StartArgs) -> Result<Answer> {
    let answer = args.server.connect()?.ask(&format!("start {}", args.name))?;
    if args.json {
        println!("{answer}");
    } else {
        let players = answer["players"].as_array().map_or(0, Vec::len);
        println!("{} has begun with {players} players", args.name);
    }
    Ok(Answer::Done)
}

/// Which tournament comes to its end.
#[derive(Debug, clap::Args)]
pub(crate) struct StopArgs {
    /// The tournament's name
    name: String,
    #[command(flatten)]
    server: ServerArgs,
}

pub(crate) fn stop(args: &StopArgs) -> Result<Answer> {
    args.server.connect()?.ask(&format!("stop {}", args.name))?;
    println!("{}: no further games are paired; those that are paired are played", args.name);
    Ok(Answer::Done)
}
