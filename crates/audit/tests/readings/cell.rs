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

pub fn cells() -> Vec<Cell> {
    let mut cells = voids::voids();
    cells.extend(voids::refunds());
    cells.extend(unsaid::unsaid());
    cells.extend(wagers::wagers());
    cells.extend(wagers::sevens());
    cells.extend(misdeals::misdeals());
    cells.extend(misdeals::put_right());
    cells.extend(misdeals::beside());
    cells.extend(moments::cells());
    cells.extend(others::clauses());
    cells.extend(others::payments());
    cells.extend(beside::combined());
    cells.extend(beside::limited());
    cells.extend(fractions::fractions());
    cells.extend(winners::winners());
    cells.extend(unknown::unknown());
    cells
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
