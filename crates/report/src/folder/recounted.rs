//! A report compared with itself: what it counts is counted again from what it lists. Whoever signs can write any list; a finding
//! that was taken out of the list alone still counts in the sums.

use std::collections::BTreeMap;

use resettle_audit::Code;
use resettle_game::{Amount, counted};

use super::Problem;
use crate::document::{CurrencyTotals, Summary};
use crate::print::neutral;
use crate::read::WrittenReport;
use crate::tally::{By, sum_kind};

/// Every count of a report that its own lists do not come to.
#[must_use]
pub fn recounted(written: &WrittenReport) -> Vec<Problem> {
    let mut out = Vec::new();
    findings(written, &mut out);
    money(written, &mut out);
    exceptions(written, &mut out);
    register(written, &mut out);
    tables(written, &mut out);
    out
}

type Counted<'w> = BTreeMap<&'w str, u64>;

fn count<'w>(into: &mut Counted<'w>, key: &'w str, more: u64) {
    *into.entry(key).or_default() += more;
}

fn given(counts: &BTreeMap<String, u64>) -> Counted<'_> {
    counts.iter().filter(|(_, count)| **count > 0).map(|(key, count)| (key.as_str(), *count)).collect()
}

/// What is counted otherwise, in words: `what` is counted, `of` which.
fn compare(stated: &Counted<'_>, listed: &Counted<'_>, what: &str, of: &str, out: &mut Vec<Problem>) {
    let keys: std::collections::BTreeSet<&str> = stated.keys().chain(listed.keys()).copied().collect();
    for key in keys {
        let of_key = |counts: &Counted<'_>| counts.get(key).copied().unwrap_or(0);
        let (stated, listed) = (of_key(stated), of_key(listed));
        if stated != listed {
            let key = neutral(key);
            out.push(Problem::CountedOtherwise {
                stated: format!("{} {of} {key}", counted(stated, what)),
                listed: listed.to_string(),
            });
        }
    }
}

/// Findings by code and by severity, with those that it says it left out.
fn findings(written: &WrittenReport, out: &mut Vec<Problem>) {
    let Summary { by_code, by_severity, truncated, .. } = &written.report.summary;
    let mut codes = given(truncated);
    let mut severities = Counted::new();
    for row in &written.findings {
        count(&mut codes, &row.code, 1);
        count(&mut severities, &row.severity, 1);
    }
    compare(&given(by_code), &codes, "finding", "of", out);
    if truncated.is_empty() {
        compare(&given(by_severity), &severities, "finding", "of severity", out);
    }
}

/// The money of findings by code, where all of a code are listed. Versions that did not keep it have none of it.
fn money(written: &WrittenReport, out: &mut Vec<Problem>) {
    let summary = &written.report.summary;
    for CurrencyTotals { currency, found, .. } in summary.currencies.iter().filter(|sums| !sums.found.0.is_empty()) {
        let mut listed: BTreeMap<&str, i128> = BTreeMap::new();
        let own = written.findings.iter().filter(|row| row.unit.is_none() && row.currency.as_ref() == Some(currency));
        for (row, money) in own.filter_map(|row| Some((row, row.money?))) {
            *listed.entry(&row.code).or_default() += i128::from(money);
        }
        let stated = found.0.iter().filter(|(code, _)| !summary.truncated.contains_key(*code));
        for (code, stated) in stated {
            let listed = listed.get(code.as_str()).copied().unwrap_or(0);
            if *stated != listed {
                let amount = |sum: i128| Amount::new(sum, Some(&neutral(currency))).signed().to_string();
                out.push(Problem::CountedOtherwise {
                    stated: format!("{} for findings of {}", amount(*stated), neutral(code)),
                    listed: amount(listed),
                });
            }
        }
    }
}

/// Findings of each severity over all tables; a doubt about the ruleset counts for itself.
fn exceptions(written: &WrittenReport, out: &mut Vec<Problem>) {
    let Some(played) = written.report.played.as_ref().filter(|played| !played.exceptions.is_empty()) else { return };
    let mut stated = Counted::new();
    for row in &played.exceptions {
        let counts = &row.counts;
        for (severity, more) in [
            ("critical", counts.critical),
            ("major", counts.major),
            ("minor", counts.minor),
            ("info", counts.info),
            (Code::Uncertain.as_str(), counts.uncertain),
        ] {
            count(&mut stated, severity, more);
        }
    }
    let summary = &written.report.summary;
    let mut listed: Counted<'_> = summary.by_gravity().into_iter().map(|(severity, n)| (severity.word(), n)).collect();
    count(&mut listed, Code::Uncertain.as_str(), summary.uncertain());
    compare(&stated, &listed, "finding", "under its tables of", out);
}

/// Entries of the register by kind, with those that it says it left out.
fn register(written: &WrittenReport, out: &mut Vec<Problem>) {
    let Some(register) = &written.register else { return };
    let mut stated = Counted::new();
    for sum in written.register_sums.iter().filter(|sum| sum.by == By::Kind) {
        count(&mut stated, sum.name.as_deref().unwrap_or_default(), sum.entries);
    }
    let mut listed = given(&written.report.summary.register_truncated);
    register.iter().for_each(|row| count(&mut listed, sum_kind(row), 1));
    compare(&stated, &listed, "entry", "of the register of kind", out);
}

