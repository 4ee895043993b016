//! What the engine says of each coup that it judged: money, results, the gravest finding, the steps.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::rc::Rc;

use crate::differential::{Played, settings};
use resettle_audit::{
    Code, CoupName, CoupResult, CoupSeen, CoupTrace, Finding, Registered, Replay, Severity, Sink, SourceLog,
    SourceSettings, Steps, Totals, WagerSeen,
};
use resettle_coup_log::{Coup, LogReader};
use resettle_reference::Rules;
use resettle_report::tally::{Sums, Tally};
use resettle_sealed_log::TrustStore;
use resettle_simulate::{Config, simulate_split};

/// What is seen of a coup.
struct Seen {
    line: u64,
    coup: Coup,
    wagers: Vec<WagerSeen>,
    result: CoupResult,
    from_cards: bool,
    dealt: bool,
    counts: bool,
    decks: Option<u32>,
    is_by_rules: bool,
    worst: Option<Severity>,
    trace: Option<CoupTrace>,
}

/// Holds everything, if it is asked for with the steps of flagged coups, and adds it up.
#[derive(Default)]
struct Held {
    with_steps: bool,
    findings: Vec<Finding>,
    coups: Vec<Seen>,
    sums: Sums,
    tally: Tally,
}

impl Held {
    fn flagged() -> Self {
        Self { with_steps: true, ..Self::default() }
    }
}

impl Sink for Held {
    fn finding(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    fn coup(&mut self, coup: &CoupSeen<'_>) {
        self.sums.coup(None, coup, &mut self.tally);
        self.coups.push(Seen {
            line: coup.line.unwrap(),
            coup: coup.logged.whole().into_owned(),
            wagers: coup.wagers.to_vec(),
            result: coup.result,
            from_cards: coup.from_cards,
            dealt: coup.dealt,
            counts: coup.counts,
            decks: coup.decks,
            is_by_rules: coup.ruleset.is_some(),
            worst: coup.worst,
            trace: coup.trace.cloned(),
        });
    }

    fn registered(&mut self, _: Registered) {}

    fn steps(&self) -> Steps<'_> {
        if self.with_steps { Steps::From(Severity::Minor) } else { Steps::Never }
    }
}

fn faulty(rules: Rules, seed: u64) -> Config {
    let mut config = Config::clean(rules, 1_500, seed);
    config.faults.one_in = 6;
    config
}

fn sums(coups: &[Seen]) -> Totals {
    let mut totals = Totals::default();
    for coup in coups {
        totals.coups += u64::from(coup.counts);
        assert_eq!(coup.wagers.len(), coup.coup.wagers.as_ref().map_or(0, Vec::len), "each wager has its due");
        for wager in &coup.wagers {
            totals.money.wagers += 1;
            totals.money.staked += i128::from(wager.stake);
            totals.money.returned += wager.returned;
            totals.money.due += wager.due;
        }
    }
    totals
}

#[test]
fn the_money_of_coups_adds_up_to_the_totals() {
    let settings = settings();
    for (rules, seed) in Rules::ALL.into_iter().zip(61..) {
        let played = Played::of(&faulty(rules, seed));
        let mut sink = Held::default();
        let log = Replay::by(&settings).log(LogReader::new(&played.log[..], Some(&played.trust)), "log", &mut sink);
        assert_eq!(sums(&sink.coups), log.totals, "{}", rules.id());
        assert!(sink.coups.iter().all(|coup| coup.trace.is_none()), "nobody asked for steps");
    }
}

/// Stakes of wagers that were refused or taken back in time are in no sum of what chance governs, and all others are.
#[test]
fn stakes_that_were_not_at_risk_are_not_governed_by_chance() {
    let settings = settings();
    let mut why: BTreeMap<&str, u64> = BTreeMap::new();
    for (rules, seed) in Rules::ALL.into_iter().zip(81..) {
        let played = Played::of(&faulty(rules, seed));
        let mut sink = Held::default();
        Replay::by(&settings).log(LogReader::new(&played.log[..], Some(&played.trust)), "log", &mut sink);
        let (mut tally, mut at_risk, mut refused_at_risk) = (sink.tally, 0, 0);
        sink.sums.give(&mut tally);
        for seen in &sink.coups {
            let by_cards = seen.from_cards && seen.result != CoupResult::Void;
            for (logged, wager) in seen.coup.wagers.iter().flatten().zip(&seen.wagers) {
                if let Some(reason) = wager.not_at_risk {
                    *why.entry(reason.word()).or_default() += 1;
                } else if by_cards && seen.decks.is_some() {
                    at_risk += i128::from(wager.stake);
                }
                let refused = !logged.accepted && seen.is_by_rules;
                refused_at_risk += u64::from(refused && wager.not_at_risk.is_none());
            }
        }
        let by_chance: i128 = tally.table.chance.iter().map(|row| row.staked).sum();
        assert_eq!((by_chance, refused_at_risk), (at_risk, 0), "{}", rules.id());
        assert!(by_chance < tally.table.money.staked, "{}", rules.id());
    }
    for reason in ["refused", "withdrawn", "late", "void_coup"] {
        assert!(why.get(reason) > Some(&10), "{why:?}");
    }
}

