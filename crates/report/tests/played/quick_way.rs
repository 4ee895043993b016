//! The quick way of clean coups against the long one: accepted means that the long way finds nothing and sees the same.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use resettle_audit::{
    Check, CoupSeen, Finding, LateIncident, Registered, Replay, ReplayedLog, RulesetUse, Settings, Severity, Sink,
    Steps, Stored, Totals,
};
use resettle_coup_log::{LogReader, LoggedCoup, LoggedWager};
use resettle_game::Mode;
use resettle_reference::Rules;
use resettle_report::tally::{Days, OutcomeRow, Part, ShoeRow, Shoes, Sums, TableTotals, Tally, whole_shoes};
use resettle_ruleset::{Registry, Ruleset};
use resettle_sealed_log::Open;
use resettle_simulate::{Config, Scope, Style, faults};

use crate::differential::{Played, settings};

/// Sums as a report does, by one of the two ways.
#[derive(Default)]
pub(crate) struct Lot {
    quick: bool,
    accepted: u64,
    /// By line, what was seen of each coup.
    seen: Vec<(Option<u64>, u64)>,
    findings: Vec<String>,
    register: Vec<String>,
    tally: Tally,
    sums: Sums,
    asked: BTreeMap<Check, Part>,
    /// Coups whose wagers are not logged: money was not asked of them.
    without_wagers: u64,
    shoes: Shoes,
    parts: Vec<ShoeRow>,
    /// What was put away of shoes.
    kept: Vec<Vec<u8>>,
    taken_back: u64,
    late: Vec<LateIncident>,
}

impl Sink for Lot {
    fn finding(&mut self, finding: Finding) {
        self.findings.push(format!("{finding:?}"));
    }

    fn coup(&mut self, coup: &CoupSeen<'_>) {
        self.accepted += u64::from(matches!(coup.logged, LoggedCoup::Quick(_)));
        self.seen.push((coup.line, hash_of(coup)));
        self.count_asked(coup);
        self.sums.coup(Some(day_of(coup.day_moment().nanos)), coup, &mut self.tally);
        self.shoes.coup(coup);
        self.parts.extend(self.shoes.many());
    }

    fn registered(&mut self, entry: Registered) {
        self.register.push(format!("{entry:?}"));
    }

    fn is_quick(&self) -> bool {
        self.quick
    }

    fn put_away(&mut self, shoe: &[u8]) -> Option<Stored> {
        if !self.quick {
            return None;
        }
        self.kept.push(shoe.to_vec());
        Some(Stored { section: self.kept.len() as u32 - 1, ..Stored::default() })
    }

    fn take_back(&mut self, at: Stored) -> Option<Vec<u8>> {
        self.taken_back += 1;
        self.kept.get(usize::try_from(at.section).ok()?).cloned()
    }

    fn steps(&self) -> Steps<'_> {
        Steps::From(Severity::Minor)
    }

    fn late(&mut self, incident: LateIncident) {
        self.late.push(incident);
    }
}

impl Lot {
    /// Adds up what was asked, by itself: the sums hold what was not.
    fn count_asked(&mut self, coup: &CoupSeen<'_>) {
        if coup.logged.tournament().is_some() {
            return;
        }
        let dark = coup.logged.strict().is_some_and(|coup| coup.wagers.is_none() && coup.mode != Some(Mode::NoBet));
        self.without_wagers += u64::from(coup.counts && dark);
        let mut all = Part { coups: u64::from(coup.counts), ..Part::default() };
        for (at, wager) in coup.wagers.iter().enumerate() {
            let part = Part { coups: 0, wagers: 1, staked: i128::from(wager.stake), returned: wager.returned };
            all.add(&part);
            for (check, why) in Check::OF_WAGER.into_iter().zip(coup.not_asked_of(at, wager)) {
                if why.is_none() {
                    self.asked.entry(check).or_default().add(&part);
                }
            }
        }
        for (check, why) in Check::OF_COUP.into_iter().zip(coup.not_asked()) {
            if why.is_none() {
                self.asked.entry(check).or_default().add(&all);
            }
        }
    }

    /// What was asked and what was not are all coups and wagers with all their money, for each check; wagers that the sums
    /// do not judge are among those whose money was not asked.
    fn adds_up(&self) {
        let TableTotals { coups, money, not_asked, .. } = &self.tally.table;
        for check in Check::OF_COUP.into_iter().chain(Check::OF_WAGER) {
            let coups = match check {
                Check::Money => self.without_wagers,
                check if check.is_of_wagers() => 0,
                _ => *coups,
            };
            let mut all = self.asked.get(&check).copied().unwrap_or_default();
            all.add(&not_asked.of(check));
            let whole = Part { coups, wagers: money.wagers, staked: money.staked, returned: money.returned };
            assert_eq!(all, whole, "{check:?}");
        }
        assert!(not_asked.of(Check::Money).wagers >= money.wagers_not_judged);
    }
}

/// The sums of a replay, the rulesets that it used, and of each log its records, its coups and its authentic records.
type Whole = (Totals, Vec<RulesetUse>, Vec<(u64, u64, u64)>);

