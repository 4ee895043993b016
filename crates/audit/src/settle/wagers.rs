use std::collections::{BTreeMap, BTreeSet};

use resettle_coup_log::Wager;
use resettle_rules::Pays;
use resettle_ruleset::{AtLimit, Cite, Consequence, NotAccepted, Ruleset, WagerRow};
use resettle_sealed_log::Moment;
use resettle_words::Affects;

use super::amount::{Amount, listed, nearest};
use super::combinations::forbidden;
use super::limits::{Counted, TableLimits, breaches};
use super::payout::{Payout, payout};
use super::standing::{Rules, Standing};
use crate::catalogue::Code;
use crate::coup::Outcome;
use crate::finding::{Finding, Place, Severity};
use crate::irregularity::{Effect, Effects};
use crate::sink::NotAtRisk;
use crate::tournament::{Terms, WagerTerms};
use crate::trace::{self, Trace};

/// Everything that the settlement of a coup depends on.
pub(crate) struct Table<'a> {
    pub(crate) ruleset: &'a Ruleset,
    pub(crate) place: &'a Place,
    /// The records of the wagers; empty where they stand at `place`.
    pub(crate) wager_places: &'a [Place],
    /// How far the clock of each wager's source may be off, in nanoseconds; empty where not at all.
    pub(crate) tolerances: &'a [i128],
    /// Whether `wagers` are those of the whole table.
    pub(crate) all_wagers: bool,
    pub(crate) wagers: &'a [Wager],
    pub(crate) outcome: Outcome,
    pub(crate) limits: &'a TableLimits,
    /// How a coup of a tournament is settled.
    pub(crate) terms: Option<&'a Terms>,
    pub(crate) close: Option<Moment>,
    /// When play commenced, and when the coup was settled, where the log tells.
    pub(crate) commenced: Option<Moment>,
    pub(crate) settled: Option<Moment>,
    pub(crate) effects: &'a Effects<'a>,
    pub(crate) no_bet: bool,
    /// Whether interruptions of terminals would be told.
    pub(crate) asks_refusals: bool,
    /// Whether it is a reading that the coup is settled by this outcome at all.
    pub(crate) by_a_reading: bool,
    /// Where the steps are written down, if somebody asked for them.
    pub(crate) trace: Option<&'a Trace>,
}

/// What came of the wagers. Money in minor units.
#[derive(Debug, Default)]
pub(crate) struct Settlement {
    pub(crate) findings: Vec<Finding>,
    /// What was due, where two amounts are right the one nearer to what was returned.
    pub(crate) due: i128,
    /// The same of each wager, in their order.
    pub(crate) dues: Vec<i128>,
    /// The wagers that were voided under a clause that lets somebody void wagers.
    pub(crate) wagers_voided: Vec<String>,
    /// Wagers that were removed after a reconstruction, and those of them of which nobody logged when.
    pub(crate) removed: Vec<usize>,
    pub(crate) undated_removals: Vec<usize>,
    /// Wagers of which nobody can say what was due; what came back stands for it in the sums.
    pub(crate) not_judged: Vec<usize>,
    /// Wagers whose stakes were not at risk, and why, in their order.
    pub(crate) not_at_risk: Vec<(usize, NotAtRisk)>,
    /// Wagers that are in time only by the tolerance of their source's clock.
    pub(crate) leaned: Vec<usize>,
}

/// What went back to the player, commission taken off.
pub(crate) fn net(wager: &Wager) -> i128 {
    i128::from(wager.returned) - i128::from(wager.commission)
}

