//! Incidents that were read before their turn: a coup is judged with those that come too late for it. The table is judged
//! once more only where what came was not what had been foreseen.

use std::collections::{BTreeMap, VecDeque};

use resettle_coup_log::{Body, Incident, Record};

use super::shoes::Pending;
use super::table::{TableAudit, place_of};
use crate::finding::Place;
use crate::irregularity::Logged;
use crate::late::{Concerns, CoupKey, LateIncident, record};
use crate::moments::Aftermath;

/// The most incidents that are held before their turn; of more the earliest are forgotten, which only takes time.
const MOST_AHEAD: usize = 64;

/// What is known of incidents whose turn has not come.
#[derive(Default)]
pub(super) struct Foreseen {
    ahead: VecDeque<Ahead>,
    /// Those with which a coup was judged, by their records, and the one of them whose turn it is.
    used: BTreeMap<(usize, u64), LateIncident>,
    comes: Option<LateIncident>,
    /// Those of them that came as foreseen.
    met: Vec<LateIncident>,
    /// Whether the table is judged again in any case.
    is_judged_again: bool,
}

struct Ahead {
    shoe: String,
    coup: u64,
    logged: Logged,
}

impl Ahead {
    fn names(&self, shoe: &str, coup: u64) -> bool {
        self.coup == coup && self.shoe == shoe
    }
}

impl Foreseen {
    /// Whether one of them names this coup.
    pub(super) fn names(&self, shoe: &str, coup: u64) -> bool {
        self.ahead.iter().any(|ahead| ahead.names(shoe, coup))
    }

    /// The turn of a record has come.
    pub(super) fn comes(&mut self, place: &Place) {
        self.ahead.retain(|ahead| record(&ahead.logged.place) != record(place));
        self.comes = record(place).and_then(|record| self.used.remove(&record));
    }
}

impl TableAudit<'_> {
    /// An incident was read whose turn has not come; any other record changes nothing.
    pub(crate) fn foresee(&mut self, record: &Record, source: usize) {
        let Body::Incident(incident) = &record.body else { return };
        let Incident { shoe, coup: Some(coup), .. } = incident.as_ref() else { return };
        if !self.settings.foresees() || self.foreseen.is_judged_again || !self.out.sink.foresees() {
            return;
        }
        // One that names no shoe is of the one which is in play when its turn comes, mostly the one in play now.
        let Some(shoe) = shoe.as_deref().or_else(|| self.shoes.in_play()).map(str::to_owned) else { return };
        let logged = self.logged(incident.irregularity.clone(), place_of(record, source), record.at.clone());
        if self.foreseen.ahead.len() >= MOST_AHEAD {
            self.foreseen.ahead.pop_front();
        }
        self.foreseen.ahead.push_back(Ahead { shoe, coup: *coup, logged });
    }

    /// The turn of every record that was read has come.
    pub(crate) fn foresees_nothing(&mut self) {
        self.foreseen.ahead.clear();
    }

    /// The turn of this line of a source has come.
    pub(crate) fn reaches(&mut self, source: usize, line: u64) {
        if !self.foreseen.ahead.is_empty() {
            let before = |other: &Place| other.source == source && other.line < Some(line);
            self.foreseen.ahead.retain(|ahead| !before(&ahead.logged.place));
        }
    }

    /// The incidents that come too late for a coup which is judged now because its shoe's next one has come.
    pub(super) fn foreseen_of(&mut self, id: &str, nth_start: u64, pending: &Pending) -> Vec<Logged> {
        let Aftermath { deals_on, numbers_repeat, .. } = pending.aftermath;
        let Some(number) = pending.round.coup.coup.filter(|_| deals_on && !numbers_repeat) else { return Vec::new() };
        if !self.foreseen.names(id, number) {
            return Vec::new();
        }
        let coup: CoupKey = (id.to_owned(), nth_start, number);
        if self.named.contains_key(&coup) {
            return Vec::new();
        }
        self.named.insert(coup.clone(), pending.in_window);
        let ahead = std::mem::take(&mut self.foreseen.ahead).into_iter();
        let (own, others): (VecDeque<Ahead>, _) = ahead.partition(|ahead| ahead.names(id, number));
        self.foreseen.ahead = others;
        let taken: Vec<Logged> = own.into_iter().map(|ahead| ahead.logged).collect();
        for logged in &taken {
            let concerns = Concerns::Coup { coup: coup.clone(), after_next: true };
            let incident = LateIncident { concerns, logged: logged.clone() };
            self.foreseen.used.extend(record(&logged.place).map(|record| (record, incident)));
        }
        if pending.in_window { taken } else { Vec::new() }
    }

    /// Whether the coup of an incident was judged with it, as it now comes.
    pub(super) fn was_foreseen(&mut self, coup: &CoupKey, after_next: bool, logged: &Logged) -> bool {
        let concerns = Concerns::Coup { coup: coup.clone(), after_next };
        let is_it = |used: &LateIncident| used.concerns == concerns && used.logged == *logged;
        let Some(incident) = self.foreseen.comes.take().filter(is_it) else { return false };
        match self.foreseen.is_judged_again {
            true => self.comes_late(incident),
            false => self.foreseen.met.push(incident),
        }
        true
    }

    /// The table has to be judged again with this incident known, and with those that were foreseen.
    pub(super) fn comes_late(&mut self, incident: LateIncident) {
        self.foreseen.is_judged_again = true;
        let met = std::mem::take(&mut self.foreseen.met);
        met.into_iter().chain([incident]).for_each(|incident| self.out.sink.late(incident));
    }

    /// The incident whose turn it is was dealt with: if a coup was judged with it that it does not concern, the table has to be
    /// judged again without it.
    pub(super) fn has_come(&mut self) {
        self.foreseen.comes.take().into_iter().for_each(|incident| self.was_foreseen_in_error(incident));
    }

    /// No record comes any more: an incident with which a coup was judged did not come.
    pub(super) fn has_come_to_an_end(&mut self) {
        let left = std::mem::take(&mut self.foreseen.used);
        left.into_values().for_each(|incident| self.was_foreseen_in_error(incident));
    }

    fn was_foreseen_in_error(&mut self, LateIncident { mut logged, .. }: LateIncident) {
        // What comes at its line, if anything does, is what it was before.
        logged.place.line = None;
        self.comes_late(LateIncident { concerns: Concerns::Nothing, logged });
    }
}
