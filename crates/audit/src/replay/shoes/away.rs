//! Shoes for which nothing is awaited leave memory: what is known of them is packed, until a record names them again.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::Shoes;
use super::parked::{Parked, ParkedCoup, Waiting};
use super::shoe::Shoe;
use crate::sink::{Sink, Stored};

/// Where the shoes that are not held were put, by the hash of their ids.
#[derive(Debug, Default)]
pub(super) struct Away {
    places: BTreeMap<u64, Stored>,
    /// What is held of those whose last coup waits.
    parked: BTreeMap<u64, Parked>,
    /// The shoe taken back last.
    back: Option<String>,
}

impl Shoes {
    /// A record names a shoe: it is held again, if it was packed.
    pub(crate) fn take_back(&mut self, id: &str, sink: &mut dyn Sink) {
        if self.held.contains(id) {
            return;
        }
        let hash = hash(id);
        let Some(at) = self.away.places.get(&hash) else { return };
        let Some(text) = sink.take_back(*at) else { return };
        // Another shoe whose id has the same hash: it was not the one asked for.
        let Some((mut shoe, coup)) = read(&text, id, self.finals) else { return };
        if let (Some(parked), Some(coup)) = (self.away.parked.remove(&hash), coup) {
            shoe.pending = parked.take(self.source, coup).map(Box::new);
        }
        self.away.places.remove(&hash);
        self.held.insert(id.to_owned(), Box::new(shoe));
        if let Some(before) = self.away.back.replace(id.to_owned()).filter(|before| before != id) {
            self.put_away(&before, sink);
        }
    }

    /// Puts a shoe away if only an incident that names its last coup can still be awaited.
    pub(crate) fn put_away(&mut self, id: &str, sink: &mut dyn Sink) {
        if self.in_play() == Some(id) || self.awaiting_next.iter().any(|waits| waits == id) {
            return;
        }
        let Some(shoe) = self.held.get(id) else { return };
        let hash = hash(id);
        if self.away.places.contains_key(&hash) {
            return;
        }
        let (parked, coup) = match &shoe.pending {
            Some(pending) => match Parked::of(pending, id) {
                Some((parked, coup)) => (Some(parked), Some(coup)),
                None => return,
            },
            None => (None, None),
        };
        let Some(text) = text(shoe, id, self.finals, coup.as_ref()) else { return };
        if let Some(at) = sink.put_away(&text) {
            self.away.places.insert(hash, at);
            self.away.parked.extend(parked.map(|parked| (hash, parked)));
            self.held.remove(id);
        }
    }

    /// The shoe of this id as it was packed, with its waiting coup, if that is all that is known of it.
    pub(crate) fn put_away_with_coup(&self, id: &str, sink: &mut dyn Sink) -> Option<(Shoe, ParkedCoup, &Parked)> {
        let hash = hash(id);
        let parked = self.away.parked.get(&hash).filter(|parked| parked.shoe == id && !self.held.contains(id))?;
        let text = sink.take_back(*self.away.places.get(&hash)?)?;
        let (shoe, coup) = read(&text, id, self.finals)?;
        Some((shoe, coup?.alone()?, parked))
    }

    /// A shoe that was packed is held without its coup, which was judged.
    pub(crate) fn hold_judged(&mut self, id: &str, shoe: Shoe, ticket: u64) {
        let hash = hash(id);
        self.away.parked.remove(&hash);
        self.away.places.remove(&hash);
        self.waiting.remove(ticket);
        self.held.insert(id.to_owned(), Box::new(shoe));
    }

    /// The shoes whose coup waits, in the order of those coups.
    pub(crate) fn all_waiting(&self) -> Vec<String> {
        let held = self.held.iter().filter_map(|(id, shoe)| {
            let place = &shoe.pending.as_ref()?.round.place;
            Some((place.source, place.line, id.clone()))
        });
        let parked = self.away.parked.values().map(|parked| (parked.source, parked.line, parked.shoe.clone()));
        let mut all: Vec<(usize, Option<u64>, String)> = held.chain(parked).collect();
        all.sort();
        all.into_iter().map(|(.., id)| id).collect()
    }
}

