//! What the description of the API says of names and numbers that the board itself reads: their shape, for whoever writes a client or a fuzzer.
//! None of these types has a value; they stand for a schema.

use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        RefOr,
        schema::{ObjectBuilder, Schema, Type},
    },
};

/// The length of a side of the board.
pub(crate) enum Side {}

/// A cell, such as `c7`.
pub(crate) enum CellName {}

/// A move of Hex: a cell, a swap, or `resign`.
pub(crate) enum MoveName {}

/// `black` or `white`.
pub(crate) enum ColorName {}

fn text(pattern: &str, example: &str) -> RefOr<Schema> {
    let schema = ObjectBuilder::new().schema_type(Type::String).pattern(Some(pattern));
    RefOr::T(Schema::Object(schema.examples([example]).build()))
}

impl PartialSchema for Side {
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

impl ToSchema for Side {}
impl ToSchema for CellName {}
impl ToSchema for MoveName {}
impl ToSchema for ColorName {}
