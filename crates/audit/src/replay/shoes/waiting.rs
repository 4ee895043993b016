use std::collections::BTreeMap;

use crate::replay::round::Round;

/// How much may wait, in bytes, roughly: the last coups of some thousands of shoes.
const ROOM: usize = 16 * 1024 * 1024;

/// The shoes whose coup waits, in the order in which they came.
///
/// The last coup of a shoe waits for an incident that may still name it, however long ago the shoe ended. So that a log
/// of any number of shoes is judged in bounded memory, the oldest ones are judged once too much waits.
#[derive(Debug)]
pub(super) struct Waiting {
    room: usize,
    held: usize,
    next: u64,
    shoes: BTreeMap<u64, (String, usize)>,
}

impl Default for Waiting {
    fn default() -> Self {
        Self { room: ROOM, held: 0, next: 0, shoes: BTreeMap::new() }
    }
}

impl Waiting {
    /// A coup of this shoe begins to wait; gives its ticket.
    pub(super) fn add(&mut self, shoe: &str, round: &Round) -> u64 {
        let ticket = self.next;
        self.next += 1;
        let weight = weight(round);
        self.held += weight;
        self.shoes.insert(ticket, (shoe.to_owned(), weight));
        ticket
    }

    /// Whether there is still room for one more coup with this many wagers and nothing else.
    pub(super) fn has_room(&self, wagers: usize) -> bool {
        self.held.saturating_add(alone(wagers)) <= self.room
    }

    /// It waits no more.
    pub(super) fn remove(&mut self, ticket: u64) {
        if let Some((_, weight)) = self.shoes.remove(&ticket) {
            self.held = self.held.saturating_sub(weight);
        }
    }

    /// The shoe whose coup has waited longest, if too much waits; never the one that came last.
    pub(super) fn too_many(&self) -> Option<&str> {
        if self.held <= self.room || self.shoes.len() < 2 {
            return None;
        }
        self.oldest()
    }

    /// The shoe whose coup has waited longest.
    pub(super) fn oldest(&self) -> Option<&str> {
        self.shoes.first_key_value().map(|(_, (shoe, _))| shoe.as_str())
    }
}

/// How much a coup holds, roughly.
fn weight(round: &Round) -> usize {
    let wagers = round.coup.wagers.as_ref().map_or(0, Vec::len);
    alone(wagers) + round.origins.len() * 320 + round.coup.irregularities.len() * 1_024
}

fn alone(wagers: usize) -> usize {
    2_048 + wagers * 512
}

#[cfg(test)]
mod tests {
    use resettle_coup_log::Coup;
    use resettle_sealed_log::{SourceKind, Time};

    use super::*;
    use crate::finding::Place;

    #[test]
    fn the_oldest_go_first_and_the_newest_stays() {
        let coup = || {
            let written = Time::parse("2023-06-01T12:00:00Z").unwrap();
            Round::of_one_log(Box::<Coup>::default(), Place::default(), written, SourceKind::Table)
        };
        let mut waiting = Waiting { room: 3 * weight(&coup()), ..Waiting::default() };
        let tickets: Vec<u64> = ["A", "B", "C", "D"].iter().map(|shoe| waiting.add(shoe, &coup())).collect();
        assert_eq!(waiting.too_many(), Some("A"));
        assert_eq!((waiting.has_room(0), waiting.oldest()), (false, Some("A")));
        waiting.remove(tickets[0]);
        assert_eq!(waiting.too_many(), None);
        assert_eq!((waiting.has_room(0), waiting.oldest()), (false, Some("B")), "three wait already");
        waiting.room += weight(&coup());
        assert!(waiting.has_room(0));
        waiting.remove(tickets[0]);
        waiting.room = 0;
        assert_eq!(waiting.too_many(), Some("B"));
        waiting.remove(tickets[1]);
        waiting.remove(tickets[2]);
        assert_eq!(waiting.too_many(), None, "the newest waits whatever it holds");
    }
}
