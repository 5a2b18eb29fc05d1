//! Connections that every player knows by name, on boards with nothing else on them.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use board::{Color, Position, parse_diagram, with_words};
use connection::{Connections, End, Kind, Settings};

/// The depth of the smallest full connection of Black's edges on a drawn board, checked by `verify`; none without one.
fn depth(drawn: &str, try_keys: bool) -> Option<usize> {
    fn of<const W: usize>(position: &Position<W>, try_keys: bool) -> Option<usize> {
        let mut connections = Connections::new(position, Settings::default());
        let ends = Color::Black.edges().map(End::Edge);
        if try_keys {
            connections.try_keys(Color::Black, ends);
        }
        let fulls = connections.between(Color::Black, ends).filter(|found| found.kind == Kind::Full);
        let full = fulls.min_by_key(|full| full.carrier.len())?;
        let certificate = connections.certificate(&full).unwrap();
        assert_eq!(verify::check(&position.resize(), &certificate), Ok(()));
        Some(certificate.depth())
    }
    let position = parse_diagram(drawn).unwrap();
    with_words!(position.size(), W => of::<W>(&position.resize(), try_keys))
}

#[test]
fn a_bridge() {
    assert_eq!(depth(". . B\n . . .\n  W B W\n", false), Some(2));
}

#[test]
fn a_chain_of_bridges() {
    let drawn = "
        W W B W W
         W . . W W
          W B W W W
           . . W W W
            B W W W W
    ";
    assert_eq!(depth(drawn, false), Some(4));
}

#[test]
fn the_ziggurat() {
    let drawn = "
        . . . . . .
         . . . . . .
          . . B . . .
           W W B W W W
    ";
    let found = depth(drawn, false);
    assert!(found.is_some_and(|depth| depth >= 4), "{found:?}");
}

#[test]
fn the_template_of_the_fourth_row() {
    let drawn = "
        . . . . . . . .
         . . . . . . . .
          . . . . . . . .
           . B . . . . . .
            W B W W W W W W
    ";
    let found = depth(drawn, false);
    assert!(found.is_some_and(|depth| depth >= 6), "{found:?}");
}

/// White crawls along the first row and Black along the second, until Black's stone on the right catches the ladder.
#[test]
fn a_ladder_with_its_escape() {
    let drawn = "
        . W . . . . . .
         W B . . . . B .
          B W W W W W W W
    ";
    let found = depth(drawn, false);
    assert!(found.is_some_and(|depth| depth >= 6), "{found:?}");
}

#[test]
fn a_ladder_without_an_escape() {
    let drawn = "
        . W . . . . . .
         W B . . . . . .
          B W W W W W W W
    ";
    assert_eq!(depth(drawn, true), None);
}
