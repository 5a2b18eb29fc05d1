//! Certificates that almost follow from the rules are refused, with the step and the reason.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use board::{CellSet, Color, Position, parse_diagram};
use verify::{Certificate, End, Kind, Rule, Step, VerifyError, check};

/// Black's b3 can go on over b2 to the top and over c3 to d3.
const DRAWN: &str = "
    . . W .
     . . W .
      . B . B
       W W W W
";

fn position() -> Position {
    parse_diagram(DRAWN).unwrap()
}

fn end(name: &str) -> End {
    match name {
        "top" => End::Edge(board::Edge::Top),
        "bottom" => End::Edge(board::Edge::Bottom),
        _ => End::Cell(position().size().cell(name).unwrap()),
    }
}

fn cells(names: &str) -> CellSet {
    position().size().cells_named(names).unwrap().into_iter().collect()
}

fn key(name: &str) -> Kind {
    Kind::Semi(position().size().cell(name).unwrap())
}

fn step(from: &str, to: &str, kind: Kind, carrier: &str, rule: Rule) -> Step {
    Step { ends: [end(from), end(to)], kind, carrier: cells(carrier), rule }
}

fn adjacent(from: &str, to: &str) -> Step {
    step(from, to, Kind::Full, "", Rule::Adjacent)
}

const fn and(parts: [usize; 2]) -> Rule {
    Rule::And { parts, captured: vec![] }
}

const fn or(parts: Vec<usize>) -> Rule {
    Rule::Or { parts, captured: vec![] }
}

/// What `check` says of the last step.
fn says(steps: Vec<Step>) -> Option<&'static str> {
    match check(&position(), &Certificate { color: Color::Black, steps }) {
        Ok(()) => None,
        Err(VerifyError::Step { problem, .. }) => Some(problem),
        Err(other) => panic!("found {other}: expected a refused step"),
    }
}

/// The semi connections b1 - b3 with the key b2, and b3 - d3 with the key c3.
fn base() -> Vec<Step> {
    vec![
        adjacent("b2", "b3"),
        adjacent("b1", "b2"),
        step("b1", "b3", key("b2"), "b2", and([0, 1])),
        adjacent("b3", "c3"),
        adjacent("c3", "d3"),
        step("b3", "d3", key("c3"), "c3", and([3, 4])),
        adjacent("b1", "top"),
    ]
}

fn with(extra: Vec<Step>) -> Option<&'static str> {
    says(base().into_iter().chain(extra).collect())
}

#[test]
fn a_semi_connection_goes_on_over_a_stone() {
    assert_eq!(with(vec![]), None);
    // b2 - b3 is full and b3 - d3 semi with the key c3: b2 - d3 is semi with that key.
    assert_eq!(with(vec![step("b2", "d3", key("c3"), "c3", and([0, 5]))]), None);
    assert_eq!(with(vec![step("b2", "d3", key("c3"), "c3", and([5, 0]))]), None);
}

#[test]
fn a_semi_connection_is_not_made_full_by_and() {
    let refused = with(vec![step("b2", "d3", Kind::Full, "c3", and([0, 5]))]);
    assert_eq!(refused, Some("AND over a stone is full, over an empty cell semi with it as key"));
}

#[test]
fn two_semi_connections_make_nothing() {
    let refused = with(vec![step("b1", "d3", key("c3"), "b2 c3", and([2, 5]))]);
    assert_eq!(refused, Some("the parts of AND are not full, nor one of them semi over a stone"));
}

#[test]
fn a_semi_connection_does_not_go_on_over_an_empty_cell() {
    // b1 is empty, and b1 - b3 needs a move already.
    let refused = with(vec![step("top", "b3", key("b2"), "b1 b2", and([6, 2]))]);
    assert_eq!(refused, Some("the parts of AND are not full, nor one of them semi over a stone"));
}

#[test]
fn the_key_is_not_a_cell_of_the_other_part() {
    // Neighbours whose carrier holds c3 for no reason are full; over b3 they meet the key c3.
    let refused = with(vec![
        step("a3", "b3", Kind::Full, "c3", Rule::Adjacent),
        step("a3", "d3", key("c3"), "c3", and([7, 5])),
    ]);
    assert_eq!(refused, Some("the parts of AND are not full, nor one of them semi over a stone"));
}

#[test]
fn or_needs_semi_connections_without_a_common_cell() {
    assert_eq!(
        with(vec![step("b1", "b3", Kind::Full, "b2", or(vec![2]))]),
        Some("the parts of OR have a cell in common")
    );
    assert_eq!(with(vec![step("b2", "b3", Kind::Full, "", or(vec![0]))]), Some("a part of OR is not semi"));
}
