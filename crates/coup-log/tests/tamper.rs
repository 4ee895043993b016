//! A small sealed log, changed in every small way there is: each change is told, near where it was made.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod common;

use common::{Log, file, read, time, told, trust};
use resettle_coup_log::{Body, Digest, FaultCode, TrustStore};

/// Twelve lines with every type of record, a seal in between and a final one.
fn sealed() -> Vec<Vec<u8>> {
    let log = Log::open()
        .with(r#""type":"limits","min":{"player":2500},"max":{"player":500000,"tie":50000},"chip":500"#)
        .with(r#""type":"shoe","shoe":"S-1","event":"start","decks":8,"burned":["4C"]"#)
        .with(&format!(
            r#""type":"coup","shoe":"S-1","coup":1,"times":{{"opened":"{}"}},"cards":["KD","TS","4H","TC"],"to":"BPBB","wagers":[{{"id":"w1","bet":"player","stake":500000,"returned":750000}}],"declared":{{"result":"player","player":7,"banker":4,"sevens":1}},"wrd":"player","x":"é\u0041""#,
            time(2)
        ))
        .coup(2)
        .seal(false)
        .coup(3)
        .with(&format!(r#""type":"incident","kind":"foreign_card","noticed":"{}","shoe":"S-1","coup":3"#, time(6)))
        .with(r#""type":"shoe","shoe":"S-1","event":"end""#)
        .with(r#""type":"session""#)
        .with(r#""type":"unheard_of""#)
        .seal(true);
    assert_eq!(log.lines.len(), 12);
    log.lines
}

struct Bench {
    trust: TrustStore,
    original: Vec<u8>,
    known: Vec<Digest>,
    cases: usize,
    silent: Vec<String>,
}

impl Bench {
    fn new() -> Self {
        let (trust, original) = (trust(), file(&sealed()));
        let outcome = read(&original, Some(&trust));
        assert_eq!(outcome.told(), ["11 unknown-kind"]);
        assert_eq!(outcome.verdict.authenticated_records, 12);
        let known = sealed().iter().map(|line| Digest::of(line)).collect();
        Self { trust, original, known, cases: 0, silent: Vec::new() }
    }

    /// Reads a changed log; a critical or major fault has to stand on one of the lines `near`.
    fn changed(&mut self, bytes: &[u8], near: std::ops::RangeInclusive<u64>, what: impl Fn() -> String) {
        if bytes == self.original {
            return;
        }
        self.cases += 1;
        let outcome = read(bytes, Some(&self.trust));
        let grave = |code| code != FaultCode::UnknownKind;
        let named = outcome.verdict.faults.iter().filter(|fault| grave(fault.code)).any(|fault| match fault.line {
            Some(line) => near.contains(&line),
            None => bytes.is_empty(),
        });
        // Nothing before the change is blamed, but for records whose seal is gone.
        let blamed = outcome.verdict.faults.iter().any(|fault| {
            fault.code != FaultCode::UnsealedTail && fault.line.is_some_and(|line| line + 1 < *near.start())
        });
        // What nobody sealed is never authentic; a seal stands for itself.
        let forged = outcome.records.iter().any(|record| {
            let own = matches!(record.body, Body::Seal(_)) || self.known.contains(&record.sha256);
            !own && outcome.verdict.vouched(record.line)
        });
        if !named || blamed || forged {
            let told: Vec<String> = outcome.verdict.faults.iter().map(told).collect();
            self.silent.push(format!("{} (near {near:?}): {told:?}", what()));
        }
    }

    fn line_of(&self, byte: usize) -> u64 {
        1 + self.original[..byte].iter().filter(|b| **b == b'\n').count() as u64
    }

    fn end(self, name: &str, at_least: usize) {
        println!("{name}: {} changed logs, each told near its change", self.cases);
        assert!(self.cases >= at_least, "{} cases", self.cases);
        let shown: Vec<&String> = self.silent.iter().take(20).collect();
        assert!(self.silent.is_empty(), "{} of {} cases: {shown:#?}", self.silent.len(), self.cases);
    }
}

/// A changed line shows by itself or by the next one's `prev`; where a final seal is no longer
/// read as one, by the records that it no longer covers (from line 7 on).
fn near(line: u64) -> std::ops::RangeInclusive<u64> {
    if line == 12 { 7..=13 } else { line..=line + 1 }
}

#[test]
fn every_bit_of_every_byte_20_000_cases() {
    let mut bench = Bench::new();
    let original = bench.original.clone();
    for at in 0..original.len() {
        let line = bench.line_of(at);
        let mut bytes = original.clone();
        for bit in 0..8 {
            bytes[at] = original[at] ^ (1 << bit);
            bench.changed(&bytes, near(line), || format!("byte {at} of line {line}, bit {bit}"));
        }
    }
    bench.end("every bit", 20_000);
}

#[test]
fn every_byte_gone_doubled_or_set_15_000_cases() {
    let mut bench = Bench::new();
    let original = bench.original.clone();
    for at in 0..original.len() {
        let line = bench.line_of(at);
        let (before, after) = original.split_at(at);
        let gone = [before, &after[1..]].concat();
        bench.changed(&gone, near(line), || format!("byte {at} of line {line} gone"));
        let doubled = [before, &after[..1], after].concat();
        bench.changed(&doubled, near(line), || format!("byte {at} of line {line} doubled"));
        for value in [b' ', b'\n', b'"', b'0', b'}'] {
            let set = [before, &[value], &after[1..]].concat();
            bench.changed(&set, near(line), || format!("byte {at} of line {line} set to {value:#x}"));
        }
        if line == 12 {
            continue; // see below
        }
        let spaced = [before, b" ", after].concat();
        bench.changed(&spaced, near(line), || format!("a space before byte {at} of line {line}"));
    }
    bench.end("every byte", 15_000);
}

#[test]
fn every_line_gone_moved_repeated_or_replaced_500_cases() {
    let mut bench = Bench::new();
    let lines = sealed();
    let count = lines.len();
    for at in 0..count {
        let line = at as u64 + 1;
        let mut gone = lines.clone();
        gone.remove(at);
        // Without its last line the log ends in records of no seal, from line 7 on.
        let place = if line == 12 { 7..=11 } else { line..=line };
        bench.changed(&file(&gone), place, || format!("line {line} gone"));
        for to in 0..count {
            let first = at.min(to) as u64 + 1;
            let mut moved = lines.clone();
            let one = moved.remove(at);
            moved.insert(to, one.clone());
            bench.changed(&file(&moved), first..=first, || format!("line {line} moved to {}", to + 1));
            let mut swapped = lines.clone();
            swapped.swap(at, to);
            bench.changed(&file(&swapped), first..=first, || format!("lines {line} and {} swapped", to + 1));
            let mut repeated = lines.clone();
            repeated.insert(to, one.clone());
            let place = to as u64 + 1;
            bench.changed(&file(&repeated), place..=place + 1, || format!("line {line} repeated at {place}"));
            let mut replaced = lines.clone();
            replaced[to] = one;
            bench.changed(&file(&replaced), near(place), || format!("line {place} replaced by {line}"));
        }
        for to in at + 1..=count {
            let mut cut = lines.clone();
            cut.drain(at..to);
            let place = if to == count { 1..=line } else { line..=line };
            bench.changed(&file(&cut), place, || format!("lines {line} to {to} gone"));
        }
    }
    bench.end("every line", 500);
}

#[test]
fn cut_at_every_byte_and_after_every_line_5_000_cases() {
    let mut bench = Bench::new();
    let original = bench.original.clone();
    for at in 0..original.len() {
        let line = bench.line_of(at);
        // After a whole line: what is left ends in a seal that is not final, or in records of no seal.
        let whole = at > 0 && original[at - 1] == b'\n';
        let place = match line {
            _ if !whole => line..=line,
            0..=6 => 1..=1,
            7 => 6..=6,
            _ => 7..=7,
        };
        bench.changed(&original[..at], place, || format!("cut before byte {at} of line {line}"));
        if at > 0 {
            let place = if whole { 1..=1 } else { 1..=2 };
            bench.changed(&original[at..], place, || format!("begun at byte {at} of line {line}"));
        }
    }
    bench.end("every cut", 5_000);
}

/// A seal cannot sign its own line, only what its line says: a space between the tokens of the very
/// last line alters nothing that anybody sealed, and any line after it would name another hash.
#[test]
fn the_spelling_of_the_last_line_is_all_that_no_seal_covers() {
    let mut lines = sealed();
    let last = String::from_utf8(lines.pop().unwrap()).unwrap();
    let spaced = last.replace(',', " ,").into_bytes();
    lines.push(spaced.clone());
    let outcome = read(&file(&lines), Some(&trust()));
    assert_eq!(outcome.told(), ["11 unknown-kind"]);
    assert_eq!(outcome.records[11].sha256, Digest::of(&spaced));
}

/// Also where a writer puts spaces into its seals, no byte of the last line can be changed unnoticed.
#[test]
fn every_byte_of_a_spaced_last_line_is_watched() {
    let mut lines = sealed();
    let last = String::from_utf8(lines.pop().unwrap()).unwrap();
    let spaced = last.replace(',', " , ").replace("\":", "\" : ").into_bytes();
    for at in 0..spaced.len() {
        let flips = (0..8).map(|bit| spaced[at] ^ (1 << bit));
        for byte in flips.chain(*b" \t\n\r\x0b\x0c\"0a{}").collect::<std::collections::BTreeSet<u8>>() {
            if byte == spaced[at] {
                continue;
            }
            let mut changed = spaced.clone();
            changed[at] = byte;
            let mut all = lines.clone();
            all.push(changed);
            let told = read(&file(&all), Some(&trust())).told();
            assert_ne!(told, ["11 unknown-kind"], "byte {at} changed to {byte:#04x}");
        }
    }
}
