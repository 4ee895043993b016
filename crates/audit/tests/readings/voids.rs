//! Coups that had to be void, and stakes of those that were.

use resettle_audit::Code;
use serde_json::{Value, json};

use super::cell::{Cell, NONE, voided};
use crate::setup::Rules::{self, E, Mbs2011, Star, V6, V7};
use crate::setup::{ALL, MBS, five_decks};
use resettle_testkit::with;

const EXTRA: &str = "a genuine card too many, settled";
const FOUND_LATE: &str = "a foreign, surplus or missing card found after the settlement, and the coup voided";
const FAILED_LATE: &str = "a device that fails after the settlement, and the coup voided";
const DEVICE: &str = "a device that fails, in two cases that 13.2 leaves open, settled";

pub fn voids() -> Vec<Cell> {
    vec![
        Cell {
            row: EXTRA,
            what: "an extra card, settled",
            under: ALL,
            records: |r| vec![r.coup(json!({"irregularities": [r.irregularity("extra_card", json!({"card": 1}))]}))],
            finds: &[(Code::VoidUndeclared, &[Mbs2011, V6, V7, Star])],
        },
        Cell {
            row: "",
            what: "a foreign card, settled",
            under: ALL,
            records: |r| vec![r.coup(json!({"irregularities": [r.irregularity("foreign_card", json!({}))]}))],
            finds: &[(Code::VoidUndeclared, NONE)],
        },
        Cell {
            row: "",
            what: "an extra card and a foreign one, settled",
            under: ALL,
            records: |r| {
                let both = [r.irregularity("extra_card", json!({})), r.irregularity("foreign_card", json!({}))];
                vec![r.coup(json!({"irregularities": both}))]
            },
            finds: &[(Code::VoidUndeclared, NONE)],
        },
        Cell {
            row: "a genuine card too many, nobody told",
            what: "an extra card, voided, and only Surveillance informed",
            under: &[Star],
            records: |r| {
                let reported = json!({"notified": ["surveillance"]});
                vec![voided(r, "extra_card", reported, r.wager(1000))]
            },
            finds: &[(Code::NotificationMissing, &[Star])],
        },
        Cell {
            row: "a genuine card too many, nobody told",
            what: "an incident of an extra card, and no one notified",
            under: &[Star],
            records: |r| {
                vec![
                    r.coup(json!({})),
                    incident(r, "extra_card"),
                    json!({"at": r.at("03:11"), "type": "shoe", "shoe": "S", "event": "check"}),
                ]
            },
            finds: &[(Code::NotificationMissing, &[Star])],
        },
        Cell {
            row: "",
            what: "an incident of a foreign card, and no one notified",
            under: &[Star],
            records: |r| {
                vec![
                    r.coup(json!({})),
                    incident(r, "foreign_card"),
                    json!({"at": r.at("03:11"), "type": "shoe", "shoe": "S", "event": "check"}),
                ]
            },
            finds: &[(Code::NotificationMissing, NONE)],
        },
        Cell {
            row: "",
            what: "a foreign card, voided, and only Surveillance informed",
            under: &[Star],
            records: |r| {
                let reported = json!({"notified": ["surveillance"]});
                vec![voided(r, "foreign_card", reported, r.wager(1000))]
            },
            finds: &[(Code::NotificationMissing, NONE)],
        },
        Cell {
            row: "",
            what: "a foreign card, voided, and no check before the next coup",
            under: &[Star],
            records: |r| vec![voided(r, "foreign_card", json!({}), r.wager(1000)), r.numbered(2, json!({}))],
            finds: &[(Code::CheckMissing, NONE)],
        },
        Cell {
            row: "",
            what: "a foreign card, voided, and the device checked before the coup's record was written",
            under: &[Star],
            records: |r| checked_within(r, "02:40"),
            finds: &[],
        },
        Cell {
            row: "",
            what: "a foreign card, voided, and the device checked only before it was noticed",
            under: &[Star],
            records: |r| checked_within(r, "02:25"),
            finds: &[(Code::CheckMissing, NONE)],
        },
        Cell {
            row: FOUND_LATE,
            what: "a foreign card found after the settlement, voided",
            under: ALL,
            records: |r| vec![found(r, "foreign_card", "02:52")],
            finds: &[(Code::VoidGroundless, &[Star])],
        },
        Cell {
            row: FOUND_LATE,
            what: "an extra card found after the settlement, voided",
            under: ALL,
            records: |r| vec![found(r, "extra_card", "02:52")],
            finds: &[(Code::VoidGroundless, &[Star])],
        },
        Cell {
            row: FOUND_LATE,
            what: "a missing card found after the settlement, voided",
            under: ALL,
            records: |r| vec![found(r, "missing_card", "02:52")],
            finds: &[(Code::VoidGroundless, &[Star])],
        },
        Cell {
            row: "",
            what: "a foreign card found at the instant of the settlement, voided",
            under: ALL,
            records: |r| vec![found(r, "foreign_card", "02:50")],
            finds: &[],
        },
        Cell {
            row: "",
            what: "a foreign card found after the settlement, settled, and only Surveillance informed",
            under: &[Star],
            records: |r| vec![reported_late(r, "foreign_card")],
            finds: &[(Code::NotificationMissing, NONE)],
        },
        Cell {
            row: "a genuine card too many, nobody told",
            what: "an extra card found after the settlement, settled, and only Surveillance informed",
            under: &[Star],
            records: |r| vec![reported_late(r, "extra_card")],
            finds: &[(Code::NotificationMissing, &[Star])],
        },
        Cell {
            row: DEVICE,
            what: "damaged cards and no other device",
            under: &[Star],
            records: |r| failing(r, json!({"cards_damaged": true, "replacement_available": false})),
            finds: &[(Code::VoidUndeclared, &[Star])],
        },
        Cell {
            row: DEVICE,
            what: "another device, and the cards cannot be moved",
            under: &[Star],
            records: |r| failing(r, json!({"practicable": false})),
            finds: &[(Code::VoidUndeclared, &[Star])],
        },
        Cell {
            row: FAILED_LATE,
            what: "a device without another fails after the settlement, voided",
            under: &[Star],
            records: |r| vec![failed(r, json!({"replacement_available": false}), "02:52"), r.numbered(2, json!({}))],
            finds: &[(Code::VoidGroundless, &[Star])],
        },
        Cell {
            row: FAILED_LATE,
            what: "somebody is disadvantaged by a device that fails after the settlement, voided",
            under: &[Star],
            records: |r| vec![failed(r, json!({"disadvantage": true}), "02:52")],
            finds: &[(Code::VoidGroundless, &[Star])],
        },
        Cell {
            row: "",
            what: "the same, settled",
            under: &[Star],
            records: |r| failing(r, json!({"disadvantage": true, "noticed": r.at("02:52")})),
            finds: &[],
        },
        Cell {
            row: "",
            what: "somebody is disadvantaged by a device that fails at the instant of the settlement, voided",
            under: &[Star],
            records: |r| vec![failed(r, json!({"disadvantage": true}), "02:50")],
            finds: &[],
        },
        Cell {
            row: "",
            what: "a device that harms nobody fails after the settlement, voided",
            under: &[Star],
            records: |r| vec![failed(r, json!({}), "02:52")],
            finds: &[(Code::VoidGroundless, NONE)],
        },
        Cell {
            row: "",
            what: "a device fails once the next coup commenced, voided",
            under: &[Star],
            records: |r| {
                let late = with(failed(r, json!({"disadvantage": true}), "04:30"), json!({"at": r.at("04:40")}));
                vec![late, r.numbered(2, json!({}))]
            },
            finds: &[(Code::VoidGroundless, NONE)],
        },
        Cell {
            row: "",
            what: "whole cards and no other device",
            under: &[Star],
            records: |r| failing(r, json!({"replacement_available": false})),
            finds: &[(Code::VoidUndeclared, NONE)],
        },
        Cell {
            row: "",
            what: "somebody is disadvantaged, and cards are damaged",
            under: &[Star],
            records: |r| {
                failing(r, json!({"disadvantage": true, "cards_damaged": true, "replacement_available": false}))
            },
            finds: &[(Code::VoidUndeclared, NONE)],
        },
    ]
}

