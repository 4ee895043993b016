//! What happened to a shoe, if several sources report it: the shoe's own log counts, else the table's.

use std::borrow::Cow;
use std::collections::BTreeMap;

use resettle_coup_log::{CardCode, ShoeEvent, ShoeRecord};
use resettle_game::counted;
use serde::{Deserialize, Serialize};

use super::sources::{Sources, events_rank};
use crate::catalogue::Code;
use crate::coup::together;
use crate::finding::{Finding, Place};

/// More cards than are ever burned or replaced; any beyond that are only counted.
const MOST_CARDS: usize = 1_000;

/// What each source reports of each shoe.
#[derive(Default)]
pub(super) struct Events {
    shoes: BTreeMap<String, Kept>,
    /// The shoe of the last record: the others are packed.
    latest: Option<String>,
}

/// What each source reports of one shoe.
type BySource = BTreeMap<usize, SourceEvents>;

/// It, or the bytes of it: a log may hold any number of shoes, and a source may report of any of them until all are read.
enum Kept {
    Open(BySource),
    Packed(Box<[u8]>),
}

impl Kept {
    fn open(&self) -> Cow<'_, BySource> {
        match self {
            Self::Open(by_source) => Cow::Borrowed(by_source),
            // They are bytes that `pack` wrote.
            Self::Packed(bytes) => Cow::Owned(postcard::from_bytes(bytes).unwrap_or_default()),
        }
    }

    fn pack(&mut self) {
        let Self::Open(by_source) = self else { return };
        // What would not come back whole stays as it is.
        let packed = postcard::to_extend(by_source, Vec::new());
        let comes_back = |bytes: &Vec<u8>| postcard::from_bytes::<BySource>(bytes).is_ok_and(|read| read == *by_source);
        if let Some(bytes) = packed.ok().filter(comes_back) {
            *self = Self::Packed(bytes.into());
        }
    }
}

/// What one source reports of one shoe.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct SourceEvents {
    /// Its first record about the shoe.
    first: Place,
    start: Option<(Place, u32, bool)>,
    burned: Cards,
    checks: u64,
    /// The last of them.
    check: Option<Place>,
    replaced: Cards,
}

/// Cards in the order reported.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Cards {
    #[serde(with = "letters")]
    cards: Vec<CardCode>,
    count: usize,
    last: Option<Place>,
}

/// Cards by their two letters each.
mod letters {
    use resettle_coup_log::CardCode;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(cards: &[CardCode], serializer: S) -> Result<S::Ok, S::Error> {
        cards.iter().map(CardCode::as_str).collect::<String>().serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<CardCode>, D::Error> {
        let letters = <&str>::deserialize(deserializer)?;
        let card = |pair: &[u8]| std::str::from_utf8(pair).ok().and_then(CardCode::parse);
        letters.as_bytes().chunks(2).map(card).collect::<Option<_>>().ok_or_else(|| D::Error::custom("no card"))
    }
}

impl Cards {
    fn add(&mut self, cards: &[CardCode], place: &Place) {
        if cards.is_empty() {
            return;
        }
        self.count += cards.len();
        self.cards.extend(cards.iter().take(MOST_CARDS.saturating_sub(self.cards.len())));
        self.last = Some(place.clone());
    }

    fn differ(&self, other: &Self) -> bool {
        self.count != other.count || (self.cards != other.cards && together(None, &self.cards, &other.cards).is_none())
    }

    fn in_words(&self) -> String {
        let cards: Vec<String> = self.cards.iter().take(16).map(ToString::to_string).collect();
        match self.count {
            0 => "none".to_owned(),
            count if count > cards.len() => format!("{} and {} more", cards.join(" "), count - cards.len()),
            _ => cards.join(" "),
        }
    }
}

impl SourceEvents {
    fn add(&mut self, event: &ShoeEvent, place: &Place) {
        match event {
            ShoeEvent::Start { decks, burned, recirculates, .. } => {
                if self.start.is_none() {
                    self.start = Some((place.clone(), *decks, *recirculates));
                }
                self.burned.add(burned.as_deref().unwrap_or_default(), place);
            }
            ShoeEvent::Burn { cards } => self.burned.add(cards, place),
            ShoeEvent::Check => {
                self.checks += 1;
                self.check = Some(place.clone());
            }
            ShoeEvent::Replace { out, r#in } => {
                self.replaced.add(out, place);
                self.replaced.add(r#in, place);
            }
            ShoeEvent::CutCard | ShoeEvent::End => {}
        }
    }
}

impl Events {
    /// Notes what a source reports.
    pub(super) fn note(&mut self, source: usize, record: &ShoeRecord, place: &Place) {
        if self.latest.as_ref() != Some(&record.shoe) {
            if let Some(kept) = self.latest.as_ref().and_then(|latest| self.shoes.get_mut(latest)) {
                kept.pack();
            }
            let kept = self.shoes.get(&record.shoe).map(|kept| kept.open().into_owned()).unwrap_or_default();
            self.shoes.insert(record.shoe.clone(), Kept::Open(kept));
            self.latest = Some(record.shoe.clone());
        }
        let Some(Kept::Open(by_source)) = self.shoes.get_mut(&record.shoe) else { return };
        let events =
            by_source.entry(source).or_insert_with(|| SourceEvents { first: place.clone(), ..SourceEvents::default() });
        events.add(&record.event, place);
    }

