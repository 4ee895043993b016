use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use resettle_coup_log::{Body, Coup, Incident, Moment, Open, Record, Seen, ShoeEvent, ShoeRecord, SourceKind, Time};
use resettle_game::Card;
use resettle_ruleset::{Consequence, Ruleset};
use resettle_words::{Kind, To};

use super::approval;
use super::log::{Settings, Totals};
use super::pending::{Clock, Pending, Round};
use super::shoe::{Early, Event, Kept, Shoe};
use super::signs::Signs;
use crate::catalogue::Code;
use crate::coup::card;
use crate::finding::{Finding, Place};
use crate::irregularity::{Circumstances, Effects, Logged};
use crate::judge::{Case, Judged, disorder, judge, missing_sections, money, notification_missing, with_implied};
use crate::moments::{Aftermath, commencement};
use crate::shoe::{CheckDuty, Composition, Surplus};
use crate::trace::{self, CoupName, CoupTrace, Trace};

/// The rulesets used, by id, with the number of coups.
pub(crate) type Used = BTreeMap<String, (Arc<Ruleset>, u64)>;

/// What a table came to.
#[derive(Default)]
pub(crate) struct Outcome {
    pub(crate) findings: Vec<Finding>,
    pub(crate) totals: Totals,
    pub(crate) used: Used,
    pub(crate) traces: Vec<CoupTrace>,
}

/// Replays the records of one table in their order.
pub(crate) struct TableAudit<'s> {
    settings: &'s Settings,
    open: Open,
    /// Whether several sources of the table are judged together.
    joined: bool,
    leaned: BTreeSet<Arc<str>>,
    signs: Signs,
    shoes: BTreeMap<String, Shoe>,
    /// Shoes whose last coup waits; all others need no look when something follows.
    awaiting_next: Vec<String>,
    current_shoe: Option<String>,
    uncertain: BTreeSet<String>,
    used: Used,
    totals: Totals,
    findings: Vec<Finding>,
    /// The coup whose judgement is written down.
    explain: Option<CoupName>,
    traces: Vec<CoupTrace>,
}

impl<'s> TableAudit<'s> {
    pub(crate) fn new(settings: &'s Settings, open: Open, joined: bool) -> Self {
        Self {
            settings,
            open,
            joined,
            leaned: BTreeSet::new(),
            signs: Signs::default(),
            shoes: BTreeMap::new(),
            awaiting_next: Vec::new(),
            current_shoe: None,
            uncertain: BTreeSet::new(),
            used: Used::new(),
            totals: Totals::default(),
            findings: Vec::new(),
            explain: None,
            traces: Vec::new(),
        }
    }

    /// Asks for the steps by which one coup is judged.
    pub(crate) fn explaining(mut self, coup: Option<&CoupName>) -> Self {
        self.explain = coup.cloned();
        self
    }

    pub(crate) fn record(&mut self, record: Record, source: usize) {
        let place = place_of(&record, source);
        match record.body {
            Body::Limits(limits) => self.signs.put(record.at.moment(), limits),
            Body::Shoe(shoe) => self.shoe(shoe, &place, record.at.moment()),
            Body::Coup(coup) => self.coup(Round::of_one_log(coup, place, record.at, self.open.source.kind)),
            Body::Incident(incident) => self.incident(*incident, place, &record.at),
            Body::Seal(seal) if seal.is_final => {
                let at = record.at.moment();
                self.follow(|aftermath| aftermath.final_seal = aftermath.final_seal.or(Some(at)));
            }
            Body::Open(_) | Body::Seal(_) | Body::Session | Body::Unknown(_) => {}
        }
    }

    /// A coup number on a line that is no record counts as seen.
    pub(crate) fn seen(&mut self, seen: &Seen) {
        let id = seen.shoe.clone().unwrap_or_default();
        let shoe = self.shoes.entry(id.clone()).or_default();
        shoe.last_number = Some(seen.coup);
        shoe.unread_coup = true;
        let (below, at) = self.early(&id, seen.coup);
        for early in below.into_iter().chain(at) {
            self.without_its_coup(&id, early);
        }
    }

