use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use resettle_coup_log::{
    Body, CardCode, Coup, Incident, Limits, QuickCoup, Record, Seen, ShoeEvent, ShoeRecord, Staff, Times,
};
use resettle_game::{Card, PerSide};
use resettle_ruleset::{BurnCount, Consequence, InForce, RoundTime, Ruleset};
use resettle_sealed_log::{Digest, Moment, Open, SourceKind, Time};
use resettle_words::{Kind, To};

use super::approval;
use super::away::Away;
use super::elected::{Unelected, not_offered};
use super::elections::Elections;
use super::log::{Settings, Totals, Window};
use super::pending::{Clock, Pending, Round};
use super::quick::Quick;
use super::retrace::Before;
use super::shoe::{Early, Event, Kept, Shoe};
use super::signs::Signs;
use super::waiting::Waiting;
use crate::catalogue::Code;
use crate::claims::{Around, CoupBefore, about_coup, about_incident, about_unjudged, after, incident_clock, undecided};
use crate::coup::card;
use crate::finding::{Finding, Place, Severity};
use crate::irregularity::{Circumstances, Effects, Logged};
use crate::judge::{
    Case, Judged, disorder, exposure, judge, missing_sections, money, notification_missing, with_implied,
};
use crate::moments::{Aftermath, commenced_at, commencement};
use crate::settle::{TableLimits, net};
use crate::shoe::{Accounted, CheckDuty, Composition, CutSeen, Due, Surplus, before_play, burn_fault, unaccounted};
use crate::sink::{CardOrder, Counting, CoupResult, CoupSeen, NotAtRisk, Out};
use crate::tournament::{Ruling, Rulings};

/// The rulesets used, by id, with the number of coups.
pub(crate) type Used = BTreeMap<String, (Arc<Ruleset>, u64)>;

/// Replays the records of one table in their order.
pub(crate) struct TableAudit<'s> {
    pub(super) settings: &'s Settings,
    pub(super) open: Open,
    /// Whether several sources of the table are judged together.
    pub(super) joined: bool,
    /// Whether a seal vouches for what is read; true where nothing of the table is told apart by that.
    pub(crate) vouched: bool,
    /// The logs that were imported, as places number them.
    pub(super) imports: BTreeSet<usize>,
    leaned: BTreeSet<Arc<str>>,
    signs: Signs,
    elections: Elections,
    /// Whether claims are held against the log: not of an import that nobody vouches for.
    pub(crate) asks_claims: bool,
    /// When each log was opened, as places number them.
    pub(super) opened: BTreeMap<usize, Time>,
    /// The last coup and its log.
    pub(super) before: Option<(usize, CoupBefore)>,
    /// How many shoes were started, and which start the latest coup's shoe had.
    starts: u64,
    pub(super) latest_start: u64,
    /// But for those that were put away.
    pub(super) shoes: BTreeMap<String, Box<Shoe>>,
    pub(super) away: Away,
    /// How many final seals were read.
    pub(super) finals: u64,
    /// Shoes whose last coup waits; all others need no look when something follows.
    pub(super) awaiting_next: Vec<String>,
    pub(super) current_shoe: Option<String>,
    uncertain: BTreeSet<String>,
    /// Records of tournaments of which everything was said.
    ruled: BTreeSet<String>,
    missed: approval::Missed,
    /// Which log of the source is read, from 0.
    log: usize,
    /// Within which coups are judged.
    pub(super) window: Option<Window>,
    pub(super) used: Used,
    pub(super) totals: Totals,
    pub(super) waiting: Waiting,
    /// The gravest of what was told of the coup that comes next, before it came.
    pub(super) flagged: Option<Severity>,
    /// The coups of the shoe in play, while nothing is unusual about them.
    pub(super) quick: Quick,
    /// Where findings and judged coups go.
    pub(crate) out: Out<'s>,
}

impl<'s> TableAudit<'s> {
    pub(crate) fn new(settings: &'s Settings, open: Open, joined: bool, out: Out<'s>) -> Self {
        Self {
            asks_claims: !open.imported,
            settings,
            vouched: true,
            imports: BTreeSet::new(),
            open,
            joined,
            leaned: BTreeSet::new(),
            signs: Signs::default(),
            elections: Elections::default(),
            opened: BTreeMap::new(),
            before: None,
            starts: 0,
            latest_start: 0,
            shoes: BTreeMap::new(),
            away: Away::default(),
            finals: 0,
            awaiting_next: Vec::new(),
            current_shoe: None,
            uncertain: BTreeSet::new(),
            ruled: BTreeSet::new(),
            missed: approval::Missed::default(),
            log: 0,
            window: None,
            used: Used::new(),
            totals: Totals::default(),
            waiting: Waiting::default(),
            flagged: None,
            quick: Quick::default(),
            out,
        }
    }

    /// Of the source that leads, this log is read now, counted from 0: what is told once a log may be told again.
    pub(crate) fn reading(&mut self, log: usize) {
        if log > self.log {
            self.go_slow();
            self.log = log;
            self.uncertain.clear();
        }
    }

    /// Whether a moment lies within the window that is judged.
    pub(super) fn in_window(&self, moment: Moment) -> bool {
        self.window.is_none_or(|window| window.holds(moment))
    }

    pub(crate) fn record(&mut self, record: Record, source: usize) {
        self.interrupted_by(&record);
        let place = place_of(&record, source);
        self.out.muted = !self.in_window(record.at.moment());
        if !matches!(record.body, Body::Coup(_)) {
            self.flagged = None;
        }
        match record.body {
            Body::Session(_) => self.session(&place, record.at.moment()),
            Body::Limits(limits) => self.signs.put(record.at.moment(), limits, 0),
            Body::Options(options) => self.elect(record.at.moment(), options.elected, 0, &place),
            Body::Staff(staff) => self.staff(&staff, &place, 0),
            Body::Shoe(shoe) => self.shoe(shoe, &place, record.at.moment()),
            Body::Coup(coup) => self.coup(Round::of_one_log(coup, place, record.at, self.open.source.kind)),
            Body::Incident(incident) => self.incident(*incident, place, &record.at),
            Body::Seal(seal) if seal.is_final => {
                let at = record.at.moment();
                self.follow(|aftermath| aftermath.final_seal = aftermath.final_seal.or(Some(at)));
                self.finally_sealed();
            }
            Body::Open(open) => {
                if open.imported {
                    self.imports.insert(source);
                }
                self.opened.insert(source, record.at);
            }
            Body::Seal(_) | Body::Unknown(_) => {}
        }
    }

    /// What was found of a record of a tournament; a coup's follows when it is judged.
    pub(crate) fn session(&mut self, place: &Place, at: Moment) {
        let in_window = self.in_window(at);
        let muted = std::mem::replace(&mut self.out.muted, !in_window);
        self.ruled(place);
        self.out.muted = muted;
    }

    fn ruled(&mut self, place: &Place) {
        let Some(rulings) = &self.settings.tournaments else { return self.out.sink.tournament() };
        let Some(ruling) = ruling(rulings, place) else { return };
        // A log that was handed over twice tells nothing twice.
        let record = place.record_sha256.iter().filter(|_| !ruling.findings.is_empty() && !self.out.muted);
        if record.cloned().any(|record| !self.ruled.insert(record)) {
            return;
        }
        if let Some((ruleset, Some(why))) = &ruling.ruleset
            && !self.out.muted
            && self.uncertain.insert(ruleset.id.clone())
        {
            let chips = std::mem::take(&mut self.out.chips);
            self.out.tell(in_doubt(ruleset, why, place));
            self.out.chips = chips;
        }
        for finding in &ruling.findings {
            self.out.tell(Finding { place: place.clone(), ..finding.clone() });
        }
    }

