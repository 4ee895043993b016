//! Voids, and coups that are dealt without wagers.

use schemars::JsonSchema;

use super::common::Ground;
use crate::schema::words::{Clauses, KindWord, Reasons, RoleWord, Text};

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Void {
    refund: Ground,
    /// For which kinds law outside the document may ground a void, and which law.
    outside_the_rules: Option<Outside>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Outside {
    kinds: Vec<KindWord>,
    why: Text,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct NoBetCoups {
    clause: Clauses,
    reasons: Reasons,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(in crate::schema) struct Reason {
    /// Who has to permit it.
    by: Option<RoleWord>,
    clause: Clauses,
}
