//! What many rules have.

use schemars::JsonSchema;

use crate::schema::words::Clauses;

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct OnlyClause {
    clause: Clauses,
}

/// A clause, or that this is a reading.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Ground {
    clause: Option<Clauses>,
    reading: Option<bool>,
}

/// One, or several for different choices.
#[derive(JsonSchema)]
#[schemars(untagged)]
pub(super) enum OneOrSeveral<T> {
    One(T),
    Several(#[schemars(length(min = 1))] Vec<T>),
}
