//! What follows from the table sign.

use schemars::JsonSchema;

use super::common::OnlyClause;
use crate::schema::words::Clauses;

only! {
    Maximum { Whole, Capped }
    AreaMaximum { Whole, ProRata }
    Valid { Valid }
    Minimum { Valid, Reported }
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Limits {
    /// The maximum of one player on one bet.
    maximum: Option<MaximumRule>,
    /// The maximum of one area on one bet.
    area_maximum: Option<AreaMaximumRule>,
    /// The minimum of one player on one bet: valid below it, or a breach that is reported.
    minimum: Option<MinimumRule>,
    differential: Option<ValidRule>,
    /// The clause on limits for one player alone.
    personal: Option<OnlyClause>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct MaximumRule {
    then: Maximum,
    clause: Clauses,
    /// The clause by which results of earlier coups stand.
    earlier_coups: Option<Clauses>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct AreaMaximumRule {
    then: AreaMaximum,
    clause: Clauses,
    /// The clause by which results of earlier coups stand.
    earlier_coups: Option<Clauses>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct MinimumRule {
    then: Minimum,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct ValidRule {
    then: Valid,
    clause: Clauses,
}
