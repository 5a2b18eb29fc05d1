//! Solved positions that outlive a search: an archive is asked, and hears what was proved.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use board::{BoardSize, Color, MAX_WORDS, Position};
use solver::{
    AnySolver, Archive, DecidedPosition, MoveOrder, ProverSettings, SilentSolverObserver, SolverLimits,
    SolverSettings,
};

/// An archive in memory.
#[derive(Default)]
struct Kept(Mutex<HashMap<Position, DecidedPosition<MAX_WORDS>>>);

impl Archive for Kept {
    fn recall(&self, position: &Position) -> Option<DecidedPosition<MAX_WORDS>> {
        self.0.lock().unwrap().get(position).copied()
    }

    fn remember(&self, position: &Position, proof: &DecidedPosition<MAX_WORDS>, _: u64) {
        self.0.lock().unwrap().insert(*position, *proof);
    }
}

fn solver() -> AnySolver {
    let settings = SolverSettings { table_bytes: 1 << 20, remember_from: 1, ..SolverSettings::default() };
    AnySolver::new(settings, ProverSettings::default())
}

fn opening(side: usize, cell: &str) -> Position {
    let size = BoardSize::square(side).unwrap();
    Position::empty(size).child(size.cell(cell).unwrap())
}

#[test]
fn a_second_solver_begins_with_what_the_first_has_proved() {
    let archive: Arc<Kept> = Arc::default();
    for (side, cell, winner) in [(6, "b1", Color::White), (6, "b4", Color::Black)] {
        let position = opening(side, cell);
        let mut first = solver().with_archive(Some(archive.clone()));
        let proved = first.solve(&position, SolverLimits::default(), &SilentSolverObserver);
        assert_eq!((proved.winner, proved.statistics.recalled), (Some(winner), 0), "{side} {cell}");
        assert!(archive.recall(&position).is_some_and(|proof| proof.winner == winner), "{side} {cell}");
        let mut second = solver().with_archive(Some(archive.clone()));
        let recalled = second.solve(&position, SolverLimits::default(), &SilentSolverObserver);
        assert_eq!((recalled.winner, recalled.statistics.recalled), (Some(winner), 1), "{side} {cell}");
        assert!(recalled.statistics.expanded < proved.statistics.expanded, "{side} {cell}");
        assert_eq!(
            solver().solve(&position, SolverLimits::default(), &SilentSolverObserver).statistics.recalled,
            0
        );
    }
}

#[test]
fn an_emptied_table_is_used_again_and_the_order_of_moves_changes_no_winner() {
    let position = opening(6, "b1");
    for order in [MoveOrder::Network, MoveOrder::Circuits] {
        let mut solver = solver().with_order(order);
        assert_eq!(solver.table_usage(), (0, 0));
        let nodes = |solver: &mut AnySolver| {
            let answer = solver.solve(&position, SolverLimits::default(), &SilentSolverObserver);
            assert_eq!(answer.winner, Some(Color::White), "{order:?}");
            answer.statistics.expanded
        };
        let first = nodes(&mut solver);
        assert!(solver.table_usage().0 > 0);
        assert!(nodes(&mut solver) < first, "the table keeps the answer");
        solver.empty_table();
        assert_eq!(nodes(&mut solver), first, "an empty table gives the same search");
    }
}
