use std::sync::Arc;

use resettle_coup_log::{Coup, Irregularity};
use resettle_ruleset::Ruleset;
use resettle_sealed_log::{Moment, SourceKind, Time};

use super::elected::Unelected;
use super::parked::Line;
use crate::claims::{Around, CoupBefore};
use crate::finding::{Place, Severity};
use crate::irregularity::Logged;
use crate::moments::Aftermath;
use crate::settle::TableLimits;
use crate::shoe::{Burns, CutSeen};

/// A coup with the records that its sections stand in.
#[derive(Debug)]
pub(crate) struct Round {
    pub(crate) coup: Box<Coup>,
    pub(crate) place: Place,
    /// Whether the source that holds the times of rounds holds this one.
    pub(crate) timed: bool,
    /// When its record was written.
    pub(crate) written: Time,
    /// The records of its wagers, where they stand in other logs; else empty.
    pub(crate) wager_places: Vec<Place>,
    /// The source of each wager and how far its clock may be off, in nanoseconds; else empty.
    pub(crate) clocks: Vec<Clock>,
    /// Whether the wagers of the whole table are there, not those of some terminals alone.
    pub(crate) all_wagers: bool,
    /// The record of the display, where that is another log.
    pub(crate) wrd_place: Option<Place>,
    /// The records of irregularities that stand in other logs, by their place in the coup; else empty.
    pub(crate) irregularity_places: Vec<Place>,
}

impl Round {
    /// A coup that one log holds whole.
    pub(super) fn of_one_log(coup: Box<Coup>, place: Place, written: Time, source: SourceKind) -> Self {
        Self {
            coup,
            place,
            timed: true,
            written,
            wager_places: Vec::new(),
            clocks: Vec::new(),
            all_wagers: source != SourceKind::Terminal,
            wrd_place: None,
            irregularity_places: Vec::new(),
        }
    }
}

/// The clock that a wager's times come from.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    pub(crate) source: Arc<str>,
    pub(crate) tolerance: i128,
}

/// A coup that waits for what may still concern it: the next commencement, and incidents written
/// before the shoe's next coup.
#[derive(Debug)]
pub(super) struct Pending {
    pub(super) round: Round,
    /// Its line, where it was read quickly and nothing was added.
    pub(super) read: Option<Line>,
    /// Whether a seal vouches for it; true where nothing of the table is told apart by that.
    pub(super) vouched: bool,
    /// Whether it commences within the window that is judged.
    pub(super) in_window: bool,
    /// None where no ruleset was in force.
    pub(super) ruleset: Option<Arc<Ruleset>>,
    /// Why there is none though one was in force.
    pub(super) unelected: Option<Unelected>,
    pub(super) limits: TableLimits,
    pub(super) aftermath: Aftermath,
    /// Irregularities that incidents brought.
    pub(super) incidents: Vec<Logged>,
    /// Whether this is the first coup of its shoe.
    pub(super) first_of_shoe: bool,
    /// What was burned since the shoe's coup before it; none where that coup's record is missing or cannot be read.
    pub(super) burns: Option<Burns>,
    /// The shoe's cut card, where it appeared before this record.
    pub(super) cut: Option<CutSeen>,
    /// The gravest finding at its record so far.
    pub(super) worst: Option<Severity>,
    /// When play commenced, as its ruleset means it; where no time tells, when its record was written.
    pub(super) commenced: Moment,
    /// When its log was opened.
    pub(super) opened: Option<Time>,
    /// The coup before it in the same log.
    pub(super) before: Option<CoupBefore>,
    /// What the log shows around it; known once its time has come.
    pub(super) around: Around,
    /// Its place in the order of waiting.
    pub(super) ticket: u64,
}

impl Pending {
    /// How far the clock of each wager's source may be off, in nanoseconds; empty where not at all.
    pub(super) fn tolerances(&self) -> Vec<i128> {
        self.round.clocks.iter().map(|clock| clock.tolerance).collect()
    }

    /// Its own irregularities and those of incidents; `opened` tells when a log was opened.
    pub(super) fn irregularities(&self, opened: impl Fn(usize) -> Option<Time>) -> Vec<Logged> {
        let round = &self.round;
        let own = round.coup.irregularities.iter().cloned().enumerate();
        let own = own.map(|(at, irregularity): (usize, Irregularity)| {
            let place = round.irregularity_places.get(at).unwrap_or(&round.place).clone();
            let written = place.at.clone().unwrap_or_else(|| round.written.clone());
            let opened = opened(place.source);
            Logged { irregularity, place, written, opened, implied: false }
        });
        own.chain(self.incidents.iter().cloned()).collect()
    }
}
