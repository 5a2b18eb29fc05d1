//! A file that is read and never written: writes of the database stay in memory and are dropped.
//!
//! redb writes while it opens a file, and repairs what it finds. On an overlay it may do so, and the file stays as it was.

use std::{
    collections::BTreeMap,
    io,
    ops::Bound,
    sync::{Mutex, MutexGuard, PoisonError},
};

use redb::{BackendError, StorageBackend, backends::FileBackend};

const PAGE: u64 = 4096;
type Page = Box<[u8; PAGE as usize]>;

/// A file, and what was written over it.
#[derive(Debug)]
pub(crate) struct Overlay {
    file: FileBackend,
    written: Mutex<Written>,
}

#[derive(Debug)]
struct Written {
    len: u64,
    /// How much of the file still shows: a file that was shortened and grows again reads as zeros.
    of_file: u64,
    pages: BTreeMap<u64, Page>,
}

impl Overlay {
    pub(crate) fn new(file: FileBackend) -> io::Result<Self> {
        let len = file.len()?;
        Ok(Self { file, written: Mutex::new(Written { len, of_file: len, pages: BTreeMap::new() }) })
    }

    fn lock(&self) -> MutexGuard<'_, Written> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A page as the file has it, with zeros where the file has nothing.
    fn page_of_file(&self, written: &Written, page: u64) -> io::Result<Page> {
        let mut bytes = Box::new([0; PAGE as usize]);
        let start = page * PAGE;
        let len = written.of_file.saturating_sub(start).min(PAGE);
        if len > 0 {
            self.file.read(start, &mut bytes[..len as usize])?;
        }
        Ok(bytes)
    }
}

/// The parts of `offset..offset + len` that lie on one page each: page, first byte on the page, range of the buffer.
fn parts(offset: u64, len: usize) -> impl Iterator<Item = (u64, usize, std::ops::Range<usize>)> {
    let mut done = 0;
    std::iter::from_fn(move || {
        (done < len).then(|| {
            let at = offset + done as u64;
            let on_page = (at % PAGE) as usize;
            let start = done;
            done = len.min(start + PAGE as usize - on_page);
            (at / PAGE, on_page, start..done)
        })
    })
}

fn beyond_the_end() -> io::Error {
    io::Error::new(io::ErrorKind::UnexpectedEof, "beyond the end of the file")
}

impl StorageBackend for Overlay {
    fn len(&self) -> io::Result<u64> {
        Ok(self.lock().len)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let written = self.lock();
        if offset.checked_add(out.len() as u64).is_none_or(|end| end > written.len) {
            return Err(beyond_the_end());
        }
        for (page, on_page, range) in parts(offset, out.len()) {
            let len = range.len();
            match written.pages.get(&page) {
                Some(bytes) => out[range].copy_from_slice(&bytes[on_page..on_page + len]),
                None => {
                    let bytes = self.page_of_file(&written, page)?;
                    out[range].copy_from_slice(&bytes[on_page..on_page + len]);
                }
            }
        }
        Ok(())
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        let mut written = self.lock();
        if len < written.len {
            written.of_file = written.of_file.min(len);
            drop(written.pages.split_off(&len.div_ceil(PAGE)));
            if let Some(last) = written.pages.get_mut(&(len / PAGE)) {
                last[(len % PAGE) as usize..].fill(0);
            }
        }
        written.len = len;
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut written = self.lock();
        if offset.checked_add(data.len() as u64).is_none_or(|end| end > written.len) {
            return Err(beyond_the_end());
        }
        for (page, on_page, range) in parts(offset, data.len()) {
            let mut bytes = match written.pages.remove(&page) {
                Some(bytes) => bytes,
                None => self.page_of_file(&written, page)?,
            };
            bytes[on_page..on_page + range.len()].copy_from_slice(&data[range]);
            written.pages.insert(page, bytes);
        }
        Ok(())
    }

    fn close(&self) -> io::Result<()> {
        self.file.close()
    }

    // The locks are those of the file: a store that another process writes is not opened.

    fn try_lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.file.try_lock_range(start, end)
    }

    fn try_lock_shared_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.file.try_lock_shared_range(start, end)
    }

    fn lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.file.lock_range(start, end)
    }

    fn lock_shared_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.file.lock_shared_range(start, end)
    }

    fn unlock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.file.unlock_range(start, end)
    }

    fn query_lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.file.query_lock_range(start, end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The overlay against a plain vector, under random reads, writes and changes of length.
    #[test]
    fn it_reads_as_if_it_had_been_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let mut twin: Vec<u8> = (0..20_000_u32).map(|byte| (byte % 251) as u8).collect();
        let original = twin.clone();
        std::fs::write(&path, &twin).unwrap();
        let file = std::fs::OpenOptions::new().read(true).write(true).open(&path).unwrap();
        let overlay = Overlay::new(FileBackend::new(file).unwrap()).unwrap();
        let mut seed = 1_u64;
        let mut random = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % below
        };
        for round in 0..3000_u32 {
            let at = random(twin.len() + 1);
            let len = random(twin.len() - at + 1).min(random(9000) + 1);
            if round % 37 == 0 {
                let len = random(40_000) + 1;
                twin.resize(len, 0);
                overlay.set_len(len as u64).unwrap();
            } else if round % 2 == 0 {
                twin[at..at + len].fill(round as u8);
                overlay.write(at as u64, &vec![round as u8; len]).unwrap();
            } else {
                let mut found = vec![0; len];
                overlay.read(at as u64, &mut found).unwrap();
                assert_eq!(found, twin[at..at + len], "round {round}");
            }
        }
        assert!(overlay.read(twin.len() as u64, &mut [0]).is_err());
        assert!(overlay.write(u64::MAX, &[0]).is_err());
        drop(overlay);
        assert_eq!(std::fs::read(&path).unwrap(), original, "the file was changed");
    }
}
