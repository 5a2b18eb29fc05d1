//! A store keeps what it was given: round trips, symmetries, merging, and a writer that is killed again and again.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::Arc,
    time::{Duration, Instant},
};

use board::{BoardSize, Cell, CellSet, Color, Position, Symmetry};
use proptest::prelude::*;
use store::{Solved, Store, Writer, decode, decode_key, encode, encode_key};

fn solved_position() -> impl Strategy<Value = (Position, Solved)> {
    (1..=19usize, 1..=19usize, any::<u64>(), any::<bool>(), any::<u64>()).prop_map(
        |(cols, rows, seed, black, work)| {
            let size = BoardSize::new(cols, rows).unwrap();
            let pick = |salt: u64, cell: Cell| {
                (seed ^ salt)
                    .wrapping_mul(0x9E37_79B9_7F4A_7C15 ^ cell.index() as u64)
                    .wrapping_mul(0xBF58_476D_1CE4_E5B9)
                    >> 62
            };
            let stones = |value| size.iter().filter(|&cell| pick(1, cell) == value).collect::<CellSet>();
            let to_move = if seed & 1 == 0 { Color::Black } else { Color::White };
            let position = Position::with_stones(size, stones(0), stones(1), to_move).unwrap();
            let carrier: CellSet = position.empty_cells().iter().filter(|&cell| pick(2, cell) > 1).collect();
            let winner = if black { Color::Black } else { Color::White };
            (position, Solved { winner, winning_move: carrier.first(), carrier, work })
        },
    )
}

proptest! {
    #[test]
    fn records_are_read_back_for_the_position_and_all_its_images((position, solved) in solved_position()) {
        let store = Store::in_memory().unwrap();
        store.put_all(&[(position, solved)]).unwrap();
        for &symmetry in Symmetry::of(position.size()) {
            let found = store.get(&position.image(symmetry)).unwrap();
            // A position that is its own image may get the image of the fact, which is a fact about it too.
            let facts: Vec<_> = Symmetry::of(position.size())
                .iter()
                .filter(|&&s| position.image(s) == position.image(symmetry))
                .map(|&s| solved.image(s, position.size()))
                .collect();
            prop_assert!(facts.contains(&found.unwrap()));
        }
        prop_assert_eq!(store.len().unwrap(), 1);
        let (key, symmetry) = encode_key(&position);
        prop_assert_eq!(decode_key(&key).unwrap(), position.image(symmetry));
        prop_assert_eq!(decode(&key, &encode(&key, &solved, position.size()), position.size()).unwrap(), solved);
    }

    #[test]
    fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..80), side in 1..=19usize) {
        let _ = decode_key(&bytes);
        let _ = decode(&bytes, &bytes, BoardSize::square(side).unwrap());
    }
}

fn numbered(number: usize) -> (Position, Solved) {
    let size = BoardSize::square(7).unwrap();
    let (a, b) = (number % 49, number / 49 % 48);
    let first = size.cell_at(a).unwrap();
    let second = size.cell_at(if b >= a { b + 1 } else { b }).unwrap();
    let position = Position::after(size, &[first, second]).unwrap();
    let carrier = position.empty_cells();
    (position, Solved { winner: Color::Black, winning_move: carrier.first(), carrier, work: number as u64 })
}

#[test]
fn stores_merge_and_keep_the_larger_work() {
    let (left, right) = (Store::in_memory().unwrap(), Store::in_memory().unwrap());
    left.put_all(&(0..100).map(numbered).collect::<Vec<_>>()).unwrap();
    let more: Vec<_> =
        (50..150).map(numbered).map(|(p, s)| (p, Solved { work: s.work + 1000, ..s })).collect();
    right.put_all(&more).unwrap();
    left.merge(&right).unwrap();
    for number in 50..150 {
        let (position, _) = numbered(number);
        assert!(left.get(&position).unwrap().unwrap().work >= 1000);
    }
    let counts = left.counts().unwrap();
    assert_eq!(counts.len(), 1);
    assert_eq!(counts[0].records, left.len().unwrap());
    assert_eq!(left.merge(&right).unwrap(), 0, "merging again changes nothing");
}

#[test]
fn foreign_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("not-a-store");
    std::fs::write(&path, "this is not a database").unwrap();
    let error = Store::open(&path).unwrap_err().to_string();
    assert_eq!(error, "the file is damaged: it does not begin as a database does");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "this is not a database", "and left alone");
}

const CHILD: &str = "STORE_TEST_CHILD";

