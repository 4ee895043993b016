//! A shoe, a display and eight terminals, each with a log of its own, against the log of the whole table.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;
use std::rc::Rc;

use common::{Run, resettle_in, scratch, told};
use resettle_audit::{Audit, Finding, Settings, SourceLog, SourceSettings, audit_log, audit_sources};
use resettle_coup_log::{LogReader, TrustStore};
use resettle_reference::Rules;
use resettle_simulate::{Config, Expected, Outcome, Scope, faults, simulate, simulate_split};

/// A log that grows beside others.
#[derive(Clone, Default)]
struct Growing(Rc<RefCell<Vec<u8>>>);

impl Write for Growing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

type Logs = Vec<(String, Vec<u8>)>;

fn split(config: &Config, terminals: usize) -> (Logs, Outcome) {
    let mut logs: Vec<(String, Growing)> = Vec::new();
    let outcome = simulate_split(config, terminals, |name| {
        let log = Growing::default();
        logs.push((name.to_owned(), log.clone()));
        Ok(log)
    });
    let outcome = outcome.unwrap_or_else(|error| panic!("{}: {error}", config.rules.id()));
    (logs.into_iter().map(|(name, log)| (name, log.0.borrow().clone())).collect(), outcome)
}

fn settings() -> Settings {
    Settings { registry: resettle_rulesets::registry().unwrap(), named: None }
}

/// Replays the logs as one; without `known`, what the settings file says of the sources is left out.
fn joined(logs: &Logs, outcome: &Outcome, settings: &Settings, known: bool) -> Audit {
    let trust = TrustStore::from_yaml(&outcome.trust_yaml).unwrap();
    let about = match &outcome.settings_yaml {
        Some(text) if known => SourceSettings::from_yaml(text).unwrap(),
        _ => SourceSettings::default(),
    };
    let logs = logs.iter().map(|(name, bytes)| SourceLog {
        file: name.clone(),
        reader: LogReader::new(bytes.as_slice(), Some(&trust)),
    });
    let joined = audit_sources(logs.collect(), settings, &about);
    assert_eq!(joined.stopped, None);
    joined.audit
}

fn whole(config: &Config, settings: &Settings) -> (Audit, Outcome) {
    let mut log = Vec::new();
    let outcome = simulate(config, &mut log).unwrap();
    let trust = TrustStore::from_yaml(&outcome.trust_yaml).unwrap();
    (audit_log(LogReader::new(log.as_slice(), Some(&trust)), "log.jsonl", settings).audit, outcome)
}

/// What is compared of a finding. A wager without a name is called by its place, which depends on the log.
fn rows(audit: &Audit) -> Vec<String> {
    let row = |finding: &Finding| {
        let place = &finding.place;
        let wager = finding.wager.as_deref().map_or("-", |name| if name.starts_with('#') { "#" } else { name });
        let (code, severity) = (finding.code.as_str(), finding.severity.word());
        let (shoe, coup) = (place.shoe.as_deref().unwrap_or("-"), place.coup);
        format!("{code} {severity} {shoe} {coup:?} {wager} {:?} {:?} {}", finding.money, finding.clause, finding.reading)
    };
    let mut rows: Vec<String> = audit.findings.iter().map(row).collect();
    rows.sort();
    rows
}

/// Orders in which ten files can be named: as written, backwards, and turned by each place.
fn orders(logs: &Logs) -> Vec<Logs> {
    let mut orders = vec![logs.iter().rev().cloned().collect::<Logs>()];
    for by in 1..logs.len() {
        let mut turned = logs.clone();
        turned.rotate_left(by);
        if by % 2 == 0 {
            turned.swap(0, 5);
        }
        orders.push(turned);
    }
    orders
}

fn same_in_any_order(logs: &Logs, outcome: &Outcome, settings: &Settings, known: bool) -> Audit {
    let first = joined(logs, outcome, settings, known);
    for other in orders(logs) {
        let other = joined(&other, outcome, settings, known);
        assert_eq!(other.findings.len(), first.findings.len());
        for (one, other) in first.findings.iter().zip(&other.findings) {
            assert_eq!(one, other);
        }
        assert_eq!(other.totals, first.totals);
        assert_eq!(other.rulesets, first.rulesets);
    }
    first
}

#[test]
fn a_split_table_gives_what_the_whole_log_gives() {
    let settings = settings();
    for (rules, seed) in Rules::ALL.into_iter().zip(71..) {
        let config = Config::clean(rules, 400, seed);
        let (whole, _) = whole(&config, &settings);
        let (logs, outcome) = split(&config, 8);
        assert_eq!(logs.len(), 10);
        let audit = same_in_any_order(&logs, &outcome, &settings, false);
        assert_eq!(rows(&audit), rows(&whole), "{}", rules.id());
        assert_eq!(audit.totals, whole.totals, "{}", rules.id());
        assert_eq!(audit.rulesets, whole.rulesets);
        assert_eq!(audit.totals.staked, i128::from(outcome.staked));
        assert_eq!(audit.totals.returned, i128::from(outcome.returned));
    }
}

