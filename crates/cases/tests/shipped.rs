//! The cases that the built-in rulesets ship.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use resettle_cases::{CaseFile, Judge, demands};
use resettle_ruleset::{Consequence, IrregularityRow, Ruleset};
use resettle_rulesets::embedded;

#[test]
fn every_shipped_case_holds_and_says_what_it_rests_on_and_every_enforced_clause_is_tried() {
    let mut count = 0;
    for one in embedded() {
        let ruleset = Ruleset::from_yaml(one.id, one.yaml, one.notes.as_bytes()).unwrap();
        let file = CaseFile::from_yaml(one.cases.unwrap()).unwrap();
        assert_eq!(demands(&file, &ruleset), [], "{}", one.id);
        let judge = Judge::new(ruleset);
        for (group, case) in file.cases() {
            count += 1;
            assert!(case.by.is_some(), "{}:{} {}", one.id, case.place.line, case.what);
            assert_eq!(case.failures(&case.run(&judge)), [], "{}:{} {}", one.id, case.place.line, group.name);
        }
    }
    assert!(count > 2000, "only {count} cases");
}

/// Each row on irregularities and each row of a bet, taken out: some case no longer holds.
#[test]
fn no_row_can_be_taken_out_unnoticed() {
    for one in embedded() {
        let ruleset = Ruleset::from_yaml(one.id, one.yaml, one.notes.as_bytes()).unwrap();
        let file = CaseFile::from_yaml(one.cases.unwrap()).unwrap();
        let all: Vec<_> = file.cases().map(|(_, case)| case).collect();
        let reported = |changed: Ruleset| {
            let judge = Judge::new(changed);
            all.iter().any(|case| !case.failures(&case.run(&judge)).is_empty())
        };
        for at in 0..ruleset.irregularities.len() {
            let mut changed = ruleset.clone();
            let row = changed.irregularities.remove(at);
            // Without such a row a misdeal stands as declared all the same; then another consequence has to show.
            let unnoticed = row.then == Consequence::StandsAsDeclared && {
                changed.irregularities.insert(at, IrregularityRow { then: Consequence::Void, ..row.clone() });
                reported(changed.clone())
            };
            assert!(unnoticed || reported(changed), "{}: row {at} on {}", one.id, row.kind.word());
        }
        for (bet, rule) in ruleset.wagers.iter().enumerate() {
            for at in 0..rule.rows.len() {
                let mut changed = ruleset.clone();
                changed.wagers[bet].rows.remove(at);
                changed.compile().unwrap();
                assert!(reported(changed), "{}: row {at} of {}", one.id, rule.bet);
            }
        }
    }
}
