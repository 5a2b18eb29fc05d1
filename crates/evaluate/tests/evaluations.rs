//! Each evaluation against a slow and obvious twin, on random positions of all shapes.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use board::{BoardSize, Cell, CellSet, Color, Edge, Position, Symmetry, parse_diagram, with_words};
use connection::{ConnectionSettings, Connections};
use evaluate::{
    Circuits, Connectibility, FEATURES, Features, INFINITE, Potential, Terminal, TwoDistance, UNREACHABLE,
    Weights,
};
use proptest::prelude::*;

/// A random position: any number of stones, also after the end of the game.
fn positions(most: usize) -> impl Strategy<Value = Position> {
    (1..=most, 1..=most).prop_flat_map(|(cols, rows)| {
        let size = BoardSize::new(cols, rows).unwrap();
        let density = prop_oneof![Just(1..4u8), Just(1..8u8), Just(1..25u8)];
        density.prop_flat_map(move |range| {
            prop::collection::vec(range, size.cells()).prop_map(move |kinds| {
                let mut position = Position::empty(size);
                for (cell, kind) in size.iter().zip(kinds) {
                    if let Some(&color) = Color::BOTH.get(usize::from(kind) - 1) {
                        position.place(color, cell).unwrap();
                    }
                }
                position
            })
        })
    })
}

/// The circuit node by node: every cell that is not the opponent's is a node of its own, links with a stone at both ends are
/// a wire of almost no resistance, and the system is solved densely.
fn dense_circuit(position: &Position, color: Color, links: &[(Cell, Terminal)]) -> (f64, Vec<f64>) {
    let size = position.size();
    let geometry = position.geometry();
    let cells = size.cells();
    let own = position.stones(color);
    let open = own | position.empty_cells();
    // Union of stones that touch, by representative: the first cell of the group, or one of two numbers for the edges.
    let [from, to] = color.edges();
    let node = |cell: Cell| {
        if !own.contains(cell) {
            return cell.index();
        }
        let group = geometry.flood(CellSet::of(cell), own);
        let touches = [from, to].map(|edge| group.intersects(&geometry.edge(edge)));
        match touches {
            [true, _] => cells,
            [_, true] => cells + 1,
            _ => group.first().unwrap().index(),
        }
    };
    let reach = geometry.flood(geometry.edge(from), open);
    let mut wires = Vec::new();
    let resistance = |cell: Cell| if own.contains(cell) { 0.0 } else { 1.0 };
    for a in reach {
        for &b in geometry.neighbours(a) {
            if a < b && reach.contains(b) && node(a) != node(b) {
                wires.push((node(a), node(b), resistance(a) + resistance(b)));
            }
        }
        for (number, edge) in [(cells, from), (cells + 1, to)] {
            if geometry.edge(edge).contains(a) && !own.contains(a) {
                wires.push((a.index(), number, 1.0));
            }
        }
    }
    for &(cell, terminal) in links {
        let end = match terminal {
            Terminal::Edge(edge) => cells + usize::from(edge == to),
            Terminal::Group(stone) => node(stone),
        };
        if reach.contains(cell) {
            wires.push((cell.index(), end, 1.0));
        }
    }
    let mut matrix = vec![vec![0.0; cells + 3]; cells + 2];
    for &(a, b, ohms) in &wires {
        for (a, b) in [(a, b), (b, a)] {
            matrix[a][a] += 1.0 / ohms;
            matrix[a][b] -= 1.0 / ohms;
        }
    }
    for (row, volts) in [(cells, 1.0), (cells + 1, 0.0)] {
        matrix[row].fill(0.0);
        matrix[row][row] = 1.0;
        matrix[row][cells + 2] = volts;
    }
    let voltages = gauss(matrix);
    let mut power = vec![0.0; cells];
    let mut current = 0.0;
    for &(a, b, ohms) in &wires {
        let amperes = (voltages[a] - voltages[b]) / ohms;
        if a == cells || b == cells {
            current += amperes.abs();
        }
        for end in [a, b] {
            if end < cells && !own.contains(Cell::from_index_unchecked(end)) {
                power[end] += amperes * amperes;
            }
        }
    }
    check_current_law(&wires, &voltages, cells);
    (1.0 / current, power)
}

