//! The short way of clean coups against the long one: accepted means that the long way finds nothing and sums the same.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use resettle_audit::{
    CleanCoup, CoupSeen, Finding, Registered, RulesetUse, Settings, Severity, Sink, Steps, Totals, audit_log_to,
};
use resettle_coup_log::LogReader;
use resettle_reference::Rules;
use resettle_report::tally::{CleanSums, Days, OutcomeRow, ShoeRow, Shoes, TableTotals, Tally};
use resettle_simulate::{Config, Scope, faults};

use crate::differential::{Played, settings};

/// Sums as a report does, by one of the two ways.
#[derive(Default)]
struct Lot {
    short: bool,
    accepted: u64,
    findings: Vec<String>,
    register: Vec<String>,
    tally: Tally,
    clean: CleanSums,
    shoes: Shoes,
}

impl Sink for Lot {
    fn finding(&mut self, finding: Finding) {
        self.findings.push(format!("{finding:?}"));
    }

    fn coup(&mut self, coup: CoupSeen) {
        self.tally.coup(Some(day_of(coup.day_moment().nanos)), &coup);
        self.shoes.coup(&coup);
    }

    fn registered(&mut self, entry: Registered) {
        self.register.push(format!("{entry:?}"));
    }

    fn takes_clean(&self) -> bool {
        self.short
    }

    fn clean(&mut self, coup: &CleanCoup<'_>) {
        self.accepted += 1;
        self.clean.coup(Some(day_of(coup.commenced().nanos.into())), coup, &mut self.tally);
        self.shoes.clean(coup);
    }

    fn steps(&self) -> Steps<'_> {
        Steps::From(Severity::Minor)
    }
}

/// A day from midnight in Greenwich.
fn day_of(nanos: i128) -> i64 {
    i64::try_from(nanos.div_euclid(86_400_000_000_000)).unwrap()
}

#[derive(Debug, PartialEq)]
struct Found {
    findings: Vec<String>,
    register: Vec<String>,
    table: TableTotals,
    days: Days,
    outcomes: Vec<OutcomeRow>,
    shoes: Vec<ShoeRow>,
    totals: Totals,
    rulesets: Vec<RulesetUse>,
    records: (u64, u64, u64),
}

fn found(played: &Played, settings: &Settings, short: bool) -> (Found, u64) {
    let mut lot = Lot { short, ..Lot::default() };
    let reader = LogReader::new(played.log.as_slice(), Some(&played.trust));
    let replayed = audit_log_to(reader, "log.jsonl", settings, &mut lot);
    let Lot { accepted, mut findings, mut register, mut tally, mut clean, shoes, .. } = lot;
    clean.give(&mut tally);
    findings.sort();
    register.sort();
    let verdict = &replayed.verdict;
    let found = Found {
        findings,
        register,
        table: tally.table,
        days: tally.days,
        outcomes: tally.outcomes.into_rows(),
        shoes: shoes.into_rows(verdict.open.as_ref()).collect(),
        totals: replayed.totals,
        rulesets: replayed.rulesets,
        records: (verdict.records, verdict.coups, verdict.authenticated_records),
    };
    (found, accepted)
}

/// Replays a log both ways; how many coups the short one accepted.
fn alike(config: &Config, settings: &Settings) -> u64 {
    let played = Played::of(config);
    let (long, none) = found(&played, settings, false);
    let (short, accepted) = found(&played, settings, true);
    assert_eq!(none, 0);
    let what = format!("{} seed {} {:?}", config.rules.id(), config.seed, config.faults);
    assert_eq!(short.findings, long.findings, "{what}");
    assert_eq!(short, long, "{what}");
    accepted
}

#[test]
fn clean_play_is_accepted_and_sums_the_same() {
    let settings = settings();
    let accepted: u64 = Rules::ALL.into_iter().map(|rules| alike(&Config::clean(rules, 1_500, 3), &settings)).sum();
    // Wagers that were taken back or refused go the long way.
    assert!(accepted > 900, "{accepted}");
}

#[test]
fn by_a_ruleset_that_is_named_too() {
    let registry = settings().registry;
    let mut accepted = 0;
    for rules in Rules::ALL {
        let named = registry.get(rules.id()).cloned();
        let settings = Settings { registry: registry.clone(), named, ..Settings::default() };
        let mut config = Config::clean(rules, 1_500, 5);
        config.faults.one_in = 20;
        accepted += alike(&config, &settings);
    }
    assert!(accepted > 100, "{accepted}");
}

#[test]
fn every_planted_fault_and_nearest_miss_under_every_ruleset() {
    let settings = settings();
    let mut planted = 0;
    for fault in faults() {
        for rules in Rules::ALL.into_iter().filter(|rules| fault.fits(*rules) && fault.fits_logs(false)) {
            let mut config = Config::clean(rules, 70, 17);
            let coup = if fault.scope == Scope::Log { 1 } else { 30 };
            config.faults.at.push((fault.name.to_owned(), coup));
            alike(&config, &settings);
            planted += 1;
        }
    }
    assert!(planted > 1_000, "{planted}");
}

#[test]
fn many_faults_side_by_side() {
    let settings = settings();
    for (rules, seed) in Rules::ALL.into_iter().zip(71..) {
        let mut config = Config::clean(rules, 2_000, seed);
        config.faults.one_in = 7;
        alike(&config, &settings);
    }
}
