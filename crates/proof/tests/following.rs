//! Following a certificate takes work linear in its steps, however many paths lead through them.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::fmt::Write as _;

use board::{BoardSize, CellSet, Color, Position};
use proof::{Certificate, Follower, IntrusionAnswer, strategy::read_connection};

/// Black's c1, b3 and a5 with a bridge between each two. Parts may share the bridges, since b3 captures both pairs
/// of cells; so each round proves both bridges again from those of the round before, each of them twice.
fn shared(rounds: usize) -> String {
    let mut line =
        "c c1 b3 a5 : <-b2 b2-b3 0&1 <-c2 c2-b3 3&4 |2|5 b3-a4 a4-> 7&8 b3-b4 b4-> 10&11 |9|12".to_string();
    let (mut upper, mut lower, mut next) = (6, 13, 14);
    let mut and = |a: usize, b: usize| {
        write!(line, " {a}&{b}!b3:b2:c2!b3:a4:b4").unwrap();
        next += 1;
        next - 1
    };
    for _ in 0..rounds {
        let all = and(upper, lower);
        upper = and(all, lower);
        let all = and(upper, lower);
        lower = and(upper, all);
    }
    and(upper, lower);
    line
}

fn read(rounds: usize) -> Certificate {
    let (claim, certificate) =
        read_connection(BoardSize::square(5).unwrap(), Color::Black, &shared(rounds)).unwrap();
    assert_eq!(claim.cells.len(), 4);
    certificate
}

/// The follower against every line of replies inside the connection.
fn wins_against_all(follower: &Follower<'_>, position: &Position) {
    if position.has_won(Color::Black) {
        return;
    }
    let needs = follower.needs();
    assert!(!needs.is_empty(), "nothing is left to do:\n{position}");
    for intrusion in needs {
        let (mut follower, mut next) = (follower.clone(), *position);
        next.place(Color::White, intrusion).unwrap();
        let Some(IntrusionAnswer::Play(cell)) = follower.answer(intrusion) else {
            panic!("no answer in\n{next}")
        };
        next.place(Color::Black, cell).unwrap();
        wins_against_all(&follower, &next);
    }
}

#[test]
fn many_paths_through_few_steps_are_followed_at_once() {
    let certificate = read(60);
    assert!(shared(60).len() < 10_000);
    // Each round more than doubles the paths: there are more than 2^100.
    assert_eq!(certificate.depth(), usize::MAX);
    let size = BoardSize::square(5).unwrap();
    let stones: CellSet = size.cells_named("c1 b3 a5").unwrap().into_iter().collect();
    let position = Position::with_stones(size, stones, CellSet::EMPTY, Color::White).unwrap();
    wins_against_all(&Follower::new(&certificate).unwrap(), &position);
    let [b2, c2] = ["b2", "c2"].map(|name| size.cell(name).unwrap());
    assert_eq!(certificate.reply(b2), Some(c2));
}

#[test]
fn long_certificates_are_followed_without_recursion() {
    let certificate = read(8_000);
    assert!(certificate.steps.len() > 32_000);
    let size = BoardSize::square(5).unwrap();
    assert!(certificate.reply(size.cell("a4").unwrap()).is_some());
    let mut follower = Follower::new(&certificate).unwrap();
    assert!(matches!(follower.answer(size.cell("a4").unwrap()), Some(IntrusionAnswer::Play(_))));
}
