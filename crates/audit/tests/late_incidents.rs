//! Incidents that were written after the shoe's next coup, and incidents whose coup nobody logged.

use resettle_audit::{Code, Finding, Severity};
use serde_json::{Value, json};

use crate::setup::Rules::{self, E, Star, V6, V7};
use resettle_testkit::{merge, with};

/// An incident that names the first coup, noticed between the first two.
fn incident(r: Rules, kind: &str, at: &str, facts: Value) -> Value {
    let mut incident = json!({
        "at": r.at(at), "type": "incident", "shoe": "S", "coup": 1, "kind": kind, "noticed": r.at("02:56"),
        "by": "casino_supervisor", "notified": ["surveillance", "inspector"],
    });
    merge(&mut incident, facts);
    incident
}

/// Code, severity, coup and money of what was found.
fn said(found: &[Finding]) -> Vec<(Code, Severity, Option<u64>, Option<i64>)> {
    found.iter().map(|found| (found.code, found.severity, found.place.coup, found.money)).collect()
}

fn surplus(r: Rules) -> Value {
    let (cards, to, _) = r.surplus();
    r.coup(json!({"cards": cards, "to": to}))
}

fn voided(r: Rules) -> Value {
    r.coup(json!({"declared": {"result": "void"}, "wrd": "void", "wagers": [r.wager(1000)]}))
}

fn together() -> Value {
    json!({"cards": [1, 2], "order_known": false})
}

#[test]
fn what_a_late_incident_causes_is_major_and_in_time_critical() {
    for rules in [V6, V7, Star] {
        let count = json!({"hand": "banker", "dealt": "too_many", "stage": "draws", "ruling": "stands"});
        let late = rules.findings(&[
            surplus(rules),
            rules.numbered(2, json!({})),
            incident(rules, "wrong_card_count", "04:58", count.clone()),
        ]);
        let money = Some(rules.win() - 1000);
        assert_eq!(said(&late), [(Code::VoidUndeclared, Severity::Major, Some(1), money)], "{rules:?}");
        let in_time = rules.findings(&[
            surplus(rules),
            incident(rules, "wrong_card_count", "02:58", count),
            rules.numbered(2, json!({})),
        ]);
        assert_eq!(said(&in_time), [(Code::VoidUndeclared, Severity::Critical, Some(1), money)], "{rules:?}");
    }
}

#[test]
fn what_only_a_late_incident_excuses_is_unsupported_with_that_money() {
    for rules in [V6, V7, E, Star] {
        let late = |at: &str, facts: Value| {
            let incident = incident(rules, "cards_drawn_together", at, with(together(), facts));
            let mut records = vec![voided(rules), rules.numbered(2, json!({}))];
            records.insert(if at < "04" { 1 } else { 2 }, incident);
            rules.findings(&records)
        };
        let lost = Some(1000 - rules.win());
        let ruled = json!({"ruling": "void"});
        let unsupported = [(Code::ClaimUnsupported, Severity::Major, Some(1), lost)];
        assert_eq!(said(&late("04:58", ruled.clone())), unsupported, "{rules:?}");
        assert_eq!(said(&late("02:58", ruled.clone())), [], "{rules:?}, written in time");
        // 12.1.3: noticed after the next coup had commenced it excuses nothing, whenever it was written.
        if rules == Star {
            let too_late = late("04:58", with(ruled, json!({"noticed": rules.at("04:40")})));
            // It voids nothing: what was due is what the cards give, dealt by the rules.
            assert_eq!(said(&too_late), [(Code::VoidGroundless, Severity::Critical, Some(1), lost)], "{rules:?}");
        }
    }
}

#[test]
fn a_late_incident_makes_no_finding_lighter() {
    let shown = V6.coup(json!({"wrd": "banker"}));
    let late = V6.findings(&[shown, V6.numbered(2, json!({})), incident(V6, "display_error", "04:58", json!({}))]);
    assert_eq!(said(&late), [(Code::WrdMismatch, Severity::Major, Some(1), None)]);
}

