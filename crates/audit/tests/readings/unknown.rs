//! What the log does not say: what is asked for, and what is not judged. Of wagers of which nobody knows what is due, what
//! came back counts as due.

use resettle_audit::Code;
use serde_json::{Value, json};

use super::cell::{Cell, NONE, beside};
use crate::setup::Rules::{self, Star};
use crate::setup::{ALL, MBS};
use resettle_testkit::with;

const TIMES: &[(Code, &[Rules])] = &[(Code::Times, NONE)];
const SECTION: &[(Code, &[Rules])] = &[(Code::SectionMissing, NONE)];

pub fn unknown() -> Vec<Cell> {
    vec![
        beside(
            "a coup that does not say when it was closed",
            MBS,
            |r| vec![r.coup_without("closed", json!({}))],
            TIMES,
        ),
        beside(
            "a coup that does not say when its first card was dealt",
            &[Star],
            |r| vec![r.coup_without("first_card", json!({}))],
            TIMES,
        ),
        beside(
            "a wager withdrawn from a coup that does not say when it was closed",
            MBS,
            |r| {
                let taken_back = r.wager_but(700, json!({"withdrawn": r.at("02:21")}));
                vec![r.coup_without("closed", json!({"wagers": [taken_back]}))]
            },
            &[(Code::Times, NONE), (Code::Unjudged, NONE)],
        ),
        beside("a coup whose wagers are not logged", ALL, |r| vec![r.coup(json!({"wagers": null}))], SECTION),
        beside(
            "a no-bet coup that no clause asks for, whose wagers are not logged",
            ALL,
            |r| vec![r.coup(json!({"wagers": null, "mode": "no_bet"}))],
            &[(Code::NoBetCoup, NONE)],
        ),
        beside(
            "neither cards nor a result, and anything paid",
            ALL,
            |r| vec![r.coup(json!({"cards": null, "declared": null, "wrd": null, "wagers": [r.wager(700)]}))],
            SECTION,
        ),
        beside(
            "a void for nothing, neither cards nor wagers: nobody knows the money",
            ALL,
            |r| void(r, json!({"cards": null})),
            &[(Code::SectionMissing, NONE), (Code::VoidGroundless, NONE)],
        ),
        beside(
            "a void for nothing of a coup that was dealt wrongly, and no wagers: nobody knows the money",
            ALL,
            |r| {
                let (cards, to, _) = r.surplus();
                void(r, json!({"cards": cards, "to": to}))
            },
            &[(Code::VoidGroundless, NONE)],
        ),
    ]
}

/// A void coup without wagers.
fn void(r: Rules, change: Value) -> Vec<Value> {
    vec![with(r.coup(json!({"declared": {"result": "void"}, "wrd": "void", "wagers": []})), change)]
}
