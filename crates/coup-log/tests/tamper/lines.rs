//! Whole records cut, dropped, doubled, moved, swapped.

use super::setup::{Checks, near, sealed};
use crate::common::file;

/// `line code`, with the open record's own code for the first line.
fn broken(line: u64) -> Vec<String> {
    vec![if line == 1 { "1 no-open".to_owned() } else { format!("{line} chain-broken") }]
}

/// Every record is named by the first line that does not follow.
#[test]
fn every_record_dropped_doubled_swapped_with_every_other() {
    let mut checks = Checks::new();
    let lines = sealed();
    let count = lines.len();
    for at in 0..count {
        let line = at as u64 + 1;
        let mut dropped = lines.clone();
        dropped.remove(at);
        let wanted = if line == 12 { vec!["7 unsealed-tail".to_owned()] } else { broken(line) };
        checks.named(&file(&dropped), &wanted, || format!("record {line} dropped"));
        for to in 0..=count {
            let place = to as u64 + 1;
            let mut doubled = lines.clone();
            doubled.insert(to, lines[at].clone());
            // Its own place is the one at which a copy follows; then the record itself does not.
            let wanted = match (at, to) {
                (0, 0) => vec!["2 malformed-record".to_owned()],
                (0, _) => vec![format!("{place} malformed-record")],
                _ if at == to => broken(place + 1),
                _ => broken(place),
            };
            checks.named(&file(&doubled), &wanted, || format!("record {line} once more at {place}"));
            if to == count {
                let wanted = vec!["13 after-final".to_owned(), "13 malformed-record".to_owned()];
                checks.named(&file(&doubled), &wanted, || format!("record {line} after the final seal"));
                continue;
            }
            let mut swapped = lines.clone();
            swapped.swap(at, to);
            checks.named(&file(&swapped), &broken(line.min(place)), || format!("records {line} and {place} swapped"));
        }
    }
    checks.end("every record", 300);
}

#[test]
fn every_stretch_of_records_cut_out() {
    let mut checks = Checks::new();
    let lines = sealed();
    for from in 0..lines.len() {
        for to in from + 1..=lines.len() {
            let mut cut = lines.clone();
            cut.drain(from..to);
            let wanted = match (from, to) {
                (0, 12) => vec!["- no-open".to_owned()],
                // What is left ends in records of no seal, or in a seal that is not final.
                (1..=5, 12) => vec!["1 unsealed-tail".to_owned()],
                (6, 12) => vec!["6 not-closed".to_owned()],
                (_, 12) => vec!["7 unsealed-tail".to_owned()],
                _ => broken(from as u64 + 1),
            };
            checks.named(&file(&cut), &wanted, || format!("records {} to {to} cut out", from + 1));
        }
    }
    checks.end("every stretch", 77);
}

#[test]
fn every_line_gone_moved_repeated_or_replaced_500_cases() {
    let mut checks = Checks::new();
    let lines = sealed();
    let count = lines.len();
    for at in 0..count {
        let line = at as u64 + 1;
        let mut gone = lines.clone();
        gone.remove(at);
        // Without its last line the log ends in records of no seal, from line 7 on.
        let place = if line == 12 { 7..=11 } else { line..=line };
        checks.changed(&file(&gone), place, || format!("line {line} gone"));
        for to in 0..count {
            let first = at.min(to) as u64 + 1;
            let mut moved = lines.clone();
            let one = moved.remove(at);
            moved.insert(to, one.clone());
            checks.changed(&file(&moved), first..=first, || format!("line {line} moved to {}", to + 1));
            let mut swapped = lines.clone();
            swapped.swap(at, to);
            checks.changed(&file(&swapped), first..=first, || format!("lines {line} and {} swapped", to + 1));
            let mut repeated = lines.clone();
            repeated.insert(to, one.clone());
            let place = to as u64 + 1;
            checks.changed(&file(&repeated), place..=place + 1, || format!("line {line} repeated at {place}"));
            let mut replaced = lines.clone();
            replaced[to] = one;
            checks.changed(&file(&replaced), near(place), || format!("line {place} replaced by {line}"));
        }
        for to in at + 1..=count {
            let mut cut = lines.clone();
            cut.drain(at..to);
            let place = if to == count { 1..=line } else { line..=line };
            checks.changed(&file(&cut), place, || format!("lines {line} to {to} gone"));
        }
    }
    checks.end("every line", 500);
}
