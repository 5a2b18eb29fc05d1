//! Chains of groups from edge to edge that cannot be cut: the cheapest proof, tried in every new position.
//!
//! Two groups with two empty neighbours in common are joined for certain: if the opponent takes one, the owner takes the other.
//! Such joints hold together as long as their pairs have no cell in common. The search grows from one edge, joint by
//! joint, and takes any pair it finds; it may miss a chain, but what it finds is one.

use board::{CellSet, Color, Position};

/// Whether a colour's edges are joined for certain, with either side to move.
pub(crate) fn is_joined<const W: usize>(position: &Position<W>, color: Color) -> bool {
    let geometry = position.geometry();
    let stones = position.stones(color);
    let empty = position.empty_cells();
    let [near, far] = color.edges().map(|edge| geometry.edge(edge));
    let mut joined = geometry.flood(near & stones, stones);
    let mut rest = stones.minus(joined);
    // A cell of a pair serves no other joint.
    let mut used = CellSet::EMPTY;
    loop {
        let free = ((near | geometry.grow(joined)) & empty).minus(used);
        if joined.intersects(&far) || (free & far).len() >= 2 {
            return true;
        }
        let Some((group, pair)) = next_joint(position, rest, free) else { return false };
        joined |= group;
        rest = rest.minus(group);
        used |= pair;
    }
}

/// A group that has two of the free cells beside it, and these two.
fn next_joint<const W: usize>(
    position: &Position<W>,
    mut rest: CellSet<W>,
    free: CellSet<W>,
) -> Option<(CellSet<W>, CellSet<W>)> {
    let geometry = position.geometry();
    while let Some(first) = rest.first() {
        let group = geometry.flood(CellSet::of(first), rest);
        let common = geometry.grow(group) & free;
        if common.len() >= 2 {
            return Some((group, common.iter().take(2).collect()));
        }
        rest = rest.minus(group);
    }
    None
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use board::{BoardSize, parse_diagram, random_below};
    use proof::solve;
    use proptest::prelude::*;
    use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

    use super::*;

    fn check(diagram: &str, color: Color, expected: bool) {
        let position = parse_diagram(diagram).unwrap();
        assert_eq!(is_joined(&position, color), expected, "\n{position}");
    }

    #[test]
    fn bridges_and_edges_make_chains() {
        check(". . .\n . B .\n  . . .", Color::Black, true);
        check(". W .\n . B .\n  . . .", Color::Black, false);
        check(". . .\n . B .\n  . . .", Color::White, false);
        check(". . . .\n . . B .\n  . B . .\n   . . . .", Color::Black, true);
        check(". . . .\n . . B .\n  . B W .\n   . . . .", Color::Black, true);
        check(". . . .\n . . B W\n  . . . .\n   . B . .\n    . . . .", Color::Black, true);
        check(". . . .\n . . B W\n  . W . .\n   . B . .\n    . . . .", Color::Black, false);
    }

    #[test]
    fn a_cell_serves_one_joint_only() {
        // White takes c3 and threatens to cut at d2 and at c4.
        let diagram = ". . B . .\n . . B . .\n  . W . B .\n   . B . . .\n    . . . . .";
        check(diagram, Color::Black, false);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn a_chain_wins_whoever_is_to_move(cols in 2..7usize, rows in 2..7usize, empty in 2..12usize, seed: u64) {
            let size = BoardSize::new(cols, rows).unwrap();
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut position = Position::<1>::empty(size);
            while position.empty_cells().len() > empty {
                let cells: Vec<_> = position.empty_cells().iter().collect();
                position.play_unchecked(cells[random_below(&mut random, cells.len())]);
            }
            for color in Color::BOTH {
                if is_joined(&position, color) {
                    position.set_to_move(color.opponent());
                    prop_assert_eq!(solve(&position, &mut HashMap::new()), color, "\n{}", position);
                }
            }
        }
    }
}
