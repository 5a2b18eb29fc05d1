//! `hexwright selfplay` with an evaluator that finds every move as good as another.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::{
    fs::OpenOptions,
    io::{Read, Write},
    os::unix::fs::FileExt,
    process::{Command, Stdio},
};

use board::BoardSize;
use learning::{ExchangeCommand as Order, exchange, sample};

const BATCH: usize = 8;

fn hexwright() -> Command {
    Command::new(env!("CARGO_BIN_EXE_hexwright"))
}

#[test]
fn games_are_played_and_leave_samples() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = hexwright()
        .args(["selfplay", "--slots", "2", "--batch", "8", "--threads", "2", "--exchange"])
        .arg(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut orders = child.stdin.take().unwrap();
    let mut reports = child.stdout.take().unwrap();
    let size = BoardSize::square(4).unwrap();
    orders
        .write_all(
            &Order::Play { slot: 0, size, full_visits: 8, fast_visits: 2, against_opponent: false, seed: 1 }
                .to_bytes(),
        )
        .unwrap();
    orders.write_all(&Order::Match { slot: 1, size, visits: 2, games: 6, seed: 2 }.to_bytes()).unwrap();
    let (mut games, mut samples, mut matched) = (0, 0, None);
    while games < 100 || matched.is_none() {
        let mut report = [0; exchange::REPORT_LEN];
        reports.read_exact(&mut report).unwrap();
        let number = |at: usize| u32::from_le_bytes(report[at..at + 4].try_into().unwrap());
        let slot = u16::from_le_bytes([report[2], report[3]]);
        assert_eq!(report[1], 4);
        if report[0] == 2 {
            assert_eq!(slot, 1);
            matched = Some((number(4), number(8)));
            continue;
        }
        games += if slot == 0 { number(4) } else { 0 };
        samples += number(12);
        answer(&folder.path().join("exchange.bin"), slot, size);
        orders.write_all(&Order::Answers { slot }.to_bytes()).unwrap();
    }
    orders.write_all(&Order::Quit.to_bytes()).unwrap();
    drop(orders);
    // Games under way are reported before the end, and must be read.
    reports.read_to_end(&mut Vec::new()).unwrap();
    assert!(child.wait().unwrap().success());
    // Both networks are the same, so that each wins one game of a pair.
    assert_eq!(matched, Some((6, 3)));
    let written = std::fs::metadata(folder.path().join("samples-4.bin")).unwrap().len();
    assert!(samples > 0);
    assert!(written >= u64::from(samples) * sample::record_len(size) as u64);
    assert_eq!(written % sample::record_len(size) as u64, 0);
}

/// Even chances and the same prior for every empty cell.
fn answer(path: &std::path::Path, slot: u16, size: BoardSize) {
    let file = OpenOptions::new().read(true).write(true).open(path).unwrap();
    let at = (usize::from(slot) * exchange::slot_len(BATCH)) as u64;
    let mut requests = vec![0; BATCH * 16];
    file.read_exact_at(&mut requests, at).unwrap();
    let mut answers: Vec<u8> = (0..BATCH).flat_map(|_| 0.5f32.to_le_bytes()).collect();
    for position in requests.chunks_exact(16) {
        let taken = u16::from_le_bytes([position[0] | position[8], position[1] | position[9]]);
        let prior = 1.0 / f32::from(16 - taken.count_ones() as u8);
        for cell in 0..size.cells() {
            let bits = if taken >> cell & 1 == 0 { (prior.to_bits() >> 16) as u16 } else { 0 };
            answers.extend(bits.to_le_bytes());
        }
    }
    file.write_all_at(&answers, at + exchange::requests_len(BATCH) as u64).unwrap();
}

#[test]
fn what_makes_no_sense_is_refused_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |arguments: &[&str], input: &[u8]| {
        let mut child = hexwright()
            .arg("selfplay")
            .args(arguments)
            .arg("--exchange")
            .arg(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A program that refuses its arguments does not read on.
        let _ = child.stdin.take().unwrap().write_all(input);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(refused(&["--batch", "3"], &[]).contains("expected an even number"));
    assert!(refused(&["--decided", "2"], &[]).contains("expected a number from 0 to 1"));
    assert!(refused(&[], &[9; 16]).contains("found a command of kind 9"));
    assert!(refused(&["--slots", "2"], &Order::Answers { slot: 2 }.to_bytes()).contains("expected 0 to 1"));
    assert!(refused(&[], &Order::Answers { slot: 0 }.to_bytes()).contains("which has no games"));
}