/// Kirchhoff's current law: the currents into a node equal those out of it.
fn check_current_law(wires: &[(usize, usize, f64)], voltages: &[f64], cells: usize) {
    for node in 0..cells {
        let sum: f64 = wires
            .iter()
            .map(|&(a, b, ohms)| match node {
                _ if node == a => (voltages[a] - voltages[b]) / ohms,
                _ if node == b => (voltages[b] - voltages[a]) / ohms,
                _ => 0.0,
            })
            .sum();
        assert!(sum.abs() < 1e-9, "node {node}: {sum}");
    }
}

/// Gauss' elimination with pivots; a row of zeros (a node outside the circuit) gives zero.
fn gauss(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    let count = rows.len();
    for column in 0..count {
        let pivot =
            (column..count).max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs())).unwrap();
        if rows[pivot][column].abs() < 1e-12 {
            rows[column][column] = 1.0;
            continue;
        }
        rows.swap(column, pivot);
        for row in 0..count {
            if row != column && rows[row][column] != 0.0 {
                let factor = rows[row][column] / rows[column][column];
                let pivot_row = rows[column].clone();
                for (target, from) in rows[row].iter_mut().zip(pivot_row) {
                    *target -= factor * from;
                }
            }
        }
    }
    (0..count).map(|row| rows[row][count] / rows[row][row]).collect()
}

