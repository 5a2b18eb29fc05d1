//! Cells that an end captures: once the end is the colour's own, the opponent gains nothing there.
//!
//! Two neighbouring empty cells are captured by an end if the answer to a stone on one is the other, and the stone is
//! then dead: every own path through its cell has a way around it. So the pair may be counted as own stones, and carriers
//! may overlap in it as long as the result's carrier holds the whole pair, which keeps the answer available (Henderson,
//! Arneson, Hayward 2009; Arneson, Hayward, Henderson 2010, section 3.2).

use board::{Cell, CellSet, Edge, Geometry, Position};

use crate::ends::{Node, Sites};

/// Own stones that hang together, with the own edges they touch.
#[derive(Debug, Clone, Copy)]
struct Body<const W: usize> {
    cells: CellSet<W>,
    edges: [bool; 2],
}

impl<const W: usize> Body<W> {
    /// The cells of the body and all that touch it.
    fn reach(&self, geometry: &Geometry<W>, edges: [Edge; 2]) -> CellSet<W> {
        let mut reach = geometry.grow(self.cells);
        for (touched, edge) in self.edges.into_iter().zip(edges) {
            if touched {
                reach |= geometry.edge(edge);
            }
        }
        reach
    }
}

impl<const W: usize> Sites<W> {
    /// Works out which cells each end captures.
    pub(crate) fn find_captured(&mut self, position: &Position<W>) {
        self.pairs.clear();
        self.any_captured = CellSet::EMPTY;
        let geometry = position.geometry();
        let empty = position.empty_cells();
        // A cell that dies has at most two empty neighbours besides the end and its partner.
        let narrow: CellSet<W> =
            empty.iter().filter(|&cell| (geometry.neighbour_set(cell) & empty).len() <= 4).collect();
        for node in 0..self.len() as Node {
            if self[node].alive {
                self.find_captured_by(position, narrow, node);
            }
        }
    }

    fn find_captured_by(&mut self, position: &Position<W>, narrow: CellSet<W>, node: Node) {
        let geometry = position.geometry();
        let edges = self.color.edges();
        let site = self[node];
        let start = self.pairs.len() as u32;
        let mut all = CellSet::EMPTY;
        let near = geometry.grow(site.cells) & narrow.minus(site.cells);
        if !near.is_empty() {
            let nothing = Body { cells: CellSet::EMPTY, edges: [false; 2] };
            let body = match site.own_cell.first() {
                Some(cell) => self.join(geometry, nothing, cell),
                None => Body { cells: site.cells, edges: [node == 0, node == 1] },
            };
            let reach = body.reach(geometry, edges) & narrow.minus(site.cells);
            for first in near {
                if all.contains(first) {
                    continue;
                }
                let dies = |cell: Cell, answer: Cell| {
                    self.is_dead(position, &self.join(geometry, body, answer), cell)
                };
                let partners = (geometry.neighbour_set(first) & reach).minus(all);
                let partner = partners.iter().find(|&second| dies(first, second) && dies(second, first));
                if let Some(second) = partner {
                    let captured = CellSet::of(first).with(second);
                    self.pairs.push(captured);
                    all |= captured;
                }
            }
        }
        let end = self.pairs.len() as u32;
        self[node].captured = all;
        self[node].pairs = (start, end);
        self.any_captured |= all;
    }

    /// Whether an end captures a cell, with this partner or without one.
    pub(crate) fn captures(
        &self,
        position: &Position<W>,
        end: Node,
        cell: Cell,
        partner: Option<Cell>,
    ) -> bool {
        let geometry = position.geometry();
        let site = self[end];
        let nothing = Body { cells: CellSet::EMPTY, edges: [false; 2] };
        let body = match site.own_cell.first() {
            Some(cell) => self.join(geometry, nothing, cell),
            None => Body { cells: site.cells, edges: [end == 0, end == 1] },
        };
        let Some(partner) = partner else { return self.is_dead(position, &body, cell) };
        let reach = body.reach(geometry, self.color.edges());
        partner != cell
            && !body.cells.contains(partner)
            && reach.contains(cell)
            && reach.contains(partner)
            && self.is_dead(position, &self.join(geometry, body, partner), cell)
            && self.is_dead(position, &self.join(geometry, body, cell), partner)
    }

    /// The body with one more own stone and the groups and edges that it touches.
    fn join(&self, geometry: &Geometry<W>, mut body: Body<W>, cell: Cell) -> Body<W> {
        for &neighbour in geometry.neighbours(cell) {
            let node = self.at(neighbour);
            if let Some(site) = self.sites.get(usize::from(node))
                && site.stone
            {
                body.cells |= site.cells;
                if let Some(touched) = body.edges.get_mut(usize::from(node)) {
                    *touched = true;
                }
            }
        }
        for (index, edge) in self.color.edges().into_iter().enumerate() {
            if geometry.edge(edge).contains(cell) {
                body.edges[index] = true;
                body.cells |= self.sites[index].cells;
            }
        }
        body.cells.insert(cell);
        body
    }

    /// Whether the opponent's stone on `cell` would be dead beside `body`: what it could separate is joined without it.
    fn is_dead(&self, position: &Position<W>, body: &Body<W>, cell: Cell) -> bool {
        let geometry = position.geometry();
        let edges = self.color.edges();
        let untouched = body.edges.into_iter().zip(edges).filter(|(touched, _)| !touched);
        if untouched.into_iter().any(|(_, edge)| geometry.edge(edge).contains(cell)) {
            return false;
        }
        let rest = geometry.neighbour_set(cell).minus(position.stones(self.color.opponent()) | body.cells);
        if rest.intersects(&position.stones(self.color)) {
            return false;
        }
        let Some(first) = rest.first() else { return true };
        let others = rest.without(first);
        // Three cells around a cell never touch each other pairwise.
        let close = others.is_empty()
            || others.single().is_some_and(|second| geometry.neighbour_set(first).contains(second));
        close && rest.is_subset(&body.reach(geometry, edges))
    }
}