    /// A table sign as a source tells of it; of several sources the one with the lowest `rank` counts.
    pub(crate) fn sign(&mut self, at: Moment, limits: Limits, rank: u8) {
        self.signs.put(at, limits, rank);
    }

    /// Who is on duty, as a source says; of several sources the one with the lowest `rank` counts.
    pub(crate) fn staff(&mut self, staff: &Staff, place: &Place, rank: u8) {
        let (_, file) = self.out.named(place.source);
        self.out.sink.staff(staff, place, &file, rank);
    }

    /// What was chosen of the options that the rules leave open, as a source says; of several sources the one with the
    /// lowest `rank` counts.
    pub(crate) fn elect(&mut self, at: Moment, elected: BTreeMap<String, String>, rank: u8, place: &Place) {
        let open = &self.open;
        let rules = match &self.settings.named {
            Some(named) => Some(Arc::clone(named)),
            None => {
                let found = self.settings.registry.in_force(&open.jurisdiction, &open.venue, &open.game, at.nanos);
                found.map(|found| found.ruleset)
            }
        };
        if let Some(rules) = rules {
            self.out.tell_all(not_offered(&rules, &elected, place));
        }
        self.elections.put(at, elected, rank);
    }

    /// The rules under what was chosen when play commenced; none, and why, where that is not known.
    fn elected(&self, ruleset: &Arc<Ruleset>, moment: Moment) -> Result<Arc<Ruleset>, Unelected> {
        if ruleset.options.is_empty() {
            return Ok(Arc::clone(ruleset));
        }
        ruleset.under(&self.elections.at(moment)).map_err(|why| Unelected::of(ruleset, why))
    }

    /// The moment that says in which span of days a coup is judged: when play commenced, as far as its log reaches and not
    /// after its own record. A coup whose times say otherwise is judged all the same.
    fn played(&self, commenced: Moment, written: Moment, log: usize) -> Moment {
        let opened = self.opened.get(&log).map_or(commenced, Time::moment);
        commenced.max(opened).min(written)
    }

    /// Tells what was found of a record beside the coups.
    pub(crate) fn tell_beside(&mut self, finding: Finding) {
        let in_window = finding.place.at.as_ref().is_none_or(|at| self.in_window(at.moment()));
        let muted = std::mem::replace(&mut self.out.muted, !in_window);
        self.out.tell(finding);
        self.out.muted = muted;
    }

    /// A coup number on a line that is no record counts as seen.
    pub(crate) fn seen(&mut self, seen: &Seen) {
        self.go_slow();
        let id = seen.shoe.clone().unwrap_or_default();
        self.take_back(&id);
        let shoe = self.shoes.entry(id.clone()).or_default();
        shoe.last_number = Some(seen.coup);
        shoe.unread_coup = true;
        if let Some(cut) = &mut shoe.cut {
            cut.unread();
        }
        let (below, at) = self.early(&id, seen.coup);
        for early in below.into_iter().chain(at) {
            self.without_its_coup(&id, early);
        }
    }

    pub(crate) fn finish(mut self) -> (Out<'s>, Totals, Used) {
        self.go_slow();
        for id in self.all_waiting() {
            self.take_back(&id);
            if let Some(pending) = self.shoes.get_mut(&id).and_then(|shoe| shoe.pending.take()) {
                self.release(pending);
            }
            if self.shoes.get(&id).is_some_and(|shoe| shoe.early.is_empty()) {
                self.shoes.remove(&id);
            }
        }
        let ids: Vec<String> = self.shoes.keys().cloned().collect();
        for id in ids {
            let (below, at) = self.early(&id, u64::MAX);
            for early in below.into_iter().chain(at) {
                self.without_its_coup(&id, early);
            }
        }
        (self.out, self.totals, self.used)
    }

    /// Tells what follows to every coup that waits for it.
    fn follow(&mut self, note: impl Fn(&mut Aftermath)) {
        for id in &self.awaiting_next {
            // What nobody vouches for does not end the time of a coup that a seal vouches for.
            if let Some(pending) = self.shoes.get_mut(id).and_then(|shoe| shoe.pending.as_mut())
                && (self.vouched || !pending.vouched)
            {
                note(&mut pending.aftermath);
            }
        }
    }

    /// The log is complete: a check that is still owed was not made. What waits is asked once it is judged.
    fn finally_sealed(&mut self) {
        let mut found = Vec::new();
        self.finals += 1;
        for shoe in self.shoes.values_mut() {
            shoe.sealed = shoe.pending.is_some();
            let owed = shoe.check_duties.iter().filter(|duty| duty.check_ends_it);
            found.extend(owed.map(unchecked));
            shoe.check_duties.retain(|duty| !duty.check_ends_it);
        }
        self.out.tell_all(found);
    }

    fn shoe(&mut self, record: ShoeRecord, place: &Place, at: Moment) {
        let id = record.shoe;
        self.take_back(&id);
        match record.event {
            ShoeEvent::Start { decks, burned, recirculates, .. } => {
                self.start(&id, decks, &burned, recirculates, place)
            }
            ShoeEvent::Burn(cards) => {
                let shoe = self.shoes.entry(id.clone()).or_default();
                if shoe.first_coup.is_none() {
                    shoe.burned.extend(cards.iter().map(|code| card(*code)));
                }
                shoe.burns.add(cards.len(), at);
                self.happened(id, Event::Burn(known(&cards), place.clone()));
            }
            ShoeEvent::CutCard => {
                self.shoes.entry(id).or_default().cut.get_or_insert_with(|| CutSeen::new(place.clone()));
            }
            ShoeEvent::Check => {
                let shoe = self.shoes.entry(id.clone()).or_default();
                shoe.check_duties.retain(|duty| !duty.check_ends_it);
                for early in shoe.early.values_mut().flatten() {
                    early.checked = true;
                }
                if let Some(pending) = &mut shoe.pending {
                    pending.aftermath.shoe_check = pending.aftermath.shoe_check.or(Some(at));
                }
                self.happened(id, Event::Check);
            }
            ShoeEvent::Replace { out, r#in } => self.happened(id, Event::Replace { out, put_in: r#in }),
            ShoeEvent::End => {
                let shoe = self.shoes.entry(id).or_default();
                shoe.ended = true;
                if let Some(pending) = &mut shoe.pending {
                    pending.aftermath.shoe_end = pending.aftermath.shoe_end.or(Some(at));
                }
            }
        }
    }

    /// Notes what happened to a shoe's cards: after the coup that waits, or before the first one.
    fn happened(&mut self, id: String, event: Event) {
        let shoe = self.shoes.entry(id).or_default();
        if shoe.pending.is_some() {
            shoe.since.push(event);
            return;
        }
        if let Event::Replace { out, put_in } = &event {
            replace(shoe, out, put_in);
            return;
        }
        let Some(composition) = &mut shoe.composition else { return };
        match event {
            Event::Burn(cards, place) => {
                let found = composition.burn(&cards, shoe.recirculates);
                if !shoe.record_fault {
                    self.out.tell_all(found.into_iter().map(|surplus| impossible(&place, surplus, "burned", None)));
                }
            }
            Event::Check => composition.check(),
            Event::Replace { .. } => {}
        }
    }

    fn start(
        &mut self,
        id: &str,
        decks: u32,
        burned: &[resettle_coup_log::CardCode],
        recirculates: bool,
        place: &Place,
    ) {
        if let Some(pending) = self.shoes.get_mut(id).and_then(|shoe| shoe.pending.take()) {
            self.release(pending);
        }
        let before = self.shoes.remove(id);
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
            shoe.burn_omitted = before.burn_omitted;
            if before.started && before.started_in != place.source {
                // A later log begins a shoe under an old name; its numbers may also go on.
                shoe.resumes_after = before.last_number;
            } else if before.started {
                shoe.record_fault = before.record_fault;
                shoe.resumes_after = before.last_number;
                shoe.first_coup.clone_from(&before.first_coup);
                if let Some(first) = &before.first_coup
                    && !shoe.record_fault
                {
                    shoe.record_fault = true;
                    self.out.tell(shoe_record(first, "it was started twice"));
                }
                shoe.started_twice = before.first_coup.is_none();
            }
        }
        let found = shoe.composition.as_mut().map(|composition| composition.burn(&known(burned), recirculates));
        self.out.tell_all(found.into_iter().flatten().map(|surplus| impossible(place, surplus, "burned", None)));
        self.current_shoe = Some(id.to_owned());
        self.shoes.insert(id.to_owned(), shoe);
    }

