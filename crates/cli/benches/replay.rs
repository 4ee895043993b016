//! How fast a log is authenticated and replayed: `cargo bench -p resettle`.
#![allow(clippy::unwrap_used, reason = "a benchmark may fail by panicking")]

use divan::counter::{BytesCount, ItemsCount};
use resettle_audit::{Replay, Settings};
use resettle_coup_log::LogReader;
use resettle_reference::Rules;
use resettle_sealed_log::{Digest, TrustStore};
use resettle_simulate::{Config, simulate};

const COUPS: u64 = 5_000;

fn main() {
    divan::main();
}

fn log() -> (Vec<u8>, TrustStore) {
    let mut log = Vec::new();
    let rules = Rules::read("sg/mbs/7-up-baccarat/2017-02-17").unwrap();
    let outcome = simulate(&Config::clean(rules, COUPS, 1), &mut log).unwrap();
    (log, TrustStore::from_yaml(&outcome.trust_yaml).unwrap())
}

/// The yardstick: nothing that reads a log can be faster than hashing it.
#[divan::bench]
fn hash(bencher: divan::Bencher<'_, '_>) {
    let (log, _) = log();
    bencher.counter(BytesCount::of_slice(&log)).bench(|| Digest::of(&log));
}

#[divan::bench]
fn verify(bencher: divan::Bencher<'_, '_>) {
    let (log, trust) = log();
    bencher.counter(BytesCount::of_slice(&log)).bench(|| {
        let mut reader = LogReader::new(&log[..], Some(&trust));
        while reader.next_entry().unwrap().is_some() {}
        reader.finish().authenticated_records
    });
}

#[divan::bench]
fn replay(bencher: divan::Bencher<'_, '_>) {
    let (log, trust) = log();
    let settings = Settings { registry: resettle_rulesets::registry().unwrap(), named: None, ..Settings::default() };
    bencher
        .counter(BytesCount::of_slice(&log))
        .counter(ItemsCount::new(COUPS as usize))
        .bench(|| Replay::by(&settings).audit_log(LogReader::new(&log[..], Some(&trust)), "log").audit.totals.coups);
}