/// Money of a finding is what its wager returned beyond its due.
#[test]
fn the_due_of_a_wager_fits_the_finding_about_it() {
    let settings = settings();
    let mut compared = 0;
    for (rules, seed) in Rules::ALL.into_iter().zip(71..) {
        let played = Played::of(&faulty(rules, seed));
        let mut sink = Held::default();
        Replay::by(&settings).log(LogReader::new(&played.log[..], Some(&played.trust)), "log", &mut sink);
        let coups: BTreeMap<u64, &Seen> = sink.coups.iter().map(|coup| (coup.line, coup)).collect();
        // What a claim or a refusal moved was due as declared.
        let beside = [Code::ClaimUnsupported, Code::Refused];
        let findings = sink.findings.iter().filter(|finding| !beside.contains(&finding.code));
        for finding in findings.filter(|finding| finding.money.is_some()) {
            let coup = coups[&finding.place.line.unwrap()];
            let off = |at: usize| {
                let wager = coup.wagers[at];
                wager.returned - wager.due
            };
            let off = match &finding.wager {
                Some(name) => off(coup.coup.wagers.iter().flatten().position(|wager| wager.name == *name).unwrap()),
                None => coup.wagers.iter().map(|wager| wager.returned - wager.due).sum(),
            };
            assert_eq!(i128::from(finding.money.unwrap()), off, "{}: {finding:?}", rules.id());
            compared += 1;
        }
    }
    assert!(compared > 200, "{compared}");
}

#[test]
fn a_coup_knows_its_gravest_finding_and_only_flagged_ones_have_steps() {
    // These may come to light when the coup that they stand at was judged long ago.
    let late = [Code::ShoeRecord, Code::UnsealedTail, Code::NotClosed, Code::UntrustedKey];
    let settings = settings();
    let (mut flagged, mut doubts) = (0, 0);
    for (rules, seed) in Rules::ALL.into_iter().zip(81..) {
        let played = Played::of(&faulty(rules, seed));
        let mut sink = Held::flagged();
        Replay::by(&settings).log(LogReader::new(&played.log[..], Some(&played.trust)), "log", &mut sink);
        let Held { findings, coups, .. } = sink;
        let gravest = |line: Option<u64>, late_too: bool| {
            // A doubt about the ruleset is charged to no coup.
            let charged = findings.iter().filter(|finding| finding.code != Code::Uncertain);
            let here = charged.filter(|finding| finding.place.line == line);
            here.filter(|finding| late_too || !late.contains(&finding.code)).map(|finding| finding.severity).max()
        };
        doubts += findings.iter().filter(|finding| finding.code == Code::Uncertain).count();
        for coup in &coups {
            let line = Some(coup.line);
            let (least, most) = (gravest(line, false), gravest(line, true));
            let place = format!("{} line {line:?}: {least:?} to {most:?}, {:?}", rules.id(), coup.worst);
            assert!(coup.worst >= least, "{place}");
            assert_eq!(coup.trace.is_some(), coup.worst >= Some(Severity::Minor), "{place}");
            flagged += usize::from(coup.trace.is_some());
            // The duties of an incident stand at the incident, and are those of its coup all the same.
            let elsewhere = coup.trace.as_ref().is_some_and(|trace| trace.records.len() > 1);
            assert!(coup.worst <= most || elsewhere, "{place}");
        }
    }
    assert!(flagged > 300 && doubts > 0, "{flagged} {doubts}");
}

/// A coup that is judged again to write down the steps takes the same ones.
#[test]
fn the_steps_of_a_flagged_coup_are_those_that_explain_it() {
    let settings = settings();
    for (rules, seed) in Rules::ALL.into_iter().zip(91..) {
        let played = Played::of(&faulty(rules, seed));
        let read = || LogReader::new(&played.log[..], Some(&played.trust));
        let mut sink = Held::flagged();
        Replay::by(&settings).log(read(), "log", &mut sink);
        let coups = sink.coups.iter().filter(|coup| coup.trace.is_some());
        for coup in coups.step_by(17) {
            let name = CoupName::InShoe { shoe: coup.coup.shoe.clone().unwrap(), coup: coup.coup.coup.unwrap() };
            let explained = Replay::by(&settings).explaining(&name).audit_log(read(), "log");
            let traces = explained.audit.traces;
            let same = traces.iter().find(|trace| trace.place.line == Some(coup.line)).unwrap();
            let trace = coup.trace.as_ref().unwrap();
            assert_eq!((&same.sections, &same.records), (&trace.sections, &trace.records), "{}", rules.id());
        }
    }
}

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

#[test]
fn joined_sources_give_each_coup_once_and_its_money_whole() {
    let settings = settings();
    for (rules, seed) in Rules::ALL.into_iter().zip(41..) {
        let mut config = Config::clean(rules, 300, seed);
        config.faults.one_in = 5;
        let mut logs: Vec<(String, Growing)> = Vec::new();
        let outcome = simulate_split(&config, 3, |name| {
            let log = Growing::default();
            logs.push((name.to_owned(), log.clone()));
            Ok(log)
        })
        .unwrap();
        let trust = TrustStore::from_yaml(&outcome.trust_yaml).unwrap();
        let bytes: Vec<(String, Vec<u8>)> =
            logs.into_iter().map(|(name, log)| (name, log.0.borrow().clone())).collect();
        let reader = |bytes| LogReader::new(bytes, Some(&trust));
        let sources = bytes.iter().map(|(name, bytes)| SourceLog::new(name.clone(), reader(bytes.as_slice())));
        let mut sink = Held::flagged();
        let joined = Replay::by(&settings).joining(&SourceSettings::default()).logs(sources.collect(), &mut sink);
        assert_eq!(sums(&sink.coups), joined.totals, "{}", rules.id());
        assert_eq!(sink.coups.iter().filter(|coup| coup.counts).count() as u64, joined.totals.coups);
        assert!(sink.coups.iter().any(|coup| coup.dealt && coup.result != CoupResult::Unknown));
        for coup in sink.coups.iter().filter(|coup| !coup.dealt) {
            assert_eq!(coup.worst, Some(Severity::Critical), "it was paid, and nobody dealt it");
        }
    }
}
