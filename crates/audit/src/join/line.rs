//! What several sources record of one shoe, put in one order: that of the leading source. What another source records
//! beside its coups stands between the same coups as in its own log; if that leaves a choice, it is ordered by time.

use std::collections::BTreeMap;

use resettle_coup_log::{Body, Record, Seen};
use resettle_sealed_log::Moment;

use super::coup::Piece;

/// A coup by its number and by how often its source used that number before.
pub(super) type Key = (u64, usize);

/// A step of the order.
pub(super) enum OrderStep {
    Coup(Key),
    Beside(Box<Beside>),
}

/// What stands beside the coups.
pub(super) struct Beside {
    pub(super) source: usize,
    /// The log, as places number it.
    pub(super) log: usize,
    pub(super) what: Aside,
    /// The coups of its own log before and after it.
    pub(super) after: Option<Key>,
    pub(super) before: Option<Key>,
}

/// What can stand beside the coups.
pub(super) enum Aside {
    Record(Box<Record>),
    /// A line that is not a record, with the coup number that could be read.
    Seen(Seen),
}

impl Beside {
    fn is_seal(&self) -> bool {
        matches!(&self.what, Aside::Record(record) if matches!(record.body, Body::Seal(_)))
    }

    fn written(&self) -> Option<Moment> {
        match &self.what {
            Aside::Record(record) => Some(record.at.moment()),
            Aside::Seen(_) => None,
        }
    }
}

/// Puts the coups of the lead, in its order, together with those that it lacks and with everything beside them, each
/// source's in its own order.
pub(super) fn in_order(lead: &[Key], coups: &BTreeMap<Key, Vec<Piece>>, beside: Vec<Beside>) -> Vec<OrderStep> {
    let order = coups_in_order(lead, coups);
    let places: BTreeMap<Key, usize> = order.iter().enumerate().map(|(at, key)| (*key, at)).collect();
    // The latest time at which anything up to each coup was written.
    let mut latest: Option<Moment> = None;
    let written: Vec<Option<Moment>> = order
        .iter()
        .map(|key| {
            let own = coups.get(key).and_then(|parts| parts.first()).map(Piece::at);
            latest = latest.max(own);
            latest
        })
        .collect();
    let mut last: BTreeMap<usize, Option<Moment>> = BTreeMap::new();
    let mut slotted: Vec<(usize, Option<Moment>, Beside)> = Vec::new();
    for aside in beside {
        let moment = last.entry(aside.source).or_default();
        *moment = aside.written().max(*moment);
        let from = aside.after.and_then(|key| places.get(&key)).map_or(0, |at| at + 1);
        let to = aside.before.and_then(|key| places.get(&key)).copied().unwrap_or(order.len());
        let by_time = written.partition_point(|written| written <= moment);
        slotted.push((by_time.min(to).max(from), *moment, aside));
    }
    // A seal ends what was written at its moment.
    slotted.sort_by_key(|(slot, moment, aside)| (*slot, *moment, aside.is_seal(), aside.source));
    let mut out = Vec::with_capacity(order.len() + slotted.len());
    let mut slotted = slotted.into_iter().peekable();
    for (at, key) in order.into_iter().enumerate() {
        while let Some((_, _, aside)) = slotted.next_if(|(slot, _, _)| *slot <= at) {
            out.push(OrderStep::Beside(Box::new(aside)));
        }
        out.push(OrderStep::Coup(key));
    }
    out.extend(slotted.map(|(_, _, aside)| OrderStep::Beside(Box::new(aside))));
    out
}

/// Coups that the lead lacks come before the first of its coups with a higher number.
fn coups_in_order(lead: &[Key], coups: &BTreeMap<Key, Vec<Piece>>) -> Vec<Key> {
    let known: std::collections::BTreeSet<&Key> = lead.iter().collect();
    let mut highest: Option<Key> = None;
    let highest: Vec<Option<Key>> = lead
        .iter()
        .map(|key| {
            highest = highest.max(Some(*key));
            highest
        })
        .collect();
    let mut missing: BTreeMap<usize, Vec<Key>> = BTreeMap::new();
    for key in coups.keys().filter(|key| !known.contains(key)) {
        missing.entry(highest.partition_point(|before| *before <= Some(*key))).or_default().push(*key);
    }
    let mut out = Vec::with_capacity(coups.len());
    for (at, key) in lead.iter().enumerate() {
        out.extend(missing.remove(&at).unwrap_or_default());
        out.push(*key);
    }
    out.extend(missing.into_values().flatten());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(numbers: &[u64]) -> Vec<Key> {
        numbers.iter().map(|number| (*number, 0)).collect()
    }

    #[test]
    fn coups_that_the_lead_lacks_stand_before_the_next_higher_one() {
        let coups: BTreeMap<Key, Vec<Piece>> =
            keys(&[1, 2, 3, 4, 5, 9]).into_iter().map(|key| (key, Vec::new())).collect();
        assert_eq!(coups_in_order(&keys(&[2, 4]), &coups), keys(&[1, 2, 3, 4, 5, 9]));
        assert_eq!(coups_in_order(&keys(&[4, 2]), &coups), keys(&[1, 3, 4, 2, 5, 9]));
        assert_eq!(coups_in_order(&[], &coups), keys(&[1, 2, 3, 4, 5, 9]));
    }

    #[test]
    fn what_stands_beside_the_coups_keeps_to_the_coups_of_its_own_log() {
        let coups: BTreeMap<Key, Vec<Piece>> = keys(&[1, 2, 3]).into_iter().map(|key| (key, Vec::new())).collect();
        let seen = |source, after: Option<u64>, before: Option<u64>| Beside {
            source,
            log: source,
            what: Aside::Seen(Seen { shoe: None, coup: 9 }),
            after: after.map(|n| (n, 0)),
            before: before.map(|n| (n, 0)),
        };
        let beside = vec![seen(1, Some(2), Some(3)), seen(0, None, Some(1)), seen(2, Some(3), None)];
        let steps = in_order(&keys(&[1, 2, 3]), &coups, beside);
        let order: Vec<String> = steps
            .iter()
            .map(|step| match step {
                OrderStep::Coup((number, _)) => number.to_string(),
                OrderStep::Beside(aside) => format!("source {}", aside.source),
            })
            .collect();
        assert_eq!(order, ["source 0", "1", "2", "source 1", "3", "source 2"]);
    }
}
