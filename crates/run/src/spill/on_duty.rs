use std::collections::BTreeMap;
use std::sync::Arc;

use resettle_audit::{Code, CoupSeen, Finding, Place, Registered, Severity, Subject};
use resettle_coup_log::Staff;
use resettle_game::counted;
use resettle_oversight::micros;
use resettle_oversight::staffing::{Duties, Duty, DutyEntry, SOURCE_LOG};
use resettle_report::tally::{StaffCounts, StaffTally, Work};
use resettle_sealed_log::Moment;

/// Who is on duty at a table that is judged, and what happens then.
#[derive(Default)]
pub struct OnDuty {
    duties: Duties,
    tally: StaffTally,
    /// The records of logs that say so with their files, by when they were written.
    records: BTreeMap<Moment, (Place, Arc<str>)>,
    /// What such a record says otherwise than the staffing file, by when it was written: who by the log, who by the file, and
    /// of how many coups.
    differences: BTreeMap<(Moment, String, String), u64>,
    /// The coup of the last finding, and for which work it counts: one fault may be several findings.
    last: Option<(String, u64, Vec<Work>)>,
    /// Coups of one duty, not yet counted.
    coups: Option<(Duty, StaffCounts)>,
}

impl OnDuty {
    /// With the contents of a staffing file about the table.
    pub fn new(duties: Duties, entries: Vec<DutyEntry>) -> Self {
        let mut tally = StaffTally::default();
        tally.entries = entries;
        Self { duties, tally, ..Self::default() }
    }

    /// Takes a record of a log.
    pub fn record(&mut self, staff: &Staff, place: &Place, file: &Arc<str>, rank: u8) {
        let Some(from) = place.at.as_ref().map(resettle_sealed_log::Time::moment) else { return };
        let duty = named(staff);
        self.duties.put(from, &duty, rank);
        self.records.entry(from).or_insert_with(|| (place.clone(), Arc::clone(file)));
        if let Some(from) = micros(from.nanos) {
            let (source, file) = (SOURCE_LOG.to_owned(), file.to_string());
            self.tally.entries.push(DutyEntry { from, until: None, duty, source, file, line: place.line });
        }
    }

    /// Takes that a record of a log does not count: whoever was on duty before it need not be so after it.
    pub fn unknown(&mut self, staff: &Staff, place: &Place, rank: u8) {
        let Some(from) = place.at.as_ref().map(resettle_sealed_log::Time::moment) else { return };
        self.duties.put_unknown(from, &named(staff), rank);
    }

    /// Counts a coup, and returns who dealt it.
    pub fn coup(&mut self, seen: &CoupSeen<'_>) -> Duty {
        let moment = seen.day_moment();
        let duty = self.duties.at(moment);
        for (logged, filed) in self.duties.differ(moment) {
            if let Some((from, _)) = self.records.range(..=moment).next_back() {
                *self.differences.entry((*from, logged, filed)).or_default() += u64::from(seen.counts);
            }
        }
        let one = StaffCounts::of_coup(seen);
        match &mut self.coups {
            Some((known, counts)) if *known == duty => counts.add(&one),
            other => {
                if let Some((known, counts)) = other.replace((duty.clone(), one)) {
                    self.tally.add(&known, &counts);
                }
            }
        }
        duty
    }

    /// Counts a finding for whoever was on duty when its record was written; a doubt about the ruleset for nobody.
    pub fn finding(&mut self, finding: &Finding) -> Option<Duty> {
        if finding.code.is_doubt() {
            return None;
        }
        let duty = self.when(&finding.place);
        let is_first = self.is_first(finding);
        self.tally.finding(&duty, finding, is_first);
        Some(duty).filter(|duty| !duty.is_empty())
    }

    /// Whether no other finding of its coup counts for the same work; those of a coup come one after another.
    fn is_first(&mut self, finding: &Finding) -> bool {
        let Some((shoe, coup)) = finding.place.shoe.as_ref().zip(finding.place.coup) else { return true };
        if finding.severity == Severity::Info {
            return true;
        }
        let work = Work::of(finding.code);
        match &mut self.last {
            Some((of, number, known)) if of == shoe && *number == coup => {
                let is_first = !known.contains(&work);
                known.push(work);
                is_first
            }
            other => {
                *other = Some((shoe.clone(), coup, vec![work]));
                true
            }
        }
    }

    /// Who was on duty when the record of an entry of the register was written. An irregularity counts for them; a
    /// wager that a terminal refused or that was removed does not.
    pub fn irregularity(&mut self, entry: &Registered) -> Option<Duty> {
        let duty = self.when(&entry.place);
        if entry.subject == Subject::Irregularity {
            self.tally.irregularity(&duty);
        }
        Some(duty).filter(|duty| !duty.is_empty())
    }

    /// Nobody if no time is known.
    fn when(&self, place: &Place) -> Duty {
        place.at.as_ref().map(|at| self.duties.until(at.moment())).unwrap_or_default()
    }

    /// What records of logs say otherwise than the staffing file: one finding for each record and person, at the record.
    pub fn differences(&mut self) -> Vec<Finding> {
        let found = |((from, logged, filed), coups): ((Moment, String, String), u64)| {
            let (place, file) = self.records.get(&from)?;
            let coups = counted(coups, "coup");
            let message = format!(
                "the log says that {logged} was on duty, the casino's staffing file {filed}: {coups}; the file counts"
            );
            let mut finding = Finding::new(Code::Disagreement, place, message);
            (finding.file, finding.expected, finding.logged) = (Arc::clone(file), Some(filed), Some(logged));
            Some(finding)
        };
        std::mem::take(&mut self.differences).into_iter().filter_map(found).collect()
    }

    /// What happened.
    pub fn finish(mut self) -> StaffTally {
        if let Some((known, counts)) = self.coups.take() {
            self.tally.add(&known, &counts);
        }
        self.tally
    }
}

/// Those whom a record names.
fn named(staff: &Staff) -> Duty {
    Duty { dealer: staff.dealer.clone(), supervisor: staff.supervisor.clone(), shift: None }
}
