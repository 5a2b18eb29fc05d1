//! The text of a strategy, as the crate `verify` reads it.
//!
//! ```text
//! hexwright strategy 2
//! board 3x3
//! black b2
//! white
//! to-move white
//! winner black
//! c b2 : <-b1 <-c1 b2-b1 b2-c1 0&2 1&3 |4|5 …     a connection: stones, then steps
//! a c1:0 a3:4                                     answers: move and node
//! f 1 b2 : a1:b1                                  fill-in: node, more stones, captured pairs
//! root 7                                          or c3:7 where the winner moves first
//! check 0123456789abcdef                          FNV-1a of all bytes before this line
//! ```
//!
//! Steps are numbered from 0 within their line: `x-y` neighbours, `i&j` AND, `|i|j|k` OR, the last two with
//! captured cells as `!end:cell` or `!end:cell:partner`. An end is a cell, or `<` and `>` for the winner's edges
//! (top and bottom, left and right). A step's carrier, kind and ends follow from its parts and are not written.

use std::fmt::Write as _;

use board::{BoardSize, Cell, CellSet};

use super::Link;
use crate::{
    CapturedCells, CertificateRule, CertificateStep, End,
    file::{Header, names},
};

/// The first line, without fill-in and with it.
const MAGIC: [&str; 2] = ["hexwright strategy 1", "hexwright strategy 2"];

impl Header {
    /// The first lines of a strategy's text, which has lines `f` or not.
    #[must_use]
    pub fn text(&self, has_fills: bool) -> String {
        self.written(MAGIC[usize::from(has_fills)])
    }
}

/// The line of a connection, if the format has it: a trial of keys is not part of it.
#[must_use]
pub fn connection_line(size: BoardSize, stones: CellSet, steps: &[CertificateStep]) -> Option<String> {
    let mut line = format!("c {}", names(size, stones)).trim_end().to_string();
    line.push_str(" :");
    for step in steps {
        match &step.rule {
            CertificateRule::Adjacent => {
                let [a, b] = step.ends.map(|end| end_name(size, end));
                write!(line, " {a}-{b}").ok()?;
            }
            CertificateRule::And { parts: [a, b], captured } => {
                write!(line, " {a}&{b}").ok()?;
                push_captured(&mut line, size, captured);
            }
            CertificateRule::Or { parts, captured } => {
                line.push(' ');
                for part in parts {
                    write!(line, "|{part}").ok()?;
                }
                push_captured(&mut line, size, captured);
            }
            CertificateRule::Trial { .. } => return None,
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

/// The line of a node that is filled in: its number, stones that are asked for besides, and captured pairs.
#[must_use]
pub fn fill_line(size: BoardSize, node: usize, more: CellSet, pairs: &[[Cell; 2]]) -> String {
    let mut line = format!("f {node} {}", names(size, more)).trim_end().to_string();
    line.push_str(" :");
    for [a, b] in pairs {
        line.push_str(&format!(" {}:{}", size.name(*a), size.name(*b)));
    }
    line.push('\n');
    line
}

/// The line that says where to begin: a node, after the winner's first move where the winner is to move.
#[must_use]
pub fn root_line(size: BoardSize, first: Option<Cell>, node: usize) -> String {
    match first {
        Some(cell) => format!("root {}\n", link_name(size, &Link { cell, node })),
        None => format!("root {node}\n"),
    }
}

fn push_captured(line: &mut String, size: BoardSize, captured: &[CapturedCells]) {
    for CapturedCells { by, cell, partner } in captured {
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
