use std::sync::Arc;

use resettle_coup_log::Coup;
use resettle_sealed_log::{SourceKind, Time};

use crate::finding::Place;

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
