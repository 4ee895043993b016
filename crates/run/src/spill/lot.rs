use std::io::{self, BufRead, Write};
use std::sync::Arc;

use resettle_audit::{
    Code, CoupSeen, Finding, LateIncident, NotAsked, Place, Registered, Routine, Severity, Sink, Steps, Stored,
};
use resettle_coup_log::Staff;
use resettle_report::document::{CoupRow, DecidedBy, FindingRow, RegisterRow};
use resettle_report::tally::{
    By, Counts, RegisterCounts, RegisterSum, ShoeRow, Shoes, SumItem, Sums, Tally, custody_of, summed, whole_shoes,
};
use resettle_sealed_log::{LogVerdict, Moment, Open};
use serde::{Deserialize, Serialize};

use super::beside::BesideEachOther;
use super::findings::FindingRuns;
use super::on_duty::OnDuty;
use super::runs::{ShoePart, SortedRun, Sorter, merged};
use super::shelf::Shelf;
use super::store::Store;
use crate::clock::TableClock;
use crate::recording::{Parts, Recording};

/// Takes what the replay of one table finds. Each thread has its own, all of one store.
pub struct Lot<'s> {
    store: &'s Store,
    findings: Sorter<(usize, FindingRow)>,
    register: Sorter<(usize, RegisterRow)>,
    register_sums: Sorter<SumItem>,
    coups: Sorter<CoupRow>,
    shoes: Shoes,
    parts: Sorter<ShoePart>,
    /// What the replay puts away about shoes.
    shelf: Shelf,
    /// Where both are, which nobody needs once the table is judged.
    scratch: Store,
    counts: Counts,
    register_counts: RegisterCounts,
    tally: Tally,
    sums: Sums,
    clock: TableClock,
    /// `None` if it is not to be reported.
    on_duty: Option<OnDuty>,
    tournament: bool,
    late: Vec<LateIncident>,
    /// Whether the table is judged again if an incident comes late.
    judged_again: bool,
    /// Whether the reading stops where a chain is broken, and whether it did.
    stops_at_a_break: bool,
    is_broken: bool,
    recording: Option<Recording<'s>>,
    with_steps: bool,
    failed: Option<io::Error>,
}

impl<'s> Lot<'s> {
    /// Puts what is found into `store`.
    #[must_use]
    pub fn new(store: &'s Store) -> Self {
        Self {
            store,
            findings: Sorter::default(),
            register: Sorter::default(),
            register_sums: Sorter::default(),
            coups: Sorter::default(),
            shoes: Shoes::default(),
            parts: Sorter::default(),
            shelf: Shelf::default(),
            scratch: store.scratch(),
            counts: Counts::default(),
            register_counts: RegisterCounts::default(),
            tally: Tally::default(),
            sums: Sums::default(),
            clock: TableClock::default(),
            on_duty: None,
            tournament: false,
            late: Vec::new(),
            judged_again: false,
            stops_at_a_break: false,
            is_broken: false,
            recording: None,
            with_steps: true,
            failed: None,
        }
    }

    /// Days and hours are those of this clock.
    #[must_use]
    pub fn by_clock(self, clock: TableClock) -> Self {
        Self { clock, ..self }
    }

    /// Reports who was on duty.
    #[must_use]
    pub fn on_duty(self, on_duty: Option<OnDuty>) -> Self {
        Self { on_duty, ..self }
    }

    /// Makes rows of the coups as well.
    #[must_use]
    pub fn recording(self, recording: Option<Recording<'s>>) -> Self {
        Self { recording, ..self }
    }

    /// Whether rows of coups have the steps by which they were judged, for which each of these is judged twice; `report.json` alone
    /// shows them.
    #[must_use]
    pub fn with_steps(self, with_steps: bool) -> Self {
        Self { with_steps, ..self }
    }

    /// Says whether the table is judged again if an incident comes late: then nothing is kept of this time but those incidents, and
    /// that tournament play was read.
    #[must_use]
    pub fn judged_again(self, judged_again: bool) -> Self {
        Self { judged_again, ..self }
    }

    /// Says whether reading stops where the chain of a log is broken, because the table is then judged again by what seals vouch
    /// for.
    #[must_use]
    pub fn stops_at_a_break(self, stops_at_a_break: bool) -> Self {
        Self { stops_at_a_break, ..self }
    }

