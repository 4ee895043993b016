//! A coup arrives: what its number and the records of its shoe show.

use std::cmp::Ordering;

use resettle_ruleset::Ruleset;
use resettle_sealed_log::Time;

use super::Shoes;
use super::events::{do_not_fit, not_started};
use super::shoe::{Early, Shoe};
use crate::case::CoupBefore;
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
    /// When betting on it was opened.
    pub(crate) opened: Option<&'a Time>,
    /// The coup before it in the same log, if it is of the same shoe.
    pub(crate) before: Option<&'a CoupBefore>,
}

impl Arriving<'_> {
    fn named(&self) -> String {
        self.number.map_or_else(|| "a coup".to_owned(), |number| format!("coup {number}"))
    }
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
        let unstarted = self.get(id).is_none_or(|shoe| !shoe.started && !shoe.record_fault);
        let without_start = (unstarted && named.is_some()).then(|| self.without_start(id, coup, out));
        let ended = self.ended_last.as_ref().filter(|(ended, _)| ended == id).and_then(|(_, place)| place.at.clone());
        let shoe = self.entry(id);
        let between = Between { settled: coup.before, opened: coup.opened };
        let (follows_unknown, gap) = shoe.number(number.filter(|_| named.is_some()), place, asks, between);
        let mut findings = Vec::from_iter(gap);
        let first = shoe.first_coup.is_none();
        // An export may leave the shoe's records out; then whatever needs them is not judged.
        let asks_records = asks && coup.timed && named.is_some() && (shoe.started || !coup.imported);
        if asks_records && !shoe.record_fault {
            let fault = if shoe.ended {
                let ended = ended.map_or_else(String::new, |at| format!(", at {at}"));
                Some(format!("{} was played from it after its end{ended}", coup.named()))
            } else if shoe.started_twice {
                Some("two records start it".to_owned())
            } else if shoe.nth_start < latest_start {
                Some(format!("{} was played from it after one of a shoe that was started later", coup.named()))
            } else {
                None
            };
            let first_coup = shoe.first_coup.as_ref().unwrap_or(place);
            let found = match without_start.filter(|_| !shoe.started) {
                Some(why) => Some(not_started(first_coup, &why, &coup.named())),
                None => fault.map(|fault| do_not_fit(first_coup, &fault, &coup.named())),
            };
            shoe.record_fault |= found.is_some();
            findings.extend(found);
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

    /// Why it is that no record starts a shoe before this coup, as far as the logs show it.
    fn without_start(&self, id: &str, coup: &Arriving<'_>, out: &Out<'_>) -> String {
        let at = |place: &Place| {
            let of = if place.source == coup.place.source { None } else { Some(out.named(place.source).1) };
            let of = of.map_or_else(String::new, |file| format!(" of {file}"));
            place.line.map_or(of.clone(), |line| format!("line {line}{of}"))
        };
        if let Some(record) = self.not_started.as_ref().filter(|record| record.shoe == id) {
            return format!("the record that starts this shoe ({}) does not count: {}", at(&record.place), record.why);
        }
        let nowhere = "no record starts this shoe, neither before this coup in this log nor in another that was given";
        let number = coup.number.map_or_else(|| "this coup".to_owned(), |number| format!("its coup {number}"));
        match (&self.out_of_play, &self.ended_last) {
            (None, _) if coup.number.is_some_and(|number| number > 1) => {
                format!(
                    "the shoe is under way where the log begins ({number} is the first that is read), and no log that was given starts it: replay it with the log before"
                )
            }
            (None, _) => format!("{nowhere}; {number} is the first coup that is read"),
            (Some(before), Some((ended, place))) if before == ended => {
                format!("{nowhere}; the shoe before it, {before}, was ended at {}", at(place))
            }
            (Some(before), _) => format!("{nowhere}; the shoe in play before it, {before}, was not ended either"),
        }
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
    pub(crate) fn number(
        &mut self,
        number: Option<u64>,
        place: &Place,
        asks: bool,
        between: Between<'_>,
    ) -> (bool, Option<Finding>) {
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
        let last = self.last_number.replace(number);
        if follows || begins_elsewhere || was_left_out || !asks {
            return (follows_unknown, None);
        }
        let what = match number.cmp(&expected) {
            Ordering::Greater => {
                let missing = match number - expected {
                    1 => format!("number {expected} is missing"),
                    _ => format!("numbers {expected} to {} are missing", number - 1),
                };
                let message = match last {
                    Some(last) => format!("{missing} between {}", between.in_words(last, number)),
                    None => format!("{missing}: coup {number} is the first that the log holds of this shoe"),
                };
                return (follows_unknown, Some(Finding::new(Code::CoupGap, place, message).compared(expected, number)));
            }
            Ordering::Less if number.saturating_add(1) == expected => {
                "the coup before it has the same number".to_owned()
            }
            Ordering::Less => {
                let after = last.map_or_else(String::new, |last| format!(" after coup {last}"));
                format!(
                    "the numbers go back{after}: number {number} was used before, or its record stands in the wrong place"
                )
            }
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

/// What the log says of the time between two coups.
#[derive(Clone, Copy, Default)]
pub(crate) struct Between<'a> {
    settled: Option<&'a CoupBefore>,
    opened: Option<&'a Time>,
}

impl Between<'_> {
    /// `coup 5 (settled by 23:22:45) and coup 7 (betting opened 23:22:52, 7.0 s later)`
    fn in_words(&self, last: u64, number: u64) -> String {
        // Of a coup that no record holds, nobody says when it was settled.
        let settled = self.settled.filter(|before| before.number == Some(last)).and_then(|it| it.settled.as_ref());
        let later = settled.zip(self.opened).filter(|(settled, opened)| settled <= opened);
        let later = later.map(|(settled, opened)| format!(", {} later", settled.moment().apart(opened.moment())));
        let settled = settled.map_or_else(String::new, |time| format!(" (settled by {time})"));
        let opened = self.opened.map(|time| format!(" (betting opened {time}{})", later.unwrap_or_default()));
        format!("coup {last}{settled} and coup {number}{}", opened.unwrap_or_default())
    }
}
