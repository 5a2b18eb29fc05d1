//! Certificates that almost follow from the rules are refused, with the step and the reason.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use board::{CellSet, Color, Position, parse_diagram};
use proof::{Certificate, CertificateError, CertificateRule, CertificateStep, ConnectionKind, End, check};

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

fn key(name: &str) -> ConnectionKind {
    ConnectionKind::Semi(position().size().cell(name).unwrap())
}

fn step(from: &str, to: &str, kind: ConnectionKind, carrier: &str, rule: CertificateRule) -> CertificateStep {
    CertificateStep { ends: [end(from), end(to)], kind, carrier: cells(carrier), rule }
}

fn adjacent(from: &str, to: &str) -> CertificateStep {
    step(from, to, ConnectionKind::Full, "", CertificateRule::Adjacent)
}

const fn and(parts: [usize; 2]) -> CertificateRule {
    CertificateRule::And { parts, captured: vec![] }
}

const fn or(parts: Vec<usize>) -> CertificateRule {
    CertificateRule::Or { parts, captured: vec![] }
}

/// The result of `check` for the last step.
fn says(steps: Vec<CertificateStep>) -> Option<String> {
    match check(&position(), &Certificate { color: Color::Black, steps }) {
        Ok(()) => None,
        Err(CertificateError::Step { problem, .. }) => Some(problem),
        Err(other) => panic!("found {other}: expected a refused step"),
    }
}

/// The semi connections b1 - b3 with the key b2, and b3 - d3 with the key c3.
fn base() -> Vec<CertificateStep> {
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

fn with(extra: Vec<CertificateStep>) -> Option<String> {
    says(base().into_iter().chain(extra).collect())
}

#[test]
fn a_semi_connection_goes_on_over_a_stone() {
    assert_eq!(with(vec![]), None);
    // b2 - b3 is full and b3 - d3 semi with the key c3: b2 - d3 is semi with that key.
    assert_eq!(with(vec![step("b2", "d3", key("c3"), "c3", and([0, 5]))]), None);
    assert_eq!(with(vec![step("b2", "d3", key("c3"), "c3", and([5, 0]))]), None);
}

/// Asserts that the refusal of the last step contains these words.
fn refused(found: Option<String>, words: &str) {
    let problem = found.expect("a refusal");
    assert!(problem.contains(words), "{problem}");
}

#[test]
fn a_semi_connection_is_not_made_full_by_and() {
    refused(with(vec![step("b2", "d3", ConnectionKind::Full, "c3", and([0, 5]))]), "full or semi");
}

#[test]
fn two_semi_connections_make_nothing() {
    refused(with(vec![step("b1", "d3", key("c3"), "b2 c3", and([2, 5]))]), "expected full parts");
}

#[test]
fn a_semi_connection_does_not_go_on_over_an_empty_cell() {
    // b1 is empty, and b1 - b3 needs a move already.
    refused(with(vec![step("top", "b3", key("b2"), "b1 b2", and([6, 2]))]), "expected full parts");
}

#[test]
fn a_certificate_says_what_the_rules_derive() {
    refused(
        with(vec![step("a3", "b3", ConnectionKind::Full, "c3", CertificateRule::Adjacent)]),
        "the carrier is not",
    );
    refused(with(vec![step("b3", "b2", key("c3"), "", CertificateRule::Adjacent)]), "full or semi");
    refused(with(vec![step("b2", "b1", key("c3"), "c3", and([0, 5]))]), "the ends are not");
    refused(
        with(vec![step("b2", "bottom", ConnectionKind::Full, "", CertificateRule::Adjacent)]),
        "not neighbours",
    );
    let opposite =
        CertificateStep { ends: [end("b3"), End::Edge(board::Edge::Left)], ..adjacent("b3", "b2") };
    refused(with(vec![opposite]), "opponent's edge");
}

#[test]
fn or_needs_semi_connections_without_a_common_cell() {
    refused(
        with(vec![step("b1", "b3", ConnectionKind::Full, "b2", or(vec![2]))]),
        "is in the carriers of all parts and not captured",
    );
    refused(with(vec![step("b2", "b3", ConnectionKind::Full, "", or(vec![0]))]), "found a full part");
}

/// A stone on the key is a trial; what it proves is semi, with that key.
#[test]
fn a_trial_is_judged_with_its_stone() {
    let trial = |ends: [&str; 2], kind, carrier, steps| {
        step(ends[0], ends[1], kind, carrier, CertificateRule::Trial { steps })
    };
    // With a stone on c3, b3 and d3 are one chain; b2 touches it.
    let inner = || vec![adjacent("b2", "d3")];
    assert_eq!(with(vec![trial(["b2", "d3"], key("c3"), "c3", inner())]), None);
    refused(with(vec![trial(["b2", "d3"], ConnectionKind::Full, "c3", inner())]), "expected semi");
    refused(with(vec![trial(["b2", "d3"], key("c3"), "", inner())]), "the carrier is not");
    refused(with(vec![trial(["b1", "d3"], key("c3"), "c3", inner())]), "full connection of its ends");
    refused(with(vec![trial(["b2", "d3"], key("b2"), "b2", inner())]), "the key is an end");
    refused(with(vec![trial(["b2", "d3"], key("b3"), "", inner())]), "the key is not empty");
    refused(with(vec![trial(["b2", "d3"], key("a3"), "a3", inner())]), "not neighbours");
    // b3 and d3 are one end with the stone, so nothing is proved of two.
    refused(with(vec![trial(["b3", "d3"], key("c3"), "c3", vec![adjacent("b3", "d3")])]), "one end twice");
}
