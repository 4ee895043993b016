//! How fractions are paid, and the commission.

use schemars::JsonSchema;

use super::options::ElectedForm;
use crate::schema::words::{Clauses, DueWord, RoundingWord, ShareText, Text};

only! {
    Chip { Chip }
    Payment { Payment }
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Rounding {
    winnings: RoundingWord,
    to: RoundingUnit,
    clause: Clauses,
    /// Another reading: the whole payment is rounded, the stake included.
    may_mean: Option<Payment>,
}

#[derive(JsonSchema)]
#[schemars(untagged)]
enum RoundingUnit {
    /// The smallest chip of the table.
    Chip(Chip),
    /// So many minor units.
    Minor(#[schemars(range(min = 1, max = 1_000_000_000))] i64),
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct CommissionRounding {
    commission: RoundingWord,
    to: RoundingUnit,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Commission {
    /// The choices under which it is taken; left out where it always is.
    elected: Option<ElectedForm>,
    bet: Text,
    /// The part of the winnings, as `5 of 100`; left out where the odds of the bet have it in them.
    rate: Option<ShareText>,
    /// When it is paid; beside `rate`.
    due: Option<DueWord>,
    /// How it is rounded; beside `rate`, left out where the document is silent.
    rounding: Option<CommissionRounding>,
    clause: Clauses,
}
