//! Every position of 4x4, for both sides to move, against exact values, without connections and with them:
//! three minutes on two cores. Run by `cargo xtask check-exhaustive`.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

mod support;

use std::thread;

use board::{BoardSize, Color, Position};
use connection::{ConnectionSettings, Connections};
use inferior::{InferiorAnalysis, InferiorEngine};
use proof::Exact;
use support::{Judge, check};

/// A judge that several threads can ask.
struct Shared<'a>(&'a Exact);

impl Judge for Shared<'_> {
    fn winner<const W: usize>(&mut self, stones: &[board::CellSet<W>; 2], to_move: Color) -> Color {
        self.0.winner(stones, to_move)
    }

    fn is_dead<const W: usize>(&mut self, stones: &[board::CellSet<W>; 2], cell: board::Cell) -> bool {
        self.0.is_dead(stones, cell)
    }
}

/// Checks the answers of one analyst for each thread.
fn check_all<A>(analyst: impl Fn(BoardSize) -> A + Sync)
where
    A: FnMut(&Position<1>, &mut dyn FnMut(&InferiorAnalysis<1>)),
{
    let size = BoardSize::square(4).unwrap();
    let exact = Exact::new(size);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for first in 0..threads {
            let (exact, analyst) = (&exact, &analyst);
            scope.spawn(move || {
                let mut analyse = analyst(size);
                for code in (first..exact.positions()).step_by(threads) {
                    for to_move in Color::BOTH {
                        let position = exact.position(code, to_move);
                        analyse(&position, &mut |analysis| check(&mut Shared(exact), &position, analysis));
                    }
                }
            });
        }
    });
}

#[test]
fn every_position_of_4x4() {
    check_all(|size| {
        let mut engine = InferiorEngine::<1>::new(size);
        move |position: &Position<1>, check: &mut dyn FnMut(&InferiorAnalysis<1>)| {
            check(engine.analyse(position))
        }
    });
}

#[test]
fn every_position_of_4x4_with_connections() {
    check_all(|size| {
        let mut engine = InferiorEngine::<1>::new(size);
        let mut connections = Connections::new(&Position::empty(size), ConnectionSettings::default());
        move |position: &Position<1>, check: &mut dyn FnMut(&InferiorAnalysis<1>)| {
            check(engine.analyse_with(position, &mut connections));
        }
    });
}
