use std::sync::Arc;

use resettle_coup_log::Irregularity;
use resettle_ruleset::Ruleset;
use resettle_sealed_log::{Moment, Time};

use super::parked::Line;
use crate::case::{Around, CoupBefore};
use crate::finding::Severity;
use crate::in_force::Unelected;
use crate::irregularity::Logged;
use crate::moments::Aftermath;
use crate::replay::round::Round;
use crate::shoe::{Burns, CutSeen};
use crate::table_limits::TableLimits;

/// A coup that waits for what may still concern it: the next commencement, and incidents written
/// before the shoe's next coup.
#[derive(Debug)]
pub(crate) struct Pending {
    pub(crate) round: Round,
    /// Its line, if it was read quickly and nothing was added.
    pub(crate) read: Option<Line>,
    /// Whether a seal vouches for it; true if all records of the table are alike in that.
    pub(crate) vouched: bool,
    /// Whether it commences within the window that is judged.
    pub(crate) in_window: bool,
    /// `None` if no ruleset was in force.
    pub(crate) ruleset: Option<Arc<Ruleset>>,
    /// Why there is none although one was in force.
    pub(crate) unelected: Option<Unelected>,
    pub(crate) limits: TableLimits,
    pub(crate) aftermath: Aftermath,
    /// Irregularities that incidents brought.
    pub(crate) incidents: Vec<Logged>,
    /// Those of incidents that were written after the shoe's next coup.
    pub(crate) late: Vec<Logged>,
    /// Whether this is the first coup of its shoe.
    pub(crate) first_of_shoe: bool,
    /// What was burned since the shoe's previous coup; `None` if that coup's record is missing or cannot be read.
    pub(crate) burns: Option<Burns>,
    /// Whether cards of the shoe were replaced since its previous coup.
    pub(crate) replaced_before: bool,
    /// When the shoe was last checked between its previous coup and this record.
    pub(crate) checked_before: Option<Moment>,
    /// The shoe's cut card, if it appeared before this record.
    pub(crate) cut: Option<CutSeen>,
    /// The gravest finding at its record so far.
    pub(crate) worst: Option<Severity>,
    /// When play commenced, as its ruleset means it; if no time states that, when its record was written.
    pub(crate) commenced: Moment,
    /// When its log was opened.
    pub(crate) opened: Option<Time>,
    /// The coup before it in the same log.
    pub(crate) before: Option<CoupBefore>,
    /// What the log shows around it; known once its time has come.
    pub(crate) around: Around,
    /// Its place in the order of waiting.
    pub(crate) ticket: u64,
}

impl Pending {
    /// Its own irregularities and those of incidents; `opened` gives the time at which a log was opened.
    pub(crate) fn irregularities(&self, opened: impl Fn(usize) -> Option<Time>) -> Vec<Logged> {
        let round = &self.round;
        let own = round.coup.irregularities.iter().cloned().enumerate();
        let own = own.map(|(at, irregularity): (usize, Irregularity)| {
            let place = round.irregularity_places.get(at).unwrap_or(&round.place).clone();
            let written = place.at.clone().unwrap_or_else(|| round.written.clone());
            let opened = opened(place.source);
            let seconded = round.seconded.get(at).copied().unwrap_or(false);
            Logged { irregularity, place, written, opened, seconded, implied: false }
        });
        own.chain(self.incidents.iter().cloned()).collect()
    }
}
