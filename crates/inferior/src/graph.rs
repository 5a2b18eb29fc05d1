//! A position as a graph for one colour, and the findings of the graph about single cells.
//!
//! The vertices are the empty cells and the colour's two edges of the board. Two vertices are joined if they touch or if
//! a group of the colour's stones touches both; the opponent's stones are absent. The colour wins a filling of the empty
//! cells if its cells contain a path from edge to edge, and a shortest such path has no shortcuts: no two of its vertices
//! are joined unless they follow each other. From this:
//!
//! - A cell whose neighbours are all joined to each other (a **simplicial** vertex) is on no such path: it is dead.
//! - A cell whose neighbours would be so without one of them (a **presimplicial** vertex) is dead once the opponent
//!   plays there: that neighbour **kills** it.
//! - If every neighbour of a cell other than `d` itself is a neighbour of `d`, then `d` can stand in for the cell on any
//!   path: a stone of either colour at `d` is at least as good as one of that colour at the cell.
//!
//! An edge of the board is where paths end and never runs through, so the cells at an edge are not joined by it; a cell
//! at an edge has the edge itself as a neighbour that no one can play at.
//!
//! Simplicial and presimplicial vertices: Björnsson, Hayward, Johanson and van Rijswijck, "Dead cell analysis in Hex and
//! the Shannon game" (2007).

use board::{Cell, CellSet, Color, Geometry};

/// The graph of one colour, in buffers that are used again and again.
#[derive(Debug)]
pub(crate) struct Graph<const W: usize> {
    color: Color,
    empty: CellSet<W>,
    /// For each empty cell, the empty cells that it is joined to.
    neighbours: Box<[CellSet<W>]>,
    /// Their values before the last build.
    former: Box<[CellSet<W>]>,
    /// For each empty cell, what the graph says about it.
    verdicts: Box<[Verdict<W>]>,
    /// The empty cells joined to each of the colour's edges.
    at_edge: [CellSet<W>; 2],
}

/// The graph's finding about a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict<const W: usize> {
    /// The cell is dead.
    Dead,
    /// The cell may be alive. `killers`: a stone of the opponent on any of them makes it dead. `stand_ins`: cells that
    /// can take its place on every path.
    Alive { killers: CellSet<W>, stand_ins: CellSet<W> },
}

impl<const W: usize> Graph<W> {
    pub(crate) fn new(color: Color, cells: usize) -> Self {
        Self {
            color,
            empty: CellSet::EMPTY,
            neighbours: vec![CellSet::EMPTY; cells].into_boxed_slice(),
            former: vec![CellSet::EMPTY; cells].into_boxed_slice(),
            verdicts: vec![Verdict::Dead; cells].into_boxed_slice(),
            at_edge: [CellSet::EMPTY; 2],
        }
    }

    /// Builds the graph of a position given by its stones, and looks again at the cells for which it says something new.
    pub(crate) fn build(&mut self, geometry: &Geometry<W>, stones: &[CellSet<W>; 2]) {
        let was_empty = self.empty;
        let was_at_edge = self.at_edge;
        std::mem::swap(&mut self.neighbours, &mut self.former);
        self.join(geometry, stones);
        // A verdict reads the neighbours of the cell and of its neighbours, and the cells at the edges that it is at.
        let is_new = |cell: &Cell| {
            !was_empty.contains(*cell) || self.neighbours[cell.index()] != self.former[cell.index()]
        };
        let changed: CellSet<W> = self.empty.iter().filter(is_new).collect();
        let mut stale = changed;
        for cell in changed {
            stale |= self.neighbours[cell.index()];
        }
        for (was, is) in was_at_edge.into_iter().zip(self.at_edge) {
            if was != is {
                stale |= (was | is) & self.empty;
            }
        }
        for cell in stale {
            self.verdicts[cell.index()] = self.look_at(cell);
        }
    }

    /// The graph's finding about an empty cell.
    #[inline]
    pub(crate) fn verdict(&self, cell: Cell) -> Verdict<W> {
        self.verdicts[cell.index()]
    }

    fn join(&mut self, geometry: &Geometry<W>, stones: &[CellSet<W>; 2]) {
        let own = stones[self.color.index()];
        self.empty = geometry.all().minus(stones[0] | stones[1]);
        for cell in self.empty {
            self.neighbours[cell.index()] = geometry.neighbour_set(cell) & self.empty;
        }
        let mut rest = own;
        for (at_edge, edge) in self.at_edge.iter_mut().zip(self.color.edges()) {
            let border = geometry.edge(edge);
            let group = geometry.flood(border, own);
            *at_edge = (geometry.grow(group) | border) & self.empty;
            rest = rest.minus(group);
        }
        while let Some(first) = rest.first() {
            let group = geometry.flood(CellSet::of(first), rest);
            rest = rest.minus(group);
            let around = geometry.grow(group) & self.empty;
            for cell in around {
                self.neighbours[cell.index()] |= around.without(cell);
            }
        }
    }

    /// Looks at one empty cell.
    fn look_at(&self, cell: Cell) -> Verdict<W> {
        let around = self.neighbours[cell.index()];
        // Cells joined to every neighbour of the cell that is not the cell in question; the edges count as neighbours.
        let mut stand_ins = self.empty;
        let mut edges = 0;
        for at_edge in &self.at_edge {
            if at_edge.contains(cell) {
                stand_ins &= *at_edge;
                edges += 1;
            }
        }
        let only_itself = CellSet::of(cell);
        for other in around {
            stand_ins &= self.neighbours[other.index()].with(other);
            if stand_ins == only_itself {
                break;
            }
        }
        let apart = around.minus(stand_ins);
        if apart.is_empty() && edges < 2 {
            return Verdict::Dead;
        }
        let mut killers = CellSet::EMPTY;
        if edges < 2 {
            // A killer must be in every pair of neighbours that are not joined, so in the first one found.
            let first = apart.first();
            let second = first.and_then(|first| {
                self.at_edges(cell, first)
                    .then(|| apart.minus(self.neighbours[first.index()]).without(first).first())?
            });
            for killer in [first, second].into_iter().flatten() {
                if self.kills(cell, killer, apart) {
                    killers.insert(killer);
                }
            }
        }
        Verdict::Alive { killers, stand_ins: stand_ins.without(cell) }
    }

    /// Whether a neighbour is joined to every edge that the cell is joined to.
    fn at_edges(&self, cell: Cell, neighbour: Cell) -> bool {
        self.at_edge.iter().all(|at_edge| !at_edge.contains(cell) || at_edge.contains(neighbour))
    }

    /// Whether the neighbours of a cell are all joined to each other, and to the edge that the cell is at, once `killer`
    /// is gone. Only the neighbours in `apart` lack a join.
    fn kills(&self, cell: Cell, killer: Cell, apart: CellSet<W>) -> bool {
        let rest = apart.without(killer);
        rest.iter().all(|other| {
            self.at_edges(cell, other) && rest.without(other).is_subset(&self.neighbours[other.index()])
        })
    }
}
