//! Every answer against exact values: all positions of small boards, random ones of 4x4 and 5x5. `exhaustive.rs` does all
//! of 4x4.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

mod support;

use std::collections::HashMap;

use board::{BoardSize, Color, Position, random_below};
use inferior::InferiorEngine;
use proof::Exact;
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng as _, SeedableRng as _},
};
use support::{Searcher, check, check_carriers};

/// Analyses every position of a board, for both sides to move.
fn check_all(cols: usize, rows: usize) {
    let size = BoardSize::new(cols, rows).unwrap();
    let mut exact = Exact::new(size);
    let mut engine = InferiorEngine::<1>::new(size);
    for code in 0..exact.positions() {
        for to_move in Color::BOTH {
            let position = exact.position(code, to_move);
            check(&mut exact, &position, engine.analyse(&position));
        }
    }
}

#[test]
fn every_position_of_the_smallest_boards() {
    for (cols, rows) in [(1, 1), (1, 3), (4, 1), (2, 2), (2, 3), (3, 2), (2, 4), (5, 2), (2, 6), (3, 3)] {
        check_all(cols, rows);
    }
}

#[test]
fn every_position_of_3x4() {
    check_all(3, 4);
}

#[test]
fn every_position_of_4x3() {
    check_all(4, 3);
}

/// A random position with this many stones, divided evenly between the colours; either side to move.
fn random_position(size: BoardSize, stones: usize, random: &mut Xoshiro256PlusPlus) -> Position<1> {
    let mut position = Position::empty(size);
    let mut cells: Vec<_> = size.iter().collect();
    for i in 0..stones {
        let chosen = i + random_below(random, cells.len() - i);
        cells.swap(i, chosen);
        position.play_unchecked(cells[i]);
    }
    position.set_to_move(if random.next_u64() & 1 == 0 { Color::Black } else { Color::White });
    position
}

#[test]
fn random_positions_of_4x4() {
    let mut exact = Exact::new(BoardSize::square(4).unwrap());
    let mut engine = InferiorEngine::<1>::new(exact.size());
    let mut random = Xoshiro256PlusPlus::seed_from_u64(4);
    for i in 0..200_000 {
        let position = random_position(exact.size(), 1 + i % 13, &mut random);
        let analysis = engine.analyse(&position);
        check(&mut exact, &position, analysis);
        check_carriers(&mut exact, &position, analysis, |_| random.next_u64() & 1 != 0);
    }
}

#[test]
fn random_positions_of_5x5_and_longer_boards() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    for (cols, rows, count) in [(5, 5, 3_000), (4, 6, 700), (7, 4, 700)] {
        let size = BoardSize::new(cols, rows).unwrap();
        let mut engine = InferiorEngine::<1>::new(size);
        for i in 0..count {
            let empties = 4 + i % 8;
            let position = random_position(size, size.cells() - empties, &mut random);
            let mut judge = Searcher { size, known: HashMap::new() };
            check(&mut judge, &position, engine.analyse(&position));
        }
    }
}
