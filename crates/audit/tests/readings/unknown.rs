//! Wagers of which the log does not tell enough: what came back counts as due, and nothing is told of it.

use resettle_audit::Code;
use serde_json::{Value, json};

use crate::bench::{ALL, MBS, Rules};
use crate::cell::{Cell, NONE};

pub fn unknown() -> Vec<Cell> {
    vec![
        Cell {
            row: "",
            what: "a wager withdrawn from a coup that does not say when it was closed",
            under: MBS,
            records: |r| {
                let taken_back = r.wager_but(700, json!({"withdrawn": r.at("02:21")}));
                vec![r.coup(json!({"times": without_close(r), "wagers": [taken_back]}))]
            },
            finds: &[(Code::Times, NONE)],
        },
        Cell {
            row: "",
            what: "neither cards nor a result, and anything paid",
            under: ALL,
            records: |r| vec![r.coup(json!({"cards": null, "declared": null, "wrd": null, "wagers": [r.wager(700)]}))],
            finds: &[(Code::SectionMissing, NONE)],
        },
        Cell {
            row: "",
            what: "a void for nothing, neither cards nor wagers: nobody knows the money",
            under: ALL,
            records: |r| vec![r.coup(void_with(json!({"cards": null})))],
            finds: &[(Code::SectionMissing, NONE), (Code::VoidGroundless, NONE)],
        },
        Cell {
            row: "",
            what: "a void for nothing of a coup that was dealt wrongly, and no wagers: nobody knows the money",
            under: ALL,
            records: |r| {
                let (cards, to, _) = r.surplus();
                vec![r.coup(void_with(json!({"cards": cards, "to": to})))]
            },
            finds: &[(Code::VoidGroundless, NONE)],
        },
    ]
}

fn void_with(dealt: Value) -> Value {
    let mut coup = json!({"declared": {"result": "void"}, "wrd": "void", "wagers": []});
    coup.as_object_mut().unwrap().extend(dealt.as_object().unwrap().clone());
    coup
}

fn without_close(r: Rules) -> Value {
    json!({"opened": r.at("02:00"), "first_card": r.at("02:22"), "settled": r.at("02:50")})
}
