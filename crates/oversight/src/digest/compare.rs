use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use resettle_sealed_log::Digest;

use super::DayDigest;
use crate::seen::LogSeen;

/// A difference between what a venue signed for and what is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DigestChange {
    /// The venue's id, as its logs write it.
    pub venue: String,
    /// The day of the digest from which the logs differ.
    pub day: Date,
    /// The table, as the digest or the log names it; empty where neither does.
    pub table: String,
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
    /// The digest lists the log, and the file that is there is one for which no trusted seal vouches, or not as far as
    /// was signed for.
    Unvouched {
        /// Its path when it was digested.
        path: String,
        /// The file that is there.
        there: String,
    },
    /// The log holds something else than was signed for.
    Changed {
        /// SHA-256 of what it held.
        signed: Digest,
        /// SHA-256 of what it holds.
        found: Digest,
    },
    /// The log touches a day that a digest covers, and no digest lists it.
    Added {
        /// SHA-256 of what it holds.
        found: Digest,
    },
}

/// What is missing, changed or added since the digests were signed: by venue and day, then by log and path.
///
/// A log is identified by its id and by what it holds, not by its path or packing. `covers` says whether the run was
/// asked for this venue's day at all.
#[must_use]
pub fn changes(
    digests: &[(&str, &DayDigest)],
    found: &[LogSeen],
    covers: &dyn Fn(&str, Option<&str>, Date) -> bool,
) -> Vec<DigestChange> {
    let mut out = Vec::new();
    let mut by_log: BTreeMap<(&str, &str), Vec<&LogSeen>> = BTreeMap::new();
    let mut contents: BTreeMap<Digest, Vec<&LogSeen>> = BTreeMap::new();
    for log in found {
        contents.entry(log.content).or_default().push(log);
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
    let mut reported: BTreeSet<(&str, Digest)> = BTreeSet::new();
    for (file, digest) in digests {
        for log in &digest.logs {
            let table = (!log.table.is_empty()).then_some(log.table.as_str());
            let reached = log.head.as_ref().map(|head| head.seq);
            let same = contents.get(&log.content).map_or(&[][..], Vec::as_slice);
            // What is not a log by its first line has no seal; that is reported of it.
            let met = same.iter().any(|other| log.log.is_empty() || other.sealed.reaches(reached));
            if met || !covers(&digest.venue, table, digest.day) || !reported.insert((&digest.venue, log.content)) {
                continue;
            }
            let key = (digest.venue.as_str(), log.log.as_str());
            let there = by_log.get(&key).map_or(&[][..], Vec::as_slice);
            let known = signed.get(&key).unwrap_or(&nothing);
            let grew = |other: &&LogSeen| known.get(&other.content).is_some_and(|later| *later > digest.day);
            if same.is_empty() && there.iter().any(grew) {
                // It grew, and was signed for again.
                continue;
            }
            let unvouched = || there.first().filter(|_| there.iter().all(|other| !other.sealed.any()));
            let in_its_place = same.first().or_else(unvouched);
            let earlier = there.iter().find(|other| in_its_place.is_none() && known.contains_key(&other.content));
            let kind = match (in_its_place, earlier) {
                (Some(other), _) => ChangeKind::Unvouched { path: log.path.clone(), there: other.file.clone() },
                (None, Some(other)) => ChangeKind::Changed { signed: log.content, found: other.content },
                // What holds something that nobody signed for is reported below.
                (None, None) if !there.is_empty() => continue,
                (None, None) => ChangeKind::Missing { path: log.path.clone() },
            };
            let shown_by = earlier.map_or(*file, |other| other.file.as_str());
            out.push(DigestChange {
                venue: digest.venue.clone(),
                day: digest.day,
                table: log.table.clone(),
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
            _ => match digested(log, &days, covers) {
                Some(day) => (day, ChangeKind::Added { found: log.content }),
                None => continue,
            },
        };
        if covers(&log.venue, Some(&log.table), day) {
            let (venue, id) = (log.venue.clone(), log.log.clone());
            out.push(DigestChange { venue, day, table: log.table.clone(), log: id, file: log.file.clone(), kind });
        }
    }
    out.sort_by(|a, b| (&a.venue, a.day, &a.log, &a.file).cmp(&(&b.venue, b.day, &b.log, &b.file)));
    out
}

/// The first day that a log touches and a digest covers, of those that were asked for.
fn digested(
    log: &LogSeen,
    days: &BTreeSet<(&str, Date)>,
    covers: &dyn Fn(&str, Option<&str>, Date) -> bool,
) -> Option<Date> {
    let (first, last) = log.touches.or(log.day.map(|day| (day, day)))?;
    let venue = log.venue.as_str();
    let mut own = days.range((venue, first)..=(venue, last.max(first))).map(|(_, day)| *day);
    own.find(|day| covers(venue, Some(&log.table), *day))
}
