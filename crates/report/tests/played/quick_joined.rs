//! The same of several sources that are joined.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use resettle_audit::{Replay, Settings, SourceLog, SourceSettings, Vouching};
use resettle_coup_log::{EntryBody, LogContents, LogReader};
use resettle_reference::Rules;
use resettle_sealed_log::TrustStore;
use resettle_simulate::{Config, Scope, Style, faults, simulate_split};

use crate::differential::settings;
use crate::quick_way::{Found, Lot};

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

struct Split {
    logs: Vec<(String, Vec<u8>)>,
    trust: TrustStore,
    sources: SourceSettings,
}

impl Split {
    fn of(config: &Config, terminals: usize) -> Self {
        let mut logs: Vec<(String, Growing)> = Vec::new();
        let outcome = simulate_split(config, terminals, |name| {
            let log = Growing::default();
            logs.push((name.to_owned(), log.clone()));
            Ok(log)
        })
        .unwrap();
        Self {
            logs: logs.into_iter().map(|(name, log)| (name, log.0.take())).collect(),
            trust: TrustStore::from_yaml(&outcome.trust_yaml).unwrap(),
            sources: outcome.settings_yaml.map(|text| SourceSettings::from_yaml(&text).unwrap()).unwrap_or_default(),
        }
    }

    fn found(&self, settings: &Settings, vouching: &[Vouching], quick: bool) -> (Found, u64) {
        let mut lot = Lot::by(quick);
        let mut vouching = vouching.iter();
        let logs = self.logs.iter().map(|(name, bytes)| {
            let log = SourceLog::new(name.clone(), LogReader::new(bytes.as_slice(), Some(&self.trust)));
            match vouching.next() {
                Some(known) => log.vouched_by(known.clone()),
                None => log,
            }
        });
        let joined = Replay::by(settings).joining(&self.sources).logs(logs.collect(), &mut lot);
        assert_eq!(joined.stopped, None);
        let read = joined.verdicts.iter().map(|one| (one.records, one.coups, one.authenticated_records)).collect();
        lot.found(joined.open.as_ref(), (joined.totals, joined.rulesets, read))
    }

    /// Replays both ways; how many coups the quick one accepted.
    fn alike(&self, settings: &Settings, what: &str) -> u64 {
        let vouching: Vec<Vouching> =
            self.logs.iter().map(|(_, log)| Vouching::of(LogReader::new(log.as_slice(), Some(&self.trust)))).collect();
        if vouching.iter().any(Vouching::any) && !vouching.iter().all(Vouching::is_whole) {
            self.alike_by(settings, &vouching, what);
        }
        self.alike_by(settings, &[], what)
    }

    fn alike_by(&self, settings: &Settings, vouching: &[Vouching], what: &str) -> u64 {
        let (long, none) = self.found(settings, vouching, false);
        let (quick, accepted) = self.found(settings, vouching, true);
        assert_eq!(none, 0);
        match quick.assert_is(&long, settings, what) {
            Some(knowing) => self.alike_by(&knowing, vouching, what),
            None => accepted,
        }
    }
}

#[test]
fn clean_play_of_several_sources_is_accepted() {
    let settings = settings();
    let plain = |rules| Config { style: Style::Plain, ..Config::clean(rules, 700, 5) };
    let accepted: u64 =
        Rules::ALL.into_iter().map(|rules| Split::of(&plain(rules), 2).alike(&settings, rules.id())).sum();
    assert!(accepted > 1_500, "{accepted}");
}

#[test]
fn many_faults_in_several_sources() {
    let settings = settings();
    for (rules, seed) in Rules::ALL.into_iter().zip(41..) {
        let mut config = Config::clean(rules, 1_000, seed);
        config.faults.one_in = 9;
        Split::of(&config, 3).alike(&settings, rules.id());
    }
}

#[test]
fn every_planted_fault_in_several_sources() {
    let settings = settings();
    let mut planted = 0;
    for fault in faults() {
        for rules in Rules::ALL.into_iter().filter(|rules| fault.fits(*rules) && fault.fits_logs(true)) {
            let mut config = Config::clean(rules, 60, 19);
            let coup = if fault.scope == Scope::Log { 1 } else { 30 };
            config.faults.at.push((fault.name.to_owned(), coup));
            Split::of(&config, 2).alike(&settings, &format!("{} under {}", fault.name, rules.id()));
            planted += 1;
        }
    }
    assert!(planted > 500, "{planted}");
}

/// A profile of a table asks each log for what it has to hold.
#[test]
fn what_each_source_leaves_out_is_counted_as_the_strict_reader_has_it() {
    let settings = settings();
    for rules in Rules::ALL {
        let split = Split::of(&Config::clean(rules, 200, 23), 2);
        let logs = split
            .logs
            .iter()
            .map(|(name, bytes)| SourceLog::new(name.clone(), LogReader::new(bytes.as_slice(), Some(&split.trust))));
        let mut lot = Lot::by(true);
        let joined = Replay::by(&settings).joining(&split.sources).logs(logs.collect(), &mut lot);
        for ((name, bytes), span) in split.logs.iter().zip(joined.spans) {
            let mut strict = LogContents::default();
            let mut reader = LogReader::new(bytes.as_slice(), Some(&split.trust));
            while let Some(entry) = reader.next_entry().unwrap() {
                if let EntryBody::Record(record) = entry.body {
                    strict.note(&record);
                }
            }
            assert_eq!(format!("{:?}", span.unwrap().contents), format!("{strict:?}"), "{name} under {}", rules.id());
        }
    }
}
