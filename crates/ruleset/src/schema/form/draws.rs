//! Who draws when.

use schemars::JsonSchema;

use crate::schema::words::Clauses;

only! {
    DrawOrStand { Draw, Stand }
    None_ { None }
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Draws {
    natural: Natural,
    /// The Player's rows: every total that is no natural has one.
    player: Vec<PlayerRow>,
    /// The Banker's rows: every total that is no natural has one for whatever the Player drew.
    banker: Vec<BankerRow>,
    /// Every cell of the Banker's table that no row names.
    banker_otherwise: Option<BankerOtherwise>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Natural {
    totals: Vec<Digit>,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(transparent)]
struct Digit(#[schemars(range(min = 0, max = 9))] i64);

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct PlayerRow {
    totals: Vec<Digit>,
    then: DrawOrStand,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct BankerRow {
    totals: Vec<Digit>,
    third: Third,
    then: DrawOrStand,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(untagged)]
enum Third {
    /// The Player stood.
    Stood(None_),
    /// The point values of the card that the Player drew.
    Drew(Vec<Digit>),
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct BankerOtherwise {
    then: DrawOrStand,
    clause: Clauses,
}
