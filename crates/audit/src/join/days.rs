//! When the coups of a shoe were played, by the source that dealt them: a terminal's clock may be off by a month.

use std::collections::BTreeMap;

use resettle_sealed_log::{Moment, SourceKind};

use super::coup::Piece;
use super::line::Key;
use super::sources::Sources;

/// Follows a shoe's coups in their order.
pub(super) struct Days {
    first: Option<Moment>,
    last: Option<Moment>,
}

impl Days {
    pub(super) fn of(coups: &BTreeMap<Key, Vec<Piece>>, sources: &Sources) -> Self {
        Self { first: coups.values().find_map(|parts| played(parts, sources)), last: None }
    }

    /// When the coup before this one, or this one, was played by the record of a source that deals; else the shoe's first.
    pub(super) fn reach(&mut self, parts: &[Piece], sources: &Sources) -> Option<Moment> {
        self.last = played(parts, sources).or(self.last);
        self.last.or(self.first)
    }
}

fn played(parts: &[Piece], sources: &Sources) -> Option<Moment> {
    let deals = |part: &&Piece| matches!(sources.kind_of(part.source()), Some(SourceKind::Table | SourceKind::Shoe));
    parts.iter().find(deals).map(Piece::played)
}
