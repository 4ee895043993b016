//! What rule 15 states about the wagers of a tournament: an announcement may close bets before the ordinary close, and
//! a wager made in turn may not be taken back.

use resettle_coup_log::Wager;
use resettle_ruleset::{Cited, RoundTime};
use resettle_sealed_log::{Moment, Time};

use super::unsettled::UnsettledCoup;
use crate::tournament::WagerTerms;

impl UnsettledCoup<'_> {
    /// What rule 15 states about a wager; nothing for a coup outside a tournament.
    pub(super) fn terms_of(&self, wager: &Wager) -> WagerTerms {
        self.terms.and_then(|terms| terms.wagers.get(&wager.name)).copied().unwrap_or_default()
    }

    /// When bets are closed for a wager: in a tournament the announcement of an undisclosed wager may come first.
    pub(super) fn close_of(&self, wager: &Wager, close: Option<Moment>) -> Option<Moment> {
        let announced = self.terms.and_then(|terms| terms.announced).filter(|_| !self.terms_of(wager).undisclosed);
        match (close, announced) {
            (Some(close), Some(announced)) => Some(close.min(announced)),
            (close, announced) => close.or(announced),
        }
    }

    /// By how much a time is after the wager's close, with a blank before; empty where the log records none.
    pub(super) fn beyond(&self, wager: &Wager, time: &Time) -> String {
        let close = self.close_of(wager, self.close);
        close.map_or_else(String::new, |close| format!(" {}", close.apart(time.moment())))
    }

    /// What closed bets for a wager, in words.
    pub(super) fn what_closed(&self, wager: &Wager) -> &'static str {
        let ordinary = self.close_of(wager, self.close) == self.close;
        match self.ruleset.moments.close.time {
            RoundTime::FirstCard if ordinary => "the first card, with which bets were closed",
            _ => "the close",
        }
    }

    /// Whether a time is after the ordinary close, whatever was announced before.
    pub(super) fn beyond_the_close(&self, time: Option<&Time>) -> bool {
        time.zip(self.close).is_some_and(|(time, close)| close < time.moment())
    }

    /// The clause of rule 15 by which a wager may not be taken back, if not only the ordinary close forbids it.
    pub(super) fn kept_by(&self, wager: &Wager) -> Option<Cited> {
        let terms = self.terms.filter(|_| !self.beyond_the_close(wager.withdrawn.as_ref()))?;
        let withdrawn = wager.withdrawn.as_ref()?.moment();
        match terms.announced.filter(|announced| *announced < withdrawn && !self.terms_of(wager).undisclosed) {
            Some(_) => terms.announced_clause.clone(),
            None => terms.turn_clause.clone().filter(|_| self.terms_of(wager).in_turn),
        }
    }
}
