//! Converts the types of this crate to those of the judge, and back: cells, ends, steps.

use board::{BoardSize, Cell, CellSet, Color, Position};
use verify::{Cells, EDGES, Graph, Vertex};

use crate::{CapturedCells, CertificateRule, CertificateStep, ConnectionKind, End};

/// A board as the judge sees it: whose edges count, and which vertex is which cell.
#[derive(Debug, Clone)]
pub(crate) struct Court {
    pub(crate) graph: Graph,
    size: BoardSize,
    color: Color,
}

pub(crate) const fn color_of(color: verify::Color) -> Color {
    match color {
        verify::Color::Black => Color::Black,
        verify::Color::White => Color::White,
    }
}

/// The vertex of a cell: the two edges come before the cells.
pub(crate) fn vertex(cell: Cell) -> Vertex {
    cell.index() as Vertex + EDGES.len() as Vertex
}

/// The cell of a vertex that the judge accepted as one.
pub(crate) fn cell(vertex: Vertex) -> Cell {
    Cell::from_index_unchecked(usize::from(vertex).saturating_sub(EDGES.len()))
}

pub(crate) fn cells(set: CellSet) -> Cells {
    set.iter().map(vertex).collect()
}

pub(crate) fn cell_set(cells: Cells) -> CellSet {
    cells.iter().map(cell).collect()
}

impl Court {
    pub(crate) fn new(size: BoardSize, color: Color) -> Self {
        let winner = match color {
            Color::Black => verify::Color::Black,
            Color::White => verify::Color::White,
        };
        let graph =
            Graph::new(size.cols(), size.rows(), winner).expect("the judge knows boards of all sizes");
        Self { graph, size, color }
    }

    /// The vertex of an end; none for an edge of the other colour or a cell beyond the board.
    pub(crate) fn end(&self, end: End) -> Option<Vertex> {
        match end {
            End::Edge(edge) => {
                EDGES.into_iter().zip(self.color.edges()).find(|(_, own)| *own == edge).map(|(end, _)| end)
            }
            End::Cell(cell) => (cell.index() < self.size.cells()).then(|| vertex(cell)),
        }
    }

    /// The step as a file would have it; none if the format cannot say it, as for a trial.
    pub(crate) fn step(&self, step: &CertificateStep) -> Option<verify::Step> {
        let captured = |all: &[CapturedCells]| -> Option<Vec<verify::Captured>> {
            let one = |captured: &CapturedCells| {
                let CapturedCells { by, cell, partner } = *captured;
                Some(verify::Captured { by: self.end(by)?, cell: vertex(cell), partner: partner.map(vertex) })
            };
            all.iter().map(one).collect()
        };
        Some(match &step.rule {
            CertificateRule::Adjacent => {
                let [x, y] = step.ends;
                verify::Step {
                    rule: verify::Rule::Neighbours([self.end(x)?, self.end(y)?]),
                    captured: Vec::new(),
                }
            }
            CertificateRule::And { parts, captured: all } => {
                verify::Step { rule: verify::Rule::And(*parts), captured: captured(all)? }
            }
            CertificateRule::Or { parts, captured: all } => {
                verify::Step { rule: verify::Rule::Or(parts.clone()), captured: captured(all)? }
            }
            CertificateRule::Trial { .. } => return None,
        })
    }

    /// The step that the judge derived from one of a file.
    pub(crate) fn derived(&self, step: verify::Step, found: &verify::Connection) -> CertificateStep {
        let end = |end: Vertex| match EDGES.iter().position(|&edge| edge == end) {
            Some(index) => End::Edge(self.color.edges()[index]),
            None => End::Cell(cell(end)),
        };
        let captured = step.captured.into_iter().map(|captured| CapturedCells {
            by: end(captured.by),
            cell: cell(captured.cell),
            partner: captured.partner.map(cell),
        });
        let rule = match step.rule {
            verify::Rule::Neighbours(_) => CertificateRule::Adjacent,
            verify::Rule::And(parts) => CertificateRule::And { parts, captured: captured.collect() },
            verify::Rule::Or(parts) => CertificateRule::Or { parts, captured: captured.collect() },
        };
        CertificateStep {
            ends: found.ends.map(end),
            kind: found.key.map_or(ConnectionKind::Full, |key| ConnectionKind::Semi(cell(key))),
            carrier: cell_set(found.carrier),
            rule,
        }
    }

    /// The winner's stones and the empty cells of a position.
    pub(crate) fn position(&self, position: &Position) -> [Cells; 2] {
        [cells(position.stones(self.color)), cells(position.empty_cells())]
    }
}
