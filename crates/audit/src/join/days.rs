//! When the coups of a shoe were played, by the source that dealt them: a terminal's clock may be off by a month.

use std::collections::BTreeMap;

use resettle_sealed_log::{Moment, SourceKind};

use super::coup::Part;
use super::line::Key;
use super::sources::Sources;
use crate::moments::commencement;

/// Follows a shoe's coups in their order.
pub(super) struct Days {
    first: Option<Moment>,
    last: Option<Moment>,
}

impl Days {
    pub(super) fn of(coups: &BTreeMap<Key, Vec<Part>>, sources: &Sources) -> Self {
        Self { first: coups.values().find_map(|parts| played(parts, sources)), last: None }
    }

    /// When the coup before this one, or this one, was played by the record of a source that deals; else the shoe's first.
    pub(super) fn reach(&mut self, parts: &[Part], sources: &Sources) -> Option<Moment> {
        self.last = played(parts, sources).or(self.last);
        self.last.or(self.first)
    }
}

fn played(parts: &[Part], sources: &Sources) -> Option<Moment> {
    let deals = |part: &&Part| matches!(sources.kind_of(part.source), Some(SourceKind::Table | SourceKind::Shoe));
    let part = parts.iter().find(deals)?;
    Some(commencement(&part.coup.times).unwrap_or(part.record.at.moment()).min(part.record.at.moment()))
}
