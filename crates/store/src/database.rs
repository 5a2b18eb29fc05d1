//! The file: an embedded database with a table of records and a table that names the format.

use std::path::Path;

use board::{BoardSize, Position};
use redb::{
    Database, ReadableDatabase, ReadableTable, ReadableTableMetadata, StorageBackend, TableDefinition,
    WriteTransaction,
};

use crate::{
    Solved, StoreError, decode, decode_key, encode, encode_key, guarded::Guarded,
    record::decode_without_checksum,
};

const RECORDS: TableDefinition<'_, &[u8], &[u8]> = TableDefinition::new("solved");
const ABOUT: TableDefinition<'_, &str, &str> = TableDefinition::new("about");
/// The layout of the whole file.
const FORMAT: &str = "hexwright solved positions 2";
/// The layout whose records have no checksum.
const WITHOUT_CHECKSUMS: &str = "hexwright solved positions 1";

/// How many records of a board size a store has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoreCounts {
    /// The board.
    pub size: BoardSize,
    /// Records.
    pub records: u64,
    /// Positions that the side to move wins.
    pub won: u64,
    /// The sum of their work.
    pub work: u64,
}

/// Solved positions in a file.
#[derive(Debug)]
pub struct Store {
    database: Guarded,
}

impl Store {
    /// Opens a store, or makes a new one where there is no file. Every page in use is checked.
    ///
    /// # Errors
    /// [`StoreError::Database`] where the file cannot be opened (another process has it open),
    /// [`StoreError::Broken`] where it is damaged (then it stays as it is), [`StoreError::Format`],
    /// [`StoreError::Older`] or [`StoreError::Newer`] where it is not a store of this version.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        Self::check(Guarded::open(path, &Database::builder())?)
    }

    /// Opens a store that is there, to look at it: the file is not changed, and what is put in is forgotten.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub fn view(path: &Path) -> Result<Self, StoreError> {
        Self::check(Guarded::view(path, &Database::builder())?)
    }

    /// A store in memory, for tests and for comparison.
    ///
    /// # Errors
    /// [`StoreError::Database`] where there is no memory for it.
    pub fn in_memory() -> Result<Self, StoreError> {
        Self::on(redb::backends::InMemoryBackend::new())
    }

    /// A store on any storage that redb can use.
    ///
    /// # Errors
    /// [`StoreError`] where the storage fails, or holds something else.
    pub fn on(storage: impl StorageBackend) -> Result<Self, StoreError> {
        Self::check(Guarded::on(storage, &Database::builder())?)
    }

    fn check(database: Guarded) -> Result<Self, StoreError> {
        database.with(|database| {
            let transaction = database.begin_write()?;
            expect_format(&transaction, FORMAT)?;
            transaction.open_table(RECORDS)?;
            Ok(transaction.commit()?)
        })?;
        Ok(Self { database })
    }

    /// Brings a store of an earlier version up to date, in one transaction, and returns the number of its records.
    ///
    /// # Errors
    /// [`StoreError`] where the file cannot be used or a record is damaged; then it stays as it is.
    pub fn migrate(path: &Path) -> Result<u64, StoreError> {
        if !path.exists() {
            return Err(StoreError::NoFile);
        }
        Guarded::open(path, &Database::builder())?.with(|database| {
            let transaction = database.begin_write()?;
            expect_format(&transaction, WITHOUT_CHECKSUMS)?;
            let mut count = 0;
            {
                let mut rows = Vec::new();
                let mut records = transaction.open_table(RECORDS)?;
                for row in records.iter()? {
                    let (key, value) = row?;
                    let size = decode_key(key.value())?.size();
                    let solved = decode_without_checksum(value.value(), size)?;
                    rows.push((key.value().to_vec(), encode(key.value(), &solved, size)));
                }
                for (key, value) in &rows {
                    records.insert(key.as_slice(), value.as_slice())?;
                    count += 1;
                }
                transaction.open_table(ABOUT)?.insert("format", FORMAT)?;
            }
            transaction.commit()?;
            Ok(count)
        })
    }

    /// The knowledge about a position.
    ///
    /// # Errors
    /// [`StoreError`] where the file cannot be read or the record is damaged.
    pub fn get(&self, position: &Position) -> Result<Option<Solved>, StoreError> {
        let (key, symmetry) = encode_key(position);
        let size = position.size();
        self.database.with(|database| {
            let transaction = database.begin_read()?;
            let records = transaction.open_table(RECORDS)?;
            let value = records.get(key.as_slice())?;
            value.map(|value| Ok(decode(&key, value.value(), size)?.image(symmetry, size))).transpose()
        })
    }

    /// Adds records in one durable transaction. Of two for one position the one with more work stays, and a damaged one goes.
    ///
    /// # Errors
    /// [`StoreError`] where the file cannot be written; then none of them is in.
    pub fn put_all<'a>(
        &self,
        solved: impl IntoIterator<Item = &'a (Position, Solved)>,
    ) -> Result<u64, StoreError> {
        let mut rows: Vec<(Vec<u8>, Solved, BoardSize)> = solved
            .into_iter()
            .map(|(position, solved)| {
                let (key, symmetry) = encode_key(position);
                (key, solved.image(symmetry, position.size()), position.size())
            })
            .collect();
        // In the order of the tree: neighbours are then on the same page.
        rows.sort_by(|a, b| a.0.cmp(&b.0));
        self.database.with(|database| {
            let transaction = database.begin_write()?;
            let mut changed = 0;
            {
                let mut records = transaction.open_table(RECORDS)?;
                for (key, solved, size) in rows {
                    // An unreadable record counts as missing.
                    let known =
                        records.get(key.as_slice())?.and_then(|value| decode(&key, value.value(), size).ok());
                    if known.is_none_or(|known| known.work < solved.work) {
                        records.insert(key.as_slice(), encode(&key, &solved, size).as_slice())?;
                        changed += 1;
                    }
                }
            }
            transaction.commit()?;
            Ok(changed)
        })
    }

    /// Calls `visit` with every record, in the order of the keys.
    ///
    /// # Errors
    /// [`StoreError`] where the file cannot be read or a record is damaged.
    pub fn for_each(&self, mut visit: impl FnMut(&Position, &Solved)) -> Result<(), StoreError> {
        self.for_each_row(|row| row.map(|(position, solved)| visit(&position, &solved)))
    }

    /// Calls `visit` with every record or with why it cannot be read, until `visit` returns an error.
    fn for_each_row(
        &self,
        mut visit: impl FnMut(Result<(Position, Solved), StoreError>) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        self.database.with(|database| {
            let transaction = database.begin_read()?;
            for row in transaction.open_table(RECORDS)?.iter()? {
                let (key, value) = row?;
                visit(decode_row(key.value(), value.value()))?;
            }
            Ok(())
        })
    }

    /// Number of records.
    ///
    /// # Errors
    /// [`StoreError`] where the file cannot be read.
    pub fn len(&self) -> Result<u64, StoreError> {
        stated_len(&self.database)
    }

    /// Whether there is no record.
    ///
    /// # Errors
    /// [`StoreError`] where the file cannot be read.
    pub fn is_empty(&self) -> Result<bool, StoreError> {
        Ok(self.len()? == 0)
    }

    /// Records by board size.
    ///
    /// # Errors
    /// [`StoreError`] where the file cannot be read or a record is damaged.
    pub fn counts(&self) -> Result<Vec<StoreCounts>, StoreError> {
        let mut counts: Vec<StoreCounts> = Vec::new();
        self.for_each(|position, solved| {
            let size = position.size();
            if counts.last().is_none_or(|last| last.size != size) {
                counts.push(StoreCounts { size, records: 0, won: 0, work: 0 });
            }
            let last = counts.last_mut().expect("a row was just pushed");
            last.records += 1;
            last.won += u64::from(solved.winner == position.to_move());
            last.work = last.work.saturating_add(solved.work);
        })?;
        Ok(counts)
    }

    /// Takes over everything from another store and returns how many records were new or better.
    ///
    /// # Errors
    /// [`StoreError`] where one of the files cannot be used.
    pub fn merge(&self, other: &Self) -> Result<u64, StoreError> {
        const BATCH: usize = 65_536;
        let (mut batch, mut changed, mut failed) = (Vec::with_capacity(BATCH), 0, None);
        let mut flush = |batch: &mut Vec<(Position, Solved)>| {
            match self.put_all(batch.iter()) {
                Ok(count) => changed += count,
                Err(error) => failed = Some(error),
            }
            batch.clear();
        };
        other.for_each(|position, solved| {
            batch.push((*position, *solved));
            if batch.len() == BATCH {
                flush(&mut batch);
            }
        })?;
        flush(&mut batch);
        failed.map_or(Ok(changed), Err)
    }

    /// Reads every record and looks whether it fits its position. The pages were checked when the store was opened.
    ///
    /// # Errors
    /// [`StoreError`] where the file cannot be read.
    pub fn verify(&self) -> Result<Checked, StoreError> {
        let mut checked = Checked { sound: 0, damaged: 0, first: None };
        self.for_each_row(|row| {
            let row = row.and_then(|(position, solved)| fits(&position, &solved));
            match row {
                Ok(()) => checked.sound += 1,
                Err(error) => {
                    checked.damaged += 1;
                    checked.first.get_or_insert_with(|| error.to_string());
                }
            }
            Ok(())
        })?;
        Ok(checked)
    }
}

