//! Coups of which nobody announced a result: whether they were voided shows in the display and the money.

use resettle_audit::Code;
use serde_json::{Value, json};

use super::cell::{Cell, NONE};
use crate::setup::{ALL, MBS, Rules};
use resettle_testkit::with;

/// No table's log may leave the announcement out, whatever comes of it.
const UNSAID: Code = Code::SectionMissing;

pub fn unsaid() -> Vec<Cell> {
    vec![
        Cell {
            row: "",
            what: "nobody announced a void, the display shows it, and the stake went back",
            under: ALL,
            records: |r| vec![foreign(r, json!({"wrd": "void", "wagers": [r.wager(1000)]}))],
            finds: &[(UNSAID, NONE)],
        },
        Cell {
            row: "",
            what: "nobody announced a void, the display shows it, and a win was paid",
            under: ALL,
            records: |r| vec![foreign(r, json!({"wrd": "void"}))],
            finds: &[(UNSAID, NONE), (Code::Overpaid, MBS)],
        },
        Cell {
            row: "",
            what: "nobody announced a void that had to be, and the stake went back",
            under: ALL,
            records: |r| vec![foreign(r, json!({"wrd": null, "wagers": [r.wager(1000)]}))],
            finds: &[(UNSAID, NONE)],
        },
        Cell {
            row: "",
            what: "nobody announced a void that had to be, and a win was paid",
            under: ALL,
            records: |r| vec![foreign(r, json!({"wrd": null}))],
            finds: &[(UNSAID, NONE), (Code::VoidUndeclared, NONE)],
        },
        Cell {
            row: "",
            what: "nobody announced anything, nothing voids, and the stake of a winner went back",
            under: ALL,
            records: |r| vec![r.coup(json!({"declared": null, "wrd": null, "wagers": [r.wager(1000)]}))],
            finds: &[(UNSAID, NONE), (Code::Underpaid, NONE)],
        },
        Cell {
            row: "",
            what: "nobody announced anything, nothing voids, and the display shows void",
            under: ALL,
            records: |r| vec![r.coup(json!({"declared": null, "wrd": "void", "wagers": [r.wager(1000)]}))],
            finds: &[(UNSAID, NONE), (Code::VoidGroundless, NONE)],
        },
    ]
}

/// A foreign card that was noticed, and no announcement.
fn foreign(r: Rules, change: Value) -> Value {
    let why = [r.irregularity("foreign_card", json!({}))];
    with(r.coup(json!({"declared": null, "irregularities": why})), change)
}
