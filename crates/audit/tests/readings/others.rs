//! Readings by which another clause, or none, decides; and payments that are right by another reading of the sign, of the
//! rounding, of a combination or of a display.

use resettle_audit::Code;
use serde_json::{Value, json};

use super::cell::{Cell, NONE, one, voided};
use super::moments::display_error;
use crate::setup::Rules::{self, E, Mbs2011, Star, V6, V7};
use crate::setup::{ALL, MBS, TABLES};
use resettle_testkit::with;

const DRAW: &str = "a third card drawn without authority, settled";
const STRADDLE: &str = "cards drawn together, not all of them of the initial deal, settled";
const ALTERED: &str = "cards out of order, or drawn together after the initial deal, and the coup voided";
const COUNT: &str =
    "a wrong number of cards put right, or a known order not put right, and the coup voided by the shift manager";
const UNSHUFFLED: &str = "unshuffled cards noticed after the settlement, and the coup voided";
const DRAW_VOID: &str = "a card drawn without authority, and the coup voided by a casino supervisor";
const LATE_DRAW: &str = "a card drawn without authority that is noticed too late, judged by the cards";
const EXCESS: &str = "a wager above the maximum, settled as if the excess did not count";
const PAYMENT: &str = "winnings paid as if the whole payment were rounded";
const COMBINED: &str = "a wager that may not stand beside the others, and simply returned";
const CASH: &str = "a wager made with what the rules do not name, and simply returned";
const BY_DISPLAY: &str = "an announced display error, and a wager paid by the display";
const OPEN: &str = "a terminal that failed before the close, one of its wagers returned and the others settled";

fn row(
    row: &'static str,
    what: &'static str,
    under: &'static [Rules],
    records: fn(Rules) -> Vec<Value>,
    finds: &'static [(Code, &'static [Rules])],
) -> Cell {
    Cell { row, what, under, records, finds }
}

/// Coups that were voided, or settled, where another reading of a clause says that they had to.
pub fn clauses() -> Vec<Cell> {
    vec![
        row(DRAW, "a third card without authority, settled", &[V6, V7], |r| drew(r, json!({})), UNDECLARED_OF_TABLES),
        row(
            "",
            "a wrong number of cards, settled",
            &[V6, V7],
            |r| {
                let (cards, to, declared) = r.surplus();
                let facts = json!({"hand": "banker", "dealt": "too_many", "stage": "draws"});
                let why = [r.irregularity("wrong_card_count", facts)];
                vec![r.coup(json!({"cards": cards, "to": to, "declared": declared, "irregularities": why}))]
            },
            &[(Code::VoidUndeclared, NONE)],
        ),
        row(STRADDLE, "the last card of the deal and the first draw together, settled", ALL, straddling, STRADDLED),
        row(
            "",
            "two cards of the initial deal together, settled",
            ALL,
            |r| vec![long(r, json!({"irregularities": [together(r, [0, 1])]}))],
            &[(Code::VoidUndeclared, NONE)],
        ),
        row(ALTERED, "cards out of order, voided", &[Mbs2011, V6, V7, E], out_of_order, ALTERED_FOUND),
        row(
            ALTERED,
            "two draws together, voided",
            &[Mbs2011, V6, V7],
            |r| {
                let initial = if r == V7 { 4 } else { 3 };
                let why = [together(r, [initial, initial + 1])];
                let void = json!({"declared": {"result": "void"}, "wrd": "void", "wagers": [r.wager(1000)]});
                vec![with(long(r, json!({"irregularities": why})), void)]
            },
            ALTERED_FOUND,
        ),
        row(
            "",
            "cards out of order and put right, voided",
            &[V6, V7],
            |r| vec![voided(r, "dealt_out_of_order", json!({"reconstructed": true}), r.wager(1000))],
            &[(Code::VoidGroundless, NONE)],
        ),
        row(
            COUNT,
            "a number of cards put right, voided by the shift manager",
            ALL,
            |r| {
                let facts = json!({"reconstructed": true, "dealt": "too_many", "stage": "draws"});
                let facts = with(facts, json!({"by": "gaming_shift_manager", "ruling": "void"}));
                vec![voided(r, "wrong_card_count", facts, r.wager(1000))]
            },
            &[(Code::VoidGroundless, &[E])],
        ),
        row(
            COUNT,
            "a known order that nobody put right, voided by the shift manager",
            &[E],
            |r| {
                let facts = json!({"cards": [1, 2], "order_known": true, "by": "gaming_shift_manager"});
                vec![voided(r, "cards_drawn_together", facts, r.wager(1000))]
            },
            &[(Code::VoidGroundless, &[E])],
        ),
        row(
            "",
            "a number of cards put right, voided against the shift manager's word",
            &[E],
            |r| {
                let facts = json!({"reconstructed": true, "dealt": "too_many", "stage": "draws"});
                let facts = with(facts, json!({"by": "gaming_shift_manager", "ruling": "stands"}));
                vec![voided(r, "wrong_card_count", facts, r.wager(1000))]
            },
            &[(Code::VoidGroundless, NONE)],
        ),
        row(
            UNSHUFFLED,
            "unshuffled cards noticed after the settlement, voided",
            ALL,
            |r| vec![voided(r, "unshuffled_cards", json!({"noticed": r.at("02:52")}), r.wager(1000))],
            &[(Code::VoidGroundless, &[E])],
        ),
        row(
            "",
            "an extra card noticed after the settlement, voided by the shift manager",
            &[E],
            |r| {
                let facts = json!({"noticed": r.at("02:52"), "by": "gaming_shift_manager"});
                vec![voided(r, "extra_card", facts, r.wager(1000))]
            },
            &[(Code::VoidGroundless, NONE)],
        ),
        row(
            DRAW_VOID,
            "the Banker's third card without authority, voided by a supervisor",
            &[Mbs2011, E, Star],
            |r| drew(r, json!({"declared": {"result": "void"}, "wrd": "void", "wagers": [r.wager(1000)]})),
            &[(Code::VoidGroundless, &[Star])],
        ),
        row(
            "",
            "the Banker's third card without authority, voided by nobody",
            &[Star],
            |r| {
                let void = json!({"declared": {"result": "void"}, "wrd": "void", "wagers": [r.wager(1000)]});
                let mut coups = drew(r, void);
                coups[0]["irregularities"][0].as_object_mut().unwrap().remove("by");
                coups
            },
            &[(Code::VoidGroundless, NONE)],
        ),
    ]
}