    /// Sets for every finding and every entry of the register whether its record is authentic, and sorts all of them.
    /// `verdicts` are those on the logs as places number them; `open` is the table's opening record, if there was one.
    pub fn finish(mut self, verdicts: &[&LogVerdict], open: Option<&Open>) -> io::Result<Finished> {
        if !self.is_of_use() {
            return self.leave();
        }
        for mut finding in self.on_duty.as_mut().map(OnDuty::differences).unwrap_or_default() {
            let own = verdicts.get(finding.place.source).and_then(|verdict| verdict.open.as_ref()).or(open);
            if let Some(open) = own {
                finding.log = Arc::from(open.log.as_str());
            }
            self.finding(finding);
        }
        if let Some(error) = self.failed {
            return Err(error);
        }
        let mut tally = self.tally;
        self.sums.give(&mut tally);
        tally.without_wagers();
        tally.custody(|source| verdicts.get(source).map_or(Some(NotAsked::NoSeal), |verdict| custody_of(verdict)));
        tally.staff = self.on_duty.map(OnDuty::finish).unwrap_or_default();
        if let Some(open) = open {
            tally.of(open);
        }
        let vouched = |source: usize, line: Option<u64>| {
            verdicts.get(source).zip(line).is_some_and(|(log, line)| log.vouched(line))
        };
        let stamped = self.findings.finish(self.store)?.map(|row| {
            let (source, mut row) = row?;
            row.vouched(vouched(source, row.line));
            let own = verdicts.get(source).and_then(|verdict| verdict.open.as_ref());
            if let Some(open) = own.or(open) {
                row.of(open);
            }
            Ok(row)
        });
        let findings = FindingRuns::write(BesideEachOther::new(stamped), self.store)?;
        let stamp = Stamp {
            vouched: verdicts.iter().map(|log| log.vouched_lines().into()).collect(),
            open: open.map(|open| (open.venue.clone(), open.table.clone(), open.currency.clone())),
        };
        let stamped: Arc<dyn Fn(_) -> _ + Send + Sync> = Arc::new(move |(source, row)| stamp.put_on(source, row));
        let register = self.register.runs(self.store)?;
        let register = register.into_iter().map(|run| run.made(Arc::clone(&stamped))).collect();
        let sums = summed(self.register_sums.finish(self.store)?)?;
        let register_sums = SortedRun::write(sums.into_iter().map(|sum| Ok(named(sum, open))), self.store)?;
        let coups = self.coups.runs(self.store)?;
        let mut parts = self.parts;
        self.shoes.rest().into_iter().try_for_each(|part| parts.push(ShoePart(part), &self.scratch))?;
        let parts = parts.finish(&self.scratch)?.map(|part| part.map(|ShoePart(row)| row));
        let mut shoes = Sorter::default();
        whole_shoes(parts, open).try_for_each(|row| shoes.push(row?, self.store))?;
        let shoes = shoes.runs(self.store)?;
        let (counts, register_counts) = (self.counts, self.register_counts);
        let tournament = self.tournament;
        let recorded = self.recording.map(|recording| recording.finish(self.store)).transpose()?;
        Ok(Finished {
            findings,
            register,
            register_sums,
            coups,
            shoes,
            counts,
            register_counts,
            tally,
            tournament,
            late: self.late,
            is_broken: false,
            recorded,
        })
    }

    /// Keeps nothing of what was found, since the table is judged again: only for what reason it may be.
    pub fn leave(self) -> io::Result<Finished> {
        let Self { late, tournament, is_broken, failed, .. } = self;
        failed.map_or(Ok(Finished { tournament, late, is_broken, ..Finished::default() }), Err)
    }

    fn take(&mut self, finding: &Finding, decided_by: Option<Box<DecidedBy>>) {
        if !self.is_of_use() {
            return;
        }
        self.counts.finding(finding);
        self.tally.exceptions.finding(finding, self.clock.hour(finding));
        self.tally.found.finding(finding);
        let duty = self.on_duty.as_mut().and_then(|on_duty| on_duty.finding(finding));
        let row = (finding.place.source, FindingRow { duty, decided_by, ..FindingRow::from(finding) });
        let done = self.findings.push(row, self.store);
        self.note(done);
    }

    fn parts(&mut self) {
        for part in self.shoes.many() {
            let done = self.parts.push(ShoePart(part), &self.scratch);
            self.note(done);
        }
    }

    /// Takes the result of an operation; the first failure is kept.
    fn note<T>(&mut self, done: io::Result<T>) -> Option<T> {
        done.map_err(|error| self.failed.get_or_insert(error)).ok()
    }
}

