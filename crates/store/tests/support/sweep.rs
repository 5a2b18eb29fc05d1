//! Runs a store or a ledger on a disk that fails at operation 0, 1, 2 … in every way, and looks what is left.

use store::{Ledger, LedgerWrite, Solved, Store, StoreError};

use super::{
    disk::{Disk, Fault, Numbers},
    numbered,
};

/// Something that commits, numbered from 0.
pub(crate) trait Subject: Sized {
    fn open(disk: Disk) -> Result<Self, StoreError>;
    fn commit(&self, number: usize) -> Result<(), StoreError>;
    /// Everything that was acknowledged is there, and nothing that was never tried.
    fn expect(&self, acknowledged: &[usize], tried: usize, context: &str);
}

/// Records of a commit of a store.
const PER_COMMIT: usize = 3;

impl Subject for Store {
    fn open(disk: Disk) -> Result<Self, StoreError> {
        Self::on(disk)
    }

    fn commit(&self, number: usize) -> Result<(), StoreError> {
        let records: Vec<_> = (0..PER_COMMIT).map(|part| numbered(PER_COMMIT * number + part)).collect();
        self.put_all(&records).map(drop)
    }

    fn expect(&self, acknowledged: &[usize], tried: usize, context: &str) {
        let found = |number: usize| -> Option<Solved> { self.get(&numbered(number).0).expect(context) };
        let whole = |commit: &usize| (0..PER_COMMIT).all(|part| found(PER_COMMIT * commit + part).is_some());
        assert!(acknowledged.iter().all(whole), "{context}: an acknowledged record is lost");
        let true_facts: Vec<_> = (0..PER_COMMIT * tried).map(numbered).collect();
        let mut count = 0;
        self.for_each(|position, solved| {
            count += 1;
            let known =
                true_facts.iter().any(|(of, _)| store::encode_key(of).0 == store::encode_key(position).0);
            assert!(known && solved.work >= 100, "{context}: a record that was never written");
        })
        .expect(context);
        assert_eq!(self.verify().expect(context).damaged, 0, "{context}");
        assert!(count % PER_COMMIT == 0, "{context}: a commit is there in part");
    }
}

impl Subject for Ledger {
    fn open(disk: Disk) -> Result<Self, StoreError> {
        Self::on(disk)
    }

    /// Each game has two acts and is then finished; each commit leaves an entry.
    fn commit(&self, number: usize) -> Result<(), StoreError> {
        let game = number as u64 / 3;
        let entry = LedgerWrite::Entry(number.to_string().into_bytes());
        let act = |part: u32| LedgerWrite::Act { game, number: part, act: vec![part as u8; 50] };
        let change = match number % 3 {
            0 => act(0),
            1 => act(1),
            _ => LedgerWrite::Finished { game, record: vec![7; 300] },
        };
        Ledger::commit(self, &[entry, change])
    }

    fn expect(&self, acknowledged: &[usize], tried: usize, context: &str) {
        let mut entries = Vec::new();
        self.for_each_entry(|bytes| {
            entries.push(String::from_utf8_lossy(bytes).parse::<usize>().expect(context));
        })
        .expect(context);
        assert!(entries.is_sorted() && entries.iter().all(|&entry| entry < tried), "{context}: {entries:?}");
        let lost = acknowledged.iter().find(|number| !entries.contains(number));
        assert_eq!(lost, None, "{context}: an acknowledged entry is lost");
        for game in 0..tried.div_ceil(3) {
            let finished = self.game(game as u64).expect(context).is_some();
            let acts = self.acts(game as u64).expect(context).len();
            let committed = |part: usize| entries.contains(&(3 * game + part));
            assert_eq!(finished, committed(2), "{context}: game {game}");
            let expected = if finished { 0 } else { usize::from(committed(0)) + usize::from(committed(1)) };
            assert_eq!(acts, expected, "{context}: game {game}");
        }
    }
}

/// How much is tried.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Effort {
    pub(crate) commits: usize,
    /// Images of the disk after each power failure.
    pub(crate) images: usize,
    /// At how many operations of the opening that follows the power fails once more.
    pub(crate) recoveries: usize,
}

/// The check that was made.
#[derive(Debug, Default)]
pub(crate) struct Tried {
    pub(crate) operations: usize,
    pub(crate) runs: usize,
    pub(crate) images: usize,
    pub(crate) acknowledged: usize,
}

/// Every fault at every operation.
pub(crate) fn sweep<S: Subject>(effort: Effort, seed: u64) -> Tried {
    let fresh = Disk::new(Vec::new());
    drop(S::open(fresh.clone()).expect("a sound disk"));
    let image = fresh.after_power_loss(&mut Numbers(0));
    let mut tried = Tried { operations: operations::<S>(&image, effort.commits), ..Tried::default() };
    let mut numbers = Numbers(seed);
    for fault in Fault::ALL {
        for operation in 0..tried.operations {
            let disk = Disk::new(image.clone());
            disk.fail_at(operation, fault);
            let acknowledged = run::<S>(&disk, effort.commits);
            tried.runs += 1;
            tried.acknowledged += acknowledged.len();
            for number in 0..effort.images {
                let context = format!("{fault:?} at operation {operation}, image {number}, seed {seed}");
                let after = disk.after_power_loss(&mut numbers);
                recover::<S>(&after, &acknowledged, effort, &context);
                tried.images += 1 + effort.recoveries;
            }
        }
    }
    tried
}

/// How many operations a run without faults takes.
fn operations<S: Subject>(image: &[u8], commits: usize) -> usize {
    let disk = Disk::new(image.to_vec());
    assert_eq!(run::<S>(&disk, commits).len(), commits, "nothing fails on a sound disk");
    disk.operations()
}

/// Opens, commits and closes despite failures, and returns the acknowledged records.
fn run<S: Subject>(disk: &Disk, commits: usize) -> Vec<usize> {
    let Ok(subject) = S::open(disk.clone()) else { return Vec::new() };
    (0..commits).filter(|&number| subject.commit(number).is_ok()).collect()
}

/// The remaining file can be opened, holds all acknowledged records, and takes more; also when the power fails during the opening.
fn recover<S: Subject>(image: &[u8], acknowledged: &[usize], effort: Effort, context: &str) {
    let mut images = vec![image.to_vec()];
    for operation in 0..effort.recoveries {
        let disk = Disk::new(image.to_vec());
        disk.fail_at(operation, Fault::PowerLoss);
        drop(S::open(disk.clone()));
        images.push(disk.after_power_loss(&mut Numbers(operation as u64)));
    }
    for image in images {
        let subject = S::open(Disk::new(image)).unwrap_or_else(|error| panic!("{context}: {error}"));
        subject.expect(acknowledged, effort.commits, context);
        subject.commit(effort.commits).unwrap_or_else(|error| panic!("{context}: {error}"));
    }
}
