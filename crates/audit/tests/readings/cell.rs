use resettle_audit::Code;
use serde_json::{Value, json};

use super::{beside, fractions, misdeals, moments, others, unknown, unsaid, voids, wagers, winners};
use crate::setup::Rules;

/// One small log, and what it has to show.
pub struct Cell {
    /// The row of the table in the docs; empty for a case beside the table.
    pub row: &'static str,
    pub what: &'static str,
    pub under: &'static [Rules],
    /// The records after the shoe's start.
    pub records: fn(Rules) -> Vec<Value>,
    /// All findings, with the rulesets under which each is marked.
    pub finds: &'static [(Code, &'static [Rules])],
}

/// No ruleset.
pub const NONE: &[Rules] = &[];

/// All of them, by what they are about.
pub fn groups() -> [(&'static str, Vec<Cell>); 10] {
    [
        ("voids", [voids::voids(), voids::refunds()].into_iter().flatten().collect()),
        ("unsaid", unsaid::unsaid()),
        ("wagers", [wagers::wagers(), wagers::sevens()].into_iter().flatten().collect()),
        ("misdeals", [misdeals::misdeals(), misdeals::put_right(), misdeals::beside()].into_iter().flatten().collect()),
        ("moments", moments::cells()),
        ("others", [others::clauses(), others::payments()].into_iter().flatten().collect()),
        ("beside", [beside::combined(), beside::limited()].into_iter().flatten().collect()),
        ("fractions", fractions::fractions()),
        ("winners", winners::winners()),
        ("unknown", unknown::unknown()),
    ]
}

pub fn cells() -> impl Iterator<Item = Cell> {
    groups().into_iter().flat_map(|(_, cells)| cells)
}

/// A case beside the table.
pub fn beside(
    what: &'static str,
    under: &'static [Rules],
    records: fn(Rules) -> Vec<Value>,
    finds: &'static [(Code, &'static [Rules])],
) -> Cell {
    Cell { row: "", what, under, records, finds }
}

/// One coup with this one wager.
pub fn one(r: Rules, wager: Value) -> Vec<Value> {
    vec![r.coup(json!({"wagers": [wager]}))]
}

/// A voided coup with one irregularity and one wager.
pub fn voided(r: Rules, kind: &str, facts: Value, wager: Value) -> Value {
    let why = [r.irregularity(kind, facts)];
    r.coup(json!({"irregularities": why, "declared": {"result": "void"}, "wrd": "void", "wagers": [wager]}))
}
