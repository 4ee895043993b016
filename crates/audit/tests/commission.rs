//! What a log says was collected apart from what went back counts only where the rules let somebody collect it.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use resettle_audit::Code::{self, Overpaid, Underpaid};
use serde_json::{Value, json};

use crate::setup::Rules::V7;

/// What is found of one wager of 1000 in a coup that the Banker or the Player wins: the code and the money.
fn found(winner: &str, bet: &str, wager: Value) -> Vec<(Code, Option<i64>)> {
    let wager = V7.wager_but(0, resettle_testkit::with(json!({"bet": bet}), wager));
    let coup = match winner {
        "player" => V7.coup(json!({"wagers": [wager]})),
        "void" => V7.coup(json!({"wagers": [wager], "declared": {"result": "void"}, "wrd": "void",
            "irregularities": [V7.irregularity("foreign_card", json!({}))]})),
        _ => V7.coup(json!({"wagers": [wager], "cards": ["2D", "9D", "4S", "KD"], "wrd": "banker",
            "declared": {"result": "banker", "player": 6, "banker": 9, "sevens": 0}})),
    };
    V7.findings(&[coup]).into_iter().map(|finding| (finding.code, finding.money)).collect()
}

fn paid(returned: i64, commission: i64) -> Value {
    json!({"returned": returned, "commission": commission})
}

#[test]
fn of_a_winning_wager_on_the_bet_that_the_rules_name_up_to_what_they_say() {
    assert_eq!(found("banker", "banker", paid(2000, 50)), [], "1 to 1, and 5 in 100 apart");
    assert_eq!(found("banker", "banker", paid(1950, 0)), [], "0.95 to 1");
    assert_eq!(found("banker", "banker", paid(1970, 20)), [], "a part of it apart");
    assert_eq!(found("banker", "banker", paid(2000, 51)), [(Underpaid, Some(-1))], "one too much is collected");
    assert_eq!(
        found("banker", "banker", paid(2100, 150)),
        [(Overpaid, Some(100))],
        "a commission that nobody may collect"
    );
    assert_eq!(found("banker", "banker", paid(2000, 0)), [(Overpaid, Some(50))]);
}

#[test]
fn of_nothing_else() {
    assert_eq!(found("player", "player", paid(2000, 0)), []);
    assert_eq!(found("player", "player", paid(2000, 50)), [(Underpaid, Some(-50))]);
    assert_eq!(found("player", "player", paid(2050, 50)), [(Overpaid, Some(50))]);
    assert_eq!(found("player", "banker", paid(500, 500)), [(Overpaid, Some(500))], "a loss");
    assert_eq!(found("player", "banker", paid(0, 50)), [(Underpaid, Some(-50))], "a loss, and more taken");
    assert_eq!(found("void", "banker", paid(1000, 0)), []);
    assert_eq!(found("void", "banker", paid(1500, 500)), [(Overpaid, Some(500))], "a void");
}

/// What does not count as taken off is in the sums as returned, and in the register.
#[test]
fn the_sums_count_what_the_finding_counts() {
    let sums = |result: &str, wager: Value| {
        let wager = V7.wager_but(0, resettle_testkit::with(json!({"bet": "banker"}), wager));
        let cards = match result {
            "player" => json!({}),
            _ => json!({"cards": ["2D", "9D", "4S", "KD"], "wrd": "banker",
                "declared": {"result": "banker", "player": 6, "banker": 9, "sevens": 0}}),
        };
        let coup = V7.coup(resettle_testkit::with(json!({"wagers": [wager]}), cards));
        let audit = V7.audit(std::slice::from_ref(&coup));
        let seen = V7.seen(&[coup]);
        let wager = seen[0].wagers.first().unwrap();
        assert_eq!((audit.totals.money.returned, audit.totals.money.due), (wager.returned, wager.due));
        let found: i64 =
            audit.findings.iter().filter(|finding| finding.code == Overpaid).filter_map(|one| one.money).sum();
        assert_eq!(wager.returned - wager.due, i128::from(found));
        (wager.returned, wager.due)
    };
    assert_eq!(sums("player", paid(1000, 1000)), (1000, 0), "a loss");
    assert_eq!(sums("banker", paid(2000, 50)), (1950, 1950), "the pair: the rules take it off");
    let refused = resettle_testkit::with(paid(2000, 1000), json!({"accepted": false}));
    assert_eq!(sums("banker", refused), (2000, 1000), "refused");
}

#[test]
fn of_a_wager_that_does_not_count() {
    let late = |returned, commission| {
        let placed = json!({"placed": V7.at("02:23"), "returned": returned, "commission": commission});
        found("player", "player", placed)
    };
    assert_eq!(late(1000, 0), []);
    assert_eq!(late(2000, 1000), [(Code::LateHonoured, Some(1000))]);
}
