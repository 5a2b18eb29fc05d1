//! The ends of connections: edges, groups and empty cells, numbered densely.
//!
//! Number 0 and 1 are the colour's two edges, each with the groups that touch it; then come the other groups and the
//! empty cells. Stones only come and never go between two builds, so an end may die or be merged into another, but no
//! end is born and the numbers stay.

use std::ops::{Index, IndexMut};

use board::{Cell, CellSet, Color, Edge, Geometry, Position};
use proof::End;

use crate::{ConnectionLimits, ConnectionSettings};

/// The number of an end.
pub(crate) type Node = u16;

pub(crate) const NO_NODE: Node = Node::MAX;

/// The nodes of a colour's two edges: all others are groups and cells.
pub(crate) const EDGES: [Node; 2] = [0, 1];

/// Whether a node is an edge.
pub(crate) const fn is_edge(node: Node) -> bool {
    node <= EDGES[1]
}

/// One end as the prover sees it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Site<const W: usize> {
    /// The stones, or the empty cell. Empty for an edge without stones.
    pub(crate) cells: CellSet<W>,
    /// The empty cell; empty for stones and edges.
    pub(crate) own_cell: CellSet<W>,
    pub(crate) stone: bool,
    /// False once the end was merged into another or taken by the opponent.
    pub(crate) alive: bool,
    /// Which cells this end captures once it is the colour's own, and where the pairs of them lie.
    pub(crate) captured: CellSet<W>,
    pub(crate) pairs: (u32, u32),
}

/// All ends of one colour in a position.
#[derive(Debug, Clone)]
pub(crate) struct Sites<const W: usize> {
    pub(crate) color: Color,
    pub(crate) sites: Vec<Site<W>>,
    /// The end at each cell; [`NO_NODE`] for the opponent's stones.
    pub(crate) at: Vec<Node>,
    /// Pairs of cells that an end captures; each site has a range of them.
    pub(crate) pairs: Vec<CellSet<W>>,
    /// All cells that some end captures.
    pub(crate) any_captured: CellSet<W>,
}

impl<const W: usize> Sites<W> {
    pub(crate) const fn new(color: Color) -> Self {
        let any_captured = CellSet::EMPTY;
        Self { color, sites: Vec::new(), at: Vec::new(), pairs: Vec::new(), any_captured }
    }

    /// Numbers the ends of a position.
    pub(crate) fn reset(&mut self, position: &Position<W>) {
        let geometry = position.geometry();
        let own = position.stones(self.color);
        self.sites.clear();
        self.pairs.clear();
        self.any_captured = CellSet::EMPTY;
        self.at.clear();
        self.at.resize(geometry.size().cells(), NO_NODE);
        let mut rest = own;
        for edge in self.color.edges() {
            let cells = geometry.flood(geometry.edge(edge) & rest, own);
            rest = rest.minus(cells);
            self.push(cells, CellSet::EMPTY, true);
        }
        while let Some(cell) = rest.first() {
            let cells = geometry.flood(CellSet::of(cell), own);
            rest = rest.minus(cells);
            self.push(cells, CellSet::EMPTY, true);
        }
        for cell in position.empty_cells() {
            self.push(CellSet::of(cell), CellSet::of(cell), false);
        }
    }

    fn push(&mut self, cells: CellSet<W>, own_cell: CellSet<W>, stone: bool) {
        let node = self.sites.len() as Node;
        for cell in cells {
            self.at[cell.index()] = node;
        }
        let captured = CellSet::EMPTY;
        self.sites.push(Site { cells, own_cell, stone, alive: true, captured, pairs: (0, 0) });
    }

    /// The limits that hold for a pair.
    #[inline]
    pub(crate) fn limits<'a>(
        &self,
        settings: &'a ConnectionSettings,
        [x, y]: [Node; 2],
    ) -> &'a ConnectionLimits {
        if self[x].stone || self[y].stone { &settings.stones } else { &settings.cells }
    }

    /// How many ends there were when they were numbered.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.sites.len()
    }

    /// The ends that are left.
    pub(crate) fn alive(&self) -> impl Iterator<Item = Node> {
        (0..self.len() as Node).filter(|&node| self[node].alive)
    }

    /// The end at a cell; [`NO_NODE`] for the opponent's stones.
    #[inline]
    pub(crate) fn at(&self, cell: Cell) -> Node {
        self.at[cell.index()]
    }

    /// The cells next to an end, for an edge all cells of its row or column too.
    pub(crate) fn next_to(&self, geometry: &Geometry<W>, node: Node) -> CellSet<W> {
        let grown = geometry.grow(self[node].cells);
        self.edge(node).map_or(grown, |edge| grown | geometry.edge(edge))
    }

    /// The edge that has this number.
    pub(crate) const fn edge(&self, node: Node) -> Option<Edge> {
        match node {
            0 | 1 => Some(self.color.edges()[node as usize]),
            _ => None,
        }
    }

    /// The end with this number; a group is named by its first stone.
    pub(crate) fn name(&self, node: Node) -> End {
        match (self.edge(node), self[node].cells.first()) {
            (Some(edge), _) => End::Edge(edge),
            (None, Some(cell)) => End::Cell(cell),
            (None, None) => unreachable!("an end that is no edge has a cell"),
        }
    }

    /// The number of an end, if the colour has it.
    pub(crate) fn find(&self, end: End) -> Option<Node> {
        match end {
            End::Edge(edge) => {
                let index = self.color.edges().iter().position(|&own| own == edge);
                index.map(|index| index as Node)
            }
            End::Cell(cell) => Some(self.at(cell)).filter(|&node| node != NO_NODE),
        }
    }

    /// The captured pairs of these ends that have a cell in the overlap.
    pub(crate) fn captured_pairs<const N: usize>(&self, ends: [Node; N], overlap: &CellSet<W>) -> CellSet<W> {
        let mut cells = CellSet::EMPTY;
        for end in ends {
            let (start, end) = self[end].pairs;
            for pair in &self.pairs[start as usize..end as usize] {
                if pair.intersects(overlap) {
                    cells |= *pair;
                }
            }
        }
        cells
    }
}

impl<const W: usize> Index<Node> for Sites<W> {
    type Output = Site<W>;
    #[inline]
    fn index(&self, node: Node) -> &Site<W> {
        &self.sites[usize::from(node)]
    }
}

impl<const W: usize> IndexMut<Node> for Sites<W> {
    #[inline]
    fn index_mut(&mut self, node: Node) -> &mut Site<W> {
        &mut self.sites[usize::from(node)]
    }
}

/// The number of a pair of different ends.
#[inline]
pub(crate) const fn pair(a: Node, b: Node) -> usize {
    let (low, high) = if a < b { (a as usize, b as usize) } else { (b as usize, a as usize) };
    high * (high - 1) / 2 + low
}
