//! Wagers beside other wagers: what may not be combined, and what is above the table's sign.
//! The Player wins with 7, at Baccarat with 9, and one seven is no Super 7's.

use resettle_audit::Code;
use serde_json::{Value, json};

use super::cell::{Cell, NONE, beside as cell};
use crate::setup::Rules::{self, Star};
use crate::setup::{ALL, MBS};
use resettle_testkit::with;

const NOT_PERMITTED: &[(Code, &[Rules])] = &[(Code::NotPermitted, NONE)];
const OVER: &[(Code, &[Rules])] = &[(Code::OverLimit, NONE)];

/// A wager by whoever sits there, placed so many seconds after the opening.
fn wager(r: Rules, seat: u64, second: u64, bet: &str, stake: i64, returned: i64, change: Value) -> Value {
    let wager = json!({
        "id": format!("w{second}"), "seat": seat.to_string(), "bet": bet, "stake": stake, "returned": returned,
        "placed": r.at(&format!("02:{second:02}")),
    });
    with(wager, change)
}

/// 1000 on the Player, who wins.
fn player(r: Rules, seat: u64, second: u64, change: Value) -> Value {
    wager(r, seat, second, "player", 1000, r.win(), change)
}

/// 1000 on a bet that loses.
fn lost(r: Rules, seat: u64, second: u64, bet: &str, change: Value) -> Value {
    wager(r, seat, second, bet, 1000, 0, change)
}

fn coup<const N: usize>(r: Rules, wagers: [Value; N]) -> Value {
    r.coup(json!({"wagers": wagers.as_slice()}))
}

fn sign(r: Rules, limits: Value) -> Value {
    with(json!({"at": r.at("00:02"), "type": "limits"}), limits)
}

pub fn combined() -> Vec<Cell> {
    vec![
        cell(
            "somebody on the Player who then goes on the Banker",
            &[Star],
            |r| vec![coup(r, [player(r, 1, 10, json!({})), lost(r, 1, 11, "banker", json!({}))])],
            NOT_PERMITTED,
        ),
        cell(
            "somebody on the Banker who then goes on the Player, logged the other way round",
            &[Star],
            |r| vec![coup(r, [player(r, 1, 11, json!({})), lost(r, 1, 10, "banker", json!({}))])],
            NOT_PERMITTED,
        ),
        cell(
            "both hands by one account at two seats",
            &[Star],
            |r| {
                let account = json!({"player": "A"});
                vec![coup(r, [player(r, 1, 10, account.clone()), lost(r, 2, 11, "banker", account)])]
            },
            NOT_PERMITTED,
        ),
        cell(
            "both hands by two people, by one with leave for the first or the second, and a hand with a tie",
            &[Star],
            |r| {
                let leave = || json!({"approved": true});
                vec![coup(
                    r,
                    [
                        player(r, 1, 10, json!({})),
                        lost(r, 2, 11, "banker", json!({})),
                        lost(r, 1, 12, "tie", json!({})),
                        player(r, 3, 13, leave()),
                        lost(r, 3, 14, "banker", json!({})),
                        player(r, 4, 15, json!({})),
                        lost(r, 4, 16, "banker", leave()),
                    ],
                )]
            },
            &[],
        ),
        cell(
            "Super 7's of one, and a tie of somebody else",
            &[Star],
            |r| vec![coup(r, [lost(r, 1, 11, "super_sevens", json!({})), lost(r, 2, 11, "tie", json!({"id": "w12"}))])],
            &[],
        ),
        cell(
            "Super 7's of one, and a tie of somebody else a second later",
            &[Star],
            |r| vec![coup(r, [lost(r, 1, 10, "super_sevens", json!({})), lost(r, 2, 11, "tie", json!({}))])],
            NOT_PERMITTED,
        ),
        cell(
            "Super 7's of one, and a tie of somebody else at a time that nobody logged",
            &[Star],
            |r| {
                let tie = lost(r, 2, 11, "tie", json!({"placed": null}));
                vec![coup(r, [lost(r, 1, 10, "super_sevens", json!({})), tie])]
            },
            &[],
        ),
        cell(
            "Super 7's of one, and an earlier tie of somebody else that is withdrawn later",
            &[Star],
            |r| {
                let back = json!({"withdrawn": r.at("02:20"), "returned": 1000});
                vec![coup(r, [lost(r, 1, 11, "super_sevens", json!({})), lost(r, 2, 10, "tie", back)])]
            },
            &[],
        ),
        cell(
            "Super 7's of one, after the tie of somebody else was withdrawn",
            &[Star],
            |r| {
                let back = json!({"withdrawn": r.at("02:12"), "returned": 1000});
                vec![coup(r, [lost(r, 1, 13, "super_sevens", json!({})), lost(r, 2, 10, "tie", back)])]
            },
            NOT_PERMITTED,
        ),
        cell(
            "a wager made with cash",
            &[Star],
            |r| vec![coup(r, [player(r, 1, 10, json!({"token": "cash"}))])],
            NOT_PERMITTED,
        ),
        cell(
            "a wager made with cash where no clause says with what, and one with a promotional token",
            ALL,
            |r| {
                let token = if r == Star { "promotional" } else { "cash" };
                vec![coup(r, [player(r, 1, 10, json!({"token": token}))])]
            },
            &[],
        ),
        cell(
            "a fourth Super 7's in an area, placed before the others were logged",
            &[Star],
            |r| {
                let sevens = |second| lost(r, second, second, "super_sevens", json!({"area": "1", "player": "A"}));
                vec![coup(r, [player(r, 1, 9, json!({})), sevens(13), sevens(10), sevens(11), sevens(12)])]
            },
            NOT_PERMITTED,
        ),
        cell(
            "three Super 7's in one area, three in another, one in none, and four ties in one",
            &[Star],
            |r| {
                let bet = |second, bet, area: Value| lost(r, 1, second, bet, json!({"area": area, "player": "A"}));
                let sevens = |second, area: Value| bet(second, "super_sevens", area);
                let tie = |second| bet(second, "tie", json!("1"));
                vec![coup(
                    r,
                    [
                        sevens(1, json!("1")),
                        sevens(2, json!("1")),
                        sevens(3, json!("1")),
                        sevens(4, json!("2")),
                        sevens(5, json!("2")),
                        sevens(6, json!("2")),
                        sevens(7, json!(null)),
                        tie(0),
                        tie(9),
                        tie(10),
                        tie(11),
                    ],
                )]
            },
            &[],
        ),
        cell(
            "a fourth and a fifth player on one bet in an area, and the first again",
            &[Star],
            |r| {
                let area = || json!({"area": "1"});
                let on = |seat, second| player(r, seat, second, area());
                vec![coup(
                    r,
                    [on(1, 1), on(2, 2), on(3, 3), on(4, 4), on(1, 5), on(5, 6), lost(r, 6, 7, "tie", area())],
                )]
            },
            &[(Code::NotPermitted, NONE), (Code::NotPermitted, NONE)],
        ),
    ]
}

