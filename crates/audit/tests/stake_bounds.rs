//! What rules bound otherwise than the table sign does: stakes by a minimum, by other stakes of the same player or by a unit; what a
//! wager wins; bets that close in the course of a shoe. Judged the quick way and the long way.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::sync::Arc;

use resettle_audit::{Check, Code, NotAsked};
use resettle_ruleset::Ruleset;
use resettle_testkit::with;
use serde_json::{Value, json};

use crate::both_ways::{self, Seen, star_with};
use crate::setup::Rules::Star;

/// The Star's rules with more limits.
fn rules(limits: &str) -> Arc<Ruleset> {
    star_with("limits:\n", &format!("limits:\n{limits}"))
}

/// What is found of a coup with these wagers under this sign.
fn judged(ruleset: &Arc<Ruleset>, sign: &Value, wagers: &[Value]) -> Seen {
    let sign = with(json!({"at": Star.at("00:30"), "type": "limits"}), sign.clone());
    both_ways::judged(ruleset, Check::Limits, &[sign], wagers)
}

/// A wager placed at a second of the coup; on the Player it wins 1 to 2, on others it loses.
fn wager(bet: &str, second: u32, stake: i64, whose: Value) -> Value {
    let returned = if bet == "player" { stake * Star.win() / 1000 } else { 0 };
    let placed = Star.at(&format!("02:{second:02}"));
    with(
        json!({"id": format!("{bet}-{second}"), "bet": bet, "stake": stake, "returned": returned, "placed": placed, "area": "1"}),
        whose,
    )
}

fn seat(name: &str) -> Value {
    json!({"seat": name})
}

/// The codes that are found of wagers, with these.
fn found(seen: &Seen) -> Vec<(Code, &str)> {
    seen.found.iter().filter_map(|(code, wager, _)| Some((*code, wager.as_deref()?))).collect()
}

fn sign() -> Value {
    json!({"chip": 100, "min": {"player": 1000, "tie": 100}, "max": {"player": 9_000_000, "tie": 9_000_000}})
}

#[test]
fn a_number_of_times_the_minimum_of_another_bet() {
    let rules =
        rules("  stakes:\n    - {bet: tie, at_least: 1 of 2, at_most: 3, minimum_of: player, clause: \"6.5\"}\n");
    let one = |stake| judged(&rules, &sign(), &[wager("tie", 10, stake, seat("1"))]);
    assert!(found(&one(3000)).is_empty());
    assert!(found(&one(500)).is_empty());
    let above = one(3100);
    assert_eq!(found(&above), [(Code::OverLimit, "tie-10")]);
    assert!(above.found[0].2.contains("by the minimum of player"), "{:?}", above.found);
    assert_eq!(found(&one(400)), [(Code::UnderLimit, "tie-10")]);
    // What one player has counts together, at the wager placed last.
    let two = [wager("tie", 11, 2000, seat("1")), wager("tie", 10, 2000, seat("1"))];
    assert_eq!(found(&judged(&rules, &sign(), &two)), [(Code::OverLimit, "tie-11")]);
    let of_two = [wager("tie", 10, 2000, seat("1")), wager("tie", 11, 2000, seat("2"))];
    assert!(found(&judged(&rules, &sign(), &of_two)).is_empty());
    // A sign that does not state it says nothing, and that is said.
    let without = json!({"chip": 100, "min": {"tie": 100}});
    let seen = judged(&rules, &without, &[wager("tie", 10, 9000, seat("1"))]);
    assert!(found(&seen).is_empty());
    assert_eq!(seen.not_asked, [Some(NotAsked::NoSign)]);
    assert_eq!(one(3000).not_asked, [None]);
}

