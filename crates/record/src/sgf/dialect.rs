//! The dialects of SGF: which program wrote a file, and the meaning of its properties.
//!
//! | written by | recognised by | what differs |
//! | --- | --- | --- |
//! | HexGUI up to 0.9 | `AP[HexGui:0.0]` to `AP[HexGui:0.9…]` | `swap-pieces` means `swap-sides` |
//! | HexGUI and others | no mark | a bare `swap` means `swap-sides` |
//! | Little Golem | no `GM`, and two-letter points or `SO` of the site | a bare `swap` means `swap-pieces`; `W` opens; nothing is escaped |
//!
//! On Little Golem the player who opens joins top and bottom, regardless of the letter that the file gives the move, and `PB` and `RE[B]`
//! mean that player too. Where such a file opens with `W`, the letters of moves and stones are therefore exchanged on
//! reading, and names and result are not. Evidence: in game 1254910 the opener, written `W`, crawls along the second row
//! while the opponent answers on the first, so the opener wants the top edge; there and in game 1612755 the last node is
//! `B[resign]` while `RE[B]` names the winner.

use board::{BoardError, BoardSize, Cell, Color, SwapRule};

use super::reader::RawGame;
use crate::{Action, Mark, NodeId, Ply, Property, PropertyValue, Record, RecordError, line};

/// How to read the moves of one file.
struct Dialect {
    size: BoardSize,
    /// The meaning of a bare `swap`.
    swap: SwapRule,
    /// The meaning of `swap-pieces`.
    swap_pieces: SwapRule,
    /// Whether the letters of moves and stones are exchanged.
    exchanged: bool,
}

/// Turns the properties that we understand into what they mean.
pub(super) fn understand(text: &str, raw: RawGame) -> Result<Record, RecordError> {
    let RawGame { mut record, offsets } = raw;
    let mut offsets = offsets.into_iter().map(|offset| offset as usize);
    let little_golem = is_little_golem(&record);
    let size = board_size(&record).map_err(|problem| {
        let properties = record.root().properties();
        let at = properties.iter().position(|p| matches!(p, Property::Text { name, .. } if name == "SZ"));
        let offset = at.and_then(|at| offsets.clone().nth(at)).unwrap_or(0);
        RecordError::at(text, offset, problem)
    })?;
    let dialect = Dialect {
        size,
        swap: if little_golem { SwapRule::Pieces } else { SwapRule::Sides },
        swap_pieces: if is_old_hexgui(&record) { SwapRule::Sides } else { SwapRule::Pieces },
        exchanged: little_golem && opener(&record) == Some(Color::White),
    };
    record.set_size(size);
    for id in record.ids() {
        let raw = std::mem::take(record.node_mut(id).properties_mut());
        for property in raw {
            let offset = offsets.next().unwrap_or(0);
            let understood = dialect
                .property(property, id == NodeId::ROOT)
                .map_err(|problem| RecordError::at(text, offset, problem))?;
            if let Some(property) = understood {
                record.node_mut(id).push(property);
            }
        }
    }
    if little_golem && let Some(result) = record.result() {
        let implied = line::implied_result(&record).filter(|implied| implied.winner == result.winner);
        record.set_result(implied.unwrap_or(result));
    }
    Ok(record)
}

/// Versions of HexGUI that wrote `swap-pieces` for what is `swap-sides`: 0.0 to 0.9 with anything but a digit after it.
fn is_old_hexgui(record: &Record) -> bool {
    record.info("AP").is_some_and(|application| {
        let application = application.to_ascii_lowercase();
        let Some(minor) = application.strip_prefix("hexgui:0.") else { return false };
        let mut chars = minor.chars();
        chars.next().is_some_and(|c| c.is_ascii_digit()) && !chars.next().is_some_and(|c| c.is_ascii_digit())
    })
}

/// A part of Little Golem's address.
pub(super) const SITE: &str = "littlegolem";
/// Where the name of the site stands at the latest: the root of its files is a few hundred bytes.
pub(super) const ROOT_BYTES: usize = 2048;

/// Whether a text begins like a file of Little Golem that names the site: there values are written as they are, with no
/// escapes, which the reader must know before it reads them.
pub(super) fn is_little_golem_head(text: &str) -> bool {
    // The root ends where moves or another game begin.
    let head = &text[..text.floor_char_boundary(ROOT_BYTES)];
    let next_game = head.get(1..).and_then(|rest| rest.find("(;")).map_or(head.len(), |at| at + 1);
    let head = &head[..next_game];
    let moves = [";W[", ";B["].into_iter().filter_map(|word| head.find(word)).min();
    let root = &head[..moves.unwrap_or(head.len())];
    root.contains(SITE) && !root.contains("GM[")
}

fn is_little_golem(record: &Record) -> bool {
    record.info("GM").is_none()
        && (record.info("SO").is_some_and(|source| source.to_ascii_lowercase().contains(SITE))
            || first_stone(record).is_some_and(|value| two_letters(&value).is_some()))
}

/// The colour letter of the first move of the main line.
fn opener(record: &Record) -> Option<Color> {
    record.main_line().find_map(|id| {
        record.node(id).properties().iter().find_map(|property| match property {
            Property::Text { name, .. } => move_color(name),
            _ => None,
        })
    })
}

/// The text of the first stone of the main line.
fn first_stone(record: &Record) -> Option<String> {
    record.main_line().find_map(|id| {
        record.node(id).properties().iter().find_map(|property| match property {
            Property::Text { name, values } if move_color(name).is_some() => {
                values.first().map(PropertyValue::text)
            }
            _ => None,
        })
    })
}

