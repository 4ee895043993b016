use resettle_coup_log::Declared;
use resettle_game::{Unit, Winner};
use resettle_ruleset::{Cite, Cited, Ruleset};
use resettle_sealed_log::{Moment, Time};

use super::payout::{Payout, payout};
use super::status::{Rules, WagerStatus};
use super::terminals::Terminal;
use crate::coup::Outcome;
use crate::irregularity::Effects;
use crate::placed_wager::PlacedWager;
use crate::table_limits::TableLimits;
use crate::tournament::TournamentTerms;
use crate::trace::Trace;

/// A coup with everything that its settlement depends on.
pub(crate) struct UnsettledCoup<'a> {
    pub(crate) ruleset: &'a Ruleset,
    /// What its amounts are counted in.
    pub(crate) unit: Unit<'a>,
    pub(crate) wagers: &'a [PlacedWager<'a>],
    /// Its number in its shoe, where it is logged.
    pub(crate) number: Option<u64>,
    /// Whether `wagers` are those of the whole table.
    pub(crate) all_wagers: bool,
    pub(crate) outcome: Outcome,
    /// What was announced of it.
    pub(crate) declared: Option<&'a Declared>,
    pub(crate) limits: &'a TableLimits,
    /// How a coup of a tournament is settled.
    pub(crate) terms: Option<&'a TournamentTerms>,
    pub(crate) close: Option<Moment>,
    /// When play commenced, and when the coup was settled, if the log records it.
    pub(crate) commenced: Option<Moment>,
    pub(crate) settled: Option<Moment>,
    pub(crate) effects: &'a Effects<'a>,
    pub(crate) no_bet: bool,
    /// Whether interruptions of terminals would be logged.
    pub(crate) asks_refusals: bool,
    /// Whether it is a reading that the coup is settled by this outcome at all.
    pub(crate) by_a_reading: bool,
    /// What the display showed, if it was announced to be wrong and no clause lets the cards stand against it.
    pub(crate) shown_by_error: Option<Winner>,
    /// Where the steps are written down, if somebody asked for them.
    pub(crate) trace: Option<&'a Trace<'a>>,
}

impl<'a> UnsettledCoup<'a> {
    pub(super) fn rules(&self) -> Rules<'a> {
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

    pub(super) fn status(&self, rules: &Rules<'_>, wager: &PlacedWager<'_>) -> WagerStatus {
        let interrupted = self.terminal(wager) != Terminal::Unaffected;
        if self.terms.is_none() {
            return rules.status(wager, wager.tolerance, interrupted);
        }
        let close = self.close_of(wager, rules.close);
        let bound = self.terms_of(wager).in_turn;
        Rules { close, bound, ..*rules }.status(wager, wager.tolerance, interrupted)
    }

    /// What a stake on a bet, by its number in the book, returns by the coup's outcome.
    pub(super) fn payout(&self, bet: usize, stake: i64) -> Option<Payout<'a>> {
        payout(self.ruleset, bet, &self.outcome, None, stake, self.limits.chip())
    }

    pub(super) fn cite(&self, clause: Option<&Cite>) -> Option<Cited> {
        clause.map(|clause| self.ruleset.cite(clause))
    }

    /// Whether a moment is exactly that of the close, which is in time only by a reading.
    pub(super) fn at_the_close(&self, time: Option<&Time>) -> bool {
        time.is_some_and(|time| self.close == Some(time.moment()))
    }
}
