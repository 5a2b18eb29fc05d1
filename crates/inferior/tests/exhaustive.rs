//! Every position of 4x4, for both sides to move, against exact values: some ten minutes. Run by `cargo xtask
//! check-exhaustive`.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

mod support;

use std::thread;

use board::{BoardSize, Color};
use inferior::Engine;
use support::{Judge, check};
use verify::Exact;

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

#[test]
fn every_position_of_4x4() {
    let size = BoardSize::square(4).unwrap();
    let exact = Exact::new(size);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for first in 0..threads {
            let exact = &exact;
            scope.spawn(move || {
                let mut engine = Engine::<1>::new(size);
                for code in (first..exact.positions()).step_by(threads) {
                    for to_move in Color::BOTH {
                        let position = exact.position(code, to_move);
                        check(&mut Shared(exact), &position, engine.analyse(&position));
                    }
                }
            });
        }
    });
}
