//! Refusals: the reason, and the names of cells in it.

use std::fmt;

use crate::{
    graph::Graph,
    pattern::Point,
    types::{Cells, Rule, Vertex},
};

/// Why a file, a line or a step is not accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The line of the file, counted from 1.
    pub line: Option<usize>,
    /// The step of the line, counted from 0.
    pub step: Option<usize>,
    /// The pattern of a book, counted from 1.
    pub pattern: Option<usize>,
    /// Which rule refused: `text`, `check`, `stones`, `neighbours`, `AND`, `OR`, `connection`, `answers`,
    /// `fill-in`, `root`, `book`, `budget`.
    pub rule: &'static str,
    /// The input found and the input expected.
    pub problem: String,
}

impl Refusal {
    pub(crate) fn new(rule: &'static str, problem: impl Into<String>) -> Self {
        Self { line: None, step: None, pattern: None, rule, problem: problem.into() }
    }

    pub(crate) fn step(number: usize, rule: &Rule, problem: String) -> Self {
        Self { step: Some(number), ..Self::new(rule.name(), problem) }
    }

    pub(crate) fn of_pattern(self, index: usize) -> Self {
        Self { pattern: Some(index + 1), ..self }
    }

    pub(crate) fn at_line(self, line: usize) -> Self {
        Self { line: Some(line), ..self }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}, ")?;
        }
        if let Some(step) = self.step {
            write!(f, "step {step}, ")?;
        }
        if let Some(pattern) = self.pattern {
            write!(f, "pattern {pattern}, ")?;
        }
        write!(f, "{}: {}", self.rule, self.problem)
    }
}

impl std::error::Error for Refusal {}

/// The accepted claim, or the refusal.
pub type Verdict<T> = Result<T, Refusal>;

/// The accepted result of a rule, or the error in words. Its caller knows where.
pub(crate) type Check<T> = Result<T, String>;

pub(crate) fn require(holds: bool, problem: &str) -> Check<()> {
    if holds { Ok(()) } else { Err(problem.to_string()) }
}

impl Point {
    /// As a board would call it, or by its coordinates.
    pub fn name(self) -> String {
        match (u8::try_from(self.col), self.row) {
            (Ok(col @ 0..26), 0..) => format!("{}{}", char::from(b'a' + col), self.row + 1),
            _ => format!("({},{})", self.col, self.row),
        }
    }
}

impl Graph {
    /// A vertex as the files write it.
    #[must_use]
    pub fn name(&self, vertex: Vertex) -> String {
        match usize::from(vertex) {
            0 => "<".to_string(),
            1 => ">".to_string(),
            number if number < self.vertices() => {
                let (column, row) = ((number - 2) % self.columns, (number - 2) / self.columns);
                format!("{}{}", char::from(b'a' + column as u8), row + 1)
            }
            _ => format!("vertex {vertex}"),
        }
    }

    /// The point of a cell, as books of patterns call it.
    pub(crate) fn point(&self, cell: Vertex) -> Point {
        let number = usize::from(cell.saturating_sub(2));
        Point { col: (number % self.columns) as i16, row: (number / self.columns) as i16 }
    }

    /// Whether a set is empty; otherwise the problem with its first cell.
    pub(crate) fn require_none(&self, cells: Cells, problem: &str) -> Check<()> {
        cells.iter().next().map_or(Ok(()), |cell| Err(format!("{} {problem}", self.name(cell))))
    }
}
