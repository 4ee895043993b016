//! What nobody vouches for, if a seal vouches for something else: it overrides and excuses nothing of that.

use std::collections::BTreeSet;
use std::rc::Rc;

use resettle_coup_log::{Body, Incident, Record, Staff};
use resettle_sealed_log::Seal;

use super::vouched_records::VouchedRecords;
use crate::catalogue::Code;
use crate::finding::{Finding, Place};
use crate::replay::place_of;

/// What may not be used of an unvouched source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Set {
    Irregularities,
    Limits,
    Options,
    ShoeEvents,
    Staff,
    Times,
}

/// Leaves out what may not be used, and reports it once for each source and kind.
pub(crate) struct Unvouched {
    vouched_records: Option<Rc<VouchedRecords>>,
    reported: BTreeSet<(usize, Set)>,
}

/// What becomes of a record beside the coups.
pub(crate) enum Use {
    Used,
    /// It is left out; the first of its source and kind is reported.
    LeftOut(Option<Box<Finding>>),
}

impl Unvouched {
    pub(crate) fn new(vouched_records: Option<Rc<VouchedRecords>>) -> Self {
        Self { vouched_records, reported: BTreeSet::new() }
    }

    /// Whether a seal that counts vouches for any of a log; true for every log if all are alike. A log without such a
    /// seal never ends the waiting of a coup for which a seal vouches.
    pub(crate) fn counts(&self, log: usize) -> bool {
        self.vouched_records.as_ref().is_none_or(|vouched_records| vouched_records.any(log))
    }

    /// Whether a record beside the coups may be used. `source` and `log` say whose it is.
    pub(crate) fn judge(&mut self, record: &Record, source: usize, log: usize) -> Use {
        let Some(vouched_records) = self.vouched_records.clone() else { return Use::Used };
        if vouched_records.vouched(log, record.line) {
            return Use::Used;
        }
        let (set, what) = match &record.body {
            Body::Limits(_) if vouched_records.table(log) => (Set::Limits, "limits".to_owned()),
            Body::Options(_) if vouched_records.table(log) => (Set::Options, "options".to_owned()),
            Body::Staff(staff) if vouched_records.table(log) => (Set::Staff, in_words(staff)),
            Body::Shoe(shoe) if vouched_records.shoe(log, &shoe.shoe, record.line).is_some() => {
                (Set::ShoeEvents, format!("a `{}` of shoe {}", shoe.event.word(), shoe.shoe))
            }
            Body::Incident(incident) if concerns(&vouched_records, incident, log) => {
                (Set::Irregularities, format!("an incident, {}", incident.irregularity.kind_word))
            }
            // A seal that does not count ends nothing.
            Body::Seal(Seal { is_final: true, .. }) if vouched_records.table(log) => return Use::LeftOut(None),
            _ => return Use::Used,
        };
        Use::LeftOut(self.report(source, set, &place_of(record, log), &what).map(Box::new))
    }

    /// Reports what is left out, unless that kind was already reported for its source.
    pub(crate) fn report(&mut self, source: usize, set: Set, place: &Place, what: &str) -> Option<Finding> {
        if !self.reported.insert((source, set)) {
            return None;
        }
        let without = match set {
            Set::Irregularities => "coups are judged as if no such irregularity were logged",
            Set::Limits => "wagers are held to the limits that are vouched for",
            Set::Options => "coups are judged by the choices that are vouched for",
            Set::ShoeEvents => {
                "which cards a shoe may hold, and when it has to be checked, is judged by the sealed records"
            }
            Set::Staff => "the change of staff that it states is not used",
            Set::Times => "a round's times are those that are vouched for",
        };
        let message = format!(
            "this record ({what}) is not used: no valid seal covers it, while one covers other records of the same table or shoe; other unsealed records of this kind from this source are not used either, and not reported one by one; {without}"
        );
        Some(Finding::new(Code::Unvouched, place, message).compared("what a trusted seal vouches for", what))
    }
}

/// `staff: dealer B-1017, supervisor B-9001`
fn in_words(staff: &Staff) -> String {
    let posts = [("dealer", &staff.dealer), ("supervisor", &staff.supervisor)];
    let named: Vec<String> = posts.iter().filter_map(|(post, who)| Some(format!("{post} {}", who.as_ref()?))).collect();
    format!("staff: {}", if named.is_empty() { "no one named".to_owned() } else { named.join(", ") })
}

/// Whether an incident is about something that vouched records of another log mention.
fn concerns(vouched_records: &VouchedRecords, incident: &Incident, log: usize) -> bool {
    match (&incident.shoe, incident.coup) {
        (Some(shoe), Some(coup)) => vouched_records.coup_named(log, shoe, coup),
        (Some(shoe), None) => vouched_records.shoe_named(log, shoe),
        // The shoe in play is meant.
        (None, _) => vouched_records.table(log),
    }
}
