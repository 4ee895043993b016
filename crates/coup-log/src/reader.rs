use std::collections::BTreeSet;
use std::io::{self, BufRead};

use crate::decode::{self, Decoded, Envelope};
use crate::fault::{FaultCode, IntegrityFault};
use crate::hash::Digest;
use crate::heads::{Head, Heads, Remembered, Watch};
use crate::json;
use crate::key::KeyId;
use crate::line::LineReader;
use crate::quick::{QuickCoup, QuickReader};
use crate::record::{Body, Open, Record, Seal};
use crate::seal::seal_message;
use crate::session::SessionEvent;
use crate::time::{Moment, Time};
use crate::trust::{Refusal, TrustStore};
use resettle_words::Kind;

/// So many lines of a log that are no records are told one by one.
const MAX_MALFORMED: u64 = 1_000_000;

/// More wagers than a line of real ones can hold; what is beyond is told in one.
const MAX_PARTS: usize = 2_000;

/// So many unknown words of a log, and so many keys of its seals, are told one by one.
const MAX_WORDS: usize = 1_000;

/// One line of a log that is judged.
#[derive(Debug)]
pub struct Entry {
    /// Line from 1.
    pub line: u64,
    /// SHA-256 of its bytes.
    pub sha256: Digest,
    /// What stands there.
    pub body: EntryBody,
}

/// What the reader came to.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "one is held at a time")]
pub enum Step {
    /// A line that is judged.
    Entry(Entry),
    /// A coup of the usual shape that follows on without a fault: [`LogReader::quick`] has it until the next step.
    Quick,
}

/// What stands on a line.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "one is held at a time, and nearly all are records")]
pub enum EntryBody {
    /// A record.
    Record(Record),
    /// No record; the fault is among the reader's.
    Malformed {
        /// The coup number that could still be read.
        seen: Option<Seen>,
    },
}

/// A coup number read from a line that is no record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The shoe.
    pub shoe: Option<String>,
    /// The number.
    pub coup: u64,
}

/// What was found about a log as a log, once it has been read to its end.
#[derive(Debug, Default)]
pub struct LogVerdict {
    /// The opening record; none means that nothing was judged.
    pub open: Option<Open>,
    /// Every fault, in the order in which it was found, but for those that [`LogReader::take_faults`] took out.
    pub faults: Vec<IntegrityFault>,
    /// Well-formed records.
    pub records: u64,
    /// Coups among them.
    pub coups: u64,
    /// Records that a seal vouches for which counts.
    pub authenticated_records: u64,
    /// The keys of the seals, each once: those of the trust store, and the first 1,000 others.
    pub keys: Vec<KeyId>,
    /// Whether this is an import without any seal: not authenticated, and no fault for that.
    pub unsealed_import: bool,
    /// Rounds of an import's source that could not be read, and are no coups of the log.
    pub unread_rounds: u64,
    /// Coups of an import of which some rows could not be read, and how many rows: as many of their wagers may lack.
    pub partly_read: (u64, u64),
    /// Whole lines, records or not.
    pub lines: u64,
    /// Whether the input failed before its end.
    pub cut_short: bool,
    /// The last seal that counts over a chain unbroken from the first line, and its line.
    pub head: Option<(u64, Head)>,
    /// Whether the last line is a seal that is spelled otherwise than the format's page writes it. No seal covers the
    /// spelling of the last line, and what it says is the same.
    pub end_respelled: bool,
    /// What became of the head that was remembered; none where none was.
    pub remembered: Option<Remembered>,
    /// First and last lines, ascending.
    vouched: Vec<(u64, u64)>,
    /// The same stretches as `vouched`.
    sealed: Vec<SealedPart>,
}

/// A stretch of a log that a seal which counts vouches for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SealedPart {
    /// When the earliest of its records was written.
    pub first: Moment,
    /// When the latest was.
    pub last: Moment,
    /// `seq` of the last seal that counts.
    pub seq: u64,
}

impl LogVerdict {
    /// What can be said of a log of which no more than the opening record was read.
    #[must_use]
    pub fn unread(open: Option<Open>) -> Self {
        Self { open, ..Self::default() }
    }