    /// Notes something that was found of the coup that comes next.
    pub(crate) fn note(&mut self, finding: Finding) {
        self.flag(Some(finding.severity));
        self.out.tell(finding);
    }

    /// Something that grave was told of the record that comes next.
    pub(crate) fn flag(&mut self, severity: Option<Severity>) {
        if severity.is_some() {
            self.go_slow();
        }
        self.flagged = self.flagged.max(severity);
    }

    /// A coup that no shoe dealt, as one source tells it: its number counts as seen, its stakes were due back.
    pub(crate) fn undealt(&mut self, coup: Box<Coup>, place: Place, written: Time, first: bool) {
        let commenced = commencement(&coup.times).unwrap_or(written.moment());
        let in_window = self.in_window(self.played(commenced, written.moment(), place.source));
        self.out.muted = !in_window;
        if in_window {
            let (wagers, staked, returned) = money(&coup);
            self.totals.wagers += wagers;
            self.totals.staked += staked;
            self.totals.returned += returned;
            self.totals.due += staked;
        }
        let mut worst = self.flagged.take();
        if first {
            self.totals.coups += u64::from(in_window);
            // It is no coup of the shoe's: what concerns the whole shoe waits for the first one that was dealt.
            let shoe = coup.shoe.as_deref();
            let id = shoe.unwrap_or_default();
            self.take_back(id);
            self.out.watch(Counting::At(place.source, place.line));
            let follows_unknown = self.number(id, coup.coup, shoe, &place);
            worst = worst.max(self.out.watch(Counting::No));
            self.shoes.entry(id.to_owned()).or_default().unread_coup = follows_unknown;
        }
        let (log, file) = self.out.named(place.source);
        self.out.seen(CoupSeen {
            log,
            file,
            commenced,
            written,
            ruleset: None,
            decks: None,
            cards_return: None,
            limits: TableLimits::default(),
            order: None,
            dealt: false,
            counts: first,
            result: CoupResult::Unknown,
            from_cards: false,
            totals: PerSide::default(),
            hands: None,
            due: coup.wagers.iter().flatten().map(|wager| i128::from(wager.stake)).collect(),
            not_judged: Vec::new(),
            not_at_risk: NotAtRisk::NotDealt.of_all(&coup),
            worst,
            trace: None,
            place,
            coup,
        });
    }

    pub(crate) fn coup(&mut self, round: Round) {
        let flagged = self.flagged.take();
        let Round { coup, place, written, .. } = &round;
        let id = coup.shoe.clone().unwrap_or_default();
        let at = written.moment();
        let round_unread = coup.unread_after;
        self.take_back(&id);
        self.next_of(&id, &coup.times, at);
        let (moment, ruleset) = self.commenced(&coup.times, at);
        let in_window = self.in_window(self.played(moment, at, place.source));
        self.out.muted = !in_window;
        self.out.watch(Counting::At(place.source, place.line));
        if !self.out.muted && self.settings.named.is_none() {
            self.out.tell_all(self.missed.at(&self.settings.registry, &self.open, moment, place));
        }
        let found = ruleset.map(|found| self.used(found, place));
        let (ruleset, unelected) = match found.map(|rules| self.elected(&rules, moment)) {
            None => (None, None),
            Some(Ok(rules)) => (Some(rules), None),
            Some(Err(why)) => (None, Some(why)),
        };
        let mut limits = self.signs.at(moment, coup.wagers.as_deref().unwrap_or_default());
        if let Some(terms) = self.settings.tournaments.as_ref().and_then(|known| ruling(known, place)?.terms.as_deref())
        {
            limits = limits.of_tournament(terms.chip);
        }
        // An ordinary coup may be found fault with where a session runs.
        if coup.tournament.is_some() || self.settings.tournaments.is_some() {
            self.out.chips = coup.tournament.is_some();
            self.ruled(place);
            self.out.chips = false;
        }
        if in_window {
            let (wagers, staked, returned) = money(coup);
            let totals = &mut self.totals;
            if coup.tournament.is_some() {
                totals.tournament.coups += 1;
                totals.tournament.wagers += wagers;
                totals.tournament.staked += staked;
                totals.tournament.returned += returned;
            } else {
                totals.coups += 1;
                totals.wagers += wagers;
                totals.staked += staked;
                totals.returned += returned;
            }
        }
        self.current_shoe = Some(id.clone());
        let mut incidents = Vec::new();
        if let Some(number) = coup.coup {
            let (below, at) = self.early(&id, number);
            for early in below {
                self.without_its_coup(&id, early);
            }
            incidents.extend(at.into_iter().map(|early| early.logged));
        }
        let Arrival { first_of_shoe, follows_unknown } =
            self.arrive(&id, coup.coup, coup.shoe.as_deref(), place, round.timed, ruleset.as_deref());
        let source = place.source;
        let before = self.before.take().filter(|(log, _)| *log == source).map(|(_, before)| before);
        self.before = Some((source, coup_before(&round, ruleset.as_deref())));
        let opened = self.opened.get(&source).cloned();
        let shoe = self.shoes.entry(id.clone()).or_default();
        shoe.unread_after = round_unread;
        let burns = Some(std::mem::take(&mut shoe.burns)).filter(|_| !follows_unknown);
        let cut = shoe.cut.clone();
        if follows_unknown {
            shoe.kept = Some(Kept::unknown());
            if let Some(composition) = &mut shoe.composition {
                composition.forget_rack();
            }
        }
        let aftermath = Aftermath::default();
        let worst = flagged.max(self.out.watch(Counting::No));
        let ticket = self.waiting.add(&id, &round);
        let vouched = self.vouched;
        let pending = Pending {
            round,
            read: None,
            vouched,
            in_window,
            ruleset,
            unelected,
            limits,
            aftermath,
            incidents,
            first_of_shoe,
            burns,
            cut,
            worst,
            commenced: moment,
            opened,
            before,
            around: Around::default(),
            ticket,
        };
        shoe.pending = Some(Box::new(pending));
        self.awaiting_next.push(id);
        while let Some(oldest) = self.waiting.too_many().map(str::to_owned) {
            self.take_back(&oldest);
            match self.shoes.get_mut(&oldest).and_then(|shoe| shoe.pending.take()) {
                Some(pending) => self.release(pending),
                None => break,
            }
            self.put_away(&oldest);
        }
    }

