//! The ledger of an arena: everything that must survive when the server is killed, in one file.
//!
//! Four tables: what the file is; a log of entries that are never changed; the acts of games that are being played; and the
//! games that are finished. A commit is one durable transaction, so a game is either among those being played or among the
//! finished ones, and never in both. What the bytes mean is the arena's business.

use std::{
    fs::{self, File, OpenOptions, Permissions},
    os::unix::fs::{OpenOptionsExt, PermissionsExt},
    path::Path,
};

use redb::{
    Database, ReadTransaction, ReadableDatabase, ReadableTable, StorageBackend, StorageError,
    TableDefinition, WriteTransaction,
};

use crate::{
    StoreError,
    database::format_of,
    guarded::{Guarded, beside, put_in_place},
};

const ENTRIES: TableDefinition<'_, u64, &[u8]> = TableDefinition::new("entries");
const ACTS: TableDefinition<'_, (u64, u32), &[u8]> = TableDefinition::new("acts");
const GAMES: TableDefinition<'_, u64, &[u8]> = TableDefinition::new("games");
/// The layout of the whole file.
const FORMAT: &str = "hexwright arena 2";
/// The layout before, whose entries had tokens in plain text.
const FIRST_FORMAT: &str = "hexwright arena 1";
/// Only the owner may read and write.
const PRIVATE: u32 = 0o600;
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
        /// The event.
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
    database: Guarded,
}

impl Ledger {
    /// Opens a ledger, or makes a new one where there is no file. Only the owner of the file can read it.
    ///
    /// # Errors
    /// [`StoreError::Database`] where the file cannot be opened (another process has it open),
    /// [`StoreError::Broken`] where it is damaged (then it stays as it is), [`StoreError::Format`] where it is another
    /// program's.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        if path.exists() {
            fs::set_permissions(path, Permissions::from_mode(PRIVATE)).map_err(StorageError::from)?;
        } else {
            let fresh = beside(path);
            drop(Guarded::create(create_private(&fresh)?)?);
            put_in_place(&fresh, path)?;
        }
        Self::check(Guarded::open(path, Database::builder().set_cache_size(CACHE))?)
    }

    /// Opens a ledger as [`Ledger::open`] does; one of the first layout is written again, with what `upgrade` makes of each
    /// entry of its log. Of the entries before, nothing stays in the file.
    ///
    /// # Errors
    /// As [`Ledger::open`]; then the file is as it was.
    pub fn open_upgrading(
        path: &Path,
        upgrade: impl Fn(&[u8]) -> Option<Vec<u8>>,
    ) -> Result<Self, StoreError> {
        if path.exists() {
            let old = Guarded::view(path, &Database::builder())?;
            if old.with(format_of)?.as_deref() == Some(FIRST_FORMAT) {
                let fresh = beside(path);
                Self::check(Guarded::create(create_private(&fresh)?)?)?.copy(&old, upgrade)?;
                put_in_place(&fresh, path)?;
            }
        }
        Self::open(path)
    }

    /// Takes over everything from a ledger of the first layout.
    fn copy(&self, old: &Guarded, upgrade: impl Fn(&[u8]) -> Option<Vec<u8>>) -> Result<(), StoreError> {
        self.database.with(|to| {
            let to = to.begin_write()?;
            old.with(|from| copy_tables(&from.begin_read()?, &to, upgrade))?;
            Ok(to.commit()?)
        })
    }

    /// A ledger in memory, for tests.
    ///
    /// # Errors
    /// [`StoreError::Database`] where there is no memory for it.
    pub fn in_memory() -> Result<Self, StoreError> {
        Self::on(redb::backends::InMemoryBackend::new())
    }

    /// A ledger on any storage that redb can use.
    ///
    /// # Errors
    /// [`StoreError`] where the storage fails, or holds something else.
    pub fn on(storage: impl StorageBackend) -> Result<Self, StoreError> {
        Self::check(Guarded::on(storage, Database::builder().set_cache_size(CACHE))?)
    }

    fn check(database: Guarded) -> Result<Self, StoreError> {
        database.with(|database| {
            let transaction = database.begin_write()?;
            crate::database::expect_format(&transaction, FORMAT)?;
            transaction.open_table(ENTRIES)?;
            transaction.open_table(ACTS)?;
            transaction.open_table(GAMES)?;
            Ok(transaction.commit()?)
        })?;
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
        self.database.with(|database| {
            let transaction = database.begin_write()?;
            apply(&transaction, writes)?;
            Ok(transaction.commit()?)
        })
    }

    /// Calls `visit` with every entry of the log, in order.
    ///
    /// # Errors
    /// [`StoreError`] where the file cannot be read.
    pub fn for_each_entry(&self, mut visit: impl FnMut(&[u8])) -> Result<(), StoreError> {
        self.database.with(|database| {
            for row in database.begin_read()?.open_table(ENTRIES)?.iter()? {
                visit(row?.1.value());
            }
            Ok(())
        })
    }

    /// The acts of a game that is being played, in order.
    ///
    /// # Errors
    /// [`StoreError`] where the file cannot be read.
    pub fn acts(&self, game: u64) -> Result<Vec<Vec<u8>>, StoreError> {
        self.database.with(|database| {
            let table = database.begin_read()?.open_table(ACTS)?;
            let rows = table.range((game, 0)..=(game, u32::MAX))?;
            rows.map(|row| Ok(row?.1.value().to_vec())).collect()
        })
    }

    /// The record of a finished game, if it is finished.
    ///
    /// # Errors
    /// [`StoreError`] where the file cannot be read.
    pub fn game(&self, game: u64) -> Result<Option<Vec<u8>>, StoreError> {
        self.database.with(|database| {
            let table = database.begin_read()?.open_table(GAMES)?;
            Ok(table.get(game)?.map(|value| value.value().to_vec()))
        })
    }
}

