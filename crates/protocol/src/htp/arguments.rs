//! A command's arguments, read with messages that say which one was wrong.

use std::{fmt::Display, ops::RangeInclusive, str::FromStr};

use board::{BoardSize, Cell, Color, Move};

use super::Failure;

/// The words after a command. Numbers of arguments count from 0 here and from 1 in messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arguments(Vec<String>);

impl Arguments {
    /// These words.
    #[must_use]
    pub const fn new(words: Vec<String>) -> Self {
        Self(words)
    }

    /// How many there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All of them.
    #[must_use]
    pub fn all(&self) -> &[String] {
        &self.0
    }

    /// The text of one; empty if it is not there (the registry has checked how many there are).
    #[must_use]
    pub fn text(&self, number: usize) -> &str {
        self.0.get(number).map_or("", String::as_str)
    }

    /// A colour: `b`, `black`, `w`, `white`, in any case.
    ///
    /// # Errors
    /// [`Failure::Argument`].
    pub fn color(&self, number: usize) -> Result<Color, Failure> {
        self.text(number).parse().map_err(|_| self.bad(number, "black or white"))
    }

    /// The colour in this place if it was given, otherwise `default`.
    ///
    /// # Errors
    /// [`Failure::Argument`].
    pub fn color_or(&self, number: usize, default: Color) -> Result<Color, Failure> {
        if number < self.len() { self.color(number) } else { Ok(default) }
    }

    /// A cell of a board.
    ///
    /// # Errors
    /// [`Failure::Argument`].
    pub fn cell(&self, number: usize, size: BoardSize) -> Result<Cell, Failure> {
        size.cell(self.text(number)).map_err(|error| self.bad(number, &format!("a cell ({error})")))
    }

    /// All arguments from this one on, as cells of a board.
    ///
    /// # Errors
    /// [`Failure::Argument`].
    pub fn cells_from(&self, number: usize, size: BoardSize) -> Result<Vec<Cell>, Failure> {
        (number..self.len()).map(|number| self.cell(number, size)).collect()
    }

    /// A move on a board.
    ///
    /// # Errors
    /// [`Failure::Argument`].
    pub fn mv(&self, number: usize, size: BoardSize) -> Result<Move, Failure> {
        Move::parse(self.text(number), size).map_err(|error| self.bad(number, &format!("a move ({error})")))
    }

    /// A number within a range.
    ///
    /// # Errors
    /// [`Failure::Argument`].
    pub fn number<T: FromStr + PartialOrd + Display>(
        &self,
        number: usize,
        range: RangeInclusive<T>,
    ) -> Result<T, Failure> {
        let value = self.text(number).parse().ok().filter(|value| range.contains(value));
        value.ok_or_else(|| self.bad(number, &format!("a number from {} to {}", range.start(), range.end())))
    }

    /// A switch: `0`, `1`, `false` or `true`.
    ///
    /// # Errors
    /// [`Failure::Argument`].
    pub fn switch(&self, number: usize) -> Result<bool, Failure> {
        match self.text(number).to_ascii_lowercase().as_str() {
            "0" | "false" => Ok(false),
            "1" | "true" => Ok(true),
            _ => Err(self.bad(number, "0 or 1")),
        }
    }

    /// The failure that says what was expected in this place.
    #[must_use]
    pub fn bad(&self, number: usize, expected: &str) -> Failure {
        Failure::Argument {
            number: number + 1,
            found: self.text(number).chars().take(24).collect(),
            expected: expected.to_string(),
        }
    }
}
