//! The schema of names that only the server gives. The type has no value.

use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        RefOr,
        schema::{ObjectBuilder, Schema, Type},
    },
};

/// The name of a job.
pub enum JobName {}

impl PartialSchema for JobName {
    fn schema() -> RefOr<Schema> {
        let schema = ObjectBuilder::new().schema_type(Type::String).pattern(Some("^[0-9a-f]{32}$"));
        RefOr::T(Schema::Object(schema.examples(["0f8fad5bd9cb469fa16570867728950e"]).build()))
    }
}

impl ToSchema for JobName {}