impl Lot {
    pub(crate) fn by(quick: bool) -> Self {
        Self { quick, ..Self::default() }
    }

    /// All that was found, and how many coups the quick way accepted.
    pub(crate) fn found(mut self, open: Option<&Open>, (totals, rulesets, records): Whole) -> (Found, u64) {
        self.sums.give(&mut self.tally);
        self.adds_up();
        let Self { accepted, mut findings, mut seen, mut register, tally, shoes, parts, late, .. } = self;
        findings.sort();
        seen.sort();
        register.sort();
        let found = Found {
            findings,
            seen,
            register,
            table: tally.table,
            days: tally.days,
            outcomes: tally.outcomes.into_rows(),
            shoes: rows(parts, shoes, open),
            totals,
            rulesets,
            records,
            late: Late(late),
        };
        (found, accepted)
    }
}

/// A hash of all that is seen of a coup, however it was logged.
fn hash_of(seen: &CoupSeen<'_>) -> u64 {
    let logged = seen.logged;
    let read = (logged.whole(), logged.shoe(), logged.number(), logged.mode(), logged.moments(), logged.cards());
    let wagers: Vec<LoggedWager<'_>> = logged.wagers().collect();
    let announced = (logged.declared(), logged.wrd());
    let of = (seen.source, seen.log, seen.file, seen.line, seen.seq, seen.written, seen.commenced, seen.close());
    let by = (seen.ruleset.map(|ruleset| &ruleset.id), seen.decks, seen.cards_return, seen.dealt, seen.counts);
    let result = (seen.result, seen.from_cards, seen.totals, seen.sevens, seen.counts_sevens(), seen.hands());
    let of_wagers: Vec<_> = seen.wagers.iter().enumerate().map(|(at, wager)| seen.not_asked_of(at, wager)).collect();
    let not_asked = (seen.not_asked(), of_wagers);
    let judged = (seen.without_ground, seen.order, seen.wagers, seen.worst, seen.trace);
    let text = format!("{read:?}{wagers:?}{announced:?}{of:?}{by:?}{result:?}{judged:?}{not_asked:?}");
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// A day from midnight in Greenwich.
fn day_of(nanos: i128) -> i64 {
    i64::try_from(nanos.div_euclid(86_400_000_000_000)).unwrap()
}

fn rows(mut parts: Vec<ShoeRow>, rest: Shoes, open: Option<&Open>) -> Vec<ShoeRow> {
    parts.extend(rest.rest());
    parts.sort_by(|one, other| one.shoe.cmp(&other.shoe));
    whole_shoes(parts.into_iter().map(Ok::<_, ()>), open).map(Result::unwrap).collect()
}

#[derive(Debug, PartialEq)]
pub(crate) struct Found {
    pub(crate) findings: Vec<String>,
    seen: Vec<(Option<u64>, u64)>,
    register: Vec<String>,
    table: TableTotals,
    days: Days,
    outcomes: Vec<OutcomeRow>,
    shoes: Vec<ShoeRow>,
    totals: Totals,
    rulesets: Vec<RulesetUse>,
    records: Vec<(u64, u64, u64)>,
    /// Incidents that concern coups which had been judged: with them known the log is judged once more.
    late: Late,
}

#[derive(Debug)]
struct Late(Vec<LateIncident>);

impl PartialEq for Late {
    fn eq(&self, other: &Self) -> bool {
        format!("{self:?}") == format!("{other:?}")
    }
}

impl Found {
    /// Whether both ways find the same; what is then to be judged by, if incidents came late.
    pub(crate) fn assert_is(&self, long: &Self, settings: &Settings, what: &str) -> Option<Settings> {
        assert_eq!(self.findings, long.findings, "{what}");
        assert_eq!(self, long, "{what}");
        (settings.late.is_none() && !self.late.0.is_empty()).then(|| settings.knowing(&self.late.0))
    }
}

fn found(played: &Played, settings: &Settings, quick: bool) -> (Found, u64) {
    let mut lot = Lot::by(quick);
    let reader = LogReader::new(played.log.as_slice(), Some(&played.trust));
    let ReplayedLog { verdict, totals, rulesets, .. } = Replay::by(settings).log(reader, "log.jsonl", &mut lot);
    assert!(lot.accepted < 800 || lot.taken_back > 0, "the last coups of shoes wait where those are put away");
    let read = (verdict.records, verdict.coups, verdict.authenticated_records);
    lot.found(verdict.open.as_ref(), (totals, rulesets, vec![read]))
}
/// Replays a log both ways; how many coups the quick one accepted.
fn alike(config: &Config, settings: &Settings) -> u64 {
    alike_as(config, settings, Played::of(config))
}

fn alike_as(config: &Config, settings: &Settings, played: Played) -> u64 {
    let (long, none) = found(&played, settings, false);
    let (quick, accepted) = found(&played, settings, true);
    assert_eq!(none, 0);
    let what = format!("{} seed {} {:?}", config.rules.id(), config.seed, config.faults);
    match quick.assert_is(&long, settings, &what) {
        Some(knowing) => alike_as(config, &knowing, played),
        None => accepted,
    }
}

#[test]
fn clean_play_is_accepted_and_sums_the_same() {
    let settings = settings();
    let accepted: u64 = Rules::ALL.into_iter().map(|rules| alike(&Config::clean(rules, 1_500, 3), &settings)).sum();
    // Wagers that were refused go the long way.
    assert!(accepted > 900, "{accepted}");
}

/// No shipped ruleset bounds the persons of an area for one bet.
#[test]
fn persons_of_an_area_are_bounded_for_the_bet_that_the_rule_names() {
    let star = Rules::StarSevenUp2016;
    let one = resettle_rulesets::embedded().find(|one| one.id == star.id()).unwrap();
    let rule = "players_per_area: {at_most: 3, clause: \"5.5\"}";
    assert!(one.yaml.contains(rule));
    let config = Config::clean(star, 1_500, 3);
    let over = |bound: &str| {
        let yaml = one.yaml.replace(rule, &format!("players_per_area: {{{bound}, clause: \"5.5\"}}"));
        let mut registry = Registry::default();
        registry.add(Ruleset::from_yaml(one.id, &yaml, one.notes.as_bytes()).unwrap()).unwrap();
        let settings = Settings { registry, ..Settings::default() };
        let accepted = alike(&config, &settings);
        let (found, _) = found(&Played::of(&config), &settings, true);
        (found.findings.iter().filter(|finding| finding.contains("5.5")).count(), accepted)
    };
    let (any, few) = over("at_most: 1");
    let (on_tie, more) = over("at_most: 1, bet: tie");
    let (none, most) = over("at_most: 3");
    assert!(any > on_tie && on_tie > 0 && none == 0, "{any} {on_tie} {none}");
    assert!(few < more && more < most, "{few} {more} {most}");
}

#[test]
fn coups_are_accepted_between_changes_of_dealers_too() {
    let settings = settings();
    let accepted = |staff| {
        let clean = Config::clean(Rules::MbsBaccarat2017, 700, 9);
        alike(&Config { staff, style: Style::Plain, ..clean }, &settings)
    };
    let (with, without) = (accepted(true), accepted(false));
    assert!(without > 500 && with * 10 > without * 8, "{with} of {without}");
}

#[test]
fn shoes_that_are_named_again_after_their_end_are_judged_the_same() {
    let settings = settings();
    for (rules, seed) in Rules::ALL.into_iter().zip(31..) {
        let config = Config::clean(rules, 600, seed);
        let mut played = Played::of(&config);
        let log = String::from_utf8(std::mem::take(&mut played.log)).unwrap();
        let lines: Vec<&str> = log.lines().collect();
        let shoe =
            |line: &str| line.split_once("\"shoe\":\"").and_then(|(_, rest)| Some(rest.split_once('"')?.0.to_owned()));
        let mut reported = Vec::new();
        let mut before: Vec<&str> = Vec::new();
        for (at, line) in lines.iter().enumerate() {
            reported.push((*line).to_owned());
            if line.contains("\"type\":\"coup\"") {
                before.push(line);
            }
            // Every so often an earlier shoe is named again, in one of several ways.
            let (true, Some(old)) = (at % 37 == 36, before.get(at * 7 % before.len().max(1))) else { continue };
            let last = before.iter().rev().find(|other| shoe(other) == shoe(old)).unwrap_or(old);
            let number = last.split_once("\"coup\":").unwrap().1.split(&[',', '}'][..]).next().unwrap();
            let head = last.split_once("\"type\"").unwrap().0;
            let name = shoe(old).unwrap();
            let kind = if at % 2 == 0 { "face_up_card" } else { "extra_card" };
            reported.push(match at % 5 {
                0 => (*old).to_owned(),
                1 => format!("{head}\"type\":\"shoe\",\"shoe\":\"{name}\",\"event\":\"check\"}}"),
                2 => format!("{head}\"type\":\"shoe\",\"shoe\":\"{name}\",\"event\":\"start\",\"decks\":8,\"burned\":[]}}"),
                _ => format!(
                    "{head}\"type\":\"incident\",\"shoe\":\"{name}\",\"coup\":{number},\"kind\":\"{kind}\",\"noticed\":\"2023-06-01T12:00:03+08:00\"}}"
                ),
            });
        }
        played.log = (reported.join("\n") + "\n").into_bytes();
        alike_as(&config, &settings, played);
    }
}

#[test]
fn by_a_ruleset_that_is_named_too() {
    let registry = settings().registry;
    let mut accepted = 0;
    for rules in Rules::ALL {
        let named = registry.get(rules.id()).cloned();
        let settings = Settings { registry: registry.clone(), named, ..Settings::default() };
        for seed in [5, 6] {
            let mut config = Config::clean(rules, 1_500, seed);
            config.faults.one_in = 20;
            accepted += alike(&config, &settings);
        }
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
