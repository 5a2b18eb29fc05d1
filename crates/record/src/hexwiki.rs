//! The boards of HexWiki: `<hexboard size="3x4" contents="R 1:c1 B 2:b3 E *:c2 S blue:(a1--d1)"/>` and, on old pages,
//! `<hex>R3 C4 Q1 Vc2 Hd3 Mb1</hex>`.
//!
//! Mind the order: HexWiki says rows x columns, everyone else columns x rows. Red is our Black. Stones whose labels are
//! consecutive numbers are moves in that order; all others are set up. Labels, stars and shading are kept at the last node.

mod contents;
mod old;

use std::{collections::BTreeMap, fmt::Write};

use board::{BoardSize, Cell, Color, Move, Position, SwapRule};

use crate::{Action, NodeId, Ply, Property, Record, RecordError, Written, error::RecordError as Error};

/// A board as the wiki describes it.
#[derive(Debug)]
struct WikiBoard {
    size: BoardSize,
    stones: BTreeMap<Cell, Color>,
    labels: BTreeMap<Cell, String>,
    shades: BTreeMap<Cell, String>,
}

impl WikiBoard {
    const fn new(size: BoardSize) -> Self {
        Self { size, stones: BTreeMap::new(), labels: BTreeMap::new(), shades: BTreeMap::new() }
    }

    fn into_record(mut self) -> Record {
        let mut record = Record::new(self.size);
        let moves = self.take_moves();
        for color in Color::BOTH {
            let cells: Vec<Cell> =
                self.stones.iter().filter(|(_, own)| **own == color).map(|(cell, _)| *cell).collect();
            if !cells.is_empty() {
                record.root_mut().push(Property::Stones { color: Some(color), cells });
            }
        }
        // The wiki does not say whose turn it is: the first numbered stone does, else the numbers of stones.
        let count = |color| self.stones.values().filter(|own| **own == color).count();
        let by_count = if count(Color::Black) > count(Color::White) { Color::White } else { Color::Black };
        let to_move = moves.first().map_or(by_count, |(_, ply)| ply.color);
        if !self.stones.is_empty() || to_move == Color::White {
            record.root_mut().push(Property::ToMove(to_move));
        }
        let mut last = NodeId::ROOT;
        for (index, (number, ply)) in moves.into_iter().enumerate() {
            last = record.add_ply(last, ply);
            if index == 0 && number != 1 {
                record.node_mut(last).set_text("MN", &number.to_string());
            }
        }
        let node = record.node_mut(last);
        if !self.labels.is_empty() {
            node.push(Property::Labels(self.labels.into_iter().collect()));
        }
        if !self.shades.is_empty() {
            node.push(Property::Shades(self.shades.into_iter().collect()));
        }
        record
    }

    /// Takes out the stones whose labels are the numbers from some number on, each once, in that order.
    fn take_moves(&mut self) -> Vec<(usize, Ply)> {
        let mut numbered: Vec<(usize, Cell, Color)> = Vec::new();
        for (&cell, &color) in &self.stones {
            if let Some(number) = self.labels.get(&cell).and_then(|label| label.parse().ok()) {
                numbered.push((number, cell, color));
            }
        }
        numbered.sort_unstable();
        if numbered.windows(2).any(|pair| pair[0].0.checked_add(1) != Some(pair[1].0)) {
            return Vec::new();
        }
        for (_, cell, _) in &numbered {
            self.stones.remove(cell);
            self.labels.remove(cell);
        }
        numbered
            .into_iter()
            .map(|(number, cell, color)| (number, Ply { color, action: Action::Place(cell) }))
            .collect()
    }
}

/// Whether a text has a board of the wiki in it.
pub(crate) fn recognise(text: &str) -> bool {
    next_tag(text, 0).is_some()
}

/// The two kinds of tags.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tag {
    New,
    Old,
}

/// The next tag at or after a byte, and where it begins.
fn next_tag(text: &str, from: usize) -> Option<(usize, Tag)> {
    let mut from = from;
    loop {
        let at = from + text[from..].find("<hex")?;
        let rest = &text[at + 4..];
        if rest.starts_with("board") {
            return Some((at, Tag::New));
        }
        if rest.starts_with('>') {
            return Some((at, Tag::Old));
        }
        from = at + 4;
    }
}

/// Reads every board of a text, which may be a whole page.
///
/// # Errors
/// [`RecordError::Syntax`] with line and column.
pub fn read(text: &str) -> Result<Vec<Record>, RecordError> {
    let mut records = Vec::new();
    let mut from = 0;
    while let Some((at, tag)) = next_tag(text, from) {
        let (board, end) = match tag {
            Tag::New => contents::read(text, at)?,
            Tag::Old => old::read(text, at)?,
        };
        records.push(board.into_record());
        from = end;
    }
    if records.is_empty() {
        return Err(Error::at(text, 0, "found no board: expected <hexboard …/> or <hex>…</hex>"));
    }
    Ok(records)
}

