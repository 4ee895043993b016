//! Misdeals that stand or were put right, and findings that every reading gives.

use resettle_audit::Code;
use serde_json::{Value, json};

use super::cell::{self, Cell, NONE, one, voided};
use crate::setup::Rules::{self, E, Mbs2011, Star, V6, V7};
use crate::setup::{ALL, MBS, TABLES};
use resettle_testkit::with;

const STANDS: &str = "a misdeal that stands, judged by its declaration";

pub fn misdeals() -> Vec<Cell> {
    vec![
        Cell {
            row: STANDS,
            what: "an undeclared surplus card, and a winner not paid",
            under: ALL,
            records: |r| surplus(r, json!({"wagers": [r.wager(0)]})),
            finds: &[(Code::ExtraDraw, NONE), (Code::Underpaid, MBS)],
        },
        Cell {
            row: STANDS,
            what: "an undeclared surplus card, and a winner paid too much",
            under: ALL,
            records: |r| surplus(r, json!({"wagers": [r.wager(5000)]})),
            finds: &[(Code::ExtraDraw, NONE), (Code::Overpaid, MBS)],
        },
        Cell {
            row: STANDS,
            what: "an undeclared surplus card, and the display shows the other hand",
            under: ALL,
            records: |r| surplus(r, json!({"wrd": "banker"})),
            finds: &[(Code::ExtraDraw, NONE), (Code::WrdMismatch, MBS)],
        },
        Cell {
            row: STANDS,
            what: "a declared wrong number of cards that no clause voids in time, and a winner not paid",
            under: ALL,
            records: |r| {
                let facts = json!({"dealt": "too_many", "stage": "draws", "by": "gaming_shift_manager"});
                let mut records = surplus(r, json!({"wagers": [r.wager(0)]}));
                records.extend([noticed_late(r, "wrong_card_count", facts), r.numbered(2, json!({"wagers": []}))]);
                records
            },
            finds: &[(Code::Underpaid, MBS)],
        },
        Cell {
            row: "",
            what: "an unreadable card, a winner not paid, the display wrong",
            under: ALL,
            records: |r| {
                let mut cards = r.cards();
                *cards.last_mut().unwrap() = "??";
                vec![r.coup(json!({"cards": cards, "wagers": [r.wager(0)], "wrd": "banker"}))]
            },
            finds: &[(Code::UnreadableCard, NONE), (Code::Underpaid, NONE), (Code::WrdMismatch, NONE)],
        },
        Cell {
            row: "",
            what: "no cards logged, and a winner not paid",
            under: ALL,
            records: |r| vec![r.coup(json!({"cards": null, "wagers": [r.wager(0)]}))],
            finds: &[(Code::SectionMissing, NONE), (Code::Underpaid, NONE)],
        },
        Cell {
            row: "",
            what: "a right deal, a wrong call, a wrong display, a winner not paid",
            under: ALL,
            records: |r| {
                vec![r.coup(json!({"declared": r.declared("banker"), "wrd": "banker", "wagers": [r.wager(0)]}))]
            },
            finds: &[(Code::Misdeclared, NONE), (Code::WrdMismatch, NONE), (Code::Underpaid, NONE)],
        },
        cell::beside(
            "a right winner announced with a wrong total of the Player alone",
            ALL,
            |r| announced(r, "player", 8),
            &[(Code::Misdeclared, NONE)],
        ),
        cell::beside(
            "a right winner announced with a wrong total of the Banker alone",
            ALL,
            |r| announced(r, "banker", 5),
            &[(Code::Misdeclared, NONE)],
        ),
        Cell {
            row: "",
            what: "a misdeal noticed too late, and voided",
            under: &[V6, V7],
            records: |r| {
                let (cards, to, _) = r.surplus();
                let void = json!({"declared": {"result": "void"}, "wrd": "void", "wagers": [r.wager(1000)]});
                let dealt = with(r.coup(void), json!({"cards": cards, "to": to}));
                let late = noticed_late(r, "wrong_card_count", json!({}));
                vec![dealt, late, r.numbered(2, json!({"wagers": []}))]
            },
            finds: &[(Code::VoidGroundless, NONE)],
        },
    ]
}

/// The right winner, and another total of one hand.
fn announced(r: Rules, hand: &str, total: i64) -> Vec<Value> {
    let mut called = r.declared("player");
    called[hand] = json!(total);
    vec![r.coup(json!({"declared": called}))]
}

