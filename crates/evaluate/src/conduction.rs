//! How much current flows through each empty cell when every virtual connection conducts.
//!
//! The circuit of Anshelevich (2000) with connections taken further, as in Arneson, Hayward and Henderson, "Solving Hex:
//! beyond humans" (2010): the nodes are the edges, the groups and the empty cells of a colour, and every pair with a full
//! connection is linked, not only neighbours. A connection whose carriers all share cells can be broken there, so it
//! conducts the less the more cells they share. A cell that much current flows through is one that the colour counts on;
//! the cells that both colours count on are the moves to look at first.
//!
//! Unlike [`crate::Circuits`] this links far more pairs than a band can hold, so the system is dense. With the few cells
//! that are left of a filled-in position it is small.

use board::{BoardSize, Cell, Color};
use connection::{Connections, End};

/// Evaluates positions of one board size. Owns the memory it needs, so that an evaluation allocates nothing.
#[derive(Debug, Clone)]
pub struct Conduction {
    /// The ends of the colour at hand; the second is the sink and has no unknown.
    ends: Vec<End>,
    /// Conductances, symmetric, `ends` by `ends`.
    links: Vec<f64>,
    /// The system: a row for each unknown, with its right-hand side.
    rows: Vec<f64>,
    voltages: Vec<f64>,
    currents: [Vec<f64>; 2],
}

/// The resistance of an empty cell: half of that in `circuit.rs`, so that two of them resist with one.
const CELL_RESISTANCE: f64 = 0.5;
/// Conductance between two empty cells.
const CELL_TO_CELL: f64 = 1.0 / (CELL_RESISTANCE + CELL_RESISTANCE);
/// Conductance between an empty cell and a stone or an edge, which does not resist.
const CELL_TO_STONE: f64 = 1.0 / CELL_RESISTANCE;

impl Conduction {
    /// For boards of this size.
    #[must_use]
    pub fn new(size: BoardSize) -> Self {
        let (cells, ends) = (size.cells(), size.cells() + 2);
        Self {
            ends: Vec::with_capacity(ends),
            links: Vec::with_capacity(ends * ends),
            rows: Vec::with_capacity(ends * (ends + 1)),
            voltages: Vec::with_capacity(ends),
            currents: [vec![0.0; cells], vec![0.0; cells]],
        }
    }

    /// Finds the currents of both colours in the position that the connections belong to. Returns their resistances.
    pub fn evaluate<const W: usize>(&mut self, connections: &Connections<W>) -> [f64; 2] {
        Color::BOTH.map(|color| self.evaluate_color(connections, color))
    }

    /// The sum of the currents in and out of an empty cell, by cell number, in the last evaluation.
    #[must_use]
    pub fn currents(&self, color: Color) -> &[f64] {
        &self.currents[color.index()]
    }

    /// How much both colours count on a cell.
    #[must_use]
    pub fn importance(&self, cell: Cell) -> f64 {
        self.currents.iter().map(|currents| currents[cell.index()]).sum()
    }

    fn evaluate_color<const W: usize>(&mut self, connections: &Connections<W>, color: Color) -> f64 {
        self.link(connections, color);
        let resistance = self.solve();
        let currents = &mut self.currents[color.index()];
        currents.fill(0.0);
        let count = self.ends.len();
        let position = connections.position();
        for (index, end) in self.ends.iter().enumerate() {
            let End::Cell(cell) = *end else { continue };
            if position.at(cell).is_some() {
                continue;
            }
            let row = &self.links[index * count..(index + 1) * count];
            let own = self.voltages[index];
            currents[cell.index()] =
                row.iter().zip(&self.voltages).map(|(link, other)| (link * (own - other)).abs()).sum();
        }
        resistance
    }

    /// Reads the connections of a colour.
    fn link<const W: usize>(&mut self, connections: &Connections<W>, color: Color) {
        let position = connections.position();
        self.ends.clear();
        self.ends.extend(connections.each_end(color));
        let count = self.ends.len();
        self.links.clear();
        self.links.resize(count * count, 0.0);
        let is_empty = |end: End| matches!(end, End::Cell(cell) if position.at(cell).is_none());
        for second in 1..count {
            for first in 0..second {
                let ends = [self.ends[first], self.ends[second]];
                let conductance = match ends.map(is_empty) {
                    [true, true] => CELL_TO_CELL,
                    [false, false] => 0.0,
                    _ => CELL_TO_STONE,
                };
                if conductance == 0.0 || !connections.is_connected(color, ends) {
                    continue;
                }
                let shared = connections.intersection(color, ends, false).len();
                let link = conductance / (1 + shared) as f64;
                self.links[first * count + second] = link;
                self.links[second * count + first] = link;
            }
        }
    }