    /// Whether a seal that counts vouches for the record on `line`.
    #[must_use]
    pub fn vouched(&self, line: u64) -> bool {
        let before = self.vouched.partition_point(|(from, _)| *from <= line);
        before.checked_sub(1).and_then(|at| self.vouched.get(at)).is_some_and(|(_, to)| line <= *to)
    }

    /// Whether seals that count vouch for every line of a log that was read to its end.
    #[must_use]
    pub fn wholly_vouched(&self) -> bool {
        let lines = self.vouched.iter().map(|(from, to)| to.saturating_sub(*from).saturating_add(1));
        self.lines > 0 && lines.sum::<u64>() == self.lines && !self.cut_short
    }

    /// From when to when the stretches were written that seals vouch for which count, in their order.
    #[must_use]
    pub fn sealed_parts(&self) -> &[SealedPart] {
        &self.sealed
    }

    /// The ranges of lines that seals vouch for which count, first and last line of each, ascending.
    #[must_use]
    pub fn vouched_lines(&self) -> &[(u64, u64)] {
        &self.vouched
    }
}

#[derive(Clone)]
struct Place {
    line: u64,
    seq: Option<u64>,
    sha256: Digest,
    at: Option<Time>,
    coup: Option<(Option<String>, u64)>,
}

struct LastSeal {
    line: u64,
    seq: u64,
    at: Time,
    sha256: Digest,
    says: Digest,
    is_final: bool,
}

/// The first seal of a leaked key that no good position covers.
struct LeakedSeal {
    key: KeyId,
    /// First line of its unbroken stretch: a good position later in it covers the seal.
    from: u64,
    seq: u64,
    line: u64,
    at: Option<Time>,
    sha256: Digest,
    refusal: Refusal,
}

/// Streams a log: lines, records, chain and seals, in constant memory.
pub struct LogReader<'t, R> {
    lines: LineReader<R>,
    quick: QuickReader,
    trust: Option<&'t TrustStore>,
    verdict: LogVerdict,
    expected_prev: Digest,
    expected_seq: u64,
    last_at: Option<Time>,
    /// First line since the last break of the chain.
    unbroken_from: u64,
    /// When the records since then were written: the earliest and the latest.
    written: Option<(Moment, Moment)>,
    /// Records since then that no seal vouches for yet.
    waiting: u64,
    open_at: Option<Time>,
    last_seal: Option<LastSeal>,
    /// First record after the last seal and how many there are.
    tail: Option<(Place, u64)>,
    told_after_final: bool,
    end_unread: bool,
    keys: BTreeSet<KeyId>,
    refused: BTreeSet<Option<KeyId>>,
    leaked: Vec<LeakedSeal>,
    unknown: BTreeSet<String>,
    /// Beyond those that are told: where the first stands, and how often there was one.
    more_unknown: Option<(Place, u64)>,
    /// The same of seals whose keys do not count.
    more_refused: Option<(Place, u64)>,
    /// Lines that are no records.
    malformed: u64,
    /// The last of those that are only counted.
    last_malformed: Option<Place>,
    heads: Option<&'t Heads>,
    watch: Option<Watch<'t>>,
    /// The first seal that counts from this line on is kept.
    seal_wanted: Option<u64>,
    seal_kept: Option<Head>,
    /// The last seal that counts, and its line.
    counted: Option<(u64, Head)>,
    done: bool,
}

impl<'t, R: BufRead> LogReader<'t, R> {
    /// Reads `input`; without a trust store nothing is trusted, and the log says so once.
    pub fn new(input: R, trust: Option<&'t TrustStore>) -> Self {
        Self::of(LineReader::new(input), trust)
    }

