//! The old tag `<hex>…</hex>`: words whose first letter is a command.
//!
//! `R5` rows, `C5` columns, `Q1` coordinates; `Vc2` or `Rc2` a red stone, `Hd3` or `Bd3` a blue one, both with a digit
//! before the cell if they are numbered; `Sa3`, `*a3` a star, `Pa3`, `+a3` a plus; `Mc3` the next numbered move, red first.
//! The later words `play`, `red`, `blue`, `border`, `labels`, `coords` and `numbered` are read too: `play` makes the
//! following bare cells moves, `red` and `blue` make them stones.

use board::{BoardSize, Cell, Color};

use super::WikiBoard;
use crate::{
    RecordError,
    error::{RecordError as Error, excerpt},
};

/// Reads the tag that begins at `at`; returns the board and where the tag ends.
pub(super) fn read(text: &str, at: usize) -> Result<(WikiBoard, usize), RecordError> {
    let start = at + "<hex>".len();
    let end = text[start..]
        .find("</hex>")
        .map(|length| start + length)
        .ok_or_else(|| Error::at(text, at, "found <hex> that is not closed: expected </hex>"))?;
    let words: Vec<(usize, &str)> = text[start..end]
        .split_whitespace()
        .map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
        .collect();
    let size = board_size(text, at, &words)?;
    let mut reader = Old { board: WikiBoard::new(size), next: 1, bare: Bare::Refused };
    for (offset, word) in words {
        reader.word(word).map_err(|problem| Error::at(text, offset, problem))?;
    }
    Ok((reader.board, end + "</hex>".len()))
}

/// A command and its number, for the words that are nothing else: `R5`.
fn setting(word: &str) -> Option<(char, usize)> {
    let mut chars = word.chars();
    let command = chars.next()?;
    let number = chars.as_str();
    let digits = !number.is_empty() && number.len() <= 4 && number.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| number.parse().ok().map(|number| (command, number))).flatten()
}

fn board_size(text: &str, at: usize, words: &[(usize, &str)]) -> Result<BoardSize, RecordError> {
    let side = |command| {
        words.iter().filter_map(|(_, word)| setting(word)).find(|(own, _)| *own == command).map(|(_, n)| n)
    };
    // The wiki's own default.
    BoardSize::new(side('C').unwrap_or(10), side('R').unwrap_or(10))
        .map_err(|error| Error::at(text, at, error.to_string()))
}

/// The content of a cell without a command.
#[derive(Clone, Copy)]
enum Bare {
    Refused,
    Move,
    Stone(Color),
}

struct Old {
    board: WikiBoard,
    /// The number of the next move.
    next: usize,
    bare: Bare,
}

impl Old {
    fn word(&mut self, word: &str) -> Result<(), String> {
        match word {
            "play" => self.bare = Bare::Move,
            "red" => self.bare = Bare::Stone(Color::Black),
            "blue" => self.bare = Bare::Stone(Color::White),
            "border" | "labels" | "coords" | "numbered" => {}
            _ if setting(word).is_some_and(|(command, _)| matches!(command, 'R' | 'C' | 'Q')) => {}
            _ => return self.stone(word),
        }
        Ok(())
    }

    fn stone(&mut self, word: &str) -> Result<(), String> {
        let size = self.board.size;
        let mut chars = word.chars();
        let command = chars.next().unwrap_or(' ');
        let name = chars.as_str();
        if command.is_ascii_lowercase() {
            let cell = size.cell(word).map_err(|error| error.to_string())?;
            match self.bare {
                Bare::Refused => {
                    return Err(format!("found '{}': expected a command before the cell", excerpt(word)));
                }
                Bare::Move => self.next_move(cell),
                Bare::Stone(color) => {
                    self.board.stones.insert(cell, color);
                }
            }
            return Ok(());
        }
        let digits = name.bytes().take_while(u8::is_ascii_digit).count();
        let (number, cell) = name.split_at(digits);
        let cell = size.cell(cell).map_err(|error| error.to_string())?;
        match command {
            'V' | 'R' => _ = self.board.stones.insert(cell, Color::Black),
            'H' | 'B' => _ = self.board.stones.insert(cell, Color::White),
            'S' | '*' => _ = self.board.labels.insert(cell, "*".to_string()),
            'P' | '+' => _ = self.board.labels.insert(cell, "+".to_string()),
            'M' => self.next_move(cell),
            _ => {
                return Err(format!("found '{}': expected R, C, Q, V, H, B, S, P or M", excerpt(word)));
            }
        }
        if !number.is_empty() {
            self.board.labels.insert(cell, number.to_string());
        }
        Ok(())
    }

    fn next_move(&mut self, cell: Cell) {
        let color = if self.next % 2 == 1 { Color::Black } else { Color::White };
        self.board.stones.insert(cell, color);
        self.board.labels.insert(cell, self.next.to_string());
        self.next += 1;
    }
}
