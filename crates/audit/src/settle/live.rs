//! Wagers that count: what is due for each by the coup's outcome, the limits and its terminal.

use std::borrow::Cow;

use resettle_coup_log::Wager;
use resettle_game::Winner;
use resettle_rules::Pays;
use resettle_ruleset::{Consequence, WagerRow, WagerRule};

use super::amount::{Amount, nearest};
use super::comparison::{Due, came_back, came_back_of_stake, most_commission};
use super::limits::Counted;
use super::payout::{Payout, payout};
use super::settlement::Settlement;
use super::steps;
use super::terminals::{AtTerminals, Terminal, is_of_its_terminal};
use super::unsettled::UnsettledCoup;
use crate::placed_wager::PlacedWager;
use crate::sink::NotAtRisk;
use crate::trace;

impl UnsettledCoup<'_> {
    /// Judges a live wager; says whether it was settled whole although less of it counts.
    pub(super) fn live(
        &self,
        wager: &PlacedWager<'_>,
        taken_back_late: bool,
        counted: Counted,
        at_terminals: &AtTerminals<'_>,
        settlement: &mut Settlement,
    ) -> bool {
        let Some((bet, rule)) = self.ruleset.numbered(&wager.bet) else { return false };
        let of = |stake| self.payout(bet, stake);
        let stake = i128::from(wager.stake);
        let terms = self.terms_of(wager);
        if terms.void || (terms.may_be_void && came_back_of_stake(wager) == stake) {
            settlement.not_at_risk.push((wager.at, NotAtRisk::Voided));
            self.void_wager(wager, settlement);
            return false;
        }
        let Some(whole) = of(wager.stake) else {
            settlement.due += wager.net();
            settlement.not_judged.push(wager.at);
            self.trace_live(wager, rule, None, None, &[]);
            return false;
        };
        settlement.pays.push((wager.at, whole.row.pays()));
        let mut options = Vec::with_capacity(3);
        let capped = capped(wager, counted, of);
        options.extend(capped);
        options.push(whole.amount);
        let commission = most_commission(self.ruleset, wager, whole.row.pays(), self.limits.chip());
        let returned = came_back(wager, &options, commission);
        let stake_back = returned == stake;
        let mut reading = self.by_a_reading.then_some(NOT_AS_DECLARED);
        if self.at_the_close(wager.placed.as_ref()) && stake_back {
            reading = Some("the very moment of the close is too late, and its stake goes back");
        }
        let mut applied_limit = false;
        let mut voided = false;
        let mut given_back = false;
        match self.terminal(wager) {
            Terminal::Unaffected => {}
            Terminal::Before => {}
            Terminal::Closed if stake_back => reading = Some(INTERRUPTED),
            Terminal::Closed => {}
            // The wagers of one terminal are all settled or all returned.
            Terminal::Open if at_terminals.returned.contains(&wager.terminal.as_deref()) => {
                options = vec![Amount::exactly(stake)];
                given_back = true;
            }
            // By another reading a wager that was not closed is none, whatever was decided of the others.
            Terminal::Open if stake_back => reading = Some(INTERRUPTED),
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
            settlement.not_at_risk.push((wager.at, NotAtRisk::Voided));
        }
        let counts = counted.stake.zip(capped);
        self.trace_live(wager, rule, Some(whole), counts, &options);
        let right = options.iter().any(|option| option.off(returned) == 0);
        if taken_back_late && !right && returned == stake {
            self.let_out(wager, &options, returned, settlement);
            return false;
        }
        if !right {
            applied_limit = counted.by_another_reading(wager, of).is_some_and(|due| due.off(returned) == 0);
            if applied_limit {
                reading = Some("what is staked above the maximum does not count");
            }
            reading = reading.or_else(|| self.right_by_another_reading(wager, bet, rule, (counted, returned)));
        }
        let too_late = || format!("it was withdrawn too late, and counts ({})", self.ruleset.late.withdrawn.clause);
        let why = if taken_back_late { Cow::Owned(too_late()) } else { Cow::Borrowed(why(whole.row)) };
        let bound = match whole.row.pays() {
            Pays::Odds(odds) => self.ruleset.bound_on_winnings(odds, wager.stake),
            _ => None,
        };
        let why = if right { why } else { self.with_what_explains(wager, bet, returned, why) };
        let why = match counted.stake.filter(|_| !right && terms.counts.is_none()) {
            Some(counts) => Cow::Owned(format!("{why}; {}", self.above_the_maximum(counts))),
            None => why,
        };
        let (clause, why) = match bound {
            Some(bound) => {
                let most = format!("{why}, and no wager wins more than {}", self.unit.of(bound.at_most));
                (&bound.clause, Cow::Owned(most))
            }
            None => (whole.row.settled_by(), why),
        };
        let due = Due { options: &options, commission, clause: Some(clause), reading, why: &why };
        let right = self.compare(wager, &due, settlement);
        if applied_limit {
            settlement.capped_by_a_reading.push(wager.at);
        }
        right && capped.is_some_and(|capped| capped.off(returned) != 0) && whole.amount.off(returned) == 0
    }

    /// Why an amount was due, with what would explain the one that came back, and what is logged at the coup.
    fn with_what_explains<'w>(&self, wager: &Wager, bet: usize, returned: i128, why: Cow<'w, str>) -> Cow<'w, str> {
        let logged = trace::logged_at_coup(self.ruleset, self.effects, |effect| {
            is_of_its_terminal(effect, wager) != Some(false)
        });
        let terminal = self.of_its_terminal(wager).map(str::to_owned);
        let beside: Vec<String> =
            self.explained(wager, bet, returned).into_iter().chain(terminal).chain(logged).collect();
        if beside.is_empty() { why } else { Cow::Owned(format!("{why}; {}", beside.join("; "))) }
    }

    /// What an interruption of its terminal means for a wager that was accepted.
    fn of_its_terminal(&self, wager: &Wager) -> Option<&'static str> {
        match self.terminal(wager) {
            Terminal::Unaffected => None,
            Terminal::Before => Some("its terminal was interrupted before the coup commenced: it is settled"),
            Terminal::Closed => Some("its terminal was interrupted after the close: it is settled"),
            Terminal::Open => {
                Some("its terminal was interrupted before the close: all wagers of it are settled, or all returned")
            }
        }
    }

    /// What a maximum of the sign leaves of a stake, and when the whole counts all the same.
    fn above_the_maximum(&self, (least, most): (i64, i64)) -> String {
        let counts = Amount::between(least.into(), most.into()).in_words(self.unit);
        let rules = [self.ruleset.limits.at_maximum(), self.ruleset.limits.at_area_maximum()];
        let clause = rules.iter().find_map(|rule| rule.clause);
        let clause = clause.map_or_else(String::new, |clause| format!(" ({clause})"));
        let later = rules.iter().find_map(|rule| rule.earlier_coups);
        let later = later.map_or_else(String::new, |later| {
            format!("; had that been noticed only later, it would count whole, and be settled whole ({later})")
        });
        format!("by the maximum {counts} of it counts, and the rest goes back{clause}{later}")
    }

    /// Writes down what a live wager comes to.
    fn trace_live(
        &self,
        wager: &Wager,
        rule: &WagerRule,
        whole: Option<Payout<'_>>,
        counted: Option<((i64, i64), Amount)>,
        options: &[Amount],
    ) {
        let Some(trace) = self.trace else { return };
        let live = steps::LiveWager {
            ruleset: self.ruleset,
            wager,
            rule,
            row: whole.map(|whole| whole.row),
            whole: whole.map(|whole| whole.amount),
            counted,
            maximum: self.limits.maximum(wager),
            chip: self.limits.chip(),
        };
        let named = self
            .names(wager, Consequence::VoidsWagers)
            .then_some("an irregularity names it: the stake is right as well");
        steps::live(trace, &live, options, &[self.of_its_terminal(wager), named]);
    }

    /// By which other reading of what decides the wager what went back is right: of its own condition, the rounding, or the
    /// display that was announced to be wrong.
    fn right_by_another_reading(
        &self,
        wager: &Wager,
        bet: usize,
        rule: &WagerRule,
        (counted, returned): (Counted, i128),
    ) -> Option<&'static str> {
        let (ruleset, chip) = (self.ruleset, self.limits.chip());
        let in_one_hand = |reading| {
            payout(ruleset, bet, &self.outcome, Some(reading), wager.stake, chip)
                .is_some_and(|other| other.amount.off(returned) == 0)
        };
        let (least, most) = counted.stake.unwrap_or((wager.stake, wager.stake));
        let as_one_payment = |counts: i64| {
            let row = ruleset.row(bet, None, &self.outcome.facts)?;
            let rounded = ruleset.returned_as_one_payment(row.pays(), counts, chip)?;
            Some(rounded + i128::from(wager.stake) - i128::from(counts))
        };
        if rule.reading.is_some_and(in_one_hand) {
            return Some("what this bet asks of both hands is asked of one");
        }
        if [least, most, wager.stake].into_iter().any(|counts| as_one_payment(counts) == Some(returned)) {
            return Some("the payment is rounded as a whole");
        }
        let by_the_display = self.by_the_display(bet, wager.stake).any(|amount| amount.off(returned) == 0);
        by_the_display.then_some("the result that the display showed counts")
    }

    /// What a stake would come to if the result that an announced wrong display showed were that of the coup, whatever
    /// the totals; nothing where a clause lets the cards stand against it.
    fn by_the_display(&self, bet: usize, stake: i64) -> impl Iterator<Item = Amount> {
        let shown = self.shown_by_error.into_iter();
        let totals = (0..10u8).flat_map(|player| (0..10u8).map(move |banker| (player, banker)));
        shown.flat_map(move |winner| {
            totals.clone().filter(move |(player, banker)| Winner::by_totals(*player, *banker) == winner).filter_map(
                move |totals| {
                    let outcome = self.outcome.with_totals(self.ruleset, totals);
                    payout(self.ruleset, bet, &outcome, None, stake, self.limits.chip()).map(|other| other.amount)
                },
            )
        })
    }

    fn names(&self, wager: &Wager, then: Consequence) -> bool {
        self.effects.all.iter().any(|effect| {
            effect.then == Some(then)
                && effect.logged.irregularity.facts.wagers.as_ref().is_some_and(|names| names.contains(&wager.name))
        })
    }
}

