//! `hexwright arena`: a game server for tournaments between programs in any language, with commands for organisers and authors.

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

/// Options of the command.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A first tournament:
  hexwright arena serve                                  (leave it running; it prints where it listens)
  hexwright arena add alice bob                          (prints a name and a token for each)
  hexwright arena join --name alice --player-token TOKEN --htp \"hexwright htp --player queenbee:depth=1\"
  hexwright arena join --name bob --player-token TOKEN --player bridges      (each player in its own terminal)
  hexwright arena create spring --format round-robin --size 7 --per-game 60s
  hexwright arena start spring
  hexwright arena status spring
  hexwright arena export spring --out spring

docs/reference/arena-protocol.md is for authors of players, docs/how-to/arena.md for organisers.")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the server: referee, tournaments and ratings, in one data file
    Serve(serve::Args),
    /// Play a tournament of built-in players and show it in the browser
    Show(show::Args),
    /// Add players, and print their tokens
    Add(organise::AddArgs),
    /// Replace the tokens of players
    Renew(organise::AddArgs),
    /// Register a name on an open server, and print its token
    Register(organise::RegisterArgs),
    /// Plan a tournament
    Create(Box<create::Args>),
    /// Start a tournament
    Start(organise::StartArgs),
    /// Stop a tournament: finish its running games and pair no more
    Stop(organise::StopArgs),
    /// Show players, tournaments and games, or the standings of one tournament
    Status(status::Args),
    /// Export a tournament as a web page, JSON, SGF and pictures
    Export(export::Args),
    /// Connect an HTP program or one of our players to a server
    Join(join::Args),
    /// Test a player and report its mistakes
    Check(check::Args),
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    match &args.command {
        Command::Serve(args) => serve::run(args),
        Command::Show(args) => show::run(args),
        Command::Add(args) => organise::add(args),
        Command::Renew(args) => organise::renew(args),
        Command::Register(args) => organise::register_name(args),
        Command::Create(args) => create::run(args),
        Command::Start(args) => organise::start(args),
        Command::Stop(args) => organise::stop(args),
        Command::Status(args) => status::run(args),
        Command::Export(args) => export::run(args),
        Command::Join(args) => join::run(args),
        Command::Check(args) => check::run(args),
    }
}
