//! How answers name what is on a board.

use board::{BoardSize, Cell, CellSet, Edge};
use connection::End;

use crate::ApiError;

pub(super) fn name(size: BoardSize, cell: Cell) -> String {
    size.name(cell).to_string()
}

pub(super) fn names<const W: usize>(size: BoardSize, cells: CellSet<W>) -> Vec<String> {
    cells.iter().map(|cell| name(size, cell)).collect()
}

pub(super) fn line(size: BoardSize, cells: &[Cell]) -> Vec<String> {
    cells.iter().map(|&cell| name(size, cell)).collect()
}

/// An end as answers name it: a cell, or `top`, `bottom`, `left`, `right`.
pub(super) fn end_name(size: BoardSize, end: End) -> String {
    match end {
        End::Edge(edge) => edge.to_string(),
        End::Cell(cell) => name(size, cell),
    }
}

/// Reads what [`end_name`] writes.
pub(super) fn parse_end(size: BoardSize, text: &str) -> Result<End, ApiError> {
    let edge = [Edge::Top, Edge::Bottom, Edge::Left, Edge::Right]
        .into_iter()
        .find(|edge| edge.to_string().eq_ignore_ascii_case(text));
    match edge {
        Some(edge) => Ok(End::Edge(edge)),
        None => size.cell(text).map(End::Cell).map_err(|error| {
            ApiError::bad(format!("end: {error}: expected a cell, top, bottom, left or right"))
        }),
    }
}