#[test]
fn where_nobody_is_named_each_wager_counts_alone() {
    let rules =
        rules("  stakes:\n    - {bet: tie, at_least: 1 of 2, at_most: 3, minimum_of: player, clause: \"6.5\"}\n");
    let of = |stakes: &[i64]| {
        let wagers: Vec<Value> =
            (10..).zip(stakes).map(|(second, stake)| wager("tie", second, *stake, json!({}))).collect();
        judged(&rules, &sign(), &wagers)
    };
    let alone = of(&[3100]);
    assert_eq!((found(&alone), &alone.not_asked[..]), (vec![(Code::OverLimit, "tie-10")], &[None][..]));
    assert_eq!(found(&of(&[400])), [(Code::UnderLimit, "tie-10")]);
    let together = of(&[2000, 2000]);
    assert!(found(&together).is_empty());
    assert_eq!(together.not_asked, [Some(NotAsked::NoPerson); 2]);
    assert_eq!(found(&of(&[2000, 3100])), [(Code::OverLimit, "tie-11")]);
    assert!(found(&of(&[400, 400])).is_empty());
}

#[test]
fn a_part_of_other_stakes_of_the_same_player() {
    let rules = rules("  stakes:\n    - {bet: tie, at_most: 1 of 2, stakes_of: [player, banker], clause: \"6.5\"}\n");
    let of = |wagers: &[Value]| judged(&rules, &sign(), wagers);
    let own = |stake| vec![wager("player", 9, 2000, seat("1")), wager("tie", 10, stake, seat("1"))];
    assert!(found(&of(&own(1000))).is_empty());
    assert_eq!(found(&of(&own(1100))), [(Code::OverLimit, "tie-10")]);
    // Others' stakes do not count, and where a player has none nothing is asked.
    assert!(found(&of(&[wager("player", 9, 2000, seat("2")), wager("tie", 10, 1100, seat("1"))])).is_empty());
    let nobody = of(&[wager("player", 9, 2000, json!({})), wager("tie", 10, 1100, json!({}))]);
    assert!(found(&nobody).is_empty());
    assert_eq!(nobody.not_asked[1], Some(NotAsked::NoPerson));
    // One that was taken back is no stake.
    let back = with(wager("player", 8, 2000, seat("1")), json!({"returned": 2000, "withdrawn": Star.at("02:12")}));
    let rest = [back, wager("player", 9, 1000, seat("1")), wager("tie", 10, 1000, seat("1"))];
    assert_eq!(found(&of(&rest)), [(Code::OverLimit, "tie-10")]);
}

#[test]
fn a_multiple_of_a_unit() {
    let rules = rules("  stakes:\n    - {bet: tie, multiple_of: 1, unit: 500, clause: \"6.5\"}\n");
    let one = |bet: &str, stake| judged(&rules, &sign(), &[wager(bet, 10, stake, seat("1"))]);
    assert!(found(&one("tie", 1500)).is_empty());
    assert_eq!(found(&one("tie", 1600)), [(Code::NotPermitted, "tie-10")]);
    assert!(found(&one("player", 1600)).is_empty());
}

#[test]
fn a_bet_is_closed_after_a_coup() {
    let early = rules("  closed:\n    - {bets: [tie], after_coup: 1, clause: \"6.5\"}\n");
    let wagers = [wager("tie", 10, 1000, seat("1"))];
    assert!(found(&judged(&early, &sign(), &wagers)).is_empty());
    let late = json!({"id": "late", "bet": "tie", "stake": 1000, "returned": 0});
    let coups = [Star.coup(json!({})), Star.numbered(2, json!({"wagers": [late]}))];
    let seen = both_ways::judged_coups(&early, Check::Limits, &[], coups);
    assert!(found(&seen).contains(&(Code::NotPermitted, "late")), "{:?}", seen.found);
}

#[test]
fn no_wager_wins_more_than_the_rules_let_it() {
    let rules = rules("  winnings: {at_most: 5000, clause: \"6.5\"}\n");
    let one = |stake, returned| {
        let wager = with(wager("player", 10, stake, seat("1")), json!({"returned": returned}));
        judged(&rules, &sign(), &[wager])
    };
    assert!(found(&one(10_000, 15_000)).is_empty());
    assert!(found(&one(16_000, 21_000)).is_empty());
    let more = one(16_000, 24_000);
    assert_eq!(found(&more), [(Code::Overpaid, "player-10")]);
    assert_eq!(more.due, [21_000]);
    assert!(more.found[0].2.ends_with("and no wager wins more than 50.00 SGD"), "{:?}", more.found);
    assert_eq!(found(&one(16_000, 20_000)), [(Code::Underpaid, "player-10")]);
}
