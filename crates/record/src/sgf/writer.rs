//! Records to SGF text.

use std::fmt::{self, Write};

use board::{BoardSize, Cell, Color};

use crate::{NodeId, Property, PropertyValue, Record};

/// Lines are broken before a node once they are this long.
const LINE: usize = 100;

/// Writes records as SGF FF4: one game after the other.
#[must_use]
pub fn write(records: &[Record]) -> String {
    let mut text = String::new();
    for record in records {
        let size = record.size();
        let side = if size.is_square() {
            size.cols().to_string()
        } else {
            format!("{}:{}", size.cols(), size.rows())
        };
        let head = format!("FF[4]CA[UTF-8]AP[Hexwright:{}]GM[11]SZ[{side}]", env!("CARGO_PKG_VERSION"));
        let mut writer = Writer { text, line: 0, size };
        let written = writer.game(record, &head);
        debug_assert!(written.is_ok(), "writing to a string cannot fail");
        text = writer.text;
        text.push('\n');
    }
    text
}

/// The pending output.
enum Step {
    Variation(NodeId),
    Close,
}

struct Writer {
    text: String,
    /// Where the current line of text begins.
    line: usize,
    size: BoardSize,
}

impl Writer {
    fn game(&mut self, record: &Record, head: &str) -> fmt::Result {
        self.line = self.text.len();
        let mut steps = vec![Step::Variation(NodeId::ROOT)];
        while let Some(step) = steps.pop() {
            let Step::Variation(first) = step else {
                self.text.push(')');
                continue;
            };
            if first != NodeId::ROOT {
                self.new_line();
            }
            self.text.push('(');
            let mut id = first;
            loop {
                if self.text.len() - self.line > LINE {
                    self.new_line();
                }
                self.text.push(';');
                if id == NodeId::ROOT {
                    self.text.push_str(head);
                }
                for property in record.node(id).properties() {
                    self.property(property)?;
                }
                let mut children = record.children(id);
                match (children.next(), children.next()) {
                    (Some(only), None) => id = only,
                    (None, _) => {
                        self.text.push(')');
                        break;
                    }
                    (Some(_), Some(_)) => {
                        steps.push(Step::Close);
                        let from = steps.len();
                        steps.extend(record.children(id).map(Step::Variation));
                        steps[from..].reverse();
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    fn new_line(&mut self) {
        self.text.push('\n');
        self.line = self.text.len();
    }

    fn property(&mut self, property: &Property) -> fmt::Result {
        let size = self.size;
        match property {
            Property::Move(ply) => write!(self.text, "{}[{}]", ply.color.letter(), ply.action.name(size)),
            Property::Stones { color, cells } => {
                let name = match color {
                    Some(Color::Black) => "AB",
                    Some(Color::White) => "AW",
                    None => "AE",
                };
                self.cells(name, cells)
            }
            Property::ToMove(color) => write!(self.text, "PL[{}]", color.letter()),
            Property::Marks { mark, cells } => self.cells(mark.property(), cells),
            Property::Labels(labels) => self.texts("LB", labels),
            Property::Shades(shades) => self.texts("SHADE", shades),
            Property::Arrows(arrows) => {
                if !arrows.is_empty() {
                    self.text.push_str("AR");
                }
                for &(from, to) in arrows {
                    write!(self.text, "[{}:{}]", size.name(from), size.name(to))?;
                }
                Ok(())
            }
            Property::Text { name, values } => {
                self.text.push_str(name);
                for value in values {
                    write!(self.text, "[{}]", value.escaped())?;
                }
                // A long comment should not leave the moves after it in one endless line.
                if let Some(newline) = values.last().and_then(|value| value.escaped().rfind('\n')) {
                    let last = values.last().map_or(0, |value| value.escaped().len());
                    self.line = self.text.len() - (last - newline);
                }
                Ok(())
            }
        }
    }

    fn cells(&mut self, name: &str, cells: &[Cell]) -> fmt::Result {
        if !cells.is_empty() {
            self.text.push_str(name);
        }
        for &cell in cells {
            write!(self.text, "[{}]", self.size.name(cell))?;
        }
        Ok(())
    }

    fn texts(&mut self, name: &str, texts: &[(Cell, String)]) -> fmt::Result {
        if !texts.is_empty() {
            self.text.push_str(name);
        }
        for (cell, text) in texts {
            let value = PropertyValue::from_pair(&self.size.name(*cell).to_string(), text);
            write!(self.text, "[{}]", value.escaped())?;
        }
        Ok(())
    }
}
