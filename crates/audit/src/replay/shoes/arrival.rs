//! A coup arrives: what its number and the records of its shoe show.

use std::cmp::Ordering;

use resettle_ruleset::Ruleset;

use super::Shoes;
use super::events::{NOT_STARTED, do_not_fit};
use super::shoe::{Early, Shoe};
use crate::catalogue::Code;
use crate::finding::{Finding, Place};
use crate::sink::Out;

/// The parts of an arriving coup that its shoe needs.
pub(crate) struct Arriving<'a> {
    pub(crate) number: Option<u64>,
    /// The shoe as the coup names it.
    pub(crate) shoe: Option<&'a str>,
    pub(crate) place: &'a Place,
    /// Whether the source that holds the shoe's records holds this coup.
    pub(crate) timed: bool,
    /// Whether its log was imported.
    pub(crate) imported: bool,
    pub(crate) ruleset: Option<&'a Ruleset>,
}

/// What a coup's arrival shows.
pub(crate) struct Arrival {
    pub(crate) first_of_shoe: bool,
    /// Whether a coup that no record mentions lies before it.
    pub(crate) follows_unknown: bool,
    pub(crate) findings: Vec<Finding>,
}

impl Shoes {
    /// What a coup's arrival shows about its shoe.
    pub(crate) fn arrive(&mut self, id: &str, coup: &Arriving<'_>, out: &Out<'_>) -> Arrival {
        let Arriving { number, shoe: named, place, ruleset, .. } = *coup;
        let (asks, latest_start) = (self.asks(), self.latest_start);
        let shoe = self.entry(id);
        let (follows_unknown, gap) = shoe.number(number.filter(|_| named.is_some()), place, asks);
        let mut findings = Vec::from_iter(gap);
        let first = shoe.first_coup.is_none();
        // An export may leave the shoe's records out; then whatever needs them is not judged.
        let asks_records = asks && coup.timed && named.is_some() && (shoe.started || !coup.imported);
        if asks_records && !shoe.record_fault {
            let fault = if !shoe.started {
                Some(NOT_STARTED)
            } else if shoe.ended {
                Some("a coup was played from it after its end")
            } else if shoe.started_twice {
                Some("it was started twice")
            } else if shoe.nth_start < latest_start {
                Some("a coup was played from it after one of a shoe that was started later")
            } else {
                None
            };
            if let Some(fault) = fault {
                shoe.record_fault = true;
                findings.push(do_not_fit(shoe.first_coup.as_ref().unwrap_or(place), fault));
            }
        }
        if first {
            shoe.first_coup = Some(place.clone());
        }
        findings.extend(shoe.replaced_before(place, ruleset));
        if let Some(cut) = shoe.cut.as_mut().filter(|_| asks) {
            let elsewhere = cut.place.source != place.source;
            let file = elsewhere.then(|| out.named(cut.place.source).1);
            findings.extend(cut.coup(ruleset, place, file.as_deref()));
        }
        findings.extend(shoe.goes_on(place, out));
        let nth_start = shoe.nth_start;
        self.latest_start = latest_start.max(nth_start);
        Arrival { first_of_shoe: first, follows_unknown, findings }
    }

    /// Takes out the incidents that name a coup of the shoe up to and including `number`.
    pub(crate) fn early(&mut self, id: &str, number: u64) -> (Vec<Early>, Vec<Early>) {
        let Some(shoe) = self.get_mut(id) else { return (Vec::new(), Vec::new()) };
        let mut below = Vec::new();
        while let Some(first) = shoe.early.first_entry().filter(|first| *first.key() < number) {
            below.extend(first.remove());
        }
        (below, shoe.early.remove(&number).unwrap_or_default())
    }
}

impl Shoe {
    /// Coup numbers of a shoe go up by one; says whether the coup follows one that nobody can read. `number` is `None`
    /// if the coup names no shoe.
    pub(crate) fn number(&mut self, number: Option<u64>, place: &Place, asks: bool) -> (bool, Option<Finding>) {
        let mut follows_unknown = std::mem::take(&mut self.unread_coup);
        let left_out = std::mem::take(&mut self.unread_after);
        let Some(number) = number else { return (follows_unknown, None) };
        let expected = self.last_number.map_or(1, |last| last.saturating_add(1));
        let begins_elsewhere = self.last_number.is_none() && !self.started;
        let resumed = self.resumes_after.take().map(|last| last.saturating_add(1));
        let follows = number == expected || resumed == Some(number);
        follows_unknown |= !follows && number > expected;
        // What an import could not read was reported when it was made; its source had those coups.
        let was_left_out = number > expected && number - expected <= left_out;
        self.last_number = Some(number);
        if follows || begins_elsewhere || was_left_out || !asks {
            return (follows_unknown, None);
        }
        let what = match number.cmp(&expected) {
            Ordering::Greater if number - expected == 1 => format!("coup {expected} is missing before it"),
            Ordering::Greater => format!("coups {expected} to {} are missing before it", number - 1),
            Ordering::Less if number.saturating_add(1) == expected => {
                "the coup before it has the same number".to_owned()
            }
            Ordering::Less => "the numbers go back: a coup of this number came before, or out of its turn".to_owned(),
            Ordering::Equal => String::new(),
        };
        let message = format!("coup {number} follows where {expected} was due: {what}");
        let finding = Finding::new(Code::CoupGap, place, message).compared(expected, number);
        (follows_unknown, Some(finding))
    }

    /// A coup number on a line that is not a record counts as seen.
    pub(crate) fn seen(&mut self, number: u64) {
        self.last_number = Some(number);
        self.unread_coup = true;
        if let Some(cut) = &mut self.cut {
            cut.unread();
        }
    }
}
