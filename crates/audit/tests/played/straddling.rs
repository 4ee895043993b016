//! A log cut in two anywhere says the same: state goes over from one log of a source to the next.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::Write;
use std::rc::Rc;

use crate::differential::settings;
use resettle_audit::{Finding, JoinedReplay, Memory, Replay, Settings, SourceLog, SourceSettings, Totals};
use resettle_coup_log::LogReader;
use resettle_reference::Rules;
use resettle_simulate::{Config, faults, simulate, simulate_split};

/// What a replay says of coups: all but what concerns a log as a log, and what is reported once a log.
fn reported(mut findings: Vec<Finding>) -> Vec<String> {
    findings.retain(|finding| {
        let code = finding.code.as_str();
        !code.starts_with("integrity/") && code != "ruleset/uncertain"
    });
    let mut lines: Vec<String> = findings
        .iter()
        .map(|finding| {
            let place = &finding.place;
            format!(
                "{} {} {:?} {:?} {:?} {:?} {:?} {:?}",
                finding.code,
                finding.severity.word(),
                place.shoe,
                place.coup,
                finding.wager,
                finding.expected,
                finding.logged,
                finding.money
            )
        })
        .collect();
    lines.sort();
    lines
}

/// The parts of a log cut before these lines, each with an opening record of its own.
fn cut(log: &str, at: &[usize]) -> Vec<String> {
    let lines: Vec<&str> = log.lines().collect();
    let mut parts = Vec::new();
    let mut from = 0;
    for (part, to) in at.iter().copied().chain([lines.len()]).enumerate() {
        let mut text = String::new();
        if part > 0 {
            let open = lines[0].replacen("\"log\":\"", &format!("\"log\":\"{part}-"), 1);
            // It begins when the record before it was written.
            let time = |line: &&str| {
                let (_, rest) = line.split_once("\"at\":\"")?;
                Some(rest.split_once('"')?.0.to_owned())
            };
            // A spoilt line may hold no time.
            let before = lines[..from].iter().rev().find_map(time).unwrap();
            text.push_str(&open.replacen(&time(&lines[0]).unwrap(), &before, 1));
            text.push('\n');
        }
        for line in &lines[from..to] {
            text.push_str(line);
            text.push('\n');
        }
        parts.push(text);
        from = to;
    }
    parts
}

fn stream(parts: &[String], settings: &Settings) -> (Vec<String>, Totals) {
    let mut sink = Memory::default();
    // Whatever order they are handed over in.
    let logs = parts.iter().enumerate().rev();
    let logs = logs.map(|(at, part)| SourceLog::new(format!("part-{at}"), LogReader::new(part.as_bytes(), None)));
    let JoinedReplay { totals, stopped, .. } = Replay::by(settings).logs(logs.collect(), &mut sink);
    assert!(stopped.is_none());
    (reported(sink.findings), totals)
}

/// The faults that do not hang on when a log was opened, which is what a cut changes.
fn of_no_opening() -> Vec<String> {
    let hangs = |about: &str| about.contains("the log was opened") || about.contains("its log was opened");
    faults().iter().filter(|fault| !hangs(fault.about)).map(|fault| fault.name.to_owned()).collect()
}

#[test]
fn a_log_cut_anywhere_gives_the_same_findings() {
    let settings = settings();
    for (rules, seed) in Rules::ALL.into_iter().zip(51..) {
        let mut config = Config::clean(rules, 260, seed);
        config.faults.one_in = 6;
        config.faults.only = of_no_opening();
        let mut log = Vec::new();
        simulate(&config, &mut log).unwrap();
        let log = String::from_utf8_lossy(&log).into_owned();
        let whole = stream(std::slice::from_ref(&log), &settings);
        assert!(whole.0.len() > 10, "{}: {}", rules.id(), whole.0.len());
        let lines = log.lines().count();
        for at in (2..lines - 2).step_by(11) {
            let parts = cut(&log, &[at]);
            assert_eq!(stream(&parts, &settings), whole, "{} cut before line {}", rules.id(), at + 1);
        }
        let parts = cut(&log, &[20, 21, lines / 2, lines - 3]);
        assert_eq!(stream(&parts, &settings), whole, "{} in five parts", rules.id());
    }
}

