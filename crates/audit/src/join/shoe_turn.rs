use std::collections::{BTreeMap, BTreeSet};

use resettle_coup_log::{Body, Incident, Record, ShoeRecord};

use super::coup::{Part, Piece, claim};
use super::line::{Aside, Beside, Key};
use super::segments::{Item, What};
use crate::finding::Place;
use crate::replay::place_of;

/// What the sources record in one shoe's turn, sorted by kind.
pub(super) struct ShoeTurn {
    /// The parts of each coup, by number and by how often a source used the number before.
    pub(super) coups: BTreeMap<Key, Vec<Piece>>,
    /// The coups of the source that leads, in its order.
    pub(super) order: Vec<Key>,
    /// Which log of the lead holds each, counted from 0.
    pub(super) logs: BTreeMap<Key, usize>,
    /// The coup numbers on lines that are not records, with their source.
    pub(super) seen: BTreeSet<(usize, u64)>,
    /// What was dealt according to the vouched records of each source.
    pub(super) dealt: Dealt,
    /// The opening records, each with its log.
    pub(super) opens: Vec<(usize, Box<Record>)>,
    /// What stands beside the coups.
    pub(super) beside: Vec<Beside>,
}

/// Which coups of a shoe its sources dealt, as far as seals vouch for that.
#[derive(Default)]
pub(super) struct Dealt {
    /// For each source, the highest vouched number, and whether all are vouched for.
    sources: BTreeMap<usize, (Option<u64>, bool)>,
    /// The logs that hold a coup of the shoe for which a seal vouches.
    logs: BTreeSet<usize>,
}

impl Dealt {
    fn note(&mut self, source: usize, log: usize, number: u64, vouched: bool) {
        if vouched {
            self.logs.insert(log);
        }
        let (highest, all) = self.sources.entry(source).or_insert((None, true));
        *highest = (*highest).max(vouched.then_some(number));
        *all &= vouched;
    }

    /// Whether a log that holds vouched coups of the shoe mentions a coup: then the log that a seal vouches for does
    /// not lack it, even though no seal reaches this record.
    pub(super) fn recorded_by(&self, log: usize) -> bool {
        self.logs.contains(&log)
    }

    /// Whether vouched records of a source, which lack this coup, show that it was not dealt: they go on beyond it, or
    /// everything the source holds of the shoe is vouched for.
    pub(super) fn denies(&self, source: usize, number: u64) -> bool {
        self.sources.get(&source).is_some_and(|(highest, all)| *all || highest.is_some_and(|highest| highest > number))
    }
}

impl ShoeTurn {
    pub(super) fn of(sources: Vec<(usize, Vec<Item>)>, lead: usize) -> Self {
        let mut turn = Self {
            coups: BTreeMap::new(),
            order: Vec::new(),
            logs: BTreeMap::new(),
            seen: BTreeSet::new(),
            dealt: Dealt::default(),
            opens: Vec::new(),
            beside: Vec::new(),
        };
        for (source, items) in sources {
            turn.source(source, items, source == lead);
        }
        turn
    }

    fn next(
        &mut self,
        used: &mut BTreeMap<u64, usize>,
        number: u64,
        (source, log, in_log): (usize, usize, usize),
        vouched: bool,
        leads: bool,
    ) -> Key {
        let nth = used.entry(number).or_default();
        let key = (number, *nth);
        *nth += 1;
        if leads {
            self.order.push(key);
            self.logs.insert(key, in_log);
        }
        self.dealt.note(source, log, number, vouched);
        key
    }

    fn source(&mut self, source: usize, items: Vec<Item>, leads: bool) {
        let mut used: BTreeMap<u64, usize> = BTreeMap::new();
        let mut after = None;
        let first = self.beside.len();
        // What stands after the coup before the next one, from here on.
        let mut since = first;
        for Item { log, nth: in_log, vouched, what, .. } in items {
            let (record, worst) = match what {
                What::Seen(seen) => {
                    self.seen.insert((source, seen.coup));
                    self.beside.push(Beside { source, log, what: Aside::Seen(seen), after, before: None });
                    continue;
                }
                What::Record(record, worst) => (record, worst),
                What::Quick(coup) => {
                    let key = self.next(&mut used, coup.coup, (source, log, in_log), vouched, leads);
                    self.beside.iter_mut().skip(since).for_each(|aside| aside.before = Some(key));
                    since = self.beside.len();
                    after = Some(key);
                    self.coups.entry(key).or_default().push(Piece::Quick { source, log, coup });
                    continue;
                }
            };
            match &record.body {
                Body::Coup(coup) => {
                    let number = coup.coup.unwrap_or(0);
                    let key = self.next(&mut used, number, (source, log, in_log), vouched, leads);
                    self.beside.iter_mut().skip(since).for_each(|aside| aside.before = Some(key));
                    since = self.beside.len();
                    after = Some(key);
                    if let Some(part) = Part::of(*record, source, log, vouched, worst) {
                        self.coups.entry(key).or_default().push(Piece::Part(Box::new(part)));
                    }
                }
                Body::Open(_) => self.opens.push((log, record)),
                _ => self.beside.push(Beside { source, log, what: Aside::Record(record), after, before: None }),
            }
        }
    }
}

impl Beside {
    /// What it states about a shoe, and where.
    pub(super) fn event(&self) -> Option<(&ShoeRecord, Place)> {
        let Aside::Record(record) = &self.what else { return None };
        match &record.body {
            Body::Shoe(shoe) => Some((shoe, place_of(record, self.log))),
            _ => None,
        }
    }
}

/// Which irregularities were logged, by which source, so that one that several sources report counts once.
pub(super) struct Incidents {
    sources: BTreeMap<String, usize>,
    /// The shoe in play, which is meant by an incident that names none.
    shoe: Option<String>,
}

impl Incidents {
    /// Irregularities recorded in coups are logged already.
    pub(super) fn of(coups: &BTreeMap<Key, Vec<Piece>>) -> Self {
        let mut sources = BTreeMap::new();
        let shoe = coups.values().flatten().find_map(Piece::shoe);
        for ((number, _), parts) in coups {
            // What is left out of a coup does not count here either.
            let any_vouched = parts.iter().any(Piece::vouched);
            for part in parts.iter().filter_map(Piece::read).filter(|part| part.vouched || !any_vouched) {
                for irregularity in &part.coup.irregularities {
                    let shoe = part.coup.shoe.as_deref();
                    let key = format!("{shoe:?} {number} {}", claim(irregularity));
                    sources.entry(key).or_insert(part.source);
                }
            }
        }
        Self { sources, shoe }
    }

    /// Whether no other source has reported it before.
    pub(super) fn counts(&mut self, source: usize, incident: &Incident) -> bool {
        let number = incident.coup.map_or_else(String::new, |number| number.to_string());
        let shoe = incident.shoe.as_deref().or(self.shoe.as_deref());
        let key = format!("{shoe:?} {number} {}", claim(&incident.irregularity));
        *self.sources.entry(key).or_insert(source) == source
    }
}