impl Sink for Lot<'_> {
    fn finding(&mut self, finding: Finding) {
        self.is_broken |= self.stops_at_a_break && finding.code == Code::ChainBroken;
        self.take(&finding, None);
    }

    fn finding_of(&mut self, mut finding: Finding, coup: &CoupSeen<'_>) {
        if let Some(played) = coup.played() {
            finding.place.at = Some(played.clone());
        }
        let decided_by = DecidedBy::of(coup, finding.wager.as_deref());
        self.take(&finding, Some(Box::new(decided_by)));
    }

    fn coup(&mut self, coup: &CoupSeen<'_>) {
        if !self.is_of_use() {
            return;
        }
        self.sums.coup(self.clock.day(coup), coup, &mut self.tally);
        self.shoes.coup(coup);
        self.parts();
        let duty = self.on_duty.as_mut().map(|on_duty| on_duty.coup(coup)).unwrap_or_default();
        if let Some(recording) = &mut self.recording {
            let done = recording.coup(coup, &duty, self.store);
            self.note(done);
        }
        if coup.worst >= Some(Severity::Minor) {
            let done = self.coups.push(CoupRow::from(coup), self.store);
            self.note(done);
        }
    }

    fn registered(&mut self, entry: Registered) {
        if !self.is_of_use() {
            return;
        }
        let duty = self.on_duty.as_mut().and_then(|on_duty| on_duty.irregularity(&entry));
        let row = RegisterRow { duty, ..RegisterRow::from(&entry) };
        let done = self.register_sums.push(SumItem::of(&row, Some(&entry)), self.store);
        self.note(done);
        self.register_counts.entry(&row);
        let done = self.register.push((entry.place.source, row), self.store);
        self.note(done);
    }

    fn routine(&mut self, routine: Routine, at: Moment, cards: u64, money: i128) {
        self.tally.routine(self.clock.day_at(at), routine, cards, money);
    }

    fn staff(&mut self, staff: &Staff, place: &Place, file: &Arc<str>, rank: u8) {
        if let Some(on_duty) = &mut self.on_duty {
            on_duty.record(staff, place, file, rank);
        }
    }

    fn staff_unknown(&mut self, staff: &Staff, place: &Place, rank: u8) {
        if let Some(on_duty) = &mut self.on_duty {
            on_duty.unknown(staff, place, rank);
        }
    }

    fn tournament(&mut self) {
        self.tournament = true;
    }

    fn late(&mut self, incident: LateIncident) {
        self.late.push(incident);
    }

    fn steps(&self) -> Steps<'_> {
        if self.with_steps { Steps::From(Severity::Minor) } else { Steps::Never }
    }

    fn is_of_use(&self) -> bool {
        !self.is_broken && (!self.judged_again || self.late.is_empty())
    }

    fn is_full(&self) -> bool {
        self.failed.is_some() || self.is_broken
    }

    fn put_away(&mut self, shoe: &[u8]) -> Option<Stored> {
        let put = self.shelf.put(shoe, &self.scratch);
        self.note(put).flatten()
    }

    fn take_back(&mut self, at: Stored) -> Option<Vec<u8>> {
        let shoe = self.shelf.take(at);
        self.note(shoe)
    }
}

/// What an entry of the register says only once its table was read through.
struct Stamp {
    /// The lines that seals vouch for, by source.
    vouched: Vec<Box<[(u64, u64)]>>,
    /// Venue, table and currency.
    open: Option<(String, String, String)>,
}

impl Stamp {
    fn put_on(&self, source: usize, mut row: RegisterRow) -> RegisterRow {
        row.authenticated = self.vouched.get(source).zip(row.line).is_some_and(|(stretches, line)| {
            let before = stretches.partition_point(|(from, _)| *from <= line);
            before.checked_sub(1).and_then(|at| stretches.get(at)).is_some_and(|(_, to)| line <= *to)
        });
        if let Some((venue, table, currency)) = &self.open {
            row.venue.clone_from(venue);
            row.table.clone_from(table);
            row.currency.clone_from(currency);
        }
        row
    }
}

/// The sum of a table states which table it belongs to.
fn named(mut sum: RegisterSum, open: Option<&Open>) -> RegisterSum {
    let Some(open) = open else { return sum };
    sum.currency.clone_from(&open.currency);
    sum.at(&open.venue, &open.table);
    if sum.by == By::Table {
        sum.game = Some(open.game.clone());
        sum.name = Some(open.table.clone());
    }
    sum
}

