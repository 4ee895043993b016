//! The time of a coup that waited has come: it is judged, and its shoe takes over what it leaves.

use std::sync::Arc;

use resettle_coup_log::{Coup, LoggedCoup, Wager};
use resettle_game::Unit;
use resettle_ruleset::{Cited, Consequence, Ruleset};
use resettle_sealed_log::SourceKind;

use super::incident::of_the_next;
use super::retrace::Before;
use super::round::Origin;
use super::shoes::{
    Event, Pending, Shoe, accounted, before_each, burned_besides, burned_between, carried_card, check_duties, drawn,
    kept_as_logged, kept_card, not_checked, not_of_the_shoe, returns,
};
use super::table::TableAudit;
use crate::case::{Around, Case, Exposure, Judged, Left, money};
use crate::catalogue::Code;
use crate::claims::{about_coup, about_unjudged};
use crate::finding::{Finding, gravest};
use crate::irregularity::{Effects, Logged, is_misdeal};
use crate::judge::{contested, disorder, exposure, judge, missing_sections, with_implied};
use crate::late::weighed;
use crate::placed_wager::PlacedWager;
use crate::shoe::DutyEnds;
use crate::sink::{
    Asked, CardOrder, CoupResult, CoupSeen, NotAtRisk, Registered, Routine, WagerSeen, WrittenAt, not_taken_off,
    of_wager,
};
use crate::table_limits::BetLimits;

/// A judged coup, and what leaves the engine with it.
struct Released {
    judged: Judged,
    /// The findings about it and, as it was judged, about its shoe.
    findings: Vec<Finding>,
    register: Vec<Registered>,
}

