//! Circuit resistance: how well the current flows from one edge of a colour to the other.
//!
//! From V. V. Anshelevich, *The Game of Hex: An Automatic Theorem Proving Approach to Game Programming* (2000),
//! sections 3 and 4. An empty cell has a resistance of 1, an own stone or edge 0, the opponent's infinite; two neighbouring cells are linked
//! by a wire whose resistance is the sum of both. Stones that touch are therefore one node. One volt between the
//! edges drives a current by Kirchhoff's laws, and the resistance is its inverse: it counts both the stones that are
//! missing and the number of ways.
//!
//! **With virtual connections** (section 4), an empty cell next to one end of a connection between two groups counts as a
//! neighbour of the other end too. Which groups are connected is an argument: nothing is proved here.
//!
//! **Power of a cell.** Of the power that a link burns, each of its cells has the share of its own resistance. The sum over all
//! cells is the power of the whole circuit, 1/R; the share of a cell says how much the colour counts on it, and the cells that
//! both count on are the first to look at.

use board::{BoardSize, Cell, CellSet, Color, Edge, Geometry, Position};
use connection::{ConnectionKind, Connections, End};

use crate::band::BorderedBand;

/// The resistances of both colours in a position, in units of an empty cell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Resistances {
    /// For each colour: 0 when its edges are joined, infinite when they cannot be joined any more.
    pub of: [f64; 2],
}

impl Resistances {
    /// The natural logarithm of R_Black / R_White: negative when Black is nearer to his goal. Infinite when the game is over.
    #[must_use]
    pub fn log_ratio(&self) -> f64 {
        let [black, white] = self.of;
        match (black == 0.0 || white.is_infinite(), white == 0.0 || black.is_infinite()) {
            (true, _) => f64::NEG_INFINITY,
            (_, true) => f64::INFINITY,
            _ => (black / white).ln(),
        }
    }
}

/// One end of a connection between stones, as [`Circuits::evaluate_joined`] asks for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Terminal {
    /// An edge of the colour, with all groups that touch it.
    Edge(Edge),
    /// The group that has a stone on this cell and touches no edge of its colour.
    Group(Cell),
}

/// Evaluates positions of one board size. Owns the memory it needs, so that an evaluation allocates nothing.
#[derive(Debug, Clone)]
pub struct Circuits<const W: usize> {
    geometry: &'static Geometry<W>,
    system: BorderedBand,
    /// The kind of each cell in the circuit of the current colour.
    nodes: Vec<Node>,
    /// The empty cells in the circuit, in the order of their unknowns.
    cells: Vec<Cell>,
    groups: Vec<Group<W>>,
    power: [Vec<f64>; 2],
}

/// Stones that hang together; the first two are the edges.
#[derive(Debug, Clone, Copy)]
struct Group<const W: usize> {
    terminal: Terminal,
    /// The empty cells beside it.
    liberties: CellSet<W>,
    /// Empty cells that count as neighbours through a virtual connection.
    further: CellSet<W>,
}

/// The kind of a cell in a circuit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Node {
    /// The opponent's, or cut off.
    Nothing,
    /// An empty cell: the number of its unknown.
    Cell(u16),
    /// A stone: the number of its group, where 0 and 1 are the edges.
    Group(u16),
}

/// The groups that are edges: their voltages, 1 and 0, are given.
const EDGES: usize = 2;
const VOLTAGE: [f64; EDGES] = [1.0, 0.0];

impl<const W: usize> Circuits<W> {
    /// For boards of this size.
    #[must_use]
    pub fn new(size: BoardSize) -> Self {
        Self {
            geometry: Geometry::of(size),
            system: BorderedBand::default(),
            nodes: vec![Node::Nothing; size.cells()],
            cells: Vec::with_capacity(size.cells()),
            groups: Vec::with_capacity(size.cells()),
            power: [vec![0.0; size.cells()], vec![0.0; size.cells()]],
        }
    }

    /// The resistances of both colours, without virtual connections. The powers of the cells are kept.
    pub fn evaluate(&mut self, position: &Position<W>) -> Resistances {
        Resistances { of: Color::BOTH.map(|color| self.resistance_with(position, color, |_| {})) }
    }

    /// The resistances of both colours, with the virtual connections that `joined` knows: whether two ends of a colour
    /// are connected even if the opponent moves first.
    pub fn evaluate_joined(
        &mut self,
        position: &Position<W>,
        mut joined: impl FnMut(Color, Terminal, Terminal) -> bool,
    ) -> Resistances {
        Resistances {
            of: Color::BOTH.map(|color| {
                self.resistance_with(position, color, |circuits| {
                    circuits.join_groups(|a, b| joined(color, a.terminal, b.terminal));
                })
            }),
        }
    }

