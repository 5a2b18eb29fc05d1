//! What the files of strategies and of books have in common: the first lines, the check sum at the end, and how a line is
//! refused.

use board::{BoardSize, CellSet, Color, Position};

/// What is wrong with a file, before its claims are looked at.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// A line that cannot be read.
    #[error("line {line}: found {found}: expected {expected}")]
    Line {
        /// Counted from 1.
        line: usize,
        /// The beginning of what is there.
        found: String,
        /// What should be there.
        expected: String,
    },
    /// The bytes are not those that were written.
    #[error("found check sum {found:016x}: expected {expected:016x}; the file was changed or cut")]
    CheckSum {
        /// Of the text.
        found: u64,
        /// As written in the file.
        expected: u64,
    },
    /// Stones that no position has.
    #[error("the position: {0}")]
    Position(String),
}

/// A line that cannot be read.
pub(crate) fn bad(line: usize, found: &str, expected: &str) -> FileError {
    FileError::Line { line, found: short(found), expected: expected.to_string() }
}

/// The beginning of a text, quoted, so that a message stays a line.
pub(crate) fn short(text: &str) -> String {
    let start: String = text.chars().take(24).map(|c| if c.is_control() { '?' } else { c }).collect();
    if start.len() < text.len() { format!("'{start}…'") } else { format!("'{start}'") }
}

/// What a file is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// The position that is won.
    pub position: Position,
    /// By whom.
    pub winner: Color,
}

impl Header {
    /// How many lines it takes.
    pub(crate) const LINES: usize = 6;

    /// The first lines of the text, `magic` the very first.
    pub(crate) fn written(&self, magic: &str) -> String {
        let Self { position, winner } = self;
        let names = |color: Color| names(position.size(), position.stones(color));
        format!(
            "{magic}\nboard {}\n{}\n{}\nto-move {}\nwinner {winner}\n",
            position.size(),
            format!("black {}", names(Color::Black)).trim_end(),
            format!("white {}", names(Color::White)).trim_end(),
            position.to_move(),
        )
    }

    /// Reads the first lines.
    pub(crate) fn read<'a>(
        magic: &str,
        lines: &mut impl Iterator<Item = (usize, &'a str)>,
    ) -> Result<Self, FileError> {
        let mut next = |expected: &str| {
            lines.next().ok_or_else(|| FileError::Line {
                line: 0,
                found: "the end of the file".to_string(),
                expected: expected.to_string(),
            })
        };
        let (line, first) = next(magic)?;
        if first != magic {
            return Err(bad(line, first, &format!("'{magic}'")));
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
            .map_err(|error| FileError::Position(error.to_string()))?;
        Ok(Self { position, winner })
    }
}

pub(crate) fn names(size: BoardSize, cells: CellSet) -> String {
    cells.iter().map(|cell| size.name(cell).to_string()).collect::<Vec<_>>().join(" ")
}

pub(crate) fn read_cells(size: BoardSize, text: &str) -> Option<CellSet> {
    text.split_whitespace().map(|name| size.cell(name).ok()).collect()
}

/// The text with its last line, the check sum.
#[must_use]
pub fn seal(mut text: String) -> String {
    let sum = check_sum(text.as_bytes());
    text.push_str(&format!("check {sum:016x}\n"));
    text
}

/// FNV-1a with 64 bits.
fn check_sum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// Whether the last line is the sum of all bytes before it.
pub(crate) fn check_bytes(text: &str) -> Result<(), FileError> {
    let (found, expected) = sums(text).ok_or_else(|| {
        bad(text.lines().count(), text.lines().last().unwrap_or_default(), "'check' and the sum as last line")
    })?;
    if found == expected { Ok(()) } else { Err(FileError::CheckSum { found, expected }) }
}

/// The sum of all bytes before the last line, and the one that stands there, if that line is one.
fn sums(text: &str) -> Option<(u64, u64)> {
    let body = text.strip_suffix('\n')?;
    let last = body.rfind('\n').map_or(0, |end| end + 1);
    let sum = body[last..].strip_prefix("check ").filter(|sum| sum.len() == 16)?;
    let expected = u64::from_str_radix(sum, 16).ok()?;
    Some((check_sum(&text.as_bytes()[..last]), expected))
}
