//! Opens the database file and turns panics of the database into errors.
//!
//! redb checks its pages when it repairs a file, not when it reads one. It panics on some damaged files. Therefore:
//!
//! 1. A file is checked when it is opened: every page that is in use, against the checksums that redb keeps of it. This
//!    happens on an [`Overlay`], so a damaged file stays as it was found.
//! 2. All calls of redb go through [`Guarded::with`], which turns a panic into [`StoreError::Broken`]. After a panic the
//!    database is not used again.
//!
//! A panic can only be contained where panics unwind, as they do in the profiles of this workspace.

use std::{
    any::Any,
    cell::Cell,
    fs::{File, OpenOptions},
    io::Read,
    panic::{self, AssertUnwindSafe},
    path::{Path, PathBuf},
    sync::{
        Once,
        atomic::{AtomicBool, Ordering},
    },
};

use redb::{Builder, Database, StorageBackend, backends::FileBackend};

use crate::{StoreError, overlay::Overlay};

/// The first bytes of every file of redb. It makes a new database of a file without a single byte.
const MAGIC: &[u8; 9] = b"redb\x1A\x0A\xA9\x0D\x0A";

/// A database whose panics are errors.
#[derive(Debug)]
pub(crate) struct Guarded {
    /// Only `drop` takes it.
    database: Option<Database>,
    /// A call panicked: what the database holds in memory may be inconsistent.
    broken: AtomicBool,
}

impl Guarded {
    /// Opens a file for reading and writing; makes a new one if there is none.
    pub(crate) fn open(path: &Path, builder: &Builder) -> Result<Self, StoreError> {
        ensure(path)?;
        // The check is done on an overlay, because redb repairs a file in place while it opens it.
        drop(Self::view(path, builder)?);
        Self::of(|| Ok(builder.open(path)?))
    }

    /// Opens a file that stays as it is: what redb writes goes into memory.
    pub(crate) fn view(path: &Path, builder: &Builder) -> Result<Self, StoreError> {
        let mut view = Self::view_unchecked(path, builder)?;
        view.check_pages()?;
        Ok(view)
    }

    /// As [`Guarded::view`], for files that are known to be damaged.
    pub(crate) fn view_unchecked(path: &Path, builder: &Builder) -> Result<Self, StoreError> {
        let mut file = OpenOptions::new().read(true).write(true).open(path).map_err(redb::Error::Io)?;
        let mut start = [0; MAGIC.len()];
        if file.read_exact(&mut start).is_err() || start != *MAGIC {
            return Err(StoreError::Broken("it does not begin as a database does".to_string()));
        }
        Self::of(|| {
            let file = Overlay::new(FileBackend::new(file)?).map_err(redb::Error::Io)?;
            Ok(builder.create_with_backend(file)?)
        })
    }

    /// Makes a database of an empty file.
    pub(crate) fn create(file: File) -> Result<Self, StoreError> {
        Self::of(|| Ok(Database::builder().create_file(file)?))
    }

    /// A database on other storage, such as memory.
    pub(crate) fn on(backend: impl StorageBackend, builder: &Builder) -> Result<Self, StoreError> {
        Self::of(|| Ok(builder.create_with_backend(backend)?))
    }

    fn of(open: impl FnOnce() -> Result<Database, StoreError>) -> Result<Self, StoreError> {
        Ok(Self { database: Some(contained(open)?), broken: AtomicBool::new(false) })
    }

    /// Reads every page in use and compares it with its checksum.
    fn check_pages(&mut self) -> Result<(), StoreError> {
        let database = self.database.as_mut().expect("only drop takes the database");
        // Repaired in memory means: a state older than the last one was found, or pages that nothing accounts for.
        if contained(|| Ok(database.check_integrity()?))? {
            Ok(())
        } else {
            Err(StoreError::Broken("a page does not match its checksum".to_string()))
        }
    }

    /// Calls redb.
    pub(crate) fn with<T>(
        &self,
        work: impl FnOnce(&Database) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        if self.broken.load(Ordering::Acquire) {
            return Err(StoreError::Broken("an earlier call failed".to_string()));
        }
        let database = self.database.as_ref().expect("only drop takes the database");
        let mut finished = false;
        let result = contained(|| {
            let result = work(database);
            finished = true;
            result
        });
        if !finished {
            self.broken.store(true, Ordering::Release);
        }
        result
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        let database = self.database.take();
        // Closing writes. The next opening repairs or reports a failure there.
        let _ = contained(|| {
            drop(database);
            Ok(())
        });
    }
}

thread_local! {
    /// Whether a panic of this thread will be an error.
    static CONTAINED: Cell<bool> = const { Cell::new(false) };
}

/// Runs `work`; its panic becomes an error, and prints nothing.
fn contained<T>(work: impl FnOnce() -> Result<T, StoreError>) -> Result<T, StoreError> {
    static QUIET: Once = Once::new();
    // Changing the hook is not allowed while a panic unwinds; then the message is printed, and nothing else changes.
    if !std::thread::panicking() {
        QUIET.call_once(|| {
            let usual = panic::take_hook();
            panic::set_hook(Box::new(move |info| {
                if !CONTAINED.get() {
                    usual(info);
                }
            }));
        });
    }
    let before = CONTAINED.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    CONTAINED.set(before);
    result.unwrap_or_else(|payload| Err(StoreError::Broken(message(payload.as_ref()))))
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    format!("the database stopped: {}", text.unwrap_or("for an unknown reason"))
}

/// Makes a database file if there is none. It is made under another name, then renamed: a kill or a power failure at any
/// moment leaves either no file of this name or a whole one.
fn ensure(path: &Path) -> Result<(), StoreError> {
    if path.exists() {
        return Ok(());
    }
    let fresh = beside(path);
    drop(Guarded::of(|| Ok(Database::create(&fresh)?))?);
    put_in_place(&fresh, path)
}

/// Another name in the same folder, for a file that is not whole yet.
pub(crate) fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(format!(".new-{}", std::process::id()));
    PathBuf::from(name)
}

/// Gives a file that is whole its own name, durably.
pub(crate) fn put_in_place(fresh: &Path, path: &Path) -> Result<(), StoreError> {
    std::fs::rename(fresh, path).map_err(redb::Error::Io)?;
    Ok(sync_folder(path).map_err(redb::Error::Io)?)
}

/// Makes a new name durable: without this a power failure may take the name of the file, and with it what was committed.
#[cfg(unix)]
fn sync_folder(path: &Path) -> std::io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()
}

/// Other systems offer no such call, and make names durable themselves.
#[cfg(not(unix))]
fn sync_folder(_: &Path) -> std::io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error_and_the_database_is_not_used_again() {
        let guarded = Guarded::on(redb::backends::InMemoryBackend::new(), &Database::builder()).unwrap();
        let broken = guarded.with(|database| -> Result<(), StoreError> {
            let _transaction = database.begin_write()?;
            panic!("page 7 is odd");
        });
        assert_eq!(
            broken.unwrap_err().to_string(),
            "the file is damaged: the database stopped: page 7 is odd"
        );
        let after = guarded.with(|_| Ok(())).unwrap_err().to_string();
        assert_eq!(after, "the file is damaged: an earlier call failed");
    }

    #[test]
    fn an_error_leaves_the_database_usable() {
        let guarded = Guarded::on(redb::backends::InMemoryBackend::new(), &Database::builder()).unwrap();
        let refused: Result<(), _> = guarded.with(|_| Err(StoreError::Damaged { what: "a test" }));
        assert!(refused.is_err());
        assert!(guarded.with(|_| Ok(())).is_ok());
    }
}
