#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::io;
use std::sync::Arc;

use proptest::prelude::*;
use resettle_audit::{Code, Finding, Place, Severity, Sink as _, Totals};
use resettle_coup_log::LogVerdict;
use resettle_report::document::{FindingRow, Held, Report, Rows, write_json};

use super::{Finished, Gathered, Lot, Store};

/// Findings of few logs, lines and words, so that many fall on the same place in the order.
fn finding() -> impl Strategy<Value = Finding> {
    let place = (0u64..4, proptest::option::of(0u64..3), any::<bool>());
    (place, 0usize..Code::ALL.len(), "[a-c\\n\"é]{0,2}", 0u8..3, any::<i64>()).prop_map(
        |((log, line, reading), code, message, file, money)| {
            let place = Place { line, ..Place::default() };
            let mut finding = Finding::new(Code::ALL[code], &place, message);
            finding.log = Arc::from(format!("log-{log}"));
            finding.file = Arc::from(format!("file-{file}"));
            finding.money = Some(money);
            finding.reading = reading;
            finding
        },
    )
}

fn lot(findings: &[Finding], store: &Store) -> io::Result<Finished> {
    let mut lot = Lot::new(store);
    findings.iter().for_each(|finding| lot.finding(finding.clone()));
    lot.finish(&[&LogVerdict::default()], None)
}

fn json(report: &Report, rows: &dyn Rows) -> String {
    let mut out = Vec::new();
    write_json(report, rows, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn gathered(lots: Vec<Finished>, store: &Store, max: Option<u64>) -> String {
    let mut gathered = Gathered::default();
    lots.into_iter().for_each(|lot| gathered.table(lot, &Totals::default(), Vec::new()));
    let (report, rows) = gathered.seal(store, "2026-01-01T00:00:00Z".to_owned(), false, max).unwrap();
    json(&report, &rows)
}

/// What the report is by its definition: all findings sorted, the first ones of each code kept, all counted.
fn in_memory(lots: &[Vec<Finding>], max: Option<u64>, head: &str) -> String {
    let mut rows: Vec<FindingRow> = lots.iter().flatten().map(FindingRow::from).collect();
    rows.sort_by(|a, b| a.sort_key().cmp(&b.sort_key()));
    let mut kept: Vec<FindingRow> = Vec::new();
    for row in rows {
        let before = kept.iter().filter(|other| other.code == row.code).count() as u64;
        if max.is_none_or(|max| before < max) {
            kept.push(row);
        }
    }
    let findings = Held { findings: kept, ..Held::default() };
    let head: serde_json::Value = serde_json::from_str(head).unwrap();
    let all: Vec<&Finding> = lots.iter().flatten().collect();
    for (code, count) in head["summary"]["by_code"].as_object().unwrap() {
        let real = all.iter().filter(|finding| finding.code.as_str() == code).count() as u64;
        assert_eq!(count.as_u64(), Some(real), "{code}");
        let left_out = max.map_or(0, |max| real.saturating_sub(max));
        assert_eq!(head["summary"]["truncated"][code].as_u64().unwrap_or(0), left_out, "{code}");
    }
    serde_json::to_string(&findings.findings).unwrap()
}

fn findings_of(report: &str) -> String {
    let rows: serde_json::Value = serde_json::from_str(report).unwrap();
    let rows: Vec<FindingRow> = serde_json::from_value(rows["findings"].clone()).unwrap();
    serde_json::to_string(&rows).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// What goes through the file comes out as it would have been sorted in memory, whatever was written when.
    #[test]
    fn spilled_is_as_held(
        lots in proptest::collection::vec(proptest::collection::vec(finding(), 0..60), 0..4),
        max in proptest::option::of(0u64..4),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let tight = Store::tight(folder.path());
        let roomy = Store::new(folder.path());
        let through = |store: &Store| {
            gathered(lots.iter().map(|findings| lot(findings, store).unwrap()).collect(), store, max)
        };
        let (spilled, held) = (through(&tight), through(&roomy));
        prop_assert_eq!(&spilled, &held);
        prop_assert_eq!(findings_of(&spilled), in_memory(&lots, max, &spilled));
        prop_assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "the file has no name");
    }

    /// What one run saved, another run reads back.
    #[test]
    fn a_lot_is_saved_and_loaded(findings in proptest::collection::vec(finding(), 0..60), cut in any::<proptest::sample::Index>()) {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::tight(folder.path());
        let lot = lot(&findings, &store).unwrap();
        let mut saved = Vec::new();
        lot.save(&mut saved).unwrap();
        let loaded = Finished::load(&mut saved.as_slice(), &store).unwrap();
        prop_assert_eq!(gathered(vec![lot], &store, None), gathered(vec![loaded], &store, None));
        let cut = cut.index(saved.len());
        if cut + 1 < saved.len() {
            prop_assert!(Finished::load(&mut &saved[..cut], &store).is_err(), "half of it is none of it");
        }
    }
}

/// More runs than are merged at once.
#[test]
fn many_runs_are_merged_in_turns() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::tight(folder.path());
    let lots: Vec<Vec<Finding>> = (0..200u64)
        .map(|lot| {
            let of = |n: u64| {
                let place = Place { line: Some(n * 7 % 10), ..Place::default() };
                let mut finding = Finding::new(Code::MalformedRecord, &place, format!("{lot}"));
                finding.severity = Severity::Minor;
                finding
            };
            (0..(lot % 30) * 10).map(of).collect()
        })
        .collect();
    let finished = lots.iter().map(|findings| lot(findings, &store).unwrap()).collect();
    let report = gathered(finished, &store, None);
    assert_eq!(findings_of(&report), in_memory(&lots, None, &report));
}

/// A folder that cannot be written to stops the sink, and is told with its name.
#[test]
fn a_folder_that_is_not_there_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let gone = folder.path().join("gone");
    let store = Store::tight(&gone);
    let mut sink = Lot::new(&store);
    for _ in 0..10 {
        sink.finding(Finding::new(Code::NoOpen, &Place::default(), "x".repeat(1_000)));
    }
    assert!(sink.is_full());
    let error = sink.finish(&[], None).err().unwrap();
    assert!(error.to_string().contains("gone"), "{error}");
}