fn hash(id: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    id.hash(&mut hasher);
    hasher.finish()
}

/// A shoe as bytes, with its waiting coup; `None` if more of it is awaited or open. `finals` is how many final seals were
/// read.
fn text(shoe: &Shoe, id: &str, finals: u64, coup: Option<&Waiting>) -> Option<Vec<u8>> {
    if !shoe.is_calm() {
        return None;
    }
    postcard::to_extend(&(id, finals, shoe, coup), Vec::new()).ok()
}

/// The shoe of this id as it was packed, and its waiting coup.
fn read(text: &[u8], id: &str, finals: u64) -> Option<(Shoe, Option<Waiting>)> {
    let (of, finals_then, mut shoe, coup): (&str, u64, Shoe, Option<Waiting>) = postcard::from_bytes(text).ok()?;
    if finals_then != finals {
        // A final seal was read meanwhile.
        shoe.sealed = coup.is_some();
    }
    (of == id).then_some((shoe, coup))
}

#[cfg(test)]
mod tests {
    use resettle_coup_log::CardCode;
    use resettle_game::Card;
    use resettle_sealed_log::{Digest, Time};

    use super::*;
    use crate::coup::card;
    use crate::finding::Place;
    use crate::shoe::{Composition, CutSeen};

    fn place() -> Place {
        Place {
            source: 3,
            line: Some(1_000_000),
            seq: Some(u64::MAX),
            record_sha256: Some(Digest::of(b"record").to_string()),
            at: Time::parse("2023-06-01T12:04:31.120+08:00").ok(),
            shoe: Some("S-1".into()),
            coup: Some(1),
            source_row: Some(-7),
            source_id: Some("Runde 7".into()),
        }
    }

    fn played() -> Shoe {
        let mut composition = Composition::new(8);
        let cards: Vec<Card> =
            ["7H", "QS", "7H"].iter().filter_map(|code| CardCode::parse(code).and_then(card)).collect();
        assert_eq!(cards.len(), 3);
        composition.burn(&cards, false);
        composition.coup(&cards, cards.first().copied(), false, true);
        composition.drew(3);
        composition.replaced(&cards, &[]);
        Shoe {
            started: true,
            started_in: 2,
            ended: true,
            burned: vec![cards.first().copied(), None],
            composition: Some(Box::new(composition)),
            first_coup: Some(place()),
            last_number: Some(70),
            resumes_after: Some(0),
            unread_after: 4,
            nth_start: 300,
            sealed: true,
            cut: Some(CutSeen::new(Place { record_sha256: None, at: None, ..place() })),
            ..Shoe::default()
        }
    }

    #[test]
    fn a_shoe_comes_back_as_it_was_put_away() {
        let odd = Place { record_sha256: Some("no hash".into()), ..place() };
        let others =
            [Shoe { unread_coup: true, burns_more: true, ..played() }, Shoe { first_coup: Some(odd), ..played() }];
        for shoe in [Shoe::default(), played()].into_iter().chain(others) {
            let text = text(&shoe, "S-1", 5, None).unwrap();
            assert_eq!(format!("{:?}", read(&text, "S-1", 5).unwrap().0), format!("{shoe:?}"));
            assert!(read(&text, "S-2", 5).is_none(), "another of the same hash");
            assert!(!read(&text, "S-1", 6).unwrap().0.sealed, "a final seal was read meanwhile");
            assert!(read(&text[..text.len() - 1], "S-1", 5).is_none());
        }
    }

    #[test]
    fn what_is_awaited_stays() {
        let mut shoe = played();
        shoe.early.insert(71, Vec::new());
        assert!(text(&shoe, "S-1", 0, None).is_none());
    }
}
