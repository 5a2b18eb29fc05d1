//! The stored form of a position, as bytes.
//!
//! ```text
//! key    columns u8, rows u8, side to move u8 (0 Black, 1 White), Black's stones, White's stones
//! value  version u8 = 2, winner u8 (0 Black, 1 White), winning move u16 (65535: none), work u64, carrier, checksum u64
//! ```
//!
//! The checksum is FNV-1a over the key and the value before it, so a record under another position's key is noticed too. It
//! detects accidents; it does not tell who wrote the record. Version 1 had no checksum and is read for migration only.
//!
//! Numbers are big-endian. A set of cells is `ceil(cells / 8)` bytes, cell `i` (row by row from `a1`) is bit `i % 8` of byte
//! `i / 8`. A position is stored as its image under the symmetry of the board that makes the key smallest.

use board::{BoardSize, Cell, CellSet, Color, MAX_CELLS, Position, Symmetry};

use crate::StoreError;

/// The version of the value's layout.
const VERSION: u8 = 2;
/// The layout without a checksum.
const WITHOUT_CHECKSUM: u8 = 1;
/// The longest key: a board of 19x19.
pub const KEY_BYTES: usize = 3 + 2 * MAX_CELLS.div_ceil(8);
/// "No winning move".
const NO_MOVE: u16 = u16::MAX;

/// The data of a solved position.
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

/// The bytes of a record, for the position of this key.
#[must_use]
pub fn encode(key: &[u8], solved: &Solved, size: BoardSize) -> Vec<u8> {
    let mut value = vec![VERSION, solved.winner.index() as u8];
    let winning_move = solved.winning_move.map_or(NO_MOVE, |cell| cell.index() as u16);
    value.extend(winning_move.to_be_bytes());
    value.extend(solved.work.to_be_bytes());
    push_cells(&mut value, solved.carrier, size);
    value.extend(checksum(key, &value).to_be_bytes());
    value
}

/// Reads the bytes of a record that was found under a key.
///
/// # Errors
/// [`StoreError::Version`] for a layout of another program, [`StoreError::Damaged`] where the checksum does not fit key and
/// value, or where the bytes are not a record.
pub fn decode(key: &[u8], value: &[u8], size: BoardSize) -> Result<Solved, StoreError> {
    let Some((summed, sum)) = value.split_last_chunk::<8>() else { return Err(damaged("a record's length")) };
    expect_version(value, VERSION)?;
    if checksum(key, summed) != u64::from_be_bytes(*sum) {
        return Err(damaged("its checksum"));
    }
    decode_fields(summed, size)
}

/// Reads a record of version 1.
///
/// # Errors
/// As [`decode`], but there is no checksum to tell damage by.
pub(crate) fn decode_without_checksum(value: &[u8], size: BoardSize) -> Result<Solved, StoreError> {
    expect_version(value, WITHOUT_CHECKSUM)?;
    decode_fields(value, size)
}

fn expect_version(value: &[u8], expected: u8) -> Result<(), StoreError> {
    match value.first() {
        Some(&found) if found == expected => Ok(()),
        Some(&found) => Err(StoreError::Version { found, expected }),
        None => Err(damaged("a record's length")),
    }
}

/// The common part of both versions: a byte for the version, then the fields.
fn decode_fields(value: &[u8], size: BoardSize) -> Result<Solved, StoreError> {
    let [_, winner, rest @ ..] = value else { return Err(damaged("a record's length")) };
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

const fn damaged(what: &'static str) -> StoreError {
    StoreError::Damaged { what }
}

/// FNV-1a, 64 bits. A change of one byte always changes it, since each step is a bijection of the sum.
fn checksum(key: &[u8], value: &[u8]) -> u64 {
    let bytes = key.iter().chain(value);
    bytes
        .fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

fn push_cells(bytes: &mut Vec<u8>, cells: CellSet, size: BoardSize) {
    let all: Vec<u8> = cells.words().iter().flat_map(|word| word.to_le_bytes()).collect();
    bytes.extend(&all[..size.cells().div_ceil(8)]);
}

fn read_cells(bytes: &[u8], size: BoardSize) -> Result<CellSet, StoreError> {
    if bytes.len() != size.cells().div_ceil(8) {
        return Err(damaged("the length of a set of cells"));
    }
    let mut cells = CellSet::EMPTY;
    for (index, byte) in bytes.iter().enumerate() {
        for bit in (0..8).filter(|bit| byte >> bit & 1 != 0) {
            let cell = size.cell_at(8 * index + bit).ok_or(damaged("a cell off the board"))?;
            cells.insert(cell);
        }
    }
    Ok(cells)
}
