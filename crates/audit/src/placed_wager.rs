use std::ops::Deref;

use resettle_coup_log::Wager;

use crate::finding::Place;

/// A wager of a coup with the record that holds it, which may be in another log than the coup's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedWager<'a> {
    pub(crate) wager: &'a Wager,
    /// Which of the coup's wagers it is, counted from 0.
    pub(crate) at: usize,
    /// The record.
    pub(crate) place: &'a Place,
    /// How far the clock of its source may be off, in nanoseconds.
    pub(crate) tolerance: i128,
}

impl Deref for PlacedWager<'_> {
    type Target = Wager;

    fn deref(&self) -> &Wager {
        self.wager
    }
}

/// Other wagers in place of a coup's, in their order.
pub(crate) fn in_places_of<'a>(wagers: &'a [Wager], places: &[PlacedWager<'a>]) -> Vec<PlacedWager<'a>> {
    wagers.iter().zip(places).map(|(wager, placed)| PlacedWager { wager, ..*placed }).collect()
}