/// A coup that was voided for what was found at this moment; it was settled at 02:50.
fn found(r: Rules, kind: &str, moment: &str) -> Value {
    voided(r, kind, json!({"noticed": r.at(moment)}), r.wager(1000))
}

/// A coup that was voided for a device that failed at this moment.
fn failed(r: Rules, facts: Value, moment: &str) -> Value {
    voided(r, "device_malfunction", with(facts, json!({"noticed": r.at(moment)})), r.wager(1000))
}

/// What was found after the settlement of a coup that stands, and of which one of two was notified.
fn reported_late(r: Rules, kind: &str) -> Value {
    let facts = json!({"noticed": r.at("02:52"), "notified": ["surveillance"]});
    r.coup(json!({"irregularities": [r.irregularity(kind, facts)]}))
}

const REFUND: &str = "a stake that does not simply go back in a void coup";

pub fn refunds() -> Vec<Cell> {
    vec![
        Cell {
            row: REFUND,
            what: "insufficient cards, voided, the stake kept",
            under: ALL,
            records: |r| few_cards(r, voided(r, "insufficient_cards", json!({}), r.wager(0))),
            finds: &[(Code::Underpaid, MBS)],
        },
        Cell {
            row: REFUND,
            what: "a foreign card, voided, a win paid",
            under: ALL,
            records: |r| vec![voided(r, "foreign_card", json!({}), r.wager(r.win()))],
            finds: &[(Code::Overpaid, MBS)],
        },
        Cell {
            row: REFUND,
            what: "a decision of the shift manager, the stake kept",
            under: &[E],
            records: |r| vec![voided(r, "other", json!({"by": "gaming_shift_manager"}), r.wager(0))],
            finds: &[(Code::VoidDiscretionary, NONE), (Code::Underpaid, &[E])],
        },
        Cell {
            row: "a stake that does not simply go back after a void for disruption or fraud",
            what: "a fire, the stake kept",
            under: &[Star],
            records: |r| vec![voided(r, "disruption", json!({"cause": "fire"}), r.wager(0))],
            finds: &[(Code::Underpaid, &[Star])],
        },
        Cell {
            row: "a stake that does not simply go back after a void for disruption or fraud",
            what: "a fraud of somebody else, a win paid",
            under: &[Star],
            records: |r| vec![voided(r, "fraud", json!({"outcome_affected": true, "wagers": ["w9"]}), r.wager(1500))],
            finds: &[(Code::Overpaid, &[Star])],
        },
        Cell {
            row: "",
            what: "a fire and a foreign card, the stake kept",
            under: &[Star],
            records: |r| {
                let both =
                    [r.irregularity("disruption", json!({"cause": "fire"})), r.irregularity("foreign_card", json!({}))];
                let declared = json!({"result": "void"});
                vec![
                    r.coup(
                        json!({"irregularities": both, "declared": declared, "wrd": "void", "wagers": [r.wager(0)]}),
                    ),
                ]
            },
            finds: &[(Code::Underpaid, NONE)],
        },
        Cell {
            row: "",
            what: "a misdeal, voided, the stake kept",
            under: &[Star],
            records: |r| {
                let (cards, to, _) = r.surplus();
                vec![with(voided(r, "wrong_card_count", json!({}), r.wager(0)), json!({"cards": cards, "to": to}))]
            },
            finds: &[(Code::Underpaid, NONE)],
        },
        Cell {
            row: "",
            what: "a fire, voided by nobody",
            under: &[Star],
            records: |r| vec![voided(r, "disruption", json!({"cause": "fire", "by": null}), r.wager(1000))],
            finds: &[(Code::AuthorityMissing, NONE)],
        },
        Cell {
            row: "",
            what: "a void coup, and the display shows a winner",
            under: ALL,
            records: |r| {
                let why = [r.irregularity("insufficient_cards", json!({}))];
                let declared = json!({"result": "void"});
                let coup = r.coup(json!({"irregularities": why, "declared": declared, "wagers": [r.wager(1000)]}));
                few_cards(r, coup)
            },
            finds: &[(Code::WrdMismatch, NONE)],
        },
        Cell {
            row: "",
            what: "a void for nothing",
            under: ALL,
            records: |r| {
                let declared = json!({"result": "void"});
                vec![r.coup(json!({"declared": declared, "wrd": "void", "wagers": [r.wager(1000)]}))]
            },
            finds: &[(Code::VoidGroundless, NONE)],
        },
    ]
}

