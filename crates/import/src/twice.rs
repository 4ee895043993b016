//! Rows and wagers that may have been delivered twice, though each can be read.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use resettle_game::counted_that;

use crate::hint::Hint;
use crate::problem::short;

/// Sees the rows pass.
#[derive(Debug, Default)]
pub(crate) struct Twice {
    /// The line of the first row with these cells.
    rows: HashMap<u64, u64>,
    equal: Count,
    /// The line of the first wager with this id, and its coup.
    wagers: HashMap<u64, (u64, u64)>,
    same_id: Count,
}

/// How many there are, and where the first one and its like are.
#[derive(Debug, Default)]
struct Count {
    count: u64,
    first: Option<(String, u64, u64)>,
}

impl Count {
    fn add(&mut self, what: &str, line: u64, before: u64) {
        self.count = self.count.saturating_add(1);
        self.first.get_or_insert_with(|| (short(what), line, before));
    }
}

/// What tells rows apart that hold other cells.
pub(crate) fn hash_of_cells<'c>(cells: impl Iterator<Item = &'c [u8]>) -> u64 {
    let mut hasher = DefaultHasher::new();
    cells.for_each(|cell| cell.trim_ascii().hash(&mut hasher));
    hasher.finish()
}

impl Twice {
    /// Takes the cells of a row that nothing names.
    pub(crate) fn take_row<'c>(&mut self, cells: impl Iterator<Item = &'c [u8]>, line: u64) {
        let before = *self.rows.entry(hash_of_cells(cells)).or_insert(line);
        if before != line {
            self.equal.add("", line, before);
        }
    }

    /// Takes the id of a wager of this coup.
    pub(crate) fn take_wager(&mut self, id: &str, coup: u64, line: u64) {
        let (before, other) = *self.wagers.entry(hash_of(id)).or_insert((line, coup));
        if other != coup {
            self.same_id.add(id, line, before);
        }
    }

    /// What was seen.
    pub(crate) fn hints(self) -> impl Iterator<Item = Hint> {
        let Self { equal, same_id, .. } = self;
        let equal_rows = equal.first.map(|(_, line, before)| Hint::EqualRows {
            rows: counted_that(equal.count, "row", ["is", "are"]),
            line,
            before,
        });
        let same_ids = same_id.first.map(|(id, line, before)| Hint::SameWagerId {
            wagers: counted_that(same_id.count, "wager", ["has", "have"]),
            id,
            line,
            before,
        });
        equal_rows.into_iter().chain(same_ids)
    }
}

/// A hash that is the same in every run.
pub(crate) fn hash_of(what: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}
