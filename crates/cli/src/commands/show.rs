//! `hexwright show`: a picture of a position, on the terminal or in a file.

use std::io::IsTerminal;

use anyhow::{Result, bail};
use board::{BoardSize, Color, Game, Outcome, Reason};
use record::{Picture, TextStyle};

use crate::{output::Answer, position_args::PositionArgs};

/// What to show.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Write the number of each move on its stone
    #[arg(long, short = 'n')]
    numbers: bool,
    /// A short text on a cell, such as c3=A; may be given several times
    #[arg(long = "label", value_name = "CELL=TEXT")]
    labels: Vec<String>,
    /// Letters and numbers around the board
    #[arg(long, value_name = "on|off", default_value = "on", value_parser = on_or_off, action = clap::ArgAction::Set)]
    coordinates: bool,
    /// A line below the board
    #[arg(long, value_name = "TEXT")]
    caption: Option<String>,
    /// Colours in the terminal
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: When,
}

/// When to use colours in text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum When {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    Always,
    Never,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let game = args.position.game()?;
    let mut picture = Picture::of_game(&game, args.numbers);
    picture.coordinates = args.coordinates;
    picture.caption.clone_from(&args.caption);
    for label in &args.labels {
        let (cell, text) = parse_label(label, game.size())?;
        picture.labels.insert(cell, text);
    }
    print!("{}", picture.text(text_style(args.color)));
    println!("{}", status(&game, args.position.position()?.to_move()));
    Ok(Answer::Done)
}

/// Who has won or is to move.
fn status(game: &Game, to_move: Color) -> String {
    let name = |color| match color {
        Color::Black => "Black (red, top to bottom)",
        Color::White => "White (blue, left to right)",
    };
    match game.outcome() {
        Some(Outcome { winner, reason: Reason::Connection }) => format!("{} has won", name(winner)),
        Some(Outcome { winner, reason: Reason::Resignation }) => {
            format!("{} has won by resignation", name(winner))
        }
        None => format!("{} to move", name(to_move)),
    }
}

fn parse_label(label: &str, size: BoardSize) -> Result<(board::Cell, String)> {
    match label.split_once('=') {
        Some((cell, text)) if !text.is_empty() => Ok((size.cell(cell)?, text.to_string())),
        _ => bail!("--label: found '{label}': expected a cell and a text, such as c3=A"),
    }
}

fn text_style(when: When) -> TextStyle {
    let colored = match when {
        When::Always => true,
        When::Never => false,
        When::Auto => std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
    };
    if colored { TextStyle::Colored } else { TextStyle::Plain }
}

fn on_or_off(text: &str) -> Result<bool, String> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err("expected on or off".to_string()),
    }
}
