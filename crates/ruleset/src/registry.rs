use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::tz::TimeZone;

use crate::absent::Absent;
use crate::approval::Objection;
use crate::effective::local_moment;
use crate::facts::StatedFacts;
use crate::model::Ruleset;

/// Every available ruleset, and since when each is in force.
#[derive(Clone, Debug, Default)]
pub struct Registry {
    entries: Vec<Entry>,
    objections: BTreeMap<String, Objection>,
    /// Approved rulesets that are not available.
    pub(crate) absent: Vec<Absent>,
}

#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) ruleset: Arc<Ruleset>,
    /// Since when it is used, in seconds since the epoch.
    pub(crate) start: i64,
    /// Whether a facts file states that date.
    pub(crate) stated: bool,
}

/// The ruleset in force at a moment.
#[derive(Clone, Debug)]
pub struct InForce {
    /// The version that applies then.
    pub ruleset: Arc<Ruleset>,
    /// Why that is uncertain, if it is.
    pub uncertain: Option<String>,
}

/// The time in which a ruleset is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Period {
    /// Its beginning, as clocks of the venue show it.
    pub from: String,
    /// Whether that is a date which a facts file states.
    pub stated: bool,
    /// When another version takes over, and which; none where no later one is held.
    pub until: Option<(String, String)>,
}

/// Why rulesets do not go together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RegistryError {
    /// One id, two contents.
    #[error(
        "the ruleset `{id}` is there twice with different contents (digests {first} and {second}); keep one of the two"
    )]
    TwoDigests {
        /// The id that both have.
        id: String,
        /// The digest that was there.
        first: String,
        /// The digest that came.
        second: String,
    },
    /// A statement about a ruleset that is not there.
    #[error("the facts file states a date for `{id}`, but there is no such ruleset")]
    UnknownId {
        /// The id that the facts file states.
        id: String,
    },
    /// A date is stated that the document states itself.
    #[error("the facts file states `{id}` in force from `{from}`, and its document says from {text} on")]
    NotOpen {
        /// The id of the ruleset of that document.
        id: String,
        /// What was stated.
        from: String,
        /// The date as the document gives it.
        text: String,
    },
    /// A date is stated that lies before the document was signed.
    #[error("the facts file states `{id}` in force from `{from}`, before the document was signed, on {text}")]
    BeforeSigning {
        /// The id of the ruleset of that document.
        id: String,
        /// What was stated.
        from: String,
        /// The day of signing as the document gives it.
        text: String,
    },
    /// A stated date that does not exist.
    #[error("the facts file states `{id}` in force from `{from}`: {what}")]
    BadDate {
        /// The id of the ruleset that it is stated of.
        id: String,
        /// What was stated.
        from: String,
        /// What is wrong.
        what: String,
    },
}

impl RegistryError {
    /// What to do about it.
    #[must_use]
    pub fn help(&self) -> Option<&'static str> {
        match self {
            Self::UnknownId { .. } => Some("`resettle ruleset list` shows those there are"),
            Self::NotOpen { .. } => Some("a fact states only what a document leaves open: take it out"),
            Self::BeforeSigning { .. } => Some("look the publication up again"),
            _ => None,
        }
    }
}

impl Registry {
    /// Adds a ruleset; the same one twice is one.
    ///
    /// # Errors
    /// [`RegistryError::TwoDigests`].
    pub fn add(&mut self, ruleset: Ruleset) -> Result<(), RegistryError> {
        if let Some(known) = self.get(&ruleset.id) {
            if known.digest == ruleset.digest {
                return Ok(());
            }
            return Err(RegistryError::TwoDigests {
                id: ruleset.id.clone(),
                first: known.digest.clone(),
                second: ruleset.digest,
            });
        }
        let start = ruleset.effective.start;
        self.entries.push(Entry { ruleset: Arc::new(ruleset), start, stated: false });
        self.entries.sort_by(|a, b| a.ruleset.id.cmp(&b.ruleset.id));
        Ok(())
    }

    /// Takes over what a facts file states.
    ///
    /// # Errors
    /// [`RegistryError::UnknownId`], [`RegistryError::BadDate`], [`RegistryError::NotOpen`] or
    /// [`RegistryError::BeforeSigning`]: a fact fills only what a document leaves open (`adjudication.md`).
    pub fn state(&mut self, facts: &StatedFacts) -> Result<(), RegistryError> {
        for (id, stated) in &facts.in_force {
            let Some(entry) = self.entries.iter_mut().find(|entry| entry.ruleset.id == *id) else {
                return Err(RegistryError::UnknownId { id: id.clone() });
            };
            let bad = |what: String| RegistryError::BadDate { id: id.clone(), from: stated.from.clone(), what };
            let zone = TimeZone::get(&entry.ruleset.effective.zone).map_err(|error| bad(error.to_string()))?;
            let start = local_moment(&stated.from, &zone).map_err(bad)?;
            let effective = &entry.ruleset.effective;
            let (id, from, text) = (id.clone(), stated.from.clone(), effective.text.clone());
            if !effective.open {
                return Err(RegistryError::NotOpen { id, from, text });
            }
            if start < effective.start {
                return Err(RegistryError::BeforeSigning { id, from, text });
            }
            entry.start = start;
            entry.stated = true;
        }
        Ok(())
    }

