//! The pairs of `cases.yaml` beside each ruleset: for every clause on irregularities the smallest log that
//! triggers it, and the nearest one that does not.
//!
//! Which row of a ruleset a log hangs on is not written down but tried: the row is changed, and the
//! findings have to change with it; in the nearest miss they must not.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "helpers of tests fail as tests do")]

mod case;
mod cells;
mod file;
mod rules;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use resettle_audit::{Code, Finding, Settings};
use resettle_ruleset::ClauseKind;
use serde_json::{Value, json};

use crate::setup::{self, ALL};
use case::Case;
use cells::{Cell, Part, cells, conditions};
use file::{File, read};
use rules::{named, ruleset};

#[test]
fn every_log_gives_the_findings_that_its_pair_states() {
    let mut wrong = Vec::new();
    for file in read() {
        let rules = named(ruleset(file.rules));
        for (name, side, case) in file.cases() {
            let found: Vec<String> = case.findings(&rules).iter().map(stated).collect();
            if found != case.finds {
                wrong.push(format!(
                    "{:?}: {name} ({side}, {}):\n  found {found:?}\n  wanted {:?}",
                    file.rules, case.what, case.finds
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{} logs are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_trigger_hangs_on_one_cell_and_no_miss_does() {
    let mut wrong = Vec::new();
    for file in read() {
        let cells = cells(&ruleset(file.rules));
        for pair in &file.pairs {
            if pair.triggers.is_empty() || pair.misses.is_empty() {
                wrong.push(format!("{:?}: {}: one half of the pair is missing", file.rules, pair.name));
            }
            match pair.cells(&cells).as_slice() {
                [cell] => {
                    for miss in pair.misses.iter().filter(|miss| cell.matters_to(miss)) {
                        let what = &miss.what;
                        wrong.push(format!("{:?}: {}: “{what}” is no miss of {}", file.rules, pair.name, cell.name));
                    }
                }
                several => {
                    let names: Vec<&str> = several.iter().map(|cell| cell.name.as_str()).collect();
                    wrong.push(format!("{:?}: {}: hangs on {names:?}", file.rules, pair.name));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} pairs are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// What a pair of `findings` is about is found in each of its triggers, and in none of its misses.
#[test]
fn every_finding_has_its_case_and_its_nearest_miss() {
    let mut wrong = Vec::new();
    for file in read() {
        for pair in &file.beside {
            let code = format!("{} ", pair.code);
            let gives = |case: &Case| case.finds.iter().any(|found| found.starts_with(&code));
            let triggered = !pair.triggers.is_empty() && pair.triggers.iter().all(gives);
            let missed = !pair.misses.is_empty() && !pair.misses.iter().any(gives);
            if !(triggered && missed) {
                wrong.push(format!("{:?}: {}", file.rules, pair.name));
            }
        }
    }
    assert!(wrong.is_empty(), "pairs that do not tell their finding apart:\n{}", wrong.join("\n"));
}

#[test]
fn every_cell_of_the_table_has_a_pair() {
    let mut without = Vec::new();
    let mut count = 0;
    for file in read() {
        let all = cells(&ruleset(file.rules));
        let tried: BTreeSet<String> =
            file.pairs.iter().flat_map(|pair| pair.cells(&all)).map(|cell| cell.name.clone()).collect();
        count += all.len();
        without.extend(
            all.iter()
                .filter(|cell| !tried.contains(&cell.name))
                .map(|cell| format!("{:?}: {}", file.rules, cell.name)),
        );
    }
    assert!(count > 100, "only {count} cells were counted");
    assert!(without.is_empty(), "{} of {count} cells have no pair:\n{}", without.len(), without.join("\n"));
}

/// A row has as many nearest misses as conditions: each of them has to be what keeps some miss out.
#[test]
fn every_condition_of_every_row_keeps_some_miss_out() {
    let mut without = Vec::new();
    for file in read() {
        let all = cells(&ruleset(file.rules));
        let mut misses: BTreeMap<&str, Vec<&Case>> = BTreeMap::new();
        for pair in &file.pairs {
            for cell in pair.cells(&all) {
                misses.entry(&cell.name).or_default().extend(&pair.misses);
            }
        }
        for condition in conditions(&ruleset(file.rules)) {
            let kept_out =
                misses.get(condition.row.as_str()).into_iter().flatten().any(|miss| condition.matters_to(miss));
            if !kept_out {
                without.push(format!("{:?}: {}: {}", file.rules, condition.row, condition.name));
            }
        }
    }
    assert!(without.is_empty(), "{} conditions keep nothing out:\n{}", without.len(), without.join("\n"));
}

#[test]
fn every_enforced_clause_grounds_a_finding_or_says_why_it_does_not() {
    let mut wrong = Vec::new();
    for file in read() {
        let ruleset = ruleset(file.rules);
        let id = format!("{} ", ruleset.id);
        let rules = named(ruleset.clone());
        let mut grounds = BTreeSet::new();
        for (_, _, case) in file.cases() {
            grounds.extend(case.findings(&rules).into_iter().filter_map(|found| found.clause));
        }
        for clause in rules::cited(&ruleset) {
            let enforced =
                ruleset.clauses.iter().any(|entry| entry.number == clause && entry.kind == ClauseKind::Enforced);
            let in_a_finding = grounds.contains(&format!("{id}{clause}"));
            let excused = file.silent_clauses.contains_key(&clause);
            if enforced && in_a_finding == excused {
                let how = if excused {
                    "is excused, and grounds a finding"
                } else {
                    "grounds no finding, and no reason is given"
                };
                wrong.push(format!("{:?}: {clause} {how}", file.rules));
            }
        }
        for clause in file.silent_clauses.keys().filter(|clause| !rules::cited(&ruleset).contains(*clause)) {
            wrong.push(format!("{:?}: {clause} is excused, and no rule on irregularities cites it", file.rules));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_findings_are_as_reviewed() {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for file in read() {
            for (about, text) in shown(&file) {
                insta::assert_snapshot!(format!("{}_{about}", file.short), text);
            }
        }
    });
}

/// Two grounds for one void, of which only the second was decided by somebody entitled.
#[test]
fn the_order_in_which_grounds_are_logged_does_not_matter() {
    let star = setup::Rules::Star;
    let fraud = star.irregularity("fraud", json!({"outcome_affected": true, "by": "dealer"}));
    let fire = star.irregularity("disruption", json!({"cause": "fire"}));
    let found = |grounds: Value| {
        let void = json!({"declared": {"result": "void"}, "wrd": "void", "wagers": [], "irregularities": grounds});
        star.findings(&[star.coup(void)]).iter().map(stated).collect::<Vec<_>>()
    };
    assert_eq!(found(json!([fire, fraud])), found(json!([fraud, fire])));
}

/// 14.5: a casino supervisor may direct that the culprit's stake be forfeited, whatever else voids the coup.
#[test]
fn a_forfeited_stake_needs_its_decider_beside_another_ground() {
    let star = setup::Rules::Star;
    let fraud = star.irregularity("fraud", json!({"outcome_affected": true, "wagers": ["w1"], "by": "dealer"}));
    let few = star.irregularity("insufficient_cards", json!({}));
    let void = json!({"declared": {"result": "void"}, "wrd": "void", "wagers": [star.wager(0)], "irregularities": [few, fraud]});
    let found = star.findings(&[star.coup(void)]);
    assert!(found.iter().any(|finding| finding.code == Code::AuthorityMissing), "{found:?}");
}

#[test]
fn there_is_a_file_for_every_ruleset() {
    let files: Vec<_> = read().iter().map(|file| file.rules).collect();
    assert_eq!(files, ALL);
}

/// A finding as the pairs state it: code and clause.
fn stated(found: &Finding) -> String {
    match &found.clause {
        Some(clause) => {
            let clause = clause.split_once(' ').map_or("", |(_, clause)| clause);
            format!("{} {clause}", found.code)
        }
        None => format!("{} without a clause", found.code),
    }
}

/// What follows from the irregularities of a file, what else their rows ask for, and the findings that hang on no row.
fn shown(file: &File) -> [(&'static str, String); 3] {
    let ruleset = ruleset(file.rules);
    let all = cells(&ruleset);
    let rules = named(ruleset);
    let (mut follows, mut asked, mut beside) = (String::new(), String::new(), String::new());
    for pair in &file.pairs {
        let out = if pair.part == Part::Then { &mut follows } else { &mut asked };
        writeln!(out, "## {}", pair.name).unwrap();
        for cell in pair.cells(&all) {
            writeln!(out, "cell: {}", cell.name).unwrap();
        }
        show(out, &rules, pair.cases());
    }
    for pair in &file.beside {
        writeln!(beside, "## {}\nfinding: {}", pair.name, pair.code).unwrap();
        show(&mut beside, &rules, pair.cases());
    }
    [("then", follows), ("asked", asked), ("beside", beside)]
}

fn show<'a>(out: &mut String, rules: &Settings, cases: impl Iterator<Item = (&'static str, &'a Case)>) {
    for (side, case) in cases {
        let found = case.findings(rules);
        let none = if found.is_empty() { ": no finding" } else { "" };
        writeln!(out, "{side}: {}{none}", case.what).unwrap();
        for found in found {
            let money = found.money.map_or(String::new(), |money| format!(", money {money:+}"));
            let reading = if found.reading { ", by a reading" } else { "" };
            let (severity, stated, message) = (found.severity.word(), stated(&found), &found.message);
            writeln!(out, "    {severity} {stated}{money}{reading}: {message}").unwrap();
        }
    }
    writeln!(out).unwrap();
}

impl File {
    /// All logs, each with the name of its pair and the side it stands on.
    fn cases(&self) -> impl Iterator<Item = (&str, &'static str, &Case)> {
        let of_rows =
            self.pairs.iter().flat_map(|pair| pair.cases().map(|(side, case)| (pair.name.as_str(), side, case)));
        let beside = self.beside.iter();
        of_rows.chain(beside.flat_map(|pair| pair.cases().map(|(side, case)| (pair.name.as_str(), side, case))))
    }
}

impl file::Pair {
    /// The cells that every trigger hangs on.
    fn cells<'a>(&self, all: &'a [Cell]) -> Vec<&'a Cell> {
        let mine = all.iter().filter(|cell| cell.kind == self.kind && cell.part == self.part);
        mine.filter(|cell| self.triggers.iter().all(|case| cell.matters_to(case))).collect()
    }
}