/// Where the document says that play goes on after a reconstruction.
pub fn put_right() -> Vec<Cell> {
    vec![
        Cell {
            row: "",
            what: "a draw without authority put right, of which no clause speaks, and a wrong call",
            under: &[E],
            records: |r| {
                let facts = json!({"hand": "banker", "reconstructed": true, "by": "gaming_shift_manager"});
                let why = [r.irregularity("unauthorised_draw", facts)];
                let wrong = json!({"declared": r.declared("banker"), "irregularities": why});
                vec![r.coup(wrong)]
            },
            finds: &[(Code::Misdeclared, NONE)],
        },
        Cell {
            row: "",
            what: "cards out of order, that nobody put right, and a wrong call",
            under: &[Mbs2011],
            records: |r| {
                let why = [r.irregularity("dealt_out_of_order", json!({"order_known": true}))];
                // The second and third cards lie with each other's hands: 4 and 7 against 2 and a king.
                let lies =
                    json!({"to": "BBP", "declared": {"result": "banker", "player": 1, "banker": 2, "sevens": 1}});
                let paid = json!({"wrd": "banker", "irregularities": why, "wagers": [r.wager(0)]});
                vec![with(r.coup(lies), paid)]
            },
            finds: &[],
        },
        Cell {
            row: "",
            what: "cards put right in their order, a wrong call, a wrong display, a winner not paid",
            under: &[E, Star],
            records: |r| {
                let wrong = json!({"declared": r.declared("banker"), "wrd": "banker", "wagers": [r.wager(0)]});
                reordered(r, wrong)
            },
            finds: &[(Code::Misdeclared, NONE), (Code::WrdMismatch, NONE), (Code::Underpaid, NONE)],
        },
        Cell {
            row: "",
            what: "cards put right in their number, and voided",
            under: ALL,
            records: |r| {
                let facts = json!({"reconstructed": true, "dealt": "too_many", "stage": "initial_deal"});
                vec![voided(r, "wrong_card_count", facts, r.wager(1000))]
            },
            finds: &[(Code::VoidGroundless, NONE)],
        },
        Cell {
            row: "",
            what: "an order of the shoe put right, and a winner not paid",
            under: &[V6, V7, E],
            records: |r| {
                let why = [r.irregularity("order_altered", json!({"reconstructed": true}))];
                vec![r.coup(json!({"irregularities": why, "wagers": [r.wager(0)]}))]
            },
            finds: &[(Code::Underpaid, NONE)],
        },
        Cell {
            row: "",
            what: "an order of the shoe put right, and voided by nobody",
            under: &[V6, V7, E],
            records: |r| vec![voided(r, "order_altered", json!({"reconstructed": true, "by": null}), r.wager(1000))],
            finds: &[(Code::VoidGroundless, NONE)],
        },
        Cell {
            row: "",
            what: "an announced display error, and a wager paid by the display",
            under: &[E, Star],
            records: |r| {
                let why = [r.irregularity("display_error", json!({}))];
                vec![r.coup(json!({"irregularities": why, "wrd": "banker", "wagers": [r.wager(0)]}))]
            },
            finds: &[(Code::WrdMismatch, NONE), (Code::Underpaid, NONE)],
        },
    ]
}

/// Findings that every reading gives.
pub fn beside() -> Vec<Cell> {
    vec![
        Cell {
            row: "",
            what: "Super 7's while nobody has another bet",
            under: &[Star],
            records: |r| one(r, r.wager_but(0, json!({"bet": "super_sevens"}))),
            finds: &[(Code::NotPermitted, NONE)],
        },
        Cell {
            row: "",
            what: "a bet that no document knows",
            under: ALL,
            records: |r| one(r, r.wager_but(0, json!({"bet": "dragon"}))),
            finds: &[(Code::NotPermitted, NONE)],
        },
        Cell {
            row: "",
            what: "a stake above the maximum, paid whole",
            under: ALL,
            records: |r| {
                let sign = json!({"at": r.at("00:02"), "type": "limits", "max": {"player": 600}});
                vec![sign, r.coup(json!({}))]
            },
            finds: &[(Code::OverLimit, NONE)],
        },
        Cell {
            row: "",
            what: "the sequence revealed, no one notified, and played on",
            under: &[Star],
            records: |r| {
                let why = [r.irregularity("sequence_revealed", json!({"notified": [], "by": "gaming_manager"}))];
                vec![r.coup(json!({"irregularities": why})), r.numbered(2, json!({}))]
            },
            finds: &[(Code::NotificationMissing, NONE), (Code::CheckMissing, NONE)],
        },
        Cell {
            row: "",
            what: "a kept card that opens a coup with wagers",
            under: &[Star],
            records: |r| {
                let why = [r.irregularity("unauthorised_draw", json!({"hand": "banker", "card": 3}))];
                let first = json!({"cards": ["2D", "KD", "4S", "5C"], "to": "BPBN", "irregularities": why});
                let declared = json!({"result": "player", "player": 8, "banker": 6, "sevens": 1});
                let next = json!({"cards": ["5C", "AD", "AS"], "carried": true, "declared": declared, "wagers": []});
                vec![r.coup(first), r.numbered(2, next)]
            },
            finds: &[(Code::NoBetCoup, NONE)],
        },
        Cell {
            row: "",
            what: "a first card that nobody kept",
            under: TABLES,
            records: |r| vec![r.coup(json!({"carried": true}))],
            finds: &[(Code::CarriedCard, NONE)],
        },
    ]
}

/// A coup in which the Banker got a card too many.
fn surplus(r: Rules, change: Value) -> Vec<Value> {
    let (cards, to, declared) = r.surplus();
    let mut all = json!({"cards": cards, "to": to, "declared": declared});
    for (name, value) in change.as_object().unwrap() {
        all[name] = value.clone();
    }
    vec![r.coup(all)]
}

/// An error of the first coup that was noticed when the second had begun.
fn noticed_late(r: Rules, kind: &str, facts: Value) -> Value {
    let reported = json!({"at": r.at("04:41"), "type": "incident", "shoe": "S", "coup": 1, "noticed": r.at("04:40")});
    with(r.irregularity(kind, facts), reported)
}

/// A coup whose first two cards lay with the wrong hands and were put right.
pub fn reordered(r: Rules, change: Value) -> Vec<Value> {
    let first = if r == V7 { "BPPB" } else { "PBB" };
    let why = [r.irregularity("dealt_out_of_order", json!({"reconstructed": true}))];
    let mut all = json!({"first_to": first, "irregularities": why});
    for (name, value) in change.as_object().unwrap() {
        all[name] = value.clone();
    }
    vec![r.coup(all)]
}
