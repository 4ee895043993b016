use std::sync::Arc;

use resettle_coup_log::Coup;
use resettle_sealed_log::{SourceKind, Time};

use crate::case::Contested;
use crate::finding::Place;
use crate::placed_wager::PlacedWager;

/// A coup with the records that its sections stand in.
#[derive(Debug)]
pub(crate) struct Round {
    pub(crate) coup: Box<Coup>,
    pub(crate) place: Place,
    /// Whether the source that holds the times of rounds holds this round.
    pub(crate) timed: bool,
    /// When its record was written.
    pub(crate) written: Time,
    /// The log that holds its times, as places number it, and when that record was written; `None` if it is its own record.
    /// They decide in which days it lies: other sources may be dated otherwise.
    pub(crate) dated: Option<(usize, Time)>,
    /// Where each of its wagers comes from; empty if they are in its own record.
    pub(crate) origins: Vec<Origin>,
    /// Whether the wagers of the whole table are there, not those of some terminals alone.
    pub(crate) all_wagers: bool,
    /// The record of the display, if that is in another log.
    pub(crate) wrd_place: Option<Place>,
    /// The records of irregularities in other logs, by their place in the coup; otherwise empty.
    pub(crate) irregularity_places: Vec<Place>,
    /// Which of its irregularities another source records too; empty if there is one source alone.
    pub(crate) seconded: Vec<bool>,
    /// Wagers of which two sources say different things.
    pub(crate) contested: Vec<Contested>,
}

impl Round {
    /// A coup that is whole in one log.
    pub(super) fn of_one_log(coup: Box<Coup>, place: Place, written: Time, source: SourceKind) -> Self {
        Self {
            coup,
            place,
            timed: true,
            written,
            dated: None,
            origins: Vec::new(),
            all_wagers: source != SourceKind::Terminal,
            wrd_place: None,
            irregularity_places: Vec::new(),
            seconded: Vec::new(),
            contested: Vec::new(),
        }
    }

    /// The log by which it lies in its days, and when it was written there.
    pub(crate) fn dating(&self) -> (usize, &Time) {
        self.dated.as_ref().map_or((self.place.source, &self.written), |(log, written)| (*log, written))
    }

    /// Its wagers, each with its record.
    pub(crate) fn wagers(&self) -> Vec<PlacedWager<'_>> {
        let placed = |(at, wager)| match self.origins.get(at) {
            Some(Origin { place, clock }) => PlacedWager { wager, at, place, tolerance: clock.tolerance },
            None => PlacedWager { wager, at, place: &self.place, tolerance: 0 },
        };
        self.coup.wagers.iter().flatten().enumerate().map(placed).collect()
    }
}

/// Where a wager comes from.
#[derive(Clone, Debug)]
pub(crate) struct Origin {
    /// Its record.
    pub(crate) place: Place,
    /// The clock of its times.
    pub(crate) clock: Clock,
}

/// The clock of a source.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    pub(crate) source: Arc<str>,
    /// How far it may be off, in nanoseconds.
    pub(crate) tolerance: i128,
}
