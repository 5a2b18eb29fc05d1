//! Two-distance and cell potentials: how many stones a colour needs if the opponent may take the best way away.
//!
//! From J. van Rijswijck, *Are Bees Better Than Fruitflies?* (2000) and *Computer Hex* (2000), the evaluation of Queenbee.
//! Two empty cells are **neighbours** for a colour when they touch each other or the same group of that colour. A
//! cell that touches an edge of the colour, or a group that touches it, has distance 1 from it. The distance of any other cell is one more than the
//! distance of its **second nearest** neighbour: of the nearest the opponent takes care. A cell with fewer than two neighbours that
//! have a distance has none.
//!
//! The **potential** of a cell is the sum of its distances from both edges, and the potential of the colour is the lowest of
//! all cells: the lower, the better. How many cells have it is the colour's **mobility**, which breaks ties.

use board::{BoardSize, Cell, CellSet, Color, Edge, Geometry, Position};

/// A distance, or a sum of two, that does not exist.
pub const UNREACHABLE: u16 = u16::MAX;

/// The evaluation of one colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Potential {
    /// The lowest potential of a cell; 0 when the edges are joined, [`UNREACHABLE`] when no cell has one.
    pub lowest: u16,
    /// How many cells have it.
    pub mobility: u16,
}

/// Evaluates positions of one board size. Owns the memory it needs.
#[derive(Debug, Clone)]
pub struct TwoDistance<const W: usize> {
    geometry: &'static Geometry<W>,
    /// The neighbours of each empty cell for the colour at hand.
    neighbours: Vec<CellSet<W>>,
    /// For each colour and each of its edges, the distance of each cell.
    distances: [[Vec<u16>; 2]; 2],
}

impl<const W: usize> TwoDistance<W> {
    /// For boards of this size.
    #[must_use]
    pub fn new(size: BoardSize) -> Self {
        let table = || vec![UNREACHABLE; size.cells()];
        Self {
            geometry: Geometry::of(size),
            neighbours: vec![CellSet::EMPTY; size.cells()],
            distances: [[table(), table()], [table(), table()]],
        }
    }

    /// The potentials of both colours. The distances are kept.
    pub fn evaluate(&mut self, position: &Position<W>) -> [Potential; 2] {
        Color::BOTH.map(|color| self.evaluate_color(position, color))
    }

    /// The distance of a cell from an edge in the last evaluation; [`UNREACHABLE`] for stones and cut-off cells.
    #[must_use]
    pub fn distance(&self, edge: Edge, cell: Cell) -> u16 {
        let color = edge.color();
        self.distances[color.index()][usize::from(edge != color.edges()[0])][cell.index()]
    }

    /// The potential of a cell for a colour in the last evaluation.
    #[must_use]
    pub fn potential(&self, color: Color, cell: Cell) -> u16 {
        let [a, b] = [0, 1].map(|edge| self.distances[color.index()][edge][cell.index()]);
        if a == UNREACHABLE || b == UNREACHABLE { UNREACHABLE } else { a + b }
    }

    fn evaluate_color(&mut self, position: &Position<W>, color: Color) -> Potential {
        debug_assert_eq!(position.size(), self.geometry.size());
        let (geometry, empty) = (self.geometry, position.empty_cells());
        for cell in empty {
            self.neighbours[cell.index()] = geometry.neighbour_set(cell) & empty;
        }
        // The cells around a group become neighbours of each other; an edge's group makes its own cells nearest of all.
        let mut rest = position.stones(color);
        let at_edge = color.edges().map(|edge| {
            let stones = geometry.flood(geometry.edge(edge), rest);
            rest = rest.minus(stones);
            (geometry.grow(stones) | geometry.edge(edge)) & empty
        });
        if position.has_won(color) {
            for table in &mut self.distances[color.index()] {
                table.fill(UNREACHABLE);
            }
            return Potential { lowest: 0, mobility: 0 };
        }
        while let Some(stone) = rest.first() {
            let stones = geometry.flood(CellSet::of(stone), rest);
            rest = rest.minus(stones);
            let around = geometry.grow(stones) & empty;
            for cell in around {
                self.neighbours[cell.index()] |= around.without(cell);
            }
        }
        for (edge, nearest) in at_edge.into_iter().enumerate() {
            self.spread(color, edge, nearest, empty);
        }
        self.lowest(color, empty)
    }

    /// Level by level: a cell gets the next distance when two of its neighbours have a smaller one.
    fn spread(&mut self, color: Color, edge: usize, nearest: CellSet<W>, empty: CellSet<W>) {
        let table = &mut self.distances[color.index()][edge];
        table.fill(UNREACHABLE);
        let mut reached = nearest;
        let mut level = nearest;
        let mut distance = 1;
        while !level.is_empty() {
            for cell in level {
                table[cell.index()] = distance;
            }
            level = CellSet::EMPTY;
            for cell in empty.minus(reached) {
                if (self.neighbours[cell.index()] & reached).len() >= 2 {
                    level.insert(cell);
                }
            }
            reached |= level;
            distance += 1;
        }
    }

    fn lowest(&self, color: Color, empty: CellSet<W>) -> Potential {
        let mut best = Potential { lowest: UNREACHABLE, mobility: 0 };
        for cell in empty {
            let potential = self.potential(color, cell);
            if potential < best.lowest {
                best = Potential { lowest: potential, mobility: 0 };
            }
            best.mobility += u16::from(potential == best.lowest && potential != UNREACHABLE);
        }
        best
    }
}