    /// The source whose events of this shoe count, as far as they were noted.
    pub(super) fn source(&self, shoe: &str, sources: &Sources) -> Option<usize> {
        counting(&self.shoes.get(shoe)?.open(), sources)
    }

    /// The source whose start of this shoe counts: the next source, if that of the others reports none.
    pub(super) fn starter(&self, shoe: &str, sources: &Sources) -> Option<usize> {
        let by_source = self.shoes.get(shoe)?.open();
        let started = by_source.iter().filter(|(_, events)| events.start.is_some()).map(|(source, _)| *source);
        started.min_by_key(|source| (sources.kind_of(*source).map(events_rank), *source))
    }

    /// A shoe is begun anew under this name, or all has been read: reports where two sources differ about it.
    pub(super) fn close(&mut self, shoe: &str, sources: &Sources) -> Vec<Finding> {
        self.latest.take_if(|latest| latest == shoe);
        self.shoes.remove(shoe).map_or_else(Vec::new, |kept| differences(shoe, &kept.open(), sources))
    }

    /// The same for all shoes.
    pub(super) fn close_all(&mut self, sources: &Sources) -> Vec<Finding> {
        let all = std::mem::take(self).shoes;
        all.iter().flat_map(|(shoe, kept)| differences(shoe, &kept.open(), sources)).collect()
    }
}

fn counting(by_source: &BTreeMap<usize, SourceEvents>, sources: &Sources) -> Option<usize> {
    by_source.keys().copied().min_by_key(|source| (sources.kind_of(*source).map(events_rank), *source))
}

fn differences(shoe: &str, by_source: &BTreeMap<usize, SourceEvents>, sources: &Sources) -> Vec<Finding> {
    let mut out = Vec::new();
    let Some((own, counts)) = counting(by_source, sources).and_then(|source| by_source.get_key_value(&source)) else {
        return out;
    };
    let mut differ = |what: &str, one: &Place, other: &Place, logged: String, also: String| {
        let message = format!(
            "the sources tell of {what} of shoe {shoe} differently: {} and {}",
            sources.named(one),
            sources.named(other)
        );
        out.push(Finding::new(Code::Disagreement, other, message).compared(logged, also));
    };
    for (_, other) in by_source.iter().filter(|(source, _)| *source != own) {
        if let (Some((one, decks, returns)), Some((place, also, also_return))) = (&counts.start, &other.start)
            && (decks, returns) != (also, also_return)
        {
            let words = |decks: u32, returns: bool| {
                format!("{}{}", counted(decks, "deck"), if returns { ", cards return to the device" } else { "" })
            };
            differ("the start", one, place, words(*decks, *returns), words(*also, *also_return));
        }
        if counts.burned.differ(&other.burned) {
            let (one, place) = (counts.burned.last.as_ref(), other.burned.last.as_ref());
            let (one, place) = (one.unwrap_or(&counts.first), place.unwrap_or(&other.first));
            differ("the burned cards", one, place, counts.burned.in_words(), other.burned.in_words());
        }
        if counts.checks != other.checks {
            let (one, place) = (counts.check.as_ref(), other.check.as_ref());
            let (one, place) = (one.unwrap_or(&counts.first), place.unwrap_or(&other.first));
            differ("the checks", one, place, counts.checks.to_string(), other.checks.to_string());
        }
        if counts.replaced.differ(&other.replaced) {
            let (one, place) = (counts.replaced.last.as_ref(), other.replaced.last.as_ref());
            let (one, place) = (one.unwrap_or(&counts.first), place.unwrap_or(&other.first));
            differ("the replaced cards", one, place, counts.replaced.in_words(), other.replaced.in_words());
        }
    }
    out
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    fn burn(shoe: &str, card: &str) -> ShoeRecord {
        ShoeRecord { shoe: shoe.to_owned(), event: ShoeEvent::Burn { cards: vec![CardCode::parse(card).unwrap()] } }
    }

    #[test]
    fn a_shoe_that_is_not_in_play_is_held_as_bytes_and_comes_back_whole() {
        let place = |line| Place {
            source: 1,
            line: Some(line),
            seq: Some(line - 1),
            shoe: Some("A".into()),
            ..Place::default()
        };
        let (mut turns, mut once) = (Events::default(), Events::default());
        for (line, shoe) in [(2, "A"), (3, "B"), (4, "A"), (5, "C")] {
            turns.note(1, &burn(shoe, "KD"), &place(line));
        }
        for line in [2, 4] {
            once.note(1, &burn("A", "KD"), &place(line));
        }
        assert!(turns.shoes.iter().all(|(shoe, kept)| matches!(kept, Kept::Packed(_)) == (shoe != "C")));
        assert_eq!(turns.shoes["A"].open(), once.shoes["A"].open());
        assert_eq!(turns.shoes["A"].open()[&1].burned.count, 2);
    }
}
