//! `hexwright show`: a picture of a position, on the terminal or in a file.

use std::{
    collections::BTreeMap,
    fs,
    io::IsTerminal,
    path::{Path, PathBuf},
};

use analysis::GameAnswer;
use anyhow::{Context, Result, bail};
use board::{BoardSize, Cell, CellSet, Color, EndReason, Game, Outcome};
use record::{
    Arrow, BoardOrientation, FillPattern, HeatMap, Mark, Picture, Property, RecordNode, Shade, TextStyle,
    Tint,
};

use crate::{output::Answer, picture_file, position_args::PositionArgs};

/// Options of the command.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  hexwright show --moves \"d5 e4 c3\" --size 8
  hexwright show --file game.sgf --move-number 20 --numbers --picture board.svg
  hexwright show --size 5 --moves c3 --shade \"c4 b4:yellow=bridge\" --shade \"c2 d2:green/hatch\" --picture board.png
  hexwright show --size 3 --heat \"a1=0.1 b2=0.9 c3=0.2\" --heat-name \"win rate\" --picture board.svg")]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    extras: Extras,
    /// Write the picture to this file, an .svg or a .png, instead of showing it as text
    #[arg(long, short = 'p', value_name = "FILE")]
    picture: Option<PathBuf>,
    /// Pixels of a .png to a unit: 1 for a screen, 3 for print; a cell is 42 units wide
    #[arg(long, value_name = "NUMBER", default_value = "2")]
    scale: f64,
    /// Colours in the terminal
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: When,
    /// Print the position as JSON
    #[arg(long, conflicts_with = "picture")]
    json: bool,
}

/// The options for drawing.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Drawing")]
struct Extras {
    /// Write the number of each move on its stone
    #[arg(long, short = 'n')]
    numbers: bool,
    /// Do not mark the stone that was played last
    #[arg(long)]
    no_last_move: bool,
    /// A short text on a cell, such as c3=A; may be given several times
    #[arg(long = "label", value_name = "CELL=TEXT")]
    labels: Vec<String>,
    /// Cells with a background: "CELLS[:COLOUR[/PATTERN]][=NAME]"; may be given several times. Colours: yellow, green,
    /// orange, purple, cyan, grey, red, blue. Patterns: solid, hatch, back-hatch, dots. A name goes into a legend
    #[arg(long = "shade", value_name = "CELLS:COLOUR")]
    shades: Vec<String>,
    /// An arrow from cell to cell, such as a1:b3 or a1:b3:green; may be given several times
    #[arg(long = "arrow", value_name = "FROM:TO")]
    arrows: Vec<String>,
    /// A number for each cell as a heat map: a file, or the text itself, of "cell=number" or "cell number" words
    #[arg(long, value_name = "FILE|NUMBERS")]
    heat: Option<String>,
    /// The name of the heat map's numbers
    #[arg(long, value_name = "TEXT", requires = "heat")]
    heat_name: Option<String>,
    /// Letters and numbers around the board
    #[arg(long, value_name = "on|off", default_value = "on", value_parser = on_or_off, action = clap::ArgAction::Set)]
    coordinates: bool,
    /// How the board lies in a picture: flat, or diamond with its long diagonal horizontal
    #[arg(long, value_name = "flat|diamond", default_value = "flat", value_parser = orientation)]
    orientation: BoardOrientation,
    /// A line below the board
    #[arg(long, value_name = "TEXT")]
    caption: Option<String>,
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
    if args.json {
        let answer = GameAnswer::of(&game, args.position.position()?.to_move());
        println!("{}", serde_json::to_value(answer)?);
        return Ok(Answer::Done);
    }
    let picture = args.extras.picture(&args.position, &game)?;
    if let Some(path) = &args.picture {
        picture_file::write(&picture, path, args.scale)?;
    } else {
        print!("{}", picture.text(text_style(args.color)));
        println!("{}", status(&game, args.position.position()?.to_move()));
    }
    Ok(Answer::Done)
}

impl Extras {
    fn picture(&self, position: &PositionArgs, game: &Game) -> Result<Picture> {
        let size = game.size();
        let mut picture = Picture::of_game(game, self.numbers);
        if let Some(node) = position.node()? {
            annotate(&mut picture, &node);
        }
        if self.no_last_move {
            picture.last_move = None;
        }
        picture.coordinates = self.coordinates;
        picture.orientation = self.orientation;
        picture.caption.clone_from(&self.caption);
        for label in &self.labels {
            let (cell, text) = parse_label(label, size).with_context(|| format!("--label {label}"))?;
            picture.labels.insert(cell, text);
        }
        for shade in &self.shades {
            let shade = parse_shade(shade, size).with_context(|| format!("--shade {shade}"))?;
            picture.shades.push(shade);
        }
        for arrow in &self.arrows {
            let arrow = parse_arrow(arrow, size).with_context(|| format!("--arrow {arrow}"))?;
            picture.arrows.push(arrow);
        }
        if let Some(heat) = &self.heat {
            let path = Path::new(heat);
            let text = if path.is_file() {
                fs::read_to_string(path).with_context(|| format!("--heat {heat}"))?
            } else {
                heat.clone()
            };
            let values = parse_heat(&text, size).context("--heat")?;
            picture.heat = Some(HeatMap { values, name: self.heat_name.clone(), written: true });
        }
        Ok(picture)
    }
}