    /// Sends a current of one from the first edge to the second and finds the voltages by elimination. Returns the voltage
    /// that this takes.
    fn solve(&mut self) -> f64 {
        let count = self.ends.len();
        // The second edge has the voltage zero; the first and the others are unknown.
        let unknown = |index: usize| if index == 0 { 0 } else { index - 1 };
        let (unknowns, stride) = (count - 1, count);
        self.rows.clear();
        self.rows.resize(unknowns * stride, 0.0);
        for one in (0..count).filter(|&one| one != 1) {
            let links = &self.links[one * count..(one + 1) * count];
            let row = &mut self.rows[unknown(one) * stride..(unknown(one) + 1) * stride];
            // An end without links floats; the trace of a link to the sink keeps the system regular.
            row[unknown(one)] += links.iter().sum::<f64>() + 1e-9;
            for other in (0..count).filter(|&other| other != 1 && other != one) {
                row[unknown(other)] -= links[other];
            }
        }
        self.rows[unknowns] = 1.0;
        for pivot in 0..unknowns {
            let (above, below) = self.rows.split_at_mut((pivot + 1) * stride);
            let pivot_row = &above[pivot * stride..];
            let inverse = 1.0 / pivot_row[pivot];
            for row in below.chunks_exact_mut(stride) {
                let factor = row[pivot] * inverse;
                if factor != 0.0 {
                    for (entry, above) in row[pivot..].iter_mut().zip(&pivot_row[pivot..]) {
                        *entry -= factor * above;
                    }
                }
            }
        }
        self.voltages.clear();
        self.voltages.resize(count, 0.0);
        for index in (0..count).rev().filter(|&index| index != 1) {
            let row = &self.rows[unknown(index) * stride..(unknown(index) + 1) * stride];
            let mut right = row[unknowns];
            for later in (index + 1..count).filter(|&later| later != 1) {
                right -= row[unknown(later)] * self.voltages[later];
            }
            self.voltages[index] = right / row[unknown(index)];
        }
        self.voltages[0]
    }
}

#[cfg(test)]
mod tests {
    use board::Position;
    use connection::ConnectionSettings;

    use super::*;

    /// The voltages by relaxation: each end takes the mean of what it is linked to, until nothing moves.
    fn relaxed(conduction: &Conduction) -> Vec<f64> {
        let count = conduction.ends.len();
        let mut voltages = vec![0.0; count];
        for _ in 0..20_000 {
            for one in (0..count).filter(|&one| one != 1) {
                let links = &conduction.links[one * count..(one + 1) * count];
                let flow: f64 = links.iter().zip(&voltages).map(|(link, voltage)| link * voltage).sum();
                let sum: f64 = links.iter().sum();
                if sum > 0.0 {
                    voltages[one] = (flow + f64::from(u8::from(one == 0))) / sum;
                }
            }
        }
        voltages
    }

    #[test]
    fn voltages_are_those_of_relaxation() {
        let size = BoardSize::new(5, 4).unwrap();
        for moves in ["", "c2", "b3 c3", "d2 b2 c4", "a1 b3 d3 c2 e1"] {
            let position = Position::<1>::after(size, &size.cells_named(moves).unwrap()).unwrap();
            let connections = Connections::new(&position, ConnectionSettings::default());
            let mut conduction = Conduction::new(size);
            for color in Color::BOTH {
                let resistance = conduction.evaluate_color(&connections, color);
                let expected = relaxed(&conduction);
                assert!((resistance - expected[0]).abs() < 1e-4, "{moves}: {resistance} {}", expected[0]);
                for (found, expected) in conduction.voltages.iter().zip(expected) {
                    assert!((found - expected).abs() < 1e-4, "{moves}");
                }
            }
        }
    }

    #[test]
    fn the_only_cell_carries_everything() {
        let size = BoardSize::square(1).unwrap();
        let connections = Connections::new(&Position::<1>::empty(size), ConnectionSettings::default());
        let mut conduction = Conduction::new(size);
        // Twice one half, and the current goes in and out.
        let resistances = conduction.evaluate(&connections);
        assert!(resistances.iter().all(|resistance| (resistance - 1.0).abs() < 1e-6));
        let cell = size.cell("a1").unwrap();
        assert!((conduction.importance(cell) - 4.0).abs() < 1e-6);
    }
}
