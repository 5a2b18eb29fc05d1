//! Names on the wire: how answers name what is on a board, and the schema of names and numbers that the board itself reads.
//! The schema types have no value.

use board::{BoardSize, Cell, CellSet, Edge};
use connection::End;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        RefOr,
        schema::{ObjectBuilder, Schema, Type},
    },
};

use crate::Error;

/// The length of a side of the board.
pub enum BoardSide {}

/// A cell, such as `c7`.
pub enum CellName {}

/// A move of Hex: a cell, a swap, or `resign`.
pub enum MoveName {}

/// `black` or `white`.
pub enum ColorName {}

fn text(pattern: &str, example: &str) -> RefOr<Schema> {
    let schema = ObjectBuilder::new().schema_type(Type::String).pattern(Some(pattern));
    RefOr::T(Schema::Object(schema.examples([example]).build()))
}

impl PartialSchema for BoardSide {
    fn schema() -> RefOr<Schema> {
        let schema = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1)).maximum(Some(19));
        RefOr::T(Schema::Object(schema.examples([11]).build()))
    }
}

impl PartialSchema for CellName {
    fn schema() -> RefOr<Schema> {
        text("^[a-s](1[0-9]|[1-9])$", "c7")
    }
}

impl PartialSchema for MoveName {
    fn schema() -> RefOr<Schema> {
        text("^([a-s](1[0-9]|[1-9])|swap-pieces|swap-sides|resign)$", "c7")
    }
}

impl PartialSchema for ColorName {
    fn schema() -> RefOr<Schema> {
        text("^(black|white)$", "black")
    }
}

impl ToSchema for BoardSide {}
impl ToSchema for CellName {}
impl ToSchema for MoveName {}
impl ToSchema for ColorName {}

/// A cell as answers name it.
pub(crate) fn name(size: BoardSize, cell: Cell) -> String {
    size.name(cell).to_string()
}

/// Cells in the order of the board.
pub(crate) fn names<const W: usize>(size: BoardSize, cells: CellSet<W>) -> Vec<String> {
    cells.iter().map(|cell| name(size, cell)).collect()
}

/// Cells in their own order.
pub(crate) fn line(size: BoardSize, cells: &[Cell]) -> Vec<String> {
    cells.iter().map(|&cell| name(size, cell)).collect()
}

/// An end as answers name it: a cell, or `top`, `bottom`, `left`, `right`.
pub(crate) fn end_name(size: BoardSize, end: End) -> String {
    match end {
        End::Edge(edge) => edge.to_string(),
        End::Cell(cell) => name(size, cell),
    }
}

/// Reads what [`end_name`] writes, and `north`, `south`, `west`, `east`.
pub(crate) fn parse_end(size: BoardSize, text: &str) -> Result<End, Error> {
    let edge = match text.to_ascii_lowercase().as_str() {
        "top" | "north" => Some(Edge::Top),
        "bottom" | "south" => Some(Edge::Bottom),
        "left" | "west" => Some(Edge::Left),
        "right" | "east" => Some(Edge::Right),
        _ => None,
    };
    match edge {
        Some(edge) => Ok(End::Edge(edge)),
        None => size.cell(text).map(End::Cell).map_err(|error| {
            Error::bad(format!("end: {error}: expected a cell, top, bottom, left or right"))
        }),
    }
}
