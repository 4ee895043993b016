//! What a record of a shoe does to it: its start, burned cards, the cut card, a check, replaced cards, its end.

use resettle_coup_log::{CardCode, ShoeEvent, ShoeRecord};
use resettle_sealed_log::Moment;

use super::Shoes;
use super::cards::{Copies, impossible, known};
use super::shoe::{BeforeStart, Event, Shoe};
use crate::catalogue::Code;
use crate::coup::card;
use crate::finding::{Finding, Place};
use crate::shoe::{Composition, CutSeen};

impl Shoes {
    /// A record of a shoe that is held; if the shoe starts anew, none of its coups waits.
    pub(crate) fn event(&mut self, record: ShoeRecord, place: &Place, at: Moment) -> Vec<Finding> {
        let id = record.shoe;
        match record.event {
            ShoeEvent::Start { decks, burned, recirculates, .. } => {
                self.start(&id, decks, burned.as_deref(), recirculates, place)
            }
            ShoeEvent::Burn { cards } => self.entry(&id).burn(&cards, place, at),
            ShoeEvent::CutCard => {
                self.entry(&id).cut.get_or_insert_with(|| CutSeen::new(place.clone()));
                Vec::new()
            }
            ShoeEvent::Check => self.entry(&id).check(at),
            ShoeEvent::Replace { out, r#in } => self.entry(&id).happened(Event::Replace { out, put_in: r#in }),
            ShoeEvent::End => {
                self.entry(&id).end(at);
                self.ended_last = Some((id, place.clone()));
                Vec::new()
            }
        }
    }

    fn start(
        &mut self,
        id: &str,
        decks: u32,
        stated: Option<&[CardCode]>,
        recirculates: bool,
        place: &Place,
    ) -> Vec<Finding> {
        let burned = stated.unwrap_or_default();
        let mut findings = Vec::new();
        let before = self.remove(id);
        self.starts += 1;
        let mut shoe = Box::new(Shoe {
            started: true,
            nth_start: self.starts,
            started_in: place.source,
            recirculates,
            burned: burned.iter().map(|code| card(*code)).collect(),
            composition: Some(Box::new(Composition::new(decks))),
            ..Shoe::default()
        });
        if let Some(before) = before {
            shoe.early = before.early;
            shoe.opening = before.opening;
            shoe.before_start = place.at.as_ref().zip(before.last_number).map(|(at, last_number)| BeforeStart {
                nth_start: before.nth_start,
                last_number,
                until: at.moment(),
            });
            shoe.burn_omitted = before.burn_omitted;
            if before.started && before.started_in != place.source {
                // A later log begins a shoe under an old name; its numbers may also continue.
                shoe.resumes_after = before.last_number;
            } else if before.started {
                shoe.record_fault = before.record_fault;
                shoe.resumes_after = before.last_number;
                shoe.first_coup.clone_from(&before.first_coup);
                if let Some(first) = &before.first_coup
                    && !shoe.record_fault
                {
                    shoe.record_fault = true;
                    findings.push(do_not_fit(first, "two records start it", "the second start"));
                }
                shoe.started_twice = before.first_coup.is_none();
            }
        }
        let found = shoe.composition.as_mut().map(|composition| {
            if stated.is_none() {
                composition.not_counted();
            }
            let known = known(burned);
            composition.burned_unread(burned.len() - known.len());
            composition.burn(&known, recirculates)
        });
        findings.extend(found.into_iter().flatten().map(|surplus| impossible(place, surplus, &Copies::Burned, None)));
        self.plays(id);
        self.insert(id.to_owned(), shoe);
        findings
    }
}

impl Shoe {
    fn burn(&mut self, cards: &[CardCode], place: &Place, at: Moment) -> Vec<Finding> {
        if self.first_coup.is_none() {
            self.burned.extend(cards.iter().map(|code| card(*code)));
        }
        self.burns.add(cards.len(), at, place);
        let known = known(cards);
        let unread = cards.len() - known.len();
        self.happened(Event::Burn(known, unread, Box::new(place.clone())))
    }

    fn check(&mut self, at: Moment) -> Vec<Finding> {
        self.checked();
        self.checked_at = Some(at);
        for early in self.early.values_mut().flatten().chain(&mut self.opening) {
            early.checked = true;
        }
        if let Some(pending) = &mut self.pending {
            pending.aftermath.shoe_check = pending.aftermath.shoe_check.or(Some(at));
        }
        self.happened(Event::Check)
    }

    fn end(&mut self, at: Moment) {
        self.ended = true;
        if let Some(pending) = &mut self.pending {
            pending.aftermath.shoe_end = pending.aftermath.shoe_end.or(Some(at));
        }
    }

    /// Notes what happened to its cards: after the coup that waits, or before the first one.
    fn happened(&mut self, event: Event) -> Vec<Finding> {
        if self.pending.is_some() {
            self.since.push(event);
            return Vec::new();
        }
        if let Event::Replace { out, put_in } = &event {
            self.replace(out, put_in);
            return Vec::new();
        }
        let Some(composition) = &mut self.composition else { return Vec::new() };
        match event {
            Event::Burn(cards, unread, place) => {
                composition.burned_unread(unread);
                let found = composition.burn(&cards, self.recirculates);
                let asked = found.into_iter().filter(|_| !self.record_fault);
                return asked.map(|surplus| impossible(&place, surplus, &Copies::Burned, None)).collect();
            }
            Event::Check => composition.check(),
            Event::Replace { .. } => {}
        }
        Vec::new()
    }
}

/// What is wrong with a shoe that nothing starts.
const NOT_STARTED: &str = "no start of the shoe";

/// The records of a shoe do not fit its coups, as this one shows.
pub(super) fn do_not_fit(place: &Place, what: &str, coup: &str) -> Finding {
    let said = format!("the shoe's records do not fit its coups (reported at its first coup): {what}");
    as_said(place, what, &said, coup)
}

/// No record starts a shoe; `why` says what stands in its place.
pub(super) fn not_started(place: &Place, why: &str, coup: &str) -> Finding {
    as_said(place, NOT_STARTED, why, coup)
}

fn as_said(place: &Place, what: &str, said: &str, coup: &str) -> Finding {
    let message = format!("{said}; from {coup} on it is not judged how often each card came from this shoe");
    Finding::new(Code::ShoeRecord, place, message).compared("one start before the coups, no coup after the end", what)
}
