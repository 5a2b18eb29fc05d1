//! Random fillings against the exact method: each is the other's check on boards too large for enumeration.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use board::{BoardSize, Color, Position};
use chance::{Arithmetic, BalancedSample, Coin, Estimate, Sample, analyze};

fn position(side: usize, moves: &str) -> Position {
    let size = BoardSize::square(side).unwrap();
    Position::after(size, &size.cells_named(moves).unwrap()).unwrap()
}

/// The seeds are fixed, so this is no matter of luck: at most one cell in ten may lie outside its 95 % interval, and none
/// far outside.
fn check(position: &Position, coin: Coin, fillings: u64) {
    let exact = analyze(position, coin, Arithmetic::Float).unwrap();
    let sample = Sample::of(position, coin, fillings, 1);
    let mut outside = 0;
    let mut compare = |truth: f64, Estimate { value, margin }: Estimate| {
        outside += u32::from((value - truth).abs() > margin);
        assert!((value - truth).abs() <= 2.6 * margin, "{value} ± {margin}, but {truth} is true");
    };
    compare(exact.black_wins, sample.black_wins());
    for (exact, (cell, estimate)) in exact.critical.iter().zip(sample.critical().unwrap()) {
        assert_eq!(exact.cell, cell);
        compare(exact.probability, estimate);
    }
    assert!(outside as usize <= exact.critical.len() / 10, "{outside} of {} outside", exact.critical.len());
    // The cell that the sample likes best is as good as the best, up to what sampling can tell.
    let best = exact.critical.iter().find(|critical| Some(critical.cell) == sample.best()).unwrap();
    assert!(exact.most_critical() - best.probability < 4.0 * sample.bid().margin);
}

#[test]
fn agrees_with_the_exact_method_on_11x11() {
    check(&position(11, ""), Coin::FAIR, 4_000_000);
    check(&position(11, "f6 d8 e5 g4 c7 d6 h5 g6 f8 e9 h7 g8 c5 d4 i4 b8"), Coin::FAIR, 4_000_000);
    check(&position(11, "f6 d8"), Coin::new(0.45).unwrap(), 1_000_000);
}

#[test]
fn agrees_with_the_exact_method_on_13x13() {
    check(&position(13, "g7 d10 k4 j5"), Coin::FAIR, 2_000_000);
}

/// On a full board there is nothing to fill, and once a side has won no cell is critical.
#[test]
fn decided_positions() {
    let full = position(2, "a1 b1 a2 b2");
    let sample = Sample::of(&full, Coin::FAIR, 1000, 1);
    assert_eq!((sample.black_wins, sample.losing.len(), sample.best()), (1000, 0, None));
    let won = position(2, "a1 b1 a2");
    let sample = Sample::of(&won, Coin::FAIR, 100_000, 1);
    assert_eq!(sample.black_wins, 100_000);
    let (_, critical) = sample.critical().unwrap()[0];
    assert!(critical.value.abs() <= 2.0 * critical.margin);
}

/// With turns in alternation: on 2x2 the side to move has two of the four cells and any two of one colour decide. Of the
/// six fillings Black wins those with a joined pair from top to bottom: a1a2, b1a2, b1b2; and loses three.
#[test]
fn balanced_fillings_have_equally_many_stones() {
    let sample = BalancedSample::of(&position(2, ""), 60_000, 1);
    let Estimate { value, margin } = sample.black_wins();
    assert!((value - 0.5).abs() < 2.0 * margin, "{value} ± {margin}");
    assert_eq!(sample.to_move, Color::Black);
    assert_eq!(sample.cells.iter().map(|cell| cell.taken).sum::<u64>(), 2 * 60_000);
    // b1 (and a2) belong to two of the three winning pairs, a1 and b2 to one.
    let size = BoardSize::square(2).unwrap();
    let best = sample.best().unwrap();
    assert!(best == size.cell("b1").unwrap() || best == size.cell("a2").unwrap());
}
