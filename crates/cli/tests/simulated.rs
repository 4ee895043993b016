//! The engine against the other witness: logs that the reference settler played, with planted faults.
//!
//! The two share no table and no line of code; where they agree, the documents were read twice.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;

use resettle_audit::{Finding, Settings, audit_log};
use resettle_coup_log::{LogReader, TrustStore};
use resettle_reference::Rules;
use resettle_simulate::{Config, Expected, Scope, Style, faults, simulate};

/// Findings of a log or ruleset have no place that the simulator states.
fn key(code: &str, shoe: Option<&str>, coup: Option<u64>) -> String {
    if code.starts_with("integrity/") || code.starts_with("ruleset/") {
        return code.to_owned();
    }
    format!("{code} {} {}", shoe.unwrap_or("-"), coup.unwrap_or(0))
}

fn replay(log: &[u8], trust: &str, settings: &Settings) -> Vec<Finding> {
    let trust = TrustStore::from_yaml(trust).unwrap();
    audit_log(LogReader::new(log, Some(&trust)), "log.jsonl", settings).audit.findings
}

fn settings() -> Settings {
    Settings { registry: resettle_rulesets::registry().unwrap(), named: None }
}

/// Plays, replays and compares; gives the number of findings that both sides name.
fn agree(config: &Config, settings: &Settings) -> usize {
    let mut log = Vec::new();
    let outcome = simulate(config, &mut log).unwrap();
    let found = replay(&log, &outcome.trust_yaml, settings);
    let mut balance: BTreeMap<String, (Vec<&Expected>, Vec<&Finding>)> = BTreeMap::new();
    for wanted in &outcome.expected {
        balance.entry(key(wanted.code, wanted.shoe.as_deref(), wanted.coup)).or_default().0.push(wanted);
    }
    for finding in &found {
        let place = &finding.place;
        balance.entry(key(finding.code.as_str(), place.shoe.as_deref(), place.coup)).or_default().1.push(finding);
    }
    let mut wrong = Vec::new();
    for (key, (wanted, found)) in &balance {
        if wanted.len() != found.len() {
            wrong.push(format!("{key}: {} expected, {} found: {found:?}", wanted.len(), found.len()));
            continue;
        }
        for wanted in wanted {
            let fits = |finding: &&&Finding| {
                wanted.wager.as_ref().is_none_or(|wager| finding.wager.as_ref() == Some(wager))
                    && wanted.money.is_none_or(|money| finding.money == Some(money))
            };
            if !found.iter().any(|finding| fits(&finding)) {
                wrong.push(format!("{key}: expected {wanted:?}, found {found:?}"));
            }
        }
    }
    let what = format!("{} seed {}", config.rules.id(), config.seed);
    assert!(wrong.is_empty(), "{what}: {} disagreements\n{}", wrong.len(), wrong.join("\n"));
    outcome.expected.len()
}

#[test]
fn untouched_play_gives_nothing_but_an_uncertain_ruleset() {
    let settings = settings();
    for rules in Rules::ALL {
        for style in [Style::Varied, Style::Plain] {
            let config = Config { style, ..Config::clean(rules, 2_000, 11) };
            let uncertain = usize::from(rules.id().contains("2011") || rules.id().contains("star"));
            assert_eq!(agree(&config, &settings), uncertain, "{}", rules.id());
        }
    }
}

#[test]
fn planted_faults_are_each_found_once_and_nothing_besides() {
    let settings = settings();
    let mut found = 0;
    for (rules, seed) in Rules::ALL.into_iter().zip(21..) {
        let mut config = Config::clean(rules, 3_000, seed);
        config.faults.one_in = 8;
        found += agree(&config, &settings);
    }
    assert!(found > 800, "{found}");
}

#[test]
fn every_fault_and_near_miss_under_every_ruleset() {
    let settings = settings();
    let mut planted = 0;
    for fault in faults() {
        for rules in Rules::ALL.into_iter().filter(|rules| fault.fits(*rules) && fault.fits_logs(false)) {
            let mut config = Config::clean(rules, 120, 31);
            let coup = if fault.scope == Scope::Log { 1 } else { 40 };
            config.faults.at.push((fault.name.to_owned(), coup));
            agree(&config, &settings);
            planted += 1;
        }
    }
    assert!(planted > 1_000, "{planted}");
}

/// By hand and in CI, in release: `cargo test --release -p resettle --test simulated -- --ignored`
#[test]
#[ignore = "takes minutes; CI runs it in release"]
fn a_million_untouched_coups() {
    let settings = settings();
    for (rules, seed) in Rules::ALL.into_iter().zip(41..) {
        for part in 0..4 {
            agree(&Config::clean(rules, 50_000, seed * 10 + part), &settings);
        }
    }
}

/// See above.
#[test]
#[ignore = "takes minutes; CI runs it in release"]
fn ten_thousand_planted_faults() {
    let settings = settings();
    let mut found = 0;
    for (rules, seed) in Rules::ALL.into_iter().zip(51..) {
        let mut config = Config::clean(rules, 30_000, seed);
        config.faults.one_in = 8;
        found += agree(&config, &settings);
    }
    assert!(found > 10_000, "{found}");
}
