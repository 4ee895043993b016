//! Winnings of half a minor unit, and winnings that no chip at the table pays.

use resettle_audit::Code;
use serde_json::{Value, json};

use super::cell::{Cell, NONE, beside as cell};
use crate::setup::Rules::{self, E, Mbs2011, Star, V6};

/// The rulesets that pay 1 to 2 and say nothing of a fraction.
const HALVES: &[Rules] = &[Mbs2011, V6, E];

pub fn fractions() -> Vec<Cell> {
    vec![
        cell("winnings of half a unit, left out", HALVES, |r| odd(r, 1, 1501), &[]),
        cell("winnings of half a unit, rounded up", HALVES, |r| odd(r, 1, 1502), &[]),
        cell("winnings of half a unit, one more left out", HALVES, |r| odd(r, 1, 1500), &[(Code::Underpaid, NONE)]),
        cell("winnings of half a unit, one more paid", HALVES, |r| odd(r, 1, 1503), &[(Code::Overpaid, NONE)]),
        cell("winnings of half a unit where the smallest chip is one", &[Star], |r| odd(r, 1, 1502), &[]),
        cell("winnings between two chips, rounded up", &[Star], |r| odd(r, 500, 2001), &[]),
        cell(
            "winnings between two chips, paid to the unit",
            &[Star],
            |r| odd(r, 500, 1502),
            &[(Code::Underpaid, NONE)],
        ),
    ]
}

/// 1001 on the Player, who wins with 7: 1 to 2 is 500 and a half.
fn odd(r: Rules, chip: i64, returned: i64) -> Vec<Value> {
    let sign = json!({"at": r.at("00:02"), "type": "limits", "chip": chip});
    vec![sign, r.coup(json!({"wagers": [r.wager_but(returned, json!({"stake": 1001}))]}))]
}
