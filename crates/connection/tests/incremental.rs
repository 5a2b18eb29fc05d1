//! Updating for a stone gives what a build from nothing gives, and taking it back restores what was there.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

mod play_out;

use board::{BoardSize, CellSet, Color, Position, random_below};
use connection::{ConnectionKind, ConnectionSettings, Connections, End};
use play_out::holds;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

type Listed = Vec<(Color, [End; 2], bool, CellSet<1>)>;

/// Every connection, in an order that does not depend on how it was found. Keys of semi connections are left out: two
/// keys may serve the same carrier, and either may be found first.
fn listed(connections: &Connections<1>) -> Listed {
    let mut all = Vec::new();
    for color in Color::BOTH {
        let ends = connections.ends(color);
        for (index, &x) in ends.iter().enumerate() {
            for &y in &ends[..index] {
                for connection in connections.between(color, [x, y]) {
                    let ends = [x.min(y), x.max(y)];
                    all.push((color, ends, connection.kind == ConnectionKind::Full, connection.carrier));
                }
            }
        }
    }
    all.sort_unstable();
    all
}

#[test]
fn an_update_equals_a_build_and_undo_restores() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    for (cols, rows) in [(3, 3), (4, 3), (3, 4), (4, 4)] {
        let size = BoardSize::new(cols, rows).unwrap();
        for _ in 0..10 {
            let mut start = Position::<1>::empty(size);
            for _ in 0..2 + random_below(&mut random, 4) {
                let cells: Vec<_> = start.empty_cells().iter().collect();
                start.play(cells[random_below(&mut random, cells.len())]).unwrap();
            }
            let mut connections = Connections::new(&start, ConnectionSettings::unlimited());
            let mut before = vec![listed(&connections)];
            while !connections.position().empty_cells().is_empty()
                && connections.position().winner().is_none()
            {
                let cells: Vec<_> = connections.position().empty_cells().iter().collect();
                let cell = cells[random_below(&mut random, cells.len())];
                connections.play(cell);
                let fresh = Connections::new(connections.position(), ConnectionSettings::unlimited());
                let name = size.name(cell);
                let [updated, built] = [listed(&connections), listed(&fresh)];
                let only = |a: &Listed, b: &Listed| {
                    a.iter().filter(|one| !b.contains(one)).copied().collect::<Listed>()
                };
                assert!(
                    updated == built,
                    "{name} from\n{start}\nto\n{}\nonly updated: {:?}\nonly built: {:?}",
                    fresh.position(),
                    only(&updated, &built),
                    only(&built, &updated),
                );
                assert_eq!(connections.verdict().map(|v| v.winner), fresh.verdict().map(|v| v.winner));
                before.push(listed(&connections));
            }
            while before.len() > 1 {
                before.pop();
                connections.undo();
                assert_eq!(Some(&listed(&connections)), before.last());
            }
            assert_eq!(connections.position(), &start);
        }
    }
}

/// With the default limits an update may keep other carriers than a build, but each must hold and have its reason: also
/// what was built on captured cells that would now be paired otherwise.
#[test]
fn limited_updates_are_sound() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(8);
    for (length, games) in [(5, 4), (7, 3)] {
        let size = BoardSize::square(length).unwrap();
        for _ in 0..games {
            let mut connections =
                Connections::new(&Position::<1>::empty(size), ConnectionSettings::default());
            for number in 0..size.cells() * 3 / 4 {
                let cells: Vec<_> = connections.position().empty_cells().iter().collect();
                connections.play(cells[random_below(&mut random, cells.len())]);
                if number >= size.cells() / 3 {
                    check_all(&connections);
                }
            }
        }
    }
}

/// Every connection has a certificate that `verify` accepts, and holds when it is played out, if that is quick.
fn check_all(connections: &Connections<1>) {
    let position = *connections.position();
    for color in Color::BOTH {
        let ends = connections.ends(color);
        for (index, &x) in ends.iter().enumerate() {
            for &y in &ends[..index] {
                for connection in connections.between(color, [x, y]) {
                    let certificate = connections.certificate(&connection).unwrap();
                    assert_eq!(proof::check(&position.resize(), &certificate), Ok(()), "{position}");
                    assert!(connection.carrier.len() > 7 || holds(&position, &connection), "{position}");
                }
            }
        }
    }
}
