//! A log as a stream of records: each line is read, checked against the chain, and counted.

mod entry;
mod malformed;
mod unknown;
mod unread;

use std::io::{self, BufRead};

use resettle_sealed_log::strict::{joined, parse};
use resettle_sealed_log::{
    Chain, ChainPosition, CoupStakes, Digest, FaultCode, FoundLine, Heads, IntegrityFault, JudgedLine, JudgedLines,
    LineReader, Link, LogVerdict, MAX_LINE, Open, SoundSeals, TrustStore, UnreadStakes,
};

use crate::ahead::{Blocks, Lines, Tried};
use crate::decode::{self, Decoded, Envelope};
use crate::quick::{QuickCoup, QuickReader};
use crate::record::{Body, Record};
pub use entry::{Entry, EntryBody, Seen, Step};
use malformed::{MalformedLines, malformed_parts};
use unknown::UnknownWords;
use unread::Unread;

/// Which coups read quickly stay in the reader.
#[derive(Clone, Copy)]
enum Lend {
    No,
    /// Those of the usual shape.
    Usual,
    /// Those too of which one of several sources holds a part.
    Parts,
}

/// Streams a log: lines, records, chain and seals, in constant memory.
pub struct LogReader<'t, R> {
    lines: Lines<R>,
    quick: QuickReader,
    chain: Chain<'t>,
    coups: u64,
    unread: Unread,
    unknown: UnknownWords,
    malformed: MalformedLines,
    done: bool,
}

impl<'t> LogReader<'t, io::Empty> {
    /// Reads lines that are read and hashed elsewhere; without a trust store nothing is trusted, and the log reports that once.
    #[must_use]
    pub fn ahead(blocks: Box<dyn Blocks>, trust: Option<&'t TrustStore>) -> Self {
        Self::of(Lines::ahead(blocks), trust)
    }
}

impl<'t, R: BufRead> LogReader<'t, R> {
    /// Reads `input`; without a trust store nothing is trusted, and the log reports that once.
    pub fn new(input: R, trust: Option<&'t TrustStore>) -> Self {
        Self::of(Lines::Here(LineReader::new(input)), trust)
    }

    fn of(lines: Lines<R>, trust: Option<&'t TrustStore>) -> Self {
        Self {
            lines,
            quick: QuickReader::default(),
            chain: Chain::new(trust),
            coups: 0,
            unread: Unread::default(),
            unknown: UnknownWords::default(),
            malformed: MalformedLines::default(),
            done: false,
        }
    }

    /// Compares the log with what is remembered of it: the result is [`LogVerdict::remembered`].
    #[must_use]
    pub fn against(mut self, heads: Option<&'t Heads>) -> Self {
        self.chain = self.chain.against(heads);
        self
    }

    /// Verifies no seal again that was found sound when the log was read before, and remembers those that are.
    #[must_use]
    pub fn remembering(mut self, sound: &'t SoundSeals) -> Self {
        self.chain = self.chain.remembering(sound);
        self
    }

    /// Looks for incidents before their turn, as far as the input holds them in its buffer.
    #[must_use]
    pub fn foreseeing(self) -> Self {
        Self { lines: self.lines.foreseeing(), ..self }
    }

    /// Takes the incidents that were found before their turn since the last call, in their order. Whether anything vouches
    /// for them, and whether they follow on, shows when their turn comes.
    pub fn take_incidents_ahead(&mut self) -> Vec<Record> {
        let found = self.lines.take_found();
        let Some(imported) = self.chain.open().map(|open| open.imported).filter(|_| !found.is_empty()) else {
            return Vec::new();
        };
        found.into_iter().filter_map(|line| incident(line, imported)).collect()
    }

    /// The opening record, once it has been read.
    #[must_use]
    pub fn open(&self) -> Option<&Open> {
        self.chain.open()
    }

    /// Takes out the faults found since the last call, as [`Chain::take_faults`].
    pub fn take_faults(&mut self) -> Vec<IntegrityFault> {
        self.chain.take_faults()
    }

