use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use resettle_coup_log::Digest;

use super::DayDigest;
use crate::seen::LogSeen;

/// A difference between what a venue signed for and what is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The venue.
    pub venue: String,
    /// The day.
    pub day: Date,
    /// The log's id; empty where it has none.
    pub log: String,
    /// The file that shows it: the digest's for what is missing, else the log's.
    pub file: String,
    /// What differs.
    pub kind: ChangeKind,
}

/// What can differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    /// The digest lists the log, and no log of this id is there.
    Missing {
        /// Its path when it was digested.
        path: String,
    },
    /// The log holds something else than was signed for.
    Changed {
        /// SHA-256 of what it held.
        signed: Digest,
        /// SHA-256 of what it holds.
        found: Digest,
    },
    /// The log begins on a day that a digest covers, and no digest lists it.
    Added {
        /// SHA-256 of what it holds.
        found: Digest,
    },
}

/// What is missing, changed or added since the digests were signed: by venue and day, then by log and path.
///
/// A log is known by its id and by what it holds, not by its path or packing. `covers` tells whether the run was
/// asked for this venue's day at all.
#[must_use]
pub fn changes(
    digests: &[(&str, &DayDigest)],
    found: &[LogSeen],
    covers: &dyn Fn(&str, Option<&str>, Date) -> bool,
) -> Vec<Change> {
    let mut out = Vec::new();
    let mut by_log: BTreeMap<(&str, &str), Vec<&LogSeen>> = BTreeMap::new();
    let mut contents: BTreeSet<Digest> = BTreeSet::new();
    for log in found {
        contents.insert(log.content);
        if !log.log.is_empty() {
            by_log.entry((&log.venue, &log.log)).or_default().push(log);
        }
    }
    // Every state that was signed for, and the last day on which it was.
    let mut signed: BTreeMap<(&str, &str), BTreeMap<Digest, Date>> = BTreeMap::new();
    let mut days: BTreeSet<(&str, Date)> = BTreeSet::new();
    for (_, digest) in digests {
        days.insert((&digest.venue, digest.day));
        for log in &digest.logs {
            let last = signed.entry((&digest.venue, &log.log)).or_default().entry(log.content).or_insert(digest.day);
            *last = digest.day.max(*last);
        }
    }
    let nothing = BTreeMap::new();
    let mut told: BTreeSet<(&str, Digest)> = BTreeSet::new();
    for (file, digest) in digests {
        for log in &digest.logs {
            let table = (!log.table.is_empty()).then_some(log.table.as_str());
            let asked = covers(&digest.venue, table, digest.day) && !contents.contains(&log.content);
            if !asked || !told.insert((&digest.venue, log.content)) {
                continue;
            }
            let key = (digest.venue.as_str(), log.log.as_str());
            let there = by_log.get(&key).map_or(&[][..], Vec::as_slice);
            let known = signed.get(&key).unwrap_or(&nothing);
            if there.iter().any(|other| known.get(&other.content).is_some_and(|later| *later > digest.day)) {
                // It grew, and was signed for again.
                continue;
            }
            let earlier = there.iter().find(|other| known.contains_key(&other.content));
            let kind = match earlier {
                Some(other) => ChangeKind::Changed { signed: log.content, found: other.content },
                // What holds something that nobody signed for is told below.
                None if !there.is_empty() => continue,
                None => ChangeKind::Missing { path: log.path.clone() },
            };
            let shown_by = earlier.map_or(*file, |other| other.file.as_str());
            out.push(Change {
                venue: digest.venue.clone(),
                day: digest.day,
                log: log.log.clone(),
                file: shown_by.to_owned(),
                kind,
            });
        }
    }
    for log in found.iter().filter(|log| !log.log.is_empty()) {
        let states = signed.get(&(log.venue.as_str(), log.log.as_str()));
        let last = states.and_then(|states| states.iter().max_by_key(|(_, day)| **day));
        let (day, kind) = match (states, last) {
            (Some(states), _) if states.contains_key(&log.content) => continue,
            (_, Some((signed, day))) => (*day, ChangeKind::Changed { signed: *signed, found: log.content }),
            _ => match log.day {
                Some(day) if days.contains(&(log.venue.as_str(), day)) => {
                    (day, ChangeKind::Added { found: log.content })
                }
                _ => continue,
            },
        };
        if covers(&log.venue, Some(&log.table), day) {
            let (venue, id) = (log.venue.clone(), log.log.clone());
            out.push(Change { venue, day, log: id, file: log.file.clone(), kind });
        }
    }
    out.sort_by(|a, b| (&a.venue, a.day, &a.log, &a.file).cmp(&(&b.venue, b.day, &b.log, &b.file)));
    out
}
