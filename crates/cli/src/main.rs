//! The program `hexwright`: arguments in, calls to the crates, text out. One file a subcommand.
//!
//! Exit codes: 0 done, 1 the answer is no, 2 bad input with a message that says what was expected.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command-line program prints")]

mod chip_args;
mod commands;
mod connection_settings;
mod games_args;
mod interrupt;
mod lines;
mod output;
mod picture_file;
mod players;
mod position_args;
mod record_input;
mod stopwatch;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Plays, proves, explains, teaches and referees the game of Hex.
#[derive(Debug, Parser)]
#[command(name = "hexwright", version, propagate_version = true, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the board in the browser (also without any command)
    Serve(commands::serve::Args),
    /// Run tournaments between programs in any language, or take part in one
    Arena(commands::arena::Args),
    /// Measure the machine's speed at the program's inner loops, with a signature that guards behaviour
    Bench(commands::bench::Args),
    /// Advise a bid and a move in Bidding Hex, and say why
    Bid(commands::bid::Args),
    /// Take a winning strategy apart into local patterns: a booklet that a person can play from
    Booklet(commands::booklet::Args),
    /// Say how good a position is, by one evaluation and without search
    Evaluate(commands::evaluate::Args),
    /// Find the moves that need not be searched, fill in what cannot matter, and say why
    Inferior(commands::inferior::Args),
    /// Derive the patterns of inferior cells by exhaustive local play, or prove them again
    Patterns(commands::patterns::Args),
    /// Speak HTP on standard input and output: for HexGUI, match runners and other programs
    Htp(commands::htp::Args),
    /// Show what is connected to what, prove it, explain it
    Connections(commands::connections::Args),
    /// Convert game records: SGF, Little Golem, HexWorld, trmph, HexWiki, lists of moves, drawn boards
    Convert(commands::convert::Args),
    /// Play a match between two players or programs, and say how sure the result is
    Match(commands::matches::Args),
    /// Let players and programs play each against each, and print the cross-table
    RoundRobin(commands::round_robin::Args),
    /// Play a game in the terminal
    Play(commands::play::Args),
    /// Find openings of two stones that are about even, for matches
    Openings(commands::openings::Args),
    /// Repeat the claims and figures of the papers, each by one command
    Reproduce(commands::reproduce::Args),
    /// Judge a game move by move: by proof where possible, by search elsewhere, with refutations
    Review(commands::review::Args),
    /// Solve a position: who wins, with which moves, which openings win
    Solve(commands::solve::Args),
    /// Look into stores of solved positions, join them, write them as text, check them
    Store(commands::store::Args),
    /// Check winning strategies, knowing only the rules of Hex and of connections
    Verify(commands::verify::Args),
    /// Show a position: coloured text on a terminal, or a picture
    Show(commands::show::Args),
    /// Solve Random-Turn Hex: who wins at random, which cells are critical, Richman's value, the best bid
    Chance(commands::chance::Args),
    /// Let players of Random-Turn or Bidding Hex play a match in pairs of games
    ChanceMatch(commands::chance_match::Args),
    /// Draw the plots of the page about Random-Turn and Bidding Hex
    ChancePlots(commands::chance_plots::Args),
    /// Play games for a network to learn from, thousands at once, for an evaluator in another process
    Selfplay(commands::selfplay::Args),
    /// Fit the weights of the players playouts and hexy to the moves of a stronger one
    Fit(commands::fit::Args),
    /// Train a player: it learns the weights of its features by playing
    Train(commands::train::Args),
}

fn main() -> ExitCode {
    output::end_quietly_when_nobody_reads();
    let cli = Cli::parse();
    let command = cli.command.unwrap_or_else(|| Command::Serve(commands::serve::Args::default()));
    let result = match command {
        Command::Serve(args) => commands::serve::run(&args),
        Command::Arena(args) => commands::arena::run(&args),
        Command::Bench(args) => commands::bench::run(&args),
        Command::Bid(args) => commands::bid::run(&args),
        Command::Booklet(args) => commands::booklet::run(&args),
        Command::Evaluate(args) => commands::evaluate::run(&args),
        Command::Inferior(args) => commands::inferior::run(&args),
        Command::Patterns(args) => commands::patterns::run(&args),
        Command::Htp(args) => commands::htp::run(&args),
        Command::Connections(args) => commands::connections::run(&args),
        Command::Convert(args) => commands::convert::run(&args),
        Command::Match(args) => commands::matches::run(&args),
        Command::RoundRobin(args) => commands::round_robin::run(&args),
        Command::Openings(args) => commands::openings::run(&args),
        Command::Play(args) => commands::play::run(&args),
        Command::Reproduce(args) => commands::reproduce::run(&args),
        Command::Review(args) => commands::review::run(&args),
        Command::Solve(args) => commands::solve::run(&args),
        Command::Store(args) => commands::store::run(&args),
        Command::Verify(args) => commands::verify::run(&args),
        Command::Show(args) => commands::show::run(&args),
        Command::Chance(args) => commands::chance::run(&args),
        Command::ChanceMatch(args) => commands::chance_match::run(&args),
        Command::ChancePlots(args) => commands::chance_plots::run(&args),
        Command::Selfplay(args) => commands::selfplay::run(&args),
        Command::Fit(args) => commands::fit::run(&args),
        Command::Train(args) => commands::train::run(&args),
    };
    output::exit_code(result)
}