    /// Whether a seal read so far vouches for the record on `line`.
    #[must_use]
    pub fn vouched_so_far(&self, line: u64) -> bool {
        self.chain.vouched_so_far(line)
    }

    /// The first line of the stretch of the chain in which the last line read stands: 1 where it never broke.
    #[must_use]
    pub fn unbroken_from(&self) -> u64 {
        self.chain.unbroken_from()
    }

    /// Whether seals are checked against a trust store.
    #[must_use]
    pub fn has_trust(&self) -> bool {
        self.chain.has_trust()
    }

    /// The next line that is judged, or `None` at the end.
    ///
    /// # Errors
    /// The error of the input; faults of the log are not errors.
    pub fn next_entry(&mut self) -> io::Result<Option<Entry>> {
        loop {
            match self.step(Lend::No)? {
                Some(Step::Entry(entry)) => return Ok(Some(entry)),
                Some(Step::Quick) => {}
                None => return Ok(None),
            }
        }
    }

    /// The same; a coup of the usual shape that follows on without a fault is only lent.
    ///
    /// # Errors
    /// The error of the input; faults of the log are not errors.
    pub fn next_step(&mut self) -> io::Result<Option<Step>> {
        self.step(Lend::Usual)
    }

    /// The same; what one of several sources holds of a coup is lent too, if it was read quickly.
    ///
    /// # Errors
    /// The error of the input; faults of the log are not errors.
    pub fn next_part(&mut self) -> io::Result<Option<Step>> {
        self.step(Lend::Parts)
    }

    /// The coup that the last step returned, if that was [`Step::Quick`].
    #[must_use]
    pub fn quick(&self) -> &QuickCoup {
        &self.quick.coup
    }

    /// Takes that coup over; the reader continues with what `other` held.
    pub fn take_quick(&mut self, other: &mut QuickCoup) {
        std::mem::swap(&mut self.quick.coup, other);
    }

    fn step(&mut self, lend: Lend) -> io::Result<Option<Step>> {
        if self.done {
            return Ok(None);
        }
        let Some((line, tried)) = self.lines.next_line()? else {
            self.done = true;
            if self.chain.open().is_none() {
                self.no_open(None, "the log is empty");
            }
            return Ok(None);
        };
        let place = ChainPosition { line: line.number, seq: None, sha256: line.sha256, at: None, of: None };
        let first = line.number == 1;
        self.chain.line(line.ended);
        let imported = self.chain.open().is_some_and(|open| open.imported);
        if !line.ended {
            self.done = true;
            let what = "the file ends without a line feed: this line is incomplete, cut off in writing or copying, and is not read";
            if first {
                self.no_open(
                    Some(&place),
                    &format!("the first line cannot be used as the opening record (`open`): {what}"),
                );
                return Ok(None);
            }
            self.chain.note(place.fault(FaultCode::MalformedRecord, what.to_owned()));
            return Ok(None);
        }
        let is_usual = !first
            && match tried {
                Tried::Coup => true,
                Tried::Unusual => false,
                Tried::No => !line.too_long() && self.quick.reads(line.bytes),
            };
        if is_usual {
            let coup = &mut self.quick.coup;
            if tried == Tried::Coup {
                self.lines.take_coup(coup);
            }
            (coup.line, coup.sha256) = (place.line, place.sha256);
            self.lines.give(coup.line_of());
            let lends = match lend {
                Lend::No => false,
                Lend::Usual => coup.usual,
                Lend::Parts => coup.plain && !imported,
            };
            if lends && self.follows_on() {
                self.note_quick();
                return Ok(Some(Step::Quick));
            }
            let body = self.record(place, self.quick.coup.decoded(imported), first);
            return Ok(body.map(|(line, sha256, body)| Step::Entry(Entry { line, sha256, body })));
        }
        let parsed = if line.too_long() {
            Err((format!("the line has {} bytes; at most {} are allowed", line.len, MAX_LINE), None))
        } else {
            match parse(line.bytes) {
                // No seal covers the spelling of the last line of a log. With tabs refused there, no byte of it
                // can be changed into another that reads the same.
                Ok(object) if line.bytes.contains(&b'\t') && decode::is_seal(&object) => {
                    Err(("a tab in a seal".to_owned(), Some(Envelope::of(&object))))
                }
                Ok(object) => {
                    decode::decode(&object, imported).map_err(|faults| (joined(&faults), Some(Envelope::of(&object))))
                }
                Err(what) => Err((joined(&[what]), None)),
            }
        };
        let body = match parsed {
            Ok(decoded) => self.record(place, decoded, first),
            Err((what, envelope)) => {
                let broken = envelope.is_none();
                let envelope = envelope.unwrap_or_else(|| decode::glimpse(line.bytes));
                if first {
                    let place = ChainPosition { seq: envelope.seq, at: envelope.at, of: envelope.coup, ..place };
                    self.no_open(
                        Some(&place),
                        &format!("the first line cannot be used as the opening record (`open`): {what}"),
                    );
                    return Ok(None);
                }
                let currency = self.chain.open().map(|open| open.currency.as_str());
                let stakes = malformed::stakes_of(&envelope, broken, line.bytes);
                let what = malformed::not_judged(&what, &envelope, stakes, currency);
                let start = envelope.starts();
                let place = ChainPosition { seq: envelope.seq, at: envelope.at, of: envelope.coup, ..place };
                Some(self.malformed(place, what, stakes, &envelope.prevs, start))
            }
        };
        Ok(body.map(|(line, sha256, body)| Step::Entry(Entry { line, sha256, body })))
    }

