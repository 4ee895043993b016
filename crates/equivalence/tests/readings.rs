//! What differs only in whether it is a reading, or in what is left to the operator, is judged otherwise.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use resettle_equivalence::{Statement, Verdict};
use resettle_ruleset::Ruleset;
use resettle_testkit::root;

const AMBER: &str = "zz/amber-hall/choice-baccarat/2025-06-01";
const GATE: &str = "zz/copper-gate/half-on-six-baccarat/2025-06-01";

fn amber(changes: &[(&str, &str)]) -> Ruleset {
    ruleset(AMBER, changes)
}

/// A ruleset with other texts in its file.
fn ruleset(id: &str, changes: &[(&str, &str)]) -> Ruleset {
    let own = root().join("fixtures/games/rulesets").join(id);
    let mut yaml = std::fs::read_to_string(own.join("ruleset.yaml")).unwrap();
    for (from, to) in changes {
        assert!(yaml.contains(from), "{from}");
        yaml = yaml.replacen(from, to, 1);
    }
    Ruleset::from_yaml(id, &yaml, &std::fs::read(own.join("notes.md")).unwrap()).unwrap()
}

fn listed(old: &Ruleset, new: &Ruleset) -> Vec<(String, String, String)> {
    let statement = Statement::of(old, new);
    let one = |difference: &resettle_equivalence::Difference| {
        (difference.path.clone(), difference.old.clone(), difference.new.clone())
    };
    assert_eq!(statement.verdict() == Verdict::Equivalent, statement.differences().next().is_none());
    statement.differences().map(one).collect()
}

#[test]
fn an_option_or_a_choice_that_is_a_reading_in_one_ruleset_alone_differs() {
    let right = amber(&[]);
    for (from, to, path) in [
        ("clause: \"3.2\"\n", "clause: \"3.2\"\n    reading: true\n", "options.1.clause"),
        ("half_on_six, clause: \"3.3\"}", "half_on_six, clause: \"3.3\", reading: true}", "options.1.choices.1.2"),
    ] {
        let expected = [(path.to_owned(), "stated".to_owned(), "a reading".to_owned())];
        assert_eq!(listed(&right, &amber(&[(from, to)])), expected, "{path}");
    }
}

/// Without a record of what was chosen, nothing is judged where something is left open, and all of it where nothing is.
#[test]
fn what_leaves_a_choice_is_not_what_leaves_none() {
    let none = ruleset(GATE, &[]);
    let choices = "\n      - {choice: a, clause: \"4.1\"}\n      - {choice: b, clause: \"4.1\"}\n";
    let option = format!("\noptions:\n  - name: lamp\n    clause: \"4.1\"\n    choices:{choices}\nwagers:");
    let open = ruleset(GATE, &[("\nwagers:", &option)]);
    assert_eq!((none.options.len(), open.variants.len()), (0, 2));
    let found = listed(&open, &none);
    assert!(found.iter().any(|(path, _, new)| path == "options" && new == "none"), "{found:?}");
}

#[test]
fn a_late_withdrawal_by_no_clause_makes_one_in_time_a_reading() {
    let stated = |rule: &str| amber(&[("withdrawn: {then: settled, clause: \"4.3\"}", rule)]);
    let read = stated("withdrawn: {then: settled, clause: \"4.3\", reading: true}");
    let silent = stated("withdrawn: {then: settled, reading: true}");
    let expected = [("late.withdrawn.in_time".to_owned(), "stated".to_owned(), "a reading".to_owned())];
    assert_eq!(listed(&read, &silent), expected);
}

/// A fingerprint is that of what it stands for, however short the words are that say it.
#[test]
fn two_bets_that_are_offered_anew_have_other_fingerprints() {
    let right = ruleset(GATE, &[]);
    let added = |pays: &str| {
        let bet = format!(
            "  - bet: lamp\n    rows:\n      - {{when: {{winner: tie}}, pays: {pays}, clause: \"4.1\"}}\n      - {{when: otherwise, then: loses, clause: \"4.1\"}}\n"
        );
        let new = ruleset(GATE, &[("\nwagers:\n", &format!("\nwagers:\n{bet}"))]);
        let statement = Statement::of(&right, &new);
        statement.differences().map(resettle_equivalence::Difference::fingerprint).collect::<Vec<_>>()
    };
    assert_eq!(added("8 to 1").len(), 1);
    assert_eq!(added("8 to 1"), added("8 to 1"));
    assert_ne!(added("8 to 1"), added("9 to 1"));
}
