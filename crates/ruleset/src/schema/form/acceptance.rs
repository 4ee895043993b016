//! Wagers that were placed or withdrawn too late, taken back, or not taken.

use schemars::JsonSchema;

use super::irregularities::By;
use crate::schema::words::Clauses;

only! {
    StakeReturned { StakeReturned }
    Settled { Settled }
    Reconstruction { Reconstruction }
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Late {
    placed: Placed,
    withdrawn: Withdrawn,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Placed {
    then: StakeReturned,
    clause: Clauses,
    reading: Option<bool>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Withdrawn {
    then: Settled,
    clause: Clauses,
    reading: Option<bool>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Removal {
    after: Reconstruction,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct NotAccepted {
    /// Who may refuse a wager; left out where a terminal refuses it in an interruption.
    by: Option<By>,
    clause: Clauses,
}
