//! The common part of strategy files and books: the first lines, and the checksum at the end.

use board::{BoardSize, CellSet, Color, Position};

use crate::kernel::{cell_set, color_of};

/// The position and claim of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// The position that is won.
    pub position: Position,
    /// By whom.
    pub winner: Color,
}

impl Header {
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
}

/// The header of a file that was accepted.
impl From<verify::Header> for Header {
    fn from(header: verify::Header) -> Self {
        let size =
            BoardSize::new(header.columns, header.rows).expect("the judge accepts boards of these sizes");
        let [black, white] = [header.black, header.white].map(cell_set);
        let position = Position::with_stones(size, black, white, color_of(header.to_move))
            .expect("the judge accepts stones on different cells");
        Self { position, winner: color_of(header.winner) }
    }
}

pub(crate) fn names(size: BoardSize, cells: CellSet) -> String {
    cells.iter().map(|cell| size.name(cell).to_string()).collect::<Vec<_>>().join(" ")
}

/// The text with its last line, the check sum. It detects accidents; anyone can compute it.
#[must_use]
pub fn seal(mut text: String) -> String {
    let sum = verify::check_sum(text.as_bytes());
    text.push_str(&format!("check {sum:016x}\n"));
    text
}