/// Copies all tables of a ledger of the first layout.
fn copy_tables(
    from: &ReadTransaction,
    to: &WriteTransaction,
    upgrade: impl Fn(&[u8]) -> Option<Vec<u8>>,
) -> Result<(), StoreError> {
    let (mut entries, mut next) = (to.open_table(ENTRIES)?, 0);
    for row in from.open_table(ENTRIES)?.iter()? {
        if let Some(entry) = upgrade(row?.1.value()) {
            entries.insert(next, entry.as_slice())?;
            next += 1;
        }
    }
    let mut acts = to.open_table(ACTS)?;
    for row in from.open_table(ACTS)?.iter()? {
        let (key, act) = row?;
        acts.insert(key.value(), act.value())?;
    }
    let mut games = to.open_table(GAMES)?;
    for row in from.open_table(GAMES)?.iter()? {
        let (key, game) = row?;
        games.insert(key.value(), game.value())?;
    }
    Ok(())
}

/// A new file that no other user can read, from its creation on.
fn create_private(path: &Path) -> Result<File, StoreError> {
    // Left behind by a process of the same number that was killed.
    if path.exists() {
        fs::remove_file(path).map_err(StorageError::from)?;
    }
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true).mode(PRIVATE);
    Ok(options.open(path).map_err(StorageError::from)?)
}

/// Makes the changes inside a transaction.
fn apply(transaction: &WriteTransaction, writes: &[LedgerWrite]) -> Result<(), StoreError> {
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
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    /// A ledger of the first layout, as it was written then.
    fn first_ledger(path: &Path) {
        let database = Database::create(path).unwrap();
        let transaction = database.begin_write().unwrap();
        transaction
            .open_table(TableDefinition::<&str, &str>::new("about"))
            .unwrap()
            .insert("format", FIRST_FORMAT)
            .unwrap();
        let mut entries = transaction.open_table(ENTRIES).unwrap();
        for (key, entry) in ["organiser plain-secret", "player plain-secret", "began"].into_iter().enumerate()
        {
            entries.insert(key as u64, entry.as_bytes()).unwrap();
        }
        drop(entries);
        transaction.open_table(ACTS).unwrap().insert((1, 0), &b"a1"[..]).unwrap();
        transaction.open_table(GAMES).unwrap().insert(7, &b"over"[..]).unwrap();
        transaction.commit().unwrap();
    }

    #[test]
    fn a_ledger_of_the_first_layout_is_written_again_without_its_secrets() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("arena.redb");
        first_ledger(&path);
        fs::set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
        let error = Ledger::open(&path).unwrap_err().to_string();
        assert!(error.contains(FIRST_FORMAT), "it is not opened without an upgrade: {error}");
        let upgrade = |entry: &[u8]| match entry {
            [b'o', ..] => None,
            [b'p', ..] => Some(b"player hashed".to_vec()),
            other => Some(other.to_vec()),
        };
        for _ in 0..2 {
            let ledger = Ledger::open_upgrading(&path, upgrade).unwrap();
            let mut entries = Vec::new();
            ledger.for_each_entry(|bytes| entries.push(String::from_utf8(bytes.to_vec()).unwrap())).unwrap();
            assert_eq!(entries, ["player hashed", "began"]);
            assert_eq!(ledger.acts(1).unwrap(), [b"a1".to_vec()]);
            assert_eq!(ledger.game(7).unwrap().as_deref(), Some(&b"over"[..]));
        }
        let bytes = fs::read(&path).unwrap();
        assert!(!bytes.windows(12).any(|part| part == b"plain-secret"), "a page of the old file is left");
        assert_eq!(mode(&path), 0o600);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no other file is left behind");
    }

    #[test]
    fn only_the_owner_can_read_a_ledger() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("arena.redb");
        drop(Ledger::open(&path).unwrap());
        assert_eq!(mode(&path), 0o600);
        fs::set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
        drop(Ledger::open(&path).unwrap());
        assert_eq!(mode(&path), 0o600, "also one that was readable for everyone");
        let file = folder.path().join("fresh");
        fs::write(&file, "left behind").unwrap();
        create_private(&file).unwrap();
        assert_eq!((mode(&file), fs::read(&file).unwrap().len()), (0o600, 0));
    }

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
