//! A shoe, a display and eight terminals, each with a log of its own, against the log of the whole table.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::rc::Rc;

use crate::differential::{Played, knowing_late};
use resettle_audit::{Audit, Finding, Replay, Settings, SourceLog, SourceSettings};
use resettle_coup_log::LogReader;
use resettle_reference::Rules;
use resettle_sealed_log::TrustStore;
use resettle_simulate::{Config, Expected, Scope, SimulatedLog, faults, simulate_split};

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

fn split(config: &Config, terminals: usize) -> (Logs, SimulatedLog) {
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
    Settings { registry: resettle_rulesets::registry().unwrap(), named: None, ..Settings::default() }
}

/// Replays the logs as one; without `known`, what the settings file says of the sources is left out.
fn joined(logs: &Logs, outcome: &SimulatedLog, settings: &Settings, known: bool) -> Audit {
    let trust = TrustStore::from_yaml(&outcome.trust_yaml).unwrap();
    let about = match &outcome.settings_yaml {
        Some(text) if known => SourceSettings::from_yaml(text).unwrap(),
        _ => SourceSettings::default(),
    };
    knowing_late(
        settings,
        |audit| audit,
        |settings| {
            let logs = logs
                .iter()
                .map(|(name, bytes)| SourceLog::new(name.clone(), LogReader::new(bytes.as_slice(), Some(&trust))));
            let joined = Replay::by(settings).joining(&about).audit_logs(logs.collect());
            assert_eq!(joined.stopped, None);
            joined.audit
        },
    )
}

fn whole(config: &Config, settings: &Settings) -> (Audit, SimulatedLog) {
    let played = Played::of(config);
    (played.replay(settings).audit, played.outcome)
}

/// What is compared of a finding. A wager without a name is called by its place, which depends on the log.
fn rows(audit: &Audit) -> Vec<String> {
    let row = |finding: &Finding| {
        let place = &finding.place;
        let wager = finding.wager.as_deref().map_or("-", |name| if name.starts_with('#') { "#" } else { name });
        let (code, severity) = (finding.code.as_str(), finding.severity.word());
        let (shoe, coup) = (place.shoe.as_deref().unwrap_or("-"), place.coup);
        format!(
            "{code} {severity} {shoe} {coup:?} {wager} {:?} {:?} {}",
            finding.money, finding.clause, finding.reading
        )
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

fn same_in_any_order(logs: &Logs, outcome: &SimulatedLog, settings: &Settings, known: bool) -> Audit {
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
        assert_eq!(audit.totals.money.staked, i128::from(outcome.staked));
        assert_eq!(audit.totals.money.returned, i128::from(outcome.returned));
    }
}

#[test]
fn with_ordinary_faults_as_well() {
    let settings = settings();
    let mut compared = 0;
    for (rules, seed) in Rules::ALL.into_iter().zip(81..) {
        let mut config = Config::clean(rules, 1_000, seed);
        config.faults.one_in = 5;
        // A line that is no record takes all its sections with it, and a source only its own.
        let same = |fault: &&&resettle_simulate::Fault| {
            fault.fits(rules)
                && fault.fits_logs(true)
                && fault.fits_logs(false)
                && fault.scope != Scope::Log
                && fault.code != Some("integrity/malformed-record")
        };
        config.faults.only = faults().iter().filter(same).map(|fault| fault.name.to_owned()).collect();
        let (whole, reported) = whole(&config, &settings);
        let (logs, outcome) = split(&config, 8);
        assert_eq!(outcome.planted, reported.planted);
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
            wrong.push(format!(
                "{key}: expected {wanted:?}, found {:?}",
                found
                    .iter()
                    .map(|finding| (&finding.wager, finding.money, &finding.message, &finding.file))
                    .collect::<Vec<_>>()
            ));
        }
    }
    let sums = (i128::from(outcome.staked), i128::from(outcome.returned));
    if outcome
        .expected
        .iter()
        .all(|wanted| wanted.code.starts_with("ruleset/") || wanted.code.starts_with("reconcile/"))
        && outcome.planted.iter().all(|planted| !planted.name.contains("otherwise"))
        && (audit.totals.money.staked, audit.totals.money.returned) != sums
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
            let mut config = Config::clean(rules, 60, 33);
            let coup = if fault.scope == Scope::Log { 1 } else { 20 };
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

#[test]
fn a_coup_that_was_never_dealt_is_not_the_first_of_its_shoe() {
    let mut config = Config::clean(Rules::MbsSevenUp2017, 5, 7);
    config.faults.at.push(("paid_and_never_dealt".to_owned(), 1));
    let (logs, outcome) = split(&config, 8);
    let mut settings = settings();
    // By rules that ask for a burned card, of a table that burned none.
    settings.named = settings.registry.get("au-nsw/star/7-up-baccarat/2016-08-17").cloned();
    let audit = joined(&logs, &outcome, &settings, true);
    let burned: Vec<Option<u64>> = audit
        .findings
        .iter()
        .filter(|finding| finding.code.as_str() == "procedure/burn-missing")
        .map(|finding| finding.place.coup)
        .collect();
    assert_eq!(burned, [Some(2)]);
}

/// Every source by itself: a terminal knows no cards, a display no shoe.
#[test]
fn a_source_alone_is_judged_without_false_findings() {
    let settings = settings();
    for (rules, seed) in Rules::ALL.into_iter().zip(101..) {
        let (logs, outcome) = split(&Config::clean(rules, 400, seed), 8);
        let trust = TrustStore::from_yaml(&outcome.trust_yaml).unwrap();
        for (name, bytes) in &logs {
            let audit = Replay::by(&settings).audit_log(LogReader::new(bytes.as_slice(), Some(&trust)), name).audit;
            let mut codes: Vec<&str> = audit.findings.iter().map(|finding| finding.code.as_str()).collect();
            // A terminal alone does not show the interruption, which the shoe logs; then what it refused is reported, as `info`.
            codes.retain(|code| !matches!(*code, "ruleset/uncertain" | "wager/refused"));
            // It knows no cards either: what it settled by its own word nobody judges, which is told once a day.
            let unjudged = codes.contains(&"reconcile/unjudged");
            assert_eq!(unjudged, String::from_utf8_lossy(bytes).contains("\"stake\":"), "{} {name}", rules.id());
            codes.retain(|code| *code != "reconcile/unjudged");
            assert!(codes.is_empty(), "{} {name}: {codes:?}", rules.id());
        }
    }
}
