//! The program `hexwright`: arguments in, calls to the crates, text out. One file for each subcommand.
//!
//! Exit codes: 0 done, 1 the answer is no, 2 bad input with a message that says what was expected.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command-line program prints")]

mod bar;
mod chip_args;
mod commands;
mod connection_settings;
mod games_args;
mod interrupt;
mod lines;
mod output;
mod picture_file;
mod player_args;
mod position_args;
mod processor;
mod record_input;
mod solved;
mod web_args;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

/// The output of `--version`; `-V` prints the first line.
const LONG_VERSION: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    " (",
    env!("HEXWRIGHT_COMMIT"),
    ")\nbuilt for ",
    env!("HEXWRIGHT_TARGET")
);

/// Plays the game of Hex, proves who wins, explains why, and referees games.
#[derive(Debug, Parser)]
#[command(name = "hexwright", version, long_version = LONG_VERSION, propagate_version = true, max_term_width = 100,
    after_help = "\
Examples:
  hexwright                                play and analyse in the browser
  hexwright play --level 3                 play in the terminal
  hexwright review --file game.sgf         find the mistakes in a game
  hexwright solve --size 6 --all-openings  prove which openings win
  hexwright match hexy mops --games 20     play a match between two players

Use 'hexwright COMMAND --help' for the options of a command.")]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the board in the browser; the default without a command
    Serve(commands::serve::Args),
    /// Play a game in the terminal
    Play(commands::play::Args),
    /// Judge every move of a game, by proof where possible and by search elsewhere
    Review(commands::review::Args),
    /// List the players, their settings, and the resources that these take
    Players(commands::players::Args),
    /// Prove who wins a position, which moves win, or which openings win
    Solve(commands::solve::Args),
    /// Check winning strategies and books from the rules of Hex and of connections alone
    Verify(commands::verify::Args),
    /// Draw a position as text or as a picture
    Show(commands::show::Args),
    /// Convert game records: SGF, Little Golem, HexWorld, trmph, HexWiki, lists of moves, drawn boards
    Convert(commands::convert::Args),
    /// Evaluate a position without search
    Evaluate(commands::evaluate::Args),
    /// List virtual connections, prove them and explain them
    Connections(commands::connections::Args),
    /// List strings and groups, their types and relations, and the moves of Yang's thirteen rules
    Groups(commands::groups::Args),
    /// Find fill-in and inferior moves, with the reasons
    Inferior(commands::inferior::Args),
    /// Divide a winning strategy into local patterns that a person can play from
    Booklet(commands::booklet::Args),
    /// Play a match between two players or programs, with Elo and error bars
    Match(commands::matches::Args),
    /// Play every pairing of several players or programs, and print the cross-table
    RoundRobin(commands::round_robin::Args),
    /// Find balanced two-stone openings for matches
    Openings(commands::openings::Args),
    /// Make two sets of positions, one for tuning limits and one for reporting figures
    Positions(commands::positions::Args),
    /// Run tournaments between programs in any language, or take part in one
    Arena(commands::arena::Args),
    /// Answer any question of the API as JSON
    Ask(commands::ask::Args),
    /// Speak HTP on standard input and output, for HexGUI and match runners
    Htp(commands::htp::Args),
    /// Solve Random-Turn Hex: value, critical cells, best bid
    Chance(commands::chance::Args),
    /// Advise a bid and a move in Bidding Hex, with the reason
    Bid(commands::bid::Args),
    /// Play a match of Random-Turn or Bidding Hex in pairs of games
    ChanceMatch(commands::chance_match::Args),
    /// Draw the plots of the page on Random-Turn and Bidding Hex
    ChancePlots(commands::chance_plots::Args),
    /// Inspect, merge, export, check and repair stores of solved positions
    Store(commands::store::Args),
    /// Derive the patterns of inferior cells, or prove them again
    Patterns(commands::patterns::Args),
    /// Derive edge templates, with a winning strategy for each
    Templates(commands::templates::Args),
    /// Train a player: it learns the weights of its features by playing
    Train(commands::train::Args),
    /// Fit the move priors of the players playouts and hexy to the moves of a stronger player
    Fit(commands::fit::Args),
    /// Generate self-play games for training a network, with an evaluator in another process
    Selfplay(commands::selfplay::Args),
    /// Repeat the tables, figures and claims of the papers, each beside the paper's
    Reproduce(commands::reproduce::Args),
    /// Measure speed, and print a signature that guards behaviour
    Bench(commands::bench::Args),
    /// Write the manual: man pages, shell completions, or reference pages
    Manual(commands::manual::Args),
}

fn main() -> ExitCode {
    processor::choose_build();
    output::exit_silently_on_closed_pipes();
    let cli = Cli::parse();
    let command = cli.command.unwrap_or_else(|| Command::Serve(commands::serve::Args::default()));
    let result = match command {
        Command::Serve(args) => commands::serve::run(&args),
        Command::Play(args) => commands::play::run(&args),
        Command::Review(args) => commands::review::run(&args),
        Command::Players(args) => commands::players::run(&args),
        Command::Solve(args) => commands::solve::run(&args),
        Command::Verify(args) => commands::verify::run(&args),
        Command::Show(args) => commands::show::run(&args),
        Command::Convert(args) => commands::convert::run(&args),
        Command::Evaluate(args) => commands::evaluate::run(&args),
        Command::Connections(args) => commands::connections::run(&args),
        Command::Groups(args) => commands::groups::run(&args),
        Command::Inferior(args) => commands::inferior::run(&args),
        Command::Booklet(args) => commands::booklet::run(&args),
        Command::Match(args) => commands::matches::run(&args),
        Command::RoundRobin(args) => commands::round_robin::run(&args),
        Command::Openings(args) => commands::openings::run(&args),
        Command::Positions(args) => commands::positions::run(&args),
        Command::Arena(args) => commands::arena::run(&args),
        Command::Ask(args) => commands::ask::run(&args),
        Command::Htp(args) => commands::htp::run(&args),
        Command::Chance(args) => commands::chance::run(&args),
        Command::Bid(args) => commands::bid::run(&args),
        Command::ChanceMatch(args) => commands::chance_match::run(&args),
        Command::ChancePlots(args) => commands::chance_plots::run(&args),
        Command::Store(args) => commands::store::run(&args),
        Command::Patterns(args) => commands::patterns::run(&args),
        Command::Templates(args) => commands::templates::run(&args),
        Command::Train(args) => commands::train::run(&args),
        Command::Fit(args) => commands::fit::run(&args),
        Command::Selfplay(args) => commands::selfplay::run(&args),
        Command::Reproduce(args) => commands::reproduce::run(&args),
        Command::Bench(args) => commands::bench::run(&args),
        Command::Manual(args) => commands::manual::run(&args, Cli::command()),
    };
    output::exit_code(result)
}
