//! Memory runs out at allocation 0, 1, 2 … of a process that writes a store and a ledger. Rust ends the process there; the files
//! that it leaves can be opened and hold all that was acknowledged.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

#[allow(dead_code, reason = "the disk that fails is for other tests")]
mod support;

use std::{
    alloc::{GlobalAlloc, Layout, System},
    fs::OpenOptions,
    io::Write,
    path::Path,
    process::Command,
    ptr,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};

use store::{Ledger, LedgerWrite, Store};
use support::numbered;

/// Counts allocations down to 0, and refuses from there on. At the largest number it does not count.
struct Failing;

static LEFT: AtomicUsize = AtomicUsize::new(usize::MAX);

#[global_allocator]
static ALLOCATOR: Failing = Failing;

#[expect(unsafe_code, reason = "an allocator that fails")]
// SAFETY: both functions hand over to the system's allocator, except that `alloc` may say that there is no memory, which is
// allowed at any time.
unsafe impl GlobalAlloc for Failing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let count = |left: usize| (left != usize::MAX).then(|| left.saturating_sub(1));
        if LEFT.fetch_update(Relaxed, Relaxed, count) == Ok(0) {
            return ptr::null_mut();
        }
        // SAFETY: the caller keeps the contract of `alloc`, which is that of `System`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller hands back what `alloc` above, and so `System`, returned for this layout.
        unsafe { System.dealloc(pointer, layout) }
    }
}

const CHILD: &str = "STORE_TEST_ALLOCATION_CHILD";
const COMMITS: usize = 4;
/// Far more allocations than the work needs.
const PLENTY: usize = 1_000_000;

/// Not a test by itself: the process that runs out of memory. It commits to both files, and writes down each commit that is done,
/// and in the end how many allocations it took.
#[test]
fn writer() {
    let Ok(text) = std::env::var(CHILD) else { return };
    let (most, folder) = text.split_once(' ').unwrap();
    let folder = Path::new(folder);
    let mut done = OpenOptions::new().append(true).create(true).open(folder.join("done")).unwrap();
    LEFT.store(most.parse().unwrap(), Relaxed);
    let store = Store::open(&folder.join("store")).unwrap();
    let ledger = Ledger::open(&folder.join("ledger")).unwrap();
    for number in 0..COMMITS {
        store.put_all(&[numbered(number)]).unwrap();
        done.write_all(b"s").unwrap();
        ledger.commit(&[LedgerWrite::Entry(vec![number as u8; 30])]).unwrap();
        done.write_all(b"l").unwrap();
    }
    drop((store, ledger));
    let left = LEFT.swap(usize::MAX, Relaxed);
    std::fs::write(folder.join("left"), left.to_string()).unwrap();
}

/// Runs the writer with this many allocations, and checks the files that it left; how many it took, if they were enough.
fn run(most: usize) -> Option<usize> {
    let folder = tempfile::tempdir().unwrap();
    // Both files are there: how they come into being is another test.
    drop((
        Store::open(&folder.path().join("store")).unwrap(),
        Ledger::open(&folder.path().join("ledger")).unwrap(),
    ));
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "writer"])
        .env(CHILD, format!("{most} {}", folder.path().display()))
        .output()
        .unwrap();
    let left = std::fs::read_to_string(folder.path().join("left")).ok();
    assert_eq!(output.status.success(), left.is_some(), "{most}: {output:?}");
    let done = std::fs::read(folder.path().join("done")).unwrap_or_default();
    let store = Store::open(&folder.path().join("store")).unwrap();
    let acknowledged = done.iter().filter(|&&byte| byte == b's').count();
    assert!(
        (0..acknowledged).all(|number| store.get(&numbered(number).0).unwrap().is_some()),
        "{most}: a lost record"
    );
    assert_eq!(store.verify().unwrap().damaged, 0, "{most}");
    let ledger = Ledger::open(&folder.path().join("ledger")).unwrap();
    let mut entries = 0;
    ledger.for_each_entry(|_| entries += 1).unwrap();
    let acknowledged = done.len() - acknowledged;
    assert!(
        (acknowledged..=acknowledged + 1).contains(&entries),
        "{most}: {entries} entries of {acknowledged}"
    );
    left.map(|left| most - left.parse::<usize>().unwrap())
}

/// Some of the allocations, spread evenly; `STORE_ALLOCATIONS=all` tries every one.
#[test]
fn without_memory_nothing_that_was_acknowledged_is_lost() {
    let needed = run(PLENTY).expect("there is plenty of memory");
    let step =
        if std::env::var("STORE_ALLOCATIONS").is_ok_and(|text| text == "all") { 1 } else { needed / 60 };
    let (mut tried, mut ended) = (0, 0);
    for most in (0..needed).step_by(step.max(1)) {
        tried += 1;
        ended += usize::from(run(most).is_none());
    }
    eprintln!("{needed} allocations; {ended} of {tried} processes ended without memory, nothing lost");
    assert!(ended * 2 > tried, "only {ended} of {tried} ended: nothing was tested");
}
