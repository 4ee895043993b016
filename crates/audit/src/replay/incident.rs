//! Incidents: of the coup that waits, of a coup whose record has not come yet, or of none.

use resettle_coup_log::Incident;
use resettle_sealed_log::Time;
use resettle_words::Kind;

use super::shoes::{Early, accounted, check_duties};
use super::table::TableAudit;
use crate::claims::{about_incident, incident_clock, undecided};
use crate::finding::{Finding, Place};
use crate::irregularity::{Circumstances, Effects, Logged};
use crate::judge::{exposure, notification_missing};

impl TableAudit<'_> {
    pub(super) fn incident(&mut self, incident: Incident, place: Place, written: &Time) {
        let in_window = self.in_window(written.moment());
        let opened = self.logs.opened(place.source).cloned();
        let written = written.clone();
        let logged =
            Logged { irregularity: incident.irregularity, place, written, opened, seconded: false, implied: false };
        let named = incident.shoe.clone().or_else(|| self.shoes.in_play().map(str::to_owned));
        named.iter().for_each(|id| self.take_back(id));
        if let (Some(id), Some(number)) = (&named, incident.coup) {
            let shoe = self.shoes.entry(id);
            match &mut shoe.pending {
                Some(pending) if pending.round.coup.coup == Some(number) && !shoe.unread_coup => {
                    pending.incidents.push(logged);
                    return;
                }
                _ if shoe.last_number.is_none_or(|last| number > last) => {
                    shoe.early.entry(number).or_default().push(Early { logged, checked: false });
                    return;
                }
                _ => {}
            }
        }
        if let Some(exposure) = exposure(&logged.irregularity)
            && let Some(id) = &named
        {
            self.shoes.entry(id).shown_since.push(exposure);
        }
        self.duties_alone(named.as_deref(), incident.coup, &logged, false, in_window);
    }

    /// The coup that an incident names has no record: only the incident's duties can be checked.
    pub(super) fn without_its_coup(&mut self, shoe: &str, early: Early, in_window: bool) {
        self.duties_alone(Some(shoe), None, &early.logged, early.checked, in_window);
    }

    /// An incident that no longer concerns any coup: who had to be notified, and whether the shoe may go on. `checked`
    /// says that the shoe has been checked since.
    fn duties_alone(&mut self, shoe: Option<&str>, coup: Option<u64>, logged: &Logged, checked: bool, in_window: bool) {
        if logged.irregularity.kind == Kind::BurnOmitted
            && let Some(id) = shoe
        {
            let shoe = self.shoes.entry(id);
            shoe.burn_omitted = true;
            shoe.burns.omitted = true;
        }
        let Some(ruleset) = self.rules.at(logged.written.moment()) else {
            if in_window {
                self.out.register(about_incident(logged, shoe, coup, None, None, &[]));
            }
            return;
        };
        let asked = self.asks_claims;
        let circumstances = Circumstances { ruleset: &ruleset, cards: &[], next: None, settled: None, asked };
        let effects = Effects::of(&circumstances, std::slice::from_ref(logged));
        if in_window {
            let mut found: Vec<Finding> =
                incident_clock(logged, self.settings.slack).filter(|_| asked).into_iter().collect();
            for effect in &effects.all {
                found.extend(undecided(&ruleset, effect));
                let Some(row) = effect.row else { continue };
                if let Some(notify) = &row.notify {
                    let finding = notification_missing(&logged.place, notify, &logged.irregularity.notified);
                    let reading = ruleset.duties_rest_on_a_reading(row);
                    let finding = finding.map(|finding| finding.clause(Some(ruleset.cite(&notify.clause))));
                    found.extend(finding.map(|finding| finding.reading(reading)));
                }
            }
            let clause = effects.all.first().and_then(|effect| effect.clause).map(|clause| ruleset.cite(clause));
            self.out.register(about_incident(logged, shoe, coup, Some(&ruleset), clause, &found));
            self.out.report_all(found);
        }
        if let Some(shoe) = shoe.and_then(|id| self.shoes.get_mut(id)) {
            shoe.accounts.extend(accounted(std::slice::from_ref(logged), None));
            let duties = check_duties(&ruleset, &effects, &logged.place);
            shoe.check_duties.extend(duties.into_iter().filter(|duty| !(duty.check_ends_it && checked)));
        }
    }
}