    /// Whether the coup read quickly follows on from the line before, so that there is nothing to report of it.
    fn follows_on(&self) -> bool {
        let coup = &self.quick.coup;
        self.chain.follows_on(coup.prev, coup.seq, coup.at.moment())
    }

    /// Notes such a coup, as [`LogReader::record`] notes others.
    fn note_quick(&mut self) {
        let coup = &self.quick.coup;
        let of = Some((coup.text(coup.shoe), coup.coup));
        self.chain.follow_on((coup.line, coup.seq, coup.sha256), coup.time(coup.at), of);
        self.chain
            .is_coup(CoupStakes { coups: 1, staked: coup.wagers.iter().map(|wager| i128::from(wager.stake)).sum() });
        self.coups += 1;
        self.unread.lack(coup.has_cards(), coup.has_declared());
    }

    /// The input failed before its end: the end of the log is not judged.
    pub fn cut_short(&mut self) {
        self.done = true;
        self.chain.cut_short();
    }

    /// Ends the reading and gives the verdict on the log as a log.
    #[must_use]
    pub fn finish(mut self) -> LogVerdict {
        self.malformed.counted().into_iter().for_each(|fault| self.chain.note(fault));
        self.chain.judge_leaked();
        self.unknown.counted().into_iter().for_each(|fault| self.chain.note(fault));
        let mut verdict = self.chain.finish();
        verdict.coups = self.coups;
        verdict.unread_rounds = self.unread.rounds;
        verdict.partly_read = self.unread.partly_read;
        verdict.lacking = self.unread.lacking;
        verdict
    }

