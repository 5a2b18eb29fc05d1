//! Proofs: strategies, lines of connections, books. Every accepted claim must be true, as far as brute force can tell.

use std::collections::HashMap;

use board::{BoardSize, CellSet, Color, Position};
use proof::{Certificate, Follower, IntrusionAnswer, strategy::read_connection};
use verify::{Budget, Cells, Header, check_sum};

use super::{Target, text, texts};

/// Work for one input: the boards and files here are small.
const BUDGET: Budget = Budget(20_000_000);
/// Boards of at most this many cells are compared with brute force.
const BRUTE_FORCE: usize = 9;

const WORDS: &[&str] = &[
    "c ",
    "a ",
    "root ",
    "check ",
    " : ",
    "<-",
    "->",
    ">-",
    "0&1",
    "|2",
    "!b1",
    "!a1:b1:c1",
    ":",
    "b2:0",
    "black",
    "white",
    "winner ",
    "to-move ",
    "board 3x3",
    "board 19x19",
    "\n",
];

/// Whole strategies.
pub(super) const STRATEGY: Target = Target {
    name: "strategy",
    about: "strategies, with the checksum made right; accepted ones hold by brute force on boards of up to 9 cells",
    seeds: || {
        let mut seeds = texts(&[
            include_str!("../../../web/data/strategies/3x3-b2.strategy"),
            include_str!("../../../web/data/strategies/4x4-empty.strategy"),
        ]);
        seeds.push(sealed("hexwright strategy 1\nboard 2x2\nblack a1\nwhite\nto-move white\nwinner black\nc a1 : <-a1 >-a2 a1-a2 0&2\nroot 0\n"));
        seeds.push(sealed(
            "hexwright strategy 1\nboard 1x1\nblack\nwhite\nto-move black\nwinner black\nc a1 :\nroot a1:0\n",
        ));
        seeds
    },
    words: WORDS,
    most_bytes: 12_000,
    seal: Some(seal),
    run: |input| match verify::check_strategy(input, BUDGET, &mut |_| {}) {
        Ok(strategy) => {
            expect_true(&strategy.header, input);
            let used = strategy.report.counts().map(|(name, count)| if count > 0 { name } else { "" });
            format!("holds: {used:?}")
        }
        Err(refusal) => refusal.to_string(),
    },
    in_tests: 1500,
};

/// Lines of connections, and what follows them through a game.
pub(super) const CONNECTION: Target = Target {
    name: "connection",
    about: "lines of connections, judged; then followed through every intrusion, with an answer to each",
    seeds: || {
        let mut seeds = texts(&["c b2 : <-b1 b1-b2 0&1 <-c1 c1-b2 3&4 |2|5", "c a1 a2 :"]);
        let lines = include_str!("../../../web/data/strategies/3x3-b2.strategy")
            .lines()
            .chain(include_str!("../../../web/data/strategies/5x5-c3.strategy").lines().take(80));
        seeds.extend(lines.filter(|line| line.starts_with("c ")).map(|line| line.as_bytes().to_vec()));
        seeds
    },
    words: WORDS,
    most_bytes: 3_000,
    seal: None,
    run: |input| {
        let size = BoardSize::square(5).expect("5x5 is a board");
        match read_connection(size, Color::Black, &text(input)) {
            Ok((_, certificate)) => {
                follow(&certificate, size);
                "holds".to_string()
            }
            Err(error) => error.to_string(),
        }
    },
    in_tests: 1500,
};

/// Books of patterns.
pub(super) const BOOK: Target = Target {
    name: "book",
    about: "books of patterns, with the checksum made right; accepted ones hold by brute force on boards of up to 9 cells",
    seeds: || texts(&[include_str!("../../../players/data/books/5x5-c3.book")]),
    words: &[
        "\npattern\n",
        "cell ",
        " AB",
        " C",
        "stones A ",
        "edge B ",
        "answer ",
        "root ",
        " 1/0/0,0",
        "1/11/",
        "-1",
        "1,0",
        "\n",
    ],
    most_bytes: 12_000,
    seal: Some(seal),
    run: |input| match verify::check_book(input, BUDGET) {
        Ok(book) => {
            expect_true(&book.header, input);
            format!("holds with {:?} patterns", book.patterns.len().min(9))
        }
        Err(refusal) => refusal.to_string(),
    },
    in_tests: 800,
};

/// Makes the checksum of a file right, which anyone can.
fn seal(bytes: &mut Vec<u8>) {
    let body = bytes.windows(7).rposition(|window| window == b"\ncheck ").map_or(bytes.len(), |at| at + 1);
    bytes.truncate(body);
    if bytes.last().is_some_and(|&last| last != b'\n') {
        bytes.push(b'\n');
    }
    let sum = check_sum(bytes);
    bytes.extend(format!("check {sum:016x}\n").bytes());
}

fn sealed(text: &str) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    seal(&mut bytes);
    bytes
}

/// The named winner does win: by brute force, on boards where that is quick.
fn expect_true(header: &Header, input: &[u8]) {
    if header.columns * header.rows > BRUTE_FORCE {
        return;
    }
    let size = BoardSize::new(header.columns, header.rows).expect("the judge knows the same boards");
    let cells = |cells: Cells| -> CellSet {
        // Cells are counted from 2, after the edges.
        cells.iter().filter_map(|vertex| size.cell_at(usize::from(vertex) - 2)).collect()
    };
    let color = |color| match color {
        verify::Color::Black => Color::Black,
        verify::Color::White => Color::White,
    };
    let position =
        Position::with_stones(size, cells(header.black), cells(header.white), color(header.to_move));
    let position: Position = position.expect("the judge refuses a cell with two stones");
    let found = proof::solve(&position, &mut HashMap::new());
    assert_eq!(found, color(header.winner), "a false claim was accepted: {}", text(input));
}

/// Follows a connection: after each first intrusion, every cell that is still needed is taken in turn.
fn follow(certificate: &Certificate, size: BoardSize) {
    let Some(follower) = Follower::new(certificate) else { return };
    for first in follower.needs().iter() {
        let mut follower = Follower::new(certificate).expect("it was followed before");
        let mut intrusion = Some(first);
        let mut intrusions = 0;
        while let Some(cell) = intrusion {
            intrusions += 1;
            assert!(intrusions <= size.cells(), "more intrusions than cells");
            let answer = follower.answer(cell);
            assert!(answer.is_some(), "no answer to {} in a connection that holds", size.name(cell));
            assert!(answer != Some(IntrusionAnswer::Play(cell)), "the answer is the intrusion");
            intrusion = follower.needs().iter().find(|&other| other != cell);
        }
    }
}
