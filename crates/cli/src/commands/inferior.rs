//! `hexwright inferior`: what need not be searched in a position, and why.

use anyhow::Result;
use board::{BoardSize, Cell, CellSet, Color, Position, with_words};
use inferior::{Class, Engine, Finding, Proof};
use record::{Picture, TextStyle};
use serde_json::json;

use crate::{output::Answer, position_args::PositionArgs};

/// Which position, and how much to say about it.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Say of every cell why it need not be searched
    #[arg(long)]
    explain: bool,
    /// Draw the board: filled-in cells as small letters, pruned moves by the letter of their class, survivors as *
    #[arg(long)]
    picture: bool,
    /// Print the result as JSON
    #[arg(long, conflicts_with_all = ["picture", "explain"])]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let position = args.position.position()?;
    with_words!(position.size(), W => print::<W>(&position.resize(), args));
    Ok(Answer::Done)
}

fn print<const W: usize>(position: &Position<W>, args: &Args) {
    let size = position.size();
    let mut engine = Engine::new(size);
    let analysis = engine.analyse(position);
    let empty = position.empty_cells();
    if args.json {
        let cells: serde_json::Map<_, _> = empty
            .iter()
            .filter(|&cell| analysis.finding(cell) != Finding::Nothing)
            .map(|cell| (size.name(cell).to_string(), to_json(size, &analysis.finding(cell))))
            .collect();
        let answer = json!({
            "to_move": position.to_move().to_string(),
            "winner": analysis.winner().map(|winner| winner.to_string()),
            "lost": is_lost(position, analysis.winner(), analysis.survivors()),
            "filled": { "black": names(size, analysis.filled(Color::Black)), "white": names(size, analysis.filled(Color::White)) },
            "survivors": names(size, analysis.survivors()),
            "cells": cells,
        });
        println!("{answer}");
        return;
    }
    if args.picture {
        let mut picture = Picture::new(position.resize());
        for cell in empty {
            let label = letter(&analysis.finding(cell), analysis.survivors().contains(cell));
            picture.labels.extend(label.map(|label| (cell, label.to_string())));
        }
        print!("{}", picture.text(TextStyle::Plain));
    }
    println!("{} empty cells, {} to move", empty.len(), position.to_move());
    for color in Color::BOTH {
        let filled = analysis.filled(color);
        println!("filled in for {color}: {} {}", filled.len(), names(size, filled).join(" "));
    }
    for class in [Class::Vulnerable, Class::CapturedReversible, Class::Dominated] {
        let cells: CellSet<W> =
            empty.iter().filter(|&cell| analysis.finding(cell).class() == Some(class)).collect();
        println!("{class}: {} {}", cells.len(), names(size, cells).join(" "));
    }
    if let Some(winner) = analysis.winner() {
        println!("the filled-in stones of {winner} join its edges: {winner} wins");
    } else if is_lost(position, None, analysis.survivors()) {
        println!("no move survives: {} has lost", position.to_move());
    } else {
        let survivors = analysis.survivors();
        println!("moves that survive: {} {}", survivors.len(), names(size, survivors).join(" "));
    }
    if args.explain {
        for cell in empty {
            if let Some(text) = explanation(size, &analysis.finding(cell)) {
                println!("{:>4}: {text}", size.name(cell));
            }
        }
    }
}

/// Whether the side to move has lost since no move is worth a look.
fn is_lost<const W: usize>(position: &Position<W>, winner: Option<Color>, survivors: CellSet<W>) -> bool {
    winner.map_or(survivors.is_empty(), |winner| winner != position.to_move())
}

fn names<const W: usize>(size: BoardSize, cells: CellSet<W>) -> Vec<String> {
    cells.iter().map(|cell| size.name(cell).to_string()).collect()
}

/// The letter that a picture shows.
fn letter<const W: usize>(finding: &Finding<W>, survives: bool) -> Option<char> {
    match finding {
        Finding::Nothing => survives.then_some('*'),
        Finding::Vulnerable { .. } => Some('v'),
        Finding::CapturedReversible { .. } => Some('r'),
        Finding::Dominated { .. } => Some('d'),
        filled => filled.fill().map(|color| color.letter().to_ascii_lowercase()),
    }
}

fn explanation<const W: usize>(size: BoardSize, finding: &Finding<W>) -> Option<String> {
    let cells = |cells: CellSet<W>| names(size, cells).join(" ");
    let name = |cell: Cell| size.name(cell);
    Some(match *finding {
        Finding::Nothing => return None,
        Finding::Dead { by: Proof::Pattern, .. } => {
            "dead: the stones around it leave it nothing to join".into()
        }
        Finding::Dead { by: Proof::Simplicial, .. } => {
            "dead: its neighbours are all joined without it".into()
        }
        Finding::Dead { by: Proof::Region, .. } => "dead: a group cuts its region off".into(),
        Finding::Captured { color, carrier } => {
            format!("captured for {color}, who answers any intrusion among {}", cells(carrier))
        }
        Finding::PermanentlyInferior { color, carrier } => {
            format!("permanently inferior, filled for {color} while {} stay open", cells(carrier))
        }
        Finding::Vulnerable { killer, carrier } if carrier.is_empty() => {
            format!("vulnerable: the answer {} kills it", name(killer))
        }
        Finding::Vulnerable { killer, carrier } => {
            format!("vulnerable: the answer {}, which captures {}, kills it", name(killer), cells(carrier))
        }
        Finding::CapturedReversible { reverser, carrier } => {
            format!(
                "captured-reversible: after the answer {} the cells {} are captured anyway",
                name(reverser),
                cells(carrier)
            )
        }
        Finding::Dominated { by } => format!("dominated: {} is at least as good", name(by)),
    })
}

fn to_json<const W: usize>(size: BoardSize, finding: &Finding<W>) -> serde_json::Value {
    let class = finding.class().map(Class::name);
    let name = |cell: Cell| size.name(cell).to_string();
    match *finding {
        Finding::Nothing => json!(null),
        Finding::Dead { color, by } => {
            let by = match by {
                Proof::Pattern => "pattern",
                Proof::Simplicial => "simplicial",
                Proof::Region => "region",
            };
            json!({ "class": class, "filled": color.to_string(), "by": by })
        }
        Finding::Captured { color, carrier } | Finding::PermanentlyInferior { color, carrier } => {
            json!({ "class": class, "filled": color.to_string(), "carrier": names(size, carrier) })
        }
        Finding::Vulnerable { killer, carrier } => {
            json!({ "class": class, "killer": name(killer), "carrier": names(size, carrier) })
        }
        Finding::CapturedReversible { reverser, carrier } => {
            json!({ "class": class, "reverser": name(reverser), "carrier": names(size, carrier) })
        }
        Finding::Dominated { by } => json!({ "class": class, "by": name(by) }),
    }
}
