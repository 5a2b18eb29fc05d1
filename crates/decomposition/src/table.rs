//! The patterns laid out on a board of one size: for each cell what it is joined to, if the carrier is empty.

use board::{BoardSize, Cell, CellSet, Edge};
use proof::{Certificate, CertificateRule, CertificateStep, End};

use crate::{
    DecompositionError,
    orientation::{LatticeSymmetry, Offset},
    pattern::{ConnectionPattern, Target, standard_patterns},
};

/// A pattern in its place on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    /// Its number.
    pub(crate) pattern: u16,
    /// How it lies.
    pub(crate) orientation: LatticeSymmetry,
    /// Where its stone `A` is.
    pub(crate) origin: Cell,
}

/// A pattern as one of its cells sees it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Instance<const W: usize> {
    /// The cell that the pattern is listed under.
    pub(crate) near: Cell,
    /// The cell at the other end; of an edge pattern the stone itself.
    pub(crate) other: Cell,
    /// The stones that it needs besides its ends.
    pub(crate) more: CellSet<W>,
    /// The empty cells that it needs.
    pub(crate) carrier: CellSet<W>,
    /// Which pattern, where.
    pub(crate) place: Place,
}

/// All patterns in all places of a board.
#[derive(Debug)]
pub(crate) struct Table<const W: usize> {
    size: BoardSize,
    patterns: &'static [ConnectionPattern],
    /// Patterns between two cells, by the cell at either end.
    cells: Vec<Vec<Instance<W>>>,
    /// Patterns between a cell and an edge, by edge and cell.
    edges: [Vec<Vec<Instance<W>>>; 4],
}

impl<const W: usize> Table<W> {
    pub(crate) fn new(size: BoardSize) -> Self {
        let patterns = standard_patterns();
        let none = || vec![Vec::new(); size.cells()];
        let mut table = Self { size, patterns, cells: none(), edges: [none(), none(), none(), none()] };
        for (number, pattern) in patterns.iter().enumerate() {
            match pattern.target {
                Target::Stone(other) => {
                    for orientation in LatticeSymmetry::all() {
                        for origin in size.iter() {
                            let place = Place { pattern: number as u16, orientation, origin };
                            table.lay(pattern, other, place);
                        }
                    }
                }
                Target::Edge(below) => {
                    for edge in Edge::ALL {
                        for orientation in LatticeSymmetry::towards(edge) {
                            for origin in at_distance(size, edge, below) {
                                let place = Place { pattern: number as u16, orientation, origin };
                                table.lay_at(pattern, edge, place);
                            }
                        }
                    }
                }
            }
        }
        // Small carriers first: they leave the most to the rest of the board.
        let lists = table.cells.iter_mut().chain(table.edges.iter_mut().flatten());
        for list in lists {
            list.sort_by_key(|instance| instance.carrier.len());
        }
        table
    }

    /// The size of the board.
    pub(crate) const fn size(&self) -> BoardSize {
        self.size
    }

    /// The end that a cell is joined to.
    pub(crate) fn of_cell(&self, cell: Cell) -> &[Instance<W>] {
        &self.cells[cell.index()]
    }

    /// How a cell is joined to an edge.
    pub(crate) fn to_edge(&self, edge: Edge, cell: Cell) -> &[Instance<W>] {
        &self.edges[edge.index()][cell.index()]
    }

    /// The steps that prove a pattern in its place, without carriers: a strategy's text does not write them.
    pub(crate) fn steps(
        &self,
        place: Place,
        edge: Option<Edge>,
    ) -> Result<Vec<CertificateStep>, DecompositionError> {
        let pattern = &self.patterns[usize::from(place.pattern)];
        let proof = pattern.prove()?;
        let unproved = || DecompositionError::Unproved { name: pattern.name.clone() };
        let from = proof.position.size();
        let map = |cell: Cell| {
            let offset = place.orientation.apply(Offset::between(from, proof.stone, cell));
            offset.from(self.size, place.origin).ok_or_else(unproved)
        };
        let end = |end: End| match end {
            End::Cell(cell) => map(cell).map(End::Cell),
            End::Edge(_) => edge.map(End::Edge).ok_or_else(unproved),
        };
        let Certificate { steps, .. } = &proof.certificate;
        steps
            .iter()
            .map(|step| {
                let plain = match &step.rule {
                    CertificateRule::Adjacent => true,
                    CertificateRule::And { captured, .. } | CertificateRule::Or { captured, .. } => {
                        captured.is_empty()
                    }
                    CertificateRule::Trial { .. } => false,
                };
                if !plain {
                    return Err(unproved());
                }
                let ends = [end(step.ends[0])?, end(step.ends[1])?];
                Ok(CertificateStep {
                    ends,
                    kind: step.kind,
                    carrier: CellSet::EMPTY,
                    rule: step.rule.clone(),
                })
            })
            .collect()
    }

    fn lay(&mut self, pattern: &ConnectionPattern, other: Offset, place: Place) {
        let (size, origin) = (self.size, place.origin);
        let Some(other) = place.orientation.apply(other).from(size, origin) else { return };
        let Some([more, carrier]) = lay_cells(size, pattern, place) else { return };
        push(&mut self.cells[origin.index()], Instance { near: origin, other, more, carrier, place });
        // Where one end is a string, it is the end that the pattern is seen from.
        if more.is_empty() {
            push(
                &mut self.cells[other.index()],
                Instance { near: other, other: origin, more, carrier, place },
            );
        }
    }

    fn lay_at(&mut self, pattern: &ConnectionPattern, edge: Edge, place: Place) {
        let Some([more, carrier]) = lay_cells(self.size, pattern, place) else { return };
        let origin = place.origin;
        let list = &mut self.edges[edge.index()][origin.index()];
        push(list, Instance { near: origin, other: origin, more, carrier, place });
    }
}

/// The cells this many rows or columns away from an edge; 0 for those at it.
fn at_distance(size: BoardSize, edge: Edge, distance: u8) -> impl Iterator<Item = Cell> {
    let distance = usize::from(distance);
    size.iter().filter(move |cell| {
        let found = match edge {
            Edge::Top => cell.row(size),
            Edge::Bottom => size.rows() - 1 - cell.row(size),
            Edge::Left => cell.col(size),
            Edge::Right => size.cols() - 1 - cell.col(size),
        };
        found == distance
    })
}

/// The stones of a pattern besides its ends and its carrier, on the board.
fn lay_cells<const W: usize>(
    size: BoardSize,
    pattern: &ConnectionPattern,
    place: Place,
) -> Option<[CellSet<W>; 2]> {
    let lay = |cells: &[Offset]| -> Option<CellSet<W>> {
        cells.iter().map(|&cell| place.orientation.apply(cell).from(size, place.origin)).collect()
    };
    Some([lay(&pattern.more)?, lay(&pattern.carrier)?])
}

/// Adds an instance, unless a pattern that looks the same after a rotation is there already.
fn push<const W: usize>(list: &mut Vec<Instance<W>>, new: Instance<W>) {
    if !list.iter().any(|old| old.other == new.other && old.more == new.more && old.carrier == new.carrier) {
        list.push(new);
    }
}
