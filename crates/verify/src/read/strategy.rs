//! The text of a strategy, see `docs/reference/strategy-format.md`.

use super::{Lines, cell, cells, number, words};
use crate::{
    budget::Budget,
    graph::Graph,
    refusal::Refusal,
    types::{Captured, Cells, EDGES, Fill, Header, Line, Link, Root, Rule, Step, Vertex},
};

/// The first line, for each version.
const MAGIC: [&str; 2] = ["hexwright strategy 1", "hexwright strategy 2"];

/// Reads one line after another.
#[derive(Debug)]
pub(crate) struct StrategyReader<'a> {
    lines: Lines<'a>,
    /// Whether the version has lines `f`.
    has_fills: bool,
    pub(crate) header: Header,
    pub(crate) graph: Graph,
}

impl<'a> StrategyReader<'a> {
    /// Reads the header.
    pub(crate) fn new(text: &'a str, budget: Budget) -> Result<Self, Refusal> {
        let mut lines = Lines::new(text, budget);
        let (version, header, graph) = lines.header(&MAGIC)?;
        Ok(Self { lines, has_fills: version == 1, header, graph })
    }

    /// The next line and its number.
    pub(crate) fn next_line(&mut self) -> Result<(usize, Line), Refusal> {
        let expected = if self.has_fills {
            "a node ('c', 'a' or 'f') or 'root'"
        } else {
            "a node ('c' or 'a') or 'root'"
        };
        let line = self.lines.next(expected)?;
        self.lines.spend(self.graph.vertices())?;
        let read = match line.split_once(' ') {
            Some(("c", _)) => read_connection(&self.graph, line)
                .map(|(stones, steps)| Line::Connection { stones, steps })
                .map_err(|refusal| refusal.at_line(self.lines.number))?,
            Some(("a", rest)) => {
                let links = rest.split(' ').map(|word| link(&self.graph, word)).collect::<Option<_>>();
                Line::Answers(
                    links.ok_or_else(|| self.lines.bad(line, "moves, each with a colon and a node"))?,
                )
            }
            Some(("f", rest)) if self.has_fills => {
                let fill = fill(&self.graph, rest)
                    .ok_or_else(|| self.lines.bad(line, "a node, stones, a colon and pairs such as a1:b1"))?;
                // Each pair is judged on the whole board.
                self.lines.spend(fill.pairs.len() * self.graph.vertices())?;
                Line::Fill(fill)
            }
            Some(("root", rest)) => {
                let root = match link(&self.graph, rest) {
                    Some(Link { cell, node }) => Some(Root { first: Some(cell), node }),
                    None => number(rest).map(|node| Root { first: None, node }),
                };
                Line::Root(
                    root.ok_or_else(|| self.lines.bad(line, "'root', and a node or a move and a node"))?,
                )
            }
            _ => return Err(self.lines.bad(line, expected)),
        };
        Ok((self.lines.number, read))
    }

    /// Nothing stands between the root and the check sum.
    pub(crate) fn expect_end(&self) -> Result<(), Refusal> {
        if self.lines.is_at_end() {
            Ok(())
        } else {
            Err(self.lines.bad("another line", "'check' after 'root'"))
        }
    }

    /// How many bytes are read.
    pub(crate) const fn done(&self) -> usize {
        self.lines.done
    }
}

/// Reads a line `c`, without its end: the stones and the steps.
///
/// # Errors
/// [`Refusal`] with the first word that is not part of such a line.
pub fn read_connection(graph: &Graph, line: &str) -> Result<(Cells, Vec<Step>), Refusal> {
    let refuse = |found: &str, expected: &str| {
        let start: String = found.chars().take(24).collect();
        Refusal::new("text", format!("found '{}': expected {expected}", start.escape_debug()))
    };
    let split = line.strip_prefix('c').and_then(|rest| rest.split_once(" :"));
    let (stones, steps) = split.ok_or_else(|| refuse(line, "'c', stones, a colon and steps"))?;
    let stones = words(stones).and_then(|words| cells(graph, words));
    let stones = stones.ok_or_else(|| refuse(line, "cells before the colon, each once"))?;
    let steps = words(steps).ok_or_else(|| refuse(line, "a space after the colon"))?;
    let steps = steps.map(|word| step(graph, word).ok_or_else(|| refuse(word, "x-y, i&j or |i|j")));
    Ok((stones, steps.collect::<Result<_, _>>()?))
}

fn step(graph: &Graph, word: &str) -> Option<Step> {
    let (rule, rest) = word.find('!').map_or((word, ""), |at| word.split_at(at));
    let captured: Vec<Captured> =
        rest.split('!').skip(1).map(|text| captured(graph, text)).collect::<Option<_>>()?;
    let rule = if let Some(parts) = rule.strip_prefix('|') {
        Rule::Or(parts.split('|').map(number).collect::<Option<_>>()?)
    } else if let Some((a, b)) = rule.split_once('&') {
        Rule::And([number(a)?, number(b)?])
    } else {
        let (a, b) = rule.split_once('-').filter(|_| captured.is_empty())?;
        Rule::Neighbours([end(graph, a)?, end(graph, b)?])
    };
    Some(Step { rule, captured })
}

fn captured(graph: &Graph, text: &str) -> Option<Captured> {
    let mut fields = text.split(':');
    let (by, captured) = (end(graph, fields.next()?)?, cell(graph, fields.next()?)?);
    let partner = fields.next().map(|text| cell(graph, text).ok_or(())).transpose().ok()?;
    fields.next().is_none().then_some(Captured { by, cell: captured, partner })
}

fn end(graph: &Graph, text: &str) -> Option<Vertex> {
    match text {
        "<" => Some(EDGES[0]),
        ">" => Some(EDGES[1]),
        name => cell(graph, name),
    }
}

/// The text after `f `: the number of a node, stones, a colon, pairs.
fn fill(graph: &Graph, text: &str) -> Option<Fill> {
    let (node, pairs) = text.split_once(" :")?;
    let (node, stones) = node.split_at(node.find(' ').unwrap_or(node.len()));
    let pair = |word: &str| {
        let (a, b) = word.split_once(':')?;
        Some([cell(graph, a)?, cell(graph, b)?])
    };
    Some(Fill {
        node: number(node)?,
        stones: words(stones).and_then(|words| cells(graph, words))?,
        pairs: words(pairs)?.map(pair).collect::<Option<_>>()?,
    })
}

fn link(graph: &Graph, text: &str) -> Option<Link> {
    let (name, node) = text.split_once(':')?;
    Some(Link { cell: cell(graph, name)?, node: number(node)? })
}