/// Settles every wager of a coup that has a result.
pub(crate) fn settle(table: &Table<'_>) -> Settlement {
    let rules = table.rules();
    let tolerance = |at: usize| table.tolerances.get(at).copied().unwrap_or(0);
    let standings: Vec<Standing> =
        table.wagers.iter().enumerate().map(|(at, wager)| table.standing(&rules, wager, tolerance(at))).collect();
    let live: Vec<&Wager> = table
        .wagers
        .iter()
        .zip(&standings)
        .filter_map(|(wager, standing)| matches!(standing, Standing::Live { .. }).then_some(wager))
        .collect();
    let (breaches, mut counted) = breaches(table.ruleset, table.limits, &live);
    for (wager, slot) in live.iter().zip(&mut counted) {
        if let Some(counts) = table.terms_of(wager).counts {
            slot.stake = Some((counts, counts));
        }
    }
    let mut settlement = Settlement::default();
    let leans = |(at, wager): (usize, &Wager)| rules.leans(wager, tolerance(at)).then_some(at);
    settlement.leaned = table.wagers.iter().enumerate().filter_map(leans).collect();
    let at_terminals = table.open_terminals(&live, &counted);
    let mut settled_whole = vec![false; live.len()];
    let mut places = Vec::with_capacity(live.len());
    let mut next_live = 0usize;
    if let Some(trace) = table.trace {
        trace.section("Wagers");
        for breach in &breaches {
            let then = match breach.then {
                AtLimit::Whole => "settled whole, and told",
                AtLimit::Capped => "paid or collected to it, the excess taken from the wager placed last",
                AtLimit::ProRata => "reduced pro rata, within one chip of the exact share",
            };
            let bet = live.get(breach.last).map_or("", |wager| wager.bet.as_str());
            trace::breach(trace, breach.what, bet, breach.staked, breach.limit, then, breach.clause);
        }
    }
    for (at, (wager, standing)) in table.wagers.iter().zip(&standings).enumerate() {
        let due_before = settlement.due;
        if let Some(trace) = table.trace {
            let leans = settlement.leaned.contains(&at);
            let close = table.close_of(wager, table.close);
            trace::wager(trace, table.ruleset, wager, Some(*standing), close, leans);
            if let Some(terms) = table.terms.filter(|_| close != table.close) {
                trace::closed_early(trace, terms.announced_clause.as_deref());
            }
        }
        match standing {
            Standing::Live { taken_back_late } => {
                let counted = counted.get(next_live).copied().unwrap_or_default();
                places.push(at);
                let whole = table.live((at, wager), *taken_back_late, counted, &at_terminals, &mut settlement);
                if let Some(slot) = settled_whole.get_mut(next_live) {
                    *slot = whole;
                }
                next_live += 1;
            }
            _ => table.not_live(at, wager, *standing, &mut settlement),
        }
        settlement.not_at_risk.extend(standing.not_at_risk().map(|why| (at, why)));
        let due = settlement.due - due_before;
        settlement.dues.push(due);
        if let Some(trace) = table.trace {
            trace::returned(trace, wager, (!settlement.not_judged.contains(&at)).then_some(due));
        }
    }
    for breach in &breaches {
        let told = match breach.then {
            AtLimit::Whole => true,
            AtLimit::Capped | AtLimit::ProRata => {
                breach.members.iter().any(|at| settled_whole.get(*at).copied().unwrap_or(false))
            }
        };
        let Some(last) = live.get(breach.last) else { continue };
        let known = settlement
            .findings
            .iter()
            .any(|finding| finding.code == Code::OverLimit && finding.wager.as_deref() == Some(last.name.as_str()));
        if told && !known {
            let message =
                format!("{} staked on {} where the {} is {}", breach.staked, last.bet, breach.what, breach.limit);
            let finding = Finding::new(Code::OverLimit, table.place_of(last), message)
                .clause(breach.clause.map(|clause| table.ruleset.cite(clause)))
                .wager(&last.name)
                .compared(format!("at most {}", breach.limit), breach.staked);
            settlement.findings.push(finding);
        }
    }
    table.lots(&live, &places, &settled_whole, &counted, &mut settlement);
    for bad in forbidden(table.ruleset, &live, table.all_wagers) {
        let Some(wager) = live.get(bad.wager) else { continue };
        if let Some(trace) = table.trace {
            trace::forbidden(trace, &wager.name, &bad.why, bad.clause);
        }
        let finding = Finding::new(
            Code::NotPermitted,
            table.place_of(wager),
            format!("this wager is not permitted: {}", bad.why),
        )
        .clause(Some(table.ruleset.cite(bad.clause)))
        .wager(&wager.name)
        .compared("no such combination", format!("{} on {}", wager.stake, wager.bet));
        settlement.findings.push(finding);
    }
    settlement
}

