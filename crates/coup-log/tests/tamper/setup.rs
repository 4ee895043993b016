//! The log that is changed, and what has to be reported of a changed one.

use crate::common::{Log, Outcome, file, read, reported, time, trust};
use resettle_coup_log::Body;
use resettle_sealed_log::{Digest, FaultCode, TrustStore};

/// Twelve lines with every type of record, a seal in between and a final one.
pub fn sealed() -> Vec<Vec<u8>> {
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
        .with(r#""type":"session","tournament":"T","event":"cancelled""#)
        .with(r#""type":"unheard_of""#)
        .seal(true);
    assert_eq!(log.lines.len(), 12);
    log.lines
}

/// Reads changed logs and keeps what was not reported as it should be.
pub struct Checks {
    pub trust: TrustStore,
    pub original: Vec<u8>,
    known: Vec<Digest>,
    cases: usize,
    silent: Vec<String>,
}

impl Checks {
    /// The log as it was sealed.
    pub fn new() -> Self {
        let (trust, original) = (trust(), file(&sealed()));
        let outcome = read(&original, Some(&trust));
        assert_eq!(outcome.reported(), ["11 unknown-kind"]);
        assert_eq!(outcome.verdict.authenticated_records, 12);
        let known = sealed().iter().map(|line| Digest::of(line)).collect();
        Self { trust, original, known, cases: 0, silent: Vec::new() }
    }

    /// Reads a changed log; a critical or major fault has to stand on one of the lines `near`.
    pub fn changed(&mut self, bytes: &[u8], near: std::ops::RangeInclusive<u64>, what: impl Fn() -> String) {
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
        if !named || blamed || self.forged(&outcome) {
            let reported: Vec<String> = outcome.verdict.faults.iter().map(reported).collect();
            self.silent.push(format!("{} (near {near:?}): {reported:?}", what()));
        }
    }

    /// Reads a changed log; one of these, each `line code`, has to be reported of it.
    pub fn named(&mut self, bytes: &[u8], any_of: &[String], what: impl Fn() -> String) {
        if bytes == self.original {
            return;
        }
        self.cases += 1;
        let outcome = read(bytes, Some(&self.trust));
        let reported = outcome.reported();
        if !any_of.iter().any(|wanted| reported.contains(wanted)) || self.forged(&outcome) {
            self.silent.push(format!("{}: wanted {any_of:?}, told {reported:?}", what()));
        }
    }

    /// Records that somebody else sealed, which may be authentic where they stand.
    pub fn knows(&mut self, lines: &[Vec<u8>]) {
        self.known.extend(lines.iter().map(|line| Digest::of(line)));
    }

    /// What nobody sealed is never authentic; a seal stands for itself.
    fn forged(&self, outcome: &Outcome) -> bool {
        outcome.records.iter().any(|record| {
            let own = matches!(record.body, Body::Seal(_)) || self.known.contains(&record.sha256);
            !own && outcome.verdict.vouched(record.line)
        })
    }

    /// The line of a byte.
    pub fn line_of(&self, byte: usize) -> u64 {
        1 + self.original[..byte].iter().filter(|b| **b == b'\n').count() as u64
    }

    /// How many logs were read, and what was not reported.
    pub fn end(self, name: &str, at_least: usize) {
        println!("{name}: {} changed logs, each told near its change", self.cases);
        assert!(self.cases >= at_least, "{} cases", self.cases);
        let shown: Vec<&String> = self.silent.iter().take(20).collect();
        assert!(self.silent.is_empty(), "{} of {} cases: {shown:#?}", self.silent.len(), self.cases);
    }
}

/// A changed line shows by itself or by the next one's `prev`; where a final seal is no longer
/// read as one, by the records that it no longer covers (from line 7 on).
pub fn near(line: u64) -> std::ops::RangeInclusive<u64> {
    if line == 12 { 7..=13 } else { line..=line + 1 }
}
