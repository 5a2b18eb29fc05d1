//! The solver against brute force: every position of small boards, with every combination of switches.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

mod switches;

use std::collections::HashMap;

use board::{BoardSize, Cell, CellSet, Color, Position, random_below};
use inferior::InferiorClasses;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use solver::{
    Knowledge, Method, ProverPool, ProverSettings, Provers, RulesOnly, Solver, SolverContext, SolverLimits,
    SolverSettings,
};

use switches::{Choice, SWITCHES, combinations, exact, positions_of_games};

/// The winner by trying everything.
fn brute(position: &Position<1>, known: &mut HashMap<Position<1>, Color>) -> Color {
    if let Some(&winner) = known.get(position) {
        return winner;
    }
    let mover = position.to_move();
    let winner = position.winner().unwrap_or_else(|| {
        let wins = position.empty_cells().iter().any(|cell| brute(&position.child(cell), known) == mover);
        if wins { mover } else { mover.opponent() }
    });
    known.insert(*position, winner);
    winner
}

/// Every arrangement of stones on a board, with either side to move.
fn all_positions(size: BoardSize) -> impl Iterator<Item = Position<1>> {
    let count = 3usize.pow(size.cells() as u32);
    (0..count).flat_map(move |mut code| {
        let mut stones = [CellSet::<1>::EMPTY; 2];
        for cell in size.iter() {
            if code % 3 > 0 {
                stones[code % 3 - 1].insert(cell);
            }
            code /= 3;
        }
        Color::BOTH.map(|to_move| Position::with_stones(size, stones[0], stones[1], to_move).unwrap())
    })
}

fn settings(number: usize) -> SolverSettings {
    SolverSettings {
        method: if number & 8 == 0 { Method::ProofNumber } else { Method::DepthFirst },
        threads: 1,
        table_bytes: if number & 1 == 0 { 1 << 20 } else { 0 },
        strategy_stealing: number & 2 == 0,
        lemmas: number & 16 == 0,
        widening_base: 1,
        widening_share: if number & 4 == 0 { 0.25 } else { 1.0 },
        ..SolverSettings::default()
    }
}

/// The answer is right, the winning move wins, and the carrier is enough: with every other empty cell given to the
/// loser, the winner still wins.
fn check<K: Knowledge<1>>(
    solver: &Solver<1>,
    knowledge: impl Fn() -> K + Sync,
    position: &Position<1>,
    known: &mut HashMap<Position<1>, Color>,
) {
    let answer = solver.solve(position, knowledge, &SolverContext::default());
    let winner = brute(position, known);
    assert_eq!(answer.winner, Some(winner), "{position:?}");
    if let Some(cell) = answer.winning_move {
        assert_eq!(brute(&position.child(cell), known), winner, "{position:?}");
    }
    assert!(answer.carrier.is_subset(&position.empty_cells()));
    let mut restricted = *position;
    for cell in position.empty_cells().minus(answer.carrier) {
        restricted.place(winner.opponent(), cell).unwrap();
    }
    assert_eq!(brute(&restricted, known), winner, "carrier too small: {:?} in {position:?}", answer.carrier);
}

#[test]
fn every_position_of_small_boards_with_every_setting() {
    for (cols, rows) in [(1, 1), (2, 2), (2, 3), (3, 2), (3, 3)] {
        let size = BoardSize::new(cols, rows).unwrap();
        let mut known = HashMap::new();
        for number in (0..32).step_by(if size.cells() > 6 { 5 } else { 1 }) {
            let solver = Solver::new(settings(number));
            for position in all_positions(size) {
                check(&solver, || RulesOnly, &position, &mut known);
            }
        }
    }
}

#[test]
fn random_positions_of_4x4_and_5x4() {
    for (cols, rows, stones) in [(4, 4, 4), (5, 4, 8)] {
        let size = BoardSize::new(cols, rows).unwrap();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
        let mut known = HashMap::new();
        for number in 0..200 {
            let mut cells: Vec<Cell> = size.iter().collect();
            let mut position = Position::<1>::empty(size);
            for _ in 0..stones + random_below(&mut random, 6) {
                let cell = cells.swap_remove(random_below(&mut random, cells.len()));
                position.play(cell).unwrap();
            }
            check(&Solver::new(settings(number % 32)), || RulesOnly, &position, &mut known);
            let provers = provers(number % 12);
            check(&Solver::new(settings(number % 32)), || Provers::new(size, provers), &position, &mut known);
        }
    }
}

/// Connections alone, inferior cells alone, both; each also without some classes of inferior cells.
fn provers(number: usize) -> ProverSettings {
    let without = number / 3 % 4;
    let classes = InferiorClasses {
        permanently_inferior: without != 1,
        captured_reversible: without != 2,
        star_domination: without != 3,
    };
    let number = number % 3;
    ProverSettings { connections: number != 1, inferior: number != 0, classes, ..ProverSettings::default() }
}

