use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use resettle_coup_log::{Body, Limits, Record, Seen, ShoeEvent, ShoeRecord, Staff, Times};
use resettle_ruleset::{RoundTime, Ruleset};
use resettle_sealed_log::{Moment, Open, Time};

use super::foreseen::Foreseen;
use super::logs::Logs;
use super::plays::Plays;
use super::quick::Quick;
use super::round::{Clock, Round};
use super::shoes::{NotStarted, Shoes};
use super::signs::Signs;
use super::unjudged::UnjudgedMoney;
use crate::finding::{Finding, Place, Severity};
use crate::in_force::{RulesInForce, Used};
use crate::late::{CoupKey, LateIncident};
use crate::settings::{Settings, Window};
use crate::shoe::chip_above_a_minimum;
use crate::sink::{Out, Routine};
use crate::totals::Totals;

/// Replays the records of one table in their order.
pub(crate) struct TableAudit<'s> {
    pub(super) settings: &'s Settings,
    pub(super) open: Open,
    /// Whether several sources of the table are judged together.
    pub(super) joined: bool,
    /// The window in which coups are judged.
    pub(super) window: Option<Window>,
    pub(super) logs: Logs,
    pub(super) rules: RulesInForce<'s>,
    pub(super) signs: Signs,
    pub(super) shoes: Shoes,
    /// Whether a seal vouches for what is read; true if all records of the table are alike in that.
    pub(crate) vouched: bool,
    /// Whether claims are checked against the log: not for an import that no seal vouches for.
    pub(crate) asks_claims: bool,
    /// Sources for which it was reported that a wager is in time only by the tolerance of their clock.
    pub(super) leaned: BTreeSet<Arc<str>>,
    /// Records of tournaments for which everything was reported.
    pub(super) ruled: BTreeSet<String>,
    /// Of the coups that late incidents name: those that the log holds in any form, and those that were judged with them.
    pub(super) named: BTreeMap<CoupKey, bool>,
    /// Late incidents that concern a coup which they do not name, and wait for it.
    pub(super) unnamed: Vec<LateIncident>,
    /// The records of those whose coup came, and whether it was judged with them.
    pub(super) met: BTreeMap<(usize, u64), bool>,
    /// Incidents that were read before their turn.
    pub(super) foreseen: Foreseen,
    /// When the coups were played, log by log.
    pub(super) plays: Plays,
    /// The gravest finding about the next coup that was made before it came.
    pub(super) flagged: Option<Severity>,
    pub(super) totals: Totals,
    /// Money that nobody judged.
    pub(super) unjudged: UnjudgedMoney,
    /// The coups of the shoe in play, while nothing is unusual about them.
    pub(super) quick: Quick,
    /// The clocks of the sources that are joined.
    pub(crate) clocks: Vec<Clock>,
    /// Where findings and judged coups go.
    pub(super) out: Out<'s>,
}

impl<'s> TableAudit<'s> {
    pub(crate) fn new(settings: &'s Settings, open: Open, joined: bool, out: Out<'s>) -> Self {
        Self {
            asks_claims: !open.imported,
            rules: RulesInForce::new(&settings.registry, settings.named.as_ref(), open.clone()),
            shoes: Shoes::new(open.source.kind),
            settings,
            open,
            joined,
            window: None,
            logs: Logs::default(),
            signs: Signs::default(),
            vouched: true,
            leaned: BTreeSet::new(),
            ruled: BTreeSet::new(),
            named: BTreeMap::new(),
            unnamed: settings.late.as_ref().map(|known| known.next().to_vec()).unwrap_or_default(),
            met: BTreeMap::new(),
            foreseen: Foreseen::default(),
            plays: Plays::default(),
            flagged: None,
            totals: Totals::default(),
            unjudged: UnjudgedMoney::new(),
            quick: Quick::default(),
            clocks: Vec::new(),
            out,
        }
    }

    /// Of the leading source, this log, counted from 0, is read now: what is reported once per log may be reported again.
    pub(crate) fn reading(&mut self, log: usize) {
        if self.logs.is_later(log) {
            self.go_slow();
            self.logs.read(log);
            self.rules.next_log();
        }
    }

    /// Of the leading source this many logs are handed over, which places number from 0.
    pub(crate) fn of_logs(&mut self, logs: usize) {
        self.plays.of(logs);
    }

