//! The invariants of the game, each against a slow and obvious twin.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use board::{
    BoardSize, BoundaryWalk, Cell, CellSet, Color, Edge, Game, Geometry, Move, Position, RandomFilling,
    Symmetry, with_words,
};
use proptest::prelude::*;

/// Every rectangle worth a look: all small ones, and the sizes at which the number of words changes.
fn any_size() -> impl Strategy<Value = BoardSize> {
    prop_oneof![(1..=6usize, 1..=6usize), (1..=19usize, 1..=19usize)]
        .prop_map(|(cols, rows)| BoardSize::new(cols, rows).unwrap())
}

/// A board and the order in which its cells are played, as far as the game goes.
fn any_moves() -> impl Strategy<Value = (BoardSize, Vec<Cell>)> {
    any_size().prop_flat_map(|size| {
        let cells: Vec<Cell> = size.iter().collect();
        (Just(size), Just(cells).prop_shuffle(), 0..=size.cells())
            .prop_map(|(size, cells, count)| (size, cells[..count].to_vec()))
    })
}

/// Neighbours by their definition: the distance on the sheared grid is one.
fn naive_neighbours(size: BoardSize, cell: Cell) -> Vec<Cell> {
    let coordinates = |cell: Cell| (cell.col(size) as i32, cell.row(size) as i32);
    let (col, row) = coordinates(cell);
    size.iter()
        .filter(|&other| {
            let (c, r) = coordinates(other);
            matches!((c - col, r - row), (0, -1) | (1, -1) | (-1, 0) | (1, 0) | (-1, 1) | (0, 1))
        })
        .collect()
}

/// The winner by walking from stone to stone.
fn naive_winner(position: &Position) -> Option<Color> {
    let size = position.size();
    Color::BOTH.into_iter().find(|&color| {
        let touches = |edge: Edge, cell: Cell| match edge {
            Edge::Top => cell.row(size) == 0,
            Edge::Bottom => cell.row(size) == size.rows() - 1,
            Edge::Left => cell.col(size) == 0,
            Edge::Right => cell.col(size) == size.cols() - 1,
        };
        let [from, to] = color.edges();
        let mut path: Vec<Cell> =
            size.iter().filter(|&cell| position.at(cell) == Some(color) && touches(from, cell)).collect();
        let mut next = 0;
        while let Some(&cell) = path.get(next) {
            next += 1;
            if touches(to, cell) {
                return true;
            }
            for other in naive_neighbours(size, cell) {
                if position.at(other) == Some(color) && !path.contains(&other) {
                    path.push(other);
                }
            }
        }
        false
    })
}

fn sorted(mut cells: Vec<Cell>) -> Vec<Cell> {
    cells.sort();
    cells
}

#[test]
fn neighbours_are_those_of_the_definition_on_every_board() {
    for cols in 1..=19 {
        for rows in 1..=19 {
            let size = BoardSize::new(cols, rows).unwrap();
            with_words!(size, W => {
                let geometry = Geometry::<W>::of(size);
                for cell in size.iter() {
                    let expected = naive_neighbours(size, cell);
                    assert_eq!(sorted(geometry.neighbours(cell).to_vec()), expected);
                    assert_eq!(geometry.neighbour_set(cell).iter().collect::<Vec<_>>(), expected);
                    let grown = geometry.grow(CellSet::of(cell)).without(cell);
                    assert_eq!(grown.iter().collect::<Vec<_>>(), expected, "{size}");
                    assert_eq!(sorted(geometry.ring(cell).into_iter().flatten().collect()), expected);
                }
            });
        }
    }
}

#[test]
fn the_words_of_the_design_hold_the_boards_of_the_design() {
    let words = |side| BoardSize::square(side).unwrap().words();
    assert_eq!([8, 9, 11, 12, 13, 14, 19].map(words), [1, 2, 2, 3, 3, 6, 6]);
}

