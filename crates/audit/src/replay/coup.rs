//! A coup arrives: which rules and limits it is judged by, what its arrival shows, and that it waits.

use resettle_coup_log::{Coup, LoggedCoup, QuickCoup, Times, Wager};
use resettle_game::{Mode, NoBetReason, PerSide};
use resettle_ruleset::{RoundTime, Ruleset};
use resettle_sealed_log::{Moment, Time};

use super::round::Round;
use super::shoes::{Arriving, Between, Kept, Pending};
use super::table::TableAudit;
use crate::case::money;
use crate::case::{Around, CoupBefore};
use crate::catalogue::Code;
use crate::finding::{Finding, Place, Severity, gravest};
use crate::moments::{Aftermath, commenced_at, commencement, without_commencement};
use crate::money::Money;
use crate::settle::came_back_of_stake;
use crate::sink::{Asked, CoupResult, CoupSeen, NotAtRisk, WagerSeen, WrittenAt};
use crate::slack::after;

impl TableAudit<'_> {
    /// A coup arrives, with the findings made before.
    pub(crate) fn coup(&mut self, round: Round, before: Vec<Finding>) {
        self.flag(gravest(&before));
        let flagged = self.flagged.take();
        let Round { coup, place, written, .. } = &round;
        let id = coup.shoe.clone().unwrap_or_default();
        let at = written.moment();
        self.take_back(&id);
        let undated = without_commencement(coup, self.logs.is_import(place.source), at);
        self.next_of(&id, coup.coup, &coup.times, undated);
        let (moment, in_force) = self.rules.commenced(&coup.times, undated);
        let (dating, dated) = round.dating();
        let in_window = self.in_window(self.logs.played(moment, dated.moment(), dating));
        let mut found: Vec<Finding> = self.no_import(coup, place).into_iter().collect();
        if in_window {
            found.extend(self.rules.not_available(moment, place));
            if let Some(in_force) = &in_force {
                self.rules.judges(in_force, place, &mut found);
            }
        }
        let (ruleset, unelected) = match in_force.map(|in_force| self.rules.elected(&in_force.ruleset, moment)) {
            None => (None, None),
            Some(Ok(rules)) => (Some(rules), None),
            Some(Err(why)) => (None, Some(why)),
        };
        let mut limits = self.signs.at(moment, coup.wagers.as_deref().unwrap_or_default());
        if let Some(terms) = self.terms(place) {
            limits = limits.of_tournament(terms.chip);
        }
        // An ordinary coup may have findings if a session is running.
        if coup.tournament.is_some() || self.settings.tournaments.is_some() {
            found.extend(self.ruled(place, coup.tournament.is_some(), in_window));
        }
        if in_window {
            self.totals.count(coup);
        }
        let goes_on = self.shoes.in_play() == Some(&id);
        self.shoes.plays(&id);
        let (mut incidents, mut late) = (Vec::new(), Vec::new());
        if let Some(number) = coup.coup {
            let (below, at) = self.shoes.early(&id, number);
            below.into_iter().for_each(|early| self.did_not_come(&id, early));
            incidents.extend(at.into_iter().map(|early| early.logged));
        }
        for early in self.shoes.opened_by(&id, moment, is_for_exposed_card(coup)) {
            if early.late { &mut late } else { &mut incidents }.push(early.logged);
        }
        let arriving = Arriving {
            number: coup.coup,
            shoe: coup.shoe.as_deref(),
            place,
            timed: round.timed,
            imported: self.logs.is_import(place.source),
            ruleset: ruleset.as_deref(),
            opened: coup.times.opened.as_ref(),
            before: self.logs.coup_before(place.source).filter(|_| goes_on),
        };
        let arrival = self.shoes.arrive(&id, &arriving, &self.out);
        for (logged, after_next) in self.late_of(&id, coup.coup, in_window) {
            if after_next { &mut late } else { &mut incidents }.push(logged);
        }
        late.extend(self.late_next(&id, moment, in_window));
        found.extend(arrival.findings);
        let source = place.source;
        let this = coup_before(&round, ruleset.as_deref());
        let span = this.commenced.as_ref().zip(this.settled.as_ref()).map(|(from, to)| (from.moment(), to.moment()));
        let coup_before = self.logs.next_coup(source, this);
        let twice = span.is_some_and(|span| self.played_twice(place, span, coup_before.as_ref(), in_window));
        let shoe = self.shoes.entry(&id);
        shoe.unread_after = coup.unread_after;
        let burns = Some(std::mem::take(&mut shoe.burns)).filter(|_| !arrival.follows_unknown);
        let replaced_before = std::mem::take(&mut shoe.any_replaced);
        let checked_before = shoe.checked_at.take();
        let cut = shoe.cut.clone();
        if arrival.follows_unknown {
            shoe.kept = Some(Kept::unknown());
            if let Some(composition) = &mut shoe.composition {
                composition.forget_rack();
            }
        }
        let mut worst = flagged.max(twice.then(|| Code::Clock.severity()));
        if in_window {
            worst = worst.max(gravest_at(&found, place));
            self.out.report_all(before);
            self.out.report_all(found);
        }
        let ticket = self.shoes.ticket(&id, &round);
        let pending = Pending {
            round,
            read: None,
            vouched: self.vouched,
            in_window,
            ruleset,
            unelected,
            limits,
            aftermath: Aftermath::default(),
            incidents,
            late,
            first_of_shoe: arrival.first_of_shoe,
            burns,
            replaced_before,
            checked_before,
            cut,
            worst,
            commenced: moment,
            opened: self.logs.opened_before_play(source).cloned(),
            before: coup_before,
            around: Around::default(),
            ticket,
        };
        self.shoes.waits(id, pending);
        while let Some(oldest) = self.shoes.too_many() {
            if self.accept_longest_waiting(&oldest) {
                continue;
            }
            self.take_back(&oldest);
            match self.shoes.take_pending(&oldest) {
                Some(pending) => self.release(pending),
                None => break,
            }
            self.put_away(&oldest);
        }
    }

    /// Whether another log of the table was in play from when a coup commenced to when it had settled. What the coup states
    /// against its own log, which is a finding of its own, is left out of that.
    fn played_twice(
        &mut self,
        place: &Place,
        (from, to): (Moment, Moment),
        before: Option<&CoupBefore>,
        in_window: bool,
    ) -> bool {
        let log = place.source;
        if !self.plays.keeps(log) {
            return false;
        }
        let opened = self.logs.opened_before_play(log).map(Time::moment);
        let settled = before.and_then(|before| before.settled.as_ref()).map(Time::moment);
        let from = [opened, settled].into_iter().flatten().fold(from, Moment::max);
        self.plays.add(place, from, to.max(from), self.settings.slack.times, in_window)
    }

    /// A coup of this shoe arrives: whoever waits for that is notified, and the shoe's previous coup is judged.
    fn next_of(&mut self, id: &str, number: Option<u64>, times: &Times, at: Moment) {
        self.shoes.follow(self.vouched, |aftermath| {
            if aftermath.next_coup.is_none() {
                aftermath.next_coup = Some((times.clone(), at));
            }
        });
        for before in self.shoes.awaited_next() {
            if before != id {
                self.put_away(&before);
            }
        }
        if let Some(mut pending) = self.shoes.take_pending(id) {
            pending.aftermath.deals_on = true;
            pending.aftermath.numbers_repeat = number.is_some_and(|number| pending.round.coup.coup >= Some(number));
            self.release(pending);
        }
    }

    /// The same for a coup that is read quickly.
    pub(super) fn arrives(&mut self, coup: &QuickCoup, id: &str) {
        self.next_of(id, Some(coup.coup), &coup.round_times(), coup.at.moment());
    }

    /// A coup that no shoe dealt, as one source logs it: its number counts as seen, and its stakes were due back. Takes
    /// the findings made before.
    pub(crate) fn undealt(&mut self, undealt: Undealt, mut findings: Vec<Finding>) {
        let Undealt { coup, place, written, first, among } = undealt;
        self.flag(gravest(&findings));
        let mut worst = self.flagged.take();
        let undated = without_commencement(&coup, self.logs.is_import(place.source), written.moment());
        let commenced = commencement(&coup.times).unwrap_or(undated);
        let played = among.unwrap_or_else(|| self.logs.played(commenced, written.moment(), place.source));
        let in_window = self.in_window(played);
        if in_window {
            let Money { wagers, staked, .. } = money(&coup);
            let returned: i128 = coup.wagers.iter().flatten().map(came_back_of_stake).sum();
            self.totals.money += Money { wagers, staked, returned, due: staked, ..Money::default() };
        }
        if first {
            self.totals.coups += u64::from(in_window);
            // It is not one of the shoe's coups: what concerns the whole shoe waits for the first coup that was dealt.
            let id = coup.shoe.as_deref().unwrap_or_default();
            self.take_back(id);
            if let Some(number) = coup.coup {
                self.exists(id, number);
            }
            let asks = self.shoes.asks();
            let shoe = self.shoes.entry(id);
            let (follows_unknown, gap) =
                shoe.number(coup.coup.filter(|_| coup.shoe.is_some()), &place, asks, Between::default());
            shoe.unread_coup = follows_unknown;
            if in_window {
                worst = worst.max(gravest(&gap));
                findings.extend(gap);
            }
        }
        if !in_window {
            return;
        }
        let came_to = |wager: &Wager| WagerSeen {
            stake: wager.stake,
            returned: came_back_of_stake(wager),
            due: i128::from(wager.stake),
            judged: true,
            not_at_risk: Some(NotAtRisk::NotDealt),
            ..WagerSeen::default()
        };
        let wagers: Vec<WagerSeen> = coup.wagers.iter().flatten().map(came_to).collect();
        let imported = self.logs.is_import(place.source);
        self.out.coup(place.source, findings, |log, file| CoupSeen {
            source: place.source,
            log,
            file,
            line: place.line,
            seq: place.seq,
            logged: LoggedCoup::Whole(&coup),
            written: WrittenAt::from(&written),
            imported,
            commenced,
            ruleset: None,
            decks: None,
            cards_return: None,
            dealt: false,
            counts: first,
            result: CoupResult::Unknown,
            from_cards: false,
            totals: PerSide::default(),
            sevens: None,
            hands: None,
            without_ground: None,
            order: None,
            wagers: &wagers,
            burned: 0,
            worst,
            asked: Asked { claims: false, composition: false, all_wagers: false, by_claim: false },
            trace: None,
        });
    }
}

