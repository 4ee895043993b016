//! How a coup begins, and what the cut card ends.

use schemars::JsonSchema;

use super::common::OnlyClause;
use crate::schema::words::{Clauses, CutCardWord};

only! {
    ByFirstCard { ByFirstCard }
    Side { Player, Banker }
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Deal {
    /// The face value of a printed card, which is the first of its hand.
    permanent: Option<Permanent>,
    /// To which hand each card drawn goes.
    order: Vec<Side>,
    clause: Clauses,
    /// The clause by which discards return to the device.
    cards_return: Option<OnlyClause>,
    /// The clause that demands a burn before play.
    burn_at_start: Option<Burn>,
    /// The clause that demands a burn before each coup.
    burn_before_coup: Option<BurnBefore>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct BurnBefore {
    /// How many cards.
    #[schemars(range(min = 1, max = 52))]
    number: i64,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Burn {
    /// How many cards; left out: one at least.
    number: Option<BurnNumber>,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(untagged)]
enum BurnNumber {
    /// So many.
    Number(#[schemars(range(min = 1, max = 52))] i64),
    /// The first one and as many more as it shows.
    Word(ByFirstCard),
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Permanent {
    #[schemars(range(min = 2, max = 9))]
    player: Option<i64>,
    #[schemars(range(min = 2, max = 9))]
    banker: Option<i64>,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct CutCard {
    then: CutCardWord,
    clause: Clauses,
}