/// Writes the end of each main line as a board with numbered stones.
///
/// # Errors
/// [`RecordError::Rules`] for a game against the rules.
pub fn write(records: &[Record]) -> Result<Written, RecordError> {
    let mut written = Written::default();
    for record in records {
        let board = board_of(record, &mut written)?;
        written.text.push_str(&board);
        written.text.push('\n');
    }
    Ok(written)
}

fn board_of(record: &Record, written: &mut Written) -> Result<String, RecordError> {
    let size = record.size();
    let game = record.game()?;
    let mut text = format!("<hexboard size=\"{}x{}\"\n  contents=\"", size.rows(), size.cols());
    let start = *game.start();
    let mut placed = start;
    let mut numbered: Vec<(usize, Color, Cell)> = Vec::new();
    // Turns that are folded into the start of the game have spent their numbers.
    let folded = record.plies().count().saturating_sub(game.turns().len());
    let first_node = record.main_line().find(|id| record.node(*id).ply().is_some());
    let first_number: Option<usize> =
        first_node.and_then(|id| record.node(id).text("MN")).and_then(|text| text.parse().ok());
    let first = folded + first_number.unwrap_or(1).clamp(1, 9999);
    for (index, turn) in game.turns().iter().enumerate() {
        match turn.mv {
            Move::Place(cell) => numbered.push((first + index, turn.color, cell)),
            Move::Swap(rule) => {
                // The stone lies where the swap has put it, and its number is spent.
                numbered.clear();
                let swapped = record_swap(&game, index);
                placed = swapped;
                written.leave_out(match rule {
                    SwapRule::Pieces => "the swap (the stone is shown where it lies after it)",
                    SwapRule::Sides => "the swap of sides (the stone stays, the players change)",
                });
            }
            Move::Resign => written.leave_out("how the game ended"),
        }
    }
    let mut words = Vec::new();
    for color in Color::BOTH {
        let cells: Vec<String> = placed.stones(color).iter().map(|c| size.name(c).to_string()).collect();
        if !cells.is_empty() {
            words.push(format!("{} {}", letter(color), cells.join(" ")));
        }
    }
    for (number, color, cell) in &numbered {
        words.push(format!("{} {number}:{}", letter(*color), size.name(*cell)));
    }
    let taken: Vec<Cell> = numbered.iter().map(|(_, _, cell)| *cell).collect();
    decorate(record, game.position(), &taken, &mut words, written);
    let _ = write!(text, "{}\"\n  />", words.join("\n            "));
    // Everything but the end of the main line is left out.
    written.leave_out_if(record.has_variations(), "variations");
    let mut rest = record.clone();
    rest.node_mut(record.last()).properties_mut().retain(|property| !is_drawn(property));
    rest.root_mut().remove_text("RE");
    for id in record.ids() {
        rest.node_mut(id).remove_text("MN");
    }
    written.leave_out_texts(&rest);
    written.leave_out_if(
        record.result().is_some() && record.result() != crate::line::implied_result(record),
        "the result",
    );
    Ok(text)
}

const fn is_drawn(property: &Property) -> bool {
    matches!(property, Property::Labels(_) | Property::Shades(_) | Property::Marks { .. })
}

/// The position just after the swap that is this turn of a game.
fn record_swap(game: &board::Game, turn: usize) -> Position {
    let mut replay = game.clone();
    while replay.turns().len() > turn + 1 {
        if replay.undo().is_err() {
            break;
        }
    }
    *replay.position()
}

/// Adds the labels, marks and shades of the last node.
fn decorate(
    record: &Record,
    position: &Position,
    taken: &[Cell],
    words: &mut Vec<String>,
    written: &mut Written,
) {
    let size = record.size();
    let mut label = |cell: Cell, text: &str| {
        let plain = !text.is_empty() && !text.contains([':', '"', '<', '>', '&', '(', ')']);
        if taken.contains(&cell) || !plain || text.contains(char::is_whitespace) {
            written.leave_out("labels that the wiki has no place for");
            return;
        }
        let mode = position.at(cell).map_or('E', letter);
        words.push(format!("{mode} {text}:{}", size.name(cell)));
    };
    let mut shaded: BTreeMap<String, Vec<Cell>> = BTreeMap::new();
    for property in record.node(record.last()).properties() {
        match property {
            Property::Labels(labels) => labels.iter().for_each(|(cell, text)| label(*cell, text)),
            Property::Marks { cells, .. } => cells.iter().for_each(|cell| label(*cell, "*")),
            Property::Shades(shades) => {
                for (cell, color) in shades {
                    shaded.entry(color.clone()).or_default().push(*cell);
                }
            }
            _ => {}
        }
    }
    for (color, cells) in shaded {
        let cells: Vec<String> = cells.into_iter().map(|cell| size.name(cell).to_string()).collect();
        let prefix = if color.is_empty() { String::new() } else { format!("{color}:") };
        if color.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '#') {
            words.push(format!("S {prefix}({})", cells.join(" ")));
        } else {
            written.leave_out("shades with unusual names");
        }
    }
}

const fn letter(color: Color) -> char {
    match color {
        Color::Black => 'R',
        Color::White => 'B',
    }
}
