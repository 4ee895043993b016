//! What surrounds a coup, as far as claims about it are checked against that.

use resettle_sealed_log::{Moment, Time};
use serde::{Deserialize, Serialize};

use crate::slack::Slack;

/// What the log shows around a coup.
#[derive(Clone, Debug, Default)]
pub(crate) struct Around {
    /// Whether claims are checked against the log at all: not for an import that no seal vouches for.
    pub(crate) asked: bool,
    pub(crate) slack: Slack,
    /// When the coup's own log was opened.
    pub(crate) opened: Option<Time>,
    /// The coup before it in the same log; `None` for the first one.
    pub(crate) before: Option<CoupBefore>,
    /// Whether another coup was dealt from the same shoe, with no new start between.
    pub(crate) deals_on: bool,
    /// Whether a card was burned between it and the next coup of the shoe.
    pub(crate) burned_after: bool,
    /// Whether a card was burned before it or while it was dealt, in addition to those that are burned before each coup.
    pub(crate) burned_besides: bool,
    /// Whether cards return to the device in play.
    pub(crate) returns: bool,
    /// How many cards the device held after this coup's cards; `None` if nobody counted.
    pub(crate) left: Option<Left>,
    /// The cards that opened a no-bet coup: seen in the coup before or in an incident since.
    pub(crate) shown_before: Vec<Exposure>,
}

/// The coup before, in the same log.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct CoupBefore {
    /// Its number in its shoe, where it is logged.
    pub(crate) number: Option<u64>,
    /// When it commenced, by the time that its ruleset takes for that; none where that is not logged.
    pub(crate) commenced: Option<Time>,
    /// When it had settled; never later than its own record.
    pub(crate) settled: Option<Time>,
}

/// How many cards a device still held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Left {
    pub(crate) cards: i64,
    /// Whether every card is accounted for; otherwise a deck may be missing.
    pub(crate) exact: bool,
}

/// What may open a no-bet coup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exposure {
    /// A card drawn without authority.
    UnauthorisedDraw,
    /// A card that lay face upwards before the coup.
    FaceUpCard,
    /// A card that the coup before kept for this one: it has been seen.
    KeptCard,
}

/// When play commenced, as the ruleset means it, and when the record of the coup was written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span<'a> {
    pub(crate) commenced: Option<&'a Time>,
    pub(crate) written: &'a Time,
}

impl Span<'_> {
    /// The moment at which play commenced, if the log records it.
    pub(crate) fn commencement(&self) -> Option<Moment> {
        self.commenced.map(Time::moment)
    }
}
