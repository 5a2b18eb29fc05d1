//! The long checks (`cargo xtask check-exhaustive`): every 4x4 position against exact values with every switch, every 7x7
//! opening against the known results. `HEXWRIGHT_SHARE=3/16` takes the fourth of sixteen shares of the 4x4 check.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

mod switches;

use board::{BoardSize, Color, Position};
use solver::{ProverPool, ProverSettings, Solver, SolverContext, SolverSettings, move_ordering_network};

use switches::{Choice, check, combinations, exact, positions_of_games};

/// The winner of each opening: `size n`, then rows of B and W.
const FACTS: &str = include_str!("../../players/data/openings.txt");

/// Which share of the work, of how many.
fn share() -> (usize, usize) {
    let Ok(text) = std::env::var("HEXWRIGHT_SHARE") else { return (0, 1) };
    let (share, shares) = text.split_once('/').unwrap();
    (share.parse().unwrap(), shares.parse().unwrap())
}

/// Random combinations of switches, besides the default settings and each switch turned off.
const RANDOM: usize = 6;

/// The positions are one of each class of images under the symmetries of the board, in blocks; a share has every so-manieth
/// block, with all settings. The table is kept for a block and cleared after it: so some positions are solved from nothing,
/// and what the table says of others is checked as well.
#[test]
fn every_4x4_position_is_as_brute_force_says() {
    const BLOCK: usize = 1000;
    let exact = exact(4, 4);
    let (share, shares) = share();
    let is_first = |position: &Position<1>| position.class_hash().0 == position.hash();
    let positions: Vec<Position<1>> = positions_of_games(&exact).filter(is_first).collect();
    let settings = combinations(RANDOM);
    println!(
        "{} positions up to symmetry, {} settings, share {share} of {shares}",
        positions.len(),
        settings.len()
    );
    for off in settings {
        let choice = Choice::without(off);
        let mut solver = Solver::<1>::new(choice.settings);
        let pool = ProverPool::new(exact.size(), choice.provers, None);
        let (mut count, mut nodes) = (0, 0);
        for block in positions.chunks(BLOCK).skip(share).step_by(shares) {
            solver.clear();
            for position in block {
                let answer = solver.solve(position, || pool.lend(), &SolverContext::default());
                check(&exact, position, &answer, &choice);
                count += 1;
                nodes += answer.statistics.expanded;
            }
        }
        println!("{}: {count} positions, {nodes} nodes", choice.words());
    }
}

#[test]
fn all_openings_of_7x7_are_as_known() {
    let size = BoardSize::square(7).unwrap();
    let rows: Vec<&str> = FACTS.lines().skip_while(|line| line.trim() != "size 7").skip(1).take(7).collect();
    let mut solver = Solver::<1>::new(SolverSettings { table_bytes: 256 << 20, ..SolverSettings::default() });
    let letters = rows.iter().flat_map(|row| row.split_whitespace());
    let pool = ProverPool::new(size, ProverSettings::default(), Some(move_ordering_network(size)));
    let mut count = 0;
    for (cell, letter) in size.iter().zip(letters) {
        count += 1;
        // A cell and its image under the rotation have the same winner.
        if size.cells() - 1 - cell.index() < cell.index() {
            continue;
        }
        let expected = if letter == "B" { Color::Black } else { Color::White };
        solver.clear();
        let position = Position::<1>::empty(size).child(cell);
        let answer = solver.solve(&position, || pool.lend(), &SolverContext::default());
        assert_eq!(answer.winner, Some(expected), "{}", size.name(cell));
    }
    assert_eq!(count, size.cells());
}
