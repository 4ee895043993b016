//! Each value of each ruleset's file, changed: where the ruleset shows something else, so does the comparison.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

#[path = "../../../rulesets/tests/mutations/leaves.rs"]
mod leaves;
#[path = "../../../rulesets/tests/mutations/changes.rs"]
mod tokens;

use crate::common::{Held, IDS};
use leaves::{Leaf, leaves, with};
use resettle_diff::changes;
use resettle_ruleset::{ClauseKind, Ruleset, show};
use tokens::Words;

/// Not optimised, one in so many is tried.
const EVERY: usize = if cfg!(debug_assertions) { 61 } else { 1 };

#[test]
fn no_value_that_is_shown_changes_silently() {
    let mut compared = 0;
    for (nth, id) in IDS.into_iter().enumerate() {
        let right = Held::of(id);
        let shown = show(&right.ruleset);
        let may = |kind: ClauseKind| matches!(kind, ClauseKind::Enforced | ClauseKind::Definition);
        let clauses = right.ruleset.clauses.iter().filter(|clause| may(clause.kind));
        let citable: Vec<String> = clauses.map(|clause| clause.number.clone()).collect();
        let mut words = Words::default();
        let all: Vec<Leaf> = leaves(&resettle_yaml::parse(&right.yaml).unwrap());
        for leaf in all.iter().skip(nth).step_by(EVERY) {
            for token in words.changes(id, &right.yaml, &citable, leaf) {
                let yaml = with(&right.yaml, leaf, &token);
                let Ok(mut ruleset) = Ruleset::from_yaml(id, &yaml, &right.notes) else { continue };
                right.ruleset.digest.clone_into(&mut ruleset.digest);
                let differs = show(&ruleset) != shown;
                let wrong = Held { ruleset, yaml, notes: right.notes.clone() };
                let reported = changes(&right.version(), &wrong.version());
                assert!(!differs || !reported.is_empty(), "{id}: {} as {token}", leaf.path);
                compared += usize::from(differs);
            }
        }
    }
    assert!(compared > 20, "{compared}");
}