    /// A coup of this shoe arrives: who waits for that knows it, and the shoe's coup before it is judged.
    fn next_of(&mut self, id: &str, times: &Times, at: Moment) {
        self.follow(|aftermath| {
            if aftermath.next_coup.is_none() {
                aftermath.next_coup = Some((times.clone(), at));
            }
        });
        for before in std::mem::take(&mut self.awaiting_next) {
            if before != id {
                self.put_away(&before);
            }
        }
        if let Some(mut pending) = self.shoes.get_mut(id).and_then(|shoe| shoe.pending.take()) {
            pending.aftermath.deals_on = true;
            self.release(pending);
        }
    }

    /// The same for one that is read quickly.
    pub(super) fn arrives(&mut self, coup: &QuickCoup, id: &str) {
        let at = coup.at.moment();
        self.out.muted = !self.in_window(at);
        self.next_of(id, &coup.round_times(), at);
    }

    /// Whether a coup was judged by this ruleset before.
    pub(super) fn has_used(&self, id: &str) -> bool {
        self.used.contains_key(id)
    }

    /// Whether it was told that this ruleset is not certain to be in force.
    pub(super) fn told_uncertain(&self, id: &str) -> bool {
        self.uncertain.contains(id)
    }

    /// The one sign that holds for every wager, and since when.
    pub(super) fn steady_sign(&self) -> Option<(Option<Moment>, Rc<Limits>)> {
        self.signs.steady()
    }

    /// Whether a log of the table or its shoe is there to be asked about the shoe.
    fn asks_shoe(&self) -> bool {
        matches!(self.open.source.kind, SourceKind::Table | SourceKind::Shoe)
    }

    /// Coup numbers of a shoe go up by one; says whether the coup follows one that nobody can read.
    fn number(&mut self, id: &str, number: Option<u64>, named: Option<&str>, place: &Place) -> bool {
        let asks = self.asks_shoe();
        let shoe = self.shoes.entry(id.to_owned()).or_default();
        let mut follows_unknown = std::mem::take(&mut shoe.unread_coup);
        let left_out = std::mem::take(&mut shoe.unread_after);
        if let (Some(number), Some(_)) = (number, named) {
            let expected = shoe.last_number.map_or(1, |last| last.saturating_add(1));
            let begins_elsewhere = shoe.last_number.is_none() && !shoe.started;
            let resumed = shoe.resumes_after.take().map(|last| last.saturating_add(1));
            let follows = number == expected || resumed == Some(number);
            follows_unknown |= !follows && number > expected;
            // What an import could not read was told when it was made; its source had those coups.
            let was_left_out = number > expected && number - expected <= left_out;
            if !follows && !begins_elsewhere && !was_left_out && asks {
                let message = format!("coup {number} follows where {expected} was due");
                self.out.tell(Finding::new(Code::CoupGap, place, message).compared(expected, number));
            }
            shoe.last_number = Some(number);
        }
        follows_unknown
    }

    /// What a coup's arrival shows about its shoe.
    fn arrive(
        &mut self,
        id: &str,
        number: Option<u64>,
        named: Option<&str>,
        place: &Place,
        of_the_shoe: bool,
        ruleset: Option<&Ruleset>,
    ) -> Arrival {
        let follows_unknown = self.number(id, number, named, place);
        let asks = self.asks_shoe();
        let shoe = self.shoes.entry(id.to_owned()).or_default();
        let first = shoe.first_coup.is_none();
        // An export may leave the shoe's records out; then what needs them is not judged.
        let asks_records =
            asks && of_the_shoe && named.is_some() && (shoe.started || !self.imports.contains(&place.source));
        if asks_records && !shoe.record_fault {
            let fault = if !shoe.started {
                Some("no record starts it")
            } else if shoe.ended {
                Some("a coup was played from it after its end")
            } else if shoe.started_twice {
                Some("it was started twice")
            } else if shoe.nth_start < self.latest_start {
                Some("a coup was played from it after one of a shoe that was started later")
            } else {
                None
            };
            if let Some(fault) = fault {
                shoe.record_fault = true;
                let at = shoe.first_coup.as_ref().unwrap_or(place);
                self.out.tell(shoe_record(at, fault));
            }
        }
        self.latest_start = self.latest_start.max(shoe.nth_start);
        if first {
            shoe.first_coup = Some(place.clone());
        }
        for (out, put_in) in std::mem::take(&mut shoe.replaced) {
            self.out.tell(replaced_cards(place, &out, &put_in, ruleset));
        }
        if let Some(cut) = shoe.cut.as_mut().filter(|_| asks) {
            let elsewhere = cut.place.source != place.source;
            let file = elsewhere.then(|| self.out.named(cut.place.source).1);
            self.out.tell_all(cut.coup(ruleset, place, file.as_deref()));
        }
        if let Some(duty) = shoe.check_duties.first() {
            let message = if duty.check_ends_it {
                "the shoe went on without the check that was due"
            } else {
                "the device is void: no further coup may be played from this shoe"
            };
            let (_, file) = self.out.named(duty.since.source);
            let of = if duty.since.source == place.source { String::new() } else { format!(" of {file}") };
            let since = duty.since.line.map_or(String::new(), |line| format!(" (since line {line}{of})"));
            self.out.tell(
                Finding::new(Code::CheckMissing, place, format!("{message}{since}"))
                    .clause(Some(duty.clause.clone()))
                    .compared(if duty.check_ends_it { "a check" } else { "no coup" }, "a coup")
                    .reading(duty.reading),
            );
            shoe.check_duties.clear();
        }
        Arrival { first_of_shoe: first, follows_unknown }
    }

    /// Takes out the incidents that name a coup of the shoe below `number`, and that very one.
    fn early(&mut self, shoe: &str, number: u64) -> (Vec<Early>, Vec<Early>) {
        let Some(shoe) = self.shoes.get_mut(shoe) else { return (Vec::new(), Vec::new()) };
        let mut below = Vec::new();
        while let Some(first) = shoe.early.first_entry().filter(|first| *first.key() < number) {
            below.extend(first.remove());
        }
        (below, shoe.early.remove(&number).unwrap_or_default())
    }

    /// The coup that an incident named has no record: only the incident's duties can be asked.
    fn without_its_coup(&mut self, shoe: &str, early: Early) {
        self.duties_alone(Some(shoe), None, &early.logged, &early.written, early.checked);
    }

