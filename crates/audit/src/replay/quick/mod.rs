//! The quick way for a clean coup: accepted by looking things up, without a record, a place or a case.
//!
//! While the coups of one shoe follow each other and nothing else happens, its state is kept at hand, one coup waits as
//! it was read, and each coup is accepted when the next one comes. Anything that does not fit ends that: the waiting
//! coup then goes the long way ([`TableAudit::record`]), the only one that words a finding, from the state in which it
//! would have found the table. So a coup is accepted only if the long way finds nothing about it, and the resulting
//! state is the same as after the long way.

mod accept;
mod last;
mod terms;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use resettle_coup_log::{Body, LoggedCoup, QuickCoup, QuickTime, Record};
use resettle_game::PerSide;
use resettle_sealed_log::{Digest, Moment};

use super::round::{Origin, Round};
use super::shoes::{Line, Shoe};
use super::table::{TableAudit, place_of};
use crate::case::CoupBefore;
use crate::finding::Place;
use crate::moments::behind;
use crate::money::Money;
use crate::several::Room;
use crate::sink::{Asked, CoupResult, CoupSeen, Steps, WagerSeen, WrittenAt};
use accept::Accepted;
use terms::Terms;

/// What the quick way keeps.
#[derive(Default)]
pub(super) struct Quick {
    hot: Option<Box<Hot>>,
    /// Spare room for the state of another shoe, so that none has to be allocated.
    spare: Option<Box<Hot>>,
    /// Whether this table can never take the quick way.
    off: bool,
}

/// Where one of several sources holds its part of the coup that waits.
pub(crate) struct JointPart {
    /// Its log, as places number it.
    pub(crate) log: usize,
    pub(crate) line: u64,
    pub(crate) seq: u64,
    pub(crate) sha256: Digest,
    pub(crate) at: QuickTime,
    /// Its source, by its number among those of the table.
    pub(crate) source: usize,
    /// How many of the wagers are its own; they follow each other in the order of the parts.
    pub(crate) wagers: usize,
    /// Whether it says what the display showed.
    pub(crate) shows: bool,
}

/// The shoe in play.
#[derive(Default)]
struct Hot {
    /// What the sources hold of `held`, if several are joined.
    joint: Vec<JointPart>,
    id: String,
    /// Its state, which is put back among the table's shoes only when the quick way ends.
    shoe: Shoe,
    /// Which log its coups stand in, as places number it.
    source: usize,
    terms: Option<Terms>,
    /// The coup that waits, if one does.
    held: QuickCoup,
    holds: bool,
    /// The coup accepted last, and how many were.
    last: QuickCoup,
    accepted: u64,
    /// The bound before which no coup may commence: when the previous one had settled and when the log was opened.
    not_before: Option<i64>,
    /// The numbers of its coups that late incidents name.
    late: Vec<u64>,
    /// The wagers of the current coup.
    wagers: Vec<WagerSeen>,
    room: Room,
}

/// Whether clean coups of this table may take the quick way.
fn is_for_clean(table: &TableAudit<'_>) -> bool {
    let sink = &table.out.sink;
    let all_steps = matches!(sink.steps(), Steps::Of(_));
    !table.quick.off && table.settings.tournaments.is_none() && sink.is_quick() && !all_steps
}

/// Where a coup's record stands.
fn place_of_quick(coup: &QuickCoup, source: usize) -> Place {
    Place {
        source,
        line: Some(coup.line),
        seq: Some(coup.seq),
        record_sha256: Some(coup.sha256.to_string()),
        at: Some(coup.time(coup.at)),
        shoe: Some(coup.text(coup.shoe).to_owned()),
        coup: Some(coup.coup),
        ..Place::default()
    }
}