    /// The resistances of both colours with the virtual connections that the prover found: those of this very position.
    pub fn evaluate_connected(&mut self, connections: &Connections<W>) -> Resistances {
        let end = |terminal| match terminal {
            Terminal::Edge(edge) => End::Edge(edge),
            Terminal::Group(cell) => End::Cell(cell),
        };
        // Full connections come before semi connections, so the first one tells.
        self.evaluate_joined(connections.position(), |color, a, b| {
            let first = connections.between(color, [end(a), end(b)]).next();
            first.is_some_and(|connection| connection.kind == ConnectionKind::Full)
        })
    }

    /// The resistances of both colours where two-bridges count as connections, and no others: groups or edges that share
    /// two empty neighbours. This is the first generation of the paper's theorem proving.
    pub fn evaluate_bridged(&mut self, position: &Position<W>) -> Resistances {
        Resistances {
            of: Color::BOTH.map(|color| {
                self.resistance_with(position, color, |circuits| {
                    circuits.join_groups(|a, b| (a.liberties & b.liberties).len() >= 2);
                })
            }),
        }
    }

    /// The power that each cell burned at one volt in the last evaluation, by cell number. It sums to 1/R.
    #[must_use]
    pub fn power(&self, color: Color) -> &[f64] {
        &self.power[color.index()]
    }

    /// How much both colours count on a cell, from 0 to 2: the sum of its shares of both powers. For ordering moves.
    #[must_use]
    pub fn importance(&self, resistances: &Resistances, cell: Cell) -> f64 {
        Color::BOTH.into_iter().map(|color| self.share(resistances, color, cell)).sum()
    }

    /// A cell's share of the power of a colour's circuit, from 0 to 1.
    #[must_use]
    pub fn share(&self, resistances: &Resistances, color: Color, cell: Cell) -> f64 {
        let power = self.power[color.index()][cell.index()];
        if power == 0.0 { 0.0 } else { power * resistances.of[color.index()] }
    }

    /// The resistance of a colour; `join` adds the links of connections between finding the groups and the currents.
    fn resistance_with(&mut self, position: &Position<W>, color: Color, join: impl FnOnce(&mut Self)) -> f64 {
        debug_assert_eq!(position.size(), self.geometry.size());
        self.power[color.index()].fill(0.0);
        let [from, to] = color.edges().map(|edge| self.geometry.edge(edge));
        let own = position.stones(color);
        // Only what hangs together with the first edge can carry a current; the rest would make the matrix singular.
        let within = self.geometry.flood(from, own | position.empty_cells());
        if !within.intersects(&to) {
            return f64::INFINITY;
        }
        if !self.find_groups(position, color, within) {
            return 0.0;
        }
        join(self);
        self.assemble();
        self.measure(color)
    }

    /// Numbers the nodes. Returns false when the edges are joined by stones.
    fn find_groups(&mut self, position: &Position<W>, color: Color, within: CellSet<W>) -> bool {
        let geometry = self.geometry;
        let own = position.stones(color) & within;
        let empty = position.empty_cells() & within;
        self.nodes.fill(Node::Nothing);
        self.groups.clear();
        self.cells.clear();
        for cell in empty {
            self.nodes[cell.index()] = Node::Cell(self.cells.len() as u16);
            self.cells.push(cell);
        }
        let mut rest = own;
        for edge in color.edges() {
            let row = geometry.edge(edge);
            let stones = geometry.flood(row, rest);
            rest = rest.minus(stones);
            let liberties = (geometry.grow(stones) | row) & empty;
            self.add_group(Terminal::Edge(edge), stones, liberties);
            // The first edge's stones reach the other edge: there is no second group to make.
            if edge == color.edges()[0] && stones.intersects(&geometry.edge(edge.opposite())) {
                return false;
            }
        }
        while let Some(cell) = rest.first() {
            let stones = geometry.flood(CellSet::of(cell), rest);
            rest = rest.minus(stones);
            self.add_group(Terminal::Group(cell), stones, geometry.grow(stones) & empty);
        }
        true
    }

    fn add_group(&mut self, terminal: Terminal, stones: CellSet<W>, liberties: CellSet<W>) {
        let number = self.groups.len() as u16;
        for cell in stones {
            self.nodes[cell.index()] = Node::Group(number);
        }
        self.groups.push(Group { terminal, liberties, further: CellSet::EMPTY });
    }

