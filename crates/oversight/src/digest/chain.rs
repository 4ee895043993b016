use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use resettle_sealed_log::Digest;

use super::{DayDigest, Previous};

/// One digest of a chain, as far as the chain asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DigestLink {
    /// Its file, as reports name it.
    pub file: String,
    /// SHA-256 of its bytes.
    pub sha256: Digest,
    /// The venue's id, as its logs write it.
    pub venue: String,
    /// The day whose logs it lists.
    pub day: Date,
    /// What it says came before.
    pub previous: Option<Previous>,
}

impl DigestLink {
    /// The link of a digest that was read from a file.
    #[must_use]
    pub fn of(digest: &DayDigest, file: &str, sha256: Digest) -> Self {
        Self { file: file.to_owned(), sha256, venue: digest.venue.clone(), day: digest.day, previous: digest.previous }
    }
}

/// A place where the chain of days does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Break {
    /// The digest that shows it.
    pub file: String,
    /// The venue's id, as its logs write it.
    pub venue: String,
    /// The day concerned.
    pub day: Date,
    /// What is wrong.
    pub kind: BreakKind,
}

/// What can be wrong between two days.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BreakKind {
    /// The digest names another text for the day before than the one that is there.
    Altered {
        /// What it names.
        named: Previous,
        /// SHA-256 of the digest that is there.
        found: Digest,
    },
    /// The digest goes on from a day of which no digest is there, though earlier ones are.
    Absent(Previous),
    /// The digest says that nothing came before it, though earlier digests are there.
    BegunAnew,
    /// The digest names a day before it that is its own day or a later one.
    Backwards(Previous),
    /// Two digests of one day.
    Twice(String),
    /// No digest of this day is there, and the next one passes it over.
    Skipped,
}

/// Where the chains of days are broken, by venue and day. Days that `closed` names for a venue may be skipped.
#[must_use]
pub fn breaks(links: &[DigestLink], closed: &dyn Fn(&str, Date) -> bool) -> Vec<Break> {
    let mut venues: BTreeMap<&str, Vec<&DigestLink>> = BTreeMap::new();
    for link in links {
        venues.entry(&link.venue).or_default().push(link);
    }
    let mut out = Vec::new();
    for links in venues.values_mut() {
        links.sort_by(|a, b| (a.day, &a.file).cmp(&(b.day, &b.file)));
        let mut days: BTreeMap<Date, &DigestLink> = BTreeMap::new();
        for link in links.iter() {
            let at = |kind, day| Break { file: link.file.clone(), venue: link.venue.clone(), day, kind };
            if let Some(first) = days.get(&link.day) {
                // The same bytes under two names are one digest.
                if first.sha256 != link.sha256 {
                    out.push(at(BreakKind::Twice(first.file.clone()), link.day));
                }
                continue;
            }
            let before = days.last_key_value().map(|(_, before)| *before);
            match (link.previous, before) {
                (Some(named), _) if named.day >= link.day => out.push(at(BreakKind::Backwards(named), link.day)),
                (Some(named), Some(_)) => match days.get(&named.day) {
                    None => out.push(at(BreakKind::Absent(named), link.day)),
                    Some(found) if found.sha256 != named.sha256 => {
                        out.push(at(BreakKind::Altered { named, found: found.sha256 }, link.day));
                    }
                    Some(_) => {}
                },
                (None, Some(_)) => out.push(at(BreakKind::BegunAnew, link.day)),
                // The first one here may well go on from a day of an earlier month.
                (_, None) => {}
            }
            if let Some(before) = before {
                let absent: BTreeSet<Date> = link.previous.iter().map(|named| named.day).collect();
                let mut day = before.day.tomorrow().ok().filter(|day| *day < link.day);
                let mut reported = 0u32;
                while let Some(skipped) = day.filter(|_| reported < 4_000) {
                    if !closed(&link.venue, skipped) && !absent.contains(&skipped) {
                        out.push(at(BreakKind::Skipped, skipped));
                    }
                    reported += 1;
                    day = skipped.tomorrow().ok().filter(|next| *next < link.day);
                }
            }
            days.insert(link.day, link);
        }
    }
    out
}
