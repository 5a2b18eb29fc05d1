//! Drawn boards and patterns, openings, moves of books.

use board::BoardSize;

use super::{Target, outcome, text, texts};

/// A drawn board.
pub(super) const DIAGRAM: Target = Target {
    name: "diagram",
    about: "drawn boards, and single moves",
    seeds: || texts(&[". B .\n . W .\n  . . .", "a b c\n1 . . . 1\n 2 W B . 2\n", "c3", "swap-pieces"]),
    words: &[".", "B", "W", "\n", " ", "a1", "s19", "swap-sides", "resign"],
    most_bytes: 4_000,
    seal: None,
    run: |input| {
        let text = text(input);
        let drawn = board::parse_diagram(&text);
        let mv = board::Move::parse(&text, BoardSize::square(19).expect("19x19 is a board"));
        format!("{}; {}", outcome(&drawn), outcome(&mv))
    },
    in_tests: 2000,
};

/// Files of openings.
pub(super) const OPENINGS: Target = Target {
    name: "openings",
    about: "files of openings",
    seeds: || {
        texts(&[
            "a3\nb4 swap-pieces\n# a comment\nf6 e7\n",
            include_str!("../../../arena/data/balanced-11x11.txt"),
        ])
    },
    words: &["#", "a1", "k11", "l12", "swap-pieces", "\n"],
    most_bytes: 4_000,
    seal: None,
    run: |input| {
        outcome(&arena::read_openings(&text(input), BoardSize::square(11).expect("11x11 is a board")))
    },
    in_tests: 1500,
};

/// Drawn patterns of inferior cells and of the decomposition.
pub(super) const PATTERNS: Target = Target {
    name: "patterns",
    about: "drawn patterns: of inferior cells, and of the decomposition",
    seeds: || {
        let parts = |text: &str| -> Vec<Vec<u8>> {
            // A few patterns each: whole files would make every input long.
            text.split("\n\n").take(12).map(|part| part.as_bytes().to_vec()).collect()
        };
        let mut seeds = parts(include_str!("../../../inferior/data/patterns.txt"));
        seeds.extend(parts(include_str!("../../../decomposition/data/patterns.txt")));
        seeds
    },
    words: &["\n\n", ".", "B", "W", "*", "#", "dead", "captured"],
    most_bytes: 3_000,
    seal: None,
    run: |input| {
        let text = text(input);
        format!(
            "{}; {}",
            outcome(&inferior::InferiorPattern::parse_all(&text)),
            outcome(&decomposition::read_patterns(&text))
        )
    },
    in_tests: 1500,
};

/// Books of the decomposition.
pub(super) const DECOMPOSITION_BOOK: Target = Target {
    name: "decomposition-book",
    about: "books of beginning moves of the decomposition; what was read is written and read again",
    seeds: || {
        let lines = |text: &str| {
            text.lines().take(60).fold(String::new(), |text, line| text + line + "\n").into_bytes()
        };
        vec![
            lines(include_str!("../../../decomposition/data/7x7.book")),
            lines(include_str!("../../../decomposition/data/8x8.book")),
        ]
    },
    words: &["board", "7x7", "19x1", "->", "a1", "\n"],
    most_bytes: 6_000,
    seal: None,
    run: |input| outcome(&decomposition::OpeningBook::read(&text(input))),
    in_tests: 1500,
};