    /// Reads lines, which somebody else may have hashed.
    pub fn of(lines: LineReader<R>, trust: Option<&'t TrustStore>) -> Self {
        Self {
            lines,
            quick: QuickReader::default(),
            trust,
            verdict: LogVerdict::default(),
            expected_prev: Digest::ZERO,
            expected_seq: 0,
            last_at: None,
            unbroken_from: 1,
            written: None,
            waiting: 0,
            open_at: None,
            last_seal: None,
            tail: None,
            told_after_final: false,
            end_unread: false,
            keys: BTreeSet::new(),
            refused: BTreeSet::new(),
            leaked: Vec::new(),
            unknown: BTreeSet::new(),
            more_unknown: None,
            more_refused: None,
            malformed: 0,
            last_malformed: None,
            heads: None,
            watch: None,
            seal_wanted: None,
            seal_kept: None,
            counted: None,
            done: false,
        }
    }

    /// Compares the log with what is remembered of it: [`LogVerdict::remembered`] tells.
    #[must_use]
    pub fn against(mut self, heads: Option<&'t Heads>) -> Self {
        self.heads = heads;
        self
    }

    /// The opening record, once it has been read.
    #[must_use]
    pub fn open(&self) -> Option<&Open> {
        self.verdict.open.as_ref()
    }

    /// Takes out the faults found since the last call, in the order in which they were found. They are then not in
    /// the verdict: whoever reads a log with millions of faults hands each on as it comes.
    pub fn take_faults(&mut self) -> Vec<IntegrityFault> {
        std::mem::take(&mut self.verdict.faults)
    }

    /// Whether a seal read so far vouches for the record on `line`.
    #[must_use]
    pub fn vouched_so_far(&self, line: u64) -> bool {
        self.verdict.vouched(line)
    }

    /// The first line of the stretch of the chain in which the last line read stands: 1 where it never broke.
    #[must_use]
    pub fn unbroken_from(&self) -> u64 {
        self.unbroken_from
    }

    /// Whether seals are held against a trust store.
    #[must_use]
    pub fn has_trust(&self) -> bool {
        self.trust.is_some()
    }

    /// The next line that is judged, or `None` at the end.
    ///
    /// # Errors
    /// What the input says; faults of the log are none.
    pub fn next_entry(&mut self) -> io::Result<Option<Entry>> {
        loop {
            match self.step(false)? {
                Some(Step::Entry(entry)) => return Ok(Some(entry)),
                Some(Step::Quick) => {}
                None => return Ok(None),
            }
        }
    }

    /// The same; a coup of the usual shape that follows on without a fault is only lent.
    ///
    /// # Errors
    /// What the input says; faults of the log are none.
    pub fn next_step(&mut self) -> io::Result<Option<Step>> {
        self.step(true)
    }

    /// The coup that the last step came to, where that was [`Step::Quick`].
    #[must_use]
    pub fn quick(&self) -> &QuickCoup {
        &self.quick.coup
    }

    /// Takes that coup over; the reader goes on with what `other` held.
    pub fn take_quick(&mut self, other: &mut QuickCoup) {
        std::mem::swap(&mut self.quick.coup, other);
    }

