//! The chain of a log, line by line, whatever its records contain.

mod before;
mod end;
mod seals;

use std::collections::BTreeSet;

use crate::fault::{FaultCode, IntegrityFault};
use crate::hash::Digest;
use crate::heads::{Head, Heads, Watch};
use crate::key::KeyId;
use crate::open::Open;
use crate::seal::Seal;
use crate::sound::SoundSeals;
use crate::time::{Moment, Time};
use crate::trust::TrustStore;
use crate::verdict::{CoupStakes, LogVerdict};
use before::LineBefore;
pub use seals::A_LATER_SEAL_ALONE;
use seals::LeakedSeal;

/// Where a line stands, and what it states about itself.
#[derive(Clone, Debug)]
pub struct ChainPosition {
    /// Line from 1.
    pub line: u64,
    /// Its `seq`, if that can be read.
    pub seq: Option<u64>,
    /// SHA-256 of its bytes.
    pub sha256: Digest,
    /// When it was written, if it states that.
    pub at: Option<Time>,
    /// What it is a record of, for faults to name: shoe and number. The chain does not look at it.
    pub of: Option<(Option<String>, u64)>,
}

impl ChainPosition {
    /// A fault that this line shows.
    #[must_use]
    pub fn fault(&self, code: FaultCode, what: String) -> IntegrityFault {
        let (shoe, coup) = match &self.of {
            Some((shoe, coup)) => (shoe.clone(), Some(*coup)),
            None => (None, None),
        };
        IntegrityFault {
            code,
            line: Some(self.line),
            seq: self.seq,
            sha256: Some(self.sha256),
            at: self.at.clone(),
            shoe,
            coup,
            wager: None,
            expected: None,
            logged: None,
            stakes: None,
            what,
            counts_as_unsealed: false,
        }
    }
}

/// What a record is to the chain.
#[derive(Clone, Copy, Debug)]
pub enum Link<'r> {
    /// The first record of the log.
    Open(&'r Open),
    /// A record that vouches for those before it.
    Seal(&'r Seal),
    /// Any other.
    Record,
}

struct LastSeal {
    line: u64,
    seq: u64,
    at: Time,
    sha256: Digest,
    says: Digest,
    is_final: bool,
}

/// Follows the chain of a log and its seals, in constant memory. Whoever reads the lines passes each to it, in order:
/// [`Chain::line`], then [`Chain::follow`] and [`Chain::hold`] for a record, or [`Chain::skip`] for anything else.
pub struct Chain<'t> {
    trust: Option<&'t TrustStore>,
    sound: Option<&'t SoundSeals>,
    verdict: LogVerdict,
    expected_prev: Digest,
    expected_seq: u64,
    last_at: Option<Time>,
    before: LineBefore,
    /// First line since the last break of the chain.
    unbroken_from: u64,
    /// When the records since then were written: the earliest and the latest.
    written: Option<(Moment, Moment)>,
    /// Records since then that no seal vouches for yet.
    waiting: u64,
    /// The coups among them.
    waiting_coups: CoupStakes,
    open_at: Option<Time>,
    last_seal: Option<LastSeal>,
    /// First record after the last seal and how many there are.
    tail: Option<(ChainPosition, u64)>,
    after_final_reported: bool,
    end_unread: bool,
    keys: BTreeSet<KeyId>,
    refused: BTreeSet<Option<KeyId>>,
    leaked: Vec<LeakedSeal>,
    /// Seals whose keys do not count, beyond those that are reported: where the first stands, and how many there are.
    more_refused: Option<(ChainPosition, u64)>,
    heads: Option<&'t Heads>,
    watch: Option<Watch<'t>>,
    /// The first seal that counts from this line on is kept.
    seal_wanted: Option<u64>,
    seal_kept: Option<Head>,
    /// The last seal that counts, and its line.
    counted: Option<(u64, Head)>,
}

impl<'t> Chain<'t> {
    /// The chain of a log of which nothing was read; without a trust store nothing is trusted, and that is reported once.
    #[must_use]
    pub fn new(trust: Option<&'t TrustStore>) -> Self {
        Self {
            trust,
            sound: None,
            verdict: LogVerdict::default(),
            expected_prev: Digest::ZERO,
            expected_seq: 0,
            last_at: None,
            before: LineBefore::default(),
            unbroken_from: 1,
            written: None,
            waiting: 0,
            waiting_coups: CoupStakes::default(),
            open_at: None,
            last_seal: None,
            tail: None,
            after_final_reported: false,
            end_unread: false,
            keys: BTreeSet::new(),
            refused: BTreeSet::new(),
            leaked: Vec::new(),
            more_refused: None,
            heads: None,
            watch: None,
            seal_wanted: None,
            seal_kept: None,
            counted: None,
        }
    }

