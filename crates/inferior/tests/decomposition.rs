//! Decompositions against exact values.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use board::{BoardSize, CellSet, Color, Position, parse_diagram};
use connection::{ConnectionSettings, Connections};
use inferior::{find_combinatorial_decomposition, find_splitting_decomposition};
use proof::Exact;

/// Every n-th position of a board, for both colours: filling in the carrier changes no winner, and the region is dead then.
fn check(cols: usize, rows: usize, every: usize) -> usize {
    let size = BoardSize::new(cols, rows).unwrap();
    let exact = Exact::new(size);
    let mut found = 0;
    let mut connections: Option<Connections<1>> = None;
    for code in (0..exact.positions()).step_by(every) {
        let position: Position<1> = exact.position(code, Color::Black);
        if position.winner().is_some() {
            continue;
        }
        let connections =
            connections.get_or_insert_with(|| Connections::new(&position, ConnectionSettings::default()));
        connections.build(&position);
        for color in Color::BOTH {
            let Some(decomposition) = find_combinatorial_decomposition(connections, color) else { continue };
            found += 1;
            let stones = Color::BOTH.map(|color| position.stones(color));
            let mut filled = stones;
            filled[color.index()] |= decomposition.carrier;
            for to_move in Color::BOTH {
                assert_eq!(
                    exact.winner(&stones, to_move),
                    exact.winner(&filled, to_move),
                    "{decomposition:?} of {color} in\n{position}"
                );
            }
            for cell in decomposition.region.minus(decomposition.carrier) {
                assert!(exact.is_dead(&filled, cell), "{decomposition:?} of {color} in\n{position}");
            }
        }
    }
    found
}

#[test]
fn decompositions_keep_the_winner() {
    assert!(check(3, 4, 53) > 100);
    assert!(check(4, 3, 59) > 100);
    assert!(check(3, 3, 3) > 100);
}

#[test]
fn a_group_from_edge_to_edge_splits_the_board() {
    let position: Position<1> = parse_diagram(
        "
        . . . .
         W . . B
          B B W .
           . . W .
        ",
    )
    .unwrap()
    .resize();
    assert_eq!(find_splitting_decomposition(&position, Color::Black), None);
    let size = position.size();
    let mut joined = position;
    joined.place(Color::Black, size.cell("c2").unwrap()).unwrap();
    let group: CellSet<1> = size.cells_named("c2 d2 a3 b3").unwrap().into_iter().collect();
    assert_eq!(find_splitting_decomposition(&joined, Color::Black), Some(group));
    assert_eq!(find_splitting_decomposition(&joined, Color::White), None);
}
