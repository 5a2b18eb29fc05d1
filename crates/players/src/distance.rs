//! Bridge distance: how many stones a colour still needs to join its edges, where a bridge counts as joined.
//!
//! The distance of a cell from an edge is the fewest own stones on a path from that edge to the cell, the cell's own stone
//! included. A step leads to a neighbour, or over a bridge whose two middle cells are empty; a bridge to the edge needs
//! two empty cells of the edge's row. Own stones cost nothing, the opponent's cannot be passed. It is the simplest measure
//! that knows that bridges cannot be cut, and a lower level for people to start against.

use board::{Cell, Color, Position};

/// A distance larger than any that occurs.
const FAR: u16 = u16::MAX / 4;

/// For one colour, each cell's distance from both of the colour's edges.
#[derive(Debug, Clone)]
pub struct BridgeDistance {
    from: [Vec<u16>; 2],
}

impl BridgeDistance {
    /// The distances of a colour's stones and of the empty cells.
    #[must_use]
    pub fn of(position: &Position, color: Color) -> Self {
        Self { from: color.edges().map(|edge| distances(position, color, edge)) }
    }

    /// The stones that a winning path through this cell still needs, the cell included; `None` if there is no path.
    #[must_use]
    pub fn through(&self, cell: Cell) -> Option<u16> {
        let [a, b] = [0, 1].map(|side| self.from[side][cell.index()]);
        // An empty cell's own stone is counted from both sides; a stone's cost is 0 and is not counted at all.
        (a < FAR && b < FAR).then(|| (a + b).saturating_sub(1))
    }

    /// The stones that the best path needs; `None` if the colour has lost.
    #[must_use]
    pub fn total(&self, position: &Position) -> Option<u16> {
        position.empty_cells().iter().filter_map(|cell| self.through(cell)).min()
    }
}

/// The two empty cells in the middle of each bridge from `cell`, with the cell at its other end.
pub(crate) fn bridges(position: &Position, cell: Cell) -> impl Iterator<Item = (Cell, [Cell; 2])> {
    let ring = position.geometry().ring(cell);
    (0..6).filter_map(move |direction| {
        let middle = [ring[direction]?, ring[(direction + 1) % 6]?];
        let [a, b] = middle.map(|cell| position.geometry().neighbour_set(cell));
        let end = (a & b).without(cell).single()?;
        middle.iter().all(|&cell| position.at(cell).is_none()).then_some((end, middle))
    })
}

/// The shortest paths from an edge: Bellman's relaxation to a fixed point, which on a few hundred cells needs no queue.
fn distances(position: &Position, color: Color, edge: board::Edge) -> Vec<u16> {
    let (size, geometry) = (position.size(), position.geometry());
    let passable = geometry.all().minus(position.stones(color.opponent()));
    let cost = |cell: Cell| u16::from(position.at(cell).is_none());
    let mut distance = vec![FAR; size.cells()];
    let edge_row = geometry.edge(edge);
    for cell in passable {
        let below_edge = geometry.neighbour_set(cell) & edge_row & position.empty_cells();
        if edge_row.contains(cell) || below_edge.len() == 2 {
            distance[cell.index()] = cost(cell);
        }
    }
    loop {
        let mut changed = false;
        for cell in passable {
            let steps = geometry.neighbours(cell).iter().copied();
            let jumps = bridges(position, cell).map(|(end, _)| end);
            let nearest = steps.chain(jumps).map(|other| distance[other.index()]).min().unwrap_or(FAR);
            let through = nearest.saturating_add(cost(cell));
            if through < distance[cell.index()] {
                distance[cell.index()] = through;
                changed = true;
            }
        }
        if !changed {
            return distance;
        }
    }
}
