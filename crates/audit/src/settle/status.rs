use resettle_coup_log::Wager;
use resettle_ruleset::Ruleset;
use resettle_sealed_log::Moment;

use crate::irregularity::reaches;
use crate::sink::NotAtRisk;

/// The status of a wager, before its result is considered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WagerStatus {
    /// Not accepted, and placed too late in any case: no wager.
    NotTaken,
    /// Refused before the close: no wager.
    Refused {
        /// Whether an interruption of its terminal, or somebody entitled, grounds that.
        grounded: bool,
    },
    /// Removed under a right to do so: no wager.
    Removed {
        /// Whether the log records when.
        dated: bool,
    },
    /// Taken back in time: no wager.
    Withdrawn,
    /// Taken back, but it is not known whether in time: the log holds no close.
    WithdrawnSometime,
    /// The ruleset does not offer the bet.
    NotOffered,
    /// It stood although the coup is a no-bet coup.
    InNoBetCoup,
    /// Placed too late.
    Late,
    /// It counts.
    Live {
        /// It was taken back too late, and counts as if it were still there.
        taken_back_late: bool,
    },
}

impl WagerStatus {
    /// Whether a wager with this status lay on the layout in time, for all of the time that bets were open or some of it.
    pub(super) fn lay_there(self) -> bool {
        matches!(self, Self::Live { .. } | Self::Removed { .. } | Self::Withdrawn | Self::WithdrawnSometime)
    }

    /// Whether it was there when bets were closed; `None` where the log does not say so.
    pub(super) fn stayed(self) -> Option<bool> {
        NotAtRisk::stayed(self.not_at_risk(), self != Self::WithdrawnSometime)
    }

    /// Why the stake of a wager with this status is not at risk.
    pub(super) fn not_at_risk(self) -> Option<NotAtRisk> {
        match self {
            Self::NotTaken | Self::Refused { .. } => Some(NotAtRisk::Refused),
            Self::Removed { .. } => Some(NotAtRisk::Removed),
            Self::Withdrawn | Self::WithdrawnSometime => Some(NotAtRisk::Withdrawn),
            Self::NotOffered => Some(NotAtRisk::NotOffered),
            Self::InNoBetCoup => Some(NotAtRisk::NoBetCoup),
            Self::Late => Some(NotAtRisk::Late),
            Self::Live { .. } => None,
        }
    }
}

/// What determines a wager's status.
#[derive(Clone, Copy)]
pub(super) struct Rules<'a> {
    pub(super) ruleset: &'a Ruleset,
    /// The close; `None` if the log does not record it, so that nothing is late.
    pub(super) close: Option<Moment>,
    /// When the first reconstruction of the coup's cards was noticed; `None` if they were not reconstructed.
    pub(super) reconstructed: Option<Moment>,
    /// When the coup was settled, if the log records it.
    pub(super) settled: Option<Moment>,
    pub(super) no_bet: bool,
    /// Whether the wager was made in turn, if that may not be taken back.
    pub(super) bound: bool,
    /// Whether interruptions of terminals would be logged: a terminal's own log records none.
    pub(super) asks_refusals: bool,
}

impl Rules<'_> {
    /// The same instant is in time, and so is what the tolerance of a clock covers, in nanoseconds.
    fn in_time(&self, moment: Moment, tolerance: i128) -> bool {
        self.close.is_none_or(|close| moment.nanos <= close.nanos.saturating_add(tolerance))
    }

    /// Whether a wager is in time only by the tolerance of its clock.
    pub(super) fn leans(&self, wager: &Wager, tolerance: i128) -> bool {
        [&wager.placed, &wager.withdrawn]
            .into_iter()
            .flatten()
            .any(|time| !self.in_time(time.moment(), 0) && self.in_time(time.moment(), tolerance))
    }

    /// Whether a ground for a refusal would be logged: an interruption by the table alone, whoever refused beside the wager.
    /// Without the close a wager may have come too late.
    fn asks_refusal(&self) -> bool {
        let by_interruption = self.ruleset.not_accepted.as_ref().is_some_and(|rule| rule.by.is_none());
        self.asks_refusals || (self.close.is_some() && !by_interruption)
    }

    /// Whether the document lets somebody refuse this wager.
    fn may_refuse(&self, wager: &Wager, interrupted: bool) -> bool {
        self.ruleset.not_accepted.as_ref().is_some_and(|rule| match &rule.by {
            Some(by) => reaches(wager.by, by.role),
            None => interrupted,
        })
    }

    /// Whether a wager was removed by right, that is from the reconstruction to the settlement, and whether the log
    /// records when.
    fn removed(&self, wager: &Wager) -> Option<bool> {
        if !wager.removed || self.ruleset.removal.is_none() || (self.reconstructed.is_none() && !self.no_bet) {
            return None;
        }
        let Some(withdrawn) = wager.withdrawn.as_ref().map(|time| time.moment()) else { return Some(false) };
        let in_time = self.reconstructed.is_none_or(|from| from <= withdrawn)
            && self.settled.is_none_or(|settled| withdrawn <= settled);
        in_time.then_some(true)
    }

    /// `interrupted` says whether an interruption names the wager's terminal.
    pub(super) fn status(&self, wager: &Wager, tolerance: i128, interrupted: bool) -> WagerStatus {
        if !wager.accepted {
            let late = wager.placed.as_ref().is_some_and(|time| !self.in_time(time.moment(), tolerance));
            // A wager that nobody may place needs no ground to be refused.
            return if late || self.no_bet || self.ruleset.wager(&wager.bet).is_none() {
                WagerStatus::NotTaken
            } else {
                WagerStatus::Refused { grounded: !self.asks_refusal() || self.may_refuse(wager, interrupted) }
            };
        }
        if let Some(dated) = self.removed(wager) {
            return WagerStatus::Removed { dated };
        }
        if wager.withdrawn.is_some() && self.close.is_none() && !self.bound {
            return WagerStatus::WithdrawnSometime;
        }
        if !self.bound && wager.withdrawn.as_ref().is_some_and(|time| self.in_time(time.moment(), tolerance)) {
            return WagerStatus::Withdrawn;
        }
        if self.ruleset.wager(&wager.bet).is_none() {
            return WagerStatus::NotOffered;
        }
        if self.no_bet {
            return WagerStatus::InNoBetCoup;
        }
        if wager.placed.as_ref().is_some_and(|time| !self.in_time(time.moment(), tolerance)) {
            return WagerStatus::Late;
        }
        WagerStatus::Live { taken_back_late: wager.removed || wager.withdrawn.is_some() }
    }
}
