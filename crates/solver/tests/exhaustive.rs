//! The long checks (`cargo xtask check-exhaustive`): every 4x4 position against exact values, every 7x7 opening against the
//! known results. `HEXWRIGHT_SHARE=3/16` takes the fourth of sixteen shares of the positions.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use board::{BoardSize, CellSet, Color, Position};
use solver::{Method, ProverSettings, Provers, Question, Settings, Solver};

/// The winner of each opening: `size n`, then rows of B and W.
const FACTS: &str = include_str!("../../player/data/openings.txt");

/// A position as a number in base three: 0 empty, 1 Black, 2 White.
fn position(size: BoardSize, mut code: usize, to_move: Color) -> Position<1> {
    let mut stones = [CellSet::<1>::EMPTY; 2];
    for cell in size.iter() {
        match code % 3 {
            0 => {}
            digit => stones[digit - 1].insert(cell),
        }
        code /= 3;
    }
    Position::with_stones(size, stones[0], stones[1], to_move).unwrap()
}

/// For each arrangement, whether Black wins with Black to move (bit 0) and with White to move (bit 1). A stone more makes a
/// larger number, so going down every child is known before its parent.
fn exact_values(size: BoardSize) -> Vec<u8> {
    let powers: Vec<usize> = (0..size.cells()).map(|cell| 3usize.pow(cell as u32)).collect();
    let count = 3usize.pow(size.cells() as u32);
    let mut values = vec![0u8; count];
    for code in (0..count).rev() {
        let empty = || powers.iter().filter(|&&power| code / power % 3 == 0);
        values[code] = match position(size, code, Color::Black).winner() {
            Some(Color::Black) => 3,
            Some(Color::White) => 0,
            None => {
                let black = empty().any(|power| values[code + power] & 2 != 0);
                let white = empty().any(|power| values[code + 2 * power] & 1 == 0);
                u8::from(black) | u8::from(!white) << 1
            }
        };
    }
    values
}

/// Which share of the positions, of how many.
fn share() -> (usize, usize) {
    let Ok(text) = std::env::var("HEXWRIGHT_SHARE") else { return (0, 1) };
    let (share, shares) = text.split_once('/').unwrap();
    (share.parse().unwrap(), shares.parse().unwrap())
}

/// Solvers with every combination of the search's switches.
fn solvers() -> Vec<Solver<1>> {
    let switches = 0..16;
    let settings = switches.map(|number| Settings {
        method: if number & 1 == 0 { Method::ProofNumber } else { Method::DepthFirst },
        table_bytes: if number & 2 == 0 { 4 << 20 } else { 0 },
        strategy_stealing: number & 4 == 0,
        widening_share: if number & 8 == 0 { 0.25 } else { 1.0 },
        ..Settings::default()
    });
    settings.map(Solver::new).collect()
}

#[test]
fn every_4x4_position_is_as_brute_force_says() {
    let size = BoardSize::square(4).unwrap();
    let values = exact_values(size);
    let solvers = solvers();
    let (share, shares) = share();
    for (code, &value) in values.iter().enumerate().skip(share).step_by(shares) {
        for to_move in Color::BOTH {
            // Which switches and provers a position gets runs through all combinations.
            let number = code.wrapping_mul(0x9E37_79B9).wrapping_add(to_move.index()) >> 7;
            let provers = ProverSettings {
                connections: number % 3 != 1,
                inferior: number % 3 != 0,
                ..ProverSettings::default()
            };
            let position = position(size, code, to_move);
            let solver = &solvers[number / 3 % solvers.len()];
            let answer = solver.solve(&position, || Provers::new(size, provers), &Question::default());
            let black_wins = value >> to_move.index() & 1 == 1;
            assert_eq!(answer.winner == Some(Color::Black), black_wins, "{position:?}");
            let winner = if black_wins { Color::Black } else { Color::White };
            assert_eq!(answer.winner, Some(winner), "{position:?}");
        }
    }
}

#[test]
fn all_openings_of_7x7_are_as_known() {
    let size = BoardSize::square(7).unwrap();
    let rows: Vec<&str> = FACTS.lines().skip_while(|line| line.trim() != "size 7").skip(1).take(7).collect();
    let mut solver = Solver::<1>::new(Settings { table_bytes: 256 << 20, ..Settings::default() });
    let letters = rows.iter().flat_map(|row| row.split_whitespace());
    let mut count = 0;
    for (cell, letter) in size.iter().zip(letters) {
        let expected = if letter == "B" { Color::Black } else { Color::White };
        solver.clear();
        let position = Position::<1>::empty(size).child(cell);
        let provers = || Provers::new(size, ProverSettings::default());
        let answer = solver.solve(&position, provers, &Question::default());
        assert_eq!(answer.winner, Some(expected), "{}", size.name(cell));
        count += 1;
    }
    assert_eq!(count, size.cells());
}