    /// When play commenced, and the ruleset that was in force then. Which of a coup's times that is the ruleset says.
    fn commenced(&self, times: &Times, written: Moment) -> (Moment, Option<InForce>) {
        let at = |which| commenced_at(times, which).map_or(written, Time::moment);
        if let Some(named) = &self.settings.named {
            let found = InForce { ruleset: Arc::clone(named), uncertain: None };
            return (at(named.moments.next_commencement), Some(found));
        }
        let open = &self.open;
        let found =
            |moment: Moment| self.settings.registry.in_force(&open.jurisdiction, &open.venue, &open.game, moment.nanos);
        for which in [RoundTime::Opened, RoundTime::FirstCard] {
            let moment = at(which);
            if let Some(in_force) = found(moment)
                && at(in_force.ruleset.moments.next_commencement) == moment
            {
                return (moment, Some(in_force));
            }
        }
        let moment = at(RoundTime::Opened);
        (moment, found(moment))
    }

    /// Notes that a ruleset judges the coup at this place.
    fn used(&mut self, found: InForce, place: &Place) -> Arc<Ruleset> {
        let InForce { ruleset, uncertain } = found;
        if self.out.muted {
            return ruleset;
        }
        if let Some(why) = uncertain
            && self.uncertain.insert(ruleset.id.clone())
        {
            self.out.tell(in_doubt(&ruleset, &why, place));
        }
        if !self.used.contains_key(&ruleset.id) {
            self.out.tell_all(approval::finding(&self.settings.registry, &ruleset, place));
        }
        let used = self.used.entry(ruleset.id.clone()).or_insert_with(|| (Arc::clone(&ruleset), 0));
        used.1 += 1;
        ruleset
    }

    /// What the log shows around a coup whose time has come.
    fn around(&self, pending: &Pending, shoe: &Shoe) -> Around {
        let returns = returns(pending, shoe);
        let carried = shoe.kept.as_ref().and_then(|kept| kept.card);
        let left = shoe
            .composition
            .as_ref()
            .filter(|_| shoe.asked())
            .map(|composition| composition.left_after(drawn(&pending.round.coup, carried), returns));
        Around {
            asked: self.asks_claims,
            slack: self.settings.slack,
            opened: pending.opened.clone(),
            before: pending.before.clone(),
            deals_on: pending.aftermath.deals_on,
            burned_after: shoe.burns.beside(before_each(pending.ruleset.as_deref())),
            burned_besides: burned_besides(pending, shoe),
            returns,
            left,
            shown_before: shoe.shown.clone(),
        }
    }

    fn incident(&mut self, incident: Incident, place: Place, written: &Time) {
        let opened = self.opened.get(&place.source).cloned();
        let written = written.clone();
        let logged = Logged { irregularity: incident.irregularity, place, written, opened, implied: false };
        let written = &logged.written.clone();
        let named = incident.shoe.clone().or_else(|| self.current_shoe.clone());
        named.iter().for_each(|id| self.take_back(id));
        if let (Some(id), Some(number)) = (&named, incident.coup) {
            let shoe = self.shoes.entry(id.clone()).or_default();
            match &mut shoe.pending {
                Some(pending) if pending.round.coup.coup == Some(number) && !shoe.unread_coup => {
                    pending.incidents.push(logged);
                    return;
                }
                _ if shoe.last_number.is_none_or(|last| number > last) => {
                    let early = Early { logged, written: written.clone(), checked: false };
                    shoe.early.entry(number).or_default().push(early);
                    return;
                }
                _ => {}
            }
        }
        if let Some(exposure) = exposure(&logged.irregularity)
            && let Some(id) = &named
        {
            self.shoes.entry(id.clone()).or_default().shown_since.push(exposure);
        }
        self.duties_alone(named.as_deref(), incident.coup, &logged, written, false);
    }

    /// An incident that concerns no coup any more: who had to be told, and whether the shoe may go on.
    fn duties_alone(&mut self, shoe: Option<&str>, coup: Option<u64>, logged: &Logged, written: &Time, checked: bool) {
        if logged.irregularity.kind == Kind::BurnOmitted
            && let Some(id) = shoe
        {
            let shoe = self.shoes.entry(id.to_owned()).or_default();
            shoe.burn_omitted = true;
            shoe.burns.omitted = true;
        }
        let ruleset = match &self.settings.named {
            Some(named) => Some(Arc::clone(named)),
            None => {
                let open = &self.open;
                let registry = &self.settings.registry;
                let found = registry.in_force(&open.jurisdiction, &open.venue, &open.game, written.moment().nanos);
                found.map(|found| found.ruleset)
            }
        };
        let Some(ruleset) = ruleset else {
            self.out.register(about_incident(logged, shoe, coup, None, None, &[]));
            return;
        };
        let asked = self.asks_claims;
        let circumstances = Circumstances { ruleset: &ruleset, cards: &[], next: None, settled: None, asked };
        let effects = Effects::of(&circumstances, std::slice::from_ref(logged));
        let mut found: Vec<Finding> =
            incident_clock(logged, self.settings.slack).filter(|_| asked).into_iter().collect();
        for effect in &effects.all {
            found.extend(undecided(&ruleset, effect));
            let Some(row) = effect.row else { continue };
            if let Some(notify) = &row.notify {
                let finding = notification_missing(&logged.place, notify, &logged.irregularity.notified);
                let reading = ruleset.duties_rest_on_a_reading(row);
                found
                    .extend(finding.map(|finding| finding.clause(Some(ruleset.cite(&notify.clause))).reading(reading)));
            }
        }
        let clause = effects.all.first().and_then(|effect| effect.clause).map(|clause| ruleset.cite(clause));
        self.out.register(about_incident(logged, shoe, coup, Some(&ruleset), clause, &found));
        self.out.tell_all(found);
        if let Some(shoe) = shoe.and_then(|id| self.shoes.get_mut(id)) {
            shoe.accounts.extend(accounted(std::slice::from_ref(logged), None));
            let duties = check_duties(&ruleset, &effects, &logged.place);
            shoe.check_duties.extend(duties.into_iter().filter(|duty| !(duty.check_ends_it && checked)));
        }
    }