fn check_circuit<const W: usize>(position: &Position) {
    let mut circuits = Circuits::<W>::new(position.size());
    let resistances = circuits.evaluate(&position.resize());
    for color in Color::BOTH {
        let found = resistances.of[color.index()];
        if position.has_won(color) {
            assert_eq!(found, 0.0);
            continue;
        }
        if position.has_won(color.opponent()) {
            assert_eq!(found, f64::INFINITY);
            continue;
        }
        let (expected, power) = dense_circuit(position, color, &[]);
        assert!(
            (found - expected).abs() <= 1e-9 * expected,
            "{color}: {found}, expected {expected}\n{position}"
        );
        for (cell, (found, expected)) in circuits.power(color).iter().zip(&power).enumerate() {
            assert!(
                (found - expected).abs() < 1e-9,
                "{color}, cell {cell}: {found}, expected {expected}\n{position}"
            );
        }
        let total: f64 = power.iter().sum();
        assert!((total * found - 1.0).abs() < 1e-9, "the powers sum to 1/R");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn circuits_equal_a_dense_solve_and_obey_kirchhoff(position in positions(9)) {
        with_words!(position.size(), W => check_circuit::<W>(&position));
    }

    #[test]
    fn bridges_are_the_first_generation_of_the_prover(position in positions(6)) {
        prop_assume!(position.winner().is_none());
        let rules = ConnectionSettings { rounds: 1, captured: false, ..ConnectionSettings::unlimited() };
        let connections = Connections::new(&position, rules);
        let mut circuits = Circuits::new(position.size());
        let (found, expected) = (circuits.evaluate_connected(&connections), circuits.evaluate_bridged(&position));
        for color in Color::BOTH {
            let (found, expected) = (found.of[color.index()], expected.of[color.index()]);
            prop_assert!((found - expected).abs() < 1e-9 * expected, "{}: {} and {}", color, found, expected);
        }
    }

    #[test]
    fn a_stone_never_raises_its_own_resistance(position in positions(8), pick in any::<prop::sample::Index>()) {
        let empty: Vec<Cell> = position.empty_cells().iter().collect();
        prop_assume!(!empty.is_empty() && position.winner().is_none());
        let cell = empty[pick.index(empty.len())];
        let mut circuits = Circuits::new(position.size());
        let before = circuits.evaluate(&position);
        for color in Color::BOTH {
            let mut next = position;
            next.place(color, cell).unwrap();
            let after = circuits.evaluate(&next);
            let (own, other) = (color.index(), color.opponent().index());
            prop_assert!(after.of[own] <= before.of[own] * (1.0 + 1e-9));
            prop_assert!(after.of[other] >= before.of[other] * (1.0 - 1e-9));
        }
    }

    #[test]
    fn symmetric_positions_have_symmetric_values(position in positions(7)) {
        let mut circuits = Circuits::new(position.size());
        let mut distance = TwoDistance::new(position.size());
        let mut connectibility = Connectibility::new(position.size());
        for &symmetry in Symmetry::of(position.size()) {
            let image = position.image(symmetry);
            let (there, here) = (circuits.evaluate(&image), circuits.evaluate(&position));
            let (there_distance, here_distance) = (distance.evaluate(&image), distance.evaluate(&position));
            for color in Color::BOTH {
                let image_color = symmetry.color(color).index();
                let (a, b) = (here.of[color.index()], there.of[image_color]);
                prop_assert!(a == b || (a - b).abs() < 1e-9 * a, "{} and {}", a, b);
                prop_assert_eq!(here_distance[color.index()], there_distance[image_color]);
            }
            if position.size().is_square() {
                let sign = if symmetry.exchanges_colors() { -1.0 } else { 1.0 };
                let value = |features: &Features| Weights::EQUAL.value(features);
                let (a, b) = (connectibility.features(&position), connectibility.features(&image));
                prop_assert!((value(&a) - sign * value(&b)).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn two_distance_equals_its_definition(position in positions(9)) {
        let mut fast = TwoDistance::new(position.size());
        let found = fast.evaluate(&position);
        for color in Color::BOTH {
            let tables = color.edges().map(|edge| naive_two_distance(&position, edge));
            let mut expected = Potential { lowest: UNREACHABLE, mobility: 0 };
            for cell in position.empty_cells() {
                for (edge, table) in color.edges().into_iter().zip(&tables) {
                    let distance = if position.has_won(color) { UNREACHABLE } else { table[cell.index()] };
                    prop_assert_eq!(fast.distance(edge, cell), distance);
                }
                let [a, b] = [0, 1].map(|edge| tables[edge][cell.index()]);
                if a != UNREACHABLE && b != UNREACHABLE {
                    expected = match (a + b).cmp(&expected.lowest) {
                        std::cmp::Ordering::Less => Potential { lowest: a + b, mobility: 1 },
                        std::cmp::Ordering::Equal => Potential { mobility: expected.mobility + 1, ..expected },
                        std::cmp::Ordering::Greater => expected,
                    };
                }
            }
            if position.has_won(color) {
                expected = Potential { lowest: 0, mobility: 0 };
            }
            prop_assert_eq!(found[color.index()], expected);
        }
    }

    #[test]
    fn connectibility_equals_its_definition_and_the_paper(position in positions(9)) {
        let mut fast = Connectibility::new(position.size());
        fast.update(&position);
        for edge in Edge::ALL {
            let defined = defined_connectibility(&position, edge);
            let table = table_four(&position, edge);
            for cell in position.size().iter() {
                prop_assert_eq!(fast.towards(edge, cell), defined[cell.index()]);
                prop_assert_eq!(fast.towards(edge, cell), table[cell.index()]);
            }
        }
        // A colour has won exactly when a cell of the diagonal is joined to both edges (section 4.4 of the paper).
        for color in Color::BOTH {
            let joined = fast.diagonal().iter().any(|cell| fast.across(color, cell) == 0);
            prop_assert_eq!(joined, position.has_won(color), "\n{}", position);
        }
        let features = fast.features(&position);
        prop_assert_eq!(fast.glance(&position), (features, position.winner()), "\n{}", position);
    }

    #[test]
    fn features_stay_in_their_range_and_gradients_are_slopes(
        position in positions(9), weights in prop::array::uniform8(-2.0..2.0f64),
    ) {
        let features = Connectibility::new(position.size()).features(&position);
        prop_assert!(features.iter().all(|feature| (-1.0..=1.0).contains(feature)), "{:?}", features);
        let gradient = Weights(weights).gradient(&features);
        for index in 0..FEATURES {
            let step = 1e-5;
            let at = |change: f64| {
                let mut weights = weights;
                weights[index] += change;
                Weights(weights).value(&features)
            };
            let slope = (at(step) - at(-step)) / (2.0 * step);
            prop_assert!((slope - gradient[index]).abs() < 1e-8);
        }
    }
}

/// By the definition: values go down from infinity until every cell agrees with its neighbours.
fn naive_two_distance(position: &Position, edge: Edge) -> Vec<u16> {
    let (geometry, own) = (position.geometry(), position.stones(edge.color()));
    let group = |stone: Cell| geometry.flood(CellSet::of(stone), own);
    let touching = |cell: Cell| {
        let stones = geometry.neighbours(cell).iter().copied().filter(|&cell| own.contains(cell));
        stones.map(group).collect::<Vec<_>>()
    };
    let at_edge = |cell: Cell| {
        geometry.edge(edge).contains(cell)
            || touching(cell).iter().any(|group| group.intersects(&geometry.edge(edge)))
    };
    // Groups at an edge of the colour are part of the edge, not a way from cell to cell.
    let inner =
        |group: &CellSet| !edge.color().edges().iter().any(|&edge| group.intersects(&geometry.edge(edge)));
    let empty: Vec<Cell> = position.empty_cells().iter().collect();
    let mut distance = vec![UNREACHABLE; position.size().cells()];
    loop {
        let mut next = distance.clone();
        for &cell in &empty {
            let mut near: Vec<u16> = empty
                .iter()
                .filter(|&&other| {
                    other != cell
                        && (geometry.neighbours(cell).contains(&other)
                            || touching(cell)
                                .iter()
                                .filter(|group| inner(group))
                                .any(|group| touching(other).contains(group)))
                })
                .map(|other| distance[other.index()])
                .collect();
            near.sort_unstable();
            next[cell.index()] = match near.get(1) {
                _ if at_edge(cell) => 1,
                Some(&second) if second != UNREACHABLE => second + 1,
                _ => UNREACHABLE,
            };
        }
        if next == distance {
            return distance;
        }
        distance = next;
    }
}

/// By the definition: the fewest stones on a path to the edge, the cell's own included.
fn defined_connectibility(position: &Position, edge: Edge) -> Vec<u16> {
    let (geometry, color) = (position.geometry(), edge.color());
    let mut value = vec![INFINITE; position.size().cells()];
    loop {
        let mut next = value.clone();
        for cell in geometry.all().minus(position.stones(color.opponent())) {
            let cost = u16::from(position.at(cell).is_none());
            let nearest =
                geometry.neighbours(cell).iter().map(|other| value[other.index()]).min().unwrap_or(INFINITE);
            let nearest = if geometry.edge(edge).contains(cell) { 0 } else { nearest };
            next[cell.index()] = nearest.saturating_add(cost).min(value[cell.index()]);
        }
        if next == value {
            return value;
        }
        value = next;
    }
}

/// Table 4 of the paper, line by line, with the one repair that a value once given stays.
fn table_four(position: &Position, edge: Edge) -> Vec<u16> {
    let (geometry, color) = (position.geometry(), edge.color());
    let is_own = |cell: Cell| position.at(cell) == Some(color);
    let is_open = |cell: Cell| position.at(cell) != Some(color.opponent());
    let mut value = vec![INFINITE; position.size().cells()];
    let mut level = 1;
    let mut front: Vec<Cell> = Vec::new();
    let mut seeds: Vec<Cell> = geometry.edge(edge).iter().filter(|&cell| is_open(cell)).collect();
    while !seeds.is_empty() {
        let mut old = std::mem::take(&mut front);
        for &cell in &seeds {
            if value[cell.index()] != INFINITE {
                continue;
            }
            if !is_own(cell) {
                front.push(cell);
            } else if !old.contains(&cell) {
                let component = position.group_at(cell);
                for stone in component {
                    value[stone.index()] = level - 1;
                }
                old.extend(component);
                let collar = geometry.grow(component);
                let collar =
                    collar.iter().filter(|&cell| position.at(cell).is_none() && !old.contains(&cell));
                front.extend(collar.filter(|cell| value[cell.index()] == INFINITE));
            }
        }
        if front.is_empty() {
            break;
        }
        for &cell in &front {
            value[cell.index()] = level;
        }
        level += 1;
        let near = front.iter().flat_map(|&cell| geometry.neighbours(cell));
        seeds = near.copied().filter(|&cell| is_open(cell) && !old.contains(&cell)).collect();
    }
    value
}

#[test]
fn small_circuits_have_known_resistances() {
    let resistances = |diagram: &str| {
        let position = parse_diagram(diagram).unwrap();
        Circuits::new(position.size()).evaluate(&position).of
    };
    // A single cell is linked to both edges with resistance 1 each.
    assert_eq!(resistances("."), [2.0, 2.0]);
    // Two ways side by side, each of two links in a row.
    assert!((resistances(". .")[0] - 1.0).abs() < 1e-12);
    assert!((resistances(". .")[1] - 4.0).abs() < 1e-12);
    // A stone between two bridges: two links of resistance 2 in parallel on each side.
    let [black, _] = resistances("W . .\n W B W\n  . . W");
    assert!((black - 2.0).abs() < 1e-12, "{black}");
    assert_eq!(resistances("B .\n B ."), [0.0, f64::INFINITY]);
}

#[test]
fn a_bridge_lowers_the_resistance_when_it_counts_as_a_connection() {
    let position = parse_diagram(
        ". . . . .
          . . . B .
           . . . . .
            . . B . .
             . . . . .",
    )
    .unwrap();
    let size = position.size();
    let [upper, lower] = ["d2", "c4"].map(|name| size.cell(name).unwrap());
    let mut circuits = Circuits::new(size);
    let without = circuits.evaluate(&position);
    let pair = |a: Terminal, b: Terminal| {
        let ends = [Terminal::Group(upper), Terminal::Group(lower)];
        ends.contains(&a) && ends.contains(&b)
    };
    let with = circuits.evaluate_joined(&position, |color, a, b| color == Color::Black && pair(a, b));
    assert!(with.of[0] < without.of[0]);
    assert!(circuits.evaluate_bridged(&position).of[0] < without.of[0]);
    circuits.evaluate_joined(&position, |color, a, b| color == Color::Black && pair(a, b));
    assert_eq!(with.of[1], without.of[1]);
    // Every cell beside one stone is linked to the other as well, once.
    let geometry = position.geometry();
    let mut links = Vec::new();
    for (a, b) in [(upper, lower), (lower, upper)] {
        let cells = geometry.neighbour_set(a).minus(geometry.neighbour_set(b));
        links.extend(cells.iter().map(|cell| (cell, Terminal::Group(b))));
    }
    let (expected, power) = dense_circuit(&position, Color::Black, &links);
    assert!((with.of[0] - expected).abs() < 1e-9);
    for (found, expected) in circuits.power(Color::Black).iter().zip(power) {
        assert!((found - expected).abs() < 1e-9);
    }
}

#[test]
fn potentials_of_the_empty_board() {
    // Distances grow by one a row, so every cell on Black's paths has the same potential on a square board of any size.
    for side in 1..=11 {
        let size = BoardSize::square(side).unwrap();
        let mut distance = TwoDistance::<6>::new(size);
        let [black, white] = distance.evaluate(&Position::empty(size));
        assert_eq!(black, white);
        assert_eq!(usize::from(black.lowest), side + 1, "side {side}");
    }
}

#[test]
fn the_diagonal_joins_the_obtuse_corners() {
    for (cols, rows) in [(1, 1), (1, 5), (5, 1), (2, 2), (7, 7), (12, 12), (9, 4), (4, 9), (19, 18)] {
        let size = BoardSize::new(cols, rows).unwrap();
        let diagonal = Connectibility::<6>::new(size).diagonal();
        assert!(diagonal.contains(size.at(cols - 1, 0).unwrap()), "{size}");
        assert!(diagonal.contains(size.at(0, rows - 1).unwrap()), "{size}");
        assert_eq!(diagonal.len(), cols.max(rows));
    }
}