/// Found after the coup, and nobody notified.
pub fn incident(r: Rules, kind: &str) -> Value {
    json!({"at": r.at("03:10"), "type": "incident", "kind": kind, "noticed": r.at("03:10"), "shoe": "S", "notified": []})
}

/// A foreign card noticed at 02:30, its device checked at `when`, the coup's record behind it, and the next coup.
fn checked_within(r: Rules, when: &str) -> Vec<Value> {
    let check = json!({"at": r.at(when), "type": "shoe", "shoe": "S", "event": "check"});
    vec![check, voided(r, "foreign_card", json!({}), r.wager(1000)), r.numbered(2, json!({}))]
}

/// A device of six decks without a card left, and the coup that lacks its last card.
fn few_cards(r: Rules, coup: Value) -> Vec<Value> {
    let mut cards = r.cards();
    cards.pop();
    let mut burned = five_decks();
    burned.as_array_mut().unwrap().resize(6 * 52 - 1 - cards.len(), json!("??"));
    let burn = json!({"at": r.at("00:02"), "type": "shoe", "shoe": "S", "event": "burn", "cards": burned});
    vec![burn, with(coup, json!({"cards": cards}))]
}

fn failing(r: Rules, facts: Value) -> Vec<Value> {
    vec![r.coup(json!({"irregularities": [r.irregularity("device_malfunction", facts)]}))]
}
