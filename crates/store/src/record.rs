//! What is stored of a position, as bytes.
//!
//! ```text
//! key    columns u8, rows u8, side to move u8 (0 Black, 1 White), Black's stones, White's stones
//! value  version u8 = 1, winner u8 (0 Black, 1 White), winning move u16 (65535: none), work u64, carrier
//! ```
//!
//! Numbers are big-endian. A set of cells is `ceil(cells / 8)` bytes, cell `i` (row by row from `a1`) is bit `i % 8` of byte
//! `i / 8`. A position is stored as its image under the symmetry of the board that makes the key smallest.

use board::{BoardSize, Cell, CellSet, Color, MAX_CELLS, Position, Symmetry};

use crate::StoreError;

/// The version of the value's layout.
const VERSION: u8 = 1;
/// The longest key: a board of 19x19.
pub const KEY_BYTES: usize = 3 + 2 * MAX_CELLS.div_ceil(8);
/// "No winning move".
const NO_MOVE: u16 = u16::MAX;

/// What is known of a solved position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Solved {
    /// Who wins.
    pub winner: Color,
    /// A winning move, where the winner is to move and one is known.
    pub winning_move: Option<Cell>,
    /// The empty cells that the winner needs.
    pub carrier: CellSet,
    /// Positions examined to find out.
    pub work: u64,
}

impl Solved {
    /// The same fact about the image of the position. A symmetry of Hex undoes itself, so this is also the way back.
    #[must_use]
    pub fn image(&self, symmetry: Symmetry, size: BoardSize) -> Self {
        Self {
            winner: symmetry.color(self.winner),
            winning_move: self.winning_move.map(|cell| symmetry.cell(cell, size)),
            carrier: symmetry.cells(self.carrier, size),
            work: self.work,
        }
    }
}

/// The key of a position and the symmetry that leads to the image it stands for.
#[must_use]
pub fn encode_key(position: &Position) -> (Vec<u8>, Symmetry) {
    Symmetry::of(position.size())
        .iter()
        .map(|&symmetry| (key_of(&position.image(symmetry)), symmetry))
        .min()
        .expect("every board has the identity")
}

fn key_of(position: &Position) -> Vec<u8> {
    let size = position.size();
    let mut key = vec![size.cols() as u8, size.rows() as u8, position.to_move().index() as u8];
    for color in Color::BOTH {
        push_cells(&mut key, position.stones(color), size);
    }
    key
}

/// The position that a key stands for.
///
/// # Errors
/// [`StoreError::Damaged`] where the bytes are not a key.
pub fn decode_key(key: &[u8]) -> Result<Position, StoreError> {
    let damaged = |what: &'static str| StoreError::Damaged { what };
    let [cols, rows, to_move, stones @ ..] = key else {
        return Err(damaged("a key of less than three bytes"));
    };
    let size = BoardSize::new(usize::from(*cols), usize::from(*rows)).map_err(|_| damaged("a board size"))?;
    let set_bytes = size.cells().div_ceil(8);
    if stones.len() != 2 * set_bytes || *to_move > 1 {
        return Err(damaged("the length of a key"));
    }
    let (black, white) = stones.split_at(set_bytes);
    let to_move = Color::BOTH[usize::from(*to_move)];
    Position::with_stones(size, read_cells(black, size)?, read_cells(white, size)?, to_move)
        .map_err(|_| damaged("a cell with two stones"))
}

/// The bytes of a record.
#[must_use]
pub fn encode(solved: &Solved, size: BoardSize) -> Vec<u8> {
    let mut value = vec![VERSION, solved.winner.index() as u8];
    let winning_move = solved.winning_move.map_or(NO_MOVE, |cell| cell.index() as u16);
    value.extend(winning_move.to_be_bytes());
    value.extend(solved.work.to_be_bytes());
    push_cells(&mut value, solved.carrier, size);
    value
}

/// Reads the bytes of a record.
///
/// # Errors
/// [`StoreError::Version`] for a layout of another program, [`StoreError::Damaged`] where the bytes are not a record.
pub fn decode(value: &[u8], size: BoardSize) -> Result<Solved, StoreError> {
    let damaged = |what: &'static str| StoreError::Damaged { what };
    let [version, winner, rest @ ..] = value else { return Err(damaged("an empty record")) };
    if *version != VERSION {
        return Err(StoreError::Version { found: *version, expected: VERSION });
    }
    let (Some((mv, rest)), true) = (rest.split_first_chunk::<2>(), *winner <= 1) else {
        return Err(damaged("a winner"));
    };
    let Some((work, carrier)) = rest.split_first_chunk::<8>() else {
        return Err(damaged("a record's length"));
    };
    let winning_move = match u16::from_be_bytes(*mv) {
        NO_MOVE => None,
        index => Some(size.cell_at(usize::from(index)).ok_or(damaged("a winning move"))?),
    };
    Ok(Solved {
        winner: Color::BOTH[usize::from(*winner)],
        winning_move,
        carrier: read_cells(carrier, size)?,
        work: u64::from_be_bytes(*work),
    })
}

fn push_cells(bytes: &mut Vec<u8>, cells: CellSet, size: BoardSize) {
    let all: Vec<u8> = cells.words().iter().flat_map(|word| word.to_le_bytes()).collect();
    bytes.extend(&all[..size.cells().div_ceil(8)]);
}

fn read_cells(bytes: &[u8], size: BoardSize) -> Result<CellSet, StoreError> {
    if bytes.len() != size.cells().div_ceil(8) {
        return Err(StoreError::Damaged { what: "the length of a set of cells" });
    }
    let mut cells = CellSet::EMPTY;
    for (index, byte) in bytes.iter().enumerate() {
        for bit in (0..8).filter(|bit| byte >> bit & 1 != 0) {
            let cell =
                size.cell_at(8 * index + bit).ok_or(StoreError::Damaged { what: "a cell off the board" })?;
            cells.insert(cell);
        }
    }
    Ok(cells)
}