    /// Compares the log with what is remembered of it: the result is [`LogVerdict::remembered`].
    #[must_use]
    pub fn against(mut self, heads: Option<&'t Heads>) -> Self {
        self.heads = heads;
        self
    }

    /// Verifies no seal again that was found sound when the log was read before, and remembers those that are.
    #[must_use]
    pub fn remembering(mut self, sound: &'t SoundSeals) -> Self {
        self.sound = Some(sound);
        self
    }

    /// The opening record, once it has been read.
    #[must_use]
    pub fn open(&self) -> Option<&Open> {
        self.verdict.open.as_ref()
    }

    /// Adds a fault that was found outside the chain.
    pub fn note(&mut self, fault: IntegrityFault) {
        self.verdict.faults.push(fault);
    }

    /// Takes out the faults found since the last call, in the order in which they were found. They are then not in the
    /// verdict: whoever reads a log with millions of faults passes each on as it comes.
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

    /// Whether seals are checked against a trust store.
    #[must_use]
    pub fn has_trust(&self) -> bool {
        self.trust.is_some()
    }

    /// The last seal read that counts, if it stands on `line` or after it.
    pub(crate) fn counted_from(&self, line: u64) -> Option<&Head> {
        self.counted.as_ref().filter(|(at, _)| *at >= line).map(|(_, head)| head)
    }

    /// The next line was read; if no LF ended it, it was cut off while it was written, and it is the last.
    pub fn line(&mut self, ended: bool) {
        self.verdict.lines += u64::from(ended);
        self.end_unread |= !ended;
    }

    /// The input failed before its end: the end of the log is not judged.
    pub fn cut_short(&mut self) {
        self.end_unread = true;
        self.verdict.cut_short = true;
    }

    /// Whether a record that is not a seal follows on from the line before, so that there is nothing to report about it.
    #[must_use]
    pub fn follows_on(&self, prev: Digest, seq: u64, written: Moment) -> bool {
        prev == self.expected_prev
            && seq == self.expected_seq
            && self.last_at.as_ref().is_some_and(|last| last.moment() <= written)
            && !self.last_seal.as_ref().is_some_and(|seal| seal.is_final)
    }

    /// Takes such a record at once, as [`Chain::follow`] and [`Chain::hold`] take others; `of` is its shoe and number.
    pub fn follow_on(&mut self, (line, seq, sha256): (u64, u64, Digest), written: Time, of: Option<(&str, u64)>) {
        match &mut self.tail {
            Some((_, count)) => *count += 1,
            None => {
                let place = ChainPosition { line, seq: Some(seq), sha256, at: Some(written.clone()), of: owned(of) };
                self.tail = Some((place, 1));
            }
        }
        self.expected_prev = sha256;
        self.expected_seq = seq.saturating_add(1);
        self.before.note(line, Some(seq), of.map(|(shoe, coup)| (Some(shoe), coup)));
        self.written_at(written);
        self.watch(line, Some(seq), sha256, None);
    }

    /// Takes a record's place in the chain: what it names as its predecessor, its number and its time.
    pub fn follow(&mut self, place: &ChainPosition, seq: u64, prev: Digest, written: &Time) {
        if prev != self.expected_prev {
            self.report_break(place, Some(seq), prev);
        } else if seq != self.expected_seq {
            let repeated = if seq < self.expected_seq { "; a number is used twice" } else { "" };
            let what = format!(
                "this line has the number {seq} (`seq`, which counts from 0) and should have {}, the number after that of the line before{repeated}; it names the line before by its hash (`prev`), so that no line was cut out between the two; a line that was never written to the log cannot be detected",
                self.expected_seq
            );
            let fault = place.fault(FaultCode::SequenceGap, what);
            let (expected, logged) = (Some(self.expected_seq.to_string()), Some(seq.to_string()));
            self.verdict.faults.push(IntegrityFault { expected, logged, ..fault });
        }
        self.before.is(place);
        self.expected_prev = place.sha256;
        self.expected_seq = seq.saturating_add(1);
        if let Some(last) = &self.last_at
            && written < last
        {
            let gap = written.moment().apart(last.moment());
            let what = format!(
                "the time of this record (`at`), {written}, is {gap} earlier than that of the record before, {last}"
            );
            let fault = place.fault(FaultCode::TimeReversal, what);
            let (expected, logged) = (Some(format!("{last} or later")), Some(written.to_string()));
            self.verdict.faults.push(IntegrityFault { expected, logged, ..fault });
        }
        self.written_at(written.clone());
    }

    fn written_at(&mut self, written: Time) {
        let moment = written.moment();
        let (first, last) = self.written.unwrap_or((moment, moment));
        self.written = Some((first.min(moment), last.max(moment)));
        self.last_at = Some(written);
        self.verdict.records += 1;
        self.waiting += 1;
    }

    /// Says that the record which was followed last is a coup, with what is staked in it.
    pub fn is_coup(&mut self, coup: CoupStakes) {
        self.waiting_coups += coup;
    }