#[test]
fn with_ordinary_faults_as_well() {
    let settings = settings();
    let mut compared = 0;
    for (rules, seed) in Rules::ALL.into_iter().zip(81..) {
        let mut config = Config::clean(rules, 1_500, seed);
        config.faults.one_in = 6;
        // A line that is no record takes all its sections with it, and a source only its own.
        let same = |fault: &&&resettle_simulate::Fault| {
            fault.fits(rules) && fault.fits_logs(true) && fault.fits_logs(false) && fault.scope != Scope::Log
                && fault.code != Some("integrity/malformed-record")
        };
        config.faults.only = faults().iter().filter(same).map(|fault| fault.name.to_owned()).collect();
        let (whole, told) = whole(&config, &settings);
        let (logs, outcome) = split(&config, 8);
        assert_eq!(outcome.planted, told.planted);
        let audit = same_in_any_order(&logs, &outcome, &settings, false);
        assert_eq!(rows(&audit), rows(&whole), "{}", rules.id());
        assert_eq!(audit.totals, whole.totals, "{}", rules.id());
        compared += audit.findings.len();
    }
    assert!(compared > 500, "{compared}");
}

fn key(code: &str, shoe: Option<&str>, coup: Option<u64>) -> String {
    if code.starts_with("integrity/") || code.starts_with("ruleset/") {
        return code.to_owned();
    }
    format!("{code} {} {}", shoe.unwrap_or("-"), coup.unwrap_or(0))
}

/// What is expected and what is found, place by place; gives the number of findings that both sides name.
fn agree(config: &Config, settings: &Settings) -> Result<usize, String> {
    let (logs, outcome) = split(config, 8);
    let audit = joined(&logs, &outcome, settings, true);
    let mut balance: BTreeMap<String, (Vec<&Expected>, Vec<&Finding>)> = BTreeMap::new();
    for wanted in &outcome.expected {
        balance.entry(key(wanted.code, wanted.shoe.as_deref(), wanted.coup)).or_default().0.push(wanted);
    }
    for finding in &audit.findings {
        let place = &finding.place;
        balance.entry(key(finding.code.as_str(), place.shoe.as_deref(), place.coup)).or_default().1.push(finding);
    }
    let mut wrong = Vec::new();
    for (key, (wanted, found)) in &balance {
        let fits = |wanted: &Expected| {
            found.iter().any(|finding| {
                wanted.wager.as_ref().is_none_or(|wager| finding.wager.as_ref() == Some(wager))
                    && wanted.money.is_none_or(|money| finding.money == Some(money))
            })
        };
        if wanted.len() != found.len() || !wanted.iter().all(|wanted| fits(wanted)) {
            wrong.push(format!("{key}: expected {wanted:?}, found {:?}", found.iter().map(|finding| (&finding.wager, finding.money, &finding.message, &finding.file)).collect::<Vec<_>>()));
        }
    }
    let sums = (i128::from(outcome.staked), i128::from(outcome.returned));
    if outcome.expected.iter().all(|wanted| wanted.code.starts_with("ruleset/") || wanted.code.starts_with("reconcile/"))
        && outcome.planted.iter().all(|planted| !planted.name.contains("otherwise"))
        && (audit.totals.staked, audit.totals.returned) != sums
    {
        wrong.push(format!("{:?} where {sums:?} was written", audit.totals));
    }
    match wrong.as_slice() {
        [] => Ok(outcome.expected.len()),
        _ => Err(format!("{} seed {}: {}", config.rules.id(), config.seed, wrong.join("\n"))),
    }
}

fn each_alone(which: impl Fn(&resettle_simulate::Fault) -> bool) -> usize {
    let settings = settings();
    let (mut planted, mut wrong) = (0, Vec::new());
    for fault in faults().into_iter().filter(|fault| fault.fits_logs(true) && which(fault)) {
        for rules in Rules::ALL.into_iter().filter(|rules| fault.fits(*rules)) {
            let mut config = Config::clean(rules, 90, 33);
            let coup = if fault.scope == Scope::Log { 1 } else { 30 };
            config.faults.at.push((fault.name.to_owned(), coup));
            if let Err(what) = agree(&config, &settings) {
                wrong.push(format!("{}: {what}", fault.name));
            }
            planted += 1;
        }
    }
    assert!(wrong.is_empty(), "{} of {planted}\n{}", wrong.len(), wrong.join("\n"));
    planted
}

#[test]
fn each_fault_of_joining_is_found_once_and_at_its_place() {
    assert!(each_alone(|fault| fault.scope == Scope::Sources) > 100);
}

#[test]
fn every_other_fault_and_near_miss_is_found_in_a_split_table_too() {
    assert!(each_alone(|fault| fault.scope != Scope::Sources) > 1_000);
}

#[test]
fn faults_of_joining_by_lot_among_all_others() {
    let settings = settings();
    let (mut found, mut wrong) = (0, Vec::new());
    for (rules, seed) in Rules::ALL.into_iter().zip(91..) {
        let mut config = Config::clean(rules, 1_500, seed);
        config.faults.one_in = 7;
        match agree(&config, &settings) {
            Ok(number) => found += number,
            Err(what) => wrong.push(what),
        }
        config.faults.only =
            faults().iter().filter(|fault| fault.scope == Scope::Sources).map(|fault| fault.name.to_owned()).collect();
        match agree(&config, &settings) {
            Ok(number) => found += number,
            Err(what) => wrong.push(what),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(found > 1_000, "{found}");
}