/// The results of one table.
#[derive(Clone, Default)]
pub struct Finished {
    pub(super) findings: FindingRuns,
    pub(super) register: Vec<SortedRun<RegisterRow>>,
    pub(super) register_sums: SortedRun<RegisterSum>,
    pub(super) coups: Vec<SortedRun<CoupRow>>,
    pub(super) shoes: Vec<SortedRun<ShoeRow>>,
    /// How many findings there are.
    pub counts: Counts,
    /// How many entries the register has.
    pub register_counts: RegisterCounts,
    /// The sums of the table.
    pub tally: Tally,
    /// Whether tournament play was read that was not judged yet: the table has to be judged again.
    pub tournament: bool,
    /// The incidents whose coups had already been judged: if there are any, the table has to be judged again with them. They
    /// are not saved.
    pub late: Vec<LateIncident>,
    /// Whether the reading stopped where a chain is broken: the table has to be judged again by what seals vouch for. It is not
    /// saved.
    pub is_broken: bool,
    /// The rows of its coups, if they were requested.
    pub(super) recorded: Option<Parts>,
}

/// The first line of a table's results in a file.
#[derive(Serialize, Deserialize)]
struct FirstLine {
    counts: Counts,
    register_counts: RegisterCounts,
    tally: Tally,
    findings: u64,
    register: u64,
    register_sums: u64,
    coups: u64,
    shoes: u64,
    /// Whether rows of its coups follow.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    recorded: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    tournament: bool,
}

impl Finished {
    /// Writes all of it, one JSON object per line, so that [`Finished::load`] can read it in another run.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        let head = FirstLine {
            counts: self.counts.clone(),
            register_counts: self.register_counts.clone(),
            tally: self.tally.clone(),
            findings: count(self.findings.rows())?,
            register: count(merged(&self.register))?,
            register_sums: count(self.register_sums.rows())?,
            coups: count(merged(&self.coups))?,
            shoes: count(merged(&self.shoes))?,
            recorded: self.recorded.is_some(),
            tournament: self.tournament,
        };
        line(&head, out)?;
        self.findings.rows().try_for_each(|row| line(&row?, out))?;
        merged(&self.register).try_for_each(|row| line(&row?, out))?;
        self.register_sums.rows().try_for_each(|row| line(&row?, out))?;
        merged(&self.coups).try_for_each(|row| line(&row?, out))?;
        merged(&self.shoes).try_for_each(|row| line(&row?, out))?;
        self.recorded.as_ref().map_or(Ok(()), |parts| parts.save(out))
    }

    /// Reads what [`Finished::save`] wrote. Incomplete input is an error.
    pub fn load(input: &mut dyn BufRead, store: &Store) -> io::Result<Self> {
        let mut lines = (&mut *input).lines();
        let head: FirstLine = next(&mut lines)?;
        let findings = FindingRuns::write((0..head.findings).map(|_| next(&mut lines)), store)?;
        let register = vec![SortedRun::write((0..head.register).map(|_| next(&mut lines)), store)?];
        let register_sums = SortedRun::write((0..head.register_sums).map(|_| next(&mut lines)), store)?;
        let coups = vec![SortedRun::write((0..head.coups).map(|_| next(&mut lines)), store)?];
        let shoes = vec![SortedRun::write((0..head.shoes).map(|_| next(&mut lines)), store)?];
        let (counts, register_counts, tally) = (head.counts, head.register_counts, head.tally);
        let tournament = head.tournament;
        let recorded = head.recorded.then(|| Parts::load(input, store)).transpose()?;
        Ok(Self {
            findings,
            register,
            register_sums,
            coups,
            shoes,
            counts,
            register_counts,
            tally,
            tournament,
            late: Vec::new(),
            is_broken: false,
            recorded,
        })
    }
}

fn count<T>(mut rows: impl Iterator<Item = io::Result<T>>) -> io::Result<u64> {
    rows.try_fold(0, |count, row| row.map(|_| count + 1))
}

fn line<T: Serialize>(row: &T, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, row)?;
    out.write_all(b"\n")
}

fn next<T: serde::de::DeserializeOwned>(lines: &mut dyn Iterator<Item = io::Result<String>>) -> io::Result<T> {
    let line = lines.next().ok_or(io::ErrorKind::UnexpectedEof)??;
    Ok(serde_json::from_str(&line)?)
}
