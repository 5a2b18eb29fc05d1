//! Reads the files that are judged: text in, plain types out. Every rule of their grammar is strict, so that
//! other checkers can agree.

mod book;
mod strategy;

pub(crate) use book::read_book;
pub(crate) use strategy::StrategyReader;
pub use strategy::read_connection;

use crate::{
    budget::Budget,
    graph::Graph,
    refusal::Refusal,
    types::{Cells, Color, Header, Vertex},
};

/// The lines before the last one, if that one is `check` and their sum.
pub(crate) fn unseal(text: &[u8]) -> Result<&str, Refusal> {
    let refuse = |problem: &str| Refusal::new("check", problem);
    let text = std::str::from_utf8(text).ok().filter(|text| text.is_ascii());
    let text = text.ok_or_else(|| refuse("found other bytes than ASCII text"))?;
    let last = text.strip_suffix('\n').map_or(0, |text| text.rfind('\n').map_or(0, |end| end + 1));
    let (body, line) = text.split_at(last);
    let sum = line.strip_prefix("check ").and_then(|sum| sum.strip_suffix('\n'));
    let is_hex =
        |sum: &&str| sum.len() == 16 && sum.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let sum = sum.filter(is_hex).ok_or_else(|| refuse("expected 'check' and the sum as the last line"))?;
    let found = format!("{:016x}", check_sum(body.as_bytes()));
    if found == sum {
        Ok(body)
    } else {
        Err(refuse(&format!("found the sum {found}: expected {sum}, the file was changed or cut")))
    }
}

/// FNV-1a with 64 bits. It detects accidents: anyone can compute it.
#[must_use]
pub fn check_sum(bytes: &[u8]) -> u64 {
    let step = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

/// The lines of a text, one after another. Each costs its bytes.
#[derive(Debug)]
pub(crate) struct Lines<'a> {
    rest: &'a str,
    /// The number of the line that was read last, from 1.
    pub(crate) number: usize,
    pub(crate) done: usize,
    pub(crate) budget: Budget,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(text: &'a str, budget: Budget) -> Self {
        Self { rest: text, number: 0, done: 0, budget }
    }

    /// The next line, without its end.
    pub(crate) fn next(&mut self, expected: &str) -> Result<&'a str, Refusal> {
        self.number += 1;
        let (line, rest) =
            self.rest.split_once('\n').ok_or_else(|| self.bad("the end of the file", expected))?;
        self.done += line.len() + 1;
        self.spend(line.len() + 1)?;
        self.rest = rest;
        Ok(line)
    }

    /// Takes units of work away for the line that was read last.
    pub(crate) fn spend(&mut self, units: usize) -> Result<(), Refusal> {
        self.budget.spend(units).map_err(|problem| Refusal::new("budget", problem).at_line(self.number))
    }

    /// The next line, if it begins with this word: the text after it.
    pub(crate) fn next_if(&mut self, word: &str) -> Result<Option<&'a str>, Refusal> {
        let begins = self.rest.strip_prefix(word).is_some_and(|rest| rest.starts_with([' ', '\n']));
        if begins { self.next(word).map(|line| Some(&line[word.len()..])) } else { Ok(None) }
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    /// A refusal of the line that was read last.
    pub(crate) fn bad(&self, found: &str, expected: &str) -> Refusal {
        let start: String = found.chars().take(24).map(|c| if c.is_control() { '?' } else { c }).collect();
        let more = if start.len() < found.len() { "…" } else { "" };
        Refusal::new("text", format!("found '{start}{more}': expected {expected}")).at_line(self.number)
    }

    /// The first six lines: which of several kinds of file, and the position.
    pub(crate) fn header(&mut self, kinds: &[&str]) -> Result<(usize, Header, Graph), Refusal> {
        let expected = format!("'{}'", kinds.join("' or '"));
        let line = self.next(&expected)?;
        let kind = kinds.iter().position(|kind| *kind == line).ok_or_else(|| self.bad(line, &expected))?;
        let line = self.next("the board")?;
        let sides = line.strip_prefix("board ").and_then(|sides| sides.split_once('x'));
        let sides = sides.and_then(|(columns, rows)| Some((number(columns)?, number(rows)?)));
        let graph = |winner| {
            sides.and_then(|(columns, rows)| Some((columns, rows, Graph::new(columns, rows, winner)?)))
        };
        let refused = self.bad(line, "'board' and a size from 1x1 to 19x19");
        let (columns, rows, any) = graph(Color::Black).ok_or_else(|| refused.clone())?;
        let black = self.stones("black", &any, Cells::EMPTY)?;
        let white = self.stones("white", &any, black)?;
        let to_move = self.color("to-move ")?;
        let winner = self.color("winner ")?;
        let (_, _, graph) = graph(winner).ok_or(refused)?;
        Ok((kind, Header { columns, rows, black, white, to_move, winner }, graph))
    }

    /// A line of stones. The numbers of cells do not depend on whose edges the graph has.
    fn stones(&mut self, word: &str, graph: &Graph, taken: Cells) -> Result<Cells, Refusal> {
        let line = self.next(word)?;
        let cells = line.strip_prefix(word).and_then(|rest| cells(graph, words(rest)?));
        let cells = cells.filter(|cells| cells.and(taken) == Cells::EMPTY);
        cells.ok_or_else(|| self.bad(line, &format!("'{word}' and cells, each once")))
    }

    fn color(&mut self, word: &str) -> Result<Color, Refusal> {
        let line = self.next(word)?;
        match line.strip_prefix(word) {
            Some("black") => Ok(Color::Black),
            Some("white") => Ok(Color::White),
            _ => Err(self.bad(line, &format!("'{word}' and black or white"))),
        }
    }
}

/// The words of what is left of a line: each after one space.
pub(crate) fn words(rest: &str) -> Option<impl Iterator<Item = &str>> {
    let mut words = rest.split(' ');
    words.next().filter(|before| before.is_empty())?;
    Some(words)
}

/// `0`, or up to nine digits of which the first is not 0.
pub(crate) fn number(text: &str) -> Option<usize> {
    let is_plain = text == "0" || !text.starts_with('0');
    let is_short = text.len() <= 9 && text.bytes().all(|byte| byte.is_ascii_digit());
    (is_plain && is_short).then(|| text.parse().ok()).flatten()
}

/// A cell on the board, such as `c4`.
pub(crate) fn cell(graph: &Graph, text: &str) -> Option<Vertex> {
    let column = text.bytes().next()?.checked_sub(b'a')?;
    let row = number(text.get(1..)?)?.checked_sub(1)?;
    graph.cell(usize::from(column), row)
}

/// Cells, none of them twice.
pub(crate) fn cells<'a>(graph: &Graph, mut words: impl Iterator<Item = &'a str>) -> Option<Cells> {
    words.try_fold(Cells::EMPTY, |cells, word| {
        let cell = cell(graph, word).filter(|&cell| !cells.has(cell))?;
        Some(cells.with(cell))
    })
}
