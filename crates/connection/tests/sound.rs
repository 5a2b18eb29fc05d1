//! Every connection that the prover finds is played out by brute force.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

mod play_out;

use board::{BoardSize, Color, Position, Symmetry, random_below};
use connection::{Connection, ConnectionSettings, Connections};
use play_out::holds;
use proof::position_with_code;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

/// Plays out every connection of both colours with a carrier of at most `most` cells, has `verify` check their reasons if
/// asked to, and returns how many.
fn check<const W: usize>(connections: &Connections<W>, most: usize, with_reasons: bool) -> usize {
    let position = connections.position();
    let mut count = 0;
    for color in Color::BOTH {
        let ends = connections.ends(color);
        for (index, &x) in ends.iter().enumerate() {
            for &y in &ends[..index] {
                for connection in connections.between(color, [x, y]) {
                    if connection.carrier.len() <= most {
                        assert!(holds(position, &connection), "{position}\n{connection:?}");
                        if with_reasons {
                            check_reason(connections, &connection);
                        }
                        count += 1;
                    }
                }
            }
        }
    }
    count
}

fn check_reason<const W: usize>(connections: &Connections<W>, connection: &Connection<W>) {
    let position = connections.position();
    let certificate = connections.certificate(connection).expect("a reason");
    assert_eq!(proof::check(&position.resize(), &certificate), Ok(()), "{position}\n{connection:?}");
    let claim = certificate.steps.last().unwrap();
    assert!(claim.carrier.is_subset(&connection.carrier.resize()));
}

/// Every arrangement of stones on the cells of a board.
fn every_position(size: BoardSize) -> impl Iterator<Item = Position<1>> {
    (0..3usize.pow(size.cells() as u32)).map(move |code| position_with_code(size, code, Color::Black))
}

fn check_every_position(cols: usize, rows: usize, settings: ConnectionSettings) -> usize {
    let size = BoardSize::new(cols, rows).unwrap();
    let mut connections = Connections::new(&Position::empty(size), settings);
    let mut count = 0;
    for (number, position) in every_position(size).enumerate() {
        // Turning the board changes nothing: one of both is enough.
        if position.stones(Color::Black) > Symmetry::Rotation.cells(position.stones(Color::Black), size) {
            continue;
        }
        connections.build(&position);
        // Reasons take longer to check than the connections: those of one position in 16 on the larger boards.
        count += check(&connections, usize::MAX, size.cells() < 12 || number % 16 == 0);
    }
    count
}

#[test]
fn every_position_up_to_3x3() {
    for cols in 1..=3 {
        for rows in 1..=3 {
            for settings in [ConnectionSettings::default(), ConnectionSettings::unlimited()] {
                assert!(check_every_position(cols, rows, settings) > 0 || cols * rows == 1);
            }
        }
    }
}

#[test]
fn every_position_of_3x4() {
    assert!(check_every_position(3, 4, ConnectionSettings::default()) > 1_000_000);
}

#[test]
fn every_position_of_4x3() {
    assert!(check_every_position(4, 3, ConnectionSettings::default()) > 1_000_000);
}

/// A position after `stones` random stones, alternating.
fn random_position<const W: usize>(
    random: &mut Xoshiro256PlusPlus,
    size: BoardSize,
    stones: usize,
) -> Position<W> {
    let mut position = Position::empty(size);
    for _ in 0..stones {
        let cells: Vec<_> = position.empty_cells().iter().collect();
        if !cells.is_empty() {
            position.play(cells[random_below(random, cells.len())]).unwrap();
        }
    }
    position
}

#[test]
fn random_positions_up_to_6x6() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut count = 0;
    for side in [4, 5, 6] {
        let size = BoardSize::square(side).unwrap();
        let mut connections = Connections::<1>::new(&Position::empty(size), ConnectionSettings::default());
        for number in 0..1000 {
            let stones = size.cells() / 4 + random_below(&mut random, size.cells() / 2);
            connections.build(&random_position(&mut random, size, stones));
            // Larger carriers and the reasons on some, so that the test takes seconds.
            let often = number % 10 == 0;
            count += check(&connections, if often { 9 } else { 7 }, often);
        }
    }
    assert!(count > 200_000, "{count}");
}
