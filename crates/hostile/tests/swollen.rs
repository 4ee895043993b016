//! Files that are as large as they may be, and repeat what they hold, are judged in reasonable time.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::time::{Duration, Instant};

use resettle_audit::SourceSettings;
use resettle_import::Mapping;
use resettle_ruleset::{Ruleset, StatedFacts};
use resettle_sealed_log::TrustStore;
use resettle_yaml::{Faults, MAX_BYTES};

/// Far more than any of these takes on a busy machine, far less than a quadratic reader takes.
const LONGEST: Duration = Duration::from_secs(10);

/// This many nodes are repeated; the parser stops at 200,000.
const NODES: usize = 60_000;

/// Each kind of line of `text`, and each kind of list within one, repeated until the file is as large
/// as is read.
fn swollen(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut out = Vec::new();
    let mut shapes = std::collections::BTreeSet::new();
    let times = |item: &str| {
        let nodes = item.matches([':', ',']).count() * 2 + 2;
        ((MAX_BYTES - text.len()) / (item.len() + 2)).min(NODES / nodes)
    };
    for (at, line) in lines.iter().enumerate() {
        let key = line.split(':').next().unwrap();
        let shape: String = key.chars().filter(|letter| letter.is_ascii_lowercase() || *letter == ' ').collect();
        let (before, behind) = (lines[..at].concat(), lines[at + 1..].concat());
        if shapes.insert(shape.clone()) {
            out.push([&before, line.repeat(times(line)).as_str(), &behind].concat());
        }
        for (open, close) in [('[', ']'), ('"', '"')] {
            let Some(from) = line.find(open).map(|from| from + 1) else { continue };
            let Some(to) = line[from..].find(close).map(|to| from + to) else { continue };
            if from < to && shapes.insert(format!("{open}{shape}")) {
                let many = vec![&line[from..to]; times(&line[from..to])].join(", ");
                out.push([&before, &line[..from], &many, &line[to..], &behind].concat());
            }
        }
    }
    out
}

fn judged_in_time<T>(what: &str, text: &str, read: impl Fn(&str) -> Result<T, Faults>) {
    let mut late = Vec::new();
    for (at, text) in swollen(text).into_iter().enumerate() {
        let begun = Instant::now();
        let reported = match read(&text) {
            Ok(_) => String::new(),
            Err(faults) => faults.render("file.yaml", &text, false),
        };
        let taken = begun.elapsed();
        assert!(!reported.contains("holds more than is read"), "{what} {at} stops before it is decoded");
        if taken > LONGEST {
            late.push(format!("{at} took {taken:?}: {:.300}", reported));
        }
        assert!(reported.len() < 2_000_000, "{what} {at} floods its reader: {} bytes", reported.len());
    }
    assert!(late.is_empty(), "{what}: {late:#?}");
}

#[test]
fn rulesets() {
    // The two that hold all parts of the format between them.
    for known in
        resettle_rulesets::embedded().filter(|known| known.id.contains("star") || known.id.contains("/baccarat"))
    {
        judged_in_time(known.id, known.yaml, |text| Ruleset::from_yaml(known.id, text, b""));
    }
}

#[test]
fn trust_stores() {
    let store = format!(
        "{}    tables: [a]\n",
        resettle_hostile::TRUST.as_str().replace("  - {", "  - ").replace(", ", "\n    ").replace('}', "")
    );
    judged_in_time("trust store", &resettle_hostile::TRUST, TrustStore::from_yaml);
    judged_in_time("trust store, in lines", &store, TrustStore::from_yaml);
}

#[test]
fn mappings_facts_and_settings() {
    judged_in_time("mapping", include_str!("../../../fixtures/import/small.yaml"), Mapping::from_yaml);
    let facts = "in_force:\n  a: {from: 2016-08-24, source: \"b\", by: c}\n";
    judged_in_time("facts", facts, StatedFacts::from_yaml);
    let settings = "sources:\n  T1: {clock_tolerance: 250ms}\nexpected:\n  shoe: 1\n  terminals: [T1]\n";
    judged_in_time("settings", settings, SourceSettings::from_yaml);
}

#[test]
fn keys_that_are_all_different() {
    let text: String = (0..90_000).map(|n| format!("key-{n}: 1\n")).collect();
    judged_in_time("a mapping", "a: 1\n", |_| TrustStore::from_yaml(&text));
}
