//! `hexwright inferior`: fill-in and inferior moves, with the reasons.

use std::path::{Path, PathBuf};

use analysis::InferiorAnswer;
use anyhow::Result;
use board::{BoardSize, CellSet, Color, Position, with_words};
use connection::{ConnectionSettings, Connections};
use inferior::{Class, InferiorAnalysis, InferiorEngine, InferiorFinding};
use record::{Arrow, FillPattern, Picture, Shade, TextStyle, Tint};

use crate::{output::Answer, picture_file, position_args::PositionArgs};

/// Which position, and how much to say about it.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Print the reason for every cell
    #[arg(long)]
    explain: bool,
    /// Also use connections: decompositions fill in more cells, and keys of connections dominate or kill moves
    #[arg(long)]
    connections: bool,
    /// Draw the board with all findings to this file (.svg or .png)
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long, conflicts_with = "explain")]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let position = args.position.position()?;
    with_words!(position.size(), W => report::<W>(&position.resize(), args))?;
    Ok(Answer::Done)
}

fn report<const W: usize>(position: &Position<W>, args: &Args) -> Result<()> {
    let mut engine = InferiorEngine::new(position.size());
    let analysis = if args.connections {
        let mut connections = Connections::new(position, ConnectionSettings::default());
        engine.analyse_with(position, &mut connections)
    } else {
        engine.analyse(position)
    };
    if let Some(path) = &args.picture {
        draw(position, analysis, path)?;
    }
    if args.json {
        println!("{}", serde_json::to_value(InferiorAnswer::of(position, analysis))?);
    } else {
        print_text(position, analysis, args.explain);
    }
    Ok(())
}

fn print_text<const W: usize>(position: &Position<W>, analysis: &InferiorAnalysis<W>, explain: bool) {
    let size = position.size();
    let empty = position.empty_cells();
    let mut board = Picture::new(position.resize());
    for cell in empty {
        let label = letter(&analysis.finding(cell), analysis.survivors().contains(cell));
        board.labels.extend(label.map(|label| (cell, label.to_string())));
    }
    print!("{}", board.text(TextStyle::Plain));
    println!("{} empty cells, {} to move", empty.len(), position.to_move());
    for color in Color::BOTH {
        let filled = analysis.filled(color);
        println!(
            "filled in for {color} ({}): {} {}",
            color.letter().to_ascii_lowercase(),
            filled.len(),
            names(size, filled).join(" ")
        );
    }
    for (class, letter) in PRUNING {
        let cells = of_class(position, analysis, class);
        println!("{class} ({letter}): {} {}", cells.len(), names(size, cells).join(" "));
    }
    if let Some(winner) = analysis.winner() {
        println!("the filled-in stones of {winner} join its edges: {winner} wins");
    } else if is_lost(position, None, analysis.survivors()) {
        println!("no move survives: {} has lost", position.to_move());
    } else {
        let survivors = analysis.survivors();
        println!("moves that survive (*): {} {}", survivors.len(), names(size, survivors).join(" "));
    }
    if explain {
        for cell in empty {
            if let Some(text) = analysis.finding(cell).in_words(size) {
                println!("{:>4}: {text}", size.name(cell));
            }
        }
    }
}

/// Draws the findings: filled-in cells in their colour, pruned moves shaded by class with an arrow to the answer or the
/// better move, survivors with a star.
fn draw<const W: usize>(position: &Position<W>, analysis: &InferiorAnalysis<W>, path: &Path) -> Result<()> {
    let mut picture = Picture::new(position.resize());
    let mut shade = |cells: CellSet<W>, tint: Tint, pattern: FillPattern, name: String| {
        if !cells.is_empty() {
            picture.shades.push(Shade { cells: cells.resize(), tint, pattern, name: Some(name) });
        }
    };
    let dead = of_class(position, analysis, Class::Dead);
    shade(dead, Tint::Grey, FillPattern::Solid, "dead".into());
    for color in Color::BOTH {
        let filled = analysis.filled(color).minus(dead);
        shade(filled, Tint::of(color), FillPattern::Solid, format!("filled in for {color}"));
    }
    let tints = [Tint::Green, Tint::Purple, Tint::Yellow, Tint::Orange];
    for ((class, _), tint) in PRUNING.into_iter().zip(tints) {
        shade(of_class(position, analysis, class), tint, FillPattern::Hatch, class.to_string());
    }
    for cell in position.empty_cells() {
        let finding = analysis.finding(cell);
        let label = letter(&finding, analysis.survivors().contains(cell));
        picture.labels.extend(label.map(|label| (cell, label.to_string())));
        if let InferiorFinding::Vulnerable { killer: to, .. }
        | InferiorFinding::CapturedReversible { reverser: to, .. }
        | InferiorFinding::Dominated { by: to, .. } = finding
        {
            picture.arrows.push(Arrow { from: cell, to, tint: None });
        }
    }
    picture_file::write(&picture, path, 1.0)
}

/// The classes that take moves away, with the letter that stands for each on a board.
const PRUNING: [(Class, char); 4] = [
    (Class::Vulnerable, 'v'),
    (Class::CapturedReversible, 'r'),
    (Class::Dominated, 'd'),
    (Class::StarDominated, 's'),
];

fn of_class<const W: usize>(
    position: &Position<W>,
    analysis: &InferiorAnalysis<W>,
    class: Class,
) -> CellSet<W> {
    position.empty_cells().iter().filter(|&cell| analysis.finding(cell).class() == Some(class)).collect()
}

/// Whether the side to move has lost since no move is worth a look.
fn is_lost<const W: usize>(position: &Position<W>, winner: Option<Color>, survivors: CellSet<W>) -> bool {
    winner.map_or(survivors.is_empty(), |winner| winner != position.to_move())
}

fn names<const W: usize>(size: BoardSize, cells: CellSet<W>) -> Vec<String> {
    cells.iter().map(|cell| size.name(cell).to_string()).collect()
}

/// The letter that a board shows: of the class, or of the colour that the cell was filled with.
fn letter<const W: usize>(finding: &InferiorFinding<W>, survives: bool) -> Option<char> {
    let Some(class) = finding.class() else { return survives.then_some('*') };
    let pruned = PRUNING.into_iter().find(|(other, _)| *other == class).map(|(_, letter)| letter);
    pruned.or_else(|| finding.fill().map(|color| color.letter().to_ascii_lowercase()))
}