/// The sums of each currency, from those of the tables.
fn tables(written: &WrittenReport, out: &mut Vec<Problem>) {
    let summary = &written.report.summary;
    let of_tables = CurrencyTotals::of(written.tables());
    for stated in &summary.currencies {
        let none = CurrencyTotals { currency: stated.currency.clone(), ..CurrencyTotals::default() };
        let listed = of_tables.iter().find(|one| one.currency == stated.currency).unwrap_or(&none);
        let sums = |of: &CurrencyTotals| {
            let amount = |sum: i128| Amount::new(sum, Some(&neutral(&of.currency))).to_string();
            let money = &of.money;
            [
                counted(of.coups, "coup"),
                counted(money.wagers, "wager"),
                format!("{} staked", amount(money.staked)),
                format!("{} returned", amount(money.returned)),
                format!("{} due", amount(money.due)),
                format!("{} overpaid", amount(money.overpaid)),
                format!("{} underpaid", amount(money.underpaid)),
            ]
        };
        let differing = sums(stated).into_iter().zip(sums(listed)).filter(|(stated, listed)| stated != listed);
        out.extend(differing.map(|(stated, listed)| Problem::CountedOtherwise { stated, listed }));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn finding(code: &str, severity: &str, money: Option<i64>) -> Value {
        json!({"code": code, "severity": severity, "log": "l", "file": "f", "currency": "SGD", "money": money, "message": "m",
            "authenticated": true, "reading": false})
    }

    fn whole() -> Value {
        let sums = json!({"currency": "SGD", "coups": 2, "wagers": 3, "staked": 300, "returned": 275, "due": 300, "net_variance": -25,
            "overpaid": 0, "underpaid": 25, "found": {"settlement/underpaid": -25}});
        let table = json!({"jurisdiction": "sg", "venue": "mbs", "game": "baccarat", "table": "B1", "currency": "SGD", "coups": 2,
            "wagers": 3, "staked": 300, "returned": 275, "due": 300, "overpaid": 0, "underpaid": 25, "by_bet": {}});
        let sum = json!({"by": "kind", "currency": "SGD", "name": "other", "entries": 1, "faulty": 0, "on_word": 0, "coups": 1,
            "due_unknown": 0, "moved": 0, "to_players": 0, "to_house": 0, "moved_on_word": 0});
        let entry = json!({"subject": "irregularity", "kind": "other", "log": "l", "file": "f", "venue": "mbs", "table": "B1",
            "currency": "SGD", "consequence": "none", "evidence": "log", "faults": [], "authenticated": true});
        json!({"type": "resettle-report/1", "tool": "t", "generated_at": "2023-07-01T00:00:00Z", "inputs": [], "rulesets": [],
            "summary": {"coups": 2, "wagers": 3, "by_code": {"settlement/underpaid": 1, "ruleset/uncertain": 1},
                "by_severity": {"critical": 1, "minor": 1}, "currencies": [sums]},
            "findings": [finding("settlement/underpaid", "critical", Some(-25)), finding("ruleset/uncertain", "minor", None)],
            "exceptions": [{"venue": "mbs", "game": "baccarat", "table": "B1", "critical": 1, "major": 0, "minor": 0, "info": 0,
                "uncertain": 1, "by_hour": {}}],
            "register_sums": [sum], "register": [entry], "tables": [table]})
    }

    fn said(report: &Value) -> Vec<String> {
        let written = WrittenReport::parse(report.to_string().as_bytes()).unwrap();
        let in_words = |problem: Problem| match problem {
            Problem::CountedOtherwise { stated, listed } => format!("{stated}, and {listed}"),
            other => panic!("{other:?}"),
        };
        recounted(&written).into_iter().map(in_words).collect()
    }

    /// Whoever takes a finding, an entry or a table out of a list alone is found by the sums.
    #[test]
    fn what_is_counted_is_what_is_listed() {
        assert_eq!(said(&whole()), [""; 0]);
        type Change<'c> = &'c dyn Fn(&mut Value);
        let cases: [(Change<'_>, &[&str]); 7] = [
            (
                &|report| drop(report["findings"].as_array_mut().unwrap().remove(0)),
                &[
                    "1 finding of settlement/underpaid, and 0",
                    "1 finding of severity critical, and 0",
                    "-0.25 SGD for findings of settlement/underpaid, and 0.00 SGD",
                ],
            ),
            (
                &|report| report["findings"][0]["severity"] = json!("minor"),
                &["1 finding of severity critical, and 0", "1 finding of severity minor, and 2"],
            ),
            (
                &|report| report["findings"][0]["money"] = json!(-5),
                &["-0.25 SGD for findings of settlement/underpaid, and -0.05 SGD"],
            ),
            (
                &|report| report["exceptions"][0]["critical"] = json!(0),
                &["0 findings under its tables of critical, and 1"],
            ),
            (&|report| report["register"] = json!([]), &["1 entry of the register of kind other, and 0"]),
            (&|report| report["tables"][0]["returned"] = json!(300), &["2.75 SGD returned, and 3.00 SGD returned"]),
            // What it says that it left out is counted.
            (
                &|report| {
                    report["summary"]["truncated"] = json!({"settlement/underpaid": 1});
                    report["summary"]["register_truncated"] = json!({"other": 1});
                    report["findings"].as_array_mut().unwrap().remove(0);
                    report["register"] = json!([]);
                },
                &[],
            ),
        ];
        for (change, expected) in cases {
            let mut report = whole();
            change(&mut report);
            assert_eq!(said(&report), expected);
        }
    }
}
