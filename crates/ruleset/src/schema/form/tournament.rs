//! Tournament play.

use std::collections::BTreeMap;

use schemars::JsonSchema;

use super::common::OnlyClause;
use crate::schema::words::{Clauses, RoleWord};

only! {
    Breach { Concealing, RemovedChips, Exchange, Advice }
    RefundWord { Withdrawal, Cancelled, Absence }
    Closed { Closed }
    FirstCard { FirstCard }
}

/// Tournament play: every period and list, and the clause of each check.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Tournament {
    /// That the ordinary rules hold but for some.
    ordinary: TournamentOrdinary,
    conditions: TournamentConditions,
    absence: TournamentAbsence,
    /// Breaches for which a player has to be disqualified.
    disqualified: Vec<TournamentBreach>,
    refunds: TournamentRefunds,
    /// When undisclosed wagers are announced.
    announcement: TournamentWindow,
    /// By whom and by when the form of an undisclosed wager is recorded.
    forms: TournamentForms,
    /// The checks that are made, each with its clause.
    checks: BTreeMap<String, OnlyClause>,
    /// What of these clauses no log can show, and why.
    recorded: Option<Vec<crate::schema::prizes::Part>>,
}

/// How far the ordinary rules hold.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct TournamentOrdinary {
    /// The clauses that do not hold, of those that `limits` cites for `minimum` and `differential`.
    without: Clauses,
    clause: Clauses,
}

/// What published conditions have to say.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct TournamentConditions {
    parts: Vec<TournamentPart>,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct TournamentPart {
    part: ConditionPart,
    clause: Clauses,
}

/// A part of the conditions.
#[derive(JsonSchema)]
#[schemars(inline)]
enum ConditionPart {
    #[schemars(rename = "a")]
    A,
    #[schemars(rename = "b")]
    B,
    #[schemars(rename = "c")]
    C,
    #[schemars(rename = "d")]
    D,
    #[schemars(rename = "e")]
    E,
    #[schemars(rename = "f")]
    F,
    #[schemars(rename = "g")]
    G,
    #[schemars(rename = "h(i)")]
    Hi,
    #[schemars(rename = "h(ii)")]
    Hii,
    #[schemars(rename = "h(iii)")]
    Hiii,
    #[schemars(rename = "i")]
    I,
    #[schemars(rename = "j")]
    J,
    #[schemars(rename = "k")]
    K,
}

/// For how many coups of absence in a session chips may be deducted.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct TournamentAbsence {
    #[schemars(range(min = 0, max = 1000))]
    coups: i64,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct TournamentBreach {
    breach: Breach,
    clause: Clauses,
}

/// What grounds a refund.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct TournamentRefunds {
    grounds: Vec<TournamentGround>,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct TournamentGround {
    ground: RefundWord,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct TournamentWindow {
    from: Closed,
    until: FirstCard,
    clause: Clauses,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct TournamentForms {
    by: RoleWord,
    until: FirstCard,
    clause: Clauses,
}