    /// Judges a coup whose time has come, and takes over what it leaves to its shoe.
    fn release(&mut self, mut pending: Box<Pending>) {
        self.waiting.remove(pending.ticket);
        let muted = std::mem::replace(&mut self.out.muted, !pending.in_window);
        let id = pending.round.coup.shoe.clone().unwrap_or_default();
        let mut shoe = self.shoes.remove(&id).unwrap_or_default();
        let irregularities = pending.irregularities(|source| self.opened.get(&source).cloned());
        let logged = with_implied(&pending.round.coup, &pending.round.place, &pending.round.written, irregularities);
        pending.around = self.around(&pending, &shoe);
        let may_trace = self.out.sink.steps().may_want(&pending.round.coup);
        let before = may_trace.then(|| Before::of(&pending, &shoe));
        self.out.watch(Counting::All);
        self.out.chips = pending.round.coup.tournament.is_some();
        let judged = match pending.ruleset.clone() {
            Some(ruleset) => self.judge(&ruleset, &pending, &logged, &mut shoe),
            None => self.unjudged(&pending, &logged, &mut shoe),
        };
        self.out.chips = false;
        let worst = pending.worst.max(self.out.watch(Counting::No));
        self.since(&pending, &mut shoe);
        let wanted = before.filter(|_| self.out.sink.steps().wants(&pending.round.coup, worst));
        let trace = wanted.map(|before| self.retrace(&pending, &logged, before));
        let decks = shoe.composition.as_ref().filter(|_| shoe.started).map(|composition| composition.decks());
        let cards_return = pending.ruleset.as_ref().filter(|ruleset| shoe.cards_return(ruleset)).map(|_| true);
        let cards_return = cards_return.or(shoe.started.then_some(shoe.recirculates));
        // A new shoe of the same id may have been put there meanwhile only by `start`, which releases first.
        self.shoes.insert(id, shoe);
        let Pending { round, ruleset, commenced, limits, .. } = *pending;
        let (log, file) = self.out.named(round.place.source);
        let not_at_risk = match judged.is_void || judged.had_to_be_void {
            true => NotAtRisk::VoidCoup.of_all(&round.coup),
            false => judged.not_at_risk,
        };
        let result = match &ruleset {
            None => CoupResult::from(round.coup.declared.and_then(|declared| declared.result)),
            Some(_) if judged.is_void || judged.had_to_be_void => CoupResult::Void,
            Some(_) => CoupResult::from(judged.outcome.winner),
        };
        let order = judged.hands.as_ref().and(round.coup.reconstructed_cards.as_ref()).map(|_| match judged.as_drawn {
            true => CardOrder::Drawn,
            false => CardOrder::Reconstructed,
        });
        self.out.seen(CoupSeen {
            log,
            file,
            commenced,
            written: round.written,
            ruleset,
            decks,
            cards_return,
            limits,
            order,
            dealt: true,
            counts: true,
            result,
            from_cards: judged.hands.is_some(),
            totals: judged.outcome.totals,
            hands: judged.hands,
            due: judged.dues,
            not_judged: judged.not_judged,
            not_at_risk,
            worst,
            trace,
            place: round.place,
            coup: round.coup,
        });
        self.out.muted = muted;
    }

    /// Whether the log was imported in which a coup stands.
    fn is_import(&self, pending: &Pending) -> bool {
        self.imports.contains(&pending.round.place.source)
    }

    /// What was due of a coup, among the money or among the chips.
    fn due(&mut self, pending: &Pending, due: i128) {
        if pending.in_window {
            let chips = pending.round.coup.tournament.is_some();
            *(if chips { &mut self.totals.tournament.due } else { &mut self.totals.due }) += due;
        }
    }

    fn unjudged(&mut self, pending: &Pending, logged: &[Logged], shoe: &mut Shoe) -> Judged {
        for logged in logged.iter().filter(|logged| !logged.implied) {
            self.out.register(about_unjudged(&pending.round.coup, pending.commenced, logged));
        }
        shoe.shown = logged.iter().filter_map(|logged| exposure(&logged.irregularity)).collect();
        shoe.shown.append(&mut shoe.shown_since);
        let open = self.open.clone();
        self.out.tell(match &pending.unelected {
            Some(why) => why.finding(&pending.round.place),
            None => {
                let message = "no ruleset at hand was in force when play commenced: nothing of this coup is settled";
                Finding::new(Code::NoneInForce, &pending.round.place, message)
                    .compared(format!("a ruleset of {}/{}/{}", open.jurisdiction, open.venue, open.game), "none")
            }
        });
        let coup = &pending.round.coup;
        let (_, _, returned) = money(coup);
        self.due(pending, returned);
        self.out.tell_all(disorder(&coup.times, &pending.round.place));
        self.out.tell_all(missing_sections(coup, &pending.round.place, open.source.kind, self.is_import(pending)));
        let carried = shoe.kept.take().and_then(|kept| kept.card);
        shoe.kept = kept_as_logged(coup);
        self.compose(pending, shoe, carried, &[], false);
        let dues: Vec<i128> = coup.wagers.iter().flatten().map(net).collect();
        Judged { not_judged: (0..dues.len()).collect(), dues, ..Judged::default() }
    }

    fn judge(&mut self, ruleset: &Arc<Ruleset>, pending: &Pending, logged: &[Logged], shoe: &mut Shoe) -> Judged {
        let kept_before = shoe.kept.take();
        let tolerances = pending.tolerances();
        let owed = kept_before.as_ref().and_then(|kept| kept.no_bet_clause.clone());
        let case = self.case(ruleset, pending, logged, &tolerances, owed);
        let next = case.next;
        let mut judged = judge(&case);
        let register = about_coup(&case, ruleset, &judged, &judged.findings);
        let heard = std::mem::take(&mut judged.heard);
        let logged = heard.as_slice();
        for mut entry in register {
            // What a coup of a tournament moves is no money.
            entry.chips = pending.round.coup.tournament.is_some();
            entry.moved = entry.moved.filter(|_| !entry.chips);
            self.out.register(entry);
        }
        if pending.first_of_shoe {
            self.first_coup(ruleset, pending, shoe);
        }
        let burns = {
            let settled = pending.round.coup.times.settled.as_ref().map(Time::moment);
            let circumstances = Circumstances { ruleset, cards: &[], next, settled, asked: pending.around.asked };
            Effects::of(&circumstances, logged).has(Consequence::Burned)
        };
        let more = std::mem::replace(&mut shoe.burns_more, burns) || burns;
        self.burned(ruleset, pending, logged, shoe, more);
        if judged.deal_judged {
            self.out.tell_all(carried_card(&pending.round.coup, &pending.round.place, kept_before.as_ref()));
        }
        shoe.kept = kept_card(&pending.round.coup, &judged);
        let carried = kept_before.and_then(|kept| kept.card);
        self.due(pending, judged.due);
        for clock in judged.leaned.iter().filter_map(|at| pending.round.clocks.get(*at)) {
            if !self.out.muted && self.leaned.insert(Arc::clone(&clock.source)) {
                self.out.tell(leaning(&pending.round, &judged.leaned, clock));
            }
        }
        self.out.tell_all(std::mem::take(&mut judged.findings));
        let checked = shoe.since.iter().any(|event| matches!(event, Event::Check));
        let settled = pending.round.coup.times.settled.as_ref().map(Time::moment);
        let circumstances = Circumstances { ruleset, cards: &[], next, settled, asked: pending.around.asked };
        let duties = check_duties(ruleset, &Effects::of(&circumstances, logged), &pending.round.place);
        let owed = duties.into_iter().filter(|duty| !(duty.check_ends_it && checked));
        let (too_late, owed): (Vec<_>, Vec<_>) = owed.partition(|duty| duty.check_ends_it && shoe.sealed);
        self.out.tell_all(too_late.iter().map(unchecked));
        shoe.check_duties.extend(owed);
        shoe.accounts.extend(accounted(logged, pending.round.coup.cards.as_deref()));
        shoe.shown = logged.iter().filter_map(|logged| exposure(&logged.irregularity)).collect();
        shoe.shown.append(&mut shoe.shown_since);
        self.compose(pending, shoe, carried, &not_of_the_shoe(logged), judged.deal_judged);
        judged
    }

