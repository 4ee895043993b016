use resettle_coup_log::{Accepted, Moment, Wager};
use resettle_ruleset::Ruleset;

/// What a wager is at all, before its result is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// The terminal did not take it: no wager.
    NotTaken,
    /// Removed under a right to do so: no wager.
    Removed,
    /// Taken back in time: no wager.
    Withdrawn,
    /// Taken back, and nothing tells whether in time: the log holds no close.
    WithdrawnSometime,
    /// The ruleset does not offer the bet.
    NotOffered,
    /// It lay there though the coup is a no-bet coup.
    InNoBetCoup,
    /// Placed too late.
    Late,
    /// It counts.
    Live {
        /// It was taken back too late, and counts as if it still lay there.
        taken_back_late: bool,
    },
}

/// What decides about a wager's standing.
pub(super) struct Rules<'a> {
    pub(super) ruleset: &'a Ruleset,
    /// The close; none where the log does not tell, so that nothing is late.
    pub(super) close: Option<Moment>,
    /// Whether the coup's cards were reconstructed.
    pub(super) reconstructed: bool,
    pub(super) no_bet: bool,
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

    pub(super) fn standing(&self, wager: &Wager, tolerance: i128) -> Standing {
        if wager.accepted == Accepted::No {
            return Standing::NotTaken;
        }
        let may_remove = self.ruleset.removal.is_some() && (self.reconstructed || self.no_bet);
        if wager.removed && may_remove {
            return Standing::Removed;
        }
        if wager.withdrawn.is_some() && self.close.is_none() {
            return Standing::WithdrawnSometime;
        }
        if wager.withdrawn.as_ref().is_some_and(|time| self.in_time(time.moment(), tolerance)) {
            return Standing::Withdrawn;
        }
        if self.ruleset.wager(&wager.bet).is_none() {
            return Standing::NotOffered;
        }
        if self.no_bet {
            return Standing::InNoBetCoup;
        }
        if wager.placed.as_ref().is_some_and(|time| !self.in_time(time.moment(), tolerance)) {
            return Standing::Late;
        }
        Standing::Live { taken_back_late: wager.removed || wager.withdrawn.is_some() }
    }
}