/// Not a test by itself: the process that `killed_at_any_moment` kills. It writes for ever and prints each number whose
/// commit is done.
#[test]
fn endless_writer() {
    let Ok(path) = std::env::var(CHILD) else { return };
    let store = Store::open(Path::new(&path)).unwrap();
    let mut number = usize::try_from(store.len().unwrap()).unwrap();
    loop {
        store.put_all(&[numbered(number)]).unwrap();
        println!("\ncommitted {number}");
        number += 1;
    }
}

#[test]
fn killed_at_any_moment_it_keeps_what_was_committed() {
    let folder = tempfile::tempdir().unwrap();
    let path: PathBuf = folder.path().join("killed.store");
    let mut last = None;
    for round in 0..12 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "endless_writer", "--nocapture"])
            .env(CHILD, &path)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(60 + 17 * round));
        child.kill().unwrap();
        let output = child.wait_with_output().unwrap();
        let output = String::from_utf8_lossy(&output.stdout).into_owned();
        // The last line may be cut by the kill; the one before it is whole.
        let whole = output.rsplit_once('\n').map_or("", |(whole, _)| whole);
        last = whole
            .lines()
            .filter_map(|line| line.strip_prefix("committed ")?.parse::<usize>().ok())
            .max()
            .or(last);
        let store = Store::open(&path).unwrap();
        assert_eq!(store.verify().unwrap().damaged, 0);
        for number in 0..last.map_or(0, |last| last + 1) {
            assert!(
                store.get(&numbered(number).0).unwrap().is_some(),
                "record {number} is lost after kill {round}"
            );
        }
    }
    assert!(last.is_some(), "the child never committed anything");
}

const STEADY_CHILD: &str = "STORE_TEST_STEADY_CHILD";

/// Not a test by itself: the process that `a_kill_loses_at_most_the_last_second` kills. It hands a record to a writer every few
/// milliseconds, and prints its number and the time since the first.
#[test]
fn steady_writer() {
    let Ok(path) = std::env::var(STEADY_CHILD) else { return };
    let store = Arc::new(Store::open(Path::new(&path)).unwrap());
    let writer = Writer::start(store);
    let start = Instant::now();
    for number in 0.. {
        let (position, solved) = numbered(number);
        println!("\ngiven {number} {}", start.elapsed().as_millis());
        writer.put(position, solved).unwrap();
        std::thread::sleep(Duration::from_millis(4));
    }
}

/// How many milliseconds before the last record the first one was given that a kill lost.
fn lost_by_a_kill(path: &Path, after: Duration) -> u64 {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "steady_writer", "--nocapture"])
        .env(STEADY_CHILD, path)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(after);
    child.kill().unwrap();
    let output = child.wait_with_output().unwrap();
    let output = String::from_utf8_lossy(&output.stdout).into_owned();
    let whole = output.rsplit_once('\n').map_or("", |(whole, _)| whole);
    let given: Vec<(usize, u64)> = whole
        .lines()
        .filter_map(|line| line.strip_prefix("given ")?.split_once(' '))
        .map(|(number, time)| (number.parse().unwrap(), time.parse().unwrap()))
        .collect();
    let store = Store::open(path).unwrap();
    assert_eq!(store.verify().unwrap().damaged, 0);
    let last = given.last().map_or(0, |&(_, time)| time);
    let lost = given.iter().find(|&&(number, _)| store.get(&numbered(number).0).unwrap().is_none());
    lost.map_or(0, |&(_, time)| last - time)
}

#[test]
fn a_kill_loses_at_most_the_last_second() {
    let folder = tempfile::tempdir().unwrap();
    // On a machine with much other work a commit may wait for its turn, so a second must be enough only once.
    let lost: Vec<u64> = (0..4)
        .map(|round: u64| {
            let path = folder.path().join(format!("{round}.store"));
            lost_by_a_kill(&path, Duration::from_millis(1500 + 170 * round))
        })
        .collect();
    assert!(lost.iter().any(|&lost| lost <= 1000), "lost milliseconds: {lost:?}");
}

#[test]
fn the_writer_thread_writes_everything_it_was_given() {
    let store = Arc::new(Store::in_memory().unwrap());
    let writer = Writer::start(Arc::clone(&store));
    for number in 0..2000 {
        let (position, solved) = numbered(number);
        writer.put(position, solved).unwrap();
    }
    assert!(writer.finish().unwrap() > 0);
    for number in 0..2000 {
        assert!(store.get(&numbered(number).0).unwrap().is_some());
    }
}