    fn step(&mut self, lend: bool) -> io::Result<Option<Step>> {
        if self.done {
            return Ok(None);
        }
        let Some(line) = self.lines.next_line()? else {
            self.done = true;
            if self.verdict.open.is_none() {
                self.no_open(None, "the log is empty");
            }
            return Ok(None);
        };
        let place = Place { line: line.number, seq: None, sha256: line.sha256, at: None, coup: None };
        let first = line.number == 1;
        self.verdict.lines += u64::from(line.ended);
        let imported = self.verdict.open.as_ref().is_some_and(|open| open.imported);
        if !line.ended {
            self.done = true;
            self.end_unread = true;
            let what = "the file ends without a line feed: this line was cut off while it was written, and is not read";
            if first {
                self.no_open(Some(&place), &format!("the first line is no `open`: {what}"));
                return Ok(None);
            }
            let fault = at(FaultCode::MalformedRecord, &place, what.to_owned());
            self.verdict.faults.push(fault);
            return Ok(None);
        }
        if !first && !line.too_long() && self.quick.reads(line.bytes) {
            let coup = &mut self.quick.coup;
            (coup.line, coup.sha256) = (place.line, place.sha256);
            self.lines.give(coup.line_of());
            if lend && self.follows_on() {
                self.note_quick();
                return Ok(Some(Step::Quick));
            }
            let body = self.record(place, self.quick.coup.decoded(), first);
            return Ok(body.map(|(line, sha256, body)| Step::Entry(Entry { line, sha256, body })));
        }
        let parsed = if line.too_long() {
            Err((format!("the line has {} bytes; at most {} are allowed", line.len, crate::line::MAX_LINE), None))
        } else {
            match json::parse(line.bytes) {
                // No seal covers the spelling of the last line of a log. With tabs refused there, no byte of it
                // can be changed into another that reads the same.
                Ok(object) if line.bytes.contains(&b'\t') && decode::is_seal(&object) => {
                    Err(("a tab in a seal".to_owned(), Some(Envelope::of(&object))))
                }
                Ok(object) => decode::decode(&object, imported)
                    .map_err(|faults| (decode::joined(&faults), Some(Envelope::of(&object)))),
                Err(what) => Err((decode::joined(&[what]), None)),
            }
        };
        let body = match parsed {
            Ok(decoded) => self.record(place, decoded, first),
            Err((what, envelope)) => {
                let envelope = envelope.unwrap_or_else(|| decode::glimpse(line.bytes));
                let place = Place { seq: envelope.seq, at: envelope.at, coup: envelope.coup, ..place };
                if first {
                    self.no_open(Some(&place), &format!("the first line is no `open`: {what}"));
                    return Ok(None);
                }
                Some(self.malformed(place, what, &envelope.prevs))
            }
        };
        Ok(body.map(|(line, sha256, body)| Step::Entry(Entry { line, sha256, body })))
    }

    /// Whether the coup read quickly follows on from the line before, so that there is nothing to tell of it.
    fn follows_on(&self) -> bool {
        let coup = &self.quick.coup;
        coup.prev == self.expected_prev
            && coup.seq == self.expected_seq
            && self.last_at.as_ref().is_some_and(|last| last.moment() <= coup.at.moment())
            && !self.last_seal.as_ref().is_some_and(|seal| seal.is_final)
    }

    /// Notes such a coup, as [`LogReader::record`] notes others.
    fn note_quick(&mut self) {
        let coup = &self.quick.coup;
        let (line, seq, sha256) = (coup.line, coup.seq, coup.sha256);
        let written = coup.time(coup.at);
        let moment = written.moment();
        match &mut self.tail {
            Some((_, count)) => *count += 1,
            None => {
                let named = Some((Some(coup.text(coup.shoe).to_owned()), coup.coup));
                let place = Place { line, seq: Some(seq), sha256, at: Some(written.clone()), coup: named };
                self.tail = Some((place, 1));
            }
        }
        self.expected_prev = sha256;
        self.expected_seq = seq.saturating_add(1);
        let (first, last) = self.written.unwrap_or((moment, moment));
        self.written = Some((first.min(moment), last.max(moment)));
        self.last_at = Some(written);
        self.verdict.records += 1;
        self.verdict.coups += 1;
        self.waiting += 1;
        self.watch(line, Some(seq), sha256, None);
    }

    /// The input failed before its end: what the log ends in is not judged.
    pub fn cut_short(&mut self) {
        self.done = true;
        self.end_unread = true;
        self.verdict.cut_short = true;
    }

    /// The last seal read that counts, if it stands on `line` or after it.
    pub(crate) fn counted_from(&self, line: u64) -> Option<&Head> {
        self.counted.as_ref().filter(|(at, _)| *at >= line).map(|(_, head)| head)
    }

    /// Ends the reading and gives the verdict on the log as a log.
    #[must_use]
    pub fn finish(mut self) -> LogVerdict {
        self.tell_more_malformed();
        self.judge_leaked();
        self.tell_more();
        self.verdict.end_respelled =
            self.tail.is_none() && self.last_seal.as_ref().is_some_and(|seal| seal.says != seal.sha256);
        self.judge_end();
        let kept = self.seal_kept.take();
        self.verdict.remembered = self.watch.take().map(|watch| watch.finish(kept));
        self.verdict
    }

