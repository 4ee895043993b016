//! Incidents: of the coup that waits, of one that was judged before or whose record has not come yet, or of none.

use resettle_coup_log::Incident;
use resettle_ruleset::Consequence;
use resettle_sealed_log::Time;
use resettle_words::Kind;

use super::shoes::{Early, accounted, check_duties};
use super::table::TableAudit;
use crate::catalogue::Code;
use crate::claims::{about_incident, incident_clock, undecided};
use crate::finding::{Finding, Place, Severity};
use crate::irregularity::{Circumstances, Effects, Logged};
use crate::judge::{exposure, notification_missing};
use crate::late::LateIncident;
use crate::shoe::DutyEnds;

impl TableAudit<'_> {
    pub(super) fn incident(&mut self, incident: Incident, place: Place, written: &Time) {
        let opened = self.logs.opened(place.source).cloned();
        let written = written.clone();
        let logged =
            Logged { irregularity: incident.irregularity, place, written, opened, seconded: false, implied: false };
        let named = incident.shoe.clone().or_else(|| self.shoes.in_play().map(str::to_owned));
        named.iter().for_each(|id| self.take_back(id));
        match (named, incident.coup) {
            (Some(id), Some(number)) => self.of_a_coup(id, number, logged),
            (None, coup @ Some(_)) => self.without_its_coup(None, &Early { coup, logged, checked: false }),
            (named, None) => self.of_no_coup(named.as_deref(), incident.shoe.is_some(), logged),
        }
    }

    fn of_a_coup(&mut self, id: String, number: u64, logged: Logged) {
        let noticed = logged.irregularity.noticed.moment();
        let shoe = self.shoes.entry(&id);
        let before = shoe.before_start.filter(|before| number <= before.last_number && noticed < before.until);
        match &mut shoe.pending {
            _ if before.is_some() => {}
            Some(pending) if pending.round.coup.coup == Some(number) && !shoe.unread_coup => {
                pending.incidents.push(logged);
                return;
            }
            _ if shoe.last_number.is_none_or(|last| number > last) => {
                let early = Early { coup: Some(number), logged, checked: false };
                shoe.early.entry(number).or_default().push(early);
                return;
            }
            _ => {}
        }
        let after_next = before.is_some() || shoe.last_number != Some(number);
        let coup = (id, before.map_or(shoe.nth_start, |before| before.nth_start), number);
        self.late(LateIncident { coup, after_next, logged });
    }

    /// The coup that an incident names was judged before: it counts once the table is judged with it known.
    fn late(&mut self, incident: LateIncident) {
        let LateIncident { coup: (id, _, number), logged, .. } = &incident;
        if !self.settings.late.as_ref().is_some_and(|known| known.holds(&logged.place)) {
            self.duties_alone(Some(id), Some(*number), logged, false);
            self.out.sink.late(incident);
            return;
        }
        match self.named.get(&incident.coup) {
            Some(true) => self.duties_of_the_shoe(id, logged, false),
            Some(false) => self.duties_alone(Some(id), Some(*number), logged, false),
            None => {
                let early = Early { coup: Some(*number), logged: logged.clone(), checked: false };
                self.without_its_coup(Some(id), &early);
            }
        }
    }

    /// The late incidents that name a coup which comes now; of several records of one coup the first one has them. A coup
    /// outside of the days that are judged has none, so that what they demand by themselves is asked at their own records.
    pub(super) fn late_of(&mut self, id: &str, number: Option<u64>, in_window: bool) -> Vec<LateIncident> {
        let (Some(known), Some(number)) = (&self.settings.late, number) else { return Vec::new() };
        let coup = (id.to_owned(), self.shoes.entry(id).nth_start, number);
        let Some(incidents) = known.of(&coup).filter(|_| !self.named.contains_key(&coup)) else { return Vec::new() };
        let incidents = if in_window { incidents.to_vec() } else { Vec::new() };
        self.named.insert(coup, in_window);
        incidents
    }

    /// The log holds a coup of this number, and it is not judged: of incidents that name it only the duties are asked.
    pub(super) fn exists(&mut self, id: &str, number: u64) {
        let coup = (id.to_owned(), self.shoes.entry(id).nth_start, number);
        if self.settings.late.as_ref().is_some_and(|known| known.of(&coup).is_some()) {
            self.named.entry(coup).or_insert(false);
        }
        let (below, at) = self.shoes.early(id, number);
        below.iter().for_each(|early| self.without_its_coup(Some(id), early));
        at.iter().for_each(|early| self.duties_alone(Some(id), None, &early.logged, early.checked));
    }

    /// An incident that names no coup: a card that lies face upwards may make the next coup one without wagers.
    fn of_no_coup(&mut self, named: Option<&str>, of_shoe: bool, logged: Logged) {
        if self.opens_a_no_bet_coup(&logged) {
            let noticed = logged.irregularity.noticed.moment();
            let shoe = named.and_then(|id| self.shoes.get_mut(id)).filter(|shoe| !shoe.unread_coup);
            let pending = shoe.and_then(|shoe| shoe.pending.as_mut());
            let Some(pending) = pending.filter(|pending| noticed <= pending.commenced) else {
                let early = Early { coup: None, logged, checked: false };
                self.shoes.opens(named.filter(|_| of_shoe), early);
                return;
            };
            // It was written down only after the coup that it concerns.
            let before = pending.before.as_ref().and_then(|before| before.commenced.as_ref());
            if before.is_none_or(|before| before.moment() < noticed) {
                pending.incidents.push(logged);
                return;
            }
        }
        if let Some(exposure) = exposure(&logged.irregularity)
            && let Some(id) = named
        {
            self.shoes.entry(id).shown_since.push(exposure);
        }
        self.duties_alone(named, None, &logged, false);
    }

    fn opens_a_no_bet_coup(&self, logged: &Logged) -> bool {
        let Some(ruleset) = self.rules.at(logged.written.moment()) else { return false };
        let circumstances =
            Circumstances { ruleset: &ruleset, cards: &[], next: None, settled: None, asked: self.asks_claims };
        Effects::of(&circumstances, std::slice::from_ref(logged)).has(Consequence::OpensNoBetCoup)
    }

    /// Nothing that was read holds the coup that an incident names: only the incident's duties can be checked.
    pub(super) fn without_its_coup(&mut self, shoe: Option<&str>, early: &Early) {
        let logged = &early.logged;
        if let Some(number) = early.coup.filter(|_| self.asks_claims && self.in_window(logged.written.moment())) {
            let started = shoe.and_then(|id| self.shoes.get(id)).is_some_and(|shoe| shoe.started);
            let coup = shoe.map_or_else(|| format!("coup {number}"), |shoe| format!("coup {number} of shoe {shoe}"));
            let kind = logged.irregularity.kind_word.replace('_', " ");
            let message = format!(
                "the incident ({kind}) names {coup}, which nothing that was read holds: only what it demands by itself is asked"
            );
            let finding =
                Finding::new(Code::ClaimRefuted, &logged.place, message).compared("a coup that was read", coup);
            // Where the shoe's start was not read, the coup may stand in a log that was not handed over.
            self.out.report(if started { finding } else { finding.severity(Severity::Info) });
        }
        self.duties_alone(shoe, None, logged, early.checked);
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
        shoe.iter().for_each(|id| self.duties_of_the_shoe(id, logged, checked));
    }

    /// What an incident asks of its shoe from its record on.
    fn duties_of_the_shoe(&mut self, id: &str, logged: &Logged, checked: bool) {
        let asked = self.asks_claims;
        if logged.irregularity.kind == Kind::BurnOmitted {
            let shoe = self.shoes.entry(id);
            shoe.burn_omitted = true;
            shoe.burns.omitted = true;
        }
        let Some(ruleset) = self.rules.at(logged.written.moment()) else { return };
        let circumstances = Circumstances { ruleset: &ruleset, cards: &[], next: None, settled: None, asked };
        let effects = Effects::of(&circumstances, std::slice::from_ref(logged));
        if let Some(shoe) = self.shoes.get_mut(id) {
            shoe.accounts.extend(accounted(std::slice::from_ref(logged), None));
            let duties = check_duties(&ruleset, &effects, &logged.place);
            shoe.check_duties.extend(duties.into_iter().filter(|duty| !(duty.ends == DutyEnds::Check && checked)));
        }
    }
}
