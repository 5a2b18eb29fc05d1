//! Every opening of the boards up to 6x6, against the known results.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use board::{BoardSize, Color, Position};
use solver::{ProverSettings, Provers, Solver, SolverContext, SolverSettings};

/// The winner of each opening: `size n`, then rows of B and W.
const FACTS: &str = include_str!("../../players/data/openings.txt");

fn known(side: usize) -> Vec<Color> {
    let mut lines = FACTS.lines().skip_while(|line| line.trim() != format!("size {side}")).skip(1);
    let rows: Vec<&str> = lines.by_ref().take(side).collect();
    let letters = rows.iter().flat_map(|row| row.split_whitespace());
    letters.map(|letter| if letter == "B" { Color::Black } else { Color::White }).collect()
}

#[test]
fn all_openings_up_to_6x6_are_as_known() {
    for side in 1..=6 {
        let size = BoardSize::square(side).unwrap();
        let known = known(side);
        assert_eq!(known.len(), size.cells());
        let solver = Solver::<1>::new(SolverSettings { table_bytes: 32 << 20, ..SolverSettings::default() });
        for (cell, expected) in size.iter().zip(known) {
            let position = Position::<1>::empty(size).child(cell);
            let provers = || Provers::new(size, ProverSettings::default());
            let answer = solver.solve(&position, provers, &SolverContext::default());
            assert_eq!(answer.winner, Some(expected), "{side}x{side} {}", size.name(cell));
        }
    }
}