    fn no_open(&mut self, place: Option<&Place>, what: &str) {
        self.done = true;
        let what = format!("{what}: nothing of this log is judged");
        let fault = match place {
            Some(place) => at(FaultCode::NoOpen, place, what),
            None => IntegrityFault {
                code: FaultCode::NoOpen,
                line: None,
                seq: None,
                sha256: None,
                at: None,
                shoe: None,
                coup: None,
                wager: None,
                expected: None,
                logged: None,
                what,
            },
        };
        self.verdict.faults.push(fault);
    }

    /// `prevs` is what the line names as its predecessor, as far as that can be read.
    ///
    /// A writer's own fault elsewhere in the line does not undo that the line, by its bytes, commits
    /// to its predecessor. One that commits to nothing breaks the chain, and that is told with it.
    fn malformed(&mut self, place: Place, what: String, prevs: &[Digest]) -> (u64, Digest, EntryBody) {
        let (line, sha256) = (place.line, place.sha256);
        let mut next_seq = self.expected_seq.saturating_add(1);
        if prevs.contains(&self.expected_prev) {
            self.tell_malformed(&place, what);
        } else if let Some(prev) = prevs.first() {
            self.tell_malformed(&place, what);
            self.tell_break(&place, place.seq, *prev);
            // What follows is read from here, so that a line missing before is not told again.
            next_seq = place.seq.map_or(next_seq, |seq| seq.saturating_add(1));
        } else {
            let what = format!("{what}; it names no predecessor, so no seal vouches across it");
            self.tell_malformed(&place, what);
            self.broken(line);
        }
        self.watch(line, place.seq, sha256, None);
        self.expected_prev = sha256;
        self.expected_seq = next_seq;
        let seen = place.coup.map(|(shoe, coup)| Seen { shoe, coup });
        (line, sha256, EntryBody::Malformed { seen })
    }

    /// Blank lines are the shortest that are no records: told one by one without end, they would take hundreds of times
    /// the room of the log.
    fn tell_malformed(&mut self, place: &Place, what: String) {
        self.malformed += 1;
        if self.malformed > MAX_MALFORMED {
            self.last_malformed = Some(place.clone());
        } else {
            self.verdict.faults.push(at(FaultCode::MalformedRecord, place, what));
        }
    }

    fn tell_more_malformed(&mut self) {
        let Some(place) = self.last_malformed.take() else { return };
        let more = self.malformed.saturating_sub(MAX_MALFORMED);
        let what = format!(
            "{more} more lines of this log are no records, up to this one: {MAX_MALFORMED} of a log are told one by one"
        );
        self.verdict.faults.push(at(FaultCode::MalformedRecord, &place, what));
    }

    /// Tells of what was only counted.
    fn tell_more(&mut self) {
        if let Some((place, more)) = self.more_unknown.take() {
            let what = format!(
                "{more} more record types or irregularity kinds from here on are unknown: {MAX_WORDS} words of a log are told one by one"
            );
            self.verdict.faults.push(at(FaultCode::UnknownKind, &place, what));
        }
        if let Some((place, more)) = self.more_refused.take() {
            let what = format!(
                "what {more} more seals from here on vouch for cannot be verified: {MAX_WORDS} keys of a log are told one by one"
            );
            self.verdict.faults.push(at(FaultCode::UntrustedKey, &place, what));
        }
    }

    /// `says` is what a seal says.
    fn watch(&mut self, line: u64, seq: Option<u64>, sha256: Digest, says: Option<Digest>) {
        let unbroken = self.unbroken_from == 1;
        if let Some(watch) = &mut self.watch
            && watch.line(line, seq, sha256, says, unbroken)
        {
            self.seal_wanted = Some(line);
        }
    }

    /// Notes that `prev` is not the hash of the line before; a wrong `seq` is told with it.
    fn tell_break(&mut self, place: &Place, seq: Option<u64>, prev: Digest) {
        let told = match seq {
            Some(seq) if seq != self.expected_seq => format!("; `seq` is {seq} where {} follows", self.expected_seq),
            _ => String::new(),
        };
        let fault = at(FaultCode::ChainBroken, place, format!("`prev` is not the hash of the line before{told}"));
        let (expected, logged) = (Some(self.expected_prev.to_string()), Some(prev.to_string()));
        self.verdict.faults.push(IntegrityFault { expected, logged, ..fault });
        self.broken(place.line);
    }

