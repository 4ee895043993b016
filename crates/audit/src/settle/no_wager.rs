//! What was not a wager, or did not count: not taken, refused, removed, withdrawn, not permitted, placed too late.

use resettle_coup_log::Wager;
use resettle_ruleset::{Cite, Cited, NotAccepted};

use super::amount::Amount;
use super::comparison::{Due, came_back_of_stake};
use super::settlement::Settlement;
use super::status::WagerStatus;
use super::unsettled::UnsettledCoup;
use crate::catalogue::Code;
use crate::finding::{Finding, Severity};
use crate::placed_wager::PlacedWager;

fn stake_of(wager: &Wager) -> [Amount; 1] {
    [Amount::exactly(i128::from(wager.stake))]
}

impl UnsettledCoup<'_> {
    pub(super) fn no_wager(&self, wager: &PlacedWager<'_>, status: WagerStatus, settlement: &mut Settlement) {
        let ruleset = self.ruleset;
        match status {
            WagerStatus::NotTaken => {
                let clause = ruleset.not_accepted.as_ref().map(|rule| &rule.clause);
                self.stake_due(wager, clause, None, "it was not accepted", settlement);
            }
            WagerStatus::Refused { grounded } => {
                let clause = ruleset.not_accepted.as_ref().map(|rule| &rule.clause);
                self.stake_due(wager, clause, None, "it was refused", settlement);
                if !grounded {
                    settlement.findings.push(self.refused(wager));
                }
            }
            WagerStatus::Removed { dated } => {
                settlement.removed.push(wager.at);
                if !dated {
                    settlement.undated_removals.push(wager.at);
                }
                let clause = ruleset.removal.as_ref().map(|rule| &rule.clause);
                self.stake_due(wager, clause, None, "it was removed after the reconstruction", settlement);
            }
            WagerStatus::Withdrawn => {
                let clause = ruleset.late.withdrawn.in_time();
                let at_the_close = self.at_the_close(wager.withdrawn.as_ref()) && self.came_back_settled(wager);
                let reading = at_the_close.then_some("the very moment of the close is too late to withdraw, so that the wager counts and what went back is right");
                self.stake_due(wager, Some(&clause), reading, "it was withdrawn in time", settlement);
            }
            WagerStatus::NotOffered => {
                self.offers_none(wager, None, format!("the ruleset offers no bet `{}`", wager.bet), settlement);
            }
            WagerStatus::InNoBetCoup => {
                let clause = self.cite(ruleset.no_bet_coups.as_ref().map(|rules| &rules.clause));
                self.offers_none(wager, clause, "a no-bet coup has no wagers".to_owned(), settlement);
            }
            WagerStatus::Late => self.late(wager, settlement),
            WagerStatus::WithdrawnSometime => {
                settlement.due += wager.net();
                settlement.not_judged.push(wager.at);
            }
            WagerStatus::Live { .. } => {}
        }
    }

    /// What was no wager, or no longer one, returns its stake.
    fn stake_due(
        &self,
        wager: &PlacedWager<'_>,
        clause: Option<&Cite>,
        reading: Option<&str>,
        why: &str,
        settlement: &mut Settlement,
    ) {
        let options = &stake_of(wager);
        self.compare(wager, &Due { options, commission: 0, clause, reading, why }, settlement);
    }

    /// Whether the amount returned for a wager is what it would have come to.
    fn came_back_settled(&self, wager: &Wager) -> bool {
        let numbered = self.ruleset.numbered(&wager.bet);
        let payout = numbered.and_then(|(bet, _)| self.payout(bet, wager.stake));
        payout.is_some_and(|payout| payout.amount.off(wager.net()) == 0)
    }

    /// A wager that nobody was allowed to place: its stake is due, whatever went back.
    fn offers_none(&self, wager: &PlacedWager<'_>, clause: Option<Cited>, why: String, settlement: &mut Settlement) {
        let (stake, returned) = (i128::from(wager.stake), came_back_of_stake(wager));
        settlement.count(wager, returned, returned - stake);
        let finding = Finding::new(
            Code::NotPermitted,
            wager.place,
            format!("this wager is not permitted: {why}; its stake was due back"),
        )
        .clause(clause)
        .wager(&wager.name)
        .compared(stake, returned)
        .money(returned - stake);
        settlement.findings.push(finding);
    }

    /// A wager placed too late is not honoured: its stake goes back.
    fn late(&self, wager: &PlacedWager<'_>, settlement: &mut Settlement) {
        let (stake, returned) = (i128::from(wager.stake), came_back_of_stake(wager));
        settlement.count(wager, returned, returned - stake);
        if returned == stake {
            return;
        }
        let late = &self.ruleset.late.placed;
        let announced = self.terms.filter(|_| !self.beyond_the_close(wager.placed.as_ref()));
        let (clause, reading) = match announced {
            Some(terms) => (terms.announced_clause.clone(), self.terms_of(wager).first),
            None => (self.cite(Some(&late.clause)), false),
        };
        let reading = match (reading, late.clause.is_reading()) {
            (true, _) => Some("a player's first wager of the coup may follow the announcement"),
            (false, true) if announced.is_none() => {
                Some("the rules forbid a late wager and do not say what follows, so that what became of it may stand")
            }
            (false, _) => None,
        };
        let message = format!(
            "{} on {} was placed{} after {}, so that its stake was due back, no more and no less; {} went back",
            self.unit.of(wager.stake),
            wager.bet,
            wager.placed.as_ref().map(|time| format!(" at {time},{}", self.beyond(wager, time))).unwrap_or_default(),
            self.what_closed(wager),
            self.unit.of(returned)
        );
        let finding = Finding::new(Code::LateHonoured, wager.place, message)
            .clause(clause)
            .wager(&wager.name)
            .compared(stake, returned)
            .money(returned - stake)
            .by_another(reading);
        settlement.findings.push(finding);
    }

    /// A wager that was refused without any right to, with the money that it would have moved.
    fn refused(&self, wager: &PlacedWager<'_>) -> Finding {
        let ruleset = self.ruleset;
        let would = ruleset.numbered(&wager.bet).and_then(|(bet, _)| self.payout(bet, wager.stake));
        let (severity, why) = match &ruleset.not_accepted {
            // That nobody is named is a gap of the log; somebody who may not refuse is named.
            Some(NotAccepted { by: Some(by), .. }) => match wager.by {
                None => (Severity::Info, format!("no {} is logged as refusing it", by.name)),
                Some(role) => {
                    let role = role.word().replace('_', " ");
                    (Severity::Major, format!("only a {} may refuse one; logged is: {role}", by.name))
                }
            },
            Some(NotAccepted { by: None, .. }) => {
                (Severity::Info, "no interruption of its terminal is logged".to_owned())
            }
            None => (Severity::Major, "no clause of the rules lets anyone refuse a wager".to_owned()),
        };
        let due = would.as_ref().map(|would| wager.net() - would.amount.off(wager.net()));
        let taken =
            due.map_or_else(String::new, |due| format!("; had it been accepted, {} was due", self.unit.of(due)));
        let staked = self.unit.of(wager.stake);
        let message = format!("{staked} on {}, placed in time, was refused, and {why}{taken}", wager.bet);
        let finding = Finding::new(Code::Refused, wager.place, message)
            .severity(severity)
            .clause(self.cite(ruleset.not_accepted.as_ref().map(|rule| &rule.clause)))
            .wager(&wager.name)
            .compared("accepted, or a ground for the refusal", "refused");
        match would {
            Some(would) => finding.money(would.amount.off(wager.net())),
            None => finding,
        }
    }
}
