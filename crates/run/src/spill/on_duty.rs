use std::sync::Arc;

use resettle_audit::{CoupSeen, Finding, Place, Registered, Subject};
use resettle_coup_log::Staff;
use resettle_oversight::micros;
use resettle_oversight::staffing::{Duties, Duty, DutyEntry, SOURCE_LOG};
use resettle_report::tally::{StaffCounts, StaffTally};

/// Who is on duty at a table that is judged, and what happens then.
#[derive(Default)]
pub struct OnDuty {
    duties: Duties,
    tally: StaffTally,
    /// Coups of one duty, not yet counted.
    coups: Option<(Duty, StaffCounts)>,
}

impl OnDuty {
    /// With the contents of a staffing file about the table.
    pub fn new(duties: Duties, entries: Vec<DutyEntry>) -> Self {
        let mut tally = StaffTally::default();
        tally.entries = entries;
        Self { duties, tally, coups: None }
    }

    /// Takes a record of a log.
    pub fn record(&mut self, staff: &Staff, place: &Place, file: &Arc<str>, rank: u8) {
        let Some(from) = place.at.as_ref().map(resettle_sealed_log::Time::moment) else { return };
        let duty = Duty { dealer: staff.dealer.clone(), supervisor: staff.supervisor.clone(), shift: None };
        self.duties.put(from, &duty, rank);
        if let Some(from) = micros(from.nanos) {
            let (source, file) = (SOURCE_LOG.to_owned(), file.to_string());
            self.tally.entries.push(DutyEntry { from, until: None, duty, source, file, line: place.line });
        }
    }

    /// Counts a coup, and returns who dealt it.
    pub fn coup(&mut self, seen: &CoupSeen<'_>) -> Duty {
        let duty = self.duties.at(seen.day_moment());
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
        self.tally.finding(&duty, finding);
        Some(duty).filter(|duty| !duty.is_empty())
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

    /// What happened.
    pub fn finish(mut self) -> StaffTally {
        if let Some((known, counts)) = self.coups.take() {
            self.tally.add(&known, &counts);
        }
        self.tally
    }
}
