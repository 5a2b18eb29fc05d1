//! The board as a graph, and chains.
//!
//! The winner's two edges are vertices, each adjacent to all cells of its row or column. The winner always
//! owns them; so a chain runs over an edge as over a stone, and no rule has a special case for edges.

use crate::types::{Cells, Color, EDGES, MOST_SIDE, Vertex};

/// A board and the winner's edges: for each vertex the list of its neighbours.
#[derive(Debug, Clone)]
pub struct Graph {
    pub(crate) columns: usize,
    rows: usize,
    neighbours: Vec<Vec<Vertex>>,
}

impl Graph {
    /// The board of a size. None unless both sides are from 1 to [`MOST_SIDE`].
    pub fn new(columns: usize, rows: usize, winner: Color) -> Option<Self> {
        if columns.min(rows) < 1 || columns.max(rows) > MOST_SIDE {
            return None;
        }
        let mut graph = Self { columns, rows, neighbours: vec![Vec::new(); columns * rows + 2] };
        for (column, row) in (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row))) {
            // Each pair once: the neighbour to the right, the one below, and the one below to the left.
            let after = [(column + 1, row), (column, row + 1), (column.wrapping_sub(1), row + 1)];
            let (place, last) = match winner {
                Color::Black => (row, rows - 1),
                Color::White => (column, columns - 1),
            };
            let edges = EDGES.into_iter().zip([0, last]).filter(|(_, at)| *at == place).map(|(edge, _)| edge);
            let near = after.into_iter().filter_map(|(column, row)| graph.cell(column, row));
            let cell = row * columns + column + 2;
            for other in near.chain(edges).collect::<Vec<_>>() {
                graph.neighbours[cell].push(other);
                graph.neighbours[usize::from(other)].push(cell as Vertex);
            }
        }
        Some(graph)
    }

    /// The vertex of a cell, column and row counted from 0, if it is on the board.
    pub fn cell(&self, column: usize, row: usize) -> Option<Vertex> {
        (column < self.columns && row < self.rows).then(|| (row * self.columns + column + 2) as Vertex)
    }

    /// All cells.
    pub fn cells(&self) -> Cells {
        (2..).take(self.columns * self.rows).collect()
    }

    /// How many vertices there are.
    pub fn vertices(&self) -> usize {
        self.neighbours.len()
    }

    /// The neighbours of a vertex; none for a number that is not of this board.
    pub fn neighbours(&self, vertex: Vertex) -> &[Vertex] {
        self.neighbours.get(usize::from(vertex)).map_or(&[], Vec::as_slice)
    }
}

/// For each vertex that is the winner's, its chain: the stones and edges that neighbours join to it.
#[derive(Debug, Clone)]
pub(crate) struct Chains(Vec<Option<Cells>>);

impl Chains {
    pub(crate) fn new(graph: &Graph, stones: Cells) -> Self {
        let own = EDGES.into_iter().fold(stones, Cells::with);
        let mut chains = vec![None; graph.vertices()];
        for start in own.iter().take_while(|&vertex| usize::from(vertex) < graph.vertices()) {
            if chains[usize::from(start)].is_some() {
                continue;
            }
            let (mut chain, mut waiting) = (Cells::EMPTY.with(start), vec![start]);
            while let Some(vertex) = waiting.pop() {
                for &next in graph.neighbours(vertex).iter().filter(|&&next| own.has(next)) {
                    if !chain.has(next) {
                        chain = chain.with(next);
                        waiting.push(next);
                    }
                }
            }
            chain.iter().for_each(|vertex| chains[usize::from(vertex)] = Some(chain));
        }
        Self(chains)
    }

    /// The chain of a vertex; none for a cell without a stone.
    pub(crate) fn of(&self, vertex: Vertex) -> Option<Cells> {
        self.0.get(usize::from(vertex)).copied().flatten()
    }

    /// The smallest vertex of that chain, which stands for all of it.
    pub(crate) fn name(&self, vertex: Vertex) -> Option<Vertex> {
        self.of(vertex)?.iter().next()
    }

    /// Whether stones join the two edges.
    pub(crate) fn join_edges(&self) -> bool {
        self.of(EDGES[0]).is_some_and(|chain| chain.has(EDGES[1]))
    }
}