    /// An empty cell beside one end of a connection becomes a neighbour of the other end.
    fn join_groups(&mut self, mut joined: impl FnMut(&Group<W>, &Group<W>) -> bool) {
        for second in 1..self.groups.len() {
            for first in 0..second {
                if joined(&self.groups[first], &self.groups[second]) {
                    let [a, b] = [first, second].map(|group| self.groups[group].liberties);
                    self.groups[first].further |= b.minus(a);
                    self.groups[second].further |= a.minus(b);
                }
            }
        }
    }

    /// Writes Kirchhoff's current law for every unknown voltage: the currents out of a node sum to zero.
    fn assemble(&mut self) {
        let geometry = self.geometry;
        let size = geometry.size();
        self.system.reset(self.cells.len(), size.cols(), self.groups.len() - EDGES);
        for (unknown, &cell) in self.cells.iter().enumerate() {
            let row = self.system.row(unknown);
            for neighbour in geometry.neighbours(cell) {
                match self.nodes[neighbour.index()] {
                    Node::Nothing => {}
                    Node::Cell(other) => {
                        row.band[0] += CELL_TO_CELL;
                        if usize::from(other) > unknown {
                            row.band[usize::from(other) - unknown] = -CELL_TO_CELL;
                        }
                    }
                    Node::Group(group) => {
                        row.band[0] += CELL_TO_STONE;
                        match usize::from(group).checked_sub(EDGES) {
                            Some(column) => row.border[column] -= CELL_TO_STONE,
                            None => *row.right += CELL_TO_STONE * VOLTAGE[usize::from(group)],
                        }
                    }
                }
            }
        }
        // The edge itself is a neighbour of its row, and connections give neighbours that are not beside a cell.
        for (number, group) in self.groups.iter().enumerate() {
            for cell in extra_neighbours(geometry, group) {
                let Node::Cell(unknown) = self.nodes[cell.index()] else { continue };
                let row = self.system.row(usize::from(unknown));
                row.band[0] += CELL_TO_STONE;
                match number.checked_sub(EDGES) {
                    Some(column) => row.border[column] -= CELL_TO_STONE,
                    None => *row.right += CELL_TO_STONE * VOLTAGE[number],
                }
            }
        }
        // A group's own row: what its cells give, it takes.
        for unknown in 0..self.cells.len() {
            for group in 0..self.groups.len() - EDGES {
                let link = self.system.row(unknown).border[group];
                self.system.add_to_core(group, group, -link);
            }
        }
    }

    /// Solves the circuit, spreads its power over the cells, and returns the resistance.
    fn measure(&mut self, color: Color) -> f64 {
        let geometry = self.geometry;
        let voltages = self.system.solve();
        let (cells, groups) = voltages.split_at(self.cells.len());
        let voltage_of =
            |group: usize| group.checked_sub(EDGES).map_or_else(|| VOLTAGE[group], |group| groups[group]);
        let power = &mut self.power[color.index()];
        for (&cell, &own) in self.cells.iter().zip(cells) {
            let mut burned = 0.0;
            for neighbour in geometry.neighbours(cell) {
                let current = match self.nodes[neighbour.index()] {
                    Node::Nothing => continue,
                    Node::Cell(other) => CELL_TO_CELL * (own - cells[usize::from(other)]),
                    Node::Group(group) => CELL_TO_STONE * (own - voltage_of(usize::from(group))),
                };
                burned += current * current;
            }
            power[cell.index()] = burned;
        }
        for (number, group) in self.groups.iter().enumerate() {
            for cell in extra_neighbours(geometry, group) {
                if let Node::Cell(unknown) = self.nodes[cell.index()] {
                    let current = CELL_TO_STONE * (cells[usize::from(unknown)] - voltage_of(number));
                    power[cell.index()] += current * current;
                }
            }
        }
        1.0 / power.iter().sum::<f64>()
    }
}

/// The resistance of an empty cell; an own stone has none. `conduction.rs` measures in another unit.
const CELL_RESISTANCE: f64 = 1.0;
/// Conductance of the link between two empty cells, whose resistances are in a row.
const CELL_TO_CELL: f64 = 1.0 / (CELL_RESISTANCE + CELL_RESISTANCE);
/// Conductance of the link between an empty cell and a stone.
const CELL_TO_STONE: f64 = 1.0 / CELL_RESISTANCE;

/// The empty cells that are linked with a group though none of its stones touches them: one link for each time.
fn extra_neighbours<'a, const W: usize>(
    geometry: &'a Geometry<W>,
    group: &'a Group<W>,
) -> impl Iterator<Item = Cell> + use<'a, W> {
    let row = match group.terminal {
        Terminal::Edge(edge) => geometry.edge(edge) & group.liberties,
        Terminal::Group(_) => CellSet::EMPTY,
    };
    row.iter().chain(group.further)
}
