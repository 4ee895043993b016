//! The bets on offer, and what one player may combine.

use schemars::JsonSchema;

use super::common::OnlyClause;
use super::options::ElectedForm;
use crate::schema::words::{Clauses, OddsText, StakeText, Text, TokenWord, WhenForm};

only! {
    OneHand { OneHand }
    Approved { Approved }
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Wager {
    /// Its name, as logs write it.
    bet: Text,
    /// The choices under which it is offered; left out where it always is.
    elected: Option<ElectedForm>,
    /// Exactly one of them holds for any coup.
    rows: Vec<WagerRow>,
    /// Another reading: what is counted over both hands is counted in one hand only.
    reading: Option<OneHand>,
}

#[derive(JsonSchema)]
#[schemars(untagged, deny_unknown_fields)]
enum WagerRow {
    /// The wager wins.
    Pays {
        /// The choices under which the row stands; left out where it always does.
        elected: Option<ElectedForm>,
        when: WhenForm,
        pays: OddsText,
        clause: Clauses,
        /// The clause that states the odds, where that is another one.
        pays_clause: Option<Clauses>,
    },
    /// It does not.
    Then { elected: Option<ElectedForm>, when: WhenForm, then: StakeText, clause: Clauses },
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Combinations {
    /// The clause by which everything may be combined.
    free: Option<OnlyClause>,
    /// Two bets that one player may not have together.
    opposed: Option<Opposed>,
    /// A bet that needs another one on the table.
    requires: Option<Requires>,
    /// Wagers on one bet in one area.
    wagers_per_area: Option<PerArea>,
    /// Players on one bet of one area.
    players_per_area: Option<PerArea>,
    /// What wagers are placed with.
    tokens: Option<Tokens>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Opposed {
    #[schemars(length(min = 2, max = 2))]
    bets: Vec<Text>,
    unless: Approved,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Requires {
    bet: Text,
    any_of: Vec<Text>,
    /// The clause by which the other one has to lie there first; left out where the order does not matter.
    before: Option<OnlyClause>,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Tokens {
    /// Beside chips.
    accepted: Vec<TokenWord>,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct PerArea {
    bet: Option<Text>,
    #[schemars(range(min = 1, max = 1000))]
    at_most: i64,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Favoured {
    bet: Text,
    /// Why it favours the player.
    why: Text,
}