#[test]
fn every_full_board_up_to_twelve_cells_has_exactly_one_winner() {
    for (cols, rows) in [(1, 1), (2, 1), (1, 2), (2, 2), (3, 2), (2, 3), (3, 3), (4, 3), (3, 4), (6, 2)] {
        let size = BoardSize::new(cols, rows).unwrap();
        let geometry = Geometry::<1>::of(size);
        for bits in 0..1u64 << size.cells() {
            let black = CellSet::from_words([bits]);
            let white = geometry.all().minus(black);
            assert_ne!(
                geometry.joins(black, Color::Black),
                geometry.joins(white, Color::White),
                "{size} {bits:b}"
            );
        }
    }
}

proptest! {
    #[test]
    fn a_full_board_has_exactly_one_winner(size in any_size(), seed in any::<u64>()) {
        with_words!(size, W => {
            let position = Position::<W>::empty(size);
            let black = RandomFilling::new(seed).fill(&position);
            let geometry = position.geometry();
            let white = geometry.all().minus(black);
            prop_assert_eq!(black.len(), size.cells().div_ceil(2));
            prop_assert_ne!(geometry.joins(black, Color::Black), geometry.joins(white, Color::White));
        });
    }

    #[test]
    fn the_winner_is_the_naive_winner((size, moves) in any_moves()) {
        let wide = Position::after(size, &moves).unwrap();
        prop_assert_eq!(wide.winner(), naive_winner(&wide));
        prop_assert_eq!(wide.winner(), BoundaryWalk::winner_of(&wide));
        with_words!(size, W => prop_assert_eq!(wide.resize::<W>().winner(), naive_winner(&wide)));
    }

    #[test]
    fn undo_restores_every_field((size, moves) in any_moves()) {
        let mut position = Position::<6>::empty(size);
        let mut before = Vec::new();
        for &cell in &moves {
            before.push(position);
            position.play(cell).unwrap();
        }
        for &cell in moves.iter().rev() {
            position.undo(cell);
            let expected = before.pop().unwrap();
            prop_assert_eq!(position, expected);
            for symmetry in Symmetry::of(size) {
                prop_assert_eq!(position.image(*symmetry).hash(), expected.image(*symmetry).hash());
            }
            prop_assert_eq!(position.hash(), expected.hash());
            prop_assert_eq!(position.class_hash(), expected.class_hash());
        }
    }

    #[test]
    fn the_running_hash_is_the_hash_from_scratch((size, moves) in any_moves()) {
        let position = Position::<6>::after(size, &moves).unwrap();
        let scratch = Position::<6>::with_stones(
            size, position.stones(Color::Black), position.stones(Color::White), position.to_move()).unwrap();
        prop_assert_eq!(position.hash(), scratch.hash());
        prop_assert_eq!(position.class_hash(), scratch.class_hash());
        with_words!(size, W => prop_assert_eq!(position.resize::<W>().hash(), position.hash()));
        let mut other = position;
        other.set_to_move(position.to_move().opponent());
        prop_assert_ne!(other.hash(), position.hash());
    }

    #[test]
    fn symmetries_keep_or_exchange_the_winner_and_share_a_class((size, moves) in any_moves()) {
        let position = Position::<6>::after(size, &moves).unwrap();
        for &symmetry in Symmetry::of(size) {
            let image = position.image(symmetry);
            prop_assert_eq!(image.winner(), position.winner().map(|color| symmetry.color(color)));
            prop_assert_eq!(image.class_hash().0, position.class_hash().0);
            prop_assert_eq!(image.image(symmetry), position, "a symmetry undoes itself");
            for cell in size.iter() {
                let neighbours = symmetry.cells(position.geometry().neighbour_set(cell), size);
                prop_assert_eq!(neighbours, position.geometry().neighbour_set(symmetry.cell(cell, size)));
            }
        }
        prop_assert_eq!(position.image(Symmetry::Rotation).rotation_hash(), position.rotation_hash());
        let (hash, symmetry) = position.class_hash();
        prop_assert_eq!(position.image(symmetry).hash(), hash);
    }

    #[test]
    fn a_stone_of_the_winner_never_hurts((size, moves) in any_moves()) {
        let position = Position::<6>::after(size, &moves).unwrap();
        if let Some(winner) = position.winner() {
            for cell in position.empty_cells() {
                let mut more = position;
                more.place(winner, cell).unwrap();
                prop_assert_eq!(more.winner(), Some(winner));
            }
        }
    }

    #[test]
    fn groups_partition_the_stones((size, moves) in any_moves()) {
        let position = Position::<6>::after(size, &moves).unwrap();
        let groups = position.groups();
        let mut seen = CellSet::EMPTY;
        for group in groups.as_slice() {
            prop_assert!(!group.cells.intersects(&seen));
            prop_assert!(group.cells.is_subset(&position.stones(group.color)));
            prop_assert_eq!(position.geometry().grow(group.cells) & position.stones(group.color), group.cells);
            let first = group.cells.first().unwrap();
            prop_assert_eq!(position.group_at(first), group.cells);
            prop_assert_eq!(groups.at(first), Some(group));
            for edge in Edge::ALL {
                let touches = edge.color() == group.color
                    && group.cells.intersects(&position.geometry().edge(edge));
                prop_assert_eq!(group.touches(edge), touches);
            }
            seen |= group.cells;
        }
        prop_assert_eq!(seen, position.occupied());
        let winner = groups.as_slice().iter().find(|group| group.wins()).map(|group| group.color);
        prop_assert_eq!(winner, position.winner());
    }

    #[test]
    fn sets_behave_like_sets(
        a in prop::collection::btree_set(0..361usize, 0..60),
        b in prop::collection::btree_set(0..361usize, 0..60),
    ) {
        let set = |s: &std::collections::BTreeSet<usize>| {
            s.iter().map(|&i| Cell::from_index_unchecked(i)).collect::<CellSet<6>>()
        };
        let indices = |s: CellSet<6>| s.iter().map(Cell::index).collect::<Vec<_>>();
        let (x, y) = (set(&a), set(&b));
        prop_assert_eq!(indices(x | y), a.union(&b).copied().collect::<Vec<_>>());
        prop_assert_eq!(indices(x & y), a.intersection(&b).copied().collect::<Vec<_>>());
        prop_assert_eq!(indices(x ^ y), a.symmetric_difference(&b).copied().collect::<Vec<_>>());
        prop_assert_eq!(indices(x.minus(y)), a.difference(&b).copied().collect::<Vec<_>>());
        prop_assert_eq!(x.is_subset(&y), a.is_subset(&b));
        prop_assert_eq!(x.intersects(&y), !a.is_disjoint(&b));
        prop_assert_eq!((x.len(), x.is_empty()), (a.len(), a.is_empty()));
        prop_assert_eq!(x.first().map(Cell::index), a.first().copied());
        prop_assert_eq!(x.single().is_some(), a.len() == 1);
    }

    #[test]
    fn names_and_diagrams_are_read_back((size, moves) in any_moves()) {
        for cell in size.iter() {
            let name = size.name(cell).to_string();
            prop_assert_eq!(size.cell(&name), Ok(cell));
            prop_assert_eq!(size.cell(&name.to_uppercase()), Ok(cell));
        }
        let position = Position::after(size, &moves).unwrap();
        prop_assert_eq!(board::parse_diagram(&position.to_string()).unwrap(), position);
    }

    #[test]
    fn no_text_makes_the_parsers_panic(text in "\\PC{0,40}", size in any_size()) {
        let _ = size.cell(&text);
        let _ = Move::parse(&text, size);
        let _ = text.parse::<BoardSize>();
        let _ = text.parse::<Color>();
        let _ = board::parse_diagram(&text);
    }

    #[test]
    fn a_game_taken_back_is_the_game_before((size, moves) in any_moves(), swap in any::<bool>()) {
        let mut game = Game::new(size, true);
        let mut before = Vec::new();
        for (number, &cell) in moves.iter().enumerate() {
            let mv = if number == 1 && swap && size.is_square() {
                Move::parse("swap-pieces", size).unwrap()
            } else {
                Move::Place(cell)
            };
            let snapshot = game.clone();
            match game.play(mv) {
                Ok(()) => before.push(snapshot),
                Err(_) => prop_assert_eq!(&game, &snapshot, "a refused move changes nothing"),
            }
        }
        while let Some(expected) = before.pop() {
            game.undo().unwrap();
            prop_assert_eq!(&game, &expected);
        }
        prop_assert!(game.undo().is_err());
    }
}
