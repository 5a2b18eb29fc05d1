//! The text of a strategy: lines in, lines out.
//!
//! ```text
//! hexwright strategy 1
//! board 3x3
//! black b2
//! white
//! to-move white
//! winner black
//! c b2 : <-b1 <-c1 b2-b1 b2-c1 0&2 1&3 |4|5 …     a connection: stones, then steps
//! a c1:0 a3:4                                     answers: move and node
//! root 7                                          or c3:7 where the winner moves first
//! check 0123456789abcdef                          FNV-1a of all bytes before this line
//! ```
//!
//! Steps are numbered from 0 within their line: `x-y` neighbours, `i&j` AND, `|i|j|k` OR, the last two with captured cells
//! as `!end:cell` or `!end:cell:partner`. An end is a cell, or `<` and `>` for the winner's edges (top and bottom, left and
//! right). A step's carrier, kind and ends follow from its parts and are not written.

use std::fmt::Write as _;

use board::{BoardSize, Cell, CellSet, Color, Position};

use super::{Link, StrategyError};
use crate::{Captured, End, Rule, Step};

/// The first line.
pub(super) const MAGIC: &str = "hexwright strategy 1";

/// What a strategy is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// The position that is won.
    pub position: Position,
    /// By whom.
    pub winner: Color,
}

impl Header {
    /// The first lines of the text.
    #[must_use]
    pub fn text(&self) -> String {
        let Self { position, winner } = self;
        let names = |color: Color| names(position.size(), position.stones(color));
        format!(
            "{MAGIC}\nboard {}\n{}\n{}\nto-move {}\nwinner {winner}\n",
            position.size(),
            format!("black {}", names(Color::Black)).trim_end(),
            format!("white {}", names(Color::White)).trim_end(),
            position.to_move(),
        )
    }

    /// Reads the first lines.
    pub(super) fn read<'a>(
        lines: &mut impl Iterator<Item = (usize, &'a str)>,
    ) -> Result<Self, StrategyError> {
        let mut next = |expected: &str| {
            lines.next().ok_or_else(|| StrategyError::Line {
                line: 0,
                found: "the end of the file".to_string(),
                expected: expected.to_string(),
            })
        };
        let (line, magic) = next(MAGIC)?;
        if magic != MAGIC {
            return Err(bad(line, magic, &format!("'{MAGIC}'")));
        }
        let mut field = |name: &str, expected: &str| {
            let (line, text) = next(name)?;
            let value = text.strip_prefix(name).filter(|rest| rest.is_empty() || rest.starts_with(' '));
            value.map(|value| (line, value.trim())).ok_or_else(|| bad(line, text, expected))
        };
        let (line, text) = field("board", "'board' and a size such as 7x7")?;
        let size: BoardSize = text.parse().map_err(|_| bad(line, text, "a size such as 7x7"))?;
        let mut stones = [CellSet::EMPTY; 2];
        for color in Color::BOTH {
            let (line, text) = field(&color.to_string(), "'black' or 'white' and their stones")?;
            stones[color.index()] = read_cells(size, text).ok_or_else(|| bad(line, text, "cells"))?;
        }
        let color = |(line, text): (usize, &str)| {
            text.parse::<Color>().map_err(|_| bad(line, text, "black or white"))
        };
        let to_move = color(field("to-move", "'to-move' and a colour")?)?;
        let (line, text) = field("winner", "'winner' and a colour")?;
        let winner = color((line, text))?;
        let position = Position::with_stones(size, stones[0], stones[1], to_move)
            .map_err(|error| StrategyError::Root(error.to_string()))?;
        Ok(Self { position, winner })
    }
}

/// The line of a connection, if the format has it: a trial of keys is not part of it.
#[must_use]
pub fn connection_line(size: BoardSize, stones: CellSet, steps: &[Step]) -> Option<String> {
    let mut line = format!("c {}", names(size, stones)).trim_end().to_string();
    line.push_str(" :");
    for step in steps {
        match &step.rule {
            Rule::Adjacent => {
                let [a, b] = step.ends.map(|end| end_name(size, end));
                write!(line, " {a}-{b}").ok()?;
            }
            Rule::And { parts: [a, b], captured } => {
                write!(line, " {a}&{b}").ok()?;
                push_captured(&mut line, size, captured);
            }
            Rule::Or { parts, captured } => {
                line.push(' ');
                for part in parts {
                    write!(line, "|{part}").ok()?;
                }
                push_captured(&mut line, size, captured);
            }
            Rule::Trial { .. } => return None,
        }
    }
    line.push('\n');
    Some(line)
}

/// The line of a node with answers.
#[must_use]
pub fn answers_line(size: BoardSize, links: &[Link]) -> String {
    let links: Vec<String> = links.iter().map(|link| link_name(size, link)).collect();
    format!("a {}\n", links.join(" "))
}

/// The line that says where to begin: a node, after the winner's first move where the winner is to move.
#[must_use]
pub fn root_line(size: BoardSize, first: Option<Cell>, node: usize) -> String {
    match first {
        Some(cell) => format!("root {}\n", link_name(size, &Link { cell, node })),
        None => format!("root {node}\n"),
    }
}

