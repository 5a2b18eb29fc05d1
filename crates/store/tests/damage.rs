//! Damaged files: reported and never believed, never a panic, and what can be read is saved.

#![allow(clippy::print_stdout, reason = "figures for --nocapture")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::{collections::BTreeMap, fs, path::Path};

use board::{BoardSize, CellSet, Color, Position};
use redb::{Database, TableDefinition};
use store::{Ledger, LedgerWrite, Solved, Store, StoreError, encode_key, salvage};

const RECORDS: TableDefinition<'_, &[u8], &[u8]> = TableDefinition::new("solved");
const ABOUT: TableDefinition<'_, &str, &str> = TableDefinition::new("about");
const PAGE: usize = 4096;

/// Position number `number` of 6x6, after three moves, with a fact about it.
fn numbered(number: usize) -> (Position, Solved) {
    let size = BoardSize::square(6).unwrap();
    let mut left: Vec<_> = size.iter().collect();
    let mut take = |number: usize| left.remove(number % left.len());
    let moves = [take(number), take(number / 36), take(number / 36 / 35)];
    let position = Position::after(size, &moves).unwrap();
    let carrier: CellSet = position.empty_cells().iter().skip(number % 5).collect();
    let winner = if number.is_multiple_of(3) { Color::White } else { Color::Black };
    (position, Solved { winner, winning_move: carrier.first(), carrier, work: 100 + number as u64 })
}

/// A store of some hundred records, written in several commits, with what is in it.
fn written(path: &Path, records: usize) -> BTreeMap<Vec<u8>, Solved> {
    let store = Store::open(path).unwrap();
    let all: Vec<_> = (0..records).map(|number| numbered(number * 7)).collect();
    for part in all.chunks(records / 4) {
        store.put_all(part).unwrap();
    }
    let mut facts = BTreeMap::new();
    store
        .for_each(|position, solved| {
            facts.insert(encode_key(position).0, *solved);
        })
        .unwrap();
    facts
}

/// A sequence of numbers below a bound, the same every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// Damages a file in one of seven ways.
fn damage(bytes: &mut Vec<u8>, numbers: &mut Numbers) {
    let pages = bytes.len() / PAGE;
    match numbers.below(7) {
        0 => {
            for _ in 0..=numbers.below(4) {
                let at = numbers.below(bytes.len());
                bytes[at] ^= 1 << numbers.below(8);
            }
        }
        1 => {
            // The header, where every byte matters.
            let at = numbers.below(320);
            bytes[at] = numbers.below(256) as u8;
        }
        2 => bytes.truncate(numbers.below(bytes.len())),
        3 => bytes.truncate(PAGE * numbers.below(pages)),
        4 => {
            let at = PAGE * numbers.below(pages);
            bytes[at..at + PAGE].fill(0);
        }
        5 => {
            let (from, to) = (PAGE * numbers.below(pages), PAGE * numbers.below(pages));
            bytes.copy_within(from..from + PAGE, to);
        }
        _ => {
            // A run of noise, early in the file where the pages in use are.
            let at = numbers.below(bytes.len().min(40 * PAGE));
            let end = bytes.len().min(at + numbers.below(600));
            bytes[at..end].iter_mut().for_each(|byte| *byte = numbers.below(256) as u8);
        }
    }
}

/// The usual operations on a store: open, look up, read all, write, close. Every record that they find must be true.
fn use_store(path: &Path, facts: &BTreeMap<Vec<u8>, Solved>) -> Result<u64, StoreError> {
    let expect_true = |position: &Position, solved: &Solved| {
        assert_eq!(facts.get(&encode_key(position).0), Some(solved), "a false record");
    };
    let mut count = 0;
    let view = Store::view(path)?;
    view.counts()?;
    view.for_each(expect_true)?;
    drop(view);
    let store = Store::open(path)?;
    store.for_each(|position, solved| {
        expect_true(position, solved);
        count += 1;
    })?;
    for number in 0..40 {
        let (position, _) = numbered(number * 7);
        if let Some(solved) = store.get(&position)? {
            assert_eq!(solved.work, 100 + 7 * number as u64, "a false record");
        }
    }
    assert_eq!(store.verify()?.damaged, 0);
    store.put_all(&[numbered(1)])?;
    Ok(count)
}