/// Judges a voided coup: every wager returns its stake.
pub(crate) fn return_stakes(
    table: &Table<'_>,
    refund: Option<&Cite>,
    reading: bool,
    forfeits: &BTreeSet<String>,
) -> Settlement {
    let mut settlement = Settlement::default();
    let rules = table.rules();
    if let Some(trace) = table.trace {
        trace.section("Wagers");
    }
    for (at, wager) in table.wagers.iter().enumerate() {
        // The stake of what was no wager in any case goes back under every reading.
        let reading = reading
            && match table.standing(&rules, wager, table.tolerances.get(at).copied().unwrap_or(0)) {
                Standing::NotTaken
                | Standing::Refused { .. }
                | Standing::Removed { .. }
                | Standing::Withdrawn
                | Standing::WithdrawnSometime => false,
                Standing::Late => table.ruleset.late_placed.reading,
                Standing::NotOffered | Standing::InNoBetCoup | Standing::Live { .. } => true,
            };
        let mut options = vec![Amount::exactly(i128::from(wager.stake))];
        if forfeits.contains(&wager.name) {
            options.push(Amount::exactly(0));
        }
        let due_before = settlement.due;
        table.compare(wager, &options, refund, reading, "the coup is void", &mut settlement);
        let due = settlement.due - due_before;
        settlement.dues.push(due);
        if let Some(trace) = table.trace {
            trace::wager(trace, table.ruleset, wager, None, None, false);
            trace::stake_back(trace, "the coup is void", refund, reading, options.len() > 1);
            trace::returned(trace, wager, Some(due));
        }
    }
    settlement
}

