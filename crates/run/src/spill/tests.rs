#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;

use proptest::prelude::*;
use resettle_audit::{AtTerminal, Code, Evidence, Finding, Place, Registered, Severity, Sink as _, Subject, Totals};
use resettle_coup_log::Role;
use resettle_report::document::{FindingRow, Held, RegisterRow, Report, Rows, write_json};
use resettle_report::tally::{By, RegisterSum, sum_kind};
use resettle_sealed_log::{LogVerdict, Moment};

use super::{Finished, Gathered, Lot, Store};
use crate::stated::Stated;

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

/// Entries of few logs, coups, kinds and deciders; entries about a whole coup move an amount derived from its number.
fn entry() -> impl Strategy<Value = Registered> {
    let place = (0u64..3, proptest::option::of(0u64..6));
    let coup = (0u8..3, proptest::option::of(0u64..3), 0i64..2);
    let what = (0u8..6, "[a-b]{0,1}", proptest::collection::vec("[t-v]", 0..3));
    (place, coup, what, (any::<bool>(), any::<bool>()), proptest::option::of(0usize..3)).prop_map(
        |((log, line), (shoe, coup, commenced), (what, wager, terminals), (word, faulty), by)| {
            let (subject, kind) = match what {
                0 => (Subject::RefusedWager, "tie"),
                1 => (Subject::RemovedWager, "tie"),
                2 => (Subject::Irregularity, "fraud"),
                3 => (Subject::Irregularity, "nobody knows"),
                4 => (Subject::Irregularity, "other"),
                _ => (Subject::Irregularity, "insufficient_cards"),
            };
            let number = coup.map_or(0, |coup| i128::from(coup) * 10 + i128::from(shoe) * 100 + i128::from(commenced));
            let whole = subject == Subject::Irregularity;
            let moved = if whole { number - 100 } else { wager.len() as i128 + 1 };
            let known = number % 3 != 0 || coup.is_none();
            let once: BTreeSet<&String> = terminals.iter().collect();
            // In some coups a wager names no terminal, so that nothing is known by terminal.
            let at_terminals =
                once.into_iter().filter(|_| whole && coup.is_some_and(|coup| coup > 0)).map(|terminal| AtTerminal {
                    moved: known.then(|| number + i128::from(terminal.as_bytes()[0])),
                    terminal: terminal.clone(),
                    returned: 0,
                });
            Registered {
                at_terminals: at_terminals.collect(),
                place: Place { line, ..Place::default() },
                log: Arc::from(format!("log-{log}")),
                file: Arc::from("file"),
                shoe: coup.is_some().then(|| format!("S-{shoe}")),
                coup,
                commenced: Moment::from_seconds(commenced),
                ruleset: None,
                subject,
                kind: kind.to_owned(),
                player: (!whole).then(|| format!("P{}", wager.len())),
                seat: (!whole && word).then(|| "3".to_owned()),
                wager: (!whole).then_some(wager),
                terminals,
                facts: vec![("text", "a\n\"é".to_owned())],
                noticed: None,
                ruling: None,
                by: by.map(|at| Role::ALL[at].1),
                clause: None,
                consequence: format!("{what}"),
                evidence: if word { Evidence::Word } else { Evidence::Log },
                // Coups of which the cards do not show what was moved.
                moved: known.then_some(moved),
                went_back: None,
                faults: if faulty { vec![Code::VoidGroundless] } else { Vec::new() },
                authenticated: false,
                chips: number % 5 == 0,
            }
        },
    )
}

fn lot(findings: &[Finding], store: &Store) -> io::Result<Finished> {
    lot_with(findings, &[], store)
}

fn lot_with(findings: &[Finding], entries: &[Registered], store: &Store) -> io::Result<Finished> {
    let mut lot = Lot::new(store);
    findings.iter().for_each(|finding| lot.finding(finding.clone()));
    entries.iter().for_each(|entry| lot.registered(entry.clone()));
    lot.finish(&[&LogVerdict::default()], None)
}

fn json_of(lots: Vec<Finished>, store: &Store, max: Option<u64>) -> serde_json::Value {
    serde_json::from_str(&played(lots, store, max)).unwrap()
}

fn at_most(max_per_code: Option<u64>) -> Stated {
    Stated { generated_at: "2026-01-01T00:00:00Z".to_owned(), max_per_code, ..Stated::default() }
}

/// A report with its register.
fn played(lots: Vec<Finished>, store: &Store, max: Option<u64>) -> String {
    let mut gathered = Gathered::default();
    lots.into_iter().for_each(|lot| gathered.table(lot, &Totals::default(), Vec::new()));
    let (report, rows) = gathered.seal(store, at_most(max), true).unwrap();
    json(&report, &rows)
}