    fn broken(&mut self, line: u64) {
        self.unbroken_from = line;
        self.written = None;
        self.waiting = 0;
    }

    fn record(&mut self, place: Place, decoded: Decoded, first: bool) -> Option<(u64, Digest, EntryBody)> {
        let Decoded { seq, prev, at: written, body, parts } = decoded;
        let place = Place { seq: Some(seq), at: Some(written.clone()), coup: coup_of(&body), ..place };
        if first && !matches!(body, Body::Open(_)) {
            self.no_open(Some(&place), "the first line is no `open`");
            return None;
        }
        if !first && matches!(body, Body::Open(_)) {
            return Some(self.malformed(place, "a second `open`".to_owned(), &[prev]));
        }
        self.chain(&place, seq, prev);
        if let Some(last) = &self.last_at
            && written < *last
        {
            let fault = at(FaultCode::TimeReversal, &place, "`at` is earlier than on the record before".to_owned());
            let (expected, logged) = (Some(format!("{last} or later")), Some(written.to_string()));
            self.verdict.faults.push(IntegrityFault { expected, logged, ..fault });
        }
        let moment = written.moment();
        let (first, last) = self.written.unwrap_or((moment, moment));
        self.written = Some((first.min(moment), last.max(moment)));
        self.last_at = Some(written.clone());
        self.verdict.records += 1;
        self.verdict.coups += u64::from(matches!(body, Body::Coup(_)));
        self.waiting += 1;
        let more = parts.len().saturating_sub(MAX_PARTS);
        for part in parts.into_iter().take(MAX_PARTS) {
            let fault = at(FaultCode::MalformedRecord, &place, part.what);
            self.verdict.faults.push(IntegrityFault { wager: part.wager, ..fault });
        }
        if more > 0 {
            let what = format!("{more} more wagers or irregularities of this record are malformed");
            self.verdict.faults.push(at(FaultCode::MalformedRecord, &place, what));
        }
        self.note_unknown(&place, &body);
        let unread = match &body {
            Body::Open(open) => open.unread_after,
            Body::Coup(coup) => coup.unread_after,
            _ => 0,
        };
        self.verdict.unread_rounds = self.verdict.unread_rounds.saturating_add(unread);
        if let Body::Coup(coup) = &body
            && coup.unread_rows > 0
        {
            let (coups, rows) = self.verdict.partly_read;
            self.verdict.partly_read = (coups.saturating_add(1), rows.saturating_add(coup.unread_rows));
        }
        if let Body::Open(open) = &body {
            self.verdict.open = Some(open.clone());
            self.open_at = Some(written.clone());
            self.watch = self.heads.and_then(|heads| heads.about(open)).map(Watch::new);
        }
        let says = match &body {
            Body::Seal(seal) => Some(seal.says),
            _ => None,
        };
        self.watch(place.line, place.seq, place.sha256, says);
        self.note_tail(&place);
        if let Body::Seal(seal) = &body
            && self.seal(&place, seal, seq, prev, &written)
        {
            let head = Head::of((seq, prev, written.as_str()), seal);
            self.note_head(place.line, head);
        }
        let record = Record { line: place.line, seq, at: written, sha256: place.sha256, body };
        Some((place.line, place.sha256, EntryBody::Record(record)))
    }

    fn chain(&mut self, place: &Place, seq: u64, prev: Digest) {
        if prev != self.expected_prev {
            self.tell_break(place, Some(seq), prev);
        } else if seq != self.expected_seq {
            let fault = at(FaultCode::SequenceGap, place, "`seq` does not follow though `prev` does".to_owned());
            let (expected, logged) = (Some(self.expected_seq.to_string()), Some(seq.to_string()));
            self.verdict.faults.push(IntegrityFault { expected, logged, ..fault });
        }
        self.expected_prev = place.sha256;
        self.expected_seq = seq.saturating_add(1);
    }