    fn no_open(&mut self, place: Option<&ChainPosition>, what: &str) {
        self.done = true;
        let what = format!("{what}: nothing of this log is judged");
        let fault = match place {
            Some(place) => place.fault(FaultCode::NoOpen, what),
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
                stakes: None,
                what,
                counts_as_unsealed: false,
            },
        };
        self.chain.note(fault);
    }

    /// `prevs` is what the line names as its predecessor, as far as that can be read; a line that names none breaks the
    /// chain, and that is reported with it.
    fn malformed(
        &mut self,
        place: ChainPosition,
        what: String,
        stakes: Option<UnreadStakes>,
        prevs: &[Digest],
        start: Option<String>,
    ) -> (u64, Digest, EntryBody) {
        let what = if prevs.is_empty() {
            format!(
                "{what}; it names no predecessor (no `prev` can be read), so no later seal vouches for the lines between the last seal and this one"
            )
        } else {
            what
        };
        let fault = self.malformed.add(&place, what);
        fault.into_iter().for_each(|fault| self.chain.note(IntegrityFault { stakes, ..fault }));
        self.chain.skip(&place, prevs);
        let ChainPosition { line, sha256, of, .. } = place;
        let seen = of.map(|(shoe, coup)| Seen { shoe, coup });
        (line, sha256, EntryBody::Malformed { seen, start })
    }

    fn record(&mut self, place: ChainPosition, decoded: Decoded, first: bool) -> Option<(u64, Digest, EntryBody)> {
        let Decoded { seq, prev, at, body, parts } = decoded;
        let place = ChainPosition { seq: Some(seq), at: Some(at.clone()), of: coup_of(&body), ..place };
        if first && !matches!(body, Body::Open(_)) {
            self.no_open(Some(&place), "the first line is no `open`");
            return None;
        }
        if let (false, Body::Open(open)) = (first, &body) {
            let what = format!(
                "a second opening record (`open`), which names the log `{}`: it is left out, and what follows is judged as of the first",
                open.log
            );
            return Some(self.malformed(place, what, None, &[prev], None));
        }
        self.chain.follow(&place, seq, prev, &at);
        let chips = matches!(&body, Body::Coup(coup) if coup.tournament.is_some());
        if let Body::Coup(coup) = &body {
            let stakes = coup.wagers.iter().flatten().filter(|_| !chips).map(|wager| i128::from(wager.stake));
            self.chain.is_coup(CoupStakes { coups: 1, staked: stakes.sum() });
            self.coups += 1;
        }
        let currency = self.chain.open().map(|open| open.currency.clone());
        let unit = currency.as_deref().filter(|_| !chips);
        malformed_parts(&place, parts, chips, unit, |fault| self.chain.note(fault));
        self.unknown.add(&place, &body, |fault| self.chain.note(fault));
        self.unread.add(&body);
        let link = match &body {
            Body::Open(open) => Link::Open(open),
            Body::Seal(seal) => Link::Seal(seal),
            _ => Link::Record,
        };
        self.chain.hold(&place, seq, prev, &at, link);
        let record = Record { line: place.line, seq, at, sha256: place.sha256, body };
        Some((place.line, place.sha256, EntryBody::Record(record)))
    }
}

impl<R: BufRead> JudgedLines for LogReader<'_, R> {
    fn next_line(&mut self) -> io::Result<Option<JudgedLine>> {
        let Some(Entry { line, sha256, body }) = self.next_entry()? else { return Ok(None) };
        let (seq, says) = match &body {
            EntryBody::Record(Record { seq, body: Body::Seal(seal), .. }) => (Some(*seq), Some(seal.says)),
            EntryBody::Record(record) => (Some(record.seq), None),
            EntryBody::Malformed { .. } => (None, None),
        };
        Ok(Some(JudgedLine { line, sha256, seq, says }))
    }

    fn chain(&self) -> &Chain<'_> {
        &self.chain
    }
}

/// The record of an incident on a line; `None` if there is another, or none.
fn incident(FoundLine { number, bytes }: FoundLine, imported: bool) -> Option<Record> {
    let Decoded { seq, at, body, .. } = decode::decode(&parse(&bytes).ok()?, imported).ok()?;
    let is_one = matches!(body, Body::Incident(_));
    is_one.then(|| Record { line: number, seq, at, sha256: Digest::of(&bytes), body })
}

fn coup_of(body: &Body) -> Option<(Option<String>, u64)> {
    match body {
        Body::Coup(coup) => coup.coup.map(|number| (coup.shoe.clone(), number)),
        _ => None,
    }
}
