//! What happened to a shoe, if several sources report it: the shoe's own log counts, else the table's.

use std::collections::BTreeMap;

use resettle_coup_log::{CardCode, ShoeEvent, ShoeRecord};
use resettle_game::counted;

use super::sources::{Sources, events_rank};
use crate::catalogue::Code;
use crate::coup::together;
use crate::finding::{Finding, Place};

/// More cards than are ever burned or replaced; any beyond that are only counted.
const MOST_CARDS: usize = 1_000;

/// What each source reports of each shoe.
#[derive(Default)]
pub(super) struct Events {
    shoes: BTreeMap<String, BTreeMap<usize, SourceEvents>>,
}

/// What one source reports of one shoe.
#[derive(Default)]
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
#[derive(Default)]
struct Cards {
    cards: Vec<CardCode>,
    count: usize,
    last: Option<Place>,
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
        if !self.shoes.contains_key(&record.shoe) {
            self.shoes.insert(record.shoe.clone(), BTreeMap::new());
        }
        let Some(by_source) = self.shoes.get_mut(&record.shoe) else { return };
        let events =
            by_source.entry(source).or_insert_with(|| SourceEvents { first: place.clone(), ..SourceEvents::default() });
        events.add(&record.event, place);
    }

    /// The source whose events of this shoe count, as far as they were noted.
    pub(super) fn source(&self, shoe: &str, sources: &Sources) -> Option<usize> {
        counting(self.shoes.get(shoe)?, sources)
    }

    /// The source whose start of this shoe counts: the next source, if that of the others reports none.
    pub(super) fn starter(&self, shoe: &str, sources: &Sources) -> Option<usize> {
        let by_source = self.shoes.get(shoe)?;
        let started = by_source.iter().filter(|(_, events)| events.start.is_some()).map(|(source, _)| *source);
        started.min_by_key(|source| (sources.kind_of(*source).map(events_rank), *source))
    }

    /// A shoe is begun anew under this name, or all has been read: reports where two sources differ about it.
    pub(super) fn close(&mut self, shoe: &str, sources: &Sources) -> Vec<Finding> {
        self.shoes.remove(shoe).map_or_else(Vec::new, |by_source| differences(shoe, &by_source, sources))
    }

    /// The same for all shoes.
    pub(super) fn close_all(&mut self, sources: &Sources) -> Vec<Finding> {
        let all = std::mem::take(&mut self.shoes);
        all.iter().flat_map(|(shoe, by_source)| differences(shoe, by_source, sources)).collect()
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
