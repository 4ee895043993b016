//! Late wagers, failed terminals, Super 7's.

use resettle_audit::Code;
use serde_json::{Value, json};

use super::cell::{Cell, NONE, one};
use crate::setup::Rules::{self, E, Mbs2011, Star};
use crate::setup::{ALL, SEVEN_UP};

const LATE: &str = "a late wager that was settled";
const WITHDRAWN: &str = "a late withdrawal, or a removal without a clause, that was let out";
const TERMINAL: &str = "a terminal that failed after the close, and its wager returned";

pub fn wagers() -> Vec<Cell> {
    vec![
        Cell {
            row: LATE,
            what: "a wager placed a second after the close, paid",
            under: ALL,
            records: |r| one(r, r.wager_but(r.win(), json!({"placed": r.at("02:23")}))),
            finds: &[(Code::LateHonoured, &[E, Star])],
        },
        Cell {
            row: LATE,
            what: "a wager placed a second after the close, lost",
            under: ALL,
            records: |r| one(r, r.wager_but(0, json!({"placed": r.at("02:23"), "bet": "banker"}))),
            finds: &[(Code::LateHonoured, &[E, Star])],
        },
        Cell {
            row: LATE,
            what: "a late wager, paid as no odds have it",
            under: ALL,
            records: |r| one(r, r.wager_but(7777, json!({"placed": r.at("02:23")}))),
            finds: &[(Code::LateHonoured, &[E, Star])],
        },
        Cell {
            row: WITHDRAWN,
            what: "a wager withdrawn a second after the close from a loss",
            under: ALL,
            records: |r| one(r, r.wager_but(1000, json!({"withdrawn": r.at("02:23"), "bet": "banker"}))),
            finds: &[(Code::WithdrawnHonoured, &[E, Star])],
        },
        Cell {
            row: WITHDRAWN,
            what: "a wager removed without a reconstruction from a loss",
            under: ALL,
            records: |r| one(r, r.wager_but(1000, json!({"removed": "reconstruction", "bet": "banker"}))),
            finds: &[(Code::WithdrawnHonoured, &[E, Star])],
        },
        Cell {
            row: "",
            what: "a wager withdrawn late, and given neither stake nor settlement",
            under: ALL,
            records: |r| one(r, r.wager_but(400, json!({"withdrawn": r.at("02:23"), "bet": "banker"}))),
            finds: &[(Code::Overpaid, NONE)],
        },
        Cell {
            row: "",
            what: "a wager placed before the close, its stake simply returned though it won",
            under: ALL,
            records: |r| one(r, r.wager(1000)),
            finds: &[(Code::Underpaid, NONE)],
        },
        Cell {
            row: "",
            what: "a wager withdrawn before the close, and paid",
            under: ALL,
            records: |r| one(r, r.wager_but(r.win(), json!({"withdrawn": r.at("02:19")}))),
            finds: &[(Code::Overpaid, NONE)],
        },
        Cell {
            row: TERMINAL,
            what: "terminals fail before the second card, and the stake goes back",
            under: &[E],
            records: |r| failed_terminal(r, 1, 1000),
            finds: &[(Code::Underpaid, &[E])],
        },
        Cell {
            row: TERMINAL,
            what: "terminals fail before the second card, and the stake of a loser goes back",
            under: &[E],
            records: |r| {
                let why = json!({"affects": "terminals", "after_cards": 1});
                let wager = r.wager_but(1000, json!({"terminal": "T1", "bet": "banker"}));
                let irregularity = r.irregularity("technical_interruption", why);
                vec![r.coup(json!({"irregularities": [irregularity], "wagers": [wager]}))]
            },
            finds: &[(Code::Overpaid, &[E])],
        },
        Cell {
            row: "",
            what: "terminals fail before the second card, and neither stake nor win goes back",
            under: &[E],
            records: |r| failed_terminal(r, 1, 700),
            finds: &[(Code::Underpaid, NONE)],
        },
        Cell {
            row: "",
            what: "another terminal fails, and the stake goes back",
            under: &[E],
            records: |r| {
                let why = json!({"affects": "terminals", "terminals": ["T2"], "after_cards": 1});
                let wager = r.wager_but(1000, json!({"terminal": "T1"}));
                let irregularity = r.irregularity("technical_interruption", why);
                vec![r.coup(json!({"irregularities": [irregularity], "wagers": [wager]}))]
            },
            finds: &[(Code::Underpaid, NONE)],
        },
    ]
}

const SEVENS: &str = "Super 7's, right if only the sevens of one hand counted";

/// Banker 7 and 9, Player 7 (printed) and a king: two sevens, one in each hand.
const ONE_EACH: &[&str] = &["7H", "KD", "9S"];
/// Player 7 (printed), 7 and a king; Banker 2 and 4.
const BOTH_IN_ONE: &[&str] = &["2D", "7C", "4S", "KD"];

pub fn sevens() -> Vec<Cell> {
    vec![
        Cell {
            row: SEVENS,
            what: "a seven in each hand, and Super 7's lost",
            under: SEVEN_UP,
            records: |r| {
                super_sevens(r, ONE_EACH, json!({"result": "player", "player": 7, "banker": 6, "sevens": 2}), 0)
            },
            finds: &[(Code::Underpaid, &[Mbs2011])],
        },
        Cell {
            row: "",
            what: "a seven in each hand, and Super 7's paid as for none and more",
            under: SEVEN_UP,
            records: |r| {
                super_sevens(r, ONE_EACH, json!({"result": "player", "player": 7, "banker": 6, "sevens": 2}), 1)
            },
            finds: &[(Code::Underpaid, NONE)],
        },
        Cell {
            row: "",
            what: "two sevens in one hand, and Super 7's lost",
            under: SEVEN_UP,
            records: |r| {
                super_sevens(r, BOTH_IN_ONE, json!({"result": "banker", "player": 4, "banker": 6, "sevens": 2}), 0)
            },
            finds: &[(Code::Underpaid, NONE)],
        },
        Cell {
            row: "",
            what: "a seven in each hand, and one announced",
            under: SEVEN_UP,
            records: |r| {
                super_sevens(r, ONE_EACH, json!({"result": "player", "player": 7, "banker": 6, "sevens": 1}), 3000)
            },
            finds: &[(Code::Misdeclared, NONE)],
        },
    ]
}

/// A coup in which terminals fail after the close, when so many cards had been dealt.
pub fn failed_terminal(r: Rules, after: u64, returned: i64) -> Vec<Value> {
    let why = json!({"affects": "terminals", "terminals": ["T1"], "after_cards": after});
    let wager = r.wager_but(returned, json!({"terminal": "T1"}));
    vec![r.coup(json!({"irregularities": [r.irregularity("technical_interruption", why)], "wagers": [wager]}))]
}

fn super_sevens(r: Rules, cards: &[&str], declared: Value, returned: i64) -> Vec<Value> {
    let player = if declared["result"] == "player" { r.win() } else { 0 };
    let wagers = [r.wager(player), r.wager_but(returned, json!({"id": "w2", "bet": "super_sevens"}))];
    let shown = declared["result"].clone();
    vec![r.coup(json!({"cards": cards, "wagers": wagers, "declared": declared, "wrd": shown}))]
}