/// What another reading gives of a coup that stands as declared.
pub(crate) const NOT_AS_DECLARED: &str = "the coup does not stand as it was announced";
/// What another reading gives of a wager of a terminal that was interrupted.
const INTERRUPTED: &str = "a wager of an interrupted terminal is none, and its stake goes back";

fn why(row: &WagerRow) -> &'static str {
    match row.pays() {
        Pays::Odds(_) => "the wager won",
        Pays::Loses => "the wager lost",
        Pays::LosesPart { .. } => "the wager lost in part",
        Pays::Push => "the wager stood off",
    }
}

/// What a wager that counts in part returns: the part that does not count goes back.
pub(super) fn capped<'p>(wager: &Wager, counted: Counted, of: impl Fn(i64) -> Option<Payout<'p>>) -> Option<Amount> {
    part(wager, counted.stake?, of)
}

fn part<'p>(wager: &Wager, (least, most): (i64, i64), of: impl Fn(i64) -> Option<Payout<'p>>) -> Option<Amount> {
    let stake = i128::from(wager.stake);
    let ends: Vec<Amount> = [least, most]
        .into_iter()
        .filter_map(|counts| Some(of(counts.max(0))?.amount.plus(stake - i128::from(counts))))
        .collect();
    Some(Amount::between(ends.iter().map(|end| end.low).min()?, ends.iter().map(|end| end.high).max()?))
}

impl Counted {
    /// What a wager above a maximum without a consequence returns if the excess does not count.
    fn by_another_reading<'p>(self, wager: &Wager, of: impl Fn(i64) -> Option<Payout<'p>>) -> Option<Amount> {
        part(wager, self.may_count?, of)
    }
}
