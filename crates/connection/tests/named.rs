//! Connections that every player knows by name, on boards with nothing else on them.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

mod play_out;

use board::{Color, Position, parse_diagram, with_words};
use connection::{CertificateRule, ConnectionKind, ConnectionSettings, Connections, EdgeMiddles, End};
use play_out::holds;

/// The depth of the smallest full connection of Black's edges on a drawn board, checked by `verify`; none without one.
fn depth(drawn: &str, try_keys: bool) -> Option<usize> {
    fn of<const W: usize>(position: &Position<W>, try_keys: bool) -> Option<usize> {
        let mut connections = Connections::new(position, ConnectionSettings::default());
        let ends = Color::Black.edges().map(End::Edge);
        if try_keys {
            connections.try_keys(Color::Black, ends);
        }
        let fulls =
            connections.between(Color::Black, ends).filter(|found| found.kind == ConnectionKind::Full);
        let full = fulls.min_by_key(|full| full.carrier.len())?;
        let certificate = connections.certificate(&full).unwrap();
        assert_eq!(proof::check(&position.resize(), &certificate), Ok(()));
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

/// Black plays d3, which is joined to the top over d2 or e2. Then b5 threatens one way down, and d5 another one, which comes
/// from d3 or, by way of the top, from f3: an OR of semi connections between d3 and d5 of which one goes over the edge.
#[test]
fn an_edge_helps() {
    let drawn = "
        . . . B B B B
         . . W . . B .
          . . B . W . .
           . . . . . . .
            . . W . B . .
             . B . W . . .
              B B W . . . .
    ";
    let drawn: Position<1> = parse_diagram(drawn).unwrap().resize();
    let [black, white] = Color::BOTH.map(|color| drawn.stones(color));
    let position = Position::with_stones(drawn.size(), black, white, Color::Black).unwrap();
    let ends = Color::Black.edges().map(End::Edge);
    let alone = ConnectionSettings { edge_middles: EdgeMiddles::Never, ..ConnectionSettings::default() };
    assert_eq!(Connections::new(&position, alone).between(Color::Black, ends).count(), 0);
    let connections = Connections::new(&position, ConnectionSettings::default());
    let found = connections.between(Color::Black, ends).min_by_key(|found| found.carrier.len()).unwrap();
    assert_eq!(found.kind, ConnectionKind::Semi(position.size().cell("d3").unwrap()));
    assert!(holds(&position, &found));
    let certificate = connections.certificate(&found).unwrap();
    assert_eq!(proof::check(&position.resize(), &certificate), Ok(()));
    let steps = &certificate.steps;
    let over_edge = |rule: &CertificateRule| matches!(rule, CertificateRule::And { parts, .. } if parts.iter().any(|&part| steps[part].kind != ConnectionKind::Full));
    assert!(steps.iter().any(|step| over_edge(&step.rule)));
}

/// A braid, the kind of the paper's Figure 8: Black's edges are joined, but AND and OR without any limit do not prove it, nor
/// with captured cells and edges as middles, because the ways on from the keys cross. The trial of keys does.
#[test]
fn a_braid() {
    let drawn = "
        . B . B .
         . . . W B
          . . B . W
           . . W . W
    ";
    let position: Position<1> = parse_diagram(drawn).unwrap().resize();
    let ends = Color::Black.edges().map(End::Edge);
    for captured in [false, true] {
        let settings = ConnectionSettings { captured, ..ConnectionSettings::unlimited() };
        let mut connections = Connections::new(&position, settings);
        assert!(!connections.is_limited(Color::Black));
        assert!(!connections.is_connected(Color::Black, ends));
        assert!(connections.try_keys(Color::Black, ends));
        let fulls =
            connections.between(Color::Black, ends).filter(|found| found.kind == ConnectionKind::Full);
        let full = fulls.min_by_key(|full| full.carrier.len()).unwrap();
        assert!(holds(&position, &full));
        let certificate = connections.certificate(&full).unwrap();
        assert_eq!(proof::check(&position.resize(), &certificate), Ok(()));
        assert!(certificate.steps.iter().any(|step| matches!(step.rule, CertificateRule::Trial { .. })));
    }
    assert!(depth(drawn, true).is_some(), "the default limits prove it too");
}

/// A ziggurat and a bridge, one behind the other: Black has an answer to everything, at most eight moves deep.
#[test]
fn a_tactical_connection_of_depth_six_and_more() {
    let drawn = "
        . . . . . . .
         . . . . . . .
          . . . . B . .
           . . . . . . .
            . . . B . . .
             W W W B W W W
              W W B W W W W
    ";
    let found = depth(drawn, false);
    assert!(found.is_some_and(|depth| depth >= 6), "{found:?}");
}
