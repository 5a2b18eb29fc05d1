//! The transfer matrix beside full enumeration, its obvious twin, and the laws that its answers obey.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use board::{BoardSize, Cell, CellSet, Color, Position, Symmetry};
use chance::{Analysis, Arithmetic, Coin, Dyadic, Wide, analyze};
use proptest::prelude::*;

/// The result of full enumeration: the weight of Black's wins, and of the fillings in which each empty cell is critical.
struct Enumerated {
    wins: f64,
    critical: Vec<(Cell, f64)>,
}

/// Fills the empty cells in every way, finds the winner, and changes every cell to see whether the winner changes.
fn enumerate(position: &Position, black_share: f64) -> Enumerated {
    let narrow = position.resize::<1>();
    let empty: Vec<Cell> = position.empty_cells().iter().collect();
    let stones = narrow.stones(Color::Black);
    let mut enumerated = Enumerated { wins: 0.0, critical: empty.iter().map(|&cell| (cell, 0.0)).collect() };
    for filling in 0..1u64 << empty.len() {
        let chosen = |&(index, _): &(usize, &Cell)| filling >> index & 1 != 0;
        let black: CellSet<1> =
            empty.iter().enumerate().filter(chosen).fold(stones, |set, (_, &cell)| set.with(cell));
        let blacks = filling.count_ones() as i32;
        let weight = black_share.powi(blacks) * (1.0 - black_share).powi(empty.len() as i32 - blacks);
        let won = narrow.geometry().joins(black, Color::Black);
        if won {
            enumerated.wins += weight;
        }
        for (cell, critical) in &mut enumerated.critical {
            let changed = if black.contains(*cell) { black.without(*cell) } else { black.with(*cell) };
            if narrow.geometry().joins(changed, Color::Black) != won {
                *critical += weight;
            }
        }
    }
    enumerated
}

/// The exact method and enumeration agree on a position, in fractions, in floating-point numbers, and for other coins.
fn check(position: &Position) {
    let enumerated = enumerate(position, 0.5);
    let fractions = analyze(position, Coin::FAIR, Arithmetic::Fractions).unwrap();
    // Sums of powers of two with few terms are exact in floating-point numbers.
    assert_eq!(fractions.black_wins, enumerated.wins, "{position:?}");
    let found: Vec<(Cell, f64)> = fractions.critical.iter().map(|c| (c.cell, c.probability)).collect();
    assert_eq!(found, enumerated.critical, "{position:?}");
    let most = enumerated.critical.iter().map(|&(_, critical)| critical).fold(0.0, f64::max);
    let over = position.winner().is_some();
    let best: Vec<Cell> = enumerated
        .critical
        .iter()
        .filter(|&&(_, critical)| !over && critical == most)
        .map(|&(cell, _)| cell)
        .collect();
    assert_eq!(fractions.best, best, "{position:?}");
    close_to(position, &analyze(position, Coin::FAIR, Arithmetic::Float).unwrap(), &enumerated, 0.0);
    for black in [0.0, 0.3, 0.9375, 1.0] {
        let floats = analyze(position, Coin::new(black).unwrap(), Arithmetic::Float).unwrap();
        close_to(position, &floats, &enumerate(position, black), 1e-13);
    }
}

/// The analysis agrees with enumeration up to its own bound on the error, and the error of adding up many weights.
fn close_to(position: &Position, analysis: &Analysis, enumerated: &Enumerated, slack: f64) {
    let error = analysis.error + slack;
    assert!(analysis.error < 1e-12, "{}", analysis.error);
    assert!((analysis.black_wins - enumerated.wins).abs() <= error, "{position:?}");
    for (found, (cell, critical)) in analysis.critical.iter().zip(&enumerated.critical) {
        assert_eq!(found.cell, *cell);
        assert!((found.probability - critical).abs() <= error, "{position:?}");
    }
}

/// A position with stones chosen by two bits a cell, so that shrinking removes stones.
fn arrange(size: BoardSize, codes: &[u8]) -> Position {
    let mut position = Position::empty(size);
    for (cell, code) in size.iter().zip(codes) {
        match code {
            1 => position.place(Color::Black, cell).unwrap(),
            2 => position.place(Color::White, cell).unwrap(),
            _ => {}
        }
    }
    position
}