impl Table<'_> {
    fn rules(&self) -> Rules<'_> {
        Rules {
            ruleset: self.ruleset,
            close: self.close,
            reconstructed: self.effects.reconstructed_from(),
            settled: self.settled,
            no_bet: self.no_bet,
            bound: false,
            asks_refusals: self.asks_refusals,
        }
    }

    /// Whether a moment is the very instant of the close, which is in time only by a reading.
    fn at_the_close(&self, time: Option<&resettle_sealed_log::Time>) -> bool {
        time.is_some_and(|time| self.close == Some(time.moment()))
    }

    /// The record at which a wager stands.
    fn place_of(&self, wager: &Wager) -> &Place {
        let at = self.wagers.iter().position(|known| std::ptr::eq(known, wager));
        at.and_then(|at| self.wager_places.get(at)).unwrap_or(self.place)
    }

    fn cite(&self, clause: Option<&Cite>) -> Option<String> {
        clause.map(|clause| self.ruleset.cite(clause))
    }

    /// Compares what went back with the right amounts; says whether it is one of them.
    fn compare(
        &self,
        wager: &Wager,
        options: &[Amount],
        clause: Option<&Cite>,
        reading: bool,
        why: &str,
        settlement: &mut Settlement,
    ) -> bool {
        let returned = net(wager);
        let Some((_, off)) = nearest(options, returned) else { return true };
        settlement.due += returned - off;
        if off == 0 {
            return true;
        }
        let (code, how) = if off < 0 { (Code::Underpaid, "less") } else { (Code::Overpaid, "more") };
        let charged = if wager.commission != 0 {
            format!(" (commission of {} taken off)", wager.commission)
        } else {
            String::new()
        };
        let message = format!(
            "{} on {}: {} came back{charged}, {} {how} than due: {why}",
            wager.stake,
            wager.bet,
            returned,
            off.unsigned_abs()
        );
        let finding = Finding::new(code, self.place_of(wager), message)
            .clause(self.kept_by(wager).or_else(|| self.cite(clause)))
            .wager(&wager.name)
            .compared(listed(options), returned)
            .money(off)
            .reading(reading);
        settlement.findings.push(finding);
        false
    }

    fn standing(&self, rules: &Rules<'_>, wager: &Wager, tolerance: i128) -> Standing {
        let interrupted = self.terminal(wager) != Terminal::Unaffected;
        if self.terms.is_none() {
            return rules.standing(wager, tolerance, interrupted);
        }
        let close = self.close_of(wager, rules.close);
        let bound = self.terms_of(wager).in_turn;
        Rules { close, bound, ..*rules }.standing(wager, tolerance, interrupted)
    }

    /// When bets are closed for a wager: in a tournament the announcement of an undisclosed wager may come first.
    fn close_of(&self, wager: &Wager, close: Option<Moment>) -> Option<Moment> {
        let announced = self.terms.and_then(|terms| terms.announced).filter(|_| !self.terms_of(wager).undisclosed);
        match (close, announced) {
            (Some(close), Some(announced)) => Some(close.min(announced)),
            (close, announced) => close.or(announced),
        }
    }

    /// What rule 15 says of a wager; of a coup of no tournament nothing.
    fn terms_of(&self, wager: &Wager) -> WagerTerms {
        self.terms.and_then(|terms| terms.wagers.get(&wager.name)).copied().unwrap_or_default()
    }

    /// Whether a time lies beyond the ordinary close, whatever was announced before.
    fn beyond_the_close(&self, time: Option<&resettle_sealed_log::Time>) -> bool {
        time.zip(self.close).is_some_and(|(time, close)| close < time.moment())
    }

    /// Wagers of one player on one bet of which less counts than was staked, and which were settled whole.
    fn lots(
        &self,
        live: &[&Wager],
        places: &[usize],
        whole: &[bool],
        counted: &[Counted],
        settlement: &mut Settlement,
    ) {
        let Some(terms) = self.terms else { return };
        let chip = self.limits.chip();
        for lot in &terms.lots {
            let mut money = 0i128;
            let mut told = false;
            for (at, wager) in live.iter().enumerate() {
                if !whole.get(at).copied().unwrap_or(false) || !lot.members.contains(&wager.name) {
                    continue;
                }
                let Some((bet, _)) = self.ruleset.numbered(&wager.bet) else { continue };
                let of = |stake| payout(self.ruleset, bet, &self.outcome, None, stake, chip);
                let counted = counted.get(at).copied().unwrap_or_default();
                let Some(due) = capped(wager, counted, of) else { continue };
                let off = due.off(net(wager));
                told = true;
                money += off;
                settlement.due -= off;
                if let Some(own) = places.get(at).and_then(|at| settlement.dues.get_mut(*at)) {
                    *own -= off;
                }
            }
            let Some(last) = live.iter().find(|wager| wager.name == lot.last).filter(|_| told) else { continue };
            let (code, what) = if lot.over {
                (Code::OverLimit, "above the maximum of the level")
            } else {
                (Code::TournamentIncrement, "not in whole increments that count")
            };
            let message = format!(
                "{} staked on {} is {what}: {} counts, and it was settled whole",
                lot.staked, last.bet, lot.counts
            );
            let finding = Finding::new(code, self.place_of(last), message)
                .clause(lot.clause.clone())
                .player(&lot.player)
                .wager(&last.name)
                .compared(format!("{} counts", lot.counts), lot.staked)
                .money(money);
            settlement.findings.push(finding);
        }
    }

    /// A wager below the minimum that could not be made up is void: its stake goes back.
    fn void_wager(&self, wager: &Wager, settlement: &mut Settlement) {
        let stake = i128::from(wager.stake);
        settlement.due += stake;
        let off = net(wager) - stake;
        if off == 0 {
            return;
        }
        let message = format!("{stake} on {} is below the minimum and could not be made up; it was settled", wager.bet);
        let mut finding = Finding::new(Code::TournamentBelowMinimum, self.place_of(wager), message)
            .clause(self.ruleset.tournament.as_ref().and_then(|rules| self.cite(rules.check("below-minimum"))))
            .wager(&wager.name)
            .compared(stake, net(wager))
            .money(off);
        finding.player.clone_from(&wager.player);
        settlement.findings.push(finding);
    }

    fn not_live(&self, at: usize, wager: &Wager, standing: Standing, settlement: &mut Settlement) {
        let returned = net(wager);
        let stake = i128::from(wager.stake);
        let back = [Amount::exactly(stake)];
        let ruleset = self.ruleset;
        match standing {
            Standing::NotTaken => {
                let clause = ruleset.not_accepted.as_ref().map(|rule| &rule.clause);
                self.compare(wager, &back, clause, false, "it was not accepted", settlement);
            }
            Standing::Refused { grounded } => {
                let clause = ruleset.not_accepted.as_ref().map(|rule| &rule.clause);
                self.compare(wager, &back, clause, false, "it was refused", settlement);
                if !grounded {
                    settlement.findings.push(self.refused(wager));
                }
            }
            Standing::Removed { dated } => {
                settlement.removed.push(at);
                if !dated {
                    settlement.undated_removals.push(at);
                }
                let clause = ruleset.removal.as_ref();
                self.compare(wager, &back, clause, false, "it was removed after the reconstruction", settlement);
            }
            Standing::Withdrawn => {
                let clause = Some(&ruleset.late_withdrawn.clause);
                let settled = ruleset
                    .numbered(&wager.bet)
                    .and_then(|(bet, _)| payout(ruleset, bet, &self.outcome, None, wager.stake, self.limits.chip()))
                    .is_some_and(|payout| payout.amount.off(returned) == 0);
                let reading = settled && self.at_the_close(wager.withdrawn.as_ref());
                self.compare(wager, &back, clause, reading, "it was withdrawn in time", settlement);
            }
            Standing::NotOffered | Standing::InNoBetCoup => {
                settlement.due += stake;
                let (clause, why) = match (standing, &ruleset.no_bet_coups) {
                    (Standing::InNoBetCoup, Some(rules)) => {
                        (Some(&rules.clause), "a no-bet coup has no wagers".to_owned())
                    }
                    (Standing::InNoBetCoup, None) => (None, "a no-bet coup has no wagers".to_owned()),
                    _ => (None, format!("the ruleset offers no bet `{}`", wager.bet)),
                };
                let finding = Finding::new(
                    Code::NotPermitted,
                    self.place_of(wager),
                    format!("this wager is not permitted: {why}"),
                )
                .clause(self.cite(clause))
                .wager(&wager.name)
                .compared(stake, returned)
                .money(returned - stake);
                settlement.findings.push(finding);
            }
            Standing::Late => {
                settlement.due += stake;
                if returned != stake {
                    let late = &ruleset.late_placed;
                    let announced = self.terms.filter(|_| !self.beyond_the_close(wager.placed.as_ref()));
                    let (clause, reading) = match announced {
                        Some(terms) => (terms.announced_clause.clone(), self.terms_of(wager).first),
                        None => (self.cite(Some(&late.clause)), late.reading),
                    };
                    let message = format!(
                        "{} on {} was placed{} after the close, and was not simply returned",
                        wager.stake,
                        wager.bet,
                        wager.placed.as_ref().map(|time| format!(" at {time}")).unwrap_or_default()
                    );
                    let finding = Finding::new(Code::LateHonoured, self.place_of(wager), message)
                        .clause(clause)
                        .wager(&wager.name)
                        .compared(stake, returned)
                        .money(returned - stake)
                        .reading(reading);
                    settlement.findings.push(finding);
                }
            }
            Standing::WithdrawnSometime => {
                settlement.due += returned;
                settlement.not_judged.push(at);
            }
            Standing::Live { .. } => {}
        }
    }

    /// A wager that nothing lets anybody refuse, with the money that it would have moved.
    fn refused(&self, wager: &Wager) -> Finding {
        let ruleset = self.ruleset;
        let returned = net(wager);
        let would = ruleset
            .numbered(&wager.bet)
            .and_then(|(bet, _)| payout(ruleset, bet, &self.outcome, None, wager.stake, self.limits.chip()))
            .map(|payout| payout.amount);
        let (severity, why) = match &ruleset.not_accepted {
            Some(NotAccepted { by: Some(by), .. }) => (Severity::Info, format!("no {} refused it", by.name)),
            Some(NotAccepted { by: None, .. }) => {
                (Severity::Info, "no interruption of its terminal is logged".to_owned())
            }
            None => (Severity::Major, "the document lets nobody refuse a wager".to_owned()),
        };
        let message = format!("{} on {} was refused before the close, and {why}", wager.stake, wager.bet);
        let finding = Finding::new(Code::Refused, self.place_of(wager), message)
            .severity(severity)
            .clause(self.cite(ruleset.not_accepted.as_ref().map(|rule| &rule.clause)))
            .wager(&wager.name)
            .compared("accepted, or a ground for the refusal", "refused");
        match would {
            Some(would) => finding.money(would.off(returned)),
            None => finding,
        }
    }

    /// Judges a live wager; says whether it was settled whole though less counts of it.
    fn live(
        &self,
        (at, wager): (usize, &Wager),
        taken_back_late: bool,
        counted: Counted,
        at_terminals: &AtTerminals<'_>,
        settlement: &mut Settlement,
    ) -> bool {
        let Some((bet, rule)) = self.ruleset.numbered(&wager.bet) else { return false };
        let chip = self.limits.chip();
        let of = |stake| payout(self.ruleset, bet, &self.outcome, None, stake, chip);
        let returned = net(wager);
        let stake = i128::from(wager.stake);
        if self.terms_of(wager).void {
            settlement.not_at_risk.push((at, NotAtRisk::Voided));
            self.void_wager(wager, settlement);
            return false;
        }
        let Some(whole) = of(wager.stake) else {
            settlement.due += returned;
            settlement.not_judged.push(at);
            self.trace_live(wager, rule, None, None, &[]);
            return false;
        };
        let mut options = Vec::with_capacity(3);
        let capped = capped(wager, counted, of);
        options.extend(capped);
        options.push(whole.amount);
        let mut reading = self.by_a_reading || (self.at_the_close(wager.placed.as_ref()) && returned == stake);
        let mut voided = false;
        let mut given_back = false;
        match self.terminal(wager) {
            Terminal::Unaffected => {}
            Terminal::Before => {}
            Terminal::Closed => reading |= returned == stake,
            // Of one terminal all are settled or all returned.
            Terminal::Open if at_terminals.returned.contains(&wager.terminal.as_deref()) => {
                options = vec![Amount::exactly(stake)];
                given_back = true;
            }
            Terminal::Open => {}
        }
        if self.names(wager, Consequence::VoidsWagers) {
            voided = returned == stake && nearest(&options, returned).is_none_or(|(_, off)| off != 0);
            options.push(Amount::exactly(stake));
        }
        if voided {
            settlement.wagers_voided.push(wager.name.clone());
        }
        if voided || given_back {
            settlement.not_at_risk.push((at, NotAtRisk::Voided));
        }
        let counts = counted.stake.zip(capped);
        self.trace_live(wager, rule, Some(whole), counts, &options);
        let right = options.iter().any(|option| option.off(returned) == 0);
        if taken_back_late && !right && returned == stake {
            self.let_out(wager, &options, settlement);
            return false;
        }
        if !right {
            reading |= self.right_by_another_reading(wager, bet, rule, returned, chip);
        }
        let why = if taken_back_late { "it was withdrawn too late, and counts" } else { why(whole.row) };
        let right = self.compare(wager, &options, Some(whole.row.settled_by()), reading, why, settlement);
        right && capped.is_some_and(|capped| capped.off(returned) != 0) && whole.amount.off(returned) == 0
    }

    /// Writes down what a live wager comes to.
    fn trace_live(
        &self,
        wager: &Wager,
        rule: &resettle_ruleset::WagerRule,
        whole: Option<Payout<'_>>,
        counted: Option<((i64, i64), Amount)>,
        options: &[Amount],
    ) {
        let Some(trace) = self.trace else { return };
        let live = trace::LiveWager {
            ruleset: self.ruleset,
            wager,
            rule,
            row: whole.map(|whole| whole.row),
            whole: whole.map(|whole| whole.amount),
            counted,
            maximum: self.limits.maximum(wager),
            chip: self.limits.chip(),
        };
        let terminal = match self.terminal(wager) {
            Terminal::Unaffected => None,
            Terminal::Before => Some("its terminal was interrupted before the coup commenced: it is settled"),
            Terminal::Closed => Some("its terminal was interrupted after the close: it is settled"),
            Terminal::Open => {
                Some("its terminal was interrupted before the close: all wagers of it are settled, or all returned")
            }
        };
        let named = self
            .names(wager, Consequence::VoidsWagers)
            .then_some("an irregularity names it: the stake is right as well");
        trace::live(trace, &live, options, &[terminal, named]);
    }

    fn let_out(&self, wager: &Wager, options: &[Amount], settlement: &mut Settlement) {
        let returned = net(wager);
        let Some((_, off)) = nearest(options, returned) else { return };
        settlement.due += returned - off;
        let late = &self.ruleset.late_withdrawn;
        let (when, clause) = match &wager.withdrawn {
            Some(time) if self.kept_by(wager).is_some() => {
                let why = if self.terms_of(wager).in_turn { "made in turn" } else { "closed by an announcement" };
                (format!("withdrawn at {time}, though {why}"), Some(&late.clause))
            }
            Some(time) => (format!("withdrawn at {time}, after the close"), Some(&late.clause)),
            None => ("removed where no clause allows it".to_owned(), Some(&late.clause)),
        };
        let message = format!("{} on {} was {when}, and was let out of its settlement", wager.stake, wager.bet);
        let finding = Finding::new(Code::WithdrawnHonoured, self.place_of(wager), message)
            .clause(self.kept_by(wager).or_else(|| self.cite(clause)))
            .wager(&wager.name)
            .compared(listed(options), returned)
            .money(off)
            .reading(late.reading || self.by_a_reading);
        settlement.findings.push(finding);
    }

    /// The clause of rule 15 by which a wager may not be taken back, where it is not the ordinary close alone.
    fn kept_by(&self, wager: &Wager) -> Option<String> {
        let terms = self.terms.filter(|_| !self.beyond_the_close(wager.withdrawn.as_ref()))?;
        let withdrawn = wager.withdrawn.as_ref()?.moment();
        match terms.announced.filter(|announced| *announced < withdrawn && !self.terms_of(wager).undisclosed) {
            Some(_) => terms.announced_clause.clone(),
            None => terms.turn_clause.clone().filter(|_| self.terms_of(wager).in_turn),
        }
    }

    /// Whether what went back is right where another reading of the wager's own condition is taken.
    fn right_by_another_reading(
        &self,
        wager: &Wager,
        bet: usize,
        rule: &resettle_ruleset::WagerRule,
        returned: i128,
        chip: i64,
    ) -> bool {
        let Some(reading) = rule.reading else { return false };
        payout(self.ruleset, bet, &self.outcome, Some(reading), wager.stake, chip)
            .is_some_and(|other| other.amount.off(returned) == 0)
    }

    fn names(&self, wager: &Wager, then: Consequence) -> bool {
        self.effects.all.iter().any(|effect| {
            effect.then == Some(then)
                && effect.logged.irregularity.facts.wagers.as_ref().is_some_and(|names| names.contains(&wager.name))
        })
    }

    /// Of each interrupted terminal whether its wagers were settled or returned: a mixture is judged against the nearer,
    /// as settled where both are equally near.
    fn open_terminals<'w>(&self, live: &[&'w Wager], counted: &[Counted]) -> AtTerminals<'w> {
        let chip = self.limits.chip();
        let mut off: BTreeMap<Option<&str>, (i128, i128)> = BTreeMap::new();
        for (at, wager) in live.iter().enumerate().filter(|(_, wager)| self.terminal(wager) == Terminal::Open) {
            let Some((bet, _)) = self.ruleset.numbered(&wager.bet) else { continue };
            let of = |stake| payout(self.ruleset, bet, &self.outcome, None, stake, chip);
            let counted = counted.get(at).copied().unwrap_or_default();
            let options: Vec<Amount> =
                capped(wager, counted, of).into_iter().chain(of(wager.stake).map(|whole| whole.amount)).collect();
            let returned = net(wager);
            let Some((_, settled)) = nearest(&options, returned) else { continue };
            let slot = off.entry(wager.terminal.as_deref()).or_default();
            slot.0 += settled.abs();
            slot.1 += (returned - i128::from(wager.stake)).abs();
        }
        let nearer = off.into_iter().filter(|(_, (settled, returned))| returned < settled);
        AtTerminals { returned: nearer.map(|(terminal, _)| terminal).collect() }
    }

    /// Whether the wager's terminal was hit by an interruption, and whether bets were closed on it then.
    fn terminal(&self, wager: &Wager) -> Terminal {
        let mut hits = self.effects.all.iter().filter(|effect| {
            effect.then == Some(Consequence::TerminalsApart)
                && effect.facts.affects == Affects::Terminals
                && match (effect.logged.irregularity.facts.terminals.as_deref(), &wager.terminal) {
                    (None | Some([]), _) => true,
                    (Some(terminals), Some(own)) => terminals.contains(own),
                    (Some(_), None) => false,
                }
        });
        let Some(first) = hits.next() else { return Terminal::Unaffected };
        let closed =
            |effect: &Effect<'_>| self.close.is_some_and(|close| effect.logged.irregularity.noticed.moment() >= close);
        let before = |effect: &Effect<'_>| {
            self.commenced.is_some_and(|commenced| effect.logged.irregularity.noticed.moment() < commenced)
        };
        let all: Vec<&Effect<'_>> = std::iter::once(first).chain(hits).collect();
        if all.iter().any(|effect| !closed(effect) && !before(effect)) {
            Terminal::Open
        } else if all.iter().any(|effect| closed(effect)) {
            Terminal::Closed
        } else {
            Terminal::Before
        }
    }
}

