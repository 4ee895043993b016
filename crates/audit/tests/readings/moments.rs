//! Further rows of the table, and cases right beside rows that go further than they should.

use resettle_audit::Code;
use serde_json::{Value, json};

use super::cell::{Cell, NONE, one, voided};
use super::misdeals::reordered;
use super::voids::incident;
use super::wagers::failed_terminal;
use crate::setup::Rules;
use crate::setup::Rules::{E, Mbs2011, Star, V6, V7};
use crate::setup::{ALL, TABLES};

const INSTANT: &str = "a wager placed or withdrawn at the very instant of the close, treated as late";
const DISPLAY: &str = "an announced display error, and the display that shows it";
const TERMINAL: &str = "a terminal that failed after the close, and its wager returned";
const CHECK: &str = "a genuine card too many, and no check before the next coup";
const ORDER: &str = "an order of the shoe that was put right, voided by the shift manager";

pub fn cells() -> Vec<Cell> {
    vec![
        Cell {
            row: "",
            what: "a coup that was closed in the instant in which it was opened",
            under: ALL,
            records: |r| {
                let at = r.at("02:10");
                let times = json!({"opened": at, "closed": at, "first_card": at, "settled": at});
                vec![r.coup(json!({"times": times}))]
            },
            finds: &[],
        },
        Cell {
            row: INSTANT,
            what: "placed at the instant of the close, and its stake simply returned though it won",
            under: ALL,
            records: |r| one(r, r.wager_but(1000, json!({"placed": r.close()}))),
            finds: &[(Code::Underpaid, ALL)],
        },
        Cell {
            row: INSTANT,
            what: "placed at the instant of the close, and its stake simply returned though it lost",
            under: ALL,
            records: |r| one(r, r.wager_but(1000, json!({"placed": r.close(), "bet": "banker"}))),
            finds: &[(Code::Overpaid, ALL)],
        },
        Cell {
            row: "",
            what: "placed at the instant of the close, and paid as no reading has it",
            under: ALL,
            records: |r| one(r, r.wager_but(1100, json!({"placed": r.close()}))),
            finds: &[(Code::Underpaid, NONE)],
        },
        Cell {
            row: INSTANT,
            what: "withdrawn at the instant of the close, and paid as it won",
            under: ALL,
            records: |r| one(r, r.wager_but(r.win(), json!({"withdrawn": r.close()}))),
            finds: &[(Code::Overpaid, ALL)],
        },
        Cell {
            row: INSTANT,
            what: "withdrawn at the instant of the close, and collected as it lost",
            under: ALL,
            records: |r| one(r, r.wager_but(0, json!({"withdrawn": r.close(), "bet": "banker"}))),
            finds: &[(Code::Underpaid, ALL)],
        },
        Cell {
            row: "",
            what: "withdrawn at the instant of the close from a loss, and paid",
            under: ALL,
            records: |r| one(r, r.wager_but(2000, json!({"withdrawn": r.close(), "bet": "banker"}))),
            finds: &[(Code::Overpaid, NONE)],
        },
        Cell {
            row: "",
            what: "cards put right in their order, a wrong call, a wrong display, a winner not paid",
            under: ALL,
            records: |r| {
                let wrong = json!({"declared": r.declared("banker"), "wrd": "banker", "wagers": [r.wager(0)]});
                reordered(r, wrong)
            },
            finds: &[(Code::Misdeclared, NONE), (Code::WrdMismatch, NONE), (Code::Underpaid, NONE)],
        },
        Cell {
            row: "",
            what: "cards drawn together in a known order, a wrong call",
            under: ALL,
            records: |r| {
                let why = [r.irregularity("cards_drawn_together", json!({"cards": [0, 1], "order_known": true}))];
                let wrong = json!({"declared": r.declared("banker"), "wrd": "banker", "wagers": []});
                let mut coup = r.coup(wrong);
                coup["irregularities"] = json!(why);
                vec![coup]
            },
            finds: &[(Code::Misdeclared, NONE), (Code::WrdMismatch, NONE)],
        },
        Cell {
            row: "",
            what: "a number of cards put right, and still one too many",
            under: ALL,
            records: |r| {
                let facts = json!({"dealt": "too_many", "stage": "initial_deal", "reconstructed": true});
                let (cards, to, declared) = r.surplus();
                vec![r.coup(json!({
                    "irregularities": [r.irregularity("wrong_card_count", facts)],
                    "cards": cards, "reconstructed_cards": cards, "to": to, "declared": declared,
                }))]
            },
            finds: &[(Code::ExtraDraw, NONE)],
        },
        Cell {
            row: DISPLAY,
            what: "an announced display error, and the wagers paid by the cards",
            under: TABLES,
            records: |r| vec![display_error(r, r.win())],
            finds: &[(Code::WrdMismatch, TABLES)],
        },
        Cell {
            row: DISPLAY,
            what: "an announced display error, and the wagers paid by the cards",
            under: &[E, Star],
            records: |r| vec![display_error(r, r.win())],
            finds: &[(Code::WrdMismatch, NONE)],
        },
        Cell {
            row: "",
            what: "an announced display error, and a wager paid neither by the cards nor by the display",
            under: ALL,
            records: |r| vec![display_error(r, 700)],
            finds: &[(Code::WrdMismatch, TABLES), (Code::Underpaid, NONE)],
        },
        Cell {
            row: CHECK,
            what: "an extra card, voided, and no check before the next coup",
            under: &[Star],
            records: |r| vec![voided(r, "extra_card", json!({}), r.wager(1000)), r.numbered(2, json!({}))],
            finds: &[(Code::CheckMissing, &[Star])],
        },
        Cell {
            row: CHECK,
            what: "an incident of an extra card, and no check before the next coup",
            under: &[Star],
            records: |r| {
                let mut found = incident(r, "extra_card");
                found["notified"] = json!(["surveillance", "inspector"]);
                vec![r.coup(json!({})), found, r.numbered(2, json!({}))]
            },
            finds: &[(Code::CheckMissing, &[Star])],
        },
        Cell {
            row: ORDER,
            what: "an order of the shoe put right, and voided by the shift manager",
            under: &[V6, V7, E],
            records: |r| {
                let facts = json!({"reconstructed": true, "by": "gaming_shift_manager"});
                vec![voided(r, "order_altered", facts, r.wager(1000))]
            },
            finds: &[(Code::VoidGroundless, &[E])],
        },
        Cell {
            row: "",
            what: "withdrawn in time, and kept when the coup was voided",
            under: ALL,
            records: |r| {
                let wager = r.wager_but(0, json!({"withdrawn": r.at("02:15")}));
                vec![voided(r, "foreign_card", json!({}), wager)]
            },
            finds: &[(Code::Underpaid, NONE)],
        },
        Cell {
            row: "",
            what: "not taken by the terminal, and kept when the coup was voided",
            under: &[E],
            records: |r| vec![voided(r, "foreign_card", json!({}), r.wager_but(0, json!({"accepted": false})))],
            finds: &[(Code::Underpaid, NONE)],
        },
        Cell {
            row: "",
            what: "placed late, and kept when the coup was voided",
            under: &[Mbs2011, V6, V7],
            records: |r| {
                let wager = r.wager_but(0, json!({"placed": r.at("02:23")}));
                vec![voided(r, "foreign_card", json!({}), wager)]
            },
            finds: &[(Code::Underpaid, NONE)],
        },
        Cell {
            row: TERMINAL,
            what: "terminals fail when all cards are dealt, and the stake goes back",
            under: &[E],
            records: |r| failed_terminal(r, 3, 1000),
            finds: &[(Code::Underpaid, &[E])],
        },
    ]
}

/// A coup that the display showed as the Banker's, with the error announced.
pub fn display_error(r: Rules, returned: i64) -> Value {
    let why = [r.irregularity("display_error", json!({}))];
    r.coup(json!({"irregularities": why, "wrd": "banker", "wagers": [r.wager(returned)]}))
}
