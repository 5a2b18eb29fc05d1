//! Reports of accepted files and the rules that they use.

use crate::types::{Claim, Fill, Header, Line, Link, Root, Rule};

/// How often each rule of the format was used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Report {
    /// Lines `c` without steps: stones join the edges.
    pub joined_by_stones: usize,
    /// Lines `c` with steps.
    pub connections: usize,
    /// Steps `x-y`.
    pub neighbours: usize,
    /// Steps `i&j`.
    pub and: usize,
    /// Steps `|i|j|…`.
    pub or: usize,
    /// Captured cells without a partner, `!b:c`.
    pub captured_dead: usize,
    /// Captured pairs, `!b:c:p`.
    pub captured_pairs: usize,
    /// Lines `a`.
    pub answers: usize,
    /// Their moves.
    pub moves: usize,
    /// Lines `f`.
    pub fills: usize,
    /// Their pairs.
    pub filled_pairs: usize,
}

impl Report {
    /// Steps of all connections.
    #[must_use]
    pub const fn steps(&self) -> usize {
        self.neighbours + self.and + self.or
    }

    /// Nodes of all kinds.
    #[must_use]
    pub const fn nodes(&self) -> usize {
        self.joined_by_stones + self.connections + self.answers + self.fills
    }

    /// Each count with its name.
    #[must_use]
    pub const fn counts(&self) -> [(&'static str, usize); 11] {
        [
            ("joined_by_stones", self.joined_by_stones),
            ("connections", self.connections),
            ("neighbours", self.neighbours),
            ("and", self.and),
            ("or", self.or),
            ("captured_dead", self.captured_dead),
            ("captured_pairs", self.captured_pairs),
            ("answers", self.answers),
            ("moves", self.moves),
            ("fills", self.fills),
            ("filled_pairs", self.filled_pairs),
        ]
    }

    /// Counts the rules of a line.
    pub(crate) fn count(&mut self, line: &Line) {
        match line {
            Line::Connection { steps, .. } if steps.is_empty() => self.joined_by_stones += 1,
            Line::Connection { steps, .. } => {
                self.connections += 1;
                for step in steps {
                    match step.rule {
                        Rule::Neighbours(_) => self.neighbours += 1,
                        Rule::And(_) => self.and += 1,
                        Rule::Or(_) => self.or += 1,
                    }
                    let pairs = step.captured.iter().filter(|captured| captured.partner.is_some()).count();
                    self.captured_pairs += pairs;
                    self.captured_dead += step.captured.len() - pairs;
                }
            }
            Line::Answers(links) => {
                self.answers += 1;
                self.moves += links.len();
            }
            Line::Fill(fill) => {
                self.fills += 1;
                self.filled_pairs += fill.pairs.len();
            }
            Line::Root(_) => {}
        }
    }
}

/// A node of an accepted strategy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    /// The winner's edges are connected, by this many steps.
    Connection {
        /// None where stones join the edges.
        steps: usize,
    },
    /// The answers to each reply: any move that needs the reply neither for itself nor for its node.
    Answers(Vec<Link>),
    /// The claim of an earlier node, without captured pairs.
    Fill(Fill),
}

/// A strategy that every rule accepts.
#[derive(Debug, Clone)]
pub struct Strategy {
    /// The position, and who wins it.
    pub header: Header,
    /// Where to begin.
    pub root: Root,
    /// The nodes in their order.
    pub nodes: Vec<Node>,
    /// Their claims.
    pub claims: Vec<Claim>,
    /// How often each rule was used.
    pub report: Report,
}

impl Strategy {
    /// Before the first node.
    pub(crate) fn new(header: Header) -> Self {
        let root = Root { first: None, node: 0 };
        Self { header, root, nodes: Vec::new(), claims: Vec::new(), report: Report::default() }
    }
}