/// What the outputs see of an accepted coup, which stands in this log and file.
fn seen<'a>(
    (source, log, file): (usize, &'a Arc<str>, &'a Arc<str>),
    coup: &'a QuickCoup,
    accepted: &Accepted,
    terms: &'a Terms,
    shoe: &Shoe,
    wagers: &'a [WagerSeen],
) -> CoupSeen<'a> {
    let ruleset = &terms.ruleset;
    let Accepted { winner, totals, sevens } = *accepted;
    CoupSeen {
        source,
        log,
        file,
        line: Some(coup.line),
        seq: Some(coup.seq),
        logged: LoggedCoup::Quick(coup),
        written: WrittenAt { moment: coup.at.moment(), text: coup.text(coup.at.text) },
        imported: false,
        commenced: terms.commenced(&coup.times).moment(),
        ruleset: Some(ruleset),
        decks: shoe.composition.as_ref().map(|composition| composition.decks()),
        cards_return: Some(shoe.cards_return(ruleset)),
        dealt: true,
        counts: true,
        result: CoupResult::from(Some(winner)),
        from_cards: true,
        totals: PerSide { player: Some(totals.player), banker: Some(totals.banker) },
        sevens: Some(sevens),
        hands: None,
        without_ground: None,
        order: None,
        wagers,
        burned: 0,
        worst: None,
        // Imports and shoes with a record that is at fault go the long way.
        asked: Asked { claims: true, composition: true, all_wagers: terms.all_wagers, by_claim: false },
        trace: None,
    }
}

/// Whether a record changes nothing but what is reported about seals.
fn passes_by(record: &Record) -> bool {
    matches!(&record.body, Body::Seal(seal) if !seal.is_final)
}

