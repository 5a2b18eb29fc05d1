//! Answers with connections against exact values.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

mod support;

use board::{BoardSize, Color, Position};
use connection::{ConnectionSettings, Connections};
use inferior::{Domination, InferiorEngine, InferiorFinding};
use proof::Exact;
use support::{check, check_carriers};

/// Analyses every n-th position of a board, for both sides to move; returns how many cells connections filled in or
/// took away beyond what the engine alone does, and how many moves are dominated by connections.
fn check_board(cols: usize, rows: usize, every: usize) -> (usize, usize) {
    let size = BoardSize::new(cols, rows).unwrap();
    let mut exact = Exact::new(size);
    let mut engine = InferiorEngine::<1>::new(size);
    let mut alone = InferiorEngine::<1>::new(size);
    let mut connections = Connections::new(&Position::empty(size), ConnectionSettings::default());
    let (mut gained, mut dominated) = (0, 0);
    for code in (0..exact.positions()).step_by(every) {
        for to_move in Color::BOTH {
            let position = exact.position(code, to_move);
            let less = alone.analyse(&position).survivors().len();
            let analysis = engine.analyse_with(&position, &mut connections);
            check(&mut exact, &position, analysis);
            check_carriers(&mut exact, &position, analysis, |cell| (code >> (cell.index() % 7)) & 1 != 0);
            gained += less.saturating_sub(analysis.survivors().len());
            dominated += position
                .empty_cells()
                .iter()
                .filter(|&cell| {
                    matches!(
                        analysis.finding(cell),
                        InferiorFinding::Dominated { how: Domination::Connection, .. }
                    )
                })
                .count();
        }
    }
    (gained, dominated)
}

#[test]
fn every_position_of_small_boards() {
    for (cols, rows) in [(1, 1), (2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (5, 2)] {
        check_board(cols, rows, 1);
    }
}

#[test]
fn every_position_of_3x4_and_4x3_and_many_of_4x4() {
    let found = [check_board(3, 4, 1), check_board(4, 3, 1), check_board(4, 4, 1999)];
    let (gained, dominated) = found.into_iter().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    assert!(gained > 100, "connections take away only {gained} moves more");
    assert!(dominated > 10, "only {dominated} moves are dominated by connections");
}
