//! An engine that goes from position to position says what a new one says.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use board::{BoardSize, Cell, Color, Position};
use inferior::InferiorEngine;
use proptest::prelude::*;

/// Compares a used engine with a new one in every field of the answer.
fn compare<const W: usize>(used: &mut InferiorEngine<W>, position: &Position<W>) {
    let mut new = InferiorEngine::new(position.size());
    let (expected, found) = (new.analyse(position), used.analyse(position));
    assert_eq!(found.survivors(), expected.survivors(), "{position}");
    assert_eq!(found.winner(), expected.winner(), "{position}");
    for color in Color::BOTH {
        assert_eq!(found.stones(color), expected.stones(color), "{position}");
        assert_eq!(found.filled(color), expected.filled(color), "{position}");
    }
    for cell in position.size().iter() {
        assert_eq!(found.finding(cell), expected.finding(cell), "{}\n{position}", position.size().name(cell));
    }
}

/// Plays and takes back stones as chosen, comparing after each step.
fn walk<const W: usize>(cols: usize, rows: usize, steps: &[u16]) {
    let size = BoardSize::new(cols, rows).unwrap();
    let mut used = InferiorEngine::<W>::new(size);
    let mut line = vec![Position::<W>::empty(size)];
    for &step in steps {
        let position = line[line.len() - 1];
        let empty: Vec<Cell> = position.empty_cells().iter().collect();
        let choice = usize::from(step) % (empty.len() + empty.len() / 3 + 1);
        if choice < empty.len() && position.winner().is_none() {
            let mut next = position;
            next.play_unchecked(empty[choice]);
            line.push(next);
        } else {
            // Back by one move or by several, as a search jumps.
            line.truncate((line.len() - usize::from(step) % line.len()).max(1));
        }
        compare(&mut used, &line[line.len() - 1]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn a_used_engine_equals_a_new_one(
        cols in 1usize..=8, rows in 1usize..=8, steps in prop::collection::vec(any::<u16>(), 1..60)
    ) {
        walk::<1>(cols, rows, &steps);
    }

    #[test]
    fn a_used_engine_equals_a_new_one_on_larger_boards(steps in prop::collection::vec(any::<u16>(), 1..60)) {
        walk::<2>(11, 11, &steps);
        walk::<3>(13, 13, &steps);
    }
}
