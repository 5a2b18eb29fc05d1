//! Errors of a store or a ledger.

/// Errors of a store.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The database could not be opened, read or written.
    #[error("the store cannot be used: {0}")]
    Database(#[source] Box<redb::Error>),
    /// There is no file where one was expected.
    #[error("found no such file: expected a store")]
    NoFile,
    /// The file is not what a database left there: a page does not match its checksum, or the database stopped on it.
    #[error("the file is damaged: {0}")]
    Broken(String),
    /// A database, but not one of ours.
    #[error("the file is of another kind: found format '{found}', expected '{expected}'")]
    Format {
        /// The format that the file states.
        found: String,
        /// The expected value.
        expected: &'static str,
    },
    /// A file of an earlier version.
    #[error(
        "the file has an earlier format: found '{found}', expected '{expected}'; 'hexwright store migrate FILE' brings \
         stores of solved positions up to date"
    )]
    Older {
        /// The format that the file states.
        found: String,
        /// The expected value.
        expected: &'static str,
    },
    /// A file of a later version.
    #[error("the file has a later format than this program knows: found '{found}', expected '{expected}'")]
    Newer {
        /// The format that the file states.
        found: String,
        /// The expected value.
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
        /// The unreadable part.
        what: &'static str,
    },
    /// The thread that writes has ended.
    #[error("the writer of the store has stopped: {0}")]
    WriterStopped(String),
}

impl<E: Into<redb::Error>> From<E> for StoreError {
    fn from(error: E) -> Self {
        match error.into() {
            redb::Error::Corrupted(what) => Self::Broken(what),
            error => Self::Database(Box::new(error)),
        }
    }
}

impl StoreError {
    /// Whether the file is damaged, so that a repair is advisable.
    #[must_use]
    pub const fn is_damage(&self) -> bool {
        matches!(self, Self::Broken(_) | Self::Damaged { .. } | Self::Version { .. })
    }
}