    fn note_unknown(&mut self, place: &Place, body: &Body) {
        let words: Vec<(&str, &str)> = match body {
            Body::Unknown(word) => vec![("record type", word)],
            Body::Coup(coup) => {
                coup.irregularities.iter().map(|i| ("irregularity kind", i.kind_word.as_str())).collect()
            }
            Body::Session(session) => match &session.event {
                SessionEvent::Unknown(word) => vec![("session event", word.as_str())],
                _ => Vec::new(),
            },
            Body::Incident(incident) => vec![("irregularity kind", incident.irregularity.kind_word.as_str())],
            _ => Vec::new(),
        };
        for (what, word) in words {
            if what == "irregularity kind" && Kind::parse(word).is_some() {
                continue;
            }
            let named = format!("{what} {word}");
            if self.unknown.len() >= MAX_WORDS && !self.unknown.contains(&named) {
                count_more(&mut self.more_unknown, place);
            } else if self.unknown.insert(named) {
                let read_as = if what == "irregularity kind" { "it is read as `other`" } else { "it is left out" };
                let fault = at(FaultCode::UnknownKind, place, format!("unknown {what} `{word}`: {read_as}"));
                self.verdict.faults.push(IntegrityFault { logged: Some(word.to_owned()), ..fault });
            }
        }
    }

    fn note_tail(&mut self, place: &Place) {
        if self.last_seal.as_ref().is_some_and(|seal| seal.is_final) && !self.told_after_final {
            self.told_after_final = true;
            let fault = at(FaultCode::AfterFinal, place, "records stand after the final seal".to_owned());
            self.verdict.faults.push(fault);
        }
        match &mut self.tail {
            Some((_, count)) => *count += 1,
            None => {
                self.tail = Some((place.clone(), 1));
            }
        }
    }

    fn note_head(&mut self, line: u64, head: Head) {
        if self.seal_kept.is_none() && self.seal_wanted.is_some_and(|from| line >= from) {
            self.seal_kept = Some(head.clone());
        }
        if self.unbroken_from == 1 {
            self.verdict.head = Some((line, head.clone()));
        }
        self.counted = Some((line, head));
    }

    /// Whether the seal counts.
    fn seal(&mut self, place: &Place, seal: &Seal, seq: u64, prev: Digest, written: &Time) -> bool {
        self.tail = None;
        let (line, sha256, is_final) = (place.line, place.sha256, seal.is_final);
        self.last_seal = Some(LastSeal { line, seq, at: written.clone(), sha256, says: seal.says, is_final });
        let known = self.trust.is_some_and(|trust| trust.get(seal.key).is_some());
        if (known || self.keys.len() < MAX_WORDS) && self.keys.insert(seal.key) {
            self.verdict.keys.push(seal.key);
        }
        let Some(open) = self.verdict.open.clone() else { return false };
        let Some(trust) = self.trust else {
            self.refuse(None, place, seal.key, &Refusal::NoStore);
            return false;
        };
        let key = match trust.admit(seal.key, &open, written.moment()) {
            Ok(key) => key,
            Err(refusal) => {
                self.refuse(Some(seal.key), place, seal.key, &refusal);
                return false;
            }
        };
        if let Some(own) = open.key
            && own != seal.key
            && let Some(opened) = &self.open_at
            && let Err(refusal) = trust.admit(own, &open, opened.moment())
        {
            self.refuse(Some(own), place, own, &refusal);
            return false;
        }
        let message = seal_message(&open.log, seq, prev, written.as_str(), seal.is_final);
        if !key.verifies(&message, &seal.sig) {
            let what = format!(
                "the seal does not verify under the trusted key `{}`: it or what it names was altered",
                key.name
            );
            self.verdict.faults.push(at(FaultCode::BadSignature, place, what));
            return false;
        }
        if let Some(positions) = &key.compromised {
            let good = positions.iter().any(|p| p.log == open.log && p.seq == seq && p.prev == prev);
            let from = self.unbroken_from;
            if !good {
                if !self.leaked.iter().any(|known| known.key == seal.key) {
                    let refusal = Refusal::Compromised { name: key.name.clone() };
                    let (line, at, sha256) = (place.line, place.at.clone(), place.sha256);
                    self.leaked.push(LeakedSeal { key: seal.key, from, seq, line, at, sha256, refusal });
                }
                return false;
            }
            self.leaked.retain(|known| known.key != seal.key || known.from != from);
        }
        let (first, last) = self.written.unwrap_or((written.moment(), written.moment()));
        let part = SealedPart { first, last, seq };
        match (self.verdict.vouched.last_mut(), self.verdict.sealed.last_mut()) {
            (Some((from, to)), Some(sealed)) if *from == self.unbroken_from => {
                *to = place.line;
                *sealed = part;
            }
            _ => {
                self.verdict.vouched.push((self.unbroken_from, place.line));
                self.verdict.sealed.push(part);
            }
        }
        self.verdict.authenticated_records += self.waiting;
        self.waiting = 0;
        true
    }

