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

use board::{BoardSize, Cell, CellSet, Color};

use super::Link;
use crate::{
    Captured, End, Rule, Step,
    file::{Header, names, read_cells, short},
};

/// The first line.
pub(super) const MAGIC: &str = "hexwright strategy 1";

impl Header {
    /// The first lines of a strategy's text.
    #[must_use]
    pub fn text(&self) -> String {
        self.written(MAGIC)
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