const UNDECLARED_OF_TABLES: &[(Code, &[Rules])] = &[(Code::VoidUndeclared, &[V6, V7])];
const STRADDLED: &[(Code, &[Rules])] = &[(Code::VoidUndeclared, TABLES)];
const ALTERED_FOUND: &[(Code, &[Rules])] = &[(Code::VoidGroundless, &[V6, V7])];
const UNDERPAID: &[(Code, &[Rules])] = &[(Code::Underpaid, &[Star])];

/// Payments that another reading has.
pub fn payments() -> Vec<Cell> {
    vec![
        row(
            EXCESS,
            "a winner above the maximum, paid to it",
            MBS,
            |r| {
                let sign = json!({"at": r.at("00:02"), "type": "limits", "max": {"player": 600}});
                let half = (r.win() - 1000) * 6 / 10 + 1000;
                vec![sign, r.coup(json!({"wagers": [r.wager(half)]}))]
            },
            &[(Code::Underpaid, MBS)],
        ),
        row(
            EXCESS,
            "a loser above the maximum, collected to it",
            MBS,
            |r| {
                let sign = json!({"at": r.at("00:02"), "type": "limits", "max": {"banker": 600}});
                vec![sign, r.coup(json!({"wagers": [r.wager_but(400, json!({"bet": "banker"}))]}))]
            },
            &[(Code::Overpaid, MBS)],
        ),
        row(
            "",
            "a winner above the maximum, paid neither whole nor to it",
            MBS,
            |r| {
                let sign = json!({"at": r.at("00:02"), "type": "limits", "max": {"player": 600}});
                vec![sign, r.coup(json!({"wagers": [r.wager(1111)]}))]
            },
            &[(Code::OverLimit, NONE), (Code::Underpaid, NONE)],
        ),
        row(PAYMENT, "300 that win half, paid as 450 rounded up", &[Star], |r| rounded(r, 300, 500), UNDERPAID),
        row(
            PAYMENT,
            "2300 that win half, paid as 3450 rounded up",
            &[Star],
            |r| rounded(r, 2300, 3500),
            &[(Code::Underpaid, &[Star])],
        ),
        row(
            PAYMENT,
            "1700 that win half, paid as 2550 rounded up",
            &[Star],
            |r| rounded(r, 1700, 3000),
            &[(Code::Overpaid, &[Star])],
        ),
        row("", "300 that win half, paid by neither", &[Star], |r| rounded(r, 300, 600), &[(Code::Underpaid, NONE)]),
        row(
            COMBINED,
            "both hands without approval, and the later stake of a winner simply returned",
            &[Star],
            |r| {
                let later = json!({"id": "w2", "placed": r.at("02:11")});
                let wagers = [r.wager_but(0, json!({"bet": "banker"})), r.wager_but(1000, later)];
                vec![r.coup(json!({"wagers": wagers}))]
            },
            &[(Code::NotPermitted, NONE), (Code::Underpaid, &[Star])],
        ),
        row(
            COMBINED,
            "both hands without approval, and the later stake of a loser simply returned",
            &[Star],
            |r| {
                let later = json!({"id": "w2", "bet": "banker", "placed": r.at("02:11")});
                vec![r.coup(json!({"wagers": [r.wager(r.win()), r.wager_but(1000, later)]}))]
            },
            &[(Code::NotPermitted, NONE), (Code::Overpaid, &[Star])],
        ),
        row(
            "",
            "both hands without approval, and the earlier stake of a winner simply returned",
            &[Star],
            |r| {
                let later = json!({"id": "w2", "bet": "banker", "placed": r.at("02:11")});
                vec![r.coup(json!({"wagers": [r.wager(1000), r.wager_but(0, later)]}))]
            },
            &[(Code::NotPermitted, NONE), (Code::Underpaid, NONE)],
        ),
        row(
            CASH,
            "a wager made with cash, and the stake of a winner simply returned",
            &[Star],
            |r| one(r, r.wager_but(1000, json!({"token": "cash"}))),
            &[(Code::NotPermitted, NONE), (Code::Underpaid, &[Star])],
        ),
        row(
            CASH,
            "a wager made with cash, and the stake of a loser simply returned",
            &[Star],
            |r| one(r, r.wager_but(1000, json!({"token": "cash", "bet": "banker"}))),
            &[(Code::NotPermitted, NONE), (Code::Overpaid, &[Star])],
        ),
        row(
            "",
            "a wager made with cash, and another amount",
            &[Star],
            |r| one(r, r.wager_but(1200, json!({"token": "cash"}))),
            &[(Code::NotPermitted, NONE), (Code::Underpaid, NONE)],
        ),
        row(
            "",
            "a wager below the minimum that the terminal shows, and simply returned",
            &[E],
            |r| {
                let sign = json!({"at": r.at("01:50"), "type": "limits", "chip": 100, "min": {"player": 2000}, "max": {"player": 9000}});
                vec![sign, r.coup(json!({"wagers": [r.wager(1000)]}))]
            },
            &[(Code::UnderLimit, NONE), (Code::Underpaid, NONE)],
        ),
        row(
            BY_DISPLAY,
            "an announced display error, a wager on what it showed lost by the cards",
            ALL,
            |r| vec![display_error(r, 0)],
            &[(Code::WrdMismatch, TABLES), (Code::Underpaid, TABLES)],
        ),
        row(
            BY_DISPLAY,
            "an announced display error, a wager on what it showed paid",
            ALL,
            |r| {
                let mut coup = display_error(r, 0);
                let even = if r == V7 { 1950 } else { 2000 };
                coup["wagers"] = json!([r.wager_but(even, json!({"bet": "banker"}))]);
                vec![coup]
            },
            &[(Code::WrdMismatch, TABLES), (Code::Overpaid, TABLES)],
        ),
        row(
            OPEN,
            "a terminal that failed before the close, a winner returned",
            &[E],
            |r| unlike(r, "player"),
            UNLIKE_WON,
        ),
        row(
            OPEN,
            "a terminal that failed before the close, a loser returned",
            &[E],
            |r| unlike(r, "banker"),
            UNLIKE_LOST,
        ),
        row(
            LATE_DRAW,
            "noticed too late: paid, and shown, by the cards",
            &[Star],
            |r| late_draw(r, [1000, 1000], "tie"),
            &[(Code::Underpaid, &[Star]), (Code::Overpaid, &[Star]), (Code::WrdMismatch, &[Star])],
        ),
        row(
            "",
            "noticed too late: paid by nothing",
            &[Star],
            |r| late_draw(r, [300, 0], "player"),
            &[(Code::Underpaid, NONE)],
        ),
    ]
}

