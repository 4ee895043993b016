//! Claims held against the count of the shoe, and clocks of claims that the log refutes.

use resettle_audit::Code;
use serde_json::{Value, json};

use crate::setup::Rules::{self, E, Mbs2011, V6, V7};
use resettle_testkit::with;

const MBS: [Rules; 4] = [Mbs2011, V6, V7, E];

/// The first coup lacks its last card, and is void because the cards did not suffice; `left` are still in the device.
fn short(r: Rules, start: Value, left: usize, change: Value) -> Vec<Code> {
    let mut cards = r.cards();
    cards.pop();
    let stated = start["burned"].as_array().map_or(0, Vec::len);
    let burned = 4 * 52 - stated - cards.len() - left;
    let burn = json!({"at": r.at("00:02"), "type": "shoe", "shoe": "S", "event": "burn", "cards": vec!["??"; burned]});
    let short = r.irregularity("insufficient_cards", json!({"ruling": "void"}));
    let coup = json!({
        "cards": cards, "irregularities": [short], "declared": {"result": "void"}, "wrd": "void", "wagers": [r.wager(1000)],
    });
    let mut start = start;
    start["decks"] = json!(4);
    let found = r.findings_by(crate::setup::approved(), start, &[burn, with(r.coup(coup), change)]);
    found.into_iter().map(|found| found.code).collect()
}

#[test]
fn the_exact_count_refutes_that_cards_did_not_suffice() {
    let refuted = [Code::ClaimRefuted, Code::VoidGroundless];
    for rules in MBS {
        let stated = || json!({"burned": []});
        // Two may still be asked for at most, one at Baccarat.
        assert_eq!(short(rules, stated(), 20, json!({})), refuted, "{rules:?}");
        let most = if rules == V7 { 1 } else { 2 };
        assert_eq!(short(rules, stated(), most, json!({})), refuted, "{rules:?}");
        assert_eq!(short(rules, stated(), most - 1, json!({})), [], "{rules:?}");
    }
}

#[test]
fn where_cards_may_be_unaccounted_for_a_deck_is_the_margin() {
    let refuted = [Code::ClaimRefuted, Code::VoidGroundless];
    for rules in MBS {
        let unstated = || json!({"burned": null});
        assert_eq!(short(rules, unstated(), 20, json!({})), [], "{rules:?}");
        assert_eq!(short(rules, unstated(), 60, json!({})), refuted, "{rules:?}");
        // Coups before it, of which nobody knows the cards, drew some as well.
        let tenth = json!({"coup": 10});
        let found = short(rules, json!({"burned": []}), 20, tenth);
        assert_eq!(found, [Code::CoupGap], "{rules:?}");
    }
}

#[test]
fn the_clock_of_a_refuted_claim_is_checked() {
    for rules in MBS {
        let claim = |noticed: &str| {
            let claim = rules.irregularity("insufficient_cards", json!({"noticed": rules.at(noticed)}));
            let found = rules.findings(&[rules.coup(json!({"irregularities": [claim]}))]);
            found.into_iter().map(|found| found.code).collect::<Vec<_>>()
        };
        assert_eq!(claim("02:30"), [Code::ClaimRefuted], "{rules:?}");
        assert_eq!(claim("04:30"), [Code::ClaimRefuted, Code::Clock], "{rules:?}: later than its own record");
    }
}