fn json(report: &Report, rows: &dyn Rows) -> String {
    let mut out = Vec::new();
    write_json(report, rows, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn gathered(lots: Vec<Finished>, store: &Store, max: Option<u64>) -> String {
    let mut gathered = Gathered::default();
    lots.into_iter().for_each(|lot| gathered.table(lot, &Totals::default(), Vec::new()));
    let (report, rows) = gathered.seal(store, at_most(max), false).unwrap();
    json(&report, &rows)
}

/// The report by its definition: all findings sorted, the first ones of each code kept, all counted.
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The register is in the order of the report whatever was written when, what is left out is counted, and each sum
    /// follows its definition: a coup once in each.
    #[test]
    fn the_register_is_kept_and_summed(
        lots in proptest::collection::vec(proptest::collection::vec(entry(), 0..60), 0..4),
        max in proptest::option::of(0u64..4),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let tight = Store::tight(folder.path());
        let roomy = Store::new(folder.path());
        let through = |store: &Store| {
            played(lots.iter().map(|entries| lot_with(&[], entries, store).unwrap()).collect(), store, max)
        };
        let (spilled, held) = (through(&tight), through(&roomy));
        prop_assert_eq!(&spilled, &held);
        let report: serde_json::Value = serde_json::from_str(&spilled).unwrap();
        let mut rows: Vec<RegisterRow> = lots.iter().flatten().map(RegisterRow::from).collect();
        rows.sort_by(|a, b| a.sort_key().cmp(&b.sort_key()));
        let mut kept: Vec<RegisterRow> = Vec::new();
        for row in &rows {
            let like = |other: &&RegisterRow| {
                (sum_kind(other), other.faults.is_empty()) == (sum_kind(row), row.faults.is_empty())
            };
            if max.is_none_or(|max| (kept.iter().filter(like).count() as u64) < max) {
                kept.push(row.clone());
            }
        }
        let reported: Vec<RegisterRow> = serde_json::from_value(report["register"].clone()).unwrap();
        prop_assert_eq!(reported.len() + left_out(&report) as usize, rows.len());
        prop_assert_eq!(reported, kept);
        let sums: Vec<RegisterSum> = serde_json::from_value(report["register_sums"].clone()).unwrap();
        let keys: Vec<_> = sums.iter().map(RegisterSum::key).collect();
        prop_assert!(keys.is_sorted_by(|a, b| a < b), "in order, none twice");
        for sum in &sums {
            prop_assert_eq!(sum, &by_definition(sum, &lots));
            prop_assert!(sum.entries > 1 || !sum.by.is_pattern(), "once is no pattern");
        }
        let kinds: u64 = sums.iter().filter(|sum| sum.by == By::Kind).map(|sum| sum.entries).sum();
        prop_assert_eq!(kinds, rows.len() as u64);
    }

    /// What one run saved of the register, another run reads back.
    #[test]
    fn a_register_is_saved_and_loaded(entries in proptest::collection::vec(entry(), 0..60)) {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::tight(folder.path());
        let lot = lot_with(&[], &entries, &store).unwrap();
        let mut saved = Vec::new();
        lot.save(&mut saved).unwrap();
        let loaded = Finished::load(&mut saved.as_slice(), &store).unwrap();
        prop_assert_eq!(json_of(vec![lot], &store, Some(2)), json_of(vec![loaded], &store, Some(2)));
    }
}

fn left_out(report: &serde_json::Value) -> u64 {
    let left = report["summary"]["register_truncated"].as_object();
    left.into_iter().flatten().map(|(_, count)| count.as_u64().unwrap()).sum()
}

/// One sum, computed from the entries as they came.
fn by_definition(sum: &RegisterSum, lots: &[Vec<Registered>]) -> RegisterSum {
    let mut out = RegisterSum { by: sum.by, name: sum.name.clone(), ..RegisterSum::default() };
    for entries in lots {
        let counts = |entry: &&Registered| match sum.by {
            By::Kind => Some(sum_kind(&RegisterRow::from(*entry))) == sum.name.as_deref(),
            By::Table => true,
            By::Terminal => entry.terminals.iter().any(|terminal| Some(terminal) == sum.name.as_ref()),
            By::Decider => entry.by.map(|by| by.word()) == sum.name.as_deref(),
            By::Player => entry.player.is_some() && entry.player == sum.name,
            By::Seat => entry.seat.is_some() && entry.seat == sum.name,
            By::Dealer => false,
        };
        let mut coups: Vec<Vec<&Registered>> = Vec::new();
        for entry in entries.iter().filter(counts) {
            out.entries += 1;
            out.wagers += u64::from(entry.wager.is_some());
            out.faulty += u64::from(!entry.faults.is_empty());
            out.on_word += u64::from(entry.evidence == Evidence::Word);
            let same = |other: &Registered| match (entry.coup, other.coup) {
                (Some(a), Some(b)) => (a, &entry.shoe, entry.commenced) == (b, &other.shoe, other.commenced),
                (None, None) => {
                    (&entry.log, entry.place.line.unwrap_or(0)) == (&other.log, other.place.line.unwrap_or(0))
                }
                _ => false,
            };
            match coups.iter_mut().find(|coup| same(coup[0])) {
                Some(coup) => coup.push(entry),
                None => coups.push(vec![entry]),
            }
        }
        for coup in coups {
            let is_coup = coup.iter().any(|entry| entry.coup.is_some());
            out.coups += u64::from(is_coup);
            let moved_there = |entry: &Registered| {
                let there = entry.at_terminals.iter().find(|at| Some(&at.terminal) == sum.name.as_ref());
                there.filter(|_| sum.by == By::Terminal).map_or(entry.moved, |at| at.moved)
            };
            let whole = coup.iter().filter(|entry| entry.wager.is_none()).find_map(|entry| moved_there(entry));
            let mut wagers: Vec<(&String, i128)> =
                coup.iter().filter_map(|entry| Some((entry.wager.as_ref()?, entry.moved?))).collect();
            wagers.sort_unstable();
            wagers.dedup();
            let wagers = (!wagers.is_empty()).then(|| wagers.iter().map(|(_, moved)| moved).sum());
            let Some(moved) = whole.or(wagers) else {
                // Chips are not money, so an unknown amount of chips is not counted as unknown money.
                out.due_unknown += u64::from(is_coup && !coup.iter().any(|entry| entry.chips));
                continue;
            };
            out.moved += moved;
            *(if moved > 0 { &mut out.to_players } else { &mut out.to_house }) += moved.abs();
            if coup.iter().any(|entry| entry.evidence == Evidence::Word) {
                out.moved_on_word += moved;
            }
        }
    }
    out
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

/// A folder that cannot be written to stops the sink, and is reported with its name.
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
