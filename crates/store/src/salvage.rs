//! Saves the records of a damaged store, without the database: page by page, each record by its checksum.
//!
//! A page of redb that holds records begins so (numbers little-endian, offsets from the start of the page):
//!
//! ```text
//! kind u8 = 1, unused u8, records n u16, end of each key n x u32, end of each value n x u32, keys, values
//! ```
//!
//! All pages are read, whether the tree still leads to them or not. That is sound here because a record is a fact about a
//! position: an old page can only hold facts that were known earlier. A record counts if its checksum fits, and if it fits
//! its position.

use std::{
    fs::File,
    io::{BufReader, Read},
    path::Path,
};

use board::Position;
use redb::Database;

use crate::{
    Solved, Store, StoreError,
    database::{decode_row, fits, stated_len},
    guarded::Guarded,
};

const PAGE: usize = 4096;
/// Records are written in transactions of this size.
const BATCH: usize = 65_536;

/// The result of [`salvage`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Salvaged {
    /// Records saved.
    pub saved: u64,
    /// How many the damaged file says that it held, if it still says so.
    pub stated: Option<u64>,
}

impl Salvaged {
    /// Records that could not be saved; `None` if the damaged file does not say how many it held.
    #[must_use]
    pub fn lost(&self) -> Option<u64> {
        self.stated.map(|stated| stated.saturating_sub(self.saved))
    }
}

/// Copies every record of a damaged file that can be read into a store. The damaged file is not changed.
///
/// # Errors
/// [`StoreError`] where the file cannot be read, or `into` cannot be written.
pub fn salvage(damaged: &Path, into: &Store) -> Result<Salvaged, StoreError> {
    let mut pages = BufReader::with_capacity(64 * PAGE, File::open(damaged).map_err(redb::Error::Io)?);
    let mut batch = Vec::new();
    let mut page = Vec::with_capacity(PAGE);
    loop {
        page.clear();
        match pages.by_ref().take(PAGE as u64).read_to_end(&mut page) {
            Ok(0) => break,
            Ok(_) => {}
            // A sector that the disk cannot read any more: what is after it may be readable.
            Err(_) => pages.seek_relative((PAGE - page.len()) as i64).map_err(redb::Error::Io)?,
        }
        batch.extend(records_of(&page));
        if batch.len() >= BATCH {
            into.put_all(&batch)?;
            batch.clear();
        }
    }
    into.put_all(&batch)?;
    // On an overlay, and after a panic at the worst without an answer.
    let stated =
        Guarded::view_unchecked(damaged, &Database::builder()).and_then(|view| stated_len(&view)).ok();
    Ok(Salvaged { saved: into.len()?, stated })
}

/// The records of one page. Their number may be the damaged part: then every number is tried.
fn records_of(page: &[u8]) -> Vec<(Position, Solved)> {
    let Some(&[low, high]) = page.get(2..4) else { return Vec::new() };
    let stated = usize::from(u16::from_le_bytes([low, high]));
    let found: Vec<_> = rows(page, stated).collect();
    if !found.is_empty() || page.iter().all(|&byte| byte == 0) {
        return found;
    }
    let most = page.len() / SMALLEST_ROW;
    (1..=most).map(|count| rows(page, count).collect()).max_by_key(Vec::len).unwrap_or_default()
}

/// Two offsets and the record of a board of one cell.
const SMALLEST_ROW: usize = 8 + 5 + 21;

/// The rows with a good checksum of a page with this number of rows.
fn rows(page: &[u8], count: usize) -> impl Iterator<Item = (Position, Solved)> {
    let offset = move |index: usize| -> Option<usize> {
        let bytes = page.get(4 + 4 * index..)?.first_chunk::<4>()?;
        usize::try_from(u32::from_le_bytes(*bytes)).ok()
    };
    (0..count.min(page.len() / SMALLEST_ROW)).filter_map(move |row| {
        let key_start = if row == 0 { 4 + 8 * count } else { offset(row - 1)? };
        let value_start = if row == 0 { offset(count - 1)? } else { offset(count + row - 1)? };
        let key = page.get(key_start..offset(row)?)?;
        let value = page.get(value_start..offset(count + row)?)?;
        let (position, solved) = decode_row(key, value).ok()?;
        fits(&position, &solved).ok()?;
        Some((position, solved))
    })
}
