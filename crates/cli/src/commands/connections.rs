//! `hexwright connections`: what is connected to what, and why.

use std::{
    fmt::Write,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use board::{BoardSize, CellSet, Color, Edge, Position, with_words};
use connection::{Certificate, Connection, Connections, End, Kind, Rule};
use record::{Pattern, Picture, Shade, Tint};
use serde_json::json;

use crate::{connection_settings::SettingsArgs, output::Answer, picture_file, position_args::PositionArgs};

/// The position, and which connections to show.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Whose connections [default: both colours']
    #[arg(long, visible_alias = "color", value_name = "COLOUR")]
    colour: Option<Color>,
    /// The two ends: cells such as d5, or top, bottom, left, right [default: the colour's edges]
    #[arg(long, num_args = 2, value_names = ["END", "END"])]
    between: Option<Vec<String>>,
    /// Give the reason of the first connection step by step, its depth, and the answer to each intrusion
    #[arg(long)]
    explain: bool,
    /// Look further by trying a stone on every key: slower, and proves braids
    #[arg(long)]
    try_keys: bool,
    /// Draw the first connection into this file: .svg or .png
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    settings: SettingsArgs,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let position = args.position.position()?;
    with_words!(position.size(), W => answer::<W>(&position.resize(), args))
}

fn answer<const W: usize>(position: &Position<W>, args: &Args) -> Result<Answer> {
    let size = position.size();
    let mut connections = Connections::new(position, args.settings.settings());
    let mut found = Vec::new();
    for color in Color::BOTH {
        let Some(ends) = ends(args, size, color)? else { continue };
        if args.try_keys {
            connections.try_keys(color, ends);
        }
        let mut between: Vec<_> = connections.between(color, ends).collect();
        between.sort_by_key(|connection| (connection.kind != Kind::Full, connection.carrier.len()));
        found.extend(between);
    }
    if args.between.is_some() && args.colour.is_none() && found.is_empty() {
        // Ends of cells may belong to either colour; edges say whose they are.
        let known =
            Color::BOTH.into_iter().any(|color| ends(args, size, color).is_ok_and(|ends| ends.is_some()));
        if !known {
            bail!("--between: found ends of two colours: expected two ends that one colour can have");
        }
    }
    let certificates: Vec<Option<Certificate>> =
        found.iter().take(1).map(|connection| connections.certificate(connection)).collect();
    let first = found.first().zip(certificates.first().and_then(Option::as_ref));
    if let (Some(path), Some(connection)) = (&args.picture, found.first()) {
        draw(position, connection, path)?;
    }
    if args.json {
        println!("{}", to_json(&connections, &found, first));
    } else {
        print!("{}", to_text(&connections, &found));
        if let Some((connection, certificate)) = first.filter(|_| args.explain) {
            print!("{}", explain(size, connection, certificate));
        }
    }
    Ok(if found.is_empty() { Answer::No } else { Answer::Done })
}

/// The ends that are asked for, if the colour can have them.
fn ends(args: &Args, size: BoardSize, color: Color) -> Result<Option<[End; 2]>> {
    if args.colour.is_some_and(|asked| asked != color) {
        return Ok(None);
    }
    let Some(names) = &args.between else { return Ok(Some(color.edges().map(End::Edge))) };
    let mut ends = [End::Edge(Edge::Top); 2];
    for (end, name) in ends.iter_mut().zip(names) {
        let edge = match name.to_ascii_lowercase().as_str() {
            "top" | "north" => Some(Edge::Top),
            "bottom" | "south" => Some(Edge::Bottom),
            "left" | "west" => Some(Edge::Left),
            "right" | "east" => Some(Edge::Right),
            _ => None,
        };
        *end = match edge {
            Some(edge) if edge.color() != color => return Ok(None),
            Some(edge) => End::Edge(edge),
            None => {
                End::Cell(size.cell(name).context("--between: expected a cell, top, bottom, left or right")?)
            }
        };
    }
    Ok(Some(ends))
}

fn name(size: BoardSize, end: End) -> String {
    match end {
        End::Edge(edge) => edge.to_string(),
        End::Cell(cell) => size.name(cell).to_string(),
    }
}

fn cells<const W: usize>(size: BoardSize, cells: CellSet<W>) -> Vec<String> {
    cells.iter().map(|cell| size.name(cell).to_string()).collect()
}

fn line<const W: usize>(size: BoardSize, connection: &Connection<W>) -> String {
    let [from, to] = connection.ends.map(|end| name(size, end));
    let kind = match connection.kind {
        Kind::Full => "full".to_string(),
        Kind::Semi(key) => format!("semi, key {}", size.name(key)),
    };
    let carrier = cells(size, connection.carrier);
    let cells = if carrier.is_empty() { "adjacent".to_string() } else { carrier.join(" ") };
    format!("{} {from} - {to}: {kind}; {cells}", connection.color)
}