    /// A coup and everything around it that its judgement needs.
    pub(super) fn case<'a>(
        &'a self,
        ruleset: &'a Ruleset,
        pending: &'a Pending,
        logged: &'a [Logged],
        tolerances: &'a [i128],
        owes_no_bet: Option<String>,
    ) -> Case<'a> {
        let round = &pending.round;
        let is_table = self.open.source.kind == SourceKind::Table;
        Case {
            ruleset,
            coup: &round.coup,
            place: &round.place,
            wager_places: &round.wager_places,
            tolerances,
            all_wagers: round.all_wagers,
            wrd_place: round.wrd_place.as_ref().unwrap_or(&round.place),
            written: &round.written,
            around: &pending.around,
            irregularities: logged,
            limits: &pending.limits,
            terms: self.settings.tournaments.as_ref().and_then(|known| ruling(known, &round.place)?.terms.as_deref()),
            next: pending.aftermath.next_commencement(&ruleset.moments),
            source: self.open.source.kind,
            asks_times: (is_table || (self.joined && round.timed)) && !self.is_import(pending),
            imported: self.is_import(pending),
            owes_no_bet,
            trace: None,
        }
    }

    /// What concerns the whole shoe, asked with its first coup.
    fn first_coup(&mut self, ruleset: &Ruleset, pending: &Pending, shoe: &Shoe) {
        let Some(composition) = shoe.composition.as_ref().filter(|_| shoe.started) else { return };
        let decks = composition.decks();
        let range = &ruleset.decks;
        if !range.allows(decks) {
            let (outside, wanted) = match range.only {
                Some(_) => ("not", range.in_words()),
                None => ("outside", format!("{} to {}", range.min, range.max)),
            };
            let message = format!("the shoe has {decks} decks, {outside} {wanted}");
            self.out.tell(
                Finding::new(Code::DecksOutOfRange, &pending.round.place, message)
                    .clause(Some(ruleset.cite(&range.clause)))
                    .compared(wanted, decks),
            );
        }
    }

    /// Whether cards were burned before the coup as the rules say.
    fn burned(&mut self, ruleset: &Ruleset, pending: &Pending, logged: &[Logged], shoe: &Shoe, more: bool) {
        let known = shoe.composition.is_some() && shoe.started;
        let omitted = || logged.iter().any(|logged| logged.irregularity.kind == Kind::BurnOmitted);
        let Some(burns) = pending.burns.as_ref().filter(|_| known) else { return };
        let times = &pending.round.coup.times;
        let due = if pending.first_of_shoe {
            if shoe.burn_omitted || omitted() {
                return;
            }
            // A card that was burned once the coup was dealt is none of those before play, where their number is due.
            let late = burns.all() - burns.before(times);
            let some = ruleset.deal.burn_before_coup.is_none()
                && ruleset.deal.burn_at_start.as_ref().is_some_and(|burn| burn.count == BurnCount::Some);
            let before = shoe.burned.len().saturating_sub(if some { 0 } else { late });
            Due::First { cards: shoe.burned.get(..before).unwrap_or_default(), more }
        } else {
            if !self.asks_shoe() || !shoe.asked() || burns.omitted || omitted() {
                return;
            }
            Due::Later { burned: burns.before(times), more }
        };
        self.out.tell_all(burn_fault(ruleset, &due, &pending.round.place));
    }

    /// Counts the coup's cards.
    fn compose(&mut self, pending: &Pending, shoe: &mut Shoe, carried: Option<Card>, left_out: &[usize], judged: bool) {
        let returns = returns(pending, shoe);
        let asked = shoe.asked();
        let ruleset = pending.ruleset.as_deref();
        let cards = cards_of(&pending.round.coup, left_out);
        if let Some(composition) = &mut shoe.composition {
            let found = composition.coup(&cards, carried, returns, judged && asked);
            composition.drew(drawn(&pending.round.coup, carried));
            let told = found.into_iter().map(|surplus| impossible(&pending.round.place, surplus, "dealt", ruleset));
            self.out.tell_all(told);
        }
    }

    /// Counts what happened to the shoe's cards after the coup.
    fn since(&mut self, pending: &Pending, shoe: &mut Shoe) {
        let returns = returns(pending, shoe);
        let asked = shoe.asked();
        for event in std::mem::take(&mut shoe.since) {
            if let Event::Replace { out, put_in } = &event {
                replace(shoe, out, put_in);
                continue;
            }
            let Some(composition) = &mut shoe.composition else { continue };
            match event {
                Event::Burn(cards, place) => {
                    let found = composition.burn(&cards, returns);
                    if asked {
                        let ruleset = pending.ruleset.as_deref();
                        let told = found.into_iter().map(|surplus| impossible(&place, surplus, "burned", ruleset));
                        self.out.tell_all(told);
                    }
                }
                Event::Check => composition.check(),
                Event::Replace { .. } => {}
            }
        }
    }
}

/// Whether a card was burned before a coup beside those that are due; where nobody knows, one may have been.
fn burned_besides(pending: &Pending, shoe: &Shoe) -> bool {
    let (Some(ruleset), Some(burns)) = (&pending.ruleset, &pending.burns) else { return true };
    if !pending.first_of_shoe {
        return burns.beside(before_each(Some(ruleset)));
    }
    let least = match ruleset.deal.burn_at_start.as_ref().map(|burn| burn.count) {
        Some(BurnCount::Some) => Some(before_each(Some(ruleset)) + 1),
        _ => before_play(ruleset, &shoe.burned),
    };
    shoe.burned.len() > least.unwrap_or(0)
}

/// How many cards the rules burn before each coup.
fn before_each(ruleset: Option<&Ruleset>) -> usize {
    ruleset.and_then(|ruleset| ruleset.deal.burn_before_coup.as_ref()).map_or(0, |burn| burn.number)
}

/// Whether cards return to the shoe in play.
pub(super) fn returns(pending: &Pending, shoe: &Shoe) -> bool {
    shoe.recirculates || pending.ruleset.as_ref().is_some_and(|ruleset| ruleset.deal.cards_return.is_some())
}

/// How many cards a coup drew from the device, a kept one not counted again.
fn drawn(coup: &Coup, carried: Option<Card>) -> usize {
    let codes = coup.cards.as_deref().unwrap_or_default();
    let kept = carried.is_some() && codes.first().and_then(|code| card(*code)) == carried;
    codes.len() - usize::from(kept)
}

/// What a coup is to the one after it in the same log.
fn coup_before(round: &Round, ruleset: Option<&Ruleset>) -> CoupBefore {
    let which = ruleset.map_or(RoundTime::Opened, |ruleset| ruleset.moments.next_commencement);
    let times = &round.coup.times;
    let settled = times
        .settled
        .clone()
        .map(|settled| if after(&settled, &round.written, 0) { round.written.clone() } else { settled });
    CoupBefore { commenced: commenced_at(times, which).cloned(), settled }
}

/// The cards that irregularities account for when cards are replaced.
fn accounted(logged: &[Logged], cards: Option<&[CardCode]>) -> Vec<Accounted> {
    let named = |logged: &Logged| logged.irregularity.facts.card.and_then(|at| cards?.get(at).copied());
    logged
        .iter()
        .filter_map(|logged| match logged.irregularity.kind {
            Kind::ForeignCard | Kind::ExtraCard => Some(Accounted::Out(named(logged))),
            Kind::MissingCard => Some(Accounted::In(named(logged))),
            _ => None,
        })
        .collect()
}

/// Cards of a shoe were taken out and others put in: what nothing accounts for is told at its next coup.
fn replace(shoe: &mut Shoe, out: &[CardCode], put_in: &[CardCode]) {
    let (out, put_in) = unaccounted(out, put_in, &mut shoe.accounts);
    if out.is_empty() && put_in.is_empty() {
        return;
    }
    if let Some(composition) = &mut shoe.composition {
        composition.replaced(&known(&out), &known(&put_in));
    }
    shoe.replaced.push((out, put_in));
}