    pub(crate) fn finish(mut self) -> Outcome {
        let mut waiting: Vec<Pending> = self.shoes.values_mut().filter_map(|shoe| shoe.pending.take()).collect();
        waiting.sort_by_key(|pending| (pending.round.place.line, pending.round.place.source));
        for pending in waiting {
            self.release(pending);
        }
        let ids: Vec<String> = self.shoes.keys().cloned().collect();
        for id in ids {
            let (below, at) = self.early(&id, u64::MAX);
            for early in below.into_iter().chain(at) {
                self.without_its_coup(&id, early);
            }
        }
        Outcome { findings: self.findings, totals: self.totals, used: self.used, traces: self.traces }
    }

    /// Tells what follows to every coup that waits for it.
    fn follow(&mut self, note: impl Fn(&mut Aftermath)) {
        for id in &self.awaiting_next {
            if let Some(pending) = self.shoes.get_mut(id).and_then(|shoe| shoe.pending.as_mut()) {
                note(&mut pending.aftermath);
            }
        }
    }

    fn shoe(&mut self, record: ShoeRecord, place: &Place, at: Moment) {
        let id = record.shoe;
        match record.event {
            ShoeEvent::Start { decks, burned, recirculates, .. } => {
                self.start(&id, decks, &burned, recirculates, place)
            }
            ShoeEvent::Burn(cards) => {
                let shoe = self.shoes.entry(id.clone()).or_default();
                if shoe.first_coup.is_none() {
                    shoe.burned = true;
                }
                self.happened(id, Event::Burn(known(&cards), place.clone()));
            }
            ShoeEvent::CutCard => {}
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
            ShoeEvent::Replace { .. } => self.happened(id, Event::Replace),
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
        let Some(composition) = &mut shoe.composition else { return };
        match event {
            Event::Burn(cards, place) => {
                let found = composition.burn(&cards, shoe.recirculates);
                if !shoe.record_fault {
                    self.findings.extend(found.into_iter().map(|surplus| impossible(&place, surplus, "burned", None)));
                }
            }
            Event::Check | Event::Replace => composition.restart(),
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
        let mut shoe = Shoe {
            started: true,
            recirculates,
            burned: !burned.is_empty(),
            composition: Some(Composition::new(decks)),
            ..Shoe::default()
        };
        if let Some(before) = before {
            shoe.early = before.early;
            shoe.burn_omitted = before.burn_omitted;
            if before.started {
                shoe.record_fault = before.record_fault;
                shoe.resumes_after = before.last_number;
                shoe.first_coup.clone_from(&before.first_coup);
                if let Some(first) = &before.first_coup
                    && !shoe.record_fault
                {
                    shoe.record_fault = true;
                    self.findings.push(shoe_record(first, "it was started twice"));
                }
                shoe.started_twice = before.first_coup.is_none();
            }
        }
        let found = shoe.composition.as_mut().map(|composition| composition.burn(&known(burned), recirculates));
        self.findings.extend(found.into_iter().flatten().map(|surplus| impossible(place, surplus, "burned", None)));
        self.current_shoe = Some(id.to_owned());
        self.shoes.insert(id.to_owned(), shoe);
    }

    /// Notes something that was found before a coup was judged.
    pub(crate) fn note(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    /// A coup that no shoe dealt, as one source tells it: its number counts as seen, its stakes were due back.
    pub(crate) fn undealt(&mut self, coup: &Coup, place: &Place, first: bool) {
        let (wagers, staked, returned) = money(coup);
        self.totals.wagers += wagers;
        self.totals.staked += staked;
        self.totals.returned += returned;
        self.totals.due += staked;
        if first {
            self.totals.coups += 1;
            // It is no coup of the shoe's: what concerns the whole shoe waits for the first one that was dealt.
            let shoe = coup.shoe.as_deref();
            let id = shoe.unwrap_or_default();
            let follows_unknown = self.number(id, coup.coup, shoe, place);
            self.shoes.entry(id.to_owned()).or_default().unread_coup = follows_unknown;
        }
    }

    pub(crate) fn coup(&mut self, round: Round) {
        let Round { coup, place, written, .. } = &round;
        let commenced = commencement(&coup.times);
        let id = coup.shoe.clone().unwrap_or_default();
        let (times, at) = (coup.times.clone(), written.moment());
        self.follow(|aftermath| {
            if aftermath.next_coup.is_none() {
                aftermath.next_coup = Some((times.clone(), at));
            }
        });
        self.awaiting_next.clear();
        if let Some(pending) = self.shoes.get_mut(&id).and_then(|shoe| shoe.pending.take()) {
            self.release(pending);
        }
        let moment = commenced.unwrap_or(at);
        let ruleset = self.ruleset_at(moment, place);
        let trace = self.trace_of(coup, place, written, moment, ruleset.as_deref());
        let limits = self.signs.at(moment, coup.wagers.as_deref().unwrap_or_default());
        self.totals.coups += 1;
        let (wagers, staked, returned) = money(coup);
        self.totals.wagers += wagers;
        self.totals.staked += staked;
        self.totals.returned += returned;
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
            self.arrive(&id, coup.coup, coup.shoe.as_deref(), place, round.timed);
        let shoe = self.shoes.entry(id.clone()).or_default();
        if follows_unknown {
            shoe.kept = Some(Kept::unknown());
            if let Some(composition) = &mut shoe.composition {
                composition.forget_rack();
            }
        }
        let aftermath = Aftermath::default();
        shoe.pending = Some(Pending { round, ruleset, limits, aftermath, incidents, first_of_shoe, trace });
        self.awaiting_next.push(id);
    }

    /// The steps of a coup that is to be explained, as far as its record and its ruleset go.
    fn trace_of(
        &self,
        coup: &Coup,
        place: &Place,
        written: &Time,
        moment: Moment,
        ruleset: Option<&Ruleset>,
    ) -> Option<Box<Trace>> {
        let asked = self.explain.as_ref()?;
        if coup.coup != Some(asked.coup) || coup.shoe.as_deref().unwrap_or_default() != asked.shoe {
            return None;
        }
        let trace = Trace::default();
        let open = &self.open;
        let registry = &self.settings.registry;
        trace::record(&trace, coup, place, written, open);
        trace::commenced(&trace, &coup.times, written);
        let named = self.settings.named.is_some();
        let found = registry.in_force(&open.jurisdiction, &open.venue, &open.game, moment.nanos).filter(|_| !named);
        let uncertain = found.and_then(|found| found.uncertain);
        trace::ruleset(&trace, registry, named, ruleset, uncertain.as_deref());
        Some(Box::new(trace))
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
        if let (Some(number), Some(_)) = (number, named) {
            let expected = shoe.last_number.map_or(1, |last| last.saturating_add(1));
            let begins_elsewhere = shoe.last_number.is_none() && !shoe.started;
            let resumed = shoe.resumes_after.take().map(|last| last.saturating_add(1));
            let follows = number == expected || resumed == Some(number);
            follows_unknown |= !follows && number > expected;
            if !follows && !begins_elsewhere && asks {
                let message = format!("coup {number} follows where {expected} was due");
                self.findings.push(Finding::new(Code::CoupGap, place, message).compared(expected, number));
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
    ) -> Arrival {
        let follows_unknown = self.number(id, number, named, place);
        let asks = self.asks_shoe();
        let shoe = self.shoes.entry(id.to_owned()).or_default();
        let first = shoe.first_coup.is_none();
        // An export may leave the shoe's records out; then what needs them is not judged.
        let asks_records = asks && of_the_shoe && named.is_some() && (shoe.started || !self.open.imported);
        if asks_records && !shoe.record_fault {
            let fault = if !shoe.started {
                Some("no record starts it")
            } else if shoe.ended {
                Some("a coup was played from it after its end")
            } else if shoe.started_twice {
                Some("it was started twice")
            } else {
                None
            };
            if let Some(fault) = fault {
                shoe.record_fault = true;
                let at = shoe.first_coup.as_ref().unwrap_or(place);
                self.findings.push(shoe_record(at, fault));
            }
        }
        if first {
            shoe.first_coup = Some(place.clone());
        }
        if let Some(duty) = shoe.check_duties.first() {
            let message = if duty.check_ends_it {
                "the shoe went on without the check that was due"
            } else {
                "the device is void: no further coup may be played from this shoe"
            };
            let since = duty.since.line.map_or(String::new(), |line| format!(" (since line {line})"));
            self.findings.push(
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
        self.duties_alone(Some(shoe), &early.logged, &early.written, early.checked);
    }

    fn ruleset_at(&mut self, moment: Moment, place: &Place) -> Option<Arc<Ruleset>> {
        let ruleset = match &self.settings.named {
            Some(named) => Arc::clone(named),
            None => {
                let open = &self.open;
                let found =
                    self.settings.registry.in_force(&open.jurisdiction, &open.venue, &open.game, moment.nanos)?;
                if let Some(why) = found.uncertain
                    && self.uncertain.insert(found.ruleset.id.clone())
                {
                    let message =
                        format!("judged by {}, but that this was in force is uncertain: {why}", found.ruleset.id);
                    self.findings.push(
                        Finding::new(Code::Uncertain, place, message)
                            .compared("a stated date", found.ruleset.id.clone()),
                    );
                }
                found.ruleset
            }
        };
        if !self.used.contains_key(&ruleset.id) {
            self.findings.extend(approval::finding(&self.settings.registry, &ruleset, place));
        }
        let used = self.used.entry(ruleset.id.clone()).or_insert_with(|| (Arc::clone(&ruleset), 0));
        used.1 += 1;
        Some(ruleset)
    }

    fn incident(&mut self, incident: Incident, place: Place, written: &Time) {
        let logged = Logged { irregularity: incident.irregularity, place, implied: false };
        let named = incident.shoe.clone().or_else(|| self.current_shoe.clone());
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
        self.duties_alone(named.as_deref(), &logged, written, false);
    }

    /// An incident that concerns no coup any more: who had to be told, and whether the shoe may go on.
    fn duties_alone(&mut self, shoe: Option<&str>, logged: &Logged, written: &Time, checked: bool) {
        if logged.irregularity.kind == Kind::BurnOmitted
            && let Some(id) = shoe
        {
            self.shoes.entry(id.to_owned()).or_default().burn_omitted = true;
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
        let Some(ruleset) = ruleset else { return };
        let circumstances = Circumstances { ruleset: &ruleset, cards: &[], next: None };
        let effects = Effects::of(&circumstances, std::slice::from_ref(logged));
        for effect in &effects.all {
            let Some(row) = effect.row else { continue };
            if let Some(notify) = &row.notify {
                let finding = notification_missing(&logged.place, notify, &logged.irregularity.notified);
                self.findings.extend(
                    finding.map(|finding| finding.clause(Some(ruleset.cite(&notify.clause))).reading(row.reading)),
                );
            }
        }
        if let Some(shoe) = shoe.and_then(|id| self.shoes.get_mut(id)) {
            let duties = check_duties(&ruleset, &effects);
            shoe.check_duties.extend(duties.into_iter().filter(|duty| !(duty.check_ends_it && checked)));
        }
    }

    /// Judges a coup whose time has come, and takes over what it leaves to its shoe.
    fn release(&mut self, mut pending: Pending) {
        let trace = pending.trace.take();
        let id = pending.round.coup.shoe.clone().unwrap_or_default();
        let mut shoe = self.shoes.remove(&id).unwrap_or_default();
        let logged =
            with_implied(&pending.round.coup, &pending.round.place, &pending.round.written, pending.irregularities());
        match pending.ruleset.clone() {
            Some(ruleset) => self.judge(&ruleset, &pending, &logged, &mut shoe, trace.as_deref()),
            None => self.unjudged(&pending, &mut shoe, trace.as_deref()),
        }
        if let Some(trace) = trace {
            let round = &pending.round;
            let places = round.wager_places.iter().chain(&round.wrd_place);
            let places = places.chain(logged.iter().map(|logged| &logged.place)).chain([&round.place]);
            let mut records: Vec<(usize, u64)> = places.filter_map(|place| Some((place.source, place.line?))).collect();
            records.sort_unstable();
            records.dedup();
            let sections = trace.into_sections();
            let place = round.place.clone();
            self.traces.push(CoupTrace { place, records, authenticated: false, sections });
        }
        // A new shoe of the same id may have been put there meanwhile only by `start`, which releases first.
        self.shoes.insert(id, shoe);
    }

    fn unjudged(&mut self, pending: &Pending, shoe: &mut Shoe, trace: Option<&Trace>) {
        let message = "no ruleset at hand was in force when play commenced: nothing of this coup is settled";
        let open = &self.open;
        self.findings.push(
            Finding::new(Code::NoneInForce, &pending.round.place, message)
                .compared(format!("a ruleset of {}/{}/{}", open.jurisdiction, open.venue, open.game), "none"),
        );
        let (_, _, returned) = money(&pending.round.coup);
        self.totals.due += returned;
        if let Some(trace) = trace {
            trace::unjudged(trace, returned);
        }
        self.findings.extend(disorder(&pending.round.coup.times, &pending.round.place));
        self.findings.extend(missing_sections(
            &pending.round.coup,
            &pending.round.place,
            open.source.kind,
            open.imported,
        ));
        let carried = shoe.kept.take().and_then(|kept| kept.card);
        shoe.kept = kept_as_logged(&pending.round.coup);
        self.compose(pending, shoe, carried, &[], false, trace);
    }

    fn judge(
        &mut self,
        ruleset: &Ruleset,
        pending: &Pending,
        logged: &[Logged],
        shoe: &mut Shoe,
        trace: Option<&Trace>,
    ) {
        let kept_before = shoe.kept.take();
        let tolerances: Vec<i128> = pending.round.clocks.iter().map(|clock| clock.tolerance).collect();
        let is_table = self.open.source.kind == SourceKind::Table;
        let case = Case {
            ruleset,
            coup: &pending.round.coup,
            place: &pending.round.place,
            wager_places: &pending.round.wager_places,
            tolerances: &tolerances,
            all_wagers: pending.round.all_wagers,
            wrd_place: pending.round.wrd_place.as_ref().unwrap_or(&pending.round.place),
            irregularities: logged,
            limits: &pending.limits,
            next: pending.aftermath.next_commencement(&ruleset.moments),
            source: self.open.source.kind,
            asks_times: (is_table || (self.joined && pending.round.timed)) && !self.open.imported,
            imported: self.open.imported,
            owes_no_bet: kept_before.as_ref().and_then(|kept| kept.no_bet_clause.clone()),
            trace,
        };
        if let Some(trace) = trace {
            let around = trace::Surroundings {
                ruleset,
                times: &pending.round.coup.times,
                written: &pending.round.written,
                aftermath: &pending.aftermath,
                irregularities: logged,
                asks_times: case.asks_times,
            };
            trace::fixed_moments(trace, &around);
        }
        let judged = judge(&case);
        if pending.first_of_shoe {
            self.first_coup(ruleset, pending, logged, shoe);
        }
        if judged.deal_judged {
            self.findings.extend(carried_card(&pending.round.coup, &pending.round.place, kept_before.as_ref()));
        }
        shoe.kept = kept_card(&pending.round.coup, &judged);
        if let Some(trace) = trace {
            let before = kept_before.as_ref().and_then(|kept| Some((kept.card?, kept.no_bet_clause.as_deref())));
            let after = shoe.kept.as_ref();
            let after = after.and_then(|kept| Some((kept.card?, kept.by_right, kept.no_bet_clause.as_deref())));
            trace::follows(trace, before, pending.round.coup.carried, after, logged);
        }
        let carried = kept_before.and_then(|kept| kept.card);
        let foreign: Vec<usize> = logged
            .iter()
            .filter(|logged| matches!(logged.irregularity.kind, Kind::ForeignCard | Kind::ExtraCard))
            .filter_map(|logged| logged.irregularity.facts.card)
            .collect();
        self.totals.due += judged.due;
        for clock in judged.leaned.iter().filter_map(|at| pending.round.clocks.get(*at)) {
            if self.leaned.insert(Arc::clone(&clock.source)) {
                self.findings.push(leaning(&pending.round, &judged.leaned, clock));
            }
        }
        let deal_judged = judged.deal_judged;
        self.findings.extend(judged.findings);
        let checked = shoe.since.iter().any(|event| matches!(event, Event::Check));
        let circumstances = Circumstances { ruleset, cards: &[], next: case.next };
        let duties = check_duties(ruleset, &Effects::of(&circumstances, logged));
        shoe.check_duties.extend(duties.into_iter().filter(|duty| !(duty.check_ends_it && checked)));
        self.compose(pending, shoe, carried, &foreign, deal_judged, trace);
    }

    /// What concerns the whole shoe, asked with its first coup.
    fn first_coup(&mut self, ruleset: &Ruleset, pending: &Pending, logged: &[Logged], shoe: &Shoe) {
        let Some(composition) = shoe.composition.as_ref().filter(|_| shoe.started) else { return };
        let decks = composition.decks();
        let range = &ruleset.decks;
        if !(range.min..=range.max).contains(&decks) {
            let message = format!("the shoe has {decks} decks, outside {} to {}", range.min, range.max);
            self.findings.push(
                Finding::new(Code::DecksOutOfRange, &pending.round.place, message)
                    .clause(Some(ruleset.cite(&range.clause)))
                    .compared(format!("{} to {}", range.min, range.max), decks),
            );
        }
        let omitted = shoe.burn_omitted || logged.iter().any(|l| l.irregularity.kind == Kind::BurnOmitted);
        if let Some(clause) = &ruleset.deal.burn_at_start
            && !shoe.burned
            && !omitted
        {
            self.findings.push(
                Finding::new(Code::BurnMissing, &pending.round.place, "no card was burned before play")
                    .clause(Some(ruleset.cite(clause)))
                    .compared("a burned card", "none"),
            );
        }
    }

    /// Counts the coup's cards, then what happened to the shoe after it.
    fn compose(
        &mut self,
        pending: &Pending,
        shoe: &mut Shoe,
        carried: Option<Card>,
        left_out: &[usize],
        judged: bool,
        trace: Option<&Trace>,
    ) {
        let returns =
            shoe.recirculates || pending.ruleset.as_ref().is_some_and(|ruleset| ruleset.deal.cards_return.is_some());
        let asked = shoe.started && !shoe.record_fault;
        let ruleset = pending.ruleset.as_deref();
        let cards: Vec<Card> = pending
            .round
            .coup
            .cards
            .iter()
            .flatten()
            .enumerate()
            .filter(|(at, _)| !left_out.contains(at))
            .filter_map(|(_, code)| card(*code))
            .collect();
        if let Some(composition) = &mut shoe.composition {
            if let Some(trace) = trace {
                let counts = composition.counts(&cards, carried, returns);
                let judges = match (judged, asked) {
                    (_, false) => Err("the shoe's records do not tell what it holds"),
                    (false, true) => Err("the deal of this coup is not judged; its cards count for the next ones"),
                    (true, true) => Ok(composition.decks()),
                };
                trace::composition(trace, ruleset, judges, &counts, returns);
            }
            let found = composition.coup(&cards, carried, returns, judged && asked);
            self.findings
                .extend(found.into_iter().map(|surplus| impossible(&pending.round.place, surplus, "dealt", ruleset)));
        }
        for event in std::mem::take(&mut shoe.since) {
            let Some(composition) = &mut shoe.composition else { continue };
            match event {
                Event::Burn(cards, place) => {
                    let found = composition.burn(&cards, returns);
                    if asked {
                        self.findings
                            .extend(found.into_iter().map(|surplus| impossible(&place, surplus, "burned", ruleset)));
                    }
                }
                Event::Check | Event::Replace => composition.restart(),
            }
        }
    }
}

/// What a coup's arrival shows.
struct Arrival {
    first_of_shoe: bool,
    /// Whether a coup lies before it that no record tells of.
    follows_unknown: bool,
}

/// Where a record stands.
pub(crate) fn place_of(record: &Record, source: usize) -> Place {
    let mut place = Place {
        source,
        line: Some(record.line),
        seq: Some(record.seq),
        record_sha256: Some(record.sha256.to_string()),
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
    let Surplus { card, copies, decks } = surplus;
    let message = format!("copy {copies} of {card} was {how}, and {decks} decks hold {decks}");
    Finding::new(Code::ImpossibleCard, place, message)
        .clause(ruleset.map(|ruleset| ruleset.cite(&ruleset.decks.clause)))
        .compared(format!("at most {decks} of {card}"), copies)
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
fn kept_card(coup: &Coup, judged: &Judged) -> Option<Kept> {
    if let Some((card, no_bet_clause)) = &judged.kept {
        return Some(Kept { card: Some(*card), by_right: true, no_bet_clause: no_bet_clause.clone() });
    }
    kept_as_logged(coup)
}

fn kept_as_logged(coup: &Coup) -> Option<Kept> {
    let at = coup.to.as_ref()?.iter().position(|to| *to == To::Next)?;
    let codes = coup.reconstructed_cards.as_ref().or(coup.cards.as_ref())?;
    Some(Kept { card: card(*codes.get(at)?), by_right: false, no_bet_clause: None })
}

/// The checks that the irregularities of a coup or an incident demand before the shoe goes on.
fn check_duties(ruleset: &Ruleset, effects: &Effects<'_>) -> Vec<CheckDuty> {
    let mut duties = Vec::new();
    for effect in effects.all.iter().filter(|effect| !effect.logged.implied) {
        let since = effect.logged.place.clone();
        if let Some(check) = effect.row.and_then(|row| row.check.as_ref()) {
            let reading = effect.row.is_some_and(|row| row.reading);
            duties.push(CheckDuty { clause: ruleset.cite(&check.clause), check_ends_it: true, reading, since });
        } else if let (Some(Consequence::DeviceVoid), Some(clause)) = (effect.then, effect.clause) {
            duties.push(CheckDuty { clause: ruleset.cite(clause), check_ends_it: false, reading: false, since });
        }
    }
    duties
}
