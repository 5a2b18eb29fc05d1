//! Verdicts of connections, with every effort, against the solver. `HEXWRIGHT_POSITIONS=10000` takes more positions.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use board::{BoardSize, Position, random_below};
use connection::{ConnectionSettings, Connections, ProofEffort};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use solver::{ProverSettings, Provers, Solver, SolverContext, SolverSettings};

#[test]
fn verdicts_of_every_effort_are_those_of_the_solver() {
    let count = std::env::var("HEXWRIGHT_POSITIONS").map_or(200, |count| count.parse().unwrap());
    let mut random = Xoshiro256PlusPlus::seed_from_u64(27);
    let mut decided = [0; ProofEffort::ALL.len()];
    let settings = SolverSettings { table_bytes: 16 << 20, ..SolverSettings::default() };
    // The solver does without connections, so that the two share nothing but the board and inferior cells.
    let provers = ProverSettings { connections: false, ..ProverSettings::default() };
    let mut solver = Solver::<1>::new(settings);
    for number in 0..count {
        let size = BoardSize::square(5 + number % 4).unwrap();
        // Larger boards are fuller, so that the solver is quick.
        let stones = size.cells() - 15 + random_below(&mut random, 5);
        let mut position = Position::<1>::empty(size);
        for _ in 0..stones {
            let cells: Vec<_> = position.empty_cells().iter().collect();
            position.play(cells[random_below(&mut random, cells.len())]).unwrap();
        }
        let mut connections = Connections::new(&position, ConnectionSettings::default());
        let verdicts = ProofEffort::ALL.map(|effort| connections.decide(&position, effort));
        if verdicts.iter().all(Option::is_none) {
            continue;
        }
        solver.clear();
        let context = SolverContext::default();
        let winner = solver.solve(&position, || Provers::new(size, provers), &context).winner.unwrap();
        for (effort, verdict) in ProofEffort::ALL.into_iter().zip(verdicts) {
            if let Some(verdict) = verdict {
                assert_eq!(verdict.winner, winner, "{}\n{position}", effort.name());
                decided[effort as usize] += 1;
            }
        }
    }
    // More effort never decides less.
    assert!(decided.is_sorted(), "{decided:?}");
    assert!(decided[0] > count / 2, "{decided:?}");
}