/// Damaged files by the hundred: each is opened whole and true, or refused with a word and left alone; what is salvaged is
/// true, and by far the most of what was there.
fn damaged_stores(runs: usize, seed: u64) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sound.store");
    let facts = written(&path, 400);
    let sound = fs::read(&path).unwrap();
    let mut numbers = Numbers(seed);
    let (mut refused, mut stopped, mut kept, mut saved) = (0, 0, 0, 0);
    for run in 0..runs {
        let mut bytes = sound.clone();
        damage(&mut bytes, &mut numbers);
        let path = folder.path().join("damaged.store");
        fs::write(&path, &bytes).unwrap();
        match use_store(&path, &facts) {
            Ok(count) => {
                kept += 1;
                assert_eq!(count, facts.len() as u64, "run {run}: records are missing without an error");
                continue;
            }
            Err(error) => {
                refused += 1;
                stopped += usize::from(error.to_string().contains("the database stopped"));
                assert!(fs::read(&path).unwrap() == bytes, "run {run}: a damaged file was changed: {error}");
            }
        }
        let rescued = Store::in_memory().unwrap();
        let result = salvage(&path, &rescued).unwrap();
        assert_eq!(result.saved, rescued.len().unwrap());
        rescued
            .for_each(|position, solved| {
                let known = facts[&encode_key(position).0];
                assert_eq!(known, *solved, "run {run}: a false record was saved");
            })
            .unwrap();
        saved += result.saved;
    }
    println!(
        "{runs} damaged stores: {refused} refused ({stopped} of them panics of the database), {kept} unharmed; {saved} records saved of {}",
        refused * facts.len()
    );
    assert!(refused > runs / 5 && kept > 0 && stopped > 0, "{refused} {kept} {stopped}");
    assert!(saved as usize * 2 > refused * facts.len(), "{saved}");
}

#[test]
fn a_damaged_store_is_refused_or_whole_and_what_can_be_read_is_saved() {
    let runs = std::env::var("STORE_DAMAGE_RUNS").map_or(300, |runs| runs.parse().unwrap());
    damaged_stores(runs, 23);
}

#[test]
fn a_damaged_ledger_is_refused_or_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sound.arena");
    let ledger = Ledger::open(&path).unwrap();
    for game in 0..60 {
        let act = LedgerWrite::Act { game, number: 0, act: vec![game as u8; 90] };
        ledger.commit(&[LedgerWrite::Entry(vec![game as u8; 70]), act]).unwrap();
        if game % 3 == 0 {
            ledger.commit(&[LedgerWrite::Finished { game, record: vec![game as u8; 400] }]).unwrap();
        }
    }
    drop(ledger);
    let sound = fs::read(&path).unwrap();
    let mut numbers = Numbers(5);
    let (mut refused, mut kept) = (0, 0);
    for run in 0..150 {
        let mut bytes = sound.clone();
        damage(&mut bytes, &mut numbers);
        let path = folder.path().join("damaged.arena");
        fs::write(&path, &bytes).unwrap();
        let Ok(ledger) = Ledger::open(&path) else {
            refused += 1;
            assert!(fs::read(&path).unwrap() == bytes, "run {run}: a damaged file was changed");
            continue;
        };
        kept += 1;
        let mut entries = 0;
        ledger
            .for_each_entry(|entry| {
                assert_eq!(entry, vec![entries as u8; 70], "run {run}");
                entries += 1;
            })
            .unwrap();
        assert_eq!(entries, 60, "run {run}");
        for game in 0..60 {
            let finished = ledger.game(game).unwrap();
            assert_eq!(finished.is_some(), game % 3 == 0, "run {run}");
            assert_eq!(ledger.acts(game).unwrap().len(), usize::from(finished.is_none()), "run {run}");
        }
    }
    assert!(refused > 30 && kept > 0, "{refused} {kept}");
}

/// Rewrites the rows of a store through the database, whose page checksums are then right.
fn rewrite(path: &Path, change: impl Fn(&mut Vec<u8>, &mut Vec<u8>)) {
    let database = Database::open(path).unwrap();
    let transaction = database.begin_write().unwrap();
    {
        let mut table = transaction.open_table(RECORDS).unwrap();
        let mut rows = Vec::new();
        while let Some((key, value)) = table.pop_first().unwrap() {
            rows.push((key.value().to_vec(), value.value().to_vec()));
        }
        for (mut key, mut value) in rows {
            change(&mut key, &mut value);
            table.insert(key.as_slice(), value.as_slice()).unwrap();
        }
    }
    transaction.commit().unwrap();
}