impl TableAudit<'_> {
    /// A coup of this shoe comes the long way: the one that waits for it can be judged, in the quick way if it is clean.
    pub(crate) fn followed_by(&mut self, shoe: Option<&str>, source: usize) {
        if self.quick.hot.as_ref().is_some_and(|hot| hot.holds && hot.source == source && Some(hot.id.as_str()) == shoe)
        {
            self.accept();
        }
    }

    /// A record goes the long way. After a record of a kind that ordinary play does not have, such as a tournament's or
    /// an unknown one, every coup does.
    pub(crate) fn interrupted_by(&mut self, record: &Record) {
        self.quick.off |= match &record.body {
            Body::Open(_)
            | Body::Limits(_)
            | Body::Shoe(_)
            | Body::Coup(_)
            | Body::Incident(_)
            | Body::Staff(_)
            | Body::Seal(_)
            | Body::Unknown(_) => false,
            Body::Options(_) | Body::Session(_) => true,
        };
        if !passes_by(record) {
            self.go_slow();
        }
    }

    /// Whether a coup of the usual shape can be held: then it is to be passed to [`TableAudit::hold`]. Otherwise it has
    /// to go the long way.
    pub(crate) fn takes(&mut self, coup: &QuickCoup, source: usize) -> bool {
        self.takes_with(coup, source, coup.wagers.len())
    }

    fn takes_with(&mut self, coup: &QuickCoup, source: usize, wagers: usize) -> bool {
        if self.quick.off {
            return false;
        }
        let goes_on = self
            .quick
            .hot
            .as_ref()
            .is_some_and(|hot| hot.source == source && hot.id.as_bytes() == coup.bytes(coup.shoe));
        if goes_on && self.accept() {
            if self.makes_room(wagers) {
                return true;
            }
            self.go_slow();
            return false;
        }
        // What waited and was not accepted takes the long way alone.
        self.go_slow();
        self.warms(coup, source) && self.makes_room(wagers)
    }

    /// The same for what the source that deals holds of a coup, for which the terminals have so many wagers.
    pub(crate) fn takes_joint(&mut self, coup: &QuickCoup, source: usize, wagers: usize) -> bool {
        self.takes_with(coup, source, wagers)
    }

    /// Takes over where the sections of the coup stand that [`TableAudit::hold`] took over.
    pub(crate) fn hold_joint(&mut self, parts: &mut Vec<JointPart>) {
        if let Some(hot) = &mut self.quick.hot {
            std::mem::swap(&mut hot.joint, parts);
        }
    }

    /// Whether one more coup with this many wagers may wait, now that as many as need be of those that waited longest were
    /// judged; false once one of them has to go the long way.
    fn makes_room(&mut self, wagers: usize) -> bool {
        while !self.shoes.has_room(wagers) {
            let Some(oldest) = self.shoes.longest_waiting() else { return false };
            if self.joined {
                self.take_back(&oldest);
                let Some(pending) = self.shoes.take_pending(&oldest) else { return false };
                self.release(pending);
                self.put_away(&oldest);
            } else if !self.accept_longest_waiting(&oldest) {
                return false;
            }
        }
        true
    }

    /// Takes over a coup that [`TableAudit::takes`] accepted; `swap` exchanges it for what it is given.
    pub(crate) fn hold(&mut self, swap: impl FnOnce(&mut QuickCoup)) {
        if let Some(hot) = &mut self.quick.hot {
            swap(&mut hot.held);
            hot.holds = true;
        }
    }

    /// Whether claims are checked against the log that is read now.
    pub(crate) fn asks(&mut self, asks: bool) {
        if self.asks_claims != asks {
            self.go_slow();
            self.asks_claims = asks;
        }
    }

    /// Ends the quick way: the shoe is put back among the others, and the coup that waited waits the long way.
    pub(crate) fn go_slow(&mut self) {
        let Some(mut hot) = self.quick.hot.take() else { return };
        self.settle_hot(&mut hot);
        let source = hot.source;
        let held = std::mem::take(&mut hot.holds).then(|| {
            let coup = &hot.held;
            (coup.record(), Line::of(coup), coup.text(coup.shoe).to_owned())
        });
        if self.joined {
            if let Some((record, ..)) = held {
                let round = self.joint_round(record, source, &hot);
                self.quick.spare = Some(hot);
                let vouched = std::mem::replace(&mut self.vouched, true);
                self.coup(round, Vec::new());
                self.vouched = vouched;
            } else {
                self.quick.spare = Some(hot);
            }
            return;
        }
        self.quick.spare = Some(hot);
        if let Some((record, line, id)) = held {
            // What comes now may stand in a log for which no seal vouches; what is read quickly is vouched for, as all is or this.
            let vouched = std::mem::replace(&mut self.vouched, true);
            self.record(record, source);
            self.vouched = vouched;
            if let Some(pending) = self.shoes.get_mut(&id).and_then(|shoe| shoe.pending.as_mut()) {
                pending.read = Some(line);
            }
        }
    }

    /// The coup that waits, as joining makes it.
    fn joint_round(&self, record: Record, source: usize, hot: &Hot) -> Round {
        let place = place_of(&record, source);
        let Record { at: written, body, .. } = record;
        let coup = match body {
            Body::Coup(coup) => coup,
            _ => Box::default(),
        };
        let place_of_part = |part: &JointPart| Place {
            source: part.log,
            line: Some(part.line),
            seq: Some(part.seq),
            record_sha256: Some(part.sha256.to_string()),
            at: Some(hot.held.time(part.at)),
            ..place.clone()
        };
        let mut origins = Vec::new();
        for part in &hot.joint {
            let own = place_of_part(part);
            let clock = self.clocks.get(part.source);
            for _ in 0..part.wagers {
                origins.extend(clock.map(|clock| Origin { place: own.clone(), clock: clock.clone() }));
            }
        }
        let wrd_place = hot.joint.iter().find(|part| part.shows).map(place_of_part);
        Round {
            coup,
            place,
            timed: true,
            dated: Some((source, written.clone())),
            written,
            origins,
            all_wagers: true,
            wrd_place,
            irregularity_places: Vec::new(),
            seconded: Vec::new(),
            contested: Vec::new(),
        }
    }

    /// Puts the shoe back, with everything that was kept beside it.
    fn settle_hot(&mut self, hot: &mut Hot) {
        if let Some(terms) = hot.terms.as_ref().filter(|_| hot.accepted > 0) {
            let times = &hot.last.times;
            // A coup that was settled later than it was written down is never accepted.
            let (commenced, settled) = (hot.last.time(terms.commenced(times)), hot.last.time(times.settled));
            let (commenced, settled, number) = (Some(commenced), Some(settled), Some(hot.last.coup));
            self.logs.next_coup(hot.source, CoupBefore { number, commenced, settled });
            self.rules.judged_more(&terms.ruleset.id, hot.accepted, terms.is_uncertain);
        }
        self.shoes.insert(std::mem::take(&mut hot.id), Box::new(std::mem::take(&mut hot.shoe)));
        hot.accepted = 0;
    }

    /// Takes the shoe of a coup in hand, if everything about it is as usual. What happens on the coup's arrival in any
    /// case has then happened: what waited for a next coup is notified, and the previous coup was judged.
    fn warms(&mut self, coup: &QuickCoup, source: usize) -> bool {
        if !is_for_clean(self) {
            self.quick.off = true;
            return false;
        }
        let id = coup.text(coup.shoe);
        if self.flagged.is_some()
            || self.shoes.opening()
            || !self.vouched
            || self.logs.is_import(source)
            || self.open.imported
        {
            return false;
        }
        if !self.shoes.get(id).is_some_and(|shoe| accept::is_usual(shoe, self.shoes.latest_start())) {
            return false;
        }
        self.arrives(coup, id);
        let Some(shoe) = self.shoes.get(id) else { return false };
        if shoe.pending.is_some() || !accept::is_settled(shoe) {
            return false;
        }
        let Some(terms) = Terms::of(self, coup) else { return false };
        if shoe.first_coup.is_none() && !accept::may_begin(shoe, &terms.ruleset) {
            return false;
        }
        let opened = self.logs.opened(source).map(|time| time.moment());
        let settled = self.logs.coup_before(source);
        let commenced = settled.and_then(|before| before.commenced.as_ref()).map(|time| behind(time.moment()));
        let settled = settled.and_then(|before| before.settled.as_ref()).map(|time| time.moment());
        let other = self.plays.until(source);
        let bound = opened.max(settled).max(commenced).max(other);
        let not_before = match bound.map(|moment| i64::try_from(moment.nanos)) {
            Some(Ok(nanos)) => Some(nanos),
            Some(Err(_)) => return false,
            None => None,
        };
        let Some(shoe) = self.shoes.remove(id) else { return false };
        self.shoes.plays_from(shoe.nth_start);
        let mut hot = self.quick.spare.take().unwrap_or_default();
        hot.id.push_str(id);
        hot.late.clear();
        hot.late.extend(self.settings.late.iter().flat_map(|known| known.of_shoe(id, shoe.nth_start)));
        (hot.shoe, hot.source, hot.terms, hot.not_before) = (*shoe, source, Some(terms), not_before);
        self.quick.hot = Some(hot);
        true
    }

    /// Judges the coup that waits, now that its time has come. If it is not accepted, nothing has changed.
    fn accept(&mut self) -> bool {
        let Some(hot) = &mut self.quick.hot else { return false };
        if !hot.holds {
            return true;
        }
        let source = hot.source;
        let Hot { shoe, terms: Some(terms), held, wagers, room, not_before, late, id, .. } = hot.as_mut() else {
            return false;
        };
        let window = self.window;
        let in_window = |commenced: i64, written: i64| {
            let holds = |nanos| Moment { nanos: i128::from(nanos) };
            window.is_none_or(|window| window.holds(holds(commenced)) && window.holds(holds(written)))
        };
        let has_late = late.contains(&held.coup) || self.foreseen.names(id, held.coup);
        if has_late || !in_window(terms.commenced(&held.times).nanos, held.at.nanos) {
            return false;
        }
        let commenced = terms.commenced(&held.times).moment();
        if self.unnamed.iter().any(|incident| incident.is_of_the_next(id, commenced)) {
            return false;
        }
        let Some(accepted) = accept::accept(terms, shoe, held, *not_before, wagers, room) else { return false };
        self.totals.coups += 1;
        for wager in wagers.iter() {
            self.totals.money += Money { due: wager.due, ..Money::right(wager.stake, wager.returned) };
        }
        self.out.coup(source, Vec::new(), |log, file| seen((source, log, file), held, &accepted, terms, shoe, wagers));
        if shoe.first_coup.is_none() {
            shoe.first_coup = Some(place_of_quick(held, source));
        }
        let (from, to) = (terms.commenced(&held.times), held.times.settled);
        *not_before = (*not_before).max(Some(to.nanos)).max(from.nanos.checked_add(1));
        if self.plays.keeps(source) {
            self.plays.extend(source, from.moment(), to.moment());
        }
        hot.accepted += 1;
        hot.holds = false;
        std::mem::swap(&mut hot.held, &mut hot.last);
        true
    }
}
