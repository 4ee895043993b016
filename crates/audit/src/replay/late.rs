//! Incidents that concern a coup which was judged before they were read, or that name one which nothing holds. The first
//! reading only notes them; what they concern is known in the second.

use resettle_sealed_log::Moment;

use super::shoes::Early;
use super::table::TableAudit;
use crate::catalogue::Code;
use crate::finding::{Finding, Place, Severity};
use crate::irregularity::Logged;
use crate::late::{Concerns, CoupKey, LateIncident, record};

impl TableAudit<'_> {
    fn knows(&self, place: &Place) -> bool {
        self.settings.late.as_ref().is_some_and(|known| known.holds(place))
    }

    /// Whether nothing that was read holds the coup that the incident at a place names.
    pub(super) fn is_unheld(&self, place: &Place) -> bool {
        self.settings.late.as_ref().is_some_and(|known| known.unheld(place))
    }

    /// The coup that an incident names was judged before.
    pub(super) fn of_a_judged_coup(&mut self, coup: CoupKey, after_next: bool, early: Early) {
        let (id, _, number) = &coup;
        let logged = &early.logged;
        if !self.knows(&logged.place) && !self.was_foreseen(&coup, after_next, logged) {
            self.duties_alone(Some(id), Some(*number), logged, false);
            self.comes_late(LateIncident { concerns: Concerns::Coup { coup, after_next }, logged: early.logged });
            return;
        }
        match self.named.get(&coup) {
            Some(true) => self.duties_of_the_shoe(id, logged, false),
            Some(false) => self.duties_alone(Some(id), Some(*number), logged, false),
            None => self.without_its_coup(Some(id), early),
        }
    }

    /// The coup before which a card lay face upwards was judged before; the incident names none.
    pub(super) fn of_an_earlier_coup(&mut self, named: Option<&str>, early: Early) {
        self.duties_alone(named, None, &early.logged, early.checked);
        if !self.knows(&early.logged.place) {
            let shoe = named.filter(|_| early.of_shoe).map(str::to_owned);
            self.comes_late(LateIncident { concerns: Concerns::Next { shoe }, logged: early.logged });
        }
    }

    /// The coup that an incident of a shoe names was awaited, and nothing that was read holds it.
    pub(super) fn did_not_come(&mut self, id: &str, early: Early) {
        if !self.knows(&early.logged.place) {
            let concerns = match self.opens_a_no_bet_coup(&early.logged) {
                true => Concerns::Next { shoe: early.of_shoe.then(|| id.to_owned()) },
                false => Concerns::Nothing,
            };
            self.comes_late(LateIncident { concerns, logged: early.logged.clone() });
        }
        self.without_its_coup(Some(id), early);
    }

    /// Nothing that was read holds the coup that an incident names: it counts as one that names none.
    pub(super) fn without_its_coup(&mut self, shoe: Option<&str>, early: Early) {
        let logged = &early.logged;
        if let Some(number) = early.coup.filter(|_| self.asks_claims && self.in_window(logged.written.moment())) {
            let started = shoe.and_then(|id| self.shoes.get(id)).is_some_and(|shoe| shoe.started);
            let coup = shoe.map_or_else(|| format!("coup {number}"), |shoe| format!("coup {number} of shoe {shoe}"));
            let kind = logged.irregularity.kind_word.replace('_', " ");
            let message = format!(
                "the incident ({kind}) names {coup}, which nothing that was read holds: it counts as one that names no coup"
            );
            let finding =
                Finding::new(Code::ClaimRefuted, &logged.place, message).compared("a coup that was read", coup);
            // Where the shoe's start was not read, the coup may stand in a log that was not handed over.
            self.out.report(if started { finding } else { finding.severity(Severity::Info) });
        }
        self.of_no_coup(shoe, early);
    }

    /// The late incidents that name a coup which comes now, and whether each was written after the shoe's next one; of
    /// several records of one coup the first one has them. A coup outside of the days that are judged has none, so that
    /// what they demand by themselves is asked at their own records.
    pub(super) fn late_of(&mut self, id: &str, number: Option<u64>, in_window: bool) -> Vec<(Logged, bool)> {
        let (Some(known), Some(number)) = (&self.settings.late, number) else { return Vec::new() };
        let coup = (id.to_owned(), self.shoes.entry(id).nth_start, number);
        let Some(incidents) = known.of(&coup).filter(|_| !self.named.contains_key(&coup)) else { return Vec::new() };
        let late = incidents.iter().filter(|_| in_window).map(|incident| {
            let after_next = matches!(incident.concerns, Concerns::Coup { after_next: true, .. });
            (incident.logged.clone(), after_next)
        });
        let late = late.collect();
        self.named.insert(coup, in_window);
        late
    }

    /// The late incidents of cards that lay face upwards before the coup that comes now, none of which names it.
    pub(super) fn late_next(&mut self, id: &str, commenced: Moment, in_window: bool) -> Vec<Logged> {
        let concerns = |incident: &mut LateIncident| incident.is_of_the_next(id, commenced);
        let met: Vec<Logged> = self.unnamed.extract_if(.., concerns).map(|incident| incident.logged).collect();
        self.met.extend(met.iter().filter_map(|logged| Some((record(&logged.place)?, in_window))));
        if in_window { met } else { Vec::new() }
    }

    /// The record of an incident of a card that lay face upwards, unless a coup that came before it has the incident.
    pub(super) fn unless_met(&mut self, named: Option<&str>, early: Early) -> Option<Early> {
        let here = record(&early.logged.place);
        self.unnamed.retain(|incident| here.is_none() || record(&incident.logged.place) != here);
        let Some(judged) = here.and_then(|record| self.met.get(&record)) else { return Some(early) };
        if !judged {
            self.duties_alone(named, None, &early.logged, early.checked);
            return None;
        }
        // If its coup still waits, no other one of the shoe was recorded between them, and it is in time.
        let pending = named.and_then(|id| self.shoes.get_mut(id)).and_then(|shoe| shoe.pending.as_mut());
        if let Some(pending) = pending
            && let Some(at) = pending.late.iter().position(|late| record(&late.place) == here)
        {
            let logged = pending.late.remove(at);
            pending.incidents.push(logged);
        } else if let Some(id) = named {
            self.duties_of_the_shoe(id, &early.logged, early.checked);
        }
        None
    }

    /// The log holds a coup of this number, and it is not judged: of incidents that name it only the duties are asked.
    pub(super) fn exists(&mut self, id: &str, number: u64) {
        let coup = (id.to_owned(), self.shoes.entry(id).nth_start, number);
        if self.settings.late.as_ref().is_some_and(|known| known.of(&coup).is_some()) {
            self.named.entry(coup).or_insert(false);
        }
        let (below, at) = self.shoes.early(id, number);
        below.into_iter().for_each(|early| self.did_not_come(id, early));
        at.iter().for_each(|early| self.duties_alone(Some(id), None, &early.logged, early.checked));
    }
}