/// The attack of flipped winners: the pages are right, the records are not.
#[test]
fn a_flipped_winner_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("flipped.store");
    let facts = written(&path, 40);
    rewrite(&path, |_, value| value[1] ^= 1);
    let store = Store::open(&path).unwrap();
    let checked = store.verify().unwrap();
    assert_eq!((checked.sound, checked.damaged), (0, facts.len() as u64));
    assert_eq!(
        checked.first.as_deref(),
        Some("a damaged record: found an impossible value for its checksum")
    );
    let (position, solved) = numbered(0);
    assert!(matches!(store.get(&position), Err(StoreError::Damaged { .. })));
    assert!(store.for_each(|_, _| {}).is_err());
    // Solving the position again repairs the record.
    store.put_all(&[(position, solved)]).unwrap();
    assert_eq!(store.get(&position).unwrap(), Some(solved));
}

/// Any byte of a record that is changed, and a record under another's key.
#[test]
fn a_record_that_was_changed_or_moved_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    for at in 0..25 {
        let path = folder.path().join(format!("{at}.store"));
        let facts = written(&path, 8);
        rewrite(&path, |key, value| {
            if at < 24 {
                let at = at % value.len();
                value[at] ^= 0x10;
            } else {
                // Another position of the same board: the stones of both sides change places.
                key[3..].rotate_left(5);
            }
        });
        let checked = Store::open(&path).unwrap().verify().unwrap();
        assert_eq!((checked.sound, checked.damaged), (0, facts.len() as u64), "byte {at}");
    }
}

#[test]
fn other_versions_are_named_and_the_earlier_one_is_brought_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.store");
    let facts = written(&path, 40);
    // Version 1 is version 2 without the last eight bytes of each value.
    rewrite(&path, |_, value| {
        value[0] = 1;
        value.truncate(value.len() - 8);
    });
    let state = |format: &str| {
        let database = Database::open(&path).unwrap();
        let transaction = database.begin_write().unwrap();
        transaction.open_table(ABOUT).unwrap().insert("format", format).unwrap();
        transaction.commit().unwrap();
    };
    state("hexwright solved positions 1");
    let error = Store::open(&path).unwrap_err().to_string();
    assert!(error.contains("earlier format") && error.contains("store migrate"), "{error}");
    assert_eq!(Store::migrate(&path).unwrap(), facts.len() as u64);
    let store = Store::open(&path).unwrap();
    assert_eq!(store.verify().unwrap().sound, facts.len() as u64);
    store.for_each(|position, solved| assert_eq!(facts[&encode_key(position).0], *solved)).unwrap();
    drop(store);
    let error = Store::migrate(&path).unwrap_err();
    assert!(matches!(error, StoreError::Newer { .. }), "{error}");
    state("hexwright solved positions 3");
    let error = Store::open(&path).unwrap_err().to_string();
    assert!(error.contains("later format") && error.contains("positions 3"), "{error}");
    state("somebody else's file");
    let error = Store::open(&path).unwrap_err();
    assert!(matches!(error, StoreError::Format { .. }), "{error}");
}

#[test]
fn an_empty_file_is_not_taken_for_a_store() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("empty.store");
    fs::write(&path, "").unwrap();
    let error = Store::open(&path).unwrap_err().to_string();
    assert_eq!(error, "the file is damaged: it does not begin as a database does");
    assert_eq!(fs::read(&path).unwrap(), b"");
}

/// Looking at a store leaves every byte of the file as it is, and another process's lock holds for it too.
#[test]
fn a_view_does_not_change_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("seen.store");
    let facts = written(&path, 40);
    let before = fs::read(&path).unwrap();
    let view = Store::view(&path).unwrap();
    view.put_all(&[numbered(1)]).unwrap();
    assert_eq!(view.len().unwrap(), facts.len() as u64 + 1);
    drop(view);
    assert!(fs::read(&path).unwrap() == before);
    let open = Store::open(&path).unwrap();
    let error = Store::view(&path).unwrap_err().to_string();
    assert!(error.contains("already open"), "{error}");
    drop(open);
}
