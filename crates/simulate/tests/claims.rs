//! What the faults make of claims, decisions, clocks, refusals and replaced cards agrees with the other judge, and
//! so do the independent referee's samples.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "helpers of tests stand outside the test functions"
)]

use std::collections::BTreeSet;

use crate::other_judge::{CODES, Found, judge, records};
use resettle_reference::Rules;
use resettle_simulate::{Config, Scope, faults, simulate};
use serde_json::Value;

fn of_shoe(found: impl IntoIterator<Item = Found>) -> BTreeSet<(String, u64, &'static str)> {
    found.into_iter().map(|(shoe, coup, code, _)| (shoe, coup, code)).collect()
}

/// Where the two do not agree, in words.
fn compare(what: &str, wanted: &BTreeSet<Found>, found: &BTreeSet<Found>) -> Vec<String> {
    let (missed, besides) = (of_shoe(wanted.clone()), of_shoe(found.clone()));
    let mut wrong: Vec<String> =
        missed.difference(&besides).map(|one| format!("{what}: the other judge misses {one:?}")).collect();
    wrong.extend(besides.difference(&missed).map(|one| format!("{what}: the other judge adds {one:?}")));
    for (shoe, coup, code, money) in wanted.iter().filter(|(.., money)| money.is_some()) {
        let same = |other: &&Found| (&other.0, other.1, other.2) == (shoe, *coup, *code);
        let reckoned: Vec<Option<i64>> = found.iter().filter(same).map(|other| other.3).collect();
        if !reckoned.is_empty() && !reckoned.contains(money) {
            wrong.push(format!("{what}: {shoe} {coup} {code} {money:?}, the other judge {reckoned:?}"));
        }
    }
    wrong
}

fn code(code: &str) -> Option<&'static str> {
    CODES.into_iter().find(|known| *known == code)
}

#[test]
fn the_referees_samples() {
    let Some(shared) = resettle_testkit::shared("samples").map(|samples| samples.join("..")) else { return };
    let mut compared = 0;
    let mut wrong = Vec::new();
    for samples in ["samples-claims", "samples-hard", "samples"] {
        let Ok(folders) = shared.join(samples).read_dir() else { continue };
        for folder in folders.map(|folder| folder.unwrap()) {
            let name = folder.file_name().into_string().unwrap();
            let Some(rules) = Rules::ALL.into_iter().find(|rules| rules.id().replace('/', "_") == name) else {
                continue;
            };
            let log = records(&std::fs::read_to_string(folder.path().join("log.jsonl")).unwrap());
            let expected = std::fs::read_to_string(folder.path().join("expected.json")).unwrap();
            let expected: Vec<Value> = serde_json::from_str(&expected).unwrap();
            let wanted = expected.iter().filter_map(|one| {
                let code = code(one["code"].as_str().unwrap())?;
                Some((one["shoe"].as_str()?.to_owned(), one["coup"].as_u64()?, code, one["money"].as_i64()))
            });
            wrong.extend(compare(&format!("{samples} {name}"), &wanted.collect(), &judge(rules, &log)));
            compared += 1;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared >= 10, "{compared}");
}

#[test]
fn every_fault_and_nearest_miss() {
    let mut compared = 0;
    let mut wrong = Vec::new();
    for rules in Rules::ALL {
        for fault in faults().into_iter().filter(|fault| fault.fits(rules) && fault.fits_logs(false)) {
            // an older document binds the first coup, or the line is none
            // or nobody vouches for the log
            if fault.name == "imported_claim_without_seals" {
                continue;
            }
            if fault.name.starts_with("opened_") || fault.code == Some("integrity/no-open") {
                continue;
            }
            if fault.code.is_some_and(|code| code.starts_with("integrity/malformed")) && fault.also.is_empty() {
                continue;
            }
            let mut config = Config::clean(rules, 14, 9);
            config.faults.at.push((fault.name.to_owned(), 8));
            let mut bytes = Vec::new();
            let outcome = simulate(&config, &mut bytes).expect(fault.name);
            let wanted = outcome.expected.iter().filter_map(|one| {
                let code = code(one.code)?;
                Some((one.shoe.clone()?, one.coup?, code, one.money))
            });
            let log = records(&String::from_utf8(bytes).unwrap());
            let what = format!("{} under {}", fault.name, rules.id());
            wrong.extend(compare(&what, &wanted.collect(), &judge(rules, &log)));
            compared += usize::from(fault.scope != Scope::Log);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared > 1_000, "{compared}");
}

#[test]
fn many_coups_with_and_without_faults() {
    let mut compared = 0;
    let mut wrong = Vec::new();
    for (rules, seed) in Rules::ALL.into_iter().zip(60..) {
        for one_in in [0, 3] {
            let mut config = Config::clean(rules, 600, seed);
            config.faults.one_in = one_in;
            // lines that are not records say nothing to the other judge
            config.faults.only = faults()
                .into_iter()
                .filter(|fault| fault.code != Some("integrity/malformed-record") || !fault.also.is_empty())
                .map(|fault| fault.name.to_owned())
                .collect();
            let mut bytes = Vec::new();
            let outcome = simulate(&config, &mut bytes).unwrap();
            let wanted = outcome.expected.iter().filter_map(|one| {
                let code = code(one.code)?;
                Some((one.shoe.clone()?, one.coup?, code, one.money))
            });
            let log = records(&String::from_utf8(bytes).unwrap());
            wrong.extend(compare(rules.id(), &wanted.collect(), &judge(rules, &log)));
            compared += outcome.planted.len();
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared > 500, "{compared}");
}