    /// Takes what the record is to the chain; a seal that counts vouches for all before it back to the last break.
    pub fn hold(&mut self, place: &ChainPosition, seq: u64, prev: Digest, written: &Time, link: Link<'_>) {
        if let Link::Open(open) = link {
            self.verdict.open = Some(open.clone());
            self.open_at = Some(written.clone());
            self.watch = self.heads.and_then(|heads| heads.about(open)).map(Watch::new);
        }
        let says = match link {
            Link::Seal(seal) => Some(seal.says),
            _ => None,
        };
        self.watch(place.line, place.seq, place.sha256, says);
        self.note_tail(place);
        if let Link::Seal(seal) = link
            && self.seal(place, seal, seq, prev, written)
        {
            let head = Head::of((seq, prev, written.as_str()), seal);
            self.note_head(place.line, head);
        }
    }

    /// Takes a line that is not a record; `prevs` is what it names as its predecessor, as far as that can be read.
    ///
    /// A writer's own fault elsewhere in the line does not change that the line, by its bytes, commits to its
    /// predecessor. A line that commits to nothing breaks the chain.
    pub fn skip(&mut self, place: &ChainPosition, prevs: &[Digest]) {
        let mut next_seq = self.expected_seq.saturating_add(1);
        match prevs.first() {
            _ if prevs.contains(&self.expected_prev) => {}
            Some(prev) => {
                self.report_break(place, place.seq, *prev);
                // The sequence continues from this line, so that a line missing before is not reported again.
                next_seq = place.seq.map_or(next_seq, |seq| seq.saturating_add(1));
            }
            None => self.broken(place.line),
        }
        self.watch(place.line, place.seq, place.sha256, None);
        self.before.is(place);
        self.expected_prev = place.sha256;
        self.expected_seq = next_seq;
    }

    /// Ends the chain and gives the verdict on the log as a log.
    #[must_use]
    pub fn finish(mut self) -> LogVerdict {
        self.judge_leaked();
        self.report_more_refused();
        self.verdict.end_respelled =
            self.tail.is_none() && self.last_seal.as_ref().is_some_and(|seal| seal.says != seal.sha256);
        self.judge_end();
        self.verdict.not_vouched_coups += std::mem::take(&mut self.waiting_coups);
        let kept = self.seal_kept.take();
        self.verdict.remembered = self.watch.take().map(|watch| watch.finish(kept));
        self.verdict
    }

    /// `says` is what a seal states.
    fn watch(&mut self, line: u64, seq: Option<u64>, sha256: Digest, says: Option<Digest>) {
        let unbroken = self.unbroken_from == 1;
        if let Some(watch) = &mut self.watch
            && watch.line(line, seq, sha256, says, unbroken)
        {
            self.seal_wanted = Some(line);
        }
    }

    /// Notes that `prev` is not the hash of the line before; a wrong `seq` is reported with it.
    fn report_break(&mut self, place: &ChainPosition, seq: Option<u64>, prev: Digest) {
        let after = match seq {
            Some(seq) if seq != self.expected_seq => format!("; `seq` is {seq} where {} was due", self.expected_seq),
            Some(_) => "; the numbers (`seq`) of the two lines follow each other".to_owned(),
            None => String::new(),
        };
        let what = format!("`prev` is not the hash of the line before{}{after}{}", self.before, self.before.doubt());
        let fault = place.fault(FaultCode::ChainBroken, what);
        let (expected, logged) = (Some(self.expected_prev.to_string()), Some(prev.to_string()));
        self.verdict.faults.push(IntegrityFault { expected, logged, ..fault });
        self.broken(place.line);
    }

    /// No later seal vouches for what waits.
    fn broken(&mut self, line: u64) {
        self.verdict.not_vouched_coups += std::mem::take(&mut self.waiting_coups);
        self.unbroken_from = line;
        self.written = None;
        self.waiting = 0;
    }

    fn note_tail(&mut self, place: &ChainPosition) {
        if self.last_seal.as_ref().is_some_and(|seal| seal.is_final) && !self.after_final_reported {
            self.after_final_reported = true;
            let fault = place.fault(FaultCode::AfterFinal, "records stand after the final seal".to_owned());
            self.verdict.faults.push(fault);
        }
        match &mut self.tail {
            Some((_, count)) => *count += 1,
            None => {
                self.tail = Some((place.clone(), 1));
            }
        }
    }
}

fn owned(of: Option<(&str, u64)>) -> Option<(Option<String>, u64)> {
    of.map(|(shoe, coup)| (Some(shoe.to_owned()), coup))
}

/// Counts what is no longer reported one by one; where the first stands is kept.
pub fn count_more(more: &mut Option<(ChainPosition, u64)>, place: &ChainPosition) {
    match more {
        Some((_, count)) => *count += 1,
        None => *more = Some((place.clone(), 1)),
    }
}