/// The text with its last line, the check sum.
#[must_use]
pub fn seal(mut text: String) -> String {
    let sum = check_sum(text.as_bytes());
    text.push_str(&format!("check {sum:016x}\n"));
    text
}

/// FNV-1a with 64 bits.
pub(super) fn check_sum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// A step as written, before anything is known of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Written {
    Adjacent([End; 2]),
    And([usize; 2], Vec<Captured>),
    Or(Vec<usize>, Vec<Captured>),
}

/// The stones and steps of a connection's line, without its letter.
pub(super) fn read_connection(
    size: BoardSize,
    winner: Color,
    text: &str,
) -> Result<(CellSet, Vec<Written>), String> {
    let Some((stones, steps)) = text.split_once(':').filter(|(stones, _)| !stones.contains('-')) else {
        return Err("found no colon: expected stones, a colon and steps".to_string());
    };
    let stones = read_cells(size, stones).ok_or("found something else than cells before the colon")?;
    let steps = steps.split_whitespace().map(|step| {
        read_step(size, winner, step)
            .ok_or_else(|| format!("found the step {}: expected x-y, i&j or |i|j", short(step)))
    });
    Ok((stones, steps.collect::<Result<_, _>>()?))
}

fn read_step(size: BoardSize, winner: Color, text: &str) -> Option<Written> {
    let mut parts = text.split('!');
    let rule = parts.next()?;
    let mut captured = Vec::new();
    for part in parts {
        let mut fields = part.split(':');
        captured.push(Captured {
            by: read_end(size, winner, fields.next()?)?,
            cell: size.cell(fields.next()?).ok()?,
            partner: fields.next().map(|name| size.cell(name)).transpose().ok()?,
        });
        if fields.next().is_some() {
            return None;
        }
    }
    if let Some(parts) = rule.strip_prefix('|') {
        let parts = parts.split('|').map(|part| part.parse().ok());
        Some(Written::Or(parts.collect::<Option<_>>()?, captured))
    } else if let Some((a, b)) = rule.split_once('&') {
        Some(Written::And([a.parse().ok()?, b.parse().ok()?], captured))
    } else {
        let (a, b) = rule.split_once('-').filter(|_| captured.is_empty())?;
        Some(Written::Adjacent([read_end(size, winner, a)?, read_end(size, winner, b)?]))
    }
}

/// The links of a line of answers, without its letter.
pub(super) fn read_links(size: BoardSize, text: &str) -> Result<Vec<Link>, String> {
    let link = |text: &str| {
        read_link(size, text)
            .ok_or_else(|| format!("found {}: expected a move, a colon and a node", short(text)))
    };
    text.split_whitespace().map(link).collect()
}

/// Reads the line that says where to begin, without its word.
pub(super) fn read_root(size: BoardSize, text: &str) -> Option<(Option<Cell>, usize)> {
    match text.parse() {
        Ok(node) => Some((None, node)),
        Err(_) => read_link(size, text).map(|link| (Some(link.cell), link.node)),
    }
}

fn read_link(size: BoardSize, text: &str) -> Option<Link> {
    let (cell, node) = text.split_once(':')?;
    Some(Link { cell: size.cell(cell).ok()?, node: node.parse().ok()? })
}

fn read_cells(size: BoardSize, text: &str) -> Option<CellSet> {
    text.split_whitespace().map(|name| size.cell(name).ok()).collect()
}

fn read_end(size: BoardSize, winner: Color, text: &str) -> Option<End> {
    let [first, second] = winner.edges();
    match text {
        "<" => Some(End::Edge(first)),
        ">" => Some(End::Edge(second)),
        name => size.cell(name).ok().map(End::Cell),
    }
}

fn push_captured(line: &mut String, size: BoardSize, captured: &[Captured]) {
    for Captured { by, cell, partner } in captured {
        line.push_str(&format!("!{}:{}", end_name(size, *by), size.name(*cell)));
        if let Some(partner) = partner {
            line.push_str(&format!(":{}", size.name(*partner)));
        }
    }
}

fn end_name(size: BoardSize, end: End) -> String {
    match end {
        End::Cell(cell) => size.name(cell).to_string(),
        End::Edge(edge) if edge.color().edges()[0] == edge => "<".to_string(),
        End::Edge(_) => ">".to_string(),
    }
}

fn link_name(size: BoardSize, link: &Link) -> String {
    format!("{}:{}", size.name(link.cell), link.node)
}

fn names(size: BoardSize, cells: CellSet) -> String {
    cells.iter().map(|cell| size.name(cell).to_string()).collect::<Vec<_>>().join(" ")
}

pub(super) fn bad(line: usize, found: &str, expected: &str) -> StrategyError {
    StrategyError::Line { line, found: short(found), expected: expected.to_string() }
}

/// The beginning of a text, quoted, so that a message stays a line.
fn short(text: &str) -> String {
    let start: String = text.chars().take(24).map(|c| if c.is_control() { '?' } else { c }).collect();
    if start.len() < text.len() { format!("'{start}…'") } else { format!("'{start}'") }
}