fn replaced_cards(place: &Place, out: &[CardCode], put_in: &[CardCode], ruleset: Option<&Ruleset>) -> Finding {
    // As many as fit on a line.
    let words = |codes: &[CardCode]| {
        let mut words: Vec<String> = codes.iter().take(10).map(ToString::to_string).collect();
        if codes.len() > words.len() {
            words.push(format!("and {} more", codes.len() - words.len()));
        }
        if words.is_empty() { "nothing".to_owned() } else { words.join(" ") }
    };
    let (out, put_in) = (words(out), words(put_in));
    let message =
        format!("cards of the shoe were replaced by others since its last coup: {out} taken out, {put_in} put in");
    Finding::new(Code::ReplacedCards, place, message)
        .clause(ruleset.map(|ruleset| ruleset.cite(ruleset.decks.replaced.as_ref().unwrap_or(&ruleset.decks.clause))))
        .compared("the cards taken out", put_in)
}

/// A check that was owed when the log was finally sealed.
fn unchecked(duty: &CheckDuty) -> Finding {
    let message = "the log was finally sealed without the check of the shoe that this coup owes";
    Finding::new(Code::CheckMissing, &duty.owes, message)
        .clause(Some(duty.clause.clone()))
        .compared("a check", "none")
        .reading(duty.reading)
}

/// The known cards of a coup, but for those at the indexes left out.
pub(super) fn cards_of(coup: &Coup, left_out: &[usize]) -> Vec<Card> {
    let numbered = coup.cards.iter().flatten().enumerate();
    numbered.filter(|(at, _)| !left_out.contains(at)).filter_map(|(_, code)| card(*code)).collect()
}

/// Indexes of cards that an irregularity says are none of the shoe's.
pub(super) fn not_of_the_shoe(logged: &[Logged]) -> Vec<usize> {
    let foreign =
        logged.iter().filter(|logged| matches!(logged.irregularity.kind, Kind::ForeignCard | Kind::ExtraCard));
    foreign.filter_map(|logged| logged.irregularity.facts.card).collect()
}

/// What a coup's arrival shows.
struct Arrival {
    first_of_shoe: bool,
    /// Whether a coup lies before it that no record tells of.
    follows_unknown: bool,
}

/// What was found of the record at a place, if it is one of a tournament.
pub(super) fn ruling<'r>(rulings: &'r Rulings, place: &Place) -> Option<&'r Ruling> {
    rulings.of(&Digest::from_hex(place.record_sha256.as_deref()?)?)
}

fn in_doubt(ruleset: &Ruleset, why: &str, place: &Place) -> Finding {
    let message = format!("judged by {}, but that this was in force is uncertain: {why}", ruleset.id);
    Finding::new(Code::Uncertain, place, message).compared("a stated date", ruleset.id.clone())
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

/// A wager counts as in time only because its source's clock may be off.
fn leaning(round: &Round, leaned: &[usize], clock: &Clock) -> Finding {
    let at = leaned.iter().copied().find(|at| round.clocks.get(*at).is_some_and(|own| own.source == clock.source));
    let place = at.and_then(|at| round.wager_places.get(at)).unwrap_or(&round.place);
    let wager = at.and_then(|at| round.coup.wagers.as_ref()?.get(at));
    let milliseconds = clock.tolerance / 1_000_000;
    let message = format!(
        "wagers of {} count as in time only by the tolerance of {milliseconds} ms stated for its clock; told once",
        clock.source
    );
    let finding = Finding::new(Code::ClockTolerance, place, message).compared("in time", "late by the clock");
    match wager {
        Some(wager) => finding.wager(&wager.name),
        None => finding,
    }
}

fn known(codes: &[resettle_coup_log::CardCode]) -> Vec<Card> {
    codes.iter().filter_map(|code| card(*code)).collect()
}

fn shoe_record(place: &Place, what: &str) -> Finding {
    let message = format!("the shoe's records do not fit its coups: {what}; its composition is not judged");
    Finding::new(Code::ShoeRecord, place, message).compared("one start before the coups, no coup after the end", what)
}

fn impossible(place: &Place, surplus: Surplus, how: &str, ruleset: Option<&Ruleset>) -> Finding {
    let Surplus { card, copies, held } = surplus;
    let message = format!("copy {copies} of {card} was {how}, and the device can hold {held}");
    Finding::new(Code::ImpossibleCard, place, message)
        .clause(ruleset.map(|ruleset| ruleset.cite(&ruleset.decks.clause)))
        .compared(format!("at most {held} of {card}"), copies)
}

/// The coup after a kept card begins with it; what counts is that the card stands in both.
fn carried_card(coup: &Coup, place: &Place, kept: Option<&Kept>) -> Option<Finding> {
    let first = coup.cards.as_ref().and_then(|cards| cards.first());
    match kept {
        Some(Kept { card: Some(wanted), by_right, .. }) => {
            let found = card(*first?)?;
            if found == *wanted || !(*by_right || coup.carried) {
                return None;
            }
            let message = format!("the coup before kept {wanted} as this coup's first card; it begins with {found}");
            Some(Finding::new(Code::CarriedCard, place, message).compared(wanted, found))
        }
        Some(Kept { card: None, .. }) => None,
        None if coup.carried => {
            let message = "the coup says that its first card was carried over, but the coup before kept none";
            Some(Finding::new(Code::CarriedCard, place, message).compared("no carried card", "carried"))
        }
        None => None,
    }
}

/// The card that lies in this coup and the next: kept by right, or at least logged as kept.
pub(super) fn kept_card(coup: &Coup, judged: &Judged) -> Option<Kept> {
    if let Some((card, no_bet_clause)) = &judged.kept {
        return Some(Kept { card: Some(*card), by_right: true, no_bet_clause: no_bet_clause.clone() });
    }
    kept_as_logged(coup)
}

pub(super) fn kept_as_logged(coup: &Coup) -> Option<Kept> {
    let at = coup.to.as_ref()?.iter().position(|to| *to == To::Next)?;
    let codes = coup.reconstructed_cards.as_ref().or(coup.cards.as_ref())?;
    Some(Kept { card: card(*codes.get(at)?), by_right: false, no_bet_clause: None })
}

/// The checks that the irregularities of a coup or an incident demand before the shoe goes on.
fn check_duties(ruleset: &Ruleset, effects: &Effects<'_>, owes: &Place) -> Vec<CheckDuty> {
    let mut duties = Vec::new();
    for effect in effects.all.iter().filter(|effect| !effect.logged.implied) {
        let since = effect.logged.place.clone();
        if let Some(check) = effect.row.and_then(|row| row.check.as_ref()) {
            let reading = effect.row.is_some_and(|row| ruleset.duties_rest_on_a_reading(row));
            let (clause, owes) = (ruleset.cite(&check.clause), owes.clone());
            duties.push(CheckDuty { clause, check_ends_it: true, reading, since, owes });
        } else if let (Some(Consequence::DeviceVoid), Some(clause)) = (effect.then, effect.clause) {
            let (clause, owes) = (ruleset.cite(clause), owes.clone());
            duties.push(CheckDuty { clause, check_ends_it: false, reading: false, since, owes });
        }
    }
    duties
}