const UNLIKE_WON: &[(Code, &[Rules])] = &[(Code::Underpaid, &[E])];
const UNLIKE_LOST: &[(Code, &[Rules])] = &[(Code::Overpaid, &[E])];

/// A coup whose Banker got a third card that nobody was allowed to draw; the card is set aside, or kept where a clause says so.
fn drew(r: Rules, change: Value) -> Vec<Value> {
    let (cards, to, declared) = r.surplus();
    let card = cards.len() - 1;
    let why = [r.irregularity("unauthorised_draw", json!({"hand": "banker", "card": card}))];
    let dealt = json!({"cards": cards, "to": to, "declared": declared, "irregularities": why});
    vec![with(r.coup(dealt), change)]
}

/// A coup in which both hands drew.
fn long(r: Rules, change: Value) -> Value {
    let dealt = if r == V7 {
        let declared = json!({"result": "player", "player": 5, "banker": 4, "sevens": 0});
        json!({"cards": ["2D", "2C", "AD", "KD", "2H", "2S"], "declared": declared})
    } else {
        let declared = json!({"result": "player", "player": 7, "banker": 4, "sevens": 1});
        json!({"cards": ["KD", "6S", "4H", "4C", "TC"], "declared": declared})
    };
    with(r.coup(dealt), change)
}