fn move_color(name: &str) -> Option<Color> {
    match name {
        "B" => Some(Color::Black),
        "W" => Some(Color::White),
        _ => None,
    }
}

fn board_size(record: &Record) -> Result<BoardSize, String> {
    match record.info("SZ") {
        None => BoardSize::square(11).map_err(|error| error.to_string()),
        Some(text) => text.trim().parse().map_err(|error: BoardError| format!("property SZ: {error}")),
    }
}

impl Dialect {
    /// The meaning of a property; `None` if the writer will write it again. The error says what was found and expected.
    fn property(&self, property: Property, root: bool) -> Result<Option<Property>, String> {
        let Property::Text { name, values } = property else { return Ok(Some(property)) };
        if root && let "FF" | "CA" | "AP" | "SZ" = name.as_str() {
            return Ok(None);
        }
        if name == "GM" {
            return match values[0].text().trim() {
                "11" => Ok(None),
                other => Err(format!(
                    "property GM: found game {}: expected 11, which is Hex",
                    crate::error::excerpt(other)
                )),
            };
        }
        let understood = match name.as_str() {
            "B" | "W" => {
                let color = self.color(if name == "B" { Color::Black } else { Color::White });
                let [value] = values.as_slice() else {
                    return Err(format!("property {name}: found {} moves: expected one", values.len()));
                };
                let action = self.action(&value.text()).map_err(|e| format!("property {name}: {e}"))?;
                Some(Property::Move(Ply { color, action }))
            }
            "AB" | "AW" | "AE" => {
                let color = match name.as_str() {
                    "AB" => Some(self.color(Color::Black)),
                    "AW" => Some(self.color(Color::White)),
                    _ => None,
                };
                let cells = self.cells(&values).map_err(|e| format!("property {name}: {e}"))?;
                Some(Property::Stones { color, cells })
            }
            "PL" => {
                let text = values[0].text();
                let color = match text.trim() {
                    "1" => Ok(Color::Black),
                    "2" => Ok(Color::White),
                    text => text.parse().map_err(|e: BoardError| format!("property PL: {e}")),
                }?;
                Some(Property::ToMove(self.color(color)))
            }
            // The following properties are decoration: if they cannot be read, they are kept as text.
            "LB" => self.texts(&values).map(Property::Labels),
            "SHADE" => self.texts(&values).map(Property::Shades),
            "AR" => self.pairs(&values).map(Property::Arrows),
            _ => Mark::ALL.into_iter().find(|mark| mark.property() == name).and_then(|mark| {
                let cells = self.cells(&values).ok()?;
                Some(Property::Marks { mark, cells })
            }),
        };
        Ok(Some(understood.unwrap_or(Property::Text { name, values })))
    }

    const fn color(&self, color: Color) -> Color {
        if self.exchanged { color.opponent() } else { color }
    }

    fn action(&self, text: &str) -> Result<Action, BoardError> {
        let text = text.trim();
        match text.to_ascii_lowercase().as_str() {
            "swap" => Ok(Action::Swap(self.swap)),
            "swap-pieces" => Ok(Action::Swap(self.swap_pieces)),
            "" => Ok(Action::Pass),
            _ => match self.two_letter_cell(text) {
                Some(cell) => Ok(Action::Place(cell)),
                None => Action::parse(text, self.size),
            },
        }
    }

    fn cell(&self, text: &str) -> Result<Cell, BoardError> {
        let text = text.trim();
        self.two_letter_cell(text).map_or_else(|| self.size.cell(text), Ok)
    }

    /// A point as Go writes it, column and row as letters, if it is one of this board.
    fn two_letter_cell(&self, text: &str) -> Option<Cell> {
        let (col, row) = two_letters(text)?;
        self.size.at(col, row)
    }

    /// The cells of a list of points. `a1:c2` stands for all cells of that rectangle.
    fn cells(&self, values: &[PropertyValue]) -> Result<Vec<Cell>, String> {
        let cell = |text: &str| self.cell(text).map_err(|error| error.to_string());
        let span = |a: usize, b: usize| a.min(b)..=a.max(b);
        let mut cells = Vec::new();
        for value in values {
            if let Some((from, to)) = value.pair() {
                let (from, to) = (cell(&from)?, cell(&to)?);
                for row in span(from.row(self.size), to.row(self.size)) {
                    let columns = span(from.col(self.size), to.col(self.size));
                    cells.extend(columns.filter_map(|col| self.size.at(col, row)));
                }
            } else {
                cells.push(cell(&value.text())?);
            }
            // No cell belongs in a list twice; this also bounds what a short text can grow to.
            if cells.len() > self.size.cells() {
                return Err(format!("found more cells than the {} board has: expected each once", self.size));
            }
        }
        Ok(cells)
    }

    fn texts(&self, values: &[PropertyValue]) -> Option<Vec<(Cell, String)>> {
        values
            .iter()
            .map(|value| value.pair().and_then(|(cell, text)| Some((self.cell(&cell).ok()?, text))))
            .collect()
    }

    fn pairs(&self, values: &[PropertyValue]) -> Option<Vec<(Cell, Cell)>> {
        values
            .iter()
            .map(|value| {
                value.pair().and_then(|(from, to)| Some((self.cell(&from).ok()?, self.cell(&to).ok()?)))
            })
            .collect()
    }
}

/// Column and row of a point in two letters.
fn two_letters(text: &str) -> Option<(usize, usize)> {
    let &[col, row] = text.trim().as_bytes() else { return None };
    let number = |b: u8| b.is_ascii_alphabetic().then(|| usize::from(b.to_ascii_lowercase() - b'a'));
    Some((number(col)?, number(row)?))
}