/// 400 and then 400 of one player where 600 is the most.
pub fn above(r: Rules, returned: [i64; 2]) -> Vec<Value> {
    let [first, second] = returned;
    let wagers = [wager(r, 1, 11, "player", 400, second, json!({})), wager(r, 1, 10, "player", 400, first, json!({}))];
    vec![sign(r, json!({"max": {"player": 600}})), coup(r, wagers)]
}

/// The same on the Banker, who loses.
fn above_and_lost(r: Rules, back: i64) -> Vec<Value> {
    let wagers = [wager(r, 1, 10, "banker", 400, 0, json!({})), wager(r, 1, 11, "banker", 400, back, json!({}))];
    vec![sign(r, json!({"max": {"banker": 600}})), coup(r, wagers)]
}

/// What 400 on the Player return.
fn paid(r: Rules) -> i64 {
    r.win() * 4 / 10
}

pub fn limited() -> Vec<Cell> {
    vec![
        cell(
            "one player at the maximum, two wagers together",
            ALL,
            |r| {
                let wagers = [
                    wager(r, 1, 10, "player", 400, paid(r), json!({})),
                    wager(r, 2, 11, "player", 400, paid(r), json!({})),
                ];
                vec![sign(r, json!({"max": {"player": 400}})), coup(r, wagers)]
            },
            &[],
        ),
        cell("one player above the maximum, two wagers together paid whole", ALL, |r| above(r, [paid(r); 2]), OVER),
        cell("one player above the maximum, who loses both wagers whole", ALL, |r| above_and_lost(r, 0), OVER),
        cell("one player above the maximum, paid to it", &[Star], |r| above(r, [600, 500]), &[]),
        cell(
            "one player above the maximum, the earlier wager paid to it",
            &[Star],
            |r| above(r, [500, 600]),
            &[(Code::Underpaid, NONE), (Code::OverLimit, NONE)],
        ),
        cell("one player above the maximum, collected to it", &[Star], |r| above_and_lost(r, 200), &[]),
        cell(
            "one player above the maximum, and paid neither whole nor to it",
            &[Star],
            |r| above(r, [600, 560]),
            &[(Code::Underpaid, NONE)],
        ),
        cell(
            "one player above the maximum, paid to it where nothing says so",
            MBS,
            |r| above(r, [paid(r), paid(r) - if r == Rules::V7 { 200 } else { 100 }]),
            &[(Code::Underpaid, MBS)],
        ),
        cell(
            "far above the maximum: the last wager counts for nothing, the one before for a part",
            &[Star],
            |r| {
                let wagers = [300, 300, 400].into_iter().zip([450, 400, 400]).zip(10..);
                let wagers =
                    wagers.map(|((stake, returned), at)| wager(r, 1, at, "player", stake, returned, json!({})));
                vec![sign(r, json!({"max": {"player": 500}})), r.coup(json!({"wagers": wagers.collect::<Vec<_>>()}))]
            },
            &[],
        ),
        cell(
            "a seat's own maximum, and a player's before the seat's",
            ALL,
            |r| {
                vec![
                    sign(r, json!({"max": {"player": 500}})),
                    sign(r, json!({"seat": "1", "max": {"player": 1000}})),
                    sign(r, json!({"seat": "2", "max": {"player": 600}})),
                    sign(r, json!({"player": "A", "max": {"player": 2000}})),
                    coup(r, [player(r, 1, 10, json!({})), player(r, 2, 11, json!({"player": "A"}))]),
                ]
            },
            &[],
        ),
        cell(
            "a seat's own maximum holds for that seat alone",
            ALL,
            |r| {
                vec![
                    sign(r, json!({"max": {"player": 500}})),
                    sign(r, json!({"seat": "1", "max": {"player": 1000}})),
                    coup(r, [player(r, 1, 10, json!({})), player(r, 2, 11, json!({}))]),
                ]
            },
            OVER,
        ),
        cell(
            "a player and the area of the same wager above their maxima, paid whole",
            ALL,
            |r| {
                let sign = sign(r, json!({"max": {"player": 500}, "area_max": 600}));
                vec![sign, coup(r, [player(r, 1, 10, json!({"area": "1"}))])]
            },
            OVER,
        ),
        cell(
            "two players above their maxima, paid whole",
            ALL,
            |r| {
                let sign = sign(r, json!({"max": {"player": 500}}));
                vec![sign, coup(r, [player(r, 1, 10, json!({})), player(r, 2, 11, json!({}))])]
            },
            &[(Code::OverLimit, NONE), (Code::OverLimit, NONE)],
        ),
        cell(
            "a maximum of one bet binds no other",
            ALL,
            |r| vec![sign(r, json!({"max": {"tie": 500}})), coup(r, [player(r, 1, 10, json!({}))])],
            &[],
        ),
        cell("an area above its maximum, paid whole", ALL, |r| shared(r, [paid(r) * 2, paid(r)]), OVER),
        cell("an area above its maximum, paid by its exact shares", &[Star], |r| shared(r, [1000, 500]), &[]),
        cell(
            "an area above its maximum, shares a chip too great and a chip too small",
            &[Star],
            |r| shared(r, [1100, 600]),
            &[],
        ),
        cell(
            "an area above its maximum, one share too small and one that is nobody's",
            &[Star],
            |r| shared(r, [900, 650]),
            &[(Code::Underpaid, NONE), (Code::Overpaid, NONE)],
        ),
        cell(
            "an area above its maximum, collected by shares a chip too small and a chip too great",
            &[Star],
            |r| shared_and_lost(r, [290, 110]),
            &[],
        ),
        cell(
            "an area above its maximum, collected by shares a chip too great and a chip too small",
            &[Star],
            |r| shared_and_lost(r, [270, 130]),
            &[],
        ),
        cell(
            "an area above its maximum, collected by shares of more than a chip beside",
            &[Star],
            |r| shared_and_lost(r, [269, 131]),
            &[(Code::Underpaid, NONE), (Code::Overpaid, NONE)],
        ),
        cell(
            "an area at its maximum",
            ALL,
            |r| area(r, json!({"area_max": 800, "chip": 100}), "player", [(400, paid(r)); 2]),
            &[],
        ),
        cell(
            "an area above its maximum only because a player is above theirs, paid to that",
            &[Star],
            |r| {
                let limits = json!({"max": {"player": 500}, "area_max": 900, "chip": 100});
                area(r, limits, "player", [(1000, 1300), (400, 600)])
            },
            &[],
        ),
    ]
}

/// 800 and 400 on the Player in one area where 600 is the most: shares of 400 and 200, give or take a chip of 100.
fn shared(r: Rules, [one, other]: [i64; 2]) -> Vec<Value> {
    area(r, json!({"area_max": 600, "chip": 100}), "player", [(800, one), (400, other)])
}

/// 700 and 300 on the Banker, who loses, where 600 is the most: shares of 420 and 180, give or take a chip of 10.
fn shared_and_lost(r: Rules, [one, other]: [i64; 2]) -> Vec<Value> {
    area(r, json!({"area_max": 600, "chip": 10}), "banker", [(700, one), (300, other)])
}

/// Two players on one bet in one area, each with a stake and what came back.
fn area(r: Rules, limits: Value, bet: &str, wagers: [(i64, i64); 2]) -> Vec<Value> {
    let [one, other] = wagers;
    let on = |seat, (stake, returned)| wager(r, seat, 9 + seat, bet, stake, returned, json!({"area": "1"}));
    vec![sign(r, limits), coup(r, [on(1, one), on(2, other)])]
}
