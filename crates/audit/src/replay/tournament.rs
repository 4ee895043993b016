//! What was found about the records of a tournament, reported where they are.

use resettle_coup_log::SessionEvent;
use resettle_sealed_log::Moment;

use super::table::TableAudit;
use crate::finding::{Finding, Place};
use crate::sink::Routine;
use crate::tournament::{Ruling, TournamentTerms};

impl<'s> TableAudit<'s> {
    /// Money that a record of a tournament gives out: fees that go back, prizes.
    pub(super) fn paid_at_a_desk(&mut self, event: &SessionEvent, at: Moment) {
        match event {
            SessionEvent::Refund(refund) => self.routine(Routine::Refund, at, 0, refund.amount.into()),
            SessionEvent::Prize(prize) => self.routine(Routine::Prize, at, 0, prize.value.into()),
            _ => {}
        }
    }

    /// What was found about a record of a tournament; for a coup, it is reported when the coup comes.
    pub(crate) fn session(&mut self, place: &Place, at: Moment) {
        let found = self.ruled(place, false, self.in_window(at));
        self.out.report_all(found);
    }

    /// What was found about a record of a tournament; nothing for a record outside the window. `chips` says that it is
    /// a coup played for chips.
    pub(super) fn ruled(&mut self, place: &Place, chips: bool, in_window: bool) -> Vec<Finding> {
        let settings = self.settings;
        let Some(rulings) = &settings.tournaments else {
            self.out.sink.tournament();
            return Vec::new();
        };
        let Some(ruling) = rulings.of(place).filter(|_| in_window) else { return Vec::new() };
        // A log that was given twice reports nothing twice.
        let record = place.record_sha256.iter().filter(|_| !ruling.findings.is_empty());
        if record.cloned().any(|record| !self.ruled.insert(record)) {
            return Vec::new();
        }
        let mut found = Vec::new();
        if let Some((ruleset, Some(why))) = &ruling.ruleset {
            found.extend(self.rules.in_doubt(ruleset, why, place));
        }
        found.extend(ruling.findings.iter().map(|finding| Finding {
            place: place.clone(),
            chips: finding.chips || chips,
            ..finding.clone()
        }));
        found
    }

    /// What was found about the record at a place, if it is a record of a tournament.
    pub(super) fn ruling(&self, place: &Place) -> Option<&'s Ruling> {
        self.settings.tournaments.as_ref()?.of(place)
    }

    /// How the coup at a place is settled, if it is a coup of a tournament.
    pub(super) fn terms(&self, place: &Place) -> Option<&'s TournamentTerms> {
        self.ruling(place)?.terms.as_deref()
    }
}