#[test]
fn every_position_of_small_boards_with_every_prover() {
    for (cols, rows) in [(1, 1), (2, 2), (2, 3), (3, 2), (3, 3), (4, 2)] {
        let size = BoardSize::new(cols, rows).unwrap();
        let mut known = HashMap::new();
        for number in 0..3 {
            let solver = Solver::new(settings(4 * number));
            for position in all_positions(size) {
                check(&solver, || Provers::new(size, provers(number)), &position, &mut known);
            }
        }
    }
}

/// Positions of games on 3x4, and every tenth of 4x3 (its mirror image), with the default settings, with each switch turned
/// off, and with random combinations. The table is kept for some hundred positions.
#[test]
fn positions_of_3x4_with_each_switch_off() {
    for (cols, rows, every) in [(3, 4, 1), (4, 3, 10)] {
        let exact = exact(cols, rows);
        let positions: Vec<Position<1>> = positions_of_games(&exact).collect();
        for off in combinations(4) {
            let choice = Choice::without(off);
            let pool = ProverPool::new(exact.size(), choice.provers, None);
            let mut solver = Solver::new(choice.settings);
            for block in positions.chunks(500).step_by(every) {
                solver.clear();
                for position in block {
                    let answer = solver.solve(position, || pool.lend(), &SolverContext::default());
                    switches::check(&exact, position, &answer, &choice);
                }
            }
        }
    }
}

#[test]
fn threads_give_the_same_winner() {
    let size = BoardSize::square(5).unwrap();
    for cell in size.iter() {
        let position = Position::<1>::empty(size).child(cell);
        let winners = [1, 2, 8].map(|threads| {
            let solver =
                Solver::new(SolverSettings { threads, table_bytes: 4 << 20, ..SolverSettings::default() });
            let provers = || Provers::new(size, ProverSettings::default());
            solver.solve(&position, provers, &SolverContext::default()).winner.unwrap()
        });
        assert!(winners.iter().all(|&winner| winner == winners[0]), "{position}");
    }
}

fn limited(nodes: u64) -> SolverContext<'static, 1> {
    SolverContext { limits: SolverLimits { nodes: Some(nodes) }, ..SolverContext::default() }
}

#[test]
fn a_limit_gives_unknown_and_what_is_known_is_kept() {
    let size = BoardSize::square(4).unwrap();
    let solver = Solver::new(SolverSettings::default());
    let position = Position::<1>::empty(size);
    let answer = solver.solve(&position, || RulesOnly, &limited(10));
    assert_eq!((answer.winner, answer.winning_move), (None, None));
    assert!(answer.carrier.is_empty() && !answer.bounds.is_solved());
    let mut rounds = 1;
    let answer = loop {
        let answer = solver.solve(&position, || RulesOnly, &limited(1000));
        rounds += 1;
        if answer.winner.is_some() {
            break answer;
        }
        assert!(rounds < 10_000);
    };
    assert_eq!(answer.winner, Some(Color::Black));
}

/// Any search with any provers.
fn random_choice(random: &mut Xoshiro256PlusPlus) -> Choice {
    let off = random_below(random, 1 << SWITCHES.len()) as u64;
    let choice = Choice::without(off);
    let settings = SolverSettings {
        threads: 1 + random_below(random, 3),
        table_bytes: choice.settings.table_bytes.min(1 << 20),
        widening_base: 1 + random_below(random, 3),
        widening_share: [0.1, 0.25, 1.0][random_below(random, 3)],
        remember_from: 1,
        ..choice.settings
    };
    Choice { settings, ..choice }
}

#[test]
fn random_switches_on_random_positions() {
    // Columns, rows, the fewest stones that brute force can do with, positions.
    for (cols, rows, fewest, count) in
        [(3, 4, 0, 400), (4, 3, 0, 400), (4, 4, 4, 200), (5, 4, 9, 100), (5, 5, 14, 60)]
    {
        let size = BoardSize::new(cols, rows).unwrap();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
        let mut known = HashMap::new();
        for _ in 0..count {
            let mut cells: Vec<Cell> = size.iter().collect();
            let mut position = Position::<1>::empty(size);
            for _ in 0..fewest + random_below(&mut random, 6) {
                position.play(cells.swap_remove(random_below(&mut random, cells.len()))).unwrap();
            }
            let Choice { settings, provers, .. } = random_choice(&mut random);
            check(&Solver::new(settings), || Provers::new(size, provers), &position, &mut known);
        }
    }
}

#[test]
fn a_table_that_is_too_small_slows_the_search_and_changes_no_answer() {
    let size = BoardSize::square(4).unwrap();
    let position = Position::<1>::empty(size).child(size.cell("a1").unwrap());
    let [small, large] = [0, 64 << 20].map(|table_bytes| {
        let solver = Solver::new(SolverSettings { table_bytes, ..SolverSettings::default() });
        let answer = solver.solve(&position, || RulesOnly, &limited(20_000_000));
        (answer.winner, answer.statistics.expanded, solver.table().usage())
    });
    // Without provers the search needs more positions than the small table has places.
    assert!(large.2.0 > small.2.1, "the table was large enough: {small:?} {large:?}");
    assert_eq!((small.0, large.0), (Some(Color::White), Some(Color::White)));
    assert!(small.1 > large.1);
}
