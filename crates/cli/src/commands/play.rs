//! `hexwright play`: a game in the terminal, person against player, two people, or two players.
//!
//! Works the same with a keyboard and with a pipe: prompts and boards go to standard output, what is typed comes from standard
//! input, and the end of the input ends the game.

mod chance;
mod chance_args;
mod input;
mod table;

use std::{io::IsTerminal, path::PathBuf};

use anyhow::{Context, Result};
use board::Color;
use clap::ValueEnum;
use player::TimeControl;
use protocol::htp::Clocks;
use record::TextStyle;

use crate::{output::Answer, player_args, position_args::PositionArgs};
use chance_args::{ChanceArgs, Common};
use input::Input;
use table::{Seat, Table};

/// Who plays, and from where.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  hexwright play                               you are Black, on 11x11
  hexwright play --size 13 --color white
  hexwright play --level 3                     an opponent of the right strength: 1 to 10
  hexwright play --player human                two people at one keyboard
  hexwright play --you random --player bridges watch two players
  hexwright play --file game.sgf               continue a game
  hexwright play --game bidding --chips 50:50  Bidding Hex
  hexwright play --size 7 --moves d4 --color white --player perfect --strategy d4.strategy
  hexwright play --replay bidding.sgf          replay a game of chance

Type help in the game for a list of commands.")]
pub(crate) struct Args {
    /// The game
    #[arg(long, value_enum, default_value_t = GameKind::Hex)]
    game: GameKind,
    /// Who you play against: a player's name, with settings such as NAME:key=value, or human for another person; exact,
    /// sample, sample:FILLINGS or random in a game of chance [default: neural; exact in a game of chance]
    #[arg(long, short = 'p')]
    player: Option<String>,
    /// The weights file of the player you play against, as hexwright train writes it: --player mops --weights FILE
    #[arg(long, value_name = "FILE", requires = "player")]
    weights: Option<String>,
    /// A level of Hex from 1 to 10 instead of a player
    #[arg(long, short = 'l', value_name = "1..10", conflicts_with = "player")]
    level: Option<u32>,
    /// A winning strategy for the player perfect, as `hexwright solve --strategy` writes it
    #[arg(long, value_name = "FILE")]
    strategy: Option<String>,
    /// Your colour: black begins and joins top and bottom, white joins left and right
    #[arg(long, short = 'c', default_value = "black", value_name = "COLOUR")]
    color: Color,
    /// Who plays your side: human, or a player, to watch a game
    #[arg(long, default_value = "human", value_name = "PLAYER")]
    you: String,
    /// Who gives hints [default: the player you play against, or neural]
    #[arg(long, value_name = "PLAYER")]
    hints: Option<String>,
    /// Time of players for each move (1s) or game (300+2) [default: the player's own]
    #[arg(long, short = 't')]
    time: Option<TimeControl>,
    /// Play without the swap rule
    #[arg(long)]
    no_swap: bool,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Save the game to this SGF file after every move
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Show a recorded game of chance move by move instead of playing one
    #[arg(long, value_name = "FILE")]
    replay: Option<String>,
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    chance: ChanceArgs,
}

/// The games that can be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum GameKind {
    /// Hex: the players take turns
    Hex,
    /// Random-Turn Hex: a coin decides who moves
    RandomTurn,
    /// Bidding Hex: sealed bids decide who moves
    Bidding,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    if let Some(file) = &args.replay {
        return chance_args::replay_file(file, style());
    }
    match args.game {
        GameKind::Hex => play_hex(args),
        GameKind::RandomTurn => args.chance.play_random_turn(args.common()?),
        GameKind::Bidding => args.chance.play_bidding(args.common()?),
    }
}

impl Args {
    /// The options that games of chance share with Hex.
    fn common(&self) -> Result<Common<'_>> {
        if let Some(level) = self.level {
            anyhow::bail!("--level: found {level} in a game of chance: expected --player");
        }
        if let Some(file) = &self.weights {
            anyhow::bail!("--weights: found {file} in a game of chance: expected it in Hex only");
        }
        let other = self.player.as_deref().unwrap_or("exact");
        Ok(Common {
            start: self.position.position()?,
            players: match self.color {
                Color::Black => [&self.you, other],
                Color::White => [other, &self.you],
            },
            seed: self.seed,
            save: self.save.clone(),
            style: style(),
        })
    }
}

fn play_hex(args: &Args) -> Result<Answer> {
    let mut game = args.position.game()?;
    game.set_swap_allowed(!args.no_swap);
    let level = args.level.map(|level| format!("level:n={level}"));
    let player = level.as_deref().or(args.player.as_deref()).unwrap_or(player_args::DEFAULT);
    let player = &player_args::with_weights(player, args.weights.as_deref());
    let opponent = &with_strategy(player, args.strategy.as_deref())?;
    let you = seat(&args.you, "You").context("--you")?;
    let other = seat(opponent, "Your opponent").context("--player")?;
    let hints = match args.hints.as_deref() {
        Some(spec) => spec,
        None if opponent == HUMAN => player_args::DEFAULT,
        None => opponent,
    };
    let seats = match args.color {
        Color::Black => [you, other],
        Color::White => [other, you],
    };
    let table = Table {
        game,
        seats,
        hints: player_args::create(hints).context("--hints")?,
        time: args.time,
        clocks: Clocks::new(args.time),
        seed: args.seed,
        swap: !args.no_swap,
        style: style(),
        saved: args.save.clone(),
        input: Input::start(),
    };
    table.play()?;
    Ok(Answer::Done)
}

/// The player's name and settings, with the strategy that it is to play.
fn with_strategy(player: &str, strategy: Option<&str>) -> Result<String> {
    let Some(file) = strategy else { return Ok(player.to_string()) };
    if player.split(':').next() != Some("perfect") {
        anyhow::bail!("--strategy: found the player {player}: expected --player perfect");
    }
    if file.contains(',') {
        anyhow::bail!("--strategy: found a comma in {file}: expected a name without one");
    }
    let separator = if player.contains(':') { "," } else { ":" };
    Ok(format!("{player}{separator}strategy={file}"))
}

fn style() -> TextStyle {
    match std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none() {
        true => TextStyle::Colored,
        false => TextStyle::Plain,
    }
}

/// The name that stands for a person.
const HUMAN: &str = "human";

fn seat(spec: &str, person: &str) -> Result<Seat> {
    match spec {
        HUMAN => Ok(Seat::Person(person.to_string())),
        spec => Ok(Seat::Player(player_args::create(spec)?)),
    }
}