/// The logs of a table's sources by name.
fn split(config: &Config) -> BTreeMap<String, String> {
    struct Out(Rc<RefCell<Vec<u8>>>);
    impl Write for Out {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.borrow_mut().write(bytes)
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut files: BTreeMap<String, Rc<RefCell<Vec<u8>>>> = BTreeMap::new();
    let open = |name: &str| Ok(Out(Rc::clone(files.entry(name.to_owned()).or_default())));
    simulate_split(config, 3, open).unwrap();
    files.into_iter().map(|(name, file)| (name, String::from_utf8_lossy(&file.borrow()).into_owned())).collect()
}

fn joined(logs: &[(String, String)], settings: &Settings) -> (Vec<String>, Totals) {
    let mut sink = Memory::default();
    let logs = logs.iter().map(|(name, log)| SourceLog::new(name.clone(), LogReader::new(log.as_bytes(), None)));
    let about = SourceSettings::default();
    let JoinedReplay { totals, stopped, .. } = Replay::by(settings).joining(&about).logs(logs.collect(), &mut sink);
    assert!(stopped.is_none(), "{stopped:?}");
    (reported(sink.findings), totals)
}

#[test]
fn the_sources_of_a_table_may_each_be_cut_where_they_like() {
    let settings = settings();
    for (rules, seed) in [(Rules::MbsElectronic2023, 61), (Rules::StarSevenUp2016, 62)] {
        let mut config = Config::clean(rules, 220, seed);
        config.faults.one_in = 7;
        config.faults.only = of_no_opening();
        let logs: Vec<(String, String)> = split(&config).into_iter().collect();
        let whole = joined(&logs, &settings);
        assert!(whole.0.len() > 5, "{}", whole.0.len());
        for shift in 0..6 {
            let mut parts = Vec::new();
            for (place, (name, log)) in logs.iter().enumerate() {
                let lines = log.lines().count();
                let at = (lines / 3 + shift * 17 + place * 5).clamp(2, lines - 2);
                let cuts = cut(log, &[at, (at + 40).min(lines - 1)]);
                parts.extend(cuts.into_iter().enumerate().map(|(nth, part)| (format!("{name}-{nth}"), part)));
            }
            assert_eq!(joined(&parts, &settings), whole, "{} shifted by {shift}", rules.id());
        }
    }
}

/// The same shoe names day after day are not the same shoes.
#[test]
fn shoes_that_bear_the_same_names_every_day_are_different_shoes() {
    let settings = settings();
    let mut config = Config::clean(Rules::MbsBaccarat2017, 150, 71);
    config.faults.one_in = 9;
    let mut one = Vec::new();
    simulate(&config, &mut one).unwrap();
    let one = String::from_utf8_lossy(&one).into_owned();
    // The next day, shoe by shoe the same names, another shuffle.
    config.seed = 72;
    let mut other = Vec::new();
    simulate(&config, &mut other).unwrap();
    let other = String::from_utf8_lossy(&other).into_owned();
    let table = |log: &str| {
        let (_, rest) = log.split_once("\"table\":\"").unwrap();
        rest.split_once('"').unwrap().0.to_owned()
    };
    let other = other.replace(&table(&other), &table(&one)).replace("2018-05-20", "2018-05-21");
    let (first, second) =
        (stream(std::slice::from_ref(&one), &settings), stream(std::slice::from_ref(&other), &settings));
    let (together, totals) = stream(&[one, other], &settings);
    let mut apart = [first.0, second.0].concat();
    apart.sort();
    assert_eq!(together, apart);
    assert_eq!(totals.money.returned, first.1.money.returned + second.1.money.returned);
}

/// Two logs of one source that hold the same coups: the later one's are reported once and not counted.
#[test]
fn repeated_coups_are_reported_once_and_counted_once() {
    let settings = settings();
    let mut log = Vec::new();
    simulate(&Config::clean(Rules::MbsElectronic2023, 200, 81), &mut log).unwrap();
    let log = String::from_utf8_lossy(&log).into_owned();
    let whole = stream(std::slice::from_ref(&log), &settings);
    let lines = log.lines().count();
    let half = lines / 2;
    // Two logs that share the middle of the day.
    let first = cut(&log, &[half + 40]).remove(0);
    let second = cut(&log, &[half]).remove(1);
    let (found, totals) = stream(&[first, second], &settings);
    assert_eq!(totals, whole.1);
    let more: Vec<&String> = found.iter().filter(|line| !whole.0.contains(line)).collect();
    assert_eq!(more.len(), 1, "{more:?}");
    assert!(more[0].starts_with("reconcile/overlap major"), "{more:?}");
}

/// What overlaps: the log's name, the place, what is said; and everything else that is reported, with the totals.
fn overlapping(parts: &[(&str, String)], settings: &Settings) -> (Vec<(String, u64, String)>, Vec<String>, Totals) {
    let mut sink = Memory::default();
    let logs = parts.iter().map(|(name, part)| {
        SourceLog::new(*name, LogReader::new(part.as_bytes(), None)).again(|| Ok(LogReader::new(part.as_bytes(), None)))
    });
    let JoinedReplay { totals, stopped, .. } = Replay::by(settings).logs(logs.collect(), &mut sink);
    assert!(stopped.is_none());
    let overlap = |finding: &Finding| finding.code.as_str() == "reconcile/overlap";
    let overlaps = sink.findings.iter().filter(|finding| overlap(finding));
    let overlaps =
        overlaps.map(|finding| (finding.file.to_string(), finding.place.coup.unwrap(), finding.message.clone()));
    let overlaps = overlaps.collect();
    sink.findings.retain(|finding| !overlap(finding));
    (overlaps, reported(sink.findings), totals)
}

/// A log under another id.
fn under(id: &str, log: &str) -> String {
    let (before, rest) = log.split_once("\"log\":\"").unwrap();
    let (_, after) = rest.split_once('"').unwrap();
    format!("{before}\"log\":\"{id}\"{after}")
}

/// Which of two logs counts is said by their ids, whichever began first.
#[test]
fn the_log_whose_id_goes_first_counts_whichever_began_first() {
    let settings = settings();
    let mut config = Config::clean(Rules::MbsElectronic2023, 200, 81);
    config.faults.one_in = 9;
    let mut log = Vec::new();
    simulate(&config, &mut log).unwrap();
    let log = String::from_utf8_lossy(&log).into_owned();
    let (none, whole, totals) = overlapping(&[("whole", log.clone())], &settings);
    assert!(none.is_empty() && whole.len() > 10);
    let half = log.lines().count() / 2;
    let early = cut(&log, &[half + 40]).remove(0);
    let late = cut(&log, &[half]).remove(1);
    let middle = cut(&log, &[half, half + 40]).remove(1);
    for (early, late, what) in [(&early, &late, "one goes on from the other"), (&log, &middle, "one holds the other")] {
        let mut places = Vec::new();
        for (first, second) in [("aa", "zz"), ("zz", "aa")] {
            let parts = [("early", under(first, early)), ("late", under(second, late))];
            let (overlaps, rest, counted) = overlapping(&parts, &settings);
            assert_eq!((&rest, counted), (&whole, totals), "{what}, {first} and {second}");
            let [(file, coup, message)] = overlaps.as_slice() else { panic!("{what}: {overlaps:?}") };
            assert_eq!(file, if first == "aa" { "late" } else { "early" }, "{what}: it stands where it does not count");
            assert!(message.contains("they say the same, and are not counted again"), "{message}");
            places.push(*coup);
        }
        assert_eq!(places[0], places[1], "{what}: the first coup that both hold");
    }
}

#[test]
fn a_repeat_that_pays_differently_is_reported_as_such() {
    let settings = settings();
    let mut log = Vec::new();
    simulate(&Config::clean(Rules::MbsElectronic2023, 200, 82), &mut log).unwrap();
    let log = String::from_utf8_lossy(&log).into_owned();
    let half = log.lines().count() / 2;
    let early = under("aa", &cut(&log, &[half + 40]).remove(0));
    let late = under("zz", &cut(&log, &[half]).remove(1));
    let (_, _, totals) = overlapping(&[("early", early.clone()), ("late", late.clone())], &settings);
    // The first wager that lost gets something back in the second log.
    let other = late.replacen("\"returned\":0", "\"returned\":7700", 1);
    assert_ne!(other, late);
    let (overlaps, _, counted) = overlapping(&[("early", early.clone()), ("late", other)], &settings);
    assert_eq!(counted, totals, "what the first one says counts");
    let message = &overlaps[0].2;
    assert!(message.contains("one of them says something else, first shoe"), "{message}");
    let (_, sums) = message.split_once(" coup ").unwrap().1.split_once(", ").unwrap();
    let number = |after: &str| -> i64 {
        let digits: String = sums.split_once(after).unwrap().0.chars().rev().take_while(char::is_ascii_digit).collect();
        digits.chars().rev().collect::<String>().parse().unwrap()
    };
    assert_eq!(number(" returned here") - number(" there, in minor units"), 7_700, "{message}");
}
