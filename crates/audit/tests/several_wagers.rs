//! Bets that need another one: anybody's at the table, or the same player's own; one rule or several.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::sync::Arc;

use resettle_audit::{Check, Code, NotAsked};
use resettle_ruleset::Ruleset;
use resettle_testkit::with;
use serde_json::{Value, json};

use crate::both_ways::{self, Seen, star_with};
use crate::setup::Rules::Star;

const OF_THE_STAR: &str = "  requires: {bet: super_sevens, any_of: [player, banker, tie], before: {clause: \"10.3\"}, clause: \"5.6.8, 10.3\"}\n";
const OWN: &str = "  requires: {bet: super_sevens, any_of: [player, banker, tie], whose: same_player, before: {clause: \"10.3\"}, clause: \"5.6.8, 10.3\"}\n";
const SEVERAL: &str = "  requires:
    - {bet: super_sevens, any_of: [player], whose: same_player, clause: \"5.6.8, 10.3\"}
    - {bet: tie, any_of: [banker], clause: \"5.6\"}
";

/// The Star's rules with another requirement in the place of theirs.
fn rules(requires: &str) -> Arc<Ruleset> {
    star_with(OF_THE_STAR, requires)
}

fn judged(ruleset: &Arc<Ruleset>, wagers: &[Value]) -> Seen {
    both_ways::judged(ruleset, Check::Combinations, &[], wagers)
}

/// A wager of 1000, placed at a second of the coup; on the Player it wins, on others it loses.
fn wager(bet: &str, second: u32, whose: Value) -> Value {
    let returned = if bet == "player" { Star.win() } else { 0 };
    let placed = Star.at(&format!("02:{second:02}"));
    with(
        json!({"id": format!("{bet}-{second}"), "bet": bet, "stake": 1000, "returned": returned, "placed": placed, "area": "1"}),
        whose,
    )
}

fn seat(name: &str) -> Value {
    json!({"seat": name})
}

fn refused(seen: &Seen) -> Vec<&str> {
    let of = seen.found.iter().filter(|(code, ..)| *code == Code::NotPermitted);
    of.map(|(_, wager, _)| wager.as_deref().unwrap()).collect()
}

#[test]
fn a_wager_of_somebody_else_is_none_of_the_same_player() {
    let (any, own) = (rules(OF_THE_STAR), rules(OWN));
    let others = [wager("player", 10, seat("1")), wager("super_sevens", 11, seat("2"))];
    assert!(refused(&judged(&any, &others)).is_empty(), "the Star asks for anybody's");
    let found = judged(&own, &others);
    assert_eq!(refused(&found), ["super_sevens-11"]);
    assert!(found.found[0].2.contains("the same player had no wager on player, banker or tie"), "{:?}", found.found);
    let same = [wager("player", 10, seat("1")), wager("super_sevens", 11, seat("1"))];
    assert!(refused(&judged(&own, &same)).is_empty());
    // By the account, whatever the seat.
    let account = |name: &str, seat: &str| json!({"player": name, "seat": seat});
    let two_seats = [wager("player", 10, account("A", "1")), wager("super_sevens", 11, account("A", "2"))];
    assert!(refused(&judged(&own, &two_seats)).is_empty());
    let two_accounts = [wager("player", 10, account("A", "1")), wager("super_sevens", 11, account("B", "1"))];
    assert_eq!(refused(&judged(&own, &two_accounts)), ["super_sevens-11"]);
}

#[test]
fn the_same_players_has_to_be_there_first_where_a_clause_says_so() {
    let own = rules(OWN);
    let late = [wager("tie", 9, seat("2")), wager("super_sevens", 10, seat("1")), wager("player", 11, seat("1"))];
    let found = judged(&own, &late);
    assert_eq!(refused(&found), ["super_sevens-10"]);
    assert!(found.found[0].2.contains("before the same player had a wager"), "{:?}", found.found);
}

/// Nothing is found of what the log does not say, and the coverage says so.
#[test]
fn where_the_log_names_nobody_it_is_not_asked() {
    let own = rules(OWN);
    for (one, other) in [(json!({}), json!({})), (seat("1"), json!({"player": "A"})), (seat("1"), json!({}))] {
        let found = judged(&own, &[wager("player", 10, one), wager("super_sevens", 11, other)]);
        assert!(refused(&found).is_empty());
        assert_eq!(found.not_asked[1], Some(NotAsked::NoPerson));
    }
    let found = judged(&own, &[wager("player", 10, seat("1")), wager("super_sevens", 11, seat("1"))]);
    assert_eq!(found.not_asked, [None, None]);
    // Alone at the table it is known that nobody had one.
    assert_eq!(refused(&judged(&own, &[wager("super_sevens", 11, json!({}))])), ["super_sevens-11"]);
}

#[test]
fn each_of_several_rules_is_asked() {
    let several = rules(SEVERAL);
    assert_eq!(several.combinations.requires.0.len(), 2);
    let wagers = [
        wager("player", 10, seat("1")),
        wager("super_sevens", 11, seat("1")),
        wager("tie", 12, seat("1")),
        wager("super_sevens", 13, seat("2")),
    ];
    let found = judged(&several, &wagers);
    assert_eq!(refused(&found), ["super_sevens-13", "tie-12"]);
    assert!(found.found[1].2.contains("no patron at the table had a wager on banker"), "{:?}", found.found);
}

/// A wager that was taken back at a second of the coup.
fn back(wager: Value, second: u32) -> Value {
    with(wager, json!({"returned": 1000, "withdrawn": Star.at(&format!("02:{second:02}"))}))
}

#[test]
fn one_that_the_same_player_took_back_is_none() {
    let (any, own) = (rules(OF_THE_STAR), rules(OWN));
    let of = |second: u32| [back(wager("player", 10, seat("1")), second), wager("super_sevens", 11, seat("1"))];
    for second in [10, 11, 12, 20] {
        let found = judged(&own, &of(second));
        assert_eq!(refused(&found), ["super_sevens-11"], "{second}");
        assert!(
            found.found[0].2.contains("the same player took the wager on player, banker or tie back"),
            "{:?}",
            found.found
        );
        assert_eq!(found.not_asked[1], None);
        // Anybody else's permitted it once it was made.
        assert_eq!(refused(&judged(&any, &of(second))).is_empty(), second > 10, "{second}");
    }
    // Taken back too late, it counts as if it lay there.
    let late =
        [with(back(wager("tie", 10, seat("1")), 25), json!({"returned": 0})), wager("super_sevens", 11, seat("1"))];
    assert!(refused(&judged(&own, &late)).is_empty());
    // Another one that stays is enough, and one that comes later is too late.
    let with_another = |second: u32| {
        let [player, sevens] = of(12);
        [player, wager("tie", second, seat("1")), sevens]
    };
    assert!(refused(&judged(&own, &with_another(10))).is_empty());
    let found = judged(&own, &with_another(12));
    assert!(found.found[0].2.contains("before the same player had a wager"), "{:?}", found.found);
    // Whosever it was, it is none; so nothing is left open.
    let [player, sevens] = of(12);
    let nobodys = [back(wager("player", 10, json!({})), 12), sevens.clone()];
    let found = judged(&own, &nobodys);
    assert_eq!((refused(&found), found.not_asked[1]), (vec!["super_sevens-11"], None));
    // One that was refused was none either.
    let refusal = [with(player, json!({"withdrawn": null, "accepted": false})), sevens];
    let found = judged(&own, &refusal.map(without_nulls));
    assert_eq!((refused(&found), found.not_asked[1]), (vec!["super_sevens-11"], None));
}

fn without_nulls(mut wager: Value) -> Value {
    wager.as_object_mut().unwrap().retain(|_, value| !value.is_null());
    wager
}

/// Without the close it is not known whether it was taken back in time.
#[test]
fn where_nobody_logged_the_close_it_is_not_known_whether_it_stayed() {
    let own = rules(OWN);
    let wagers = [back(wager("player", 10, seat("1")), 12), wager("super_sevens", 11, seat("1"))];
    let coup = Star.coup_without("first_card", json!({"wagers": wagers}));
    let seen = both_ways::judged_coups(&own, Check::Combinations, &[], [coup, Star.numbered(2, json!({}))]);
    assert!(refused(&seen).is_empty(), "{:?}", seen.found);
    assert_eq!(seen.not_asked[1], Some(NotAsked::NoClose));
}