/// Every arrangement of stones on every board up to 3x4 and 4x3: the number of fillings that Black wins comes from a
/// table over all arrangements, in which a board with an empty cell has the wins with a black and with a white stone
/// there. A cell is critical as often as a black stone there wins more than a white one.
#[test]
fn equals_enumeration_on_every_position_up_to_3x4() {
    for (cols, rows) in (1..=4)
        .flat_map(|cols| (1..=4).map(move |rows| (cols, rows)))
        .filter(|&size| size != (4, 4))
        .chain([(2, 5)])
    {
        let size = BoardSize::new(cols, rows).unwrap();
        let cells = size.cells() as u32;
        let digit = |code: usize, cell: usize| code / 3usize.pow(cell as u32) % 3;
        let mut wins = vec![0u64; 3usize.pow(cells)];
        let geometry = Position::<1>::empty(size).geometry();
        for code in (0..wins.len()).rev() {
            let empty = (0..size.cells()).find(|&cell| digit(code, cell) == 0);
            wins[code] = match empty {
                Some(cell) => wins[code + 3usize.pow(cell as u32)] + wins[code + 2 * 3usize.pow(cell as u32)],
                None => {
                    let black = size.iter().filter(|cell| digit(code, cell.index()) == 1).collect();
                    u64::from(geometry.joins(black, Color::Black))
                }
            };
        }
        for code in 0..wins.len() {
            let codes: Vec<u8> = (0..size.cells()).map(|cell| digit(code, cell) as u8).collect();
            let position = arrange(size, &codes);
            let analysis = analyze(&position, Coin::FAIR, Arithmetic::Fractions).unwrap();
            let empty = position.empty_cells().len() as u32;
            let dyadic = |count: u64, exponent| Some(Dyadic::new(Wide::from(u128::from(count)), exponent));
            assert_eq!(analysis.black_wins_exact, dyadic(wins[code], empty), "{position:?}");
            let mut most = 0;
            let mut best = Vec::new();
            for critical in &analysis.critical {
                let power = 3usize.pow(critical.cell.index() as u32);
                let count = wins[code + power] - wins[code + 2 * power];
                assert_eq!(critical.exact, dyadic(count, empty - 1), "{position:?}");
                if count > most {
                    (most, best) = (count, Vec::new());
                }
                if count == most {
                    best.push(critical.cell);
                }
            }
            if position.winner().is_some() {
                best.clear();
            }
            assert_eq!(analysis.best, best, "{position:?}");
        }
    }
}

