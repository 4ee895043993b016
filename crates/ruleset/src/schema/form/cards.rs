//! Decks, and what cards count.

use schemars::JsonSchema;

use super::common::OnlyClause;
use crate::schema::words::{Clauses, RankValues};

only! {
    RightDigit { RightDigit }
}

#[derive(JsonSchema)]
#[schemars(untagged)]
pub(super) enum Decks {
    /// Every number from one to another.
    Range(MinMax),
    /// Certain numbers.
    Set(AnyOf),
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct MinMax {
    #[schemars(range(min = 1, max = 100))]
    min: i64,
    #[schemars(range(min = 1, max = 100))]
    max: i64,
    clause: Clauses,
    /// By which cards are replaced by the same cards.
    replaced: Option<OnlyClause>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct AnyOf {
    /// Every number of decks, the least first.
    #[schemars(length(min = 1), inner(range(min = 1, max = 100)))]
    any_of: Vec<i64>,
    clause: Clauses,
    /// By which cards are replaced by the same cards.
    replaced: Option<OnlyClause>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Cards {
    values: RankValues,
    clause: Clauses,
    point_total: PointTotal,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct PointTotal {
    keeps: RightDigit,
    clause: Clauses,
}