    /// Whether a moment lies within the window that is judged.
    pub(super) fn in_window(&self, moment: Moment) -> bool {
        self.window.is_none_or(|window| window.holds(moment))
    }

    /// Which time of a coup is the close, by the ruleset in force when it commenced.
    pub(crate) fn close_of(&self, times: &Times, written: Moment) -> Option<RoundTime> {
        self.rules.commenced(times, written).1.map(|in_force| in_force.ruleset.moments.close.time)
    }

    /// The ruleset in force when a coup commenced.
    pub(crate) fn ruleset_of(&self, times: &Times, written: Moment) -> Option<Arc<Ruleset>> {
        self.rules.commenced(times, written).1.map(|in_force| in_force.ruleset)
    }

    pub(crate) fn out(&mut self) -> &mut Out<'s> {
        &mut self.out
    }

    pub(crate) fn record(&mut self, record: Record, source: usize) {
        if let Body::Coup(coup) = &record.body {
            self.followed_by(coup.shoe.as_deref(), source);
        }
        self.interrupted_by(&record);
        let place = place_of(&record, source);
        let at = record.at.moment();
        if !matches!(record.body, Body::Coup(_)) {
            self.flagged = None;
        }
        match record.body {
            Body::Session(session) => {
                self.paid_at_a_desk(&session.event, at);
                self.session(&place, at);
            }
            Body::Limits(limits) => self.sign(&place, at, limits, 0),
            Body::Options(options) => self.elect(at, options.elected, 0, &place),
            Body::Staff(staff) => self.staff(&staff, &place, 0),
            Body::Shoe(shoe) => self.shoe(shoe, &place, at),
            Body::Coup(coup) => self.coup(Round::of_one_log(coup, place, record.at, self.open.source.kind), Vec::new()),
            Body::Incident(incident) => self.incident(*incident, place, &record.at),
            Body::Seal(seal) if seal.is_final => {
                let found = self.shoes.finally_sealed(at, self.vouched);
                self.report(found, at);
            }
            Body::Open(open) => self.logs.open(source, &open, record.at),
            Body::Seal(_) | Body::Unknown(_) => {}
        }
    }

    /// Passes on what happened as a matter of routine, if that lies within the window; money in minor units.
    pub(super) fn routine(&mut self, routine: Routine, at: Moment, cards: u64, money: i128) {
        if self.in_window(at) {
            self.out.sink.routine(routine, at, cards, money);
        }
    }

    /// Reports what was found at a moment, if that lies within the window.
    pub(super) fn report(&mut self, findings: Vec<Finding>, at: Moment) {
        if self.in_window(at) {
            self.out.report_all(findings);
        }
    }

    /// Reports what was found about a record beside the coups.
    pub(crate) fn report_beside(&mut self, finding: Finding) {
        if finding.place.at.as_ref().is_none_or(|at| self.in_window(at.moment())) {
            self.out.report(finding);
        }
    }

    /// A table sign as a source records it; of several sources the one with the lowest `rank` counts.
    pub(crate) fn sign(&mut self, place: &Place, at: Moment, limits: Limits, rank: u8) {
        // A sign of one player or seat says nothing of chips.
        let of_table = limits.seat.is_none() && limits.player.is_none();
        let ruleset = self.rules.at(at).filter(|_| of_table);
        let found = ruleset.and_then(|ruleset| chip_above_a_minimum(&ruleset, &limits, &self.open.currency, place));
        self.report(found.into_iter().collect(), at);
        // A log that goes on with a shoe may state the same sign anew.
        let same = of_table && *self.signs.at(at, &[]).table == limits;
        if !same && self.shoes.is_mid_shoe() {
            self.routine(Routine::Sign, at, 0, 0);
        }
        self.signs.put(at, limits, rank);
    }

    /// Who is on duty according to a source; of several sources the one with the lowest `rank` counts.
    pub(crate) fn staff(&mut self, staff: &Staff, place: &Place, rank: u8) {
        let (_, file) = self.out.named(place.source);
        self.out.sink.staff(staff, place, &file, rank);
        if let Some(at) = place.at.as_ref().map(Time::moment) {
            self.routine(Routine::Staff, at, 0, 0);
        }
    }

    /// What was chosen of the options that the rules leave open, according to a source; of several sources the one with
    /// the lowest `rank` counts.
    pub(crate) fn elect(&mut self, at: Moment, elected: BTreeMap<String, String>, rank: u8, place: &Place) {
        if self.shoes.is_mid_shoe() {
            self.routine(Routine::Option, at, 0, 0);
        }
        let found = self.rules.elect(at, elected, rank, place);
        self.report(found, at);
    }

    fn shoe(&mut self, record: ShoeRecord, place: &Place, at: Moment) {
        self.take_back(&record.shoe);
        if matches!(record.event, ShoeEvent::Start { .. }) {
            self.release_of(&record.shoe);
        }
        let found = self.shoes.event(record, place, at);
        self.report(found, at);
    }

    /// A record for which no seal vouches is left out.
    pub(crate) fn left_out(&mut self, record: &Record, source: usize, rank: u8) {
        let place = place_of(record, source);
        match &record.body {
            Body::Shoe(ShoeRecord { shoe, event: ShoeEvent::Start { .. } }) => {
                let why = "no seal that counts vouches for that line, while one vouches for coups of the shoe";
                self.shoes.does_not_start(NotStarted { shoe: shoe.clone(), place, why });
            }
            Body::Staff(staff) => self.out.sink.staff_unknown(staff, &place, rank),
            _ => {}
        }
    }

    /// A line that is no record would have started a shoe.
    pub(crate) fn start_unread(&mut self, shoe: &str, line: u64, source: usize) {
        let place = Place { source, line: Some(line), ..Place::default() };
        self.shoes.does_not_start(NotStarted { shoe: shoe.to_owned(), place, why: "it cannot be read" });
    }

    /// A coup number on a line that is not a record counts as seen.
    pub(crate) fn seen(&mut self, seen: &Seen) {
        self.go_slow();
        let id = seen.shoe.clone().unwrap_or_default();
        self.take_back(&id);
        self.shoes.entry(&id).seen(seen.coup);
        self.exists(&id, seen.coup);
    }

    /// A finding of this severity was made about the next record.
    pub(crate) fn flag(&mut self, severity: Option<Severity>) {
        if severity.is_some() {
            self.go_slow();
        }
        self.flagged = self.flagged.max(severity);
    }

    pub(crate) fn finish(mut self) -> (Out<'s>, Totals, Used) {
        self.go_slow();
        for id in self.shoes.all_waiting() {
            if self.accept_last(&id) {
                self.shoes.remove(&id);
                continue;
            }
            self.take_back(&id);
            self.release_of(&id);
            if self.shoes.get(&id).is_some_and(|shoe| shoe.early.is_empty() && shoe.opening.is_empty()) {
                self.shoes.remove(&id);
            }
        }
        for id in self.shoes.ids() {
            let (below, at) = self.shoes.early(&id, u64::MAX);
            below.into_iter().chain(at).for_each(|early| self.did_not_come(&id, early));
            for early in self.shoes.left_open(Some(&id)) {
                self.duties_alone(Some(&id), None, &early.logged, early.checked);
            }
        }
        for early in self.shoes.left_open(None) {
            self.duties_alone(None, None, &early.logged, early.checked);
        }
        self.has_come_to_an_end();
        self.report_unjudged();
        let twice = self.plays.found(|log| self.out.named(log));
        self.out.report_all(twice);
        (self.out, self.totals, self.rules.into_used())
    }

    /// A record names a shoe: it is held again, if it was packed.
    pub(super) fn take_back(&mut self, id: &str) {
        self.shoes.take_back(id, self.out.sink);
    }

    pub(super) fn put_away(&mut self, id: &str) {
        self.shoes.put_away(id, self.out.sink);
    }

    /// Judges the waiting coup of a shoe, if there is one.
    pub(super) fn release_of(&mut self, id: &str) {
        if let Some(pending) = self.shoes.take_pending(id) {
            self.release(pending);
        }
    }
}

/// Where a record stands.
pub(crate) fn place_of(record: &Record, source: usize) -> Place {
    let mut place = Place {
        source,
        line: Some(record.line),
        seq: Some(record.seq),
        record_sha256: Some(record.sha256.to_string()),
        at: Some(record.at.clone()),
        ..Place::default()
    };
    if let Body::Coup(coup) = &record.body {
        place.shoe.clone_from(&coup.shoe);
        place.coup = coup.coup;
        place.source_row = coup.source_row;
        place.source_id.clone_from(&coup.source_id);
    }
    place
}
