//! Pictures as text: letters in plain text, colours on a terminal.
//!
//! ```text
//!   a b c
//!  1 . . .  1
//!   2 .(B).  2
//!    3 . . .  3
//!       a b c
//! ```
//!
//! Rows are shifted by half the distance of two cells, which is why that distance is even. A picture without coordinates
//! and lettering can be read back by [`board::parse_diagram`].

use std::fmt::Write;

use board::{Cell, Color};

use super::{Picture, Tint};
use crate::Mark;

/// How text shows colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextStyle {
    /// Letters only: `B`, `W` and `.`.
    Plain,
    /// Discs with the colours of a terminal (ANSI escapes, 256 colours).
    Colored,
}

/// Signs for the cells of the first, second, … shaded set in plain text.
const SHADE_SIGNS: [char; 6] = ['+', '*', 'o', 'x', '#', '%'];

impl Picture {
    /// The picture as text, with a line break at the end of each line.
    #[must_use]
    pub fn text(&self, style: TextStyle) -> String {
        let size = self.position.size();
        let widest = size.iter().map(|cell| self.content(cell, style).0.chars().count()).max().unwrap_or(1);
        let width = widest + usize::from(widest % 2 == 0);
        let pitch = width + 1;
        let margin = match (self.coordinates, self.last_move) {
            (true, _) => 3.max(pitch / 2),
            (false, Some(_)) => 1,
            (false, None) => 0,
        };
        let paper = Paper { picture: self, style, width, pitch, margin };
        let mut text = String::new();
        if self.coordinates {
            paper.letters(margin - pitch / 2, &mut text);
        }
        for row in 0..size.rows() {
            paper.row(row, &mut text);
        }
        if self.coordinates {
            paper.letters(margin + size.rows() * pitch / 2, &mut text);
        }
        self.legend(style, &mut text);
        text
    }

    /// The text of a cell, and whether it is a stone drawn as a disc.
    fn content(&self, cell: Cell, style: TextStyle) -> (String, bool) {
        let stone = self.position.at(cell);
        if let Some(text) = self.lettering(cell) {
            // Without colours the stone's letter says whose it is.
            let letter = stone.filter(|_| style == TextStyle::Plain).map(Color::letter);
            return (letter.into_iter().chain(text.chars()).collect(), false);
        }
        let sign = match (stone, style) {
            (Some(_), TextStyle::Colored) => '●',
            (Some(color), TextStyle::Plain) => color.letter(),
            (None, _) => match self.marks.get(&cell) {
                Some(Mark::Circle) => 'o',
                Some(Mark::Cross) => 'x',
                Some(Mark::Selected) => '+',
                Some(Mark::Square) => '#',
                Some(Mark::Triangle) => '^',
                None if style == TextStyle::Colored => '·',
                None => self.shade_sign(cell).unwrap_or('.'),
            },
        };
        (sign.to_string(), stone.is_some() && style == TextStyle::Colored)
    }

    fn shade_sign(&self, cell: Cell) -> Option<char> {
        let index = self.shades.iter().rposition(|shade| shade.cells.contains(cell))?;
        Some(SHADE_SIGNS[index % SHADE_SIGNS.len()])
    }

    /// Arrows, the names of shades, the heat map and the caption have no place on a text board: they follow it.
    fn legend(&self, style: TextStyle, text: &mut String) {
        let size = self.position.size();
        for (index, shade) in self.shades.iter().enumerate() {
            let Some(name) = &shade.name else { continue };
            let sign = match style {
                TextStyle::Plain => SHADE_SIGNS[index % SHADE_SIGNS.len()].to_string(),
                TextStyle::Colored => format!("\x1b[48;5;{}m  \x1b[0m", terminal_tint(shade.tint)),
            };
            let _ = writeln!(text, "{sign} {name}");
        }
        for arrow in &self.arrows {
            let _ = writeln!(text, "{} -> {}", size.name(arrow.from), size.name(arrow.to));
        }
        if let Some(heat) = &self.heat
            && let Some((least, greatest)) = heat.range()
        {
            let name = heat.name.as_deref().unwrap_or("values");
            let _ = writeln!(text, "{name}: {least} to {greatest}");
        }
        if let Some(caption) = &self.caption {
            let _ = writeln!(text, "{caption}");
        }
    }
}

/// A text board with its measures, in columns of text.
struct Paper<'a> {
    picture: &'a Picture,
    style: TextStyle,
    /// The content of a cell; odd, so that it has a middle.
    width: usize,
    /// From one cell to the next; even, so that rows can be shifted by half of it.
    pitch: usize,
    /// Left of the first row.
    margin: usize,
}