fn to_text<const W: usize>(connections: &Connections<W>, found: &[Connection<W>]) -> String {
    let size = connections.position().size();
    let mut text = String::new();
    for connection in found {
        let _ = writeln!(text, "{}", line(size, connection));
    }
    if found.is_empty() {
        text.push_str("no connection found\n");
    }
    let mover = connections.position().to_move();
    match connections.verdict() {
        Some(verdict) => {
            let _ = write!(text, "{} wins", verdict.winner);
            if let Some(cell) = verdict.winning_move {
                let _ = write!(text, " with {}", size.name(cell));
            }
            text.push('\n');
        }
        None => {
            let must = connections.must_play();
            let _ = if must == connections.position().empty_cells() {
                writeln!(text, "not decided; {mover} may have to play anywhere")
            } else {
                writeln!(text, "not decided; {mover} must play one of {}", cells(size, must).join(" "))
            };
        }
    }
    text
}

fn explain<const W: usize>(size: BoardSize, connection: &Connection<W>, certificate: &Certificate) -> String {
    let mut text = format!("\nwhy: {}\n", line(size, connection));
    for (number, step) in certificate.steps.iter().enumerate() {
        let [from, to] = step.ends.map(|end| name(size, end));
        let kind = match step.kind {
            Kind::Full => "full".to_string(),
            Kind::Semi(key) => format!("semi with key {}", size.name(key)),
        };
        let rule = match &step.rule {
            Rule::Adjacent => "neighbours".to_string(),
            Rule::And { parts: [a, b], .. } => format!("AND of {a} and {b}"),
            Rule::Or { parts, .. } => {
                let parts: Vec<_> = parts.iter().map(usize::to_string).collect();
                format!("OR of {}", parts.join(", "))
            }
            Rule::Trial { steps } => format!("proved with the stone in {} steps", steps.len()),
        };
        let captured = match &step.rule {
            Rule::And { captured, .. } | Rule::Or { captured, .. } if !captured.is_empty() => {
                let names: Vec<_> = captured.iter().map(|c| size.name(c.cell).to_string()).collect();
                format!(", sharing captured {}", names.join(" "))
            }
            _ => String::new(),
        };
        let carrier = cells(size, step.carrier).join(" ");
        let _ = writeln!(text, "{number:>4}  {from} - {to} {kind}: {rule}{captured}; {carrier}");
    }
    let _ = writeln!(text, "depth {}", certificate.depth());
    for cell in connection.carrier {
        if let Some(reply) = certificate.reply(cell) {
            let _ = writeln!(text, "if {} then {}", size.name(cell), size.name(reply));
        }
    }
    text
}

fn to_json<const W: usize>(
    connections: &Connections<W>,
    found: &[Connection<W>],
    first: Option<(&Connection<W>, &Certificate)>,
) -> serde_json::Value {
    let size = connections.position().size();
    let one = |connection: &Connection<W>| {
        json!({
            "colour": connection.color.to_string(),
            "ends": connection.ends.map(|end| name(size, end)),
            "kind": if connection.kind == Kind::Full { "full" } else { "semi" },
            "key": match connection.kind { Kind::Full => None, Kind::Semi(key) => Some(size.name(key).to_string()) },
            "carrier": cells(size, connection.carrier),
        })
    };
    let verdict = connections.verdict();
    json!({
        "connections": found.iter().map(one).collect::<Vec<_>>(),
        "winner": verdict.map(|verdict| verdict.winner.to_string()),
        "winning_move": verdict.and_then(|verdict| verdict.winning_move).map(|cell| size.name(cell).to_string()),
        "must_play": verdict.is_none().then(|| cells(size, connections.must_play())),
        "first": first.map(|(connection, certificate)| json!({
            "depth": certificate.depth(),
            "steps": certificate.steps.len(),
            "replies": connection.carrier.iter().filter_map(|cell| {
                let reply = certificate.reply(cell)?;
                Some((size.name(cell).to_string(), json!(size.name(reply).to_string())))
            }).collect::<serde_json::Map<_, _>>(),
        })),
    })
}

fn draw<const W: usize>(position: &Position<W>, connection: &Connection<W>, path: &Path) -> Result<()> {
    let mut picture = Picture::new(position.resize());
    picture.shades.push(Shade {
        cells: connection.carrier.resize(),
        tint: Tint::of(connection.color),
        pattern: Pattern::Solid,
        name: Some("carrier".to_string()),
    });
    if let Kind::Semi(key) = connection.kind {
        picture.labels.insert(key, "key".to_string());
    }
    picture.caption = Some(line(position.size(), connection));
    picture_file::write(&picture, path, 2.0)
}