/// The result of [`Store::verify`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// Records with nothing wrong.
    pub sound: u64,
    /// Records that cannot be read, or do not fit their position.
    pub damaged: u64,
    /// The error of the first of these.
    pub first: Option<String>,
}

/// How many records a database says that it holds.
pub(crate) fn stated_len(database: &Guarded) -> Result<u64, StoreError> {
    database.with(|database| Ok(database.begin_read()?.open_table(RECORDS)?.len()?))
}

/// A record under its key.
pub(crate) fn decode_row(key: &[u8], value: &[u8]) -> Result<(Position, Solved), StoreError> {
    let position = decode_key(key)?;
    Ok((position, decode(key, value, position.size())?))
}

/// Whether a record can be true of its position at all.
pub(crate) fn fits(position: &Position, solved: &Solved) -> Result<(), StoreError> {
    let empty = position.empty_cells();
    let foreign = !solved.carrier.is_subset(&empty)
        || solved.winning_move.is_some_and(|cell| !empty.contains(cell))
        || position.winner().is_some_and(|winner| winner != solved.winner);
    if foreign { Err(StoreError::Damaged { what: "its position" }) } else { Ok(()) }
}

/// Writes into a new file what it is, and refuses a file that is something else.
pub(crate) fn expect_format(transaction: &WriteTransaction, format: &'static str) -> Result<(), StoreError> {
    let is_new = transaction.list_tables()?.next().is_none();
    let mut about = transaction.open_table(ABOUT)?;
    if is_new {
        about.insert("format", format)?;
    }
    let found = about.get("format")?.map_or_else(String::new, |value| value.value().to_string());
    if found == format {
        return Ok(());
    }
    // "name version": the same name with another number is another version of ours.
    let parts = |text: &str| -> Option<(String, u32)> {
        let (name, version) = text.rsplit_once(' ')?;
        Some((name.to_string(), version.parse().ok()?))
    };
    Err(match (parts(&found), parts(format)) {
        (Some((name, version)), Some((ours, known))) if name == ours && version < known => {
            StoreError::Older { found, expected: format }
        }
        (Some((name, version)), Some((ours, known))) if name == ours && version > known => {
            StoreError::Newer { found, expected: format }
        }
        _ => StoreError::Format { found, expected: format },
    })
}

/// The format that a database states.
pub(crate) fn format_of(database: &Database) -> Result<Option<String>, StoreError> {
    let transaction = database.begin_read()?;
    match transaction.open_table(ABOUT) {
        Ok(about) => Ok(about.get("format")?.map(|value| value.value().to_string())),
        Err(redb::TableError::TableDoesNotExist(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}