#[test]
fn equals_enumeration_on_empty_rectangles() {
    for (cols, rows) in [(1, 5), (5, 1), (2, 6), (6, 2), (4, 4), (5, 3)] {
        check(&Position::empty(BoardSize::new(cols, rows).unwrap()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Random positions up to 5x5 with at most 12 empty cells.
    #[test]
    fn equals_enumeration_up_to_5x5(
        (cols, rows) in (1usize..=5, 1usize..=5),
        codes in prop::collection::vec(1u8..=2, 25),
        empty in prop::collection::vec(0usize..25, 12),
    ) {
        let size = BoardSize::new(cols, rows).unwrap();
        let mut codes = codes;
        for cell in empty {
            codes[cell] = 0;
        }
        check(&arrange(size, &codes));
    }

    /// Turning the board keeps every number; reflecting it exchanges the colours; a position that is its own reflection
    /// is worth exactly one half.
    #[test]
    fn obeys_the_symmetries(side in 2usize..=7, codes in prop::collection::vec(0u8..8, 49)) {
        let size = BoardSize::square(side).unwrap();
        let position = arrange(size, &codes);
        let analysis = analyze(&position, Coin::FAIR, Arithmetic::Fractions).unwrap();
        let half = Wide::power_of_two(63);
        let count = |wins: Option<Dyadic>| {
            let wins = wins.unwrap();
            wins.numerator().times(Wide::power_of_two(64 - wins.exponent()))
        };
        for symmetry in Symmetry::ALL {
            let image = analyze(&position.image(symmetry), Coin::FAIR, Arithmetic::Fractions).unwrap();
            if symmetry.exchanges_colors() {
                let sum = count(image.black_wins_exact).plus(count(analysis.black_wins_exact));
                prop_assert_eq!(sum, half.plus(half));
            } else {
                prop_assert_eq!(image.black_wins_exact, analysis.black_wins_exact);
            }
            for critical in &analysis.critical {
                let cell = symmetry.cell(critical.cell, size);
                let found = image.critical.iter().find(|critical| critical.cell == cell).unwrap();
                prop_assert_eq!(found.exact, critical.exact);
            }
        }
        let mut symmetric = Position::empty(size);
        for cell in size.iter().filter(|&cell| codes[cell.index()] == 1) {
            let mirrored = Symmetry::Reflection.cell(cell, size);
            if mirrored != cell && symmetric.at(cell).is_none() {
                symmetric.place(Color::Black, cell).unwrap();
                symmetric.place(Color::White, mirrored).unwrap();
            }
        }
        let analysis = analyze(&symmetric, Coin::FAIR, Arithmetic::Fractions).unwrap();
        prop_assert_eq!(analysis.black_wins_exact, Some(Dyadic::HALF));
        prop_assert_eq!(analysis.black_wins, 0.5);
    }

    /// The bound on the error holds where it matters: on large boards, against exact fractions. And a biased coin obeys
    /// the law that the value is the mean of the values after a black and after a white stone on any cell.
    #[test]
    fn floats_are_within_their_bound(
        (cols, rows) in (6usize..=11, 6usize..=11),
        codes in prop::collection::vec(0u8..7, 121),
        black in 0.05f64..0.95,
    ) {
        let size = BoardSize::new(cols, rows).unwrap();
        let position = arrange(size, &codes);
        let exact = analyze(&position, Coin::FAIR, Arithmetic::Fractions).unwrap();
        let floats = analyze(&position, Coin::FAIR, Arithmetic::Float).unwrap();
        prop_assert!(floats.error < 1e-12);
        prop_assert!((exact.black_wins - floats.black_wins).abs() <= floats.error);
        for (exact, float) in exact.critical.iter().zip(&floats.critical) {
            prop_assert!((exact.probability - float.probability).abs() <= floats.error);
        }
        prop_assert!(exact.best.iter().all(|cell| floats.best.contains(cell)));

        let coin = Coin::new(black).unwrap();
        let biased = analyze(&position, coin, Arithmetic::Float).unwrap();
        if let Some(critical) = biased.critical.iter().max_by(|a, b| a.probability.total_cmp(&b.probability)) {
            let [after_black, after_white] = Color::BOTH.map(|color| {
                let mut child = position;
                child.place(color, critical.cell).unwrap();
                analyze(&child, coin, Arithmetic::Float).unwrap().black_wins
            });
            let error = 4.0 * biased.error;
            prop_assert!((after_black - after_white - critical.probability).abs() <= error);
            let mean = black * after_black + (1.0 - black) * after_white;
            prop_assert!((mean - biased.black_wins).abs() <= error);
        }
    }
}

/// The empty boards up to 11x11 are worth exactly one half, and the acute corners are critical least often.
#[test]
fn empty_boards_are_even() {
    for side in 1..=11 {
        let size = BoardSize::square(side).unwrap();
        let analysis = analyze(&Position::empty(size), Coin::FAIR, Arithmetic::Fractions).unwrap();
        assert_eq!(analysis.black_wins_exact, Some(Dyadic::HALF));
        let least = analysis.critical.iter().map(|c| c.probability).fold(1.0, f64::min);
        assert_eq!(analysis.critical[0].probability, least);
        if side % 2 == 1 {
            assert_eq!(analysis.best, [size.at(side / 2, side / 2).unwrap()]);
        }
    }
}

#[test]
fn errors_say_what_was_found_and_what_was_expected() {
    let empty = |side| Position::empty(BoardSize::square(side).unwrap());
    let message = |result: Result<Analysis, chance::ChanceError>| result.unwrap_err().to_string();
    assert_eq!(
        message(analyze(&empty(17), Coin::FAIR, Arithmetic::Float)),
        "the exact method cannot do a board of 17x17: expected a shorter side of at most 16; sampling does any board"
    );
    assert_eq!(
        Coin::new(1.5).unwrap_err().to_string(),
        "found 1.5 as the probability that Black moves: expected a number from 0 to 1"
    );
    assert!(Coin::new(f64::NAN).is_err());
    assert_eq!(
        message(analyze(&empty(3), Coin::new(0.25).unwrap(), Arithmetic::Fractions)),
        "found a coin of 0.25: expected a fair one (0.5) for exact fractions"
    );
}