/// What one source records of a coup that no shoe dealt.
pub(crate) struct Undealt {
    pub(crate) coup: Box<Coup>,
    pub(crate) place: Place,
    pub(crate) written: Time,
    /// Whether it is the first record of the coup.
    pub(crate) first: bool,
    /// When the coups of its shoe next to it were played: the source's own clock may be off by a month.
    pub(crate) among: Option<Moment>,
}

/// Whether a coup is dealt without wagers because a card was seen.
pub(super) fn is_for_exposed_card(coup: &Coup) -> bool {
    let reason = coup.no_bet.and_then(|no_bet| no_bet.reason);
    coup.mode == Some(Mode::NoBet) && reason == Some(NoBetReason::ExposedCard)
}

/// The gravest of the given findings at this record.
fn gravest_at(found: &[Finding], place: &Place) -> Option<Severity> {
    let here = |finding: &&Finding| finding.place.source == place.source && finding.place.line == place.line;
    gravest(found.iter().filter(here))
}

/// What a coup passes to the next one in the same log.
fn coup_before(round: &Round, ruleset: Option<&Ruleset>) -> CoupBefore {
    let which = ruleset.map_or(RoundTime::Opened, |ruleset| ruleset.moments.next_commencement.time);
    let times = &round.coup.times;
    let settled = times
        .settled
        .clone()
        .map(|settled| if after(&settled, &round.written, 0) { round.written.clone() } else { settled });
    CoupBefore { number: round.coup.coup, commenced: commenced_at(times, which).cloned(), settled }
}
