//! Books of beginning moves: what the writer adds suffices without it, and nothing is lost.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use board::{BoardSize, Color, Position};
use decomposition::{
    DecompositionLimits, DecompositionOutcome, DecompositionSettings, DecompositionSolver,
    DecompositionVerdict, Expert, ExpertAdvice, OpeningBook, SilentDecompositionObserver, SolverExpert,
    standard_opening_book,
};
use proof::strategy::read_strategy;

const MEMORY: usize = 16 << 20;

fn after(side: usize, opening: &str) -> Position {
    let size = BoardSize::square(side).unwrap();
    Position::after(size, &[size.cell(opening).unwrap()]).unwrap()
}

fn winner(outcome: &DecompositionOutcome) -> Color {
    let proof = outcome.won.as_ref().expect("a win");
    read_strategy(&proof.strategy(), |_| {}).unwrap();
    assert_eq!(outcome.verdict, DecompositionVerdict::Won(proof.winner));
    proof.winner
}

#[test]
fn a_written_book_wins_without_the_expert() {
    let solver =
        DecompositionSolver::new(DecompositionSettings { patience: 100, ..DecompositionSettings::default() });
    for opening in ["b2", "c1"] {
        let position = after(6, opening);
        let mut expert = SolverExpert::new(MEMORY, &solver::SilentSolverObserver);
        let wins = expert.winner(&position).unwrap();
        let empty = OpeningBook::new(position.size());
        let (book, outcome) = solver
            .write_book(
                &position,
                &empty,
                &mut expert,
                DecompositionLimits::default(),
                &SilentDecompositionObserver,
            )
            .unwrap();
        assert_eq!(winner(&outcome), wins, "{opening}");
        let again = OpeningBook::read(&book.text()).unwrap();
        let recited = solver
            .solve_with_book(&position, &again, DecompositionLimits::default(), &SilentDecompositionObserver)
            .unwrap();
        assert_eq!(winner(&recited), wins, "{opening}");
        if !book.entries().is_empty() {
            // The same search, move by move.
            assert_eq!(recited, outcome, "{opening}");
        }
    }
}

#[test]
fn the_book_in_the_program_wins_an_opening_that_the_rules_leave_open() {
    let position = after(7, "a1");
    let book = standard_opening_book(position.size()).unwrap();
    let few = DecompositionLimits { nodes: Some(20_000) };
    let alone = DecompositionSolver::default().solve(&position, few, &SilentDecompositionObserver).unwrap();
    assert_eq!((alone.verdict, alone.open.is_empty()), (DecompositionVerdict::Stopped, false));
    let outcome = DecompositionSolver::default()
        .solve_with_book(&position, book, few, &SilentDecompositionObserver)
        .unwrap();
    assert_eq!(winner(&outcome), Color::White);
}

#[test]
fn the_book_makes_the_search_short() {
    let position = after(6, "b2");
    let alone = DecompositionSolver::default()
        .solve(&position, DecompositionLimits::default(), &SilentDecompositionObserver)
        .unwrap();
    let writer =
        DecompositionSolver::new(DecompositionSettings { patience: 100, ..DecompositionSettings::default() });
    let (empty, mut expert) =
        (OpeningBook::new(position.size()), SolverExpert::new(MEMORY, &solver::SilentSolverObserver));
    let (book, with_book) = writer
        .write_book(
            &position,
            &empty,
            &mut expert,
            DecompositionLimits::default(),
            &SilentDecompositionObserver,
        )
        .unwrap();
    assert!(!book.entries().is_empty());
    assert!(with_book.statistics.examined < alone.statistics.examined);
}

/// An expert that knows who wins, or not even that.
struct Silence(Option<Color>);

impl Expert for Silence {
    fn winner(&mut self, _: &Position) -> Option<Color> {
        self.0
    }

    fn advice(&mut self, _: &Position) -> ExpertAdvice {
        ExpertAdvice::Unknown
    }
}

#[test]
fn moves_for_other_openings_stay_and_so_does_what_a_limit_leaves() {
    let solver =
        DecompositionSolver::new(DecompositionSettings { patience: 100, ..DecompositionSettings::default() });
    let (b2, c3) = (after(6, "b2"), after(6, "c3"));
    let mut expert = SolverExpert::new(MEMORY, &solver::SilentSolverObserver);
    let empty = OpeningBook::new(b2.size());
    let (first, _) = solver
        .write_book(&b2, &empty, &mut expert, DecompositionLimits::default(), &SilentDecompositionObserver)
        .unwrap();
    let few = DecompositionLimits { nodes: Some(60) };
    let (unfinished, outcome) =
        solver.write_book(&c3, &first, &mut expert, few, &SilentDecompositionObserver).unwrap();
    assert_eq!(outcome.verdict, DecompositionVerdict::Stopped);
    assert!(unfinished.entries().len() > first.entries().len(), "what was found is kept");
    let (both, outcome) = solver
        .write_book(
            &c3,
            &unfinished,
            &mut expert,
            DecompositionLimits::default(),
            &SilentDecompositionObserver,
        )
        .unwrap();
    assert_eq!(winner(&outcome), Color::Black);
    for (position, _) in first.entries() {
        assert!(both.get(position).is_some(), "a move for b2 is lost");
    }
    for position in [b2, c3] {
        let outcome = solver
            .solve_with_book(&position, &both, DecompositionLimits::default(), &SilentDecompositionObserver)
            .unwrap();
        assert_eq!(winner(&outcome), Color::Black);
    }
    // An expert who comes to no end is a limit, not a weakness of the rules.
    for known in [None, Some(Color::Black)] {
        let (d2, all) = (after(6, "d2"), DecompositionLimits::default());
        let (same, outcome) =
            solver.write_book(&d2, &both, &mut Silence(known), all, &SilentDecompositionObserver).unwrap();
        assert_eq!((same.text(), outcome.verdict), (both.text(), DecompositionVerdict::Stopped));
    }
}

#[test]
fn what_a_book_answers_counts_before_the_expert_is_asked_for_the_rest() {
    let solver =
        DecompositionSolver::new(DecompositionSettings { patience: 0, ..DecompositionSettings::default() });
    let (b2, all) = (after(6, "b2"), DecompositionLimits::default());
    let (empty, mut silence) = (OpeningBook::new(b2.size()), Silence(Some(Color::Black)));
    let (_, before) =
        solver.write_book(&b2, &empty, &mut silence, all, &SilentDecompositionObserver).unwrap();
    let reply = before.open.iter().last().unwrap();
    let mut expert = SolverExpert::new(MEMORY, &solver::SilentSolverObserver);
    let (part, _) =
        solver.write_book(&b2.child(reply), &empty, &mut expert, all, &SilentDecompositionObserver).unwrap();
    let (_, after) = solver.write_book(&b2, &part, &mut silence, all, &SilentDecompositionObserver).unwrap();
    assert_eq!(after.verdict, DecompositionVerdict::Stopped);
    assert!(!after.open.contains(reply) && after.open.len() < before.open.len(), "{:?}", after.open);
}

#[test]
fn a_book_of_another_board_is_refused() {
    let book = OpeningBook::new(BoardSize::square(7).unwrap());
    let error = DecompositionSolver::default().solve_with_book(
        &after(6, "b2"),
        &book,
        DecompositionLimits::default(),
        &SilentDecompositionObserver,
    );
    assert!(error.unwrap_err().to_string().contains("expected one for 6x6"));
}
