//! Strategies of small boards pass `verify`.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use board::{BoardSize, Color, Position};
use solver::{ProverSettings, Question, Settings, Solver, write_strategy};
use verify::strategy::read_strategy;

#[test]
fn every_opening_up_to_5x5_has_a_strategy_that_holds() {
    for side in 1..=5 {
        let size = BoardSize::square(side).unwrap();
        let solver = Solver::<1>::new(Settings { table_bytes: 16 << 20, ..Settings::default() });
        for cell in size.iter() {
            let position = Position::<1>::empty(size).child(cell);
            let text =
                write_strategy(&solver, &position, ProverSettings::default(), &Question::default(), &|_| {})
                    .unwrap();
            let strategy = read_strategy(&text, |_| {}).unwrap();
            println!(
                "{side} {} {} {:?} {} bytes",
                size.name(cell),
                strategy.winner(),
                strategy.size(),
                text.len()
            );
            let _ = Color::Black;
        }
    }
}
