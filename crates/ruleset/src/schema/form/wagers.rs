//! The bets on offer, and what one player may combine.

use schemars::JsonSchema;

use super::options::ElectedForm;
use crate::schema::words::{Clauses, OddsText, StakeText, Text, WhenForm};

only! {
    OneHand { OneHand }
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
