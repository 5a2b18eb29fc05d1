//! Derives the patterns of `data/patterns.txt`: every smallest full connection of a stone to a near cell, and to the edge,
//! that the prover of connections finds on an empty board.
//!
//! `cargo run --release -p decomposition --example derive_patterns > crates/decomposition/data/patterns.txt`

#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a generator prints, and stops where something is wrong"
)]

use std::collections::BTreeMap;

use board::{BoardSize, Cell, CellSet, Color, Edge, Position};
use connection::{ConnectionKind, ConnectionLimits, ConnectionSettings, Connections, EdgeMiddles, End};
use decomposition::{ConnectionPattern, Offset, Target};

/// The most cells of a pattern between stones.
const MOST_BETWEEN: usize = 8;
/// The most cells of a pattern at the edge, by the row of its stone.
const MOST_AT_EDGE: [usize; 5] = [0, 2, 12, 24, 0];

fn settings() -> ConnectionSettings {
    let wide = ConnectionLimits {
        free_fulls: 200,
        most_fulls: 400,
        most_semis: 200,
        over_stone: 30,
        over_cell: 30,
        alone: true,
        or_budget: 200,
        or_results: 40,
    };
    let cells = ConnectionLimits {
        free_fulls: 8,
        most_fulls: 16,
        most_semis: 16,
        over_cell: 10,
        over_stone: 2,
        alone: true,
        or_budget: 16,
        or_results: 8,
    };
    ConnectionSettings {
        stones: wide,
        cells,
        edge_middles: EdgeMiddles::Never,
        captured: false,
        rounds: usize::MAX,
    }
}

/// The smallest carriers that join a string to each of the ends.
fn carriers(size: BoardSize, stones: &[Cell], ends: &[End], most: usize) -> Vec<(End, CellSet<3>)> {
    let mut position = Position::<3>::empty(size);
    for &stone in stones {
        position.place(Color::Black, stone).unwrap();
    }
    let connections = Connections::new(&position, settings());
    let mut found = Vec::new();
    for &end in ends {
        let fulls: Vec<CellSet<3>> = connections
            .between(Color::Black, [End::Cell(stones[0]), end])
            .filter(|full| full.kind == ConnectionKind::Full && full.carrier.len() <= most)
            .map(|full| full.carrier)
            .collect();
        let minimal =
            |carrier: &CellSet<3>| !fulls.iter().any(|other| other != carrier && other.is_subset(carrier));
        found.extend(fulls.iter().copied().filter(minimal).map(|carrier| (end, carrier)));
    }
    found
}

type Key = (Target, Vec<Offset>, Vec<Offset>);

/// The patterns of a string to near cells, or to the bottom edge, with every stone of the string in use.
fn derive(
    size: BoardSize,
    stones: &[Cell],
    most: usize,
    at_edge: bool,
    patterns: &mut BTreeMap<Key, ConnectionPattern>,
) {
    let stone = stones[0];
    let ends: Vec<End> = if at_edge {
        vec![End::Edge(Edge::Bottom)]
    } else {
        size.iter().filter(|cell| !stones.contains(cell)).map(End::Cell).collect()
    };
    let offset = |cell: Cell| Offset::between(size, stone, cell);
    for (end, carrier) in carriers(size, stones, &ends, most) {
        let target = match end {
            End::Cell(other) => Target::Stone(offset(other)),
            End::Edge(_) => Target::Edge((size.rows() - 1 - stone.row(size)) as u8),
        };
        let cells: Vec<Offset> = carrier.iter().map(offset).collect();
        let pattern = ConnectionPattern::new(
            String::new(),
            target,
            stones[1..].iter().map(|&s| offset(s)).collect(),
            cells,
        );
        let needed = (0..stones.len()).all(|unused| {
            let kept: Vec<Cell> =
                stones.iter().copied().filter(|&s| stones.len() == 1 || s != stones[unused]).collect();
            let origin = kept[0];
            let offset = |cell: Cell| Offset::between(size, origin, cell);
            let target = match end {
                End::Cell(other) => Target::Stone(offset(other)),
                End::Edge(_) => Target::Edge((size.rows() - 1 - origin.row(size)) as u8),
            };
            let cells: Vec<Offset> = carrier.iter().map(offset).collect();
            let smaller = ConnectionPattern::new(
                String::new(),
                target,
                kept[1..].iter().map(|&s| offset(s)).collect(),
                cells,
            );
            stones.len() == 1 || smaller.prove().is_err()
        });
        if needed && pattern.prove().is_ok() {
            patterns.entry(pattern.canonical()).or_insert(pattern);
        }
    }
}

fn main() {
    let mut patterns = BTreeMap::new();
    let interior = BoardSize::square(11).unwrap();
    let middle = interior.cell("f6").unwrap();
    let strings: [&[(i8, i8)]; 5] = [&[], &[(1, 0)], &[(1, 0), (2, 0)], &[(1, 0), (1, 1)], &[(1, 0), (0, 1)]];
    for more in strings {
        let stones: Vec<Cell> = [(0, 0)]
            .iter()
            .chain(more)
            .map(|&(col, row)| Offset { col, row }.from(interior, middle).unwrap())
            .collect();
        derive(interior, &stones, MOST_BETWEEN, false, &mut patterns);
    }
    let wide = BoardSize::new(13, 9).unwrap();
    for (below, &most) in MOST_AT_EDGE.iter().enumerate().filter(|&(below, &most)| below == 0 || most > 0) {
        let stone = wide.at(6, 8 - below).unwrap();
        derive(wide, &[stone], most, true, &mut patterns);
        for step in [(1, 0), (0, -1), (1, -1)] {
            let second = Offset { col: step.0, row: step.1 }.from(wide, stone).unwrap();
            derive(wide, &[stone, second], most.saturating_sub(1), true, &mut patterns);
        }
    }
    let border = ConnectionPattern::new(String::new(), Target::Edge(0), Vec::new(), Vec::new());
    patterns.insert(border.canonical(), border);
    let mut list: Vec<ConnectionPattern> = patterns.into_values().collect();
    list.sort_by_key(|pattern| {
        (matches!(pattern.target, Target::Edge(_)), pattern.carrier.len(), pattern.more.len())
    });
    println!(
        "# Virtual connections. Made by the example derive_patterns of this crate; proved again by its tests."
    );
    println!("# A, B: the stones; *: the empty cells that join them; below an edge pattern lies the edge.\n");
    let mut names: BTreeMap<String, usize> = BTreeMap::new();
    for pattern in list {
        let (cells, stones) = (pattern.carrier.len(), 1 + pattern.more.len());
        let string = if stones > 1 { format!(", string of {stones}") } else { String::new() };
        let name = match (pattern.target, cells, stones) {
            (Target::Stone(_), 0, _) => "neighbours".to_string(),
            (Target::Stone(_), 2, 1) => "bridge".to_string(),
            (Target::Stone(_), ..) => format!("between stones, {cells} cells{string}"),
            (Target::Edge(0), ..) => "at the edge".to_string(),
            (Target::Edge(1), ..) => "second row".to_string(),
            (Target::Edge(2), 8, 1) => "ziggurat".to_string(),
            (Target::Edge(below), ..) => format!("row {}, {cells} cells{string}", below + 1),
        };
        let used = names.entry(name.clone()).or_default();
        *used += 1;
        let name = if *used > 1 { format!("{name}, {}", char::from(b'a' + *used as u8 - 1)) } else { name };
        println!("{}", ConnectionPattern::new(name, pattern.target, pattern.more, pattern.carrier).draw());
    }
}
