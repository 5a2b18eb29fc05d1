//! Swap, resignation, errors: the rules case by case.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use board::{
    BoardError, BoardSize, Color, EndReason, Game, Move, Outcome, Position, SwapRule, parse_diagram,
};

fn size(side: usize) -> BoardSize {
    BoardSize::square(side).unwrap()
}

/// Plays moves by name and returns the board, or the message of the first move that is refused.
fn check(side: usize, swap: bool, moves: &str, expected: &str) {
    let mut game = Game::new(size(side), swap);
    for name in moves.split_whitespace() {
        let result = Move::parse(name, game.size()).and_then(|mv| game.play(mv));
        if let Err(error) = result {
            assert_eq!(error.to_string(), expected.trim(), "{moves}");
            return;
        }
    }
    assert_eq!(game.position().to_string(), parse_diagram(expected).unwrap().to_string(), "{moves}");
}

#[test]
fn swap_pieces_mirrors_the_stone_and_gives_the_first_player_the_move() {
    check(4, true, "a3 swap-pieces", ". . W .\n. . . .\n. . . .\n. . . .");
    check(4, true, "a3 swap b2", ". . W .\n. B . .\n. . . .\n. . . .");
}

#[test]
fn swap_sides_leaves_the_stone_and_white_moves_next() {
    check(3, true, "a3 swap-sides b2", ". . .\n. W .\nB . .");
    let mut game = Game::new(size(3), true);
    game.play(Move::parse("a3", game.size()).unwrap()).unwrap();
    game.play(Move::Swap(SwapRule::Sides)).unwrap();
    assert_eq!((game.to_move(), game.sides_exchanged()), (Color::White, true));
    game.undo().unwrap();
    assert!(!game.sides_exchanged() && game.can_swap());
}

#[test]
fn swap_is_refused_where_the_rules_refuse_it() {
    let only_second =
        "swap is not allowed here: expected it only as the second move, as the answer to a stone";
    check(3, true, "swap", only_second);
    check(3, true, "a1 b2 swap", only_second);
    check(3, true, "a1 swap-pieces swap-pieces", only_second);
    check(3, true, "a1 swap-sides swap-sides", only_second);
    check(3, false, "a1 swap", &format!("{only_second}, in a game with swap"));
    let mut game = Game::new(BoardSize::new(4, 3).unwrap(), true);
    game.play(Move::parse("a1", game.size()).unwrap()).unwrap();
    let refused = game.play(Move::Swap(SwapRule::Pieces)).unwrap_err();
    assert!(refused.to_string().ends_with(", on a square board; rectangles use swap-sides"));
    game.play(Move::Swap(SwapRule::Sides)).unwrap();
}

#[test]
fn errors_say_what_was_found_and_what_was_expected() {
    check(3, false, "a1 a1", "cell a1 is occupied by black: expected an empty cell");
    check(3, false, "d1", "cell d1 is not on the 3x3 board: expected a1 to c3");
    check(3, false, "aa1", "cell aa1 is not on the 3x3 board: expected a1 to c3");
    check(3, false, "a0", "cell a0 is not on the 3x3 board: expected a1 to c3");
    check(
        3,
        false,
        "1a",
        "'1a' is not a move: expected a cell such as a1, swap-pieces, swap-sides or resign",
    );
    check(1, false, "a1 a1", "the game is over, black has won: expected no further move");
    check(3, false, "a1 resign b2", "the game is over, black has won: expected no further move");
    let error = "20".parse::<BoardSize>().unwrap_err().to_string();
    assert_eq!(error, "board size 20x20 is not supported: expected 1 to 19 columns and 1 to 19 rows");
    let error = "x".parse::<BoardSize>().unwrap_err().to_string();
    assert_eq!(
        error,
        "'x' is not a board size: expected a number such as 11, or columns x rows such as 11x9"
    );
    let error = parse_diagram("B .\n . X").unwrap_err().to_string();
    assert_eq!(error, "line 2 of the board: found 'X', expected B, W or .");
    let error = parse_diagram("B .\n . . .").unwrap_err().to_string();
    assert_eq!(error, "line 2 of the board: found 3 cells, expected 2");
}

#[test]
fn a_game_ends_by_connection_or_resignation() {
    let mut game = Game::new(size(2), false);
    for name in ["b1", "a1", "a2"] {
        assert_eq!(game.outcome(), None);
        game.play(Move::parse(name, game.size()).unwrap()).unwrap();
    }
    assert_eq!(game.outcome(), Some(Outcome { winner: Color::Black, reason: EndReason::Connection }));
    game.undo().unwrap();
    let black = game.play_as(Color::White, Move::Resign);
    assert_eq!(black, Err(BoardError::NotToMove { color: Color::White }));
    game.play_as(Color::Black, Move::Resign).unwrap();
    assert_eq!(game.outcome(), Some(Outcome { winner: Color::White, reason: EndReason::Resignation }));
}

#[test]
fn sizes_are_read_in_every_usual_form() {
    for (text, cols, rows) in [("11", 11, 11), ("11x9", 11, 9), ("3:5", 3, 5), ("3 5", 3, 5), ("1X19", 1, 19)]
    {
        assert_eq!(text.parse::<BoardSize>(), BoardSize::new(cols, rows));
    }
}

#[test]
fn a_cell_of_a_larger_board_is_refused() {
    let [small, large] = [5, 19].map(|side| BoardSize::square(side).unwrap());
    let foreign = large.cell("s19").unwrap();
    let mut narrow = Position::<1>::empty(small);
    let mut wide: Position = Position::empty(small);
    for refused in [narrow.play(foreign), wide.play(foreign), wide.place(Color::White, foreign)] {
        assert!(matches!(refused, Err(BoardError::ForeignCell { number: 360, .. })), "{refused:?}");
    }
    let mut game = Game::new(small, false);
    assert!(matches!(game.play(Move::Place(foreign)), Err(BoardError::ForeignCell { .. })));
    assert!(wide.occupied().is_empty() && narrow.occupied().is_empty());
}
