//! The long checks (`cargo xtask check-exhaustive`): every 4x4 position against exact values, every 7x7 opening against the
//! known results. `HEXWRIGHT_SHARE=3/16` takes the fourth of sixteen shares of the 4x4 check: all positions with the fourth
//! of its sixteen settings.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use board::{BoardSize, Color, Position};
use solver::{Method, Pool, ProverSettings, Question, Settings, Solver, embedded_order};
use verify::{Exact, position_with_code};

/// The winner of each opening: `size n`, then rows of B and W.
const FACTS: &str = include_str!("../../player/data/openings.txt");

/// Which share of the work, of how many.
fn share() -> (usize, usize) {
    let Ok(text) = std::env::var("HEXWRIGHT_SHARE") else { return (0, 1) };
    let (share, shares) = text.split_once('/').unwrap();
    (share.parse().unwrap(), shares.parse().unwrap())
}

/// How many settings: the default ones, one for each switch turned off, and random combinations.
const SETTINGS: usize = 16;

/// The settings with this number.
fn settings(number: usize) -> (Settings, ProverSettings) {
    // The switches that are turned off, one bit each.
    let off = match number {
        0 => 0,
        1..=7 => 1 << (number - 1),
        _ => number.wrapping_mul(0x9E37_79B9) >> 5 & 0x7F,
    };
    let on = |bit: usize| off >> bit & 1 == 0;
    let settings = Settings {
        method: if on(0) { Method::ProofNumber } else { Method::DepthFirst },
        table_bytes: if on(1) { 16 << 20 } else { 0 },
        strategy_stealing: on(2),
        lemmas: on(3),
        widening_share: if on(4) { 0.25 } else { 1.0 },
        ..Settings::default()
    };
    (settings, ProverSettings { connections: on(5), inferior: on(6), ..ProverSettings::default() })
}

/// Every position of a game that is not over, one of each class of images under the symmetries of the board.
fn reachable(size: BoardSize) -> impl Iterator<Item = Position<1>> {
    (0..3usize.pow(size.cells() as u32)).filter_map(move |code| {
        let [black, white] = {
            let position = position_with_code::<1>(size, code, Color::Black);
            Color::BOTH.map(|color| position.stones(color).len())
        };
        let to_move = match black.checked_sub(white)? {
            0 => Color::Black,
            1 => Color::White,
            _ => return None,
        };
        let position = position_with_code::<1>(size, code, to_move);
        let is_first = position.class_hash().0 == position.hash();
        (is_first && position.winner().is_none()).then_some(position)
    })
}

/// Each setting keeps its table from one position to the next, and begins anew after every so many: so some positions are
/// solved from nothing, and what the table says of others is checked as well.
#[test]
fn every_4x4_position_is_as_brute_force_says() {
    const FRESH: usize = 1000;
    let size = BoardSize::square(4).unwrap();
    let exact = Exact::new(size);
    let (share, shares) = share();
    let positions: Vec<Position<1>> = reachable(size).collect();
    println!("{} positions up to symmetry, {SETTINGS} settings, share {share} of {shares}", positions.len());
    let work = SETTINGS * positions.len();
    let range = share * work / shares..(share + 1) * work / shares;
    for number in 0..SETTINGS {
        let (settings, provers) = settings(number);
        let mut solver = Solver::<1>::new(settings);
        let pool = Pool::new(size, provers, None);
        let (mut count, mut nodes) = (0, 0);
        for (place, position) in positions.iter().enumerate() {
            if !range.contains(&(number * positions.len() + place)) {
                continue;
            }
            if count % FRESH == 0 {
                solver.clear();
            }
            count += 1;
            let answer = solver.solve(position, || pool.lend(), &Question::default());
            let winner = exact.winner(&Color::BOTH.map(|color| position.stones(color)), position.to_move());
            assert_eq!(answer.winner, Some(winner), "{settings:?} {provers:?} {position:?}");
            nodes += answer.statistics.expanded;
        }
        println!("setting {number}: {count} positions, {nodes} nodes");
    }
}

#[test]
fn all_openings_of_7x7_are_as_known() {
    let size = BoardSize::square(7).unwrap();
    let rows: Vec<&str> = FACTS.lines().skip_while(|line| line.trim() != "size 7").skip(1).take(7).collect();
    let mut solver = Solver::<1>::new(Settings { table_bytes: 256 << 20, ..Settings::default() });
    let letters = rows.iter().flat_map(|row| row.split_whitespace());
    let pool = Pool::new(size, ProverSettings::default(), Some(embedded_order(size)));
    let mut count = 0;
    for (cell, letter) in size.iter().zip(letters) {
        count += 1;
        // A cell and its image under the rotation have the same winner.
        if size.cells() - 1 - cell.index() < cell.index() {
            continue;
        }
        let expected = if letter == "B" { Color::Black } else { Color::White };
        solver.clear();
        let position = Position::<1>::empty(size).child(cell);
        let answer = solver.solve(&position, || pool.lend(), &Question::default());
        assert_eq!(answer.winner, Some(expected), "{}", size.name(cell));
    }
    assert_eq!(count, size.cells());
}
