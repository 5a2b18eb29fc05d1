//! Dead regions: empty cells that a clique of the graph cuts off from the edges.
//!
//! The empty cells around one group are all joined to each other by it, so a path without shortcuts passes at most two
//! of them, one after the other, and cannot leave and come back. What can be reached from neither edge without passing
//! them is therefore on no such path. For the group of an edge the same holds with the other edge alone: a path leaves
//! the cells at its first edge once and for good.

use board::{CellSet, Color, Geometry};

/// The empty cells that some group cuts off.
pub(crate) fn dead_regions<const W: usize>(geometry: &Geometry<W>, stones: &[CellSet<W>; 2]) -> CellSet<W> {
    let empty = geometry.all().minus(stones[0] | stones[1]);
    let mut dead = CellSet::EMPTY;
    for color in Color::BOTH {
        let own = stones[color.index()];
        let [from, to] = color.edges().map(|edge| geometry.edge(edge));
        let mut rest = own;
        for (border, far) in [(from, to), (to, from)] {
            let group = geometry.flood(border, own);
            rest = rest.minus(group);
            let cut = (geometry.grow(group) | border) & empty;
            let open = (empty | own).minus(cut).minus(group);
            let reached = geometry.flood(far, open);
            dead |= empty.minus(cut).minus(reached);
        }
        while let Some(first) = rest.first() {
            let group = geometry.flood(CellSet::of(first), rest);
            rest = rest.minus(group);
            let cut = geometry.grow(group) & empty;
            let open = (empty | own).minus(cut).minus(group);
            let reached = geometry.flood(from | to, open);
            dead |= empty.minus(cut).minus(reached);
        }
    }
    dead
}
