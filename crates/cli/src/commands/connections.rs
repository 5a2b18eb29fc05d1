//! `hexwright connections`: virtual connections and their proofs.

use std::{
    fmt::Write,
    path::{Path, PathBuf},
};

use analysis::{Between, BetweenEnds};
use anyhow::{Context, Result};
use board::{BoardSize, CellSet, Color, Position, with_words};
use connection::{Certificate, CertificateRule, Connection, ConnectionKind, Connections, End};
use record::{FillPattern, Picture, Shade, Tint};

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
    /// Print the proof of the first connection, its depth, and the answer to each intrusion
    #[arg(long)]
    explain: bool,
    /// Also try a stone on every key: slower, but proves braids
    #[arg(long)]
    try_keys: bool,
    /// Draw the first connection to this file (.svg or .png)
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
    let ends = args.between.as_deref().map(|ends| [ends[0].clone(), ends[1].clone()]);
    let ends = BetweenEnds::read(position, ends.as_ref(), args.colour).context("--between")?;
    let between = Between::find(position, args.settings.settings(), ends.trying_keys(args.try_keys));
    let first = between.found.first();
    if let (Some(path), Some(connection)) = (&args.picture, first) {
        draw(position, connection, path)?;
    }
    if args.json {
        println!("{}", serde_json::to_value(between.answer())?);
    } else {
        print!("{}", to_text(&between.all, &between.found));
        if let Some((connection, certificate)) =
            first.zip(between.certificate.as_ref()).filter(|_| args.explain)
        {
            print!("{}", explain(size, connection, certificate));
        }
    }
    Ok(if between.found.is_empty() { Answer::No } else { Answer::Done })
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
        ConnectionKind::Full => "full".to_string(),
        ConnectionKind::Semi(key) => format!("semi, key {}", size.name(key)),
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
            ConnectionKind::Full => "full".to_string(),
            ConnectionKind::Semi(key) => format!("semi with key {}", size.name(key)),
        };
        let rule = match &step.rule {
            CertificateRule::Adjacent => "neighbours".to_string(),
            CertificateRule::And { parts: [a, b], .. } => format!("AND of {a} and {b}"),
            CertificateRule::Or { parts, .. } => {
                let parts: Vec<_> = parts.iter().map(usize::to_string).collect();
                format!("OR of {}", parts.join(", "))
            }
            CertificateRule::Trial { steps } => format!("proved with the stone in {} steps", steps.len()),
        };
        let captured = match &step.rule {
            CertificateRule::And { captured, .. } | CertificateRule::Or { captured, .. }
                if !captured.is_empty() =>
            {
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

fn draw<const W: usize>(position: &Position<W>, connection: &Connection<W>, path: &Path) -> Result<()> {
    let mut picture = Picture::new(position.resize());
    picture.shades.push(Shade {
        cells: connection.carrier.resize(),
        tint: Tint::of(connection.color),
        pattern: FillPattern::Solid,
        name: Some("carrier".to_string()),
    });
    if let ConnectionKind::Semi(key) = connection.kind {
        picture.labels.insert(key, "key".to_string());
    }
    picture.caption = Some(line(position.size(), connection));
    picture_file::write(&picture, path, 2.0)
}