    /// Notes why the ruleset of this id should not judge; a replay reports it where the ruleset is used.
    pub fn object(&mut self, id: &str, objection: Objection) {
        self.objections.insert(id.to_owned(), objection);
    }

    /// Why the ruleset of this id should not judge, if anybody said so.
    #[must_use]
    pub fn objection(&self, id: &str) -> Option<&Objection> {
        self.objections.get(id)
    }

    /// A ruleset by its id.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&Arc<Ruleset>> {
        self.entries.iter().find(|entry| entry.ruleset.id == id).map(|entry| &entry.ruleset)
    }

    /// All rulesets, by id.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Ruleset>> {
        self.entries.iter().map(|entry| &entry.ruleset)
    }

    /// All rulesets, by id, with the date from which each is used.
    pub(crate) fn held(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter()
    }

    /// Since when and until when a ruleset is used, where no other is named.
    #[must_use]
    pub fn period(&self, id: &str) -> Option<Period> {
        let own = self.entries.iter().find(|entry| entry.ruleset.id == id)?;
        let ruleset = &own.ruleset;
        let next = self
            .entries
            .iter()
            .filter(|entry| entry.ruleset.versions() == ruleset.versions())
            .filter(|entry| entry.start > own.start)
            .min_by_key(|entry| entry.start);
        let zone = &ruleset.effective.zone;
        Some(Period {
            from: in_zone(own.start, zone),
            stated: own.stated,
            until: next.map(|entry| (in_zone(entry.start, zone), entry.ruleset.id.clone())),
        })
    }

    pub(crate) fn entry_at(&self, jurisdiction: &str, venue: &str, game: &str, nanos: i128) -> Option<&Entry> {
        self.entries_at(jurisdiction, venue, game, nanos).into_iter().max_by_key(|entry| entry.start)
    }

    /// Of each ruleset that is for a venue, or for several with it, the version in force.
    fn entries_at(&self, jurisdiction: &str, venue: &str, game: &str, nanos: i128) -> Vec<&Entry> {
        let mut out: Vec<&Entry> = Vec::new();
        let held = self.entries.iter().filter(|entry| {
            let ruleset = &entry.ruleset;
            ruleset.jurisdiction == jurisdiction && ruleset.game == game && nanoseconds(entry.start) <= nanos
        });
        for entry in held {
            match out.iter_mut().find(|other| other.ruleset.versions() == entry.ruleset.versions()) {
                Some(other) if other.start < entry.start => *other = entry,
                Some(_) => {}
                None => out.push(entry),
            }
        }
        out.retain(|entry| entry.ruleset.is_for(venue));
        out
    }

    /// The ruleset of this jurisdiction, venue and game whose period holds the moment, given in
    /// nanoseconds since the epoch. A period lasts until the next version held begins.
    #[must_use]
    pub fn in_force(&self, jurisdiction: &str, venue: &str, game: &str, nanos: i128) -> Option<InForce> {
        let all = self.entries_at(jurisdiction, venue, game, nanos);
        let entry = *all.iter().max_by_key(|entry| entry.start)?;
        let effective = &entry.ruleset.effective;
        let other = all.iter().find(|other| other.ruleset.id != entry.ruleset.id);
        let uncertain = if let Some(other) = other {
            Some(format!("{} is in force for this table as well: two rulesets of one game at once", other.ruleset.id))
        } else if effective.open && !entry.stated {
            Some(format!(
                "it takes effect on a publication whose date it does not state; it is used from {} on, the day it was signed",
                effective.text
            ))
        } else {
            entry
                .ruleset
                .gaps
                .iter()
                .find(|gap| (nanoseconds(gap.from)..nanoseconds(gap.until)).contains(&nanos))
                .map(|gap| gap.why.clone())
        };
        Some(InForce { ruleset: Arc::clone(&entry.ruleset), uncertain })
    }
}

impl Registry {
    /// A span about a moment, in nanoseconds, first one included and last excluded, in which the answers of
    /// [`Registry::in_force`] and [`Registry::missed`] stay the same; none where approved rulesets are not available, whose
    /// days are not asked here.
    #[must_use]
    pub fn calm(&self, nanos: i128) -> Option<std::ops::Range<i128>> {
        if !self.absent.is_empty() {
            return None;
        }
        let gaps =
            |entry: &'_ Entry| entry.ruleset.gaps.iter().flat_map(|gap| [gap.from, gap.until]).collect::<Vec<_>>();
        let edges = self.entries.iter().flat_map(|entry| std::iter::once(entry.start).chain(gaps(entry)));
        let mut span = i128::MIN..i128::MAX;
        for edge in edges.map(nanoseconds) {
            if edge <= nanos {
                span.start = span.start.max(edge);
            } else {
                span.end = span.end.min(edge);
            }
        }
        Some(span)
    }
}

/// Seconds since the epoch, as clocks of a zone show them.
fn in_zone(seconds: i64, zone: &str) -> String {
    let stamp = jiff::Timestamp::from_second(seconds).ok();
    let zoned = stamp.zip(TimeZone::get(zone).ok()).map(|(stamp, tz)| stamp.to_zoned(tz).datetime());
    zoned.map_or_else(|| format!("{seconds} s"), |local| format!("{local} ({zone})"))
}

pub(crate) fn nanoseconds(seconds: i64) -> i128 {
    i128::from(seconds) * 1_000_000_000
}