#[test]
fn a_late_incident_that_the_log_refutes_changes_nothing_else() {
    let apart = json!({"cards": [0, 2], "ruling": "void"});
    let late = incident(V6, "cards_drawn_together", "04:58", apart);
    let found = V6.findings(&[voided(V6), V6.numbered(2, json!({})), late]);
    let codes: Vec<Code> = found.iter().map(|found| found.code).collect();
    assert_eq!(codes, [Code::ClaimRefuted, Code::VoidGroundless]);
    assert_eq!(found[1].severity, Severity::Critical);
}

#[test]
fn the_check_that_a_late_incident_demands_is_due_from_its_record_on() {
    let late = |after: &[Value]| {
        let foreign = incident(Star, "foreign_card", "04:58", json!({"noticed": Star.at("04:57")}));
        let mut records = vec![Star.coup(json!({})), Star.numbered(2, json!({})), foreign];
        records.extend_from_slice(after);
        said(&Star.findings(&records))
    };
    let check = json!({"at": Star.at("04:59"), "type": "shoe", "shoe": "S", "event": "check"});
    assert_eq!(late(&[check, Star.numbered(3, json!({}))]), []);
    assert_eq!(late(&[Star.numbered(3, json!({}))]), [(Code::CheckMissing, Severity::Major, Some(3), None)]);
}

#[test]
fn an_incident_of_a_coup_that_nobody_logged_is_found() {
    let of = |at: &str, coup: u64| incident(V6, "display_error", at, json!({"coup": coup}));
    let ahead = V6.findings(&[V6.coup(json!({})), of("02:58", 9), V6.numbered(2, json!({}))]);
    assert_eq!(said(&ahead), [(Code::ClaimRefuted, Severity::Major, None, None)]);
    let gap = with(V6.numbered(2, json!({})), json!({"coup": 3}));
    let behind = V6.findings(&[V6.coup(json!({})), gap, of("04:58", 2)]);
    let skipped = (Code::CoupGap, Severity::Major, Some(3), None);
    assert_eq!(said(&behind), [skipped, (Code::ClaimRefuted, Severity::Major, None, None)]);
    let found = V6.findings(&[V6.coup(json!({})), of("02:58", 2), V6.numbered(2, json!({}))]);
    assert_eq!(said(&found), [], "its coup comes");
    let found = V6.findings(&[V6.coup(json!({})), V6.numbered(2, json!({})), of("04:58", 1)]);
    assert_eq!(said(&found), [], "its coup came");
}

#[test]
fn where_the_start_of_the_shoe_was_not_read_its_coup_may_stand_elsewhere() {
    let elsewhere = json!({"shoe": "S-0", "coup": 3});
    let found = V6.findings(&[V6.coup(json!({})), incident(V6, "display_error", "02:58", elsewhere)]);
    assert_eq!(said(&found), [(Code::ClaimRefuted, Severity::Info, None, None)]);
}

#[test]
fn a_shoe_that_was_started_again_keeps_its_earlier_coups() {
    let again =
        json!({"at": V6.at("03:30"), "type": "shoe", "shoe": "S", "event": "start", "decks": 6, "burned": ["4C"]});
    let restarted = |noticed: &str| {
        let late = incident(V6, "cards_drawn_together", "04:58", with(together(), json!({"noticed": V6.at(noticed)})));
        let second = with(V6.numbered(2, json!({})), json!({"coup": 1}));
        let found = V6.findings(&[V6.coup(json!({})), again.clone(), second, late]);
        found.into_iter().filter(|found| found.code == Code::VoidUndeclared).map(|found| found.place.line).collect()
    };
    let lines: Vec<Option<u64>> = restarted("02:56");
    assert_eq!(lines, [Some(3)], "the coup before the second start");
    let lines: Vec<Option<u64>> = restarted("04:57");
    assert_eq!(lines, [Some(5)], "the coup after it");
}
