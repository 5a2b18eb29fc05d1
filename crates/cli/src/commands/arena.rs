//! `hexwright arena`: a game server for tournaments between programs in any language, and what organisers and authors need.

mod check;
mod create;
mod export;
mod join;
mod organise;
mod serve;
mod show;
mod status;

use anyhow::Result;
use clap::Subcommand;

use crate::output::Answer;

/// What to do.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A first tournament:
  hexwright arena serve --open                           (leave it running; it prints where it listens)
  hexwright arena join --name alice --player-token a1 --htp \"hexwright htp\"    (each player, in its own terminal)
  hexwright arena create spring --format round-robin --size 7 --per-game 60s
  hexwright arena start spring
  hexwright arena status spring
  hexwright arena export spring --out spring

docs/arena-protocol.md is for whoever writes a player, docs/arena.md for whoever runs a tournament.")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the server: referee, tournaments, everything kept in one file
    Serve(serve::Args),
    /// Let our own players play a tournament, to be watched in the browser
    Show(show::Args),
    /// Let someone play, and print the token it needs
    Add(organise::AddArgs),
    /// Plan a tournament
    Create(Box<create::Args>),
    /// Begin a tournament
    Start(organise::StartArgs),
    /// Pair no further games of a tournament
    Stop(organise::StopArgs),
    /// Show players, tournaments and games, or the standings of one tournament
    Status(status::Args),
    /// Write a tournament as web page, JSON, SGF and pictures
    Export(export::Args),
    /// Take an HTP program, or one of our players, to a server
    Join(join::Args),
    /// Tell the author of a player what it does wrong
    Check(check::Args),
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    match &args.command {
        Command::Serve(args) => serve::run(args),
        Command::Show(args) => show::run(args),
        Command::Add(args) => organise::add(args),
        Command::Create(args) => create::run(args),
        Command::Start(args) => organise::start(args),
        Command::Stop(args) => organise::stop(args),
        Command::Status(args) => status::run(args),
        Command::Export(args) => export::run(args),
        Command::Join(args) => join::run(args),
        Command::Check(args) => check::run(args),
    }
}
