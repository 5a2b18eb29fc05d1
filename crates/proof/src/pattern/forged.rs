//! Patterns that an adversary writes. Those of `forged.txt` are refused, and random drawings that are accepted are laid on
//! boards and compared with brute force.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]
#![allow(clippy::print_stdout, reason = "the figures are for the documentation")]

use std::collections::HashMap;

use board::{BoardSize, CellSet, Color, Position};
use proptest::{prelude::*, strategy::ValueTree, test_runner::TestRunner};

use super::{Arrangement, Drawn, check_pattern, split_patterns};
use crate::solve;

const CLASSES: [&str; 7] = [
    "dead",
    "captured",
    "permanently-inferior",
    "vulnerable",
    "captured-reversible",
    "dominated",
    "star-dominated",
];

#[test]
fn forged_patterns_are_refused() {
    let patterns = split_patterns(include_str!("forged.txt"));
    assert!(patterns.len() > 40, "{}", patterns.len());
    for (line, lines) in patterns {
        assert!(check_pattern(line, &lines).is_err(), "line {line}: accepted\n{}", lines.join("\n"));
    }
}

/// A pattern of the program with up to two letters exchanged for others, now and then in another class.
fn forged() -> impl Strategy<Value = Vec<String>> {
    let shipped = split_patterns(include_str!("../../../inferior/data/patterns.txt"));
    let shipped: Vec<Vec<&'static str>> = shipped.into_iter().map(|(_, lines)| lines).collect();
    let letters = prop::collection::vec((any::<prop::sample::Index>(), 0..10_usize), 0..3);
    let class = prop_oneof![3 => Just(None), 1 => (0..CLASSES.len()).prop_map(Some)];
    (prop::sample::select(shipped), letters, class).prop_map(|(lines, letters, class)| {
        let mut rows: Vec<char> = lines[1..].join("\n").chars().collect();
        let places: Vec<usize> = (0..rows.len()).filter(|&place| !rows[place].is_whitespace()).collect();
        for (place, letter) in letters {
            rows[*place.get(&places)] = ['?', '?', 'W', 'B', 'x', 'c', 'p', 'e', 'd', 'k'][letter];
        }
        let rows: String = rows.into_iter().collect();
        let class = class.map_or(lines[0], |class| CLASSES[class]);
        std::iter::once(class).chain(rows.lines()).map(str::to_string).collect()
    })
}

/// A board of five columns and rows with the pattern in a corner or elsewhere, its cells arranged as said.
struct Surroundings<'a> {
    drawn: &'a Drawn,
    /// The content of each other cell.
    others: Vec<Option<Color>>,
    /// How far the pattern is moved from where it is drawn.
    shift: [i32; 2],
}

impl Surroundings<'_> {
    /// None if the pattern does not fit on the board.
    fn position(&self, arrangement: &Arrangement, to_move: Color) -> Option<Position> {
        let (drawn, size) = (self.drawn, BoardSize::square(5).unwrap());
        let large = BoardSize::square(10).unwrap();
        let place = |cell: board::Cell| {
            let col = i32::try_from(cell.col(large)).ok()? - 2 + self.shift[0];
            let row = i32::try_from(cell.row(large)).ok()? - 2 + self.shift[1];
            size.at(usize::try_from(col).ok()?, usize::try_from(row).ok()?)
        };
        let mut stones: HashMap<_, _> =
            size.iter().zip(&self.others).map(|(cell, stone)| (cell, *stone)).collect();
        for ((cell, _), stone) in drawn.cells.iter().zip(arrangement) {
            stones.insert(place(*cell)?, *stone);
        }
        for (color, own) in Color::BOTH.into_iter().zip(drawn.stones) {
            for cell in own {
                stones.insert(place(cell)?, Some(color));
            }
        }
        let of = |color| -> CellSet {
            stones.iter().filter(|(_, stone)| **stone == Some(color)).map(|(cell, _)| *cell).collect()
        };
        let position = Position::with_stones(size, of(Color::Black), of(Color::White), to_move).ok()?;
        (position.empty_cells().len() <= 10).then_some(position)
    }
}

/// The claim of an accepted pattern is true on every board around it: Black is as well off with the real arrangement as with the
/// wished one, with either side to move.
#[test]
fn accepted_patterns_are_true_on_boards() {
    let stone = prop_oneof![3 => Just(Some(Color::Black)), 3 => Just(Some(Color::White)), 1 => Just(None)];
    let cases = (forged(), prop::collection::vec(stone, 25), [-1..3_i32, -1..3_i32]);
    let mut runner = TestRunner::deterministic();
    let (mut accepted, mut compared) = ([0; CLASSES.len()], 0);
    for _ in 0..3_000 {
        let (lines, others, shift) = cases.new_tree(&mut runner).unwrap().current();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        if check_pattern(1, &lines).is_err() {
            continue;
        }
        let class = lines[0].split(':').next().unwrap();
        accepted[CLASSES.iter().position(|name| *name == class).unwrap()] += 1;
        let drawn = Drawn::read(&lines[1..]).unwrap();
        let surroundings = Surroundings { drawn: &drawn, others, shift };
        let mut known = HashMap::new();
        for (real, wished) in drawn.claims(class).unwrap() {
            for to_move in Color::BOTH {
                let mut winner = |arrangement| {
                    surroundings.position(arrangement, to_move).map(|position| solve(&position, &mut known))
                };
                let [real, wished] = [winner(&real), winner(&wished)];
                let is_worse = (real, wished) == (Some(Color::White), Some(Color::Black));
                assert!(!is_worse, "{}", lines.join("\n"));
                compared += usize::from(real.is_some() && wished.is_some());
            }
        }
    }
    println!(
        "{accepted:?} patterns of each class accepted, {compared} pairs of positions compared, none false"
    );
    assert!(accepted.iter().all(|&count| count > 10) && compared > 500, "{accepted:?}, {compared}");
}
