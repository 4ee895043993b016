//! What `ruleset check` demands of the cases of a ruleset.

use std::collections::BTreeSet;

use resettle_ruleset::{ClauseKind, Ruleset};
use resettle_yaml::{Fault, Position};

use crate::file::{Case, CaseFile};
use crate::outcome::{CaseOutcome, Judge};

/// What is missing: each enforced clause has a case that rests on it or finds it broken, and a nearest miss in the same
/// group whose findings or grounds are others; a clause may be excused with a reason, but only where no case rests on it.
#[must_use]
pub fn demands(file: &CaseFile, ruleset: &Ruleset) -> Vec<Fault> {
    let judge = Judge::new(ruleset.clone());
    let mut triggered = BTreeSet::new();
    let mut missed = BTreeSet::new();
    for group in &file.groups {
        let run = |cases: &[Case]| -> Vec<CaseOutcome> { cases.iter().map(|case| case.run(&judge)).collect() };
        let (triggers, misses) = (run(&group.triggers), run(&group.misses));
        // A clause at work in every coup, as the values of cards, is missed where the coup comes out otherwise.
        let differs = triggers.iter().any(|one| misses.iter().any(|other| one != other));
        let touched = |outcomes: Vec<CaseOutcome>| -> Vec<BTreeSet<String>> { outcomes.iter().map(touched).collect() };
        let (triggers, misses) = (touched(triggers), touched(misses));
        for clause in triggers.iter().chain(&misses).flatten() {
            triggered.insert(clause.clone());
        }
        let all = || triggers.iter().chain(&misses);
        for clause in all().flatten() {
            if differs || all().any(|other| !other.contains(clause)) {
                missed.insert(clause.clone());
            }
        }
    }
    let mut out = Vec::new();
    let mut say = |place: Position, message: String, help: &str| {
        out.push(Fault { place, message, help: Some(help.to_owned()) });
    };
    for clause in ruleset.clauses.iter().filter(|clause| clause.kind == ClauseKind::Enforced) {
        let excused = file.excused.iter().find(|(number, ..)| *number == clause.number);
        match (triggered.contains(&clause.number), excused) {
            (true, Some((number, _, place))) => {
                say(*place, format!("clause {number} is excused, and a case rests on it"), "take the excuse out");
            }
            (false, None) => say(
                Position::default(),
                format!("no case shows clause {}, which is enforced, and nothing excuses that", clause.number),
                "write a case that triggers it and a nearest miss, or say under `no case` why there can be none",
            ),
            (true, None) if !missed.contains(&clause.number) => say(
                Position::default(),
                format!("clause {} has cases, and no nearest miss", clause.number),
                "write beside a case that rests on it the nearest one that does not",
            ),
            _ => {}
        }
    }
    for option in &ruleset.options {
        for choice in option.choices.iter().filter(|choice| !file.elects(&option.name, &choice.choice)) {
            say(
                Position::default(),
                format!("no case is played with {} of `{}` ({})", choice.choice, option.name, choice.clause.in_words()),
                "write a case that elects it: what is due under one choice says nothing of another",
            );
        }
    }
    for (number, _, place) in &file.excused {
        let enforced =
            ruleset.clauses.iter().any(|clause| clause.number == *number && clause.kind == ClauseKind::Enforced);
        if !enforced {
            say(*place, format!("clause {number} is excused, and the ruleset enforces no such clause"), "take it out");
        }
    }
    out
}

/// The clauses that a case's judgement rests on or finds broken.
fn touched(outcome: &CaseOutcome) -> BTreeSet<String> {
    let found = outcome.finds.iter().filter_map(|found| found.split_once(' ')).map(|(_, clause)| clause.to_owned());
    let by = outcome.by.iter().flat_map(|cite| cite.trim_end_matches(" †").split(", ")).map(str::to_owned);
    found.chain(by).collect()
}
