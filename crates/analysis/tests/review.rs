//! Reviews: against the rules alone on small boards, with swap, resignation and limits.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::sync::atomic::AtomicBool;

use analysis::{Basis, Quality, Review, ReviewLimits, ReviewRequest, review, review_solver};
use board::{BoardSize, Color, Game, Move, Position, random_below};
use players::{RandomPlayer, create};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use solver::{RulesOnly, Solver, SolverContext, SolverSettings};

fn game(side: usize, moves: &str, swap: bool) -> Game {
    let size = BoardSize::square(side).unwrap();
    let mut game = Game::new(size, swap);
    for name in moves.split_whitespace() {
        game.play(Move::parse(name, size).unwrap()).unwrap();
    }
    game
}

/// A review by proofs alone.
fn proved(game: &Game) -> Review {
    let request =
        ReviewRequest::new(game, ReviewLimits { proof_nodes: Some(5000), ..ReviewLimits::default() });
    review(&request, &mut review_solver(None), &mut RandomPlayer).unwrap()
}

/// The winner of a position, by the rules alone.
fn winner(position: &Position) -> Color {
    if let Some(winner) = position.winner() {
        return winner;
    }
    let solver = Solver::<1>::new(SolverSettings { table_bytes: 4 << 20, ..SolverSettings::default() });
    solver.solve(&position.resize(), || RulesOnly, &SolverContext::default()).winner.unwrap()
}

#[test]
fn random_games_are_judged_as_the_rules_say() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(9);
    let mut blunders = 0;
    for _ in 0..16 {
        let mut game = Game::new(BoardSize::new(4, 3).unwrap(), false);
        let mut positions = vec![*game.position()];
        while game.outcome().is_none() {
            let empty: Vec<_> = game.position().empty_cells().iter().collect();
            game.play(Move::Place(empty[random_below(&mut random, empty.len())])).unwrap();
            positions.push(*game.position());
        }
        let winners: Vec<Color> = positions.iter().map(winner).collect();
        let found = proved(&game);
        let by_review: Vec<Option<Color>> =
            found.positions.iter().map(|judgement| judgement.winner()).collect();
        assert_eq!(by_review, winners.iter().copied().map(Some).collect::<Vec<_>>());
        for (at, judged) in found.moves.iter().enumerate() {
            let expected = match (winners[at] == judged.color, winners[at + 1] == judged.color) {
                (true, true) => Quality::Good,
                (true, false) => Quality::Blunder,
                _ => Quality::Lost,
            };
            assert_eq!((judged.quality, judged.proved), (expected, true), "move {}", judged.number);
            if expected != Quality::Blunder {
                continue;
            }
            blunders += 1;
            // The better move wins, and the refutation is a legal line in which every position stays won.
            let Some(Move::Place(better)) = judged.better else { panic!("no better move") };
            assert_eq!(winner(&positions[at].child(better)), judged.color);
            let mut position = positions[at + 1];
            for &cell in &judged.refutation {
                position.play(cell).unwrap();
                assert_eq!(winner(&position), judged.color.opponent());
            }
        }
    }
    assert!(blunders > 3, "{blunders} blunders: the games should have some");
}

#[test]
fn whoever_does_not_swap_a_winning_opening_blunders() {
    let found = proved(&game(5, "c3 a1 b2", true));
    assert_eq!(found.moves[0].quality, Quality::Good);
    assert_eq!(found.moves[1].quality, Quality::Blunder);
    assert!(matches!(found.moves[1].better, Some(Move::Swap(_))));
    let words = found.moves[1].in_words(BoardSize::square(5).unwrap(), ["Red", "Blue"]);
    assert!(
        words.starts_with("Blunder, proved: Blue was winning, now Red wins. Better was to swap"),
        "{words}"
    );
    // Swapping it is right, swapping a losing one is not; without the rule there is nothing to swap.
    assert_eq!(proved(&game(5, "c3 swap-pieces b2", true)).moves[1].quality, Quality::Good);
    assert_eq!(proved(&game(5, "a1 swap-pieces b2", true)).moves[1].quality, Quality::Blunder);
    assert_eq!(proved(&game(5, "c3 a1 b2", false)).moves[1].quality, Quality::Lost);
    // Taking the other side means the same as taking the stone over.
    assert_eq!(proved(&game(5, "c3 swap-sides", true)).moves[1].quality, Quality::Good);
    assert_eq!(proved(&game(5, "a1 swap-sides", true)).moves[1].quality, Quality::Blunder);
}

#[test]
fn resigning_a_won_game_is_a_blunder() {
    let found = proved(&game(5, "c3 a1 resign", false));
    assert_eq!(found.moves[2].quality, Quality::Blunder);
    assert!(
        found.moves[2]
            .in_words(BoardSize::square(5).unwrap(), ["Red", "Blue"])
            .contains("resigned a won game")
    );
    assert_eq!(proved(&game(5, "c3 resign", false)).moves[1].quality, Quality::Lost);
}

#[test]
fn what_cannot_be_proved_is_estimated() {
    let game = game(11, "f6 a1 b2", false);
    let limits = ReviewLimits { time: None, proof_nodes: Some(1), visits: Some(4) };
    let mut player = create("neural").unwrap();
    let found =
        review(&ReviewRequest::new(&game, limits), &mut review_solver(None), player.as_mut()).unwrap();
    assert!(found.positions.iter().all(|judgement| judgement.basis == Basis::Estimate));
    assert!(found.positions.iter().all(|judgement| (0.0..=1.0).contains(&judgement.black)));
    // A stone in the acute corner is worth nothing against one in the middle.
    assert!(found.positions[2].black > 0.8, "{:?}", found.positions[2]);
    assert!(found.positions.iter().all(|judgement| !judgement.line.is_empty()));
}

#[test]
fn a_review_that_is_stopped_says_so() {
    let game = game(11, "f6 a1 b2", false);
    let stop = AtomicBool::new(true);
    let request = ReviewRequest { stop: &stop, ..ReviewRequest::new(&game, ReviewLimits::default()) };
    let found = review(&request, &mut review_solver(None), create("neural").unwrap().as_mut()).unwrap();
    assert!(found.moves.iter().all(|judged| judged.quality == Quality::Unknown));
}