fn why(row: &WagerRow) -> &'static str {
    match row.pays() {
        Pays::Odds(_) => "the wager won",
        Pays::Loses => "the wager lost",
        Pays::LosesPart { .. } => "the wager lost in part",
        Pays::Push => "the wager stood off",
    }
}

/// What an interruption of its terminal means for a wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Terminal {
    /// None names it.
    Unaffected,
    /// It was noticed before the coup commenced: it gives no choice.
    Before,
    /// The wager was closed then.
    Closed,
    /// It was accepted and not closed.
    Open,
}

/// The terminals whose accepted wagers were returned, where an interruption gave the choice; the others settled theirs.
#[derive(Debug, Default)]
struct AtTerminals<'a> {
    returned: BTreeSet<Option<&'a str>>,
}

/// What a wager returns that counts in part: what does not count goes back.
fn capped<'p>(wager: &Wager, counted: Counted, of: impl Fn(i64) -> Option<Payout<'p>>) -> Option<Amount> {
    let (least, most) = counted.stake?;
    let stake = i128::from(wager.stake);
    let ends: Vec<Amount> = [least, most]
        .into_iter()
        .filter_map(|counts| Some(of(counts.max(0))?.amount.plus(stake - i128::from(counts))))
        .collect();
    Some(Amount::between(ends.iter().map(|end| end.low).min()?, ends.iter().map(|end| end.high).max()?))
}