    fn refuse(&mut self, once: Option<KeyId>, place: &Place, key: KeyId, refusal: &Refusal) {
        if self.refused.len() >= MAX_WORDS && !self.refused.contains(&once) {
            count_more(&mut self.more_refused, place);
        } else if self.refused.insert(once) {
            let what = format!("what this seal vouches for cannot be verified: {refusal}");
            let fault = at(FaultCode::UntrustedKey, place, what);
            self.verdict.faults.push(IntegrityFault { logged: Some(key.to_string()), ..fault });
        }
    }

    /// Seals of a leaked key count only up to a position known to be good, which may stand later in
    /// their stretch of the chain; those that are left have none.
    fn judge_leaked(&mut self) {
        for seal in std::mem::take(&mut self.leaked) {
            let place = Place { line: seal.line, seq: Some(seal.seq), sha256: seal.sha256, at: seal.at, coup: None };
            self.refuse(Some(seal.key), &place, seal.key, &seal.refusal);
        }
    }

    fn judge_end(&mut self) {
        let Some(open) = &self.verdict.open else { return };
        if self.last_seal.is_none() && open.imported {
            self.verdict.unsealed_import = true;
            return;
        }
        if self.end_unread || self.told_after_final {
            return;
        }
        match (&self.tail, &self.last_seal) {
            (Some((first, count)), last) => {
                let after = last.as_ref().map_or("the log has no seal".to_owned(), |seal| {
                    format!("the log ends in records after its last seal (line {})", seal.line)
                });
                let what = format!("{after}: {count} records from here on are vouched for by nothing");
                let fault = at(FaultCode::UnsealedTail, first, what);
                self.verdict.faults.push(fault);
            }
            (None, Some(seal)) if !seal.is_final => {
                let at_seal = Some(seal.at.clone());
                let place =
                    Place { line: seal.line, seq: Some(seal.seq), sha256: seal.sha256, at: at_seal, coup: None };
                let what = "the log ends in a seal that is not final: more may have been written, and is missing";
                self.verdict.faults.push(at(FaultCode::NotClosed, &place, what.to_owned()));
            }
            _ => {}
        }
    }
}

fn count_more(more: &mut Option<(Place, u64)>, place: &Place) {
    match more {
        Some((_, count)) => *count += 1,
        None => *more = Some((place.clone(), 1)),
    }
}

fn coup_of(body: &Body) -> Option<(Option<String>, u64)> {
    match body {
        Body::Coup(coup) => coup.coup.map(|number| (coup.shoe.clone(), number)),
        _ => None,
    }
}

fn at(code: FaultCode, place: &Place, what: String) -> IntegrityFault {
    let (shoe, coup) = match &place.coup {
        Some((shoe, coup)) => (shoe.clone(), Some(*coup)),
        None => (None, None),
    };
    IntegrityFault {
        code,
        line: Some(place.line),
        seq: place.seq,
        sha256: Some(place.sha256),
        at: place.at.clone(),
        shoe,
        coup,
        wager: None,
        expected: None,
        logged: None,
        what,
    }
}
