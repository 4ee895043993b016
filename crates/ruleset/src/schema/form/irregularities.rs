//! What irregularities lead to, and who decides.

use schemars::JsonSchema;

use super::common::{Ground, OnlyClause};
use crate::schema::words::{CircumstancesForm, Clauses, ConsequenceWord, KindWord, RoleWord, Text};

only! {
    Referred { Referred }
    AllInInitialDeal { AllInInitialDeal }
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Row {
    kind: KindWord,
    /// In which circumstances; what is left out does not matter.
    when: Option<CircumstancesForm>,
    then: ConsequenceWord,
    clause: Option<Clauses>,
    reading: Option<bool>,
    /// Who has to decide.
    by: Option<By>,
    /// Who has to be notified.
    notify: Option<Notify>,
    /// The device is emptied and checked before the next coup.
    check: Option<OnlyClause>,
    /// Damaged cards are replaced before the next coup.
    replace: Option<OnlyClause>,
    /// Of the wagers it names, 0 is right as well as the stake.
    forfeit: Option<OnlyClause>,
    /// Instead of `void.refund`.
    refund: Option<Ground>,
    /// Cards may leave play.
    sets_aside: Option<bool>,
    /// What the clause needs besides by another reading; only of a row that voids.
    may_need: Option<AllInInitialDeal>,
    /// Other irregularities that the clause covers by another reading; only of a row that voids.
    may_cover: Option<Vec<KindWord>>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct By {
    /// An office of `authority`, or a role.
    role: Text,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Notify {
    roles: Vec<RoleWord>,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Otherwise {
    then: Referred,
    by: RoleWord,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Office {
    from: RoleWord,
    clause: Clauses,
}