impl TableAudit<'_> {
    /// Judges a coup whose time has come, and takes over what it leaves to its shoe.
    pub(super) fn release(&mut self, mut pending: Box<Pending>) {
        let id = pending.round.coup.shoe.clone().unwrap_or_default();
        let mut shoe = self.shoes.remove(&id).unwrap_or_default();
        if !self.out.sink.is_of_use() {
            shoe.leaves_nothing();
            self.shoes.insert(id, shoe);
            return;
        }
        let mut irregularities = pending.irregularities(|source| self.logs.opened_before_play(source).cloned());
        let mut late = std::mem::take(&mut pending.late);
        late.extend(self.foreseen_of(&id, shoe.nth_start, &pending));
        shoe.opening.extend(of_the_next(&pending, &mut irregularities, false, self.asks_claims));
        shoe.opening.extend(of_the_next(&pending, &mut late, true, self.asks_claims));
        pending.late = late;
        let late = pending.late.iter().cloned();
        let implied = |all| with_implied(&pending.round.coup, &pending.round.place, &pending.round.written, all);
        let with_late =
            (!pending.late.is_empty()).then(|| implied(irregularities.iter().cloned().chain(late).collect()));
        let logged = implied(irregularities);
        pending.around = self.around(&pending, &shoe);
        let may_trace = self.out.sink.steps().may_want(&pending.round.coup, &pending.round.place);
        let before = may_trace.then(|| Before::of(&pending, &shoe));
        let chips = pending.round.coup.tournament.is_some();
        let Released { judged, mut findings, register } = match pending.ruleset.clone() {
            Some(ruleset) => self.judge(&ruleset, &pending, &logged, with_late.as_deref(), &mut shoe),
            None => self.unjudged(&pending, with_late.as_ref().unwrap_or(&logged), &mut shoe),
        };
        let logged = with_late.unwrap_or(logged);
        let since = shoe.count_since(&pending);
        let burned = burned_between(&pending);
        if burned > 0 {
            self.routine(Routine::Burned, pending.commenced, burned, 0);
        }
        let mut worst = pending.worst;
        if pending.in_window {
            worst = worst.max(gravest(&findings));
            findings.iter_mut().for_each(|finding| finding.chips |= chips);
            register.into_iter().for_each(|entry| self.out.register(entry));
            findings.extend(since);
        }
        let wanted = before.filter(|_| self.out.sink.steps().wants(&pending.round.coup, &pending.round.place, worst));
        let trace = wanted.map(|before| self.retrace(&pending, &logged, before));
        let asked = Asked {
            claims: self.asks_claims,
            composition: shoe.composition.is_some() && shoe.asked(),
            all_wagers: pending.round.all_wagers,
            by_claim: judged.by_claim,
        };
        let decks = shoe.composition.as_ref().filter(|_| shoe.started).map(|composition| composition.decks());
        let by_rules = pending.ruleset.as_ref().filter(|ruleset| shoe.cards_return(ruleset)).map(|_| true);
        let cards_return = by_rules.or(shoe.started.then_some(shoe.recirculates));
        // A new shoe of the same id can have been put there meanwhile only by its start, which releases first.
        self.shoes.insert(id, shoe);
        let Pending { round, ruleset, commenced, limits, in_window, .. } = *pending;
        if !in_window {
            return;
        }
        let is_void = judged.is_void || judged.had_to_be_void;
        let result = match &ruleset {
            None => CoupResult::from(round.coup.declared.and_then(|declared| declared.result)),
            Some(_) if is_void => CoupResult::Void,
            Some(_) => CoupResult::from(judged.outcome.winner),
        };
        let order = judged.hands.as_ref().and(round.coup.reconstructed_cards.as_ref()).map(|_| match judged.as_drawn {
            true => CardOrder::Drawn,
            false => CardOrder::Reconstructed,
        });
        let came_to = |(at, (wager, due)): (usize, (&Wager, &i128))| WagerSeen {
            bet: ruleset.as_ref().and_then(|ruleset| ruleset.numbered(&wager.bet)).map(|(bet, _)| bet),
            stake: wager.stake,
            returned: wager.net() + not_taken_off(&judged.not_taken_off, at),
            due: *due,
            judged: !judged.not_judged.contains(&at),
            not_at_risk: if is_void { Some(NotAtRisk::VoidCoup) } else { of_wager(&judged.not_at_risk, at) },
            pays: of_wager(&judged.pays, at),
            limits: if chips { BetLimits::default() } else { limits.on_bet(ruleset.as_deref(), wager) },
        };
        let wagers: Vec<WagerSeen> =
            round.coup.wagers.iter().flatten().zip(&judged.dues).enumerate().map(came_to).collect();
        let imported = self.logs.is_import(round.place.source);
        self.out.coup(round.place.source, findings, |log, file| CoupSeen {
            source: round.place.source,
            log,
            file,
            line: round.place.line,
            seq: round.place.seq,
            logged: LoggedCoup::Whole(&round.coup),
            written: WrittenAt::from(round.dating().1),
            imported,
            commenced,
            ruleset: ruleset.as_ref(),
            decks,
            cards_return,
            dealt: true,
            counts: true,
            result,
            from_cards: judged.hands.is_some(),
            totals: judged.outcome.totals,
            sevens: judged.outcome.sevens,
            hands: judged.hands.as_ref(),
            without_ground: judged.without_ground.as_ref(),
            order,
            wagers: &wagers,
            burned,
            worst,
            asked,
            trace: trace.as_ref(),
        });
    }

    /// Whether the log that holds a coup was imported.
    fn is_import(&self, pending: &Pending) -> bool {
        self.logs.is_import(pending.round.place.source)
    }

    /// What the log shows around a coup whose time has come.
    fn around(&self, pending: &Pending, shoe: &Shoe) -> Around {
        let returns = returns(pending, shoe);
        let carried = shoe.kept.as_ref().and_then(|kept| kept.card);
        let left = shoe.composition.as_ref().filter(|_| shoe.asked()).map(|composition| Left {
            cards: composition.left_after(drawn(&pending.round.coup, carried), returns),
            exact: composition.is_exact() && shoe.accounts.is_empty(),
        });
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

    fn unjudged(&mut self, pending: &Pending, logged: &[Logged], shoe: &mut Shoe) -> Released {
        let (coup, place) = (&pending.round.coup, &pending.round.place);
        let own = logged.iter().filter(|logged| !logged.implied);
        let register = own.map(|logged| about_unjudged(coup, pending.commenced, logged)).collect();
        shoe.shown = logged.iter().filter_map(|logged| exposure(&logged.irregularity)).collect();
        shoe.shown.append(&mut shoe.shown_since);
        let open = &self.open;
        let mut findings = vec![match &pending.unelected {
            Some(why) => why.finding(place),
            None => {
                let message = "no ruleset at hand was in force when play commenced: this coup was not judged, and no wager of it was checked";
                Finding::new(Code::NoneInForce, place, message)
                    .compared(format!("a ruleset of {}/{}/{}", open.jurisdiction, open.venue, open.game), "none")
            }
        }];
        findings.extend(pending.round.contested.iter().map(|contested| contested.finding.clone()));
        findings.extend(disorder(&coup.times, place));
        findings.extend(missing_sections(coup, place, open.source.kind, self.is_import(pending)));
        let returned = money(coup).returned;
        self.due(pending, returned);
        let carried = shoe.kept.take().and_then(|kept| kept.card);
        shoe.kept = kept_as_logged(coup);
        findings.extend(shoe.count(pending, carried, &[], false));
        findings.extend(shoe.burned_a_coup(None, pending, logged));
        let dues: Vec<i128> = coup.wagers.iter().flatten().map(Wager::net).collect();
        let judged = Judged { not_judged: (0..dues.len()).collect(), dues, ..Judged::default() };
        Released { judged, findings, register }
    }

    /// Judges a coup by its irregularities; `with_late` adds those of incidents that were written after the shoe's next coup.
    fn judge(
        &mut self,
        ruleset: &Arc<Ruleset>,
        pending: &Pending,
        logged: &[Logged],
        with_late: Option<&[Logged]>,
        shoe: &mut Shoe,
    ) -> Released {
        let (coup, place) = (&pending.round.coup, &pending.round.place);
        let kept_before = shoe.kept.take();
        let wagers = pending.round.wagers();
        let owed = kept_before.as_ref().and_then(|kept| kept.no_bet_clause.clone());
        let case = self.case(ruleset, pending, logged, &wagers, owed);
        let mut judged = judge(&case);
        let mut on_time = None;
        let with_late = with_late.map(|irregularities| Case { irregularities, ..case.clone() });
        if let Some(case) = &with_late {
            let without = std::mem::replace(&mut judged, judge(case));
            on_time = Some(without.believed);
            let misdeal = pending.late.iter().any(|logged| is_misdeal(logged.irregularity.kind));
            judged.findings = weighed(without.findings, judged.findings, misdeal, place, case.unit);
        }
        let contested = contested(with_late.as_ref().unwrap_or(&case), &judged, &pending.round.contested);
        let mut register = about_coup(with_late.as_ref().unwrap_or(&case), ruleset, &judged, &judged.findings);
        // What a coup of a tournament moves is not money.
        if coup.tournament.is_some() {
            register.iter_mut().for_each(|entry| {
                (entry.chips, entry.moved, entry.went_back) = (true, None, None);
                entry.at_terminals.clear();
            });
        }
        // What a late incident asks of the shoe is asked from its own record on.
        let believed = on_time.unwrap_or_else(|| std::mem::take(&mut judged.believed));
        let logged = believed.as_slice();
        let circumstances = case.circumstances();
        let effects = Effects::of(&circumstances, logged);
        let burns = effects.has(Consequence::Burned);
        let duties = check_duties(ruleset, &effects, place, pending.checked_before);
        let mut findings = Vec::new();
        if pending.first_of_shoe {
            findings.extend(shoe.decks_fault(ruleset, place));
        }
        let more = std::mem::replace(&mut shoe.burns_more, burns) || burns;
        findings.extend(shoe.burned_before(ruleset, pending, logged, more, self.shoes.asks()));
        let all = with_late.as_ref().unwrap_or(&case).irregularities;
        findings.extend(shoe.burned_a_coup(Some(ruleset), pending, all));
        if judged.deal_judged {
            findings.extend(carried_card(coup, place, kept_before.as_ref()));
        }
        shoe.kept = kept_card(coup, &judged);
        let carried = kept_before.and_then(|kept| kept.card);
        findings.extend(self.leaning(pending, &judged.leaned));
        findings.extend(contested);
        findings.append(&mut judged.findings);
        let checked = shoe.since.iter().any(|event| matches!(event, Event::Check));
        // Damaged cards are replaced while the coup waits for them, so before its record is written, or afterwards.
        let replaced = pending.replaced_before || shoe.since.iter().any(|event| matches!(event, Event::Replace { .. }));
        let owed = duties.into_iter().filter(|duty| match duty.ends {
            DutyEnds::Check => !checked,
            DutyEnds::Replacement => !replaced,
            DutyEnds::Never => true,
        });
        let (too_late, owed): (Vec<_>, Vec<_>) = owed.partition(|duty| duty.ends == DutyEnds::Check && shoe.sealed);
        findings.extend(too_late.iter().map(not_checked));
        shoe.check_duties.extend(owed);
        shoe.accounts.extend(accounted(logged, coup.cards.as_deref()));
        shoe.shown = logged.iter().filter_map(|logged| exposure(&logged.irregularity)).collect();
        shoe.shown.extend(shoe.kept.as_ref().map(|_| Exposure::KeptCard));
        shoe.shown.append(&mut shoe.shown_since);
        findings.extend(shoe.count(pending, carried, &not_of_the_shoe(logged), judged.deal_judged));
        self.due(pending, judged.due);
        self.not_taken_off(pending, judged.not_taken_off.iter().map(|(_, more)| more).sum());
        self.note_unjudged(pending, &judged);
        Released { judged, findings, register }
    }

    /// What was due for a coup, in money or in chips.
    fn due(&mut self, pending: &Pending, due: i128) {
        if pending.in_window {
            let chips = pending.round.coup.tournament.is_some();
            self.totals.money_of(chips).due += due;
        }
    }

    /// What more came back of a coup than its records net, since commissions of it do not count.
    fn not_taken_off(&mut self, pending: &Pending, more: i128) {
        if pending.in_window {
            let chips = pending.round.coup.tournament.is_some();
            self.totals.money_of(chips).returned += more;
        }
    }

    /// What the amounts of a coup are counted in: chips if it belongs to a tournament.
    pub(super) fn unit_of(&self, coup: &Coup) -> Unit<'_> {
        if coup.tournament.is_some() { Unit::Chips } else { Unit::Currency(&self.open.currency) }
    }

    /// A coup and everything around it that its judgement needs.
    pub(super) fn case<'a>(
        &'a self,
        ruleset: &'a Ruleset,
        pending: &'a Pending,
        logged: &'a [Logged],
        wagers: &'a [PlacedWager<'a>],
        owes_no_bet: Option<Cited>,
    ) -> Case<'a> {
        let round = &pending.round;
        let is_table = self.open.source.kind == SourceKind::Table;
        Case {
            ruleset,
            coup: &round.coup,
            place: &round.place,
            wagers,
            all_wagers: round.all_wagers,
            wrd_place: round.wrd_place.as_ref().unwrap_or(&round.place),
            written: &round.written,
            around: &pending.around,
            irregularities: logged,
            unit: self.unit_of(&round.coup),
            limits: &pending.limits,
            terms: self.terms(&round.place),
            next: pending.aftermath.next_commencement(&ruleset.moments),
            source: self.open.source.kind,
            asks_times: (is_table || (self.joined && round.timed)) && !self.is_import(pending),
            imported: self.is_import(pending),
            owes_no_bet,
            trace: None,
        }
    }

    /// The sources for which a wager, one of those at the places `leaned`, is in time only by the tolerance of their
    /// clock; each once.
    fn leaning(&mut self, pending: &Pending, leaned: &[usize]) -> Vec<Finding> {
        let round = &pending.round;
        let mut found = Vec::new();
        for at in leaned.iter().filter(|_| pending.in_window) {
            let Some(Origin { place, clock }) = round.origins.get(*at) else { continue };
            if !self.leaned.insert(Arc::clone(&clock.source)) {
                continue;
            }
            let milliseconds = clock.tolerance / 1_000_000;
            let message = format!(
                "wagers of {} count as in time only by the tolerance of {milliseconds} ms stated for its clock; reported once",
                clock.source
            );
            let finding = Finding::new(Code::ClockTolerance, place, message).compared("in time", "late by the clock");
            let wager = round.coup.wagers.as_ref().and_then(|wagers| wagers.get(*at));
            found.push(match wager {
                Some(wager) => finding.wager(&wager.name),
                None => finding,
            });
        }
        found
    }
}
