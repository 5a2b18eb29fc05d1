//! Files and messages of bytes: weights, the exchange of self-play, stores.

use std::sync::{LazyLock, Mutex, PoisonError};

use board::{BoardSize, CellSet, Color, Position};
use learning::{ExchangeCommand, exchange::COMMAND_LEN};
use network::{NetworkWeights, Shape};
use store::{Solved, Store, decode, decode_key, encode, encode_key, salvage};

use super::{Target, outcome};

/// Weights of networks.
pub(super) const WEIGHTS: Target = Target {
    name: "weights",
    about: "weights files, with the checksum made right; what was read is written as the same bytes",
    seeds: || {
        let shape = Shape { blocks: 1, channels: 8, ..Shape::default() };
        vec![NetworkWeights::random(shape, 1).to_bytes()]
    },
    words: &["\0\0\0\0", "\u{1}", "\u{7f}\u{7f}\u{7f}\u{7f}"],
    most_bytes: 60_000,
    seal: Some(|bytes| {
        if let Some((content, sum)) = bytes.split_last_chunk_mut::<4>() {
            *sum = crc32(content).to_le_bytes();
        }
    }),
    run: |input| {
        let read = NetworkWeights::read(input);
        if let Ok(weights) = &read {
            assert!(weights.to_bytes() == input, "weights were read that are written otherwise");
        }
        outcome(&read)
    },
    in_tests: 300,
};

/// The check sum of weights files, bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32| crc >> 1 ^ if crc & 1 != 0 { 0xEDB8_8320 } else { 0 };
    !bytes.iter().fold(!0, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), |crc, _| step(crc)))
}

/// Commands of the evaluator to a self-play process.
pub(super) const EXCHANGE: Target = Target {
    name: "exchange",
    about: "commands to a self-play process; what was read is written and read again as the same command",
    seeds: || {
        (0..6).map(|kind| [&[kind, 11, 0, 0, 9, 0, 3, 0][..], &[1; COMMAND_LEN - 8]].concat()).collect()
    },
    words: &["\u{1}", "\u{13}"],
    most_bytes: COMMAND_LEN,
    seal: Some(|bytes| bytes.resize(COMMAND_LEN, 0)),
    run: |input| {
        let Some(bytes) = input.first_chunk::<COMMAND_LEN>() else { return "too short".to_string() };
        let read = ExchangeCommand::from_bytes(bytes);
        if let Ok(command) = &read {
            let again = ExchangeCommand::from_bytes(&command.to_bytes());
            assert!(again.is_ok_and(|again| again == *command), "{command:?} is read as another command");
        }
        outcome(&read)
    },
    in_tests: 4000,
};

/// A position and a fact about it.
fn fact(number: usize) -> (Position, Solved) {
    let size = BoardSize::new(4 + number % 3, 5).expect("a board");
    let moves = [number % 20, (number + 7) % 20].map(|index| size.cell_at(index).expect("a cell"));
    let position = Position::after(size, &moves).expect("two different cells");
    let carrier: CellSet = position.empty_cells().iter().skip(number % 4).collect();
    (position, Solved { winner: Color::BOTH[number % 2], winning_move: carrier.first(), carrier, work: 100 })
}

/// Single records of stores, the key and its length first.
pub(super) const STORE_RECORD: Target = Target {
    name: "store-record",
    about: "single records of stores: the length of the key, key, value; what was read is written as the same bytes",
    seeds: || {
        (0..6)
            .map(|number| {
                let (position, solved) = fact(number);
                let key = encode_key(&position).0;
                let value = encode(&key, &solved, position.size());
                [&[key.len() as u8][..], &key, &value].concat()
            })
            .collect()
    },
    words: &["\0", "\u{2}"],
    most_bytes: 300,
    seal: None,
    run: |input| {
        let Some((&len, rest)) = input.split_first() else { return "empty".to_string() };
        let Some((key, value)) = rest.split_at_checked(usize::from(len)) else { return "short".to_string() };
        let read = decode_key(key).and_then(|position| {
            let solved = decode(key, value, position.size())?;
            assert_eq!(encode(key, &solved, position.size()), value, "a record is written otherwise");
            Ok(solved)
        });
        outcome(&read)
    },
    in_tests: 4000,
};

/// Whole files of stores. They are long, so this target is slow.
pub(super) const STORE: Target = Target {
    name: "store",
    about: "files of stores: each is refused, or holds nothing but what was written; what is salvaged was written",
    seeds: || vec![FILE.lock().unwrap_or_else(PoisonError::into_inner).sound.clone()],
    words: &["redb", "\0\0\0\0", "solved"],
    most_bytes: 4 << 20,
    seal: None,
    run: |input| {
        let file = FILE.lock().unwrap_or_else(PoisonError::into_inner);
        std::fs::write(&file.path, input).expect("a temporary file can be written");
        let expect_true = |position: &Position, solved: &Solved| {
            let known = file.facts.iter().any(|(of, fact)| of == position && fact == solved);
            assert!(known, "a record that was never written: {position:?} {solved:?}");
        };
        let read = Store::view(&file.path).and_then(|store| store.for_each(expect_true));
        let rescued = Store::in_memory().expect("there is memory");
        let saved = salvage(&file.path, &rescued).expect("the file can be read");
        rescued.for_each(expect_true).expect("the rescued store is sound");
        format!("{}; {} saved", outcome(&read), if saved.saved > 0 { "some" } else { "nothing" })
    },
    in_tests: 40,
};

/// A place for damaged files, and the sound one.
struct StoreFile {
    _folder: tempfile::TempDir,
    path: std::path::PathBuf,
    sound: Vec<u8>,
    facts: Vec<(Position, Solved)>,
}

static FILE: LazyLock<Mutex<StoreFile>> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let path = folder.path().join("fuzzed.store");
    let store = Store::open(&path).expect("a new store");
    for number in 0..30 {
        store.put_all(&[fact(number)]).expect("a sound disk");
    }
    let mut facts = Vec::new();
    store.for_each(|position, solved| facts.push((*position, *solved))).expect("a sound store");
    drop(store);
    let sound = std::fs::read(&path).expect("it was just written");
    Mutex::new(StoreFile { _folder: folder, path, sound, facts })
});
