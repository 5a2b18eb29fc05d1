//! The ledger of an arena: everything that must survive when the server is killed, in one file.
//!
//! Four tables: what the file is; a log of entries that are never changed; the acts of games that are being played; and the
//! games that are finished. A commit is one durable transaction, so a game is either among those being played or among the
//! finished ones, and never in both. What the bytes mean is the arena's business.

use std::path::Path;

use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition};

use crate::StoreError;

const ENTRIES: TableDefinition<'_, u64, &[u8]> = TableDefinition::new("entries");
const ACTS: TableDefinition<'_, (u64, u32), &[u8]> = TableDefinition::new("acts");
const GAMES: TableDefinition<'_, u64, &[u8]> = TableDefinition::new("games");
/// The layout of the whole file.
const FORMAT: &str = "hexwright arena 1";
/// Memory for pages; a ledger is written far more than it is read.
const CACHE: usize = 16 << 20;

/// One change of the ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LedgerWrite {
    /// A further entry of the log.
    Entry(Vec<u8>),
    /// An act of a game that is being played; acts are numbered from 0.
    Act {
        /// The game.
        game: u64,
        /// The number of the act.
        number: u32,
        /// What happened.
        act: Vec<u8>,
    },
    /// A game is finished: its acts are replaced by its record.
    Finished {
        /// The game.
        game: u64,
        /// Everything about it.
        record: Vec<u8>,
    },
    /// The acts of a game are dropped: it will be played again.
    Drop {
        /// The game.
        game: u64,
    },
}

/// An arena's file.
#[derive(Debug)]
pub struct Ledger {
    database: Database,
}

impl Ledger {
    /// Opens a ledger, or makes a new one where there is no file.
    ///
    /// # Errors
    /// [`StoreError::Database`] where the file cannot be opened (another process has it open, or it is not a database),
    /// [`StoreError::Format`] where it is another program's.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        crate::database::ensure(path)?;
        Self::check(Database::builder().set_cache_size(CACHE).create(path)?)
    }

    /// A ledger in memory, for tests.
    ///
    /// # Errors
    /// [`StoreError::Database`] where there is no memory for it.
    pub fn in_memory() -> Result<Self, StoreError> {
        Self::check(Database::builder().create_with_backend(redb::backends::InMemoryBackend::new())?)
    }

    fn check(database: Database) -> Result<Self, StoreError> {
        let transaction = database.begin_write()?;
        crate::database::expect_format(&transaction, FORMAT)?;
        transaction.open_table(ENTRIES)?;
        transaction.open_table(ACTS)?;
        transaction.open_table(GAMES)?;
        transaction.commit()?;
        Ok(Self { database })
    }

    /// Makes all changes in one durable transaction.
    ///
    /// # Errors
    /// [`StoreError`] where the file cannot be written; then none of them is made.
    pub fn commit(&self, writes: &[LedgerWrite]) -> Result<(), StoreError> {
        if writes.is_empty() {
            return Ok(());
        }
        let transaction = self.database.begin_write()?;
        {
            let mut entries = transaction.open_table(ENTRIES)?;
            let mut acts = transaction.open_table(ACTS)?;
            let mut games = transaction.open_table(GAMES)?;
            let mut next = entries.last()?.map_or(0, |(key, _)| key.value() + 1);
            for write in writes {
                match write {
                    LedgerWrite::Entry(bytes) => {
                        entries.insert(next, bytes.as_slice())?;
                        next += 1;
                    }
                    LedgerWrite::Act { game, number, act } => {
                        acts.insert((*game, *number), act.as_slice())?;
                    }
                    LedgerWrite::Finished { game, record } => {
                        acts.retain_in((*game, 0)..=(*game, u32::MAX), |_, _| false)?;
                        games.insert(*game, record.as_slice())?;
                    }
                    LedgerWrite::Drop { game } => {
                        acts.retain_in((*game, 0)..=(*game, u32::MAX), |_, _| false)?;
                    }
                }
            }
        }
        transaction.commit()?;
        Ok(())
    }

    /// Calls `visit` with every entry of the log, in order.
    ///
    /// # Errors
    /// [`StoreError`] where the file cannot be read.
    pub fn for_each_entry(&self, mut visit: impl FnMut(&[u8])) -> Result<(), StoreError> {
        let transaction = self.database.begin_read()?;
        for row in transaction.open_table(ENTRIES)?.iter()? {
            visit(row?.1.value());
        }
        Ok(())
    }

    /// The acts of a game that is being played, in order.
    ///
    /// # Errors
    /// [`StoreError`] where the file cannot be read.
    pub fn acts(&self, game: u64) -> Result<Vec<Vec<u8>>, StoreError> {
        let transaction = self.database.begin_read()?;
        let table = transaction.open_table(ACTS)?;
        let mut acts = Vec::new();
        for row in table.range((game, 0)..=(game, u32::MAX))? {
            acts.push(row?.1.value().to_vec());
        }
        Ok(acts)
    }

    /// The record of a finished game, if it is finished.
    ///
    /// # Errors
    /// [`StoreError`] where the file cannot be read.
    pub fn game(&self, game: u64) -> Result<Option<Vec<u8>>, StoreError> {
        let transaction = self.database.begin_read()?;
        let table = transaction.open_table(GAMES)?;
        Ok(table.get(game)?.map(|value| value.value().to_vec()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_being_played_or_finished_and_never_both() {
        let ledger = Ledger::in_memory().unwrap();
        let act = |game, number, text: &str| LedgerWrite::Act { game, number, act: text.as_bytes().to_vec() };
        ledger.commit(&[act(7, 0, "a1"), act(8, 0, "b1"), act(7, 1, "b2")]).unwrap();
        ledger.commit(&[LedgerWrite::Entry(b"one".to_vec()), LedgerWrite::Entry(b"two".to_vec())]).unwrap();
        assert_eq!(ledger.acts(7).unwrap(), [b"a1".to_vec(), b"b2".to_vec()]);
        ledger
            .commit(&[
                LedgerWrite::Finished { game: 7, record: b"over".to_vec() },
                LedgerWrite::Entry(b"three".to_vec()),
            ])
            .unwrap();
        assert!(ledger.acts(7).unwrap().is_empty());
        assert_eq!(ledger.game(7).unwrap().as_deref(), Some(&b"over"[..]));
        assert_eq!(ledger.game(8).unwrap(), None);
        ledger.commit(&[LedgerWrite::Drop { game: 8 }]).unwrap();
        assert!(ledger.acts(8).unwrap().is_empty());
        let mut entries = Vec::new();
        ledger.for_each_entry(|bytes| entries.push(String::from_utf8(bytes.to_vec()).unwrap())).unwrap();
        assert_eq!(entries, ["one", "two", "three"]);
    }

    #[test]
    fn another_kind_of_store_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("solved.redb");
        drop(crate::Store::open(&path).unwrap());
        let error = Ledger::open(&path).unwrap_err().to_string();
        assert!(error.contains("hexwright solved positions") && error.contains(FORMAT), "{error}");
    }
}