fn together(r: Rules, cards: [usize; 2]) -> Value {
    r.irregularity("cards_drawn_together", json!({"cards": cards}))
}

fn straddling(r: Rules) -> Vec<Value> {
    let initial = if r == V7 { 4 } else { 3 };
    vec![long(r, json!({"irregularities": [together(r, [initial - 1, initial])]}))]
}

fn out_of_order(r: Rules) -> Vec<Value> {
    let first = if r == V7 { "BPPB" } else { "PBB" };
    let coup = voided(r, "dealt_out_of_order", json!({}), r.wager(1000));
    vec![with(coup, json!({"to": first, "first_to": first}))]
}

/// A winner of half the stake where the smallest chip is 500.
fn rounded(r: Rules, stake: i64, returned: i64) -> Vec<Value> {
    let sign = json!({"at": r.at("00:02"), "type": "limits", "chip": 500});
    // Chips come to no less than the smallest of them; a token may be worth less.
    let token = if stake < 500 { json!({"token": "promotional"}) } else { json!({}) };
    let mut coups = one(r, r.wager_but(returned, with(json!({"stake": stake}), token)));
    coups.insert(0, sign);
    coups
}

/// A terminal that failed before the close; two wagers on one bet, one of them settled, the other returned.
fn unlike(r: Rules, bet: &str) -> Vec<Value> {
    let facts = json!({"affects": "terminals", "terminals": ["T1"], "noticed": r.at("02:15")});
    let facts = with(facts, json!({"by": "gaming_shift_manager"}));
    let settled = if bet == "player" { 10 * r.win() } else { 0 };
    let whole = json!({"bet": bet, "terminal": "T1", "stake": 10_000});
    let back = json!({"id": "w2", "bet": bet, "terminal": "T1"});
    let wagers = [r.wager_but(settled, whole), r.wager_but(1000, back)];
    vec![r.coup(json!({"irregularities": [r.irregularity("technical_interruption", facts)], "wagers": wagers}))]
}

/// A card that the Player drew without authority: as it lies, 9 against 5; by the table of play it is the Banker's, and
/// both have 7. What came back of the Player's wager and of the Banker's.
fn late_draw(r: Rules, [player, banker]: [i64; 2], shown: &str) -> Vec<Value> {
    let declared = json!({"result": "player", "player": 9, "banker": 5, "sevens": 1});
    let wagers = [r.wager(player), r.wager_but(banker, json!({"id": "w2", "seat": "2", "bet": "banker"}))];
    let dealt = json!({"cards": ["2D", "KD", "3S", "2C"], "to": "BPBP", "declared": declared, "wagers": wagers});
    let facts = json!({"hand": "player", "card": 3, "noticed": r.at("04:40")});
    let reported = json!({"at": r.at("04:41"), "type": "incident", "shoe": "S", "coup": 1});
    let late = with(r.irregularity("unauthorised_draw", facts), reported);
    vec![with(r.coup(dealt), json!({"wrd": shown})), late, r.numbered(2, json!({"wagers": []}))]
}