/// Draws what a node of a record says besides its move.
fn annotate(picture: &mut Picture, node: &RecordNode) {
    for property in node.properties() {
        match property {
            Property::Labels(labels) => picture.labels.extend(labels.iter().cloned()),
            Property::Marks { mark: Mark::Selected, cells } => {
                picture.shades.push(Shade {
                    cells: cells.iter().copied().collect(),
                    tint: Tint::Grey,
                    pattern: FillPattern::Solid,
                    name: None,
                });
            }
            Property::Marks { mark, cells } => {
                picture.marks.extend(cells.iter().map(|cell| (*cell, *mark)));
            }
            Property::Arrows(arrows) => {
                picture.arrows.extend(arrows.iter().map(|&(from, to)| Arrow { from, to, tint: None }));
            }
            Property::Shades(shades) => {
                for (cell, name) in shades {
                    let tint = Tint::named(name).unwrap_or(Tint::Grey);
                    picture.shades.push(Shade {
                        cells: CellSet::of(*cell),
                        tint,
                        pattern: FillPattern::Solid,
                        name: None,
                    });
                }
            }
            _ => {}
        }
    }
}

fn parse_label(label: &str, size: BoardSize) -> Result<(Cell, String)> {
    match label.split_once('=') {
        Some((cell, text)) if !text.is_empty() => Ok((size.cell(cell)?, text.to_string())),
        _ => bail!("found no text: expected a cell and a text, such as c3=A"),
    }
}

fn parse_shade(text: &str, size: BoardSize) -> Result<Shade> {
    let (text, name) = text.split_once('=').map_or((text, None), |(text, name)| (text, Some(name)));
    let (cells, colour) = text.split_once(':').unwrap_or((text, "yellow"));
    let (tint, pattern) = colour.split_once('/').unwrap_or((colour, "solid"));
    let tint = tint_named(tint)?;
    let Some(pattern) = FillPattern::named(pattern.trim()) else {
        let names = FillPattern::ALL.map(FillPattern::name).join(", ");
        bail!("found pattern '{pattern}': expected one of {names}");
    };
    let cells = size.cells_named(cells)?.into_iter().collect();
    Ok(Shade { cells, tint, pattern, name: name.map(str::to_string) })
}

fn tint_named(name: &str) -> Result<Tint> {
    let Some(tint) = Tint::named(name.trim()) else {
        bail!("found colour '{name}': expected one of {}", Tint::ALL.map(Tint::name).join(", "));
    };
    Ok(tint)
}

fn parse_arrow(text: &str, size: BoardSize) -> Result<Arrow> {
    let mut parts = text.split(':');
    let (Some(from), Some(to)) = (parts.next(), parts.next()) else {
        bail!("found one cell: expected two, such as a1:b3");
    };
    let tint = parts.next().map(tint_named).transpose()?;
    Ok(Arrow { from: size.cell(from)?, to: size.cell(to)?, tint })
}

/// Reads "a1=0.5 b2=0.7", "a1 0.5" or both mixed, over any number of lines.
fn parse_heat(text: &str, size: BoardSize) -> Result<BTreeMap<Cell, f64>> {
    let mut values = BTreeMap::new();
    let mut words = text.split(|c: char| c.is_whitespace() || matches!(c, '=' | ',' | ';'));
    let mut next = || words.find(|word| !word.is_empty());
    while let Some(cell) = next() {
        let number = next().with_context(|| format!("found {cell} without a number: expected {cell}=0.5"))?;
        let value: f64 = number
            .parse()
            .ok()
            .filter(|value: &f64| value.is_finite())
            .with_context(|| format!("found '{number}' for {cell}: expected a number"))?;
        values.insert(size.cell(cell)?, value);
    }
    if values.is_empty() {
        bail!("found no numbers: expected words such as a1=0.5");
    }
    Ok(values)
}

/// Who has won or is to move.
fn status(game: &Game, to_move: Color) -> String {
    let name = |color| match color {
        Color::Black => "Black (red, top to bottom)",
        Color::White => "White (blue, left to right)",
    };
    match game.outcome() {
        Some(Outcome { winner, reason: EndReason::Connection }) => format!("{} has won", name(winner)),
        Some(Outcome { winner, reason: EndReason::Resignation }) => {
            format!("{} has won by resignation", name(winner))
        }
        None => format!("{} to move", name(to_move)),
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

fn orientation(text: &str) -> Result<BoardOrientation, String> {
    match text {
        "flat" => Ok(BoardOrientation::Flat),
        "diamond" => Ok(BoardOrientation::Diamond),
        _ => Err("expected flat or diamond".to_string()),
    }
}
