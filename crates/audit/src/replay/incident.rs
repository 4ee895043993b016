//! Incidents: of the coup that waits, of one whose record has not come yet, or of none.

use resettle_coup_log::{Incident, Irregularity};
use resettle_game::Kind;
use resettle_ruleset::{Consequence, Ruleset};
use resettle_sealed_log::Time;

use super::coup::is_for_exposed_card;
use super::shoes::{Early, Pending, accounted, check_duties, takes_cards};
use super::table::TableAudit;
use crate::claims::{about_incident, incident_clock, undecided};
use crate::finding::{Finding, Place};
use crate::irregularity::{Circumstances, Effects, Logged};
use crate::judge::{exposure, notification_missing};
use crate::moments::round_time;
use crate::shoe::DutyEnds;

impl TableAudit<'_> {
    pub(super) fn incident(&mut self, incident: Incident, place: Place, written: &Time) {
        self.foreseen.comes(&place);
        let logged = self.logged(incident.irregularity, place, written.clone());
        let named = incident.shoe.clone().or_else(|| self.shoes.in_play().map(str::to_owned));
        named.iter().for_each(|id| self.take_back(id));
        let early = Early::new(incident.coup, incident.shoe.is_some(), logged);
        match (named, incident.coup) {
            (Some(id), Some(number)) if !self.is_unheld(&early.logged.place) => self.of_a_coup(id, number, early),
            (named, Some(_)) => self.without_its_coup(named.as_deref(), early),
            (named, None) => self.of_no_coup(named.as_deref(), early),
        }
        self.has_come();
    }

    /// What an incident logs, by itself.
    pub(super) fn logged(&self, irregularity: Irregularity, place: Place, written: Time) -> Logged {
        let opened = self.logs.opened_before_play(place.source).cloned();
        Logged { irregularity, place, written, opened, seconded: false, implied: false }
    }

    fn of_a_coup(&mut self, id: String, number: u64, early: Early) {
        let noticed = early.logged.irregularity.noticed.moment();
        let shoe = self.shoes.entry(&id);
        let before = shoe.before_start.filter(|before| number <= before.last_number && noticed < before.until);
        match &mut shoe.pending {
            _ if before.is_some() => {}
            Some(pending) if pending.round.coup.coup == Some(number) && !shoe.unread_coup => {
                pending.incidents.push(early.logged);
                return;
            }
            _ if shoe.last_number.is_none_or(|last| number > last) => {
                shoe.early.entry(number).or_default().push(early);
                return;
            }
            _ => {}
        }
        let after_next = before.is_some() || shoe.last_number != Some(number);
        let coup = (id, before.map_or(shoe.nth_start, |before| before.nth_start), number);
        self.of_a_judged_coup(coup, after_next, early);
    }

    /// An incident of no coup: a card that lies face upwards may make the next coup one without wagers.
    pub(super) fn of_no_coup(&mut self, named: Option<&str>, early: Early) {
        if self.opens_a_no_bet_coup(&early.logged) {
            let Some(early) = self.unless_met(named, early) else { return };
            let noticed = early.logged.irregularity.noticed.moment();
            let shoe = named.and_then(|id| self.shoes.get_mut(id)).filter(|shoe| !shoe.unread_coup);
            let pending = shoe.and_then(|shoe| shoe.pending.as_mut());
            let Some(pending) = pending.filter(|pending| noticed <= pending.commenced) else {
                self.shoes.opens(named.filter(|_| early.of_shoe), early);
                return;
            };
            // It was written down only after the coup that it concerns.
            let before = pending.before.as_ref().and_then(|before| before.commenced.as_ref());
            if before.is_none_or(|before| before.moment() < noticed) {
                pending.incidents.push(early.logged);
            } else {
                self.of_an_earlier_coup(named, early);
            }
            return;
        }
        if let Some(exposure) = exposure(&early.logged.irregularity)
            && let Some(id) = named
        {
            self.shoes.entry(id).shown_since.push(exposure);
        }
        self.duties_alone(named, None, &early.logged, early.checked);
    }

    pub(super) fn opens_a_no_bet_coup(&self, logged: &Logged) -> bool {
        self.rules.at(logged.written.moment()).is_some_and(|ruleset| opens_no_bet(&ruleset, logged, self.asks_claims))
    }

    /// An incident that concerns no coup that is judged: who had to be notified, and whether the shoe may go on. `checked`
    /// says that the shoe has been checked since.
    pub(super) fn duties_alone(&mut self, shoe: Option<&str>, coup: Option<u64>, logged: &Logged, checked: bool) {
        let in_window = self.in_window(logged.written.moment());
        let Some(ruleset) = self.rules.at(logged.written.moment()) else {
            if in_window {
                self.out.register(about_incident(logged, shoe, coup, None, None, &[]));
            }
            shoe.iter().for_each(|id| self.duties_of_the_shoe(id, logged, checked));
            return;
        };
        let asked = self.asks_claims;
        let circumstances = Circumstances::of_none(&ruleset, asked);
        let effects = Effects::of(&circumstances, std::slice::from_ref(logged));
        if in_window {
            let mut found: Vec<Finding> =
                incident_clock(logged, self.settings.slack).filter(|_| asked).into_iter().collect();
            for effect in &effects.all {
                found.extend(undecided(&ruleset, effect));
                let Some(row) = effect.row else { continue };
                if let Some(notify) = &row.notify {
                    let finding = notification_missing(logged, notify, &logged.irregularity.notified);
                    let reading = ruleset.duties_rest_on_a_reading(row);
                    let finding = finding.map(|finding| finding.clause(Some(ruleset.cite(&notify.clause))));
                    found.extend(finding.map(|finding| finding.reading(reading)));
                }
            }
            let clause = effects.all.first().and_then(|effect| effect.clause).map(|clause| ruleset.cite(clause).clause);
            self.out.register(about_incident(logged, shoe, coup, Some(&ruleset), clause, &found));
            self.out.report_all(found);
        }
        shoe.iter().for_each(|id| self.duties_of_the_shoe(id, logged, checked));
    }

    /// What an incident asks of its shoe from its record on.
    pub(super) fn duties_of_the_shoe(&mut self, id: &str, logged: &Logged, checked: bool) {
        let asked = self.asks_claims;
        if logged.irregularity.kind == Kind::BurnOmitted {
            let shoe = self.shoes.entry(id);
            shoe.burn_omitted = true;
            shoe.burns.omitted = true;
        }
        if takes_cards(&logged.irregularity) {
            self.shoes.entry(id).burns.accounted = true;
        }
        let Some(ruleset) = self.rules.at(logged.written.moment()) else { return };
        let circumstances = Circumstances::of_none(&ruleset, asked);
        let effects = Effects::of(&circumstances, std::slice::from_ref(logged));
        if let Some(shoe) = self.shoes.get_mut(id) {
            shoe.accounts.extend(accounted(std::slice::from_ref(logged), None));
            let duties = check_duties(&ruleset, &effects, &logged.place, None);
            shoe.check_duties.extend(duties.into_iter().filter(|duty| !(duty.ends == DutyEnds::Check && checked)));
        }
    }
}

/// Whether an irregularity makes a coup one without wagers.
fn opens_no_bet(ruleset: &Ruleset, logged: &Logged, asked: bool) -> bool {
    let circumstances = Circumstances::of_none(ruleset, asked);
    Effects::of(&circumstances, std::slice::from_ref(logged)).has(Consequence::OpensNoBetCoup)
}

/// Takes out of a coup's irregularities those that concern the next coup of its shoe: a card found face upwards once the
/// first one was dealt lies before that. A coup without wagers because a card was seen keeps its own.
pub(super) fn of_the_next(pending: &Pending, logged: &mut Vec<Logged>, late: bool, asked: bool) -> Vec<Early> {
    let coup = &pending.round.coup;
    let Some(ruleset) = pending.ruleset.as_deref().filter(|_| !is_for_exposed_card(coup)) else { return Vec::new() };
    let Some(commenced) = round_time(&coup.times, ruleset.moments.next_commencement.time) else { return Vec::new() };
    let concerns_next =
        |logged: &mut Logged| logged.irregularity.noticed.moment() > commenced && opens_no_bet(ruleset, logged, asked);
    let taken = logged.extract_if(.., concerns_next);
    taken.map(|logged| Early { late, ..Early::new(None, true, logged) }).collect()
}
