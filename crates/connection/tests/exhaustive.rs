//! The long check: every connection of every 4x4 position, played out by brute force (`cargo xtask check-exhaustive`).
//!
//! One position of each class under the board's symmetries is enough: turning the board, and reflecting it with the
//! colours exchanged, change nothing. `HEXWRIGHT_SHARE=3/16` checks the fourth of sixteen shares.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a long check that cannot go on should panic, and reports"
)]

mod play_out;

use std::{
    sync::atomic::{AtomicU64, Ordering},
    thread,
};

use board::{BoardSize, Color, Position, Symmetry};
use connection::{ConnectionSettings, Connections};
use play_out::holds;
use proof::position_with_code;

const SIDE: usize = 4;

/// Whether the position comes first among its images.
fn is_first(position: &Position<1>) -> bool {
    let key = |position: &Position<1>| [Color::Black, Color::White].map(|color| position.stones(color));
    let own = key(position);
    Symmetry::of(position.size()).iter().all(|&symmetry| own <= key(&position.image(symmetry)))
}

#[test]
fn every_connection_of_every_4x4_position_holds() {
    let size = BoardSize::square(SIDE).unwrap();
    let share = std::env::var("HEXWRIGHT_SHARE").ok();
    let (share, of) = share
        .as_deref()
        .and_then(|text| text.split_once('/'))
        .map_or((0, 1), |(share, of)| (share.parse::<u64>().unwrap(), of.parse::<u64>().unwrap()));
    let threads = thread::available_parallelism().map_or(1, |count| count.get() as u64);
    let [positions, connections] = [AtomicU64::new(0), AtomicU64::new(0)];
    thread::scope(|scope| {
        for thread in 0..threads {
            let (positions, connections) = (&positions, &connections);
            scope.spawn(move || {
                let mut set = Connections::new(&Position::empty(size), ConnectionSettings::default());
                let step = (threads * of) as usize;
                for number in (share * threads + thread..3u64.pow(16)).step_by(step) {
                    let position = position_with_code(size, number as usize, Color::Black);
                    if is_first(&position) {
                        set.build(&position);
                        positions.fetch_add(1, Ordering::Relaxed);
                        connections.fetch_add(check(&set), Ordering::Relaxed);
                    }
                }
            });
        }
    });
    println!("{} positions, {} connections: all hold", positions.into_inner(), connections.into_inner());
}

fn check(set: &Connections<1>) -> u64 {
    let mut count = 0;
    for color in Color::BOTH {
        let ends = set.ends(color);
        for (index, &x) in ends.iter().enumerate() {
            for &y in &ends[..index] {
                for connection in set.between(color, [x, y]) {
                    assert!(holds(set.position(), &connection), "{}\n{connection:?}", set.position());
                    count += 1;
                }
            }
        }
    }
    count
}
