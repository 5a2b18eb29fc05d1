//! The file: an embedded database with one table of records and one that says what the file is.

use std::path::Path;

use board::{BoardSize, Position};
use redb::{
    Database, ReadableDatabase, ReadableTable, ReadableTableMetadata, TableDefinition, WriteTransaction,
};

use crate::{Solved, decode, decode_key, encode, encode_key};

const RECORDS: TableDefinition<'_, &[u8], &[u8]> = TableDefinition::new("solved");
const ABOUT: TableDefinition<'_, &str, &str> = TableDefinition::new("about");
/// The layout of the whole file.
const FORMAT: &str = "hexwright solved positions 1";

/// What can go wrong with a store.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The database could not be opened, read or written.
    #[error("the store cannot be used: {0}")]
    Database(String),
    /// A database, but not one of ours.
    #[error("the file is of another kind: found format '{found}', expected '{expected}'")]
    Format {
        /// What the file says of itself.
        found: String,
        /// What it should say.
        expected: &'static str,
    },
    /// A record of another version.
    #[error("a record has version {found}: expected {expected}")]
    Version {
        /// Found.
        found: u8,
        /// Expected.
        expected: u8,
    },
    /// Bytes that are not a record.
    #[error("a damaged record: found an impossible value for {what}")]
    Damaged {
        /// What could not be read.
        what: &'static str,
    },
    /// The thread that writes has ended.
    #[error("the writer of the store has stopped: {0}")]
    WriterStopped(String),
}

impl<E: Into<redb::Error>> From<E> for StoreError {
    fn from(error: E) -> Self {
        Self::Database(error.into().to_string())
    }
}

/// How many records of a board size a store has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
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
    database: Database,
}

impl Store {
    /// Opens a store, or makes a new one where there is no file.
    ///
    /// # Errors
    /// [`StoreError::Database`] where the file cannot be opened (another process has it open, or it is not a database),
    /// [`StoreError::Format`] where it is another program's.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        ensure(path)?;
        Self::check(Database::create(path)?)
    }

    /// A store in memory, for tests and for comparison.
    ///
    /// # Errors
    /// [`StoreError::Database`] where there is no memory for it.
    pub fn in_memory() -> Result<Self, StoreError> {
        Self::check(Database::builder().create_with_backend(redb::backends::InMemoryBackend::new())?)
    }

    fn check(database: Database) -> Result<Self, StoreError> {
        let transaction = database.begin_write()?;
        expect_format(&transaction, FORMAT)?;
        transaction.open_table(RECORDS)?;
        transaction.commit()?;
        Ok(Self { database })
    }

    /// What is known of a position.
    ///
    /// # Errors
    /// [`StoreError`] where the file cannot be read or the record is damaged.
    pub fn get(&self, position: &Position) -> Result<Option<Solved>, StoreError> {
        let (key, symmetry) = encode_key(position);
        let transaction = self.database.begin_read()?;
        let records = transaction.open_table(RECORDS)?;
        let size = position.size();
        records
            .get(key.as_slice())?
            .map(|value| decode(value.value(), size).map(|solved| solved.image(symmetry, size)))
            .transpose()
    }

    /// Adds records in one durable transaction. Of two for one position the one with more work stays.
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
        let transaction = self.database.begin_write()?;
        let mut changed = 0;
        {
            let mut records = transaction.open_table(RECORDS)?;
            for (key, solved, size) in rows {
                let known =
                    records.get(key.as_slice())?.map(|value| decode(value.value(), size)).transpose()?;
                if known.is_none_or(|known| known.work < solved.work) {
                    records.insert(key.as_slice(), encode(&solved, size).as_slice())?;
                    changed += 1;
                }
            }
        }
        transaction.commit()?;
        Ok(changed)
    }

    /// Calls `visit` with every record, in the order of the keys.
    ///
    /// # Errors
    /// [`StoreError`] where the file cannot be read or a record is damaged.
    pub fn for_each(&self, mut visit: impl FnMut(&Position, &Solved)) -> Result<(), StoreError> {
        let transaction = self.database.begin_read()?;
        let records = transaction.open_table(RECORDS)?;
        for row in records.iter()? {
            let (key, value) = row?;
            let position = decode_key(key.value())?;
            visit(&position, &decode(value.value(), position.size())?);
        }
        Ok(())
    }

    /// Number of records.
    ///
    /// # Errors
    /// [`StoreError`] where the file cannot be read.
    pub fn len(&self) -> Result<u64, StoreError> {
        Ok(self.database.begin_read()?.open_table(RECORDS)?.len()?)
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
    pub fn counts(&self) -> Result<Vec<Counts>, StoreError> {
        let mut counts: Vec<Counts> = Vec::new();
        self.for_each(|position, solved| {
            let size = position.size();
            if counts.last().is_none_or(|last| last.size != size) {
                counts.push(Counts { size, records: 0, won: 0, work: 0 });
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

    /// Reads every page and every record; the database's own check sums included. Returns the number of records.
    ///
    /// # Errors
    /// [`StoreError`] with the first damage found.
    pub fn verify(&mut self) -> Result<u64, StoreError> {
        if !self.database.check_integrity()? {
            return Err(StoreError::Database("the database had to be repaired; check it again".to_string()));
        }
        let mut records = 0;
        let mut foreign = false;
        self.for_each(|position, solved| {
            records += 1;
            let empty = position.empty_cells();
            foreign |= !solved.carrier.is_subset(&empty)
                || solved.winning_move.is_some_and(|cell| !empty.contains(cell))
                || position.winner().is_some_and(|winner| winner != solved.winner);
        })?;
        if foreign {
            return Err(StoreError::Damaged { what: "a record that does not fit its position" });
        }
        Ok(records)
    }
}

/// Writes into a new file what it is, and refuses a file that is something else.
pub(crate) fn expect_format(transaction: &WriteTransaction, format: &'static str) -> Result<(), StoreError> {
    let is_new = transaction.list_tables()?.next().is_none();
    let mut about = transaction.open_table(ABOUT)?;
    if is_new {
        about.insert("format", format)?;
    }
    let found = about.get("format")?.map_or_else(String::new, |value| value.value().to_string());
    if found == format { Ok(()) } else { Err(StoreError::Format { found, expected: format }) }
}

/// Makes a database file where there is none. It is made under another name and then renamed: a kill at any moment leaves
/// either no file of this name or a whole one.
pub(crate) fn ensure(path: &Path) -> Result<(), redb::DatabaseError> {
    if path.exists() {
        return Ok(());
    }
    let mut name = path.as_os_str().to_os_string();
    name.push(format!(".new-{}", std::process::id()));
    let fresh = Path::new(&name);
    drop(Database::create(fresh)?);
    std::fs::rename(fresh, path).map_err(redb::StorageError::from)?;
    Ok(())
}