impl Paper<'_> {
    /// The letters of the columns, on the slanted lines of their columns.
    fn letters(&self, indent: usize, text: &mut String) {
        let mut line = " ".repeat(indent + self.width / 2);
        for col in 0..self.picture.position.size().cols() {
            if col > 0 {
                line.push_str(&" ".repeat(self.pitch - 1));
            }
            line.push(char::from(b'a' + col as u8));
        }
        self.push_colored(text, &line, Color::Black);
        text.push('\n');
    }

    fn row(&self, row: usize, text: &mut String) {
        let picture = self.picture;
        let size = picture.position.size();
        let indent = self.margin + row * self.pitch / 2;
        if picture.coordinates {
            let number = format!("{:>width$}", row + 1, width = indent - 1);
            self.push_colored(text, &number, Color::White);
        } else if indent > 0 {
            text.push_str(&" ".repeat(indent - 1));
        }
        // Between two cells is one column: a space, or a bracket of the last stone. Colours mark it otherwise.
        let bracketed = |col: usize| {
            let cell = size.at(col, row);
            self.style == TextStyle::Plain && cell.is_some() && cell == picture.last_move
        };
        for col in 0..size.cols() {
            if bracketed(col) {
                text.push('(');
            } else if col > 0 && bracketed(col - 1) {
                text.push(')');
            } else if col > 0 || indent > 0 {
                text.push(' ');
            }
            let Some(cell) = size.at(col, row) else { continue };
            let (content, disc) = picture.content(cell, self.style);
            let pad = self.width - content.chars().count();
            let padded = format!("{}{content}{}", " ".repeat(pad / 2), " ".repeat(pad - pad / 2));
            match self.style {
                TextStyle::Plain => text.push_str(&padded),
                TextStyle::Colored => self.push_cell(text, cell, &padded, disc),
            }
        }
        if bracketed(size.cols() - 1) {
            text.push(')');
        } else if picture.coordinates {
            text.push(' ');
        }
        if picture.coordinates {
            self.push_colored(text, &format!(" {}", row + 1), Color::White);
        }
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
    }

    /// A cell with colours: shade or heat behind, the stone's colour in front, the last stone reversed.
    fn push_cell(&self, text: &mut String, cell: Cell, padded: &str, disc: bool) {
        let picture = self.picture;
        let mut codes: Vec<String> = Vec::new();
        if let Some(shade) = picture.shades.iter().rfind(|shade| shade.cells.contains(cell)) {
            codes.push(format!("48;5;{}", terminal_tint(shade.tint)));
        } else if let Some(heat) = &picture.heat
            && let Some(value) = heat.values.get(&cell).filter(|value| value.is_finite())
        {
            // The grey ramp of the terminal, from dark to light, keeps the lettering readable.
            codes.push(format!("48;5;{}", 234 + (heat.share(*value) * 10.0).round() as u8));
        }
        match picture.position.at(cell) {
            Some(color) if disc => codes.push(format!("38;5;{}", terminal_stone(color))),
            Some(color) => codes.push(format!("38;5;231;48;5;{}", terminal_stone(color))),
            None if codes.is_empty() => {}
            None => codes.push(
                if picture.shades.iter().any(|s| s.cells.contains(cell)) { "38;5;16" } else { "38;5;255" }
                    .to_string(),
            ),
        }
        if picture.last_move == Some(cell) {
            codes.push("1;4".to_string());
        }
        if codes.is_empty() {
            text.push_str(padded);
        } else {
            let _ = write!(text, "\x1b[{}m{padded}\x1b[0m", codes.join(";"));
        }
    }

    fn push_colored(&self, text: &mut String, line: &str, color: Color) {
        match self.style {
            TextStyle::Plain => text.push_str(line),
            TextStyle::Colored => {
                let _ = write!(text, "\x1b[38;5;{}m{line}\x1b[0m", terminal_stone(color));
            }
        }
    }
}

/// Colours of the terminal's 256 that are near those of the pictures.
const fn terminal_stone(color: Color) -> u8 {
    match color {
        Color::Black => 167,
        Color::White => 68,
    }
}

const fn terminal_tint(tint: Tint) -> u8 {
    match tint {
        Tint::Yellow => 229,
        Tint::Green => 151,
        Tint::Orange => 216,
        Tint::Purple => 183,
        Tint::Cyan => 152,
        Tint::Grey => 250,
        Tint::Red => 217,
        Tint::Blue => 153,
    }
}
